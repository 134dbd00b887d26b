/**
 * The values of a range: counted steps, or draws of a seeded generator (contract sheet 10.2 to 10.4). Depends on numbers and quantities,
 * not on cases or runs.
 */
import { Generator64 } from '../behaviour/index.js';
import type { ValueCategory } from '../evaluation/model/kinds.js';
import {
    Quantity,
    Real,
    type RealNumber,
    type Unit,
    type Value,
    add,
    commensurable,
    compareNumbers,
    divide,
    exactRatio,
    floor,
    integer,
    isInteger,
    isRealNumber,
    isZero,
    magnitudeIn,
    multiply,
    numberText,
    parseRational,
    sign,
    subtract,
    toDouble
} from '../values/index.js';

/** A requested range; an absent value is undefined. */
export interface RangeBounds {
    readonly start: Value | undefined;
    readonly end: Value | undefined;
    readonly step: Value | undefined;
}

/** Why a range has no values for a parameter: the text after `invalid sweep range: `. */
export class RangeFault extends Error {}

/** A range of numbers of one kind, with the unit of the parameter's values. */
interface Extent {
    readonly kind: 'integer' | 'rational' | 'real';
    readonly start: RealNumber;
    readonly end: RealNumber;
    readonly step: RealNumber | undefined;
    readonly unit: Unit | undefined;
}

/** The stepped values of a range, computed on demand. */
export interface Steps<V extends Value = Value> {
    /** number of values; may exceed any budget */
    readonly count: number;
    valueAt(index: number): V;
    /** whether two neighbouring values are the same double */
    readonly isTooFine: () => boolean;
}

/**
 * The values of a range from its start by its step.
 * @param category the kind of values that the parameter's type takes
 * @throws RangeFault
 */
export function stepsOf(bounds: RangeBounds, category: ValueCategory): Steps {
    const { kind, start, end, step = defaultStep(start, end), unit } = extentOf(bounds, category);
    if (isZero(step)) {
        throw new RangeFault('the step is zero');
    }
    const distance = Math.sign(compareNumbers(end, start));
    if (distance !== 0 && distance !== sign(step)) {
        throw new RangeFault(`a step of ${numberText(step)} leads away from ${numberText(end)}`);
    }
    const at = (index: number): RealNumber => add(start, multiply(step, index));
    const steps: Steps<RealNumber> =
        kind === 'real'
            ? realSteps(toDouble(start), toDouble(end), toDouble(step))
            : { count: Number(floor(divide(subtract(end, start), step))) + 1, valueAt: at, isTooFine: () => false };
    return unit === undefined ? steps : { ...steps, valueAt: index => new Quantity(steps.valueAt(index), unit) };
}

/** The default step between whole numbers, 1 or -1. @throws RangeFault for other numbers */
function defaultStep(start: RealNumber, end: RealNumber): RealNumber {
    const fractional = [start, end].find(n => !isWhole(n));
    if (fractional !== undefined) {
        throw new RangeFault(`${numberText(fractional)} is no whole number, so a step has to be stated`);
    }
    return compareNumbers(end, start) < 0 ? -1 : 1;
}

/** Tolerance of the last Real step beyond the end, relative to the values. */
const SLACK = 1e-12;

function realSteps(start: number, end: number, step: number): Steps<RealNumber> {
    const at = (i: number): number => start + i * step;
    const isWithin = (i: number): boolean => {
        const value = at(i);
        const slack = Math.min(SLACK * Math.max(Math.abs(end), Math.abs(value)), Math.abs(step) / 2);
        return step > 0 ? value <= end + slack : value >= end - slack;
    };
    const n = Math.floor((end - start) / step);
    const last = isWithin(n + 1) ? n + 1 : isWithin(n) ? n : n - 1;
    const isTooFine = (): boolean => {
        for (let i = 0; i < last; i++) {
            if (at(i) === at(i + 1)) {
                return true;
            }
        }
        return false;
    };
    return { count: last + 1, valueAt: index => new Real(at(index)), isTooFine };
}

/** Draws a value of a range. */
export type Draw<V extends Value = Value> = (generator: Generator64) => V;

/**
 * Uniform draws between the bounds of a range.
 * @throws RangeFault
 */
export function drawOf(bounds: RangeBounds, category: ValueCategory): Draw {
    const { kind, start, end, unit } = extentOf(bounds, category);
    const [low, high] = compareNumbers(start, end) <= 0 ? [start, end] : [end, start];
    const draw = kind === 'integer' ? integerDraw(BigInt(floor(low)), BigInt(floor(high))) : realDraw(toDouble(low), toDouble(high));
    const typed: Draw<RealNumber> = kind === 'rational' ? generator => exactRatio(draw(generator)) : draw;
    return unit === undefined ? typed : generator => new Quantity(typed(generator), unit);
}

function realDraw(low: number, high: number): Draw<RealNumber> {
    const width = high - low;
    return generator => {
        const u = generator.real();
        const value = Number.isFinite(width) ? low + u * width : low * (1 - u) + high * u;
        return new Real(value >= high && high > low ? doubleBelow(high) : value);
    };
}

function integerDraw(low: bigint, high: bigint): Draw<RealNumber> {
    const count = high - low + 1n;
    if (count >> 64n > 1n || count > 1n << 64n) {
        throw new RangeFault('more than 2^64 Integers cannot be drawn from');
    }
    return generator => integer(low + generator.below64(count));
}

/** The next smaller double of a finite one. */
function doubleBelow(value: number): number {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, value);
    if (value === 0) {
        return -Number.MIN_VALUE;
    }
    bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? -1n : 1n));
    return bits.getFloat64(0);
}

// --- Conversion of a range for a parameter -----------------------------------------------------------------------------------

const INTEGER_TYPES: ReadonlySet<ValueCategory> = new Set(['integer', 'natural', 'positive']);
const NUMBER_TYPES: ReadonlySet<ValueCategory> = new Set(['any', 'number', 'quantity', 'real', 'complex', 'rational', ...INTEGER_TYPES]);

/** @throws RangeFault */
function extentOf({ start, end, step }: RangeBounds, category: ValueCategory): Extent {
    if (!NUMBER_TYPES.has(category)) {
        throw new RangeFault(`the parameter takes no numbers: its values are of kind ${category}`);
    }
    if (start === undefined || end === undefined) {
        throw new RangeFault(`the range has no ${start === undefined ? 'start' : 'end'}`);
    }
    const [from, to] = [measured(start, 'start'), measured(end, 'end')];
    const by = step === undefined ? undefined : measured(step, 'step');
    const { unit } = from;
    if (unit !== undefined && category !== 'quantity' && category !== 'any' && category !== 'number') {
        throw new RangeFault(`the parameter takes numbers without a unit, not ${unit.text}`);
    }
    const numbers = {
        start: from.number,
        end: inUnit(to, 'end', unit),
        step: by === undefined ? undefined : inUnit(by, 'step', unit, true)
    };
    return { ...typed(numbers, category), unit };
}

interface Measured {
    readonly number: RealNumber;
    readonly unit: Unit | undefined;
}

/** A bound as a number in a unit. @throws RangeFault for anything but a finite number or a quantity of one */
function measured(value: Value, bound: string): Measured {
    const number = value instanceof Quantity ? value.magnitude : value;
    if (!isRealNumber(number)) {
        throw new RangeFault(`the ${bound} is neither a number nor a quantity`);
    }
    if (number instanceof Real && !Number.isFinite(number.value)) {
        throw new RangeFault(`the ${bound} is not finite`);
    }
    return { number, unit: value instanceof Quantity ? value.unit : undefined };
}

/** A bound in the unit of the start. @throws RangeFault where only one of them has a unit, and for another dimension */
function inUnit({ number, unit }: Measured, bound: string, of: Unit | undefined, isDifference = false): RealNumber {
    if (unit === undefined && of === undefined) {
        return number;
    }
    if (unit === undefined || of === undefined) {
        throw new RangeFault(
            `the start ${of === undefined ? 'has no unit' : `is in ${of.text}`}, the ${bound} ${unit === undefined ? 'has none' : `is in ${unit.text}`}`
        );
    }
    const quantity = new Quantity(number, unit);
    if (!commensurable(quantity, new Quantity(0, of))) {
        throw new RangeFault(`incommensurable units: the start is in ${of.text}, the ${bound} in ${unit.text}`);
    }
    const magnitude = magnitudeIn(quantity, of, isDifference);
    if (!isRealNumber(magnitude)) {
        throw new RangeFault(`the ${bound} has no order`);
    }
    return magnitude;
}

type Numbers = Pick<Extent, 'start' | 'end' | 'step'>;

/** Converts bounds to the kind of numbers that the parameter's type takes; leaves them as written for any kind. @throws RangeFault */
function typed({ start, end, step }: Numbers, category: ValueCategory): Omit<Extent, 'unit'> {
    const all = [start, end, ...(step === undefined ? [] : [step])];
    const as = (kind: Extent['kind'], convert: (n: RealNumber) => RealNumber): Omit<Extent, 'unit'> => ({
        kind,
        start: convert(start),
        end: convert(end),
        step: step === undefined ? undefined : convert(step)
    });
    if (INTEGER_TYPES.has(category)) {
        return as('integer', wholeNumber);
    }
    if (category === 'rational') {
        return all.every(isInteger)
            ? as('integer', n => n)
            : as('rational', n => (n instanceof Real ? (parseRational(numberText(n)) ?? exactRatio(n)) : n));
    }
    if (category !== 'real' && category !== 'complex' && all.every(isInteger)) {
        return as('integer', n => n);
    }
    return as('real', asDouble);
}

function isWhole(n: RealNumber): boolean {
    return isInteger(n) || (n instanceof Real ? Number.isInteger(n.value) : n.den === 1);
}

/** @throws RangeFault for a fraction */
function wholeNumber(n: RealNumber): RealNumber {
    if (!isWhole(n)) {
        throw new RangeFault(`${numberText(n)} is no whole number`);
    }
    return floor(n);
}

/** @throws RangeFault for an Integer that no double holds */
function asDouble(n: RealNumber): RealNumber {
    const double = toDouble(n);
    if (isInteger(n) && compareNumbers(new Real(double), n) !== 0) {
        throw new RangeFault(`${numberText(n)} is no Real: no double is that Integer`);
    }
    return new Real(double);
}
