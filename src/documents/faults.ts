/** Why a query or a document has no answer. The word in front of a text (`unknown-property`) is the contract's (views 6.6). */

/**
 * `notFound` and `unacceptable`: what was asked for; `definition`: the query, the document or the model it reads; `exhausted`: a budget.
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

    /** Adds what the fault happened in (`query P::q`, `column x`) and answers this same fault. */
    within(frame: string): this {
        this.frames.push(frame);
        return this;
    }
}

/** Words that tell apart what goes wrong while a query runs. */
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

/** A fault of a query's definition or of the model that it reads. */
export const definitionFault = (word: FaultWord, text: string): QueryFault => new QueryFault('definition', `${word}: ${text}`);

/** Does something; a fault of it happened in what the frame names. */
export function within<T>(frame: string, work: () => T): T {
    try {
        return work();
    } catch (error) {
        throw error instanceof QueryFault ? error.within(frame) : error;
    }
}
