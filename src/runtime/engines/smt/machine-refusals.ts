/** What of a machine has no encoding, refused by its name (contract: verification-and-engines 14). */
import type { AstNode } from '../../../language/generated/tree.js';
import { completionCircle, type StateGraph, startOf, type Transition, type Vertex } from '../../behaviour/index.js';
import { Untranslatable } from '../solver/symbolic.js';

function refuse(what: string, node: AstNode | undefined): never {
    throw new Untranslatable(`${what} is not encoded`, node);
}

/** @throws Untranslatable for what is more than one level of states with guards, effects, timers and conditions */
export function refuseUnencodedMachine({ machine, vertices, transitions }: StateGraph): void {
    if (machine.regions.length !== 1) {
        refuse(`a machine of ${machine.regions.length} regions`, machine.node);
    }
    vertices.forEach(refuseVertex);
    transitions.forEach(refuseTransition);
    const start = startOf(machine.regions[0]);
    const entries = start?.outgoing ?? [];
    if (entries.length === 0 || entries.some(e => e.effects.length > 0)) {
        refuse('a beginning without a transition, or with an effect,', machine.node);
    }
}

function refuseVertex(vertex: Vertex): void {
    const { kind, name, node, regions, hasFeatures } = vertex;
    if (vertex.do.length > 0) {
        refuse(`the do behavior of ${name}`, node);
    }
    if (kind === 'machine' || kind === 'initial' || kind === 'final' || kind === 'choice' || kind === 'junction') {
        return;
    }
    if (kind !== 'state') {
        refuse(`the ${kind} ${name}`, node);
    }
    if (regions.length > 0) {
        refuse(`the state ${name} with states of its own`, node);
    }
    if (hasFeatures) {
        refuse(`the state ${name} with features of its own`, node);
    }
    if (completionCircle(vertex) !== undefined) {
        refuse(`the circle of completions through ${name}`, node);
    }
}

function refuseTransition({ trigger, hasFeatures, node, source }: Transition): void {
    if (trigger?.kind === 'at') {
        refuse(`accept at, out of ${source.name},`, node);
    }
    // Of messages there are none: nothing of the machine may send, and nothing goes on beside it.
    if (hasFeatures && trigger?.kind !== 'accept' && trigger?.kind !== 'call') {
        refuse(`the features of a transition out of ${source.name}`, node);
    }
}
