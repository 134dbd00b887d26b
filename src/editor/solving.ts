/**
 * Questions to a solver, as the editor asks them: servers that have a solver give it to a session (`AskSolver`).
 */
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
    values
} from '../runtime/engines/solver/index.js';
import type { AstNode } from '../language/generated/tree.js';
import { displayed, type Frame, Instance } from '../runtime/evaluation/index.js';
import { elementsOf, quantities, EvaluationError, numberText, Quantity, Rational, type Value, valueText } from '../runtime/values/index.js';
import { isOfLibrary } from '../language/semantics/cycles.js';
import { nameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { ownedMembersOf, quoted } from '../language/semantics/structure.js';
import type { AskSolver, SolverAnswer } from './requests/request.js';

/** Everything that a question needs. */
interface Asking {
    readonly solver: Solver;
    readonly limits: ConflictLimits;
    readonly most: number;
}

type Answered = Omit<SolverAnswer, 'kind' | 'element'>;

/** Puts questions to a solver, which is started for a question and ended behind it. */
export function askSolverAt({ place, timeout, coreBudget, mostConfigurations }: SolverSettings): AskSolver {
    return ({ newRun, id, subject, question, checkCancelled }) => {
        if ('missing' in place) {
            return { answers: [], missing: place.missing };
        }
        const about = questionSubjects(newRun, id, subject);
        if ('error' in about) {
            return { answers: [], error: about.error };
        }
        const solver = new Solver(place);
        const asking = { solver, limits: { timeout, coreBudget, checkCancelled }, most: mostConfigurations };
        try {
            const answers = about.map(one => ({ kind: one.kind, element: one.element, ...answered(QUESTIONS[question], asking, one) }));
            return answers.length === 0 ? { answers, error: `${id} states nothing to solve` } : { answers };
        } finally {
            solver.close();
        }
    };
}

const NOTHING = { strength: 'not covered', reason: '', values: [], fixed: [], conflict: [], selections: [], operations: [] } as const;

/** What hinders a question leaves it undecided. */
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
 * Whether conditions can hold, and then values for what the model leaves open, those that it states kept. Where they cannot, or not with
 * the stated values, the conflict tells why.
 */
function canHold({ solver, limits }: Asking, subject: QuestionSubject): Answered {
    const { status, strength, reason = '' } = satisfiable(solver, limits, subject.stated());
    if (status === 'undecided') {
        return { ...NOTHING, status, reason };
    }
    const told = { ...NOTHING, status: status === 'satisfiable' ? status : 'unsatisfiable', strength } as const;
    const more = (status === 'satisfiable' ? values : conflict)(solver, limits, subject.stated());
    switch (more.status) {
        case 'undecided':
            return { ...told, reason: more.reason };
        case 'unsatisfiable':
            return {
                ...told,
                reason: status === 'satisfiable' ? 'not with the values that the model states' : '',
                conflict: more.parts.map(conflictPart)
            };
        case 'satisfiable':
            return {
                ...told,
                values: more.found.map(assigned),
                fixed: more.fixed.map(assigned),
                operations: withoutRepeated(more.found.flatMap(operationsOf))
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

/**
 * The edits that give a feature the value found: of one that is declared where it is, its value; of one that an object inherits, or that a
 * part of it has, redefinitions. Nothing for a value that no declaration states: of one place of several, of a parameter, a selected
 * variant.
 */
function operationsOf(assignment: Assignment): SolverAnswer['operations'] {
    const { name, feature, frame, position, isVariation } = assignment.variable;
    if (position !== undefined || isVariation || feature.direction !== undefined) {
        return [];
    }
    const value = assignedText(assignment, v => notation(quantities.inConventionalUnit(v)));
    if (qualifiedNameOf(feature) === name) {
        return isOfLibrary(feature) ? [] : [{ setValue: { target: name, value } }];
    }
    const step = nameOf(feature);
    return step === undefined ? [] : redefined(frame, step, value);
}

/** Redefines a feature of an object, within the parts that lead to it, where they are not declared there yet. */
function redefined(frame: Frame, feature: string, value: string): SolverAnswer['operations'] {
    const steps: string[] = [];
    let object = frame;
    for (; object instanceof Instance && object.via !== undefined; object = object.outer!) {
        const { outer, via } = object;
        const held = outer instanceof Instance ? elementsOf(outer.read(via.index)) : [];
        const [step] = outer?.layout.slots[via.index].names ?? [];
        if (held.length !== 1 || step === undefined) {
            return [];
        }
        steps.unshift(step);
    }
    const root = object instanceof Instance ? object.type : undefined;
    let owner = root === undefined ? undefined : qualifiedNameOf(root);
    if (root === undefined || owner === undefined || isOfLibrary(root)) {
        return [];
    }
    const operations: SolverAnswer['operations'][number][] = [];
    let declared: AstNode | undefined = root;
    const declaredAt = (name: string): AstNode | undefined => declared && ownedMembersOf(declared).find(m => nameOf(m) === name);
    for (const step of steps) {
        declared = declaredAt(step);
        if (declared === undefined) {
            operations.push({ addMember: { owner, kind: 'part', redefines: [step] } });
        }
        owner = `${owner}::${quoted(step)}`;
    }
    return declaredAt(feature) === undefined
        ? [...operations, { addMember: { owner, kind: 'attribute', redefines: [feature], value } }]
        : [...operations, { setValue: { target: `${owner}::${quoted(feature)}`, value } }];
}

/** Without the parts that are redefined already for a value before. */
function withoutRepeated(operations: SolverAnswer['operations']): SolverAnswer['operations'] {
    const texts = new Set<string>();
    return operations.filter(o => !texts.has(JSON.stringify(o)) && texts.add(JSON.stringify(o)));
}

/** A value as an expression that comes to it, exactly where the value is exact. */
function notation(value: Value): string {
    if (value instanceof Quantity) {
        const { magnitude, unit } = value;
        return unit.text === '' ? notation(magnitude) : `${notation(magnitude)} [${unit.text}]`;
    }
    if (value instanceof Rational) {
        const text = numberText(value);
        return text.includes('/') ? `(${text})` : text;
    }
    return valueText(value);
}
