/**
 * What a full document states of itself by implication (KerML 8.3.2.1.2 isImplied): a sparse graph leaves it out, as the notation does. Two
 * facts that only implied relationships state are kept: the target of `then` in front of a member, and which feature a path leads to. Knows
 * graphs only.
 */
import { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { drop, without } from './hidden-parts.js';
import { OwnershipIndex } from './ownership-index.js';

/** Takes away relationships of any kind that are implied, with what they own and what owns them. */
export function withoutImplied(elements: readonly GraphElement[]): readonly GraphElement[] {
    const ownership = new OwnershipIndex(elements);
    elements.forEach(element => leadNearest(element, ownership));
    const implied = elements.filter(e => e.is('isImplied'));
    if (implied.length === 0) {
        return elements;
    }
    const dropped = new Set<GraphElement>();
    for (const relationship of implied) {
        if (isTarget(relationship, ownership)) {
            relationship.set('isImplied', []);
        } else {
            drop(ownership.relationshipTo(relationship) ?? relationship, ownership, dropped);
        }
    }
    return without(elements, dropped);
}

/** Whether a subsetting is that of the second end of a succession: `then` in front of a member leads to it (SysML 8.2.2.17.8). */
function isTarget(subsetting: GraphElement, ownership: OwnershipIndex): boolean {
    const end = subsetting.metaclass === 'ReferenceSubsetting' ? ownership.ownerOf(subsetting) : undefined;
    const succession = end && ownership.ownerThrough(end, 'EndFeatureMembership');
    return succession?.metaclass === 'SuccessionAsUsage' && ownership.ownedThrough(succession, 'EndFeatureMembership')[1] === end;
}

// --- Paths --------------------------------------------------------------------------------------------------------------

/**
 * Lets a step of a path lead to the feature that redefines the one it names, where the step in front owns such a feature, as names do
 * (KerML 8.2.3.5.2): some tools resolve a name past a feature that has it by an implied redefinition.
 */
function leadNearest(element: GraphElement, ownership: OwnershipIndex): void {
    if (element.metaclass === 'FlowEnd') {
        const related = ownership.relationshipsOf(element).find(r => r.metaclass === 'ReferenceSubsetting');
        const front = lastStep(related?.element('referencedFeature'), ownership);
        ownership
            .ownedThrough(element, 'FeatureMembership')
            .flatMap(feature => ownership.relationshipsOf(feature))
            .filter(r => r.metaclass === 'Redefinition')
            .forEach(redefinition => lead(redefinition, OF_REDEFINITION, front, ownership));
    } else if (element.metaclass === 'FeatureChainExpression') {
        const [operand] = ownership
            .ownedThrough(element, 'ParameterMembership')
            .flatMap(parameter => ownership.ownedThrough(parameter, 'FeatureValue'));
        const target = ownership.relationshipsOf(element).find(r => r.metaclass === 'Membership');
        const named =
            operand?.metaclass === 'FeatureReferenceExpression' || operand?.metaclass === 'FeatureChainExpression'
                ? ownership.relationshipsOf(operand).find(r => r.metaclass === 'Membership')
                : undefined;
        if (target !== undefined) {
            lead(target, OF_MEMBERSHIP, named?.element('memberElement'), ownership);
        }
    } else if (isKind(element.metaclass, 'Feature')) {
        let front: GraphElement | undefined;
        for (const link of ownership.relationshipsOf(element).filter(r => r.metaclass === 'FeatureChaining')) {
            lead(link, OF_CHAINING, front, ownership);
            front = link.element('chainingFeature');
        }
    }
}

/** The properties of relationships that name what they lead to. */
const OF_REDEFINITION = ['redefinedFeature', 'subsettedFeature', 'general', 'target'];
const OF_MEMBERSHIP = ['memberElement', 'target'];
const OF_CHAINING = ['chainingFeature', 'target'];

/** The feature that a chain ends with, else the feature itself. */
function lastStep(feature: GraphElement | undefined, ownership: OwnershipIndex): GraphElement | undefined {
    const links = feature === undefined ? [] : ownership.relationshipsOf(feature).filter(r => r.metaclass === 'FeatureChaining');
    return links.length === 0 ? feature : links[links.length - 1].element('chainingFeature');
}

function lead(relationship: GraphElement, properties: readonly string[], front: GraphElement | undefined, ownership: OwnershipIndex): void {
    const named = relationship.element(properties[0]);
    const nearest = front && named && redefiningIn(front, named, ownership);
    if (nearest !== undefined) {
        properties.filter(p => relationship.get(p) === named).forEach(p => relationship.set(p, [nearest]));
    }
}

/** The feature of an owner without a name of its own that redefines another one. */
function redefiningIn(owner: GraphElement, feature: GraphElement, ownership: OwnershipIndex): GraphElement | undefined {
    const redefines = (member: GraphElement): boolean =>
        ownership.relationshipsOf(member).some(r => r.metaclass === 'Redefinition' && r.get('redefinedFeature') === feature);
    return ownership.ownedThrough(owner, 'FeatureMembership').find(member => !member.has('declaredName') && redefines(member));
}
