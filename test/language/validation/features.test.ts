/** Features: chains, ends, cross features, variability, values that override, and results; one body a row. */
import { expect, test } from 'vitest';
import { findingsOfBodies, type Language } from './findings.js';

type Row = readonly [body: string, ...expected: string[]];

const KERML: readonly Row[] = [
    // chains (KerML 8.3.3.3.3)
    ['feature x chains c.f;'],
    ['feature x chains c.f.g;'],
    ['feature x chains c;', 'error chaining-feature-not-one'],
    ['feature x : C chains x.f;', 'error chaining-features-not-self'],
    ['feature x chains c.h;', 'error unresolved'],
    // ends
    ['assoc A { end feature a; end feature b; }'],
    ['assoc A { end feature a; in end feature b; }', 'error end-feature-direction'],
    ['assoc A { end feature a; derived end feature b; }', 'error end-feature-modifier'],
    ['assoc A { end feature a; abstract end feature b; }', 'error end-feature-modifier'],
    ['assoc A { end feature a; composite end feature b; }', 'error end-feature-modifier'],
    ['assoc A { end feature a; portion end feature b; }', 'error end-feature-modifier'],
    ['assoc struct A { end feature a; const end feature b; }'],
    ['assoc A { end feature a; const end feature b; }', 'error variable-feature-owner'],
    ['assoc struct A { end feature a; var end feature b; }', 'error end-feature-not-constant'],
    ['assoc A { end feature a; end feature b [1]; }'],
    ['assoc A { end feature a; end feature b [0..1]; }', 'warning end-feature-multiplicity'],
    ['assoc A { end feature a; end feature b [1..2]; }', 'warning end-feature-multiplicity'],
    ['feature x [0..1];'],
    // an end crosses a feature of the opposite end
    ['assoc A { end feature a : C; end feature b : D crosses a.f; } class E;'],
    ['assoc A { end feature a : C; end feature b : D crosses b.h; }', 'error cross-subsetting-chain'],
    ['assoc A { end feature a : C; end feature b : C crosses a; }', 'error cross-subsetting-chain'],
    ['assoc A { end feature a : C; end feature b : C crosses a.f.g; }', 'error cross-feature-type', 'error cross-subsetting-chain'],
    ['feature x crosses c.f;', 'error cross-subsetting-crossing-feature'],
    ['assoc A { feature x crosses c.f; end feature a; end feature b; }', 'error cross-subsetting-crossing-feature'],
    ['assoc A { end feature a : C; end feature b : G crosses a.k crosses a.k; }', 'error cross-subsetting-at-most-one'],
    ['feature x references c references d;', 'error reference-subsetting-at-most-one'],
    // variable features belong to occurrences
    ['class X { var feature x; }'],
    ['class X { const feature x; }'],
    ['datatype X { var feature x; }', 'error variable-feature-owner'],
    ['datatype X { const feature x; }', 'error variable-feature-owner'],
    ['var feature x;', 'error variable-feature-owner'],
    ['class X { portion var feature x; }', 'error portion-not-variable'],
    ['class X { var feature x := 1; }'],
    ['class X { feature x := 1; }', 'error initial-value-not-variable'],
    // values
    ['class X :> V { feature redefines open = 2; }'],
    ['class X :> V { feature redefines bound = 2; }', 'error feature-value-overriding'],
    ['class X :> V { feature redefines began = 2; }', 'error feature-value-overriding'],
    ['class X :> V { feature redefines bound; }'],
    ['class X :> V { feature y redefines open, bound0 = 2; }'],
    ['class X :> V { feature redefines open, bound0 = 2; }', 'warning redefinition-no-derived-name'],
    // results
    ['function F { return x; }'],
    ['function F { return x; return y; }', 'error only-one-return-parameter'],
    ['function F { in a; a }'],
    ['function F :> H { in b; b }', 'error result-expression-at-most-one'],
    ['function F :> H;'],
    ['function F :> H, H2;', 'error result-expression-at-most-one'],
    ['function F :> H, H3;'],
    ['function F :> H, H2 { in b; b }', 'error result-expression-at-most-one']
];
const SHARED = `class G; class C { feature f : D { feature g; } feature k : G; } class D { feature h; } feature c : C; feature d : D;
    class V { feature open default 1; feature bound = 1; feature bound0; var feature began := 1; }
    function H { in a; a } function H2 { in a; a } function H3 :> H;`;
const SYSML: readonly Row[] = [
    ['part def X { constant attribute a; }'],
    ['attribute def X { constant attribute a; }', 'error constant-not-variable'],
    ['part def X { attribute a := 1; }'],
    ['attribute def X { attribute a := 1; }', 'error initial-value-not-variable'],
    ['part def X :> V { attribute :>> bound = 2; }', 'warning feature-value-overriding'],
    ['part def X :> V { attribute :>> open = 2; }'],
    ['part def X :> V { attribute :>> open = 2; } part def Y :> X { attribute :>> open = 3; }', 'warning feature-value-overriding'],
    ['calc def F { return : Real = 1; }'],
    ['calc def F { return : Real; 1 }'],
    ['calc def F { return : Real; "x" }', 'warning bound-feature-types'],
    ['calc def F { return : MassValue; 1 [SI::m] }', 'warning type.expr'],
    ['calc def F { return : MassValue; 1 [SI::kg] }'],
    ['constraint def F { true }'],
    ['calc def F { return x; return y; }', 'error only-one-return-parameter']
];
const SYSML_SHARED = 'part def V { attribute open default 1; attribute bound = 1; }';

const rowsOf = (language: Language, rows: readonly Row[], shared: string, imports: readonly string[]): void => {
    const found = findingsOfBodies(
        { shared, language, imports },
        rows.map(([body]) => body)
    );
    test.each(rows)('%s', (body, ...expected) => expect(found.get(body)!.map(f => `${f.severity} ${f.code}`)).toEqual(expected));
};
rowsOf('kerml', KERML, SHARED, []);
rowsOf('sysml', SYSML, SYSML_SHARED, ['ScalarValues', 'ISQ']);

test.each<readonly [value: string, message: string]>([
    ['= 1 + 2', "'Shared::V::x' is bound to 1 + 2 and cannot be overridden: a value that may be is written 'default' there"],
    [`= ${'1 + '.repeat(10)}1`, "'Shared::V::x' is bound and cannot be overridden: a value that may be is written 'default' there"],
    [':= 3', "'Shared::V::x' has the initial value 3, which cannot be overridden: a value that may be is written 'default' there"],
    [
        `:= ${'1 + '.repeat(10)}1`,
        "'Shared::V::x' has an initial value, which cannot be overridden: a value that may be is written 'default' there"
    ]
])('a value that is bound %s', (value, message) => {
    const body = 'part def X :> V { attribute :>> x = 2; }';
    const [finding] = findingsOfBodies({ shared: `part def V { attribute x ${value}; }` }, [body]).get(body)!;
    expect(finding.message).toBe(message);
});
