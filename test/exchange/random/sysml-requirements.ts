/** Constraints, requirements, cases and views of SysML (8.2.2.20 - 8.2.2.26), in the names of their productions. */
import type { Table } from './production.js';

export const REQUIREMENTS: Table = {
    ConstraintDefinition: '!constraint-def OccurrenceDefinitionPrefix constraint def DefinitionDeclaration CalculationBody',
    ConstraintUsage: '!constraint OccurrenceUsagePrefix constraint ConstraintUsageDeclaration CalculationBody',
    ConstraintUsageDeclaration: 'UsageDeclaration?85 ValuePart?6',
    AssertConstraintUsage:
        '!constraint OccurrenceUsagePrefix assert not?30 ( @usage FeatureSpecializationPart?15 | constraint ConstraintUsageDeclaration ) CalculationBody',
    RequirementDefinition: '!requirement-def OccurrenceDefinitionPrefix requirement def DefinitionDeclaration RequirementBody',
    RequirementBody: '; | %5 { SubjectMember?40 RequirementBodyItem* }',
    RequirementBodyItem:
        '%3 DefinitionBodyItem | %3 RequirementConstraintMember | FramedConcernMember | RequirementVerificationMember | ActorMember | StakeholderMember',
    SubjectMember: '!part MemberPrefix subject UsageExtensionKeyword Usage',
    RequirementConstraintMember: '!constraint MemberPrefix ( assume | %2 require ) RequirementConstraintUsage',
    RequirementConstraintUsage:
        '@usage FeatureSpecializationPart?15 RequirementBody | %3 RequirementConstraintKeyword ConstraintUsageDeclaration CalculationBody',
    RequirementConstraintKeyword: '%5 PrefixMetadataMember?8 constraint | PrefixMetadataMember',
    FramedConcernMember:
        '!concern MemberPrefix frame ( @usage FeatureSpecializationPart?15 | ( %5 PrefixMetadataMember?8 concern | PrefixMetadataMember ) ConstraintUsageDeclaration ) RequirementBody',
    ActorMember: '!part MemberPrefix actor UsageExtensionKeyword Usage',
    StakeholderMember: '!part MemberPrefix stakeholder UsageExtensionKeyword Usage',
    RequirementUsage: '!requirement OccurrenceUsagePrefix requirement ConstraintUsageDeclaration RequirementBody',
    SatisfyRequirementUsage:
        '!requirement OccurrenceUsagePrefix assert?50 not?20 satisfy ( @usage FeatureSpecializationPart?15 | requirement UsageDeclaration?85 ) ValuePart?5 ( by @usage:part )?60 RequirementBody',
    ConcernDefinition: '!concern-def OccurrenceDefinitionPrefix concern def DefinitionDeclaration RequirementBody',
    ConcernUsage: '!concern OccurrenceUsagePrefix concern ConstraintUsageDeclaration RequirementBody',

    CaseDefinition: '!case-def OccurrenceDefinitionPrefix case def DefinitionDeclaration CaseBody',
    CaseUsage: '!case OccurrenceUsagePrefix case ConstraintUsageDeclaration CaseBody',
    CaseBody: '; | %5 { SubjectMember?50 CaseBodyItem* ObjectiveMember?40 CaseBodyItem* ResultExpressionMember?30 }',
    CaseBodyItem: '%2 ActionBodyItem | ActorMember | ReturnParameterMember',
    ObjectiveMember: '!requirement MemberPrefix objective UsageExtensionKeyword ConstraintUsageDeclaration RequirementBody',
    AnalysisCaseDefinition: '!analysis-def OccurrenceDefinitionPrefix analysis def DefinitionDeclaration CaseBody',
    AnalysisCaseUsage: '!analysis OccurrenceUsagePrefix analysis ConstraintUsageDeclaration CaseBody',
    VerificationCaseDefinition: '!verification-def OccurrenceDefinitionPrefix verification def DefinitionDeclaration CaseBody',
    VerificationCaseUsage: '!verification OccurrenceUsagePrefix verification ConstraintUsageDeclaration CaseBody',
    RequirementVerificationMember:
        '!requirement MemberPrefix verify ( @usage FeatureSpecialization?15 | ( %5 PrefixMetadataMember?8 requirement | PrefixMetadataMember ) ConstraintUsageDeclaration ) RequirementBody',
    UseCaseDefinition: '!use-def OccurrenceDefinitionPrefix use case def DefinitionDeclaration CaseBody',
    UseCaseUsage: '!use OccurrenceUsagePrefix use case ConstraintUsageDeclaration CaseBody',
    IncludeUseCaseUsage:
        '!use OccurrenceUsagePrefix include ( @usage FeatureSpecializationPart?15 | use case UsageDeclaration?85 ) ValuePart?5 CaseBody',

    ViewDefinition: '!view-def OccurrenceDefinitionPrefix view def DefinitionDeclaration ViewDefinitionBody',
    ViewDefinitionBody: '; | %5 { ViewDefinitionBodyItem* }',
    ViewDefinitionBodyItem: '%2 DefinitionBodyItem | ElementFilterMember | ViewRenderingMember',
    ViewRenderingMember:
        '!rendering MemberPrefix render ( @usage FeatureSpecializationPart?15 UsageBody | ( %5 PrefixMetadataMember?8 rendering | PrefixMetadataMember ) Usage )',
    ViewUsage: '!view OccurrenceUsagePrefix view UsageDeclaration?90 ValuePart?5 ViewBody',
    ViewBody: '; | %5 { ViewBodyItem* }',
    ViewBodyItem: '%2 ViewDefinitionBodyItem | %2 Expose',
    Expose: '!package MemberPrefix expose ImportDeclaration RelationshipBody',
    ViewpointDefinition: '!viewpoint-def OccurrenceDefinitionPrefix viewpoint def DefinitionDeclaration RequirementBody',
    ViewpointUsage: '!viewpoint OccurrenceUsagePrefix viewpoint ConstraintUsageDeclaration RequirementBody',
    RenderingDefinition: '!rendering-def OccurrenceDefinitionPrefix rendering def Definition',
    RenderingUsage: '!rendering OccurrenceUsagePrefix rendering Usage'
};
