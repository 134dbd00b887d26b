/**
 * Determines which keywords a graph must state because the metaclass does not imply them (contract: conversion 5.6, 5.9). Depends on
 * keywords only; makes no statements.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { isKerML, metaclassOrUndefined } from '../../language/semantics/metaclass.js';
import { isKind, type MetaclassName } from '../metamodel/facts.js';
import { PSEUDOSTATE_KINDS } from '../../language/semantics/structure.js';

/** Keywords of two words, which the syntax tree joins. */
const JOINED: Readonly<Record<string, string>> = {
    usecase: 'use case',
    assocstruct: 'assoc struct',
    successionflow: 'succession flow',
    shallowhistory: 'shallow history',
    deephistory: 'deep history',
    entrypoint: 'entry point',
    exitpoint: 'exit point'
};

/** A keyword as written. */
export function spelled(kind: string): string {
    return JOINED[kind] ?? kind;
}

/** The keyword of each metaclass, without `def`. */
export const KEYWORDS: Readonly<Partial<Record<MetaclassName, string>>> = {
    Package: 'package',
    LibraryPackage: 'package',
    Namespace: 'namespace',
    NamespaceImport: 'import',
    MembershipImport: 'import',
    NamespaceExpose: 'expose',
    MembershipExpose: 'expose',
    Comment: 'comment',
    TextualRepresentation: 'rep',
    MetadataUsage: 'metadata',
    MetadataFeature: 'metadata',
    AttributeDefinition: 'attribute',
    EnumerationDefinition: 'enum',
    OccurrenceDefinition: 'occurrence',
    ItemDefinition: 'item',
    PartDefinition: 'part',
    PortDefinition: 'port',
    ConnectionDefinition: 'connection',
    InterfaceDefinition: 'interface',
    AllocationDefinition: 'allocation',
    FlowDefinition: 'flow',
    ActionDefinition: 'action',
    StateDefinition: 'state',
    CalculationDefinition: 'calc',
    ConstraintDefinition: 'constraint',
    RequirementDefinition: 'requirement',
    ConcernDefinition: 'concern',
    CaseDefinition: 'case',
    AnalysisCaseDefinition: 'analysis',
    VerificationCaseDefinition: 'verification',
    UseCaseDefinition: 'use case',
    ViewDefinition: 'view',
    ViewpointDefinition: 'viewpoint',
    RenderingDefinition: 'rendering',
    MetadataDefinition: 'metadata',
    Type: 'type',
    Classifier: 'classifier',
    DataType: 'datatype',
    Class: 'class',
    Structure: 'struct',
    Association: 'assoc',
    AssociationStructure: 'assoc struct',
    Behavior: 'behavior',
    Function: 'function',
    Predicate: 'predicate',
    Interaction: 'interaction',
    Metaclass: 'metaclass',
    AttributeUsage: 'attribute',
    EnumerationUsage: 'enum',
    OccurrenceUsage: 'occurrence',
    ItemUsage: 'item',
    PartUsage: 'part',
    PortUsage: 'port',
    ConnectionUsage: 'connection',
    InterfaceUsage: 'interface',
    AllocationUsage: 'allocation',
    ActionUsage: 'action',
    StateUsage: 'state',
    CalculationUsage: 'calc',
    ConstraintUsage: 'constraint',
    RequirementUsage: 'requirement',
    ConcernUsage: 'concern',
    CaseUsage: 'case',
    AnalysisCaseUsage: 'analysis',
    VerificationCaseUsage: 'verification',
    UseCaseUsage: 'use case',
    ViewUsage: 'view',
    ViewpointUsage: 'viewpoint',
    RenderingUsage: 'rendering',
    EventOccurrenceUsage: 'event',
    PerformActionUsage: 'perform',
    ExhibitStateUsage: 'exhibit',
    IncludeUseCaseUsage: 'include',
    AssertConstraintUsage: 'assert',
    SatisfyRequirementUsage: 'satisfy',
    MergeNode: 'merge',
    DecisionNode: 'decide',
    JoinNode: 'join',
    ForkNode: 'fork',
    BindingConnectorAsUsage: 'bind',
    SuccessionAsUsage: 'succession',
    FlowUsage: 'flow',
    SuccessionFlowUsage: 'succession flow',
    BindingConnector: 'binding',
    Succession: 'succession',
    Flow: 'flow',
    SuccessionFlow: 'succession flow',
    Connector: 'connector',
    TransitionUsage: 'transition',
    AcceptActionUsage: 'action',
    SendActionUsage: 'action',
    AssignmentActionUsage: 'action',
    TerminateActionUsage: 'action',
    IfActionUsage: 'action',
    WhileLoopActionUsage: 'action',
    ForLoopActionUsage: 'action',
    Step: 'step',
    Expression: 'expr',
    BooleanExpression: 'bool',
    Invariant: 'inv'
};

/** Keywords that the membership implies. */
const IMPLIED_BY_MEMBERSHIP = new Set(['subject', 'actor', 'stakeholder', 'objective']);

/** Whether the membership implies the keyword of a declaration, as in `subject x`. */
export function isImpliedByMembership({ kind }: AstNode): boolean {
    return kind !== undefined && IMPLIED_BY_MEMBERSHIP.has(kind);
}

/** Keywords that precede a reference or a condition. If the keyword of the kind follows, the member is a declaration instead. */
const BY_MEMBERSHIP: Readonly<Record<string, string>> = {
    require: 'constraint',
    assume: 'constraint',
    frame: 'concern',
    verify: 'requirement',
    render: 'rendering'
};

/** Whether a node is a vertex of a state machine for which the metamodel has no metaclass. */
export function isPseudostate(node: AstNode): boolean {
    const { kind } = node;
    if (node.$type !== 'Usage' || kind === undefined) {
        return false;
    }
    return (
        PSEUDOSTATE_KINDS.has(kind) ||
        kind === 'decision' ||
        kind === 'done' ||
        ((kind === 'fork' || kind === 'join') && isState(node.$container))
    );
}

/**
 * Whether a node is `done;` in the body of an action: not a declaration, but a membership that refers to the `done` of every action (8.1).
 */
export function isFinalNode(node: AstNode): boolean {
    const { kind, name, shortName, direction, membership, relationships, value, members, isReference } = node;
    return (
        node.$type === 'Usage' &&
        name === 'done' &&
        [kind, shortName, direction, membership, value].every(part => part === undefined) &&
        isReference !== true &&
        relationships?.length === 0 &&
        members?.length === 0 &&
        isAction(node.$container)
    );
}

function isAction(node: AstNode | undefined): boolean {
    const metaclass = node === undefined ? undefined : metaclassOrUndefined(node);
    return metaclass !== undefined && (isKind(metaclass, 'ActionUsage') || isKind(metaclass, 'ActionDefinition')) && !isState(node);
}

/** Whether a node is `if g then b;` or `else b;` in the body of an action, which is a succession, not a transition (8.1). */
export function isGuardedSuccession(node: AstNode): boolean {
    const { kind, trigger, effect, source } = node;
    return (
        node.$type === 'TransitionUsage' &&
        kind === undefined &&
        trigger === undefined &&
        effect === undefined &&
        source === undefined &&
        !isState(node.$container)
    );
}

function isState(node: AstNode | undefined): boolean {
    const metaclass = node === undefined ? undefined : metaclassOrUndefined(node);
    return metaclass === 'StateUsage' || metaclass === 'StateDefinition' || metaclass === 'ExhibitStateUsage';
}

/** The keyword that a declaration states; undefined if its metaclass and membership imply it. */
export function declaredKeywordOf(node: AstNode): string | undefined {
    const { kind, membership, isIndividual, portionKind } = node;
    const metaclass = metaclassOrUndefined(node);
    if (kind === undefined) {
        const isBare = node.$type === 'Definition' || node.$type === 'Usage';
        return isBare && metaclass?.startsWith('Occurrence') === true
            ? (portionKind ?? (isIndividual === true ? 'individual' : undefined))
            : undefined;
    }
    if (IMPLIED_BY_MEMBERSHIP.has(kind) || isPseudostate(node)) {
        return IMPLIED_BY_MEMBERSHIP.has(kind) ? undefined : spelled(kind);
    }
    const word = spelled(kind);
    if (membership !== undefined && BY_MEMBERSHIP[membership] === word) {
        return word;
    }
    return metaclass !== undefined && KEYWORDS[metaclass] === word ? undefined : word;
}

/** Whether a usage has no kind keyword, so that its metaclass depends on its place (5.6). */
export function isKindImplicit(node: AstNode): boolean {
    const { kind, membership, reference } = node;
    return (
        node.$type === 'Usage' &&
        kind === undefined &&
        !isKerML(node) &&
        reference === undefined &&
        !isFinalNode(node) &&
        !['require', 'assume', 'frame', 'verify', 'render'].includes(membership ?? '') &&
        declaredKeywordOf(node) === undefined
    );
}
