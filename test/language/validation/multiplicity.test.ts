/** Bounds of multiplicities: a row is the bounds, what is said of them, and the value of `x`, since bounds are literals or names. */
import { expect, test } from 'vitest';
import { findingsOfBodies } from './findings.js';

const HEAD = `attribute two : Integer = 2; attribute five : Integer = two + 3; attribute open : Integer;
    attribute perhaps : Integer default 5; attribute first : Integer := 5; attribute half : Real = 0.5; attribute word : String = "x";
    attribute any : Number; attribute loop1 : Integer = loop2; attribute loop2 : Integer = loop1; attribute minus : Integer = -1;
    attribute z : Complex; attribute untyped; attribute pair : Integer [2] = (1, 2); attribute named : Natural; attribute both : Integer, String;`;
const [ORDER, NATURAL] = ['multiplicity-range', 'multiplicity-bound-natural'];

type Row = readonly [bounds: string, codes: readonly string[], x?: string];
const ROWS: readonly Row[] = [
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
    ['named', []],
    ['both', []],
    ['loop1', []],
    ['*..2', [ORDER]],
    ['x..2', [], '(five, five)'],
    ['x..2', [], 'not five'],
    ['x..2', [], '(three)']
];
const BOUNDS = ROWS.map(([bounds, codes, x = '1']) => [`attribute x : Number = ${x}; part p [${bounds}];`, codes] as const);
const found = findingsOfBodies(
    { shared: HEAD, imports: ['ScalarValues'] },
    BOUNDS.map(([body]) => body)
);

test.each(BOUNDS)('%s', (body, expected) => {
    const codes = found.get(body)!.map(f => f.code);
    expect(codes.filter(code => code.startsWith('multiplicity')).sort()).toEqual(expected);
});

// the multiplicity of a feature applies to what the feature applies to, that of a classifier to anything (KerML 8.3.3.1.6)
const FEATURING = ['multiplicity-featuring-type'];
const featurings: readonly (readonly [body: string, codes: readonly string[]])[] = [
    ['feature f { multiplicity m [1]; } featuring of f::m by C;', FEATURING],
    ['class D { multiplicity m [1]; } featuring of D::m by C;', FEATURING],
    ['feature f featured by C { multiplicity m [1]; } featuring of f::m by C;', []],
    ['feature f featured by C { multiplicity m [1]; } featuring of f::m by E;', FEATURING],
    ['class D { feature f { multiplicity m [1]; } } featuring of D::f::m by D;', []],
    ['class D { feature f { multiplicity m [1]; } } featuring of D::f::m by C;', FEATURING],
    ['multiplicity m [1]; featuring of m by C;', []],
    ['class D { multiplicity m [1]; } featuring of D::m by Missing;', []],
    ['class D { multiplicity m [1]; multiplicity n [1]; } subset D::m subsets D::n;', []],
    ['class D { feature f; } featuring of D::f by C;', []]
];
const ofFeaturings = findingsOfBodies(
    { shared: 'class C; class E;', language: 'kerml' },
    featurings.map(([body]) => body)
);

test.each(featurings)('%s', (body, expected) => {
    const codes = ofFeaturings.get(body)!.map(f => f.code);
    expect(codes.filter(code => FEATURING.includes(code))).toEqual(expected);
});
