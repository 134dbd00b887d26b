/**
 * The performance of a calculation: a frame whose parameters are given and whose other features are computed when read. calls.ts compiles
 * calls.
 */
import { type Frame, LocalFrame, type Place } from '../expressions/frame.js';
import { codeOf } from '../expressions/code.js';
import { boundValue } from '../instances/bindings.js';
import { conform, evaluatedBounds } from '../instances/conform.js';
import { Instance } from '../instances/instance.js';
import { recursionLimitExceeded } from '../limits.js';
import type { ValueCategory } from '../model/kinds.js';
import { isInput, isOutput } from '../model/kinds.js';
import { type Slot, layoutOf } from '../model/layout.js';
import { isManyValued } from '../model/slot-bounds.js';
import { isStatedValue, natureOf, type SlotNature } from '../model/slot-nature.js';
import { vacantSequence } from '../model/vacancies.js';
import type { Run } from '../run.js';
import { EMPTY_SEQUENCE, EvaluationError, FunctionValue, Real, scalarOf, Unset, type Value } from '../../values/index.js';
import { type Argument, callLibraryFunction, type LibraryFunction } from '../functions/index.js';
import { conditionValue } from './conditions.js';
import type { Parameter, Shape } from './shape.js';
import { performByTool } from '../tools.js';
import { executeBody } from './statements.js';
import { calculationOf } from './usage.js';

/** The value of a local feature: bound, declared, or the default of its nature. */
export function localValue(frame: LocalFrame, slot: Slot): Value {
    const bound = boundValue(frame, slot);
    if (bound !== undefined) {
        return bound;
    }
    for (const declaration of slot.chain) {
        if (declaration.value !== undefined) {
            return conform(codeOf(declaration.value.expression)(frame), slot, frame);
        }
    }
    if (isInput(slot.feature)) {
        if (evaluatedBounds(slot, frame).lower === 0) {
            return isManyValued(slot) ? vacantSequence(slot, frame.layout) : null;
        }
        throw new EvaluationError('unbound parameter', slot.names[0] ?? '');
    }
    switch (natureOf(slot)) {
        case 'calculation':
            return calculationOf(slot.feature, frame);
        case 'constraint':
            return conditionValue(slot, frame);
        case 'object':
        case 'connector':
        case 'behavior': {
            const { lower } = evaluatedBounds(slot, frame);
            return lower === 0
                ? EMPTY_SEQUENCE
                : new Instance(frame.run, layoutOf(slot.feature), slot.feature, frame, { via: { index: slot.index, position: 1 } });
        }
        default: {
            const { lower } = evaluatedBounds(slot, frame);
            return lower === 0 ? (isManyValued(slot) ? EMPTY_SEQUENCE : null) : new Unset(slot.names[0] ?? '');
        }
    }
}

/** Natures whose objects are created on demand. */
const MADE = new Set<SlotNature>(['object', 'connector', 'behavior']);

/** Categories that take a small Integer without conversion. */
const EXACT = new Set<ValueCategory>(['any', 'integer', 'rational', 'number']);

/**
 * The failure to read an output without a value (contract: newest-operations 3.2 rule 11, behaviour 19.2). Its message names the
 * calculation, so no frame is added.
 */
class NeverAssigned extends EvaluationError {
    constructor(
        private readonly output: string,
        private readonly label: string
    ) {
        super('no value', `output never assigned: output ${output} of ${label}`);
    }

    override within(): this {
        return this;
    }

    override again(): EvaluationError {
        return new NeverAssigned(this.output, this.label);
    }
}

/**
 * A performance of a calculation. It begins when an output or result is first read: the inputs of a usage get their current values, then
 * the statements are executed. Its outputs are read after that.
 */
export class Performance extends LocalFrame {
    /** whether the calculation is a case whose steps are performed */
    hasSteps = false;
    private hasBegun = false;
    private returned: Value | undefined;
    /** the failure of the statements, which every later reading repeats */
    private failure: string | undefined;

    /** @param usagePlace the performed calculation usage, as a feature of its holder */
    constructor(
        run: Run,
        readonly shape: Shape,
        outer: Frame | undefined,
        private readonly usagePlace?: Place
    ) {
        super(run, shape.layout, outer);
    }

    override get isFollowed(): boolean {
        return this.hasSteps;
    }

    /** Whether statements or steps change its features while it is performed. */
    protected override get isObserved(): boolean {
        return this.hasSteps || this.shape.statements.length > 0;
    }

    /** A bound value follows its sources (KerML 8.3.4.10.2); inputs of a usage keep their first values (contract sheet 19.4). */
    protected override isDerived(slot: Slot): boolean {
        return this.isObserved && isStatedValue(slot) && !(this.usagePlace !== undefined && isInput(slot.feature));
    }

    override get place(): Place | undefined {
        return this.usagePlace;
    }

    /** Gives a parameter its value. @throws multiplicity violation, type mismatch */
    give(parameter: Parameter, value: Value): void {
        this.cells[parameter.slot.index] = this.conforming(value, parameter);
    }

    /** Converts a value for a parameter; skips the check for frequent kinds of numbers. */
    private conforming(value: Value, { category, isSingle, slot }: Parameter): Value {
        const isPlain =
            isSingle &&
            (typeof value === 'number'
                ? EXACT.has(category)
                : typeof value !== 'object'
                  ? category === 'any'
                  : category === 'real' && value instanceof Real);
        return isPlain ? value : conform(value, slot, this);
    }

    /** Outputs may depend on one another, but not in a cycle. */
    override cycleAt(slot: Slot): EvaluationError {
        return isOutput(slot.feature) || slot === this.shape.result
            ? new EvaluationError('cyclic output dependency', this.nameOfSlot(slot))
            : super.cycleAt(slot);
    }

    protected override beforeReading({ feature }: Slot): void {
        if (feature.direction !== 'in' && feature.kind !== 'subject') {
            this.begin();
        }
    }

    protected override compute(slot: Slot): Value {
        if (slot === this.shape.result) {
            return this.computeResult();
        }
        if (slot.feature.direction === 'out' && this.isNeverAssigned(slot)) {
            throw new NeverAssigned(this.nameOfSlot(slot), this.shape.label);
        }
        return super.compute(slot);
    }

    /** Whether an output never gets a value, whatever its multiplicity. Calculations and required objects are created on demand. */
    private isNeverAssigned(slot: Slot): boolean {
        const nature = natureOf(slot);
        const isMade = nature === 'calculation' || nature === 'constraint' || (MADE.has(nature) && evaluatedBounds(slot, this).lower > 0);
        return !isMade && !slot.chain.some(d => d.value !== undefined) && !this.isSet(slot.index) && boundValue(this, slot) === undefined;
    }

    /** A step's output of the same name does not replace a declared result. */
    override write(index: number, value: Value): void {
        const { isPerformed, result, answer } = this.shape;
        if (!isPerformed || index !== result?.index || answer === undefined) {
            super.write(index, value);
        }
    }

    private get hasBody(): boolean {
        return this.shape.statements.length > 0 || this.shape.isPerformed || this.shape.tool !== undefined;
    }

    /**
     * Binds the inputs of a usage and executes the statements, performs the steps or calls the tool, once.
     * @throws EvaluationError of the statements, at each call; also when no tool is registered
     */
    begin(): void {
        if (this.failure !== undefined) {
            throw new EvaluationError(this.failure);
        }
        if (this.hasBegun) {
            return;
        }
        this.run.journal?.push(() => {
            this.hasBegun = false;
            this.returned = undefined;
            this.failure = undefined;
        });
        this.hasBegun = true;
        if (this.usagePlace !== undefined) {
            this.bindInputs();
        }
        if (!this.hasBody) {
            return;
        }
        try {
            this.startResult();
            this.runStatements();
            this.endResult();
        } catch (error) {
            if (error instanceof EvaluationError) {
                this.failure = error.message;
            }
            throw error;
        }
    }

    /** Gives the inputs of a usage their values. A failing input fails again where it is read. */
    private bindInputs(): void {
        for (const { slot } of this.shape.parameters) {
            try {
                this.read(slot.index);
            } catch (error) {
                if (!(error instanceof EvaluationError)) {
                    throw error;
                }
            }
        }
    }

    /** Gives the return parameter the value that its declaration states for the start (`:=`). */
    private startResult(): void {
        const { initial, resultParameter } = this.shape;
        if (initial !== undefined) {
            super.write(resultParameter!.slot.index, this.conforming(codeOf(initial)(this), resultParameter!));
        }
    }

    /**
     * A returned value, or the value of the expression that ends the body, replaces the value that statements assigned to the return
     * parameter.
     */
    private endResult(): void {
        const { answer, resultExpression, resultParameter } = this.shape;
        if (resultParameter !== undefined && this.isSet(resultParameter.slot.index)) {
            const ended = this.returned ?? (answer !== undefined && answer === resultExpression ? codeOf(answer)(this) : undefined);
            if (ended !== undefined) {
                super.write(resultParameter.slot.index, this.conforming(ended, resultParameter));
            }
        }
    }

    private runStatements(): void {
        if (this.shape.tool !== undefined) {
            performByTool(this.shape.tool, this, this.shape.result);
        } else if (this.shape.isPerformed) {
            this.run.looksOutside();
            this.run.performSteps(this);
        } else {
            this.returned = executeBody(this.shape.statements, this);
        }
    }

    /**
     * The result of the calculation.
     * @throws EvaluationError no result expression, calculation returned no value, calculation has no single result
     */
    result(): Value {
        const { result } = this.shape;
        return result !== undefined ? this.read(result.index) : this.computeResult();
    }

    /** Whether a result is declared, or was returned or assigned by the statements. */
    get hasResult(): boolean {
        this.begin();
        const { answer, library, statements } = this.shape;
        const isOfLibrary = library !== undefined && statements.length === 0;
        return answer !== undefined || isOfLibrary || this.returned !== undefined || this.assignedResult() !== undefined;
    }

    /** The value that the body returns, before its conversion to the type of the result. @throws EvaluationError as {@link result} */
    answer(): Value {
        this.begin();
        return this.returned ?? this.assignedResult() ?? this.statedResult();
    }

    private computeResult(): Value {
        const { resultParameter } = this.shape;
        const value = this.answer();
        return resultParameter === undefined ? value : this.conforming(value, resultParameter);
    }

    /** The value that the statements assigned to the return parameter. */
    private assignedResult(): Value | undefined {
        const { result } = this.shape;
        return result !== undefined && this.isSet(result.index) ? this.cells[result.index] : undefined;
    }

    private statedResult(): Value {
        const {
            shape,
            shape: { answer, result, outputs }
        } = this;
        if (answer !== undefined) {
            return codeOf(answer)(this);
        }
        const bound = result === undefined ? this.boundResult() : boundValue(this, result);
        if (bound !== undefined) {
            return bound;
        }
        if (shape.library !== undefined && shape.statements.length === 0) {
            return this.computedByLibrary(shape.library);
        }
        if (result === undefined && outputs.length === 1) {
            return this.read(outputs[0].index);
        }
        if (result === undefined && outputs.length > 1) {
            throw new EvaluationError('calculation has no single result', shape.name);
        }
        throw shape.statements.length > 0
            ? new EvaluationError('calculation returned no value', `no result expression was reached in ${shape.name}`)
            : new EvaluationError('no result expression', shape.name);
    }

    /** The value of a library function for the parameters, by position; one without a value is not given. */
    private computedByLibrary(library: LibraryFunction): Value {
        const args = library.parameters.map(({ mode }, i): Argument | undefined => {
            const parameter = this.shape.parameters.at(i);
            if (parameter === undefined || !(this.isSet(parameter.slot.index) || parameter.hasValue)) {
                return undefined;
            }
            const value = this.read(parameter.slot.index);
            const called = mode === 'value' ? undefined : scalarOf(value);
            return called instanceof FunctionValue ? called.body : mode === 'thunk' ? () => value : value;
        });
        const given = args.findLastIndex(a => a !== undefined) + 1;
        return callLibraryFunction(library, args.slice(0, given), this.run);
    }

    /** The value bound by `bind x = result` where no return parameter is declared. */
    private boundResult(): Value | undefined {
        for (const { ends } of this.layout.bindings) {
            const i = ends.findIndex(end => end.length === 1 && end[0] === 'result');
            const other = i < 0 || ends.length !== 2 ? undefined : this.layout.byName.get(ends[1 - i][0]);
            if (other !== undefined) {
                return this.read(other);
            }
        }
        return undefined;
    }
}

/**
 * Runs a function within a calculation: counts the recursion depth and adds a frame to failures.
 * @throws EvaluationError calc recursion limit exceeded, also where the JavaScript stack overflows first
 */
export function withinCalculation<T>(run: Run, shape: Shape, action: () => T): T {
    if (run.depth >= run.limits.calcDepth) {
        throw recursionLimitExceeded(shape.name, run.depth);
    }
    run.enter();
    try {
        return action();
    } catch (error) {
        if (error instanceof RangeError) {
            throw recursionLimitExceeded(shape.name, run.depth).within(shape.label);
        }
        if (error instanceof EvaluationError) {
            error.within(shape.label);
        }
        throw error;
    } finally {
        run.depth--;
    }
}
