/**
 * The flows of an action's body (contract behaviour 5): the steps and pins that each flow connects. Does not depend on successions or
 * values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { resolve } from '../../../language/semantics/names.js';
import { conformsTo, typesOf } from '../../../language/semantics/specialization.js';
import { chainStepsOf } from '../../../language/semantics/structure.js';
import { isInput, isOutput } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';
import type { ActionNode, ObjectFlow } from './action-graph.js';
import { bodyMembersOf } from '../simulation/members.js';

/** Why an action cannot be lowered: the text after `invalid action flow: `. */
export class FlowError extends Error {}

interface End {
    readonly node: ActionNode | undefined;
    readonly pin: readonly string[];
}

/**
 * The flows between the steps of a body, and between steps and features of the action itself.
 * @param step finds the node of a step by its name
 * @throws FlowError for an end without a pin
 */
export function objectFlowsOf(action: AstNode, step: (name: string) => ActionNode | undefined): ObjectFlow[] {
    const flows: ObjectFlow[] = [];
    for (const member of bodyMembersOf(action)) {
        if (member.$type !== 'FlowUsage' || member.kind === 'message' || member.ends.length !== 2) {
            continue;
        }
        const flow = member;
        const [source, target] = flow.ends.map(end => endOf(end, action, step));
        if (source.node === undefined && target.node === undefined) {
            continue;
        }
        flows.push({
            flow,
            source: source.node,
            sourcePin: pinOf(source, flow, isOutput),
            target: target.node,
            targetPin: pinOf(target, flow, isInput),
            gate: undefined
        });
    }
    return flows;
}

/** An end of a flow. A path that begins with the action's own name or `this` denotes a feature of the action. */
function endOf(end: ast.ConnectorEnd, action: AstNode, step: (name: string) => ActionNode | undefined): End {
    const [first, ...rest] = chainStepsOf(end.text);
    const node = step(first);
    if (node !== undefined) {
        return { node, pin: rest };
    }
    return { node, pin: rest.length > 0 && (first === 'this' || first === nameOf(action)) ? rest : [first, ...rest] };
}

/** The pin that an end names. For an end that names only a step, the one parameter whose type fits the payload. */
function pinOf({ node, pin }: End, flow: ast.FlowUsage, isDirected: (feature: AstNode) => boolean): readonly string[] {
    if (pin.length > 0 || node?.node === undefined) {
        return pin;
    }
    const parameters = layoutOf(node.node).slots.filter(s => s.isModelled && s.names.length > 0 && isDirected(s.feature));
    const carried = flow.payload?.relationships.map(r => resolve(r)).find(t => t !== undefined);
    const fitting =
        carried === undefined
            ? parameters
            : parameters.filter(s => typesOf(s.feature).some(t => conformsTo(t, carried) || conformsTo(carried, t)));
    if (fitting.length !== 1) {
        throw new FlowError(`the flow ${nameOf(flow) ?? ''} names no pin of ${node.name}`.replace('  ', ' '));
    }
    return [fitting[0].names[0]];
}
