/**
 * The ownership structure of a model in the syntax tree: elements, their owners, and the declared members of namespaces. Depends on no
 * names that need resolving: no inheritance, no imports.
 */
import { isBasicName } from '../../runtime/values/index.js';

import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { unquote } from '../syntax/values.js';
import type { MetaclassName } from './metaclasses.js';

/** An element of the model: a node of the syntax tree. */
export type Element = AstNode;

/** A node with a name: its `text` is a qualified name or feature chain. */
export type NameNode = Extract<AstNode, { readonly text: string }>;

/** A feature of either language; expressions are excluded, which are features only in the metamodel. */
export type Feature = ast.Usage | ast.MetadataUsage | ast.PrefixMetadata | ast.Multiplicity | ast.ConnectorEnd | ast.MultiplicityRange;

/** A type whose own body or parts are a scope for names. */
export type OwningType = ast.Definition | ast.Usage | ast.MetadataUsage | ast.Multiplicity | ast.BodyExpression;

export type Namespace = ast.RootNamespace | ast.Package | OwningType;

/** Node types of usages that are single statements of an action's body, without the control nodes (ActionNode of the notation). */
export const ACTION_NODES = [
    'AcceptActionUsage',
    'SendActionUsage',
    'AssignmentActionUsage',
    'TerminateActionUsage',
    'IfActionUsage',
    'WhileLoopActionUsage',
    'ForLoopActionUsage'
] as const;

const ACTION_NODE_TYPES: ReadonlySet<string> = new Set(ACTION_NODES);

/** Node types of features in the metamodel. */
const FEATURES = new Set<string>([
    'Usage',
    'ConnectorUsage',
    'FlowUsage',
    'InitialNode',
    'TargetSuccession',
    'CallTrigger',
    ...ACTION_NODES,
    'TransitionUsage',
    'SatisfyRequirementUsage',
    'MetadataUsage',
    'PrefixMetadata',
    'Multiplicity',
    'ConnectorEnd',
    'MultiplicityRange'
]);
const EXPRESSIONS = new Set([
    'ConditionalExpression',
    'BinaryExpression',
    'UnaryExpression',
    'ExtentExpression',
    'SequenceExpression',
    'BracketExpression',
    'IndexExpression',
    'FeatureChainExpression',
    'CollectExpression',
    'SelectExpression',
    'FunctionOperationExpression',
    'FeatureReferenceExpression',
    'MetadataAccessExpression',
    'InvocationExpression',
    'ConstructorExpression',
    'BodyExpression',
    'NullExpression',
    'LiteralBoolean',
    'LiteralString',
    'LiteralInteger',
    'LiteralReal',
    'LiteralInfinity',
    'TriggerExpression'
]);
/** Kinds of usages that are vertices of a state machine in the extension notation (contract: edits-and-diagnostics 2.5). */
export const PSEUDOSTATE_KINDS: ReadonlySet<string> = new Set([
    'choice',
    'junction',
    'history',
    'shallowhistory',
    'deephistory',
    'initial',
    'final',
    'region',
    'entrypoint',
    'exitpoint'
]);
/** Types whose own body or parts are a scope for names. */
const NAMESPACES = new Set([
    'RootNamespace',
    'Package',
    'Definition',
    'BodyExpression',
    ...[...FEATURES].filter(t => t !== 'PrefixMetadata' && t !== 'MultiplicityRange' && t !== 'ConnectorEnd')
]);
/** Types of nodes that are elements of the metamodel and can own others. */
const OWNERS = new Set([
    ...NAMESPACES,
    ...EXPRESSIONS,
    'Import',
    'Alias',
    'Comment',
    'Documentation',
    'TextualRepresentation',
    'Dependency',
    'Relationship',
    'ElementFilter',
    'ConnectorEnd',
    'PrefixMetadata',
    'MultiplicityRange'
]);

/** Whether a node is a single statement of an action's body: an accept, send, assignment, termination, conditional or loop. */
export function isStatementType(node: AstNode): boolean {
    return ACTION_NODE_TYPES.has(node.$type);
}
export function isNamespace(node: AstNode): node is Namespace {
    return NAMESPACES.has(node.$type);
}
/** Whether a node is a feature of either language; expressions are excluded, see {@link isExpression}. */
export function isFeature(node: AstNode): node is Feature {
    return FEATURES.has(node.$type);
}
export function isUsage(node: AstNode): node is ast.Usage {
    return FEATURES.has(node.$type) && 'relationships' in node && node.$type !== 'Multiplicity';
}
export function isDefinition(node: AstNode): node is ast.Definition {
    return node.$type === 'Definition';
}
export function isType(node: AstNode): node is ast.Definition | Feature | ast.Expression {
    return node.$type === 'Definition' || FEATURES.has(node.$type) || EXPRESSIONS.has(node.$type);
}
export function isExpression(node: AstNode): node is ast.Expression {
    return EXPRESSIONS.has(node.$type);
}

/** Whether a value consists of literals and operators on literals only. */
export function isWrittenOut(expression: AstNode): boolean {
    switch (expression.$type) {
        case 'UnaryExpression':
            return isWrittenOut(expression.operand);
        case 'BinaryExpression': {
            const { left, right } = expression;
            return isWrittenOut(left) && isWrittenOut(right);
        }
        case 'SequenceExpression':
            return expression.elements.every(isWrittenOut);
        default:
            return expression.$type.startsWith('Literal');
    }
}
export function isPackage(node: AstNode): node is ast.Package {
    return node.$type === 'Package';
}
export function isAlias(node: AstNode): node is ast.Alias {
    return node.$type === 'Alias';
}
export function isImport(node: AstNode): node is ast.Import {
    return node.$type === 'Import';
}

/** The element that owns a node; undefined for a root namespace. */
export function ownerOf(node: AstNode): Element | undefined {
    let owner = node.$container;
    while (owner !== undefined && !OWNERS.has(owner.$type)) {
        owner = owner.$container;
    }
    return owner;
}

/** The nearest namespace that contains a node; a step of an expression belongs to the namespace around the expression. */
export function owningNamespaceOf(node: AstNode): Namespace | undefined {
    let owner = node.$container;
    while (owner !== undefined && !isNamespace(owner)) {
        owner = owner.$container;
    }
    return owner;
}

/** The type that owns a feature by feature membership; undefined for features of packages. */
export function owningTypeOf(node: AstNode): OwningType | undefined {
    if (!FEATURES.has(node.$type) && !EXPRESSIONS.has(node.$type)) {
        return undefined;
    }
    const owner = owningNamespaceOf(node);
    return owner !== undefined && owner.$type !== 'Package' && owner.$type !== 'RootNamespace' && node.membership !== 'member'
        ? owner
        : undefined;
}

export function rootOf(node: AstNode): ast.RootNamespace {
    let root = node;
    while (root.$container !== undefined) {
        root = root.$container;
    }
    return root as ast.RootNamespace; // the root of a separately parsed expression is never requested
}

const NONE: readonly AstNode[] = Object.freeze([]);

type Part = 'crossFeature' | 'ends' | 'payload' | 'variable' | 'bodyAction' | 'thenAction' | 'elseAction' | 'trigger' | 'effect';

/** Parts of a node outside its body that are members, in the order of the notation. */
const PARTS: Readonly<Partial<Record<string, readonly Part[]>>> = {
    ConnectorUsage: ['crossFeature', 'ends'],
    FlowUsage: ['crossFeature', 'payload', 'ends'],
    AcceptActionUsage: ['crossFeature', 'payload'],
    ForLoopActionUsage: ['crossFeature', 'variable', 'bodyAction'],
    WhileLoopActionUsage: ['crossFeature', 'bodyAction'],
    IfActionUsage: ['crossFeature', 'thenAction', 'elseAction'],
    TransitionUsage: ['crossFeature', 'trigger', 'effect'],
    Usage: ['crossFeature']
};

/**
 * The cross feature that an end owns (KerML `Feature::ownedCrossFeature`): written before it, else the first member that is a feature but
 * is not featured by the end.
 */
export function ownedCrossFeatureOf(end: AstNode): AstNode | undefined {
    const isOne = (member: AstNode): boolean => member.membership === 'member' && isFeature(member) && member.$type !== 'MetadataUsage';
    return end.crossFeature ?? (end.isEnd === true ? end.members?.find(isOne) : undefined);
}

/** Whether a feature is the cross feature that its owner, an end, owns (KerML `Feature::isOwnedCrossFeature`). */
export function isOwnedCrossFeature(feature: AstNode): boolean {
    const { $container: owner } = feature;
    return (
        feature.$containerProperty === 'crossFeature' ||
        (feature.membership === 'member' && owner !== undefined && ownedCrossFeatureOf(owner) === feature)
    );
}

/**
 * The declared members of a namespace in document order: elements of its body and parts of its notation (the ends of a connector, the
 * payload of an accept, the actions of a conditional), including imports, filters and annotations.
 */
export function ownedMembersOf(namespace: AstNode): readonly AstNode[] {
    const members = namespace.members ?? NONE;
    const parts = PARTS[namespace.$type];
    if (parts === undefined) {
        return members;
    }
    let all: AstNode[] | undefined;
    for (const part of parts) {
        const value = namespace[part];
        if (value === undefined) {
            continue;
        }
        if ('$type' in value) {
            (all ??= []).push(value);
        } else if (value.length > 0) {
            (all ??= []).push(...value);
        }
    }
    return all === undefined ? members : members.length === 0 ? all : [...all, ...members];
}

/** The declared value of a feature, bound or initial. */
export function featureValueOf(feature: AstNode): ast.FeatureValue | undefined {
    return isUsage(feature) ? feature.value : undefined;
}

/** The features that a type declares, in order. */
export function ownedFeaturesOf(type: AstNode): ast.Usage[] {
    return ownedMembersOf(type)
        .filter((m): m is ast.Usage => isUsage(m) || m.$type === 'ConnectorEnd' || m.$type === 'Multiplicity')
        .filter(m => m.membership !== 'member');
}

/** The name for looking up a feature or element: the last segment of a qualified name or feature chain, without quotes. */
export function lastSegment(text: string): string {
    const segments = segmentsOf(text);
    return segments[segments.length - 1].name;
}

/** The names of the features of a chain, without qualifiers: `P::a.b` is `a`, `b`. */
export function chainStepsOf(text: string): string[] {
    const steps: string[] = [];
    for (const { name, separator } of segmentsOf(text)) {
        if (separator === '::') {
            steps[steps.length - 1] = name;
        } else {
            steps.push(name);
        }
    }
    return steps;
}

/** One name of a qualified name or chain, with the separator before it (`.`, `::` or none). */
export interface Segment {
    readonly name: string;
    readonly separator: '' | '::' | '.';
    /** The global qualifier: a bare `$` (a quoted one is a name). */
    readonly isGlobal?: true;
}

/** The name of a token: an unrestricted name without its quotes and escapes. */
export function unquoted(token: string): string {
    return token.charCodeAt(0) === 39 ? unquote(token) : token;
}

const segmentCache = new Map<string, readonly Segment[]>();

/** Splits the text of a name node. The global qualifier `$` is a segment of its own. */
export function segmentsOf(text: string): readonly Segment[] {
    let segments = segmentCache.get(text);
    if (segments === undefined) {
        segments = split(text);
        if (segmentCache.size > 50_000) {
            segmentCache.clear();
        }
        segmentCache.set(text, segments);
    }
    return segments;
}

function split(text: string): readonly Segment[] {
    if (isBasicName(text)) {
        return [{ name: text, separator: '' }];
    }
    const segments: Segment[] = [];
    for (let at = 0; at < text.length;) {
        const separator = text.startsWith('::', at) ? '::' : text[at] === '.' ? '.' : '';
        const start = at + separator.length;
        const end = endOfName(text, start);
        if (end === start) {
            at = separator === '' ? at + 1 : start;
            continue;
        }
        const token = text.slice(start, end);
        segments.push({ name: unquoted(token), separator, ...(token === '$' && { isGlobal: true }) });
        at = end;
    }
    return segments.length > 0 ? segments : [{ name: text, separator: '' }];
}

/** The end of the name that starts at an offset; the offset itself where none does. */
function endOfName(text: string, start: number): number {
    if (text[start] === "'") {
        for (let i = start + 1; i < text.length; i += text[i] === '\\' ? 2 : 1) {
            if (text[i] === "'") {
                return i + 1;
            }
        }
        return start;
    }
    let end = start;
    while (end < text.length && text[end] !== '.' && text[end] !== ':' && text[end] !== "'") {
        end++;
    }
    return end;
}

/** The parts of an import's text: the plain name, whether it imports the members (`::*`), and whether recursively (`::**`). */
export function importedName(node: ast.Import): { name: string; isNamespaceImport: boolean; isRecursive: boolean } {
    let name = node.text;
    let isRecursive = false;
    let isNamespaceImport = false;
    if (name.endsWith('::**')) {
        isRecursive = true;
        name = name.slice(0, -4);
    }
    if (name.endsWith('::*')) {
        isNamespaceImport = true;
        name = name.slice(0, -3);
    }
    return { name, isNamespaceImport, isRecursive };
}

/** Memo of the semantic layer for one node: every field is computed at most once per snapshot. */
export class Facts {
    metaclass: MetaclassName | undefined = undefined;
    /** The metaclass and its superclasses; empty for other nodes. */
    kinds: ReadonlySet<string> | undefined = undefined;
    name: string | null | undefined = undefined;
    qualifiedName: string | null | undefined = undefined;
    /** Members by long and short name, declared ones only. */
    owned: Map<string, AstNode | AstNode[]> | undefined = undefined;
    imports: readonly ast.Import[] | undefined = undefined;
    isLibrary: boolean | undefined = undefined;
    /**
     * Whether specializations of some type inherit the element only through an import of that type. Its visibility then has to be checked
     * for each type.
     */
    isHandedDownByImport = false;
    /** Inheritable names of a library type; null means unknown. */
    inheritableNames: ReadonlySet<string> | null | undefined = undefined;
    /** Results of lookups by name: null means none, a number that the lookup is in progress (see cycles.ts). */
    local: Map<string, AstNode | null | number> | undefined = undefined;
    visible: Map<string, AstNode | null | number> | undefined = undefined;
    inherited: Map<string, AstNode | null | number> | undefined = undefined;
    /** Names that do not resolve from this namespace, with the members of their leading segments that do. */
    absent: Map<string, readonly AstNode[]> | undefined = undefined;
    /** Target of a name node; null means unresolved. */
    target: AstNode | null | undefined = undefined;
    /** Whether the target is being resolved. */
    isResolving = false;
    /** Whether the generals of the type are being computed. */
    isSpecializing = false;
    generals: readonly AstNode[] | undefined = undefined;
    declaredGenerals: readonly AstNode[] | undefined = undefined;
    implied: readonly unknown[] | undefined = undefined;
    supertypes: ReadonlySet<AstNode> | undefined = undefined;
    /** Library supertypes, in a set that other nodes may share. */
    librarySupertypes: ReadonlySet<AstNode> | undefined = undefined;
    types: readonly AstNode[] | undefined = undefined;
    /** The types of a usage for constraints on typing: all, and those of its notation. */
    usageTypes: { readonly all: readonly AstNode[]; readonly stated: readonly AstNode[] } | undefined = undefined;
    /** Declared features that may redefine inherited ones by position or role. */
    membersWithRoles: readonly AstNode[] | undefined = undefined;
    redefined: readonly AstNode[] | undefined = undefined;
    /**
     * The featuring types of a feature. They have a field of their own, since most features need them and need no {@link extra}, whose list
     * would take more memory.
     */
    featuring: readonly AstNode[] | undefined = undefined;
    resultTypes: readonly AstNode[] | undefined = undefined;
    /**
     * Values memoized by key (compiled expressions, lowered graphs …): keys and values alternate. Nodes with any have one or two, for which
     * a map would take three times the space.
     */
    extra: unknown[] | undefined = undefined;
}

/** The value memoized on a node under a key; undefined for none. */
export function extraOf(node: AstNode, key: Fact<unknown> | symbol): unknown {
    const { extra } = factsOf(node);
    if (extra !== undefined) {
        for (let i = 0; i < extra.length; i += 2) {
            if (extra[i] === key) {
                return extra[i + 1];
            }
        }
    }
    return undefined;
}

/** Memoizes a value on a node under a key. */
export function setExtra(node: AstNode, key: Fact<unknown> | symbol, value: unknown): void {
    const facts = factsOf(node);
    const { extra } = facts;
    if (extra === undefined) {
        facts.extra = [key, value];
        return;
    }
    for (let i = 0; i < extra.length; i += 2) {
        if (extra[i] === key) {
            extra[i + 1] = value;
            return;
        }
    }
    // a growing array has spare capacity for sixteen more elements, a copy has none
    facts.extra = [...extra, key, value].slice();
}

/** A key for values memoized on nodes, for facts that most nodes do not have. */
export class Fact<T> {
    constructor(readonly description: string) {}

    of(node: AstNode): T | undefined {
        return extraOf(node, this) as T | undefined;
    }

    set(node: AstNode, value: T): T {
        setExtra(node, this, value);
        return value;
    }
}

/**
 * The memo of a node that is only a name or an expression, two of three nodes: mostly its target and result are needed. Other fields are
 * added on demand, like any property of an object.
 */
class SmallFacts implements Partial<Facts> {
    target: AstNode | null | undefined = undefined;
    isResolving = false;
    isLibrary: boolean | undefined = undefined;
    resultTypes: readonly AstNode[] | undefined = undefined;
}
const NAMES = ['Reference', 'Subclassification', 'FeatureTyping', 'Subsetting', 'ReferenceSubsetting', 'Redefinition'];
const WITH_SMALL_FACTS: ReadonlySet<string> = new Set([...NAMES, ...EXPRESSIONS]);

declare module '../syntax/node.js' {
    interface NodeFields {
        /** The memo of the semantic layer; the parser leaves it undefined. */
        $facts: Facts | undefined;
    }
}

/** The memo of a node, created on first use. */
export function factsOf(node: AstNode): Facts {
    return (node.$facts ??= WITH_SMALL_FACTS.has(node.$type) ? (new SmallFacts() as Facts) : new Facts());
}
