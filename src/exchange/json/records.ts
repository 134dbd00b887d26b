/**
 * Finds the elements in records of the standard's API: a `DataVersion` has an element as its `payload` and the element's id in `identity`;
 * a `Commit`, or the request for one, lists such records as its `change`. Other records, such as a `Project`, contain none. A document of
 * JSON-LD may list the elements as its `@graph`. Depends on their form only.
 */
import { isList } from '../../language/narrowing.js';
import { IdText, type Json } from './parser.js';

/** The key of a record that contains the element. */
const PAYLOAD = 'payload';

/** The key of a document that lists the elements, beside its context. */
const GRAPH = '@graph';

/** Whether the value of a key is an element or a list of elements. */
export const containsElements = (key: string): boolean => key === PAYLOAD || key === GRAPH;

const isObject = (value: Json | undefined): value is ReadonlyMap<string, Json> => value instanceof Map;

/** Records of the API that describe a project and contain no elements. */
const OF_PROJECTS: ReadonlySet<Json | undefined> = new Set(['Project', 'Branch', 'Tag', 'Query']);

/** Records of the API that list changes: a commit, and the request for one. */
const OF_CHANGES: ReadonlySet<Json | undefined> = new Set(['Commit', 'CommitRequest']);

/**
 * The elements of an item: the item itself, or those of a record. A record without a payload means that an element was deleted, so it
 * contains none.
 */
export function elementsOf(item: Json): readonly Json[] {
    if (!isObject(item)) {
        return [item];
    }
    const graph = item.get(GRAPH);
    if (isList(graph) && [...item.keys()].every(key => key === GRAPH || key === CONTEXT)) {
        return graph.flatMap(elementsOf).map(element => withContext(element, item.get(CONTEXT)));
    }
    const changes = OF_CHANGES.has(item.get('@type')) ? item.get('change') : undefined;
    if (isList(changes)) {
        return changes.flatMap(elementsOf);
    }
    if (OF_PROJECTS.has(item.get('@type'))) {
        return [];
    }
    if (!item.has(PAYLOAD) && !item.has('identity')) {
        return [item];
    }
    const payload = item.get(PAYLOAD);
    return isObject(payload) ? [withId(payload, item.get('identity'))] : [];
}

const CONTEXT = '@context';

/** An element, with the context of its document if it has none itself. */
function withContext(element: Json, context: Json | undefined): Json {
    return context === undefined || !isObject(element) || element.has(CONTEXT)
        ? element
        : new Map<string, Json>([...element, [CONTEXT, context]]);
}

/** An element, with the id of its record if it has none itself. */
function withId(element: ReadonlyMap<string, Json>, identity: Json | undefined): Json {
    const id = identity instanceof IdText ? identity.id : isObject(identity) ? identity.get('@id') : undefined;
    return element.has('@id') || id === undefined ? element : new Map<string, Json>([['@id', id], ...element]);
}
