/**
 * Gives members the ownership and metaclass of the grammar where some tools differ from it: entries of metadata usages that declare the
 * name of the feature which they redefine (SysML 8.2.2.4.1 MetadataBodyUsage); annotations and ends that a feature membership owns (KerML
 * 8.2.3.3, 8.3.3.1.5 EndFeatureMembership); enumerated values that a feature membership owns (SysML 8.2.2.8 EnumerationUsageMember);
 * declared parameters that a parameter membership owns, whose direction is in if none is stated (KerML 8.3.4.6.4 ParameterMembership);
 * annotations and cross features that are usages in KerML; parameters of transitions with names (SysML 8.2.2.18.3 EmptyParameterMember);
 * and ends of messages that are flow ends (SysML 8.2.2.16.2). Depends on graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { become } from '../../patterns/stored.js';
import { madeFrom, OWNED_LISTS } from './body-references.js';
import { drop, without } from './hidden-parts.js';
import { isOfSysMLAlone } from './full-document.js';
import { type OwnershipIndex, ownershipAmong } from './ownership-index.js';

/** The elements of a document with these members in the grammar's form. */
export function withEntries(elements: readonly GraphElement[]): readonly GraphElement[] {
    const ownership = ownershipAmong(elements);
    const dropped = new Set<GraphElement>();
    const isKerML = elements.some(isKerMLClassifier) && !elements.some(isOfSysMLAlone);
    const made = elements.flatMap(element => {
        if (isKerML && element.metaclass === 'MetadataUsage') {
            become(element, 'MetadataFeature');
        }
        const membership = isKind(element.metaclass, 'Feature') ? ownership.relationshipTo(element) : undefined;
        const owner = membership && ownership.ownerOf(membership);
        return membership === undefined || owner === undefined ? [] : shape({ element, membership, owner }, ownership, dropped);
    });
    return without(made.length === 0 ? elements : [...elements, ...made], dropped);
}

const isKerMLClassifier = ({ metaclass }: GraphElement): boolean => isKind(metaclass, 'Classifier') && !isKind(metaclass, 'Definition');

/** A member with its membership and owner. */
interface Owned {
    readonly element: GraphElement;
    readonly membership: GraphElement;
    readonly owner: GraphElement;
}

/** Nodes whose notation has places for parameters (SysML 8.2.2.16, 8.2.2.17), which parameter memberships own. */
const NODES: ReadonlySet<string> = new Set([
    'AcceptActionUsage',
    'AssignmentActionUsage',
    'FlowUsage',
    'ForLoopActionUsage',
    'IfActionUsage',
    'SendActionUsage',
    'SuccessionFlowUsage',
    'TerminateActionUsage',
    'TransitionUsage',
    'WhileLoopActionUsage'
]);

/** Whether an element is a definition or usage that declares its parameters as members of its body. */
const isDeclaration = ({ metaclass }: GraphElement): boolean =>
    (isKind(metaclass, 'Definition') || isKind(metaclass, 'Usage')) && !NODES.has(metaclass);

/** @returns the new elements */
function shape(owned: Owned, ownership: OwnershipIndex, dropped: Set<GraphElement>): readonly GraphElement[] {
    const { element, membership, owner } = owned;
    if (element.metaclass === 'FlowEnd') {
        return messageEnd(owned, ownership, dropped);
    }
    if (owner.metaclass === 'TransitionUsage' && membership.metaclass === 'ParameterMembership') {
        element.discard(property => property === 'declaredName');
    } else if (owner.metaclass === 'Feature' && owner.is('isEnd') && element.metaclass === 'ReferenceUsage') {
        become(element, 'Feature');
    }
    if (membership.metaclass === 'ParameterMembership') {
        if (element.has('declaredName') && !element.has('direction')) {
            element.set('direction', ['in']);
        }
        if (element.has('declaredName') && isDeclaration(owner)) {
            become(membership, 'FeatureMembership');
        }
    }
    if (membership.metaclass !== 'FeatureMembership') {
        return [];
    }
    if (element.is('isEnd')) {
        become(membership, 'EndFeatureMembership');
    } else if (element.metaclass === 'EnumerationUsage' && owner.metaclass === 'EnumerationDefinition') {
        become(membership, 'VariantMembership');
    } else if (isKind(element.metaclass, 'MetadataFeature')) {
        become(membership, 'OwningMembership');
    }
    return redefinitionOf(owned, ownership);
}

// --- Metadata -----------------------------------------------------------------------------------------------------------

/**
 * Makes the redefinition of a metadata entry that declares the name of a feature. It redefines that feature or, if the document does not
 * contain the feature, refers to the name.
 */
function redefinitionOf({ element: entry, owner }: Owned, ownership: OwnershipIndex): readonly GraphElement[] {
    const name = entry.text('declaredName');
    const specializes = ownership.relationshipsOf(entry).some(r => isKind(r.metaclass, 'Specialization'));
    const isEntry = entry.metaclass === 'ReferenceUsage' || entry.metaclass === 'Feature';
    const metadata = isEntry && name !== undefined && !specializes ? metadataAround(owner, ownership) : undefined;
    if (metadata === undefined) {
        return [];
    }
    const types =
        metadata === owner
            ? ownership.relationshipsOf(owner).flatMap(r => (r.metaclass === 'FeatureTyping' ? (r.element('type') ?? []) : []))
            : [];
    const named = types.flatMap(type => ownership.ownedThrough(type, 'FeatureMembership')).find(f => f.text('declaredName') === name);
    const redefinition = madeFrom(entry, 'rd', 'Redefinition').add('owningRelatedElement', entry);
    redefinition.add('redefinedFeature', named ?? name);
    entry.discard(property => property === 'declaredName');
    entry.set('ownedRelationship', [redefinition, ...ownership.relationshipsOf(entry)]);
    return [redefinition];
}

/** The metadata usage whose body contains an entry, possibly inside other entries. */
function metadataAround(owner: GraphElement, ownership: OwnershipIndex): GraphElement | undefined {
    let around: GraphElement | undefined = owner;
    while (around !== undefined && !isKind(around.metaclass, 'MetadataFeature')) {
        const isEntry: boolean = around.metaclass === 'ReferenceUsage' || around.metaclass === 'Feature';
        around = isEntry ? ownership.ownerThrough(around, 'FeatureMembership') : undefined;
    }
    return around;
}

// --- Messages -----------------------------------------------------------------------------------------------------------

/**
 * Turns a flow end without a reference subsetting into the end of a message: an event occurrence that references the feature. Such a flow
 * end is invalid (SysML 8.3.16.3 validateFlowEndNestedFeature, KerML validateFlowEndSubsetting).
 */
function messageEnd(
    { element: end, membership, owner }: Owned,
    ownership: OwnershipIndex,
    dropped: Set<GraphElement>
): readonly GraphElement[] {
    const ends = ownership.ownedThrough(owner, 'EndFeatureMembership').filter(e => e.metaclass === 'FlowEnd' || e === end);
    const isWhole = ends.some(e => ownership.relationshipsOf(e).some(r => r.metaclass === 'ReferenceSubsetting'));
    const [feature] = ownership.ownedThrough(end, 'FeatureMembership');
    const redefinition = feature && ownership.relationshipsOf(feature).find(r => r.metaclass === 'Redefinition');
    const target = redefinition?.get('redefinedFeature');
    if (owner.metaclass !== 'FlowUsage' || isWhole || target === undefined) {
        return [];
    }
    const subsetting = madeFrom(end, 'rs', 'ReferenceSubsetting').add('referencedFeature', target).add('owningRelatedElement', end);
    ownership.relationshipsOf(end).forEach(r => drop(r, ownership, dropped));
    become(membership, 'ParameterMembership');
    become(end, 'EventOccurrenceUsage');
    end.discard(property => OWNED_LISTS.has(property) || property === 'isEnd');
    end.set('ownedRelationship', [subsetting]);
    emitMembership(membership, owner, end);
    return [subsetting];
}
