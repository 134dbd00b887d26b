/** Equality, identity, sets and canonical order. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from '../../../src/runtime/values/index.js';
import {
    ArrayValue,
    Complex,
    EMPTY_SEQUENCE,
    EnumLiteral,
    FunctionValue,
    INFINITY,
    MeasurementRef,
    Metaobject,
    Quantity,
    Rational,
    Real,
    Sequence,
    type Value,
    Vector,
    rational as r,
    setOf
} from '../../../src/runtime/values/index.js';
import { sampleUnits } from './sample-units.js';

const units = sampleUnits();
const [metre, km, kg, gram] = ['metre', 'kilometre', 'kilogram', 'gram'].map(n => units.unit(`SI::${n}`));
const body: v.Callable = { arity: 1, call: ([x]) => x };
const object = (id: number): v.ObjectReference => ({ kind: 'instance', id });
const [one, two] = [object(1), object(2)];
const red = new EnumLiteral('E::red', 'E', 'red');
const three = new EnumLiteral('L::three', 'L', 'three', 3);
const closure = new FunctionValue('P::f', body, undefined, 'closes');
const element = {};
const vectorOf = (unit: v.Unit, ...magnitudes: number[]): v.VectorQuantity =>
    new v.VectorQuantity(magnitudes.map(m => new Quantity(m, unit)));
const tensor = (dimensions: number[], ...magnitudes: number[]): v.TensorQuantity =>
    v.tensorOf(
        dimensions,
        magnitudes.map(m => new Quantity(m, metre))
    );

describe('equality and identity', () => {
    const rows: [string, Value, Value, boolean, boolean][] = [
        // left, right, ==, ===
        ['1 and 1.0', 1, new Rational(1, 1), true, false],
        ['1 and Real 1', 1, new Real(1), true, false],
        ['null and ()', null, EMPTY_SEQUENCE, true, true],
        ['() and the empty set', EMPTY_SEQUENCE, setOf([]), true, true],
        ['null and 0', null, 0, false, false],
        ['(1, 2) and (1.0, 2)', new Sequence([1, 2]), new Sequence([new Rational(1, 1), 2]), true, false],
        ['(1, 2) and (2, 1)', new Sequence([1, 2]), new Sequence([2, 1]), false, false],
        ['(1) and 1', new Sequence([1]), 1, true, true],
        ['sets by membership', setOf([1, 2, 'a']), setOf(['a', 2, 1]), true, true],
        ['set and sequence', setOf([1, 2]), new Sequence([1, 2]), false, false],
        ['"1" and 1', '1', 1, false, false],
        ['true and 1', true, 1, false, false],
        ['literal and itself under another name', red, new EnumLiteral('E::red', 'E', 'r'), true, true],
        ['literal and its scalar', three, 3, true, false],
        ['one object', one, one, true, true],
        ['two objects', one, two, false, false],
        ['1 km and 1000 m', new Quantity(1, km), new Quantity(1000, metre), true, true],
        ['units by reduction', new MeasurementRef(km), new MeasurementRef(v.multiplyUnits(km, units.one)), true, true],
        ['two units', new MeasurementRef(km), new MeasurementRef(metre), false, false],
        ['Complex without imaginary part', new Complex(2, 0), 2, true, false],
        ['functions of one calc', new FunctionValue('P::f', body), new FunctionValue('P::f', body), true, true],
        ['functions of two objects', new FunctionValue('P::f', body, one), new FunctionValue('P::f', body, two), false, false],
        ['metaobjects', new Metaobject('P::a', 'SysML::PartUsage'), new Metaobject('P::a', ''), true, true],
        ['* and *', INFINITY, new v.Infinity_(), true, true],
        ['vectors', new Vector([1, 2]), new Vector([1, new Real(2)]), true, true],
        ['arrays of different shape', new ArrayValue([2, 1], [1, 2]), new ArrayValue([1, 2], [1, 2]), false, false],
        ['arrays of different elements', new ArrayValue([2], [1, 2]), new ArrayValue([2], [1, 3]), false, false],
        ['vectors of different lengths', new Vector([1, 2]), new Vector([1, 2, 3]), false, false],
        ['vector and the sequence of its components', new Vector([1, 2]), new Sequence([1, 2]), false, false],
        ['tensors', tensor([1, 2], 1, 2), tensor([1, 2], 1, 2), true, true],
        ['tensors of different shape', tensor([1, 2], 1, 2), tensor([2, 1], 1, 2), false, false],
        ['tensors of different components', tensor([1, 2], 1, 2), tensor([1, 2], 1, 3), false, false],
        ['tensor and vector', tensor([2], 1, 2), new v.VectorQuantity([new Quantity(1, metre), new Quantity(2, metre)]), false, false],
        ['functions of two calcs', new FunctionValue('P::f', body), new FunctionValue('P::g', body), false, false],
        ['a function that closes over its place', closure, new FunctionValue('P::f', body), false, false],
        ['two functions that close over their places', closure, new FunctionValue('P::f', body, undefined, 'closes'), false, false],
        ['a function and a metaobject', new FunctionValue('P::f', body), new Metaobject('P::f', ''), false, false],
        ['metaobjects of two elements', new Metaobject('P::a', ''), new Metaobject('P::b', ''), false, false],
        ['metaobjects without names', new Metaobject('', 'M'), new Metaobject('', 'M'), false, false],
        ['metaobjects of one element', new Metaobject('', 'M', element), new Metaobject('', 'M', element), true, true],
        ['metaobjects of namesakes', new Metaobject('P::a', 'M', element), new Metaobject('P::a', 'M', {}), false, false],
        ['* and a number', INFINITY, 1, false, false]
    ];
    it.each(rows)('%s', (_, a, b, equal, identical) => {
        expect([v.valuesEqual(a, b), v.valuesEqual(b, a)]).toEqual([equal, equal]);
        expect([v.valuesIdentical(a, b), v.valuesIdentical(b, a)]).toEqual([identical, identical]);
    });
});

describe('sets', () => {
    it.each([
        ['numbers by value', [1, new Rational(1, 1), new Real(1), 2], [1, 2]],
        ['all empty values are one member', [null, EMPTY_SEQUENCE, setOf([])], [null]],
        [
            'quantities after conversion',
            [new Quantity(1, km), new Quantity(1000, metre), new Quantity(1, metre)],
            [new Quantity(1, metre), new Quantity(1, km)]
        ],
        ['a set and the sequence of its members', [setOf([1, 2]), new Sequence([1, 2])], [new Sequence([1, 2]), setOf([1, 2])]],
        [
            'canonical order',
            [one, 'b', 3, red, INFINITY, false, 'a', new Complex(0, 1), null, r(1, 2), true, new Quantity(1, kg), new Quantity(1, gram)],
            [null, false, true, r(1, 2), 3, INFINITY, new Complex(0, 1), 'a', 'b', new Quantity(1, gram), new Quantity(1, kg), red, one]
        ],
        ['incommensurable quantities', [new Quantity(1, kg), new Quantity(1, metre)], [new Quantity(1, kg), new Quantity(1, metre)]]
    ] as [string, Value[], Value[]][])('%s', (_, given, members) => {
        expect(setOf(given).elements.map(v.valueText)).toEqual(members.map(v.valueText));
    });

    it('reports repeated members by position', () => {
        expect(v.repeatedMembers(['a', 2, 'b', 'c', 'd', 'e', new Real(2)])).toEqual([[2, 7]]);
        expect(v.repeatedMembers([1, '1', true])).toEqual([]);
    });

    it.each([
        ['sets in another order', setOf([1, 2, 3]), setOf([3, 2, 1])],
        ['sets whose members were given in another order', setOf([setOf([1, 2]), 'a']), setOf(['a', setOf([2, 1])])],
        ['sequences', new Sequence([1, 'a']), new Sequence([new Real(1), 'a'])],
        ['arrays', new ArrayValue([1, 2], [1, 2]), new ArrayValue([1, 2], [new Real(1), 2])],
        ['vector quantities', vectorOf(km, 1, 2), vectorOf(metre, 1000, 2000)],
        ['tensors', tensor([2], 1, 2), tensor([2], 1, 2)]
    ])('gives equal %s one key', (_, a, b) => {
        expect(v.valuesEqual(a, b)).toBe(true);
        expect(v.valueKey(a)).toBe(v.valueKey(b));
    });

    it.each([
        ['arrays of two shapes', new ArrayValue([2, 1], [1, 2]), new ArrayValue([1, 2], [1, 2])],
        ['array and sequence', new ArrayValue([2], [1, 2]), new Sequence([1, 2])],
        ['vectors', new Vector([1, 2]), new Vector([2, 1])],
        ['vector quantities', vectorOf(km, 1, 2), vectorOf(km, 1, 3)],
        ['tensors of two shapes', tensor([2], 1, 2), tensor([1, 2], 1, 2)],
        ['functions', new FunctionValue('P::f', body), new FunctionValue('P::g', body)],
        ['metaobjects', new Metaobject('P::a', 'M'), new Metaobject('P::b', 'M')]
    ])('gives different %s two keys', (_, a, b) => {
        expect(v.valueKey(a)).not.toBe(v.valueKey(b));
    });

    it('orders strings by code point', () => {
        expect(v.compareStrings('\u{1F600}', '\uFFFD')).toBeGreaterThan(0);
        expect(v.compareStrings('\u{1F600}', '\u{1F601}')).toBeLessThan(0);
        expect(v.compareStrings('', 'a')).toBeLessThan(0);
        expect(v.compareStrings('\uE000', 'a')).toBeGreaterThan(0);
    });

    const scalars: fc.Arbitrary<Value> = fc.oneof(
        fc.integer({ min: -3, max: 3 }),
        fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 3 })).map(([n, d]) => r(n, d)),
        fc.integer({ min: -3, max: 3 }).map(x => new Real(x / 2)),
        fc.constantFrom('a', 'b'),
        fc.boolean(),
        fc.constant(null),
        fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(metre, km)).map(([n, u]) => new Quantity(n, u)),
        fc.constantFrom(red, one, two)
    );

    it('equal members have equal keys, and sets do not depend on order or repetition', () => {
        fc.assert(
            fc.property(fc.array(scalars), fc.array(scalars), (a, b) => {
                for (const x of a) {
                    for (const y of b) {
                        if (v.sameMember(x, y)) {
                            expect(v.valueKey(x)).toBe(v.valueKey(y));
                        }
                    }
                }
                expect(v.valuesEqual(setOf([...a, ...b]), setOf([...b, ...a, ...b]))).toBe(true);
                const set = setOf(a);
                expect(a.every(v.contains(set))).toBe(true);
                expect(set.elements.every((x, i) => set.elements.every((y, j) => i === j || !v.sameMember(x, y)))).toBe(true);
            })
        );
    });
});

describe('errors', () => {
    it('frames read from the outside in and repeated ones are counted', () => {
        const error = v.divisionByZero().within('calc P::f').within('calc P::f').within('calc P::f').within('feature value A.x');
        expect(error.message).toBe('feature value A.x: calc P::f: … 3 frames: division by zero');
        expect(v.divisionByZero().within('calc P::inner').within('calc P::outer').message).toBe(
            'calc P::outer: calc P::inner: division by zero'
        );
    });
});
