/**
 * The metaclass of a node of the syntax tree, by its type, keyword and position (the productions of KerML 8.2 and SysML 8.2.2). Depends on
 * no names that need resolving.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isKind, isMetaclassName, kindsOf, type MetaclassName } from './metaclasses.js';
import { type Facts, factsOf, rootOf } from './structure.js';
import { scopeOf } from './world.js';

export type Table = Readonly<Record<string, MetaclassName | undefined>>;

/** Definitions by keyword; a definition without one is an extended or an individual definition. */
const DEFINITIONS: Table = {
    attribute: 'AttributeDefinition',
    enum: 'EnumerationDefinition',
    occurrence: 'OccurrenceDefinition',
    item: 'ItemDefinition',
    part: 'PartDefinition',
    port: 'PortDefinition',
    connection: 'ConnectionDefinition',
    interface: 'InterfaceDefinition',
    allocation: 'AllocationDefinition',
    flow: 'FlowDefinition',
    action: 'ActionDefinition',
    state: 'StateDefinition',
    calc: 'CalculationDefinition',
    constraint: 'ConstraintDefinition',
    requirement: 'RequirementDefinition',
    concern: 'ConcernDefinition',
    case: 'CaseDefinition',
    analysis: 'AnalysisCaseDefinition',
    verification: 'VerificationCaseDefinition',
    usecase: 'UseCaseDefinition',
    view: 'ViewDefinition',
    viewpoint: 'ViewpointDefinition',
    rendering: 'RenderingDefinition',
    metadata: 'MetadataDefinition',
    type: 'Type',
    classifier: 'Classifier',
    subclassifier: 'Classifier',
    datatype: 'DataType',
    class: 'Class',
    struct: 'Structure',
    assoc: 'Association',
    assocstruct: 'AssociationStructure',
    behavior: 'Behavior',
    function: 'Function',
    predicate: 'Predicate',
    interaction: 'Interaction',
    metaclass: 'Metaclass'
};

/** Usages by keyword, in both languages. A pseudostate is a state, since transitions may target it. */
const USAGES: Table = {
    attribute: 'AttributeUsage',
    enum: 'EnumerationUsage',
    occurrence: 'OccurrenceUsage',
    item: 'ItemUsage',
    part: 'PartUsage',
    port: 'PortUsage',
    connection: 'ConnectionUsage',
    connect: 'ConnectionUsage',
    interface: 'InterfaceUsage',
    allocation: 'AllocationUsage',
    allocate: 'AllocationUsage',
    action: 'ActionUsage',
    state: 'StateUsage',
    calc: 'CalculationUsage',
    constraint: 'ConstraintUsage',
    requirement: 'RequirementUsage',
    concern: 'ConcernUsage',
    case: 'CaseUsage',
    analysis: 'AnalysisCaseUsage',
    verification: 'VerificationCaseUsage',
    usecase: 'UseCaseUsage',
    view: 'ViewUsage',
    viewpoint: 'ViewpointUsage',
    rendering: 'RenderingUsage',
    event: 'EventOccurrenceUsage',
    perform: 'PerformActionUsage',
    exhibit: 'ExhibitStateUsage',
    include: 'IncludeUseCaseUsage',
    assert: 'AssertConstraintUsage',
    subject: 'ReferenceUsage',
    actor: 'PartUsage',
    stakeholder: 'PartUsage',
    objective: 'RequirementUsage',
    merge: 'MergeNode',
    decide: 'DecisionNode',
    join: 'JoinNode',
    fork: 'ForkNode',
    choice: 'StateUsage',
    junction: 'StateUsage',
    history: 'StateUsage',
    shallowhistory: 'StateUsage',
    deephistory: 'StateUsage',
    initial: 'StateUsage',
    final: 'StateUsage',
    region: 'StateUsage',
    entrypoint: 'StateUsage',
    exitpoint: 'StateUsage',
    decision: 'DecisionNode',
    done: 'ActionUsage',
    defer: 'ReferenceUsage',
    feature: 'Feature',
    step: 'Step',
    expr: 'Expression',
    bool: 'BooleanExpression',
    inv: 'Invariant',
    connector: 'Connector'
};

/** Usages by the keyword before their kind, which determines the metaclass alone. */
const USAGES_BY_MEMBERSHIP: Table = {
    require: 'ConstraintUsage',
    assume: 'ConstraintUsage',
    frame: 'ConcernUsage',
    verify: 'RequirementUsage',
    render: 'RenderingUsage'
};

/** Keywords with different metaclasses in SysML and KerML. */
const SYSML_CONNECTORS: Table = {
    binding: 'BindingConnectorAsUsage',
    bind: 'BindingConnectorAsUsage',
    succession: 'SuccessionAsUsage',
    first: 'SuccessionAsUsage',
    then: 'SuccessionAsUsage'
};
const KERML_CONNECTORS: Table = { binding: 'BindingConnector', succession: 'Succession' };
const SYSML_FLOWS: Table = { flow: 'FlowUsage', message: 'FlowUsage', succession: 'SuccessionFlowUsage' };
const KERML_FLOWS: Table = { flow: 'Flow', successionflow: 'SuccessionFlow' };

/** Relationships that are separate elements, by keyword. */
const RELATIONSHIPS: Table = {
    subtype: 'Specialization',
    subclassifier: 'Subclassification',
    typing: 'FeatureTyping',
    subset: 'Subsetting',
    redefinition: 'Redefinition',
    conjugate: 'Conjugation',
    disjoint: 'Disjoining',
    inverse: 'FeatureInverting',
    featuring: 'TypeFeaturing'
};

/** Node types with one metaclass of another name. */
const OTHER_NAMES: Table = {
    RootNamespace: 'Namespace',
    Alias: 'Membership',
    ElementFilter: 'ElementFilterMembership',
    InitialNode: 'Membership',
    TargetSuccession: 'SuccessionAsUsage',
    ResultExpression: 'ResultExpressionMembership',
    ConditionalExpression: 'OperatorExpression',
    BinaryExpression: 'OperatorExpression',
    UnaryExpression: 'OperatorExpression',
    ExtentExpression: 'OperatorExpression',
    BracketExpression: 'OperatorExpression',
    FunctionOperationExpression: 'InvocationExpression',
    BodyExpression: 'Expression',
    LiteralReal: 'LiteralRational',
    TriggerExpression: 'TriggerInvocationExpression',
    CallTrigger: 'ReferenceUsage'
};

/** Whether the document of a node is KerML; false when unknown. */
export function isKerML(node: AstNode): boolean {
    // A tree outside a model has no scope.
    const scope = scopeOf(node) as ReturnType<typeof scopeOf> | undefined;
    return scope?.language === 'kerml';
}

/**
 * The metaclass of an element or relationship; undefined for nodes that are neither (references to resolve, arguments, flags).
 * `InitialNode` and `Alias` are memberships, not elements.
 */
export function metaclassOrUndefined(node: AstNode): MetaclassName | undefined {
    const facts = factsOf(node);
    return (facts.metaclass ??= compute(node));
}

/** The metaclass of an element. @throws Error for a node that is no element; see {@link metaclassOrUndefined} */
export function metaclassOf(element: AstNode): MetaclassName {
    const metaclass = metaclassOrUndefined(element);
    if (metaclass === undefined) {
        throw new Error(`a ${element.$type} is no element`);
    }
    return metaclass;
}

/** Whether an element is an instance of a metaclass or of one of its subclasses; false for nodes that are no elements. */
export function isMetaclass(node: AstNode, metaclass: MetaclassName): boolean {
    const facts = factsOf(node);
    return (facts.kinds ?? kindsOfNode(node, facts)).has(metaclass);
}

function kindsOfNode(node: AstNode, facts: Facts): ReadonlySet<string> {
    const own = metaclassOrUndefined(node);
    return own === undefined ? NO_KINDS : (facts.kinds = kindsOf(own));
}
const NO_KINDS: ReadonlySet<string> = new Set<string>();

/**
 * Whether an element is an instance of the metaclass that a type of the reflective library represents: `SysML::PartUsage`,
 * `KerML::Feature`, a metaclass or metadata definition with the name of a standard metaclass.
 */
export function isMetaclassConforming(element: AstNode, type: AstNode): boolean {
    const { name } = type;
    return name !== undefined && isMetaclassName(name) && isMetaclass(element, name) && isOfReflectiveLibrary(type);
}

/** Whether a type belongs to the packages that describe the languages themselves. */
export function isOfReflectiveLibrary(type: AstNode): boolean {
    return rootOf(type).members.some(m => m.name === 'SysML' || m.name === 'KerML');
}

function compute(node: AstNode): MetaclassName | undefined {
    switch (node.$type) {
        case 'Usage':
            return usageMetaclass(node);
        case 'Definition': {
            const { kind, isIndividual } = node;
            return kind !== undefined ? DEFINITIONS[kind] : isIndividual ? 'OccurrenceDefinition' : 'Definition';
        }
        case 'Package': {
            const { kind, isLibrary } = node;
            return kind === 'namespace' ? 'Namespace' : isLibrary ? 'LibraryPackage' : 'Package';
        }
        case 'Import':
            return importMetaclass(node);
        case 'ConnectorUsage': {
            const { kind = 'then' } = node; // `then a b;` has no keyword
            return USAGES[kind] ?? (isKerML(node) ? KERML_CONNECTORS : SYSML_CONNECTORS)[kind] ?? SYSML_CONNECTORS[kind];
        }
        case 'FlowUsage': {
            const { kind } = node;
            return (isKerML(node) ? KERML_FLOWS : SYSML_FLOWS)[kind!];
        }
        case 'ConnectorEnd':
            return connectorEndMetaclass(node);
        case 'MetadataUsage':
        case 'PrefixMetadata':
            return isKerML(node) ? 'MetadataFeature' : 'MetadataUsage';
        case 'Multiplicity':
            return node.range !== undefined ? 'MultiplicityRange' : 'Multiplicity';
        case 'FeatureTyping':
            return node.isConjugated ? 'ConjugatedPortTyping' : 'FeatureTyping';
        case 'Relationship':
            return RELATIONSHIPS[node.kind];
        case 'SequenceExpression': {
            // One expression in parentheses is that expression; several are joined by the sequence operator.
            const { elements } = node;
            return elements.length === 0
                ? 'NullExpression'
                : elements.length === 1
                  ? metaclassOrUndefined(elements[0])
                  : 'OperatorExpression';
        }
        default:
            return OTHER_NAMES[node.$type] ?? (isMetaclassName(node.$type) ? node.$type : undefined);
    }
}

function importMetaclass({ kind, text }: ast.Import): MetaclassName {
    const isNamespaceImport = text.endsWith('::*') || text.endsWith('::*::**');
    return kind === 'expose'
        ? isNamespaceImport
            ? 'NamespaceExpose'
            : 'MembershipExpose'
        : isNamespaceImport
          ? 'NamespaceImport'
          : 'MembershipImport';
}

/** The metaclass of an end in a connector's notation: a port for an interface, an event for a message (SysML 8.2.2.13 to 8.2.2.16). */
function connectorEndMetaclass(end: AstNode): MetaclassName {
    const owner = end.$container;
    if (owner?.$type === 'FlowUsage') {
        return owner.kind === 'message' ? 'EventOccurrenceUsage' : 'FlowEnd';
    }
    return owner !== undefined && isMetaclass(owner, 'InterfaceUsage') ? 'PortUsage' : isKerML(end) ? 'Feature' : 'ReferenceUsage';
}

function usageMetaclass(usage: ast.Usage): MetaclassName | undefined {
    const { kind, membership } = usage;
    if (membership !== undefined) {
        const decided = USAGES_BY_MEMBERSHIP[membership];
        if (decided !== undefined) {
            return decided;
        }
        if (membership === 'entry' || membership === 'do' || membership === 'exit') {
            return stateActionMetaclass(usage);
        }
    }
    const place = usage.$containerProperty;
    if (place !== 'members' && place !== undefined) {
        const metaclass = partMetaclass(usage, place);
        if (metaclass !== undefined) {
            return metaclass;
        }
    }
    if (kind !== undefined) {
        return USAGES[kind];
    }
    if (isKerML(usage)) {
        return 'Feature';
    }
    const owner = usage.$container;
    if (owner.$type === 'Definition' && owner.kind === 'enum' && membership === undefined) {
        return 'EnumerationUsage';
    }
    if (usage.portionKind !== undefined || usage.isIndividual) {
        return 'OccurrenceUsage';
    }
    if (usage.prefixes.length > 0) {
        return 'Usage';
    }
    return usage.isEnd && !usage.isReference && isInterface(owner) ? 'PortUsage' : 'ReferenceUsage';
}

function isInterface(owner: AstNode): boolean {
    return owner.kind === 'interface' && (owner.$type === 'Definition' || owner.$type === 'ConnectorUsage');
}

/** SysML 8.2.2.18.1 and 8.2.2.18.3: an empty action, or a performed one, referenced or declared in place. */
function stateActionMetaclass({ kind, reference }: ast.Usage): MetaclassName {
    return kind === 'action' || reference !== undefined ? 'PerformActionUsage' : 'ActionUsage';
}

/** The metaclass of a usage that is part of a notation rather than a member of a body. */
function partMetaclass(usage: ast.Usage, place: string): MetaclassName | undefined {
    switch (place) {
        case 'payload':
            return usage.$container.$type === 'FlowUsage' ? 'PayloadFeature' : 'ReferenceUsage';
        case 'effect':
            return stateActionMetaclass(usage);
        case 'thenAction':
        case 'elseAction':
        case 'bodyAction':
            return 'ActionUsage';
        case 'variable':
            return 'ReferenceUsage';
        case 'crossFeature':
            return isKerML(usage) ? 'Feature' : 'ReferenceUsage';
        default:
            return undefined;
    }
}

/** Whether the metaclasses of two elements with the same name distinguish them (KerML 8.3.2.4.3, Membership::isDistinguishableFrom). */
export function areUnrelated(a: AstNode, b: AstNode): boolean {
    const first = metaclassOrUndefined(a);
    const second = metaclassOrUndefined(b);
    return first === undefined || second === undefined || !(isKind(first, second) || isKind(second, first));
}

/** Puts the indefinite article before a word: `an Artifact`, `a UseCase`. */
export const withArticle = (word: string): string => `${/^([aeioAEIO]|Un)/.test(word) ? 'an' : 'a'} ${word}`;
