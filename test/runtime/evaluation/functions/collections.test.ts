/** Ranges, indexes, units and frames of values, without a model: what is open, and what is refused (contract: expressions 4.8, 4.10). */
import { expect, test } from 'vitest';
import { index, measured, measuredInFrame, range, sequence } from '../../../../src/runtime/evaluation/functions/collection-operators.js';
import {
    ArrayValue,
    EMPTY_SEQUENCE,
    INFINITY,
    MeasurementRef,
    type OpenCategory,
    Quantity,
    Real,
    Sequence,
    ShapedMeasurementRef,
    TensorQuantity,
    Undetermined,
    Unset,
    type Value,
    Vector,
    VectorQuantity,
    valueText
} from '../../../../src/runtime/values/index.js';
import { sampleUnits } from '../../values/sample-units.js';

const metre = sampleUnits().unit('SI::metre').withText('m');
const second = sampleUnits().unit('SI::second').withText('s');
const list = (...elements: Value[]): Value => new Sequence(elements);
const open = (lower: number, upper: number, category?: OpenCategory, type?: string): Undetermined =>
    new Undetermined('open', lower, upper, category, type);

/** The text of a value or the message of its refusal; of an open value the numbers and the kind of its values. */
function shown(compute: () => Value): string {
    try {
        const value = compute();
        return value instanceof Undetermined
            ? [`${value.lower}..${value.upper}`, value.category, value.type].filter(t => t !== undefined).join(' ')
            : valueText(value);
    } catch (e) {
        return `! ${(e as Error).message}`;
    }
}
let charged = 0;
const budget = { chargeElements: (count: number) => void (charged += count) };

test.each<readonly [low: Value, high: Value, expected: string, charge: number]>([
    [1, 3, '(1, 2, 3)', 3],
    [2, 2, '(2)', 1],
    [3, 1, '()', 0],
    [-1, 1, '(-1, 0, 1)', 3],
    [9007199254740992n, 9007199254740994n, '(9007199254740992, 9007199254740993, 9007199254740994)', 3],
    [list(1), list(2), '(1, 2)', 2],
    [open(1, 1), 3, '0..Infinity number', 0],
    [1, open(1, 1), '0..Infinity number', 0],
    [1, new Real(2), "! type mismatch: operator '..' is not defined for an Integer and a Real", 0],
    [new Real(1), 2, "! type mismatch: operator '..' is not defined for a Real and an Integer", 0],
    ['a', open(1, 1), "! type mismatch: operator '..' is not defined for a string and an undetermined value", 0]
])('range %#', (low, high, expected, charge) => {
    charged = 0;
    expect([shown(() => range(low, high, budget)), charged]).toEqual([expected, charge]);
});

test('a sequence is flat, and each of its elements counts', () => {
    charged = 0;
    expect([shown(() => sequence([1, list(2, 3), EMPTY_SEQUENCE], budget)), charged]).toEqual(['(1, 2, 3)', 3]);
});

const array = new ArrayValue([2, 2], [1, 2, 3, 4]);
const tensor = new TensorQuantity(
    [2, 2],
    [1, 2, 3, 4].map(n => new Quantity(n, metre))
);
test.each<readonly [collection: Value, indexes: readonly Value[], expected: string]>([
    [list(7, 8, 9), [1], '7'],
    [list(7, 8, 9), [3], '9'],
    [list(7, 8, 9), [0], '! index out of range: sequence index 0 is outside 1..3'],
    [list(7, 8, 9), [-1], '! index out of range: sequence index -1 is outside 1..3'],
    [list(7, 8, 9), [4], '! index out of range: sequence index 4 is outside 1..3'],
    [list(7, 8, 9), [list(2)], '8'],
    [list(7, 8, 9), [1, 1], '! type mismatch: 2 indexes for a sequence'],
    [list(7, 8, 9), [new Real(1)], '! type mismatch: an index must be an Integer, got a Real'],
    [list(7, 8, 9), ['a'], '! type mismatch: an index must be an Integer, got a string'],
    [list(7, 8, 9), [INFINITY], "! type mismatch: an index must be an Integer, got the unbounded value '*'"],
    [5, [1], '5'],
    [5, [2], '! index out of range: sequence index 2 is outside 1..1'],
    [EMPTY_SEQUENCE, [1], '! index out of range: sequence index 1 is outside 1..0'],
    [new Unset('P::x'), [1], '! no value for feature P::x'],
    // one index for each dimension
    [array, [2, 1], '3'],
    [list(array), [1, 2], '2'],
    [list(array, 5), [2], '5'],
    [new Vector([7, 8]), [2], '8'],
    [list(new Vector([7, 8])), [2], '8'],
    [list(new Vector([7, 8]), 5), [2], '5'],
    [new VectorQuantity([new Quantity(1, metre), new Quantity(2, metre)]), [2], '2 [m]'],
    [tensor, [2, 2], '4 [m]'],
    // before an element that may stand for none or several values, the place is known
    [list(1, open(1, 1), 3), [3], '3'],
    [list(1, open(1, 1, 'number'), 3), [2], '1..1 number'],
    [list(1, open(0, 1), 3), [1], '1'],
    [list(1, open(0, 1), 3), [2], '0..1'],
    [list(1, open(0, 1), 3), [3], '0..1'],
    [list(1, open(1, 2), 3), [2], '1..1'],
    [list(open(0, 1, 'number'), 3), [1], '0..1'],
    [list(open(0, 1), 3), [9], '0..1'],
    [list(1, open(0, 1), 3), [0], '! index out of range: sequence index 0 is outside 1..3'],
    // open collections: as many values as their multiplicity allows
    [open(2, 3, 'number', 'P::T'), [1], '1..1 number P::T'],
    [open(2, 3, 'number', 'P::T'), [2], '1..1 number P::T'],
    [open(2, 3, 'number', 'P::T'), [3], '0..1 number P::T'],
    [open(2, 3, 'number'), [4], '! index out of range: sequence index 4 is outside 1..3'],
    [open(2, 3, 'number'), [0], '! index out of range: sequence index 0 is outside 1..3'],
    [open(0, Infinity, 'number'), [99], '0..1 number'],
    [open(0, Infinity, 'number'), [0], '! index out of range: sequence index 0 is outside 1..*'],
    [open(1, 1, 'number'), [2], '! index out of range: sequence index 2 is outside 1..1'],
    [open(1, 1, 'other'), [2], '! index out of range: sequence index 2 is outside 1..1'],
    [open(2, 2, 'vector', 'P::V'), [2], '1..1 vector P::V'],
    [open(2, 2, 'vector', 'P::V'), [3], '! index out of range: sequence index 3 is outside 1..2'],
    // a single open value may be a vector, a tensor or a list: then the index is one of its elements
    [open(1, 1, 'vector', 'P::V'), [1], '0..1 number'],
    [open(1, 1, 'vector', 'P::V'), [2], '0..1 number'],
    [open(0, 1, 'vector'), [2], '0..1 number'],
    [open(1, 1, 'vector'), [0], '! index out of range: sequence index 0 is outside 1..*'],
    [open(1, 1, 'quantity', 'P::Q'), [2], '0..1 quantity'],
    [open(1, 1), [2], '0..1'],
    [open(1, 3, 'vector'), [4], '0..1'],
    [open(1, 1), [2, 1], '1..1'],
    [list(1, 2), [open(1, 1, 'number')], '1..1'],
    [list(1, 2), [open(1, 1)], '1..1'],
    [list(1, 2), [open(1, 1, 'string')], '! type mismatch: an index must be an Integer, got an undetermined value'],
    [open(1, 1), ['a'], '! type mismatch: an index must be an Integer, got a string']
])('index %#', (collection, indexes, expected) => {
    expect(shown(() => index(collection, indexes))).toBe(expected);
});

test.each<readonly [value: Value, reference: Value, expected: string]>([
    [3, new MeasurementRef(metre), '3 [m]'],
    [list(3), list(new MeasurementRef(metre)), '3 [m]'],
    [new Vector([1, 2]), new MeasurementRef(metre), '<1 [m], 2 [m]>'],
    [3, 4, '! not a quantity expression: not a measurement unit: an Integer'],
    ['a', new MeasurementRef(metre), '! not a quantity expression: a string takes no unit'],
    [open(1, 1), new MeasurementRef(metre), '1..1 quantity'],
    [3, open(1, 1), '1..1 quantity']
])('unit %#', (value, reference, expected) => {
    expect(shown(() => measured(value, reference))).toBe(expected);
});

const axes = [new MeasurementRef(metre), new MeasurementRef(second)];
const frame = new ShapedMeasurementRef('frame', [2], axes, undefined);
test.each<readonly [value: Value, frame: ShapedMeasurementRef, expected: string]>([
    [list(1, 2), frame, '<1 [m], 2 [s]>'],
    [new Vector([1, 2]), frame, '<1 [m], 2 [s]>'],
    [list(1, 2, 3), frame, '! not a quantity expression: a frame takes 2 numbers, got a sequence'],
    [list(1, 'a'), frame, '! not a quantity expression: a frame takes 2 numbers, got a sequence'],
    [list(1, 2), new ShapedMeasurementRef('tensor unit', [1, 2], axes, undefined), 'tensor[1, 2](1 [m], 2 [s])']
])('frame %#', (value, reference, expected) => {
    expect(shown(() => measuredInFrame(value, reference))).toBe(expected);
});
