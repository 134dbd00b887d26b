/**
 * Records of the standard's API around elements: `DataVersion` has an element as its `payload` and the element's id in `identity`, and a
 * `Commit` lists such records as its `change`. Knows their form only.
 */
import { isList } from '../../language/narrowing.js';
import { IdText, type Json } from './parser.js';

/** The key of a record behind which an element stands. */
export const PAYLOAD = 'payload';

/** The elements of an item: itself, or those of a record. A record without a payload says that an element was deleted. */
export function elementsOf(item: Json): readonly Json[] {
    if (!(item instanceof Map)) {
        return [item];
    }
    const record = item as ReadonlyMap<string, Json>;
    const changes = record.get('@type') === 'Commit' ? record.get('change') : undefined;
    if (isList(changes)) {
        return changes.flatMap(elementsOf);
    }
    if (!record.has(PAYLOAD) && !record.has('identity')) {
        return [item];
    }
    const payload = record.get(PAYLOAD);
    return payload instanceof Map ? [withId(payload as ReadonlyMap<string, Json>, record.get('identity'))] : [];
}

/** An element, with the id of its record where it has none itself. */
function withId(element: ReadonlyMap<string, Json>, identity: Json | undefined): Json {
    const id = identity instanceof IdText ? identity.id : identity instanceof Map ? (identity.get('@id') as Json | undefined) : undefined;
    return element.has('@id') || id === undefined ? element : new Map([['@id', id], ...element]);
}
