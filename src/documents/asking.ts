/**
 * What a question stands in: the model, a run that reads what elements declare, the objects that are held, and the budgets. One for a call:
 * whatever queries a document has read the same.
 */
import type { Model } from '../language/workspace/workspace.js';
import { type HeldObjects, type Population, startRun } from '../runtime/behaviour/index.js';
import type { BehaviourOptions } from '../runtime/behaviour/index.js';
import type { Run } from '../runtime/evaluation/index.js';
import { QueryFault } from './faults.js';

/**
 * Bounds of one query (contract: views 10, 7): elements and objects that it reaches, queries that it invokes,
 * and how deep these are nested.
 */
export const MOST_VISITS = 1_000_000;
export const MOST_INVOCATIONS = 1_000;
export const DEEPEST_INVOCATION = 32;

export class Asking {
    /** reads what elements declare */
    readonly run: Run;
    private visits = 0;

    /** @param held undefined where no objects can be held at all: object operations are refused there */
    constructor(
        readonly model: Model,
        private readonly held: HeldObjects | undefined,
        private readonly options: BehaviourOptions = {}
    ) {
        this.run = startRun(model, options);
        this.populations.forEach(p => p.lend(() => options.checkCancelled?.()));
    }

    /** Whether objects could be held. */
    get hasRuntime(): boolean {
        return this.held !== undefined;
    }

    /** What is held, in the order in which it was made. */
    get populations(): readonly Population[] {
        return this.held?.populations ?? [];
    }

    /** Counts something that was reached. @throws QueryFault when that was too much */
    visit(): void {
        this.visits++;
        if (this.visits > MOST_VISITS) {
            throw new QueryFault('exhausted', `the visit budget is exhausted: the query reaches more than ${MOST_VISITS} elements`);
        }
        if ((this.visits & 1023) === 0) {
            this.options.checkCancelled?.();
        }
    }

    /** Gives the next query of the same question whole budgets. */
    restart(): void {
        this.visits = 0;
        this.run.restart();
    }
}
