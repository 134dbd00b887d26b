// Keys of the maps in messages. The protobuf library keeps maps in plain objects, on which a member named `__proto__` is no member: it
// stands there under another key, and under its own name on the wire and in the core.

const NAME = '__proto__';
/** A noncharacter (U+FDD0) makes sure that nobody's name is meant. */
const STAND_IN = `\uFDD0${NAME}`;

/** The key in a message's map for a name. */
export function mapKey(name: string): string {
    return name === NAME ? STAND_IN : name;
}

/** The name that a key of a message's map stands for. */
export function nameOfKey(key: string): string {
    return key === STAND_IN ? NAME : key;
}

/** A map of a message, from names and values. */
export function messageMap<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
    return Object.fromEntries(Array.from(entries, ([name, value]) => [mapKey(name), value]));
}

/** The names and values of a map of a message, in its order. */
export function mapEntries<T>(map: Readonly<Record<string, T>>): [string, T][] {
    return Object.entries(map).map(([key, value]) => [nameOfKey(key), value]);
}

/** What `JSON.parse` is to do with an object that has such a member, before the library reads it. */
export function keysForMessage(_key: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, NAME)) {
        return value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [mapKey(name), member]));
}

/** Whether a JSON text may have such a member. */
export function mayNeedKeys(text: string): boolean {
    return text.includes('__pro') || text.includes('\\u');
}

/** A JSON text of a message with the names that its keys stand for. */
export function withNames(json: string): string {
    return json.includes(STAND_IN) ? json.replaceAll(`"${STAND_IN}":`, `"${NAME}":`) : json;
}
