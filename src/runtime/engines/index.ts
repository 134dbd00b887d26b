/** Engines: what a question may be put to beside the evaluator. Knows no wire message, no service and no command line. */
export { Solver, type SolverMissing, type SolverPlace, findSolver } from './solver/solver.js';
export { type Assignment, type SolverLimits, assignedText } from './solver/query.js';
export { holds, satisfiable, type SolverStatus, type SolverVerdict } from './solver/questions.js';
export { type Stated, statedBy, statedByAssertion } from './solver/stated.js';
export { type QuestionSubject, questionSubjects } from './solver/subjects.js';
export {
    conflict,
    configurations,
    values,
    type Configurations,
    type Conflict,
    type ConflictLimits,
    type Part,
    type SolverSettings,
    type Synthesis
} from './solver/synthesis.js';
export { optimum, type Optimum } from './solver/optimum.js';
export type { Undecided } from './solver/questions.js';
export {
    type EngineManifest,
    type ManifestFolder,
    readManifests,
    type Registrations,
    type ToolManifest,
    toolProtocol
} from './external/manifests.js';
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
    type CaseRunRow,
    type CaseRunsSummary,
    type CaseRunsTable
} from './chance/case-runs.js';
export { composed, type EngineAnswer } from './external/composition.js';
export { askEngines, type ConditionQuestion } from './external/questions.js';
export { probe, type SessionSettings } from './external/sessions.js';
export { Previewed, PreviewedTools, previewLines, type ToolPreview } from './external/dry-run.js';
export { checkBySolver, type SolverCheck, type SolverCheckRequest, type SolverWitness } from './smt/check-by-solver.js';
export { DEFAULT_UNROLLING } from './smt/bounds.js';
