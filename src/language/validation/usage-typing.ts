/**
 * The kind of definition that may type each kind of usage (SysML 8.3.6 to 8.3.27), in one table. Other files have the other constraints on
 * the kinds.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { closureOf, isTypedByValue } from '../semantics/implied-features.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { resolve } from '../semantics/names.js';
import { declaredGeneralsOf, declaredSpecializationsOf } from '../semantics/specialization.js';
import { isFeature, ACTION_NODES } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import type { Finding } from '../workspace/diagnostics.js';
import { headOf, refersToOtherKind, usageTypesOf } from './usage-facts.js';
import { described } from './wording.js';
import { checksOfTypes, type Check, type CheckTable, reportedSpan } from './check.js';

interface TypingRule {
    readonly subject: string;
    /** The required metaclass of every type. */
    readonly definition: MetaclassName;
    readonly words: string;
    /** Whether there must be at most one type. */
    readonly isOne: boolean;
    readonly code: 'usage-typing' | 'occurrence-usage-type' | 'one-type';
}

const all = (subject: string, definition: MetaclassName, words: string, code: TypingRule['code'] = 'usage-typing'): TypingRule => ({
    subject,
    definition,
    words,
    isOne: false,
    code
});
const one = (subject: string, definition: MetaclassName, words: string): TypingRule => ({
    subject,
    definition,
    words,
    isOne: true,
    code: 'one-type'
});

const USAGE = all('a usage', 'Type', 'definitions');
const OCCURRENCE = all('an occurrence', 'Class', 'occurrence definitions', 'occurrence-usage-type');
const ACTION = all('an action', 'Behavior', 'action definitions');
const STATE = all('a state', 'Behavior', 'state definitions');
const FLOW = all('a flow', 'Interaction', 'flow definitions');
const CONSTRAINT = one('a constraint', 'Predicate', 'constraint definition');
const REQUIREMENT = one('a requirement', 'RequirementDefinition', 'requirement definition');
const USE_CASE = one('a use case', 'UseCaseDefinition', 'use case definition');

/** The rule of each metaclass: `validate<metaclass>Type`. */
const RULES: Partial<Record<MetaclassName, TypingRule>> = {
    Usage: USAGE,
    ReferenceUsage: USAGE,
    AttributeUsage: all('an attribute', 'DataType', 'attribute definitions'),
    EnumerationUsage: one('an enumeration', 'EnumerationDefinition', 'enumeration definition'),
    OccurrenceUsage: OCCURRENCE,
    EventOccurrenceUsage: OCCURRENCE,
    ItemUsage: all('an item', 'Structure', 'item definitions', 'occurrence-usage-type'),
    PartUsage: all('a part', 'Structure', 'part or item definitions', 'occurrence-usage-type'),
    PortUsage: all('a port', 'PortDefinition', 'port definitions'),
    ConnectionUsage: all('a connection', 'Association', 'connection definitions'),
    InterfaceUsage: all('an interface', 'InterfaceDefinition', 'interface definitions'),
    AllocationUsage: all('an allocation', 'AllocationDefinition', 'allocation definitions'),
    FlowUsage: FLOW,
    SuccessionFlowUsage: FLOW,
    ActionUsage: ACTION,
    PerformActionUsage: ACTION,
    AcceptActionUsage: ACTION,
    SendActionUsage: ACTION,
    AssignmentActionUsage: ACTION,
    TerminateActionUsage: ACTION,
    IfActionUsage: ACTION,
    WhileLoopActionUsage: ACTION,
    ForLoopActionUsage: ACTION,
    TransitionUsage: ACTION,
    MergeNode: ACTION,
    DecisionNode: ACTION,
    JoinNode: ACTION,
    ForkNode: ACTION,
    StateUsage: STATE,
    ExhibitStateUsage: STATE,
    CalculationUsage: one('a calculation', 'Function', 'calculation definition'),
    ConstraintUsage: CONSTRAINT,
    AssertConstraintUsage: CONSTRAINT,
    RequirementUsage: REQUIREMENT,
    SatisfyRequirementUsage: REQUIREMENT,
    ConcernUsage: one('a concern', 'ConcernDefinition', 'concern definition'),
    CaseUsage: one('a case', 'CaseDefinition', 'case definition'),
    AnalysisCaseUsage: one('an analysis case', 'AnalysisCaseDefinition', 'analysis case definition'),
    VerificationCaseUsage: one('a verification case', 'VerificationCaseDefinition', 'verification case definition'),
    UseCaseUsage: USE_CASE,
    IncludeUseCaseUsage: USE_CASE,
    ViewUsage: one('a view', 'ViewDefinition', 'view definition'),
    ViewpointUsage: one('a viewpoint', 'ViewpointDefinition', 'viewpoint definition'),
    RenderingUsage: one('a rendering', 'RenderingDefinition', 'rendering definition')
};

/** The kind of definition that types a usage; undefined where there is no rule. */
export function typingRuleOf(usage: AstNode): MetaclassName | undefined {
    const metaclass = metaclassOrUndefined(usage);
    return metaclass === undefined ? undefined : RULES[metaclass]?.definition;
}

/**
 * `validateUsageType` and the like: codes `usage-typing`, `occurrence-usage-type`, `one-type`. A type that only the kind implies is ignored
 * for `one-type`. The checks of connectors include their ends.
 */
const isTypedByItsKind: Check = (node, context) => {
    const metaclass = metaclassOrUndefined(node);
    const rule = metaclass === undefined ? undefined : RULES[metaclass];
    if (rule === undefined || context.document.language === 'kerml') {
        return;
    }
    if (refersToOtherKind(node)) {
        return; // only the reference is reported, not its types
    }
    const { all: types, stated } = usageTypesOf(node);
    // A usage typed by its value has the result type of a calculation or constraint that the value names.
    const isResult = isTypedByValue(node);
    const unfit = types.find(t => (isFeature(t) || !isMetaclass(t, rule.definition)) && !(isResult && isMetaclass(t, 'Function')));
    if (unfit !== undefined || (rule.isOne && stated.length > 1)) {
        const reached = lacksDefinitionWord(node)
            ? `: its values stand in a definition, 'enum def ${node.name ?? '…'} { … }'`
            : unfit === undefined
              ? ''
              : `: ${described(unfit)} is none${isFeature(unfit) ? "; a usage is subsetted with ':>'" : ''}`;
        const isValued = unfit !== undefined && isTypeOfValue(node, unfit);
        context.report(
            isValued ? 'warning' : 'error',
            rule.code,
            `${rule.subject} must be typed by ${rule.isOne ? 'one ' : ''}${rule.words}${isValued ? `: its value is of ${described(unfit)}` : reached}`,
            headOf(node),
            unfit === undefined ? undefined : causeOf(node, unfit)
        );
    } else if (rule.definition === 'DataType' && stated.length > 1 && stated.some(t => isMetaclass(t, 'EnumerationDefinition'))) {
        // validateAttributeUsageEnumerationType
        context.report('error', 'one-type', 'an attribute typed by an enumeration has no other type', headOf(node));
    }
};

/**
 * Whether a usage has a type from a value alone: its own, or that of a feature that it specializes. Other tools do not count this implied
 * type (KerML `checkFeatureValuationSpecialization`), so models with `constraint c = x > 0;` are in use.
 */
function isTypeOfValue(node: AstNode, type: AstNode): boolean {
    const declared = closureOf(node, declaredGeneralsOf);
    return !declared.includes(type) && [node, ...declared].some(isTypedByValue);
}

/**
 * Whether an enumeration usage without a type has values in its body (`enum E { a; b; }`), where the author meant an enumeration
 * definition.
 */
function lacksDefinitionWord(node: AstNode): node is ast.Usage {
    return (
        node.$type === 'Usage' &&
        node.kind === 'enum' &&
        node.members.length > 0 &&
        !node.relationships.some(r => r.$type === 'FeatureTyping')
    );
}

/** The finding about the usage that declares an unfit type, as the cause for a usage that gets the type from it. */
function causeOf(usage: AstNode, unfit: AstNode): Pick<Finding, 'cause'> | undefined {
    const passed = new Set([usage]);
    for (const general of passed) {
        const metaclass = metaclassOrUndefined(general);
        const rule = metaclass === undefined ? undefined : RULES[metaclass];
        const isTypedByIt = declaredSpecializationsOf(general).some(name => name.$type === 'FeatureTyping' && resolve(name) === unfit);
        if (isTypedByIt && rule !== undefined && (isFeature(unfit) || !isMetaclass(unfit, rule.definition))) {
            const place = scopeOf(general).spanOf?.(reportedSpan(headOf(general)));
            return general === usage ? undefined : { cause: { place, isLikely: false } };
        }
        declaredGeneralsOf(general)
            .filter(isFeature)
            .forEach(g => passed.add(g));
    }
    return undefined;
}

/** Metaclasses of usages that may be ports: one without a kind keyword may be a port by its type or metadata. */
const MAY_BE_PORTS: ReadonlySet<string> = new Set<MetaclassName>(['PortUsage', 'ReferenceUsage', 'Usage']);

/** Conjugated typing (SysML 8.3.12 `ConjugatedPortTyping`) requires a port or connector end, and a port definition. Code `type`. */
const isConjugatedPort: Check<ast.FeatureTyping> = (typing, context) => {
    if (!typing.isConjugated || context.document.language === 'kerml') {
        return;
    }
    const usage = typing.$container;
    const type = resolve(typing);
    if (type !== undefined && !isMetaclass(type, 'PortDefinition')) {
        context.report('error', 'type', 'only a port definition has a conjugate', typing);
    } else if (!usage.isEnd && !MAY_BE_PORTS.has(metaclassOrUndefined(usage)!)) {
        context.report('error', 'type', 'only a port or a connector end can be typed by a conjugated port definition', typing);
    }
};

/** Node types of usages that a definition may type. */
export const USAGE_NODES = ['Usage', 'ConnectorUsage', 'FlowUsage', ...ACTION_NODES, 'TransitionUsage', 'SatisfyRequirementUsage'] as const;

/** `state-typed-by-action`: a state typed by an action definition is legal (SysML 8.3.18.5), but has no substates. */
const isTypedByState: Check = (node, context) => {
    const typing = isMetaclass(node, 'StateUsage') ? declaredSpecializationsOf(node).find(n => n.$type === 'FeatureTyping') : undefined;
    const type = typing === undefined ? undefined : resolve(typing);
    if (type !== undefined && isMetaclass(type, 'ActionDefinition') && !isMetaclass(type, 'StateDefinition') && !scopeOf(type).isLibrary) {
        const message = `${described(type)} is no state definition, and adds no substates to the state: perform it, or declare a 'state def'`;
        context.report('warning', 'state-typed-by-action', message, typing!);
    }
};

export const usageTypingChecks: CheckTable = {
    ...checksOfTypes(USAGE_NODES, [isTypedByItsKind, isTypedByState]),
    FeatureTyping: [isConjugatedPort]
};
