/**
 * Sweeps: run an analysis case or a calculation, or judge a condition, once for each row of a plan (contract: RunSweep, sheet 10.5). Each
 * row is a separate run with its own budgets and objects, so rows may be computed in any process and in any order.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { startRun } from '../behaviour/index.js';
import type { BehaviourOptions } from '../behaviour/index.js';
import { outputOf, resultOf } from '../evaluation/calculations/answers.js';
import { outerOf, prepare } from '../evaluation/calculations/usage.js';
import { withinCalculation } from '../evaluation/calculations/performance.js';
import { isCase, shapeOf } from '../evaluation/calculations/shape.js';
import { type CalcOutput, calcOuter } from '../evaluation/evaluate.js';
import { subjectAt } from '../evaluation/instances/subjects.js';
import type { Instance } from '../evaluation/instances/instance.js';
import type { InstanceAnswer } from '../evaluation/instances/graph.js';
import { isConstraint, isRequirement } from '../evaluation/model/kinds.js';
import { messageOf } from '../evaluation/limits.js';
import type { Run, RunModel } from '../evaluation/run.js';
import type { Value } from '../values/index.js';
import type { CaseEvaluation } from './case-evaluations.js';
import type { Arguments } from './arguments.js';
import { type CaseResult, instancesOf, runCaseOnce } from './case-run.js';
import type { SweepPlan } from './sweep-plan.js';
import type { Verdict } from './verdict.js';
import { verifyConstraint, verifyRequirement } from './verify.js';

export interface SweepRow {
    /** the swept values */
    readonly inputs: readonly CalcOutput[];
    /** empty for a failed run; the value that a calculation returns is called `result` */
    readonly outputs: readonly CalcOutput[];
    readonly verdicts: readonly Verdict[];
    readonly evaluations: readonly CaseEvaluation[];
    readonly instances: readonly InstanceAnswer[];
    /** number of objects that the run created; their ids are 1 to this number */
    readonly objects: number;
    readonly error?: string;
    /** wall time in whole microseconds */
    readonly elapsedMicros: number;
}

/** The arguments that all rows of a sweep share. */
export interface RowRequest {
    readonly subjectId: string;
    /** path of the object that has the calculation, where it was reached through one */
    readonly holderId?: string;
    /** evaluated for each row, since values may be objects of its run */
    readonly arguments: (run: Run) => Arguments;
    /** receives the result of each row's case, while its objects exist */
    readonly onResult?: (result: CaseResult, row: number) => void;
}

/**
 * A function that computes a row of a plan.
 * @throws the cancellation of the run, also between rows
 */
export function rowMaker(model: RunModel, plan: SweepPlan, request: RowRequest, options: BehaviourOptions): (row: number) => SweepRow {
    const valuesOf = plan.values();
    const runRow = isConstraint(plan.target) ? conditionRow : isCase(plan.target) ? caseRow : calcRow;
    return row => {
        options.checkCancelled?.();
        const inputs = valuesOf(row).map((value, i) => ({ name: plan.parameters[i], value }));
        const started = performance.now();
        const run = startRun(model, options);
        const made = undone(options.heldObjects, () => runRow(run, plan.target, request, inputs, row));
        return { ...made, inputs, objects: run.objectCount, elapsedMicros: Math.floor((performance.now() - started) * 1000) };
    };
}

/**
 * Undoes the changes of a row to objects that exist outside the row, so that every row starts from the same state. These objects belong to
 * one run.
 */
const undone = <T>([object]: readonly Instance[] = [], row: () => T): T => (object === undefined ? row() : object.run.preview(row));

/** The rows of a plan in order, computed on demand. @throws the cancellation of the run */
export function* sweepRows(
    model: RunModel,
    plan: SweepPlan,
    request: RowRequest,
    options: BehaviourOptions
): Generator<SweepRow, void, undefined> {
    const make = rowMaker(model, plan, request, options);
    for (let row = 0; row < plan.rows; row++) {
        yield make(row);
    }
}

type Made = Omit<SweepRow, 'inputs' | 'objects' | 'elapsedMicros'>;

function caseRow(run: Run, target: AstNode, request: RowRequest, inputs: readonly CalcOutput[], row: number): Made {
    const result = runCaseOnce(run, target, request.subjectId, r => rowArguments(request, r, inputs));
    request.onResult?.(result, row);
    const { outputs, verdicts, evaluations, instances, error } = result;
    return { outputs, verdicts, evaluations, instances, ...(error !== undefined && { error }) };
}

const NONE = { outputs: [], verdicts: [], evaluations: [], instances: [] } as const;

function calcRow(run: Run, target: AstNode, request: RowRequest, inputs: readonly CalcOutput[]): Made {
    const { positional, named } = rowArguments(request, run, inputs);
    const { holderId } = request;
    const shape = shapeOf(target);
    try {
        const outer = holderId === undefined ? calcOuter(run, target) : outerOf(target, subjectAt(run, holderId));
        const outputs = withinCalculation(run, shape, () => {
            const called = prepare(run, shape, outer, positional, named);
            const declared = shape.outputs.map(slot => ({ name: slot.names[0] ?? '', value: outputOf(called, slot) }));
            return declared.length === 0 || called.hasResult ? [...declared, { name: 'result', value: resultOf(called) }] : declared;
        });
        const objects = outputs.map(o => o.value);
        return { ...NONE, outputs, instances: run.objectCount === 0 ? [] : instancesOf([], objects) };
    } catch (error) {
        return { ...NONE, error: messageOf(error) };
    }
}

/** The verdict on a requirement or constraint with the values of a row. */
function conditionRow(run: Run, target: AstNode, request: RowRequest, inputs: readonly CalcOutput[]): Made {
    const verify = isRequirement(target) ? verifyRequirement : verifyConstraint;
    try {
        const { verdict, instances, error } = verify(run, {
            symbolId: qualifiedNameOf(target) ?? '',
            subjectId: request.subjectId,
            arguments: rowArguments(request, run, inputs)
        });
        return { ...NONE, verdicts: verdict === undefined ? [] : [verdict], instances, ...(error !== undefined && { error }) };
    } catch (error) {
        return { ...NONE, error: messageOf(error) };
    }
}

function rowArguments({ arguments: fixed }: RowRequest, run: Run, inputs: readonly CalcOutput[]): Arguments {
    const { positional, named } = fixed(run);
    const all = new Map<string, Value>(named);
    inputs.forEach(({ name, value }) => all.set(name, value));
    return { positional, named: all };
}
