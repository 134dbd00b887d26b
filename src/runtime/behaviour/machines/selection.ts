/**
 * Selects the transitions that an occurrence enables (contract behaviour 9.4, 10.2, 10.6): triggers, guards, junctions after them,
 * deferral. Reads the active configuration without changing it.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { codeOf } from '../../evaluation/expressions/code.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { EvaluationError, Unset, type Value } from '../../values/index.js';
import { isOfType, type Message, objectIn, objectsIn } from '../simulation/bus.js';
import type { Configuration } from './configuration.js';
import { BodyFrame } from '../simulation/frames.js';
import { bodyLayoutOf } from '../simulation/body-layout.js';
import { branchName, type Candidate, type EventOccurrence, type Occurrence, occurrenceName } from './occurrences.js';
import type { Simulation } from '../simulation/simulation.js';
import { contains, parentOf, ROUTING, type StateGraph, type Transition, type Vertex } from './state-graph.js';
import { conditionOf } from '../actions/conditions.js';
import { framed } from '../actions/statement.js';

/** The part of a machine that selection depends on. */
export interface SelectingMachine {
    readonly simulation: Simulation;
    readonly configuration: Configuration;
    readonly graph: StateGraph;
    readonly frame: BodyFrame;
}

const NONE: readonly Transition[] = [];

export class Selection {
    /** the enabled branches of the junctions after the transitions selected last */
    private readonly openBranches = new Map<Vertex, readonly Transition[]>();

    constructor(private readonly host: SelectingMachine) {}

    /**
     * The innermost enabled transition of each active leaf; transitions of nested states take precedence over those of enclosing states.
     */
    candidatesFor(occurrence: Occurrence): readonly Candidate[] {
        this.openBranches.clear();
        const found: Candidate[] = [];
        const single = this.host.configuration.onlyLeaf();
        if (single !== undefined) {
            for (
                let state: Vertex | undefined = single;
                state !== undefined && state.kind !== 'machine' && found.length === 0;
                state = parentOf(state)
            ) {
                this.offer(state, occurrence, found);
            }
            return found;
        }
        const visited = new Set<Vertex>();
        for (const leaf of this.host.configuration.leaves()) {
            for (let state: Vertex | undefined = leaf; state !== undefined && state.kind !== 'machine'; state = parentOf(state)) {
                if (!visited.has(state)) {
                    visited.add(state);
                    if (this.offer(state, occurrence, found)) {
                        break;
                    }
                } else if (found.some(c => c.source === state)) {
                    break;
                }
            }
        }
        return this.withoutClosedJoins(
            found.length < 2 ? found : found.filter(c => !found.some(other => other !== c && contains(c.source, other.source)))
        );
    }

    /** The candidate for the completion of a state. */
    candidateOf(state: Vertex, occurrence: Occurrence): readonly Candidate[] {
        this.openBranches.clear();
        const found: Candidate[] = [];
        this.offer(state, occurrence, found);
        return this.withoutClosedJoins(found);
    }

    private offer(source: Vertex, occurrence: Occurrence, found: Candidate[]): boolean {
        const open = this.enabledOf(source, occurrence);
        if (open.length === 0) {
            return false;
        }
        found.push({ transition: open[0], open, source, occurrence });
        return true;
    }

    /** Removes segments that would complete a join whose outgoing transition is disabled. */
    private withoutClosedJoins(candidates: readonly Candidate[]): readonly Candidate[] {
        const { graph, configuration } = this.host;
        if (graph.joins.length === 0 || candidates.length === 0) {
            return candidates;
        }
        const closed = graph.joins.filter(join => {
            const segments = candidates.filter(c => c.transition.target === join);
            return (
                segments.length > 0 &&
                join.incoming.every(t => configuration.hasArrived(t) || segments.some(c => c.transition === t)) &&
                !join.outgoing.some(t => this.isOpen(t, segments[0].occurrence))
            );
        });
        return closed.length === 0 ? candidates : candidates.filter(c => !closed.includes(c.transition.target));
    }

    /** The enabled transitions out of a state. Guards after the first enabled one are evaluated in a preview. */
    private enabledOf(state: Vertex, occurrence: Occurrence): readonly Transition[] {
        const { outgoing } = state;
        let open = NONE;
        let otherwise: Transition | undefined;
        for (let i = 0; i < outgoing.length; i++) {
            const transition = outgoing[i];
            if (!this.matches(transition, occurrence)) {
                continue;
            }
            if (transition.isElse) {
                otherwise ??= transition;
            } else if (open.length === 0) {
                if (this.isOpen(transition, occurrence)) {
                    open = transition.alone;
                }
            } else if (this.previewed(transition, occurrence)) {
                open = [...open, transition];
            }
        }
        return open.length === 0 && otherwise !== undefined && this.isOpen(otherwise, occurrence) ? otherwise.alone : open;
    }

    private previewed(transition: Transition, occurrence: Occurrence): boolean {
        try {
            return this.host.simulation.preview(() => this.isOpen(transition, occurrence));
        } catch (error) {
            if (!(error instanceof EvaluationError)) {
                throw error;
            }
            const { source } = transition;
            this.host.simulation.scheduler.noteGuard(
                `state ${source.label} on ${occurrenceName(occurrence)}: transition ${branchName(transition)}: ${error.reason} (not selected)`,
                transition.guard
            );
            return false;
        }
    }

    /** Whether a transition's guard holds and, where it targets a junction, one of the junction's branches is enabled. */
    isOpen(transition: Transition, occurrence: Occurrence | undefined): boolean {
        return (
            this.guardHolds(transition, occurrence) &&
            (transition.target.kind === 'choice' ||
                !ROUTING.has(transition.target.kind) ||
                this.branchesOf(transition.target, occurrence).length > 0)
        );
    }

    /**
     * The enabled branches of a routing pseudostate: those whose guard holds, else those without a guard. Junctions keep them until they
     * are taken.
     */
    branchesOf(vertex: Vertex, occurrence: Occurrence | undefined): readonly Transition[] {
        const guarded = vertex.outgoing.filter(t => t.guard !== undefined && this.isOpen(t, occurrence));
        const open = guarded.length > 0 ? guarded : vertex.outgoing.filter(t => t.guard === undefined && this.isOpen(t, occurrence));
        this.openBranches.set(vertex, open);
        return open;
    }

    /** The branches of a junction that were enabled when the transition into it was selected. */
    settledBranchesOf(vertex: Vertex): readonly Transition[] {
        return this.openBranches.get(vertex) ?? NONE;
    }

    guardHolds(transition: Transition, occurrence: Occurrence | undefined): boolean {
        const { guard } = transition;
        if (guard === undefined) {
            return true;
        }
        this.host.frame.run.step();
        const { order, surrogate } = this.host.simulation;
        if (surrogate !== undefined) {
            return surrogate.holds(guard, this.frameOfTransition(transition, occurrence));
        }
        order?.statement();
        try {
            const holds = conditionOf(guard, 'guard')(this.frameOfTransition(transition, occurrence));
            order?.governs([this.host.graph.machine.node!]);
            return holds;
        } catch (error) {
            throw framed(error, `eval guard of state ${transition.source.label}`);
        }
    }

    private matches(transition: Transition, occurrence: Occurrence): boolean {
        const { trigger } = transition;
        if (trigger === undefined) {
            return occurrence.kind === 'completion';
        }
        switch (occurrence.kind) {
            case 'time':
                return occurrence.transition === transition;
            case 'change':
                return occurrence.risen.has(transition);
            case 'completion':
                return false;
            case 'event': {
                if (trigger.kind === 'call') {
                    return trigger.operation === occurrence.name && trigger.parameters.every(p => argumentOf(occurrence, p) !== undefined);
                }
                if (trigger.kind !== 'accept') {
                    return false;
                }
                const { message } = occurrence;
                if (message === undefined) {
                    return trigger.type.name === occurrence.name;
                }
                return (
                    isOfType(message, trigger.type) &&
                    (message.isInjected === true || this.arrivesAt(message, trigger.accept.receiver, transition))
                );
            }
        }
    }

    private arrivesAt(message: Message, receiver: AstNode | undefined, transition: Transition): boolean {
        if (receiver === undefined) {
            return !message.routed;
        }
        return objectsIn(codeOf(receiver)(this.host.configuration.frameOf(transition.source))).some(o => o === message.destination);
    }

    /** Whether an active state defers an event that no transition of it or of a nested state takes. */
    isDeferred(occurrence: EventOccurrence, candidates: readonly Candidate[]): boolean {
        const names = [occurrence.name, ...(occurrence.message?.features ?? []).map(f => nameOf(f) ?? '')];
        return (
            this.host.graph.hasDeferral &&
            this.host.configuration
                .activeStates()
                .some(
                    state =>
                        state.defers.some(d => names.includes(d)) && !candidates.some(c => c.source === state || contains(state, c.source))
                )
        );
    }

    /** The frame of a guard or effect: that of the source state, with the bound payload if any. */
    frameOfTransition(transition: Transition, occurrence: Occurrence | undefined): Frame {
        const outer = this.host.configuration.frameOf(transition.source);
        const { trigger } = transition;
        if (!transition.hasFeatures) {
            return outer;
        }
        const frame = new BodyFrame(this.host.frame.run, bodyLayoutOf(transition.node), outer, this.host.simulation);
        if (trigger === undefined || occurrence?.kind !== 'event') {
            return frame;
        }
        const { payload } = trigger.accept;
        if (trigger.kind === 'call') {
            for (const parameter of payload!.members) {
                frame.write(frame.layout.indexOf.get(parameter)!, argumentOf(occurrence, nameOf(parameter)!)!);
            }
            return frame;
        }
        const index = payload === undefined ? undefined : frame.layout.indexOf.get(payload);
        if (index !== undefined && occurrence.message !== undefined) {
            frame.write(index, occurrence.message.payload);
        }
        return frame;
    }
}

/** The argument of a call's parameter: by name, or a feature of the payload that was sent as the call. */
function argumentOf({ values, message }: EventOccurrence, parameter: string): Value | undefined {
    if (message === undefined) {
        return values?.get(parameter);
    }
    const object = objectIn(message.payload);
    const index = object?.layout.byName.get(parameter);
    if (index === undefined) {
        return undefined;
    }
    const value = object!.read(index);
    return value instanceof Unset ? undefined : value;
}
