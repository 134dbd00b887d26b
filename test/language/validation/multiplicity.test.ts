/** Bounds of multiplicities: a row is the bounds, what is said of them, and the value of `x`, since bounds are literals or names. */
import { expect, test } from 'vitest';
import { findingsOf } from './findings.js';

const HEAD = `private import ScalarValues::*; attribute two : Integer = 2; attribute five : Integer = two + 3; attribute open : Integer;
    attribute perhaps : Integer default 5; attribute first : Integer := 5; attribute half : Real = 0.5; attribute word : String = "x";
    attribute any : Number; attribute loop1 : Integer = loop2; attribute loop2 : Integer = loop1; attribute minus : Integer = -1;
    attribute z : Complex; attribute untyped; attribute pair : Integer [2] = (1, 2); attribute named : Natural;`;
const [ORDER, NATURAL] = ['multiplicity-range', 'multiplicity-bound-natural'];

test.each<readonly [bounds: string, codes: readonly string[], x?: string]>([
    ['0..1', []],
    ['2..2', []],
    ['3..2', [ORDER]],
    ['3..*', []],
    ['*', []],
    ['0', []],
    ['two..five', []],
    ['five..two', [ORDER]],
    ['3..two', [ORDER]],
    ['2..two', []],
    ['five..4', [ORDER]],
    ['five..5', []],
    ['6..five', [ORDER]],
    ['x..3', [ORDER], 'two + two'],
    ['x..4', [], 'two + two'],
    ['x..9', [ORDER], 'two * five'],
    ['x..10', [], 'two * five'],
    ['x..2', [ORDER], 'five - two'],
    ['x..3', [], 'five - two'],
    ['x..2', [ORDER], '(five)'],
    ['x..2', [ORDER], '+five'],
    ['1..x', [ORDER], 'five - five'],
    // not decided by the model
    ['open..2', []],
    ['3..open', []],
    ['perhaps..2', []],
    ['first..2', []],
    ['loop1..2', []],
    ['x..1', [], 'five / two'],
    ['x..2', [], 'open + 5'],
    ['x..2', [], '5 + open'],
    ['x..2', [], '-open'],
    // no natural numbers
    ['minus', [NATURAL]],
    ['x', [NATURAL], 'two - five'],
    ['x..5', [NATURAL], '-two'],
    ['half', [NATURAL]],
    ['x', [], 'half * two'],
    ['word', [NATURAL]],
    ['z', [NATURAL]],
    ['word..half', [NATURAL, NATURAL]],
    ['two..half', [NATURAL, ORDER]],
    ['x', [NATURAL], 'half * half'],
    ['any', []],
    ['untyped', []],
    ['named', []]
])('[%s] %j %s', (bounds, codes, x = '1') => {
    const found = findingsOf(`package P { ${HEAD} attribute x : Number = ${x}; part p [${bounds}]; }`).map(f => f.code);
    expect(found.filter(code => code.startsWith('multiplicity')).sort()).toEqual(codes);
});
