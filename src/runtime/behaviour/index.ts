/**
 * Behaviour of a model as plain functions: runs of actions and machines, exploration of their orders, their graphs. Does not depend on wire
 * messages.
 */
export { checkedGraph } from './actions/action-lowering.js';
export { argumentOf, outputPlace } from './actions/parameters.js';
export { labelOf } from './actions/action-graph.js';
export { isLibraryStep } from './actions/library-steps.js';
export { statementsBehind, statementsWithin } from './actions/perform.js';
export { statementsOfBlock } from './actions/statements.js';
export { bodyLayoutOf } from './simulation/body-layout.js';
export { isGathered, Token, Tokens, tokensFor } from './actions/tokens.js';
export { ownerOf } from './performances.js';
export { Machine } from './machines/machine.js';
export { awaitedEvents, eventsOfStates, isAwaited } from './machines/awaited-events.js';
export { type BehaviourKind, kindFault } from './behaviour-kind.js';
export { executeAction, type ActionRequest, type ActionResult } from './execute-action.js';
export { executeState, type StateRequest, type StateResult } from './execute-state.js';
export { exportGraphs, type ExportedGraphs, type GraphRefusal } from './graphs/export-graphs.js';
export { HeldObjects, Population } from './held-objects.js';
export { type Branching, explore, type Exploration, type Outcome, type Plan } from './schedules/explore.js';
export { instantiate, type InstantiateAnswer } from './instantiate.js';
export { remadeObjects, type RemadeObjects } from './remade-objects.js';
export { policyOf, PolicyFault, replayPolicyText, type Policy } from './schedules/policy.js';
export { divergenceNotes } from './schedules/divergence.js';
export { type Note, Scheduler } from './schedules/schedule.js';
export { DEFAULT_BEHAVIOUR_LIMITS, type BehaviourLimits } from './simulation/simulation.js';
export type { Send, StepPlace, Surrogate } from './simulation/surrogate.js';
export { type TimedEvent, type TimedInput } from './simulation/stimuli.js';
export { StateWriter } from './simulation/state-writer.js';
export { type GraphPlace, type Moment } from './simulation/moments.js';
export { objectPath, type TraceRecord } from './simulation/trace.js';
export { type BehaviourOptions, type Dependence, notesOfExplored } from './one-run.js';
export { type Chance, DRAW_POLICIES, type DrawPolicy, drawsOf, DrawsFault, seedOfRun } from './schedules/chance.js';
export { Generator64 } from './schedules/random.js';
export { performOn, type Performed, type PerformedWith } from './perform-on.js';
export { startRun } from './start-run.js';
export { actionGraphOf } from './actions/action-lowering.js';
export { type ActionEdge, type ActionGraph, type ActionNode, type NodeKind, type ObjectFlow } from './actions/action-graph.js';
export { bodyMembersOf, bodyTypesOf, isStep, isSuccession, statesFlow } from './simulation/members.js';
export { stateGraphOf } from './machines/state-lowering.js';
export {
    contains,
    parentOf,
    type Region,
    type StateGraph,
    startOf,
    type Transition,
    type Vertex,
    type VertexKind
} from './machines/state-graph.js';
export { checkedStateGraph } from './machines/state-lowering.js';
export { type ChangeWatches, type Risen } from './machines/change-watches.js';
export { livesBeside, ownBehaviourAt } from './performer.js';
export { instantOf } from './actions/communication.js';
export { eventName, eventOf, type ExpressionScope, inputOf, secondsIn, StimulusError } from './written-stimuli.js';
export { type CallStack, type StackedPerformance } from './call-stacks.js';
export { type StatementStop, type StatementStops, stopAt } from './statement-stops.js';
export { type EventReceiver, firedBy, sendEvent } from './sent-events.js';
export { SteppedRun, type RunningState, type SteppedRequest, type SteppedSnapshot } from './stepped-run.js';
export { type PlainFlow, SearchedRun, type SearchedBehaviour, type SearchStatus } from './search/searched-run.js';
export { ALL, BESIDE, Components, HEAD, NotApart, type Reading } from './search/components.js';
export { TokenPlaces } from './search/token-places.js';
export { Independence } from './search/independence.js';
