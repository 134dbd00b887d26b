/**
 * Removes parts of a full document's expressions that sparse graphs express differently (contract: conversion 6): the result of an
 * expression that refers to a feature, the parameter that an operator's type argument types, and the memberships in the body of an
 * expression. Depends on graphs only.
 */
import { GraphElement, type Value } from '../../graph.js';
import { entryFor } from '../../../language/closed-lists.js';
import { isList } from '../../../language/narrowing.js';
import { isExpressionForm, isKind } from '../../metamodel/facts.js';
import { wordOfMembership } from '../../metamodel/membership-words.js';
import { isReferentialAnyway } from '../redundant.js';
import { isDirectionImplied, isReference } from './flags.js';
import { Nodes } from './nodes.js';
import { type OwnershipIndex, ownershipAmong } from './ownership-index.js';

/** A document, and which of its elements are declarations. */
interface Document {
    readonly ownership: OwnershipIndex;
    readonly nodes: Nodes;
}

/** Operators with a type argument, and whether it is the type of the result (true) or of a parameter (false). */
const TYPED: Readonly<Record<string, boolean>> = {
    istype: false,
    hastype: false,
    '@': false,
    '@@': false,
    all: false,
    as: true,
    meta: true
};

/** The elements of a document without these parts. States the same information by terms of sparse graphs. */
export function withoutHiddenParts(elements: readonly GraphElement[]): readonly GraphElement[] {
    const expressions = elements.filter(e => isKind(e.metaclass, 'Expression'));
    if (expressions.length === 0) {
        return elements;
    }
    const ownership = ownershipAmong(elements);
    const document = { ownership, nodes: new Nodes(ownership, elements, false) };
    const dropped = new Set<GraphElement>();
    for (const expression of expressions) {
        if (expression.metaclass === 'FeatureReferenceExpression') {
            dropResult(expression, ownership, dropped);
        }
        if (expression.metaclass === 'FeatureChainExpression') {
            dropTarget(expression, ownership, dropped);
        }
        const isOfResult = entryFor(TYPED, expression.text('operator'));
        if (isOfResult !== undefined && !expression.has('sysx:typeArgument')) {
            takeType(expression, isOfResult, ownership, dropped);
        }
        if (isReferredTo(expression, ownership)) {
            takeFunction(expression, document, dropped);
        }
        if (isKind(expression.metaclass, 'InstantiationExpression')) {
            takeArgumentNames(expression, ownership, dropped);
        }
    }
    return without(elements, dropped);
}

/** The elements without the dropped ones and without references to the dropped ones. */
export function without(elements: readonly GraphElement[], dropped: ReadonlySet<GraphElement>): readonly GraphElement[] {
    if (dropped.size === 0) {
        return elements;
    }
    const kept = elements.filter(e => !dropped.has(e));
    const isKept = (value: Value): boolean => !(value instanceof GraphElement && dropped.has(value));
    for (const element of kept) {
        const { properties } = element;
        for (let at = properties.length - 1; at >= 0; at--) {
            const object = element.objectAt(at);
            if (!(isList(object) ? object.every(isKept) : isKept(object))) {
                element.set(properties[at], element.valuesAt(at).filter(isKept));
            }
        }
    }
    return kept;
}

/** Drops an element with everything that it owns. */
export function drop(element: GraphElement | undefined, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    if (element !== undefined && !dropped.has(element)) {
        dropped.add(element);
        ownership.membersOf(element).forEach(member => drop(member, ownership, dropped));
        ownership.relationshipsOf(element).forEach(relationship => drop(relationship, ownership, dropped));
    }
}

/**
 * Drops the feature that the source of a feature chain owns for its target, because the chain refers to the target itself (KerML 8.3.4.8.4
 * sourceTargetFeature).
 */
function dropTarget(expression: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    ownership
        .ownedThrough(expression, 'ParameterMembership')
        .flatMap(source => ownership.relationshipsOf(source))
        .filter(r => r.metaclass === 'FeatureMembership')
        .forEach(membership => drop(membership, ownership, dropped));
}

/** Drops the result of a feature reference expression: it follows from the referent. */
function dropResult(expression: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    ownership
        .relationshipsOf(expression)
        .filter(r => r.metaclass === 'ReturnParameterMembership')
        .forEach(r => drop(r, ownership, dropped));
    expression.discard(property => property === 'result' || property === 'parameter');
}

function takeType(expression: GraphElement, isOfResult: boolean, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    // Some tools state the type of `all` on the result.
    const kinds = isOfResult ? ['ReturnParameterMembership'] : ['ParameterMembership', 'ReturnParameterMembership'];
    for (const kind of kinds) {
        const memberships = ownership.relationshipsOf(expression).filter(r => r.metaclass === kind);
        const found = memberships.filter(membership => takeTypeOf(expression, membership, ownership, dropped));
        if (found.length > 0) {
            return;
        }
    }
}

/** Takes over the type of a parameter or result without a value. @returns whether it has a type */
function takeTypeOf(expression: GraphElement, membership: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): boolean {
    const parameter = ownership.membersOf(membership).at(0);
    const relationships = parameter === undefined ? [] : ownership.relationshipsOf(parameter);
    const typing = relationships.find(r => r.metaclass === 'FeatureTyping');
    const type = typing?.get('type') ?? typing?.get('general');
    if (typing === undefined || type === undefined || relationships.some(r => r.metaclass === 'FeatureValue')) {
        return false;
    }
    expression.set('sysx:typeArgument', [type]);
    drop(membership.metaclass === 'ReturnParameterMembership' ? typing : membership, ownership, dropped);
    return true;
}

/** Whether an expression is the referent of a feature reference expression, as a body or the name of a function is. */
function isReferredTo(expression: GraphElement, ownership: OwnershipIndex): boolean {
    const owner = ownership.ownerThrough(expression, 'FeatureMembership');
    return expression.metaclass === 'Expression' && owner?.metaclass === 'FeatureReferenceExpression' && !expression.has('sysx:hasBody');
}

/** The type of an expression without a declared type (KerML 8.4.4.8.1). */
const BASE = 'Performances::Evaluation';

/**
 * Makes a body own its members directly, without memberships; or states the function that is written instead of a body. The function is the
 * type of a stored typing or, in a document without such relationships, the stated type. The stated type of a body is only derived.
 */
function takeFunction(expression: GraphElement, document: Document, dropped: Set<GraphElement>): void {
    const { ownership } = document;
    const relationships = ownership.relationshipsOf(expression);
    const [typing] = relationships.filter(r => r.metaclass === 'FeatureTyping');
    const isBody = relationships.some(r => isKind(r.metaclass, 'Membership'));
    const functions = typing?.all('type') ?? expression.elements('type').filter(type => type.text('qualifiedName') !== BASE);
    expression.set('type', isBody ? [] : functions);
    if (isBody) {
        takeMembers(expression, document, dropped);
    } else if (typing !== undefined) {
        drop(typing, ownership, dropped);
        emitReceiver(expression, ownership);
    }
}

/**
 * States the first argument as the `operand` of a call whose last argument is the name of a function: the notation writes the first
 * argument before an arrow, `x->f g`.
 */
function emitReceiver(named: GraphElement, ownership: OwnershipIndex): void {
    const reference = ownership.ownerThrough(named, 'FeatureMembership')!;
    const parameter = ownership.ownerThrough(reference, 'FeatureValue');
    const call = parameter && ownership.ownerThrough(parameter, 'ParameterMembership');
    if (call?.metaclass === 'InvocationExpression' && !call.has('operand')) {
        const [first, second, ...others] = ownership.ownedThrough(call, 'ParameterMembership').filter(p => p.metaclass === 'Feature');
        const isLast = second === parameter && others.every(p => ownership.ownerThrough(p, 'ReturnParameterMembership') === call);
        call.set('operand', isLast ? ownership.ownedThrough(first, 'FeatureValue') : []);
    }
}

/** States the names of a call's named arguments: these are parameters that redefine a feature (KerML 8.2.5.8.3 NamedArgument). */
function takeArgumentNames(call: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    for (const parameter of ownership.ownedThrough(call, 'ParameterMembership')) {
        const redefinition = ownership.relationshipsOf(parameter).find(r => r.metaclass === 'Redefinition');
        const target = redefinition?.get('redefinedFeature');
        const name = typeof target === 'object' && 'metaclass' in target ? (target.text('declaredName') ?? target.text('name')) : target;
        if (redefinition !== undefined && typeof name === 'string') {
            parameter.set('sysx:argumentName', [name]);
            drop(redefinition, ownership, dropped);
        }
    }
}

/**
 * Makes a body, or a member of a body, own its members directly, without memberships. A member states the keyword of its membership;
 * relationships without a member of their own, such as imports and aliases, are members themselves.
 */
function takeMembers(owner: GraphElement, document: Document, dropped: Set<GraphElement>): void {
    const declarations = document.ownership.relationshipsOf(owner).filter(r => isDeclaring(r, owner, document));
    const isBody = isReferredTo(owner, document.ownership);
    declarations.forEach((relationship, index) => {
        const [owned] = isOwning(relationship) ? document.ownership.membersOf(relationship) : [];
        if (relationship.metaclass === 'ResultExpressionMembership') {
            owner.set('sysx:resultExpression', [owned]);
            return;
        }
        if (owned === undefined) {
            LISTS.forEach(list =>
                owner.set(
                    list,
                    owner.all(list).filter(r => r !== relationship)
                )
            );
        } else {
            takeMembership(owned, relationship, owner);
            dropped.add(relationship);
        }
        const member = owned ?? relationship;
        const isParameter = isBody && member.has('direction');
        owner.add(isParameter ? 'sysx:bodyParameter' : 'sysx:bodyMember', member);
        member.set('sysx:memberIndex', [index]);
        member.discard(property => OWNING.has(property));
        member.set('owner', [owner]);
        takeMembers(member, document, dropped);
    });
}

/**
 * Whether a relationship owns a member of a body. In the body of a relationship, annotations own the members (KerML 8.2.3.1
 * RelationshipOwnedElement).
 */
const isOwning = ({ metaclass }: GraphElement): boolean => isKind(metaclass, 'OwningMembership') || metaclass === 'Annotation';

/** The properties that list the relationships of an owner which are members of a body. */
const LISTS = ['ownedRelationship', 'ownedMembership', 'ownedImport'];

/** States on a member the facts that its membership expresses. */
function takeMembership(member: GraphElement, membership: GraphElement, owner: GraphElement): void {
    const isPlain = membership.metaclass === 'OwningMembership' && isKind(member.metaclass, 'Feature');
    const word = isPlain && !isKind(member.metaclass, 'MetadataFeature') ? 'member' : wordOfMembership(membership);
    if (isDirectionImplied(member, membership, owner)) {
        member.set('direction', []);
    }
    if (isKind(member.metaclass, 'Usage')) {
        const isStated = isReference(member) && !isReferentialAnyway(member, membership, owner);
        member.set('isReference', isStated ? [true] : []);
    }
    member.set('isResult', word === 'return' ? [true] : []);
    member.set('isVariant', word === 'variant' ? [true] : []);
    member.set('sysx:declaredPrefix', word === undefined ? [] : [word]);
    member.set(
        'visibility',
        membership.all('visibility').filter(v => v !== 'public')
    );
}

/** The properties that connect a member to its membership. */
const OWNING = new Set([
    'owningNamespace',
    'owningRelationship',
    'owningMembership',
    'owningFeatureMembership',
    'owningType',
    'owningRelatedElement',
    'membershipOwningNamespace',
    'importOwningNamespace',
    'qualifiedName'
]);

/** Whether a relationship is a declaration in a body, or owns one. Other relationships belong to a head. */
function isDeclaring(relationship: GraphElement, owner: GraphElement, { nodes, ownership }: Document): boolean {
    const { metaclass } = relationship;
    const isOfBody = owner.metaclass === 'Expression';
    if (isKind(metaclass, 'Import')) {
        return true;
    }
    if (metaclass === 'Membership') {
        return isOfBody || !(isExpressionForm(owner) || isKind(owner.metaclass, 'TransitionUsage'));
    }
    const member = ownership.membersOf(relationship).at(0);
    return (
        member !== undefined &&
        isOwning(relationship) &&
        metaclass !== 'FeatureValue' &&
        member.metaclass !== 'MultiplicityRange' &&
        (isOfBody || !nodes.isOfHead(member, relationship, owner))
    );
}
