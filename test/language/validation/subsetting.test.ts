/** Subsetting and redefinition: what a feature may subset and redefine, and how it must conform to it; one body a row. */
import { expect, test } from 'vitest';
import { type CodesOfBody, findingsOfBodies, testCodes } from './findings.js';

const SYSML: readonly CodesOfBody[] = [
    // access (KerML 8.3.3.3.10)
    ['part x :> D::one;', 'subsetting-featuring-types'],
    ['part x :> d.one;'],
    ['part def E :> D { part x :> one; }'],
    ['part def E { part x :> D::one; }', 'subsetting-featuring-types'],
    ['part def E { part x :>> D::one; }', 'redefinition-no-inherited'],
    ['part def E :> D { part x :>> one; }'],
    // uniqueness
    ['part def E :> D { part x [*] nonunique :> many; }', 'subsetting-uniqueness-conformance'],
    ['part def E :> D { part x [*] nonunique :>> many; }', 'subsetting-uniqueness-conformance'],
    ['part def E :> D { part x [*] :> repeated; }'],
    ['part def E :> D { part x [*] nonunique :> repeated; }'],
    // constancy
    ['part def E :> D { attribute x :> fixed; }', 'subsetting-constancy-conformance'],
    ['part def E :> D { attribute x :>> fixed; }', 'subsetting-constancy-conformance'],
    ['part def E :> D { constant attribute x :> fixed; }'],
    ['part def E :> D { attribute x :> free; }'],
    ['part def E :> D { constant attribute x :> free; }'],
    // multiplicity: upper bounds of both, lower bounds of redefinitions
    ['part def E :> D { part x [3] :> two; }', 'subsetting-multiplicity'],
    ['part def E :> D { part x [2] :> two; }'],
    ['part def E :> D { part x [1] :> two; }'],
    ['part def E :> D { part x [0..1] :> two; }'],
    ['part def E :> D { part x [*] :> two; }', 'subsetting-multiplicity'],
    ['part def E :> D { part x [*] :> many; }'],
    ['part def E :> D { part x [3] :>> two; }', 'subsetting-multiplicity'],
    ['part def E :> D { part x [1] :>> two; }', 'redefinition-multiplicity'],
    ['part def E :> D { part x [2] :>> two; }'],
    ['part def E :> D { part x [1..3] :>> two; }', 'redefinition-multiplicity', 'subsetting-multiplicity'],
    ['part def E :> D { part x [number] :>> two; }'],
    ['part def E :> D { part x [3] :>> counted; }'],
    ['part def E :> D { part x [9] :> one; }'],
    // the bounds of a redefined feature hold where a redefinition states none
    ['part def E :> D { part again :>> two; } part def F :> E { part x [3] :> again; }', 'subsetting-multiplicity'],
    ['part def E :> D { part again :>> two; } part def F :> E { part x [1] :>> again; }', 'redefinition-multiplicity'],
    ['part def E :> D { part again :>> one; } part def F :> E { part x [9] :> again; }'],
    ['part def E :> D, D2 { part again :>> D::one, D2::three; } part def F :> E { part x [4] :> again; }', 'subsetting-multiplicity'],
    ['connection def L :> K { end [0..1] part x :>> a; }'],
    // types that share no value
    ['part def E :> D { part x : Q :> typed; }', 'subsetting-type'],
    ['part def E :> D { part x : P :> typed; }'],
    ['part def E :> D { part x : P2 :> typed; }'],
    ['part def E :> D { part x :> typed; }'],
    ['part def E :> D { part x : Q :> one; }', 'subsetting-type'],
    ['part def E :> D { part x : Q :> general; }'],
    ['part def E :> D { attribute x : ScalarValues::String :> value; }', 'subsetting-type'],
    ['part def E :> D { attribute x : ScalarValues::Integer :> value; }'],
    ['part def E :> D { attribute x : ISQ::MassValue :> value; }'],
    ['part x : Q :> d.typed;'],
    ['part z : B1 :> b2;'],
    ['part def E :> D { port x : Plug2 :> plug; }'],
    ['part def E :> D { port x : Plug2, Plug :> plug; }'],
    // redefinitions must not be where the redefined feature is (KerML 8.3.3.3.8)
    ['part x; part y :>> x;', 'redefinition-package-level'],
    ['part def E { part x; part y :>> x; }', 'unresolved'],
    ['part def E { part x; part y :>> E::x; }', 'redefinition-same-featuring'],
    ['part def E :> D { part :>> one; part y :>> two; }'],
    ['part x :>> d.one;'],
    // directions
    ['action def E :> Act { in x :>> i; }'],
    ['action def E :> Act { out x :>> i; }', 'redefinition-direction-conformance'],
    ['action def E :> Act { inout x :>> i; }', 'redefinition-direction-conformance'],
    ['action def E :> Act { in x :>> io; }'],
    ['action def E :> Act { out x :>> io; }'],
    ['action def E :> Act { inout x :>> io; }'],
    ['action def E :> Act { attribute x :>> io; }', 'redefinition-direction-conformance'],
    ['action def E :> Act { attribute x :>> o; }', 'redefinition-direction-conformance'],
    ['action def E :> Act { in x; }'],
    ['action def E :> Act { out x; }', 'redefinition-direction-conformance'],
    ['action e : Act { in x; out y; inout z; }'],
    ['part def E :> D { in ref part x :>> one; }'],
    ['part def E :> Directed { out item x :>> given; }', 'redefinition-direction-conformance'],
    ['part def E :> Directed { in item x :>> given; }'],
    ['part def E :> Directed { item x :>> given; }', 'redefinition-direction-conformance'],
    // ends
    ['connection def L :> K { end part x :>> a; }'],
    ['connection def L :> K { part x :>> a; }', 'redefinition-not-end'],
    // types
    ['part def E :> D { part x : Q :>> typed; }', 'redefinition-type-mismatch'],
    ['part def E :> D { part x : P2 :>> typed; }'],
    ['part def E :> D { attribute x : A1 :>> data; }', 'redefinition-type-mismatch'],
    ['part def E :> D { attribute x : A3 :>> data; }'],
    ['part def E :> D { attribute x : A :>> data; }'],
    ['part def E :> D { ref x : Q :>> data; }', 'redefinition-type-mismatch'],
    ['part def E :> D { part x : B1 :>> other; }'],
    ['part def E :> D { part x : B2 :>> typed; }', 'redefinition-type-mismatch'],
    ['part def E :> D { part x : Q :>> general; }', 'redefinition-type-mismatch'],
    ['part def E :> D { part x : Q :>> one; }', 'redefinition-type-mismatch'],
    ['part def E :> D { attribute x : A3, A1 :>> data; }'],
    ['part def E :> D { attribute x : A3 :>> twice; }'],
    ['part def E :> D { attribute x : A4 :>> twice; }', 'redefinition-type-mismatch'],
    ['part def E :> D { port x : Plug2 :>> plug; }'],
    ['part def E :> D { action x : Act2 :>> doing; }'],
    ['part def E :> D { abstract connection x : K2 :>> joint; }'],
    // a chain goes through owned objects only
    ['part x :> d { ref part :>> one.deep.ref0; }'],
    ['requirement x : Need { part :>> s.deep; }', 'redefinition-through-reference'],
    ['part def E :> D { part :>> one.deep; }'],
    ['part x :> d { part :>> one.deep; }'],
    ['part x :> d { part :>> linked.deep; }', 'redefinition-through-reference'],
    ['part x :> d { part :>> plug.deep; }', 'redefinition-through-reference'],
    ['part x :> d { part :>> one.deep.deeper; }'],
    ['part x :> d { part :>> one.deep.ref0; }']
];
const SHARED = `part def P; part def Q; part def P2 :> P; abstract part def General; attribute def A { attribute f; } attribute def A1; attribute def A3 :> A;
    part def B1; part def B2; part def Both :> B1, B2; part b2 : B2; attribute number : ScalarValues::Integer;
    part def Inner { part deep { part deeper; ref part ref0; } } port def Plug { part deep; } port def Plug2;
    action def Act { in i; out o; inout io; } connection def K { end part a; end part b; }
    part def D { part one : Inner; part two [2]; part many [*]; part repeated [*] nonunique; constant attribute fixed; attribute free; part counted [number];
        part typed : P; part general : General; attribute value : ScalarValues::Real; attribute data : A; part other : B2; action doing : Act;
        ref part linked : Inner; port plug : Plug; attribute twice : A, A1; connection joint : K; }
    part def D2 { part three [3]; } part d : D; part def Directed { in item given; } requirement def Need { subject s : Inner; }
    action def Act2; connection def K2 { end part a; end part b; } attribute def A4;`;

const KERML: readonly CodesOfBody[] = [
    ['subset C::f subsets D::f;', 'subsetting-featuring-types'],
    ['subset C::f subsets C::g;'],
    ['subset c.f subsets C::g;', 'subsetting-featuring-types'],
    ['redefinition C::f redefines D::f;', 'subsetting-featuring-types'],
    ['subset c subsets d;'],
    ['disjoint C::f from D::f;'],
    ['featuring C::f by D;'],
    ['feature x redefines c;', 'redefinition-package-level'],
    ['class E specializes C0 { feature x : X redefines f; }'],
    ['class E specializes C0 { feature x : C redefines f; }', 'redefinition-type-mismatch'],
    ['class E specializes C0 { feature x : D2 redefines f; }', 'redefinition-type-mismatch'],
    ['class E specializes C0 { feature x : C redefines g; }']
];

testCodes(SYSML, { shared: SHARED, language: 'sysml', ignored: ['subsetting-count'] });
testCodes(KERML, {
    shared: `class C { feature f; feature g; } class D { feature f; } feature c : C; feature d : D; datatype D1; datatype D2; classifier X;
    class C0 { feature f : D1; feature g : X; }`,
    language: 'kerml',
    ignored: ['subsetting-count']
});

// a type of both anywhere in the model decides
const joined = ['part def E :> D { part x [0..1] : Q, P :> typed; part y : Q :> typed; }', 'part def E :> D { part x : Q :>> typed; }'];
test.each([...findingsOfBodies({ shared: SHARED }, joined)])('beside a type of both: %s', (_, findings) => expect(findings).toEqual([]));

test('the types that share no value are named', () => {
    const body = 'part def E :> D { part x : Q :> typed; }';
    const [{ message }] = findingsOfBodies({ shared: SHARED }, [body]).get(body)!;
    expect(message).toBe("'typed' holds values of type Shared::P, and this feature those of Shared::Q: no value is of both");
});
