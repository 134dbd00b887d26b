/**
 * The ownership structure of a model as the syntax tree gives it: what is an element, who owns it, what a namespace declares.
 * Knows nothing of names that need resolving: no inheritance, no imports.
 */
import { isBasicName } from '../../runtime/values/index.js';
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { unquote } from '../syntax/values.js';
import type { MetaclassName } from './metaclasses.js';

/** An element of the model: a node of the syntax tree. */
export type Element = AstNode;

/** A node that names something: its `text` is a qualified name or feature chain. */
export type NameNode = Extract<AstNode, { readonly text: string }>;

/** A feature of either language; expressions are features only in the metamodel. */
export type Feature = ast.Usage | ast.MetadataUsage | ast.PrefixMetadata | ast.Multiplicity | ast.ConnectorEnd | ast.MultiplicityRange;

/** A type whose own body or parts are a scope for names. */
export type OwningType = ast.Definition | ast.Usage | ast.MetadataUsage | ast.Multiplicity | ast.BodyExpression;

export type Namespace = ast.RootNamespace | ast.Package | OwningType;

/** Node types of the usages that are one statement of an action's body each, without the control nodes (ActionNode of the notation). */
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

/** Node types by what they are in the metamodel. */
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
/** Nodes that are elements of the metamodel, and so can own others. */
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

/**
 * Whether the meaning of a node is a single statement of an action's body: an accept, a send, an assignment,
 * a termination, a conditional or a loop.
 */
export function isStatementType(node: AstNode): boolean {
    return ACTION_NODE_TYPES.has(node.$type);
}
export function isNamespace(node: AstNode): node is Namespace {
    return NAMESPACES.has(node.$type);
}
/** A feature, in either language; expressions count as features only in the metamodel, here they are {@link isExpression}. */
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

/** Whether a value is written out: literals and what is computed of literals alone. */
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

/** The element that owns a node, undefined for a root namespace. */
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
    return root as ast.RootNamespace; // an expression that was asked is below a root that no one asks for
}

const NONE: readonly AstNode[] = Object.freeze([]);

type Part = 'crossFeature' | 'ends' | 'payload' | 'variable' | 'bodyAction' | 'thenAction' | 'elseAction' | 'trigger' | 'effect';

/** Parts of a node, beside its body, that are members of it; in the order of the notation. */
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
 * The cross feature that an end owns (KerML `Feature::ownedCrossFeature`): written in front of it, else the first of its members that is a
 * feature, but none that it features.
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
 * The members that a namespace declares itself, in document order: elements of its body and parts of its notation (the ends of a connector,
 * the payload of an accept, the actions of a conditional). Imports, filters and annotations are among them.
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

/** What binds or sets a value of a feature where it is declared. */
export function featureValueOf(feature: AstNode): ast.FeatureValue | undefined {
    return isUsage(feature) ? feature.value : undefined;
}

/** The features that a type declares itself, in order. */
export function ownedFeaturesOf(type: AstNode): ast.Usage[] {
    return ownedMembersOf(type)
        .filter((m): m is ast.Usage => isUsage(m) || m.$type === 'ConnectorEnd' || m.$type === 'Multiplicity')
        .filter(m => m.membership !== 'member');
}

/** The text after which a name is looked up: the last segment of a qualified name or feature chain, without quotes. */
export function lastSegment(text: string): string {
    const segments = segmentsOf(text);
    return segments[segments.length - 1].name;
}

/** The names of the features of a chain, each without what qualifies it: `P::a.b` is `a`, `b`. */
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

/** One name of a qualified name or chain: `separator` stands in front of it (`.`, `::` or nothing). */
export interface Segment {
    readonly name: string;
    readonly separator: '' | '::' | '.';
    /** The global qualifier: a bare `$` (a quoted one is a name). */
    readonly isGlobal?: true;
}

/** The name that a token spells: an unrestricted name without its quotes and escapes. */
export function unquoted(token: string): string {
    return token.charCodeAt(0) === 39 ? unquote(token) : token;
}

/** A name as notation writes it: with quotes where it is no identifier. */
export function quoted(name: string): string {
    return isBasicName(name) ? name : `'${name.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}'`;
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

/** The end of the name that starts at an offset: the offset itself where none does. */
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

/** How an import reaches: the plain name, whether the members (`::*`) are meant, and whether recursively (`::**`). */
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
    /** The metaclass and its superclasses; none for what is no element. */
    kinds: ReadonlySet<string> | undefined = undefined;
    name: string | null | undefined = undefined;
    qualifiedName: string | null | undefined = undefined;
    /** Members by long and short name, declared ones only. */
    owned: Map<string, AstNode | AstNode[]> | undefined = undefined;
    imports: readonly ast.Import[] | undefined = undefined;
    isLibrary: boolean | undefined = undefined;
    /**
     * Some type hands the element down that only imports it: its visibility wants a closer look, which
     * answers alike whoever turned this on.
     */
    isHandedDownByImport = false;
    /** Names that a library type hands down; null is "not known". */
    inheritableNames: ReadonlySet<string> | null | undefined = undefined;
    /** Results of lookups by name: null is "nothing", a number that the question is in progress (see cycles.ts). */
    local: Map<string, AstNode | null | number> | undefined = undefined;
    visible: Map<string, AstNode | null | number> | undefined = undefined;
    inherited: Map<string, AstNode | null | number> | undefined = undefined;
    /** Names that lead to nothing from here, with the members that their first segments lead to. */
    absent: Map<string, readonly AstNode[]> | undefined = undefined;
    /** Target of a name node; null is "unresolved". */
    target: AstNode | null | undefined = undefined;
    /** The target is being looked for. */
    isResolving = false;
    /** What a type specializes is being looked for. */
    isSpecializing = false;
    generals: readonly AstNode[] | undefined = undefined;
    declaredGenerals: readonly AstNode[] | undefined = undefined;
    implied: readonly unknown[] | undefined = undefined;
    supertypes: ReadonlySet<AstNode> | undefined = undefined;
    /** Those of the library, in a set that other nodes may share. */
    librarySupertypes: ReadonlySet<AstNode> | undefined = undefined;
    types: readonly AstNode[] | undefined = undefined;
    /** The types of a usage as constraints on typing count them: all, and those that its notation brings. */
    usageTypes: { readonly all: readonly AstNode[]; readonly stated: readonly AstNode[] } | undefined = undefined;
    /** Declared features that may redefine inherited ones by their place or role. */
    membersWithRoles: readonly AstNode[] | undefined = undefined;
    redefined: readonly AstNode[] | undefined = undefined;
    /** The types that a feature applies to; most features have them and no {@link extra}, whose map takes as much room as all of this. */
    featuring: readonly AstNode[] | undefined = undefined;
    resultTypes: readonly AstNode[] | undefined = undefined;
    /**
     * What is memoized about the node under keys of their own (compiled expressions, lowered graphs …): keys and values in turn. Nodes that
     * have any have one or two, for which a map would take three times the room.
     */
    extra: unknown[] | undefined = undefined;
}

/** What is memoized about a node under a key; undefined for nothing. */
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

/** Memoizes something about a node under a key. */
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
    // a list that grows has room for sixteen more, its copy has none
    facts.extra = [...extra, key, value].slice();
}

/** What is remembered of nodes under a key of its own, where a field for it would be empty on most. */
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
 * The memo of a node that is a name or an expression and nothing else, two of three: where it leads and what it results in are what is
 * asked of it. What else may be asked is added then, as any property of an object.
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

/** The memo of a node, made on first use. */
export function factsOf(node: AstNode): Facts {
    return (node.$facts ??= WITH_SMALL_FACTS.has(node.$type) ? (new SmallFacts() as Facts) : new Facts());
}
