/** Rules of types, features and connectors. Lines end with `// code` where a finding of these rules is expected; all others are clean. */
import { describe, expect, it } from 'vitest';
import { findingsOf, type Language, linesAndCodes, marked } from './findings.js';

type Model = readonly [title: string, language: Language, text: string];

const SPECIALIZATION: readonly Model[] = [
    [
        'kinds of classifiers',
        'kerml',
        `
        datatype D; class C; struct S; behavior B; assoc A { end x; end y; } assoc struct AS { end x; end y; }
        datatype D1 :> D;
        datatype D2 :> C; // data-type-specialization
        datatype D3 :> A; // data-type-specialization
        class C1 :> C;
        class C2 :> D; // class-specialization
        class C3 :> A; // class-specialization
        assoc struct AS1 :> A, S;
        struct S1 :> C;
        struct S2 :> B; // structure-specialization
        behavior B1 :> C;
        behavior B2 :> S; // behavior-specialization
        classifier X :> D; `
    ],
    [
        'kinds of definitions',
        'sysml',
        `
        part def P; attribute def A; action def Act; enum def E { v; } connection def Conn { end a; end b; }
        attribute def A1 :> P; // data-type-specialization
        part def P1 :> A; // class-specialization
        part def P2 :> E; // class-specialization
        part def P3 :> Act; // structure-specialization
        action def Act1 :> P; // behavior-specialization
        part def P4 :> Conn; // class-specialization
        item def I :> P;
        connection def Conn1 :> P { end a; end b; }`
    ],
    [
        'conjugation',
        'kerml',
        `
        class C; classifier K; feature f : C;
        class C1 conjugates C;
        class C2 conjugates K; // default-supertype
        classifier K1 ~ K1; // default-supertype
        feature f1 ~ f;
        feature f2 ~ f2; // feature-has-type
        classifier K2 ~ K ~ C; // at-most-one-conjugator
        type T :> K ~ C; // conjugated-specific
        specialization subclassifier C1 :> K; // conjugated-specific`
    ],
    [
        'unioning, intersecting, differencing',
        'kerml',
        `
        classifier A; classifier B;
        classifier C unions A, B intersects A, B differences A, B;
        classifier D unions A; // type-unioning-not-one
        classifier E intersects A; // type-intersecting-not-one
        classifier F differences A; // type-differencing-not-one
        classifier G unions A, G; // type-unioning-self
        classifier H intersects A, H; // type-intersecting-self
        classifier I differences A, I; // type-differencing-self`
    ],
    [
        'one multiplicity',
        'kerml',
        `
        class C [1] { multiplicity m [2]; } // only-one-multiplicity
        class D { multiplicity m [2]; }`
    ],
    [
        'cycles of definitions and usages',
        'sysml',
        `
        part def A :> B;
        part def B :> C;
        part def C :> A;
        part def D :> D;
        part def E :> A;
        part x :> y;
        part y :> x;
        part def F { part f : F; }`
    ],
    [
        'cycles of classifiers',
        'kerml',
        `
        classifier A :> B;
        classifier B :> A;
        classifier C :> D;
        classifier D :> C, Base::Anything;
        classifier E :> E;`
    ]
];

const FEATURES: readonly Model[] = [
    [
        'chains',
        'kerml',
        `
        class C { feature g; } class D { feature h; }
        feature f : C { feature i chains f.i; } // chaining-features-not-self
        feature k chains f.g;
        feature m chains f; // chaining-feature-not-one
        feature n chains f chains D::h; // chaining-feature-conformance
        feature o chains f chains C::g;`
    ],
    [
        'ends',
        'kerml',
        `
        class X;
        assoc A {
            in end a : X; // end-feature-direction
            derived end b : X; // end-feature-modifier
            abstract end c : X; // end-feature-modifier
            composite end d : X; // end-feature-modifier
            portion end e : X; // end-feature-modifier
            end f : X [0..1]; // end-feature-multiplicity
            end [0..*] feature g : X [1];
        }`
    ],
    [
        'cross features',
        'kerml',
        `
        class X { feature ys : Y [*]; feature zs : Z [*]; } class Y { feature xs : X [*]; } class Z;
        assoc A { end x : X crosses y.xs; end y : Y crosses x.ys; }
        assoc B { end x : X crosses y.xs; end y : Y crosses x.zs; } // cross-feature-type
        assoc C {
            end x : X crosses x.ys; // cross-subsetting-chain cross-feature-type
            end y : Y;
        }
        assoc D {
            end x : X crosses Y::xs; // cross-subsetting-chain
            end y : Y;
        }
        feature f crosses Y::xs; // cross-subsetting-crossing-feature
        assoc E { end a [0..1] feature x : X; end b [0..*] feature y : Y; }`
    ],
    [
        'references and crossings are single',
        'kerml',
        `
        feature a; feature b;
        feature c references a;
        feature d references a references b; // reference-subsetting-at-most-one
        assoc A { end x { feature g; } end y { feature g; } }
        assoc B :> A { end x crosses y.g crosses y.g; end y; } // cross-subsetting-at-most-one`
    ],
    [
        'variable features',
        'kerml',
        `
        class C { var feature a; const feature b; portion var feature c; } // portion-not-variable
        datatype D { var feature a; } // variable-feature-owner
        var feature p; // variable-feature-owner
        class E { feature a := 1; var feature b := 1; } // initial-value-not-variable`
    ],
    [
        'features that may vary in time',
        'sysml',
        `
        part def P { constant attribute a; attribute b := 1; }
        attribute def A {
            constant attribute a; // constant-not-variable
            attribute b := 1; // initial-value-not-variable
        }
        action def B { attribute n := 0; }`
    ],
    [
        'overriding of values',
        'sysml',
        `
        part def A { attribute x = 1; attribute y default = 2; attribute z; }
        part def B :> A {
            attribute :>> x = 3; // feature-value-overriding
            attribute :>> y = 4;
            attribute :>> z = 5;
        }
        part def C :> B { attribute :>> y = 6; } // feature-value-overriding
        part def D { attribute u; attribute v; }
        part def E :> D {
            attribute :>> u, v = 1; // redefinition-no-derived-name
            attribute w :>> u, v = 1;
        }`
    ],
    [
        'results',
        'sysml',
        `
        calc def A { in x; return y; x }
        calc def B { return y; return z; } // only-one-return-parameter
        calc def C { in x; 1 }
        calc def D :> C { in x; 2 } // result-expression-at-most-one
        constraint def E { true }
        constraint e : E { false } // result-expression-at-most-one
        constraint f : E;`
    ]
];

const SUBSETTING: readonly Model[] = [
    [
        'access',
        'sysml',
        `
        part def A { part p; part q :> p; }
        part a : A { part r :> p; part s { part t :> p; } }
        part b { part u :> A::p; } // subsetting-featuring-types
        part c :> a.p;
        part d :> A::p; // subsetting-featuring-types
        part e { perform action f; }
        part g { perform e::f; } // subsetting-featuring-types
        part h { perform e.f; }
        part def I { part p2 :>> A::p; } // redefinition-no-inherited`
    ],
    [
        'access of relationships that stand alone',
        'kerml',
        `
        class A { feature x; feature y; } class B { feature z; } feature a : A;
        subset A::x subsets A::y;
        subset A::x subsets B::z; // subsetting-featuring-types
        subset a.x subsets a.y;
        subset a.x subsets B::z; // subsetting-featuring-types`
    ],
    [
        'uniqueness and constancy',
        'sysml',
        `
        part def A { part a [*]; part b [*] nonunique; constant attribute c; }
        part def B :> A {
            part x [*] nonunique :> a; // subsetting-uniqueness-conformance
            part y [*] nonunique :> b;
            part z [*] :> b;
            attribute d :> c; // subsetting-constancy-conformance
            constant attribute e :> c;
        }`
    ],
    [
        'multiplicities',
        'sysml',
        `
        part def A { part a [2..4]; part b; }
        part def B :> A {
            part x [5] :> a; // subsetting-multiplicity
            part y [1] :> a;
            part w [3] :> b;
        }
        part def B2 :> A { part z [1..3] :>> a; } // redefinition-multiplicity
        part def C :> A { part :>> a [2..*]; } // subsetting-multiplicity
        part def D { part a [3..2]; } // multiplicity-range
        part def D2 { attribute k : ScalarValues::Integer = 3; part a [5..k]; } // multiplicity-range
        part def D3 { attribute k : ScalarValues::Integer = 3; part a [2..k]; part b [k..*]; }
        part def E { attribute n : ScalarValues::Natural; attribute s : ScalarValues::String; part a [n]; }
        part def F { attribute s : ScalarValues::String; part a [s]; } // multiplicity-bound-natural
        part def G { part a [1.5]; part b [2]; } // multiplicity-bound-natural
        part def H { attribute b : ScalarValues::Boolean; part a [0..b]; } // multiplicity-bound-natural`
    ]
];

const REDEFINITION: readonly Model[] = [
    [
        'featuring types',
        'sysml',
        `
        part w;
        part w1 :>> w; // redefinition-package-level
        part def B { alias e1 for V::e; }
        part def V :> B {
            part e;
            part s :>> e1; // redefinition-same-featuring
        }
        part def W :> V { part :>> e; }`
    ],
    [
        'directions',
        'kerml',
        `
        behavior A { in x; inout y; composite step b : B { in x1; } } // redefinition-direction-conformance
        behavior B :> A {
            out x1; // redefinition-direction-conformance
            out y1;
        }
        class C { in z; } class D :> C { in :>> z; } class E :> C { out :>> z; } // redefinition-direction-conformance
        class C1 conjugates C;
        class D1 :> C1 { out :>> z; }
        class D2 :> C1 { in :>> z; } // redefinition-direction-conformance`
    ],
    [
        'conjugated ports',
        'sysml',
        `
        port def P { in x; }
        part def A { port p : P { in :>> x; } port q : ~P { out :>> x; } }
        part def B { port q : ~P { in :>> x; } } // redefinition-direction-conformance`
    ],
    [
        'a parameter stated by what it redefines takes no other place',
        'sysml',
        `
        action def Bump { in c; out n; } action def More :> Bump { out :>> n; }
        part def M { action p : Bump { in :>> c; } } part m : M { action :>> p : More { in :>> c; } }
        part o { action p : More { in c; } action q : More { in d; } } // redefinition-direction-conformance`
    ],
    [
        'ends',
        'kerml',
        `
        assoc A { end x; end y; }
        assoc B :> A { end :>> x; end :>> y; }
        assoc C :> A { feature :>> x; } // redefinition-not-end`
    ],
    [
        'types',
        'sysml',
        `
        attribute def U; part def P; part def Q :> P; part def R;
        part def A { attribute n : ScalarValues::Integer; attribute r : ScalarValues::Real; part p : P; attribute u : U; ref o; }
        part def B :> A { attribute :>> r : ScalarValues::Integer; part :>> p : Q; ref :>> o : R; }
        part def C :> A { part :>> p : R; } // redefinition-type-mismatch
        part def D :> A { attribute :>> n : ScalarValues::String; } // redefinition-type-mismatch
        part def E :> A { attribute :>> u : ScalarValues::Real; } // redefinition-type-mismatch`
    ],
    [
        'chains through references',
        'sysml',
        `
        part def E { attribute m; } port def Q { attribute m; }
        part def V { part e : E; ref r : E; port q : Q; }
        part v : V { attribute :>> e.m; }
        part w : V { attribute :>> r.m; } // redefinition-through-reference
        part x : V { attribute :>> q.m; } // redefinition-through-reference
        requirement def S { subject v : V; }
        requirement s : S { part :>> v.e; } // redefinition-through-reference`
    ]
];

const CONNECTORS: readonly Model[] = [
    [
        'related elements',
        'sysml',
        `
        connection def C0; // related-elements
        abstract connection def C1;
        connection def C2 { end a; end b; }
        connection def C3 :> C2;
        part p {
            part a; part b;
            connection { end ::> a; } // connector-related-features
            abstract connection { end ::> a; }
            connection { end ::> a; end ::> b; }
            connection : C2 connect a to b;
            connect a to b;
            message m;
            bind a = b;
            variation connection v { variant connection connect a to b; }
        }
        allocation def A;`
    ],
    [
        'surplus ends',
        'sysml',
        `
        connection def C { end a; end b; } port def Q; connection def B :> Links::BinaryLink { end a; end b; }
        connection def C3 { end a; end b; end c; }
        interface def I { end a : Q; end b : Q; end c : Q; }
        part p {
            part a; part b; part c;
            connection : C connect (a, b, c); // connector-ends
            connection : B connect (a, b, c); // connector-ends
            connection : C3 connect (a, b, c);
            connect (a, b, c);
        }
        abstract flow def H { end a; }
        flow def F :> H { end a; end b; }
        flow def G :> F { end a; end b; end c; } // flow-def-too-many-ends
        flow def J :> G; // flow-def-too-many-ends`
    ],
    [
        'types of ends',
        'kerml',
        `
        class X; class Y; class Z :> X;
        assoc A { end x : X; end y : Y; }
        assoc B { end x : X, Y; end y : Y; } // association-end-types
        assoc C { end x : X, Z; end y : Y; }
        assoc D { end x : X; } // related-elements
        assoc E :> Links::BinaryLink { end a; end b; end c; } // connector-ends
        assoc F { end a; end b; end c; }
        assoc G :> F { end a; end b; end c; end d; }`
    ],
    [
        'access',
        'sysml',
        `
        part def F { part a; }
        part def C {
            part b : F; part c { part d; }
            connect b.a to c.d;
            connect b.a to c::d; // connector-type-featuring
            bind b = c;
            part e { part x; connect b to x; } // connector-type-featuring
            action f { action g; action h; first g then h; }
            action k; succession first f then k;
        }`
    ],
    [
        'flows',
        'sysml',
        `
        part def A {
            part def B { out o; } part def D { in i; }
            part b : B; part d : D;
            flow from b.o to d.i;
            flow b.o to d.i;
            flow x from B::o to D::i; // flow-end-subsetting
            message m from b to d;
        }`
    ],
    [
        'interfaces',
        'sysml',
        `
        port def Out { out f; in g; } port def In { in f; out g; } part def X;
        interface def I { end a : Out; end b : ~Out; }
        interface def J { end a : Out; end b : In; }
        interface def K { end a : Out; end b : Out; } // port-conjugation
        interface def L { end a : Out; end part b : X; } // association-end-types interface-end-not-port
        part p {
            port o : Out; port i : In; port o2 : Out; part x : X;
            interface o to i;
            interface : J connect o to i;
            interface o to o2; // port-conjugation
            interface o to x; // interface-end-not-port
            interface { end ::> o; end part ::> x; } // interface-end-not-port
        }`
    ],
    [
        'bound features',
        'sysml',
        `
        part def X; part def Y; part def Z :> X;
        part p {
            part x : X; part y : Y; part z : Z;
            bind x = z;
            bind x = y; // bound-feature-types
        }
        requirement def R { subject s : X; } requirement r : R; part u : X; part v : Y;
        satisfy r by u;
        satisfy r by v; // bound-feature-types
        calc def G { return : ScalarValues::Integer; "a" } // bound-feature-types
        calc def H { return : ScalarValues::Real; 1 }`
    ],
    [
        'multiplicity at the source of a succession',
        'sysml',
        `
        action def A {
            action a; action b;
            succession first [1] a then [0..1] b;
            succession first [2] a then b; // end-feature-multiplicity
        }`
    ]
];

const FAMILIES: readonly (readonly [string, readonly Model[]])[] = [
    ['specialization', SPECIALIZATION],
    ['features', FEATURES],
    ['subsetting', SUBSETTING],
    ['redefinition', REDEFINITION],
    ['connectors', CONNECTORS]
];

for (const [family, models] of FAMILIES) {
    describe(family, () => {
        it.each(models)('%s', (_, language, text) => {
            const expected = marked(text);
            const codes = new Set(models.flatMap(([, , t]) => marked(t).map(([, code]) => code)));
            const findings = findingsOf(text, language);
            expect(linesAndCodes(findings.filter(f => f.severity === 'error' || codes.has(f.code))).sort(byLine)).toEqual(
                expected.sort(byLine)
            );
        });
    });
}

function byLine(a: readonly [number, string], b: readonly [number, string]): number {
    return a[0] - b[0] || a[1].localeCompare(b[1]);
}
