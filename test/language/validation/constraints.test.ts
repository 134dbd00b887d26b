/** Constraints of the standards across metaclasses, as models: `// code` marks the lines of the findings of these codes. */
import { describe, expect, it } from 'vitest';
import { findingsOf, type Language, linesAndCodes, marked } from './findings.js';

const CODES = [
    'assignment-time-varying',
    'attribute-feature-composite',
    'control-node-successions',
    'connector-related-features',
    'event-reference-occurrence',
    'exhibit-reference-state',
    'feature-reference-featuring-types',
    'feature-reference-referent',
    'filter-not-evaluable',
    'flow-end-subsetting',
    'import-visibility',
    'name-conflict',
    'metadata-concrete-type',
    'metadata-typing',
    'multiplicity-bound-natural',
    'owned-cross-feature',
    'perform-reference-action',
    'result-expression-at-most-one',
    'specialization-cycle',
    'syntax',
    'type.expr',
    'unresolved',
    'usage-typing',
    'value-count'
];

const MODELS: readonly (readonly [string, Language, string])[] = [
    [
        'cycles of specialization are legal, and what is asked about them is answered',
        'sysml',
        `part def A :> B { attribute x; } // specialization-cycle
        part def B :> C; part def C :> A; part a : A { attribute :>> x = 1; } part d = a.x;
        part b :> c; part c :> b; // specialization-cycle`
    ],
    [
        'what an assignment may change',
        'sysml',
        `action def A {
            attribute v; action sub; ref action other; timeslice part t;
            assign v := 1; assign other := 1;
            assign sub := 1; // assignment-time-varying
            assign t := 1; // assignment-time-varying
        }`
    ],
    [
        'result expressions',
        'sysml',
        `calc def A { 1 } calc def B { 2 } calc def C :> A;
        calc def D :> A, B; // result-expression-at-most-one
        calc e : A, B; // result-expression-at-most-one
        calc def F :> A, C; calc g : C;`
    ],
    [
        'bounds that the model decides',
        'sysml',
        `attribute k = 3; attribute less = k - 1; attribute below = 1 - k; attribute open default = 0 - 1;
        part def P { attribute n : ScalarValues::Natural; part ok[less]; part ok2[n]; part ok3[open]; }
        part a[below]; // multiplicity-bound-natural
        part b[2.5]; // multiplicity-bound-natural`
    ],
    [
        'steps of chains in expressions',
        'sysml',
        `part def W { part h { part g; } part def Inner; } part w : W;
        ref a = w.h.g;
        ref c = w.h::g; // feature-reference-featuring-types
        ref d = w.Inner; // feature-reference-referent`
    ],
    [
        'an owned cross feature is the one of its end',
        'kerml',
        `class X { feature other : X; }
        assoc A { end a [0..1] feature b : X crosses c.other; end feature c : X; } // owned-cross-feature
        assoc B { end feature b : X crosses c.other; end feature c : X; }`
    ],
    [
        'control nodes of steps count the successions around their step too',
        'sysml',
        `action def A { decide d; merge m; }
        action a {
            action s : A; action t : A; action x; action y;
            first x then s.d;
            first x then t.d;
            first y then s.d; // control-node-successions
            first s.m then x;
            first s.m then y; // control-node-successions
        }
        action b { action s { action x; decide d; first x then d; } action y; first y then s.d; } // control-node-successions
        action c :> a { first x then t.d; } // control-node-successions`
    ],
    [
        'what refers to a package in vain takes no name from it',
        'sysml',
        `package Q { attribute def R; }
        package U { private import Q::*; attribute r : R; include Q; } // unresolved`
    ],
    [
        'values beside a declared multiplicity',
        'kerml',
        `feature s : ScalarValues::Integer [2] = (1, 2, 3); // value-count
        class C { feature t : ScalarValues::Integer [2] = (1, 2); feature u = (1, 2); feature v [0..1]; }
        class D :> C { feature redefines v = (1, 2); } // value-count`
    ],
    [
        'what can be evaluated on the model level',
        'kerml',
        `package F { private import KerML::*; metaclass M { feature q : ScalarValues::Boolean; }
            filter ~true == false; // filter-not-evaluable
            filter new M(true) == new M(q = false);
        }`
    ],
    [
        'the functions of Tables 5 and 7 alone are evaluable on the model level',
        'sysml',
        `metadata def M { attribute n [0..*]; attribute b : ScalarValues::Boolean; } calc def F { in x; return : ScalarValues::Boolean; }
        calc c { in x; return : ScalarValues::Boolean; true }
        enum def Tone { hi; lo; } attribute k = 3; attribute called = F(1); part d { attribute z = 3; } attribute open;
        package Evaluable {
            filter 1 + 2 ** 3 == 7 % 2 and -1 < 0 or not true xor false implies true & false | true; filter (1, 2)#(1) === 1;
            filter if true ? true else null ?? true; filter (1..3) == null; filter M::b; filter (as M).n == 3; filter @M and hastype M;
            filter Tone::hi == Tone::lo; filter k == 3; filter open == 3; filter (1, 2).?{in x; x > 1} == 2; filter c == null;
            filter new M(n = 3) == null; filter DataFunctions::'+'(1, 2) == 3;
        }
        package Others {
            filter F(1); // filter-not-evaluable
            filter called; // filter-not-evaluable
            filter d::z == 3; // filter-not-evaluable
            filter all M == null; // filter-not-evaluable
            filter 3 [SI::kg] == open; // filter-not-evaluable
            filter SequenceFunctions::size((1, 2)) == 2; // filter-not-evaluable
            filter (1, 2)->SequenceFunctions::isEmpty(); // filter-not-evaluable
            filter new M(n = F(3)) == null; // filter-not-evaluable
            filter c(1); // filter-not-evaluable
        }
        part p { @M { n = (k, d meta SysML::PartUsage); } part q { @M { n = F(3); } } }`
    ],
    [
        'conditions',
        'sysml',
        `private import ScalarValues::*;
        constraint a { 4 } // type.expr
        part def P { attribute n : Integer; attribute b : Boolean; assert constraint { n > 1 } assert constraint { b } }
        part def Q :> P { assert constraint { n + 1 } } // type.expr
        attribute untyped = 3; constraint c { untyped } // type.expr
        requirement r { require constraint { "a" } } // type.expr
        part def R { attribute n; assert constraint { n + 1 } // type.expr
            assert constraint { -n } // type.expr
            assert constraint { (n) } assert constraint { n ?? true } }`
    ],
    [
        'values for units',
        'sysml',
        `private import ISQ::*; private import SI::*;
        attribute u : PowerUnit = 745.7 [W]; // type.expr
        attribute v : MassUnit = kg;`
    ],
    [
        'the type of metadata is judged with the other types',
        'sysml',
        `part def A; attribute def B; metadata def M;
        part x { @A; // metadata-typing
            @B; // metadata-typing
            @M; }
        metadata m : A; // metadata-typing
        part y : B; attribute z : ScalarValues::Integer = "s"; // type.expr`
    ],
    [
        'the type of metadata is judged beside names that lead nowhere',
        'kerml',
        `abstract metaclass M; class A; abstract class C;
        class B { @M; // metadata-concrete-type
            @A; // metadata-typing
            @C; // metadata-typing
            feature :>> x; } // unresolved
        feature y : ScalarValues::Integer = "s";`
    ],
    [
        'a wrong flow, event or performed action is one finding',
        'sysml',
        `part def A { out item x; in item y; } part a : A; part c : A; attribute u; attribute v;
        flow a to c.y; // flow-end-subsetting
        flow f : A from a.x to c.y; // usage-typing
        part d { event u; // event-reference-occurrence
            perform v; // perform-reference-action
            exhibit a; // exhibit-reference-state
        }`
    ],
    [
        'attributes hold no composite occurrences',
        'sysml',
        `item def I;
        attribute def A { attribute x; ref part r; assert constraint { true } item i : I; // attribute-feature-composite
            part p; // attribute-feature-composite
            occurrence o; // attribute-feature-composite
        }
        attribute a { ref item i; part q; } // attribute-feature-composite`
    ],
    [
        'expose has no visibility',
        'sysml',
        `package P { part p; }
        view v { expose P::*;
            private expose P::p; // syntax
        }`
    ],
    [
        'successions at control nodes are counted across inheritance',
        'sysml',
        `action def A { action a; action b; decide d; merge m; first a then d; first m then b; }
        action def B :> A { action c; first c then m;
            first c then d; // control-node-successions
            first m then c; // control-node-successions
            first d then c;
        }
        action x : A { action c; first d then c; }`
    ],
    [
        'a connector that is bound to a variant has its ends',
        'sysml',
        `part def P { part a; part b; part c;
            variation connection link { variant connection one connect a to b; variant connection two connect a to c; } }
        part p : P { connection :>> link = link::one; }
        part q : P { connection :>> link; } // connector-related-features`
    ]
];

describe('constraints', () => {
    it.each(MODELS)('%s', (_, language, text) => {
        expect(linesAndCodes(findingsOf(text, language), ...CODES)).toEqual(marked(text));
    });
});
