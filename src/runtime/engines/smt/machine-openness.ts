/**
 * Which transitions of an unrolled machine are open: guards, and the branches of junctions and choices behind them (contract behaviour 9.4,
 * 10.1, 10.2), as terms over what features hold. Knows no states that are reached.
 */
import type { Transition, Vertex } from '../../behaviour/index.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Branches } from './unrolled.js';
import type { Values, Variants } from './values.js';

/** Under which condition something is open, and under which it can be evaluated whether it is. */
export interface Openness {
    readonly holds: Term;
    readonly isDefined: Term;
}

/** A branch of a pseudostate, under which condition it is the one taken, where the scheduler picks it among others. */
export interface Branch {
    readonly transition: Transition;
    readonly when: Term;
    readonly pick: readonly Branches[];
}

/** The branches of a pseudostate. */
export interface Branching extends Openness {
    readonly branches: readonly Branch[];
}

/** A transition with the branches of the junctions behind it, as they were when it was selected. */
export interface Route {
    readonly when: Term;
    readonly picks: readonly Branches[];
    readonly segments: readonly Transition[];
    readonly end: Vertex;
}

const ALWAYS: Openness = { holds: terms.TRUE, isDefined: terms.TRUE };

/** Whether a transition into a vertex is open by its branches when it is selected. */
const isJunction = ({ kind }: Vertex): boolean => kind === 'junction';

export class TransitionOpenness {
    /** @param frame of the machine */
    constructor(
        private readonly variants: Variants,
        private readonly frame: Frame
    ) {}

    guardOf({ guard }: Transition, read: (term: Term) => Term): Openness {
        if (guard === undefined) {
            return ALWAYS;
        }
        const { term, sides } = this.variants.condition(guard, this.frame);
        return { holds: read(term), isDefined: terms.and(...sides.map(read)) };
    }

    /** Whether a transition's guard holds and a junction behind it lets it through. */
    of(transition: Transition, read: (term: Term) => Term): Openness {
        const guard = this.guardOf(transition, read);
        if (!isJunction(transition.target)) {
            return guard;
        }
        const behind = this.branchesOf(transition.target, read);
        return {
            holds: terms.and(guard.holds, behind.holds),
            isDefined: terms.and(guard.isDefined, terms.or(terms.not(guard.holds), behind.isDefined))
        };
    }

    /** The branches of a junction or a choice: guarded ones that are open, else the others. */
    branchesOf({ outgoing }: Vertex, read: (term: Term) => Term): Branching {
        const openness = (of: readonly Transition[]): readonly (Openness & { readonly transition: Transition })[] =>
            of.map(transition => ({ transition, ...this.of(transition, read) }));
        const guarded = openness(outgoing.filter(t => t.guard !== undefined));
        const others = openness(outgoing.filter(t => t.guard === undefined));
        const closed = terms.and(...guarded.map(g => terms.not(g.holds)));
        const branches = (all: typeof guarded, within: Term): Branch[] => {
            const open = all.map(a => terms.and(within, a.holds));
            return all
                .map(({ transition }, taken) => ({ transition, when: open[taken], pick: open.length < 2 ? [] : [{ open, taken }] }))
                .filter(b => b.when !== terms.FALSE);
        };
        return {
            branches: [...branches(guarded, terms.TRUE), ...branches(others, closed)],
            holds: terms.or(...guarded.map(g => g.holds), ...others.map(o => o.holds)),
            isDefined: terms.and(...guarded.map(g => g.isDefined), terms.or(terms.not(closed), terms.and(...others.map(o => o.isDefined))))
        };
    }

    /** The ways that an open transition may take through the junctions behind it. */
    routes(transition: Transition, values: Values): readonly Route[] {
        const read = this.variants.reader(values);
        const onward = (route: Route): readonly Route[] =>
            isJunction(route.end)
                ? this.branchesOf(route.end, read).branches.flatMap(({ transition: branch, when, pick }) =>
                      onward({
                          when: terms.and(route.when, when),
                          picks: [...route.picks, ...pick],
                          segments: [...route.segments, branch],
                          end: branch.target
                      })
                  )
                : [route];
        return onward({ when: terms.TRUE, picks: [], segments: [transition], end: transition.target });
    }
}

/** Whether a vertex is passed by one of its branches. */
export const isBranching = (vertex: Vertex): boolean => vertex.kind === 'choice' || isJunction(vertex);
