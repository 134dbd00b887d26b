/** Answers the editor's solver questions: a server with a solver passes this to its sessions (`AskSolver`). */
import {
    type Assignment,
    assignedText,
    configurations,
    conflict,
    type ConflictLimits,
    type Part,
    questionSubjects,
    type QuestionSubject,
    satisfiable,
    Solver,
    type SolverSettings,
    takenValues,
    values
} from '../runtime/engines/solver/index.js';
import { displayed } from '../runtime/evaluation/index.js';
import { quantities, EvaluationError } from '../runtime/values/index.js';
import type { AskSolver, SolverAnswer } from './requests/request.js';

/** The solver and the limits of one question. */
interface Asking {
    readonly solver: Solver;
    readonly limits: ConflictLimits;
    readonly most: number;
}

type Answered = Omit<SolverAnswer, 'kind' | 'element'>;

/** Opens a solver for each question. The packaged solver is kept loaded for a while between questions (`Solver`). */
export function askSolverAt({ place, timeout, coreBudget, mostConfigurations, memory }: SolverSettings): AskSolver {
    return ({ newRun, id, subject, question, checkCancelled }) => {
        if ('missing' in place) {
            return { answers: [], missing: place.missing };
        }
        const about = questionSubjects(newRun, id, subject);
        if ('error' in about) {
            return { answers: [], error: about.error };
        }
        const solver = new Solver(place, memory);
        const asking = { solver, limits: { timeout, coreBudget, checkCancelled }, most: mostConfigurations };
        try {
            const answers = about.map(one => ({ kind: one.kind, element: one.element, ...answered(QUESTIONS[question], asking, one) }));
            return { answers };
        } finally {
            solver.close();
        }
    };
}

const NOTHING = { strength: 'not covered', reason: '', values: [], fixed: [], conflict: [], selections: [], operations: [] } as const;

/** The answer to a question; undecided if the evaluation fails. */
function answered(ask: (asking: Asking, subject: QuestionSubject) => Answered, asking: Asking, subject: QuestionSubject): Answered {
    try {
        return ask(asking, subject);
    } catch (error) {
        if (error instanceof EvaluationError) {
            return { ...NOTHING, status: 'undecided', reason: error.message };
        }
        throw error;
    }
}

const QUESTIONS = { satisfiable: canHold, configurations: whichVariants };

/**
 * Whether conditions can hold, with the values that the model declares. If so, the answer has values for all other features; if not, it has
 * the conflicting conditions and values.
 */
function canHold({ solver, limits }: Asking, subject: QuestionSubject): Answered {
    const { status, strength, reason = '' } = satisfiable(solver, limits, subject.stated());
    if (status === 'undecided') {
        return { ...NOTHING, status, reason };
    }
    const base = { ...NOTHING, status: status === 'satisfiable' ? status : 'unsatisfiable', strength } as const;
    const more = (status === 'satisfiable' ? values : conflict)(solver, limits, subject.stated());
    switch (more.status) {
        case 'undecided':
            return { ...base, reason: more.reason };
        case 'unsatisfiable':
            return {
                ...base,
                reason: status === 'satisfiable' ? 'not with the values that the model states' : '',
                conflict: more.parts.map(conflictPart)
            };
        case 'satisfiable':
            return {
                ...base,
                values: more.found.map(assigned),
                fixed: more.fixed.map(assigned),
                operations: takenValues(more.found)
            };
    }
}

function whichVariants({ solver, limits, most }: Asking, subject: QuestionSubject): Answered {
    const answer = configurations(solver, limits, subject.stated(), most);
    return answer.status === 'undecided'
        ? { ...NOTHING, status: answer.status, reason: answer.reason }
        : {
              ...NOTHING,
              status: answer.status,
              strength: answer.strength,
              selections: answer.selections.map(selection => selection.map(assigned)),
              isComplete: answer.isComplete
          };
}

const conflictPart = ({ kind, text, path, place }: Part): SolverAnswer['conflict'][number] => ({
    kind,
    text: [...path, text].join(': '),
    uri: place.file,
    position: { line: place.startLine - 1, character: place.startCol - 1 }
});

const assigned = (assignment: Assignment): SolverAnswer['values'][number] => ({
    name: assignment.variable.name,
    text: assignedText(assignment, value => displayed(quantities.inConventionalUnit(value)))
});
