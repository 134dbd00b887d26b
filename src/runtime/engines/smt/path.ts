/** Returns the schedule of the way through an unrolling that the values of a solver select. Does not depend on solvers. */
import { isGathered, type Plan, type Token, type Tokens } from '../../behaviour/index.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Unrolled } from './unrolled.js';
import { type Move, type Spot, spotsAfter, type State, tokensAt, type Unrolling } from './unrolling.js';

/** Returns the common form of an unrolled action. */
export function unrolledAction(unrolling: Unrolling): Unrolled {
    const { layers, faults, cuts, choices, open, isCut } = unrolling;
    const ends = layers.flat().filter(s => s.spots.length === 0);
    const plan: Unrolled['plan'] = (count, model, isFailing) => planOf(layers[0][0], count, model, isFailing);
    return { layers, ends, faults, cuts, choices, open, isCut, plan };
}

/**
 * Returns the choices of a way: the token that moves, if several can, and the branch of a decision, if several are open.
 * @param count greatest number of its moves
 * @param model a constant for each variable
 * @param isFailing whether the next move fails
 */
function planOf(from: State, count: number, model: Map<Term, Term>, isFailing: boolean): Plan {
    const picks: number[] = [];
    const counts: number[] = [];
    const pick = (at: number, of: number): void => {
        if (of > 1) {
            picks.push(at);
            counts.push(of);
        }
    };
    const isTrue = (term: Term): boolean => terms.substituted(term, model) === terms.TRUE;
    // The order here is that of the way and not that of the unrolling's states, because the executor numbers tokens in the order of their
    // creation.
    let spots: readonly Spot[] = from.spots;
    const choose = (move: Move, tokens: Tokens): Token => {
        const able = tokens.all.filter(t => !t.node.gathers || isGathered(t, tokens));
        const at = able.findIndex(t => t.node === move.spot.node && t.edge === move.spot.edge);
        if (tokens.all.length > 1) {
            pick(at, able.length);
        }
        return able[at];
    };
    let state: State | undefined = from;
    for (let i = 0; i < count && state !== undefined; i++) {
        const taken: Move | undefined = state.moves.find(m => isTrue(m.when));
        if (taken === undefined) {
            break;
        }
        const tokens = tokensAt(spots);
        const token = choose(taken, tokens);
        if (taken.branches !== undefined) {
            const open = taken.branches.open.map(isTrue);
            pick(open.slice(0, taken.branches.taken).filter(Boolean).length, open.filter(Boolean).length);
        }
        spots = spotsAfter(token, tokens, { edges: taken.edges });
        state = taken.to;
    }
    const failing = isFailing ? state?.moves.find(m => m.failures.some(f => isTrue(f.when))) : undefined;
    if (failing !== undefined) {
        choose(failing, tokensAt(spots));
    }
    return { picks, counts };
}
