// The query context of a call on documents, and the status codes of query faults.

import { HeldObjects } from '../../runtime/behaviour/index.js';
import { QueryContext, QueryFault, type FaultKind } from '../../documents/index.js';
import { Code, Refusal } from '../../wire/status.js';
import type { CallContext, Services } from './operation.js';
import { runOptions } from './runs.js';

const CODES: Readonly<Record<FaultKind, Code>> = {
    notFound: Code.notFound,
    unacceptable: Code.invalidArgument,
    definition: Code.failedPrecondition,
    exhausted: Code.resourceExhausted
};

/**
 * Runs `evaluate` with the query context of a call: its model and the objects held for it.
 * @throws Refusal for a query fault
 */
export function withQueryContext<T>(services: Services, context: CallContext, evaluate: (queryContext: QueryContext) => T): T {
    const held = services.held.of(context.model, () => new HeldObjects());
    try {
        return evaluate(new QueryContext(context.model, held, runOptions(services, context)));
    } catch (error) {
        throw error instanceof QueryFault ? new Refusal(CODES[error.kind], error.message) : error;
    }
}
