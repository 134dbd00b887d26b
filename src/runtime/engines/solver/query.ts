/**
 * Queries: writes assertions over free features as a solver script, and reads the answer as values of these features. An answer counts only
 * after the evaluator has replayed these values. (Contract: verification-and-engines 14.)
 */
import { type Value, EnumLiteral, Quantity, Rational, Sequence, exactDouble, nearestDouble, real, valueText } from '../../values/index.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { booleanIn, errorIn, type Expression, integerIn, rationalIn, stringIn, valuesIn } from './answers.js';
import type { Variable } from './variables.js';
import { late, type Solver, type SolverAnswer, type SolverQuestion } from './solver.js';
import * as terms from './terms.js';
import { ScriptWriter, logicOf, type Term } from './terms.js';

/** The time limit of a query, and a check for cancellation. */
export interface SolverLimits {
    /** for one query, in milliseconds */
    readonly timeout: number;
    readonly checkCancelled: () => void;
}

/** A term whose value a query requests: a free feature or a symbol of the query. */
export type Unknown = Pick<Variable, 'name' | 'term' | 'meaning' | 'domain' | 'choices' | 'unit'>;

/** The value of a free feature in a witness. */
export interface Assignment<V extends Unknown = Variable> {
    readonly variable: V;
    /** as the evaluator represents it; quantities in base units */
    readonly value: Value;
    /** the solver's exact value */
    readonly exact: string;
    readonly constant: Term;
}

export type QueryAnswer<V extends Unknown = Variable> =
    | { readonly status: 'sat'; readonly assignments: readonly Assignment<V>[] }
    | { readonly status: 'unsat' }
    /** @param isTimeout whether the time limit was reached */
    | { readonly status: 'unknown'; readonly reason: string; readonly isTimeout: boolean };

export interface Objective {
    readonly goal: 'minimize' | 'maximize';
    readonly term: Term;
}

/** Asks whether assertions are satisfiable, and for values of the variables that satisfy them. */
export function ask<V extends Unknown>(
    solver: Solver,
    { timeout, checkCancelled }: SolverLimits,
    variables: readonly V[],
    assertions: readonly Term[],
    objectives: readonly Objective[] = []
): QueryAnswer<V> {
    const all = [...variables.map(v => v.domain), ...assertions].filter(t => t !== terms.TRUE);
    if (all.includes(terms.FALSE)) {
        return { status: 'unsat' };
    }
    const started = Date.now();
    const { answers, failure } = {
        answers: [],
        failure: undefined,
        ...answered(solver, { script: script(variables, all, objectives), timeout, checkCancelled }, variables.length > 0)
    };
    const unknown = (reason: string): QueryAnswer<V> => ({ status: 'unknown', reason, isTimeout: reason.includes('SERVICE_SMT_TIMEOUT') });
    if (failure !== undefined) {
        return unknown(`${solver.place.name}: ${failure}`);
    }
    const status = answers.find(a => a === 'sat' || a === 'unsat' || a === 'unknown');
    if (status === 'unsat') {
        return { status };
    }
    if (status !== 'sat') {
        // A solver that observes the time limit itself only reports `unknown`.
        const isLate = status === 'unknown' && Date.now() - started >= 0.9 * timeout;
        const why = isLate ? late(timeout) : status === 'unknown' ? 'it does not know' : (errorIn(answers) ?? 'no answer');
        return unknown(`${solver.place.name}: ${why}`);
    }
    const without = objectives.length === 0 ? undefined : whyNoBest(answers);
    if (without !== undefined) {
        return unknown(`${solver.place.name}: ${without}`);
    }
    const values = valuesIn(answers.at(-1));
    const assignments: Assignment<V>[] = [];
    for (const variable of variables) {
        const assignment = assignmentOf(variable, values.get(variable.term.operator));
        if (typeof assignment === 'string') {
            return unknown(`${solver.place.name}: ${assignment}`);
        }
        assignments.push(assignment);
    }
    return { status, assignments };
}

/** Returns the reason why the answers contain no best value for an objective; undefined if they contain one. */
function whyNoBest(answers: readonly Expression[]): string | undefined {
    const bounds = answers.find(a => Array.isArray(a) && a[0] === 'objectives');
    if (bounds === undefined) {
        return errorIn(answers) ?? 'no objectives are supported';
    }
    const text = JSON.stringify(bounds);
    if (text.includes('"oo"')) {
        return 'there is no best value: it has no bound';
    }
    return text.includes('"epsilon"') ? 'there is no best value: the bound is not reached' : undefined;
}

/**
 * Puts a script to a solver. About once in many thousand queries, the packaged solver answers `sat` without the requested values; the
 * script is then repeated.
 */
function answered(solver: Solver, question: SolverQuestion, hasValues: boolean): SolverAnswer {
    const answer = solver.ask(question);
    const isIncomplete = hasValues && 'answers' in answer && answer.answers.includes('sat') && valuesIn(answer.answers.at(-1)).size === 0;
    return isIncomplete ? solver.ask(question) : answer;
}

function script(variables: readonly Unknown[], assertions: readonly Term[], objectives: readonly Objective[]): string {
    const written = [...assertions, ...objectives.map(o => o.term)];
    const writer = new ScriptWriter(written);
    const lines = assertions.map(a => `(assert ${writer.text(a)})`);
    const goals = objectives.map(({ goal, term }) => `(${goal} ${writer.text(term)})`);
    return [
        '(set-option :produce-models true)',
        ...(objectives.length === 0 ? [`(set-logic ${logicOf([...written, ...variables.map(v => v.term)])})`] : []),
        ...variables.map(({ term }) => `(declare-const ${term.operator} ${term.sort})`),
        ...writer.lines,
        ...lines,
        ...goals,
        '(check-sat)',
        ...(objectives.length === 0 ? [] : ['(get-objectives)']),
        ...(variables.length === 0 ? [] : [`(get-value (${variables.map(v => v.term.operator).join(' ')}))`]),
        ''
    ].join('\n');
}

/** Converts a solver's value to a value of the feature, or returns the reason why it cannot. */
function assignmentOf<V extends Unknown>(variable: V, expression: Expression | undefined): Assignment<V> | string {
    const { term, meaning, choices, unit, name } = variable;
    if (expression === undefined) {
        return `no value of ${name}`;
    }
    switch (term.sort) {
        case 'Bool': {
            const value = booleanIn(expression);
            return { variable, value, exact: String(value), constant: terms.boolean(value) };
        }
        case 'String': {
            const value = stringIn(expression);
            return { variable, value, exact: valueText(value), constant: terms.string(value) };
        }
        case 'Int': {
            const value = integerIn(expression);
            const choice = choices?.find(c => c.number === Number(value));
            return value === undefined || (choices !== undefined && choice === undefined)
                ? `the value of ${name} could not be read`
                : { variable, value: choice?.value ?? value, exact: choice?.id ?? String(value), constant: terms.integer(value) };
        }
        case 'Real': {
            const exact = rationalIn(expression);
            if (exact === undefined) {
                return `the value of ${name} is not rational`;
            }
            const held = meaning.kind === 'real' ? real(exactDouble(exact) ?? nearestDouble(exact)) : exact.den === 1 ? exact.num : exact;
            return {
                variable,
                value: unit === undefined ? held : new Quantity(held, unit),
                exact: exactText(exact),
                constant: terms.exact(exact)
            };
        }
    }
}

const exactText = (value: Rational): string => (value.den === 1 ? String(value.num) : `${value.num}/${value.den}`);

/** Writes a witness into the frames from which its conditions read. */
export function writeWitness(assignments: readonly Assignment[]): void {
    const several = new Map<Frame, Map<number, Value[]>>();
    for (const { variable, value } of assignments) {
        const { frame, index, position } = variable;
        if (position === undefined) {
            frame.write(index, value);
            continue;
        }
        const places = several.get(frame) ?? new Map<number, Value[]>();
        several.set(frame, places);
        const values = places.get(index) ?? [];
        places.set(index, values);
        values[position.at - 1] = value;
    }
    several.forEach((places, frame) => places.forEach((values, index) => frame.write(index, new Sequence(values))));
}

/** Returns the text for the value of an assignment; a literal or a variant as its qualified name. */
export function assignedText({ value, exact, variable }: Assignment<Unknown>, textOfValue: (value: Value) => string): string {
    return value instanceof EnumLiteral || variable.choices !== undefined ? exact : textOfValue(value);
}
