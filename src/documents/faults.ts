/** Faults of queries and documents. The contract defines the word that begins a message (`unknown-property`; views 6.6). */

/**
 * The source of a fault: `notFound` and `unacceptable`: the request; `definition`: the query, the document or the model; `exhausted`: a
 * budget.
 */
export type FaultKind = 'notFound' | 'unacceptable' | 'definition' | 'exhausted';

export class QueryFault extends Error {
    override readonly name = 'QueryFault';
    private readonly frames: string[] = [];

    constructor(
        readonly kind: FaultKind,
        private readonly reason: string
    ) {
        super(reason);
        Object.defineProperty(this, 'message', { get: () => [...[...this.frames].reverse(), this.reason].join(': '), configurable: true });
    }

    /** Adds an enclosing frame (`query P::q`, `column x`) to the message. @returns this fault */
    within(frame: string): this {
        this.frames.push(frame);
        return this;
    }
}

/** Words for the kinds of faults at run time (contract: views 6.6). */
export type FaultWord =
    | 'unknown-classification'
    | 'unknown-property'
    | 'invalid-argument'
    | 'invalid-order'
    | 'unevaluable-feature'
    | 'column-cardinality'
    | 'column-incommensurable'
    | 'column-absent'
    | 'incomplete-validation'
    | 'object-row'
    | 'verdict-row'
    | 'state-row'
    | 'event-row'
    | 'no-state-machine'
    | 'unknown-state'
    | 'invalid-interval'
    | 'trace-truncated'
    | 'no-runtime';

/** A fault in a query's definition or in the model that it reads. */
export const definitionFault = (word: FaultWord, text: string): QueryFault => new QueryFault('definition', `${word}: ${text}`);

/** Runs `work` and adds `frame` to a fault that it throws. */
export function within<T>(frame: string, work: () => T): T {
    try {
        return work();
    } catch (error) {
        throw error instanceof QueryFault ? error.within(frame) : error;
    }
}
