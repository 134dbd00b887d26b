// What the operations on documents share: the question over the call's model and the objects held for it, and how its faults are refused.

import { HeldObjects } from '../../runtime/behaviour/index.js';
import { Asking, QueryFault, type FaultKind } from '../../documents/index.js';
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
 * Evaluates a document query on the model of a call.
 * @throws Refusal for a query that has no answer
 */
export function askDocuments<T>(services: Services, context: CallContext, ask: (asking: Asking) => T): T {
    const held = services.held.of(context.model, () => new HeldObjects());
    try {
        return ask(new Asking(context.model, held, runOptions(services, context)));
    } catch (error) {
        throw error instanceof QueryFault ? new Refusal(CODES[error.kind], error.message) : error;
    }
}
