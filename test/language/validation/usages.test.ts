/** Typing and structure of SysML usages: a line ends with `// code` where a finding is expected; all other lines are clean. */
import { describe, expect, it } from 'vitest';
import { findingsOf, linesAndCodes, marked } from './findings.js';

const DEFINITIONS = `
        attribute def A; enum def E { e1; e2; } enum def E2 { f; } occurrence def O; item def I; part def P; port def Q; action def X; state def S; calc def C; constraint def K;
        requirement def R; concern def N; case def CA; analysis def AN; verification def VE; use case def U; view def V; viewpoint def VP; rendering def RE;
        metadata def M; connection def CO { end a : P; end b : P; } interface def IN { end a : Q; end b : Q; } allocation def AL { end a : P; end b : P; } flow def F;`;

const MODELS: readonly (readonly [string, string])[] = [
    [
        'each kind of usage and its definitions',
        `${DEFINITIONS}
        part ok { attribute a : A; attribute a2 : E; enum a3 : E; occurrence a4 : O; item a5 : I; part a6 : P, I; ref part a7 : I; port a8 : Q; action a9 : X; state a10 : S; calc a11 : C;
            constraint a12 : K; requirement a13 : R; concern a14 : N; case a15 : CA; analysis a16 : AN; verification a17 : VE; use case a18 : U; view a19 : V;
            viewpoint a20 : VP; rendering a21 : RE; connection a22 : CO; interface a23 : IN; allocation a24 : AL; occurrence a26 : P; action a27 : C;
            constraint a28 : R; requirement a29 : N; case a30 : U; ref a31 : P; state a32 : X; item a33 : P; calc a34 : K; }
        part bad {
            attribute a : P; // usage-typing
            attribute a2 : A, E; // one-type
            enum a3 : A; // one-type
            occurrence a4 : A; // occurrence-usage-type
            item a5 : A; // occurrence-usage-type
            part a6 : E; // occurrence-usage-type
            part a6b : P, A; // occurrence-usage-type
            port a8 : P; // usage-typing
            action a9 : P; // usage-typing
            state a10 : P; // usage-typing
            calc a11 : X; // one-type
            calc a11b : C, K; // one-type
            constraint a12 : C; // one-type
            requirement a13 : K; // one-type
            requirement a13b : R, N2; // one-type
            concern a14 : R; // one-type
            case a15 : C; // one-type
            analysis a16 : CA; // one-type
            verification a17 : CA; // one-type
            use case a18 : CA; // one-type
            view a19 : P; // one-type
            viewpoint a20 : R; // one-type
            rendering a21 : P; // one-type
            connection a22 : P; // usage-typing
            interface a23 : CO; // usage-typing
            allocation a24 : CO; // usage-typing
            flow a25 : X; // usage-typing
            ref a26 : ok; // usage-typing
            part a27 : ok; // occurrence-usage-type
            perform action a28 : P; // usage-typing
            exhibit state a29 : P; // usage-typing
            assert constraint a30 : C; // one-type
        }
        concern def N2;`
    ],
    [
        'types that come with what is subsetted, redefined or referred to',
        `${DEFINITIONS}
        part def G { part p : P; calc c : C; ref r; }
        part ok :> G2 { part :>> p; calc :>> c : C2; action a :> r; }
        part G2 : G; calc def C2 :> C;
        part bad : G {
            port q :> p; // usage-typing
            calc c2 : C3 :> c; // one-type
        }
        calc def C3;`
    ],
    [
        'conjugated typing',
        `
        port def Q; part def P;
        part ok { port p : ~Q; }
        connection def K { end port a : Q; end b : ~Q; }
        part bad {
            part p : ~Q; // type
            port q : ~P; // type usage-typing
        }`
    ],
    [
        'individuals',
        `
        individual part def I1; individual part def I2; part def P; individual def I3;
        individual part ok : I1; individual ok2 : I3; part ok3 : I1; snapshot part ok4;
        individual part bad : P; // individual-typing
        individual bad2; // individual-typing
        part bad3 : I1, I2; // individual-typing`.replace('snapshot part ok4;', '')
    ],
    [
        'portions',
        `
        part p { snapshot s1; timeslice t1 { snapshot s2; } }
        occurrence def O { timeslice part t; }
        attribute def A;
        snapshot s2; // portion-owner
        package K { timeslice part t2; } // portion-owner`
    ],
    [
        'what usages refer to',
        `
        part p; action a; state s; use case u; constraint c; requirement r; attribute x; occurrence o;
        part ok { event p; event a; event o; perform a; exhibit s; assert c; assert not c; satisfy r by p; perform s; assert r; }
        use case ok2 { include u; }
        part bad {
            event x; // event-reference-occurrence
            perform p; // perform-reference-action
            exhibit a; // exhibit-reference-state
            assert p; // assert-reference-constraint
            satisfy c; // satisfy-reference-requirement
        }
        use case bad2 { include a; } // include-reference-use-case`
    ],
    [
        'a name alone refers to another element than itself',
        `
        ref u; action a;
        use case uc { include u; } // include-reference-use-case
        action b { perform a; perform a; then done; }`
    ],
    [
        'ports own references and ports',
        `
        part def P; item def I; attribute def A;
        port def ok { attribute a : A; in item i : I; out part p : P; ref part r : P; port q; inout x; ref action b; end part e; }
        port ok2 { ref part r : P; in item i : I; port q { in item j : I; } }
        port def bad {
            part p : P; // port-owned-usage-composite
            item i : I; // port-owned-usage-composite
            action b; // port-owned-usage-composite
            port q {
                part r : P; // port-owned-usage-composite
            }
        }`.replace(' end part e;', '')
    ],
    [
        'variations',
        `
        part def P; part q : P; part r : P;
        variation part def V :> P { variant part a; variant q; }
        variation part v : P { variant part b; variant r; }
        variation action def W { in x; variant action w1; }
        part ok : V; part ok2 = v::b;
        enum def E { e1; enum e2; } attribute def A; enum def E2 :> A;
        variation part def bad :> P {
            part a; // variation-member-not-variant
            attribute b; // variation-member-not-variant
            variant part c;
        }
        variation part bad2 : P {
            part d; // variation-member-not-variant
        }
        part def bad3 {
            variant part a; // variant-outside-variation
            variant q; // variant-outside-variation
        }
        attribute bad6 : E {
            variant attribute e3; // variant-outside-variation
        }
        variation part def bad4
            :> V; // variation-specialization
        variation part bad5 :> v; // variation-specialization
        enum def alike   :> E; // (a warning)
        part p1 :> v { variant part e; } part p2 : V { variant part e; }`
    ],
    [
        'subjects',
        `
        part def P;
        requirement def R1 { subject s : P; actor a : P; in x; }
        requirement r1 : R1 { subject s2 : P; }
        requirement def R2 :> R1; requirement r2 : R2;
        use case def U { subject s; actor a; objective; }
        requirement def bad {
            subject a;
            subject b; // only-one-subject
        }
        use case bad2 {
            subject a;
            subject b; // only-one-subject
        }
        requirement def bad3 {
            actor a;
            subject s; // subject-parameter-position
        }
        case def bad4 {
            in x;
            subject s; // subject-parameter-position
        }
        requirement def R3 { subject t : P; }
        requirement r5 { subject s : P; }
        satisfy requirement ok : R1 :> r5 by v; part v : P;
        requirement def bad5 :> R1, R3; // only-one-subject
        requirement bad6 : R1 :> r5; // only-one-subject`
    ],
    [
        'objectives and verifications',
        `
        requirement r; requirement def R;
        verification def ok { objective { verify r; verify requirement x : R; } }
        verification ok2 : ok { objective { verify r; } }
        case def bad {
            objective a;
            objective b; // only-one-objective
        }
        requirement def bad2 {
            verify r; // verification-owning-type
            verify requirement y : R; // verification-owning-type
        }
        case def bad3 {
            objective {
                verify r; // verification-owning-type
            }
        }
        verification def bad4 {
            requirement z {
                verify r; // verification-owning-type
            }
        }`
    ],
    [
        'views',
        `
        viewpoint vp; requirement r; viewpoint def VP; rendering a; rendering b; requirement def R;
        view def ok { satisfy vp; render a; }
        view ok2 : ok { satisfy requirement : VP; render b; }
        part p { satisfy r; }
        view bad {
            satisfy r; // view-satisfy-viewpoint
            render a;
            render b; // only-one-view-rendering
        }
        view def bad2 {
            render rendering x;
            render rendering y; // only-one-view-rendering
            satisfy requirement z : R; // view-satisfy-viewpoint
        }`
    ]
];

/** The codes of these rules, and those that a model must never meet. */
const CODES = [...new Set(MODELS.flatMap(([, content]) => marked(content).map(([, code]) => code))), 'syntax', 'unresolved'];

describe('usages of SysML', () => {
    it.each([
        ['warning', false],
        ['error', true]
    ] as const)('an enumeration that specializes another one: %s', (severity, isStrict) => {
        const found = findingsOf('enum def E { e1; }\nenum def F :> E { f1; }\nenum def G :> F;', 'sysml', isStrict);
        expect(found.map(f => [f.severity, f.code, f.span!.startLine])).toEqual([
            [severity, 'variation-specialization', 2],
            [severity, 'variation-specialization', 3]
        ]);
    });

    it.each([
        [
            'a type of its value',
            'part def P; part p : P;\nconstraint c = 1 < 2;\ncalc k = 3;\naction a default 3;\nattribute d = p;',
            'warning'
        ],
        ['a type of a value that it specializes', 'constraint c;\npart q = 3; part r :> q;', 'warning'],
        ['a type beside a value', 'part def P; part p : P;\nconstraint c : P = true;\ncalc k :> p = 3;', 'error']
    ])('%s', (_name, content, severity) => {
        const found = findingsOf(content).filter(f => ['one-type', 'usage-typing', 'occurrence-usage-type'].includes(f.code));
        expect(found.length).toBeGreaterThan(1);
        expect(new Set(found.map(f => f.severity))).toEqual(new Set([severity]));
    });

    it.each(MODELS)('%s', (_name, content) => {
        const found = linesAndCodes(
            findingsOf(content).filter(f => f.severity === 'error'),
            ...CODES
        );
        expect(found.sort(compare)).toEqual(marked(content).sort(compare));
    });
});

function compare(a: [number, string], b: [number, string]): number {
    return a[0] - b[0] || a[1].localeCompare(b[1]);
}
