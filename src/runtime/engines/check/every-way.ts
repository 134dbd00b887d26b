/** Every combination of the choices that something meets. Knows no search. */
import type { Plan, SearchedRun } from '../../behaviour/index.js';

/**
 * Does something with every combination of the choices that it meets.
 * @param work follows a plan, then first alternatives; answers the run that did, undefined to end
 */
export function everyWay(before: Plan, work: (plan: Plan) => SearchedRun | undefined): void {
    const plans: Plan[] = [before];
    for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
        const run = work(plan);
        if (run === undefined) {
            return;
        }
        const { picks, counts } = run.trail;
        // Later choices first: the alternatives of the first one come out in their order.
        for (let at = picks.length - 1; at >= Math.max(plan.picks.length, before.picks.length); at--) {
            for (let alternative = counts[at] - 1; alternative > 0; alternative--) {
                plans.push({ picks: [...picks.slice(0, at), alternative], counts: counts.slice(0, at + 1) });
            }
        }
    }
}

/**
 * Goes every way of every alternative of a first choice, in the order in which combinations of choices come out: other ways of the first
 * alternative come last.
 * @param count of alternatives
 * @param go answers false to end
 */
export function everyWayOf<W>(count: number, waysOf: (position: number) => readonly W[], go: (position: number, way: W) => boolean): void {
    const [first, ...others] = waysOf(0);
    if (first === undefined || !go(0, first)) {
        return;
    }
    for (let position = 1; position < count; position++) {
        if (!waysOf(position).every(way => go(position, way))) {
            return;
        }
    }
    others.every(way => go(0, way));
}

/** The choices of a move: who makes it, where that is open, then its own. */
export function choicesOf(count: number, position: number, { picks, counts }: Plan): Plan {
    if (count < 2) {
        return { picks, counts };
    }
    return picks.length === 0 ? { picks: [position], counts: [count] } : { picks: [position, ...picks], counts: [count, ...counts] };
}

/** How probable the choices of a run are that come after the known ones: those without weights are alike. */
export function shareOf(run: SearchedRun, known: number): number {
    const { picks, counts, weights } = run.trail;
    let share = 1;
    for (let i = known; i < picks.length; i++) {
        share *= weights?.[i]?.[picks[i]] ?? 1 / counts[i];
    }
    return share;
}
