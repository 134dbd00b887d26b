/**
 * The implied relationships whose targets are elements of the standard library (KerML Tables 8 to 11, SysML Tables 31 to 33), and the
 * specializations between those targets. Where a table and a constraint of the standards differ, the library's name applies. Depends on the
 * resolver only through the query of a condition.
 */
import type { AstNode } from '../generated/tree.js';
import { endsOf, featuringOwnerOf, isComposite, isOwnedBy, ownedEndsOf } from './features.js';
import type { ImpliedKind, SemanticQuery } from './implied-relationship.js';
import { isMetaclass } from './metaclass.js';
import { membershipOf } from './memberships.js';
import type { MetaclassName } from './metaclasses.js';

type Condition = (element: AstNode, query: SemanticQuery) => boolean;

export interface LibraryRow {
    readonly constraint: string;
    /** The row applies to instances of this metaclass and its subclasses. */
    readonly metaclass: MetaclassName;
    /** Subclasses with a more specific row of the same meaning. */
    readonly except?: MetaclassName;
    /** The kind of relationship; default subclassification for definitions and subsetting for features. */
    readonly kind?: ImpliedKind;
    readonly target: string;
    /** Without a condition the row is the base of its metaclass. */
    readonly when?: Condition;
}

// --- Conditions -----------------------------------------------------------------------------------------------------

const all =
    (...conditions: readonly Condition[]): Condition =>
    (e, q) => {
        // evaluated for nearly every element: the loop avoids creating a function each time
        for (const condition of conditions) {
            if (!condition(e, q)) {
                return false;
            }
        }
        return true;
    };
const not =
    (condition: Condition): Condition =>
    (e, q) =>
        !condition(e, q);
/** The owning type is an instance of one of the metaclasses. */
const inside =
    (...metaclasses: readonly MetaclassName[]): Condition =>
    e =>
        isOwnedBy(e, metaclasses);
/** The owning type is a definition of the metaclass, or a feature that is typed by one. */
const inTyped =
    (metaclass: MetaclassName): Condition =>
    (e, q) => {
        const owner = featuringOwnerOf(e);
        return owner !== undefined && isTypedBy(owner, metaclass, q, new Set());
    };
/** A typing of the feature itself resolves to a definition of the metaclass. */
const declaresType =
    (metaclass: MetaclassName): Condition =>
    (e, q) =>
        (e.relationships ?? NO_RELATIONSHIPS).some(r => r.$type === 'FeatureTyping') &&
        q.declaredGenerals(e).some(g => g.$type === 'Definition' && isMetaclass(g, metaclass));
const membership =
    (metaclass: MetaclassName): Condition =>
    e =>
        membershipOf(e) === metaclass;
/** The keyword before the declaration: `entry`, `assume` … */
const word =
    (...words: readonly string[]): Condition =>
    e =>
        words.includes(e.membership ?? '');

const composite: Condition = isComposite;
const portion: Condition = e => e.isPortion === true;
const binary: Condition = e => ownedEndsOf(e).length === 2;
/** Two end features, including inherited ones (KerML 8.3.4.4, 8.3.4.5: `endFeature`, `connectorEnd`). */
const binaryByInheritance: Condition = (e, q) =>
    q.declaredGenerals(e).reduce((count, general) => Math.max(count, endsOf(general, q.generals).length), ownedEndsOf(e).length) === 2;
const withEnds: Condition = e => ownedEndsOf(e).length > 0;
const negated: Condition = e => e.isNegated === true;
const affirmed: Condition = not(negated);
const individual: Condition = e => e.isIndividual === true;
const snapshot: Condition = e => e.portionKind === 'snapshot';
const timeslice: Condition = e => e.portionKind === 'timeslice';
const trigger: Condition = e => e.$containerProperty === 'trigger';
const effect: Condition = e => e.$containerProperty === 'effect';
const loopVariable: Condition = e => e.$containerProperty === 'variable';
const withElse: Condition = e => e.elseAction !== undefined;
/** `ActionUsage::isSubactionUsage()` (SysML 8.3.17.4). */
const subaction: Condition = all(composite, inside('ActionDefinition', 'ActionUsage'), not(word('entry', 'exit')));
/** `StateUsage::isSubstateUsage()` (SysML 8.3.18.6). */
const substate: Condition = all(composite, inside('StateDefinition', 'StateUsage'), not(word('entry', 'do', 'exit')));
const inParallel: Condition = e => featuringOwnerOf(e)?.isParallel === true;
const exclusiveState: Condition = all(substate, not(inParallel));
const parallelState: Condition = all(substate, inParallel);
/** The transition leaves a state: its named source, else the preceding step. */
const fromState: Condition = (e, q) => {
    const { source } = e;
    const from = source !== undefined ? q.resolve(source) : precedingStepOf(e);
    return from !== undefined && isMetaclass(from, 'StateUsage');
};

const NO_RELATIONSHIPS: readonly AstNode[] = Object.freeze([]);

/** The metaclass of the types that usages of a metaclass always have, known without the resolver. */
const TYPED_BY: readonly (readonly [usage: MetaclassName, type: MetaclassName])[] = [
    ['ItemUsage', 'Structure'],
    ['ItemUsage', 'Class'],
    ['PortUsage', 'Structure'],
    ['OccurrenceUsage', 'Class'],
    ['Step', 'Class'],
    ['AttributeUsage', 'DataType']
];

function isTypedBy(type: AstNode, metaclass: MetaclassName, query: SemanticQuery, seen: Set<AstNode>): boolean {
    if (type.$type === 'Definition') {
        return isMetaclass(type, metaclass);
    }
    if (TYPED_BY.some(([usage, typing]) => typing === metaclass && isMetaclass(type, usage))) {
        return true;
    }
    if (seen.has(type)) {
        return false;
    }
    seen.add(type);
    return query.declaredGenerals(type).some(g => isTypedBy(g, metaclass, query, seen));
}

/** The step that a transition without a source follows (SysML 8.2.2.18.1): the nearest preceding one that is no connector or transition. */
function precedingStepOf(transition: AstNode): AstNode | undefined {
    const members: readonly AstNode[] = transition.$container?.members ?? [];
    for (let i = members.indexOf(transition) - 1; i >= 0; i--) {
        const member = members[i];
        if (isMetaclass(member, 'Feature') && !isMetaclass(member, 'Connector') && !isMetaclass(member, 'TransitionUsage')) {
            return member;
        }
    }
    return undefined;
}

// --- Rows -----------------------------------------------------------------------------------------------------------

export const LIBRARY_ROWS: readonly LibraryRow[] = [
    // KerML core (Tables 8 and 9)
    { constraint: 'checkTypeSpecialization', metaclass: 'Classifier', target: 'Base::Anything' },
    { constraint: 'checkFeatureSpecialization', metaclass: 'Feature', target: 'Base::things' },
    {
        constraint: 'checkFeatureDataValueSpecialization',
        metaclass: 'Feature',
        target: 'Base::dataValues',
        except: 'AttributeUsage',
        when: declaresType('DataType')
    },
    {
        constraint: 'checkFeatureOccurrenceSpecialization',
        metaclass: 'Feature',
        target: 'Occurrences::occurrences',
        except: 'OccurrenceUsage',
        when: declaresType('Class')
    },
    { constraint: 'checkFeatureObjectSpecialization', metaclass: 'Feature', target: 'Objects::objects', when: declaresType('Structure') },
    {
        constraint: 'checkFeatureSuboccurrenceSpecialization',
        metaclass: 'Feature',
        target: 'Occurrences::Occurrence::suboccurrences',
        except: 'OccurrenceUsage',
        when: all(composite, inTyped('Class'), declaresType('Class'))
    },
    {
        constraint: 'checkFeatureSubobjectSpecialization',
        metaclass: 'Feature',
        target: 'Objects::Object::subobjects',
        when: all(composite, inTyped('Structure'), declaresType('Structure'))
    },
    {
        constraint: 'checkFeaturePortionSpecialization',
        metaclass: 'Feature',
        target: 'Occurrences::Occurrence::portions',
        except: 'Usage',
        when: all(portion, inTyped('Class'), declaresType('Class'))
    },
    { constraint: 'checkMultiplicitySpecialization', metaclass: 'Multiplicity', target: 'Base::naturals' },
    // KerML kernel (Table 10)
    { constraint: 'checkDataTypeSpecialization', metaclass: 'DataType', target: 'Base::DataValue' },
    { constraint: 'checkClassSpecialization', metaclass: 'Class', target: 'Occurrences::Occurrence' },
    { constraint: 'checkStructureSpecialization', metaclass: 'Structure', target: 'Objects::Object' },
    { constraint: 'checkAssociationSpecialization', metaclass: 'Association', target: 'Links::Link' },
    { constraint: 'checkAssociationBinarySpecialization', metaclass: 'Association', target: 'Links::BinaryLink', when: binary },
    { constraint: 'checkAssociationStructureSpecialization', metaclass: 'AssociationStructure', target: 'Objects::LinkObject' },
    {
        constraint: 'checkAssociationStructureBinarySpecialization',
        metaclass: 'AssociationStructure',
        target: 'Objects::BinaryLinkObject',
        when: binaryByInheritance
    },
    { constraint: 'checkConnectorSpecialization', metaclass: 'Connector', target: 'Links::links' },
    { constraint: 'checkConnectorBinarySpecialization', metaclass: 'Connector', target: 'Links::binaryLinks', when: binaryByInheritance },
    {
        constraint: 'checkConnectorObjectSpecialization',
        metaclass: 'Connector',
        target: 'Objects::linkObjects',
        when: declaresType('AssociationStructure')
    },
    {
        constraint: 'checkConnectorBinaryObjectSpecialization',
        metaclass: 'Connector',
        target: 'Objects::binaryLinkObjects',
        when: all(binaryByInheritance, declaresType('AssociationStructure'))
    },
    { constraint: 'checkBindingConnectorSpecialization', metaclass: 'BindingConnector', target: 'Links::selfLinks' },
    { constraint: 'checkSuccessionSpecialization', metaclass: 'Succession', target: 'Occurrences::happensBeforeLinks' },
    { constraint: 'checkBehaviorSpecialization', metaclass: 'Behavior', target: 'Performances::Performance' },
    { constraint: 'checkStepSpecialization', metaclass: 'Step', target: 'Performances::performances' },
    {
        constraint: 'checkStepEnclosedPerformanceSpecialization',
        metaclass: 'Step',
        target: 'Performances::Performance::enclosedPerformances',
        when: inside('Behavior', 'Step')
    },
    {
        constraint: 'checkStepSubperformanceSpecialization',
        metaclass: 'Step',
        target: 'Performances::Performance::subperformances',
        when: all(composite, inside('Behavior', 'Step'))
    },
    {
        constraint: 'checkStepOwnedPerformanceSpecialization',
        metaclass: 'Step',
        target: 'Objects::Object::ownedPerformances',
        when: all(composite, inTyped('Structure'))
    },
    { constraint: 'checkFunctionSpecialization', metaclass: 'Function', target: 'Performances::Evaluation' },
    { constraint: 'checkPredicateSpecialization', metaclass: 'Predicate', target: 'Performances::BooleanEvaluation' },
    { constraint: 'checkExpressionSpecialization', metaclass: 'Expression', target: 'Performances::evaluations' },
    { constraint: 'checkBooleanExpressionSpecialization', metaclass: 'BooleanExpression', target: 'Performances::booleanEvaluations' },
    { constraint: 'checkInvariantSpecialization', metaclass: 'Invariant', target: 'Performances::trueEvaluations', when: affirmed },
    { constraint: 'checkInvariantSpecialization', metaclass: 'Invariant', target: 'Performances::falseEvaluations', when: negated },
    { constraint: 'checkNullExpressionSpecialization', metaclass: 'NullExpression', target: 'Performances::nullEvaluations' },
    { constraint: 'checkLiteralExpressionSpecialization', metaclass: 'LiteralExpression', target: 'Performances::literalEvaluations' },
    { constraint: 'checkLiteralBooleanSpecialization', metaclass: 'LiteralBoolean', target: 'Performances::literalBooleanEvaluations' },
    { constraint: 'checkLiteralInfinitySpecialization', metaclass: 'LiteralInfinity', target: 'Performances::literalIntegerEvaluations' },
    { constraint: 'checkLiteralIntegerSpecialization', metaclass: 'LiteralInteger', target: 'Performances::literalIntegerEvaluations' },
    { constraint: 'checkLiteralRationalSpecialization', metaclass: 'LiteralRational', target: 'Performances::literalRationalEvaluations' },
    { constraint: 'checkLiteralStringSpecialization', metaclass: 'LiteralString', target: 'Performances::literalStringEvaluations' },
    {
        constraint: 'checkConstructorExpressionSpecialization',
        metaclass: 'ConstructorExpression',
        target: 'Performances::constructorEvaluations'
    },
    {
        constraint: 'checkMetadataAccessExpressionSpecialization',
        metaclass: 'MetadataAccessExpression',
        target: 'Performances::metadataAccessEvaluations'
    },
    { constraint: 'checkFlowSpecialization', metaclass: 'Flow', target: 'Transfers::transfers' },
    { constraint: 'checkFlowWithEndsSpecialization', metaclass: 'Flow', target: 'Transfers::flowTransfers', when: withEnds },
    {
        constraint: 'checkPayloadFeatureRedefinition',
        metaclass: 'PayloadFeature',
        target: 'Transfers::Transfer::payload',
        kind: 'redefinition'
    },
    { constraint: 'checkSuccessionFlowSpecialization', metaclass: 'SuccessionFlow', target: 'Transfers::flowTransfersBefore' },
    { constraint: 'checkMetaclassSpecialization', metaclass: 'Metaclass', target: 'Metaobjects::Metaobject' },
    { constraint: 'checkMetadataFeatureSpecialization', metaclass: 'MetadataFeature', target: 'Metaobjects::metaobjects' },
    // SysML definitions (Table 31)
    {
        constraint: 'checkOccurrenceDefinitionIndividualSpecialization',
        metaclass: 'OccurrenceDefinition',
        target: 'Occurrences::Life',
        when: individual
    },
    { constraint: 'checkItemDefinitionSpecialization', metaclass: 'ItemDefinition', target: 'Items::Item' },
    { constraint: 'checkPartDefinitionSpecialization', metaclass: 'PartDefinition', target: 'Parts::Part' },
    { constraint: 'checkPortDefinitionSpecialization', metaclass: 'PortDefinition', target: 'Ports::Port' },
    { constraint: 'checkConnectionDefinitionSpecializations', metaclass: 'ConnectionDefinition', target: 'Connections::Connection' },
    {
        constraint: 'checkConnectionDefinitionBinarySpecialization',
        metaclass: 'ConnectionDefinition',
        target: 'Connections::BinaryConnection',
        when: binary
    },
    { constraint: 'checkInterfaceDefinitionSpecialization', metaclass: 'InterfaceDefinition', target: 'Interfaces::Interface' },
    {
        constraint: 'checkInterfaceDefinitionBinarySpecialization',
        metaclass: 'InterfaceDefinition',
        target: 'Interfaces::BinaryInterface',
        when: binary
    },
    { constraint: 'checkAllocationDefinitionSpecialization', metaclass: 'AllocationDefinition', target: 'Allocations::Allocation' },
    { constraint: 'checkFlowDefinitionSpecialization', metaclass: 'FlowDefinition', target: 'Flows::MessageAction' },
    { constraint: 'checkFlowDefinitionBinarySpecialization', metaclass: 'FlowDefinition', target: 'Flows::Message', when: binary },
    { constraint: 'checkActionDefinitionSpecialization', metaclass: 'ActionDefinition', target: 'Actions::Action' },
    { constraint: 'checkStateDefinitionSpecialization', metaclass: 'StateDefinition', target: 'States::StateAction' },
    { constraint: 'checkCalculationDefinitionSpecialization', metaclass: 'CalculationDefinition', target: 'Calculations::Calculation' },
    { constraint: 'checkConstraintDefinitionSpecialization', metaclass: 'ConstraintDefinition', target: 'Constraints::ConstraintCheck' },
    {
        constraint: 'checkRequirementDefinitionSpecialization',
        metaclass: 'RequirementDefinition',
        target: 'Requirements::RequirementCheck'
    },
    { constraint: 'checkConcernDefinitionSpecialization', metaclass: 'ConcernDefinition', target: 'Requirements::ConcernCheck' },
    { constraint: 'checkCaseDefinitionSpecialization', metaclass: 'CaseDefinition', target: 'Cases::Case' },
    { constraint: 'checkAnalysisCaseDefinitionSpecialization', metaclass: 'AnalysisCaseDefinition', target: 'AnalysisCases::AnalysisCase' },
    {
        constraint: 'checkVerificationCaseSpecialization',
        metaclass: 'VerificationCaseDefinition',
        target: 'VerificationCases::VerificationCase'
    },
    { constraint: 'checkUseCaseDefinitionSpecialization', metaclass: 'UseCaseDefinition', target: 'UseCases::UseCase' },
    { constraint: 'checkViewDefinitionSpecialization', metaclass: 'ViewDefinition', target: 'Views::View' },
    { constraint: 'checkViewpointDefinitionSpecialization', metaclass: 'ViewpointDefinition', target: 'Views::ViewpointCheck' },
    { constraint: 'checkRenderingDefinitionSpecialization', metaclass: 'RenderingDefinition', target: 'Views::Rendering' },
    { constraint: 'checkMetadataDefinitionSpecialization', metaclass: 'MetadataDefinition', target: 'Metadata::MetadataItem' },
    // SysML usages (Table 32): attributes, occurrences, items, parts, ports
    { constraint: 'checkAttributeUsageSpecialization', metaclass: 'AttributeUsage', target: 'Base::dataValues' },
    { constraint: 'checkOccurrenceUsageSpecialization', metaclass: 'OccurrenceUsage', target: 'Occurrences::occurrences' },
    {
        constraint: 'checkOccurrenceUsageSuboccurrenceSpecialization',
        metaclass: 'OccurrenceUsage',
        target: 'Occurrences::Occurrence::suboccurrences',
        when: all(composite, inTyped('Class'))
    },
    {
        constraint: 'checkOccurrenceUsageSnapshotSpecialization',
        metaclass: 'OccurrenceUsage',
        target: 'Occurrences::Occurrence::snapshots',
        when: snapshot
    },
    {
        constraint: 'checkOccurrenceUsageTimeSliceSpecialization',
        metaclass: 'OccurrenceUsage',
        target: 'Occurrences::Occurrence::timeSlices',
        when: timeslice
    },
    {
        constraint: 'checkEventOccurrenceUsageSpecialization',
        metaclass: 'EventOccurrenceUsage',
        target: 'Occurrences::Occurrence::timeEnclosedOccurrences',
        when: inside('OccurrenceDefinition', 'OccurrenceUsage')
    },
    { constraint: 'checkItemUsageSpecialization', metaclass: 'ItemUsage', target: 'Items::items' },
    {
        constraint: 'checkItemUsageSubitemSpecialization',
        metaclass: 'ItemUsage',
        target: 'Items::Item::subitems',
        when: all(composite, inside('ItemDefinition', 'ItemUsage'))
    },
    { constraint: 'checkPartUsageSpecialization', metaclass: 'PartUsage', target: 'Parts::parts' },
    {
        constraint: 'checkPartUsageSubpartSpecialization',
        metaclass: 'PartUsage',
        target: 'Items::Item::subparts',
        when: all(composite, inside('ItemDefinition', 'ItemUsage'))
    },
    {
        constraint: 'checkPartUsageActorSpecialization',
        metaclass: 'PartUsage',
        target: 'Requirements::RequirementCheck::actors',
        when: all(membership('ActorMembership'), inside('RequirementDefinition', 'RequirementUsage'))
    },
    {
        constraint: 'checkPartUsageActorSpecialization',
        metaclass: 'PartUsage',
        target: 'Cases::Case::actors',
        when: all(membership('ActorMembership'), not(inside('RequirementDefinition', 'RequirementUsage')))
    },
    {
        constraint: 'checkPartUsageStakeholderSpecialization',
        metaclass: 'PartUsage',
        target: 'Requirements::RequirementCheck::stakeholders',
        when: membership('StakeholderMembership')
    },
    { constraint: 'checkPortUsageSpecialization', metaclass: 'PortUsage', target: 'Ports::ports' },
    {
        constraint: 'checkPortUsageOwnedPortSpecialization',
        metaclass: 'PortUsage',
        target: 'Parts::Part::ownedPorts',
        when: inside('PartDefinition', 'PartUsage')
    },
    {
        constraint: 'checkPortUsageSubportSpecialization',
        metaclass: 'PortUsage',
        target: 'Ports::Port::subports',
        when: all(composite, inside('PortDefinition', 'PortUsage'))
    },
    // SysML usages: connections, interfaces, allocations, flows
    { constraint: 'checkConnectionUsageSpecialization', metaclass: 'ConnectionUsage', target: 'Connections::connections' },
    {
        constraint: 'checkConnectionUsageBinarySpecialization',
        metaclass: 'ConnectionUsage',
        target: 'Connections::binaryConnections',
        when: binary
    },
    { constraint: 'checkInterfaceUsageSpecialization', metaclass: 'InterfaceUsage', target: 'Interfaces::interfaces' },
    {
        constraint: 'checkInterfaceUsageBinarySpecialization',
        metaclass: 'InterfaceUsage',
        target: 'Interfaces::binaryInterfaces',
        when: binary
    },
    { constraint: 'checkAllocationUsageSpecialization', metaclass: 'AllocationUsage', target: 'Allocations::allocations' },
    { constraint: 'checkFlowUsageSpecialization', metaclass: 'FlowUsage', target: 'Flows::messages' },
    { constraint: 'checkFlowUsageFlowSpecialization', metaclass: 'FlowUsage', target: 'Flows::flows', when: withEnds },
    { constraint: 'checkSuccessionFlowUsageSpecialization', metaclass: 'SuccessionFlowUsage', target: 'Flows::successionFlows' },
    // SysML usages: actions
    { constraint: 'checkActionUsageSpecialization', metaclass: 'ActionUsage', target: 'Actions::actions' },
    {
        constraint: 'checkActionUsageSubactionSpecialization',
        metaclass: 'ActionUsage',
        target: 'Actions::Action::subactions',
        when: subaction
    },
    {
        constraint: 'checkActionUsageOwnedActionSpecialization',
        metaclass: 'ActionUsage',
        target: 'Parts::Part::ownedActions',
        when: all(composite, inside('PartDefinition', 'PartUsage'))
    },
    {
        constraint: 'checkActionUsageStateActionRedefinition',
        metaclass: 'ActionUsage',
        target: 'States::StateAction::entryAction',
        kind: 'redefinition',
        when: word('entry')
    },
    {
        constraint: 'checkActionUsageStateActionRedefinition',
        metaclass: 'ActionUsage',
        target: 'States::StateAction::doAction',
        kind: 'redefinition',
        when: word('do')
    },
    {
        constraint: 'checkActionUsageStateActionRedefinition',
        metaclass: 'ActionUsage',
        target: 'States::StateAction::exitAction',
        kind: 'redefinition',
        when: word('exit')
    },
    { constraint: 'checkMergeNodeSpecialization', metaclass: 'MergeNode', target: 'Actions::Action::merges' },
    { constraint: 'checkDecisionNodeSpecialization', metaclass: 'DecisionNode', target: 'Actions::Action::decisions' },
    { constraint: 'checkJoinNodeSpecialization', metaclass: 'JoinNode', target: 'Actions::Action::joins' },
    { constraint: 'checkForkNodeSpecialization', metaclass: 'ForkNode', target: 'Actions::Action::forks' },
    { constraint: 'checkSendActionUsageSpecialization', metaclass: 'SendActionUsage', target: 'Actions::sendActions' },
    {
        constraint: 'checkSendActionUsageSubactionSpecialization',
        metaclass: 'SendActionUsage',
        target: 'Actions::Action::sendSubactions',
        when: subaction
    },
    {
        constraint: 'checkAcceptActionUsageSpecialization',
        metaclass: 'AcceptActionUsage',
        target: 'Actions::acceptActions',
        when: not(trigger)
    },
    {
        constraint: 'checkAcceptActionUsageSubactionSpecialization',
        metaclass: 'AcceptActionUsage',
        target: 'Actions::Action::acceptSubactions',
        when: all(subaction, not(trigger))
    },
    {
        constraint: 'checkAcceptActionUsageTriggerActionSpecialization',
        metaclass: 'AcceptActionUsage',
        target: 'Actions::TransitionAction::accepter',
        kind: 'redefinition',
        when: trigger
    },
    { constraint: 'checkAssignmentActionUsageSpecialization', metaclass: 'AssignmentActionUsage', target: 'Actions::assignmentActions' },
    {
        constraint: 'checkAssignmentActionUsageSubactionSpecialization',
        metaclass: 'AssignmentActionUsage',
        target: 'Actions::Action::assignments',
        when: subaction
    },
    { constraint: 'checkTerminateActionUsageSpecialization', metaclass: 'TerminateActionUsage', target: 'Actions::terminateActions' },
    {
        constraint: 'checkTerminateActionUsageSubactionSpecialization',
        metaclass: 'TerminateActionUsage',
        target: 'Actions::Action::terminateSubactions',
        when: subaction
    },
    { constraint: 'checkIfActionUsageSpecialization', metaclass: 'IfActionUsage', target: 'Actions::ifThenActions', when: not(withElse) },
    { constraint: 'checkIfActionUsageSpecialization', metaclass: 'IfActionUsage', target: 'Actions::ifThenElseActions', when: withElse },
    {
        constraint: 'checkIfActionUsageSubactionSpecialization',
        metaclass: 'IfActionUsage',
        target: 'Actions::Action::ifSubactions',
        when: subaction
    },
    { constraint: 'checkWhileLoopActionUsageSpecialization', metaclass: 'WhileLoopActionUsage', target: 'Actions::whileLoopActions' },
    {
        constraint: 'checkWhileLoopActionUsageSubactionSpecialization',
        metaclass: 'WhileLoopActionUsage',
        target: 'Actions::Action::whileLoops',
        when: subaction
    },
    { constraint: 'checkForLoopActionUsageSpecialization', metaclass: 'ForLoopActionUsage', target: 'Actions::forLoopActions' },
    {
        constraint: 'checkForLoopActionUsageSubactionSpecialization',
        metaclass: 'ForLoopActionUsage',
        target: 'Actions::Action::forLoops',
        when: subaction
    },
    {
        constraint: 'checkForLoopActionUsageVarRedefinition',
        metaclass: 'ReferenceUsage',
        target: 'Actions::ForLoopAction::var',
        kind: 'redefinition',
        when: loopVariable
    },
    {
        constraint: 'checkPerformActionUsageSpecialization',
        metaclass: 'PerformActionUsage',
        target: 'Parts::Part::performedActions',
        when: inside('PartDefinition', 'PartUsage')
    },
    // SysML usages: states and transitions
    { constraint: 'checkStateUsageSpecialization', metaclass: 'StateUsage', target: 'States::stateActions' },
    {
        constraint: 'checkStateUsageExclusiveStateSpecialization',
        metaclass: 'StateUsage',
        target: 'States::StateAction::exclusiveStates',
        when: exclusiveState
    },
    {
        constraint: 'checkStateUsageSubstateSpecialization',
        metaclass: 'StateUsage',
        target: 'States::StateAction::substates',
        when: parallelState
    },
    {
        constraint: 'checkStateUsageOwnedStateSpecialization',
        metaclass: 'StateUsage',
        target: 'Parts::Part::ownedStates',
        when: all(composite, inside('PartDefinition', 'PartUsage'))
    },
    {
        constraint: 'checkExhibitStateUsageSpecialization',
        metaclass: 'ExhibitStateUsage',
        target: 'Parts::Part::exhibitedStates',
        when: inside('PartDefinition', 'PartUsage')
    },
    { constraint: 'checkTransitionUsageSpecialization', metaclass: 'TransitionUsage', target: 'Actions::transitionActions' },
    {
        constraint: 'checkTransitionUsageActionSpecialization',
        metaclass: 'TransitionUsage',
        target: 'Actions::Action::decisionTransitions',
        when: all(composite, inside('ActionDefinition', 'ActionUsage'), not(fromState))
    },
    {
        constraint: 'checkTransitionUsageStateSpecialization',
        metaclass: 'TransitionUsage',
        target: 'States::StateAction::stateTransitions',
        when: all(composite, inside('StateDefinition', 'StateUsage'), fromState)
    },
    {
        constraint: 'checkTransitionUsageTransitionFeatureSpecialization',
        metaclass: 'Expression',
        target: 'TransitionPerformances::TransitionPerformance::guard',
        when: membership('TransitionFeatureMembership')
    },
    {
        constraint: 'checkTransitionUsageTransitionFeatureSpecialization',
        metaclass: 'ActionUsage',
        target: 'Actions::TransitionAction::effect',
        kind: 'redefinition',
        when: effect
    },
    // SysML usages: calculations, constraints, requirements
    { constraint: 'checkCalculationUsageSpecialization', metaclass: 'CalculationUsage', target: 'Calculations::calculations' },
    {
        constraint: 'checkCalculationUsageSubcalculationSpecialization',
        metaclass: 'CalculationUsage',
        target: 'Calculations::Calculation::subcalculations',
        when: all(composite, inside('CalculationDefinition', 'CalculationUsage'))
    },
    { constraint: 'checkConstraintUsageSpecialization', metaclass: 'ConstraintUsage', target: 'Constraints::constraintChecks' },
    {
        constraint: 'checkConstraintUsageCheckedConstraintSpecialization',
        metaclass: 'ConstraintUsage',
        target: 'Items::Item::checkedConstraints',
        when: inside('ItemDefinition', 'ItemUsage')
    },
    {
        constraint: 'checkConstraintUsageRequirementConstraintSpecialization',
        metaclass: 'ConstraintUsage',
        target: 'Requirements::RequirementCheck::assumptions',
        when: word('assume')
    },
    {
        constraint: 'checkConstraintUsageRequirementConstraintSpecialization',
        metaclass: 'ConstraintUsage',
        target: 'Requirements::RequirementCheck::constraints',
        when: word('require', 'frame', 'verify')
    },
    {
        constraint: 'checkAssertConstraintUsageSpecialization',
        metaclass: 'AssertConstraintUsage',
        target: 'Constraints::assertedConstraintChecks',
        when: affirmed
    },
    {
        constraint: 'checkAssertConstraintUsageSpecialization',
        metaclass: 'AssertConstraintUsage',
        target: 'Constraints::negatedConstraintChecks',
        when: negated
    },
    { constraint: 'checkRequirementUsageSpecialization', metaclass: 'RequirementUsage', target: 'Requirements::requirementChecks' },
    {
        constraint: 'checkRequirementUsageSubrequirementSpecialization',
        metaclass: 'RequirementUsage',
        target: 'Requirements::RequirementCheck::subrequirements',
        when: all(composite, inside('RequirementDefinition', 'RequirementUsage'))
    },
    {
        constraint: 'checkRequirementUsageRequirementVerificationSpecialization',
        metaclass: 'RequirementUsage',
        target: 'VerificationCases::VerificationCase::obj::requirementVerifications',
        when: word('verify')
    },
    {
        constraint: 'checkSatisfyRequirementUsageSpecialization',
        metaclass: 'SatisfyRequirementUsage',
        target: 'Requirements::satisfiedRequirementChecks',
        when: affirmed
    },
    {
        constraint: 'checkSatisfyRequirementUsageSpecialization',
        metaclass: 'SatisfyRequirementUsage',
        target: 'Requirements::notSatisfiedRequirementChecks',
        when: negated
    },
    { constraint: 'checkConcernUsageSpecialization', metaclass: 'ConcernUsage', target: 'Requirements::concernChecks' },
    {
        constraint: 'checkConcernUsageFramedConcernSpecialization',
        metaclass: 'ConcernUsage',
        target: 'Requirements::RequirementCheck::concerns',
        when: word('frame')
    },
    // SysML usages: cases, views, metadata
    { constraint: 'checkCaseUsageSpecialization', metaclass: 'CaseUsage', target: 'Cases::cases' },
    {
        constraint: 'checkCaseUsageSubcaseSpecialization',
        metaclass: 'CaseUsage',
        target: 'Cases::Case::subcases',
        when: all(composite, inside('CaseDefinition', 'CaseUsage'))
    },
    { constraint: 'checkAnalysisCaseUsageSpecialization', metaclass: 'AnalysisCaseUsage', target: 'AnalysisCases::analysisCases' },
    {
        constraint: 'checkAnalysisCaseUsageSubAnalysisCaseSpecialization',
        metaclass: 'AnalysisCaseUsage',
        target: 'AnalysisCases::AnalysisCase::subAnalysisCases',
        when: all(composite, inside('AnalysisCaseDefinition', 'AnalysisCaseUsage'))
    },
    {
        constraint: 'checkVerificationCaseUsageSpecialization',
        metaclass: 'VerificationCaseUsage',
        target: 'VerificationCases::verificationCases'
    },
    {
        constraint: 'checkVerificationCaseUsageSubVerificationCaseSpecialization',
        metaclass: 'VerificationCaseUsage',
        target: 'VerificationCases::VerificationCase::subVerificationCases',
        when: all(composite, inside('VerificationCaseDefinition', 'VerificationCaseUsage'))
    },
    { constraint: 'checkUseCaseUsageSpecialization', metaclass: 'UseCaseUsage', target: 'UseCases::useCases' },
    {
        constraint: 'checkUseCaseUsageSubUseCaseSpecialization',
        metaclass: 'UseCaseUsage',
        target: 'UseCases::UseCase::subUseCases',
        when: all(composite, inside('UseCaseDefinition', 'UseCaseUsage'))
    },
    {
        constraint: 'checkIncludeUseCaseSpecialization',
        metaclass: 'IncludeUseCaseUsage',
        target: 'UseCases::UseCase::includedUseCases',
        when: inside('UseCaseDefinition', 'UseCaseUsage')
    },
    { constraint: 'checkViewUsageSpecialization', metaclass: 'ViewUsage', target: 'Views::views' },
    {
        constraint: 'checkViewUsageSubviewSpecialization',
        metaclass: 'ViewUsage',
        target: 'Views::View::subviews',
        when: inside('ViewDefinition', 'ViewUsage')
    },
    { constraint: 'checkViewpointUsageSpecialization', metaclass: 'ViewpointUsage', target: 'Views::viewpointChecks' },
    {
        constraint: 'checkViewpointUsageViewpointSatisfactionSpecialization',
        metaclass: 'ViewpointUsage',
        target: 'Views::View::viewpointSatisfactions',
        when: all(composite, inside('ViewDefinition', 'ViewUsage'))
    },
    { constraint: 'checkRenderingUsageSpecialization', metaclass: 'RenderingUsage', target: 'Views::renderings' },
    {
        constraint: 'checkRenderingUsageSubrenderingSpecialization',
        metaclass: 'RenderingUsage',
        target: 'Views::Rendering::subrenderings',
        when: inside('RenderingDefinition', 'RenderingUsage')
    },
    {
        constraint: 'checkRenderingUsageRedefinition',
        metaclass: 'RenderingUsage',
        target: 'Views::View::viewRendering',
        kind: 'redefinition',
        when: word('render')
    },
    { constraint: 'checkMetadataUsageSpecialization', metaclass: 'MetadataUsage', target: 'Metadata::metadataItems' }
];

/** Which targets of the rows a target specializes in the library, the nearest ones. */
export const LIBRARY_GENERALS: Readonly<Record<string, readonly string[] | undefined>> = {
    'Base::things': ['Base::Anything'],
    'Base::dataValues': ['Base::things', 'Base::DataValue'],
    'Occurrences::occurrences': ['Base::things', 'Occurrences::Occurrence'],
    'Objects::objects': ['Occurrences::occurrences', 'Objects::Object'],
    'Occurrences::Occurrence::suboccurrences': ['Occurrences::occurrences'],
    'Objects::Object::subobjects': ['Objects::objects', 'Occurrences::Occurrence::suboccurrences'],
    'Occurrences::Occurrence::portions': ['Occurrences::Occurrence::timeEnclosedOccurrences'],
    'Base::naturals': ['Base::dataValues'],
    'Base::DataValue': ['Base::Anything'],
    'Occurrences::Occurrence': ['Base::Anything'],
    'Objects::Object': ['Occurrences::Occurrence'],
    'Links::Link': ['Base::Anything'],
    'Links::BinaryLink': ['Links::Link'],
    'Objects::LinkObject': ['Objects::Object', 'Links::Link'],
    'Objects::BinaryLinkObject': ['Links::BinaryLink', 'Objects::LinkObject'],
    'Links::links': ['Base::things', 'Links::Link'],
    'Links::binaryLinks': ['Links::BinaryLink', 'Links::links'],
    'Objects::linkObjects': ['Objects::objects', 'Objects::LinkObject', 'Links::links'],
    'Objects::binaryLinkObjects': ['Objects::BinaryLinkObject', 'Links::binaryLinks', 'Objects::linkObjects'],
    'Links::selfLinks': ['Links::binaryLinks'],
    'Occurrences::happensBeforeLinks': ['Links::binaryLinks'],
    'Performances::Performance': ['Occurrences::Occurrence'],
    'Performances::performances': ['Occurrences::occurrences', 'Performances::Performance'],
    'Performances::Performance::enclosedPerformances': ['Performances::performances', 'Occurrences::Occurrence::timeEnclosedOccurrences'],
    'Performances::Performance::subperformances': [
        'Occurrences::Occurrence::suboccurrences',
        'Performances::Performance::enclosedPerformances'
    ],
    'Objects::Object::ownedPerformances': [
        'Occurrences::Occurrence::suboccurrences',
        'Performances::performances',
        'Occurrences::Occurrence::timeEnclosedOccurrences'
    ],
    'Performances::Evaluation': ['Performances::Performance'],
    'Performances::BooleanEvaluation': ['Performances::Evaluation'],
    'Performances::evaluations': ['Performances::performances', 'Performances::Evaluation'],
    'Performances::booleanEvaluations': ['Performances::BooleanEvaluation', 'Performances::evaluations'],
    'Performances::trueEvaluations': ['Performances::booleanEvaluations'],
    'Performances::falseEvaluations': ['Performances::booleanEvaluations'],
    'Performances::nullEvaluations': ['Performances::evaluations'],
    'Performances::literalEvaluations': ['Performances::evaluations'],
    'Performances::literalBooleanEvaluations': ['Performances::booleanEvaluations', 'Performances::literalEvaluations'],
    'Performances::literalIntegerEvaluations': ['Performances::literalEvaluations'],
    'Performances::literalRationalEvaluations': ['Performances::literalEvaluations'],
    'Performances::literalStringEvaluations': ['Performances::literalEvaluations'],
    'Performances::constructorEvaluations': ['Performances::evaluations'],
    'Performances::metadataAccessEvaluations': ['Performances::evaluations'],
    'Transfers::transfers': ['Links::binaryLinks', 'Performances::performances'],
    'Transfers::flowTransfers': ['Transfers::transfers'],
    'Transfers::Transfer::payload': ['Base::things'],
    'Transfers::flowTransfersBefore': ['Occurrences::happensBeforeLinks', 'Transfers::flowTransfers'],
    'Metaobjects::Metaobject': ['Objects::Object'],
    'Metaobjects::metaobjects': ['Objects::objects', 'Metaobjects::Metaobject'],
    'Occurrences::Life': ['Occurrences::Occurrence'],
    'Items::Item': ['Objects::Object'],
    'Parts::Part': ['Items::Item'],
    'Ports::Port': ['Objects::Object'],
    'Connections::Connection': ['Objects::LinkObject', 'Parts::Part'],
    'Connections::BinaryConnection': ['Objects::BinaryLinkObject', 'Connections::Connection'],
    'Interfaces::Interface': ['Connections::Connection'],
    'Interfaces::BinaryInterface': ['Connections::BinaryConnection', 'Interfaces::Interface'],
    'Allocations::Allocation': ['Connections::BinaryConnection'],
    'Flows::MessageAction': ['Links::Link', 'Actions::Action'],
    'Flows::Message': ['Links::BinaryLink', 'Flows::MessageAction'],
    'Actions::Action': ['Performances::Performance'],
    'States::StateAction': ['Actions::Action'],
    'Calculations::Calculation': ['Performances::Evaluation', 'Actions::Action'],
    'Constraints::ConstraintCheck': ['Performances::BooleanEvaluation'],
    'Requirements::RequirementCheck': ['Constraints::ConstraintCheck'],
    'Requirements::ConcernCheck': ['Requirements::RequirementCheck'],
    'Cases::Case': ['Calculations::Calculation'],
    'AnalysisCases::AnalysisCase': ['Cases::Case'],
    'VerificationCases::VerificationCase': ['Cases::Case'],
    'UseCases::UseCase': ['Cases::Case'],
    'Views::View': ['Parts::Part'],
    'Views::ViewpointCheck': ['Requirements::RequirementCheck'],
    'Views::Rendering': ['Parts::Part'],
    'Metadata::MetadataItem': ['Metaobjects::Metaobject', 'Items::Item'],
    'Occurrences::Occurrence::snapshots': ['Occurrences::Occurrence::timeSlices'],
    'Occurrences::Occurrence::timeSlices': ['Occurrences::Occurrence::portions'],
    'Occurrences::Occurrence::timeEnclosedOccurrences': ['Occurrences::occurrences'],
    'Items::items': ['Objects::objects', 'Items::Item'],
    'Items::Item::subitems': ['Objects::Object::subobjects', 'Items::items'],
    'Parts::parts': ['Parts::Part', 'Items::items'],
    'Items::Item::subparts': ['Items::Item::subitems', 'Parts::parts'],
    'Requirements::RequirementCheck::actors': ['Parts::parts'],
    'Cases::Case::actors': ['Parts::parts'],
    'Requirements::RequirementCheck::stakeholders': ['Parts::parts'],
    'Ports::ports': ['Objects::objects', 'Ports::Port'],
    'Parts::Part::ownedPorts': ['Occurrences::Occurrence::timeEnclosedOccurrences', 'Ports::ports'],
    'Ports::Port::subports': ['Objects::Object::subobjects', 'Occurrences::Occurrence::timeEnclosedOccurrences', 'Ports::ports'],
    'Connections::connections': ['Objects::linkObjects', 'Connections::Connection', 'Parts::parts'],
    'Connections::binaryConnections': ['Objects::binaryLinkObjects', 'Connections::connections'],
    'Interfaces::interfaces': ['Interfaces::Interface', 'Connections::connections'],
    'Interfaces::binaryInterfaces': ['Interfaces::BinaryInterface', 'Connections::binaryConnections', 'Interfaces::interfaces'],
    'Allocations::allocations': ['Allocations::Allocation', 'Connections::binaryConnections'],
    'Flows::messages': ['Transfers::transfers', 'Flows::Message', 'Actions::actions'],
    'Flows::flows': ['Transfers::flowTransfers', 'Flows::messages'],
    'Flows::successionFlows': ['Transfers::flowTransfersBefore', 'Flows::flows'],
    'Actions::actions': ['Performances::performances', 'Actions::Action'],
    'Actions::Action::subactions': ['Performances::Performance::subperformances', 'Actions::actions'],
    'Parts::Part::ownedActions': ['Objects::Object::ownedPerformances', 'Actions::actions'],
    'States::StateAction::entryAction': ['Performances::Performance::enclosedPerformances', 'Actions::actions'],
    'States::StateAction::doAction': ['Performances::Performance::enclosedPerformances', 'Actions::actions'],
    'States::StateAction::exitAction': ['Performances::Performance::enclosedPerformances', 'Actions::actions'],
    'Actions::Action::merges': ['Actions::Action::subactions'],
    'Actions::Action::decisions': ['Actions::Action::subactions'],
    'Actions::Action::joins': ['Actions::Action::subactions'],
    'Actions::Action::forks': ['Actions::Action::subactions'],
    'Actions::sendActions': ['Actions::actions'],
    'Actions::Action::sendSubactions': ['Actions::Action::subactions', 'Actions::sendActions'],
    'Actions::acceptActions': ['Actions::actions'],
    'Actions::Action::acceptSubactions': ['Actions::Action::subactions', 'Actions::acceptActions'],
    'Actions::TransitionAction::accepter': ['Actions::Action::subactions'],
    'Actions::assignmentActions': ['Actions::actions'],
    'Actions::Action::assignments': ['Actions::Action::subactions', 'Actions::assignmentActions'],
    'Actions::terminateActions': ['Actions::actions'],
    'Actions::Action::terminateSubactions': ['Actions::Action::subactions', 'Actions::terminateActions'],
    'Actions::ifThenActions': ['Actions::actions'],
    'Actions::ifThenElseActions': ['Actions::actions'],
    'Actions::Action::ifSubactions': ['Actions::Action::subactions', 'Actions::ifThenActions'],
    'Actions::whileLoopActions': ['Actions::actions'],
    'Actions::Action::whileLoops': ['Actions::Action::subactions', 'Actions::whileLoopActions'],
    'Actions::forLoopActions': ['Actions::actions'],
    'Actions::Action::forLoops': ['Actions::Action::subactions', 'Actions::forLoopActions'],
    'Actions::ForLoopAction::var': ['Base::things'],
    'Parts::Part::performedActions': ['Occurrences::Occurrence::timeEnclosedOccurrences', 'Actions::actions'],
    'States::stateActions': ['States::StateAction', 'Actions::actions'],
    'States::StateAction::exclusiveStates': ['States::StateAction::substates'],
    'States::StateAction::substates': ['Actions::Action::subactions', 'States::stateActions'],
    'Parts::Part::ownedStates': ['Parts::Part::ownedActions', 'States::stateActions'],
    'Parts::Part::exhibitedStates': ['Parts::Part::performedActions', 'States::stateActions'],
    'Actions::transitionActions': ['Actions::actions'],
    'Actions::Action::decisionTransitions': ['Actions::Action::subactions', 'Actions::transitionActions'],
    'States::StateAction::stateTransitions': ['Actions::Action::subactions', 'Actions::transitionActions'],
    'TransitionPerformances::TransitionPerformance::guard': [
        'Performances::Performance::enclosedPerformances',
        'Performances::booleanEvaluations'
    ],
    'Actions::TransitionAction::effect': ['Actions::Action::subactions'],
    'Calculations::calculations': ['Performances::evaluations', 'Calculations::Calculation', 'Actions::actions'],
    'Calculations::Calculation::subcalculations': ['Actions::Action::subactions', 'Calculations::calculations'],
    'Constraints::constraintChecks': ['Performances::booleanEvaluations', 'Constraints::ConstraintCheck'],
    'Items::Item::checkedConstraints': ['Objects::Object::ownedPerformances', 'Constraints::constraintChecks'],
    'Requirements::RequirementCheck::assumptions': ['Performances::Performance::subperformances', 'Constraints::constraintChecks'],
    'Requirements::RequirementCheck::constraints': ['Performances::Performance::subperformances', 'Constraints::constraintChecks'],
    'Constraints::assertedConstraintChecks': ['Performances::trueEvaluations', 'Constraints::constraintChecks'],
    'Constraints::negatedConstraintChecks': ['Performances::falseEvaluations', 'Constraints::constraintChecks'],
    'Requirements::requirementChecks': ['Requirements::RequirementCheck', 'Constraints::constraintChecks'],
    'Requirements::RequirementCheck::subrequirements': ['Requirements::RequirementCheck::constraints', 'Requirements::requirementChecks'],
    'VerificationCases::VerificationCase::obj::requirementVerifications': ['Requirements::RequirementCheck::subrequirements'],
    'Requirements::satisfiedRequirementChecks': ['Constraints::assertedConstraintChecks', 'Requirements::requirementChecks'],
    'Requirements::notSatisfiedRequirementChecks': ['Constraints::negatedConstraintChecks', 'Requirements::requirementChecks'],
    'Requirements::concernChecks': ['Requirements::ConcernCheck', 'Requirements::requirementChecks'],
    'Requirements::RequirementCheck::concerns': ['Requirements::RequirementCheck::subrequirements', 'Requirements::concernChecks'],
    'Cases::cases': ['Cases::Case', 'Calculations::calculations'],
    'Cases::Case::subcases': ['Calculations::Calculation::subcalculations', 'Cases::cases'],
    'AnalysisCases::analysisCases': ['AnalysisCases::AnalysisCase', 'Cases::cases'],
    'AnalysisCases::AnalysisCase::subAnalysisCases': ['Cases::Case::subcases', 'AnalysisCases::analysisCases'],
    'VerificationCases::verificationCases': ['VerificationCases::VerificationCase', 'Cases::cases'],
    'VerificationCases::VerificationCase::subVerificationCases': ['Cases::Case::subcases', 'VerificationCases::verificationCases'],
    'UseCases::useCases': ['UseCases::UseCase', 'Cases::cases'],
    'UseCases::UseCase::subUseCases': ['Cases::Case::subcases', 'UseCases::useCases'],
    'UseCases::UseCase::includedUseCases': ['Performances::Performance::enclosedPerformances', 'UseCases::useCases'],
    'Views::views': ['Views::View', 'Parts::parts'],
    'Views::View::subviews': ['Views::views'],
    'Views::viewpointChecks': ['Views::ViewpointCheck', 'Requirements::requirementChecks'],
    'Views::View::viewpointSatisfactions': ['Items::Item::checkedConstraints', 'Views::viewpointChecks'],
    'Views::renderings': ['Views::Rendering', 'Parts::parts'],
    'Views::Rendering::subrenderings': ['Views::renderings'],
    'Views::View::viewRendering': ['Views::renderings'],
    'Metadata::metadataItems': ['Metaobjects::metaobjects', 'Metadata::MetadataItem', 'Items::items']
};
