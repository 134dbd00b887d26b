/**
 * The one failure type of evaluation, with the contract's wording.
 *
 * An `EvaluationError` means that the model did not do what was asked: an in-body failure. Requests that are
 * unacceptable and findings about a model are other types in other rooms. This file knows no values and no model.
 */

/** The heads an evaluation failure may begin with; the text after the head is for reading only. */
export const ERROR_HEADS = [
    'type mismatch', 'unresolved reference', 'unresolved type', 'object has no such feature', 'division by zero',
    'arithmetic domain error', 'arithmetic overflow', 'index out of range', 'multiplicity violation',
    'cyclic feature value dependency', 'no value', 'incommensurable units', 'not a quantity expression',
    'not a measurement unit', 'undetermined unit conversion', 'unsupported operator', 'value type cannot be determined',
    'calc argument count mismatch', 'unbound parameter', 'unknown parameter', 'no result expression',
    'calculation returned no value', 'calculation has no single result', 'output bound more than once',
    'cyclic output dependency', 'body parameter count mismatch', 'variation has no variant selected',
    'not a variant of the variation', 'not a literal of the enumeration', 'binding conflict', 'binding cycle',
    'binding end cannot be resolved', 'no condition to evaluate', 'library function is not evaluable',
    'evaluation step limit exceeded', 'collection element limit exceeded', 'calc recursion limit exceeded',
] as const;

export type ErrorHead = typeof ERROR_HEADS[number];

/**
 * A failed evaluation. `message` reads `<frame>: <frame>: <head>: <detail>`; a frame that repeats the one outside it
 * is counted (`calc P::f: … 12 frames: …`) instead of repeated.
 */
export class EvaluationError extends Error {
    readonly head: string;
    readonly detail: string;
    /** Innermost first: a frame is added as the failure leaves it. */
    private readonly frames: string[] = [];

    /**
     * @param head one of {@link ERROR_HEADS}, or the whole text where the contract fixes another one
     * @param detail what follows the head; empty for none
     */
    constructor(head: ErrorHead | (string & {}), detail = '') {
        super(detail === '' ? head : `${head}: ${detail}`);
        this.name = 'EvaluationError';
        this.head = head;
        this.detail = detail;
        Object.defineProperty(this, 'message', { get: () => this.text(), configurable: true });
    }

    /** Adds a frame around the failure (`calc P::f`, `feature value Loop.p`) and answers this same error. */
    within(frame: string): this {
        this.frames.push(frame);
        return this;
    }

    /** The failure without its frames. */
    get reason(): string {
        return this.detail === '' ? this.head : `${this.head}: ${this.detail}`;
    }

    private text(): string {
        const parts: string[] = [];
        for (let i = this.frames.length - 1; i >= 0;) {
            let run = 1;
            while (i - run >= 0 && this.frames[i - run] === this.frames[i]) {
                run++;
            }
            parts.push(this.frames[i]);
            if (run > 1) {
                parts.push(`… ${run} frames`);
            }
            i -= run;
        }
        parts.push(this.reason);
        return parts.join(': ');
    }
}

/** `type mismatch: <detail>`. */
export function typeMismatch(detail: string): EvaluationError {
    return new EvaluationError('type mismatch', detail);
}

/** `division by zero`. */
export function divisionByZero(): EvaluationError {
    return new EvaluationError('division by zero');
}

/** `arithmetic overflow: result is not a finite Real`, or another overflow text. */
export function arithmeticOverflow(detail = 'result is not a finite Real'): EvaluationError {
    return new EvaluationError('arithmetic overflow', detail);
}

/** `arithmetic domain error: <detail>`. */
export function domainError(detail: string): EvaluationError {
    return new EvaluationError('arithmetic domain error', detail);
}

/** `index out of range: <detail>`. */
export function indexOutOfRange(detail: string): EvaluationError {
    return new EvaluationError('index out of range', detail);
}
