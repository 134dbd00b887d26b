/** The results of an unrolling: states after each number of moves, and failures. Does not depend on tokens or machines. */
import type { Plan } from '../../behaviour/index.js';
import type { Term } from '../solver/terms.js';
import type { Values } from './values.js';

/** A reached state: the condition under which it is reached, and the values of features in it. */
export interface Reached {
    readonly reach: Term;
    readonly values: Values;
}

/** An error in a state, or in a move from it. */
export interface Fault {
    readonly kind: 'failure' | 'deadlock';
    readonly depth: number;
    readonly when: Term;
    readonly text: string;
}

/** The symbol for the choice among the moves after a number of moves. */
export interface Choice {
    readonly term: Term;
}

/** A choice of the scheduler: the conditions of its alternatives, and the index of the taken one. */
export interface Branches {
    readonly open: readonly Term[];
    readonly taken: number;
}

export interface Unrolled {
    /** states after each number of moves */
    readonly layers: readonly (readonly Reached[])[];
    /** states in which the behaviour has ended */
    readonly ends: readonly Reached[];
    readonly faults: readonly Fault[];
    /** conditions under which a loop would continue beyond its limit */
    readonly cuts: readonly Term[];
    readonly choices: readonly Choice[];
    /** conditions under which the behaviour has not ended at the end of the unrolling */
    readonly open: readonly Term[];
    /** whether the unrolling stopped because of too many states */
    readonly isCut: boolean;
    /**
     * Returns the choices of the way that a solver's values select.
     * @param count greatest number of its moves
     * @param model a constant for each variable
     * @param isFailing whether the next move fails
     */
    plan(count: number, model: Map<Term, Term>, isFailing: boolean): Plan;
}

/** Greatest number of encoded states. */
export const MOST_STATES = 20_000;
