/**
 * Determines which flags of an element are implied, so that a keyword for them would not change the model (contract: conversion 5.3).
 * Depends on graphs only.
 */
import type { GraphElement } from '../graph.js';
import { isKind, type MetaclassName } from '../metamodel/facts.js';

/** Memberships that imply the direction of their members (KerML 8.3.4.6.5, SysML 8.3.21). */
export const DIRECTIONS: Readonly<Record<string, string>> = {
    SubjectMembership: 'in',
    ActorMembership: 'in',
    StakeholderMembership: 'in',
    ObjectiveMembership: 'in',
    ReturnParameterMembership: 'out'
};

/** The default visibility of a membership or import. */
export function defaultVisibility({ metaclass }: GraphElement): string {
    return isKind(metaclass, 'Import') ? 'private' : 'public';
}

const is = (element: GraphElement | undefined, ...kinds: readonly MetaclassName[]): boolean =>
    element !== undefined && kinds.some(kind => isKind(element.metaclass, kind));

/**
 * Whether a usage is referential without the keyword `ref` (SysML 8.3.6.4, isReference).
 * @param membership the membership that owns the usage
 * @param owner the owner of that membership
 */
export function isReferentialAnyway(usage: GraphElement, membership: GraphElement | undefined, owner: GraphElement | undefined): boolean {
    if (usage.metaclass === 'ReferenceUsage' && is(membership, 'VariantMembership') && usage.has('declaredName')) {
        return false; // without `ref`, its name would be read as a reference (SysML 8.2.2.6.3 VariantReference)
    }
    if (usage.metaclass === 'ReferenceUsage' && usage.has('sysx:memberIndex') && !usage.is('sysx:isKindImplicit')) {
        // its only keyword is `ref`, unless the membership has one
        return is(membership, 'VariantMembership') || DIRECTIONS[membership?.metaclass ?? ''] !== undefined;
    }
    return (
        !is(membership, 'FeatureMembership') ||
        membership!.metaclass === 'ParameterMembership' ||
        usage.is('isEnd') ||
        usage.has('direction') ||
        DIRECTIONS[membership!.metaclass] !== undefined ||
        is(usage, 'AttributeUsage', 'ReferenceUsage', 'EventOccurrenceUsage') ||
        (is(usage, 'PortUsage') && !is(owner, 'PortDefinition', 'PortUsage'))
    );
}

/** Whether a usage is composite. SysML has no keyword for this (SysML 8.3.6.4, isReference). */
function isComposite(usage: GraphElement): boolean {
    const membership = usage.element('owningMembership');
    const isReferential = (): boolean =>
        usage.is('isReference') || is(usage, 'ReferenceUsage') || isReferentialAnyway(usage, membership, usage.element('owner'));
    return is(usage, 'Usage') && (is(membership, 'ObjectiveMembership') || !isReferential()); // an objective is not a parameter
}

/** Whether a usage may vary in time. SysML has no keyword for this (SysML 8.3.6.4, mayTimeVary). */
function mayTimeVary(usage: GraphElement): boolean {
    return (
        is(usage, 'Usage') &&
        is(usage.element('owningMembership'), 'FeatureMembership') &&
        is(usage.element('owner'), 'OccurrenceDefinition', 'OccurrenceUsage') &&
        !usage.has('portionKind') &&
        !is(usage, 'BindingConnectorAsUsage', 'SuccessionAsUsage', 'SuccessionFlowUsage') &&
        !(is(usage, 'ActionUsage') && isComposite(usage))
    );
}

/** Flags that are true for some elements without a keyword in the notation, and the condition for each. */
const WORDLESS: Readonly<Record<string, (element: GraphElement) => boolean>> = {
    isComposite,
    isVariable: mayTimeVary,
    isAbstract: element => element.is('isVariation') || element.metaclass === 'EnumerationDefinition', // SysML 8.3.6.2
    isVariation: element => element.metaclass === 'EnumerationDefinition'
};

/**
 * Whether a flag is true for an element although the notation has no keyword for it. A graph may state such a flag or omit it.
 * @param element the element of the graph that was read from the notation
 */
export function holdsWordlessly(element: GraphElement, property: string): boolean {
    return Object.hasOwn(WORDLESS, property) && WORDLESS[property](element);
}

/** Whether the redefinition of an element is the one without a keyword, which its name expresses (5.8). */
export function restatesName(element: GraphElement): boolean {
    const stated = element.all('redefines');
    const redefinitions = element.elements('ownedRedefinition');
    return (
        element.is('sysx:isRedefinitionImplicit') &&
        stated.length === 1 &&
        redefinitions.length < 2 &&
        redefinitions.every(r => r.get('redefinedFeature') === stated[0])
    );
}

/** A quick check of whether {@link isRedundant} can be true for a property. */
export const mayBeRedundant = (property: string): boolean =>
    property === 'visibility' || property === 'isReference' || property === 'redefines';

/** Whether the value of a property is the default or is implied by other statements. */
export function isRedundant(element: GraphElement, property: string): boolean {
    switch (property) {
        case 'visibility':
            return element.get(property) === defaultVisibility(element);
        case 'isReference':
            // An end is always referential. After a cross feature, `ref` is the only possible keyword.
            return element.is('isEnd') || isReferentialAnyway(element, element.element('owningMembership'), element.element('owner'));
        case 'redefines':
            return restatesName(element);
        default:
            return false;
    }
}
