/** What a value is, where a comparison does not tell the compiler: lists beside single values, objects of foreign data. */

/** Whether a value is a list, of a type that also has single values (Array.isArray says nothing of readonly lists). */
export function isList<T>(value: T | readonly T[]): value is readonly T[] {
    return Array.isArray(value);
}

/** Whether foreign data (JSON, settings, parameters of requests) is an object with members: no list, no null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of foreign data; none where it is no object. */
export function membersOfObject(value: unknown): Readonly<Record<string, unknown>> {
    return isObject(value) ? value : {};
}
