/**
 * Removes implied relationships from a full document (KerML 8.3.2.1.2 isImplied), because the notation does not write them. Keeps two facts
 * that only implied relationships express: the target of a `then` before a member, and the feature to which a path resolves. Depends on
 * graphs only.
 */
import { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { drop, without } from './hidden-parts.js';
import { type OwnershipIndex, ownershipAmong } from './ownership-index.js';

/** Removes all implied relationships, with what they own and the relationships that own them. */
export function withoutImplied(elements: readonly GraphElement[]): readonly GraphElement[] {
    const ownership = ownershipAmong(elements);
    elements.forEach(element => redirectSteps(element, ownership));
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

/**
 * Whether the second end of a succession owns a subsetting, which then refers to the target of a `then` before a member (SysML 8.2.2.17.8).
 */
function isTarget(subsetting: GraphElement, ownership: OwnershipIndex): boolean {
    const end = subsetting.metaclass === 'ReferenceSubsetting' ? ownership.ownerOf(subsetting) : undefined;
    const succession = end && ownership.ownerThrough(end, 'EndFeatureMembership');
    return succession?.metaclass === 'SuccessionAsUsage' && ownership.ownedThrough(succession, 'EndFeatureMembership')[1] === end;
}

// --- Paths --------------------------------------------------------------------------------------------------------------

/**
 * If the feature before a step of a path owns a redefinition of the step's target, makes the step refer to the redefining feature. Names
 * resolve to that feature (KerML 8.2.3.5.2), but some tools skip a feature that has its name only by an implied redefinition.
 */
function redirectSteps(element: GraphElement, ownership: OwnershipIndex): void {
    if (element.metaclass === 'FlowEnd') {
        const related = ownership.relationshipsOf(element).find(r => r.metaclass === 'ReferenceSubsetting');
        const front = lastStep(related?.element('referencedFeature'), ownership);
        ownership
            .ownedThrough(element, 'FeatureMembership')
            .flatMap(feature => ownership.relationshipsOf(feature))
            .filter(r => r.metaclass === 'Redefinition')
            .forEach(redefinition => redirect(redefinition, OF_REDEFINITION, front, ownership));
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
            redirect(target, OF_MEMBERSHIP, named?.element('memberElement'), ownership);
        }
    } else if (isKind(element.metaclass, 'Feature')) {
        let front: GraphElement | undefined;
        for (const link of ownership.relationshipsOf(element).filter(r => r.metaclass === 'FeatureChaining')) {
            redirect(link, OF_CHAINING, front, ownership);
            front = link.element('chainingFeature');
        }
    }
}

/** The properties by which these relationships refer to their target. */
const OF_REDEFINITION = ['redefinedFeature', 'subsettedFeature', 'general', 'target'];
const OF_MEMBERSHIP = ['memberElement', 'target'];
const OF_CHAINING = ['chainingFeature', 'target'];

/** The last feature of a chain; any other feature itself. */
function lastStep(feature: GraphElement | undefined, ownership: OwnershipIndex): GraphElement | undefined {
    const links = feature === undefined ? [] : ownership.relationshipsOf(feature).filter(r => r.metaclass === 'FeatureChaining');
    return links.length === 0 ? feature : links[links.length - 1].element('chainingFeature');
}

function redirect(
    relationship: GraphElement,
    properties: readonly string[],
    front: GraphElement | undefined,
    ownership: OwnershipIndex
): void {
    const named = relationship.element(properties[0]);
    const nearest = front && named && redefiningIn(front, named, ownership);
    if (nearest !== undefined) {
        properties.filter(p => relationship.get(p) === named).forEach(p => relationship.set(p, [nearest]));
    }
}

/** The feature of the owner that has no declared name and redefines the given feature. */
function redefiningIn(owner: GraphElement, feature: GraphElement, ownership: OwnershipIndex): GraphElement | undefined {
    const redefines = (member: GraphElement): boolean =>
        ownership.relationshipsOf(member).some(r => r.metaclass === 'Redefinition' && r.get('redefinedFeature') === feature);
    return ownership.ownedThrough(owner, 'FeatureMembership').find(member => !member.has('declaredName') && redefines(member));
}
