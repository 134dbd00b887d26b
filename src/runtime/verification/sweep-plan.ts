/**
 * The plan of a sweep: the runs that it makes, checked before the first one (contract sheet 10.1). Depends on the types of parameters, not
 * on runs.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { Generator64 } from '../behaviour/index.js';
import { elementById } from '../../language/semantics/naming.js';
import { isCase, type Parameter, type Shape, shapeOf } from '../evaluation/calculations/shape.js';
import { Performance } from '../evaluation/calculations/performance.js';
import { articledKind, isCalculation, isConstraint } from '../evaluation/model/kinds.js';
import type { Run, RunModel } from '../evaluation/run.js';
import { EvaluationError, type Value } from '../values/index.js';
import { type Arguments, boundParameters, subjectOf } from './arguments.js';
import { type Refusal, isAnalysisCase } from './case-run.js';
import { isVerificationCase } from './cases.js';
import { type RangeBounds, RangeFault, type Steps, drawOf, stepsOf } from './sweep-values.js';

export interface SweepRange extends RangeBounds {
    readonly parameter: string;
}

export interface SweepPlan {
    /** the analysis case, calculation, requirement or constraint */
    readonly target: AstNode;
    /** names of the swept parameters, as requested */
    readonly parameters: readonly string[];
    /** number of runs */
    readonly rows: number;
    /** a function that returns the values of the swept parameters in a row; drawn values are cheap only for rows in order */
    values(): (row: number) => readonly Value[];
}

export interface PlanRequest {
    readonly symbolId: string;
    readonly subjectId: string;
    readonly arguments: Arguments;
    readonly ranges: readonly SweepRange[];
    /** number of drawn rows; 0 steps through the values */
    readonly samples: bigint;
    readonly seed: bigint;
    /** whether requirements and constraints may be swept; RunSweep refuses them (contract sheet 10.1) */
    readonly conditions?: boolean;
    /** limit of the rows */
    readonly limit: number;
}

const refusal = (error: string): Refusal => ({ error, failureReason: 'evaluation' });

/** A fault of the plan, in the contract's wording. */
class PlanFault extends Error {}

/** The runs of a request, or the reason why there are none. @param run checks values against the types of parameters */
export function planSweep(run: Run, request: PlanRequest): SweepPlan | Refusal {
    const target = targetOf(run.model, request);
    if ('failureReason' in target) {
        return target;
    }
    try {
        return planOf(run, target, shapeOf(target), request);
    } catch (error) {
        if (error instanceof PlanFault || error instanceof EvaluationError) {
            return refusal(error.message);
        }
        throw error;
    }
}

function targetOf(model: RunModel, { symbolId, conditions = false }: PlanRequest): AstNode | Refusal {
    const element = elementById(model, symbolId);
    if (element === undefined) {
        return refusal(`symbol not found: ${symbolId}`);
    }
    if (isVerificationCase(element)) {
        return {
            error: `a verification case is not swept: ${symbolId} is ${articledKind(element)}; sweep the analysis or the calc that it uses`,
            failureReason: 'wrongKind'
        };
    }
    if (conditions && isConstraint(element)) {
        return element;
    }
    if (!isAnalysisCase(element) && (!isCalculation(element) || isConstraint(element) || isCase(element))) {
        return { error: `not a calc: ${symbolId} declares neither an analysis case nor a calc`, failureReason: 'wrongKind' };
    }
    return element;
}

function planOf(run: Run, target: AstNode, shape: Shape, request: PlanRequest): SweepPlan {
    const { ranges, samples, seed, limit, subjectId } = request;
    if (subjectId !== '' && !isCase(target) && !isConstraint(target)) {
        throw new PlanFault(`a calc has no subject: ${subjectId} cannot be that of ${shape.name}`);
    }
    if (ranges.length === 0) {
        throw new PlanFault('no sweep range: a sweep names at least one parameter with its range');
    }
    if (samples < 0n) {
        throw new PlanFault(`invalid sample request: ${samples} is negative`);
    }
    const parameters = sweptParameters(shape, request);
    const names = ranges.map(r => r.parameter);
    if (samples > 0n) {
        const stepped = ranges.find(r => r.step !== undefined);
        if (stepped !== undefined) {
            throw new PlanFault(`invalid sample request: the range of ${stepped.parameter} states a step, and values are drawn`);
        }
        const draws = ranges.map((range, i) =>
            inRange(range, () => checked(drawOf(range, parameters[i].category), run, shape, parameters[i], range))
        );
        checkLimit(samples, limit);
        return { target, parameters: names, rows: Number(samples), values: () => drawn(draws, seed) };
    }
    const steps = ranges.map((range, i) =>
        inRange(range, () => checked(stepsOf(range, parameters[i].category), run, shape, parameters[i], range))
    );
    const rows = steps.reduce((product, { count }) => product * count, 1);
    checkLimit(rows, limit);
    steps.forEach((s, i) => inRange(ranges[i], () => checkFineness(s)));
    return { target, parameters: names, rows, values: () => row => steppedAt(steps, row) };
}

/** The swept parameters: declared, not bound by an argument, and each swept once. @throws PlanFault */
function sweptParameters(shape: Shape, { ranges, arguments: args }: PlanRequest): Parameter[] {
    const { byName, byPosition } = boundParameters(shape, args);
    const subject = subjectOf(shape);
    const swept = new Set<Parameter>();
    return ranges.map(({ parameter: name }) => {
        const fault = (text: string): PlanFault => new PlanFault(`invalid sweep parameter: ${text}`);
        if (name === '') {
            throw fault('a range names no parameter');
        }
        const parameter = shape.parameters.find(p => p.slot.names.includes(name));
        if (parameter === undefined) {
            const declared = shape.parameters.filter(p => p !== subject).map(p => p.name);
            const known = declared.length === 0 ? 'which has none' : `which has ${declared.join(', ')}`;
            const isFeature = shape.layout.slots.some(slot => slot.names.includes(name));
            throw fault(
                `${name} is no parameter of ${shape.name}, ${known}${isFeature ? ` (its feature ${name} varies if it is declared with 'in')` : ''}`
            );
        }
        if (parameter === subject) {
            throw fault(`${name} is the subject of ${shape.name}`);
        }
        if (byName.has(parameter)) {
            throw fault(`${name} is bound by the argument ${byName.get(parameter)}`);
        }
        if (byPosition.includes(parameter)) {
            throw fault(`${name} is bound by argument ${byPosition.indexOf(parameter) + 1}`);
        }
        if (swept.has(parameter)) {
            throw fault(`${name} is swept twice`);
        }
        swept.add(parameter);
        return parameter;
    });
}

/** Returns the values of a range after checking its bounds against the parameter's type. @throws RangeFault */
function checked<T>(values: T, run: Run, shape: Shape, parameter: Parameter, { start, end }: SweepRange): T {
    for (const bound of [start, end]) {
        // checks the converted bound: a whole Real becomes an Integer in a range of Integers
        const becomes = drawOf({ start: bound, end: bound, step: undefined }, parameter.category);
        try {
            new Performance(run, shape, undefined).give(parameter, becomes(new Generator64(0n, 0n)));
        } catch (error) {
            throw error instanceof EvaluationError ? new RangeFault(error.message) : error;
        }
    }
    return values;
}

/** Adds the name of the parameter to a fault of its range. */
function inRange<T>({ parameter }: SweepRange, work: () => T): T {
    try {
        return work();
    } catch (error) {
        if (error instanceof RangeFault || error instanceof EvaluationError) {
            throw new PlanFault(`invalid sweep range: ${parameter}: ${error.message}`);
        }
        throw error;
    }
}

function checkLimit(rows: number | bigint, limit: number): void {
    if (rows > limit) {
        const planned = typeof rows === 'bigint' || Number.isSafeInteger(rows) ? ` (the plan has ${rows})` : '';
        throw new PlanFault(`sweep run budget exceeded: at most ${limit} run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)${planned}`);
    }
}

/** @throws RangeFault */
function checkFineness(steps: Steps): void {
    if (steps.isTooFine()) {
        throw new RangeFault('the steps are too fine for a Real: neighbouring values are one double');
    }
}

/** The values of a row in lexicographic order, the first range varying slowest. */
function steppedAt(steps: readonly Steps[], row: number): Value[] {
    const values = new Array<Value>(steps.length);
    let rest = row;
    for (let i = steps.length - 1; i >= 0; i--) {
        const { count } = steps[i];
        values[i] = steps[i].valueAt(rest % count);
        rest = Math.floor(rest / count);
    }
    return values;
}

/**
 * Draws the rows in order, one value for each range. Values of skipped rows are drawn, too; a row before the last drawn one restarts from
 * the seed.
 */
function drawn(draws: readonly ((generator: Generator64) => Value)[], seed: bigint): (row: number) => readonly Value[] {
    let generator = Generator64.ofSeed(seed);
    let next = 0;
    const draw = (): readonly Value[] => draws.map(each => each(generator));
    return row => {
        if (row < next) {
            generator = Generator64.ofSeed(seed);
            next = 0;
        }
        for (; next < row; next++) {
            draw();
        }
        next++;
        return draw();
    };
}
