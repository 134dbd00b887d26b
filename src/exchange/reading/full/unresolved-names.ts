/**
 * Restores names that another tool did not resolve. The SysML Toolkit refers to an element outside of the document, whose id is made from
 * the name, and adds a textual representation of the name: to the relationship, or to the root namespace for a dependency, which owns none.
 * The name becomes the reference. Depends on graphs only.
 */
import { segmentsOf } from '../../../language/semantics/structure.js';
import { GraphElement, type Value } from '../../graph.js';
import { segmentText, unquotedName } from '../../builder/builder.js';
import { uuid5 } from '../../ids.js';
import { isKind } from '../../metamodel/facts.js';
import { drop, without } from './hidden-parts.js';
import { OwnershipIndex } from './ownership-index.js';
import { nameOf } from './uuid-names.js';

/** The language of these textual representations. */
const UNRESOLVED = 'x-sysmlv2-unresolved-reference';

/** The elements of a document with unresolved names as references and without their textual representations. */
export function withUnresolvedNames(elements: readonly GraphElement[]): readonly GraphElement[] {
    const representations = elements.filter(e => e.metaclass === 'TextualRepresentation' && e.text('language') === UNRESOLVED);
    if (representations.length === 0) {
        return elements;
    }
    const ownership = new OwnershipIndex(elements);
    const dropped = new Set<GraphElement>();
    const names = namesById(elements, representations);
    const named = new Set(names.values());
    for (const representation of representations) {
        const name = nameIn(representation);
        const relationship = ownership.relationshipTo(representation);
        const element = relationship && ownership.ownerOf(relationship);
        if (name === undefined || element === undefined) {
            if (name !== undefined && named.has(name)) {
                drop(representation, ownership, dropped);
            }
            continue;
        }
        const absent = element.properties.flatMap(p => element.all(p)).filter(isAbsent);
        const spelled = element.metaclass === 'ConjugatedPortTyping' ? `~${name}` : name;
        absent.forEach(target => names.set(target, names.get(target) ?? spelled));
        replace(element, new Map(absent.map(target => [target, spelled])));
        element.discard(property => property === 'conjugatedPortDefinition'); // for an unresolved name, a sparse graph states only the type
        drop(relationship, ownership, dropped);
    }
    const kept = without(elements, dropped);
    kept.forEach(element => replace(element, names));
    nameByUnresolved(kept);
    return kept;
}

function nameIn(representation: GraphElement): string | undefined {
    const written = representation.text('body');
    return written === undefined ? undefined : unquotedName(written);
}

/** The namespace of the ids that are made from names (RFC 9562, 6.6 OID). */
const OID_NAMESPACE = '6ba7b812-9dad-11d1-80b4-00c04fd430c8';

/** The names of the elements outside of the document whose ids are made from them. */
function namesById(elements: readonly GraphElement[], representations: readonly GraphElement[]): Map<GraphElement, string> {
    const byId = new Map(representations.map(r => [uuid5(OID_NAMESPACE, `unresolved:${r.text('body')}`), nameIn(r)]));
    const names = new Map<GraphElement, string>();
    for (const element of elements) {
        for (const target of element.properties.flatMap(p => element.all(p)).filter(isAbsent)) {
            const name = byId.get(target.id);
            if (name !== undefined) {
                names.set(target, name);
            }
        }
    }
    return names;
}

/**
 * An unnamed declaration takes its effective name from the target of such a relationship (KerML 8.3.3.3.4 effectiveName, SysML 8.3.6.4).
 */
const NAMING: ReadonlySet<string> = new Set(['Redefinition', 'ReferenceSubsetting']);

/**
 * Replaces references to declarations that take their name from an unresolved reference by that name, because these declarations have no
 * other name.
 */
function nameByUnresolved(elements: readonly GraphElement[]): void {
    const ownership = new OwnershipIndex(elements);
    const names = new Map<GraphElement, string>();
    for (const element of elements) {
        const naming = NAMING.has(element.metaclass) ? ownership.ownerOf(element) : undefined;
        const name = element.get('redefinedFeature') ?? element.get('referencedFeature');
        if (naming !== undefined && typeof name === 'string' && nameOf(naming) === undefined && !names.has(naming)) {
            names.set(naming, segmentText(segmentsOf(name).at(-1)!));
        }
    }
    const refers = ({ metaclass }: GraphElement): boolean =>
        metaclass === 'Membership' || metaclass === 'FeatureChaining' || isKind(metaclass, 'Specialization');
    elements.filter(e => names.size > 0 && refers(e)).forEach(element => replace(element, names, REFERRING));
}

/** The properties by which these relationships refer to their target. */
const REFERRING: ReadonlySet<string> = new Set([
    'memberElement',
    'chainingFeature',
    'target',
    'general',
    'subsettedFeature',
    'redefinedFeature',
    'referencedFeature'
]);

const isAbsent = (value: Value): value is GraphElement => value instanceof GraphElement && value.metaclass === '';

function replace(element: GraphElement, names: ReadonlyMap<GraphElement, string>, only?: ReadonlySet<string>): void {
    const isNamed = (value: Value): value is GraphElement => value instanceof GraphElement && names.has(value);
    for (const property of element.properties.filter(p => only?.has(p) !== false && element.all(p).some(isNamed))) {
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
