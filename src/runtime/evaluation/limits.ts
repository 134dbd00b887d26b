/**
 * Budgets of a run, and the failures when they are exhausted (contract sheet, section 2). Does not depend on the environment: the service
 * reads its variables.
 */
import { isStackOverflow } from '../../language/overflow.js';
import { EvaluationError, type UnknownName } from '../values/index.js';

export interface Limits {
    /** limit of expression evaluations in one run */
    readonly steps: number;
    /** limit of collection elements held at one time */
    readonly elements: number;
    /** limit of nested calculations */
    readonly calcDepth: number;
}

/** Budgets that an answer reports as exhausted. */
export type Budget = 'steps' | 'elements';

/** The budgets of a run unless the environment sets others. */
export const DEFAULT_LIMITS: Limits = { steps: 10_000_000, elements: 1_000_000, calcDepth: 10_000 };

/**
 * Upper limit of the element budget, whatever the settings: V8 ends the process when an array grows beyond some hundred million elements.
 */
export const MOST_ELEMENTS = 50_000_000;

/** `evaluation step limit exceeded (…)`. */
export function stepLimitExceeded(limits: Limits): EvaluationError {
    return new EvaluationError(`evaluation step limit exceeded (${limits.steps} steps; raise SERVICE_MAX_STEPS to allow more)`);
}

/** `collection element limit exceeded (…)`. */
export function elementLimitExceeded(limits: Limits): EvaluationError {
    const advice = limits.elements < MOST_ELEMENTS ? 'raise SERVICE_MAX_ELEMENTS to allow more' : 'no more can be held';
    return new EvaluationError(`collection element limit exceeded (${limits.elements} elements; ${advice})`);
}

/** The failure of a constant that exceeds its limits, which no setting changes. */
export function constantLimitExceeded(budget: Budget, limits: Limits): EvaluationError {
    return new EvaluationError(
        budget === 'steps' ? 'evaluation step limit exceeded' : 'collection element limit exceeded',
        `a constant of the model takes more than ${limits[budget]} ${budget}`
    );
}

/**
 * `calc recursion limit exceeded: …`.
 * @param depth the depth that was reached
 */
export function recursionLimitExceeded(calc: string, depth: number): EvaluationError {
    return new EvaluationError(
        'calc recursion limit exceeded',
        `calc ${calc} nested ${depth} deep (unbounded recursion?; raise SERVICE_MAX_CALC_DEPTH to allow more)`
    );
}

/** Texts of V8's errors for values that are too large. No regular expression: see isBasicName. */
const TOO_LARGE = ['string length', 'BigInt size', 'array length'] as const;

/** The class of a failure. */
export type FailureReason = 'evaluation' | 'wrongKind' | 'ambiguousSubject' | 'undecided';

/**
 * The failure of the model that an error represents, including errors of V8: an expression nested too deeply, a value that is too large. V8
 * distinguishes these only by their texts.
 * @throws any other error, which is a fault of the program
 */
export function failureOf(error: unknown): EvaluationError {
    if (error instanceof EvaluationError) {
        return error;
    }
    if (isStackOverflow(error)) {
        return new EvaluationError('evaluation nested too deeply');
    }
    if (error instanceof RangeError && TOO_LARGE.some(text => error.message.includes(text))) {
        return new EvaluationError('collection element limit exceeded', 'a value grew beyond what can be held');
    }
    throw error;
}

/** A failure in an answer. */
export interface Failed {
    readonly error: string;
    /** the unknown name, where that is the error */
    readonly unknown?: UnknownName;
}

/** A failure of the model as an answer, after a prefix that names the failed operation. @throws any other error */
export function failed(error: unknown, prefix = ''): Failed {
    const { message, unknown } = failureOf(error);
    return { error: `${prefix}${message}`, ...(unknown !== undefined && { unknown }) };
}

/** `symbol not found: <id>`. */
export const symbolNotFound = (id: string): Failed => ({ error: `symbol not found: ${id}`, unknown: { name: id, kind: 'name' } });

/** The message of a failure of the model. @throws any other error */
export function messageOf(error: unknown): string {
    return failureOf(error).message;
}
