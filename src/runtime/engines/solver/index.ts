/**
 * Questions to a solver. Everything exported here also works on hosts without programs: it needs only `#attendant`, and nothing else of
 * Node.
 */
export { Solver, type SolverMissing, type SolverPlace } from './solver.js';
export { type Assignment, type SolverLimits, assignedText } from './query.js';
export { holds, satisfiable, type SolverStatus, type SolverVerdict } from './questions.js';
export { type Stated, statedBy, statedByAssertion } from './stated.js';
export { type QuestionSubject, questionSubjects } from './subjects.js';
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
} from './synthesis.js';
export { type TakenValue, takenValues } from './taken-values.js';
export { optimum, type Optimum } from './optimum.js';
export type { Undecided } from './questions.js';
