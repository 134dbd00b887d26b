/**
 * A run of a calculation, or of an expression body: a frame whose parameters are given and whose other features are computed when read.
 * Knows how a calculation answers; who calls it and with what is calls.ts.
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
import { EMPTY_SEQUENCE, EvaluationError, Real, Unset, type Value } from '../../values/index.js';
import { conditionValue } from './conditions.js';
import type { Parameter, Shape } from './shape.js';
import { performByTool } from '../tools.js';
import { executeBody } from './statements.js';
import { calculationOf } from './usage.js';

/** The value of a local feature: bound, stated, or what a feature of its nature is without one. */
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

/** What is made where a feature needs one. */
const MADE = new Set<SlotNature>(['object', 'connector', 'behavior']);

/** What takes a small Integer as it is. */
const EXACT = new Set<ValueCategory>(['any', 'integer', 'rational', 'number']);

/** An output that is read without a value (contract: newest-operations 3.2 rule 11, behaviour 19.2). It names its calculation itself. */
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
 * A run of a calculation. It begins at the first reading of something that it answers: a usage's inputs are bound, to the values of that
 * moment, then the statements are executed. Its outputs are read after that.
 */
export class Performance extends LocalFrame {
    /** whether it is of a case whose steps are performed, one after the other */
    hasSteps = false;
    private hasBegun = false;
    private returned: Value | undefined;
    /** why the statements failed: every later reading fails with the same cause */
    private failure: string | undefined;

    /** @param usagePlace the calculation usage that it is the run of, as a feature of what holds it */
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

    /** Whether its features change while it goes on: statements assign them, or steps. */
    protected override get isObserved(): boolean {
        return this.hasSteps || this.shape.statements.length > 0;
    }

    /** A bound value follows what it reads (KerML 8.3.4.10.2); the inputs of a usage keep their first values (contract sheet 19.4). */
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

    /** The value as a parameter holds it; the frequent kinds of numbers need no check of their count. */
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

    /** Outputs may be computed from one another, but not in a circle. */
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

    /** Whether nothing gives an output its value, however few values it may have. Calculations and objects that it has to hold are made. */
    private isNeverAssigned(slot: Slot): boolean {
        const nature = natureOf(slot);
        const isMade = nature === 'calculation' || nature === 'constraint' || (MADE.has(nature) && evaluatedBounds(slot, this).lower > 0);
        return !isMade && !slot.chain.some(d => d.value !== undefined) && !this.isSet(slot.index) && boundValue(this, slot) === undefined;
    }

    /** What a step answers under the result's name does not replace a result that is stated. */
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
     * Binds the inputs of a usage and executes the statements or performs the steps, once.
     * @throws what the statements throw, at each call; for a calculation that a tool computes: none is registered
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
            this.runStatements();
        } catch (error) {
            if (error instanceof EvaluationError) {
                this.failure = error.message;
            }
            throw error;
        }
    }

    /** Gives the inputs of a usage their values. One that fails does so where it is read. */
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
     * What the calculation answers.
     * @throws no result expression, calculation returned no value, calculation has no single result
     */
    result(): Value {
        const { result } = this.shape;
        return result !== undefined ? this.read(result.index) : this.computeResult();
    }

    /** Whether a result is stated, or was returned or assigned by the statements. */
    get hasResult(): boolean {
        this.begin();
        return this.shape.answer !== undefined || this.returned !== undefined || this.assignedResult() !== undefined;
    }

    /** What the body returns, before it is held to the type of the result. @throws as {@link result} */
    answer(): Value {
        this.begin();
        return this.returned ?? this.assignedResult() ?? this.statedResult();
    }

    private computeResult(): Value {
        const { resultParameter } = this.shape;
        const value = this.answer();
        return resultParameter === undefined ? value : this.conforming(value, resultParameter);
    }

    /** What the statements assigned to the return parameter. */
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

    /** `bind x = result` where no return parameter is declared. */
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
 * Runs something within a calculation: counts its depth and frames its failures.
 * @throws calc recursion limit exceeded, also where the machine's own stack ends first
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
