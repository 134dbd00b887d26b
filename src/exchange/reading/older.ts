/**
 * Handles terms of older graphs, which no tool writes any more (contract: conversion 2, 5.3, 5.6, 5.10). Replaces a term that has a current
 * equivalent, and refuses all others by name. Depends on words only.
 */
import { cannotConvert, type Graph, type Value } from '../graph.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** Terms that have no current equivalent, because graphs express the same by other elements. */
const RETIRED: ReadonlySet<string> = new Set(
    (
        'sysx:prefixMetadata annotates isSnapshot isTimeslice sysx:Alias sysx:FilterMember sysx:MultiplicityDeclaration sysx:ConstraintMember sysx:AssumeMember ' +
        'sysx:RequireMember sysx:InitialNode sysx:FinalNode sysx:IfBranch sysx:DeferMember sysx:isNamespaceImport sysx:isExpose sysx:argumentIndex sysx:operator ' +
        'sysx:relatedFeature sysx:endIndex sysx:endRole sysx:endName sysx:deferredEvent sysx:bracedEffect'
    ).split(' ')
);

/** Renamed terms. */
const RENAMED: Readonly<Record<string, string>> = {
    'sysx:isRecursive': 'isRecursive',
    aliasedElement: 'memberElement',
    includes: 'references',
    transitionSyntax: 'sysx:transitionSyntax'
};

/** Renamed metaclasses: the current name and the additional statements that the older name implied. */
const METACLASSES: Readonly<Record<string, readonly [metaclass: string, ...statements: (readonly [string, Value])[]]>> = {
    ConnectorAsUsage: ['Connector'],
    ClassUsage: ['Class'],
    StructureUsage: ['Structure'],
    AssociationUsage: ['Association'],
    BehaviorUsage: ['Behavior'],
    PredicateUsage: ['Predicate'],
    BooleanUsage: ['BooleanExpression'],
    InteractionUsage: ['Interaction'],
    BindingConnectorDefinition: ['BindingConnector'],
    IndividualDefinition: ['OccurrenceDefinition', ['isIndividual', true], ['sysx:declaredKeyword', 'individual']],
    IndividualUsage: ['OccurrenceUsage', ['isIndividual', true], ['sysx:declaredKeyword', 'individual']]
};

/** For each older name that now denotes a metaclass of KerML, the metaclass of the SysML usage with that meaning. */
const IN_SYSML: Readonly<Record<string, string>> = {
    ClassUsage: 'OccurrenceUsage',
    StructureUsage: 'ItemUsage',
    AssociationUsage: 'ConnectionUsage',
    BehaviorUsage: 'ActionUsage',
    PredicateUsage: 'ConstraintUsage',
    BooleanUsage: 'ConstraintUsage',
    InteractionUsage: 'FlowUsage'
};

/** @throws ConversionError naming an element whose older metaclass now denotes a KerML element that SysML's notation cannot declare */
export function checkOlderNames({ olderNames }: Graph): void {
    for (const [element, name] of olderNames) {
        const right = Object.hasOwn(IN_SYSML, name) ? IN_SYSML[name] : undefined;
        if (right !== undefined) {
            const why = `it now denotes KerML's ${element.metaclass}, which SysML cannot declare: use ${right}, or KerML as the language of the root`;
            throw cannotConvert(`${element.text('qualifiedName') ?? element.key}, ${withArticle(name)}`, why);
        }
    }
}

/** The error for a retired term. */
export function retiredTerm(term: string): Error {
    const name = /^(?:sysx|urn):/.test(term) ? term : `sysml:${term}`;
    return cannotConvert(name, 'the term is retired: re-export the graph from notation');
}

/** Whether a property has its current name, whatever its value. */
export function isCurrentTerm(property: string): boolean {
    return !RETIRED.has(property) && property !== 'isNonunique' && !Object.hasOwn(RENAMED, property);
}

/** A statement in its current spelling. @throws ConversionError for a retired property */
export function currentStatement(property: string, value: Value): readonly [property: string, value: Value] {
    if (RETIRED.has(property)) {
        throw retiredTerm(property);
    }
    if (property === 'isNonunique' && typeof value === 'boolean') {
        return ['isUnique', !value];
    }
    return [Object.hasOwn(RENAMED, property) ? RENAMED[property] : property, value];
}

/**
 * A metaclass under its current name, with the additional statements that an older name implied. @throws ConversionError for a retired
 * metaclass
 */
export function currentMetaclass(name: string): readonly [metaclass: string, ...statements: (readonly [string, Value])[]] {
    if (RETIRED.has(name)) {
        throw retiredTerm(name);
    }
    return Object.hasOwn(METACLASSES, name) ? METACLASSES[name] : [name];
}
