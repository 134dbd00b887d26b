/**
 * Adds the target of a succession before a member, `then fork;` (SysML 8.2.2.17.8 SourceSuccession), which is the next member. In the
 * grammar, such a succession has only the source end; some tools add a target end without a reference. Depends on graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { giveTo } from '../../patterns/stored.js';
import type { OwnershipIndex } from './ownership-index.js';
import { StoredDocument } from './stored-document.js';

/** The elements of a document in which each succession before a member refers to that member. */
export function withTargetEnds(elements: readonly GraphElement[]): readonly GraphElement[] {
    const successions = elements.filter(e => e.metaclass === 'SuccessionAsUsage');
    if (successions.length === 0) {
        return elements;
    }
    const document = new StoredDocument(elements);
    successions.forEach(succession => ownTarget(succession, document));
    return document.current;
}

function ownTarget(succession: GraphElement, document: StoredDocument): void {
    const { ownership } = document;
    const membership = ownership.relationshipTo(succession);
    const owner = membership?.metaclass === 'FeatureMembership' ? ownership.ownerOf(membership) : undefined;
    const [source, target] = ownership.ownedThrough(succession, 'EndFeatureMembership');
    const next = owner && nextMember(owner, ownership.placeOf(membership!), ownership);
    if (next === undefined || source === undefined || refers(source, ownership) || (target !== undefined && refers(target, ownership))) {
        return;
    }
    const end = target ?? document.make(succession, 'end1', 'ReferenceUsage').add('isEnd', true);
    const subsetting = document.make(end, 'rs', 'ReferenceSubsetting').add('referencedFeature', next);
    giveTo(document, end, [subsetting], ownership.relationshipsOf(end).length);
    if (target === undefined) {
        const owning = document.make(succession, 'end1-membership', 'EndFeatureMembership');
        emitMembership(owning, succession, end.add('owningRelationship', owning));
        giveTo(document, succession, [owning], ownership.relationshipsOf(succession).length);
    }
}

const refers = (end: GraphElement, ownership: OwnershipIndex): boolean =>
    ownership.relationshipsOf(end).some(r => r.metaclass === 'ReferenceSubsetting');

/** The occurrence usage after an index in the owner's relationships. */
function nextMember(owner: GraphElement, place: number, ownership: OwnershipIndex): GraphElement | undefined {
    const next = ownership.relationshipsOf(owner).at(place + 1);
    const [member] = next === undefined || !isKind(next.metaclass, 'FeatureMembership') ? [] : ownership.membersOf(next);
    return member !== undefined && isKind(member.metaclass, 'OccurrenceUsage') ? member : undefined;
}
