/**
 * The kind of body that contains a member, and the kind of the member, in the terms of the standards' grammars (SysML 8.2.2, KerML 8.2.3 to
 * 8.2.5). Depends on the syntax tree only, not on names or types.
 */
import type { AstNode } from '../generated/tree.js';
import { PSEUDOSTATE_KINDS, isStatementType } from '../semantics/structure.js';

/** The kinds of bodies by the members that they admit. `definition` is the body of all other definitions and usages, and of KerML types. */
export type BodyKind =
    | 'package'
    | 'definition'
    | 'interface'
    | 'enumeration'
    | 'action'
    | 'state'
    | 'calculation'
    | 'requirement'
    | 'case'
    | 'viewDefinition'
    | 'view'
    | 'metadata';

const BODY_OF_KIND: Readonly<Record<string, BodyKind>> = {
    interface: 'interface',
    action: 'action',
    perform: 'action',
    merge: 'action',
    decide: 'action',
    join: 'action',
    fork: 'action',
    transition: 'action',
    state: 'state',
    exhibit: 'state',
    choice: 'state',
    junction: 'state',
    history: 'state',
    shallowhistory: 'state',
    deephistory: 'state',
    initial: 'state',
    final: 'state',
    region: 'state',
    entrypoint: 'state',
    exitpoint: 'state',
    decision: 'action',
    done: 'action',
    calc: 'calculation',
    constraint: 'calculation',
    assert: 'calculation',
    requirement: 'requirement',
    concern: 'requirement',
    viewpoint: 'requirement',
    objective: 'requirement',
    case: 'case',
    analysis: 'case',
    verification: 'case',
    usecase: 'case',
    include: 'case',
    view: 'view',
    function: 'calculation',
    predicate: 'calculation',
    expr: 'calculation',
    bool: 'calculation',
    inv: 'calculation'
};
const BODY_OF_TYPE: Readonly<Record<string, BodyKind>> = {
    RootNamespace: 'package',
    Package: 'package',
    MetadataUsage: 'metadata',
    BodyExpression: 'calculation',
    SatisfyRequirementUsage: 'requirement',
    AcceptActionUsage: 'action',
    SendActionUsage: 'action',
    AssignmentActionUsage: 'action',
    TerminateActionUsage: 'action',
    IfActionUsage: 'action',
    WhileLoopActionUsage: 'action',
    ForLoopActionUsage: 'action',
    TransitionUsage: 'action'
};
const BODY_OF_MEMBERSHIP: Readonly<Record<string, BodyKind>> = {
    entry: 'action',
    do: 'action',
    exit: 'action',
    frame: 'requirement',
    verify: 'requirement'
};
/** Parts of actions and transitions that are action bodies. */
const ACTION_PARTS = new Set(['thenAction', 'elseAction', 'bodyAction', 'effect']);

/** The kind of body that a node has. */
export function bodyKindOf(node: AstNode): BodyKind {
    const byType = BODY_OF_TYPE[node.$type];
    if (byType !== undefined) {
        return byType;
    }
    const { kind, membership, isDef } = node;
    if (kind === 'enum' && isDef === true) {
        return 'enumeration';
    }
    if (kind === 'view' && isDef === true) {
        return 'viewDefinition';
    }
    if (membership !== undefined && membership in BODY_OF_MEMBERSHIP) {
        return BODY_OF_MEMBERSHIP[membership];
    }
    if (membership === 'require' || membership === 'assume') {
        // `require x { }` has the body of a requirement, `require constraint x { }` that of a constraint.
        return node.reference === undefined ? 'calculation' : 'requirement';
    }
    return ACTION_PARTS.has(node.$containerProperty ?? '') ? 'action' : (BODY_OF_KIND[kind ?? ''] ?? 'definition');
}

/** Bodies whose members are steps of an action (ActionBodyItem). */
export const ACTION_BODIES: ReadonlySet<BodyKind> = new Set<BodyKind>(['action', 'calculation', 'case']);

const CONTROL_NODES = new Set(['merge', 'decide', 'decision', 'join', 'fork']);
const BEHAVIOR_USAGES = new Set([
    'action',
    'calc',
    'state',
    'constraint',
    'requirement',
    'concern',
    'case',
    'analysis',
    'verification',
    'usecase',
    'viewpoint',
    'perform',
    'exhibit',
    'include',
    'assert'
]);
const ANNOTATIONS = new Set(['Comment', 'Documentation', 'TextualRepresentation', 'MetadataUsage']);

export function isControlNode(node: AstNode): boolean {
    return node.$type === 'Usage' && CONTROL_NODES.has(node.kind ?? '');
}
/** An ActionNode of the grammar: only bodies of actions admit it. */
export function isActionNode(node: AstNode): boolean {
    return isStatementType(node) || isControlNode(node);
}
export function isAnnotation(node: AstNode): boolean {
    return ANNOTATIONS.has(node.$type);
}
/** A BehaviorUsageElement: a member from which a following succession or transition may start. Pseudostates are treated as states. */
export function isBehaviorUsage(node: AstNode): boolean {
    const { kind = '' } = node;
    return (
        node.$type === 'SatisfyRequirementUsage' ||
        (node.$type === 'Usage' && (BEHAVIOR_USAGES.has(kind) || PSEUDOSTATE_KINDS.has(kind) || kind === 'done'))
    );
}

/** `then x;`, `if g then x;`, `else x;`, `accept E then x;`: a succession or transition that starts at the member before it. */
export function isTargetSuccession(node: AstNode): boolean {
    const { kind, source } = node;
    return node.$type === 'TargetSuccession' || (node.$type === 'TransitionUsage' && source === undefined && kind === undefined);
}

/**
 * Whether a preceding member can be the source of this one. Annotations, and successions and transitions from the same source, may be
 * between them.
 */
export function hasSource(node: AstNode, body: BodyKind): boolean {
    const members: readonly AstNode[] = node.$container?.members ?? [];
    let index = node.$containerIndex ?? members.indexOf(node);
    for (index--; index >= 0 && (isAnnotation(members[index]) || isTargetSuccession(members[index])); index--);
    if (index < 0) {
        return false;
    }
    const before = members[index];
    const { membership } = before;
    if (body === 'state') {
        return membership === 'entry'
            ? node.trigger === undefined
            : membership === undefined && (isBehaviorUsage(before) || isControlNode(before));
    }
    return before.$type === 'InitialNode' || (membership === undefined && (isBehaviorUsage(before) || isActionNode(before)));
}

/** Extension notation: in a state body, `accept E then x;` without a preceding state is a transition from the owning state. */
export function leavesOwner(node: AstNode): boolean {
    const state = node.$container;
    return (
        node.$type === 'TransitionUsage' &&
        node.trigger !== undefined &&
        isTargetSuccession(node) &&
        state?.$type === 'Usage' &&
        state.kind === 'state' &&
        state.$container !== undefined &&
        bodyKindOf(state.$container) === 'state' &&
        !hasSource(node, 'state')
    );
}
