/**
 * Spellings of older graphs, which nobody writes any more (contract: conversion 2, 5.3, 5.6, 5.10): those that say the same as a spelling
 * of today are read as it, the others are refused by name. Knows words only.
 */
import { cannotConvert, type Graph, type Value } from '../graph.js';

/** Terms that have been replaced by another structure. */
const RETIRED: ReadonlySet<string> = new Set(
    (
        'sysx:prefixMetadata annotates isSnapshot isTimeslice sysx:Alias sysx:FilterMember sysx:MultiplicityDeclaration sysx:ConstraintMember sysx:AssumeMember ' +
        'sysx:RequireMember sysx:InitialNode sysx:FinalNode sysx:IfBranch sysx:DeferMember sysx:isNamespaceImport sysx:isExpose sysx:argumentIndex sysx:operator ' +
        'sysx:relatedFeature sysx:endIndex sysx:endRole sysx:endName sysx:deferredEvent sysx:bracedEffect'
    ).split(' ')
);

/** Terms that only have another name today. */
const RENAMED: Readonly<Record<string, string>> = {
    'sysx:isRecursive': 'isRecursive',
    aliasedElement: 'memberElement',
    includes: 'references',
    transitionSyntax: 'sysx:transitionSyntax'
};

/** Metaclasses that the metamodel has by another name, and what they say beside it. */
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

/** What SysML declares where an older name means a kind of KerML. */
const IN_SYSML: Readonly<Record<string, string>> = {
    ClassUsage: 'OccurrenceUsage',
    StructureUsage: 'ItemUsage',
    AssociationUsage: 'ConnectionUsage',
    BehaviorUsage: 'ActionUsage',
    PredicateUsage: 'ConstraintUsage',
    BooleanUsage: 'ConstraintUsage',
    InteractionUsage: 'FlowUsage'
};

/** @throws ConversionError naming an element by an older name whose kind the notation of SysML does not declare */
export function checkOlderNames({ olderNames }: Graph): void {
    for (const [element, name] of olderNames) {
        const right = Object.hasOwn(IN_SYSML, name) ? IN_SYSML[name] : undefined;
        if (right !== undefined) {
            const why = `that is KerML's ${element.metaclass}, which SysML does not declare: its usages are ${right} (or the root is of KerML)`;
            throw cannotConvert(`${element.text('qualifiedName') ?? element.key}, a ${name}`, why);
        }
    }
}

/** The failure that tells of a retired term. */
export function retiredTerm(term: string): Error {
    const name = /^(?:sysx|urn):/.test(term) ? term : `sysml:${term}`;
    return cannotConvert(name, 'the term is retired: re-export the graph from notation');
}

/** Whether a property is called so today, whatever is stated of it. */
export function isCurrentTerm(property: string): boolean {
    return !RETIRED.has(property) && property !== 'isNonunique' && !Object.hasOwn(RENAMED, property);
}

/** A statement as it is spelled today. @throws ConversionError for a retired property */
export function currentStatement(property: string, value: Value): readonly [property: string, value: Value] {
    if (RETIRED.has(property)) {
        throw retiredTerm(property);
    }
    if (property === 'isNonunique' && typeof value === 'boolean') {
        return ['isUnique', !value];
    }
    return [Object.hasOwn(RENAMED, property) ? RENAMED[property] : property, value];
}

/** A metaclass as it is named today, with what an older name said beside it. @throws ConversionError for a retired one */
export function currentMetaclass(name: string): readonly [metaclass: string, ...statements: (readonly [string, Value])[]] {
    if (RETIRED.has(name)) {
        throw retiredTerm(name);
    }
    return Object.hasOwn(METACLASSES, name) ? METACLASSES[name] : [name];
}
