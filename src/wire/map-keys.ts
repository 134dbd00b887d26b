// Keys of maps in messages. The protobuf library keeps maps in plain objects, where `__proto__` cannot be an own key by assignment. Maps in
// messages use a substitute key; the wire and the core use the name itself.

const NAME = '__proto__';
/** the noncharacter U+FDD0 prevents collisions with names */
const STAND_IN = `\uFDD0${NAME}`;

/** The key for a name in a message's map. */
export function mapKey(name: string): string {
    return name === NAME ? STAND_IN : name;
}

/** The name that a key of a message's map denotes. */
export function nameOfKey(key: string): string {
    return key === STAND_IN ? NAME : key;
}

/** Builds a map of a message from names and values. */
export function messageMap<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
    return Object.fromEntries(Array.from(entries, ([name, value]) => [mapKey(name), value]));
}

/** The names and values of a map of a message, in its order. */
export function mapEntries<T>(map: Readonly<Record<string, T>>): [string, T][] {
    return Object.entries(map).map(([key, value]) => [nameOfKey(key), value]);
}

/** A reviver for `JSON.parse` that replaces such a name before the library reads the object. */
export function keysForMessage(_key: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, NAME)) {
        return value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [mapKey(name), member]));
}

/** Whether a JSON text may contain such a name. */
export function mayNeedKeys(text: string): boolean {
    return text.includes('__pro') || text.includes('\\u');
}

/** Restores the names in the JSON text of a message. */
export function withNames(json: string): string {
    return json.includes(STAND_IN) ? json.replaceAll(`"${STAND_IN}":`, `"${NAME}":`) : json;
}
