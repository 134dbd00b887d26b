/**
 * The properties of every metaclass (https://www.omg.org/spec/SysML/20250201), made by scripts/generate-metamodel.mjs; metamodel/facts.ts
 * reads it. A metaclass, then its own properties: `name:Type flags others`. Flags: `*` many, `/` derived, `o` ordered, `c` composite, `1`
 * at least one, `n` not unique, `u2` at most two. Others: `!default`, `=opposite`, `>redefined`, `<subsetted`.
 */
export const PROPERTIES = `
AcceptActionUsage
    payloadArgument:Expression /
    payloadParameter:ReferenceUsage /1 <Usage.nestedReference <Step.parameter
    receiverArgument:Expression /
ActionDefinition
    action:ActionUsage */o <Behavior.step <Definition.usage
ActionUsage
    actionDefinition:Behavior */o >Step.behavior >OccurrenceUsage.occurrenceDefinition
ActorMembership
    ownedActorParameter:PartUsage /1 >ParameterMembership.ownedMemberParameter
AllocationDefinition
    allocation:AllocationUsage */o <Definition.usage
AllocationUsage
    allocationDefinition:AllocationDefinition */o >ConnectionUsage.connectionDefinition
AnalysisCaseDefinition
    resultExpression:Expression / <Function.expression <Type.ownedFeature
AnalysisCaseUsage
    analysisCaseDefinition:AnalysisCaseDefinition / >CaseUsage.caseDefinition
    resultExpression:Expression / <Type.ownedFeature
AnnotatingElement
    annotatedElement:Element */o1
    annotation:Annotation */o =Annotation.annotatingElement
    ownedAnnotatingRelationship:Annotation */o =Annotation.owningAnnotatingElement <AnnotatingElement.annotation <Element.ownedRelationship
    owningAnnotatingRelationship:Annotation / =Annotation.ownedAnnotatingElement <Element.owningRelationship <AnnotatingElement.annotation
Annotation
    annotatedElement:Element 1 >Relationship.target
    annotatingElement:AnnotatingElement /1 =AnnotatingElement.annotation >Relationship.source
    ownedAnnotatingElement:AnnotatingElement / =AnnotatingElement.owningAnnotatingRelationship <Annotation.annotatingElement <Relationship.ownedRelatedElement
    owningAnnotatedElement:Element / =Element.ownedAnnotation <Annotation.annotatedElement <Relationship.owningRelatedElement
    owningAnnotatingElement:AnnotatingElement / =AnnotatingElement.ownedAnnotatingRelationship <Annotation.annotatingElement <Relationship.owningRelatedElement
AssertConstraintUsage
    assertedConstraint:ConstraintUsage /1
AssignmentActionUsage
    referent:Feature /1 <Namespace.member
    targetArgument:Expression /
    valueExpression:Expression /
Association
    associationEnd:Feature */ >Type.endFeature
    relatedType:Type */on >Relationship.relatedElement
    sourceType:Type / >Relationship.source <Association.relatedType
    targetType:Type */ >Relationship.target <Association.relatedType
AssociationStructure
AttributeDefinition
AttributeUsage
    attributeDefinition:DataType */o >Usage.definition
Behavior
    parameter:Feature */o >Type.directedFeature
    step:Step */ <Type.feature
BindingConnector
BindingConnectorAsUsage
BooleanExpression
    predicate:Predicate / >Expression.function
CalculationDefinition
    calculation:CalculationUsage */o <ActionDefinition.action <Function.expression
CalculationUsage
    calculationDefinition:Function /o >Expression.function >ActionUsage.actionDefinition
CaseDefinition
    actorParameter:PartUsage */o <Behavior.parameter <Definition.usage
    objectiveRequirement:RequirementUsage /o <Definition.usage
    subjectParameter:Usage /1 <Behavior.parameter <Definition.usage
CaseUsage
    actorParameter:PartUsage */o <Step.parameter <Usage.usage
    caseDefinition:CaseDefinition / >CalculationUsage.calculationDefinition
    objectiveRequirement:RequirementUsage /o <Usage.usage
    subjectParameter:Usage /1 <Step.parameter <Usage.usage
Class
Classifier
    ownedSubclassification:Subclassification */ =Subclassification.owningClassifier <Type.ownedSpecialization
CollectExpression
Comment
    body:String 1
    locale:String
ConcernDefinition
ConcernUsage
    concernDefinition:ConcernDefinition / >RequirementUsage.requirementDefinition
ConjugatedPortDefinition
    originalPortDefinition:PortDefinition /1 =PortDefinition.conjugatedPortDefinition >Element.owningNamespace
    ownedPortConjugator:PortConjugation /1 =PortConjugation.conjugatedPortDefinition >Type.ownedConjugator
ConjugatedPortTyping
    conjugatedPortDefinition:ConjugatedPortDefinition 1 >FeatureTyping.type
    portDefinition:PortDefinition /1
Conjugation
    conjugatedType:Type 1 >Relationship.source
    originalType:Type 1 >Relationship.target
    owningType:Type / =Type.ownedConjugator <Conjugation.conjugatedType <Relationship.owningRelatedElement
ConnectionDefinition
    connectionEnd:Usage */o >Association.associationEnd
ConnectionUsage
    connectionDefinition:AssociationStructure */o >Connector.association <ItemUsage.itemDefinition
Connector
    association:Association */o >Feature.type
    connectorEnd:Feature */o >Type.endFeature
    defaultFeaturingType:Type /
    relatedFeature:Feature */on >Relationship.relatedElement
    sourceFeature:Feature /o >Relationship.source <Connector.relatedFeature
    targetFeature:Feature */o >Relationship.target <Connector.relatedFeature
ConnectorAsUsage
ConstraintDefinition
ConstraintUsage
    constraintDefinition:Predicate / >BooleanExpression.predicate
ConstructorExpression
ControlNode
CrossSubsetting
    crossedFeature:Feature 1 >Subsetting.subsettedFeature
    crossingFeature:Feature /1 =Feature.ownedCrossSubsetting >Subsetting.owningFeature >Subsetting.subsettingFeature
DataType
DecisionNode
Definition
    directedUsage:Usage */o <Type.directedFeature <Definition.usage
    isVariation:Boolean 1
    ownedAction:ActionUsage */o <Definition.ownedOccurrence
    ownedAllocation:AllocationUsage */o <Definition.ownedConnection
    ownedAnalysisCase:AnalysisCaseUsage */o <Definition.ownedCase
    ownedAttribute:AttributeUsage */o <Definition.ownedUsage
    ownedCalculation:CalculationUsage */o <Definition.ownedAction
    ownedCase:CaseUsage */o <Definition.ownedCalculation
    ownedConcern:ConcernUsage */ <Definition.ownedRequirement
    ownedConnection:ConnectorAsUsage */o <Definition.ownedUsage
    ownedConstraint:ConstraintUsage */o <Definition.ownedOccurrence
    ownedEnumeration:EnumerationUsage */o <Definition.ownedAttribute
    ownedFlow:FlowUsage */ <Definition.ownedConnection
    ownedInterface:InterfaceUsage */o <Definition.ownedConnection
    ownedItem:ItemUsage */o <Definition.ownedOccurrence
    ownedMetadata:MetadataUsage */o <Definition.ownedItem
    ownedOccurrence:OccurrenceUsage */o <Definition.ownedUsage
    ownedPart:PartUsage */o <Definition.ownedItem
    ownedPort:PortUsage */o <Definition.ownedUsage
    ownedReference:ReferenceUsage */o <Definition.ownedUsage
    ownedRendering:RenderingUsage */o <Definition.ownedPart
    ownedRequirement:RequirementUsage */o <Definition.ownedConstraint
    ownedState:StateUsage */o <Definition.ownedAction
    ownedTransition:TransitionUsage */ <Definition.ownedUsage
    ownedUsage:Usage */o =Usage.owningDefinition <Type.ownedFeature <Definition.usage
    ownedUseCase:UseCaseUsage */o <Definition.ownedCase
    ownedVerificationCase:VerificationCaseUsage */o <Definition.ownedCase
    ownedView:ViewUsage */o <Definition.ownedPart
    ownedViewpoint:ViewpointUsage */o <Definition.ownedRequirement
    usage:Usage */o <Type.feature
    variant:Usage */ <Namespace.ownedMember
    variantMembership:VariantMembership */ <Namespace.ownedMembership
Dependency
    client:Element *o1 >Relationship.source
    supplier:Element *o1 >Relationship.target
Differencing
    differencingType:Type 1 >Relationship.target
    typeDifferenced:Type /1 =Type.ownedDifferencing >Relationship.source <Relationship.owningRelatedElement
Disjoining
    disjoiningType:Type 1 >Relationship.target
    owningType:Type / =Type.ownedDisjoining <Relationship.owningRelatedElement <Disjoining.typeDisjoined
    typeDisjoined:Type 1 >Relationship.source
Documentation
    documentedElement:Element /1 =Element.documentation >AnnotatingElement.annotatedElement <Element.owner
Element
    aliasIds:String *o
    declaredName:String
    declaredShortName:String
    documentation:Documentation */o =Documentation.documentedElement <Element.ownedElement
    elementId:String 1
    isImpliedIncluded:Boolean 1 !false
    isLibraryElement:Boolean /1
    name:String /
    ownedAnnotation:Annotation */o =Annotation.owningAnnotatedElement <Element.ownedRelationship
    ownedElement:Element */o =Element.owner
    ownedRelationship:Relationship *oc =Relationship.owningRelatedElement
    owner:Element / =Element.ownedElement
    owningMembership:OwningMembership / =OwningMembership.ownedMemberElement <Element.owningRelationship
    owningNamespace:Namespace / =Namespace.ownedMember
    owningRelationship:Relationship  =Relationship.ownedRelatedElement
    qualifiedName:String /
    shortName:String /
    textualRepresentation:TextualRepresentation */o =TextualRepresentation.representedElement <Element.ownedElement
ElementFilterMembership
    condition:Expression /1 >OwningMembership.ownedMemberElement
EndFeatureMembership
EnumerationDefinition
    enumeratedValue:EnumerationUsage */o >Definition.variant
EnumerationUsage
    enumerationDefinition:EnumerationDefinition /1 >AttributeUsage.attributeDefinition
EventOccurrenceUsage
    eventOccurrence:OccurrenceUsage /1
ExhibitStateUsage
    exhibitedState:StateUsage /1 >PerformActionUsage.performedAction
Expose
Expression
    function:Function / >Step.behavior
    isModelLevelEvaluable:Boolean /1
    result:Feature /1 <Type.output <Step.parameter
Feature
    chainingFeature:Feature */on
    crossFeature:Feature /
    direction:FeatureDirectionKind
    endOwningType:Type / =Type.ownedEndFeature <Feature.owningType
    featureTarget:Feature /1
    featuringType:Type */o
    isComposite:Boolean 1 !false
    isConstant:Boolean 1 !false
    isDerived:Boolean 1 !false
    isEnd:Boolean 1 !false
    isOrdered:Boolean 1 !false
    isPortion:Boolean 1 !false
    isUnique:Boolean 1 !true
    isVariable:Boolean 1 !false
    ownedCrossSubsetting:CrossSubsetting / =CrossSubsetting.crossingFeature <Feature.ownedSubsetting
    ownedFeatureChaining:FeatureChaining */o =FeatureChaining.featureChained <Element.ownedRelationship
    ownedFeatureInverting:FeatureInverting */ =FeatureInverting.owningFeature <Element.ownedRelationship
    ownedRedefinition:Redefinition */ <Feature.ownedSubsetting
    ownedReferenceSubsetting:ReferenceSubsetting / =ReferenceSubsetting.referencingFeature <Feature.ownedSubsetting
    ownedSubsetting:Subsetting */ =Subsetting.owningFeature <Type.ownedSpecialization
    ownedTypeFeaturing:TypeFeaturing */o =TypeFeaturing.owningFeatureOfType <Element.ownedRelationship
    ownedTyping:FeatureTyping */o =FeatureTyping.owningFeature <Type.ownedSpecialization
    owningFeatureMembership:FeatureMembership / =FeatureMembership.ownedMemberFeature <Element.owningMembership
    owningType:Type / =Type.ownedFeature <Element.owningNamespace <Feature.featuringType
    type:Type */o
FeatureChainExpression
    targetFeature:Feature /1 <Namespace.member
FeatureChaining
    chainingFeature:Feature 1 >Relationship.target
    featureChained:Feature /1 =Feature.ownedFeatureChaining >Relationship.source <Relationship.owningRelatedElement
FeatureInverting
    featureInverted:Feature 1 >Relationship.source
    invertingFeature:Feature 1 >Relationship.target
    owningFeature:Feature / =Feature.ownedFeatureInverting <FeatureInverting.featureInverted <Relationship.owningRelatedElement
FeatureMembership
    ownedMemberFeature:Feature /1 =Feature.owningFeatureMembership >OwningMembership.ownedMemberElement
    owningType:Type /1 =Type.ownedFeatureMembership >Membership.membershipOwningNamespace
FeatureReferenceExpression
    referent:Feature /1 <Namespace.member
FeatureTyping
    owningFeature:Feature / =Feature.ownedTyping >Specialization.owningType <FeatureTyping.typedFeature
    type:Type 1 >Specialization.general
    typedFeature:Feature 1 >Specialization.specific
FeatureValue
    featureWithValue:Feature /1 <Membership.membershipOwningNamespace
    isDefault:Boolean 1 !false
    isInitial:Boolean 1 !false
    value:Expression /1 >OwningMembership.ownedMemberElement
Flow
    flowEnd:FlowEnd */ou2 <Connector.connectorEnd
    interaction:Interaction */o >Connector.association >Step.behavior
    payloadFeature:PayloadFeature / <Type.ownedFeature
    payloadType:Classifier */on
    sourceOutputFeature:Feature /on
    targetInputFeature:Feature /on
FlowDefinition
    flowEnd:Usage */ >Association.associationEnd
FlowEnd
FlowUsage
    flowDefinition:Interaction */o >ActionUsage.actionDefinition >Flow.interaction
ForLoopActionUsage
    loopVariable:ReferenceUsage /1
    seqArgument:Expression /1
ForkNode
FramedConcernMembership
    ownedConcern:ConcernUsage /1 >RequirementConstraintMembership.ownedConstraint
    referencedConcern:ConcernUsage /1 >RequirementConstraintMembership.referencedConstraint
Function
    expression:Expression */ <Behavior.step
    isModelLevelEvaluable:Boolean /1
    result:Feature /1 <Type.output <Behavior.parameter
IfActionUsage
    elseAction:ActionUsage /
    ifArgument:Expression /1
    thenAction:ActionUsage /1
Import
    importOwningNamespace:Namespace /1 =Namespace.ownedImport >Relationship.source <Relationship.owningRelatedElement
    importedElement:Element /1
    isImportAll:Boolean 1 !false
    isRecursive:Boolean 1 !false
    visibility:VisibilityKind 1 !private
IncludeUseCaseUsage
    useCaseIncluded:UseCaseUsage /1 >PerformActionUsage.performedAction
IndexExpression
InstantiationExpression
    argument:Expression */o
    instantiatedType:Type /1 <Namespace.member
Interaction
InterfaceDefinition
    interfaceEnd:PortUsage */o >ConnectionDefinition.connectionEnd
InterfaceUsage
    interfaceDefinition:InterfaceDefinition */ >ConnectionUsage.connectionDefinition
Intersecting
    intersectingType:Type 1 >Relationship.target
    typeIntersected:Type /1 =Type.ownedIntersecting >Relationship.source <Relationship.owningRelatedElement
Invariant
    isNegated:Boolean 1 !false
InvocationExpression
    operand:Expression */oc
ItemDefinition
ItemUsage
    itemDefinition:Structure */o <OccurrenceUsage.occurrenceDefinition
JoinNode
LibraryPackage
    isStandard:Boolean 1 !false
LiteralBoolean
    value:Boolean 1
LiteralExpression
LiteralInfinity
LiteralInteger
    value:Integer 1
LiteralRational
    value:Real 1
LiteralString
    value:String 1
LoopActionUsage
    bodyAction:ActionUsage /1
Membership
    memberElement:Element 1 >Relationship.target
    memberElementId:String /1
    memberName:String
    memberShortName:String
    membershipOwningNamespace:Namespace /1 =Namespace.ownedMembership >Relationship.source <Relationship.owningRelatedElement
    visibility:VisibilityKind 1 !public
MembershipExpose
MembershipImport
    importedMembership:Membership 1 >Relationship.target
MergeNode
Metaclass
MetadataAccessExpression
    referencedElement:Element /1 <Namespace.member
MetadataDefinition
MetadataFeature
    metaclass:Metaclass / <Feature.type
MetadataUsage
    metadataDefinition:Metaclass / >ItemUsage.itemDefinition >MetadataFeature.metaclass
Multiplicity
MultiplicityRange
    bound:Expression */o1u2 <Namespace.ownedMember
    lowerBound:Expression / <MultiplicityRange.bound
    upperBound:Expression /1 <MultiplicityRange.bound
Namespace
    importedMembership:Membership */o <Namespace.membership
    member:Element */o
    membership:Membership */o
    ownedImport:Import */o =Import.importOwningNamespace <Element.ownedRelationship
    ownedMember:Element */o =Element.owningNamespace <Namespace.member
    ownedMembership:Membership */o =Membership.membershipOwningNamespace <Namespace.membership <Element.ownedRelationship
NamespaceExpose
NamespaceImport
    importedNamespace:Namespace 1 >Relationship.target
NullExpression
ObjectiveMembership
    ownedObjectiveRequirement:RequirementUsage /1 >FeatureMembership.ownedMemberFeature
OccurrenceDefinition
    isIndividual:Boolean 1 !false
OccurrenceUsage
    individualDefinition:OccurrenceDefinition / <OccurrenceUsage.occurrenceDefinition
    isIndividual:Boolean 1 !false
    occurrenceDefinition:Class */o >Usage.definition
    portionKind:PortionKind
OperatorExpression
    operator:String 1
OwningMembership
    ownedMemberElement:Element /1 =Element.owningMembership >Membership.memberElement <Relationship.ownedRelatedElement
    ownedMemberElementId:String /1 >Membership.memberElementId
    ownedMemberName:String / >Membership.memberName
    ownedMemberShortName:String / >Membership.memberShortName
Package
    filterCondition:Expression */o <Namespace.ownedMember
ParameterMembership
    ownedMemberParameter:Feature /1 >FeatureMembership.ownedMemberFeature
PartDefinition
PartUsage
    partDefinition:PartDefinition */o <ItemUsage.itemDefinition
PayloadFeature
PerformActionUsage
    performedAction:ActionUsage /1 >EventOccurrenceUsage.eventOccurrence
PortConjugation
    conjugatedPortDefinition:ConjugatedPortDefinition /1 =ConjugatedPortDefinition.ownedPortConjugator >Conjugation.owningType
    originalPortDefinition:PortDefinition 1 >Conjugation.originalType
PortDefinition
    conjugatedPortDefinition:ConjugatedPortDefinition / =ConjugatedPortDefinition.originalPortDefinition <Namespace.ownedMember
PortUsage
    portDefinition:PortDefinition */o >OccurrenceUsage.occurrenceDefinition
Predicate
Redefinition
    redefinedFeature:Feature 1 >Subsetting.subsettedFeature
    redefiningFeature:Feature 1 >Subsetting.subsettingFeature
ReferenceSubsetting
    referencedFeature:Feature 1 >Subsetting.subsettedFeature
    referencingFeature:Feature /1 =Feature.ownedReferenceSubsetting >Subsetting.owningFeature >Subsetting.subsettingFeature
ReferenceUsage
Relationship
    isImplied:Boolean 1 !false
    ownedRelatedElement:Element *oc =Element.owningRelationship <Relationship.relatedElement
    owningRelatedElement:Element  =Element.ownedRelationship <Relationship.relatedElement
    relatedElement:Element */on
    source:Element *o <Relationship.relatedElement
    target:Element *o <Relationship.relatedElement
RenderingDefinition
    rendering:RenderingUsage */o <Definition.usage
RenderingUsage
    renderingDefinition:RenderingDefinition / >PartUsage.partDefinition
RequirementConstraintMembership
    kind:RequirementConstraintKind 1
    ownedConstraint:ConstraintUsage /1 >FeatureMembership.ownedMemberFeature
    referencedConstraint:ConstraintUsage /1
RequirementDefinition
    actorParameter:PartUsage */o <Behavior.parameter <Definition.usage
    assumedConstraint:ConstraintUsage */o <Type.ownedFeature
    framedConcern:ConcernUsage */o <RequirementDefinition.requiredConstraint
    reqId:String  >Element.declaredShortName
    requiredConstraint:ConstraintUsage */o <Type.ownedFeature
    stakeholderParameter:PartUsage */o <Behavior.parameter <Definition.usage
    subjectParameter:Usage /1 <Behavior.parameter <Definition.usage
    text:String */
RequirementUsage
    actorParameter:PartUsage */o <Step.parameter <Usage.usage
    assumedConstraint:ConstraintUsage */o <Type.ownedFeature
    framedConcern:ConcernUsage */o <RequirementUsage.requiredConstraint
    reqId:String  >Element.declaredShortName
    requiredConstraint:ConstraintUsage */o <Type.ownedFeature
    requirementDefinition:RequirementDefinition / >ConstraintUsage.constraintDefinition
    stakeholderParameter:PartUsage */o <Step.parameter <Usage.usage
    subjectParameter:Usage /1 <Step.parameter <Usage.usage
    text:String */
RequirementVerificationMembership
    ownedRequirement:RequirementUsage /1 >RequirementConstraintMembership.ownedConstraint
    verifiedRequirement:RequirementUsage /1 >RequirementConstraintMembership.referencedConstraint
ResultExpressionMembership
    ownedResultExpression:Expression /1 >FeatureMembership.ownedMemberFeature
ReturnParameterMembership
SatisfyRequirementUsage
    satisfiedRequirement:RequirementUsage /1 >AssertConstraintUsage.assertedConstraint
    satisfyingFeature:Feature /1
SelectExpression
SendActionUsage
    payloadArgument:Expression /
    receiverArgument:Expression /
    senderArgument:Expression /
Specialization
    general:Type 1 >Relationship.target
    owningType:Type / =Type.ownedSpecialization <Relationship.owningRelatedElement <Specialization.specific
    specific:Type 1 >Relationship.source
StakeholderMembership
    ownedStakeholderParameter:PartUsage /1 >ParameterMembership.ownedMemberParameter
StateDefinition
    doAction:ActionUsage /
    entryAction:ActionUsage /
    exitAction:ActionUsage /
    isParallel:Boolean 1 !false
    state:StateUsage */o <ActionDefinition.action
StateSubactionMembership
    action:ActionUsage /1 >FeatureMembership.ownedMemberFeature
    kind:StateSubactionKind 1
StateUsage
    doAction:ActionUsage /
    entryAction:ActionUsage /
    exitAction:ActionUsage /
    isParallel:Boolean 1 !false
    stateDefinition:Behavior */o >ActionUsage.actionDefinition
Step
    behavior:Behavior */o <Feature.type
    parameter:Feature */o >Type.directedFeature
Structure
Subclassification
    owningClassifier:Classifier / =Classifier.ownedSubclassification >Specialization.owningType
    subclassifier:Classifier 1 >Specialization.specific
    superclassifier:Classifier 1 >Specialization.general
SubjectMembership
    ownedSubjectParameter:Usage /1 >ParameterMembership.ownedMemberParameter
Subsetting
    owningFeature:Feature / =Feature.ownedSubsetting >Specialization.owningType <Subsetting.subsettingFeature
    subsettedFeature:Feature 1 >Specialization.general
    subsettingFeature:Feature 1 >Specialization.specific
Succession
SuccessionAsUsage
SuccessionFlow
SuccessionFlowUsage
TerminateActionUsage
    terminatedOccurrenceArgument:Expression /
TextualRepresentation
    body:String 1
    language:String 1
    representedElement:Element /1 =Element.textualRepresentation >AnnotatingElement.annotatedElement <Element.owner
TransitionFeatureMembership
    kind:TransitionFeatureKind 1
    transitionFeature:Step /1 >FeatureMembership.ownedMemberFeature
TransitionUsage
    effectAction:ActionUsage */ <Type.feature
    guardExpression:Expression */ <Type.ownedFeature
    source:ActionUsage /1
    succession:Succession /1 <Namespace.ownedMember
    target:ActionUsage /1
    triggerAction:AcceptActionUsage */ <Type.ownedFeature
TriggerInvocationExpression
    kind:TriggerKind 1
Type
    differencingType:Type */o
    directedFeature:Feature */o <Type.feature
    endFeature:Feature */o <Type.feature
    feature:Feature */o <Namespace.member
    featureMembership:FeatureMembership */o
    inheritedFeature:Feature */o <Type.feature
    inheritedMembership:Membership */o <Namespace.membership
    input:Feature */o <Type.directedFeature
    intersectingType:Type */o
    isAbstract:Boolean 1 !false
    isConjugated:Boolean /1
    isSufficient:Boolean 1 !false
    multiplicity:Multiplicity / <Namespace.ownedMember
    output:Feature */o <Type.directedFeature
    ownedConjugator:Conjugation / =Conjugation.owningType <Element.ownedRelationship
    ownedDifferencing:Differencing */o =Differencing.typeDifferenced <Element.ownedRelationship
    ownedDisjoining:Disjoining */ =Disjoining.owningType <Element.ownedRelationship
    ownedEndFeature:Feature */o =Feature.endOwningType <Type.endFeature <Type.ownedFeature
    ownedFeature:Feature */o =Feature.owningType <Namespace.ownedMember
    ownedFeatureMembership:FeatureMembership */o =FeatureMembership.owningType <Namespace.ownedMembership <Type.featureMembership
    ownedIntersecting:Intersecting */o =Intersecting.typeIntersected <Element.ownedRelationship
    ownedSpecialization:Specialization */o =Specialization.owningType <Element.ownedRelationship
    ownedUnioning:Unioning */o =Unioning.typeUnioned <Element.ownedRelationship
    unioningType:Type */o
TypeFeaturing
    featureOfType:Feature 1 >Relationship.source
    featuringType:Type 1 >Relationship.target
    owningFeatureOfType:Feature / =Feature.ownedTypeFeaturing <Relationship.owningRelatedElement <TypeFeaturing.featureOfType
Unioning
    typeUnioned:Type /1 =Type.ownedUnioning >Relationship.source <Relationship.owningRelatedElement
    unioningType:Type 1 >Relationship.target
Usage
    definition:Classifier */o >Feature.type
    directedUsage:Usage */o <Type.directedFeature <Usage.usage
    isReference:Boolean /1
    isVariation:Boolean 1
    mayTimeVary:Boolean /1 >Feature.isVariable
    nestedAction:ActionUsage */o <Usage.nestedOccurrence
    nestedAllocation:AllocationUsage */o <Usage.nestedConnection
    nestedAnalysisCase:AnalysisCaseUsage */o <Usage.nestedCase
    nestedAttribute:AttributeUsage */o <Usage.nestedUsage
    nestedCalculation:CalculationUsage */o <Usage.nestedAction
    nestedCase:CaseUsage */o <Usage.nestedCalculation
    nestedConcern:ConcernUsage */ <Usage.nestedRequirement
    nestedConnection:ConnectorAsUsage */o <Usage.nestedUsage
    nestedConstraint:ConstraintUsage */o <Usage.nestedOccurrence
    nestedEnumeration:EnumerationUsage */o <Usage.nestedAttribute
    nestedFlow:FlowUsage */ <Usage.nestedConnection
    nestedInterface:InterfaceUsage */o <Usage.nestedConnection
    nestedItem:ItemUsage */o <Usage.nestedOccurrence
    nestedMetadata:MetadataUsage */o <Usage.nestedItem
    nestedOccurrence:OccurrenceUsage */o <Usage.nestedUsage
    nestedPart:PartUsage */o <Usage.nestedItem
    nestedPort:PortUsage */o <Usage.nestedUsage
    nestedReference:ReferenceUsage */o <Usage.nestedUsage
    nestedRendering:RenderingUsage */o <Usage.nestedPart
    nestedRequirement:RequirementUsage */o <Usage.nestedConstraint
    nestedState:StateUsage */o <Usage.nestedAction
    nestedTransition:TransitionUsage */ <Usage.nestedUsage
    nestedUsage:Usage */o =Usage.owningUsage <Type.ownedFeature <Usage.usage
    nestedUseCase:UseCaseUsage */o <Usage.nestedCase
    nestedVerificationCase:VerificationCaseUsage */o <Usage.nestedCase
    nestedView:ViewUsage */o <Usage.nestedPart
    nestedViewpoint:ViewpointUsage */o <Usage.nestedRequirement
    owningDefinition:Definition / =Definition.ownedUsage <Feature.owningType
    owningUsage:Usage / =Usage.nestedUsage <Feature.owningType
    usage:Usage */o <Type.feature
    variant:Usage */ <Namespace.ownedMember
    variantMembership:VariantMembership */ <Namespace.ownedMembership
UseCaseDefinition
    includedUseCase:UseCaseUsage */o
UseCaseUsage
    includedUseCase:UseCaseUsage */o
    useCaseDefinition:UseCaseDefinition / >CaseUsage.caseDefinition
VariantMembership
    ownedVariantUsage:Usage /1 >OwningMembership.ownedMemberElement
VerificationCaseDefinition
    verifiedRequirement:RequirementUsage */o
VerificationCaseUsage
    verificationCaseDefinition:VerificationCaseDefinition / <CaseUsage.caseDefinition
    verifiedRequirement:RequirementUsage */o
ViewDefinition
    satisfiedViewpoint:ViewpointUsage */o <Definition.ownedRequirement
    view:ViewUsage */o <Definition.usage
    viewCondition:Expression */o <Namespace.ownedMember
    viewRendering:RenderingUsage /
ViewRenderingMembership
    ownedRendering:RenderingUsage /1 >FeatureMembership.ownedMemberFeature
    referencedRendering:RenderingUsage /1
ViewUsage
    exposedElement:Element */o <Namespace.member
    satisfiedViewpoint:ViewpointUsage */o <Usage.nestedRequirement
    viewCondition:Expression */o <Namespace.ownedMember
    viewDefinition:ViewDefinition / >PartUsage.partDefinition
    viewRendering:RenderingUsage /
ViewpointDefinition
    viewpointStakeholder:PartUsage */o
ViewpointUsage
    viewpointDefinition:ViewpointDefinition / >RequirementUsage.requirementDefinition
    viewpointStakeholder:PartUsage */o
WhileLoopActionUsage
    untilArgument:Expression /
    whileArgument:Expression /1
`;

/** The literals of the enumerations. */
export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
    FeatureDirectionKind: ['in', 'inout', 'out'],
    PortionKind: ['timeslice', 'snapshot'],
    RequirementConstraintKind: ['assumption', 'requirement'],
    StateSubactionKind: ['entry', 'do', 'exit'],
    TransitionFeatureKind: ['trigger', 'guard', 'effect'],
    TriggerKind: ['when', 'at', 'after'],
    VisibilityKind: ['private', 'protected', 'public']
};
