/** Behaviour of a model, as plain functions: running actions and machines, exploring their orders, their graphs. Knows no wire message. */
export { awaitedEvents } from './machines/awaited-events.js';
export { executeAction, type ActionRequest, type ActionResult } from './execute-action.js';
export { executeState, type StateRequest, type StateResult } from './execute-state.js';
export { exportGraphs, type ExportedGraphs, type GraphRefusal } from './graphs/export-graphs.js';
export { type Exploration, type Outcome } from './schedules/explore.js';
export { instantiate, type InstantiateAnswer } from './instantiate.js';
export { policyOf, type Policy } from './schedules/policy.js';
export { type Note } from './schedules/schedule.js';
export { DEFAULT_BEHAVIOUR_LIMITS, type BehaviourLimits } from './simulation/simulation.js';
export { type TraceRecord } from './simulation/trace.js';
export type { BehaviourOptions } from './execute-action.js';
