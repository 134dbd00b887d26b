// The tables of section 15 of the contract's part on migration, line by line: each source of the OMG's transformation has a row among our
// tests, which says what is written for it.

import { describe, expect, it } from 'vitest';
import { CROSSCHECK } from './rows-crosscheck.js';
import { CROSSCHECK_BEHAVIOUR } from './rows-crosscheck-behaviour.js';
import { CROSSCHECK_SYSML } from './rows-crosscheck-sysml.js';

/** The sources of 15.1, a line each table row, without the groups. */
const UML = `
Package, Profile
Model
Stereotype
Extension, ExtensionEnd
Package.URI, Model.viewpoint
Image, PackageMerge, ProfileApplication
Abstraction, Dependency, Realization, Usage, Substitution
Comment
Constraint
ElementImport, PackageImport
Generalization
GeneralizationSet
InstanceSpecification
InstanceSpecification of an Association
InstanceValue
Operation
Parameter
ParameterSet
Property
Slot
DataType, PrimitiveType
Enumeration, EnumerationLiteral
Interface
InterfaceRealization
Reception
Signal
Class
Association, AssociationClass
Association.isDerived
Connector, ConnectorEnd
Port
LiteralBoolean, LiteralInteger, LiteralReal, LiteralString, LiteralNull, LiteralUnlimitedNatural
OpaqueExpression
Expression
DurationConstraint, TimeConstraint, Interval, DurationObservation, TimeObservation
InformationFlow
InformationItem
Activity
ActivityFinalNode
InitialNode, FlowFinalNode, ActivityParameterNode
ControlFlow
ObjectFlow, ObjectFlow with a guard
DecisionNode, ForkNode, JoinNode, MergeNode
CentralBufferNode, DataStoreNode
Variable
edge weight
ActivityPartition, ExceptionHandler, InterruptibleActivityRegion
OpaqueAction
AcceptEventAction
CallBehaviorAction, CallOperationAction
SendSignalAction, SendObjectAction
BroadcastSignalAction
StartObjectBehaviorAction, StartClassifierBehaviorAction, AcceptCallAction, ReplyAction, ReclassifyObjectAction, UnmarshallAction
InputPin, OutputPin, ValuePin
ValueSpecificationAction
AddStructuralFeatureValueAction, ReadStructuralFeatureAction, ClearStructuralFeatureAction, RemoveStructuralFeatureValueAction
AddVariableValueAction, ReadVariableAction, ClearVariableAction, RemoveVariableValueAction
CreateObjectAction, DestroyObjectAction
ReadSelfAction, TestIdentityAction
ReadIsClassifiedObjectAction, ReadExtentAction
CreateLinkAction, CreateLinkObjectAction, DestroyLinkAction, ReadLinkAction, ClearAssociationAction, ReduceAction, RaiseExceptionAction
LoopNode, ConditionalNode, SequenceNode, StructuredActivityNode, ExpansionRegion
OpaqueBehavior, FunctionBehavior
ChangeEvent, TimeEvent
Trigger
SignalEvent, AnyReceiveEvent, CallEvent
StateMachine, ProtocolStateMachine
State, Region, FinalState, ConnectionPointReference
Pseudostate of the kind choice, Pseudostate of the kind junction, Pseudostate of the kind fork, Pseudostate of the kind join
Pseudostate of the kind entryPoint, Pseudostate of the kind exitPoint, Pseudostate of the kind terminate
Pseudostate of the kind shallowHistory, Pseudostate of the kind deepHistory
Transition, ProtocolTransition
entry, doActivity, exit
Interaction, CombinedFragment, InteractionOperand
Lifeline, Message, InteractionUse, StateInvariant
ActionExecutionSpecification, BehaviorExecutionSpecification
Gate, Continuation, ExecutionOccurrenceSpecification, DestructionOccurrenceSpecification, GeneralOrdering, PartDecomposition
ConsiderIgnoreFragment
Actor
UseCase, Include
Extend, ExtensionPoint`;

/** The sources of 15.2. */
const SYSML = `
Block
ValueType
Unit, QuantityKind
part property, reference property, shared property
FlowProperty
ProxyPort, FullPort
InterfaceBlock, ~InterfaceBlock
AcceptChangeStructuralFeatureEventAction
BindingConnector
ConstraintBlock
DirectedFeature
NestedConnectorEnd, PropertyPath, AdjunctProperty, ConnectorProperty, ClassifierBehaviorProperty, BoundReference, DistributedProperty
EndPathMultiplicity, ParticipantProperty, PropertySpecificType
Allocate
AllocateActivityPartition
Requirement
DeriveReqt
Satisfy
Verify
Refine
Trace
Copy
TestCase
Viewpoint
View, Conform, Expose
Stakeholder
Rationale, Problem
ElementGroup
Probability, Rate, Continuous, Discrete
ControlOperator, NoBuffer, Optional, Overwrite`;

/** The titles of the rows of a table are the sources that they show. */
const shown = (section: string): ReadonlySet<string> =>
    new Set(
        [...CROSSCHECK, ...CROSSCHECK_BEHAVIOUR, ...CROSSCHECK_SYSML]
            .filter(row => row.section === section)
            .flatMap(({ title }) => title.split(', '))
    );

describe.each([
    ['15.1', UML],
    ['15.2', SYSML]
])('the table of %s', (section, table) => {
    it.each(table.trim().split('\n'))('%s', line => {
        const rows = shown(section);
        expect(line.split(', ').filter(source => !rows.has(source))).toEqual([]);
    });
});
