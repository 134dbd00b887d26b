/**
 * Budgets of a run, and the failures of exhausted ones (contract sheet, section 2). Knows no environment: the service reads its variables.
 */
import { isStackOverflow } from '../../language/overflow.js';
import { EvaluationError, type UnknownName } from '../values/index.js';

export interface Limits {
    /** expression evaluations of one run */
    readonly steps: number;
    /** collection elements that one evaluation holds at once */
    readonly elements: number;
    /** nested calc invocations */
    readonly calcDepth: number;
}

/** Budgets that an answer names as its bounds. */
export type Budget = 'steps' | 'elements';

export const DEFAULT_LIMITS: Limits = { steps: 10_000_000, elements: 1_000_000, calcDepth: 10_000 };

/** What no setting raises the elements above: the engine ends the whole process when an array grows beyond some hundred million. */
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

/** A constant of the model exceeds its bounds, which no setting raises. */
export function constantLimitExceeded(budget: Budget, limits: Limits): EvaluationError {
    return new EvaluationError(
        budget === 'steps' ? 'evaluation step limit exceeded' : 'collection element limit exceeded',
        `a constant of the model takes more than ${limits[budget]} ${budget}`
    );
}

/** `calc recursion limit exceeded: …`; `depth` is what was reached. */
export function recursionLimitExceeded(calc: string, depth: number): EvaluationError {
    return new EvaluationError(
        'calc recursion limit exceeded',
        `calc ${calc} nested ${depth} deep (unbounded recursion?; raise SERVICE_MAX_CALC_DEPTH to allow more)`
    );
}

/** What the engine says of a value that it cannot hold. No regular expression: see isBasicName. */
const TOO_LARGE = ['string length', 'BigInt size', 'array length'] as const;

/** Why a question was not answered, for those who sort failures. */
export type FailureReason = 'evaluation' | 'wrongKind' | 'ambiguousSubject' | 'undecided';

/**
 * A failure that the model caused, those of the engine among them: an expression that is nested too deeply, a value too large to be held.
 * The engine tells them apart by their texts alone.
 * @throws anything else, which is a fault
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

/** A failure as it is answered. */
export interface Failed {
    readonly error: string;
    /** the name that it does not know, where that is why */
    readonly unknown?: UnknownName;
}

/** A failure that the model caused as an answer, behind the words that say what has failed. @throws anything else */
export function failed(error: unknown, prefix = ''): Failed {
    const { message, unknown } = failureOf(error);
    return { error: `${prefix}${message}`, ...(unknown !== undefined && { unknown }) };
}

/** `symbol not found: <id>`. */
export const symbolNotFound = (id: string): Failed => ({ error: `symbol not found: ${id}`, unknown: { name: id, kind: 'name' } });

/** The message of a failure that the model caused. @throws anything else */
export function messageOf(error: unknown): string {
    return failureOf(error).message;
}
