/**
 * The metaclasses of KerML and SysML with their direct superclasses (KerML 8.3, SysML 8.3), and tests for subclasses. Does not depend on
 * the syntax tree or a model.
 */
import { wordsOf } from '../closed-lists.js';

/** Direct superclasses of every metaclass. */
const SUPERCLASSES = {
    AcceptActionUsage: ['ActionUsage'],
    ActionDefinition: ['OccurrenceDefinition', 'Behavior'],
    ActionUsage: ['OccurrenceUsage', 'Step'],
    ActorMembership: ['ParameterMembership'],
    AllocationDefinition: ['ConnectionDefinition'],
    AllocationUsage: ['ConnectionUsage'],
    AnalysisCaseDefinition: ['CaseDefinition'],
    AnalysisCaseUsage: ['CaseUsage'],
    AnnotatingElement: ['Element'],
    Annotation: ['Relationship'],
    AssertConstraintUsage: ['ConstraintUsage', 'Invariant'],
    AssignmentActionUsage: ['ActionUsage'],
    Association: ['Classifier', 'Relationship'],
    AssociationStructure: ['Association', 'Structure'],
    AttributeDefinition: ['Definition', 'DataType'],
    AttributeUsage: ['Usage'],
    Behavior: ['Class'],
    BindingConnector: ['Connector'],
    BindingConnectorAsUsage: ['ConnectorAsUsage', 'BindingConnector'],
    BooleanExpression: ['Expression'],
    CalculationDefinition: ['ActionDefinition', 'Function'],
    CalculationUsage: ['ActionUsage', 'Expression'],
    CaseDefinition: ['CalculationDefinition'],
    CaseUsage: ['CalculationUsage'],
    Class: ['Classifier'],
    Classifier: ['Type'],
    CollectExpression: ['OperatorExpression'],
    Comment: ['AnnotatingElement'],
    ConcernDefinition: ['RequirementDefinition'],
    ConcernUsage: ['RequirementUsage'],
    ConjugatedPortDefinition: ['PortDefinition'],
    ConjugatedPortTyping: ['FeatureTyping'],
    Conjugation: ['Relationship'],
    ConnectionDefinition: ['PartDefinition', 'AssociationStructure'],
    ConnectionUsage: ['ConnectorAsUsage', 'PartUsage'],
    Connector: ['Feature', 'Relationship'],
    ConnectorAsUsage: ['Usage', 'Connector'],
    ConstraintDefinition: ['OccurrenceDefinition', 'Predicate'],
    ConstraintUsage: ['OccurrenceUsage', 'BooleanExpression'],
    ConstructorExpression: ['InstantiationExpression'],
    ControlNode: ['ActionUsage'],
    CrossSubsetting: ['Subsetting'],
    DataType: ['Classifier'],
    DecisionNode: ['ControlNode'],
    Definition: ['Classifier'],
    Dependency: ['Relationship'],
    Differencing: ['Relationship'],
    Disjoining: ['Relationship'],
    Documentation: ['Comment'],
    Element: [],
    ElementFilterMembership: ['OwningMembership'],
    EndFeatureMembership: ['FeatureMembership'],
    EnumerationDefinition: ['AttributeDefinition'],
    EnumerationUsage: ['AttributeUsage'],
    EventOccurrenceUsage: ['OccurrenceUsage'],
    ExhibitStateUsage: ['StateUsage', 'PerformActionUsage'],
    Expose: ['Import'],
    Expression: ['Step'],
    Feature: ['Type'],
    FeatureChainExpression: ['OperatorExpression'],
    FeatureChaining: ['Relationship'],
    FeatureInverting: ['Relationship'],
    FeatureMembership: ['OwningMembership'],
    FeatureReferenceExpression: ['Expression'],
    FeatureTyping: ['Specialization'],
    FeatureValue: ['OwningMembership'],
    Flow: ['Connector', 'Step'],
    FlowDefinition: ['ActionDefinition', 'Interaction'],
    FlowEnd: ['Feature'],
    FlowUsage: ['ConnectorAsUsage', 'ActionUsage', 'Flow'],
    ForLoopActionUsage: ['LoopActionUsage'],
    ForkNode: ['ControlNode'],
    FramedConcernMembership: ['RequirementConstraintMembership'],
    Function: ['Behavior'],
    IfActionUsage: ['ActionUsage'],
    Import: ['Relationship'],
    IncludeUseCaseUsage: ['UseCaseUsage', 'PerformActionUsage'],
    IndexExpression: ['OperatorExpression'],
    InstantiationExpression: ['Expression'],
    Interaction: ['Association', 'Behavior'],
    InterfaceDefinition: ['ConnectionDefinition'],
    InterfaceUsage: ['ConnectionUsage'],
    Intersecting: ['Relationship'],
    Invariant: ['BooleanExpression'],
    InvocationExpression: ['InstantiationExpression'],
    ItemDefinition: ['OccurrenceDefinition', 'Structure'],
    ItemUsage: ['OccurrenceUsage'],
    JoinNode: ['ControlNode'],
    LibraryPackage: ['Package'],
    LiteralBoolean: ['LiteralExpression'],
    LiteralExpression: ['Expression'],
    LiteralInfinity: ['LiteralExpression'],
    LiteralInteger: ['LiteralExpression'],
    LiteralRational: ['LiteralExpression'],
    LiteralString: ['LiteralExpression'],
    LoopActionUsage: ['ActionUsage'],
    Membership: ['Relationship'],
    MembershipExpose: ['MembershipImport', 'Expose'],
    MembershipImport: ['Import'],
    MergeNode: ['ControlNode'],
    Metaclass: ['Structure'],
    MetadataAccessExpression: ['Expression'],
    MetadataDefinition: ['ItemDefinition', 'Metaclass'],
    MetadataFeature: ['Feature', 'AnnotatingElement'],
    MetadataUsage: ['ItemUsage', 'MetadataFeature'],
    Multiplicity: ['Feature'],
    MultiplicityRange: ['Multiplicity'],
    Namespace: ['Element'],
    NamespaceExpose: ['NamespaceImport', 'Expose'],
    NamespaceImport: ['Import'],
    NullExpression: ['Expression'],
    ObjectiveMembership: ['FeatureMembership'],
    OccurrenceDefinition: ['Definition', 'Class'],
    OccurrenceUsage: ['Usage'],
    OperatorExpression: ['InvocationExpression'],
    OwningMembership: ['Membership'],
    Package: ['Namespace'],
    ParameterMembership: ['FeatureMembership'],
    PartDefinition: ['ItemDefinition'],
    PartUsage: ['ItemUsage'],
    PayloadFeature: ['Feature'],
    PerformActionUsage: ['ActionUsage', 'EventOccurrenceUsage'],
    PortConjugation: ['Conjugation'],
    PortDefinition: ['OccurrenceDefinition', 'Structure'],
    PortUsage: ['OccurrenceUsage'],
    Predicate: ['Function'],
    Redefinition: ['Subsetting'],
    ReferenceSubsetting: ['Subsetting'],
    ReferenceUsage: ['Usage'],
    Relationship: ['Element'],
    RenderingDefinition: ['PartDefinition'],
    RenderingUsage: ['PartUsage'],
    RequirementConstraintMembership: ['FeatureMembership'],
    RequirementDefinition: ['ConstraintDefinition'],
    RequirementUsage: ['ConstraintUsage'],
    RequirementVerificationMembership: ['RequirementConstraintMembership'],
    ResultExpressionMembership: ['FeatureMembership'],
    ReturnParameterMembership: ['ParameterMembership'],
    SatisfyRequirementUsage: ['RequirementUsage', 'AssertConstraintUsage'],
    SelectExpression: ['OperatorExpression'],
    SendActionUsage: ['ActionUsage'],
    Specialization: ['Relationship'],
    StakeholderMembership: ['ParameterMembership'],
    StateDefinition: ['ActionDefinition'],
    StateSubactionMembership: ['FeatureMembership'],
    StateUsage: ['ActionUsage'],
    Step: ['Feature'],
    Structure: ['Class'],
    Subclassification: ['Specialization'],
    SubjectMembership: ['ParameterMembership'],
    Subsetting: ['Specialization'],
    Succession: ['Connector'],
    SuccessionAsUsage: ['ConnectorAsUsage', 'Succession'],
    SuccessionFlow: ['Flow', 'Succession'],
    SuccessionFlowUsage: ['FlowUsage', 'SuccessionFlow'],
    TerminateActionUsage: ['ActionUsage'],
    TextualRepresentation: ['AnnotatingElement'],
    TransitionFeatureMembership: ['FeatureMembership'],
    TransitionUsage: ['ActionUsage'],
    TriggerInvocationExpression: ['InvocationExpression'],
    Type: ['Namespace'],
    TypeFeaturing: ['Relationship'],
    Unioning: ['Relationship'],
    Usage: ['Feature'],
    UseCaseDefinition: ['CaseDefinition'],
    UseCaseUsage: ['CaseUsage'],
    VariantMembership: ['OwningMembership'],
    VerificationCaseDefinition: ['CaseDefinition'],
    VerificationCaseUsage: ['CaseUsage'],
    ViewDefinition: ['PartDefinition'],
    ViewRenderingMembership: ['FeatureMembership'],
    ViewUsage: ['PartUsage'],
    ViewpointDefinition: ['RequirementDefinition'],
    ViewpointUsage: ['RequirementUsage'],
    WhileLoopActionUsage: ['LoopActionUsage']
} as const satisfies Record<string, readonly string[]>;

/** The name of a metaclass. */
export type MetaclassName = keyof typeof SUPERCLASSES;

/** Metaclasses that have no direct instances. */
const ABSTRACT: ReadonlySet<string> = new Set<MetaclassName>([
    'ConnectorAsUsage',
    'ControlNode',
    'Element',
    'Expose',
    'Import',
    'InstantiationExpression',
    'LoopActionUsage',
    'Relationship'
]);

/** Every metaclass with all its superclasses and itself. */
const KINDS: ReadonlyMap<string, ReadonlySet<string>> = closure(SUPERCLASSES);

function closure(direct: Record<string, readonly string[]>): Map<string, Set<string>> {
    const kinds = new Map<string, Set<string>>();
    const kindsOf = (name: string): Set<string> => {
        let all = kinds.get(name);
        if (all === undefined) {
            all = new Set([name]);
            for (const superclass of direct[name]) {
                for (const kind of kindsOf(superclass)) {
                    all.add(kind);
                }
            }
            kinds.set(name, all);
        }
        return all;
    };
    Object.keys(direct).forEach(kindsOf);
    return kinds;
}

/** The names of all metaclasses, in alphabetical order. */
export const METACLASSES = wordsOf(SUPERCLASSES);

/** Whether a name is one of a metaclass. */
export function isMetaclassName(name: string): name is MetaclassName {
    return KINDS.has(name);
}

/** Whether a metaclass has no direct instances. */
export function isAbstractMetaclass(metaclass: MetaclassName): boolean {
    return ABSTRACT.has(metaclass);
}

/** Whether a metaclass is another one or one of its subclasses; false for other names. */
export function isKind(metaclass: string, superclass: MetaclassName): boolean {
    return KINDS.get(metaclass)?.has(superclass) === true;
}

/** A metaclass and all its superclasses. */
export function kindsOf(metaclass: MetaclassName): ReadonlySet<string> {
    return KINDS.get(metaclass)!;
}
