/** Filters values by metaclass. */
import { GraphElement, type Value } from '../graph.js';
import { isKind, type MetaclassName } from '../metamodel/facts.js';

/** The elements among values, optionally of one kind only. */
export function ofKind(values: readonly Value[], kind?: MetaclassName): GraphElement[] {
    const found: GraphElement[] = [];
    for (const value of values) {
        if (value instanceof GraphElement && (kind === undefined || isKind(value.metaclass, kind))) {
            found.push(value);
        }
    }
    return found;
}
