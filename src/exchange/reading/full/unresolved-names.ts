/**
 * Names that another tool did not resolve: the SysML Toolkit lets a relationship refer to an element that no document holds, and own a
 * textual representation with the name as it was written. The name is the reference then. Knows graphs only.
 */
import { GraphElement, type Value } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { drop, without } from './hidden-parts.js';
import { OwnershipIndex } from './ownership-index.js';

/** The language of such a textual representation. */
const UNRESOLVED = 'x-sysmlv2-unresolved-reference';

/** The elements of a document in which such names are references, and nothing represents them any more. */
export function withUnresolvedNames(elements: readonly GraphElement[]): readonly GraphElement[] {
    const representations = elements.filter(e => e.metaclass === 'TextualRepresentation' && e.text('language') === UNRESOLVED);
    if (representations.length === 0) {
        return elements;
    }
    const ownership = new OwnershipIndex(elements);
    const dropped = new Set<GraphElement>();
    const names = new Map<GraphElement, string>();
    for (const representation of representations) {
        const name = representation.text('body');
        const relationship = ownership.relationshipTo(representation);
        const element = relationship && ownership.ownerOf(relationship);
        if (name === undefined || element === undefined) {
            continue;
        }
        const absent = element.properties.flatMap(p => element.all(p)).filter(isAbsent);
        absent.forEach(target => names.set(target, names.get(target) ?? name));
        replace(element, new Map(absent.map(target => [target, name])));
        drop(relationship, ownership, dropped);
    }
    const kept = without(elements, dropped);
    kept.forEach(element => replace(element, names));
    return kept;
}

const isAbsent = (value: Value): value is GraphElement => value instanceof GraphElement && value.metaclass === '';

function replace(element: GraphElement, names: ReadonlyMap<GraphElement, string>): void {
    const isNamed = (value: Value): value is GraphElement => value instanceof GraphElement && names.has(value);
    for (const property of element.properties.filter(p => element.all(p).some(isNamed))) {
        element.set(
            property,
            element.all(property).map(value => (isNamed(value) ? names.get(value)! : value))
        );
    }
    if (isKind(element.metaclass, 'MembershipImport') && !element.has('importedMembership')) {
        element.set(
            'importedMembership',
            element.all('importedElement').filter(value => typeof value === 'string')
        );
    }
}
