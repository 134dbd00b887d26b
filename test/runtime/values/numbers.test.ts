/** Numbers against independently known values, and the laws of exact arithmetic. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from '../../../src/runtime/values/index.js';
import {
    Complex,
    Rational,
    Real,
    type Num,
    type RealNumber,
    numberText as text,
    rational as r
} from '../../../src/runtime/values/index.js';

const big = (digits: string): v.Integer => v.integer(BigInt(digits));
const d = (x: number): Real => new Real(x);

describe('arithmetic', () => {
    const rows: [string, () => Num, string, string][] = [
        ['0.1 + 0.2', () => v.add(r(1, 10), r(2, 10)), 'rational', '0.3'],
        ['6 / 3 is a Rational', () => v.divide(6, 3), 'rational', '2.0'],
        ['1 / 3', () => v.divide(1, 3), 'rational', '1/3'],
        ['0.25 * 2', () => v.multiply(r(1, 4), 2), 'rational', '0.5'],
        ['2 ** 64', () => v.power(2, 64), 'integer', '18446744073709551616'],
        ['2 ** -1', () => v.power(2, -1), 'rational', '0.5'],
        ['(2/3) ** 3', () => v.power(r(2, 3), 3), 'rational', '8/27'],
        ['(2/3) ** -2', () => v.power(r(2, 3), -2), 'rational', '2.25'],
        ['4 ** 0.5', () => v.power(4, r(1, 2)), 'real', '2.0'],
        ['(-1) ** big odd', () => v.power(-1, big('99999999999999999999')), 'integer', '-1'],
        ['-7 % 3', () => v.remainder(-7, 3), 'integer', '-1'],
        ['7 % -3', () => v.remainder(7, -3), 'integer', '1'],
        ['7.5 % 2', () => v.remainder(r(15, 2), 2), 'rational', '1.5'],
        ['-7.5 % 2', () => v.remainder(r(-15, 2), 2), 'rational', '-1.5'],
        ['2^53 - 1 + 1', () => v.add(Number.MAX_SAFE_INTEGER, 1), 'integer', '9007199254740992'],
        ['2^53 - 1 + 2', () => v.add(Number.MAX_SAFE_INTEGER, 2), 'integer', '9007199254740993'],
        ['back into the safe range', () => v.subtract(big('9007199254740992'), 1), 'integer', '9007199254740991'],
        ['3037000500 squared', () => v.multiply(3037000500, 3037000500), 'integer', '9223372037000250000'],
        ['0 * -5 is no negative zero', () => v.multiply(0, -5), 'integer', '0'],
        ['Real + Rational', () => v.add(d(0.5), r(1, 4)), 'real', '0.75'],
        ['Real / Integer', () => v.divide(d(1), 3), 'real', '0.3333333333333333'],
        ['i * i', () => v.multiply(new Complex(0, 1), new Complex(0, 1)), 'complex', '-1.0 + 0.0i'],
        ['i ** 2', () => v.power(new Complex(0, 1), 2), 'complex', '-1.0 + 0.0i'],
        ['(1 + 2i) / (3 - 4i)', () => v.divide(new Complex(1, 2), new Complex(3, -4)), 'complex', '-0.2 + 0.4i'],
        ['|3 - 4i|', () => v.absolute(new Complex(3, -4)), 'real', '5.0'],
        ['|-2/3|', () => v.absolute(r(-2, 3)), 'rational', '2/3']
    ];
    it.each(rows)('%s', (_, compute, kind, expected) => {
        const value = compute();
        expect([v.kindOf(value), text(value)]).toEqual([kind, expected]);
    });

    const failures: [string, () => unknown, string][] = [
        ['1 / 0', () => v.divide(1, 0), 'division by zero'],
        ['1.5 / 0.0', () => v.divide(r(3, 2), new Rational(0, 1)), 'division by zero'],
        ['1 % 0', () => v.remainder(1, 0), 'division by zero'],
        ['0 ** -1', () => v.power(0, -1), 'arithmetic domain error: zero to a negative power'],
        ['(-8) ** (1/3)', () => v.power(-8, r(1, 3)), 'arithmetic domain error: negative base with a fractional exponent'],
        ['overflow', () => v.multiply(d(1e200), d(1e200)), 'arithmetic overflow: result is not a finite Real'],
        ['huge Integer as Real', () => v.add(v.power(10, 400), d(1)), 'arithmetic overflow: result is not a finite Real'],
        ['tiny Rational as Real', () => v.add(v.power(10, -400), d(1)), 'arithmetic overflow: nonzero Rational is too small for a Real'],
        ['digits', () => v.power(10, 1_000_001), 'arithmetic overflow: exact number needs more than 1000000 digits'],
        [
            'digits of a product',
            () => v.multiply(v.power(10, 600_000), v.power(10, 600_000)),
            'arithmetic overflow: exact number needs more than 1000000 digits'
        ],
        ['bits of a Rational', () => v.divide(1, v.power(2, 1_100_000)), 'arithmetic overflow: exact number needs more than 1000000 bits'],
        ['sqrt(-1)', () => v.squareRoot(-1), 'arithmetic domain error: square root of a negative number']
    ];
    it.each(failures)('%s fails', (_, compute, message) => {
        expect(compute).toThrow(message);
    });
});

describe('comparison is mathematical', () => {
    const rows: [string, RealNumber, RealNumber, number][] = [
        ['1 and 1.0', 1, new Rational(1, 1), 0],
        ['1/10 and the double 0.1, which is larger', r(1, 10), d(0.1), -1],
        ['2^53 + 1 and the double 2^53', big('9007199254740993'), d(2 ** 53), 1],
        ['2^53 and the double 2^53', big('9007199254740992'), d(2 ** 53), 0],
        ['1/3 and 0.333', r(1, 3), r(333, 1000), 1],
        ['half and the double', r(1, 2), d(0.5), 0],
        ['10^400 and the greatest double', v.power(10, 400) as RealNumber, d(Number.MAX_VALUE), 1],
        ['10^-400 and zero', v.power(10, -400) as RealNumber, d(0), 1]
    ];
    it.each(rows)('%s', (_, a, b, order) => {
        expect(Math.sign(v.compareNumbers(a, b))).toBe(order);
        expect(Math.sign(v.compareNumbers(b, a)) + 0).toBe(0 - order);
        expect(v.numbersEqual(a, b)).toBe(order === 0);
        expect(v.numberKey(a) === v.numberKey(b)).toBe(order === 0);
    });
});

describe('rounding', () => {
    const rows: [RealNumber, string, string, string][] = [
        // value, truncate, floor, round
        [r(5, 2), '2', '2', '3'],
        [r(-5, 2), '-2', '-3', '-3'],
        [r(7, 3), '2', '2', '2'],
        [r(-7, 3), '-2', '-3', '-2'],
        [d(2.5), '2', '2', '3'],
        [d(-0.5), '0', '-1', '-1'],
        [d(0.49999999999999994), '0', '0', '0'],
        [d(1e22), '10000000000000000000000', '10000000000000000000000', '10000000000000000000000'],
        [7, '7', '7', '7']
    ];
    it.each(rows)('%o', (x, truncated, floored, rounded) => {
        expect([v.truncate(x), v.floor(x), v.round(x)].map(String)).toEqual([truncated, floored, rounded]);
    });
});

describe('text', () => {
    const rows: [Num, string][] = [
        [42, '42'],
        [big('-18446744073709551616'), '-18446744073709551616'],
        [d(2), '2.0'],
        [d(0.1), '0.1'],
        [d(-0.0001), '-0.0001'],
        [d(0.00001), '1e-5'],
        [d(1e20), '100000000000000000000.0'],
        [d(1e21), '1e+21'],
        [d(0), '0.0'],
        [r(1, 3), '1/3'],
        [r(-1, 8), '-0.125'],
        [new Rational(2, 1), '2.0'],
        [r(1, 100000), '1e-5'],
        [r(123, 10000000), '1.23e-5'],
        [r(1, 10000), '0.0001'],
        [new Rational(0, 1), '0.0'],
        [v.power(new Rational(10, 1), 21), '1e+21'],
        [v.power(new Rational(10, 1), 20), '100000000000000000000.0'],
        [r(27, 5), '5.4']
    ];
    it.each(rows)('%o reads %s', (x, expected) => {
        expect(text(x)).toBe(expected);
    });

    const literals: [string, Rational | undefined][] = [
        ['0.1', r(1, 10)],
        ['.5', r(1, 2)],
        ['1e3', new Rational(1000, 1)],
        ['25E-3', r(1, 40)],
        ['1.5e3', new Rational(1500, 1)],
        ['-2.50', r(-5, 2)],
        ['7', new Rational(7, 1)],
        ['2/4', r(1, 2)],
        ['', undefined],
        ['.', undefined],
        ['e3', undefined],
        ['1/0', undefined],
        ['1.', undefined]
    ];
    it.each(literals)('reads %s', (literal, expected) => {
        expect(v.parseRational(literal)).toEqual(expected);
    });
});

describe('laws', () => {
    const integers = fc
        .oneof(fc.integer(), fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }))
        .map(x => v.integer(BigInt(x)));
    const rationals = fc
        .tuple(
            integers,
            integers.filter(x => x !== 0)
        )
        .map(([n, den]) => r(n, den));
    const exact: fc.Arbitrary<RealNumber> = fc.oneof(integers, rationals);
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

    it('exact numbers are a field', () => {
        fc.assert(
            fc.property(exact, exact, exact, (a, b, c) => {
                const same = (x: Num, y: Num): void => expect(v.numbersEqual(x, y)).toBe(true);
                same(v.add(a, b), v.add(b, a));
                same(v.multiply(a, b), v.multiply(b, a));
                same(v.add(v.add(a, b), c), v.add(a, v.add(b, c)));
                same(v.multiply(v.multiply(a, b), c), v.multiply(a, v.multiply(b, c)));
                same(v.multiply(a, v.add(b, c)), v.add(v.multiply(a, b), v.multiply(a, c)));
                same(v.subtract(v.add(a, b), b), a);
                if (!v.isZero(b)) {
                    same(v.multiply(v.divide(a, b), b), a);
                }
            })
        );
    });

    it('Integers agree with bigint and keep their form', () => {
        fc.assert(
            fc.property(integers, integers, (a, b) => {
                const [x, y] = [BigInt(a), BigInt(b)];
                const results: [v.Integer, bigint][] = [
                    [v.addIntegers(a, b), x + y],
                    [v.subtractIntegers(a, b), x - y],
                    [v.multiplyIntegers(a, b), x * y],
                    ...(y === 0n
                        ? []
                        : ([
                              [v.remainderOfIntegers(a, b), x % y],
                              [v.quotient(a, b), x / y]
                          ] as [v.Integer, bigint][]))
                ];
                for (const [result, expected] of results) {
                    expect(BigInt(result)).toBe(expected);
                    expect(typeof result).toBe(
                        expected >= BigInt(Number.MIN_SAFE_INTEGER) && expected <= BigInt(Number.MAX_SAFE_INTEGER) ? 'number' : 'bigint'
                    );
                    expect(Object.is(result, -0)).toBe(false);
                }
            })
        );
    });

    it('reduces where leading bits lie just below a power of two', () => {
        const [num, den] = [5444517870735015415413993718908291383296n, 10n ** 24n * 5444517870735015n];
        expect(r(num, den)).toEqual(r(num / 16777216n, den / 16777216n));
        for (let bits = 54n; bits < 200n; bits++) {
            for (const below of [1n, 2n, 3n, 2n ** 40n]) {
                const a = 2n ** bits - below;
                expect(r(a * 3n ** 50n, a * 5n ** 40n)).toEqual(r(3n ** 50n, 5n ** 40n));
            }
        }
    });

    it('the gcd of large Integers is theirs', () => {
        const large = fc.bigInt({ min: -(2n ** 700n), max: 2n ** 700n });
        const euclid = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : euclid(b, a % b));
        fc.assert(
            fc.property(large, large, fc.bigInt({ min: 1n, max: 2n ** 300n }), (a, b, c) => {
                expect(BigInt(v.gcdOfIntegers(v.integer(a * c), v.integer(b * c)))).toBe(euclid(a * c, b * c));
            })
        );
    });

    it('Rationals are in lowest terms with positive denominator', () => {
        fc.assert(
            fc.property(rationals, rationals, (a, b) => {
                for (const x of [v.addRationals(a, b), v.multiplyRationals(a, b), v.subtractRationals(a, b)]) {
                    expect(x.den > 0).toBe(true);
                    expect(v.gcdOfIntegers(x.num, x.den)).toBe(1);
                }
            })
        );
    });

    it('sums, products and quotients are the fractions of their definitions, whatever the operands share', () => {
        const whole = fc.oneof(fc.bigInt({ min: -60n, max: 60n }), fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }));
        const factors = fc.constantFrom(1n, 2n, 6n, 60n, 2n ** 60n, 3n ** 50n, 6n ** 40n);
        const fraction = fc.tuple(whole, factors, whole, factors).map(([n, a, m, b]): [bigint, bigint] => [n * a, (m === 0n ? 1n : m) * b]);
        const of = ([n, m]: [bigint, bigint]): Rational => r(v.integer(n), v.integer(m));
        fc.assert(
            fc.property(fraction, fraction, (x, y) => {
                const [[a, b], [c, e]] = [x, y];
                expect(v.addRationals(of(x), of(y))).toEqual(of([a * e + c * b, b * e]));
                expect(v.subtractRationals(of(x), of(y))).toEqual(of([a * e - c * b, b * e]));
                expect(v.multiplyRationals(of(x), of(y))).toEqual(of([a * c, b * e]));
                if (c !== 0n) {
                    expect(v.divideRationals(of(x), of(y))).toEqual(of([a * e, b * c]));
                }
            }),
            { numRuns: 500 }
        );
        expect(() => v.divideRationals(r(2n ** 90n, 3), r(0, 1))).toThrow('division by zero');
    });

    it('a double survives the way through its exact ratio', () => {
        fc.assert(
            fc.property(doubles, x => {
                const ratio = v.rationalOfDouble(x);
                expect(v.nearestDouble(ratio)).toBe(x + 0);
                expect(v.exactDouble(ratio)).toBe(x + 0);
                expect(v.compareNumbers(ratio, d(x))).toBe(0);
            })
        );
    });

    it('the nearest double is the nearest', () => {
        fc.assert(
            fc.property(rationals, x => {
                const near = v.nearestDouble(x);
                const error = (y: number): Rational => v.exactRatio(v.absolute(v.subtract(x, v.rationalOfDouble(y))));
                const step = Math.max(Math.abs(near) * 2 ** -52, Number.MIN_VALUE);
                for (const other of [near - step, near + step]) {
                    expect(v.compareRationals(error(near), error(other))).toBeLessThanOrEqual(0);
                }
            })
        );
    });

    it('subnormal and huge quotients round correctly', () => {
        const two = new Rational(2, 1);
        expect(v.nearestDouble(v.powerOfRational(two, -1074))).toBe(Number.MIN_VALUE);
        expect(v.nearestDouble(v.powerOfRational(two, -1075))).toBe(0);
        expect(v.nearestDouble(v.multiplyRationals(v.powerOfRational(two, -1076), new Rational(3, 1)))).toBe(Number.MIN_VALUE);
        expect(v.nearestDouble(v.powerOfRational(two, 1023))).toBe(2 ** 1023);
        expect(v.nearestDouble(v.powerOfRational(two, 1024))).toBe(Infinity);
    });

    it('number text reads back', () => {
        fc.assert(
            fc.property(fc.oneof(rationals, doubles.map(d)), x => {
                const back = v.parseRational(text(x));
                expect(back).toBeDefined();
                expect(x instanceof Real ? v.nearestDouble(back!) === x.value : v.rationalsEqual(back!, x)).toBe(true);
            })
        );
    });
});
