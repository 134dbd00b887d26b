/**
 * Which transitions an occurrence enables (contract behaviour 9.4, 10.2, 10.6): triggers, guards, junctions behind them, deferral. Reads the
 * active configuration and changes nothing.
 */
import type { AstNode } from 'langium';
import { codeOf } from '../expressions/compile.js';
import type { Frame } from '../expressions/frame.js';
import { EvaluationError } from '../values/index.js';
import { isOfType, type Message, objectIn } from './bus.js';
import type { Configuration } from './configuration.js';
import { BodyFrame, bodyLayoutOf } from './frames.js';
import { branchName, type Candidate, type EventOccurrence, type Occurrence, occurrenceName } from './occurrences.js';
import type { Simulation } from './simulation.js';
import { contains, parentOf, type StateGraph, type Transition, type Vertex } from './state-graph.js';
import { conditionOf, framed } from './statements.js';

/** The machine, as selection sees it. */
export interface SelectingMachine {
    readonly simulation: Simulation;
    readonly configuration: Configuration;
    readonly graph: StateGraph;
    readonly frame: BodyFrame;
}

export class Selection {
    constructor(private readonly host: SelectingMachine) {}

    /** For each active leaf the innermost enabled transition; what an enclosing state offers loses to what is nested in it. */
    candidatesFor(occurrence: Occurrence): Candidate[] {
        const single = this.host.configuration.onlyLeaf();
        if (single !== undefined) {
            for (let state: Vertex | undefined = single; state !== undefined && state.kind !== 'machine'; state = parentOf(state)) {
                const open = this.enabledOf(state, occurrence);
                if (open.length > 0) {
                    return [{ transition: open[0], open, source: state, occurrence }];
                }
            }
            return [];
        }
        const found: Candidate[] = [];
        const settled = new Set<Vertex>();
        for (const leaf of this.host.configuration.leaves()) {
            for (let state: Vertex | undefined = leaf; state !== undefined && state.kind !== 'machine'; state = parentOf(state)) {
                if (settled.has(state)) {
                    if (found.some(c => c.source === state)) {
                        break;
                    }
                    continue;
                }
                settled.add(state);
                const open = this.enabledOf(state, occurrence);
                if (open.length > 0) {
                    found.push({ transition: open[0], open, source: state, occurrence });
                    break;
                }
            }
        }
        return found.length < 2 ? found : found.filter(c => !found.some(other => other !== c && contains(c.source, other.source)));
    }

    /** The enabled transitions out of a state; those behind the first one are read in an undone preview. */
    enabledOf(state: Vertex, occurrence: Occurrence): Transition[] {
        const open: Transition[] = [];
        const { outgoing } = state;
        for (let i = 0; i < outgoing.length; i++) {
            const transition = outgoing[i];
            if (transition.isElse || !this.matches(transition, occurrence)) {
                continue;
            }
            if (open.length === 0) {
                if (this.isOpen(transition, occurrence)) {
                    open.push(transition);
                }
            } else if (this.previewed(transition, occurrence)) {
                open.push(transition);
            }
        }
        if (open.length === 0) {
            const otherwise = outgoing.find(t => t.isElse && this.matches(t, occurrence));
            return otherwise !== undefined && this.isOpen(otherwise, occurrence) ? [otherwise] : open;
        }
        return open;
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
                `state ${source.label} on ${occurrenceName(occurrence)}: transition ${branchName(transition)}: ${error.reason} (not selected)`, transition.guard);
            return false;
        }
    }

    /** Whether a transition's guard holds and a junction behind it lets it through. */
    private isOpen(transition: Transition, occurrence: Occurrence): boolean {
        return this.guardHolds(transition, occurrence) && this.leadsOn(transition.target, occurrence, new Set());
    }

    private leadsOn(target: Vertex, occurrence: Occurrence, seen: Set<Vertex>): boolean {
        if (target.kind !== 'junction' && target.kind !== 'entry' && target.kind !== 'exit') {
            return true;
        }
        if (seen.has(target)) {
            throw new EvaluationError('cycle of pseudostates', `at ${target.name}`);
        }
        seen.add(target);
        return target.outgoing.some(t => this.guardHolds(t, occurrence) && this.leadsOn(t.target, occurrence, seen));
    }

    guardHolds(transition: Transition, occurrence: Occurrence | undefined): boolean {
        const { guard } = transition;
        if (guard === undefined) {
            return true;
        }
        this.host.frame.run.step();
        try {
            return conditionOf(guard, 'guard')(this.frameOfTransition(transition, occurrence));
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
            case 'time': return occurrence.transition === transition;
            case 'change': return occurrence.risen.has(transition);
            case 'completion': return false;
            case 'event': {
                if (trigger.kind === 'call') {
                    return occurrence.message === undefined && trigger.operation === occurrence.name && trigger.parameters.length === 0;
                }
                if (trigger.kind !== 'accept') {
                    return false;
                }
                const { message } = occurrence;
                if (message === undefined) {
                    return trigger.type.name === occurrence.name;
                }
                return isOfType(message, trigger.type) && this.arrivesAt(message, trigger.accept.receiver, transition);
            }
        }
    }

    private arrivesAt(message: Message, receiver: AstNode | undefined, transition: Transition): boolean {
        if (receiver === undefined) {
            return !message.routed;
        }
        return objectIn(codeOf(receiver)(this.host.configuration.frameOf(transition.source))) === message.destination;
    }

    /** Whether an active state defers an event that no transition from within it takes. */
    isDeferred(occurrence: EventOccurrence, candidates: readonly Candidate[]): boolean {
        return this.host.graph.hasDeferral && this.host.configuration.activeStates().some(state => state.defers.includes(occurrence.name)
            && !candidates.some(c => c.source === state || contains(state, c.source)));
    }

    /** The frame of a guard or effect: the source's, with the payload when it is bound. */
    frameOfTransition(transition: Transition, occurrence: Occurrence | undefined): Frame {
        const outer = this.host.configuration.frameOf(transition.source);
        if (!transition.bindsPayload || occurrence?.kind !== 'event') {
            return outer;
        }
        const payload = transition.trigger!.accept.payload!;
        const frame = new BodyFrame(this.host.frame.run, bodyLayoutOf(transition.node), outer, this.host.simulation);
        const index = frame.layout.indexOf.get(payload);
        if (index !== undefined && occurrence.message !== undefined) {
            frame.write(index, occurrence.message.payload);
        }
        return frame;
    }
}
