/** The results of an unrolling: states after each number of moves, and failures. Knows no tokens and no machines. */
import type { Plan } from '../../behaviour/index.js';
import type { Term } from '../solver/terms.js';
import type { Values } from './values.js';

/** Something that is reached, and what features hold then. */
export interface Reached {
    readonly reach: Term;
    readonly values: Values;
}

/** Something that goes wrong in a state, or in a move from it. */
export interface Fault {
    readonly kind: 'failure' | 'deadlock';
    readonly depth: number;
    readonly when: Term;
    readonly text: string;
}

/** The symbol of the choice among the moves of a time. */
export interface Choice {
    readonly term: Term;
}

/** A choice of the scheduler: which alternatives are open, and which of them is taken. */
export interface Branches {
    readonly open: readonly Term[];
    readonly taken: number;
}

export interface Unrolled {
    /** the states after each number of moves */
    readonly layers: readonly (readonly Reached[])[];
    /** states in which the behaviour is over */
    readonly ends: readonly Reached[];
    readonly faults: readonly Fault[];
    /** under which a loop would continue after its bound */
    readonly cuts: readonly Term[];
    readonly choices: readonly Choice[];
    /** under which the behaviour is not over at the end of the unrolling */
    readonly open: readonly Term[];
    /** whether there were too many states to go on */
    readonly isCut: boolean;
    /**
     * The choices of the one way that a solver's values select.
     * @param count moves of it, at most
     * @param model a constant for each variable
     * @param isFailing whether the move behind these fails
     */
    plan(count: number, model: Map<Term, Term>, isFailing: boolean): Plan;
}

/** States that are encoded, at most. */
export const MOST_STATES = 20_000;
