/** The runtime's entry: questions to a model and their answers, and what other rooms need to evaluate by themselves. */

export * from './evaluate.js';
export { startRun } from './behaviour/start-run.js';
export { Run, type RunModel, type RunOptions } from './run.js';
export { type Budget, DEFAULT_LIMITS, type Limits } from './limits.js';
export { codeOf, evaluateExpression } from './expressions/compile.js';
export { Frame, LocalFrame, frameWith, frameWithName } from './expressions/frame.js';
export { targetOf } from './expressions/references.js';
export { Performance } from './calculations/performance.js';
export { invoke, resultOfReading } from './calculations/usage.js';
export { shapeOf } from './calculations/shape.js';
export { executeBody } from './calculations/statements.js';
export { Instance, typeSymbolIdOf } from './instances/instance.js';
export { conform } from './instances/conform.js';
export { subjectAt } from './instances/subjects.js';
export { type FeatureAnswer, type InstanceAnswer, objectGraph } from './instances/graph.js';
export { layoutOf, natureOf, type Layout, type Slot } from './model/layout.js';
export * from './model/kinds.js';
export { verifyConstraint, verifyRequirement, judgeOn } from './verification/verify.js';
export { verifySatisfaction, type SatisfactionAnswer } from './verification/satisfaction.js';
export { validateInstance, type ValidationAnswer } from './verification/validate.js';
export { type Verdict, type VerdictAnswer } from './verification/verdict.js';
export { ConditionFrame, conditionsOf, judge } from './calculations/conditions.js';
export { isVerificationCase, runCase, verificationVerdicts, type VerificationVerdict } from './verification/cases.js';
export { HeldObjects } from './instances/held.js';
