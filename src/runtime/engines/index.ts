/** Engines other than the evaluator that answer questions. Does not depend on wire messages, services or the command line. */
export { ENGINES, engineRefusal, type EngineQuestion, type QuestionKind } from './built-in.js';
export { findSolver } from './solver/places.js';
export * from './solver/index.js';
export {
    type EngineManifest,
    type ManifestFolder,
    readManifests,
    type Registrations,
    type ToolManifest,
    toolProtocol
} from './external/manifests.js';
export { fmiRunnerAt, fmiUnavailable } from './external/fmi.js';
export { Tools, type ToolSettings } from './external/tools.js';
export { Attendant } from './waiting.js';
export { type Bin, type Distribution, Observations } from './chance/distributions.js';
export { CollectedRuns, makeRuns, type RunRow, type RunsSummary, type RunsRequest, type RunsTable } from './chance/runs.js';
export {
    checkBehavior,
    type CheckAnswer,
    type CheckFault,
    type CheckRequest,
    type Divergence,
    type Final,
    type Violation
} from './check/check-behavior.js';
export { DEFAULT_BOUNDS, type SearchBounds } from './check/bounded-search.js';
export { type Witness, witnessFile } from './check/witness.js';
export {
    collectedCaseRuns,
    type CollectedCaseRuns,
    makeCaseRuns,
    OBSERVED,
    type CaseRunRow,
    type CaseRunsSummary,
    type CaseRunsTable
} from './chance/case-runs.js';
export { composed, type EngineAnswer } from './external/composition.js';
export { askEngines, askOpenly, type ConditionQuestion } from './external/questions.js';
export { probe, type SessionSettings } from './external/sessions.js';
export { nothingToPreview, Previewed, PreviewedTools, previewLines, type ToolPreview } from './external/dry-run.js';
export { checkBySolver, type SolverCheck, type SolverCheckRequest, type SolverWitness } from './smt/check-by-solver.js';
export { DEFAULT_UNROLLING } from './smt/bounds.js';
