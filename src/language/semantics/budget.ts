/**
 * The budget of an analysis: the steps that names and types may take to be resolved. Steps are counted where their number can grow faster
 * than the text, and not in time, so that the same model always has the same findings. Knows no rule of resolution.
 */

/** What is thrown when the steps of an analysis are used up. */
export class BudgetExceeded extends Error {}

let left = Infinity;

/** Counts one step. @throws BudgetExceeded when there is none left */
export function spend(): void {
    if (--left < 0) {
        throw new BudgetExceeded('the steps of the analysis are used up');
    }
}

/** Does something with a number of steps; they count for the budget around it, too. */
export function withBudget<T>(steps: number, work: () => T): T {
    return new Budget(steps).during(work);
}

/** A number of steps for work that is done in several parts. */
export class Budget {
    constructor(private remaining: number) {}

    /** Does a part of the work. Its steps count for the budget around it, too. @throws BudgetExceeded when the steps are used up */
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
