/**
 * Defines which values each property of a graph may have (contract: conversion 5.3, 5.9, 9.2, 12.2): by the metamodel's table, and by
 * tables of the terms that the metamodel does not contain. Does not depend on a graph.
 */
import { literalsOf, propertiesNamed, propertiesOf, propertyOfMetaclass } from '../metamodel/facts.js';
import { EXTENSION } from '../vocabulary.js';

/** The kind of a property's values. */
export type Kind =
    | 'boolean'
    | 'string'
    | 'integer'
    /** a position: an integer of at least 0 */
    | 'index'
    | 'rational'
    /** any literal */
    | 'literal'
    /** an element, a name, or the text of an expression */
    | 'reference'
    /** a reference or a literal */
    | 'any';

export interface PropertyRule {
    readonly kind: Kind;
    readonly isMany: boolean;
    /** the literals of an enumeration */
    readonly words?: readonly string[];
}

const single = (kind: Kind): PropertyRule => ({ kind, isMany: false });
const many = (kind: Kind): PropertyRule => ({ kind, isMany: true });
const table = (rule: PropertyRule, names: string): [string, PropertyRule][] => names.split(' ').map(name => [name, rule]);

/** Terms of the `sysml:` namespace that the metamodel does not contain, or defines only for other metaclasses. */
const TERMS: ReadonlyMap<string, PropertyRule> = new Map([
    ...table(
        single('boolean'),
        'isVariation isVariant isReference isConjugated isAll isAccept isResult isEvent isParallel isNegated isStandard isDefault isInitial isRecursive isImportAll'
    ),
    ...table(
        many('reference'),
        'type specializes subsets redefines references crosses disjointFrom intersects differences inverseOf unions chains conjugates via annotatedElement ' +
            'featuringType subject sourceFeature targetFeature source target'
    ),
    ...table(single('reference'), 'lowerBound upperBound payloadParameter receiverArgument multiplicity bodyAction'),
    ...table(single('any'), 'value')
]);

const EXTENSIONS: ReadonlyMap<string, PropertyRule> = new Map([
    ...table(single('index'), 'memberIndex sourceLine sourceColumn sourceEndLine sourceEndColumn'),
    ...table(
        single('boolean'),
        'hasBody isKindImplicit isRedefinitionImplicit declaredId isConstructor isVia isElse hasEffect sourceMultiplicityBeforeThen'
    ),
    ...table(
        single('string'),
        'sourceText sourceTail sourceDocument sourceLanguage declaredKeyword declaredPrefix projectId branch org endForm endVerb endReferencesKeyword ' +
            'argumentName assignmentOperator branchKind subactionKind triggerKeyword pseudostateKind transitionSyntax'
    ),
    ...table(many('reference'), 'bodyMember bodyParameter'),
    ...table(
        single('reference'),
        'resultExpression typeArgument guard expression payload receiver target whileCondition untilCondition loopVariable collection effectMember condition ' +
            'endElement sourceMember targetMember'
    ),
    ...table(single('any'), 'trigger')
]);

/** The metaclasses of the extension. */
export const EXTENSION_METACLASSES: ReadonlySet<string> = new Set(['sysx:Pseudostate', 'sysx:ActionExecutionNode']);

const DATA: Readonly<Record<string, Kind>> = { Boolean: 'boolean', String: 'string', Integer: 'integer', Real: 'rational' };

const rules = new Map<string, Map<string, PropertyRule>>();

/** The rule for a property of a metaclass; undefined for an unknown property. */
export function ruleOf(metaclass: string, property: string): PropertyRule | undefined {
    let ofClass = rules.get(metaclass);
    if (ofClass === undefined) {
        rules.set(metaclass, (ofClass = new Map<string, PropertyRule>()));
    }
    const known = ofClass.get(property);
    if (known !== undefined) {
        return known;
    }
    const rule = find(metaclass, property);
    if (rule !== undefined) {
        ofClass.set(property, rule); // does not cache unknown properties: a text may contain any number of them
    }
    return rule;
}

function find(metaclass: string, property: string): PropertyRule | undefined {
    if (property.startsWith(EXTENSION)) {
        return EXTENSIONS.get(property.slice(EXTENSION.length));
    }
    const declared = propertyOfMetaclass(metaclass, property);
    if (declared === undefined) {
        const term = TERMS.get(property);
        const [elsewhere] = propertiesNamed(property);
        return term ?? (elsewhere && { ...ruleOfType(elsewhere.type), isMany: propertiesNamed(property).some(p => p.isMany) });
    }
    return { ...ruleOfType(declared.type), isMany: declared.isMany };
}

function ruleOfType(type: string): { kind: Kind; words?: readonly string[] } {
    const words = literalsOf(type);
    return words !== undefined ? { kind: 'string', words } : { kind: DATA[type] ?? 'reference' };
}

/**
 * The derived properties that our graphs state. Readers skip all other derived properties of full documents, because these can be derived
 * again.
 */
const STATED_DERIVED = new Set(
    (
        'qualifiedName owner owningNamespace owningMembership ownedMember ownedMembership ownedImport ownedFeature ownedFeatureMembership ownedTyping ' +
        'ownedSubclassification ownedRedefinition ownedReferenceSubsetting ownedCrossSubsetting ownedSubsetting ownedSpecialization ownedDisjoining ' +
        'ownedIntersecting ownedDifferencing ownedFeatureInverting ownedUnioning ownedFeatureChaining ownedTypeFeaturing ownedConjugator type featuringType ' +
        'annotatedElement isReference isConjugated isLibraryElement relatedElement ownedMemberElement membershipOwningNamespace ownedMemberFeature owningType ' +
        'ownedMemberParameter featureWithValue value condition ownedSubjectParameter ownedActorParameter ownedStakeholderParameter ownedObjectiveRequirement ' +
        'ownedConcern ownedRequirement ownedConstraint ownedRendering action transitionFeature ownedResultExpression ownedVariantUsage lowerBound upperBound ' +
        'bound multiplicity argument operand parameter input result referent targetFeature function instantiatedType referencedElement connectorEnd ' +
        'relatedFeature sourceFeature payloadFeature payloadParameter receiverArgument payloadArgument senderArgument targetArgument valueExpression ' +
        'terminatedOccurrenceArgument ifArgument thenAction elseAction whileArgument untilArgument bodyAction seqArgument loopVariable source target ' +
        'triggerAction guardExpression effectAction succession chainingFeature owningFeature owningClassifier owningFeatureOfType subject name ' +
        'conjugatedPortDefinition originalPortDefinition ownedPortConjugator ownedAnnotation annotatingElement ownedAnnotatingElement owningAnnotatedElement ' +
        'importOwningNamespace referencingFeature featureChained crossingFeature typeIntersected typeUnioned typeDifferenced featureInverted'
    ).split(' ')
);

/** Caches the dropped properties of each metaclass. */
const dropped = new Map<string, ReadonlySet<string>>();

/** Whether a property is derived and our graphs do not state it. */
export function isDropped(metaclass: string, property: string): boolean {
    let ofClass = dropped.get(metaclass);
    if (ofClass === undefined) {
        const derived = [...propertiesOf(metaclass).values()].filter(p => p.isDerived && !STATED_DERIVED.has(p.name));
        dropped.set(metaclass, (ofClass = new Set(derived.map(p => p.name))));
    }
    return ofClass.has(property);
}
