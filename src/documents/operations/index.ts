/** The operations of queries by their names in the library (contract: views 6.5). */
import type { Call } from '../queries/call.js';
import type { Rows } from '../queries/result.js';
import { events } from './events.js';
import { whereFeature, whereMetadata, whereName, whereText, whereType } from './filters.js';
import { ancestors, descendants, named, ownedElements, tree } from './navigation.js';
import { inState, objects, states } from './objects.js';
import { relatedElements, whereRelated } from './relations.js';
import { distinctRows, except, orderBy, project, union } from './sets.js';
import { verdicts } from './verdicts.js';

/** @throws QueryFault */
export type Operation = (call: Call) => Rows;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
    ['OwnedElements', ownedElements],
    ['Descendants', descendants],
    ['Ancestors', ancestors],
    ['Tree', tree],
    ['Named', named],
    ['RelatedElements', relatedElements],
    ['WhereRelated', whereRelated],
    ['WhereType', whereType],
    ['WhereMetadata', whereMetadata],
    ['WhereName', whereName],
    ['WhereText', whereText],
    ['WhereFeature', whereFeature],
    ['Except', except],
    ['Union', union],
    ['Distinct', distinctRows],
    ['OrderBy', orderBy],
    ['Project', project],
    ['Objects', objects],
    ['Verdicts', verdicts],
    ['States', states],
    ['InState', inState],
    ['Events', events]
]);

export function operationNamed(name: string): Operation | undefined {
    return OPERATIONS.get(name);
}
