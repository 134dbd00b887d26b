/** The rows of implied-constraints.test.ts: a smallest model of each semantic constraint. */

/** The members of a package P, the place of an element in it, and what the constraint implies for that. */
export type Row = readonly [constraint: string, members: string, path: string, implied: string];

export const KERML: readonly Row[] = [
    // core
    ['checkTypeSpecialization', 'classifier c;', 'c', 'subclassification Base::Anything'],
    ['checkFeatureSpecialization', 'feature f;', 'f', 'subsetting Base::things'],
    ['checkFeatureDataValueSpecialization', 'datatype D; feature f : D;', 'f', 'subsetting Base::dataValues'],
    ['checkFeatureOccurrenceSpecialization', 'class C; feature f : C;', 'f', 'subsetting Occurrences::occurrences'],
    [
        'checkFeatureSuboccurrenceSpecialization',
        'class C { composite feature f : C; }',
        'C::f',
        'subsetting Occurrences::Occurrence::suboccurrences'
    ],
    ['checkFeatureObjectSpecialization', 'struct S; feature f : S;', 'f', 'subsetting Objects::objects'],
    [
        'checkFeatureSubobjectSpecialization',
        'struct S; feature o : S { composite feature f : S; }',
        'o::f',
        'subsetting Objects::Object::subobjects'
    ],
    ['checkFeaturePortionSpecialization', 'class C { portion feature f : C; }', 'C::f', 'subsetting Occurrences::Occurrence::portions'],
    ['checkFeatureEndSpecialization', 'assoc A { end x; end y; end z; }', 'A::z', 'subsetting Links::Link::participant'],
    ['checkFeatureEndRedefinition', 'assoc A { end x; end y; }', 'A::y', 'redefinition Links::BinaryLink::target'],
    ['checkFeatureEndRedefinition', 'assoc A { end x; end y; } assoc B :> A { end v; end w; }', 'B::w', 'redefinition P::A::y'],
    [
        'checkFeatureEndRedefinition',
        'assoc A { end x; end y; } feature f; connector c : A from f to f;',
        'c/ends/1',
        'redefinition P::A::y'
    ],
    [
        'checkFeatureEndRedefinition',
        'assoc A { end x; end y; } assoc B :> A { end v :>> x; } assoc C :> A, B; assoc D :> C { end e; }',
        'D::e',
        'redefinition P::B::v'
    ],
    [
        'checkFeatureOwnedCrossFeatureSpecialization',
        'class C; assoc A { end a [1] feature x : C; end b [1] feature y : C; }',
        'A::x::a',
        'typing P::C'
    ],
    [
        'checkFeatureOwnedCrossFeatureRedefinitionSpecialization',
        'assoc A { end a [1] feature x; end y; } assoc B :> A { end b [1] feature z; end w; }',
        'B::z::b',
        'subsetting P::A::x::a'
    ],
    [
        'checkFeatureOwnedCrossFeatureRedefinitionSpecialization',
        'assoc A { end x { member feature a { feature f; } } end y; } assoc B :> A { end z { member feature b { feature g :> f; } } end w; }',
        'B::z::b',
        'subsetting P::A::x::a'
    ],
    [
        'checkFeatureOwnedCrossFeatureSpecialization',
        'class C; assoc A { end x : C { member feature a; } end y : C; }',
        'A::x::a',
        'typing P::C'
    ],
    ['checkFeatureParameterRedefinition', 'behavior A { in x; out y; } behavior B :> A { in v; out w; }', 'B::w', 'redefinition P::A::y'],
    ['checkFeatureParameterRedefinition', 'behavior A { in x; } behavior B :> A; step s : B { in v; }', 's::v', 'redefinition P::A::x'],
    [
        'checkFeatureParameterRedefinition',
        'behavior A { in x; } behavior B :> A { in y :>> x; } behavior C :> A, B; step s : C { in v; }',
        's::v',
        'redefinition P::B::y'
    ],
    ['checkFeatureResultRedefinition', 'function F { return r; }', 'F::r', 'redefinition Performances::Evaluation::result'],
    ['checkFeatureResultRedefinition', 'function F { return r; } expr e : F { return s; }', 'e::s', 'redefinition P::F::r'],
    ['checkFeatureValuationSpecialization', 'feature f; feature g = f;', 'g', 'subsetting P::f'],
    ['checkFeatureValuationSpecialization', 'feature g = 3;', 'g', 'typing ScalarValues::Integer'],
    ['checkFeatureValuationSpecialization', 'feature g = (-2.5);', 'g', 'typing ScalarValues::Real'],
    ['checkFeatureValuationSpecialization', 'feature g = f as ScalarValues::Natural; feature f;', 'g', 'typing ScalarValues::Natural'],
    ['checkFeatureValuationSpecialization', 'feature g = (1, 2.5);', 'g', 'typing ScalarValues::Real'],
    ['checkFeatureValuationSpecialization', 'class C; feature a : C; feature b : C; feature g = if true ? a else b;', 'g', 'typing P::C'],
    ['checkMultiplicitySpecialization', 'multiplicity m [1];', 'm', 'subsetting Base::naturals'],
    // kernel
    ['checkDataTypeSpecialization', 'datatype D;', 'D', 'subclassification Base::DataValue'],
    ['checkClassSpecialization', 'class C;', 'C', 'subclassification Occurrences::Occurrence'],
    ['checkStructureSpecialization', 'struct S;', 'S', 'subclassification Objects::Object'],
    ['checkAssociationSpecialization', 'assoc A;', 'A', 'subclassification Links::Link'],
    ['checkAssociationBinarySpecialization', 'assoc A { end x; end y; }', 'A', 'subclassification Links::BinaryLink'],
    ['checkAssociationStructureSpecialization', 'assoc struct A;', 'A', 'subclassification Objects::LinkObject'],
    [
        'checkAssociationStructureBinarySpecialization',
        'assoc struct A { end x; end y; }',
        'A',
        'subclassification Objects::BinaryLinkObject'
    ],
    [
        'checkAssociationStructureBinarySpecialization',
        'assoc A { end x; end y; } assoc struct B :> A;',
        'B',
        'subclassification Objects::BinaryLinkObject'
    ],
    ['checkConnectorSpecialization', 'connector c;', 'c', 'subsetting Links::links'],
    ['checkConnectorBinarySpecialization', 'feature f; connector c from f to f;', 'c', 'subsetting Links::binaryLinks'],
    ['checkConnectorBinarySpecialization', 'assoc A { end x; end y; } connector c : A;', 'c', 'subsetting Links::binaryLinks'],
    ['checkConnectorObjectSpecialization', 'assoc struct A; connector c : A;', 'c', 'subsetting Objects::linkObjects'],
    [
        'checkConnectorBinaryObjectSpecialization',
        'assoc struct A; feature f; connector c : A from f to f;',
        'c',
        'subsetting Objects::binaryLinkObjects'
    ],
    [
        'checkConnectorBinaryObjectSpecialization',
        'assoc struct A { end x; end y; } connector c : A { end :>> x; }',
        'c',
        'subsetting Objects::binaryLinkObjects'
    ],
    ['checkBindingConnectorSpecialization', 'feature f; binding b of f = f;', 'b', 'subsetting Links::selfLinks'],
    ['checkSuccessionSpecialization', 'feature f; succession s first f then f;', 's', 'subsetting Occurrences::happensBeforeLinks'],
    ['checkBehaviorSpecialization', 'behavior B;', 'B', 'subclassification Performances::Performance'],
    ['checkStepSpecialization', 'step s;', 's', 'subsetting Performances::performances'],
    [
        'checkStepEnclosedPerformanceSpecialization',
        'behavior B { step s; }',
        'B::s',
        'subsetting Performances::Performance::enclosedPerformances'
    ],
    [
        'checkStepSubperformanceSpecialization',
        'step t { composite step s; }',
        't::s',
        'subsetting Performances::Performance::subperformances'
    ],
    ['checkStepOwnedPerformanceSpecialization', 'struct S { composite step s; }', 'S::s', 'subsetting Objects::Object::ownedPerformances'],
    ['checkFunctionSpecialization', 'function F;', 'F', 'subclassification Performances::Evaluation'],
    ['checkPredicateSpecialization', 'predicate Q;', 'Q', 'subclassification Performances::BooleanEvaluation'],
    ['checkExpressionSpecialization', 'expr e;', 'e', 'subsetting Performances::evaluations'],
    ['checkBooleanExpressionSpecialization', 'bool b;', 'b', 'subsetting Performances::booleanEvaluations'],
    ['checkInvariantSpecialization', 'inv i;', 'i', 'subsetting Performances::trueEvaluations'],
    ['checkInvariantSpecialization', 'inv false i;', 'i', 'subsetting Performances::falseEvaluations'],
    ['checkNullExpressionSpecialization', 'feature f = null;', 'f/value/expression', 'subsetting Performances::nullEvaluations'],
    ['checkLiteralBooleanSpecialization', 'feature f = true;', 'f/value/expression', 'subsetting Performances::literalBooleanEvaluations'],
    ['checkLiteralInfinitySpecialization', 'feature f = *;', 'f/value/expression', 'subsetting Performances::literalIntegerEvaluations'],
    ['checkLiteralIntegerSpecialization', 'feature f = 1;', 'f/value/expression', 'subsetting Performances::literalIntegerEvaluations'],
    ['checkLiteralRationalSpecialization', 'feature f = 1.5;', 'f/value/expression', 'subsetting Performances::literalRationalEvaluations'],
    ['checkLiteralStringSpecialization', 'feature f = "s";', 'f/value/expression', 'subsetting Performances::literalStringEvaluations'],
    [
        'checkConstructorExpressionSpecialization',
        'class C; feature f = new C();',
        'f/value/expression',
        'subsetting Performances::constructorEvaluations'
    ],
    ['checkInvocationExpressionSpecialization', 'function F; feature f = F();', 'f/value/expression', 'typing P::F'],
    ['checkInvocationExpressionSpecialization', 'feature f = 1 + 2;', 'f/value/expression', "typing DataFunctions::'+'"],
    [
        'checkMetadataAccessExpressionSpecialization',
        'feature f = f.metadata;',
        'f/value/expression',
        'subsetting Performances::metadataAccessEvaluations'
    ],
    ['checkFlowSpecialization', 'flow w;', 'w', 'subsetting Transfers::transfers'],
    ['checkFlowWithEndsSpecialization', 'feature f { feature g; } flow w from f.g to f.g;', 'w', 'subsetting Transfers::flowTransfers'],
    ['checkPayloadFeatureRedefinition', 'class C; flow w of C;', 'w/payload', 'redefinition Transfers::Transfer::payload'],
    [
        'checkSuccessionFlowSpecialization',
        'feature f { feature g; } succession flow w from f.g to f.g;',
        'w',
        'subsetting Transfers::flowTransfersBefore'
    ],
    ['checkMetaclassSpecialization', 'metaclass M;', 'M', 'subclassification Metaobjects::Metaobject'],
    ['checkMetadataFeatureSpecialization', 'metaclass M; metadata m : M;', 'm', 'subsetting Metaobjects::metaobjects'],
    [
        'checkMetadataFeatureSemanticSpecialization',
        'class B; metaclass M :> Metaobjects::SemanticMetadata { :>> baseType = B meta KerML::Class; } #M class C;',
        'C',
        'subclassification P::B'
    ],
    [
        'checkMetadataFeatureSemanticSpecialization',
        'class B; metaclass M :> Metaobjects::SemanticMetadata { :>> baseType = B meta KerML::Class; } #M feature f;',
        'f',
        'typing P::B'
    ]
];

export const SYSML: readonly Row[] = [
    // definitions and usages
    ['checkUsageVariationDefinitionSpecialization', 'variation part def V { variant part a; }', 'V::a', 'typing P::V'],
    ['checkUsageVariationDefinitionSpecialization', 'part a; variation part def V { variant a; }', 'V/0', 'typing P::V'],
    ['checkUsageVariationDefinitionSpecialization', 'enum def E { a; }', 'E::a', 'typing P::E'],
    ['checkUsageVariationUsageSpecialization', 'variation part v { variant part a; }', 'v::a', 'subsetting P::v'],
    ['checkAttributeUsageSpecialization', 'attribute a;', 'a', 'subsetting Base::dataValues'],
    [
        'checkEventOccurrenceUsageSpecialization',
        'occurrence o { event occurrence e; }',
        'o::e',
        'subsetting Occurrences::Occurrence::timeEnclosedOccurrences'
    ],
    ['checkOccurrenceDefinitionIndividualSpecialization', 'individual def D;', 'D', 'subclassification Occurrences::Life'],
    ['checkOccurrenceDefinitionIndividualSpecialization', 'individual part def D;', 'D', 'subclassification Occurrences::Life'],
    ['checkOccurrenceUsageSpecialization', 'occurrence o;', 'o', 'subsetting Occurrences::occurrences'],
    [
        'checkOccurrenceUsageSuboccurrenceSpecialization',
        'action def A { part p; }',
        'A::p',
        'subsetting Occurrences::Occurrence::suboccurrences'
    ],
    ['checkOccurrenceUsageSnapshotSpecialization', 'part p { snapshot s; }', 'p::s', 'subsetting Occurrences::Occurrence::snapshots'],
    ['checkOccurrenceUsageTimeSliceSpecialization', 'part p { timeslice s; }', 'p::s', 'subsetting Occurrences::Occurrence::timeSlices'],
    ['checkItemDefinitionSpecialization', 'item def I;', 'I', 'subclassification Items::Item'],
    ['checkItemUsageSpecialization', 'part p { ref item i; }', 'p::i', 'subsetting Items::items'],
    ['checkItemUsageSubitemSpecialization', 'part p { item i; }', 'p::i', 'subsetting Items::Item::subitems'],
    ['checkPartDefinitionSpecialization', 'part def D;', 'D', 'subclassification Parts::Part'],
    ['checkPartUsageSpecialization', 'part p { ref part q; }', 'p::q', 'subsetting Parts::parts'],
    ['checkPartUsageSubpartSpecialization', 'item i { part p; }', 'i::p', 'subsetting Items::Item::subparts'],
    ['checkPartUsageActorSpecialization', 'requirement r { actor a; }', 'r::a', 'subsetting Requirements::RequirementCheck::actors'],
    ['checkPartUsageActorSpecialization', 'use case def U { actor a; }', 'U::a', 'subsetting Cases::Case::actors'],
    [
        'checkPartUsageStakeholderSpecialization',
        'viewpoint def V { stakeholder s; }',
        'V::s',
        'subsetting Requirements::RequirementCheck::stakeholders'
    ],
    ['checkPortDefinitionSpecialization', 'port def Q;', 'Q', 'subclassification Ports::Port'],
    ['checkPortUsageSpecialization', 'port q;', 'q', 'subsetting Ports::ports'],
    ['checkPortUsageOwnedPortSpecialization', 'part p { port q; }', 'p::q', 'subsetting Parts::Part::ownedPorts'],
    ['checkPortUsageSubportSpecialization', 'port def Q { port q; }', 'Q::q', 'subsetting Ports::Port::subports'],
    // connections and flows
    ['checkConnectionDefinitionSpecializations', 'connection def C;', 'C', 'subclassification Connections::Connection'],
    [
        'checkConnectionDefinitionBinarySpecialization',
        'connection def C { end a; end b; }',
        'C',
        'subclassification Connections::BinaryConnection'
    ],
    ['checkConnectionUsageSpecialization', 'connection c;', 'c', 'subsetting Connections::connections'],
    ['checkConnectionUsageBinarySpecialization', 'part p; connection c connect p to p;', 'c', 'subsetting Connections::binaryConnections'],
    [
        'checkConnectorBinaryObjectSpecialization',
        'connection def C { end a; end b; } connection c : C;',
        'c',
        'subsetting Objects::binaryLinkObjects'
    ],
    [
        'checkFeatureEndRedefinition',
        'connection def C { end a; end b; } part p; connect p to p;',
        '2/ends/0',
        'redefinition Links::BinaryLink::source'
    ],
    [
        'checkFeatureEndRedefinition',
        'interface def I { end port a; end port b; }',
        'I::a',
        'redefinition Interfaces::BinaryInterface::source'
    ],
    [
        'checkFeatureEndSpecialization',
        'connection def C { end a; end b; } connection def D :> C { end x; end y; end z; }',
        'D::z',
        'subsetting Links::Link::participant'
    ],
    ['checkInterfaceDefinitionSpecialization', 'interface def I;', 'I', 'subclassification Interfaces::Interface'],
    [
        'checkInterfaceDefinitionBinarySpecialization',
        'interface def I { end port a; end port b; }',
        'I',
        'subclassification Interfaces::BinaryInterface'
    ],
    ['checkInterfaceUsageSpecialization', 'interface i;', 'i', 'subsetting Interfaces::interfaces'],
    ['checkInterfaceUsageBinarySpecialization', 'port q; interface i connect q to q;', 'i', 'subsetting Interfaces::binaryInterfaces'],
    ['checkAllocationDefinitionSpecialization', 'allocation def A;', 'A', 'subclassification Allocations::Allocation'],
    ['checkAllocationUsageSpecialization', 'allocation a;', 'a', 'subsetting Allocations::allocations'],
    ['checkFlowDefinitionSpecialization', 'flow def F;', 'F', 'subclassification Flows::MessageAction'],
    ['checkFlowDefinitionBinarySpecialization', 'flow def F { end a; end b; }', 'F', 'subclassification Flows::Message'],
    ['checkFlowUsageSpecialization', 'message m;', 'm', 'subsetting Flows::messages'],
    ['checkFlowUsageFlowSpecialization', 'part p { item i; } flow f from p.i to p.i;', 'f', 'subsetting Flows::flows'],
    [
        'checkSuccessionFlowUsageSpecialization',
        'part p { item i; } succession flow f from p.i to p.i;',
        'f',
        'subsetting Flows::successionFlows'
    ],
    // actions
    ['checkActionDefinitionSpecialization', 'action def A;', 'A', 'subclassification Actions::Action'],
    ['checkActionUsageSpecialization', 'action a;', 'a', 'subsetting Actions::actions'],
    ['checkActionUsageSubactionSpecialization', 'action a { action b; }', 'a::b', 'subsetting Actions::Action::subactions'],
    ['checkSendActionUsageSubactionSpecialization', 'state s { do send 1; }', 's/0', 'subsetting Actions::Action::sendSubactions'],
    ['checkActionUsageOwnedActionSpecialization', 'part p { action a; }', 'p::a', 'subsetting Parts::Part::ownedActions'],
    ['checkActionUsageStateActionRedefinition', 'state s { entry; }', 's/0', 'redefinition States::StateAction::entryAction'],
    ['checkActionUsageStateActionRedefinition', 'state s { do action d; }', 's::d', 'redefinition States::StateAction::doAction'],
    ['checkActionUsageStateActionRedefinition', 'state def S { exit send 1; }', 'S/0', 'redefinition States::StateAction::exitAction'],
    ['checkMergeNodeSpecialization', 'action a { merge n; }', 'a::n', 'subsetting Actions::Action::merges'],
    ['checkDecisionNodeSpecialization', 'action a { decide n; }', 'a::n', 'subsetting Actions::Action::decisions'],
    ['checkJoinNodeSpecialization', 'action a { join n; }', 'a::n', 'subsetting Actions::Action::joins'],
    ['checkForkNodeSpecialization', 'action a { fork n; }', 'a::n', 'subsetting Actions::Action::forks'],
    ['checkSendActionUsageSpecialization', 'part p { action a send 1; }', 'p::a', 'subsetting Actions::sendActions'],
    ['checkSendActionUsageSubactionSpecialization', 'action b { action a send 1; }', 'b::a', 'subsetting Actions::Action::sendSubactions'],
    ['checkAcceptActionUsageSpecialization', 'part p { action a accept x; }', 'p::a', 'subsetting Actions::acceptActions'],
    [
        'checkAcceptActionUsageSubactionSpecialization',
        'action b { action a accept x; }',
        'b::a',
        'subsetting Actions::Action::acceptSubactions'
    ],
    [
        'checkAcceptActionUsageTriggerActionSpecialization',
        'state s { state a; transition t first a accept x then a; }',
        's::t/trigger',
        'redefinition Actions::TransitionAction::accepter'
    ],
    ['checkFeatureParameterRedefinition', 'action a accept x;', 'a/payload', 'redefinition Actions::AcceptMessageAction::payload'],
    [
        'checkAssignmentActionUsageSpecialization',
        'state s { entry assign v := 1; attribute v; }',
        's/0',
        'subsetting Actions::assignmentActions'
    ],
    [
        'checkAssignmentActionUsageSubactionSpecialization',
        'action a { attribute v; action b assign v := 1; }',
        'a::b',
        'subsetting Actions::Action::assignments'
    ],
    ['checkTerminateActionUsageSpecialization', 'part p { action a terminate; }', 'p::a', 'subsetting Actions::terminateActions'],
    [
        'checkTerminateActionUsageSubactionSpecialization',
        'action b { action a terminate; }',
        'b::a',
        'subsetting Actions::Action::terminateSubactions'
    ],
    ['checkIfActionUsageSpecialization', 'part p { action a if true { } }', 'p::a', 'subsetting Actions::ifThenActions'],
    ['checkIfActionUsageSpecialization', 'part p { action a if true { } else { } }', 'p::a', 'subsetting Actions::ifThenElseActions'],
    ['checkIfActionUsageSubactionSpecialization', 'action b { action a if true { } }', 'b::a', 'subsetting Actions::Action::ifSubactions'],
    [
        'checkFeatureParameterRedefinition',
        'action b { action a if true { } }',
        'b::a/thenAction',
        'redefinition Actions::IfThenAction::thenClause'
    ],
    ['checkWhileLoopActionUsageSpecialization', 'part p { action a while true { } }', 'p::a', 'subsetting Actions::whileLoopActions'],
    [
        'checkWhileLoopActionUsageSubactionSpecialization',
        'action b { action a loop { } }',
        'b::a',
        'subsetting Actions::Action::whileLoops'
    ],
    ['checkForLoopActionUsageSpecialization', 'part p { action a for i in 1..2 { } }', 'p::a', 'subsetting Actions::forLoopActions'],
    [
        'checkForLoopActionUsageSubactionSpecialization',
        'action b { action a for i in 1..2 { } }',
        'b::a',
        'subsetting Actions::Action::forLoops'
    ],
    ['checkForLoopActionUsageVarRedefinition', 'action a for i in 1..2 { }', 'a/variable', 'redefinition Actions::ForLoopAction::var'],
    ['checkPerformActionUsageSpecialization', 'part p { perform action a; }', 'p::a', 'subsetting Parts::Part::performedActions'],
    [
        'checkStepEnclosedPerformanceSpecialization',
        'action b { perform action a; }',
        'b::a',
        'subsetting Performances::Performance::enclosedPerformances'
    ],
    // states
    ['checkStateDefinitionSpecialization', 'state def S;', 'S', 'subclassification States::StateAction'],
    ['checkStateUsageSpecialization', 'state s;', 's', 'subsetting States::stateActions'],
    ['checkStateUsageExclusiveStateSpecialization', 'state s { state t; }', 's::t', 'subsetting States::StateAction::exclusiveStates'],
    ['checkStateUsageSubstateSpecialization', 'state s parallel { state t; }', 's::t', 'subsetting States::StateAction::substates'],
    ['checkStateUsageOwnedStateSpecialization', 'part p { state s; }', 'p::s', 'subsetting Parts::Part::ownedStates'],
    ['checkExhibitStateUsageSpecialization', 'state s; part p { exhibit s; }', 'p/0', 'subsetting Parts::Part::exhibitedStates'],
    [
        'checkTransitionUsageActionSpecialization',
        'action a { action b; action c; first b if true then c; }',
        'a/2',
        'subsetting Actions::Action::decisionTransitions'
    ],
    [
        'checkTransitionUsageStateSpecialization',
        'state s { state a; transition t first a then a; }',
        's::t',
        'subsetting States::StateAction::stateTransitions'
    ],
    [
        'checkTransitionUsageActionSpecialization',
        'state s { entry action i; transition t first i then a; state a; }',
        's::t',
        'subsetting Actions::Action::decisionTransitions'
    ],
    [
        'checkTransitionUsageTransitionFeatureSpecialization',
        'state s { state a; transition t first a if true then a; }',
        's::t/guard',
        'subsetting TransitionPerformances::TransitionPerformance::guard'
    ],
    [
        'checkTransitionUsageTransitionFeatureSpecialization',
        'state s { state a; transition t first a do send 1 then a; }',
        's::t/effect',
        'redefinition Actions::TransitionAction::effect'
    ],
    // calculations, constraints, requirements
    ['checkCalculationDefinitionSpecialization', 'calc def C;', 'C', 'subclassification Calculations::Calculation'],
    ['checkCalculationUsageSpecialization', 'calc c;', 'c', 'subsetting Calculations::calculations'],
    [
        'checkCalculationUsageSubcalculationSpecialization',
        'calc c { calc d; }',
        'c::d',
        'subsetting Calculations::Calculation::subcalculations'
    ],
    [
        'checkFeatureResultRedefinition',
        'calc def C { return r; } calc def D { return s; } calc c : C, D { return t; }',
        'c::t',
        'redefinition P::D::s'
    ],
    ['checkConstraintDefinitionSpecialization', 'constraint def C;', 'C', 'subclassification Constraints::ConstraintCheck'],
    ['checkConstraintUsageSpecialization', 'constraint c;', 'c', 'subsetting Constraints::constraintChecks'],
    [
        'checkConstraintUsageCheckedConstraintSpecialization',
        'item i { constraint c; }',
        'i::c',
        'subsetting Items::Item::checkedConstraints'
    ],
    [
        'checkConstraintUsageRequirementConstraintSpecialization',
        'requirement r { assume constraint c; }',
        'r::c',
        'subsetting Requirements::RequirementCheck::assumptions'
    ],
    [
        'checkConstraintUsageRequirementConstraintSpecialization',
        'requirement r { require constraint c; }',
        'r::c',
        'subsetting Requirements::RequirementCheck::constraints'
    ],
    ['checkAssertConstraintUsageSpecialization', 'assert constraint c;', 'c', 'subsetting Constraints::assertedConstraintChecks'],
    ['checkAssertConstraintUsageSpecialization', 'assert not constraint c;', 'c', 'subsetting Constraints::negatedConstraintChecks'],
    ['checkRequirementDefinitionSpecialization', 'requirement def R;', 'R', 'subclassification Requirements::RequirementCheck'],
    ['checkRequirementUsageSpecialization', 'requirement r;', 'r', 'subsetting Requirements::requirementChecks'],
    [
        'checkRequirementUsageSubrequirementSpecialization',
        'requirement r { requirement s; }',
        'r::s',
        'subsetting Requirements::RequirementCheck::subrequirements'
    ],
    [
        'checkRequirementUsageRequirementVerificationSpecialization',
        'verification v { objective { verify requirement r; } }',
        'v/0/0',
        'subsetting VerificationCases::VerificationCase::obj::requirementVerifications'
    ],
    ['checkRequirementUsageObjectiveRedefinition', 'use case def U { objective o; }', 'U::o', 'redefinition UseCases::UseCase::obj'],
    [
        'checkRequirementUsageObjectiveRedefinition',
        'case def C { objective a; } case def D { objective b; } case c : C, D { objective o; }',
        'c::o',
        'redefinition P::D::b'
    ],
    [
        'checkFeatureParameterRedefinition',
        'requirement def R { subject s; } requirement r : R { in x; subject t; }',
        'r::t',
        'redefinition P::R::s'
    ],
    ['checkSatisfyRequirementUsageSpecialization', 'satisfy requirement r;', 'r', 'subsetting Requirements::satisfiedRequirementChecks'],
    [
        'checkSatisfyRequirementUsageSpecialization',
        'not satisfy requirement r;',
        'r',
        'subsetting Requirements::notSatisfiedRequirementChecks'
    ],
    ['checkConcernDefinitionSpecialization', 'concern def C;', 'C', 'subclassification Requirements::ConcernCheck'],
    ['checkConcernUsageSpecialization', 'concern c;', 'c', 'subsetting Requirements::concernChecks'],
    [
        'checkConcernUsageFramedConcernSpecialization',
        'viewpoint v { frame concern c; }',
        'v::c',
        'subsetting Requirements::RequirementCheck::concerns'
    ],
    // cases
    ['checkCaseDefinitionSpecialization', 'case def C;', 'C', 'subclassification Cases::Case'],
    ['checkCaseUsageSpecialization', 'case c;', 'c', 'subsetting Cases::cases'],
    ['checkCaseUsageSubcaseSpecialization', 'analysis a { case c; }', 'a::c', 'subsetting Cases::Case::subcases'],
    ['checkAnalysisCaseDefinitionSpecialization', 'analysis def A;', 'A', 'subclassification AnalysisCases::AnalysisCase'],
    ['checkAnalysisCaseUsageSpecialization', 'analysis a;', 'a', 'subsetting AnalysisCases::analysisCases'],
    [
        'checkAnalysisCaseUsageSubAnalysisCaseSpecialization',
        'analysis a { analysis b; }',
        'a::b',
        'subsetting AnalysisCases::AnalysisCase::subAnalysisCases'
    ],
    ['checkVerificationCaseSpecialization', 'verification def V;', 'V', 'subclassification VerificationCases::VerificationCase'],
    ['checkVerificationCaseUsageSpecialization', 'verification v;', 'v', 'subsetting VerificationCases::verificationCases'],
    [
        'checkVerificationCaseUsageSubVerificationCaseSpecialization',
        'verification v { verification w; }',
        'v::w',
        'subsetting VerificationCases::VerificationCase::subVerificationCases'
    ],
    ['checkUseCaseDefinitionSpecialization', 'use case def U;', 'U', 'subclassification UseCases::UseCase'],
    ['checkUseCaseUsageSpecialization', 'use case u;', 'u', 'subsetting UseCases::useCases'],
    ['checkUseCaseUsageSubUseCaseSpecialization', 'use case u { use case v; }', 'u::v', 'subsetting UseCases::UseCase::subUseCases'],
    ['checkIncludeUseCaseSpecialization', 'use case u { include use case v; }', 'u::v', 'subsetting UseCases::UseCase::includedUseCases'],
    // views and metadata
    ['checkViewDefinitionSpecialization', 'view def V;', 'V', 'subclassification Views::View'],
    ['checkViewUsageSpecialization', 'view v;', 'v', 'subsetting Views::views'],
    ['checkViewUsageSubviewSpecialization', 'view def V { view v; }', 'V::v', 'subsetting Views::View::subviews'],
    ['checkViewpointDefinitionSpecialization', 'viewpoint def V;', 'V', 'subclassification Views::ViewpointCheck'],
    ['checkViewpointUsageSpecialization', 'viewpoint v;', 'v', 'subsetting Views::viewpointChecks'],
    [
        'checkViewpointUsageViewpointSatisfactionSpecialization',
        'view v { viewpoint w; }',
        'v::w',
        'subsetting Views::View::viewpointSatisfactions'
    ],
    ['checkRenderingDefinitionSpecialization', 'rendering def R;', 'R', 'subclassification Views::Rendering'],
    ['checkRenderingUsageSpecialization', 'rendering r;', 'r', 'subsetting Views::renderings'],
    ['checkRenderingUsageSubrenderingSpecialization', 'rendering r { rendering s; }', 'r::s', 'subsetting Views::Rendering::subrenderings'],
    ['checkRenderingUsageRedefinition', 'rendering r; view v { render r; }', 'v/0', 'redefinition Views::View::viewRendering'],
    ['checkMetadataDefinitionSpecialization', 'metadata def M;', 'M', 'subclassification Metadata::MetadataItem'],
    ['checkMetadataUsageSpecialization', 'metadata def M; metadata m : M;', 'm', 'subsetting Metadata::metadataItems'],
    [
        'checkMetadataFeatureSemanticSpecialization',
        'part b; metadata def M :> Metaobjects::SemanticMetadata { :>> baseType = b meta SysML::PartUsage; } #M part p;',
        'p',
        'subsetting P::b'
    ]
];
