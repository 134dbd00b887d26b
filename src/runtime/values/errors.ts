/**
 * The one failure type of evaluation, with the contract's wording.
 *
 * An `EvaluationError` means that the model did not do what was asked: an in-body failure. Requests that are
 * unacceptable and findings about a model are other types in other rooms. This file knows no values and no model.
 */

/** What `--unit` names is no unit; the message says so. */
export class UnitError extends Error {}

/** The heads an evaluation failure may begin with; the text after the head is for reading only. */
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

/** A name that a failure does not know: one that stands for itself (`P::car`), or that of a feature which some object lacks. */
export interface UnknownName {
    readonly name: string;
    readonly kind: 'name' | 'feature';
    /** the node of a name that resolves to nothing at its place */
    readonly node?: object;
    /** the type of the object that lacks a feature of this name */
    readonly type?: object;
}

/**
 * A failed evaluation. `message` reads `<frame>: <frame>: <head>: <detail>`; a frame that repeats the one outside it
 * is counted (`calc P::f: … 12 frames: …`) instead of repeated, and so is a round of frames.
 */
export class EvaluationError extends Error {
    readonly head: string;
    readonly detail: string;
    /** the name that is unknown, for those who suggest others */
    readonly unknown: UnknownName | undefined;
    /** Innermost first: a frame is added as the failure leaves it. */
    private readonly frames: string[] = [];

    /**
     * @param head one of {@link ERROR_HEADS}, or the whole text where the contract fixes another one
     * @param detail what follows the head; empty for none
     * @param unknown the name that is unknown
     */
    constructor(head: ErrorHead | (string & {}), detail = '', unknown?: UnknownName) {
        super(detail === '' ? head : `${head}: ${detail}`);
        this.name = 'EvaluationError';
        this.head = head;
        this.detail = detail;
        this.unknown = unknown;
        Object.defineProperty(this, 'message', { get: () => this.text(), configurable: true });
    }

    /** Adds a frame around the failure (`calc P::f`, `feature value Loop.p`) and answers this same error. */
    within(frame: string): this {
        this.frames.push(frame);
        return this;
    }

    /** The same failure, with the frames that it has by now: what failed once fails alike when it is asked again. */
    again(): EvaluationError {
        const copy = new EvaluationError(this.head, this.detail, this.unknown);
        copy.frames.push(...this.frames);
        return copy;
    }

    /** The failure without its frames. */
    get reason(): string {
        return this.detail === '' ? this.head : `${this.head}: ${this.detail}`;
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

/** The longest round of a recursion that is looked for: so many calculations call each other in turn. */
const LONGEST_ROUND = 8;

/**
 * The shortest round of frames that is repeated from a place on, and how many frames its whole repetitions are; a round of one without any.
 */
function recursionAt(frames: readonly string[], start: number): { readonly period: number; readonly length: number } {
    for (let period = 1; period <= LONGEST_ROUND; period++) {
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
