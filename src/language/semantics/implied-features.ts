/**
 * Implied relationships to other elements of the model: parameters, results, ends, subjects and objectives that redefine those of their
 * owner's generals; variants, values, semantic metadata, invocations (KerML Tables 9 to 11, SysML Table 33). Depends on the resolver only
 * through the query.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import {
    directionOf,
    endsOf,
    featuringOwnerOf,
    inheritedOf,
    ownedEndsOf,
    ownedObjectiveOf,
    ownedParametersOf,
    ownedResultOf,
    ownedSubjectOf,
    parametersOf,
    type Generals,
    type Position
} from './features.js';
import type { ImpliedKind, ImpliedRelationship, SemanticQuery } from './implied-relationship.js';
import { semanticBasesOf } from './implied-metadata.js';
import { isMetaclass } from './metaclass.js';
import { membershipOf } from './memberships.js';
import { isKind, type MetaclassName } from './metaclasses.js';
import { lookupNameOf } from './owned-members.js';
import { isOwnedCrossFeature, isUsage, isWrittenOut, ownedCrossFeatureOf } from './structure.js';
import { scopeOf } from './world.js';

/** A rule: the relationships that it implies for an element of its metaclass. */
export type DynamicRule = (element: AstNode, query: SemanticQuery) => readonly ImpliedRelationship[];

const NONE: readonly ImpliedRelationship[] = Object.freeze([]);

function relationship(constraint: string, kind: ImpliedKind, target: string | AstNode): ImpliedRelationship {
    return { constraint, kind, target, isBase: false };
}

/** The kind of relationship by which an element specializes another one: features subset features and are typed by classifiers. */
function specializing(element: AstNode, target: AstNode): ImpliedKind {
    return isMetaclass(element, 'Classifier') ? 'subclassification' : isMetaclass(target, 'Feature') ? 'subsetting' : 'typing';
}

// --- Redefinition by position or by role -----------------------------------------------------------------------------

const isBehavioral = (type: AstNode): boolean => isMetaclass(type, 'Behavior') || isMetaclass(type, 'Step');
const isFunctional = (type: AstNode): boolean => isMetaclass(type, 'Function') || isMetaclass(type, 'Expression');
const isCase = (type: AstNode): boolean => isMetaclass(type, 'CaseDefinition') || isMetaclass(type, 'CaseUsage');

/** The features that a feature redefines by implication: those at the same position or with the same role in its owner's generals. */
interface Counterparts {
    /** the standard's constraint that implies the redefinition */
    readonly constraint: string;
    /** the feature of a general at the position or with the role */
    readonly of: (general: AstNode) => Position;
    /** other features of a general that the feature may redefine explicitly instead */
    readonly candidates?: (general: AstNode) => readonly Position[];
}

/** The redefinitions of an element's counterparts, unless it redefines one of them explicitly. */
function redefinitions(
    element: AstNode,
    owner: AstNode,
    query: SemanticQuery,
    { constraint, of, candidates }: Counterparts
): readonly ImpliedRelationship[] {
    let all: ImpliedRelationship[] | undefined;
    for (const general of query.generals(owner)) {
        const target = of(general);
        if (target === undefined || target === element || all?.some(r => r.target === target) === true) {
            continue;
        }
        if (
            hasRedefinition(element) &&
            (query.declaredGenerals(element).some(d => d === target || candidates?.(general).includes(d) === true) ||
                redefinesAnother(element, target, general, query))
        ) {
            continue;
        }
        (all ??= []).push(relationship(constraint, 'redefinition', target));
    }
    return all ?? NONE;
}

function hasRedefinition(element: AstNode): boolean {
    return element.relationships?.some(r => r.$type === 'Redefinition') === true;
}

const parameterRedefinition: DynamicRule = (element, query) => {
    const { membership, kind } = element;
    if (membership === 'return' || kind === 'subject' || directionOf(element) === undefined) {
        return NONE;
    }
    const owner = featuringOwnerOf(element);
    if (owner === undefined || !isBehavioral(owner)) {
        return NONE;
    }
    const own = ownedParametersOf(owner);
    const index = own.indexOf(element);
    if (index < 0) {
        return NONE;
    }
    const parameters = (general: AstNode): readonly Position[] => (isBehavioral(general) ? parametersOf(general, query.generals) : []);
    const { name } = element;
    const counterpart = (general: AstNode): Position => {
        if (scopeOf(general).isLibrary) {
            return parameters(general)[index]; // library functions follow the standard, which only has positions
        }
        const named = name === undefined || !isBehavioral(general) ? undefined : parameterNamed(general, name, query.generals);
        const inPlace = named ?? parameters(general)[index];
        const otherName = named !== undefined || inPlace === undefined ? undefined : lookupNameOf(inPlace);
        return otherName !== undefined && own.some(p => p !== undefined && p !== element && lookupNameOf(p) === otherName)
            ? undefined
            : inPlace;
    };
    return redefinitions(element, owner, query, {
        constraint: 'checkFeatureParameterRedefinition',
        of: counterpart,
        candidates: parameters
    });
};

/** Whether a parameter redefines, directly or indirectly, a parameter that a general has at another position or has lost. */
function redefinesAnother(element: AstNode, target: AstNode, general: AstNode, query: SemanticQuery): boolean {
    const declared = closureOf(element, query.declaredGenerals);
    return (
        !declared.includes(target) &&
        [general, ...closureOf(general, query.generals)].some(
            type => isBehavioral(type) && ownedParametersOf(type).some(p => p !== undefined && declared.includes(p))
        )
    );
}

/** The closure of an element under a relation to generals, without the element. */
export function closureOf(element: AstNode, generals: (type: AstNode) => readonly AstNode[]): readonly AstNode[] {
    const found = new Set(generals(element));
    for (const general of found) {
        generals(general).forEach(g => found.add(g));
    }
    return [...found];
}

/**
 * The parameter with a name: a parameter declared again is the same parameter at any position (contract behaviour 19.3); parameters with
 * new names match by position.
 */
function parameterNamed(type: AstNode, name: string, generals: Generals, seen = new Set<AstNode>()): Position {
    if (seen.has(type)) {
        return undefined;
    }
    seen.add(type);
    const own = ownedParametersOf(type).find(p => p !== undefined && lookupNameOf(p) === name);
    if (own !== undefined) {
        return own;
    }
    for (const general of generals(type)) {
        const found = parameterNamed(general, name, generals, seen);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

const subjectRedefinition: DynamicRule = (element, query) =>
    element.kind !== 'subject' ? NONE : byRole('checkFeatureParameterRedefinition', element, query, ownedSubjectOf, isBehavioral);

const resultRedefinition: DynamicRule = (element, query) =>
    element.membership !== 'return' ? NONE : byRole('checkFeatureResultRedefinition', element, query, ownedResultOf, isFunctional);

const objectiveRedefinition: DynamicRule = (element, query) =>
    element.kind !== 'objective' ? NONE : byRole('checkRequirementUsageObjectiveRedefinition', element, query, ownedObjectiveOf, isCase);

/** Redefinition by role: of the one feature with the role that a general owns or inherits. */
function byRole(
    constraint: string,
    element: AstNode,
    query: SemanticQuery,
    owned: (type: AstNode) => AstNode | undefined,
    hasRole: (type: AstNode) => boolean
): readonly ImpliedRelationship[] {
    const owner = featuringOwnerOf(element);
    if (owner === undefined || !hasRole(owner)) {
        return NONE;
    }
    return redefinitions(element, owner, query, {
        constraint,
        of: general => (hasRole(general) ? inheritedOf(general, owned, query.generals) : undefined)
    });
}

/** Ends redefine the ends of their owner's generals; where there are none they are participants of a link. */
const endRedefinition: DynamicRule = (element, query) => {
    if (element.isEnd !== true && element.$type !== 'ConnectorEnd') {
        return NONE;
    }
    const owner = element.$container;
    const index = owner === undefined ? -1 : ownedEndsOf(owner).indexOf(element);
    if (index < 0) {
        return NONE;
    }
    const ends = (general: AstNode): readonly Position[] => endsOf(general, query.generals);
    const redefined = redefinitions(element, owner, query, {
        constraint: 'checkFeatureEndRedefinition',
        of: general => ends(general)[index],
        candidates: ends
    });
    return redefined.length > 0 || !(isMetaclass(owner, 'Association') || isMetaclass(owner, 'Connector'))
        ? redefined
        : [relationship('checkFeatureEndSpecialization', 'subsetting', 'Links::Link::participant')];
};

// --- Cross features ---------------------------------------------------------------------------------------------------

/** The feature that a feature specializes by the metaclass of its type, most specific first (KerML 8.3.3.3.4). */
type TypedFeature = readonly [type: MetaclassName, constraint: string, target: string];
const UNTYPED: TypedFeature = ['Type', 'checkFeatureSpecialization', 'Base::things'];
const TYPED_FEATURES: readonly TypedFeature[] = [
    ['Structure', 'checkFeatureObjectSpecialization', 'Objects::objects'],
    ['Class', 'checkFeatureOccurrenceSpecialization', 'Occurrences::occurrences'],
    ['DataType', 'checkFeatureDataValueSpecialization', 'Base::dataValues']
];

/**
 * An owned cross feature subsets the cross features of the ends that its end redefines, has the types of its end, and has the
 * specializations implied by those types.
 */
const crossFeature: DynamicRule = (element, query) => {
    if (!isOwnedCrossFeature(element)) {
        return NONE;
    }
    const end = element.$container!;
    const subsetted = query.generals(end).flatMap(redefined => crossFeatureOf(redefined, query) ?? []);
    const types = query.types(end);
    const kinds = types.map(type => TYPED_FEATURES.find(([metaclass]) => isMetaclass(type, metaclass)) ?? UNTYPED);
    return [
        ...subsetted.map(f => relationship('checkFeatureOwnedCrossFeatureRedefinitionSpecialization', 'subsetting', f)),
        ...[...TYPED_FEATURES, UNTYPED]
            .filter(row => kinds.includes(row))
            .map(([, constraint, target]) => relationship(constraint, 'subsetting', target)),
        ...types.map(type => relationship('checkFeatureOwnedCrossFeatureSpecialization', 'typing', type))
    ];
};

/** The cross feature of an end (KerML `Feature::crossFeature`): its own, or the last feature of the chain that it crosses. */
function crossFeatureOf(end: AstNode, query: SemanticQuery): AstNode | undefined {
    const own = ownedCrossFeatureOf(end);
    const crossed = own === undefined ? end.relationships?.find(r => r.$type === 'CrossSubsetting') : undefined;
    return own ?? (crossed && query.resolve(crossed));
}

// --- Variants, values, metadata, invocations --------------------------------------------------------------------------

const variant: DynamicRule = element => {
    if (membershipOf(element) !== 'VariantMembership') {
        return NONE;
    }
    const owner = element.$container!;
    return owner.$type === 'Definition'
        ? [relationship('checkUsageVariationDefinitionSpecialization', 'typing', owner)]
        : [relationship('checkUsageVariationUsageSpecialization', 'subsetting', owner)];
};

const SPECIALIZATIONS = new Set([
    'Specialization',
    'FeatureTyping',
    'Subsetting',
    'ReferenceSubsetting',
    'CrossSubsetting',
    'Redefinition'
]);

/**
 * Whether a feature takes its type from its value: it declares no specialization and has no direction. Enumerated values have the type of
 * their enumeration.
 */
export function isTypedByValue(element: AstNode): element is ast.Usage & { value: ast.FeatureValue } {
    return (
        isUsage(element) &&
        element.value !== undefined &&
        element.reference === undefined &&
        !element.relationships.some(r => SPECIALIZATIONS.has(r.$type)) &&
        directionOf(element) === undefined &&
        membershipOf(element) !== 'VariantMembership'
    );
}

export const valuation: DynamicRule = (element, query) =>
    !isTypedByValue(element) ? NONE : commonOf(query.resultTypes(element.value.expression), query).map(type => valuedBy(element, type));

/** The common types of alternative results: a result that all others specialize, else their common types. */
function commonOf(results: readonly AstNode[], query: SemanticQuery): readonly AstNode[] {
    if (results.length < 2) {
        return results;
    }
    const specialized = results.map(r => [r, ...closureOf(r, query.generals)]);
    const isCommon = (type: AstNode): boolean => specialized.every(all => all.includes(type));
    const common = results.filter(isCommon);
    return common.length > 0 ? common : [...new Set(results.flatMap(r => query.types(r)))].filter(isCommon);
}

/**
 * The types of literal results in the library (`Performances::LiteralIntegerEvaluation` …), which are more general than those of the
 * values.
 */
const RESULTS_OF_LITERALS: Readonly<Record<string, string | undefined>> = {
    Positive: 'ScalarValues::Integer',
    Natural: 'ScalarValues::Integer',
    Rational: 'ScalarValues::Real'
};

function valuedBy(feature: ast.Usage & { value: ast.FeatureValue }, type: AstNode): ImpliedRelationship {
    const result = type.name === undefined || !isWrittenOut(feature.value.expression) ? undefined : RESULTS_OF_LITERALS[type.name];
    return relationship('checkFeatureValuationSpecialization', result ? 'typing' : specializing(feature, type), result ?? type);
}

export const semanticMetadata: DynamicRule = (element, query) => {
    let all: ImpliedRelationship[] | undefined;
    for (const base of semanticBasesOf(element, query)) {
        const targets = isMetaclass(element, 'Classifier') && isMetaclass(base, 'Feature') ? query.types(base) : [base];
        for (const target of targets) {
            (all ??= []).push(relationship('checkMetadataFeatureSemanticSpecialization', specializing(element, target), target));
        }
    }
    return all ?? NONE;
};

const invocation: DynamicRule = (element, query) => {
    const type =
        element.$type === 'FunctionOperationExpression'
            ? query.resolve(element.function)
            : element.$type === 'InvocationExpression'
              ? calledBy(element.target, query)
              : undefined;
    return type === undefined ? NONE : [relationship('checkInvocationExpressionSpecialization', specializing(element, type), type)];
};

function calledBy(target: AstNode, query: SemanticQuery): AstNode | undefined {
    return target.$type === 'FeatureReferenceExpression'
        ? query.resolve(target)
        : target.$type === 'FeatureChainExpression'
          ? query.resolve(target.feature)
          : undefined;
}

/** The library functions of operators (KerML 8.3.4.8.16): for all values, then for data, then control. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
    BaseFunctions: ['==', '!=', '===', '!==', '[', '#', ',', 'all', 'istype', 'hastype', '@', '@@', 'as', 'meta'],
    DataFunctions: ['+', '-', '*', '/', '**', '^', '%', 'not', 'xor', '~', '|', '&', '<', '>', '<=', '>=', '..'],
    ControlFunctions: ['.', 'if', '??', 'and', 'or', 'implies', 'collect', 'select']
};
const FUNCTIONS = new Map(
    Object.entries(OPERATORS).flatMap(([library, operators]) => operators.map(o => [o, `${library}::'${o}'`] as const))
);

const OPERATORS_BY_TYPE: Readonly<Record<string, string | undefined>> = {
    ConditionalExpression: 'if',
    ExtentExpression: 'all',
    SequenceExpression: ',',
    BracketExpression: '[',
    IndexExpression: '#',
    FeatureChainExpression: '.',
    CollectExpression: 'collect',
    SelectExpression: 'select'
};

/** The qualified name of the library function of an operator expression; undefined for other expressions. */
export function operatorFunctionOf(expression: AstNode): string | undefined {
    const { elements } = expression;
    if (elements?.length === 1) {
        return operatorFunctionOf(elements[0]);
    }
    const operator = OPERATORS_BY_TYPE[expression.$type] ?? expression.operator;
    return operator === undefined ? undefined : FUNCTIONS.get(operator);
}

const operation: DynamicRule = element => {
    const called = operatorFunctionOf(element);
    return called === undefined ? NONE : [relationship('checkInvocationExpressionSpecialization', 'typing', called)];
};

// --- The rules by metaclass --------------------------------------------------------------------------------------------

interface RuleOf {
    readonly metaclass: MetaclassName;
    readonly except?: MetaclassName;
    readonly rule: DynamicRule;
}

const RULES: readonly RuleOf[] = [
    { metaclass: 'Feature', rule: parameterRedefinition },
    { metaclass: 'Feature', rule: subjectRedefinition },
    { metaclass: 'Feature', rule: resultRedefinition },
    { metaclass: 'Feature', rule: endRedefinition },
    { metaclass: 'Feature', rule: crossFeature },
    { metaclass: 'RequirementUsage', rule: objectiveRedefinition },
    { metaclass: 'Usage', rule: variant },
    { metaclass: 'Type', rule: semanticMetadata },
    { metaclass: 'Feature', rule: valuation },
    { metaclass: 'OperatorExpression', rule: operation },
    { metaclass: 'InvocationExpression', except: 'OperatorExpression', rule: invocation }
];

/** The rules for elements of a metaclass. */
export function dynamicRules(metaclass: MetaclassName): readonly DynamicRule[] {
    return RULES.filter(r => isKind(metaclass, r.metaclass) && (r.except === undefined || !isKind(metaclass, r.except))).map(r => r.rule);
}
