/**
 * Finds the best values for the objectives of a case (`MinimizeObjective` and `MaximizeObjective`, each with its own evaluation) under the
 * assertions of the case and those of its subject. Unbound parameters are free; an evaluation that has a parameter rates the subject.
 * (Contract: newest-operations 9.)
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { conformsToLibrary } from '../../../language/semantics/specialization.js';
import { textOf } from '../../../language/semantics/text.js';
import { type Condition, ConditionFrame, conditionsOf, isSubject } from '../../evaluation/calculations/conditions.js';
import { shapeOf } from '../../evaluation/calculations/shape.js';
import { codeOf } from '../../evaluation/expressions/code.js';
import { LocalFrame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isConstraint, isObjective } from '../../evaluation/model/kinds.js';
import { type Layout, type Slot, layoutOf } from '../../evaluation/model/layout.js';
import type { Run } from '../../evaluation/run.js';
import type { Value } from '../../values/index.js';
import { type Assignment, ask, type SolverLimits, writeWitness } from './query.js';
import { replayed, translated, undecided, type Undecided } from './questions.js';
import type { Solver } from './solver.js';
import { conditionsOn } from './stated.js';
import { asTerm, known, type Symbolic, Untranslatable } from './symbolic.js';
import { Translation } from './translation.js';

export interface Optimum {
    readonly status: 'satisfiable' | 'unsatisfiable';
    readonly strength: 'witnessed' | 'proved';
    readonly goals: readonly {
        readonly goal: 'minimize' | 'maximize';
        readonly name: string;
        readonly text: string;
        readonly value: Value;
    }[];
    readonly witness: readonly Assignment[];
}

interface Goal {
    readonly goal: 'minimize' | 'maximize';
    readonly slot: Slot;
    readonly frame: ConditionFrame;
    /** slot of the calculation that evaluates the objective */
    readonly index: number;
}

/** Returns values for a case's free features that optimize its objectives. Earlier objectives have priority over later ones. */
export function optimum(solver: Solver, limits: SolverLimits, run: Run, element: AstNode): Optimum | Undecided {
    return translated(() => {
        const frame = new LocalFrame(run, layoutOf(element), undefined);
        const goals = frame.layout.slots.filter(s => isObjective(s.feature)).map(slot => goalOf(run, frame, slot));
        if (goals.length === 0) {
            throw new Untranslatable(`${nameOf(element) ?? 'the case'} has no objective to improve`);
        }
        const translation = new Translation(run, 'declared');
        const subject = subjectOf(translation, frame);
        const conditions = [...assertionsOf(run, frame), ...(subject instanceof Instance ? conditionsOn(run, subject) : [])];
        const asserted = conditions.map(c => translation.condition(c));
        const objectives = goals.map(g => ({
            goal: g.goal,
            term: asTerm(rated(translation, g, subject), translation.choices).term
        }));
        const query = [...translation.features.bindings(), ...asserted, ...translation.arithmetic.sides];
        const answer = ask(solver, limits, translation.features.variables, query, objectives);
        if (answer.status === 'unknown') {
            return undecided(answer.reason, answer.isTimeout);
        }
        if (answer.status === 'unsat') {
            return { status: 'unsatisfiable', strength: 'proved', goals: [], witness: [] };
        }
        writeWitness(answer.assignments);
        const fault = conditions.map(replayed).find(f => f !== undefined);
        if (fault !== undefined) {
            return undecided(`the evaluator does not confirm the values that the solver found: ${fault}`);
        }
        return {
            status: 'satisfiable',
            strength: 'witnessed',
            goals: goals.map(g => ({
                goal: g.goal,
                name: g.slot.names[0] ?? 'objective',
                text: evaluationText(g.frame.layout.slots[g.index]),
                value: ratedBy(g, subject)
            })),
            witness: answer.assignments
        };
    });
}

function goalOf(run: Run, frame: LocalFrame, slot: Slot): Goal {
    const name = slot.names[0] ?? 'objective';
    const isMinimum = conformsToLibrary(slot.feature, 'TradeStudies::MinimizeObjective');
    if (!isMinimum && !conformsToLibrary(slot.feature, 'TradeStudies::MaximizeObjective')) {
        throw new Untranslatable(`${name} is no MinimizeObjective and no MaximizeObjective`);
    }
    const objective = new ConditionFrame(run, layoutOf(slot.feature), frame);
    const index = objective.layout.byName.get('eval');
    if (index === undefined || evaluationText(objective.layout.slots[index]) === '') {
        throw new Untranslatable(`${name} states no value to improve: give it \`in calc :>> eval { … }\``);
    }
    return { goal: isMinimum ? 'minimize' : 'maximize', slot, frame: objective, index };
}

/** The subject that a case declares. */
function subjectOf({ features }: Translation, frame: LocalFrame): Value | undefined {
    const slot = frame.layout.slots.find(s => s.isModelled && isSubject(s));
    const subject = slot === undefined ? undefined : features.read(frame, slot.index);
    return subject?.kind === 'value' ? subject.value : undefined;
}

/** The value to optimize. @throws Untranslatable for an evaluation with a parameter if no subject is known */
function rated(translation: Translation, { frame, index }: Goal, subject: Value | undefined): Symbolic {
    const { feature } = frame.layout.slots[index];
    const [parameter] = shapeOf(feature).parameters.filter(p => p.slot.isModelled);
    if (parameter !== undefined && subject === undefined) {
        throw new Untranslatable(`the evaluation rates ${parameter.name}, and the case declares no subject`);
    }
    return translation.result(frame, feature, subject === undefined ? [] : [known(subject)]);
}

/** Returns the value that the evaluator computes for an objective. @throws EvaluationError */
function ratedBy({ frame, index }: Goal, subject: Value | undefined): Value {
    const { answer, layout, parameters } = shapeOf(frame.layout.slots[index].feature);
    const local = new LocalFrame(frame.run, layout, frame);
    if (subject !== undefined && parameters.length > 0) {
        local.write(parameters[0].slot.index, subject);
    }
    return codeOf(answer!)(local);
}

function evaluationText({ feature }: Slot): string {
    const { answer } = shapeOf(feature);
    return answer === undefined ? '' : textOf(answer).trim();
}

/** Returns the conditions that a case asserts, without its objectives. */
function assertionsOf(run: Run, frame: LocalFrame): readonly Condition[] {
    const { slots }: Layout = frame.layout;
    return slots
        .filter(({ feature }) => isConstraint(feature) && feature.kind === 'assert' && !isObjective(feature))
        .flatMap(({ feature }) => conditionsOf(feature, new ConditionFrame(run, layoutOf(feature), frame)));
}
