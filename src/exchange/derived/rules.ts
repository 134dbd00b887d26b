/**
 * The rules for derived properties (the standards' constraints `derive…`) and for properties that a graph states only if they differ from
 * their default. Combines the tables of the other files with the properties whose values are those of another property that have a certain
 * type. A property without a rule has the values that the graph states.
 */
import { memberElement } from '../../language/semantics/names.js';
import { featuringOwnerOf } from '../../language/semantics/features.js';
import { isVariable } from '../../language/semantics/featuring.js';
import { OWNED_AS } from '../builder/memberships.js';
import { GraphElement } from '../graph.js';
import { isKind, type MetaclassName, type PropertyFacts } from '../metamodel/facts.js';
import { ACTIONS } from './action-rules.js';
import type { Derivation, Values, Rule, Rules } from './derivation.js';
import { ELEMENTS, name, NAMESPACES, type, TYPES } from './element-rules.js';
import { EXPRESSIONS } from './expression-rules.js';
import { featuringType } from './featuring.js';
import { one, owningRelated } from './forms.js';
import { KINDS, OTHERS } from './usage-rules.js';

// --- Properties that select elements of their own kind from another property --------------------------------------------

/**
 * For each base property, the properties that select its values: each contains the values of the base that conform to its own declared
 * type.
 */
const SELECTIONS: readonly (readonly [string, string])[] = [
    [
        'ownedRelationship',
        'Type.ownedConjugator Type.ownedDifferencing Type.ownedDisjoining Type.ownedIntersecting Type.ownedUnioning Feature.ownedFeatureChaining'
    ],
    ['ownedSpecialization', 'Classifier.ownedSubclassification Feature.ownedSubsetting Feature.ownedTyping'],
    ['ownedSubsetting', 'Feature.ownedRedefinition Feature.ownedReferenceSubsetting Feature.ownedCrossSubsetting'],
    ['ownedFeature', 'Definition.ownedUsage Usage.nestedUsage Flow.payloadFeature'],
    [
        'ownedUsage',
        'Definition.ownedAction Definition.ownedAllocation Definition.ownedAnalysisCase Definition.ownedAttribute Definition.ownedCalculation Definition.ownedCase ' +
            'Definition.ownedConcern Definition.ownedConnection Definition.ownedConstraint Definition.ownedEnumeration Definition.ownedFlow Definition.ownedInterface ' +
            'Definition.ownedItem Definition.ownedMetadata Definition.ownedOccurrence Definition.ownedPart Definition.ownedPort Definition.ownedReference ' +
            'Definition.ownedRendering Definition.ownedRequirement Definition.ownedState Definition.ownedTransition Definition.ownedUseCase ' +
            'Definition.ownedVerificationCase Definition.ownedView Definition.ownedViewpoint'
    ],
    [
        'nestedUsage',
        'Usage.nestedAction Usage.nestedAllocation Usage.nestedAnalysisCase Usage.nestedAttribute Usage.nestedCalculation Usage.nestedCase Usage.nestedConcern ' +
            'Usage.nestedConnection Usage.nestedConstraint Usage.nestedEnumeration Usage.nestedFlow Usage.nestedInterface Usage.nestedItem Usage.nestedMetadata ' +
            'Usage.nestedOccurrence Usage.nestedPart Usage.nestedPort Usage.nestedReference Usage.nestedRendering Usage.nestedRequirement Usage.nestedState ' +
            'Usage.nestedTransition Usage.nestedUseCase Usage.nestedVerificationCase Usage.nestedView Usage.nestedViewpoint'
    ],
    ['feature', 'Definition.usage Usage.usage Behavior.step Function.expression'],
    ['directedFeature', 'Definition.directedUsage Usage.directedUsage Behavior.parameter Step.parameter'],
    ['usage', 'ActionDefinition.action AllocationDefinition.allocation RenderingDefinition.rendering ViewDefinition.view'],
    ['action', 'StateDefinition.state CalculationDefinition.calculation'],
    ['endFeature', 'Association.associationEnd ConnectionDefinition.connectionEnd FlowDefinition.flowEnd InterfaceDefinition.interfaceEnd'],
    ['connectorEnd', 'Flow.flowEnd'],
    [
        'type',
        'Usage.definition Step.behavior Expression.function BooleanExpression.predicate Connector.association Flow.interaction MetadataFeature.metaclass ' +
            'AttributeUsage.attributeDefinition EnumerationUsage.enumerationDefinition OccurrenceUsage.occurrenceDefinition ItemUsage.itemDefinition PartUsage.partDefinition ' +
            'PortUsage.portDefinition ConnectionUsage.connectionDefinition InterfaceUsage.interfaceDefinition AllocationUsage.allocationDefinition ' +
            'FlowUsage.flowDefinition ActionUsage.actionDefinition StateUsage.stateDefinition CalculationUsage.calculationDefinition ' +
            'ConstraintUsage.constraintDefinition RequirementUsage.requirementDefinition ConcernUsage.concernDefinition CaseUsage.caseDefinition ' +
            'AnalysisCaseUsage.analysisCaseDefinition VerificationCaseUsage.verificationCaseDefinition UseCaseUsage.useCaseDefinition ViewUsage.viewDefinition ' +
            'ViewpointUsage.viewpointDefinition RenderingUsage.renderingDefinition MetadataUsage.metadataDefinition'
    ]
];

const selection =
    (base: string, { type: kind, isMany }: PropertyFacts): Rule =>
    (d, e) => {
        const found = d.selected(e, base, kind as MetaclassName); // the properties in SELECTIONS have metaclasses as types
        return isMany ? found : found.slice(0, 1);
    };

interface Row {
    readonly kind: MetaclassName;
    readonly rule?: Rule;
    readonly base?: string;
}

const ROWS = new Map<string, Row[]>();
function enter(declared: string, row: Omit<Row, 'kind'>): void {
    const [kind, property] = declared.split('.') as [MetaclassName, string]; // `Class.property`, a key of the tables below
    ROWS.set(property, [...(ROWS.get(property) ?? []), { kind, ...row }]);
}
for (const table of [ELEMENTS, NAMESPACES, TYPES, KINDS, OTHERS, ACTIONS, EXPRESSIONS]) {
    Object.entries(table).forEach(([declared, rule]) => enter(declared, { rule }));
}
// The properties by which the kinds of memberships refer to the owned member.
const OF_MEMBERSHIPS = [
    ...OWNED_AS,
    ['FeatureMembership', 'ownedMemberFeature'],
    ['ParameterMembership', 'ownedMemberParameter'],
    ['FeatureValue', 'value']
] as const;
enter('FeatureValue.featureWithValue', { rule: owningRelated });
OF_MEMBERSHIPS.forEach(([kind, property]) => enter(`${kind}.${property}`, { rule: (d, e) => d.of(e, 'ownedMemberElement') }));
SELECTIONS.forEach(([base, declared]) => declared.split(' ').forEach(one => enter(one, { base })));

const found = new Map<string, Map<PropertyFacts, Rule | undefined>>();

function ruleFor(metaclass: string, facts: PropertyFacts): Rule | undefined {
    let known = found.get(metaclass);
    if (known === undefined) {
        found.set(metaclass, (known = new Map<PropertyFacts, Rule | undefined>()));
    }
    let rule = known.get(facts);
    if (rule === undefined && !known.has(facts)) {
        const row = ROWS.get(facts.name)?.find(({ kind }) => isKind(metaclass, kind));
        rule = row?.rule ?? (row?.base === undefined ? undefined : selection(row.base, facts));
        known.set(facts, rule);
    }
    return rule;
}

const LIBRARY_RULES: Readonly<Record<string, Rule>> = {
    elementId: (_d, e) => [e.id],
    name,
    type,
    featuringType,
    chainingFeature: () => [],
    featureTarget: (_d, e) => [e],
    owningType: (d, e) => d.elementsOf([d.featureNode(e)].flatMap(node => (node && featuringOwnerOf(node)) ?? [])),
    isVariable: (d, e) => [d.featureNode(e) !== undefined && isVariable(d.featureNode(e)!)],
    isEnd: (d, e) => [d.featureNode(e)?.isEnd === true],
    isComposite: TYPES['Feature.isComposite'],
    direction: (d, e) => (d.featureNode(e) === undefined ? [] : TYPES['Feature.direction'](d, e)),
    shortName: (d, e) => one(d.nodeOf(e)?.shortName),
    ...Object.fromEntries(
        [
            'memberElement',
            'ownedMemberElement',
            'ownedMemberFeature',
            'ownedMemberParameter',
            'ownedSubjectParameter',
            'ownedActorParameter',
            'ownedStakeholderParameter',
            'ownedObjectiveRequirement',
            'ownedResultExpression',
            'ownedConcern'
        ].map(property => [
            property,
            (d: Derivation, e: GraphElement): Values => {
                const node = d.nodeOf(e);
                const stated = e.all(property); // the memberships of stubs state their members
                const member = node && memberElement(node); // for an alias, its target
                return member === undefined ? (stated.length > 0 ? stated : d.unknown()) : d.elementsOf([member]);
            }
        ])
    )
};

export const RULES: Rules = { ruleFor, ofLibrary: LIBRARY_RULES };
