// Values on the wire: what each is written as, and what is read.

import { fromBinary, fromJson, toBinary, toJson, create, type JsonValue } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
    ArrayValue,
    Complex,
    EnumLiteral,
    FunctionValue,
    INFINITY,
    integer,
    MeasurementRef,
    Metaobject,
    OpaqueValue,
    Quantity,
    Rational,
    rational,
    Real,
    Sequence,
    setOf,
    TensorQuantity,
    Undetermined,
    Unit,
    UnitSystem,
    unitTerm,
    Unset,
    ValueSet,
    Vector,
    VectorQuantity,
    type UnitDeclaration,
    type Value
} from '../../src/runtime/values/index.js';
import { ValueSchema } from '../../src/wire/generated/sysml_pb.js';
import { Refusal } from '../../src/wire/status.js';
import { decodeValue, ValueFault, type ValueNames } from '../../src/wire/value-decoding.js';
import { encodeValue } from '../../src/wire/value.js';

const unit = (name: string, shortName: string, definition: UnitDeclaration['definition']): UnitDeclaration => ({
    unitId: `SI::${name}`,
    name,
    shortName,
    namespace: 'SI',
    library: true,
    definitions: ['U'],
    definition
});
const declared = [
    unit('metre', 'm', { kind: 'base' }),
    unit('second', 's', { kind: 'base' }),
    unit('kilometre', 'km', {
        kind: 'conversion',
        reference: [{ unitId: 'SI::metre', exponent: rational(1, 1) }],
        factor: rational(1000, 1)
    }),
    unit('hour', 'h', { kind: 'conversion', reference: [{ unitId: 'SI::second', exponent: rational(1, 1) }], factor: rational(3600, 1) })
];
const units = new UnitSystem({
    declaration: id => declared.find(candidate => candidate.unitId === id),
    all: () => declared,
    coherentBaseUnits: () => ['SI::metre', 'SI::second']
});
const calc = new FunctionValue('P::f', { arity: 1, call: () => null });
const names: ValueNames = {
    units,
    unitNamed: name => {
        const found = declared.find(({ unitId, shortName }) => unitId === name || `SI::${shortName}` === name);
        return found ? units.unit(found.unitId) : name === 'P::x' ? 'other' : undefined;
    },
    calcNamed: id => (id === 'P::f' ? calc : undefined),
    elementNamed: id =>
        id.endsWith('::twice')
            ? 'ambiguous'
            : id === 'SysML::PartUsage'
              ? new Metaobject('SysML::Systems::PartUsage', 'KerML::Metaclass')
              : id === 'P::x'
                ? new Metaobject('P::x', 'SysML::Systems::PartUsage')
                : undefined,
    literalNamed: id => (id === 'P::E::a' ? new EnumLiteral('P::E::a', 'P::E', 'E::a') : undefined)
};

const json = (value: Value): JsonValue => toJson(ValueSchema, encodeValue(value));
const read = (value: JsonValue): Value => decodeValue(fromJson(ValueSchema, value), names);
const km = units.unit('SI::kilometre').withText('SI::km');
const one = { scaleNum: 1, scaleDen: 1 };
const kmTerm = { scaleNum: 1000, scaleDen: 1, factors: [{ unitId: 'SI::metre', exponent: 1 }] };

describe('values on the wire', () => {
    it.each([
        ['0800', { intValue: '0' }],
        ['08ffffffffffffffffff01', { intValue: '-1' }],
        ['3a00', { null: '' }],
        ['3200', { sequence: {} }],
        ['5001', { unset: true }],
        ['800101', { infinity: true }],
        ['b20113' + Buffer.from('9223372036854775808').toString('hex'), { bigIntValue: '9223372036854775808' }],
        ['ba01060a013112 0133'.replace(' ', ''), { rationalValue: { numerator: '1', denominator: '3' } }]
    ])('%s', (bytes, value) => {
        expect(Buffer.from(toBinary(ValueSchema, fromJson(ValueSchema, value))).toString('hex')).toBe(bytes);
        expect(toJson(ValueSchema, fromBinary(ValueSchema, Buffer.from(bytes, 'hex')))).toEqual(value);
    });

    it.each<[string, Value, JsonValue]>([
        ['Integer', 5, { intValue: '5' }],
        ['least int64', integer(-(1n << 63n)), { intValue: '-9223372036854775808' }],
        ['beyond int64', integer(1n << 63n), { bigIntValue: '9223372036854775808' }],
        ['Real', new Real(20), { realValue: 20 }],
        ['Real zero', new Real(0), { realValue: 0 }],
        ['Rational a double holds', rational(1, 4), { realValue: 0.25 }],
        ['Rational no double holds', rational(3, 10), { rationalValue: { numerator: '3', denominator: '10' } }],
        [
            'whole Rational no double holds',
            new Rational(9007199254740993n, 1),
            { rationalValue: { numerator: '9007199254740993', denominator: '1' } }
        ],
        ['Boolean', false, { boolValue: false }],
        ['String', '', { stringValue: '' }],
        ['null', null, { null: '' }],
        ['infinity', INFINITY, { infinity: true }],
        ['unset', new Unset('x'), { unset: true }],
        ['complex', new Complex(0, -2), { complex: { imaginary: -2 } }],
        ['sequence', new Sequence([1, 'a']), { sequence: { elements: [{ intValue: '1' }, { stringValue: 'a' }] } }],
        ['set', setOf([2, 1, 2]), { set: { elements: [{ intValue: '1' }, { intValue: '2' }] } }],
        [
            'set with an opaque member',
            new ValueSet([new OpaqueValue('variant selection', 0)]),
            { null: 'unsupported: set with a member without wire form (unsupported: variant selection)' }
        ],
        ['array of rank 0', new ArrayValue([], [1]), { array: { elements: [{ intValue: '1' }] } }],
        ['array', new ArrayValue([2], [1, 2]), { array: { dimensions: ['2'], elements: [{ intValue: '1' }, { intValue: '2' }] } }],
        ['vector', new Vector([1, new Real(0.5)]), { vector: { components: [{ intValue: '1' }, { realValue: 0.5 }] } }],
        ['quantity', new Quantity(3, km), { quantity: { intMagnitude: '3', unit: 'SI::km', unitTerm: kmTerm } }],
        [
            'rational quantity',
            new Quantity(rational(1, 3), km),
            { quantity: { rationalMagnitude: { numerator: '1', denominator: '3' }, unit: 'SI::km', unitTerm: kmTerm } }
        ],
        [
            'vector quantity',
            new VectorQuantity([new Quantity(3, km)]),
            { vectorQuantity: { components: [{ intMagnitude: '3', unit: 'SI::km', unitTerm: kmTerm }] } }
        ],
        [
            'tensor',
            new TensorQuantity([1], [new Quantity(3, km)]),
            { tensorQuantity: { dimensions: ['1'], components: [{ intMagnitude: '3', unit: 'SI::km', unitTerm: kmTerm }] } }
        ],
        [
            'measurement reference',
            new MeasurementRef(km),
            { measurementRef: { unit: 'SI::km', unitTerm: kmTerm, unitId: 'SI::kilometre' } }
        ],
        [
            'literal',
            new EnumLiteral('P::E::a', 'P::E', 'E::a', 1),
            { enumLiteral: { literalId: 'P::E::a', enumerationId: 'P::E', name: 'E::a', value: { intValue: '1' } } }
        ],
        ['function', calc, { function: { calcId: 'P::f' } }],
        ['closure', new FunctionValue('P::f', calc.body, undefined, 'closure over a body'), { null: 'unsupported: closure over a body' }],
        [
            'metaobject',
            new Metaobject('P::x', 'SysML::Systems::PartUsage'),
            { metaobject: { elementId: 'P::x', metaclassId: 'SysML::Systems::PartUsage' } }
        ],
        [
            'anonymous metaobject',
            new Metaobject('', 'SysML::Systems::PartUsage'),
            { null: 'unsupported: metaobject of an anonymous element' }
        ],
        ['greatest int64', integer((1n << 63n) - 1n), { intValue: '9223372036854775807' }],
        ['below int64', integer(-(1n << 63n) - 1n), { bigIntValue: '-9223372036854775809' }],
        ['set with null', setOf([null]), { set: { elements: [{ null: '' }] } }],
        [
            'big quantity',
            new Quantity(integer(1n << 63n), units.one),
            { quantity: { bigIntMagnitude: '9223372036854775808', unit: '1', unitTerm: one } }
        ],
        ['real quantity', new Quantity(new Real(0.5), units.one), { quantity: { realMagnitude: 0.5, unit: '1', unitTerm: one } }],
        [
            'quantity a double holds',
            new Quantity(rational(1, 4), units.one),
            { quantity: { realMagnitude: 0.25, unit: '1', unitTerm: one } }
        ],
        ['complex quantity', new Quantity(new Complex(0, 1), units.one), { null: 'unsupported: quantity of complex magnitude' }],
        [
            'vector of a complex quantity',
            new VectorQuantity([new Quantity(3, km), new Quantity(new Complex(0, 1), km)]),
            { null: expect.stringMatching(/^unsupported: .*complex/) as string }
        ],
        ...(
            [
                [9007199254740993n, 1n, 9007199254740992, 1],
                [1n, 9007199254740993n, 1.1102230246251564e-16, 1],
                [9007199254740993n, 9007199254740995n, 0.9999999999999998, 1],
                [1n, 3n, 1, 3]
            ] as const
        ).map(([num, den, scaleNum, scaleDen]): [string, Value, JsonValue] => [
            `unit of ${num}/${den}`,
            new MeasurementRef(new Unit(units, { text: 'u', term: unitTerm(rational(integer(num), integer(den)), []), named: [] })),
            { measurementRef: { unit: 'u', unitTerm: { scaleNum, scaleDen } } }
        ]),
        ['undetermined', new Undetermined('open', 0, Infinity), { undetermined: { reason: 'open', count: { lower: '0', upper: '*' } } }],
        ['instance', { kind: 'instance', id: 7 }, { instanceId: '7' }]
    ])('encodes %s', (_, value, expected) => expect(json(value)).toEqual(expected));

    it.each<JsonValue>([
        { intValue: '5' },
        { bigIntValue: '9223372036854775808' },
        { realValue: 20 },
        { rationalValue: { numerator: '3', denominator: '10' } },
        { boolValue: false },
        { stringValue: 'a' },
        { null: '' },
        { infinity: true },
        { complex: { real: 1, imaginary: 2 } },
        { sequence: { elements: [{ intValue: '1' }] } },
        { set: { elements: [{ intValue: '1' }, { stringValue: 'a' }] } },
        { array: { elements: [{ intValue: '1' }] } },
        { vector: { components: [{ intValue: '1' }] } },
        { quantity: { realMagnitude: 2, unit: 'SI::km', unitTerm: kmTerm } },
        { quantity: { realMagnitude: 2, unitTerm: kmTerm } },
        { measurementRef: { unitTerm: kmTerm } },
        {
            quantity: {
                intMagnitude: '90',
                unit: 'SI::km/SI::h',
                unitTerm: {
                    scaleNum: 5,
                    scaleDen: 18,
                    factors: [
                        { unitId: 'SI::metre', exponent: 1 },
                        { unitId: 'SI::second', exponent: -1 }
                    ]
                }
            }
        },
        { measurementRef: { unit: 'SI::km', unitTerm: kmTerm, unitId: 'SI::kilometre' } },
        ...['SI::m**2', 'SI::m^2', '(SI::m*SI::m)'].map(unit => ({
            quantity: { intMagnitude: '2', unit, unitTerm: { scaleNum: 1, scaleDen: 1, factors: [{ unitId: 'SI::metre', exponent: 2 }] } }
        })),
        ...[
            ['1', []],
            ['(1)', []],
            ['SI::m/SI::m', []],
            ['1/SI::s', [['SI::second', -1]]],
            ['SI::m^(1/2)', [['SI::metre', 0.5]]],
            ['SI::m**-2', [['SI::metre', -2]]],
            [
                'SI::m/(SI::s*SI::s)',
                [
                    ['SI::metre', 1],
                    ['SI::second', -2]
                ]
            ]
        ].map(([text, factors]) => ({
            measurementRef: {
                unit: text as string,
                unitTerm: {
                    scaleNum: 1,
                    scaleDen: 1,
                    ...(factors.length > 0 && {
                        factors: (factors as [string, number][]).map(([unitId, exponent]) => ({ unitId, exponent }))
                    })
                }
            }
        })),
        { vector: { components: [{ realValue: 0.5 }, { bigIntValue: '9223372036854775808' }] } },
        { vector: { components: [{ rationalValue: { numerator: '1', denominator: '3' } }] } },
        { quantity: { bigIntMagnitude: '9223372036854775808', unit: 'SI::km', unitTerm: kmTerm } },
        { quantity: { rationalMagnitude: { numerator: '1', denominator: '3' }, unit: 'SI::km', unitTerm: kmTerm } },
        { vectorQuantity: { components: [{ intMagnitude: '3', unit: 'SI::km', unitTerm: kmTerm }] } },
        { tensorQuantity: { dimensions: ['1'], components: [{ intMagnitude: '3', unit: 'SI::km', unitTerm: kmTerm }] } },
        { array: { dimensions: ['1', '2'], elements: [{ intValue: '1' }, { stringValue: 'a' }] } },
        { function: { calcId: 'P::f' } },
        { enumLiteral: { literalId: 'P::E::a', enumerationId: 'P::E', name: 'E::a' } },
        { metaobject: { elementId: 'P::x', metaclassId: 'SysML::Systems::PartUsage' } }
    ])('reads back %j', value => expect(json(read(value))).toEqual(value));

    it.each<[JsonValue, JsonValue]>([
        [
            { measurementRef: { unitTerm: kmTerm, unitId: 'SI::kilometre' } },
            { measurementRef: { unit: 'SI::km', unitTerm: kmTerm, unitId: 'SI::kilometre' } }
        ],
        [{ quantity: { intMagnitude: '1' } }, { quantity: { intMagnitude: '1', unit: '1', unitTerm: one } }],
        [{ quantity: { intMagnitude: '1', unit: '1' } }, { quantity: { intMagnitude: '1', unit: '1', unitTerm: one } }],
        [
            { quantity: { intMagnitude: '1', unitTerm: { ...one, factors: [{ unitId: 'SI::m', exponent: 1 }] } } },
            { quantity: { intMagnitude: '1', unit: 'SI::m', unitTerm: { ...one, factors: [{ unitId: 'SI::metre', exponent: 1 }] } } }
        ],
        [{ metaobject: { elementId: 'P::x' } }, { metaobject: { elementId: 'P::x', metaclassId: 'SysML::Systems::PartUsage' } }],
        [
            { metaobject: { elementId: 'P::x', metaclassId: 'SysML::PartUsage' } },
            { metaobject: { elementId: 'P::x', metaclassId: 'SysML::Systems::PartUsage' } }
        ]
    ])('reads %j', (value, expected) => expect(json(read(value))).toEqual(expected));

    it('reads a whole Rational as that Rational and a real as a Real', () => {
        expect(read({ rationalValue: { numerator: '1', denominator: '4' } })).toEqual(rational(1, 4));
        expect(read({ realValue: 0.25 })).toEqual(new Real(0.25));
        expect(decodeValue(create(ValueSchema), names)).toBeNull();
        expect(decodeValue(undefined, names)).toBeNull();
    });

    it.each<[JsonValue, RegExp]>([
        [{ bigIntValue: '5' }, /fits int64/],
        [{ bigIntValue: '+9223372036854775808' }, /not canonical/],
        [{ bigIntValue: '09223372036854775808' }, /not canonical/],
        [{ realValue: 'NaN' }, /not finite/],
        [{ realValue: 'Infinity' }, /not finite/],
        [{ rationalValue: { numerator: '2', denominator: '4' } }, /lowest terms/],
        [{ rationalValue: { numerator: '1', denominator: '-3' } }, /not positive/],
        [{ rationalValue: { numerator: '1', denominator: '0' } }, /not positive/],
        [{ rationalValue: { numerator: 'x', denominator: '1' } }, /not canonical/],
        [{ infinity: false }, /always true/],
        [{ sequence: { elements: [{ infinity: false }] } }, /always true/],
        [{ unset: true }, /^unset is not a value a caller can supply/],
        [{ instanceId: '1' }, /names nothing/],
        [{ null: 'reason' }, /only answered/],
        [{ vector: { components: [{ intValue: '1' }, { stringValue: 'x' }] } }, /^vector component is not a number: component 2/],
        [{ vectorQuantity: {} }, /no component/],
        [{ array: { dimensions: ['2'], elements: [{ intValue: '1' }] } }, /do not fill/],
        [{ tensorQuantity: { dimensions: ['0'], components: [] } }, /^tensor dimension is not positive: dimension 1 is 0/],
        [{ tensorQuantity: { dimensions: ['2'], components: [{ intMagnitude: '1' }] } }, /^tensor components do not fill its dimensions/],
        [{ set: { elements: [{ intValue: '7' }, { intValue: '1' }, { realValue: 1 }] } }, /^set element is repeated: element 2, 3/],
        [{ quantity: { unit: 'SI::km', unitTerm: kmTerm } }, /no magnitude/],
        [{ quantity: { intMagnitude: '1', unit: 'SI::km' } }, /^unit carries no reduction to base units: SI::km/],
        [
            { quantity: { intMagnitude: '1', unit: 'SI::km', unitTerm: { ...kmTerm, scaleNum: 10 } } },
            /^unit as written does not reduce to its unit_term/
        ],
        [{ quantity: { intMagnitude: '1', unit: 'SI::km', unitTerm: { scaleNum: 1, scaleDen: 0 } } }, /^unit scale is not a usable ratio/],
        [
            { quantity: { intMagnitude: '1', unitTerm: { scaleNum: 1, scaleDen: 1, factors: [{ unitId: 'SI::nothing', exponent: 1 }] } } },
            /^unknown base unit: SI::nothing/
        ],
        [
            { quantity: { intMagnitude: '1', unitTerm: { scaleNum: 1, scaleDen: 1, factors: [{ unitId: 'P::x', exponent: 1 }] } } },
            /^not a measurement unit: P::x/
        ],
        [{ measurementRef: { unit: 'x', unitTerm: kmTerm, unitId: 'P::nothing' } }, /^not a measurement unit: P::nothing/],
        [{ measurementRef: { unit: 'SI::km', unitTerm: { ...kmTerm, scaleNum: 3 }, unitId: 'SI::kilometre' } }, /^unit as written/],
        ...['SI::km)', '(SI::km', 'SI::km SI::km', 'SI::km**', 'SI::km^x', 'SI::km^(1', 'SI::nothing', '', '*', 'P::x'].map(
            (text): [JsonValue, RegExp] => [{ measurementRef: { unit: text || ' ', unitTerm: kmTerm } }, /^not a measurement unit: ./]
        ),
        [{ complex: { real: 'NaN' } }, /^complex number is not finite: NaN, 0/],
        [{ complex: { imaginary: 'Infinity' } }, /^complex number is not finite: 0, Infinity/],
        [{ vector: { components: [{ bigIntValue: '1' }] } }, /fits int64/],
        [{ vector: { components: [{ realValue: 'NaN' }] } }, /not finite/],
        [{ quantity: { realMagnitude: 'NaN' } }, /not finite/],
        [{ quantity: { bigIntMagnitude: '1' } }, /fits int64/],
        [{ quantity: { rationalMagnitude: { numerator: '2', denominator: '2' } } }, /lowest terms/],
        [{ array: { dimensions: ['-1', '-2'], elements: [{}, {}] } }, /^array dimension is not positive: dimension 1 is -1/],
        [{ array: { dimensions: ['1', '0'], elements: [] } }, /^array dimension is not positive: dimension 2 is 0/],
        [{ array: { elements: [] } }, /^array elements do not fill its dimensions: 0 for rank 0/],
        [{ array: { dimensions: ['2', '3'], elements: [{}] } }, /^array elements do not fill its dimensions: 1 for 2 x 3/],
        [{ measurementRef: { unit: 'SI::km', unitId: 'SI::kilometre' } }, /^unit carries no reduction to base units: SI::km/],
        [{ measurementRef: { unitId: 'SI::kilometre' } }, /^unit carries no reduction to base units: SI::kilometre/],
        [{ measurementRef: { unitId: 'P::x', unitTerm: kmTerm } }, /^not a measurement unit: P::x/],
        ...(
            [
                ['NaN', 1],
                [1, 'Infinity'],
                [-1, 1],
                [0, 1]
            ] as const
        ).map(([scaleNum, scaleDen]): [JsonValue, RegExp] => [
            { measurementRef: { unitTerm: { scaleNum, scaleDen } } },
            new RegExp(`^unit scale is not a usable ratio: ${scaleNum} / ${scaleDen}`)
        ]),
        [
            { measurementRef: { unitTerm: { scaleNum: 1, scaleDen: 1, factors: [{ unitId: 'SI::metre', exponent: 'NaN' }] } } },
            /^unit exponent is not finite: NaN/
        ],
        [
            {
                measurementRef: {
                    unit: 'SI::km',
                    unitTerm: { scaleNum: 1000, scaleDen: 1, factors: [{ unitId: 'SI::second', exponent: 1 }] }
                }
            },
            /^unit as written does not reduce to its unit_term: SI::km/
        ],
        ...['P::x', 'SysML::twice'].map((metaclassId): [JsonValue, RegExp] => [
            { metaobject: { elementId: 'P::x', metaclassId } },
            /^metaclass_id is not the element's metaclass/
        ]),
        [{ rationalValue: { numerator: '-2', denominator: '2' } }, /lowest terms/],
        [{ metaobject: {} }, /^metaobject names no element of this model: $/],
        [{ function: { calcId: 'P::g' } }, /^function names no calc of this model: P::g/],
        [{ function: { calcId: 'P::f', selfId: '1' } }, /^function names no calc/],
        [{ metaobject: { elementId: 'P::y' } }, /^metaobject names no element/],
        [{ metaobject: { elementId: 'P::twice' } }, /ambiguous/],
        [{ metaobject: { elementId: 'P::x', metaclassId: 'KerML::Kernel::Package' } }, /^metaclass_id is not the element's metaclass/],
        [{ enumLiteral: { literalId: 'P::E::z' } }, /^P::E::z is not an enumeration literal of this model/]
    ])('refuses %j', (value, message) => {
        expect(() => read(value)).toThrow(ValueFault);
        expect(() => read(value)).toThrow(message);
    });

    it('refuses undetermined as a request', () => expect(() => read({ undetermined: {} })).toThrow(Refusal));

    it('keeps every Integer and finite double', () => {
        fc.assert(
            fc.property(fc.bigInt({ min: -(1n << 80n), max: 1n << 80n }), value => {
                expect(read(json(integer(value)))).toBe(integer(value));
            })
        );
        fc.assert(
            fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
                expect(read(json(new Real(value)))).toEqual(new Real(value));
            })
        );
    });
});
