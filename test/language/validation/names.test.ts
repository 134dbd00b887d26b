/**
 * Names: what leads to nothing or to the wrong kind of element, name conflicts, imports, the ends of
 * transitions, lints. `// code` marks the lines.
 */
import { describe, expect, it } from 'vitest';
import { findingsWith, isExactDouble } from '../../../src/language/validation/lints.js';
import { allowedDistance, distance } from '../../../src/language/syntax/index.js';
import { loadLibrary } from '../../../src/language/library/loading.js';
import '../../../src/runtime/evaluation/model-level.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { findingsOf, type Language, linesAndCodes, marked } from './findings.js';

const CODES = [
    'unresolved',
    'name-conflict',
    'import-top-level-visibility',
    'library-package',
    'annotation-about-itself',
    'filter-not-boolean',
    'filter-not-evaluable',
    'not-a-vertex',
    'endpoint-not-of-machine',
    'no-outgoing-transition',
    'undeclared-signal',
    'port-type-mismatch',
    'deferred-keeper-unmarked'
];

const MODELS: readonly (readonly [string, Language, string])[] = [
    [
        'nothing of that name',
        'sysml',
        `
        package P {
            part a : Missing; // unresolved
            part b : P::Missing; // unresolved
            part c : Missing::A; // unresolved
            part d :> a.missing; // unresolved
            part e : $::Missing; // unresolved
            private import Missing::*; // unresolved
            alias x for Missing; // unresolved
            attribute f = missing + 1; // unresolved
            part def A { private part p; part q; }
            part g : A;
            part h :> g.p; // unresolved
            part i :> g.q;
        }
    `
    ],
    [
        'the conditions of a view hide nothing that it imports',
        'sysml',
        `
        package P {
            metadata def Safety;
            part def Car { part belt { @Safety; } part radio; }
            view v { private import Views::*; filter @Safety; expose Car::**; render asElementTable; }
            view def V { private import Views::*; private import Car::*; filter @Safety; part r :> radio; render asTreeDiagram; }
            package Q { private import Views::*; filter @Safety; view w { render asElementTable; } } // unresolved
        }
    `
    ],
    [
        'elements of the wrong kind',
        'kerml',
        `
        package P {
            classifier C; feature f; type T :> Base::Anything;
            classifier A specializes f; // unresolved
            classifier B specializes T; // unresolved
            type D :> f;
            feature g : P; // unresolved
            feature h subsets C; // unresolved
            feature i redefines C; // unresolved
            feature j chains f.that;
            feature k chains C.f; // unresolved
            feature l inverse of C; // unresolved
            feature m featured by C;
            feature n featured by P; // unresolved
            classifier E unions P, C; // unresolved
            classifier F disjoint from P; // unresolved
            specialization subclassifier C :> f; // unresolved
            specialization typing f : C;
            specialization subset C :> f; // unresolved
            public import C::*;
            alias a for P;
            public import P::a::*;
        }
    `
    ],
    [
        'imports that a type inherits',
        'kerml',
        `
        package P {
            package L { classifier X { classifier Y; } classifier Z; }
            classifier A { private import L::*; feature x : X; }
            classifier B :> A { feature y : X; } // unresolved
            classifier C { protected import L::*; feature x : X; }
            classifier D :> C { feature y : X; feature z : Z; }
            classifier E :> D { feature w : X::Y; }
            feature f : C::X; // unresolved
            feature g : D::X; // unresolved
            classifier F { public import L::X; }
            classifier G :> F;
            feature h : G::X;
            feature i : G::Z; // unresolved
        }
    `
    ],
    [
        'imports that filter',
        'kerml',
        `
        package P {
            private import KerML::*; metaclass S { feature m : ScalarValues::Boolean; } metaclass T :> S;
            package L { classifier a { @S { m = true; } } classifier b { @T; } feature c { @S; } struct d; package In { classifier e { @S; } } }
            package F1 {
                public import L::*[@S];
                classifier x :> a; classifier y :> b; feature z :> c;
                classifier w :> d; // unresolved
                classifier v :> e; // unresolved
            }
            package F2 {
                public import L::**[@T];
                classifier y :> b;
                classifier x :> a; // unresolved
            }
            package F3 {
                public import L::*;
                filter @Structure;
                classifier w :> d;
                classifier x :> a; // unresolved
            }
            package F4 {
                public import L::*[@S][(as S).m];
                classifier x :> a;
                feature z :> c; // unresolved
            }
            package F5 {
                public import F1::*; public import L::d[@S];
                classifier x :> a;
                classifier w :> d; // unresolved
            }
        }
    `
    ],
    [
        'redefinitions are looked up in what the owner specializes',
        'kerml',
        `
        package P {
            classifier A { feature x { feature y; } feature k : B; }
            classifier B { feature q; }
            classifier C :> A { feature :>> x { feature :>> y; } feature :>> k { feature :>> q; } }
            classifier D :> A { feature :>> x.y; feature u :> x.y; feature v :> k.q; }
            classifier E :> A { feature other { feature :>> y; } } // unresolved
            feature a : A { feature :>> x { feature :>> y; } feature :>> k.q; }
            feature b :> a { feature :>> z; } // unresolved
        }
    `
    ],
    [
        'features that a redefinition under another name hides',
        'kerml',
        `
        package P {
            class A { feature x; }
            class B specializes A { feature y redefines x; }
            class C specializes A;
            class D specializes B, C { feature p subsets y; feature q subsets x; } // unresolved
            class E specializes C, B { feature p subsets y; feature q subsets x; } // unresolved
            class F specializes B { feature z redefines A::x; feature p subsets z; feature q subsets y; } // unresolved
            class G specializes B { feature z redefines y; }
            class H specializes G, C { feature p subsets z; feature q subsets y; } // unresolved
            class I specializes B { feature redefines A::x; feature p subsets x; feature q subsets y; } // unresolved
            class J specializes C { feature x redefines x; }
            class K specializes A, J { feature p subsets x; }
            feature d : D { feature r = y; feature s = x; } // unresolved
        }
    `
    ],
    [
        'labels of a constructor',
        'sysml',
        `
        attribute def D { attribute a; private attribute b; } part def P :> Q; part def Q { attribute c; }
        attribute ok = new D(a = 1); attribute ok2 = new P(c = 1);
        attribute bad = new D(x = 1); // unresolved
        attribute bad2 = new D(b = 1); // unresolved
    `
    ],
    [
        'members that share a name',
        'sysml',
        `
        package P {
            part def A; // name-conflict
            part def A; // name-conflict
            part <A> b;
            item def <A> C; // name-conflict
            attribute d; part d; port d;
            item e; // name-conflict
            part e; // name-conflict
            attribute <s> s1; // name-conflict
            part s;
           attribute <s> s3; // name-conflict
            part def G { part x; attribute y; private part z; }
            part def H :> G { part x; attribute z; part y; } // name-conflict
            part def I :> G { part :>> x; attribute y2 :>> y; attribute y; part z; }
            part f : G { part x; } // name-conflict
            alias A2 for A; alias A3 for A;
            alias f2 for f; // name-conflict
            part f2; // name-conflict
        }
        package Q { part def A; part def B; }
        package R { part def A; part def C; }
        package S {
            private import Q::*;
            private import R::*; // name-conflict
        }
        package T { private import Q::*; private import R::*; part def A; }
        package U { private import Q::A; private import Q::*; }
    `
    ],
    [
        'imports and library packages',
        'sysml',
        `
        public import ScalarValues::*; // import-top-level-visibility
        protected import ScalarValues::*; // import-top-level-visibility
        private import ScalarValues::Real;
        import ScalarValues::Integer;
        standard library package L { public import ScalarValues::*; } // library-package
    `
    ],
    [
        'annotations about themselves',
        'sysml',
        `
        library package M { comment c about c /* itself */ } // annotation-about-itself
        comment d about M /* the package */
    `
    ],
    [
        'filters',
        'sysml',
        `
        package P {
            metadata def Safety { attribute isMandatory : ScalarValues::Boolean; }
            attribute x : ScalarValues::Boolean;
            filter @Safety;
            filter @Safety and (as Safety).isMandatory;
            filter 3; // filter-not-boolean
            filter "text"; // filter-not-boolean
            private import P::*[@Safety];
            private import P::*[1 + 2]; // filter-not-boolean
        }
    `
    ],
    [
        'ends of transitions',
        'sysml',
        `
        part def Door;
        state def Other { state elsewhere; }
        state def Machine {
            attribute a;
            part p;
            entry; then off;
            state off { state inner; }
            state on;
            transition first off then on;
            transition first off.inner then on;
            transition first on then done;
            transition first off then p; // not-a-vertex
            transition first p then on; // not-a-vertex
            transition first off then Other::elsewhere; // endpoint-not-of-machine
            choice c; // no-outgoing-transition
            choice d;
            if true then on;
            junction j;
            transition first j then off;
        }
        state usage : Other {
            state more;
            transition first elsewhere then more;
        }
    `
    ],
    [
        'keepers of deferred signals',
        'sysml',
        `
        package MigrationMetadata {
            metadata def DeferredEvent { ref signal : Base::Anything[1]; }
            metadata def DeferredKeeper;
        }
        item def Door;
        item def Key;
        state def Unmarked {
            @MigrationMetadata::DeferredEvent { ref :>> signal : Door; }
            do action buffer {
                first start then receive;
                action receive accept kept : Door; // deferred-keeper-unmarked
            }
        }
        state def Marked {
            @MigrationMetadata::DeferredEvent { ref :>> signal : Door; }
            do action buffer {
                first start then receive;
                #MigrationMetadata::DeferredKeeper action receive accept kept : Door;
            }
        }
        state def Other {
            @MigrationMetadata::DeferredEvent { ref :>> signal : Door; }
            do action buffer { action receive accept kept : Key; }
        }
    `
    ],
    [
        'lints',
        'sysml',
        `
        item def Sent;
        item def Declared;
        port def A; port def B; port def C :> A; port def D { in item x; } port def E { out item x; }
        port def F { out item x; in item y; } port def G { out item z; } port def H { in item x; in item y; }
        action def Sender { send new Sent(); }
        state def Machine {
            entry; then s;
            state s;
            transition first s when Sent then s;
            transition first s when Declared then s;
            transition first s when Unknown then s; // undeclared-signal
        }
        part def P {
            port a : A; port b : B; port c : C; port d : D; port e : E; port f : ~D; part n;
            port g : F; port h : G; port i : H; port j : ~E;
            connect a to b;
            connect a to c;
            connect a to h; // port-type-mismatch
            connect d to g;
            connect d to h; // port-type-mismatch
            connect g to i; // port-type-mismatch
            connect d to j; // port-type-mismatch
            connect e to j;
            connect g to j;
            flow h.z to d.x;
            flow d.x to h.z; // port-type-mismatch
            flow from g.x to j.x;
            connect d to e;
            connect d to f;
            connect a to n;
            interface a to b;
            interface d to h; // port-type-mismatch
        }
    `
    ]
];

describe('names', () => {
    it.each(MODELS)('%s', (_, language, content) => {
        expect(linesAndCodes(findingsOf(content, language), ...CODES).sort((a, b) => a[0] - b[0])).toEqual(marked(content));
    });

    it.each([
        ['part a :\n  P::Missing;', 2, 6, 13],
        ['part a : Missing::B;', 1, 10, 17],
        ['connect [1] x to y;\npart y;', 1, 13, 14],
        ['private import Missing::*;', 1, 16, 23]
    ] as const)('reports the missing segment of %j', (text, startLine, startCol, endCol) => {
        const [finding] = findingsOf(`${text}\npackage P { }`).filter(f => f.code === 'unresolved');
        expect(finding.span).toMatchObject({ startLine, startCol, endLine: startLine, endCol });
    });

    it.each([
        ['part def Wheel; part w : Wheell;', 'Wheel'],
        ['part def Wheel; part w : Wehel;', 'Wheel'],
        ['part def wheel; part w : WHEEL;', 'wheel'],
        ['attribute a : Integer;', 'ScalarValues::Integer'],
        ['attribute a = 3 [kg];', 'SI::kg'],
        ['package T { attribute def <TM> Telemetry; } attribute a : TM;', 'T::TM'],
        ["package T { part def 'SA-506'; } part t : T::'SA-505';", 'SA-506'],
        ["package T { attribute 'SA-506'; } attribute t = T::SA-506;", 'SA-506'],
        ['package T { part def Rocket; } part t : T::Roket;', 'Rocket']
    ])('suggests a near name: %s', (text, candidate) => {
        const [finding] = findingsOf(text).filter(f => f.code === 'unresolved');
        expect(finding.message).toMatch(new RegExp(`did you mean .*'${candidate.replace(/[.*+?^$]/g, '\\$&')}'`));
    });

    it('suggests nothing that is far', () => {
        expect(findingsOf('part def Wheel; part w : Engine2X;').find(f => f.code === 'unresolved')?.message).not.toMatch(/Wheel/);
    });

    it('suggests short names of other namespaces only as they are written', () => {
        expect(findingsOf('attribute a = 3 [Kg];').find(f => f.code === 'unresolved')?.message).not.toMatch(/SI::kg/);
    });

    it('tells what hides a unit', () => {
        const [finding] = findingsOf('package A { private import SI::*; attribute m = 3 [m]; }').filter(f => f.code === 'type.expr');
        expect(finding.message).toMatch(/'m' is the attribute A::m and hides the unit SI::m: write 'SI::m'$/);
        expect(findingsOf('part w[2]; attribute m = w[1];').find(f => f.code === 'type.expr')?.message).toMatch(
            /must be a unit; an index is written `#\(…\)`$/
        );
    });
});

describe('distances', () => {
    it.each([
        ['ab', 'ba', 1],
        ['kitten', 'sitting', 3],
        ['same', 'same', 0],
        ['abc', 'abcd', 1]
    ])('%s and %s', (a, b, expected) => {
        expect(distance(a, b, 5)).toBe(expected);
    });
    it('allows more for longer names', () => {
        expect([1, 2, 3, 5, 6, 8, 9].map(allowedDistance)).toEqual([0, 0, 1, 1, 2, 2, 3]);
    });
});

describe('rounded literals', () => {
    it.each([
        ['0.5', true],
        ['0.1', false],
        ['1e3', true],
        ['2.5e-1', true],
        ['1e-1', false],
        ['9007199254740993.0', false],
        ['.25', true],
        ['0e-999999999', true],
        ['1e-999999999', false]
    ])('%s', (literal, isExact) => {
        expect(isExactDouble(literal)).toBe(isExact);
    });
    it('are reported on request only', () => {
        const content =
            'attribute a : ScalarValues::Real = 0.1;\nattribute b : ScalarValues::Real[*] = (0.5, 0.3);\nattribute c : ScalarValues::Rational = 0.1;\nattribute d : ScalarValues::Real = 3;';
        const { model } = {
            model: new Workspace({ library: loadLibrary() }).parseFresh([{ name: 'a.sysml', language: 'sysml', content }])
        };
        expect(model.diagnostics.filter(d => d.code === 'rounded-real-literal')).toEqual([]);
        const [document] = model.documents;
        expect(
            findingsWith(document, { disabledLints: new Set(), enabledLints: new Set(['rounded-real-literal']) }, model.documents).map(
                f => document.spanAt(f.offset, f.end).startLine
            )
        ).toEqual([1, 2]);
    });
});
