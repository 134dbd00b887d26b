/**
 * The context of a query or document: the model, a run that evaluates its declarations, the held objects and the budgets. All queries of
 * one request share one context.
 */
import type { Model } from '../language/workspace/workspace.js';
import { type HeldObjects, type Population, startRun } from '../runtime/behaviour/index.js';
import type { BehaviourOptions } from '../runtime/behaviour/index.js';
import type { Run } from '../runtime/evaluation/index.js';
import { QueryFault } from './faults.js';

/**
 * Bounds of one query (contract: views 10, 7): the number of elements and objects that it visits, the number of queries that it invokes,
 * and the depth of these invocations.
 */
export const MOST_VISITS = 1_000_000;
export const MOST_INVOCATIONS = 1_000;
export const DEEPEST_INVOCATION = 32;

export class QueryContext {
    /** evaluates the features of declarations */
    readonly run: Run;
    private visits = 0;

    /** @param held the objects made by Instantiate; undefined where no objects can be held, and operations on objects are refused */
    constructor(
        readonly model: Model,
        private readonly held: HeldObjects | undefined,
        private readonly options: BehaviourOptions = {}
    ) {
        this.run = startRun(model, options);
        this.populations.forEach(p => p.lend(() => options.checkCancelled?.()));
    }

    /** Whether objects can be held. */
    get hasRuntime(): boolean {
        return this.held !== undefined;
    }

    /** The populations of held objects, in the order in which they were made. */
    get populations(): readonly Population[] {
        return this.held?.populations ?? [];
    }

    /** Counts one visited element or object. @throws QueryFault beyond the budget */
    visit(): void {
        this.visits++;
        if (this.visits > MOST_VISITS) {
            throw new QueryFault('exhausted', `the visit budget is exhausted: the query reaches more than ${MOST_VISITS} elements`);
        }
        if ((this.visits & 1023) === 0) {
            this.options.checkCancelled?.();
        }
    }

    /** Resets the budgets for the next query of the same request. */
    restart(): void {
        this.visits = 0;
        this.run.restart();
    }
}
