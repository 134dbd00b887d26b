/** Units of a model: how each is defined (a row is a declaration, and its definition or fault), and units that are written as texts. */

import { describe, expect, it } from 'vitest';
import { elementById } from '../../../../src/language/semantics/naming.js';
import { startRun } from '../../../../src/runtime/behaviour/index.js';
import { evaluateConstant } from '../../../../src/runtime/evaluation/expressions/code.js';
import { evaluate, isAlike, readable, unitNamed, unitText } from '../../../../src/runtime/evaluation/index.js';
import { ModelUnits } from '../../../../src/runtime/evaluation/quantities/declarations.js';
import { type Quantity, type Rational, type UnitFactor, valueText } from '../../../../src/runtime/values/index.js';
import { modelOf } from './support.js';

const HEAD = 'private import MeasurementReferences::*; private import ISQ::*; private import SI::*;';
const converted = (body: string): string => `: LengthUnit { attribute :>> unitConversion : ConversionByConvention { ${body} } }`;

/** The declaration behind the name, and what it is. */
const DECLARATIONS: Readonly<Record<string, readonly [declaration: string, definition: string]>> = {
    simple: [': LengthUnit', 'base'],
    made: [': LengthUnit = new LengthUnit()', 'base'],
    count: [': DimensionOneUnit', 'one'],
    counted: [': DimensionOneUnit = new DimensionOneUnit()', 'one'],
    same: [': LengthUnit = m', 'SI::metre^1'],
    inParentheses: [': LengthUnit = (m)', 'SI::metre^1'],
    whole: [': DimensionOneUnit = 1', ''],
    speed: [': SpeedUnit = m / s', 'SI::metre^1 SI::second^-1'],
    accelerated: [': AccelerationUnit = m * s ** -2', 'SI::metre^1 SI::second^-2'],
    rooted: [': LengthUnit = (m * m) ^ (1 / 2)', 'SI::metre^1/2 SI::metre^1/2'],
    qualified: [': LengthUnit = SI::m', 'SI::metre^1'],
    fur: [converted(':>> referenceUnit = m; :>> conversionFactor = 201.168;'), '25146/125 × SI::metre^1'],
    withParts: [
        converted('attribute :>> referenceUnit = m * s / s; attribute :>> conversionFactor = 3;'),
        '3 × SI::metre^1 SI::second^1 SI::second^-1'
    ],
    prefixed: [
        ': LengthUnit { attribute :>> unitConversion : ConversionByPrefix { :>> prefix = kilo; :>> referenceUnit = m; } }',
        '1000 × SI::metre^1'
    ],
    ownPrefix: [
        ': LengthUnit { attribute :>> unitConversion : ConversionByPrefix { :>> prefix = dozen; :>> referenceUnit = m; } }',
        '12 × SI::metre^1'
    ],
    // a conversion without a reference unit converts nothing
    unreferenced: [converted(':>> conversionFactor = 3;'), 'base'],
    unreferencedButEqual: [': LengthUnit = m { attribute :>> unitConversion : ConversionByConvention; }', 'SI::metre^1'],
    factorless: [converted(':>> referenceUnit = m;'), '! undetermined unit conversion: no conversion factor for U::factorless'],
    prefixless: [
        ': LengthUnit { attribute :>> unitConversion : ConversionByPrefix { :>> prefix = bare; :>> referenceUnit = m; } }',
        '! undetermined unit conversion: no conversion factor for U::prefixless'
    ],
    worded: [
        converted(':>> referenceUnit = m; :>> conversionFactor = "3";'),
        '! undetermined unit conversion: a conversion factor that is no number'
    ],
    three: [': LengthUnit = 3 * m', '! undetermined unit conversion: a unit is defined by something that is no unit expression'],
    two: [': LengthUnit = (m, s)', '! undetermined unit conversion: a unit is defined by something that is no unit expression'],
    sum: [': LengthUnit = m + m', '! undetermined unit conversion: a unit is defined by something that is no unit expression'],
    negative: [': LengthUnit = -m', '! undetermined unit conversion: a unit is defined by something that is no unit expression'],
    ofNumber: [': LengthUnit = m * number', '! undetermined unit conversion: a unit is defined by something that is no unit expression'],
    scale: [': IntervalScale { :>> unit = K; }', 'scale SI::kelvin'],
    zeroed: [
        `: IntervalScale { :>> unit = K; attribute low : DefinitionalQuantityValue { :>> num = 5; }
            attribute high : DefinitionalQuantityValue { :>> num = 7; }
            private attribute map : QuantityValueMapping { :>> mappedQuantityValue = low; :>> referenceQuantityValue = high; }
            :>> quantityValueMapping = map; }`,
        'scale SI::kelvin, 5 at 7 U::zeroed'
    ],
    overWater: [
        `: IntervalScale { :>> unit = K; attribute low : DefinitionalQuantityValue { :>> num = 0; }
            private attribute map : QuantityValueMapping { :>> mappedQuantityValue = low;
                :>> referenceQuantityValue = K.temperatureOfWaterAtTriplePointInK; }
            :>> quantityValueMapping = map; }`,
        'scale SI::kelvin, 0 at 6829/25 SI::kelvin'
    ],
    halfMapped: [
        `: IntervalScale { :>> unit = K; attribute low : DefinitionalQuantityValue { :>> num = 5; }
            private attribute map : QuantityValueMapping { :>> mappedQuantityValue = low; } :>> quantityValueMapping = map; }`,
        'scale SI::kelvin'
    ],
    numberless: [
        `: IntervalScale { :>> unit = K; attribute low : DefinitionalQuantityValue;
            attribute high : DefinitionalQuantityValue { :>> num = 7; }
            private attribute map : QuantityValueMapping { :>> mappedQuantityValue = low; :>> referenceQuantityValue = high; }
            :>> quantityValueMapping = map; }`,
        'scale SI::kelvin'
    ],
    unitless: [': IntervalScale', '! undetermined unit conversion: U::unitless states no unit'],
    number: [': ScalarValues::Real = 3', 'no unit']
};

const model = modelOf(`package U { ${HEAD}
    attribute dozen : UnitPrefix { :>> conversionFactor = 12; } attribute bare : UnitPrefix;
    ${Object.entries(DECLARATIONS)
        .map(([name, [declaration]]) => `attribute ${name} ${declaration}${declaration.endsWith('}') ? '' : ';'}`)
        .join('\n')}
    package Inner { attribute <inn> innerUnit : LengthUnit; private package Deep { attribute deepUnit : MassUnit; } }
    part def Owner { attribute owned : LengthUnit; }
    package <'q'> 'with space' { attribute 'a b' : LengthUnit; }
    attribute torque : TorqueValue; attribute speedy : SpeedValue; attribute angle : AngularMeasureValue;
}
attribute atRoot : ISQ::LengthUnit;`);
const units = new ModelUnits(model, model.documents, expression => evaluateConstant(model, expression));

const product = (factors: readonly UnitFactor[]): string => factors.map(f => `${f.unitId}^${text(f.exponent)}`).join(' ');
const text = (number: Rational): string => (number.den === 1 ? String(number.num) : `${number.num}/${number.den}`);

function definitionOf(name: string): string {
    try {
        const definition = units.declaration(`U::${name}`)?.definition;
        switch (definition?.kind) {
            case undefined:
                return 'no unit';
            case 'base':
                return 'base';
            case 'dimensionOne':
                return 'one';
            case 'derived':
                return product(definition.factors);
            case 'conversion':
                return `${text(definition.factor)} × ${product(definition.reference)}`;
            case 'scale': {
                const { unit, anchor } = definition;
                const zero = anchor && `, ${text(anchor.mapped)} at ${text(anchor.reference.value)} ${anchor.reference.unitId}`;
                return `scale ${unit}${zero ?? ''}`;
            }
        }
    } catch (error) {
        return `! ${(error as Error).message}`;
    }
}

describe('definitions', () => {
    it.each(Object.entries(DECLARATIONS))('%s', (name, [, definition]) => expect(definitionOf(name)).toBe(definition));
    it('of what is no element', () => expect(definitionOf('nothing')).toBe('no unit'));
});

describe('names', () => {
    it.each([
        ['U::fur', 'fur', undefined, 'U', false, ['ISQBase::LengthUnit']],
        ['U::Inner::innerUnit', 'innerUnit', 'inn', 'U::Inner', false, ['ISQBase::LengthUnit']],
        ['U::with space::a b', 'a b', undefined, "U::'with space'", false, ['ISQBase::LengthUnit']],
        ['atRoot', 'atRoot', undefined, '', false, ['ISQBase::LengthUnit']],
        ['SI::metre', 'metre', 'm', 'SI', true, ['ISQBase::LengthUnit']]
    ])('%s', (unitId, name, shortName, namespace, library, definitions) =>
        expect(units.declaration(unitId)).toMatchObject({ unitId, name, shortName, namespace, library, definitions })
    );

    it('the same declaration by its element and by its id', () => {
        const node = elementById(model, 'U::simple')!;
        const fresh = new ModelUnits(model, model.documents, () => null);
        expect(fresh.declarationOf(node)).toBe(fresh.declarationOf(node));
        expect(fresh.declarationOf(node)).toBe(fresh.declaration('U::simple'));
        expect(fresh.declaration('U::simple')).toBe(fresh.declaration('U::simple'));
    });
});

it('all units are those of packages, without faulty ones', () => {
    const own = [...units.all()].filter(u => !u.library).map(u => u.unitId);
    const inner = ['U::Inner::innerUnit', 'U::with space::a b', 'U::Inner::Deep::deepUnit'];
    const valid = Object.entries(DECLARATIONS).filter(([, [, definition]]) => !/^(!|no unit)/.test(definition));
    expect(own).toEqual(['atRoot', ...valid.map(([name]) => `U::${name}`), ...inner]);
    expect(units.unitOfDefinition('ISQBase::LengthUnit')).toBe('SI::metre');
    expect(units.unitOfDefinition('ISQBase::Nothing')).toBeUndefined();
    expect(units.coherentBaseUnits()).toEqual(['metre', 'kilogram', 'second', 'ampere', 'kelvin', 'mole', 'candela'].map(u => `SI::${u}`));
});

const run = startRun(model);
const quantity = (expression: string): Quantity => evaluate(run, { expression, contextId: 'U' }).result as Quantity;

/** A text, and the scale and the powers of base units that it means; a fault without them. */
describe('units as texts', () => {
    it.each([
        ['m', '1 SI::metre^1'],
        ['metre', '1 SI::metre^1'],
        ['inn', '1 U::Inner::innerUnit^1'],
        ['km/h', '5/18 SI::metre^1 SI::second^-1'],
        ['Mm', '1000000 SI::metre^1'],
        ['hm', '100 SI::metre^1'],
        ['dam', '10 SI::metre^1'],
        ['dm', '1/10 SI::metre^1'],
        ['µm', '1/1000000 SI::metre^1'],
        ['μm', '1/1000000 SI::metre^1'],
        ['Tm', '1000000000000 SI::metre^1'],
        ['Gm', '1000000000 SI::metre^1'],
        ['cm', '1/100 SI::metre^1'],
        ['nm', '1/1000000000 SI::metre^1'],
        ['pm', '1/1000000000000 SI::metre^1'],
        ['N·m', '1000 SI::gram^1 SI::metre^2 SI::second^-2'],
        ['N⋅m', '1000 SI::gram^1 SI::metre^2 SI::second^-2'],
        ['m**-1', '1 SI::metre^-1'],
        ['m^2', '1 SI::metre^2'],
        ['m**(2)', '1 SI::metre^2'],
        ['m**(-2)', '1 SI::metre^-2'],
        ['s⁻²', '1 SI::second^-2'],
        ['m²', '1 SI::metre^2'],
        ['m¹²', '1 SI::metre^12'],
        ['m⋅s⁻¹', '1 SI::metre^1 SI::second^-1'],
        ['(m)', '1 SI::metre^1'],
        ['1/s', '1 SI::second^-1'],
        ["'m'/s", '1 SI::metre^1 SI::second^-1'],
        ['SI::m/s', '1 SI::metre^1 SI::second^-1'],
        ["U::'with space'::'a b'", '1 U::with space::a b^1'],
        ['°C/s', '1 SI::kelvin^1 SI::second^-1'],
        ['k°C_abs', '! not a measurement unit: k°C_abs'],
        ['furlong', '! not a measurement unit: furlong'],
        ['2/s', '! not a measurement unit: 2/s'],
        ['m+s', '! not a measurement unit: m+s'],
        ['m**x', '! not a measurement unit: m**x'],
        ['m**+2', '! not a measurement unit: m**+2'],
        ['m**-x', '! not a measurement unit: m**-x'],
        ['m**(1,2)', '! not a measurement unit: m**(1,2)'],
        ['(m,s)', '! not a measurement unit: (m,s)'],
        ['x*m', '! not a measurement unit: x*m'],
        ['m*x', '! not a measurement unit: m*x'],
        ['m/', '! not a measurement unit: m/'],
        ['"m"', '! not a measurement unit: "m"'],
        ['', '! not a measurement unit']
    ])('%s', (written, meant) => {
        const shown = (): string => {
            try {
                const unit = unitNamed(written, run.units);
                expect(unit.text).toBe(written);
                return `${text(unit.term.scale)} ${product(unit.term.factors)}`;
            } catch (error) {
                return `! ${(error as Error).message}`;
            }
        };
        expect(shown()).toBe(meant);
    });
});

it.each([
    ['m', 'cm', true],
    ['m', 's', false],
    ['rad', 'sr', false],
    ['rad', '°', true],
    ['rad', 'rad**2', false],
    ['rad', '1/1', false],
    ['rad*m', 'm', false],
    ['m/s', 'km/h', true]
])('%s is like %s: %s', (a, b, expected) => expect(isAlike(unitNamed(a, run.units), unitNamed(b, run.units))).toBe(expected));

/** A quantity, selected units, the feature that holds it, and its readable form. */
it.each<readonly [expression: string, wanted: readonly string[], feature: string | undefined, text: string]>([
    ['3 [km]', [], undefined, '3 [km]'],
    ['3 [km]', ['s', 'm', 'cm'], undefined, '3000 [m]'],
    ['3 [km]', ['s'], undefined, '3 [km]'],
    ['20 [N] * 3 [m]', [], undefined, '60 [SI::J]'],
    ['20 [N] * 3 [m]', [], 'torque', "60 [SI::'N⋅m']"],
    ['20 [N] * 3 [m]', ['kJ'], 'torque', '0.06 [kJ]'],
    ['20 [N] * 3 [m]', [], 'speedy', '60 [SI::J]'],
    ['9 [km] / (3 [min])', [], 'speedy', "50.0 [SI::'m/s']"],
    ['2 [rad] * 3', [], 'angle', '6 [rad]']
])('%s in %j of %s is %s', (expression, wanted, feature, expected) => {
    const selected = wanted.map(w => unitNamed(w, run.units));
    const holder = feature === undefined ? undefined : elementById(model, `U::${feature}`);
    expect(valueText(readable(quantity(expression), selected, holder, run))).toBe(expected);
});

it.each([
    ['m', 'm'],
    ["SI::'m/s'", 'm/s'],
    ["U::'with space'::'a b'*SI::s", 'a b*s'],
    ["A::'it\\'s'", "it's"],
    ['SI::µm**2', 'µm**2'],
    ['', '']
])('the text of %j is %j', (written, expected) => expect(unitText(run.units.one.withText(written))).toBe(expected));
