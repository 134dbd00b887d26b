/** Where an unrolled machine is, and the ways that a move takes from there to the next places. Knows no transitions that are open. */
import type { Transition, Vertex } from '../../behaviour/index.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Branches, Reached } from './unrolled.js';
import { merged, type Values } from './values.js';

/** A timer of an active state. */
interface Waiting {
    readonly transition: Transition;
    /** seconds until it is due */
    readonly left: number;
}

/** Where a machine is. */
interface Place {
    /** the innermost active state; undefined once it has ended */
    readonly at: Vertex | undefined;
    /** whether a completion waits: of that, or of the state that it is the end of */
    readonly isCompleted: boolean;
    /** in the order in which they were set */
    readonly timers: readonly Waiting[];
}

export interface State extends Place, Reached {
    reach: Term;
    values: Values;
    readonly moves: Move[];
}

/** A move; one that fails leads nowhere. */
export interface Move {
    readonly when: Term;
    readonly picks: readonly Branches[];
    readonly to: State | undefined;
}

/** One of the ways on which a move has come so far. */
export interface Way extends Place {
    readonly when: Term;
    readonly picks: readonly Branches[];
    readonly values: Values;
}

/** A condition that a state waits for, as two features: whether it was true when it was looked at last, and whether that was used up. */
export interface Watch {
    readonly transition: Transition;
    readonly wasTrue: Term;
    readonly isSpent: Term;
}

/** What comes of an occurrence. */
export interface Fired {
    readonly taken: readonly Way[];
    readonly stays: readonly Way[];
}

/** A way under one more condition. */
export const withCondition = <W extends Way>(way: W, when: Term): W => ({ ...way, when: terms.and(way.when, when) });

/** The ways whose condition can hold. */
export const possible = (ways: readonly Way[]): readonly Way[] => ways.filter(w => w.when !== terms.FALSE);

/** The state of a way among those that are reached by as many moves. */
export function arrival(next: Map<string, State>, { at, isCompleted, timers, values }: Way, reach: Term): State {
    const waits = timers.map(t => `${t.transition.id}:${t.left}`).join(' ');
    const key = at === undefined ? 'ended' : `${at.id} ${isCompleted} ${waits}`;
    const known = next.get(key);
    if (known === undefined) {
        const made: State = { at, isCompleted, timers, reach, values, moves: [] };
        next.set(key, made);
        return made;
    }
    known.values = merged(reach, values, known.values);
    known.reach = terms.or(known.reach, reach);
    return known;
}
