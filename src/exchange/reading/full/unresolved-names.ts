/**
 * Restores names that another tool did not resolve. The SysML Toolkit lets a relationship refer to an element outside of the document, and
 * own a textual representation of the original name. The name becomes the reference. Depends on graphs only.
 */
import { segmentsOf } from '../../../language/semantics/structure.js';
import { GraphElement, type Value } from '../../graph.js';
import { segmentText, unquotedName } from '../../builder/builder.js';
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
    const names = new Map<GraphElement, string>();
    for (const representation of representations) {
        const written = representation.text('body');
        const name = written === undefined ? undefined : unquotedName(written);
        const relationship = ownership.relationshipTo(representation);
        const element = relationship && ownership.ownerOf(relationship);
        if (name === undefined || element === undefined) {
            continue;
        }
        const absent = element.properties.flatMap(p => element.all(p)).filter(isAbsent);
        const spelled = element.metaclass === 'ConjugatedPortTyping' ? `~${name}` : name;
        absent.forEach(target => names.set(target, names.get(target) ?? spelled));
        replace(element, new Map(absent.map(target => [target, spelled])));
        element.discard(property => property === 'conjugatedPortDefinition'); // of which a sparse graph has the type alone
        drop(relationship, ownership, dropped);
    }
    const kept = without(elements, dropped);
    kept.forEach(element => replace(element, names));
    nameByUnresolved(kept);
    return kept;
}

/** Relationships from whose target an unnamed declaration gets its effective name (KerML 8.3.3.3.4 effectiveName, SysML 8.3.6.4). */
const NAMING: ReadonlySet<string> = new Set(['Redefinition', 'ReferenceSubsetting']);

/** Refers by name to declarations whose only name is an unresolved one, because they have no other. */
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
