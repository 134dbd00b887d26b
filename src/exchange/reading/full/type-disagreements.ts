/**
 * Finds features whose stated types contradict the stored properties of a full document (KerML 8.3.3.3.4 deriveFeatureType): a type of the
 * document that no specialization reaches, or a missing type of a feature typing. Ignores features that may have implied types (parameters,
 * ends, variants, features with metadata). Depends on graphs only.
 */
import type { GraphElement } from '../../graph.js';
import { isKind, type MetaclassName } from '../../metamodel/facts.js';

/** The stored property for the target of each specialization, most specific metaclass first. */
const TARGETS: readonly (readonly [MetaclassName, string])[] = [
    ['ConjugatedPortTyping', 'conjugatedPortDefinition'],
    ['FeatureTyping', 'type'],
    ['Redefinition', 'redefinedFeature'],
    ['ReferenceSubsetting', 'referencedFeature'],
    ['CrossSubsetting', 'crossedFeature'],
    ['Subsetting', 'subsettedFeature'],
    ['Subclassification', 'superclassifier'],
    ['Specialization', 'general'],
    ['Conjugation', 'originalType'],
    ['FeatureChaining', 'chainingFeature']
];

/** Metaclasses with implied types, for their elements or for the features that these own. */
const IMPLYING: readonly MetaclassName[] = ['Connector', 'Expression', 'MetadataFeature', 'Association', 'Interaction', 'Multiplicity'];

/** For elements that specializations reach, whether they may imply types. */
export type ImplyingTypes = Map<GraphElement, boolean>;

/**
 * Whether the stated types of a feature contradict the stored properties.
 * @param known the answers for other elements of the same document, which does not change meanwhile
 */
export function hasWrongTypes(feature: GraphElement, known: ImplyingTypes): boolean {
    const types = feature.metaclass !== '' && isKind(feature.metaclass, 'Feature') ? feature.elements('type') : [];
    const reached = types.length === 0 ? undefined : reachedFrom(feature);
    if (reached === undefined || anyImplies(reached, known)) {
        return false;
    }
    const typings = feature.elements('ownedRelationship').filter(r => r.metaclass === 'FeatureTyping');
    const covers = (type: GraphElement, typing: GraphElement): boolean =>
        type === typing || (isStated(type) ? reachedFrom(type).has(typing) : !isStated(typing));
    const isMissing = typings.flatMap(typing => typing.elements('type')).some(typed => !types.some(type => covers(type, typed)));
    return isMissing || types.some(type => isStated(type) && !reached.has(type));
}

function anyImplies(elements: ReadonlySet<GraphElement>, known: ImplyingTypes): boolean {
    for (const element of elements) {
        let implies = known.get(element);
        if (implies === undefined) {
            known.set(element, (implies = mayImplyTypes(element)));
        }
        if (implies) {
            return true;
        }
    }
    return false;
}

/**
 * Whether an element may have implied types or implied specializations, also by its metadata: semantic metadata implies the specialization
 * of a base type.
 */
function mayImplyTypes(element: GraphElement): boolean {
    const relationships = element.elements('ownedRelationship');
    const owned = relationships.flatMap(relationship => relationship.elements('ownedRelatedElement'));
    if (owned.some(e => isKind(e.metaclass, 'MetadataFeature'))) {
        return true;
    }
    if (!isStated(element) || !isKind(element.metaclass, 'Feature')) {
        return false;
    }
    const membership = element.element('owningRelationship');
    const owner = membership?.element('owningRelatedElement');
    return (
        membership?.metaclass !== 'FeatureMembership' ||
        owner === undefined ||
        [element, owner].some(e => IMPLYING.some(kind => isKind(e.metaclass, kind))) ||
        element.has('direction') ||
        element.is('isEnd') ||
        !relationships.some(r => isKind(r.metaclass, 'Specialization'))
    );
}

/** Whether the document states more about an element than its name. */
const isStated = (element: GraphElement): boolean => element.has('ownedRelationship') || element.has('owningRelationship');

/** An element and all elements that its specializations reach. */
function reachedFrom(element: GraphElement): ReadonlySet<GraphElement> {
    const reached = new Set([element]);
    for (const general of reached) {
        for (const relationship of general.elements('ownedRelationship')) {
            const [, property] = TARGETS.find(([kind]) => isKind(relationship.metaclass, kind)) ?? [];
            const targets = property === undefined ? [] : relationship.elements(property);
            targets.forEach(target => reached.add(target));
        }
    }
    return reached;
}
