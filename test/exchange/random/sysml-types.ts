/** Packages, definitions and usages of structure, connectors and flows of SysML (8.2.2), in the names of their productions. */
import type { Table } from './production.js';

export const STRUCTURE: Table = {
    RootNamespace: '%6 Root | RootElement* Root RootElement*',
    RootElement: '%6 DefinitionElement | %6 UsageElement | ElementFilterMember/root | Import',
    'ElementFilterMember/root': 'filter FilterExpression ;',
    Root: '!package PrefixMetadataMember?5 package +id { PackageBodyElement+ PackageBodyElement* PackageBodyElement* }',
    Package: '!package PrefixMetadataMember?5 package +id PackageBody',
    LibraryPackage: '!package standard?30 library PrefixMetadataMember?5 package +id PackageBody',
    PackageBody: '%1 ; | %5 { PackageBodyElement* }',
    PackageBodyElement: '%9 PackageMember | ElementFilterMember | AliasMember | Import',
    PackageMember: 'MemberPrefix ( %3 DefinitionElement | %3 UsageElement )',
    TypedByWords: 'defined by',
    MetadataFeatureWord: 'ref',
    BodyParameter: '!attribute in ^name ( : @type )? MultiplicityRange? ValuePart?10 ;',

    DefinitionElement: `Package | LibraryPackage | %2 AnnotatingElement | Dependency | %2 AttributeDefinition | EnumerationDefinition | OccurrenceDefinition
        | IndividualDefinition | ItemDefinition | %3 PartDefinition | ConnectionDefinition | FlowDefinition | InterfaceDefinition | %2 PortDefinition
        | %2 ActionDefinition | %2 CalculationDefinition | %2 StateDefinition | ConstraintDefinition | RequirementDefinition | ConcernDefinition
        | CaseDefinition | AnalysisCaseDefinition | VerificationCaseDefinition | UseCaseDefinition | ViewDefinition | ViewpointDefinition
        | RenderingDefinition | %2 MetadataDefinition | ExtendedDefinition | AllocationDefinition`,
    UsageElement: 'NonOccurrenceUsageElement | OccurrenceUsageElement',
    BasicDefinitionPrefix: 'abstract | variation',
    DefinitionExtensionKeyword: 'PrefixMetadataMember?7',
    DefinitionPrefix: 'BasicDefinitionPrefix?12 DefinitionExtensionKeyword',
    Definition: 'DefinitionDeclaration DefinitionBody',
    DefinitionDeclaration: '+id SubclassificationPart?30',
    SubclassificationPart: "( ':>' | specializes ) @def ( , @def )?20",
    DefinitionBody: '%3 ; | %4 { DefinitionBodyItem* }',
    DefinitionBodyItem:
        '%2 DefinitionMember | %1 VariantUsageMember | %5 NonOccurrenceUsageMember | %5 SourceSuccessionMember?4 OccurrenceUsageMember | AliasMember | Import',
    DefinitionMember: 'MemberPrefix DefinitionElement',
    VariantUsageMember: 'MemberPrefix variant VariantUsageElement',
    NonOccurrenceUsageMember: 'MemberPrefix NonOccurrenceUsageElement',
    OccurrenceUsageMember: 'MemberPrefix OccurrenceUsageElement',
    FeatureDirection: 'in | out | inout',
    RefPrefix: 'FeatureDirection?12 derived?5 ( abstract | variation )?6 constant?5',
    BasicUsagePrefix: 'RefPrefix ref?8',
    EndUsagePrefix: 'end',
    OwnedCrossFeature: 'BasicUsagePrefix CrossDeclaration',
    CrossDeclaration: '( ^name FeatureSpecializationPart?60 | MultiplicityPart )',
    UsageExtensionKeyword: 'PrefixMetadataMember?7',
    UnextendedUsagePrefix: '%12 BasicUsagePrefix | EndUsagePrefix',
    UsagePrefix: 'UnextendedUsagePrefix UsageExtensionKeyword',
    Usage: 'UsageDeclaration UsageCompletion',
    UsageDeclaration: '%9 +id FeatureSpecializationPart?70 | FeatureSpecializationPart',
    UsageCompletion: 'ValuePart?15 UsageBody',
    UsageBody: 'DefinitionBody',

    'Usage/attribute': 'UsageDeclaration ValuePart?50 UsageBody',
    'FeatureTyping/port': '%3 ~ @def | %5 @def',
    DefaultReferenceUsage:
        '!ref RefPrefix ( %5 +name FeatureSpecializationPart?70 | Redefinitions FeatureSpecializationPart?10 | +id FeatureSpecializationPart ) ValuePart?40 UsageBody',
    ReferenceUsage: '!ref ( EndUsagePrefix OwnedCrossFeature?30 | %5 RefPrefix ) ref Usage',
    VariantReference: '@usage FeatureSpecialization?20 UsageBody',
    NonOccurrenceUsageElement:
        '%3 DefaultReferenceUsage | %2 ReferenceUsage | %6 AttributeUsage | EnumerationUsage | BindingConnectorAsUsage | SuccessionAsUsage | ExtendedUsage',
    OccurrenceUsageElement: 'StructureUsageElement | BehaviorUsageElement',
    StructureUsageElement: `OccurrenceUsage | IndividualUsage | PortionUsage | EventOccurrenceUsage | %2 ItemUsage | %5 PartUsage | ViewUsage | RenderingUsage
        | %3 PortUsage | %2 ConnectionUsage | InterfaceUsage | AllocationUsage | Message | FlowUsage | SuccessionFlowUsage`,
    BehaviorUsageElement: `%2 ActionUsage | %2 CalculationUsage | %2 StateUsage | ConstraintUsage | RequirementUsage | ConcernUsage | CaseUsage | AnalysisCaseUsage
        | VerificationCaseUsage | UseCaseUsage | ViewpointUsage | PerformActionUsage | ExhibitStateUsage | IncludeUseCaseUsage | AssertConstraintUsage
        | SatisfyRequirementUsage`,
    VariantUsageElement: `%4 VariantReference | ReferenceUsage | AttributeUsage | BindingConnectorAsUsage | SuccessionAsUsage | OccurrenceUsage | IndividualUsage
        | PortionUsage | EventOccurrenceUsage | ItemUsage | %4 PartUsage | ViewUsage | RenderingUsage | PortUsage | ConnectionUsage | InterfaceUsage
        | AllocationUsage | Message | FlowUsage | SuccessionFlowUsage | %4 BehaviorUsageElement`,

    AttributeDefinition: '!attribute-def DefinitionPrefix attribute def !attribute-def Definition',
    AttributeUsage: '!attribute ( %12 UsagePrefix | EndUsagePrefix OwnedCrossFeature ) attribute Usage',
    EnumerationDefinition: '!enum-def DefinitionExtensionKeyword enum def DefinitionDeclaration EnumerationBody',
    EnumerationBody: '; | %5 { EnumerationItem* }',
    EnumerationItem: '%2 AnnotatingMember | %6 EnumeratedValue',
    AnnotatingMember: 'AnnotatingElement',
    EnumeratedValue: '!enum MemberPrefix enum? ( %5 +id | FeatureSpecializationPart | +id Typings ) ValuePart?20 UsageBody',
    EnumerationUsage: '!enum UsagePrefix enum Usage',
    OccurrenceDefinitionPrefix: 'BasicDefinitionPrefix?12 individual?7 DefinitionExtensionKeyword',
    OccurrenceDefinition: '!occurrence-def OccurrenceDefinitionPrefix occurrence def Definition',
    IndividualDefinition: '!occurrence-def BasicDefinitionPrefix?10 individual DefinitionExtensionKeyword def Definition',
    OccurrenceUsagePrefix: 'BasicUsagePrefix individual?5 PortionKind?5 UsageExtensionKeyword',
    PortionKind: 'snapshot | timeslice',
    OccurrenceUsage: '!occurrence OccurrenceUsagePrefix occurrence Usage',
    IndividualUsage: '!occurrence BasicUsagePrefix individual UsageExtensionKeyword Usage',
    PortionUsage: '!occurrence BasicUsagePrefix individual?20 PortionKind UsageExtensionKeyword Usage',
    EventOccurrenceUsage:
        '!occurrence OccurrenceUsagePrefix event ( @usage FeatureSpecializationPart?20 | occurrence UsageDeclaration?80 ) UsageCompletion',
    SourceSuccessionMember: 'then MultiplicityRange?10',
    ItemDefinition: '!item-def OccurrenceDefinitionPrefix item def Definition',
    ItemUsage: '!item OccurrenceUsagePrefix item Usage',
    PartDefinition: '!part-def OccurrenceDefinitionPrefix part def Definition',
    PartUsage: '!part OccurrenceUsagePrefix part Usage',
    PortDefinition: '!port-def DefinitionPrefix port def Definition',
    PortUsage: '!port OccurrenceUsagePrefix port Usage',
    MetadataDefinition: '!metadata-def abstract?8 DefinitionExtensionKeyword metadata def Definition',
    ExtendedDefinition: '!part-def BasicDefinitionPrefix? PrefixMetadataMember def Definition',
    ExtendedUsage: '!part ( %9 UnextendedUsagePrefix | EndUsagePrefix OwnedCrossFeature ) PrefixMetadataMember Usage',

    ConnectionDefinition: '!connection-def OccurrenceDefinitionPrefix connection def DefinitionDeclaration EndsBody',
    EndsBody: '; | %4 { EndFeature EndFeature EndFeature?20 DefinitionBodyItem* }',
    EndFeature: '( %3 !part end OwnedCrossFeature?20 part Usage | !ref end ref? Usage | !item end [ DecimalValue ] item Usage )',
    ConnectionUsage:
        '!connection OccurrenceUsagePrefix ( connection UsageDeclaration ValuePart?5 ( connect ConnectorPart )?70 | connect ConnectorPart ) UsageBody',
    ConnectorPart: '%4 ConnectorEnd/of to ConnectorEnd/of | NaryConnectorPart',
    'ConnectorEnd/of': '!part ConnectorEnd',
    NaryConnectorPart: "'(' ConnectorEnd/of , ConnectorEnd/of ( , ConnectorEnd/of )* ')'",
    BindingConnectorAsUsage: "!attribute UsagePrefix ( binding UsageDeclaration )?40 bind ConnectorEnd '=' ConnectorEnd UsageBody",
    SuccessionAsUsage: '!action UsagePrefix ( succession UsageDeclaration )?40 first ConnectorEnd then ConnectorEnd UsageBody',
    InterfaceDefinition: '!interface-def OccurrenceDefinitionPrefix interface def DefinitionDeclaration InterfaceBody',
    InterfaceBody: '; | %4 { DefaultInterfaceEnd?70 DefaultInterfaceEnd?70 InterfaceBodyItem* }',
    InterfaceBodyItem:
        'DefinitionMember | VariantUsageMember | %3 InterfaceNonOccurrenceUsageMember | SourceSuccessionMember?4 InterfaceOccurrenceUsageMember | AliasMember | Import',
    InterfaceNonOccurrenceUsageMember:
        'MemberPrefix ( ReferenceUsage | AttributeUsage | EnumerationUsage | BindingConnectorAsUsage | SuccessionAsUsage )',
    InterfaceOccurrenceUsageMember: 'MemberPrefix ( %2 DefaultInterfaceEnd | StructureUsageElement | BehaviorUsageElement )',
    DefaultInterfaceEnd: '!port end Usage',
    InterfaceUsage:
        '!interface OccurrenceUsagePrefix interface ( UsageDeclaration ValuePart?5 ( connect InterfacePart )?70 | InterfacePart ) InterfaceBody',
    InterfacePart: "!port ( %4 ConnectorEnd to ConnectorEnd | '(' ConnectorEnd , ConnectorEnd ( , ConnectorEnd )* ')' )",
    AllocationDefinition: '!allocation-def OccurrenceDefinitionPrefix allocation def DefinitionDeclaration EndsBody',
    AllocationUsage:
        '!allocation OccurrenceUsagePrefix ( allocation UsageDeclaration ( allocate ConnectorPart )?70 | allocate ConnectorPart ) UsageBody',

    FlowDefinition: '!flow-def OccurrenceDefinitionPrefix flow def DefinitionDeclaration EndsBody',
    Message:
        '!flow OccurrenceUsagePrefix message ( %3 UsageDeclaration?80 ValuePart?5 ( of PayloadFeature )?60 ( from @usage:occurrence to @usage:occurrence )?70 | @usage:occurrence to @usage:occurrence ) DefinitionBody',
    FlowUsage: '!flow OccurrenceUsagePrefix flow FlowDeclaration DefinitionBody',
    SuccessionFlowUsage: '!flow OccurrenceUsagePrefix succession flow FlowDeclaration DefinitionBody',
    FlowDeclaration: '%3 UsageDeclaration?80 ValuePart?5 ( of PayloadFeature )?60 ( from FlowEnd to FlowEnd )?70 | FlowEnd to FlowEnd',
    PayloadFeature:
        '!item ( %3 ^name PayloadFeatureSpecializationPart ValuePart?15 | %3 @def MultiplicityRange?20 | MultiplicityRange @def | PayloadFeatureSpecializationPart )',
    PayloadFeatureSpecializationPart:
        '%4 FeatureSpecialization MultiplicityPart?20 FeatureSpecialization?10 | MultiplicityPart FeatureSpecialization+',
    FlowEnd: '%4 @usage:part . @simpleFeature | @simpleFeature:item'
};
