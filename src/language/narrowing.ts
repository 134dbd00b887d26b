/** Type guards for values whose type the compiler cannot narrow by a comparison: lists or single values, and data from outside. */

/** Whether a value is a list rather than a single value. `Array.isArray` does not narrow readonly lists. */
export function isList<T>(value: T | readonly T[]): value is readonly T[] {
    return Array.isArray(value);
}

/** Whether data from outside (JSON, settings, parameters of requests) is an object: neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of data from outside; none if it is no object. */
export function membersOfObject(value: unknown): Readonly<Record<string, unknown>> {
    return isObject(value) ? value : {};
}
