/** What of a machine has no encoding, refused by its name (contract: verification-and-engines 14). */
import type { AstNode } from '../../../language/generated/tree.js';
import type { StateGraph, Transition, Vertex } from '../../behaviour/index.js';
import { Untranslatable } from '../solver/symbolic.js';

function refuse(what: string, node: AstNode | undefined): never {
    throw new Untranslatable(`${what} is not encoded`, node);
}

/** @throws Untranslatable for a machine that does more than pass states, with guards, effects, timers and conditions */
export function refuseUnencodedMachine({ vertices, transitions }: StateGraph): void {
    vertices.forEach(refuseVertex);
    transitions.forEach(refuseTransition);
}

function refuseVertex(vertex: Vertex): void {
    const { kind, name, node, hasFeatures } = vertex;
    if (vertex.do.length > 0) {
        refuse(`the do behavior of ${name}`, node);
    }
    if (kind === 'state' && hasFeatures) {
        refuse(`the state ${name} with features of its own`, node);
    }
}

function refuseTransition({ trigger, hasFeatures, node, source }: Transition): void {
    if (trigger?.kind === 'at') {
        refuse(`accept at, out of ${source.name},`, node);
    }
    // There are no messages: no part of the machine may send, and nothing runs beside it.
    if (hasFeatures && trigger?.kind !== 'accept' && trigger?.kind !== 'call') {
        refuse(`the features of a transition out of ${source.name}`, node);
    }
}
