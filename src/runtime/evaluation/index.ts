/**
 * The public interface of the room: evaluation of expressions and calculations, and the parts that rooms above need for their own
 * evaluation.
 */

import './model-level.js';

export * from './evaluate.js';
export { EvaluationRun } from './evaluation-run.js';
export type { Run, RunModel, RunOptions } from './run.js';
export { type Budget, DEFAULT_LIMITS, type Failed, failureOf, type Limits, MOST_ELEMENTS, symbolNotFound } from './limits.js';
export { codeOf, evaluateConstant, evaluateExpression } from './expressions/code.js';
export { Frame, LocalFrame, frameWith, frameWithName } from './expressions/frame.js';
export { targetOf } from './expressions/referents.js';
export { Performance } from './calculations/performance.js';
export { literalOf } from './expressions/literals.js';
export { elementOf, metaobjectOf } from './expressions/metaobjects.js';
export { libraryFunctions, operators } from './functions/index.js';
export { functionValue, invoke, resultOfReading } from './calculations/usage.js';
export { shapeOf } from './calculations/shape.js';
export { executeBody } from './calculations/statements.js';
export { Display, displayed } from './instances/display.js';
export { Instance, typeSymbolIdOf, typeSymbolOf } from './instances/instance.js';
export { conform } from './instances/conform.js';
export { objectsAt, stepsOf, subjectAt } from './instances/subjects.js';
export { type FeatureAnswer, type InstanceAnswer, isAnswered, objectGraph } from './instances/graph.js';
export { layoutOf, type Layout, type Slot } from './model/layout.js';
export { boundsOf, isManyValued } from './model/slot-bounds.js';
export { natureOf } from './model/slot-nature.js';
export * from './model/kinds.js';
export { isAlike, readable, unitNamed, unitText } from './quantities/readable.js';
export { type Contribution, type Explanation } from './calculations/explanation.js';
export { ConditionFrame, conditionsOf, judge } from './calculations/conditions.js';
