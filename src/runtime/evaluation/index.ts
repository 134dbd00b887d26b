/** The room's entry: expressions and calculations of a model and their answers, and what the rooms above need to evaluate by themselves. */

import './model-level.js';

export * from './evaluate.js';
export { EvaluationRun } from './evaluation-run.js';
export type { Run, RunModel, RunOptions } from './run.js';
export { type Budget, DEFAULT_LIMITS, type Failed, type Limits, MOST_ELEMENTS, symbolNotFound } from './limits.js';
export { codeOf, evaluateExpression } from './expressions/code.js';
export { Frame, LocalFrame, frameWith, frameWithName } from './expressions/frame.js';
export { targetOf } from './expressions/referents.js';
export { Performance } from './calculations/performance.js';
export { invoke, resultOfReading } from './calculations/usage.js';
export { shapeOf } from './calculations/shape.js';
export { executeBody } from './calculations/statements.js';
export { Display, displayed } from './instances/display.js';
export { Instance, typeSymbolIdOf } from './instances/instance.js';
export { conform } from './instances/conform.js';
export { stepsOf, subjectAt } from './instances/subjects.js';
export { type FeatureAnswer, type InstanceAnswer, objectGraph } from './instances/graph.js';
export { layoutOf, type Layout, type Slot } from './model/layout.js';
export { natureOf } from './model/slot-nature.js';
export * from './model/kinds.js';
export { isAlike, readable, unitNamed, unitText } from './quantities/readable.js';
export { type Contribution, type Explanation } from './calculations/explanation.js';
export { ConditionFrame, conditionsOf, judge } from './calculations/conditions.js';
