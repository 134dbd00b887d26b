/** Every library function against independently known values: one table a package. */

import { describe, expect, it } from 'vitest';
import {
    ArrayValue,
    type Callable,
    Complex,
    EMPTY_SEQUENCE,
    INFINITY,
    MeasurementRef,
    type ObjectReference,
    Quantity,
    Real,
    Sequence,
    Undetermined,
    type Value,
    Vector,
    VectorQuantity,
    multiplyUnits,
    divideUnits,
    powerOfUnit,
    Rational,
    rational as r,
    setOf,
    tensorOf,
    valueText
} from '../../../../src/runtime/values/index.js';
import {
    type Argument,
    FREE_CONTEXT,
    type FunctionContext,
    GROUP_BEHAVIORS,
    LIBRARY_CONSTANTS,
    SEQUENCE_BEHAVIORS,
    callLibraryFunction,
    libraryFunction,
    libraryFunctions,
    operators
} from '../../../../src/runtime/evaluation/functions/index.js';
import { sampleUnits } from '../../values/sample-units.js';

const units = sampleUnits();
const unit = (name: string): MeasurementRef => new MeasurementRef(units.unit(`SI::${name}`).withText(name));
const q = (x: number | Rational | Real, name: string): Quantity => new Quantity(x, unit(name).unit);
const seq = (...elements: Value[]): Sequence => new Sequence(elements);
const d = (x: number): Real => new Real(x);
const vec = (...components: (number | Rational | Real)[]): Vector => new Vector(components);
const body = (f: (...args: Value[]) => Value): Callable => ({ arity: f.length, call: args => f(...args) });
const open = (lower = 1, upper = 1): Undetermined => new Undetermined('P::x has no value in the model', lower, upper);
const matrix = tensorOf([2, 2], [q(1, 'metre'), q(2, 'metre'), q(3, 'metre'), q(4, 'metre')]);

const objects: readonly ObjectReference[] = [
    { kind: 'instance', id: 1 },
    { kind: 'instance', id: 2 },
    { kind: 'instance', id: 3 },
    { kind: 'instance', id: 4 },
    { kind: 'instance', id: 5 }
];
const features = new Map<ObjectReference, Record<string, Value>>([
    [objects[0], { elements: seq(1, 2, 3), dimensions: 3 }],
    // A quarter turn about z, then a shift by (1, 2, 3).
    [objects[1], { rotationMatrix: new ArrayValue([3, 3], [0, -1, 0, 1, 0, 0, 0, 0, 1]), translationVector: vec(1, 2, 3) }],
    // no turn: an entry that has no order
    [objects[3], { rotationMatrix: new ArrayValue([3, 3], [new Complex(0, 1), 0, 0, 0, 1, 0, 0, 0, 1]), translationVector: vec(0, 0, 0) }],
    // a frame of two dimensions at (1, 1), turned by a quarter
    [objects[4], { origin: vec(1, 1), basisDirections: seq(vec(0, 1), vec(-1, 0)) }],
    [objects[2], { mRefs: seq(unit('metre')), dimensions: seq(2, 2) }]
]);
const alive = new Set<ObjectReference>([objects[0]]);
const context: FunctionContext = {
    chargeElements: () => undefined,
    units,
    // Every draw is three quarters of its range.
    random: { real: () => 0.75, below: n => Math.floor(0.75 * n), below64: n => (3n * n) / 4n },
    objects: {
        feature: (o, name) => features.get(o)?.[name],
        isOf: (o, type) =>
            (o === objects[4] && type.endsWith('CoordinateFramePlacement')) ||
            ((o === objects[1] || o === objects[3]) && type.endsWith('AffineTransformationMatrix3d'))
    },
    occurrences: { isDuring: o => alive.has(o), create: o => void alive.add(o), destroy: o => void alive.delete(o) }
};

const call = (name: string, args: readonly Argument[]): string => {
    const f = libraryFunction(name);
    if (f === undefined) {
        throw new Error(`no function ${name}`);
    }
    return valueText(callLibraryFunction(f, args, context));
};

type Row = readonly [name: string, args: readonly Argument[], expected: string];

const TABLES: Readonly<Record<string, readonly Row[]>> = {
    BaseFunctions: [
        ['==', [1, new Rational(1, 1)], 'true'],
        ['!=', [1, 2], 'true'],
        ['===', [1, new Rational(1, 1)], 'false'],
        ['!==', [1, '1'], 'true'],
        ['==', [null, EMPTY_SEQUENCE], 'true'],
        ['ToString', [true], '"true"'],
        ['ToString', [r(1, 3)], '"1/3"'],
        ['ToString', [q(3, 'metre')], '"3 [metre]"'],
        ['ToString', ['a b'], '"a b"'],
        ['[', [3, unit('metre')], '3 [metre]'],
        ['#', [seq('a', 'b'), 2], '"b"'],
        ['#', [new ArrayValue([2, 2], [1, 2, 3, 4]), seq(2, 1)], '3'],
        [',', [seq(1, 2), 3], '(1, 2, 3)']
    ],
    DataFunctions: [
        ['==', ['a', 'a'], 'true'],
        ['===', [1, 1], 'true'],
        ['+', [1, 2], '3'],
        ['+', [5, null], '5'],
        ['-', [5], '-5'],
        ['-', [5, 3], '2'],
        ['*', [4, 3], '12'],
        ['/', [1, 4], '0.25'],
        ['%', [7, 4], '3'],
        ['**', [2, 10], '1024'],
        ['^', [2, 3], '8'],
        ['not', [false], 'true'],
        ['xor', [true, false], 'true'],
        ['|', [false, true], 'true'],
        ['&', [true, false], 'false'],
        ['<', [1, 2], 'true'],
        ['>', [1, 2], 'false'],
        ['<=', [2, 2], 'true'],
        ['>=', ['b', 'a'], 'true'],
        ['max', ['b', 'a'], '"b"'],
        ['min', [q(1, 'kilometre'), q(2, 'metre')], '2 [metre]'],
        ['..', [2, 4], '(2, 3, 4)']
    ],
    ScalarFunctions: [
        ['+', ['a', 'b'], '"ab"'],
        ['-', [1, r(1, 2)], '0.5'],
        ['*', [r(1, 2), 4], '2.0'],
        ['/', [6, 3], '2.0'],
        ['%', [-7, 3], '-1'],
        ['**', [3, 2], '9'],
        ['^', [3, 2], '9'],
        ['not', [true], 'false'],
        ['xor', [true, true], 'false'],
        ['|', [true, false], 'true'],
        ['&', [true, true], 'true'],
        ['<', [1, INFINITY], 'true'],
        ['>', [INFINITY, 1], 'true'],
        ['<=', [INFINITY, INFINITY], 'true'],
        ['>=', [1, 2], 'false'],
        ['max', [1, 2], '2'],
        ['min', [1, 2], '1'],
        ['..', [3, 1], '()']
    ],
    BooleanFunctions: [
        ['not', [true], 'false'],
        ['xor', [true, false], 'true'],
        ['|', [false, false], 'false'],
        ['&', [true, true], 'true'],
        ['==', [true, true], 'true'],
        ['ToString', [false], '"false"'],
        ['ToBoolean', ['true'], 'true']
    ],
    NumericalFunctions: [
        ['isZero', [r(0, 1)], 'true'],
        ['isZero', [1], 'false'],
        ['isUnit', [d(1)], 'true'],
        ['isZero', [vec(0, 0)], 'true'],
        ['isUnit', [vec(0, 1)], 'true'],
        ['abs', [-3], '3'],
        ['abs', [new Complex(3, 4)], '5.0'],
        ['abs', [q(-3, 'metre')], '3 [metre]'],
        ['+', [1, 2], '3'],
        ['-', [1, 2], '-1'],
        ['*', [2, 3], '6'],
        ['/', [3, 2], '1.5'],
        ['**', [2, -1], '0.5'],
        ['^', [2, 2], '4'],
        ['%', [5, 3], '2'],
        ['<', [1, 2], 'true'],
        ['>', [1, 2], 'false'],
        ['<=', [1, 1], 'true'],
        ['>=', [1, 2], 'false'],
        ['max', [1, r(3, 2)], '1.5'],
        ['min', [1, r(3, 2)], '1'],
        ['sum', [seq(1, 2, 3)], '6'],
        ['sum', [EMPTY_SEQUENCE], '0'],
        ['sum', [seq(q(1, 'kilometre'), q(500, 'metre'))], '1.5 [kilometre]'],
        ['product', [seq(2, 3, 4)], '24'],
        ['product', [null], '1'],
        ['sum0', [EMPTY_SEQUENCE, 7], '7'],
        ['sum0', [seq(1, 2), 7], '3'],
        ['product1', [EMPTY_SEQUENCE, 5], '5']
    ],
    IntegerFunctions: [
        ['abs', [-5], '5'],
        ['+', [1, 2], '3'],
        ['+', [4], '4'],
        ['-', [4], '-4'],
        ['*', [3, 4], '12'],
        ['/', [7, 2], '3.5'],
        ['**', [2, 5], '32'],
        ['^', [5, 0], '1'],
        ['%', [-7, 3], '-1'],
        ['<', [1, 2], 'true'],
        ['>', [1, 2], 'false'],
        ['<=', [1, 2], 'true'],
        ['>=', [1, 2], 'false'],
        ['max', [1, 2], '2'],
        ['min', [1, 2], '1'],
        ['==', [1, 1], 'true'],
        ['..', [1, 3], '(1, 2, 3)'],
        ['ToString', [-12], '"-12"'],
        ['ToNatural', [3], '3'],
        ['ToInteger', ['-42'], '-42'],
        ['ToInteger', [r(-5, 2)], '-2'],
        ['sum', [seq(1, 2)], '3'],
        ['product', [seq(3, 4)], '12']
    ],
    NaturalFunctions: [
        ['+', [1, 2], '3'],
        ['*', [2, 3], '6'],
        ['/', [4, 2], '2.0'],
        ['%', [5, 3], '2'],
        ['<', [1, 2], 'true'],
        ['>', [1, 2], 'false'],
        ['<=', [1, 2], 'true'],
        ['>=', [1, 2], 'false'],
        ['max', [1, 2], '2'],
        ['min', [1, 2], '1'],
        ['==', [1, 1], 'true'],
        ['ToString', [7], '"7"'],
        ['ToNatural', ['12'], '12']
    ],
    RationalFunctions: [
        ['rat', [6, 4], '1.5'],
        ['numer', [r(6, 4)], '3'],
        ['denom', [r(6, 4)], '2'],
        ['numer', [d(0.5)], '1'],
        ['denom', [d(0.1)], '36028797018963968'],
        ['abs', [r(-1, 3)], '1/3'],
        ['+', [r(1, 3), r(1, 6)], '0.5'],
        ['-', [r(1, 3)], '-1/3'],
        ['*', [r(2, 3), r(3, 4)], '0.5'],
        ['/', [r(1, 2), r(1, 3)], '1.5'],
        ['**', [r(2, 3), 2], '4/9'],
        ['^', [r(1, 2), 3], '0.125'],
        ['<', [r(1, 3), r(1, 2)], 'true'],
        ['>', [r(1, 3), r(1, 2)], 'false'],
        ['<=', [r(1, 2), r(1, 2)], 'true'],
        ['>=', [r(1, 2), 1], 'false'],
        ['max', [r(1, 3), r(1, 2)], '0.5'],
        ['min', [r(1, 3), r(1, 2)], '1/3'],
        ['==', [r(2, 4), r(1, 2)], 'true'],
        ['gcd', [12, 18], '6'],
        ['floor', [r(-5, 2)], '-3'],
        ['round', [r(-5, 2)], '-3'],
        ['ToString', [r(2, 3)], '"2/3"'],
        ['ToInteger', [r(7, 2)], '3'],
        ['ToRational', ['1/3'], '1/3'],
        ['ToRational', ['0.25'], '0.25'],
        ['sum', [seq(r(1, 2), r(1, 3))], '5/6'],
        ['sum', [EMPTY_SEQUENCE], '0.0'],
        ['product', [seq(r(1, 2), 4)], '2.0']
    ],
    RealFunctions: [
        ['re', [2], '2.0'],
        ['im', [2], '0.0'],
        ['abs', [-2], '2.0'],
        ['arg', [-2], '0.0'],
        ['+', [1, 2], '3.0'],
        ['-', [1], '-1.0'],
        ['*', [2, 3], '6.0'],
        ['/', [1, 3], '0.3333333333333333'],
        ['**', [2, r(1, 2)], '1.4142135623730951'],
        ['^', [2, 3], '8.0'],
        ['<', [1, 2], 'true'],
        ['>', [1, 2], 'false'],
        ['<=', [1, 2], 'true'],
        ['>=', [1, 2], 'false'],
        ['max', [1, 2], '2.0'],
        ['min', [1, 2], '1.0'],
        ['==', [1, d(1)], 'true'],
        ['sqrt', [2], '1.4142135623730951'],
        ['sqrt', [r(9, 4)], '1.5'],
        ['floor', [r(-5, 2)], '-3'],
        ['round', [d(2.5)], '3'],
        ['ToString', [d(0.1)], '"0.1"'],
        ['ToInteger', [d(-2.9)], '-2'],
        ['ToRational', [d(0.75)], '0.75'],
        ['ToReal', ['1e-3'], '0.001'],
        ['sum', [seq(1, 2)], '3.0'],
        ['sum', [seq(q(1, 'kilometre'), q(500, 'metre'))], '1.5 [kilometre]'],
        ['product', [seq(2, 3)], '6.0']
    ],
    ComplexFunctions: [
        ['rect', [1, 2], '1.0 + 2.0i'],
        ['polar', [2, 0], '2.0 + 0.0i'],
        ['re', [new Complex(1, 2)], '1.0'],
        ['im', [new Complex(1, 2)], '2.0'],
        ['isZero', [new Complex(0, 0)], 'true'],
        ['isUnit', [new Complex(1, 0)], 'true'],
        ['abs', [new Complex(3, 4)], '5.0'],
        ['arg', [new Complex(0, 1)], '1.5707963267948966'],
        ['+', [new Complex(1, 2), 1], '2.0 + 2.0i'],
        ['-', [new Complex(1, 2)], '-1.0 - 2.0i'],
        ['*', [new Complex(1, 2), new Complex(3, 4)], '-5.0 + 10.0i'],
        ['/', [new Complex(-5, 10), new Complex(3, 4)], '1.0 + 2.0i'],
        ['**', [new Complex(1, 1), 2], '0.0 + 2.0i'],
        ['^', [new Complex(0, 1), 4], '1.0 + 0.0i'],
        ['==', [new Complex(1, 0), 1], 'true'],
        ['sum', [seq(new Complex(1, 1), new Complex(2, 2))], '3.0 + 3.0i'],
        ['product', [seq(new Complex(0, 1), new Complex(0, 1))], '-1.0 + 0.0i']
    ],
    TrigFunctions: [
        ['sin', [0], '0.0'],
        ['sin', [LIBRARY_CONSTANTS['TrigFunctions::pi']], '1.2246467991473532e-16'],
        ['cos', [0], '1.0'],
        ['tan', [d(Math.PI / 4)], '0.9999999999999999'],
        ['cot', [d(Math.PI / 4)], '1.0000000000000002'],
        ['arcsin', [1], '1.5707963267948966'],
        ['arccos', [1], '0.0'],
        ['arctan', [1], '0.7853981633974483'],
        ['deg', [LIBRARY_CONSTANTS['TrigFunctions::pi']], '180.0'],
        ['rad', [180], '3.141592653589793'],
        ['sin', [q(r(1, 2), 'radian')], '0.479425538604203'],
        ['cos', [q(0, 'degree')], '1.0']
    ],
    OpenSysMLMathFunctions: [
        ['exp', [1], '2.718281828459045'],
        ['ln', [1], '0.0'],
        ['log', [1000, 10], '3.0'],
        ['log', [8, 2], '3.0'],
        ['log', [2 ** 29, 2], '29.0'],
        ['log', [81, 9], '2.0'],
        ['atan2', [1, -1], '2.356194490192345'],
        ['quotient', [-7, 2], '-3'],
        ['ceiling', [d(2.1)], '3']
    ],
    RandomFunctions: [
        ['uniform', [2, 6], '5.0'],
        ['uniformInteger', [1, 4], '4'],
        ['uniformInteger', [0, 2 ** 40], '824633720832'],
        ['uniformInteger', [1n << 60n, (1n << 60n) + 3n], '1152921504606846979'],
        ['triangular', [0, 0, 4], '2.0'],
        ['triangular', [0, 4, 4], '3.4641016151377544'],
        ['normal', [3, 0], '3.0'],
        ['normal', [0, 1], '-3.058756019008931e-16']
    ],
    StringFunctions: [
        ['+', ['a', 'b'], '"ab"'],
        ['Length', ['a\u{1F600}b'], '3'],
        ['Substring', ['a\u{1F600}bc', 2, 3], '"\u{1F600}b"'],
        ['Substring', ['abc', 3, 2], '""'],
        ['Substring', ['abc', 9, 5], '""'],
        ['Substring', ['abc', 0, -1], '""'],
        ['Substring', ['abc', 1, 3], '"abc"'],
        ['Substring', ['abc', 2, 2], '"b"'],
        ['<', ['', 'a'], 'true'],
        ['>', ['b', 'a'], 'true'],
        ['<=', ['a', 'a'], 'true'],
        ['>=', ['a', 'b'], 'false'],
        ['==', ['a', 'a'], 'true'],
        ['ToString', ['x'], '"x"']
    ],
    SequenceFunctions: [
        ['#', [seq(4, 5), 1], '4'],
        ['equals', [seq(1, 2), seq(new Rational(1, 1), 2)], 'true'],
        ['same', [seq(1, 2), seq(new Rational(1, 1), 2)], 'false'],
        ['size', [seq(1, 2)], '2'],
        ['size', [5], '1'],
        ['size', [null], '0'],
        ['isEmpty', [null], 'true'],
        ['notEmpty', [0], 'true'],
        ['includes', [seq(1, 2, 3), seq(3, 1)], 'true'],
        ['includes', [seq(1), 2], 'false'],
        ['includesOnly', [seq(1, 2, 1), seq(2, 1)], 'true'],
        ['includesOnly', [seq(1, 2), 1], 'false'],
        ['excludes', [seq(1, 2), seq(3, 4)], 'true'],
        ['excludes', [seq(1, 2), seq(2, 4)], 'false'],
        ['union', [seq(1, 2), seq(2, 3)], '(1, 2, 2, 3)'],
        ['intersection', [seq(3, 1, 2, 1), seq(1, 3)], '(3, 1, 1)'],
        ['including', [seq(1), 2], '(1, 2)'],
        ['includingAt', [seq(1, 3), 2, 2], '(1, 2, 3)'],
        ['includingAt', [seq(1, 2), 3, 3], '(1, 2, 3)'],
        ['excluding', [seq(1, 2, 1, 3), 1], '(2, 3)'],
        ['excludingAt', [seq(1, 2, 3), 2], '(1, 3)'],
        ['excludingAt', [seq(1, 2, 3), 1, 2], '(3)'],
        ['subsequence', [seq(1, 2, 3), 2], '(2, 3)'],
        ['subsequence', [seq(1, 2, 3), 2, 2], '(2)'],
        ['subsequence', [seq(1, 2), 3, 2], '()'],
        ['head', [seq(1, 2)], '1'],
        ['head', [null], 'null'],
        ['tail', [seq(1, 2)], '(2)'],
        ['tail', [null], '()'],
        ['last', [seq(1, 2)], '2'],
        ['last', [EMPTY_SEQUENCE], 'null']
    ],
    CollectionFunctions: [
        ['==', [setOf([1, 2]), setOf([2, 1])], 'true'],
        ['==', [objects[0], seq(1, 2, 3)], 'true'],
        ['size', [objects[0]], '3'],
        ['isEmpty', [setOf([])], 'true'],
        ['notEmpty', [objects[0]], 'true'],
        ['contains', [objects[0], seq(1, 3)], 'true'],
        ['containsAll', [objects[0], setOf([4])], 'false'],
        ['head', [objects[0]], '1'],
        ['tail', [objects[0]], '(2, 3)'],
        ['last', [objects[0]], '3'],
        ['#', [objects[0], 2], '2'],
        ['array#', [new ArrayValue([2, 3], [1, 2, 3, 4, 5, 6]), seq(2, 3)], '6'],
        ['array#', [objects[0], 3], '3'],
        ['size', [vec(1, 2)], '2']
    ],
    ControlFunctions: [
        [
            'if',
            [
                true,
                () => 1,
                () => {
                    throw new Error('not evaluated');
                }
            ],
            '1'
        ],
        ['if', [false, () => 1, () => 2], '2'],
        ['??', [null, () => 4], '4'],
        ['??', [3, () => 4], '3'],
        [
            'and',
            [
                false,
                () => {
                    throw new Error('not evaluated');
                }
            ],
            'false'
        ],
        ['or', [false, () => true], 'true'],
        ['implies', [false, () => 'x'], 'true'],
        ['collect', [seq(1, 2), body(x => seq(x, operators.multiply(x, 10)))], '(1, 10, 2, 20)'],
        ['collect', [null, body(x => x)], '()'],
        ['select', [seq(1, 2, 3), body(x => operators.greater(x, 1))], '(2, 3)'],
        ['reject', [seq(1, 2, 3), body(x => operators.greater(x, 1))], '(1)'],
        ['selectOne', [seq(1, 2, 3), body(x => operators.greater(x, 1))], '2'],
        ['selectOne', [seq(1), body(x => operators.greater(x, 1))], 'null'],
        ['reduce', [seq(1, 2, 3), body((a, b) => operators.subtract(a, b))], '-4'],
        ['reduce', [EMPTY_SEQUENCE, body((a, b) => operators.add(a, b))], 'null'],
        ['forAll', [null, body(x => x)], 'true'],
        ['forAll', [seq(true, false, 'never read'), body(x => x)], 'false'],
        ['exists', [seq(false, true, 'never read'), body(x => x)], 'true'],
        ['exists', [null, body(x => x)], 'false'],
        ['allTrue', [seq(true, true)], 'true'],
        ['anyTrue', [seq(false, false)], 'false'],
        ['minimize', [seq(3, 1, 2), body(x => operators.multiply(x, x))], '1'],
        ['maximize', [seq(3, 1, 2), body(x => operators.multiply(x, x))], '9']
    ],
    VectorFunctions: [
        ['VectorOf', [seq(1, r(1, 2))], '<1, 0.5>'],
        ['CartesianVectorOf', [seq(1, 2)], '<1.0, 2.0>'],
        ['CartesianThreeVectorOf', [seq(1, 2, 3)], '<1.0, 2.0, 3.0>'],
        ['isZeroVector', [vec(0, 0)], 'true'],
        ['isCartesianZeroVector', [vec(0, d(1))], 'false'],
        ['+', [vec(1, 2), vec(3, 4)], '<4, 6>'],
        ['+', [vec(1, 2)], '<1, 2>'],
        ['-', [vec(1, 2), vec(3, 5)], '<-2, -3>'],
        ['-', [vec(1, 2)], '<-1, -2>'],
        ['cartesian+', [vec(1, 2), vec(1, 1)], '<2, 3>'],
        ['cartesian-', [vec(1, 2)], '<-1, -2>'],
        ['scalarVectorMult', [3, vec(1, 2)], '<3, 6>'],
        ['vectorScalarMult', [vec(1, 2), 3], '<3, 6>'],
        ['vectorScalarDiv', [vec(1, 2), 2], '<0.5, 1.0>'],
        ['cartesianScalarVectorMult', [2, vec(1, 2)], '<2.0, 4.0>'],
        ['cartesianVectorScalarMult', [vec(1, 2), 2], '<2.0, 4.0>'],
        ['inner', [vec(1, 2, 3), vec(4, 5, 6)], '32'],
        ['cartesianInner', [vec(d(1)), vec(2)], '2.0'],
        ['norm', [vec(3, 4)], '5.0'],
        ['cartesianNorm', [vec(3, 4)], '5.0'],
        ['angle', [vec(1, 0), vec(0, 1)], '1.5707963267948966'],
        ['cartesianAngle', [vec(1, 1), vec(2, 2)], '0.0'],
        ['sum', [seq(vec(1, 2, 3), vec(1, 1, 1))], '<2, 3, 4>'],
        ['sum', [null], '<0.0, 0.0, 0.0>'],
        ['sum0', [null, vec(0, 0)], '<0, 0>']
    ],
    VectorCalculations: [
        ['[', [vec(1, 2), unit('metre')], '<1 [metre], 2 [metre]>'],
        ['isZeroVectorQuantity', [new VectorQuantity([q(0, 'metre')])], 'true'],
        ['isUnitVectorQuantity', [new VectorQuantity([q(r(3, 5), 'metre'), q(r(4, 5), 'metre')])], 'true'],
        ['+', [new VectorQuantity([q(1, 'metre')]), new VectorQuantity([q(1, 'kilometre')])], '<1001 [metre]>'],
        ['-', [new VectorQuantity([q(3, 'metre')]), new VectorQuantity([q(1, 'metre')])], '<2 [metre]>'],
        ['scalarVectorMult', [2, new VectorQuantity([q(1, 'metre')])], '<2 [metre]>'],
        ['vectorScalarMult', [new VectorQuantity([q(1, 'metre')]), 2], '<2 [metre]>'],
        ['scalarQuantityVectorMult', [q(2, 'metre'), new VectorQuantity([q(3, 'metre')])], "<6 [SI::'m²']>"],
        ['vectorScalarQuantityMult', [new VectorQuantity([q(3, 'metre')]), q(2, 'metre')], "<6 [SI::'m²']>"],
        ['vectorScalarDiv', [new VectorQuantity([q(3, 'metre')]), 2], '<1.5 [metre]>'],
        ['vectorScalarQuantityDiv', [new VectorQuantity([q(6, 'metre')]), q(2, 'second')], "<3.0 [SI::'m/s']>"],
        [
            'inner',
            [new VectorQuantity([q(1, 'metre'), q(2, 'metre')]), new VectorQuantity([q(3, 'metre'), q(4, 'metre')])],
            "11 [SI::'m²']"
        ],
        ['outer', [vec(1, 2), vec(3, 4)], 'array[2, 2](3, 4, 6, 8)'],
        ['norm', [new VectorQuantity([q(3, 'metre'), q(4, 'metre')])], '5.0 [metre]'],
        [
            'angle',
            [new VectorQuantity([q(1, 'metre'), q(0, 'metre')]), new VectorQuantity([q(0, 'metre'), q(1, 'metre')])],
            '1.5707963267948966'
        ],
        ['transform', [objects[1], vec(1, 2, 3)], '<0.0, 0.0, 0.0>'],
        ['transform', [objects[1], vec(2, 4, 3)], '<2.0, -1.0, 0.0>'],
        ['transform', [objects[4], vec(3, 5)], '<4.0, -2.0>']
    ],
    TensorCalculations: [
        ['[', [seq(1, 2), unit('metre')], 'tensor[2](1 [metre], 2 [metre])'],
        ['[', [seq(1, 2, 3, 4), objects[2]], 'tensor[2, 2](1 [metre], 2 [metre], 3 [metre], 4 [metre])'],
        ['isZeroTensorQuantity', [matrix], 'false'],
        ['isUnitTensorQuantity', [tensorOf([1], [q(1, 'metre')])], 'true'],
        ['+', [matrix, matrix], 'tensor[2, 2](2 [metre], 4 [metre], 6 [metre], 8 [metre])'],
        ['-', [matrix, matrix], 'tensor[2, 2](0 [metre], 0 [metre], 0 [metre], 0 [metre])'],
        ['scalarTensorMult', [2, matrix], 'tensor[2, 2](2 [metre], 4 [metre], 6 [metre], 8 [metre])'],
        ['TensorScalarMult', [matrix, 2], 'tensor[2, 2](2 [metre], 4 [metre], 6 [metre], 8 [metre])'],
        ['scalarQuantityTensorMult', [q(1, 'second'), tensorOf([1], [q(1, 'metre per second')])], 'tensor[1](1 [SI::m])'],
        ['TensorScalarQuantityMult', [tensorOf([1], [q(3, 'metre per second')]), q(1, 'second')], 'tensor[1](3 [SI::m])'],
        ['tensorVectorMult', [matrix, new VectorQuantity([q(1, 'metre'), q(1, 'metre')])], "<3 [SI::'m²'], 7 [SI::'m²']>"],
        ['vectorTensorMult', [vec(1, 1), matrix], '<4 [metre], 6 [metre]>'],
        ['tensorTensorMult', [matrix, matrix], "tensor[2, 2](7 [SI::'m²'], 10 [SI::'m²'], 15 [SI::'m²'], 22 [SI::'m²'])"],
        [
            'transform',
            [objects[1], tensorOf([3], [q(1, 'metre'), q(2, 'metre'), q(3, 'metre')])],
            'tensor[3](2.0 [metre], -1.0 [metre], 3.0 [metre])'
        ],
        [
            'transform',
            [
                objects[1],
                tensorOf(
                    [3, 3],
                    [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => q(n, 'metre'))
                )
            ],
            `tensor[3, 3](${['5.0', '-4.0', '6.0', '-2.0', '1.0', '-3.0', '8.0', '-7.0', '9.0'].map(n => `${n} [metre]`).join(', ')})`
        ]
    ],
    QuantityCalculations: [
        ['[', [3, unit('metre')], '3 [metre]'],
        ['isZero', [q(0, 'metre')], 'true'],
        ['isUnit', [q(1, 'metre')], 'true'],
        ['abs', [q(-2, 'metre')], '2 [metre]'],
        ['+', [q(1, 'metre'), q(1, 'kilometre')], '1001 [metre]'],
        ['-', [q(3, 'metre')], '-3 [metre]'],
        ['*', [q(2, 'metre'), q(3, 'metre')], "6 [SI::'m²']"],
        ['/', [q(6, 'metre'), q(3, 'second')], "2.0 [SI::'m/s']"],
        ['**', [q(2, 'metre'), 2], "4 [SI::'m²']"],
        ['^', [q(2, 'metre'), 2], "4 [SI::'m²']"],
        ['<', [q(1, 'metre'), q(1, 'kilometre')], 'true'],
        ['>', [q(1, 'metre'), q(1, 'kilometre')], 'false'],
        ['<=', [q(1000, 'metre'), q(1, 'kilometre')], 'true'],
        ['>=', [q(1, 'metre'), q(1, 'kilometre')], 'false'],
        ['max', [q(1, 'metre'), q(1, 'kilometre')], '1 [kilometre]'],
        ['min', [q(1, 'metre'), q(1, 'kilometre')], '1 [metre]'],
        ['==', [q(1000, 'metre'), q(1, 'kilometre')], 'true'],
        ['sqrt', [q(9, 'square metre')], '3.0 [SI::m]'],
        ['floor', [q(r(5, 2), 'metre')], '2 [metre]'],
        ['round', [q(r(5, 2), 'metre')], '3 [metre]'],
        ['ToString', [q(r(5, 2), 'metre')], '"2.5 [metre]"'],
        ['ToInteger', [q(r(5, 2), 'metre')], '2'],
        ['ToRational', [q(d(0.5), 'metre')], '0.5'],
        ['ToReal', [q(2, 'metre')], '2.0'],
        ['sum', [seq(q(1, 'kilometre'), q(1, 'metre'))], '1.001 [kilometre]'],
        ['product', [seq(q(2, 'metre'), q(3, 'metre'))], "6 [SI::'m²']"],
        ['ConvertQuantity', [q(2, 'kilometre'), unit('metre')], '2000 [metre]']
    ],
    MeasurementRefCalculations: [
        ['*', [unit('metre'), unit('second')], 'metre*second'],
        ['/', [unit('metre'), unit('second')], 'metre/second'],
        ['**', [unit('metre'), 2], 'metre**2'],
        ['^', [unit('metre'), 2], 'metre**2'],
        ['ToString', [unit('metre')], '"metre"']
    ],
    OccurrenceFunctions: [
        ['===', [objects[0], objects[0]], 'true'],
        ['===', [objects[0], objects[1]], 'false'],
        ['===', [null, null], 'true'],
        ['isDuring', [objects[0]], 'true'],
        ['create', [objects[1]], '#2'],
        ['isDuring', [objects[1]], 'true'],
        ['destroy', [objects[1]], '#2'],
        ['isDuring', [objects[1]], 'false'],
        ['destroy', [null], 'null']
    ]
};

const NAMELESS = new Set([
    'DataFunctions::~',
    'ScalarFunctions::~',
    'ComplexFunctions::ToString',
    'ComplexFunctions::ToComplex',
    'QuantityCalculations::ToDimensionOneValue'
]);

describe.each(Object.entries(TABLES))('%s', (packageName, rows) => {
    it.each(rows)('%s %#', (name, args, expected) => {
        expect(call(`${packageName}::${name}`, args)).toBe(expected);
    });
});

it('every implemented function has a row', () => {
    const covered = new Set(Object.entries(TABLES).flatMap(([p, rows]) => rows.map(([name]) => `${p}::${name}`)));
    const missing = [...libraryFunctions()].map(f => f.name.replaceAll("'", '')).filter(name => !covered.has(name) && !NAMELESS.has(name));
    expect(missing).toEqual([]);
});

describe('failures', () => {
    const rows: Row[] = [
        ["DataFunctions::'~'", [1], "unsupported operator: '~'"],
        [
            'ComplexFunctions::ToString',
            [1],
            'library function is not evaluable: ComplexFunctions::ToString: the library fixes no text of a Complex'
        ],
        ['IntegerFunctions::abs', [r(1, 2)], 'type mismatch: x of IntegerFunctions::abs must be an Integer, got a Rational'],
        ['IntegerFunctions::abs', [], 'unbound parameter: x of IntegerFunctions::abs'],
        ['IntegerFunctions::abs', [1, 2], 'calc argument count mismatch: IntegerFunctions::abs takes 1, got 2'],
        ['IntegerFunctions::ToNatural', [-1], 'arithmetic domain error: -1 is negative and no Natural'],
        ['NumericalFunctions::isZero', ['x'], 'type mismatch: isZero is not defined for a string'],
        ['NumericalFunctions::isUnit', [true], 'type mismatch: isUnit is not defined for a Boolean'],
        [
            'VectorCalculations::transform',
            [objects[3], vec(1, 2, 3)],
            'type mismatch: a direction or matrix entry of a transformation is a Complex'
        ],
        ['IntegerFunctions::ToInteger', ['x'], 'type mismatch: ToInteger cannot read "x"'],
        ['RealFunctions::sqrt', [-1], 'arithmetic domain error: square root of a negative number'],
        ['TrigFunctions::arcsin', [2], 'arithmetic domain error: arcsin is defined from -1 to 1 only'],
        ['StringFunctions::Substring', ['abc', 2, 4], 'index out of range: 2..4 is outside 1..3'],
        ['StringFunctions::Substring', ['abc', 0, 2], 'index out of range: 0..2 is outside 1..3'],
        [
            'TensorCalculations::transform',
            [objects[1], matrix],
            'type mismatch: a transformation of 3 dimensions and a tensor of shape 2 x 2'
        ],
        [
            'TensorCalculations::transform',
            [
                objects[4],
                tensorOf(
                    [2, 2, 2],
                    Array.from({ length: 8 }, (_, n) => q(n, 'metre'))
                )
            ],
            'type mismatch: a transformation of 2 dimensions and a tensor of shape 2 x 2 x 2'
        ],
        ["SequenceFunctions::'#'", [seq(1, 2, 3), 4], 'index out of range: sequence index 4 is outside 1..3'],
        ["SequenceFunctions::'#'", [seq(1, 2, 3), 'a'], 'type mismatch: an index must be an Integer, got a string'],
        ['SequenceFunctions::subsequence', [seq(1, 2), 0], 'index out of range: sequence positions 0..2 are outside 1..2'],
        ['SequenceFunctions::includingAt', [seq(1, 2), 3, 4], 'index out of range: sequence index 4 is outside 1..3'],
        ['ControlFunctions::select', [seq(1), body(x => x)], 'type mismatch: select: predicate must return boolean, got an Integer'],
        [
            'ControlFunctions::collect',
            [seq(1), body((a, b) => a ?? b)],
            'body parameter count mismatch: ControlFunctions::collect calls mapper with 1 argument(s), it declares 2'
        ],
        ['ControlFunctions::minimize', [null, body(x => x)], 'multiplicity violation: collection of minimize must not be empty'],
        ['RandomFunctions::uniform', [2, 1], 'random function arguments bound no distribution: uniform(2.0, 1.0): lo exceeds hi'],
        ['RandomFunctions::triangular', [1, 5, 4], 'triangular(1.0, 5.0, 4.0): mode is outside lo and hi'],
        ['RandomFunctions::normal', [1, -1], 'normal(1.0, -1.0): sd is negative'],
        ['VectorFunctions::VectorOf', [seq(1, 'a')], 'type mismatch: vector component is not a number: component 2 is a string'],
        ['VectorFunctions::angle', [vec(0, 0), vec(1, 0)], 'arithmetic domain error: the angle of a zero vector'],
        ["VectorFunctions::'+'", [vec(1), vec(1, 2)], "type mismatch: operator '+' is not defined for shapes 1 and 2"]
    ];
    it.each(rows)('%s %#', (name, args, message) => {
        expect(() => call(name, args)).toThrow(message);
    });
});

describe('open values', () => {
    const rows: Row[] = [
        ['IntegerFunctions::abs', [open()], 'undetermined (P::x has no value in the model)'],
        ['SequenceFunctions::size', [seq(1, open())], '2'],
        ['SequenceFunctions::size', [open(4, 4)], '4'],
        ['SequenceFunctions::size', [open(0, 1)], 'undetermined (P::x has no value in the model)'],
        ['SequenceFunctions::isEmpty', [open(1, Infinity)], 'false'],
        ['SequenceFunctions::notEmpty', [open(0, 1)], 'undetermined (P::x has no value in the model)'],
        ['SequenceFunctions::includes', [seq(1, open()), 1], 'true'],
        ['SequenceFunctions::includes', [seq(1, open()), 2], 'undetermined (P::x has no value in the model)'],
        ['SequenceFunctions::head', [seq(1, open())], '1'],
        ['SequenceFunctions::last', [seq(open(0, 5), 3)], '3'],
        ["SequenceFunctions::'#'", [seq(1, open(), 3), 3], '3'],
        ['ControlFunctions::forAll', [seq(open(), false), body(x => x)], 'false'],
        ['ControlFunctions::exists', [seq(open(), false), body(x => x)], 'undetermined (P::x has no value in the model)']
    ];
    it.each(rows)('%s %#', (name, args, expected) => {
        expect(call(name, args)).toBe(expected);
    });
});

it('behaviours answer the sequence afterwards', () => {
    const change = (name: string, s: Value, ...args: Value[]): string =>
        valueText(SEQUENCE_BEHAVIORS[`SequenceFunctions::${name}`](s, args, FREE_CONTEXT));
    expect([
        change('add', seq(1), 2),
        change('addAt', seq(1, 3), 2, 2),
        change('remove', seq(1, 2, 1), 1),
        change('removeAt', seq(1, 2, 3), 2)
    ]).toEqual(['(1, 2)', '(1, 2, 3)', '(2)', '(1, 3)']);
    const added = GROUP_BEHAVIORS['OccurrenceFunctions::addNew'](objects[0], [objects[1]], context);
    expect([valueText(added.group), alive.has(objects[1])]).toEqual(['(#1, #2)', true]);
    const removed = GROUP_BEHAVIORS['OccurrenceFunctions::removeOldAt'](added.group, [2], context);
    expect([valueText(removed.group), alive.has(objects[1])]).toEqual(['(#1)', false]);
});

it('composition of units is exported for literals', () => {
    expect(multiplyUnits(unit('metre').unit, divideUnits(units.one, powerOfUnit(unit('second').unit, new Rational(2, 1))!)).text).toBe(
        'metre*1/second**2'
    );
});
