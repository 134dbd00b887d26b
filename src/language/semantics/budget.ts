/**
 * The budget of an analysis: the number of steps for resolving names and types. Steps are counted where their number may grow faster than
 * the text; counting steps instead of time makes findings reproducible. Does not depend on the rules of resolution.
 */

/** Thrown when the steps of an analysis are exhausted. */
export class BudgetExceeded extends Error {}

let left = Infinity;

/** Counts one step. @throws BudgetExceeded when none is left */
export function spend(): void {
    if (--left < 0) {
        throw new BudgetExceeded('the steps of the analysis are used up');
    }
}

/** Runs a function with a number of steps, which also count against the enclosing budget. @throws BudgetExceeded */
export function withBudget<T>(steps: number, work: () => T): T {
    return new Budget(steps).during(work);
}

/** A budget for work that is done in several parts. */
export class Budget {
    constructor(private remaining: number) {}

    /** Runs a part of the work. Its steps also count against the enclosing budget. @throws BudgetExceeded when the steps are exhausted */
    during<T>(work: () => T): T {
        const outer = left;
        const mine = Math.min(outer, this.remaining);
        left = mine;
        try {
            return work();
        } finally {
            const used = mine - Math.max(0, left);
            this.remaining -= used;
            left = outer - used;
        }
    }
}
