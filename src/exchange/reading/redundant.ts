/**
 * Words of the notation that say what holds without them (contract: conversion 5.3): whether they stand there or not, the
 * model is the same. Knows graphs only.
 */
import type { GraphElement } from '../graph.js';
import { isKind, type MetaclassName } from '../metamodel/facts.js';

/** Memberships whose members have a direction without a word (KerML 8.3.4.6.5, SysML 8.3.21). */
export const DIRECTIONS: Readonly<Record<string, string>> = {
    SubjectMembership: 'in',
    ActorMembership: 'in',
    StakeholderMembership: 'in',
    ObjectiveMembership: 'in',
    ReturnParameterMembership: 'out'
};

/** The visibility of a membership or import that states none. */
export function defaultVisibility({ metaclass }: GraphElement): string {
    return isKind(metaclass, 'Import') ? 'private' : 'public';
}

const is = (element: GraphElement | undefined, ...kinds: readonly MetaclassName[]): boolean =>
    element !== undefined && kinds.some(kind => isKind(element.metaclass, kind));

/**
 * Whether a usage refers without saying so (SysML 8.3.6.4, isReference).
 * @param membership that owns it
 * @param owner what owns that
 */
export function isReferentialAnyway(usage: GraphElement, membership: GraphElement | undefined, owner: GraphElement | undefined): boolean {
    if (usage.metaclass === 'ReferenceUsage' && is(membership, 'VariantMembership') && usage.has('declaredName')) {
        return false; // without the word, the variant refers to what has the name (SysML 8.2.2.6.3 VariantReference)
    }
    if (usage.metaclass === 'ReferenceUsage' && usage.has('sysx:memberIndex') && !usage.is('sysx:isKindImplicit')) {
        return is(membership, 'VariantMembership') || DIRECTIONS[membership?.metaclass ?? ''] !== undefined; // `ref` is all that it has in place of a kind
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

/** Whether a usage is composite, which no word of SysML says (SysML 8.3.6.4, isReference). */
function isComposite(usage: GraphElement): boolean {
    const membership = usage.element('owningMembership');
    const isReferential = (): boolean =>
        usage.is('isReference') || is(usage, 'ReferenceUsage') || isReferentialAnyway(usage, membership, usage.element('owner'));
    return is(usage, 'Usage') && (is(membership, 'ObjectiveMembership') || !isReferential()); // an objective is no parameter
}

/** Whether a usage varies in time, which no word of SysML says (SysML 8.3.6.4, mayTimeVary). */
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

/** Flags that hold of some elements where the notation has no word for them, and of which. */
const WORDLESS: Readonly<Record<string, (element: GraphElement) => boolean>> = {
    isComposite,
    isVariable: mayTimeVary,
    isAbstract: element => element.is('isVariation') || element.metaclass === 'EnumerationDefinition', // SysML 8.3.6.2
    isVariation: element => element.metaclass === 'EnumerationDefinition'
};

/**
 * Whether a flag holds of an element without a word, and cannot have one: a graph may state it, or not.
 * @param element as the notation says it
 */
export function holdsWordlessly(element: GraphElement, property: string): boolean {
    return Object.hasOwn(WORDLESS, property) && WORDLESS[property](element);
}

/** Whether what an element redefines by its name alone (5.8) is all that it states to redefine: its name says it already. */
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

/** Whether {@link isRedundant} may hold of a property at all. */
export const mayBeRedundant = (property: string): boolean =>
    property === 'visibility' || property === 'isReference' || property === 'redefines';

/** Whether what an element states of a property holds anyway. */
export function isRedundant(element: GraphElement, property: string): boolean {
    switch (property) {
        case 'visibility':
            return element.get(property) === defaultVisibility(element);
        case 'isReference':
            // an end refers in any case: behind a cross feature, `ref` is the only word that it can have
            return element.is('isEnd') || isReferentialAnyway(element, element.element('owningMembership'), element.element('owner'));
        case 'redefines':
            return restatesName(element);
        default:
            return false;
    }
}
