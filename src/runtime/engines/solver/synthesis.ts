/**
 * Further questions that a solver answers about conditions: which of them conflict, values for open features that satisfy them, and the
 * permitted selections of variants. (Contract: verification-and-engines 14, newest-operations 9.)
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { spanOf } from '../../../language/syntax/index.js';
import { documentOf, textOf } from '../../../language/semantics/text.js';
import type { DiagnosticSpan } from '../../../language/workspace/diagnostics.js';
import type { Condition, Ground } from '../../evaluation/calculations/conditions.js';
import { type Assignment, ask, type QueryAnswer, type SolverLimits, writeWitness } from './query.js';
import { asserted, replayed, ROUNDED, translated, undecided, type Undecided } from './questions.js';
import type { Solver, SolverMissing, SolverPlace } from './solver.js';
import type { Stated } from './stated.js';
import { asTerm, asCondition } from './symbolic.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';
import { Translation } from './translation.js';

/** An assertion, as the model states it. */
export interface Part {
    readonly kind: 'required condition' | 'assumed condition' | 'declared value';
    readonly text: string;
    /** the nested requirements that contain it */
    readonly path: readonly string[];
    readonly place: DiagnosticSpan;
    readonly term: Term;
}

export interface Conflict {
    readonly status: 'unsatisfiable';
    readonly strength: 'proved';
    /** the conflicting parts; if minimal, the others are satisfiable without any one of them */
    readonly parts: readonly Part[];
    /** whether the time was sufficient to try to omit each of them */
    readonly isMinimal: boolean;
}

export interface Synthesis {
    readonly status: 'satisfiable';
    readonly strength: 'witnessed';
    /** values of features that have a stated value in the model */
    readonly fixed: readonly Assignment[];
    readonly found: readonly Assignment[];
}

/** Time limits in milliseconds: for one query, and for the reduction of a conflict. */
export interface ConflictLimits extends SolverLimits {
    readonly coreBudget: number;
}

/** The solver of a session, with the limits of its questions. */
export interface SolverSettings {
    readonly place: SolverPlace | SolverMissing;
    /** milliseconds for one query; `coreBudget` is that for the reduction of a conflict */
    readonly timeout: number;
    readonly coreBudget: number;
    /** greatest number of listed selections of variants */
    readonly mostConfigurations: number;
    /** greatest memory of a z3, in megabytes */
    readonly memory?: number;
}

/** The parts of a query. */
interface Problem {
    readonly translation: Translation;
    readonly parts: readonly Part[];
    readonly background: readonly Term[];
}

function problemOf({ run, conditions }: Stated, keepsDeclared: boolean): Problem {
    const translation = new Translation(run, 'free');
    const parts = conditions.flatMap(condition => partsOf(translation, condition));
    let background = translation.features.bindings();
    if (keepsDeclared) {
        parts.push(...declaredParts(translation));
        background = translation.features.bindings();
    }
    return { translation, parts, background: [...background, ...translation.arithmetic.sides] };
}

/**
 * Splits a condition into conditions that must all hold, such as the operands of `and`, so that a conflict names exactly the parts
 * involved.
 */
function partsOf(translation: Translation, condition: Condition): readonly Part[] {
    const { form, isRequired, path } = condition;
    if (form.kind === 'implication') {
        return [...form.assumed, form.required].flatMap(c => partsOf(translation, c));
    }
    const kind = isRequired ? 'required condition' : 'assumed condition';
    if (form.kind === 'expression') {
        return operandsOf(form.ground.expression).map(expression => ({
            kind,
            text: textOf(expression).trim(),
            path,
            place: placeOf(expression),
            term: asCondition(translation.of(expression, form.ground.frame), translation.choices)
        }));
    }
    const ground: Ground | undefined = condition.grounds.at(0);
    return ground === undefined
        ? []
        : [{ kind, text: condition.text, path, place: placeOf(ground.expression), term: asserted(translation, condition) }];
}

function operandsOf(expression: AstNode): readonly AstNode[] {
    if (expression.$type === 'BinaryExpression' && (expression.operator === 'and' || expression.operator === '&')) {
        return [...operandsOf(expression.left), ...operandsOf(expression.right)];
    }
    const isParenthesized = expression.$type === 'SequenceExpression' && expression.elements.length === 1;
    return isParenthesized ? operandsOf(expression.elements[0]) : [expression];
}

const placeOf = (node: AstNode): DiagnosticSpan => documentOf(node).spanOf(spanOf(node));

/** Returns the values that the model states for free features, as assertions. */
function declaredParts({ features, arithmetic }: Translation): readonly Part[] {
    const { variables } = features;
    const parts: Part[] = [];
    // Reading a value may add further variables.
    for (let i = 0; i < variables.length; i++) {
        const { declared, name, term } = variables[i];
        if (declared !== undefined) {
            const { expression } = declared;
            const value = asTerm(declared.value(), arithmetic.choices);
            parts.push({
                kind: 'declared value',
                text: `${name} = ${textOf(expression).trim()}`,
                path: [],
                place: placeOf(expression),
                term: terms.equal(term, value.term)
            });
        }
    }
    return parts;
}

function confirmedBy(conditions: readonly Condition[], assignments: readonly Assignment[]): string | undefined {
    writeWitness(assignments);
    const fault = conditions.map(replayed).find(f => f !== undefined);
    return fault === undefined ? undefined : `the evaluator does not confirm the values that the solver found: ${fault}`;
}

/** Finds values that satisfy all conditions, or a minimal set of conditions that conflict. */
function solved(solver: Solver, limits: ConflictLimits, stated: Stated, keepsDeclared: boolean): Synthesis | Conflict | Undecided {
    return translated(() => {
        const { translation, parts, background } = problemOf(stated, keepsDeclared);
        const { variables } = translation.features;
        const put = (subset: readonly Part[]): QueryAnswer => ask(solver, limits, variables, [...background, ...subset.map(p => p.term)]);
        const answer = put(parts);
        if (answer.status === 'unknown') {
            return undecided(answer.reason, answer.isTimeout);
        }
        if (answer.status === 'sat') {
            const fault = confirmedBy(stated.conditions, answer.assignments);
            return fault === undefined
                ? {
                      status: 'satisfiable',
                      strength: 'witnessed',
                      fixed: answer.assignments.filter(a => keepsDeclared && a.variable.declared !== undefined),
                      found: answer.assignments.filter(a => !keepsDeclared || a.variable.declared === undefined)
                  }
                : undecided(fault);
        }
        if (translation.arithmetic.isRounded) {
            return undecided(ROUNDED);
        }
        return { status: 'unsatisfiable', strength: 'proved', ...reduced(parts, put, Date.now() + limits.coreBudget) };
    });
}

/** Removes the parts that are not needed for a conflict, one after another. */
function reduced(
    parts: readonly Part[],
    put: (subset: readonly Part[]) => QueryAnswer,
    end: number
): { parts: readonly Part[]; isMinimal: boolean } {
    let needed = parts;
    for (const part of parts) {
        if (Date.now() > end) {
            return { parts: needed, isMinimal: false };
        }
        const others = needed.filter(p => p !== part);
        if (put(others).status === 'unsat') {
            needed = others;
        }
    }
    return { parts: needed, isMinimal: true };
}

/** Finds a minimal set of conflicting conditions, or values that satisfy all conditions. */
export function conflict(solver: Solver, limits: ConflictLimits, stated: Stated): Synthesis | Conflict | Undecided {
    return solved(solver, limits, stated, false);
}

/** Finds values for open features that satisfy the conditions and keep all stated values, or a conflict. */
export function values(solver: Solver, limits: ConflictLimits, stated: Stated): Synthesis | Conflict | Undecided {
    return solved(solver, limits, stated, true);
}

export interface Configurations {
    readonly status: 'satisfiable' | 'unsatisfiable';
    readonly strength: 'witnessed' | 'proved';
    /** one variant for each variation */
    readonly selections: readonly (readonly Assignment[])[];
    /** whether all selections are listed */
    readonly isComplete: boolean;
    /** why there may be selections that are not listed; empty if all are listed */
    readonly reason: string;
}

/** Why not all selections are listed. */
const TOO_MANY = 'reported up to the bound on how many are enumerated';

/**
 * Finds the selections of variants that satisfy the conditions.
 * @param most greatest number of listed selections
 * @param keepsDeclared whether features keep the values that the model states
 */
export function configurations(
    solver: Solver,
    limits: SolverLimits,
    stated: Stated,
    most: number,
    keepsDeclared = false
): Configurations | Undecided {
    return translated(() => {
        const { translation, parts, background } = problemOf(stated, keepsDeclared);
        const query = [...background, ...parts.map(p => p.term)];
        const { variables } = translation.features;
        if (variables.every(v => !v.isVariation)) {
            return undecided('no variation is read: the conditions do not depend on a selection of variants');
        }
        const selections: (readonly Assignment[])[] = [];
        const { isRounded } = translation.arithmetic;
        const possible = variables.reduce((product, v) => product * (v.isVariation ? v.choices!.length : 1), 1);
        for (;;) {
            const answer = ask(solver, limits, variables, query);
            if (answer.status === 'unknown') {
                return undecided(answer.reason, answer.isTimeout);
            }
            if (answer.status === 'unsat') {
                if (isRounded && selections.length === 0) {
                    return undecided(ROUNDED);
                }
                const isComplete = !isRounded || selections.length === possible;
                const found = selections.length > 0;
                return {
                    status: found ? 'satisfiable' : 'unsatisfiable',
                    strength: found ? 'witnessed' : 'proved',
                    selections,
                    isComplete,
                    reason: isComplete ? '' : ROUNDED
                };
            }
            if (selections.length === most) {
                return { status: 'satisfiable', strength: 'witnessed', selections, isComplete: false, reason: TOO_MANY };
            }
            const fault = confirmedBy(stated.conditions, answer.assignments);
            if (fault !== undefined) {
                return undecided(fault);
            }
            const selection = answer.assignments.filter(a => a.variable.isVariation);
            selections.push(selection);
            query.push(terms.not(terms.and(...selection.map(chosenTerm))));
        }
    });
}

/** Returns the term for a variation having the variant of an assignment. */
function chosenTerm({ variable, exact }: Assignment): Term {
    const choice = variable.choices!.find(c => c.id === exact)!;
    return terms.equal(variable.term, terms.integer(choice.number));
}
