/** The schedule of the one way through an unrolling that a solver's values select. Knows no solver. */
import { isGathered, type Plan, type Token, type Tokens } from '../../behaviour/index.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Unrolled } from './unrolled.js';
import { type Move, type Spot, spotsAfter, type State, tokensAt, type Unrolling } from './unrolling.js';

/** The unrolled action that a path is read from. */
export function unrolledAction(unrolling: Unrolling): Unrolled {
    const { layers, faults, cuts, choices, open, isCut } = unrolling;
    const ends = layers.flat().filter(s => s.spots.length === 0);
    const plan: Unrolled['plan'] = (count, model, isFailing) => planOf(layers[0][0], count, model, isFailing);
    return { layers, ends, faults, cuts, choices, open, isCut, plan };
}

/**
 * The choices of a way: of the token that moves, where several can, and of the branch of a decision, where several are open.
 * @param count moves of it, at most
 * @param model a constant for each variable
 * @param isFailing whether the move behind these fails
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
    // The executor numbers tokens as they come: unlike the states of an unrolling, their order is that of the way.
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
