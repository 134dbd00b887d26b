/** Decimal texts and the doubles that spell them (contract: conversion 3). */
import { describe, expect, it } from 'vitest';
import { NumberText, type NumberType } from '../../src/exchange/graph.js';
import { decimalOf, exactDecimal, exactOf, isExactDouble, isSameNumber } from '../../src/exchange/numbers.js';

describe('a decimal text is exactly a double', () => {
    it.each([
        '0',
        '0e999',
        '0.0e-999',
        '7',
        '-7',
        '2.50',
        '0.5',
        '-0.125',
        '.75',
        '5e-1',
        '1e3',
        '1E22',
        '9007199254740992',
        '0.1000000000000000055511151231257827021181583404541015625'
    ])('%s', text => {
        expect(isExactDouble(text)).toBe(true);
    });
    it.each(['0.1', '-0.3', '1e-1', '1e23', '9007199254740993', '0.50000000000000000001', '1e999', '1e-999', '', '.', 'x', '1e'])(
        'not %s',
        text => {
            expect(isExactDouble(text)).toBe(false);
        }
    );
});

describe('the digits and the exponent of a text', () => {
    it.each([
        ['12.50', 1250n, -2],
        ['-.5', -5n, -1],
        ['+7.', 7n, 0],
        ['-1.5E+3', -15n, 2],
        ['2e-3', 2n, -3],
        ['0', 0n, 0]
    ])('%s', (text, digits, exponent) => expect(exactOf(text)).toEqual({ digits, exponent }));
    it.each(['', '.', '-', 'e1', '1e', '1e+', '1.2.3', ' 1', 'x'])('not %j', text => expect(exactOf(text)).toBeUndefined());
});

describe('a text without an exponent', () => {
    it.each([
        ['1.50', '1.50'],
        ['x', 'x'],
        ['1e0', '1.0'],
        ['12e2', '1200.0'],
        ['-12e2', '-1200.0'],
        ['0e1', '00.0'],
        ['1.5e1', '15.0'],
        ['1.50e1', '15.0'],
        ['1.25E1', '12.5'],
        ['-1.25E-1', '-0.125'],
        ['0e-2', '0.0'],
        ['100e-2', '1.0'],
        ['5e-3', '0.005'],
        ['1e5006', `1${'0'.repeat(5006)}.0`],
        ['1e5007', undefined],
        ['1e-5007', `0.${'0'.repeat(5006)}1`],
        ['1e-5008', undefined]
    ])('%s', (text, expected) => expect(exactDecimal(text)).toBe(expected));
});

describe('the decimal text of a literal', () => {
    it.each<[string, NumberType, string]>([
        ['0.1', 'decimal', '0.1'],
        ['0.1', 'double', '0.1000000000000000055511151231257827021181583404541015625'],
        ['0.1', 'float', '0.100000001490116119384765625'],
        ['0.1', 'real', '0.1'],
        ['-0.3', 'double', '-0.299999999999999988897769753748434595763683319091796875'],
        ['0.5', 'double', '0.5'],
        ['5e-1', 'float', '5e-1'],
        ['1e23', 'double', '99999999999999991611392.0'],
        ['16777217', 'float', '16777216.0'],
        ['16777217', 'double', '16777217'],
        ['INF', 'double', 'INF'],
        ['1e999', 'double', '1e999'],
        ['x', 'double', 'x'],
        ['7', 'integer', '7']
    ])('%s of %s', (text, datatype, expected) => expect(decimalOf(new NumberText(text, datatype))).toBe(expected));
});

describe('two literals are the same number', () => {
    const number = (text: string, datatype: NumberType = 'decimal'): NumberText => new NumberText(text, datatype);
    it.each([
        [number('1'), number('1.0'), true],
        [number('1'), number('1.00e0'), true],
        [number('100'), number('1e2'), true],
        [number('120'), number('12'), false],
        [number('1'), number('2'), false],
        [number('12'), number('1.2'), false],
        [number('-1'), number('1'), false],
        [number('0'), number('0.00'), true],
        [number('0'), number('-0e5'), true],
        [number('0'), number('1'), false],
        [number('1'), number('0'), false],
        [number('0.1'), number('0.1', 'double'), false],
        [number('0.5'), number('0.5', 'double'), true],
        [number('0.1', 'float'), number('0.1', 'double'), false],
        [number('INF', 'double'), number('INF', 'float'), true],
        [number('INF', 'double'), number('NaN', 'double'), false],
        [number('INF', 'double'), number('1'), false],
        [number('1'), number('INF', 'double'), false],
        [number('0'), number('INF', 'double'), false]
    ])('%s, %s: %s', (a, b, expected) => expect([isSameNumber(a, b), isSameNumber(b, a)]).toEqual([expected, expected]));
});
