/** A small system of units for tests, declared like the library's: gram below the kilogram, prefixes, derived units, scales. */

import {
    Rational,
    type UnitDeclaration,
    type UnitDeclarations,
    type UnitDefinition,
    type UnitFactor,
    UnitSystem,
    rational
} from '../../../src/runtime/values/index.js';

const factor = (unitId: string, exponent = 1): UnitFactor => ({ unitId: `SI::${unitId}`, exponent: new Rational(exponent, 1) });
const conversion = (reference: string, num: number, den = 1): UnitDefinition => ({
    kind: 'conversion',
    reference: [factor(reference)],
    factor: rational(num, den)
});
const derived = (...factors: UnitFactor[]): UnitDefinition => ({ kind: 'derived', factors });
const base: UnitDefinition = { kind: 'base' };

/** name, short name, unit definition, definition. */
const TABLE: readonly (readonly [string, string, string, UnitDefinition])[] = [
    ['metre', 'm', 'LengthUnit', base],
    ['gram', 'g', 'MassUnit', base],
    ['second', 's', 'DurationUnit', base],
    ['kelvin', 'K', 'TemperatureUnit', base],
    ['kilogram', 'kg', 'MassUnit', conversion('gram', 1000)],
    ['kilometre', 'km', 'LengthUnit', conversion('metre', 1000)],
    ['millimetre', 'mm', 'LengthUnit', conversion('metre', 1, 1000)],
    ['minute', 'min', 'DurationUnit', conversion('second', 60)],
    ['hour', 'h', 'DurationUnit', conversion('minute', 60)],
    ['metre per second', 'm/s', 'SpeedUnit', derived(factor('metre'), factor('second', -1))],
    ['metre per second squared', 'm/s²', 'AccelerationUnit', derived(factor('metre'), factor('second', -2))],
    ['square metre', 'm²', 'AreaUnit', derived(factor('metre', 2))],
    ['metre squared', 'm^2', 'AreaUnit', derived(factor('metre', 2))],
    ['newton', 'N', 'ForceUnit', derived(factor('kilogram'), factor('metre'), factor('second', -2))],
    ['joule', 'J', 'EnergyUnit', derived(factor('newton'), factor('metre'))],
    ['newton metre', 'N⋅m', 'TorqueUnit', derived(factor('newton'), factor('metre'))],
    ['watt', 'W', 'PowerUnit', derived(factor('joule'), factor('second', -1))],
    ['hertz', 'Hz', 'FrequencyUnit', derived(factor('second', -1))],
    ['becquerel', 'Bq', 'ActivityUnit', derived(factor('second', -1))],
    ['radian', 'rad', 'AngularMeasureUnit', derived(factor('metre'), factor('metre', -1))],
    ['degree', '°', 'AngularMeasureUnit', conversion('radian', 1745329, 100000000)],
    ['one', 'one', 'DimensionOneUnit', { kind: 'dimensionOne' }],
    ['celsius', '°C', 'TemperatureDifferenceUnit', conversion('kelvin', 1)],
    [
        'celsius scale',
        '°C_abs',
        'IntervalScale',
        {
            kind: 'scale',
            unit: 'SI::celsius',
            anchor: { mapped: rational(1, 100), reference: { unitId: 'SI::kelvin', value: rational(27316, 100) } }
        }
    ],
    ['fahrenheit', '°F', 'TemperatureDifferenceUnit', conversion('kelvin', 5, 9)],
    [
        'fahrenheit scale',
        '°F_abs',
        'IntervalScale',
        {
            kind: 'scale',
            unit: 'SI::fahrenheit',
            anchor: { mapped: new Rational(32, 1), reference: { unitId: 'SI::celsius scale', value: new Rational(0, 1) } }
        }
    ],
    ['loop a', 'la', 'LengthUnit', conversion('loop b', 2)],
    ['loop b', 'lb', 'LengthUnit', conversion('loop a', 2)]
];

const declarations = new Map<string, UnitDeclaration>(
    TABLE.map(([name, shortName, definition, how]) => [
        `SI::${name}`,
        {
            unitId: `SI::${name}`,
            name,
            shortName,
            namespace: 'SI',
            library: true,
            definitions: [`ISQ::${definition}`],
            definition: how
        }
    ])
);

/** A fresh system, so that tests share no memo. */
export function sampleUnits(more: readonly UnitDeclaration[] = []): UnitSystem {
    const all = new Map([...declarations, ...more.map(d => [d.unitId, d] as const)]);
    const source: UnitDeclarations = {
        declaration: id => all.get(id),
        all: () => all.values(),
        coherentBaseUnits: () => ['SI::metre', 'SI::kilogram', 'SI::second', 'SI::kelvin']
    };
    return new UnitSystem(source);
}
