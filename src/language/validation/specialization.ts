/**
 * Rules of types and specialization (KerML 8.3.3.1, 8.3.3.2, 8.3.4): which kinds of classifiers may specialize which, conjugation, lists of
 * unioned, intersected and differenced types, and cycles. Does not contain the rules of features.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { resolve } from '../semantics/names.js';
import { conformsToLibrary, typesOf } from '../semantics/specialization.js';
import { isFeature } from '../semantics/structure.js';
import { type Check, type CheckTable, checksOfTypes } from './check.js';
import type { FindingCode } from './rules/codes.js';
import { USAGE_NODES } from './usage-typing.js';

const relationshipsOf = (type: AstNode): readonly ast.OwnedRelationship[] => type.relationships ?? [];

// --- Kinds of classifiers -----------------------------------------------------------------------------------------------

interface KindRule {
    /** The metaclass of the specific type to which the rule applies. */
    readonly specific: MetaclassName;
    /** Metaclasses that its generals must not have. */
    readonly forbidden: readonly MetaclassName[];
    /** The rule does not apply to specific types of this metaclass. */
    readonly unless?: MetaclassName;
    readonly code: FindingCode;
    readonly message: string;
}

/** validateDataTypeSpecialization, validateClassSpecialization, validateStructureSpecialization, validateBehaviorSpecialization. */
const KIND_RULES: readonly KindRule[] = [
    {
        specific: 'DataType',
        forbidden: ['Class', 'Association'],
        code: 'data-type-specialization',
        message: 'A data type cannot specialize a class or an association'
    },
    { specific: 'Class', forbidden: ['DataType'], code: 'class-specialization', message: 'A class cannot specialize a data type' },
    {
        specific: 'Class',
        forbidden: ['Association'],
        unless: 'Association',
        code: 'class-specialization',
        message: 'A class cannot specialize an association'
    },
    {
        specific: 'Structure',
        forbidden: ['Behavior'],
        code: 'structure-specialization',
        message: 'A structure cannot specialize a behavior'
    },
    { specific: 'Behavior', forbidden: ['Structure'], code: 'behavior-specialization', message: 'A behavior cannot specialize a structure' }
];

const specializesItsKind: Check = (node, context) => {
    for (const relationship of relationshipsOf(node)) {
        const general =
            relationship.$type === 'Subclassification' || relationship.$type === 'Specialization' ? resolve(relationship) : undefined;
        if (general === undefined) {
            continue;
        }
        const broken = KIND_RULES.find(
            r =>
                isMetaclass(node, r.specific) &&
                (r.unless === undefined || !isMetaclass(node, r.unless)) &&
                r.forbidden.some(m => isMetaclass(general, m))
        );
        if (broken !== undefined) {
            context.report('error', broken.code, broken.message, relationship);
        }
    }
};

// --- Conjugation and default supertypes -----------------------------------------------------------------------------------

/** Base classifiers by metaclass, the most special first (KerML 8.4.3, 8.4.4: check…Specialization). */
const BASES: readonly (readonly [MetaclassName, string])[] = [
    ['Metaclass', 'Metaobjects::Metaobject'],
    ['AssociationStructure', 'Objects::LinkObject'],
    ['Interaction', 'Transfers::Transfer'],
    ['Association', 'Links::Link'],
    ['Predicate', 'Performances::BooleanEvaluation'],
    ['Function', 'Performances::Evaluation'],
    ['Behavior', 'Performances::Performance'],
    ['Structure', 'Objects::Object'],
    ['Class', 'Occurrences::Occurrence'],
    ['DataType', 'Base::DataValue'],
    ['Type', 'Base::Anything']
];

function conjugatedTypesOf(type: AstNode): readonly AstNode[] {
    return relationshipsOf(type)
        .filter(r => r.$type === 'Conjugation')
        .map(r => resolve(r))
        .filter(t => t !== undefined);
}

/** The original types at the end of a chain of conjugations; none when the chain is a cycle. */
function originalTypesOf(type: AstNode, seen = new Set<AstNode>()): readonly AstNode[] {
    if (seen.has(type)) {
        return [];
    }
    seen.add(type);
    const conjugated = conjugatedTypesOf(type);
    return conjugated.length === 0 ? [type] : conjugated.flatMap(t => originalTypesOf(t, seen));
}

/** validateClassifierDefaultSupertype: a conjugated classifier has no supertypes but those of its original. */
const conjugatesItsKind: Check = (node, context) => {
    if (conjugatedTypesOf(node).length === 0) {
        return;
    }
    const base = BASES.find(([metaclass]) => isMetaclass(node, metaclass))?.[1];
    if (base !== undefined && !originalTypesOf(node).some(t => conformsToLibrary(t, base))) {
        context.report('error', 'default-supertype', `Must directly or indirectly specialize ${base}`, node);
    }
};

/** validateFeatureHasType: a conjugated feature is typed by its original alone. */
const hasType: Check = (node, context) => {
    if (
        relationshipsOf(node).some(r => r.$type === 'Conjugation')
            ? conjugatedTypesOf(node).length > 0 && !originalTypesOf(node).some(t => !isFeature(t) || typesOf(t).length > 0)
            : false
    ) {
        context.report('error', 'feature-has-type', 'A feature must have at least one type', node);
    }
};

const SPECIALIZING = new Set([
    'Specialization',
    'Subclassification',
    'FeatureTyping',
    'Subsetting',
    'ReferenceSubsetting',
    'CrossSubsetting',
    'Redefinition'
]);

/** validateTypeAtMostOneConjugator, validateSpecializationSpecificNotConjugated. */
const conjugatesOnce: Check = (node, context) => {
    const relationships = relationshipsOf(node);
    const conjugations = relationships.filter(r => r.$type === 'Conjugation');
    if (conjugations.length === 0) {
        return;
    }
    for (const second of conjugations.slice(1)) {
        context.report('error', 'at-most-one-conjugator', 'A type can conjugate only one type', second);
    }
    for (const relationship of relationships) {
        if (SPECIALIZING.has(relationship.$type)) {
            context.report('error', 'conjugated-specific', 'A conjugated type cannot specialize other types', relationship);
        }
    }
};

const SPECIALIZING_ELEMENTS = new Set(['subtype', 'subclassifier', 'typing', 'subset', 'redefinition']);

/** validateSpecializationSpecificNotConjugated, for a specialization that is an element of its own. */
const specificIsNotConjugated: Check<ast.Relationship> = (node, context) => {
    const { kind, source } = node;
    const specific = SPECIALIZING_ELEMENTS.has(kind) ? resolve(source) : undefined;
    if (specific !== undefined && relationshipsOf(specific).some(r => r.$type === 'Conjugation')) {
        context.report('error', 'conjugated-specific', 'A conjugated type cannot specialize other types', source);
    }
};

// --- Unioning, intersecting, differencing ---------------------------------------------------------------------------------

const SET_RULES = [
    { type: 'Unioning', word: 'unioning', verb: 'union' },
    { type: 'Intersecting', word: 'intersecting', verb: 'intersect' },
    { type: 'Differencing', word: 'differencing', verb: 'difference' }
] as const;

/** validateTypeOwnedUnioningNotOne, …UnioningTypesNotSelf, and the same for intersecting and differencing. */
const combinesTypes: Check = (node, context) => {
    const relationships = relationshipsOf(node);
    for (const { type, word, verb } of SET_RULES) {
        const owned = relationships.filter(r => r.$type === type);
        if (owned.length === 1) {
            context.report('error', `type-${word}-not-one`, `A type cannot have only one ${word}`, owned[0]);
        }
        for (const relationship of owned) {
            if (resolve(relationship) === node) {
                context.report('error', `type-${word}-self`, `A type cannot ${verb} with itself`, relationship);
            }
        }
    }
};

// --- Multiplicity and cycles ------------------------------------------------------------------------------------------------

/** validateTypeOwnedMultiplicity. */
const ownsOneMultiplicity: Check = (node, context) => {
    const { multiplicity, members } = node;
    const owned = members?.filter(m => m.$type === 'Multiplicity') ?? [];
    for (const second of multiplicity === undefined ? owned.slice(1) : owned) {
        context.report('error', 'only-one-multiplicity', 'A type can have only one multiplicity', second);
    }
};

const TYPE_CHECKS: readonly Check[] = [conjugatesOnce, combinesTypes];

const hasRelationships =
    (check: Check): Check =>
    (node, context) => {
        if (node.relationships?.length !== 0) {
            check(node, context);
        }
    };

/** Node types of usages with relationships. */
export const USAGE_TYPES = [...USAGE_NODES, 'TargetSuccession'] as const;

export const specializationChecks: CheckTable = {
    Definition: [ownsOneMultiplicity, ...[specializesItsKind, conjugatesItsKind, ...TYPE_CHECKS].map(hasRelationships)],
    Relationship: [specificIsNotConjugated],
    ...checksOfTypes([...USAGE_TYPES, 'MetadataUsage'], [ownsOneMultiplicity, ...[hasType, ...TYPE_CHECKS].map(hasRelationships)])
};
