/**
 * States, actions, metadata and expressions: a line ends with `// code` where an error is expected, `// warning code` where a warning is.
 */
import { describe, expect, it } from 'vitest';
import { findingsOf, type Language, linesAndCodes, marked } from './findings.js';

const MODELS: readonly (readonly [string, Language, string])[] = [
    [
        'subactions of states',
        'sysml',
        `
        action x;
        state def ok { entry; do action a; exit action b; state s { entry x; } }
        state def bad {
            entry action a;
            entry; // state-entry-action
            do action b;
            do x; // state-do-action
            exit action c;
            exit x; // state-exit-action
        }`
    ],
    [
        'parallel states',
        'sysml',
        `
        state def ok parallel { state a { entry; then b; state b; } state c; }
        state def ok2 { state a; then b; state b; }
        state bad parallel {
            state a;
            state b;
            transition first a then b; // parallel-state-transition
            first a then b; // parallel-state-transition
        }`
    ],
    [
        'triggers leave states',
        'sysml',
        `
        attribute def E;
        state def ok { entry; then a; state a; accept E then b; state b; transition first a accept E then b; }
        state def bad {
            entry action a;
            state b;
            fork f;
            transition first a accept E then b; // transition-trigger-source
            transition first f accept E then b; // transition-trigger-source
        }`
    ],
    [
        'control nodes',
        'sysml',
        `
        action def ok {
            first start; then fork f; then a; then b; action a; then j; action b; then j;
            join j; then decide d; if true then m; if false then c; action c; then m; merge m; then done;
        }
        action def bad {
            action a; action b; action c;
            decide d; // control-node-successions
            join j; // control-node-successions
            fork f; // control-node-successions
            merge m; // control-node-successions
            first a then d;
            first b then d;
            first j then a;
            first j then b;
            first a then f;
            first b then f;
            first m then a;
            first m then b;
            first d then [2] c; // control-node-multiplicity
            first f then [5] c; // warning control-node-multiplicity
            first [3] c then m; // control-node-multiplicity
            first [1] d then [0..1] c;
        }`
    ],
    [
        'multiplicities of steps',
        'sysml',
        `
        action def ok { action a; then action b; then [1] action c; first a then [1] c; action d[3]; first [3] d then [1] c; decide e; first e then [0..1] c; part p[2]; }
        action def odd {
            action a[2..3]; // warning action-step-multiplicity-not-fixed
            action b[*]; // warning action-step-multiplicity-not-fixed
            action c[2];
            action d[2] { in x; } // warning action-step-multiplicity-unsupported
            action e;
            first c then e; // warning action-step-order-open
            first [1] c then [2] e; // warning action-step-order-unsatisfiable
            first [0..*] e then c; // warning action-step-multiplicity-not-fixed
            loop action { action f[2]; } // warning action-step-multiplicity-unsupported
        }`
    ],
    [
        'assignments',
        'sysml',
        `
        attribute g; attribute def D { attribute y; } part def P { attribute z; part q : P; attribute d : D; }
        action def ok { out o; part p : P; attribute v; assign o := 1; assign v := 2; assign p.z := 3; assign p.q.z := 4; }
        action def bad {
            part p : P;
            assign g := 1; // assignment-time-varying
            assign p.d.y := 1; // assignment-time-varying
            assign P := 1; // feature-reference-referent
        }`
    ],
    [
        'sends',
        'sysml',
        `
        item def I; port def Q; part def T { port q : Q; }
        part t : T { port p : Q;
            action a { send new I() via p; send new I() to t; }
            state s { entry send new I() via p; }
            action b { send new I() to p; } // warning send-receiver-port
            state r {
                entry send via p; // send-payload
                do send to t; // send-payload
            }
        }`
    ],
    [
        'metadata types',
        'sysml',
        `
        metadata def M { attribute x : ScalarValues::Integer; } abstract metadata def B; part def P;
        part ok { @M { x = 1; } metadata m : M; } #M part ok2;
        part bad {
            @B; // metadata-concrete-type
            metadata n : B; // metadata-concrete-type
        }
        #B part bad2; // metadata-concrete-type`
    ],
    [
        'metadata without a metaclass',
        'kerml',
        `
        metaclass M; struct S;
        feature ok { @M; }
        feature bad {
            @S; // metadata-typing
        }`
    ],
    [
        'what metadata annotates',
        'sysml',
        `
        metadata def ForParts { :> annotatedElement : SysML::PartUsage; }
        metadata def ForBoth { :> annotatedElement : SysML::PartUsage; :> annotatedElement : SysML::ActionUsage; }
        metadata def Special :> ForParts; metadata def Any; metadata def Named { ref only :> annotatedElement : SysML::ItemUsage; }
        metadata def Other :> Named { :>> only : SysML::PartUsage; }
        metadata def Both :> Special { :> annotatedElement : SysML::AttributeUsage; } metadata def Third :> ForParts, Any;
        part ok4 { @Other; @Any; } part ok5 { @Both; @Any; @Third; } attribute ok6 { @Both; @Any; } metadata ForBoth about ok, ok2;
        part ok { @ForParts; @ForBoth; @Special; } action ok2 { @ForBoth; } #ForParts connection ok3; part def P;
        action bad {
            @ForParts; // metadata-annotated-element
            @Special; // metadata-annotated-element
            @Both; // metadata-annotated-element
            @Third; // metadata-annotated-element
        }
        item bad3 {
            @Named;
            @Other; // metadata-annotated-element
        }
        metadata ForParts about ok6, ok; // metadata-annotated-element
        #ForBoth item bad2; // metadata-annotated-element
        metadata ForParts about ok2; // metadata-annotated-element
        metadata ForParts about ok;`
    ],
    [
        'bodies of metadata',
        'sysml',
        `
        private import ScalarValues::*;
        attribute def N { attribute y : Integer; } enum def E { a; b; } part def P { attribute z : Integer; }
        metadata def M { attribute x : Integer; attribute n : N; attribute e : E; } calc def C { return : Integer; }
        part ok { @M { x = 1 + 2; n { y = 3; } e = E::a; } part p : P; }
        part bad {
            @M {
                x = C(); // metadata-value-not-evaluable
            }
        }`
    ],
    [
        'bodies of metadata in KerML',
        'kerml',
        `
        metaclass M { feature x; feature y; } metaclass N { feature z; }
        feature ok { @M { x = 1; } @M { feature :>> x = 2; } }
        feature bad {
            @M {
                x redefines y; // metadata-body-feature
                N::z = 1; // metadata-owning-type-feature
            }
        }`
    ],
    [
        'conditions',
        'sysml',
        `
        private import ScalarValues::*;
        attribute n : Integer; attribute b : Boolean; constraint c { n > 1 } attribute u;
        action def ok { action a; action d; if n > 1 { } while b { } loop { } until not b; first a if b then d; if u { } if c { } if n istype Integer { } }
        action def bad {
            action a; action d;
            if n { } // type.expr
            while 1 { } // type.expr
            loop { } until "x"; // type.expr
            first a if n then d; // type.expr
        }
        attribute ok2 = if b ? 1 else 2;
        attribute bad2 = if n ? 1 else 2; // type.expr`
    ],
    [
        'operands',
        'sysml',
        `
        private import ScalarValues::*;
        attribute n : Integer; attribute b : Boolean; attribute s : String; attribute r : Real; attribute u;
        attribute ok = (n + r) * 2 > r and b or not u; attribute ok2 = s + "x"; attribute ok3 = s < "y"; attribute ok4 = n == r; attribute ok5 = u == s;
        attribute bad1 = n and b; // type.expr
        attribute bad2 = not n; // type.expr
        attribute bad3 = b + 1; // type.expr
        attribute bad4 = s * 2; // type.expr
        attribute bad5 = b < 1; // type.expr
        attribute bad6 = -b; // type.expr
        attribute odd = n == s; // warning type.expr
        attribute odd2 = (n as String); // warning type.expr`
    ],
    [
        'quantities',
        'sysml',
        `
        private import SI::*; private import ISQ::*; private import ScalarValues::*;
        attribute q1 : MassValue = 5 [kg]; attribute q2 : LengthValue = 2 [m]; attribute ok = q2 + 3 [m]; attribute ok2 = q1 / q2; attribute ok3 = q1 > 3 [g];
        attribute ok4 : EnergyValue = 3 [N*m]; attribute ok5 : MassValue = 5 [g];
        attribute ok6 : TemperatureDifferenceValue = 3 [K]; attribute ok7 : TorqueValue = 3 [J]; attribute ok8 = q2 * q2 > 3 [m^2]; attribute ok9 : SpeedValue = q2 / 3 [s];
        attribute odd5 = q2 * q2 > 3 [m]; // warning type.expr
        attribute odd6 : SpeedValue = q2 / q1; // warning type.expr
        attribute odd = 3 [kg] + 3 [m]; // warning type.expr
        attribute odd2 = 3 [kg] > 3 [s]; // warning type.expr
        attribute odd3 : MassValue = 3 [m]; // warning type.expr
        attribute odd4 = 3 ["kg"]; // warning type.expr`
    ],
    [
        'indexes',
        'kerml',
        `
        feature ok = (1, 2, 3)#(3);
        feature bad = (1, 2, 3)#(4); // type.expr
        feature bad2 = (1, 2, 3)#(0); // type.expr
        feature odd = ok[1]; // warning type.expr`
    ],
    [
        'values and their features',
        'sysml',
        `
        private import ScalarValues::*;
        part def P; part def Q; item def I; part def P2 :> P; part q : Q; enum def E :> Real { a = 1.0; b = 2.5; } enum def F { f; }
        attribute ok : Real = 1; attribute ok2 : Integer = 3; part ok3 : P = new P2(); attribute ok4 : E = E::a; attribute ok5 : Real = E::b; attribute ok6 : F = F::f;
        attribute bad : Integer = "x"; // type.expr
        attribute bad2 : Boolean = 1; // type.expr
        part bad3 : P = q; // type.expr
        part bad4 : P = new Q(); // type.expr
        attribute bad5 : String = true; // type.expr
        attribute bad6 : F = E::a; // type.expr`
    ],
    [
        'references',
        'sysml',
        `
        part def F { part a : A; } part def A; part f : F; enum def E { e; } package K { attribute k; }
        part ok { part x : F; part y = x.a; part z = f.a; attribute v = E::e; attribute w = K::k; part own; part inner { ref o = own; } }
        part ok2 : F { part y = a; }
        part bad { part g = f::a; } // feature-reference-featuring-types
        part bad2 { ref g = F::a; } // feature-reference-featuring-types
        attribute bad3 = F; // feature-reference-referent
        attribute bad4 = K; // feature-reference-referent`
    ],
    [
        'invocations',
        'sysml',
        `
        private import ScalarValues::*; private import NumericalFunctions::*; private import SequenceFunctions::*;
        calc def C { in x : Integer; in y : String[0..1]; return : Integer; } calc c : C; part def P { attribute m; } calc def D :> C;
        attribute ok = C(1, "a"); attribute ok2 = C(x = 1, y = "a"); attribute ok3 = c(1); attribute ok4 = D(1, "b"); attribute ok5 = new P(m = 1);
        attribute ok6 = (1, 2)->size(); attribute ok7 = sum((1, 2)); attribute ok8 = (1, 2)->including(3);
        attribute bad = P(1); // invocation-not-behavior
        attribute bad2 = C(1, "a", 3); // type.expr
        attribute bad3 = C(z = 1); // type.expr
        attribute bad4 = C(x = 1, x = 2); // type.expr
        attribute bad5 = C("a"); // type.expr
        attribute bad6 = new P(m = 1, m = 2); // type.expr
        calc def G :> C { in x2 :>> x; in y; } attribute ok9 = C(C::x = 1, C::y = "a"); attribute ok10 = G(C::x = 1, G::y = "a"); attribute ok11 = new P(P::m = 1);
        attribute bad8 = C(C::x = 1, x = 2); // type.expr
        attribute bad9 = G(C::x = 1, x2 = 2); // type.expr
        attribute bad10 = C(P::m = 1); // type.expr
        attribute bad11 = C(C::x = "a"); // type.expr
        attribute bad12 = C(y = 1, x = 2); // type.expr
        attribute bad7 = 1->P(); // invocation-not-behavior`
    ],
    [
        'triggers',
        'sysml',
        `
        private import SI::*; private import ScalarValues::*;
        attribute t : Time::TimeInstantValue; attribute n : Integer; attribute b : Boolean;
        state def ok { entry; then a; state a; accept at t then z; accept after 5 [s] then z; accept when b then z; accept when n > 3 then z; state z; }
        state def bad { entry; then a; state a; state z;
            transition first a accept at 5 then z; // warning type.expr
            transition first a accept after n then z; // warning type.expr
            transition first a accept after 5 [kg] then z; // type.expr
            transition first a accept when n then z; // type.expr
        }`
    ]
];

const WARNING = /\/\/ warning (?=\S)/g;
/** The codes of these rules, and those that a model must never meet. */
const CODES = [
    ...new Set(MODELS.flatMap(([, , content]) => marked(content.replace(WARNING, '// ')).map(([, code]) => code))),
    'syntax',
    'unresolved'
];

describe('behavior, metadata and expressions', () => {
    it.each(MODELS)('%s', (_name, language, content) => {
        const warnings = content.split('\n').flatMap((line, i) => (line.search(WARNING) < 0 ? [] : [i + 1]));
        const expected = marked(content.replace(WARNING, '// '));
        const findings = findingsOf(content, language);
        const by = (severity: string): [number, string][] =>
            linesAndCodes(
                findings.filter(f => f.severity === severity),
                ...CODES
            ).sort(compare);
        expect(by('error')).toEqual(expected.filter(([line]) => !warnings.includes(line)).sort(compare));
        expect(by('warning')).toEqual(expected.filter(([line]) => warnings.includes(line)).sort(compare));
    });
});

function compare(a: [number, string], b: [number, string]): number {
    return a[0] - b[0] || a[1].localeCompare(b[1]);
}
