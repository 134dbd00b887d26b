// Every value that a model can answer goes over the wire and comes back as itself: encode, bytes or JSON, decode.

import { fromBinary, toBinary, toJson, toJsonString, fromJsonString } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { startRun } from '../../src/runtime/behaviour/index.js';
import { evaluate } from '../../src/runtime/evaluation/index.js';
import {
    ArrayValue,
    complex,
    divideUnits,
    FunctionValue,
    INFINITY,
    integer,
    MeasurementRef,
    Metaobject,
    multiplyUnits,
    powerOfUnit,
    Quantity,
    rational,
    real,
    Sequence,
    setOf,
    TensorQuantity,
    Unit,
    valuesEqual,
    valueText,
    Vector,
    VectorQuantity,
    type RealNumber,
    type Value
} from '../../src/runtime/values/index.js';
import { ValueSchema } from '../../src/wire/generated/sysml_pb.js';
import { valueNames } from '../../src/service/operations/value-names.js';
import { decodeValue } from '../../src/wire/value-decoding.js';
import { encodeValue } from '../../src/wire/value.js';
import { anyText } from '../support/any-text.js';
import { testLibrary } from '../support/library.js';
import { cases } from '../support/thorough.js';

const { model } = new Workspace({ library: testLibrary() }).parse([
    {
        name: 'P.sysml',
        language: 'sysml',
        content: `package P {
    private import ScalarValues::*; private import SI::*; private import ISQ::*;
    enum def Color { red; green; }
    enum def Grade :> Real { a = 4.0; b = 0.1; }
    calc def Twice { in x; return : Real = 2 * x; }
    part def Wheel; part wheel : Wheel;
    attribute <fur> furlong : LengthUnit { :>> unitConversion : MeasurementReferences::ConversionByConvention { :>> referenceUnit = m; :>> conversionFactor = 201.168; } }
    attribute <'odd unit'> odd : LengthUnit { :>> unitConversion : MeasurementReferences::ConversionByConvention { :>> referenceUnit = m; :>> conversionFactor = 0.3; } }
}`
    }
]);
const run = startRun(model);
const names = valueNames(run);
const valueOf = (expression: string): Value => {
    const { result, error } = evaluate(startRun(model), { expression, contextId: 'P' });
    if (error !== undefined) {
        throw new Error(`${expression}: ${error}`);
    }
    return result!;
};

/** The value as it comes back, over bytes and over JSON, which agree. */
function returned(value: Value): Value {
    const sent = encodeValue(value);
    const overBytes = fromBinary(ValueSchema, toBinary(ValueSchema, sent));
    expect(toJson(ValueSchema, fromJsonString(ValueSchema, toJsonString(ValueSchema, sent)))).toEqual(toJson(ValueSchema, overBytes));
    return decodeValue(overBytes, names);
}

/** Equal as values, and sent again as the same message (a Rational that a double holds comes back as that Real). */
function expectIdentity(value: Value): void {
    const back = returned(value);
    expect(valuesEqual(back, value), `${valueText(value)} came back as ${valueText(back)}`).toBe(true);
    expect(toJson(ValueSchema, encodeValue(back))).toEqual(toJson(ValueSchema, encodeValue(value)));
}

// a counterexample shows a unit by its text, not with the model that declares it
Object.assign(Unit.prototype, {
    [fc.toStringMethod](this: Unit) {
        return this.text;
    }
});
for (const type of [FunctionValue, Metaobject]) {
    Object.assign(type.prototype, { [fc.toStringMethod]: () => type.name });
}

const integers = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.bigInt({ min: -(1n << 90n), max: 1n << 90n })).map(x => integer(BigInt(x)));
const rationals = fc
    .tuple(fc.bigInt({ min: -(1n << 70n), max: 1n << 70n }), fc.bigInt({ min: 1n, max: 1n << 70n }))
    .map(([n, d]) => rational(integer(n), integer(d)));
// JSON writes negative zero as zero
const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map(d => d + 0);
const numbers: fc.Arbitrary<RealNumber> = fc.oneof(
    integers,
    rationals,
    doubles.map(d => real(d))
);

const named = [
    'SI::m',
    'SI::km',
    'SI::s',
    'SI::h',
    'SI::kg',
    'SI::N',
    'SI::J',
    'SI::W',
    'SI::rad',
    "SI::'°'",
    'SI::mol',
    'SI::eV',
    'P::fur',
    "P::'odd unit'",
    'USCustomaryUnits::mi',
    'USCustomaryUnits::lb'
].map(name => (valueOf(name) as MeasurementRef).unit);
const powers = fc
    .tuple(fc.constantFrom(...named), fc.constantFrom(-3, -2, -1, 1, 1, 1, 2, 3))
    .map(([unit, n]) => powerOfUnit(unit, rational(n, 1))!);
const products = fc
    .tuple(powers, fc.array(fc.tuple(fc.constantFrom(multiplyUnits, divideUnits), powers), { maxLength: 2 }))
    .map(([first, more]) => more.reduce((unit, [compose, by]) => compose(unit, by), first));
const units = fc.oneof(
    fc.constantFrom(...named),
    products,
    fc.tuple(products, products).map(([a, b]) => divideUnits(a, b))
);
// conversion of a Real near the greatest double has no finite answer
const magnitudes = fc.oneof(
    integers,
    rationals,
    fc.double({ min: -1e100, max: 1e100, noNaN: true }).map(d => real(d + 0))
);
const quantities = fc.tuple(magnitudes, units).map(([n, u]) => new Quantity(n, u));
const models = fc.constantFrom(
    ...[
        'Color::red',
        'Grade::a',
        'Grade::b',
        'Twice',
        'wheel meta SysML::PartUsage',
        'SI::m',
        'm / s ** 2',
        'SI::kg',
        'fur',
        '36 [km/h]',
        "2 ['odd unit']"
    ].map(valueOf)
);
const scalars: fc.Arbitrary<Value> = fc.oneof(
    numbers,
    anyText(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(INFINITY),
    fc.tuple(doubles, doubles).map(([re, im]) => complex(re, im)),
    quantities,
    units.map(u => new MeasurementRef(u)),
    models
);
const shaped = <T>(element: fc.Arbitrary<T>): fc.Arbitrary<{ dimensions: number[]; elements: T[] }> =>
    fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }).chain(dimensions => {
        const count = dimensions.reduce((a, b) => a * b, 1);
        return fc.array(element, { minLength: count, maxLength: count }).map(elements => ({ dimensions, elements }));
    });
const values: fc.Arbitrary<Value> = fc.oneof(
    scalars,
    fc.array(scalars.filter(v => v !== null)).map(elements => new Sequence(elements)),
    fc.array(scalars).map(elements => setOf(elements)),
    fc
        .array(
            fc.oneof(
                scalars,
                fc.array(numbers).map(n => new Sequence(n))
            )
        )
        .map(elements => setOf(elements)),
    fc.array(numbers).map(n => new Vector(n)),
    shaped(scalars).map(({ dimensions, elements }) => new ArrayValue(dimensions, elements)),
    fc.array(quantities, { minLength: 1 }).map(q => new VectorQuantity(q)),
    shaped(quantities).map(({ dimensions, elements }) => new TensorQuantity(dimensions, elements))
);

describe('values over the wire', () => {
    it('come back as themselves', () => {
        fc.assert(fc.property(values, expectIdentity), { numRuns: cases(150, 400), endOnFailure: true });
    });

    it.each([
        '5',
        '2 ** 70',
        '1 / 3',
        '0.1',
        '0.5',
        'true',
        '"a\\nb"',
        'null',
        '()',
        '*',
        '(1, "a", true)',
        'Color::green',
        'Grade::b',
        'Twice',
        'wheel meta SysML::PartUsage',
        '3 [kg]',
        '5.4 [km/h]',
        '3 [SI::kg*SI::m/SI::s**2]',
        '10 [m] / 2 [s]',
        '2 [N] * 3 [m] * 4 [rad]',
        '1 [fur] * 2',
        "2 ['odd unit'] ** 2",
        'fur',
        'm / s',
        'ComplexFunctions::i * 2',
        'VectorFunctions::VectorOf((1, 2.5, 3))',
        "20 ['°C']"
    ])('%s', expression => expectIdentity(valueOf(expression)));

    it('keep the text of a unit', () => {
        fc.assert(
            fc.property(quantities, quantity => {
                expect((returned(quantity) as Quantity).unit.text).toBe(quantity.unit.text);
            }),
            { endOnFailure: true }
        );
    });
});
