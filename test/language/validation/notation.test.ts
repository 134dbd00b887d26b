/**
 * Notation checks: what the standards' grammars do not admit, and what is accepted with a warning. Lines end with `// code`
 * where a finding is expected.
 */
import { describe, expect, it } from 'vitest';
import { findingsOf, type Language, linesAndCodes, marked } from './findings.js';

const CODES = ['syntax', 'nonstandard-notation', 'kerml-notation', 'import-visibility', 'ambiguous-modifier-kind', 'reserved-keyword-name'];

const MODELS: readonly (readonly [string, Language, string])[] = [
    [
        'members that only certain bodies admit',
        'sysml',
        `
        part def P {
            subject s; // syntax
            actor a; // syntax
            stakeholder h; // syntax
            objective o; // syntax
            entry; // syntax
            do action d; // syntax
            exit action e; // syntax
            require constraint c; // syntax
            assume constraint c2; // syntax
            frame concern f; // syntax
            verify requirement v; // syntax
            render rendering r; // syntax
            return x; // syntax
            filter true; // syntax
            transition first a then b; // syntax
            first a; // syntax
            first a if true then b; // syntax
            accept T; // syntax
            send x; // syntax
            assign a := 1; // syntax
            fork; // syntax
            then done; // syntax
        }
        requirement def R { subject s; actor a; stakeholder h; require constraint c; assume constraint c2; frame concern f; verify requirement v; }
        use case def U { subject s; actor a; objective o; return x; }
        case def C { stakeholder h; } // syntax
        requirement def R2 { objective o; } // syntax
        calc def D { return x; in y; x }
        state def S { entry; then s; do action d; exit action e; state s; transition first s then t; state t; }
        view def V { render rendering r; filter true; }
        view v { render rendering r; filter true; expose P::*; }
        action def A { first a; then action a; action b accept T; send x; assign y := 1; fork f; if true { } while true { } for i in (1, 2) { } terminate; first b if true then a; }
        package Q { variant part x; } // syntax
        expose P::*; // syntax
    `
    ],
    [
        'argument labels, trailing commas',
        'sysml',
        `
        calc def F { in x; in y; return z; } item def D { attribute a; }
        item d = new D(D::a = 1); attribute f = F(F::x = 1, y = 2); attribute s = (1, 2,)#(1,); attribute u = 5 [SI::kg,];
        attribute g = F(F.x = 1); // syntax
        attribute h = s#(1,,); // syntax
    `
    ],
    [
        'ends with cross features',
        'sysml',
        `
        part def X; metadata def M;
        abstract connection def C { end ref y[0..1] part x : X; end derived ref z[*] ref w : X; end ref part v : X; end ref [1] #M part t : X; }
        variation connection def D { variant end part a : X; variant end ref b : X; variant end c[0..1] part d : X; variant end ref e[1] ref f : X; }
        variation part def V { variant end a; } // syntax
        part def W { end #M ref q; } // syntax
    `
    ],
    [
        'bindings and successions behind cross features, ends behind then',
        'sysml',
        `
        port def T; metadata def M;
        abstract connection def C { part p; end a[1] : T bind p = p; end b[1] binding k bind p = p { }
            end c[1] succession s first p then p; end [1] #M first p then p; }
        variation connection def D { variant end d[1] bind d = d; }
        interface def I { end p : T; then end q : T; then [1] private end r : T { doc /* x */ } }
        part def W { end p; then end q; } // syntax
        package Q { then end q; } // syntax
    `
    ],
    [
        'no other connectors behind cross features',
        'sysml',
        `
        connection def C { part p; end s[1] connect p to p; } // syntax
        connection def D { part p; end s[1] flow p to p; } // syntax
    `
    ],
    [
        'connectors and invariants behind cross features',
        'kerml',
        `
        metaclass M; class A { feature p; } feature a : A;
        assoc K { end x1 : A connector c from a to a; end [1] connector a to a; end x2 : A binding of a = a; end x3 [2] succession s first a then a;
            end x4 flow f of A from a.p to a.p; end x5 succession flow a.p to a.p; end x6 : A inv i { true } end x7 #M y; end x8 #M;
            end x9 #M connector (a, a, a); const end x10 : A feature; }
        assoc L { end x1 : A class C; } // syntax
    `
    ],
    [
        'conditions behind else',
        'sysml',
        `
        metadata def M;
        action a {
            if true { } else if true { } else #M if true { } else ref action q if true { } else abstract if true { } else action w { }
            if true { } else part x; // syntax
        }
    `
    ],
    [
        'bodies of relationships',
        'sysml',
        `
        part def A; metadata def M;
        alias B for A { doc /* x */ @M; #M metadata M; comment /* y */ rep language "x" /* y */ }
        private import A::* { doc /* y */ }
        alias C for A { part c; } // syntax
        alias D for A { private doc /* x */ } // syntax
    `
    ],
    [
        'bodies of relationships in KerML',
        'kerml',
        `
        class A; metaclass M; class Q;
        alias B for A { doc /* x */ class C; feature f; specialization subclassifier A specializes Q; comment /* z */ @M; }
        private import A::* { class D; doc /* x */ }
        dependency A to B { class E; package F { class G; } }
        alias H for A { private class C; } // syntax
        alias I for A { alias C for A; } // syntax
        alias J for A { private import A::*; } // syntax
    `
    ],
    [
        'successions without a source',
        'sysml',
        `
        action def A {
            then done; // syntax
            action a;
            /* a comment does not count */
            then b;
            if true then b;
            else b;
            part p;
            then b; // syntax
            action b;
            accept T then b; // syntax
        }
        state def S {
            accept T then s; // syntax
            entry;
            if true then s;
            then t;
            state s;
            accept T then t;
            accept T if true do action x then t;
            then s;
            do action d;
            accept T then s; // syntax
            state t;
            else s; // syntax
            item i;
            if true then s; // syntax
        }
    `
    ],
    [
        'prefixes that a kind does not admit',
        'sysml',
        `
        in package P; // syntax
        in part def Q; // syntax
        ref part def Q1; // syntax
        end part def Q2; // syntax
        derived part def Q3; // syntax
        constant part def Q4; // syntax
        snapshot part def Q5; // syntax
        individual attribute def Q6; // syntax
        individual port def Q7; // syntax
        abstract enum def Q8; // syntax
        variation metadata def Q9; // syntax
        abstract part def Q10;
        variation part def Q11;
        abstract individual item def Q12;
        individual def Q13;
        def Q14; // syntax
        part def T {
            individual attribute a1; // syntax
            snapshot enum a2; // syntax
            ref attribute a3;
            abstract @M; // syntax
            constant dependency from T to T; // syntax
            variant part def V1; // syntax
        }
        action def A { ref merge m; } // syntax
    `
    ],
    ['two directions', 'sysml', 'part def T { in out item a4; } // syntax'],
    [
        'declarations of nothing',
        'sysml',
        `
        part def P {
            ; // syntax
            { } // syntax
            = 5;
            ref;
            in x;
            : P;
            [3];
            :>> y = 4;
        }
    `
    ],
    [
        'bodies of their own',
        'sysml',
        `
        enum def E { a; enum b = 3; doc /* text */ part c; attribute d; } // syntax syntax
        interface def I { end a; ref b; attribute c; in d; } // syntax
        calc def C { in x; x + 1 attribute y; } // syntax
        part p { @M { x = 1; ref :>> y = 2; attribute z; } } // syntax
    `
    ],
    [
        'extension notation of machines',
        'sysml',
        `
        state def M {
            initial i; // nonstandard-notation
            i then a; // nonstandard-notation
            state a {
                accept E then b; // nonstandard-notation
                entry;
                accept E then b; // nonstandard-notation
                attribute x;
                accept E then b; // nonstandard-notation
                state c;
                accept E then b;
            }
            state b { region r { initial r1; state r2; then r1 r2; } } // nonstandard-notation nonstandard-notation nonstandard-notation
            defer E, F; // nonstandard-notation
            entry point p; // nonstandard-notation
            exit point q; // nonstandard-notation
            final f; // nonstandard-notation
            transition a to p; // nonstandard-notation
            transition t first a accept when true then f;
            transition a accept call(x) if x > 1 do { } then b; // nonstandard-notation nonstandard-notation
            entry { } // nonstandard-notation
            do { action n; } // nonstandard-notation
            exit { assign n := 1; } // nonstandard-notation
        }
        state def N { accept E then s; region r { accept E then s; } } // syntax nonstandard-notation syntax
        action def A { initial i; final f; region r; defer E; entry point p; } // syntax syntax syntax syntax syntax
        state def S { decision d; done d; } // syntax syntax
    `
    ],
    [
        'extension notation of actions',
        'sysml',
        `
        action def A {
            action a; action b;
            then a b; // nonstandard-notation
            then a b if true; // nonstandard-notation
            a then b; // nonstandard-notation
            decision d; // nonstandard-notation
            done e; // nonstandard-notation
            then e;
            done;
        }
        part def P {
            part a; part b;
            then a b; // syntax
            then a b if true; // syntax
            a then b; // syntax
            decision d; // syntax
            done e; // syntax
        }
    `
    ],
    [
        'extension notation of conditions',
        'sysml',
        `
        calc def C { in x; return x + 1; } // nonstandard-notation
        calc def D { in x; for i in (1, 2) { if true { return x + 1; } return y; } x } // nonstandard-notation nonstandard-notation
        action def E { for i in (1, 2) { return y; return y + 1; } } // syntax syntax
        part def P { attribute a; assert a > 3; assert not a > 3; } // nonstandard-notation nonstandard-notation
        part def S { attribute a; assert constraint { a > 3 } assert not constraint c { a > 4 } }
        requirement def R { attribute a; require a > 3; assume a > 4; } // nonstandard-notation nonstandard-notation
        constraint def K { attribute a; assume a > 4; require constraint { a > 5 } } // nonstandard-notation syntax
        part def Q { require a > 3; } // syntax
    `
    ],
    ['bind to a value', 'sysml', 'part def P { attribute a; bind a = 3 + 4; } // syntax'],
    [
        'words that are names',
        'sysml',
        `
        part def P { part choice; part junction; part history; part shallow; part deep; part initial; part final; part decision; part defer; part region; part done; part point; }
        state def T { in initial : T; in final; attribute region :> x; entry point; ref done : T; state defer; state decision : T; }
        action def A { action a; then done; }
    `
    ],
    [
        'extension notation',
        'sysml',
        `
        state def S {
            entry; then s;
            choice c; // nonstandard-notation
            junction j; // nonstandard-notation
            history h; // nonstandard-notation
            shallow history h2; // nonstandard-notation
            deep history h3; // nonstandard-notation
            fork f; // nonstandard-notation
            state s;
        }
        view def V { expose S; } // nonstandard-notation
        part def P { choice c; } // syntax
    `
    ],
    [
        'notation of KerML',
        'sysml',
        `
        namespace N { class C; } // kerml-notation
        class C; // kerml-notation
        assoc struct A; // kerml-notation
        part def P {
            feature f; // kerml-notation
            step s; // kerml-notation
            step :>> s; // kerml-notation
            part p featured by P; // kerml-notation
            feature g featured by P; // kerml-notation kerml-notation
        }
    `
    ],
    [
        'words of KerML that name usages',
        'sysml',
        `
        private import ScalarValues::*;
        calc def C { in step : Real; in feature : Real [1]; in expr [0..1] : Real; inv : Boolean; step * feature }
        attribute x = C(2.0, 3.0);
        allocation def A { end function; end behavior : P; end class [1] = p; }
        part def P { ref predicate; in datatype { doc /* none */ } }
        part p : P;
        allocation a : A allocate function ::> p to behavior ::> p;
    `
    ],
    [
        'imports and modifiers',
        'sysml',
        `
        import ScalarValues::*; // import-visibility
        private import ScalarValues::Real;
        part def P {
            ref part; // ambiguous-modifier-kind
            individual item; // ambiguous-modifier-kind
            event occurrence; // ambiguous-modifier-kind
            snapshot part; // ambiguous-modifier-kind
            ref part p;
            ref part :>> q;
            ref;
        }
    `
    ],
    [
        'prefixes and bodies of KerML',
        'kerml',
        `
        in class A; // syntax
        abstract class B;
        derived package P; // syntax
        package Q { member feature x; filter true; } // syntax
        class C { return x; filter true; } // syntax syntax
        function F { in y; return x; }
        type T; // syntax
        type T1 specializes B; type T2 conjugates B;
        class D1 specializes B conjugates B; // syntax
        class D2 conjugates B;
        feature f featured by B;
        class at; class while; class merge; class decide;
    `
    ]
];

describe('notation', () => {
    it.each(MODELS)('%s', (_, language, content) => {
        expect(linesAndCodes(findingsOf(content, language), ...CODES).sort(byLine)).toEqual(marked(content).sort(byLine));
    });

    it('is an error in strict mode', () => {
        const findings = findingsOf('state def S { choice c; }\nclass C;\nimport ScalarValues::*;\npart p featured by C;', 'sysml', true);
        expect(findings.map(f => [f.severity, f.code])).toEqual([
            ['error', 'nonstandard-notation'],
            ['error', 'kerml-notation'],
            ['error', 'import-visibility'],
            ['error', 'kerml-notation']
        ]);
    });

    it.each([
        [
            'a vertex nested in other states',
            'state def S { entry; then e; state a { state b; state c { state d; } } state e; transition first e then d; }'
        ],
        ['a start of its own name', 'action def A { action a; first begin; then begin a; }'],
        ['an action performed by its definition', 'action def A; state def S { entry A; } state def T { do perform A; }'],
        ['a function behind an arrow', "calc def C { in x [*]; x->collect { in y; y }->reduce '+' }"],
        ['an object that is sent', 'item def I; action def A { part p; action a { send I() to p; } }'],
        ['an effect behind the target', 'state def S { entry; then a; state a; state b; transition first a then b do action x; }']
    ])('%s is an extension', (_, model) => {
        const codes = (strict: boolean): [string, string][] => findingsOf(model, 'sysml', strict).map(f => [f.severity, f.code]);
        const found = codes(false);
        expect(found.length).toBeGreaterThan(0);
        expect(found).toEqual(found.map(() => ['warning', 'nonstandard-notation']));
        expect(new Set(codes(true).map(String))).toEqual(new Set(['error,nonstandard-notation']));
    });

    it('of undeclared signals is judged by a lint, and strictly by resolution', () => {
        const model = 'state def S { entry; then a; state a; state b; transition first a accept Go then b; }';
        expect(findingsOf(model).map(f => [f.severity, f.code])).toEqual([['warning', 'undeclared-signal']]);
        expect(findingsOf(model, 'sysml', true).map(f => [f.severity, f.code])).toEqual([['error', 'unresolved']]);
    });

    it('reads parameters of a call in the guard and effect of its transition only', () => {
        const model =
            'state def S { attribute n; state a; state b; transition a to b accept go(x) if x > 0 do assign n := x; transition a to b if x > 0; }';
        expect(
            findingsOf(model)
                .filter(f => f.severity === 'error')
                .map(f => [f.code, f.message])
        ).toEqual([['unresolved', "'x' could not be resolved"]]);
    });

    it('says that a reserved word may be a name in quotes', () => {
        const findings = findingsOf('part def P {\n    part state : P;\n    attribute from;\n}');
        expect(findings.filter(f => f.code === 'reserved-keyword-name').map(f => [f.severity, f.span!.startLine])).toEqual([
            ['error', 2],
            ['error', 3]
        ]);
        expect(findings[0].message).toMatch(/reserved keyword/);
        // An error that hides others, which reserved words as names would solve as well.
        expect(
            findingsOf('action decide {\n    action a;\n    done end;\n    then a end;\n}')
                .filter(f => f.severity === 'error' || f.code === 'reserved-keyword-name')
                .map(f => [f.code, f.span!.startLine])
        ).toEqual([
            ['reserved-keyword-name', 1],
            ['reserved-keyword-name', 3],
            ['reserved-keyword-name', 4]
        ]);
    });

    it('reports at the keyword', () => {
        const [finding] = findingsOf('part def P {\n    private   subject //* x */ s;\n}');
        expect(finding.span).toMatchObject({ startLine: 2, startCol: 15, endLine: 2, endCol: 22 });
    });
});

function byLine(a: [number, string], b: [number, string]): number {
    return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
}
