/** Decimal texts and the doubles that spell them (contract: conversion 3). */
import { describe, expect, it } from 'vitest';
import { isExactDouble } from '../../src/exchange/numbers.js';

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
