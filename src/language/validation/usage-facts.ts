/**
 * Facts about usages for several checks of SysML: all types, whether a usage is referential, own and inherited members of a kind, and where
 * to report. Does not depend on finding codes.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { nameSpanOf, type Span, spanOf } from '../syntax/index.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { resolve } from '../semantics/names.js';
import { conformsTo, declaredGeneralsOf, declaredSpecializationsOf, generalsOf, redefinedFeaturesOf } from '../semantics/specialization.js';
import { type Fact, factsOf, isFeature, ownedMembersOf, owningTypeOf } from '../semantics/structure.js';
import type { FindingCode } from './rules/codes.js';

const NONE: readonly AstNode[] = Object.freeze([]);

// --- Types ------------------------------------------------------------------------------------------------------------

/** The types of a usage; `stated` are the types from its notation, without those that are only implied by its kind. */
export interface UsageTypes {
    readonly all: readonly AstNode[];
    readonly stated: readonly AstNode[];
}

const NO_TYPES: UsageTypes = { all: NONE, stated: NONE };
const inProgress = new Set<AstNode>();
/**
 * Preliminary types of usages in a cycle of specializations, without those that usages in progress will add. They prevent that a
 * computation follows every path through the cycle.
 */
const partial = new Map<AstNode, UsageTypes>();
/** The number of searches cut off at a cycle. Only a result without a cut is final and may be memoized. */
let cuts = 0;

/**
 * The types of a usage for the constraints on typing (SysML 8.3.6 `Usage::definition`). A typing by a feature has that feature as its type;
 * other specializations have the types of their targets; a type that another one specializes is omitted.
 */
export function usageTypesOf(usage: AstNode): UsageTypes {
    const facts = factsOf(usage);
    if (facts.usageTypes !== undefined) {
        return facts.usageTypes;
    }
    if (inProgress.has(usage)) {
        cuts++;
        return NO_TYPES;
    }
    const found = partial.get(usage);
    if (found !== undefined) {
        cuts++;
        return found;
    }
    const cutsBefore = cuts;
    inProgress.add(usage);
    try {
        const stated = statedTypes(usage);
        const declared = declaredGeneralsOf(usage);
        let all = stated;
        for (const general of generalsOf(usage)) {
            if (!declared.includes(general)) {
                all = withTypesOf(general, all);
            }
        }
        const types: UsageTypes = { all: withoutRedundant(all), stated: withoutRedundant(stated) };
        if (cuts === cutsBefore || inProgress.size === 1) {
            facts.usageTypes = types;
        } else {
            partial.set(usage, types);
        }
        return types;
    } finally {
        inProgress.delete(usage);
        if (inProgress.size === 0) {
            partial.clear();
        }
    }
}

function statedTypes(usage: AstNode): readonly AstNode[] {
    let types = NONE;
    for (const node of declaredSpecializationsOf(usage)) {
        const target = resolve(node);
        if (target === undefined) {
            continue;
        }
        types = node.$type === 'FeatureTyping' ? withTypes([target], types) : withTypesOf(target, types);
    }
    return types;
}

/** The given types and those of a general. */
function withTypesOf(general: AstNode, types: readonly AstNode[]): readonly AstNode[] {
    return withTypes(isFeature(general) ? usageTypesOf(general).all : [general], types);
}

/** The given types, followed by others. Most usages have the types of one general only and share its list. */
function withTypes(others: readonly AstNode[], types: readonly AstNode[]): readonly AstNode[] {
    if (types.length === 0) {
        return others;
    }
    const added = others.filter(t => !types.includes(t));
    return added.length === 0 ? types : [...types, ...added];
}

function withoutRedundant(types: readonly AstNode[]): readonly AstNode[] {
    return types.length < 2 || !types.some(t => isRedundant(t, types)) ? types : types.filter(t => !isRedundant(t, types)).slice();
}

function isRedundant(type: AstNode, types: readonly AstNode[]): boolean {
    return types.some(o => conformsTo(o, type) && !conformsTo(type, o));
}

// --- Kinds ------------------------------------------------------------------------------------------------------------

/** Whether an element is an instance of one of several metaclasses. */
export function isOneOf(node: AstNode | undefined, metaclasses: readonly MetaclassName[]): boolean {
    return node !== undefined && metaclasses.some(m => isMetaclass(node, m));
}

/** Kinds of usages that are always referential (SysML 8.3.6, 8.3.7, 8.3.9). */
const REFERENTIAL: readonly MetaclassName[] = [
    'ReferenceUsage',
    'AttributeUsage',
    'EventOccurrenceUsage',
    'BindingConnectorAsUsage',
    'SuccessionAsUsage'
];

/**
 * Whether a usage is not composite: `ref`, directed, an end, of a referential kind, or a feature of no type (SysML `Usage::isReference`).
 */
export function isReferential(usage: ast.Usage): boolean {
    return (
        usage.isReference ||
        usage.direction !== undefined ||
        usage.isEnd ||
        isOneOf(usage, REFERENTIAL) ||
        owningTypeOf(usage) === undefined
    );
}

/** Whether a type is a variation; an enumeration definition always is. */
export function isVariation(type: AstNode): boolean {
    return type.isVariation === true || isMetaclass(type, 'EnumerationDefinition');
}

// --- Members of a kind, own and inherited -------------------------------------------------------------------------------

/** The members of a type that satisfy a test: own ones in order, then inherited ones that no other member redefines. */
export function membersPicked(type: AstNode, key: Fact<readonly AstNode[]>, picks: (member: AstNode) => boolean): readonly AstNode[] {
    const known = key.of(type);
    if (known !== undefined) {
        return known;
    }
    if (inProgress.has(type)) {
        cuts++;
        return NONE;
    }
    const cutsBefore = cuts;
    inProgress.add(type);
    try {
        const own = ownedMembersOf(type).filter(picks);
        // A member of these kinds redefines the inherited one of its kind by implication.
        let found: readonly AstNode[] = own;
        if (own.length === 0) {
            const inherited = new Set<AstNode>();
            // Members of implied generals (the objective of every case has a subject) are replaced by declared ones.
            const declared = declaredGeneralsOf(type);
            for (const general of declared.length > 0 ? declared : generalsOf(type)) {
                membersPicked(general, key, picks).forEach(m => inherited.add(m));
            }
            const hidden = new Set<AstNode>();
            inherited.forEach(m => addRedefined(m, hidden));
            found = inherited.size === 0 ? NONE : [...inherited].filter(m => !hidden.has(m));
        }
        if (cuts === cutsBefore || inProgress.size === 1) {
            key.set(type, found);
        }
        return found;
    } finally {
        inProgress.delete(type);
    }
}

function addRedefined(feature: AstNode, found: Set<AstNode>): void {
    for (const redefined of redefinedFeaturesOf(feature)) {
        if (!found.has(redefined)) {
            found.add(redefined);
            addRedefined(redefined, found);
        }
    }
}

// --- References ----------------------------------------------------------------------------------------------------------

/** The required kind of the feature that a usage refers to. */
export interface ReferenceRule {
    readonly target: MetaclassName;
    readonly words: string;
    readonly code: FindingCode;
}

/** The required kind of the feature that a usage refers to, by the metaclass of the usage: `validate<metaclass>Reference`. */
const REFERENCES: Partial<Record<MetaclassName, ReferenceRule>> = {
    EventOccurrenceUsage: { target: 'OccurrenceUsage', words: 'an occurrence', code: 'event-reference-occurrence' },
    PerformActionUsage: { target: 'ActionUsage', words: 'an action', code: 'perform-reference-action' },
    ExhibitStateUsage: { target: 'StateUsage', words: 'a state', code: 'exhibit-reference-state' },
    IncludeUseCaseUsage: { target: 'UseCaseUsage', words: 'a use case', code: 'include-reference-use-case' },
    AssertConstraintUsage: { target: 'ConstraintUsage', words: 'a constraint', code: 'assert-reference-constraint' },
    SatisfyRequirementUsage: { target: 'RequirementUsage', words: 'a requirement', code: 'satisfy-reference-requirement' }
};

/** The required kind of the feature that a usage refers to; undefined where there is no rule or no reference. */
export function referenceRuleOf(usage: AstNode): ReferenceRule | undefined {
    const metaclass = usage.reference === undefined ? undefined : metaclassOrUndefined(usage);
    return metaclass === undefined ? undefined : REFERENCES[metaclass];
}

/** Whether a usage refers to an element of a wrong kind. An action may be performed by the name of its definition. */
export function refersToOtherKind(usage: AstNode): boolean {
    const rule = referenceRuleOf(usage);
    const target = rule === undefined ? undefined : resolve(usage.reference!);
    return (
        rule !== undefined &&
        target !== undefined &&
        !isMetaclass(target, rule.target) &&
        !(metaclassOrUndefined(usage) === 'PerformActionUsage' && isMetaclass(target, 'ActionDefinition'))
    );
}

// --- Places -----------------------------------------------------------------------------------------------------------

/** The span to report an element at: from its first word to its name, or to its body when it has no name. */
export function headOf(node: AstNode): Span {
    const { offset, end } = spanOf(node);
    const name = nameSpanOf(node);
    if (name !== undefined && name.offset >= offset) {
        return { offset, end: name.end };
    }
    const { members } = node;
    return {
        offset,
        end: members === undefined || members.length === 0 ? end : Math.max(offset, Math.min(end, spanOf(members[0]).offset))
    };
}
