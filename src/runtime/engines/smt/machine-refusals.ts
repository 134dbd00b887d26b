/** What of a machine has no encoding, refused by its name (contract: verification-and-engines 14). */
import type { AstNode } from '../../../language/generated/tree.js';
import { completionCircle, type Region, type StateGraph, startOf, type Transition, type Vertex } from '../../behaviour/index.js';
import { Untranslatable } from '../solver/symbolic.js';

function refuse(what: string, node: AstNode | undefined): never {
    throw new Untranslatable(`${what} is not encoded`, node);
}

/** @throws Untranslatable for what is more than nested states, of which one leaf is active, with guards, effects, timers and conditions */
export function refuseUnencodedMachine({ machine, vertices, transitions }: StateGraph): void {
    if (machine.regions.length !== 1) {
        refuse(`a machine of ${machine.regions.length} regions`, machine.node);
    }
    vertices.forEach(refuseVertex);
    transitions.forEach(refuseTransition);
    refuseBeginning(machine.regions[0]);
}

function refuseBeginning(region: Region): void {
    const start = startOf(region);
    const { name } = region.owner;
    if (start === undefined) {
        refuse(`the state ${name} without an initial substate`, region.node);
    }
    if (start === region.start && start.outgoing.some(e => e.effects.length > 0)) {
        refuse(`the effect of an entry transition of ${name}`, region.node);
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
    if (regions.length > 1 || regions.some(r => r.root !== undefined || r.node.kind === 'region')) {
        refuse(`the state ${name} with regions`, node);
    }
    regions.forEach(refuseBeginning);
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
