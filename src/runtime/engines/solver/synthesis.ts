/**
 * What else a solver finds about conditions: which of them cannot hold together, values that satisfy what is open, the selections of
 * variants that are permitted, and the best value of an objective. (Contract: verification-and-engines 14, newest-operations 9.)
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

/** Something that is asserted, as the model states it. */
export interface Part {
    readonly kind: 'required condition' | 'assumed condition' | 'declared value';
    readonly text: string;
    /** the nested requirements that state it */
    readonly path: readonly string[];
    readonly place: DiagnosticSpan;
    readonly term: Term;
}

export interface Conflict {
    readonly status: 'unsatisfiable';
    readonly strength: 'proved';
    /** a set of which every one is needed; without any of them the others can hold */
    readonly parts: readonly Part[];
    /** whether the time sufficed to try each of them */
    readonly isMinimal: boolean;
}

export interface Synthesis {
    readonly status: 'satisfiable';
    readonly strength: 'witnessed';
    /** of features whose value the model states */
    readonly fixed: readonly Assignment[];
    readonly found: readonly Assignment[];
}

/** Milliseconds for one query, and for making a conflict smaller. */
export interface ConflictLimits extends SolverLimits {
    readonly coreBudget: number;
}

/** Where the solver of a session is, and what bounds its questions. */
export interface SolverSettings {
    readonly place: SolverPlace | SolverMissing;
    /** milliseconds for one query, and for making a conflict smaller */
    readonly timeout: number;
    readonly coreBudget: number;
    /** selections of variants that are listed at most */
    readonly mostConfigurations: number;
}

/** A query in the making. */
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

/** The conditions within a condition that hold together: operands of `and`, so that a conflict names what takes part in it. */
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

/** The values that the model states of the features that are free, each as something that is asserted. */
function declaredParts({ features, arithmetic }: Translation): readonly Part[] {
    const { variables } = features;
    const parts: Part[] = [];
    // Reading a value may find further variables.
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

/** Values at which conditions hold, or the least of them that cannot hold together. */
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

/** Takes away what is not needed for a conflict, one after the other. */
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

/** Which conditions cannot hold together: a minimal set, or values at which all hold. */
export function conflict(solver: Solver, limits: ConflictLimits, stated: Stated): Synthesis | Conflict | Undecided {
    return solved(solver, limits, stated, false);
}

/** Values for what the model leaves open at which conditions hold, those that it states kept; or what is in conflict. */
export function values(solver: Solver, limits: ConflictLimits, stated: Stated): Synthesis | Conflict | Undecided {
    return solved(solver, limits, stated, true);
}

export interface Configurations {
    readonly status: 'satisfiable' | 'unsatisfiable';
    readonly strength: 'witnessed' | 'proved';
    /** one variant of each variation */
    readonly selections: readonly (readonly Assignment[])[];
    /** whether there are no others */
    readonly isComplete: boolean;
}

/** The selections of variants with which conditions can hold. @param most how many are listed */
export function configurations(
    solver: Solver,
    limits: SolverLimits,
    { run, conditions }: Stated,
    most: number
): Configurations | Undecided {
    return translated(() => {
        const translation = new Translation(run, 'free');
        const parts = conditions.map(c => asserted(translation, c));
        const query = [...translation.features.bindings(), ...parts, ...translation.arithmetic.sides];
        const { variables } = translation.features;
        if (variables.every(v => !v.isVariation)) {
            return undecided('no variation is read: the conditions do not depend on a selection of variants');
        }
        const selections: (readonly Assignment[])[] = [];
        for (;;) {
            const answer = ask(solver, limits, variables, query);
            if (answer.status === 'unknown') {
                return undecided(answer.reason, answer.isTimeout);
            }
            if (answer.status === 'unsat') {
                if (translation.arithmetic.isRounded && selections.length === 0) {
                    return undecided(ROUNDED);
                }
                const isComplete = !translation.arithmetic.isRounded;
                const found = selections.length > 0;
                return {
                    status: found ? 'satisfiable' : 'unsatisfiable',
                    strength: found ? 'witnessed' : 'proved',
                    selections,
                    isComplete
                };
            }
            if (selections.length === most) {
                return { status: 'satisfiable', strength: 'witnessed', selections, isComplete: false };
            }
            const fault = confirmedBy(conditions, answer.assignments);
            if (fault !== undefined) {
                return undecided(fault);
            }
            const selection = answer.assignments.filter(a => a.variable.isVariation);
            selections.push(selection);
            query.push(terms.not(terms.and(...selection.map(chosenTerm))));
        }
    });
}

/** That a variation has the variant of an assignment. */
function chosenTerm({ variable, exact }: Assignment): Term {
    const choice = variable.choices!.find(c => c.id === exact)!;
    return terms.equal(variable.term, terms.integer(choice.number));
}
