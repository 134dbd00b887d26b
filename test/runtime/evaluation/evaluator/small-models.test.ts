/** Where features of the language cross in values: a small model, what is asked of it, and the answer. */

import { describe, expect, it } from 'vitest';
import { Workspace } from '../../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../../support/library.js';
import { answer } from './support.js';

const workspace = new Workspace({ library: testLibrary() });

type Row = readonly [rule: string, model: string, ...answers: (readonly [expression: string, answer: string])[]];

const SYSML: readonly Row[] = [
    [
        'all values of a type are the literals of an enumeration, or the objects that the packages declare and what they hold (KerML 7.4.9.3)',
        `enum def Color { red; green; } enum def Warm :> Color; enum def Level :> ScalarValues::Integer { low = 1; high = 3; } attribute def A;
            part def W { attribute r default 2; } part def B :> W; part def Car { part w : W[2]; part b : B; ref part other : W; attribute n = size(all W); }
            part car : Car; part cars : Car[2]; abstract part many : W[*]; item box { part w : W; } package Inner { part spare : W; } action act;
            private import SequenceFunctions::*; constraint def Enough { size(all W) > 10 } calc def Bs { return : ScalarValues::Integer[1] = size(all B); }`,
        ['all Color == (Color::red, Color::green)', 'true'],
        ['all Warm', '(P::Color::red, P::Color::green)'],
        ['(all Level)#(2) + 1', '4'],
        ['size(all Car)', '3'],
        ['size(all car)', '1'],
        ['size(all W)', '11'],
        ['car.n', '11'],
        ['NumericalFunctions::sum((all B).r)', '6'],
        ['Bs()', '3'],
        ['Enough()', 'true'],
        ['all act', '()'],
        ['all A', 'evaluation failed: unbounded extent: P::A is a data type: only the values of an enumeration can be listed'],
        [
            'all ScalarValues::Integer',
            'evaluation failed: unbounded extent: ScalarValues::Integer is a data type: only the values of an enumeration can be listed'
        ],
        ['all Nowhere', 'evaluation failed: unresolved type: Nowhere']
    ],
    [
        'an object of an unrelated definition is no value of a feature, one of a more general definition may be',
        `part def U; part def V :> U; part def W; item def I; part u : U; part v : V; part w : W; part p; port def Q { in item i : I; } port q : Q; port r : ~Q;
            part x { ref a : U = if true ? w else u; ref b : U [*] = (v, if true ? w else u); ref c : V = if true ? u else v; ref d : U = if true ? p else u;
                ref port e : Q = if true ? r else q; }
            calc def C { in k : U; attribute n = 3; n }`,
        ['x.a', 'evaluation failed: feature value x.a: type mismatch: a must be U, got an object of P::W'],
        ['x.b', 'evaluation failed: feature value x.b: type mismatch: b must be U, got an object of P::W'],
        ['SequenceFunctions::size(x.c)', '1'],
        ['SequenceFunctions::size(x.d)', '1'],
        ['SequenceFunctions::size(x.e)', '1'],
        ['C(if true ? w else u)', 'evaluation failed: calc P::C: type mismatch: k must be U, got an object of P::W']
    ],
    [
        'a value that is not known counts as many as its feature may have, where values are bound to a feature',
        `part def D { attribute k = 1; attribute u; attribute o [0..1]; attribute two [2]; attribute free [*]; attribute one = (k, u); attribute opt = (k, o);
            attribute few [2] = (k, u); attribute more [3] = (k, u); attribute none [1] = (o, o); attribute pair [2] = (two, k); attribute any [*] = (two, k, u);
            attribute rest [3..*] = (k, free); } part d : D; part def E { attribute m [2..3]; attribute r = m; } part e : E;
            attribute open; attribute maybe [0..1]; part f { attribute a = (1, open); attribute b = (open, 1); attribute c = (1, 2, maybe); attribute g [2] = (1, maybe);
                attribute h = (1, maybe); attribute i = (maybe, maybe); }`,
        [
            'd.one',
            'evaluation failed: feature value d.one: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ],
        ['d.opt', '1'],
        ['d.few', '(1, unset)'],
        [
            'd.more',
            'evaluation failed: feature value d.more: multiplicity violation: 2 value(s) bound to a feature with multiplicity lower bound 3'
        ],
        [
            'd.none',
            'evaluation failed: feature value d.none: multiplicity violation: 0 value(s) bound to a feature with multiplicity lower bound 1'
        ],
        [
            'd.pair',
            'evaluation failed: feature value d.pair: multiplicity violation: 3 value(s) bound to a feature with multiplicity upper bound 2'
        ],
        ['d.any', '(unset, unset, 1, unset)'],
        [
            'd.rest',
            'evaluation failed: feature value d.rest: multiplicity violation: 1 value(s) bound to a feature with multiplicity lower bound 3'
        ],
        [
            'e.r',
            'evaluation failed: feature value e.r: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ],
        [
            'f.a',
            'evaluation failed: feature value f.a: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ],
        [
            'f.b',
            'evaluation failed: feature value f.b: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ],
        [
            'f.c',
            'evaluation failed: feature value f.c: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ],
        ['f.g', '(1, undetermined (P::maybe has no value in the model))'],
        ['f.h', 'undetermined 1..1'],
        ['f.i', 'undetermined 1..1']
    ],
    [
        'a variant stands for its value or its object, also where it is bound to a feature beside its variation',
        `part def E { attribute mass default 50; attribute n default 1; } part def E4 :> E; part e6 : E { attribute :>> mass = 60; }
            variation part choice : E { variant part e4 : E4 { attribute :>> mass = 100; attribute extra = 7; } variant e6 { attribute :>> n = 5; } }
            variation attribute size : ScalarValues::Integer { variant attribute small = 3; } calc def M { in e : E; return = e.mass; }
            variation attribute few : ScalarValues::Integer[0..2] { variant attribute two = (1, 2); variant attribute none = null; }
            part car { part engine : E = choice::e6; part other : E = choice::e4; attribute m = engine.mass; attribute k = engine.n; attribute s : ScalarValues::Integer = size::small;
                attribute p : ScalarValues::Integer[2] = few::two; attribute q : ScalarValues::Integer[*] = few::none;
                ref any = choice::e4; attribute x = any.extra; part list : E[*] = (choice::e4, choice::e6); }`,
        ['car.m', '60'],
        ['car.k', '5'],
        ['car.other.mass', '100'],
        ['car.other.n', '1'],
        ['car.x', '7'],
        ['car.s', '3'],
        ['car.s > 2', 'true'],
        ['car.p', '(1, 2)'],
        ['car.q', '()'],
        ['few::none == null', 'true'],
        ['car.list.mass', '(100, 60)'],
        ['choice::e4.extra', '7'],
        ['choice::e6.n', '5'],
        ['choice::e4::mass', '100'],
        ['M(choice::e4)', '100'],
        ['car.engine == choice::e6', 'true'],
        ['car.engine == choice::e4', 'false'],
        ['car.other hastype E4', 'true'],
        ['choice::e4.nothing', 'evaluation failed: object has no such feature: member nothing not found in instance']
    ],
    [
        'calculations and constraints stand for their results where a value is wanted, through a path too',
        `calc def C { in m; return : ScalarValues::Real = m + 1; } part def R { attribute most = 20; calc c { in m; return = m; } constraint lift { in m; m <= most } }
            part a { part r : R; calc c : C { in m = 1; } calc d :> r.c { in m = 2; } constraint k { true } attribute u = c; attribute v = d; attribute w = k;
                attribute x = r.lift(12); attribute y = r.lift(m = 30); attribute z = r.c(7); }`,
        ['a.u', '2.0'],
        ['a.v', '2'],
        ['a.w', 'true'],
        ['a.x', 'true'],
        ['a.y', 'false'],
        ['a.z', '7']
    ],
    [
        'what a special type redefines holds where a more general one stands in front of it (KerML 8.3.3.1.10, removeRedefinedFeatures)',
        `attribute def I :> ScalarValues::Integer; part def W { attribute r default 1; part k : K; } part def K { attribute u default 1; } part def L :> K { attribute z default 4; }
            part def D :> W { :>> r default 5; part :>> k : L; } part def E :> D; part a : W, D; part b : W { :>> r default 6; } part c : W :> b; part d : W, E;
            attribute def Z { attribute q default 1; } attribute z1 : Z { :>> q default 2; } attribute z2 : Z :> z1;
            part v { part w : W [0..*] { :>> r default 3; } part f : W [1] :> w; }
            calc def C { in n default 1; return : I = n; } calc def C2 :> C { in :>> n default 5; } calc def C3 :> C, C2;
            part def M :> N; part def N :> M { attribute o default 8; } part m : N, M;`,
        ['a.r', '5'],
        ['a.k.z', '4'],
        ['c.r', '6'],
        ['d.r', '5'],
        ['z2.q', '2'],
        ['v.f.r', '3'],
        ['C3()', '5'],
        ['m.o', '8']
    ],
    [
        'a redefinition with ref refers to objects, with a kind or without; one without either holds them as the redefined feature does',
        `part def M { attribute k = 1; } part def H { part x : M; } part def G :> H { ref :>> x; } part m : M { :>> k = 3; }
            part a : H { ref :>> x; } part b : H { :>> x; } part c : G; part d : G { part :>> x; }
            part e : H { ref :>> x = m; } part f : H { ref :>> x { :>> k = 5; } }`,
        ['a.x.k', 'evaluation failed: no value for feature x'],
        ['b.x.k', '1'],
        ['c.x.k', 'evaluation failed: no value for feature x'],
        ['d.x.k', '1'],
        ['e.x.k', '3'],
        ['f.x.k', '5']
    ],
    [
        "what performs an action is 'this' in it, at any depth and in what is written in place of its parameters",
        `part def U { attribute n = 4; action a : A { in :>> p = this; action b : A { in :>> p = this; } } state s { ref m : U = this; state t { ref k : U = this; } } }
            action def A { in p : U; out k = p.n; } part u : U; action top { attribute n = 5; action inner { ref m = this; } }`,
        ['u.a.p == u', 'true'],
        ['u.a.b.p === u', 'true'],
        ['u.s.m === u', 'true'],
        ['u.s.t.k === u', 'true'],
        ['top.inner.m === top', 'true']
    ],
    [
        'a usage of a package without multiplicity holds what it is bound to (contract: verification 3.4)',
        'part def D; part a : D; part b : D; ref t = (1, 2); part u = (a, b); item v = (a, b); part def C { ref x = (1, 2); part y = (a, b); } part c : C;',
        ['t', '(1, 2)'],
        ['SequenceFunctions::size(u)', '2'],
        ['SequenceFunctions::size(v)', '2'],
        ['c.x', '(1, 2)'],
        [
            'c.y',
            'evaluation failed: feature value c.y: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ]
    ],
    [
        'of the functions that several imports bring in under one name, the arguments choose',
        `private import IntegerFunctions::*; private import RealFunctions::*; private import StringFunctions::*; private import NumericalFunctions::*;
            private import SequenceFunctions::*; private import CollectionFunctions::*; private import SI::*;`,
        ['sum((1, 2))', '3'],
        ['sum((1.5, 2))', '3.5'],
        ['(1, 2, 3.5)->sum()', '6.5'],
        ['sum((1 [m], 20 [cm]))', '1.2 [m]'],
        ['max(1, 2)', '2'],
        ['abs(-1.5)', '1.5'],
        ['ToString(3)', '"3"'],
        ['ToString("x")', '"x"'],
        ['size((1, 2))', '2'],
        ['ToString(true)', 'evaluation failed: type mismatch: x of IntegerFunctions::ToString must be an Integer, got a Boolean']
    ],
    [
        'references of tensors and vectors, as arguments of the functions behind brackets',
        `private import SI::*; private import MeasurementReferences::*;
            attribute t : TensorMeasurementReference { :>> dimensions = (2, 2); :>> mRefs = (Pa, Pa, Pa, Pa); }
            attribute v : VectorMeasurementReference { :>> dimensions = 2; :>> mRefs = (m, m); }
            part def N; part def NoUnit;`,
        ["TensorCalculations::'['((1, 2, 3, 4), t)", 'tensor[2, 2](1 [Pa], 2 [Pa], 3 [Pa], 4 [Pa])'],
        ["VectorCalculations::'['((1, 2), v)", '<1 [m], 2 [m]>'],
        ["TensorCalculations::'['((1, 2), v)", 'tensor[2](1 [m], 2 [m])'],
        ['3 [N]', '3 [N]'],
        ['3 [NoUnit]', 'evaluation failed: not a quantity expression: not a measurement unit: NoUnit is a part def']
    ],
    [
        'a unit is written as the model writes it, also where it is a value (contract sheet 4.10 rule 4)',
        `private import SI::*; private import MeasurementReferences::*;
            attribute u : MeasurementUnit = m; attribute q = SI::km; attribute speed = m / s; attribute long = SI::km/SI::h;`,
        ['(u, q)', '(m, SI::km)'],
        ['speed', 'm/s'],
        ['long', 'SI::km/SI::h'],
        ['3 [u]', '3 [u]']
    ],
    [
        'a feature that no object holds is an array or reference if the model determines its dimensions and elements',
        `private import Collections::*; private import SI::*;
            part def D { attribute a : Array { :>> dimensions = 2; :>> elements = (1, 2); } attribute free : Array { :>> dimensions = 2; }
                attribute x; attribute some : Array { :>> dimensions = 2; :>> elements = (1, x); }
                attribute axes : MeasurementReferences::CoordinateFrame { :>> dimensions = 3; :>> mRefs = (mm, mm, mm); } }`,
        ['D::a', 'array[2](1, 2)'],
        ['D::free', '#0'],
        ['D::some', '#0'],
        ['D::axes', 'coordinate frame']
    ],
    [
        'a name that hides a unit is none',
        `private import SI::*; attribute kg = 3; attribute four = 4; attribute good = 2 [SI::kg];`,
        ['good', '2 [SI::kg]'],
        [
            '5 [kg]',
            'evaluation failed: not a quantity expression: not a measurement unit: kg is an Integer: ' +
                'P::kg hides the unit SI::kilogram, write SI::kg'
        ],
        ['5 [four]', 'evaluation failed: not a quantity expression: not a measurement unit: four is an Integer']
    ],
    [
        'a usage with a calculation as its value is called by it',
        `private import ScalarValues::*; calc def Twice { in x : Integer; return : Integer = x * 2; }
            calc def F { in x : Integer; return : Integer; }
            calc g : F = { in x : Integer; x * 3 }; calc twice : Twice; calc h : F = twice;`,
        ['g(3)', '9'],
        ['h(3)', '6'],
        ['twice(3)', '6']
    ],
    [
        'a constraint, requirement or calculation without a type has the value that is bound to it',
        `part p { attribute m = 4; constraint light = m < 3; assert constraint known = m > 3 { m > 5 } requirement r = m > 3; calc twice = m * 2;
            attribute sum = twice + 1; } part q :> p { :>> m = 2; }`,
        ['(p.light, p.known, p.r, p.twice, p.sum)', '(false, true, true, 8, 9)'],
        ['(q.light, q.twice)', '(true, 4)']
    ],
    [
        'the sum of no quantities is zero of their kind, by whichever function',
        `private import ISQ::*; private import SI::*;
            part def C { attribute m : MassValue; part subs : C [*]; attribute t : MassValue = m + RealFunctions::sum(subs.t); }
            part r : C { :>> m = 3 [kg]; part a :> subs { :>> m = 2 [kg]; } }`,
        ['r.t', '5 [kg]']
    ],
    [
        'ends of connectors of a package lead to its usages',
        `part def B { attribute n default 4; part deep { attribute m = 7; } } part b : B; part c : B { :>> n = 5; } connection k connect b to c; connection l { end x ::> b; end y ::> c; }
            connection def K { end p : B; end q : B; } connection m : K connect b to c; connection d connect b.deep to c; part elsewhere { connection e connect b to own; part own : B; }`,
        ['k.source.n', '4'],
        ['k.target.n', '5'],
        ['l.x.n * 10 + l.y.n', '45'],
        ['m.p.n * 10 + m.q.n', '45'],
        ['m.p == b', 'true'],
        ['d.source.m', '7'],
        ['elsewhere.e.source.n', '4']
    ],
    [
        'what user-defined keywords mean is inherited with its values (KerML 8.4.4.13)',
        `part def Watched { attribute count default 3; } abstract part watched : Watched [*] nonunique; abstract requirement def Judged { subject s : Watched; require constraint { s.count > 5 } }
            metadata def <watch> Watch :> Metaobjects::SemanticMetadata { :>> baseType = watched meta SysML::Usage; }
            #watch part def L { attribute k = count + 1; } #watch part f { attribute k = count + 2; } part l : L; part o : L { :>> count = 9; } part in1 { #watch part g; }`,
        ['l.count', '3'],
        ['l.k', '4'],
        ['f.count * 10 + f.k', '35'],
        ['o.k', '10'],
        ['in1.g.count', '3']
    ]
];

const KERML: readonly Row[] = [
    [
        'a feature that is declared as a chain has the values of the chain (KerML 7.3.4.6)',
        `class A { feature n default 3; } class B { composite feature a1 : A [1] { redefines n = 4; } composite feature many : A [0..*] = (one1, two2); feature one chains a1.n; feature all1 chains many.n;
            feature twice = one * 2; } feature one1 : A { redefines n = 5; } feature two2 : A { redefines n = 6; } feature b : B { feature k = 1; }`,
        ['b.one', '4'],
        ['b.twice', '8'],
        ['b.all1', '(5, 6)']
    ],
    [
        'a feature without multiplicity holds any number of values',
        'feature t = (1, 2); class C { feature x = (1, 2); feature y : ScalarValues::Integer[1] = (1, 2); } feature c : C { feature k = 1; }',
        ['t', '(1, 2)'],
        ['c.x', '(1, 2)'],
        [
            'c.y',
            'evaluation failed: feature value c.y: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ]
    ]
];

describe.each([
    ['sysml', SYSML],
    ['kerml', KERML]
] as const)('%s', (language, rows) => {
    it.each(rows)('%s', (_rule, content, ...answers) => {
        const { model } = workspace.parse([{ name: `test.${language}`, language, content: `package P { ${content} }` }]);
        expect(model.diagnostics.filter(d => d.severity === 'error').map(d => d.message)).toEqual([]);
        expect(answers.map(([expression]) => [expression, answer(model, expression, 'P')])).toEqual(answers);
    });
});
