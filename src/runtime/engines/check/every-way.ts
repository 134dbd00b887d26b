/** Enumerates all combinations of choices. Does not depend on searches. */
import type { Plan, SearchedRun } from '../../behaviour/index.js';

/**
 * Performs work for every combination of the choices that it makes.
 * @param work follows the plan, then picks the first alternatives; returns its run, or undefined to stop
 */
export function everyWay(before: Plan, work: (plan: Plan) => SearchedRun | undefined): void {
    const plans: Plan[] = [before];
    for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
        const run = work(plan);
        if (run === undefined) {
            return;
        }
        const { picks, counts } = run.trail;
        // Later choices are pushed first, so that the alternatives of the first choice are processed in their order.
        for (let at = picks.length - 1; at >= Math.max(plan.picks.length, before.picks.length); at--) {
            for (let alternative = counts[at] - 1; alternative > 0; alternative--) {
                plans.push({ picks: [...picks.slice(0, at), alternative], counts: counts.slice(0, at + 1) });
            }
        }
    }
}

/**
 * Visits every way of every alternative of a first choice, in the order in which `everyWay` enumerates combinations: further ways of the
 * first alternative come last.
 * @param count number of alternatives
 * @param go returns false to stop
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

/** Returns the choices of a move: the choice of the token or behaviour that moves, if there are several, then the move's own choices. */
export function choicesOf(count: number, position: number, { picks, counts }: Plan): Plan {
    if (count < 2) {
        return { picks, counts };
    }
    return picks.length === 0 ? { picks: [position], counts: [count] } : { picks: [position, ...picks], counts: [count, ...counts] };
}

/** Returns the probability of a run's choices after the known ones. Alternatives without weights have equal probabilities. */
export function shareOf(run: SearchedRun, known: number): number {
    const { picks, counts, weights } = run.trail;
    let share = 1;
    for (let i = known; i < picks.length; i++) {
        share *= weights?.[i]?.[picks[i]] ?? 1 / counts[i];
    }
    return share;
}
