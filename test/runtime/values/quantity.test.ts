/** Units and quantities against the rules of the contract, and conversion laws. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from '../../../src/runtime/values/index.js';
import { Quantity, Rational, Real, type Unit, rational as r } from '../../../src/runtime/values/index.js';
import { sampleUnits } from './sample-units.js';

const system = sampleUnits();
const names: Record<string, string> = {
    m: 'metre',
    km: 'kilometre',
    mm: 'millimetre',
    s: 'second',
    h: 'hour',
    g: 'gram',
    kg: 'kilogram',
    N: 'newton',
    rad: 'radian',
    deg: 'degree',
    K: 'kelvin',
    C: 'celsius scale',
    F: 'fahrenheit scale',
    J: 'joule',
    one: 'one'
};
const unit = (short: string): Unit => system.unit(`SI::${names[short]}`).withText(short);
const q = (magnitude: v.Num, short: string): Quantity => new Quantity(magnitude, unit(short));
const kmh = v.divideUnits(unit('km'), unit('h'));
const ms = v.divideUnits(unit('m'), unit('s'));
const term = (u: Unit): string =>
    `${u.term.scale.num}/${u.term.scale.den} ${u.term.factors.map(f => `${f.unitId}^${v.numberText(f.exponent)}`).join(' ')}`;

describe('reduction', () => {
    it.each([
        [unit('kg'), '1000/1 SI::gram^1.0'],
        [kmh, '5/18 SI::metre^1.0 SI::second^-1.0'],
        [unit('N'), '1000/1 SI::gram^1.0 SI::metre^1.0 SI::second^-2.0'],
        [unit('rad'), '1/1 '],
        [unit('deg'), '1745329/100000000 '],
        [v.powerOfUnit(unit('km'), new Rational(2, 1))!, '1000000/1 SI::metre^2.0'],
        [v.powerOfUnit(v.powerOfUnit(unit('km'), new Rational(2, 1))!, r(1, 2))!, '1000/1 SI::metre^1.0']
    ])('%#', (u, expected) => {
        expect(term(u)).toBe(expected);
    });

    it('composes text with parentheses where they are needed', () => {
        expect(v.divideUnits(unit('m'), v.multiplyUnits(unit('s'), unit('K'))).text).toBe('m/(s*K)');
        expect(v.powerOfUnit(kmh, new Rational(2, 1))!.text).toBe('(km/h)**2');
        expect(v.multiplyUnits(kmh, unit('kg')).text).toBe('km/h*kg');
    });

    it('refuses what is no unit and what is defined by itself', () => {
        expect(() => system.unit('SI::nothing')).toThrow('not a measurement unit: SI::nothing');
        expect(() => system.unit('SI::loop a')).toThrow('undetermined unit conversion');
    });
});

describe('arithmetic', () => {
    const rows: [string, () => v.NumberOrQuantity, string][] = [
        ['0.1 [m] + 1 [mm]', () => v.addQuantities(q(r(1, 10), 'm'), q(1, 'mm')), '0.101 [m]'],
        ['3 [km] - 200 [m]', () => v.subtractQuantities(q(3, 'km'), q(200, 'm')), '2.8 [km]'],
        ['10 [m] / 2 [s]', () => v.divideQuantities(q(10, 'm'), q(2, 's')), "5.0 [SI::'m/s']"],
        ['36 [km] / 2 [h]', () => v.divideQuantities(q(36, 'km'), q(2, 'h')), "5.0 [SI::'m/s']"],
        ['1 [km] / 1 [m]', () => v.divideQuantities(q(1, 'km'), q(1, 'm')), '1000.0'],
        ['2 [rad] / 1 [rad]', () => v.divideQuantities(q(2, 'rad'), q(1, 'rad')), '2.0'],
        ['2 [rad] * 3 [m] / 3 [m]', () => v.divideQuantities(v.multiplyQuantities(q(2, 'rad'), q(3, 'm')), q(3, 'm')), '2.0 [SI::rad]'],
        ['6 [rad] / 2 [s]', () => v.divideQuantities(q(6, 'rad'), q(2, 's')), '3.0 [rad/s]'],
        ['3 [m] * 2 [m]: shortest short name, then alphabetical', () => v.multiplyQuantities(q(3, 'm'), q(2, 'm')), "6 [SI::'m²']"],
        ['3 [km] ** 2', () => v.powerOfQuantity(q(3, 'km'), 2), "9000000 [SI::'m²']"],
        ['2 [N] * 3 [m]: joule and newton metre differ', () => v.multiplyQuantities(q(2, 'N'), q(3, 'm')), '6 [SI::kg*SI::m**2/SI::s**2]'],
        ['2 [kg] * 3 [m/s]', () => v.multiplyQuantities(q(2, 'kg'), new Quantity(3, ms)), '6 [SI::kg*SI::m/SI::s]'],
        [
            '2 [kg] * (3 [m] / 1 [s] / 1 [s])',
            () => v.multiplyQuantities(q(2, 'kg'), new Quantity(3, v.divideUnits(ms, unit('s')))),
            '6 [SI::N]'
        ],
        ['1 / 2 [s]: hertz, becquerel are over base units but differ', () => v.divideQuantities(1, q(2, 's')), '0.5 [1/SI::s]'],
        ['2 * 36 [km/h] keeps its unit', () => v.multiplyQuantities(2, new Quantity(36, kmh)), '72 [km/h]'],
        ['5 [m] ** 1', () => v.powerOfQuantity(q(5, 'm'), 1), '5 [m]'],
        ['sqrt(9 [m²])', () => v.squareRootOfQuantity(v.multiplyQuantities(q(3, 'm'), q(3, 'm')) as Quantity), '3.0 [SI::m]'],
        ['-3 [m]', () => v.negateQuantity(q(3, 'm')), '-3 [m]'],
        ['20 °C - 10 °C is a difference', () => v.subtractQuantities(q(20, 'C'), q(10, 'C')), "10 [SI::'°C']"],
        ['20 °C + 5 K', () => v.addQuantities(q(20, 'C'), q(5, 'K')), '25 [C]'],
        ['212 °F in °C', () => v.convertQuantity(q(212, 'F'), unit('C')), '100.0 [C]'],
        ['0 °C in K', () => v.convertQuantity(q(0, 'C'), unit('K')), '273.15 [K]'],
        ['2 [km] in m stays an Integer', () => v.convertQuantity(q(2, 'km'), unit('m')), '2000 [m]'],
        ['5 [one] + 3', () => v.addQuantities(q(5, 'one'), 3), '8 [one]']
    ];
    it.each(rows)('%s', (_, compute, expected) => {
        expect(v.valueText(compute())).toBe(expected);
    });

    it('a product in one unit of dimension one is in that unit, which has an id', () => {
        const turned = v.multiplyQuantities(new Quantity(2, v.divideUnits(unit('rad'), unit('s'))), q(3, 's')) as Quantity;
        const squared = v.multiplyQuantities(q(2, 'rad'), q(3, 'rad')) as Quantity;
        expect([turned.unit.unitId, turned.unit.text, squared.unit.unitId]).toEqual(['SI::radian', 'SI::rad', undefined]);
    });

    it.each([
        ['m + s', () => v.addQuantities(q(1, 'm'), q(1, 's')), 'incommensurable units: m and s'],
        ['m + 1', () => v.addQuantities(q(1, 'm'), 1), 'incommensurable units: m and dimension one'],
        ['m < 2', () => v.compareQuantities(q(1, 'm'), 2), 'incommensurable units: m and dimension one'],
        ['2 < m', () => v.compareQuantities(2, q(1, 'm')), 'incommensurable units: dimension one and m'],
        ['m == s', () => v.quantitiesEqual(q(1, 'm'), q(1, 's')), 'incommensurable units: m and s'],
        [
            '°C * 2',
            () => v.multiplyQuantities(q(20, 'C'), 2),
            "type mismatch: operator '*' is not defined for a point on the measurement scale C"
        ],
        [
            '°C * m',
            () => v.multiplyQuantities(q(20, 'C'), q(1, 'm')),
            "type mismatch: operator '*' is not defined for a point on the measurement scale C"
        ],
        [
            '°C + °F',
            () => v.addQuantities(q(20, 'C'), q(1, 'F')),
            "type mismatch: operator '+' is not defined for two points on measurement scales (C, F)"
        ],
        [
            'sqrt(m)',
            () => v.squareRootOfQuantity(q(4, 'm')),
            'arithmetic domain error: square root of a quantity in m, whose exponents are not even'
        ],
        ['1 / 0 m', () => v.divideQuantities(1, q(0, 'm')), 'division by zero']
    ])('%s fails', (_, compute, message) => {
        expect(compute).toThrow(message);
    });
});

describe('order', () => {
    it.each([
        ['5.4 km/h and 1.5 m/s', new Quantity(r(27, 5), kmh), new Quantity(r(3, 2), ms), 0],
        ['1 km and 999 m', q(1, 'km'), q(999, 'm'), 1],
        ['length and bare zero', q(3, 'm'), 0, 1],
        ['bare zero and length', 0, q(3, 'm'), -1],
        ['100 °C and 212 °F', q(100, 'C'), q(212, 'F'), 0],
        ['20 °C and 300 K', q(20, 'C'), q(300, 'K'), -1],
        ['1 rad and 1', q(1, 'rad'), 1, 0],
        ['0 °C and 0 K', q(0, 'C'), q(0, 'K'), 1],
        ['1 kg and 1000 g', q(1, 'kg'), q(1000, 'g'), 0]
    ] as [string, v.NumberOrQuantity, v.NumberOrQuantity, number][])('%s', (_, a, b, order) => {
        expect(Math.sign(v.compareQuantities(a, b)!)).toBe(order);
        expect(v.quantitiesEqual(a, b)).toBe(order === 0);
    });
});

describe('conversion laws', () => {
    const exact = fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 1, max: 1e9 })).map(([n, d]) => r(n, d));
    const lengths = fc.constantFrom(unit('m'), unit('km'), unit('mm'));
    const temperatures = fc.constantFrom(unit('C'), unit('F'), unit('K'));

    it('round trips are exact', () => {
        fc.assert(
            fc.property(exact, fc.oneof(fc.tuple(lengths, lengths), fc.tuple(temperatures, temperatures)), (x, [from, to]) => {
                const back = v.convertQuantity(v.convertQuantity(new Quantity(x, from), to), from);
                expect(v.numbersEqual(back.magnitude, x)).toBe(true);
            })
        );
    });

    it('addition does not depend on units', () => {
        fc.assert(
            fc.property(exact, exact, lengths, lengths, (x, y, a, b) => {
                const [p, o] = [new Quantity(x, a), new Quantity(y, b)];
                expect(v.quantitiesEqual(v.addQuantities(p, o), v.addQuantities(o, p))).toBe(true);
            })
        );
    });

    it('a Real magnitude stays Real', () => {
        expect(v.convertQuantity(q(new Real(2.5), 'km'), unit('m')).magnitude).toEqual(new Real(2500));
    });
});

describe('user units', () => {
    it('are candidates only where the library has none', () => {
        const model = sampleUnits([
            {
                unitId: 'P::knot',
                name: 'knot',
                namespace: 'P',
                library: false,
                definitions: ['P::U'],
                definition: {
                    kind: 'derived',
                    factors: [
                        { unitId: 'SI::metre', exponent: new Rational(1, 1) },
                        { unitId: 'SI::second', exponent: new Rational(-1, 1) }
                    ]
                }
            },
            {
                unitId: 'P::jerk',
                name: 'jerk',
                namespace: 'P',
                library: false,
                definitions: ['P::U'],
                definition: {
                    kind: 'derived',
                    factors: [
                        { unitId: 'SI::metre', exponent: new Rational(1, 1) },
                        { unitId: 'SI::second', exponent: new Rational(-3, 1) }
                    ]
                }
            }
        ]);
        const [m, s] = [model.unit('SI::metre'), model.unit('SI::second')];
        const speed = v.divideQuantities(new Quantity(1, m), new Quantity(1, s)) as Quantity;
        expect(speed.unit.text).toBe("SI::'m/s'");
        const jerk = v.divideQuantities(speed, v.powerOfQuantity(new Quantity(1, s), 2)) as Quantity;
        expect([jerk.unit.text, jerk.unit.unitId]).toEqual(['P::jerk', 'P::jerk']);
    });
});
