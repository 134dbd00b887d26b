/** Vectors, tensors and their components: shapes that fit and the refusals of those that do not. */

import { describe, expect, it } from 'vitest';
import * as v from '../../../src/runtime/values/index.js';
import { sampleUnits } from './sample-units.js';

const units = sampleUnits();
const metre = units.unit('SI::metre');
const gram = units.unit('SI::gram');
const metres = (...magnitudes: number[]): v.Quantity[] => magnitudes.map(m => new v.Quantity(m, metre));

describe('tensors', () => {
    it('have their dimensions and components', () => {
        const tensor = v.tensorOf([2, 3], metres(1, 2, 3, 4, 5, 6));
        expect(v.dimensionsOf(tensor)).toEqual([2, 3]);
        expect(tensor.components).toHaveLength(6);
        expect(v.dimensionsOf(new v.VectorQuantity(metres(1, 2)))).toEqual([2]);
    });

    it('have one component at rank 0', () => {
        expect(v.tensorOf([], metres(7)).components.map(v.valueText)).toEqual(['7 [SI::m]']);
    });

    it.each([
        [[2, 0], [], 'tensor dimension is not positive: dimension 2 is 0'],
        [[0], [], 'tensor dimension is not positive: dimension 1 is 0'],
        [[-1, 2], [1, 2], 'tensor dimension is not positive: dimension 1 is -1'],
        [[2, 2], [1, 2, 3], 'tensor components do not fill its dimensions: 3 for 2 x 2'],
        [[], [1, 2], 'tensor components do not fill its dimensions: 2 for rank 0']
    ])('of %j with %j are refused', (dimensions, magnitudes, message) => {
        expect(() => v.tensorOf(dimensions, metres(...magnitudes))).toThrow(message);
    });
});

it('products of vectors of two lengths are refused', () => {
    expect(() => v.shaped.inner(new v.Vector([1, 2]), new v.Vector([1, 2, 3]))).toThrow('inner product of vectors of 2 and 3 components');
});

describe('commensurable', () => {
    it.each([
        ['two numbers', 1, 2, true],
        ['a number and a length', 1, new v.Quantity(1, metre), false],
        ['a length and a number', new v.Quantity(1, metre), 1, false],
        ['two lengths', new v.Quantity(1, metre), new v.Quantity(2, units.unit('SI::kilometre')), true],
        ['a length and a mass', new v.Quantity(1, metre), new v.Quantity(1, gram), false],
        ['a number and a quantity of dimension one', 1, new v.Quantity(1, units.unit('SI::radian')), true]
    ] as const)('%s', (_, a, b, expected) => {
        expect(v.commensurable(a, b)).toBe(expected);
    });
});
