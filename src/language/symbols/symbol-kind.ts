/** The words of symbol answers for the kinds of elements (contract: edits-and-diagnostics 2.8). */
import type { AstNode } from '../generated/tree.js';
import { metaclassOrUndefined } from '../semantics/metaclass.js';
import { isKind, type MetaclassName } from '../semantics/metaclasses.js';

/** The words of symbol answers by metaclass. */
const SYMBOL_KINDS: Readonly<Partial<Record<MetaclassName, string>>> = {
    Package: 'package',
    LibraryPackage: 'package',
    Namespace: 'namespace',
    Dependency: 'dependency',
    Comment: 'comment',
    Documentation: 'documentation',
    TextualRepresentation: 'textualRepresentation',
    Membership: 'alias',
    PartDefinition: 'partDef',
    AttributeDefinition: 'attributeDef',
    ItemDefinition: 'itemDef',
    OccurrenceDefinition: 'occurrenceDef',
    MetadataDefinition: 'metadataDef',
    EnumerationDefinition: 'enumDef',
    ViewDefinition: 'viewDef',
    ViewpointDefinition: 'viewpointDef',
    RenderingDefinition: 'renderingDef',
    ConcernDefinition: 'concernDef',
    ConnectionDefinition: 'connectionDef',
    FlowDefinition: 'flowDef',
    PortDefinition: 'portDef',
    InterfaceDefinition: 'interfaceDef',
    AllocationDefinition: 'allocationDef',
    ActionDefinition: 'actionDef',
    StateDefinition: 'stateDef',
    CalculationDefinition: 'calcDef',
    ConstraintDefinition: 'constraintDef',
    RequirementDefinition: 'requirementDef',
    CaseDefinition: 'caseDef',
    AnalysisCaseDefinition: 'analysisCaseDef',
    VerificationCaseDefinition: 'verificationCaseDef',
    UseCaseDefinition: 'useCaseDef',
    DataType: 'attributeDef',
    Function: 'calcDef',
    Metaclass: 'metaclass',
    Type: 'kermlType',
    Classifier: 'kermlType',
    Class: 'kermlType',
    Structure: 'kermlType',
    Association: 'kermlType',
    AssociationStructure: 'kermlType',
    Behavior: 'kermlType',
    Predicate: 'kermlType',
    Interaction: 'kermlType',
    Definition: 'kermlType',
    PartUsage: 'partUsage',
    AttributeUsage: 'attributeUsage',
    ItemUsage: 'itemUsage',
    OccurrenceUsage: 'occurrenceUsage',
    MetadataUsage: 'metadataUsage',
    MetadataFeature: 'metadataUsage',
    EnumerationUsage: 'enumUsage',
    ViewUsage: 'viewUsage',
    ViewpointUsage: 'viewpointUsage',
    RenderingUsage: 'renderingUsage',
    ConcernUsage: 'concernUsage',
    ConnectionUsage: 'connectionUsage',
    Connector: 'connectionUsage',
    BindingConnector: 'connectionUsage',
    BindingConnectorAsUsage: 'connectionUsage',
    Succession: 'successionUsage',
    SuccessionAsUsage: 'successionUsage',
    Flow: 'flowUsage',
    SuccessionFlow: 'flowUsage',
    FlowUsage: 'flowUsage',
    SuccessionFlowUsage: 'flowUsage',
    PortUsage: 'portUsage',
    InterfaceUsage: 'interfaceUsage',
    AllocationUsage: 'allocationUsage',
    ActionUsage: 'actionUsage',
    PerformActionUsage: 'actionUsage',
    TransitionUsage: 'actionUsage',
    AcceptActionUsage: 'actionUsage',
    SendActionUsage: 'actionUsage',
    AssignmentActionUsage: 'actionUsage',
    TerminateActionUsage: 'actionUsage',
    IfActionUsage: 'actionUsage',
    WhileLoopActionUsage: 'actionUsage',
    ForLoopActionUsage: 'actionUsage',
    MergeNode: 'actionUsage',
    DecisionNode: 'actionUsage',
    JoinNode: 'actionUsage',
    ForkNode: 'actionUsage',
    Step: 'actionUsage',
    EventOccurrenceUsage: 'occurrenceUsage',
    StateUsage: 'stateUsage',
    ExhibitStateUsage: 'stateUsage',
    CalculationUsage: 'calcUsage',
    Expression: 'calcUsage',
    ConstraintUsage: 'constraintUsage',
    AssertConstraintUsage: 'constraintUsage',
    BooleanExpression: 'constraintUsage',
    Invariant: 'constraintUsage',
    RequirementUsage: 'requirementUsage',
    SatisfyRequirementUsage: 'satisfyRequirementUsage',
    CaseUsage: 'caseUsage',
    AnalysisCaseUsage: 'analysisCaseUsage',
    VerificationCaseUsage: 'verificationCaseUsage',
    UseCaseUsage: 'useCaseUsage',
    IncludeUseCaseUsage: 'useCaseUsage',
    ReferenceUsage: 'referenceUsage',
    Usage: 'referenceUsage',
    Feature: 'referenceUsage',
    PayloadFeature: 'referenceUsage',
    Multiplicity: 'referenceUsage',
    MultiplicityRange: 'referenceUsage',
    FlowEnd: 'connectorEnd'
};

/** The symbol kind of an element (contract, `SymbolInfo.kind`); `unknown` for nodes that are no symbols. */
export function symbolKindOf(element: AstNode): string {
    switch (element.$type) {
        case 'RootNamespace':
            return 'RootNamespace';
        case 'ConnectorEnd':
            return 'connectorEnd';
        case 'Relationship':
            return 'relationship';
        case 'InitialNode':
            return 'successionUsage';
    }
    const { kind, isIndividual } = element;
    if (isIndividual === true && (kind === undefined || kind === 'occurrence')) {
        return element.$type === 'Definition' ? 'individualDef' : 'individualUsage';
    }
    const metaclass = metaclassOrUndefined(element);
    return metaclass === undefined ? 'unknown' : (SYMBOL_KINDS[metaclass] ?? (isKind(metaclass, 'Expression') ? 'calcUsage' : 'unknown'));
}
