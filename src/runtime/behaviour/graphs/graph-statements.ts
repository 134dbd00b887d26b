/**
 * Statements of bodies in exported graphs (contract views 3.4). A block that performs actions is exported as a flow: one node for each
 * action and one for each run of simple statements between them. Does not depend on lowering.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { sendParametersOf } from '../../../language/semantics/sends.js';
import { isStatementType, isUsage, ownedMembersOf } from '../../../language/semantics/structure.js';
import { textOf } from '../../../language/semantics/text.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { isAttribute, isCalculation, notationKind } from '../../evaluation/model/kinds.js';
import { acceptForm, compact, expressionForm, footprintForm, type Form, optional, performedBy, spanForm } from './graph-forms.js';
import { bodyMembersOf, isFinalNode, isStep, statesFlow } from '../simulation/members.js';

/** The exporter that uses the statements. */
export interface Around {
    /** Queues a performed behaviour for export under its own name. */
    request(behaviour: AstNode): void;
    /** The flow of an action that orders its steps, without its name. */
    subflow(action: AstNode): Form;
    /** An action as a node of a flow. */
    actionNode(id: number, action: ast.Usage): Form;
}

/** Whether a member of a block is an action, which makes the block a flow; unnamed braces are a nested block instead. */
function isActionNode(member: AstNode): boolean {
    return (
        isStep(member) &&
        !isStatementType(member) &&
        assignedFeatureOf(member) === undefined &&
        !isFinalNode(member) &&
        (nameOf(member) !== undefined || performedBy(member).length > 0)
    );
}

/** Whether a block with these members is exported as a flow although it declares no successions. */
export function isBlockFlow(members: readonly AstNode[]): boolean {
    return members.some(isActionNode);
}

/** The flow of a block: its actions and the runs of simple statements between them, in declaration order. */
export function blockForm(members: readonly AstNode[], around: Around): Form {
    const nodes: Form[] = [];
    let plain: AstNode[] = [];
    const endRun = (): void => {
        const body = statementForms(plain, around);
        if (body.length > 0) {
            nodes.push(compact({ id: nodes.length, kind: 'statements', body, footprint: footprintForm(plain, []) }));
        }
        plain = [];
    };
    for (const member of members) {
        if (isUsage(member) && isActionNode(member)) {
            endRun();
            nodes.push(around.actionNode(nodes.length, member));
        } else {
            plain.push(member);
        }
    }
    endRun();
    return {
        parameters: [],
        attributes: [],
        nodes,
        initial: 0,
        finals: [],
        edges: nodes.slice(1).map(({ id }) => ({ source: Number(id) - 1, target: id }))
    };
}

/** The body of a branch, a loop or a behaviour: its statements, or one block for a flow. */
export function bodyForms(members: readonly AstNode[], around: Around): Form[] {
    return isBlockFlow(members) ? [{ kind: 'block', block: blockForm(members, around) }] : statementForms(members, around);
}

/** The statements among the members of a body, in order. */
export function statementForms(members: readonly AstNode[], around: Around): Form[] {
    return members
        .map(m => shapeOf(m, around))
        .filter(f => f !== undefined)
        .map(f => compact(f));
}

function shapeOf(member: AstNode, around: Around): Form | undefined {
    const span = (): Form => spanForm(member);
    const within = (body: AstNode): Form[] => bodyForms(ownedMembersOf(body), around);
    switch (member.$type) {
        case 'AssignmentActionUsage': {
            const { target, assigned } = member;
            return { kind: 'assign', name: textOf(target), value: expressionForm(assigned), span: span() };
        }
        case 'SendActionUsage': {
            const { payload, sender, receiver } = sendParametersOf(member);
            return {
                kind: 'send',
                message: optional(payload),
                target: optional(sender ?? receiver),
                via: sender !== undefined,
                receiver: sender === undefined ? undefined : optional(receiver),
                span: span()
            };
        }
        case 'AcceptActionUsage':
            return { kind: 'accept', ...acceptForm(member), span: span() };
        case 'TerminateActionUsage':
            return { kind: 'terminate', span: span() };
        case 'IfActionUsage': {
            const { guard, thenAction, elseAction } = member;
            const otherwise =
                elseAction === undefined
                    ? []
                    : elseAction.$type === 'IfActionUsage'
                      ? statementForms([elseAction], around)
                      : within(elseAction);
            return { kind: 'if', condition: expressionForm(guard), then: within(thenAction), else: otherwise, span: span() };
        }
        case 'WhileLoopActionUsage': {
            const { loopKind, condition, until, bodyAction } = member;
            return {
                kind: loopKind === 'loop' ? 'loop' : 'while',
                condition: optional(condition),
                until: optional(until),
                body: within(bodyAction),
                span: span()
            };
        }
        case 'ForLoopActionUsage': {
            const { variable, sequence, bodyAction } = member;
            return {
                kind: 'for',
                variable: nameOf(variable),
                collection: expressionForm(sequence),
                body: within(bodyAction),
                span: span()
            };
        }
    }
    return isUsage(member) ? usageForm(member, around) : undefined;
}

/** The form of a usage among statements: it performs steps, assigns, or declares a feature for the statements. */
function usageForm(member: ast.Usage, around: Around): Form | undefined {
    const span = (): Form => spanForm(member);
    if (assignedFeatureOf(member) !== undefined) {
        return { kind: 'assign', name: member.name, value: expressionForm(member.value!.expression), span: span() };
    }
    if (isStep(member)) {
        const members = bodyMembersOf(member);
        const flow = statesFlow(member) ? around.subflow(member) : isBlockFlow(members) ? blockForm(members, around) : undefined;
        return isFinalNode(member)
            ? undefined
            : { kind: 'block', body: flow === undefined ? statementForms(members, around) : undefined, block: flow, span: span() };
    }
    if (member.direction !== undefined || member.membership !== undefined) {
        return undefined;
    }
    if (isCalculation(member)) {
        return { kind: 'declareUsage', name: nameOf(member), span: span() };
    }
    if (isAttribute(member)) {
        return { kind: 'declare', name: nameOf(member), value: optional(member.value?.expression), span: span() };
    }
    return member.kind === 'part' || member.kind === 'port' ? { kind: 'unsupported', text: notationKind(member), span: span() } : undefined;
}
