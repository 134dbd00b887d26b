/**
 * Calculations as values and as features: a calculation with unbound inputs is a function; one with all inputs is read by its outputs or
 * its result (contract sheet 4.12).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import { owningTypeOf } from '../../../language/semantics/structure.js';
import { type Frame, frameWith } from '../expressions/frame.js';
import { isBound } from '../instances/bindings.js';
import { conform } from '../instances/conform.js';
import { Instance } from '../instances/instance.js';
import { readOnModel } from '../instances/model-level.js';
import type { Run } from '../run.js';
import { type Callable, EvaluationError, FunctionValue, OpaqueValue, type Value } from '../../values/index.js';
import { Performance, withinCalculation } from './performance.js';
import { ConditionFrame, conjunctionOf } from './conditions.js';
import { remembered } from './memory.js';
import { type Parameter, type Shape, shapeOf } from './shape.js';

/** The enclosing frame of a calculation: the nearest one whose type owns it; undefined for a calculation of a package. */
export function outerOf(calc: AstNode, frame: Frame | undefined): Frame | undefined {
    const owner = owningTypeOf(calc) ?? (calc.$container?.$type === 'Definition' ? calc.$container : undefined);
    if (owner === undefined) {
        return undefined;
    }
    for (let f = frame; f !== undefined; f = f.outer) {
        if (f.layout.indexOf.has(calc) || f.layout.type === owner || conformsTo(f.layout.type, owner)) {
            return f;
        }
    }
    return frame;
}

/**
 * Calls a calculation with positional and named arguments.
 * @param outer the enclosing frame
 * @throws EvaluationError calc argument count mismatch, unknown parameter, unbound parameter, and errors of its body, framed by its name
 */
export function invoke(
    run: Run,
    shape: Shape,
    outer: Frame | undefined,
    positional: readonly Value[],
    named?: ReadonlyMap<string, Value>
): Value {
    if (shape.isCondition) {
        return withinCalculation(run, shape, () => invokeCondition(run, shape, outer, positional, named));
    }
    const call = (): Value => withinCalculation(run, shape, () => prepare(run, shape, outer, positional, named).result());
    return outer === undefined && named === undefined ? remembered(run, shape, positional, call) : call();
}

/** Calls a constraint or requirement. @returns whether its conditions hold for the arguments */
function invokeCondition(
    run: Run,
    shape: Shape,
    outer: Frame | undefined,
    positional: readonly Value[],
    named?: ReadonlyMap<string, Value>
): Value {
    const holds = conjunctionOf(shape.calc, prepareCondition(run, shape, outer, positional, named));
    if (holds === undefined) {
        throw new EvaluationError('no condition to evaluate', shape.name);
    }
    return holds;
}

/** The frame of a constraint or requirement with its arguments. @throws EvaluationError calc argument count mismatch, unknown parameter */
export function prepareCondition(
    run: Run,
    shape: Shape,
    outer: Frame | undefined,
    positional: readonly Value[],
    named?: ReadonlyMap<string, Value>
): ConditionFrame {
    const frame = new ConditionFrame(run, shape.layout, outer);
    giveAll(shape, positional, named, (parameter, value) => frame.write(parameter.slot.index, conform(value, parameter.slot, frame)));
    return frame;
}

/**
 * A performance of a calculation with its arguments. @throws EvaluationError calc argument count mismatch, unknown parameter, unbound
 * parameter
 */
export function prepare(
    run: Run,
    shape: Shape,
    outer: Frame | undefined,
    positional: readonly Value[],
    named?: ReadonlyMap<string, Value>
): Performance {
    const performance = new Performance(run, shape, outer);
    giveAll(shape, positional, named, (parameter, value) => performance.give(parameter, value));
    const { parameters } = shape;
    for (let i = positional.length; i < parameters.length; i++) {
        const { isNeeded, name, slot } = parameters[i];
        if (isNeeded && !performance.isSet(slot.index)) {
            throw new EvaluationError('unbound parameter', name);
        }
    }
    return performance;
}

function giveAll(
    shape: Shape,
    positional: readonly Value[],
    named: ReadonlyMap<string, Value> | undefined,
    give: (parameter: Parameter, value: Value) => void
): void {
    const { parameters } = shape;
    if (positional.length > parameters.length) {
        throw new EvaluationError(
            'calc argument count mismatch',
            `${shape.name} takes ${parameters.length} argument(s), got ${positional.length}`
        );
    }
    for (let i = 0; i < positional.length; i++) {
        give(parameters[i], positional[i]);
    }
    if (named !== undefined) {
        for (const [name, value] of named) {
            const parameter = parameters.find(p => p.slot.names.includes(name));
            if (parameter === undefined) {
                throw new EvaluationError('unknown parameter', `${name} of ${shape.name}`);
            }
            give(parameter, value);
        }
    }
}

/** A calculation as a function value. */
export function functionValue(calc: AstNode, frame: Frame | undefined): FunctionValue {
    const shape = shapeOf(calc);
    const outer = outerOf(calc, frame);
    const self = outer instanceof Instance ? outer : undefined;
    const closesOverMore = outer !== undefined && self === undefined;
    return new FunctionValue(
        shape.id,
        callableOf(shape, frame, outer),
        self,
        closesOverMore ? `the calc ${shape.name} closes over a running body` : undefined
    );
}

function callableOf(shape: Shape, frame: Frame | undefined, outer: Frame | undefined): Callable {
    const apply = (args: readonly Value[], named?: ReadonlyMap<string, Value>): Value => invoke(frame!.run, shape, outer, args, named);
    const applied = (args: readonly Value[], work: () => Value): Value => frame!.run.applied(shape, outer, args, work);
    const { parameters } = shape;
    return {
        arity: parameters.length,
        call: args => applied(args, () => apply(args)),
        callNamed(args, named) {
            const places = parameters.map(({ slot }, i) => (i < args.length ? args[i] : firstOf(slot.names, named)));
            const given = places.slice(0, places.findLastIndex(value => value !== undefined) + 1).map(value => value ?? null);
            return applied(given, () => apply(args, named));
        }
    };
}

function firstOf(names: readonly string[], named: ReadonlyMap<string, Value>): Value | undefined {
    const name = names.find(n => named.has(n));
    return name === undefined ? undefined : named.get(name);
}

/** The value of a calculation usage as a feature: a performance that is read by its outputs; {@link resultOfReading} returns its value. */
export function calculationOf(usage: AstNode, holder: Frame): Value {
    const shape = shapeOf(usage);
    const index = holder.layout.indexOf.get(usage);
    const performance = new Performance(holder.run, shape, holder, { frame: holder, index: index ?? 0 });
    return new OpaqueValue(`the calculation ${shape.name} has no single result`, performance);
}

/** Whether a usage has an unbound input: a parameter of exactly one value that has no value and no binding. */
function awaitsInput(performance: Performance): boolean {
    return performance.shape.parameters.some(p => !p.hasValue && p.isSingle && !isBound(performance, p.slot));
}

/** Reads a calculation usage without its result, for a feature chain that starts with it. */
export function readCalculation(usage: AstNode, frame: Frame): Value {
    const found = frameWith(frame, usage);
    return found !== undefined ? found.frame.read(found.index) : readOnModel(frame.run, usage);
}

/**
 * The value of a reading: a performance of a calculation gives its result, or a function while an input is unbound; other values are
 * unchanged.
 */
export function resultOfReading(value: Value): Value {
    if (value instanceof OpaqueValue && value.identity instanceof Performance) {
        const { identity: performance } = value;
        if (awaitsInput(performance)) {
            return functionValue(performance.shape.calc, performance.outer);
        }
        return withinCalculation(performance.run, performance.shape, () => performance.result());
    }
    return value;
}
