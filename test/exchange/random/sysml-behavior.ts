/** Actions, states and calculations of SysML (8.2.2.16 - 8.2.2.19), in the names of their productions. */
import type { Table } from './production.js';

export const BEHAVIOR: Table = {
    ActionDefinition: '!action-def OccurrenceDefinitionPrefix action def DefinitionDeclaration ActionBody',
    ActionBody: '%2 ; | %5 { ActionBodyItem* ActionBodyItem* }',
    ActionBodyItem:
        '%3 NonBehaviorBodyItem | %1 InitialNodeMember ActionTargetSuccessionMember* | %7 SourceSuccessionMember?25 ActionBehaviorMember ActionTargetSuccessionMember?25 | GuardedSuccession',
    NonBehaviorBodyItem:
        'Import | AliasMember | DefinitionMember | VariantUsageMember | %6 NonOccurrenceUsageMember | %5 SourceSuccessionMember?5 MemberPrefix StructureUsageElement',
    ActionBehaviorMember: 'MemberPrefix ( BehaviorUsageElement | %2 ActionNode )',
    InitialNodeMember: 'MemberPrefix first ( @sibling:action | start | @usage:action ) RelationshipBody',
    ActionTargetSuccessionMember: 'MemberPrefix ActionTargetSuccession',
    ActionUsage: '!action OccurrenceUsagePrefix action UsageDeclaration?85 ValuePart?10 ActionBody',
    PerformActionUsage:
        '!action OccurrenceUsagePrefix perform ( @usage FeatureSpecializationPart?20 | action UsageDeclaration?85 ) ValuePart?10 ActionBody',
    ActionNode:
        '%2 ControlNode | %2 SendNode | %2 AcceptNode | %2 AssignmentNode | TerminateNode | %2 IfNode | WhileLoopNode | ForLoopNode',
    ActionNodeUsageDeclaration: 'action UsageDeclaration?80',
    ActionNodePrefix: 'OccurrenceUsagePrefix ActionNodeUsageDeclaration?30',
    ControlNode:
        '!action RefPrefix individual?4 PortionKind?4 UsageExtensionKeyword ( merge | decide | join | fork ) UsageDeclaration?85 ActionBody',
    AcceptNode: '!action OccurrenceUsagePrefix ActionNodeUsageDeclaration?30 accept AcceptParameterPart ActionBody',
    AcceptParameterPart: 'PayloadParameter ( via OwnedExpression )?30',
    PayloadParameter: '!item ( %3 PayloadFeature | ( ^name PayloadFeatureSpecializationPart?30 )?30 TriggerExpression )',
    TriggerExpression: '( at | after | when ) OwnedExpression',
    SendNode:
        '!action OccurrenceUsagePrefix ActionNodeUsageDeclaration?30 send ( %4 OwnedExpression SenderReceiverPart?70 | SenderReceiverPart )?90 ActionBody',
    SendNodeDeclaration: 'ActionNodeUsageDeclaration?30 send OwnedExpression SenderReceiverPart?70',
    SenderReceiverPart: 'via OwnedExpression ( to OwnedExpression )?50 | to OwnedExpression',
    AssignmentNode: '!action OccurrenceUsagePrefix AssignmentNodeDeclaration ActionBody',
    AssignmentNodeDeclaration:
        "ActionNodeUsageDeclaration?30 assign ( %4 @feature:attribute | AssignmentTarget . @simpleFeature ) ':=' OwnedExpression",
    AssignmentTarget: "%3 InvocationExpression | IndexExpression | '(' OwnedExpression ')'",
    TerminateNode: '!action OccurrenceUsagePrefix ActionNodeUsageDeclaration?30 terminate OwnedExpression?60 ActionBody',
    IfNode: '!action ActionNodePrefix if OwnedExpression ActionBodyParameter ( else ( %2 ActionBodyParameter | IfNode ) )?50',
    ActionBodyParameter: '!action ( action +id FeatureSpecializationPart?15 | action )?20 { ActionBodyItem* }',
    WhileLoopNode: '!action ActionNodePrefix ( while OwnedExpression | loop ) ActionBodyParameter ( until OwnedExpression ; )?40',
    ForLoopNode: '!action ActionNodePrefix for ForVariable in OwnedExpression ActionBodyParameter',
    ForVariable: '^name FeatureSpecializationPart?40',
    ActionTargetSuccession: '!action ( %3 TargetSuccession | GuardedTargetSuccession | DefaultTargetSuccession ) UsageBody',
    TargetSuccession: 'MultiplicityRange?8 then TargetEnd',
    TargetEnd: '%5 @sibling | done | ConnectorEnd',
    GuardedTargetSuccession: 'if OwnedExpression then TargetEnd',
    DefaultTargetSuccession: 'else TargetEnd',
    GuardedSuccession:
        '!action MemberPrefix ( succession UsageDeclaration )?50 first @usage:action if OwnedExpression then TargetEnd UsageBody',

    StateDefinition: '!state-def OccurrenceDefinitionPrefix state def DefinitionDeclaration StateBody',
    StateBody: '; | %5 parallel?15 { StateBodyItem* StateBodyItem* }',
    StateBodyItem: `%2 NonBehaviorBodyItem | %4 SourceSuccessionMember?6 MemberPrefix ( %2 StateUsage | BehaviorUsageElement ) TargetTransitionUsageMember* | %4 TransitionUsageMember
        | EntryActionMember EntryTransitionMember* | DoActionMember | ExitActionMember`,
    EntryActionMember: 'MemberPrefix entry StateActionUsage',
    DoActionMember: 'MemberPrefix do StateActionUsage',
    ExitActionMember: 'MemberPrefix exit StateActionUsage',
    EntryTransitionMember: '!state MemberPrefix ( if OwnedExpression then TargetEnd | %3 then TargetEnd ) ;',
    StateActionUsage:
        '!action ( ; | %3 StatePerformActionUsage | AcceptNodeDeclaration ActionBody | SendNodeDeclaration ActionBody | AssignmentNodeDeclaration ActionBody )',
    StatePerformActionUsage: 'PerformActionUsageDeclaration ActionBody',
    PerformActionUsageDeclaration: '( @usage FeatureSpecializationPart?15 | %2 action UsageDeclaration?80 ) ValuePart?5',
    AcceptNodeDeclaration: 'ActionNodeUsageDeclaration?30 accept AcceptParameterPart',
    TransitionUsageMember: 'MemberPrefix TransitionUsage',
    TargetTransitionUsageMember: 'MemberPrefix TargetTransitionUsage',
    StateUsage: '!state OccurrenceUsagePrefix state UsageDeclaration?90 ValuePart?4 StateBody',
    ExhibitStateUsage:
        '!state OccurrenceUsagePrefix exhibit ( @usage FeatureSpecializationPart?15 | state UsageDeclaration?85 ) ValuePart?4 StateBody',
    TransitionUsage:
        '!transition transition ( UsageDeclaration?80 first )?70 @usage:state TransitionParts then !state TargetEnd ActionBody',
    TransitionParts: '( accept AcceptParameterPart )?50 ( if OwnedExpression )?40 ( do EffectBehaviorUsage )?40',
    TargetTransitionUsage:
        '!state ( transition TransitionParts | accept AcceptParameterPart ( if OwnedExpression )?40 ( do EffectBehaviorUsage )?40 | if OwnedExpression ( do EffectBehaviorUsage )?40 )?70 then TargetEnd ActionBody',
    EffectBehaviorUsage:
        '!action ( %3 PerformActionUsageDeclaration EffectBody? | AcceptNodeDeclaration EffectBody? | %2 SendNodeDeclaration EffectBody? | %2 AssignmentNodeDeclaration EffectBody? )',
    EffectBody: '{ ActionBodyItem* }',

    CalculationDefinition: '!calc-def OccurrenceDefinitionPrefix calc def DefinitionDeclaration CalculationBody',
    CalculationUsage: '!calc OccurrenceUsagePrefix calc UsageDeclaration?90 ValuePart?8 CalculationBody',
    CalculationBody: '; | %5 { CalculationParameter* FunctionBodyPart }',
    CalculationParameter: '!attribute in attribute? +name FeatureSpecializationPart?70 ValuePart?20 ;',
    FunctionBodyPart: 'CalculationBodyItem?40 CalculationBodyItem?20 ResultExpressionMember?70',
    CalculationBodyItem: '%2 ActionBodyItem | %3 ReturnParameterMember',
    ReturnParameterMember: 'MemberPrefix return UsageElement/return',
    // a result goes out, whatever direction were written
    'UsageElement/return':
        '( %3 !attribute attribute | !part part | !calc calc | !action PrefixMetadataMember?20 action | !ref ref?30 ) UsageDeclaration ValuePart?30 UsageBody',
    ResultExpressionMember: 'MemberPrefix OwnedExpression'
};
