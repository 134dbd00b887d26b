/** Which actions the unrollings can encode, and which constructs they refuse by name (contract: verification-and-engines 14). */
import type { AstNode } from '../../../language/generated/tree.js';
import { type ActionGraph, type ActionNode, type NodeKind, statementsBehind } from '../../behaviour/index.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Untranslatable } from '../solver/symbolic.js';
import type { Effects } from './effects.js';
import { hasSends } from './symbolic-steps.js';

/**
 * Whether each move of an action concerns one token and the features that it reads, and each succession carries one token: then `Unrolling`
 * encodes the action over its graph. Any other action is unrolled by its executor.
 */
export function isPlain({ action, nodes, edges, flows }: ActionGraph): boolean {
    return (
        !hasSends(action) &&
        flows.length === 0 &&
        edges.every(e => e.give === 1 && e.take === 1) &&
        nodes.every(
            ({ kind, count, outgoing }) =>
                kind !== 'accept' && count === 1 && (kind !== 'fork' || outgoing.every(e => e.guard === undefined))
        )
    );
}

/** @throws Untranslatable for constructs that no unrolling encodes */
export function refuseUnencoded({ nodes, flows }: ActionGraph): void {
    nodes.forEach(refuseNode);
    for (const { flow, source, target, sourcePin, targetPin } of flows) {
        for (const step of [source, target]) {
            if (step !== undefined && !WITH_PINS.has(step.kind)) {
                refuse(`a flow ${step === source ? 'from' : 'to'} ${step.name}, a step of kind ${step.kind},`, flow);
            }
        }
        if (sourcePin.length !== 1 || targetPin.length !== 1) {
            refuse('a flow of a part of a value', flow);
        }
    }
}

/** Kinds of nodes whose pins flows may name. */
const WITH_PINS: ReadonlySet<NodeKind> = new Set<NodeKind>(['action', 'perform', 'fork', 'join', 'merge', 'decide']);

function refuseNode({ kind, node, outgoing }: ActionNode): void {
    if (kind === 'terminate' && (node!.members.length > 0 || (node!.$type === 'TerminateActionUsage' && node.target !== undefined))) {
        refuse('terminate of something else', node);
    }
    if (kind === 'merge' && statementsBehind(node!).length > 0 && outgoing.every(e => e.guard !== undefined)) {
        // The executor undoes its statements if no guard holds afterwards.
        refuse('the body of a merge that only guarded successions leave', node);
    }
}

/** @throws Untranslatable for weights that the executor cannot compute, because features are free or change */
export function refuseWeights({ edges }: ActionGraph, frame: Frame, { variants }: Effects): void {
    for (const { weight } of edges) {
        if (weight !== undefined && variants.translated(weight, frame).value.kind !== 'value') {
            refuse('a probability that depends on free or changing features', weight);
        }
    }
}

function refuse(what: string, node: AstNode | undefined): never {
    throw new Untranslatable(`${what} is not encoded`, node);
}
