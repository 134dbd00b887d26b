/** Budgets of a run, and the failures of exhausted ones (contract sheet, section 2). Knows no environment: the service reads its variables. */
import { EvaluationError } from './values/index.js';

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

/** `evaluation step limit exceeded (…)`. */
export function stepLimitExceeded(limits: Limits): EvaluationError {
    return new EvaluationError(`evaluation step limit exceeded (${limits.steps} steps; raise SERVICE_MAX_STEPS to allow more)`);
}

/** `collection element limit exceeded (…)`. */
export function elementLimitExceeded(limits: Limits): EvaluationError {
    return new EvaluationError(`collection element limit exceeded (${limits.elements} elements; raise SERVICE_MAX_ELEMENTS to allow more)`);
}

/** A constant of the model exceeds its bounds, which no setting raises. */
export function constantLimitExceeded(budget: Budget, limits: Limits): EvaluationError {
    return new EvaluationError(budget === 'steps' ? 'evaluation step limit exceeded' : 'collection element limit exceeded',
        `a constant of the model takes more than ${limits[budget]} ${budget}`);
}

/** `calc recursion limit exceeded: …`; `depth` is what was reached. */
export function recursionLimitExceeded(calc: string, depth: number): EvaluationError {
    return new EvaluationError('calc recursion limit exceeded',
        `calc ${calc} nested ${depth} deep (unbounded recursion?; raise SERVICE_MAX_CALC_DEPTH to allow more)`);
}

/** Why a question was not answered, for those who sort failures. */
export type FailureReason = 'evaluation' | 'wrongKind' | 'ambiguousSubject' | 'undecided';

/** The message of a failure that the model caused; anything else is a fault and thrown on. */
export function messageOf(error: unknown): string {
    if (error instanceof EvaluationError) {
        return error.message;
    }
    if (error instanceof RangeError && /call stack/.test(error.message)) {
        return 'evaluation nested too deeply';
    }
    throw error;
}
