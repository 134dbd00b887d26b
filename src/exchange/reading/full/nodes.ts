/**
 * Distinguishes the elements that the notation declares from the nodes of expressions, ends and statements (contract: conversion 6, 8.3).
 * In sparse graphs, only declarations have positions and qualified names, and the IRIs differ. Depends on graphs only.
 */
import { isUuid } from '../../ids.js';
import { hasSlot } from '../slots.js';
import type { GraphElement } from '../../graph.js';
import { isExpressionForm, isKind, type MetaclassName } from '../../metamodel/facts.js';
import type { OwnershipIndex } from './ownership-index.js';
import { nameInId, UuidNames } from './uuid-names.js';

const is = (element: { readonly metaclass: string } | undefined, ...kinds: readonly MetaclassName[]): boolean =>
    element !== undefined && kinds.some(kind => isKind(element.metaclass, kind));

/** Whether an element is a relationship but neither a type nor a dependency, which may be declarations themselves. */
const isPlainRelationship = (element: GraphElement): boolean =>
    is(element, 'Relationship') && !is(element, 'Type') && !is(element, 'Dependency');

export class Nodes {
    private readonly answers = new Map<GraphElement, boolean>();
    private readonly bodies = new Map<GraphElement, GraphElement>();
    private readonly keys: ReadonlySet<string>;
    /** the information in UUIDs, for elements that nothing else identifies */
    readonly uuids: UuidNames;

    /** @param hasPositions whether declarations state their positions */
    constructor(
        private readonly ownership: OwnershipIndex,
        elements: readonly GraphElement[],
        readonly hasPositions: boolean
    ) {
        this.uuids = new UuidNames(ownership);
        this.keys = new Set(elements.map(e => e.key));
        for (const element of elements) {
            for (const property of ['sysx:bodyParameter', 'sysx:bodyMember']) {
                element.elements(property).forEach(member => this.bodies.set(member, element));
            }
        }
    }

    /** Whether a body or head declares an element, which then has a position and a qualified name. */
    isDeclared(element: GraphElement): boolean {
        if (this.bodies.has(element)) {
            return false;
        }
        if (this.hasPositions) {
            return element.has('sysx:memberIndex');
        }
        const relationship = this.ownership.relationshipTo(element);
        if (isPlainRelationship(element)) {
            return relationship !== undefined ? !this.isNode(element) : this.isDeclaredRelationship(element);
        }
        return !this.isUndeclaredPart(element) && !this.isNode(element);
    }

    /** The expression body that contains an element. */
    bodyOf(element: GraphElement): GraphElement | undefined {
        return this.bodies.get(element);
    }

    /** Whether an element's IRI has the base of nodes. */
    isNode(element: GraphElement): boolean {
        let answer = this.answers.get(element);
        if (answer === undefined) {
            this.answers.set(element, false);
            answer = this.decide(element);
            this.answers.set(element, answer);
        }
        return answer;
    }

    private decide(element: GraphElement): boolean {
        if (this.bodies.has(element)) {
            return true;
        }
        if (this.hasPositions && this.isDeclared(element)) {
            return false;
        }
        const outward = this.ownership.outward(element);
        if (isPlainRelationship(element)) {
            const [member] = this.ownership.membersOf(element);
            if (is(element, 'OwningMembership', 'Annotation') && member !== undefined && !is(element, 'ElementFilterMembership')) {
                return this.isNode(member);
            }
            if (is(element, 'ElementFilterMembership') || element.metaclass === 'Membership') {
                return !this.isDeclaredRelationship(element);
            }
            return outward !== undefined && this.isNode(outward);
        }
        if (element.metaclass === 'MultiplicityRange' || is(element, 'ConjugatedPortDefinition')) {
            const owner = outward && (this.ownership.ownerOf(outward) ?? outward);
            return owner !== undefined && this.isNode(owner);
        }
        return this.hasPositions || this.isNodeByPlace(element);
    }

    /** Whether an element is a multiplicity range without a name, or a conjugate. */
    private isUndeclaredPart(element: GraphElement): boolean {
        return (
            is(element, 'ConjugatedPortDefinition') ||
            (element.metaclass === 'MultiplicityRange' && !element.has('declaredName') && !element.has('declaredShortName'))
        );
    }

    /** Whether a relationship is declared in a body: an import, an alias, a filter, or the membership of `first x;` or `done;`. */
    private isDeclaredRelationship(element: GraphElement): boolean {
        if (this.hasPositions) {
            return element.has('sysx:memberIndex');
        }
        const owner = this.ownership.ownerOf(element);
        if (is(element, 'Import')) {
            return true;
        }
        if (is(element, 'ElementFilterMembership')) {
            return !is(owner, 'Import');
        }
        if (owner === undefined) {
            // a root: an alias, or a specialization
            return element.metaclass === 'Membership' || !(is(element, 'Membership', 'Annotation') || this.bodies.has(element));
        }
        if (element.metaclass !== 'Membership') {
            return false;
        }
        return nameInId(element) !== undefined || (is(owner, 'TransitionUsage') ? this.isInBody(element, owner) : !isExpressionForm(owner));
    }

    /**
     * Whether a membership belongs to the body of a transition. The membership that refers to the source precedes the succession;
     * memberships of the body follow it.
     */
    private isInBody(membership: GraphElement, transition: GraphElement): boolean {
        const relationships = this.ownership.relationshipsOf(transition);
        const isSuccession = (r: GraphElement): boolean => this.ownership.membersOf(r).some(m => m.metaclass === 'SuccessionAsUsage');
        const succession = relationships.findIndex(isSuccession);
        return succession >= 0 && relationships.indexOf(membership) > succession;
    }

    /** Decides by the id of an element, if that is derived; otherwise by its owner and owning relationship. */
    private isNodeByPlace(element: GraphElement): boolean {
        const relationship = this.ownership.relationshipTo(element);
        if (relationship === undefined) {
            return false;
        }
        if (!is(relationship, 'Membership', 'Annotation')) {
            return is(element, 'Feature') && isRelated(element, relationship);
        }
        const owner = this.ownership.ownerOf(relationship);
        const byKey = this.byKey(element);
        return byKey ?? ((owner !== undefined && this.isNode(owner)) || this.isOfHead(element, relationship, owner));
    }

    /** Whether an element is a part of its owner's head, not a declaration in the body. */
    isOfHead(element: GraphElement, relationship: GraphElement, owner: GraphElement | undefined): boolean {
        return (isPart(element, relationship, owner) && !this.isDeclaredEnd(element, owner)) || this.isThen(element, relationship, owner);
    }

    /** Whether a succession is a `then` before a declaration: it has no explicit source, and its target is the next member. */
    private isThen(succession: GraphElement, membership: GraphElement, owner: GraphElement | undefined): boolean {
        if (succession.metaclass !== 'SuccessionAsUsage' || membership.metaclass !== 'FeatureMembership' || owner === undefined) {
            return false;
        }
        const [first, second] = this.ownership.ownedThrough(succession, 'EndFeatureMembership');
        const target = second && this.referenceOf(second);
        const relationships = this.ownership.relationshipsOf(owner);
        const next = relationships.at(this.ownership.placeOf(membership) + 1);
        const [member] = next === undefined ? [] : this.ownership.membersOf(next);
        const isPlaced = !this.hasReference(first) && member !== undefined && target === member;
        const id = isPlaced && isUuid(succession.id) ? this.uuids.idOf(member) : undefined;
        return isPlaced && this.uuids.hasId(succession, id && `${id}_pthen`) !== false;
    }

    /** Whether an end is declared in a body. A connector's head has either no ends or at least two. */
    private isDeclaredEnd(element: GraphElement, owner: GraphElement | undefined): boolean {
        if (!is(owner, 'Connector') || !element.is('isEnd') || is(element, 'FlowEnd')) {
            return false;
        }
        const inHead = this.ownership.ownedThrough(owner!, 'EndFeatureMembership').filter(end => !this.isOfBody(end));
        return inHead.length === 1 || !inHead.includes(element);
    }

    /**
     * Whether an end is in the body of the connector, because the head cannot express it: it has a name without a reference, other
     * specializations, features or annotations, or an id that is made from a name.
     */
    private isOfBody(end: GraphElement): boolean {
        const relationships = this.ownership.relationshipsOf(end);
        return (
            (end.has('declaredName') && !this.hasReference(end)) ||
            relationships.some(r => is(r, 'Specialization', 'FeatureMembership') && !is(r, 'ReferenceSubsetting', 'CrossSubsetting')) ||
            relationships.some(r => this.ownership.membersOf(r).some(member => is(member, 'MetadataFeature'))) ||
            (isUuid(end.id) && this.uuids.idOf(end) !== undefined)
        );
    }

    private hasReference(end: GraphElement | undefined): boolean {
        return end !== undefined && this.ownership.relationshipsOf(end).some(r => r.metaclass === 'ReferenceSubsetting');
    }

    private referenceOf(end: GraphElement): GraphElement | undefined {
        return this.ownership
            .relationshipsOf(end)
            .find(r => r.metaclass === 'ReferenceSubsetting')
            ?.element('referencedFeature');
    }

    private byKey(element: GraphElement): boolean | undefined {
        if (nameInId(element) !== undefined) {
            return false;
        }
        if (hasSlot(element.key, this.keys)) {
            return true;
        }
        return undefined;
    }
}

/** Properties of a relationship that also list the declarations of its body. */
export const OF_BODY: ReadonlySet<string> = new Set(['ownedRelatedElement', 'ownedElement', 'relatedElement']);

/** Whether an element that a relationship owns is also an end of the relationship, as feature chains are. */
function isRelated(element: GraphElement, relationship: GraphElement): boolean {
    return relationship.properties.some(p => !OF_BODY.has(p) && relationship.all(p).includes(element));
}

/** Whether an element owns another one as part of its head, or as an expression in one of its positions. */
function isPart(element: GraphElement, relationship: GraphElement, owner: GraphElement | undefined): boolean {
    const isExpression = isExpressionForm(element);
    switch (relationship.metaclass) {
        case 'FeatureValue':
            return true;
        case 'ElementFilterMembership':
            return true;
        case 'ResultExpressionMembership':
            return false;
        case 'TransitionFeatureMembership':
            return isExpression;
        case 'OwningMembership':
            return isExpression || (is(owner, 'TransitionUsage') && element.metaclass === 'SuccessionAsUsage');
        case 'EndFeatureMembership':
            return is(owner, 'Connector');
        case 'ParameterMembership':
        case 'ReturnParameterMembership':
        case 'FeatureMembership':
            return (
                isExpressionForm(owner) ||
                isExpression ||
                (is(owner, 'FlowUsage') &&
                    element.metaclass === 'EventOccurrenceUsage' &&
                    relationship.metaclass === 'ParameterMembership') ||
                (is(owner, 'TransitionUsage', 'AcceptActionUsage') && relationship.metaclass === 'ParameterMembership') ||
                (is(owner, 'ForLoopActionUsage') && relationship.metaclass === 'FeatureMembership' && !is(element, 'ActionUsage'))
            );
        default:
            return false;
    }
}
