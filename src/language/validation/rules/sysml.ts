/** The standards' validation constraints that SysML text can violate. Constraints that the grammar already ensures have no row. */
import type { Row } from './row.js';

export const SYSML = [
    [
        'validateAssertConstraintUsageReference',
        'error assert-reference-constraint',
        'part p; part q { assert p; }',
        'constraint c; part q { assert c; }'
    ],
    [
        'validateAssignmentActionUsage',
        'error assignment-time-varying',
        'part def D { attribute v; timeslice t; } action a { in d : D; assign d.t := 1; }',
        'part def D { attribute v; } action a { in d : D; assign d.v := 1; }'
    ],
    [
        'validateAssignmentActionUsageReferent',
        'error feature-reference-referent',
        'part def D; action a { assign D := 1; }',
        'action a { assign b := 1; attribute b; }'
    ],
    [
        'validateAttributeDefinitionFeatures',
        'error attribute-feature-composite',
        'attribute def A { part p; }',
        'attribute def A { ref part p; attribute a; }'
    ],
    ['validateAttributeUsageFeatures', 'warning attribute-feature-composite', 'attribute a { item i; }', 'attribute a { ref item i; }'],
    ['validateBindingConnectorIsBinary', 'error syntax', 'part p; binding b { end x ::> p; }', 'part p; bind p = p;'],
    [
        'validateCaseDefinitionOnlyOneObjective',
        'error only-one-objective',
        'case def C { objective a; objective b; }',
        'case def C { objective a; } case def D :> C { objective b; }'
    ],
    [
        'validateCaseUsageOnlyOneObjective',
        'error only-one-objective',
        'use case c { objective a; objective b; }',
        'case c { objective a; } case d :> c;'
    ],
    [
        'validateCaseDefinitionOnlyOneSubject',
        'error only-one-subject',
        'case def C { subject a; subject b; }',
        'case def C { subject a; } case def D :> C { subject b; }'
    ],
    ['validateCaseUsageOnlyOneSubject', 'error only-one-subject', 'analysis c { subject a; subject b; }', 'analysis c { subject a; }'],
    [
        'validateCaseDefinitionSubjectParameterPosition',
        'error subject-parameter-position',
        'case def C { in x; subject s; } case def D { in x; }',
        'case def C { subject s; in x; }'
    ],
    [
        'validateCaseUsageSubjectParameterPosition',
        'error subject-parameter-position',
        'verification c { in x; subject s; } use case d { actor a; }',
        'verification c { subject s; in x; }'
    ],
    [
        'validateControlNodeIncomingSuccessions',
        'error control-node-multiplicity',
        'action a { action b; fork f; succession first b then [2] f; }',
        'action a { action b; fork f; succession first b then [1] f; }'
    ],
    [
        'validateControlNodeOutgoingSuccessions',
        'error control-node-multiplicity, warning end-feature-multiplicity',
        'action a { action b; join f; succession first [0..1] f then b; }',
        'action a { action b; join f; succession first [1] f then b; }'
    ],
    ['validateControlNodeIsComposite', 'error syntax', 'action a { ref fork f; }', 'action a { fork f; }'],
    ['validateControlNodeOwningType', 'error syntax', 'part p { fork f; }', 'action p { fork f; }'],
    [
        'validateDecisionNodeIncomingSuccessions',
        'error control-node-successions',
        'action a { action b; action c; decide d; first b then d; first c then d; }',
        'action a { action b; decide d; first b then d; }'
    ],
    [
        'validateDecisionNodeOutgoingSuccessions',
        'error control-node-multiplicity',
        'action a { action b; decide d; succession first d then [1] b; }',
        'action a { action b; decide d; succession first d then [0..1] b; }'
    ],
    [
        'validateDefinitionVariationOwnedFeatureMembership',
        'error variation-member-not-variant',
        'variation part def V { part p; }',
        'variation part def V { variant part p; }'
    ],
    [
        'validateUsageVariationOwnedFeatureMembership',
        'error variation-member-not-variant',
        'variation part v { part p; }',
        'variation part v { variant part p; }'
    ],
    [
        'validateDefinitionVariationSpecialization',
        'error variation-specialization',
        'variation part def V; variation part def W :> V;',
        'part def V; variation part def W :> V;'
    ],
    [
        'validateUsageVariationSpecialization',
        'error variation-specialization',
        'variation part v; variation part w :> v;',
        'part v; variation part w :> v;'
    ],
    [
        'validateEventOccurrenceUsageReference',
        'error event-reference-occurrence',
        'attribute a; part p { event a; } message from a to p;',
        'action a; part p { event a; } message from a to p;'
    ],
    [
        'validateExhibitStateUsageReference',
        'error exhibit-reference-state',
        'action a; part p { exhibit a; }',
        'state a; part p { exhibit a; }'
    ],
    ['validateExposeOwningNamespace', 'error syntax', 'part p; part q { expose p; }', 'part p; view q { expose p; }'],
    ['validateExposeVisibility', 'error syntax', 'part p; view q { public expose p; }', 'part p; view q { expose p; }'],
    [
        'validateFlowDefinitionFlowEnds',
        'error flow-def-too-many-ends',
        'flow def F { end a; end b; end c; }',
        'flow def F { end a; end b; }'
    ],
    [
        'validateFlowEndNestedFeature',
        'error flow-end-subsetting',
        'part a; part b; flow a to b;',
        'part a { out item x; } part b { in item x; } flow a.x to b.x;'
    ],
    [
        'validateForkNodeIncomingSuccessions',
        'error control-node-successions',
        'action a { action b; action c; fork d; first b then d; first c then d; }',
        'action a { action b; fork d; first b then d; }'
    ],
    [
        'validateForkNodeOutgoingSuccessions',
        'warning control-node-multiplicity',
        'action a { action b; fork d; succession first d then [0..1] b; }',
        'action a { action b; fork d; succession first d then [1] b; }'
    ],
    [
        'validateJoinNodeIncomingSuccessions',
        'warning control-node-multiplicity, warning end-feature-multiplicity',
        'action a { action b; join d; succession first [0..1] b then d; }',
        'action a { action b; join d; succession first [1] b then d; }'
    ],
    [
        'validateJoinNodeOutgoingSuccessions',
        'error control-node-successions',
        'action a { action b; action c; join d; first d then b; first d then c; }',
        'action a { action b; action c; join d; first b then d; first c then d; }'
    ],
    [
        'validateMergeNodeIncomingSuccessions',
        'error control-node-multiplicity',
        'action a { action b; merge d; succession first [1] b then d; }',
        'action a { action b; merge d; succession first [0..1] b then d; }'
    ],
    [
        'validateMergeNodeOutgoingSuccessions',
        'error control-node-successions',
        'action a { action b; action c; merge d; first d then b; first d then c; }',
        'action a { action b; merge d; first d then b; }'
    ],
    [
        'validateIncludeUseCaseUsageReference',
        'error include-reference-use-case',
        'case c; use case u { include c; }',
        'use case c; use case u { include c; }'
    ],
    ['validateObjectiveMembershipOwningType', 'error syntax', 'part p { objective o; }', 'case p { objective o; }'],
    [
        'validateOccurrenceUsageIndividualDefinition',
        'error individual-typing',
        'individual def A; individual def B; individual x : A, B;',
        'individual def A; occurrence def B; individual x : A, B;'
    ],
    [
        'validateOccurrenceUsageIndividualUsage',
        'error individual-typing',
        'occurrence def A; individual x : A;',
        'individual def A; individual x : A;'
    ],
    [
        'validateOccurrenceUsageIsPortion',
        'error attribute-feature-composite, error portion-owner',
        'attribute def A { snapshot s; }',
        'part a { snapshot s; }'
    ],
    [
        'validatePerformActionUsageReference',
        'error perform-reference-action',
        'part p; part q { perform p; }',
        'action p; part q { perform p; }'
    ],
    [
        'validatePortDefinitionOwnedUsagesNotComposite',
        'error port-owned-usage-composite',
        'port def Q { part p; }',
        'port def Q { ref part p; port q; }'
    ],
    [
        'validatePortUsageNestedUsagesNotComposite',
        'error port-owned-usage-composite',
        'port q { part p; }',
        'port q { ref part p; port r; }'
    ],
    [
        'validateRequirementConstraintMembershipOwningType',
        'error syntax',
        'part p { require constraint c; }',
        'requirement p { require constraint c; }'
    ],
    [
        'validateRequirementDefinitionOnlyOneSubject',
        'error only-one-subject',
        'requirement def R { subject a; subject b; }',
        'requirement def R { subject a; }'
    ],
    ['validateRequirementUsageOnlyOneSubject', 'error only-one-subject', 'concern r { subject a; subject b; }', 'concern r { subject a; }'],
    [
        'validateRequirementDefinitionSubjectParameterPosition',
        'error subject-parameter-position',
        'requirement def R { in x; subject a; } requirement def S { inout x; }',
        'requirement def R { subject a; in x; }'
    ],
    [
        'validateRequirementUsageSubjectParameterPosition',
        'error subject-parameter-position',
        'viewpoint r { in x; subject a; } concern c { stakeholder s; }',
        'viewpoint r { subject a; in x; }'
    ],
    [
        'validateRequirementVerificationMembershipOwningType',
        'error verification-owning-type',
        'requirement q; requirement r { verify q; }',
        'requirement q; verification r { objective { verify q; } }'
    ],
    [
        'validateSatisfyRequirementUsageReference',
        'error satisfy-reference-requirement',
        'constraint c; satisfy c;',
        'requirement c; satisfy c;'
    ],
    ['validateSendActionParameters', 'error send-payload', 'state s { entry send; }', 'state s { entry send 1; }'],
    ['validateActorMembershipOwningType', 'error syntax', 'part p { actor a; }', 'use case p { subject; actor a; }'],
    [
        'validateStakeholderMembershipOwningType',
        'error syntax',
        'use case p { subject; stakeholder a; }',
        'concern p { subject; stakeholder a; }'
    ],
    ['validateSubjectMembershipOwningType', 'error syntax', 'action p { subject a; }', 'analysis p { subject a; }'],
    [
        'validateStateDefinitionParallelSubactions',
        'error parallel-state-transition',
        'state def S parallel { state a; state b; transition first a then b; }',
        'state def S parallel { state a; state b; }'
    ],
    [
        'validateStateUsageParallelSubactions',
        'error parallel-state-transition',
        'state s parallel { state a; state b; succession first a then b; }',
        'state s parallel { state a; state b; }'
    ],
    [
        'validateStateDefinitionStateSubactionKind',
        'error state-do-action',
        'state def S { do action a; do action b; }',
        'state def S { entry action a; do action b; exit action c; }'
    ],
    [
        'validateStateUsageStateSubactionKind',
        'error state-exit-action',
        'state s { exit action a; exit action b; }',
        'state s { entry; exit action a; }'
    ],
    ['validateStateSubactionMembershipOwningType', 'error syntax', 'action a { entry action b; }', 'state a { entry action b; }'],
    [
        'validateTransitionFeatureMembershipGuardExpression',
        'error type.expr',
        'action a { action b; action c; first b if 3 then c; }',
        'action a { action b; action c; first b if true then c; }'
    ],
    [
        'validateTransitionUsageSuccession',
        'error not-a-vertex',
        'state s { entry; then a; state a; part p; transition first a then p; }',
        'state s { entry; then a; state a; state b; transition first a then b; }'
    ],
    [
        'validateTransitionUsageTriggerActions',
        'error transition-trigger-source',
        'item def X; state s { entry action i; then a; state a; transition first i accept X then a; }',
        'item def X; state s { entry; then a; state a; transition first a accept X then a; }'
    ],
    [
        'validateTriggerInvocationExpressionAfterArgument',
        'error type.expr',
        'action a { accept after "x"; }',
        'private import SI::*; action a { accept after 5 [s]; }'
    ],
    [
        'validateTriggerInvocationExpressionAtArgument',
        'error type.expr',
        'action a { accept at "x"; }',
        'action a { in t : Time::TimeInstantValue; accept at t; }'
    ],
    ['validateTriggerInvocationExpressionWhenArgument', 'error type.expr', 'action a { accept when 3; }', 'action a { accept when true; }'],
    [
        'validateVariantMembershipOwningNamespace',
        'error variant-outside-variation',
        'part p { variant part q; }',
        'variation part p { variant part q; }'
    ],
    [
        'validateViewDefinitionOnlyOneViewRendering',
        'error only-one-view-rendering',
        'rendering r; view def V { render r; render r; }',
        'rendering r; view def V { render r; }'
    ],
    [
        'validateOccurrenceUsageIsIndividual',
        'error individual-typing',
        'part def A; individual part p : A;',
        'individual part def A; individual part p : A;'
    ],
    [
        'validateViewUsageOnlyOneViewRendering',
        'error only-one-view-rendering',
        'rendering r; view v { render r; render r; }',
        'rendering r; view v { render r; }'
    ],
    [
        'validatePortDefinitionNestedUsagesNotComposite',
        'error port-owned-usage-composite',
        'port def P { part p; }',
        'port def P { ref part p; }'
    ],
    ['validateParameterMembershipOwningType', 'error syntax', 'part def P { return r; }', 'calc def C { return r; }'],
    ['validateViewRenderingMembershipOwningType', 'error syntax', 'rendering r; part p { render r; }', 'rendering r; view p { render r; }'],
    ['validateMultiplicityRangeBounds', 'error multiplicity-range', 'part a [3..2];', 'part a [2..3];'],
    [
        'validateBindingConnectorTypeConformance',
        'warning bound-feature-types',
        'attribute def A; attribute def B; part p { attribute x : A; attribute y : B; bind x = y; }',
        'attribute def A; part p { attribute x : A; attribute y : A; bind x = y; }'
    ],
    [
        'validateConnectorTypeFeaturing',
        'error connector-type-featuring',
        'part def C { part d; } part p { part b; part c : C; connect b to C::d; }',
        'part def C { part d; } part p { part b; part c : C; connect b to c.d; }'
    ],
    ['validateControlNodeOwningType', 'error control-node-owner', 'constraint c { fork f; }', 'action a { fork f; }'],
    [
        'validateFeatureChainExpressionFeatureConformance',
        'error feature-reference-featuring-types',
        'part def F { part a; } part bad { ref g = F::a; }',
        'part def F { part a; } part f : F; part good { ref g = f.a; }'
    ],
    [
        'validateInterfaceUsageEnd',
        'error interface-end-not-port',
        'part def X; port def O; part p { port o : O; part x : X; interface o to x; }',
        'port def O; part p { port o : O; port x : ~O; interface o to x; }'
    ],
    ['validateCalculationUsageType', 'error one-type', 'part def X; calc a : X;', 'calc def X; calc a : X;'],
    [
        'validateRedefinitionMultiplicityConformance',
        'warning redefinition-multiplicity',
        'part def A { part a [2..4]; } part def B :> A { part z [1..3] :>> a; }',
        'part def A { part a [2..4]; } part def B :> A { part z [2..3] :>> a; }'
    ],
    [
        'validateRedefinitionFeaturingTypes',
        'error redefinition-same-featuring',
        'part def B { alias e1 for V::e; } part def V :> B { part e; part s :>> e1; }',
        'part def B { part e; } part def V :> B { part s :>> e; }'
    ],
    [
        'validateSubsettingMultiplicityConformance',
        'warning subsetting-multiplicity',
        'part p { part a [0..2]; part x [0..5] :> a; }',
        'part p { part a [0..5]; part x [0..2] :> a; }'
    ],
    [
        'validateSendActionUsageReceiver',
        'warning send-receiver-port',
        'item def I; port def Q; part t { port p : Q; action b { send new I() to p; } }',
        'item def I; port def Q; part t { port p : Q; action b { send new I() via p; } }'
    ],
    [
        'validateFeatureConstantIsVariable',
        'error constant-not-variable',
        'attribute def A { constant attribute a; }',
        'part def A { constant attribute a; }'
    ],
    [
        'validateViewSatisfiedViewpoint',
        'error view-satisfy-viewpoint',
        'requirement r; view v { satisfy r; }',
        'viewpoint vp; view v { satisfy vp; }'
    ],
    [
        'validateAssignmentActionUsageReferent',
        'error assignment-referent',
        'action a { attribute d; assign (d) := 1; }',
        'action a { attribute d; assign d := 1; }'
    ],
    [
        'validateConnectorRelatedFeatures',
        'error connector-related-features',
        'part p { part a; connection { end ::> a; } }',
        'part p { part a; part b; connection { end ::> a; end ::> b; } }'
    ],
    [
        'validateStateDefinitionStateSubactionKind',
        'error state-entry-action',
        'state def S { entry action a; entry; }',
        'state def S { entry action a; exit action b; }'
    ],
    [
        'validateUsageIsReferential',
        'error control-node-direction',
        'action a { action b; in join f; first b then f; }',
        'action a { action b; join f; first b then f; }'
    ],
    ['validateOccurrenceUsagePortionKind', 'error portion-owner', 'timeslice t;', 'occurrence o { timeslice t; }'],
    ['validatePortUsageType', 'error usage-typing', 'part def X; port b : X;', 'port def X; port b : X;'],
    ['validateOccurrenceUsageType', 'error occurrence-usage-type', 'attribute def X; item b : X;', 'item def X; item b : X;']
] as const satisfies readonly Row[];
