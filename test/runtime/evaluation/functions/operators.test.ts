/** Operators: dispatch by operand kinds, failures, open operands. */

import { describe, expect, it } from 'vitest';
import {
    EMPTY_SEQUENCE,
    EnumLiteral,
    INFINITY,
    MeasurementRef,
    Quantity,
    Real,
    Sequence,
    Undetermined,
    Unset,
    type Value,
    Vector,
    rational as r,
    setOf,
    valueText
} from '../../../../src/runtime/values/index.js';
import { FREE_CONTEXT, operators } from '../../../../src/runtime/evaluation/functions/index.js';
import { sampleUnits } from '../../values/sample-units.js';

const metre = sampleUnits().unit('SI::metre').withText('m');
const three = new EnumLiteral('L::three', 'L', 'three', 3);
const red = new EnumLiteral('E::red', 'E', 'red');
const open = (category?: 'number' | 'string', lower = 1): Undetermined => new Undetermined('no value', lower, 1, category);

const binary: [string, Value, Value, string][] = [
    ['+', 1, 2, '3'],
    ['+', Number.MAX_SAFE_INTEGER, 1, '9007199254740992'],
    ['+', 'a', 'b', '"ab"'],
    ['+', new Sequence([1]), 2, '3'],
    ['+', three, 1, '4'],
    ['+', new Real(1), r(1, 2), '1.5'],
    ['+', new Vector([1]), new Vector([2]), '<3>'],
    ['-', 1, 2, '-1'],
    ['*', 2, new Vector([1, 2]), '<2, 4>'],
    ['*', 0, -1, '0'],
    ['*', new Vector([1]), new Quantity(2, metre), '<2 [m]>'],
    ['*', new MeasurementRef(metre), new MeasurementRef(metre), 'm*m'],
    ['/', 1, new MeasurementRef(metre), '1/m'],
    ['/', 6, 3, '2.0'],
    ['%', -7, 3, '-1'],
    ['%', -6, 3, '0'],
    ['**', 2, 3, '8'],
    ['**', new MeasurementRef(metre), 2, 'm**2'],
    ['^', 2, -1, '0.5'],
    ['<', 1, INFINITY, 'true'],
    ['<', 'a', 'b', 'true'],
    ['<', INFINITY, INFINITY, 'false'],
    ['>=', INFINITY, INFINITY, 'true'],
    ['<', new Quantity(1, metre), 0, 'false'],
    ['==', three, 3, 'true'],
    ['==', red, 'red', 'false'],
    ['!=', 1, 2, 'true'],
    ['===', 1, r(1, 1), 'false'],
    ['!==', 1, r(1, 1), 'true'],
    ['==', setOf([1]), EMPTY_SEQUENCE, 'false'],
    ['xor', true, false, 'true'],
    ['+', 1, open(), 'undetermined (no value)'],
    ['+', 'a', open('string'), 'undetermined (no value)'],
    ['<', open(), INFINITY, 'undetermined (no value)'],
    ['>=', 'a', open('string'), 'undetermined (no value)'],
    ['<=', open('number'), 1, 'undetermined (no value)'],
    ['==', 1, open(), 'undetermined (no value)']
];
it.each(binary)('%s of row %#', (symbol, a, b, expected) => {
    expect(valueText(operators.BINARY_OPERATORS[symbol](a, b))).toBe(expected);
});

const failures: [string, Value, Value, string][] = [
    ['<', 'a', 1, "type mismatch: operator '<' is not defined for a string and an Integer"],
    ['+', 'a', 1, "type mismatch: operator '+' is not defined for a string and an Integer"],
    ['+', null, 1, "type mismatch: operator '+' is not defined for null and an Integer"],
    ['-', new Sequence([1, 2]), 1, "type mismatch: operator '-' is not defined for a sequence and an Integer"],
    ['+', red, 1, "type mismatch: operator '+' is not defined for the enumeration literal E::red and an Integer"],
    ['+', INFINITY, 1, "type mismatch: operator '+' is not defined for the unbounded value '*'"],
    [
        '*',
        new Quantity(1, metre),
        new MeasurementRef(metre),
        "type mismatch: operator '*' is not defined for a quantity and a measurement reference"
    ],
    ['%', new Quantity(1, metre), 2, "type mismatch: operator '%' is not defined for a quantity and an Integer"],
    ['**', 2, new Quantity(1, metre), "type mismatch: operator '**' is not defined for an Integer and a quantity"],
    ['+', new Unset('mass'), 1, 'no value for feature mass'],
    ['==', new Unset('mass'), 1, 'no value for feature mass'],
    ['/', open('number'), 0, 'division by zero'],
    ['+', open('string'), 1, "type mismatch: operator '+' is not defined for an undetermined value and an Integer"],
    ['*', open('string'), 'a', "type mismatch: operator '*' is not defined for an undetermined value and a string"],
    ['+', open(), INFINITY, "type mismatch: operator '+' is not defined for the unbounded value '*'"],
    ['xor', 1, true, "type mismatch: left operand of 'xor' must be Boolean, got an Integer"]
];
it.each(failures)('%s of row %# fails', (symbol, a, b, message) => {
    expect(() => operators.BINARY_OPERATORS[symbol](a, b)).toThrow(message);
});

describe('lazy operators', () => {
    const never = (): Value => {
        throw new Error('evaluated');
    };
    const rows: [string, Value, () => Value, string][] = [
        ['and', false, never, 'false'],
        ['and', true, () => false, 'false'],
        ['or', true, never, 'true'],
        ['|', false, () => true, 'true'],
        ['&', true, () => true, 'true'],
        ['implies', false, never, 'true'],
        ['implies', true, () => false, 'false'],
        ['and', open(), () => false, 'false'],
        ['or', open(), () => true, 'true'],
        ['implies', open(), () => true, 'true'],
        ['and', open(), () => true, 'undetermined (no value)'],
        ['??', null, () => 4, '4'],
        ['??', EMPTY_SEQUENCE, () => 4, '4'],
        ['??', 0, never, '0']
    ];
    it.each(rows)('%s of row %#', (symbol, a, right, expected) => {
        expect(valueText(operators.LAZY_OPERATORS[symbol](a, right))).toBe(expected);
    });

    it('name a wrong operand', () => {
        expect(() => operators.and(1, never)).toThrow("type mismatch: left operand of 'and' must be Boolean, got an Integer");
        expect(() => operators.or(false, () => 'x')).toThrow("type mismatch: right operand of 'or' must be Boolean, got a string");
    });
});

describe('collections', () => {
    it('ranges', () => {
        expect(valueText(operators.range(-1, 2, FREE_CONTEXT))).toBe('(-1, 0, 1, 2)');
        expect(operators.range(3, 1, FREE_CONTEXT)).toBe(EMPTY_SEQUENCE);
        expect(valueText(operators.range(9007199254740991, 9007199254740992n, FREE_CONTEXT))).toBe('(9007199254740991, 9007199254740992)');
        expect(() => operators.range(1, r(3, 2), FREE_CONTEXT)).toThrow(
            "type mismatch: operator '..' is not defined for an Integer and a Rational"
        );
        expect(operators.range(1, open('number'), FREE_CONTEXT)).toMatchObject({ lower: 0, upper: Infinity });
    });

    it('charges for what it makes before making it', () => {
        const budget = {
            chargeElements: (n: number) => {
                throw new Error(`charged ${n}`);
            }
        };
        expect(() => operators.range(1, 1e12, budget)).toThrow('charged 1000000000000');
    });

    it('flattens sequences', () => {
        expect(valueText(operators.sequence([1, new Sequence([2, 3]), null, setOf([4])], FREE_CONTEXT))).toBe('(1, 2, 3, 4)');
    });

    it('counts the values of open results', () => {
        expect(operators.add(open('number', 0), 1)).toMatchObject({ lower: 0, upper: 1 });
        expect(operators.index(new Undetermined('x', 2, 4), [2])).toMatchObject({ lower: 1, upper: 1 });
        expect(operators.index(new Undetermined('x', 2, 4), [3])).toMatchObject({ lower: 0, upper: 1 });
        expect(() => operators.index(new Undetermined('x', 2, 4), [5])).toThrow('index out of range: sequence index 5 is outside 1..4');
    });
});
