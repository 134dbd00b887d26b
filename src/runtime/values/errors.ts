/**
 * The failure type of evaluation, with the contract's wording.
 *
 * An `EvaluationError` is a failure of the model during evaluation. Rejected requests and findings about a model have other types in other
 * rooms. Does not depend on values or the model.
 */

/** The text given to `--unit` does not denote a unit. */
export class UnitError extends Error {}

/** The heads of evaluation failures; the text after the head is informative only. */
export const ERROR_HEADS = [
    'type mismatch',
    'unresolved reference',
    'unresolved type',
    'object has no such feature',
    'division by zero',
    'arithmetic domain error',
    'arithmetic overflow',
    'index out of range',
    'multiplicity violation',
    'uniqueness violation',
    'cyclic feature value dependency',
    'no value',
    'incommensurable units',
    'not a quantity expression',
    'not a measurement unit',
    'undetermined unit conversion',
    'unsupported operator',
    'unbounded extent',
    'value type cannot be determined',
    'calc argument count mismatch',
    'unbound parameter',
    'unknown parameter',
    'no result expression',
    'calculation returned no value',
    'calculation has no single result',
    'output bound more than once',
    'cyclic output dependency',
    'body parameter count mismatch',
    'variation has no variant selected',
    'not a variant of the variation',
    'not a literal of the enumeration',
    'binding conflict',
    'binding cycle',
    'binding end cannot be resolved',
    'no condition to evaluate',
    'library function is not evaluable',
    'evaluation step limit exceeded',
    'collection element limit exceeded',
    'calc recursion limit exceeded'
] as const;

export type ErrorHead = (typeof ERROR_HEADS)[number];

/** The unknown name of a failure: a name that does not resolve (`P::car`), or the name of a feature that an object does not have. */
export interface UnknownName {
    readonly name: string;
    readonly kind: 'name' | 'feature';
    /** the node of a name that does not resolve */
    readonly node?: object;
    /** the type of the object that lacks a feature of this name */
    readonly type?: object;
}

/**
 * A failed evaluation. `message` reads `<frame>: <frame>: <head>: <detail>`. A repeated frame, or a repeated cycle of frames, is written
 * once with its count (`calc P::f: … 12 frames: …`).
 */
export class EvaluationError extends Error {
    readonly head: string;
    readonly detail: string;
    /** the unknown name, for suggestions */
    readonly unknown: UnknownName | undefined;
    /** innermost first: each frame is added while the failure propagates */
    private readonly frames: string[] = [];

    /**
     * @param head one of {@link ERROR_HEADS}, or the complete text where the contract fixes another one
     * @param detail the text after the head; may be empty
     * @param unknown the unknown name
     */
    constructor(head: ErrorHead | (string & {}), detail = '', unknown?: UnknownName) {
        super(detail === '' ? head : `${head}: ${detail}`);
        this.name = 'EvaluationError';
        this.head = head;
        this.detail = detail;
        this.unknown = unknown;
        Object.defineProperty(this, 'message', { get: () => this.text(), configurable: true });
    }

    /** Adds a frame to the failure (`calc P::f`, `feature value Loop.p`). @returns this error */
    within(frame: string): this {
        this.frames.push(frame);
        return this;
    }

    /** A copy of the failure with its frames so far, to report a memoized failure again. */
    again(): EvaluationError {
        const copy = new EvaluationError(this.head, this.detail, this.unknown);
        copy.frames.push(...this.frames);
        return copy;
    }

    /** The failure without its frames. */
    get reason(): string {
        return this.detail === '' ? this.head : `${this.head}: ${this.detail}`;
    }

    /** Whether a feature that was read has no value. It may get one later. */
    get isOfAbsence(): boolean {
        return /^(type mismatch: )?no value(:| for feature |$)/.test(this.reason);
    }

    /** Whether a feature that requires a value has none. */
    get isOfEmptiness(): boolean {
        return this.head === 'multiplicity violation' && this.detail.startsWith('0 value');
    }

    private text(): string {
        const parts: string[] = [];
        const outside = [...this.frames].reverse();
        for (let i = 0; i < outside.length;) {
            const { period, length } = recursionAt(outside, i);
            parts.push(...outside.slice(i, i + period));
            if (length > period) {
                parts.push(`… ${length} frames`);
            }
            i += length;
        }
        parts.push(this.reason);
        return parts.join(': ');
    }
}

/** The longest cycle of calls that is recognized as a recursion: the number of calculations that call each other in turn. */
const LONGEST_CYCLE = 8;

/**
 * The shortest cycle of frames that repeats from an index on, with the number of frames that the repetitions cover. A frame without
 * repetition is a cycle of one.
 */
function recursionAt(frames: readonly string[], start: number): { readonly period: number; readonly length: number } {
    for (let period = 1; period <= LONGEST_CYCLE; period++) {
        let end = start + period;
        while (end < frames.length && frames[end] === frames[end - period]) {
            end++;
        }
        const length = Math.floor((end - start) / period) * period;
        if (length > period) {
            return { period, length };
        }
    }
    return { period: 1, length: 1 };
}

/** `unresolved reference: <name>`. */
export function unresolvedReference(name: string, node?: object): EvaluationError {
    return new EvaluationError('unresolved reference', name, { name, kind: 'name', node });
}

/** `unresolved type: <name>`. */
export function unresolvedType(name: string, node: object): EvaluationError {
    return new EvaluationError('unresolved type', name, { name, kind: 'name', node });
}

/** `object has no such feature: member <name> not found in <of>`. */
export function noSuchFeature(name: string, of = 'instance', type?: object): EvaluationError {
    return new EvaluationError('object has no such feature', `member ${name} not found in ${of}`, { name, kind: 'feature', type });
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
