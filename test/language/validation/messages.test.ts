/** What findings say: the hint that mends what was meant, and where it stands (the column of its first character). */
import { describe, expect, test } from 'vitest';
import { findingsOf } from './findings.js';

/** A model of one line in a package, and its findings: the column within the package's body and what the message holds. */
const MESSAGES: readonly (readonly [string, readonly (readonly [number, RegExp])[]])[] = [
    ['part def P { attribute default : ScalarValues::Real; }', [[23, /^'default' is a reserved keyword: write it in single quotes/]]],
    ['enum def Gauge { standard = 1435; }', [[17, /^'standard' is a reserved keyword: write it in single quotes/]]],
    ['part def B; part def default :> B;', [[21, /^'default' is a reserved keyword: write it in single quotes/]]],
    ['atribute mass;', [[0, /'atribute' is no keyword: did you mean 'attribute'\?$/]]],
    ['doc /* a */ atribute mass;', [[12, /did you mean 'attribute'/]]],
    ['/* a */ block A;', [[8, /this notation has 'part def' and 'part'$/]]],
    ["block def 'a b';", [[0, /this notation has 'part def' and 'part'$/]]],
    ['block <a> b;', [[0, /this notation has 'part def' and 'part'$/]]],
    ['part def B; part b : B ordred;', [[23, /'ordred' is no keyword: did you mean 'ordered'\?$/]]],
    ['part b defaul 3;', [[7, /'defaul' is no keyword: did you mean 'default'\?$/]]],
    ['requirment r;', [[0, /did you mean 'requirement'/]]],
    ['abstarct part def X;', [[0, /did you mean 'abstract'/]]],
    ['part def X { prot p; }', [[13, /did you mean 'port'/]]],
    ['part def Y; part def X specialises Y;', [[23, /did you mean 'specializes'/]]],
    ['part y; part x subset y;', [[15, /did you mean 'subsets'/]]],
    ['part def A; part def B extends A;', [[23, /specializes with ':>'/]]],
    ['part a; part b extends a;', [[15, /subsets another usage with ':>'/]]],
    ['part def Eng; part e Eng;', [[21, /'part e : Eng'.*'e Eng'/]]],
    ['part def my Engine;', [[12, /single quotes: 'my Engine'/]]],
    ['part def Eng; part e = Eng;', [[23, /the part definition P::Eng, no feature: a type follows ':', as in ': Eng'/]]],
    ['part engine; part e : engine;', [[13, /the part P::engine is none; a usage is subsetted with ':>'/]]],
    ['package A { part def X; } package B { private import A.*; }', [[54, /separated by '::'/]]],
    ['attribute m = 5 kg;', [[16, /a unit stands in brackets: 5 \[kg\]/]]],
    ['attribute m = 5 part p;', [[16, /^expected ';' or '\{' but found 'part'$/]]],
    ['attribute m = 5 n : T; part def T;', [[16, /^expected ';' or '\{' but found 'n'$/]]],
    ['attribute x; constraint { x = 3 }', [[32, /a condition compares with '=='/]]],
    ['attribute x; constraint { x == 3; }', [[32, /is not followed by ';'/]]],
    ['part def A {}; part a;', [[13, /a body is not followed by ';'/]]],
    ['part def A; ; part a;', [[12, /a declaration needs a name/]]],
    ['package Q { part def A; } part a : Q.A;', [[35, /'Q' is the package P::Q, not a feature: its member is Q::A/]]],
    ['package Q { part def A; } view v { expose Q.A; }', [[43, /separated by '::', as in 'expose A::b'/]]],
    ['part a; part b; connect a, b;', [[25, /'connect a to b;'/]]],
    ['part def A; part a : A*;', [[22, /brackets: '\[\*\]'/]]],
    ['attribute m = 1; assert constraint m > 0;', [[37, /a condition stands in braces/]]],
    ['part def A; part a = new A;', [[26, /'new A\(\)'/]]],
    ['state def S { state a; state b; transition first a accept go to b; }', [[61, /follows 'then': 'then b'/]]],
    ['def part Car;', [[4, /'part def Car'/]]],
    ['part def W { attribute d; } part w : W[4]; attribute x = w[2].d;', [[62, /written '#\(…\)'/]]],
    [
        'action { action a; action b; join j; then a; then b; }',
        [[34, /at most one outgoing succession, and has 2; each 'then' after 'j' starts there/]]
    ],
    ['part def C { part w; part :>> w; }', [[30, /only an inherited feature can be redefined, and the part P::C::w is declared beside/]]],
    ['viewpoint def V; view v { satisfy V; }', [[34, /the viewpoint definition P::V, not a feature.*'viewpoint v : V;'/]]],
    ['requirement def R; part x; satisfy R by x;', [[35, /the requirement definition P::R, not a feature.*'requirement r : R;'/]]],
    [
        'private import SI::*; package Q { constraint def K; attribute t = 3 [K]; }',
        [[69, /the constraint definition P::Q::K, no feature, and hides the unit SI::K: write '\[SI::K\]'/]]
    ],
    [
        'private import SI::*; package Q { attribute s : ScalarValues::String; attribute t = 3 [m/s]; }',
        [
            [89, /'\/' does not apply to this operand: 's' is the attribute P::Q::s and hides the unit SI::s$/],
            [89, /hides the unit SI::s: write 'SI::s'$/]
        ]
    ],
    ['private import SI::*; attribute z = 3 [kg] + 2 [s];', [[45, /different dimensions, mass and time$/]]],
    ['private import SI::*; attribute q : ISQ::MassValue = 3 [m];', [[53, /of dimension length, not mass$/]]],
    ['private import SI::*; attribute q : ISQ::ForceValue = 2 [kg] * 3 [m/s];', [[54, /of dimension momentum, not force$/]]],
    ['private import SI::*; attribute z = 3 [m/s] + 2 [m^5];', [[46, /different dimensions, speed and length\^5$/]]],
    [
        'part def A { attribute m = 3 + 1; } part a : A { :>> m = 2; }',
        [[55, /^'P::A::m' is bound to 3 \+ 1 and cannot be overridden: a value that may be is written 'default' there$/]]
    ],
    [
        'part def A { attribute m := 3; } part a : A { :>> m = 2; }',
        [[52, /^'P::A::m' has the initial value 3, which cannot be overridden: a value that may be is written 'default' there$/]]
    ],
    ['part x { attribute : ScalarValues::Real = w; attribute w = w; }', [[59, /^the value of 'w' depends on itself: remove one of/]]],
    [
        'attribute x; attribute y = x as ScalarValues::Real >= 0.0;',
        [[32, /no feature: 'as' takes in all of what follows it, so it stands in parentheses: '\(x as ScalarValues::Real\) >= …'$/]]
    ],
    ['item a; then item b;', [[8, /^'then' stands in the body of a definition or usage/]]],
    ['part def D; action def A { assign D := 1; }', [[34, /^'D' is the part definition P::D, no feature/]]],
    ['int x;', [[0, /^a type follows the name: 'attribute x : ScalarValues::Integer;'$/]]],
    ['private integer n = 3;', [[8, /'attribute n : ScalarValues::Integer;'$/]]],
    ['attribute String s;', [[10, /'attribute s : ScalarValues::String;'$/]]],
    ['part def B { boolean b; }', [[13, /'attribute b : ScalarValues::Boolean;'$/]]],
    ['attribute x; constraint { x = 3; }', [[26, /another 'x' and is no condition: did you mean 'x == 3', without ';'\?$/]]],
    ['action def A { attribute n; if n = 3 { } }', [[33, /a condition compares with '=='/]]],
    ['state def S { state a; state b; attribute n; transition first a if n = 3 then b; }', [[69, /a condition compares with '=='/]]],
    ['action def A { attribute n; while n = 3 { } }', [[36, /a condition compares with '=='/]]],
    // words and forms of other notations
    ['block A;', [[0, /'block' is no keyword: this notation has 'part def' and 'part'$/]]],
    ['part def A { value x : Real; }', [[13, /this notation has 'attribute'$/]]],
    ['port def Q { input f; }', [[13, /this notation has 'in'$/]]],
    ['part b; part a { redefine b; }', [[17, /this notation has ':>>' before the name$/]]],
    ['part a :: B;', [[7, /a type follows ':', as in ': B'$/]]],
    ['part def A.B;', [[10, /a declaration has a simple name/]]],
    ['part def my-part;', [[11, /single quotes: 'my-part'$/]]],
    ['requirement <REQ-1> a;', [[16, /single quotes: <'REQ-1'>$/]]],
    ['requirement <1.2> a;', [[13, /single quotes: <'1\.2'>$/]]],
    ['part def <A 1> X;', [[12, /single quotes: <'A 1'>$/]]],
    ['attribute x; constraint { 1 <> x }', [[29, /'!=' compares values that differ$/]]],
    ['part def 3A;', [[9, /single quotes: '3A'$/]]],
    ['part "my part";', [[5, /single quotes: 'my part'$/]]],
    ['part a { doc "text" }', [[13, /its text stands between '\/\*' and '\*\/'$/]]],
    ['requirement r "text";', [[14, /documentation: '\{ doc \/\* … \*\/ \}'$/]]],
    ['port def Q; port p in : Q;', [[19, /the direction comes first: 'in port p'$/]]],
    ['part def W { attribute m; } part w : W { :>> m == 5; }', [[47, /a value is bound with '='$/]]],
    ['alias Car = Vehicle;', [[10, /'alias Car for Vehicle;'$/]]],
    ['enum def E { red, green }', [[16, /each value of an enumeration ends with ';'$/]]],
    ['enum def E { red green }', [[17, /each value of an enumeration ends with ';'$/]]],
    ['metadata def M; @M part x;', [[19, /begins with '#': '#M part x'$/]]],
    ['part car; requirement r; car satisfy r;', [[29, /'satisfy r by car;'$/]]],
    ['calc def F(x) { x }', [[10, /parameters are declared in the body/]]],
    ['requirement r { require { 1 < 2 } }', [[34, /'require constraint \{ … \}'$/]]],
    ['part def W; part a : W[1-3];', [[24, /'\[1\.\.3\]'$/]]],
    ['part def W; part a : W(4);', [[22, /a multiplicity stands in brackets: '\[4\]'$/]]],
    ['part def W; part[4] a : W;', [[20, /'part a\[4\]'$/]]],
    ['part def W; part a : W[n];', [[23, /any number is '\*'$/]]],
    ['state def S { state a; state b; transition a -> b; }', [[45, /a transition is written 'transition first a/]]],
    ['state def S { state a; state b; a -> b; }', [[34, /'first a then b;', a transition 'transition first a then b;'$/]]],
    ['state def S { state a; state b; transition first a on Go then b; }', [[51, /follows 'accept': 'accept Go'$/]]],
    ['state def S { state a; state b; transition first a accept Go [1 > 3] then b; }', [[64, /a guard follows 'if'$/]]],
    ['state def S { state a; state b; transition first a accept Go / x then b; }', [[61, /an effect follows 'do'$/]]],
    ['state def S { initial state a; }', [[22, /'entry; then a;' names the first state$/]]],
    ['state def S { entry then a; state a; }', [[20, /'entry; then a;'$/]]],
    ['action def A { action a; then end; }', [[33, /the end of a behavior is 'then done;'$/]]],
    ['action def A { if true then action b; }', [[28, /stands in braces: 'if … \{ … \}'$/]]],
    ['action def A { for i = 1 to 3 { } }', [[21, /'for i in 1\.\.3/]]],
    ['action def A { attribute x; x++; }', [[29, /'assign x := x \+ …;'$/]]],
    ['action def B; action def A { B(3); }', [[30, /'action step : B \{ in … = …; \}'$/]]],
    ['part a { part x; } part b { part x; } part { a.x = b.x; }', [[49, /'bind a\.x = b\.y;'/]]],
    ['attribute x; constraint { x <> 5 }', [[29, /'!=' compares values that differ$/]]],
    ['attribute x; constraint { !x }', [[26, /the negation is 'not'$/]]],
    ['attribute a = [1, 2];', [[14, /parentheses: '\(1, 2, 3\)'$/]]],
    // triggers
    ['private import SI::*; action a { accept at 100 [s]; }', [[43, /a duration from now is waited for by 'after 100 \[s\]'$/]]],
    ['action a { accept at 5; }', [[21, /'after 5 \[s\]'$/]]],
    ['action a { accept after 100; }', [[24, /write 'after 100 \[s\]'$/]]],
    // what has no type, and results
    [
        'part def C { attribute m; } part c : C; requirement r { subject s = c; require constraint { s.m < 5 } }',
        [[94, /'m' could not be resolved: 's' has no type: declare 's : C'$/]]
    ],
    ['requirement def R { subject s; require constraint { s.m < 5 } }', [[54, /declare 's : …'$/]]],
    [
        'analysis a { return cost : ScalarValues::Real = 3; objective { require constraint { result > 2 } } }',
        [[84, /'result' is the truth value of the constraint itself: write 'cost'$/]]
    ],
    [
        'analysis a { objective { require constraint { result > 2 } } return : ScalarValues::Real = 3; }',
        [[46, /as in 'return value : …', and write 'value'$/]]
    ],
    [
        'analysis a { subject; in b : ScalarValues::Boolean; return c : ScalarValues::Real = 3; objective { require constraint { b > 2 } } }',
        [[120, /does not apply to this operand$/]]
    ],
    // names
    ["attribute a = 'text';", [[14, /a text stands in double quotes: "text"$/]]],
    ['attribute a = True;', [[14, /this notation has 'true'$/]]],
    ['attribute a = v.mass.x;', [[14, /'v' could not be resolved$/]]],
    ['private import Foo::*;', [[15, /'Foo' could not be resolved$/]]],
    ['private part def H; part b : P::H;', [[32, /'H' could not be resolved in 'P': .* is private: write H$/]]],
    ['private part def H; part b : $::P::H;', [[35, /'H' could not be resolved in 'P': .* is private: write H$/]]],
    ['part b : $::Q::H;', [[12, /'Q' could not be resolved$/]]],
    ['part def V; part p :> V;', [[22, /a type follows ':', as in ': V'$/]]],
    ['part def V; part p = V();', [[21, /an object is made by 'new V\(…\)'$/]]],
    ['enum def E { r; } attribute c : E = E.r;', [[36, /a value of it is 'E::r'$/]]],
    ['attribute def G; part p; action def A { send G to p; }', [[45, /what is sent is a value, as 'new G\(\)'$/]]],
    // declarations that were meant as values
    ['part def V { attribute m; } part p : V { m = 5; }', [[41, /another 'm' than P::V::m: .*':>> m = 5;'$/]]],
    ['action def A { attribute x; x := x + 1; }', [[28, /'assign x := x \+ 1;'$/]]],
    ['action def B { in s; } action def A { action b : B { s = 3; } }', [[53, /inherited member.*':>> s = 3;'$/]]],
    ['part def W { attribute x; x = 3; }', [[26, /its value stands where it is declared$/]]],
    // what KerML writes, and what is nearly notation
    [
        'part a { attribute x; attribute y; binding x = y; binding of x = y; }',
        [
            [45, /a binding is written 'bind a = b;'$/],
            [58, /'bind a = b;'$/]
        ]
    ],
    ['part a { part p { attribute x; } attribute y; binding p.x = y; }', [[55, /'bind a = b;'$/]]],
    ['action a { action p; action q; succession p then q; }', [[44, /'succession first p then q;'$/]]],
    ['part a { part p; part q; connector p to q; }', [[37, /a connection is written 'connect a to b;'$/]]],
    ['part a { part p; part q; part r; connect p to q, r; }', [[47, /'connect \(a, b, c\);'$/]]],
    ['part a { part p; part q; allocate p q; }', [[36, /'allocate p to q;'$/]]],
    ['part a { part x[]; }', [[16, /any number is '\[\*\]'$/]]],
    ['part a { part x[1..]; }', [[19, /ends with '\*': '\[1\.\.\*\]'$/]]],
    ['attribute x = 1.;', [[16, /digits follow the point: 1\.0$/]]],
    ['attribute x = 1,000;', [[15, /a number has no comma, and a sequence stands in parentheses: '\(1, 000\)'$/]]],
    ['private import NumericalFunctions::*; attribute x = sum(1, 2, 3);', [[59, /'sum' has one parameter: .* as in 'sum\(\(1, 2\)\)'$/]]],
    ['calc def C { in x; in y; x } attribute a = C(1, 2, 3);', [[51, /'C' has 2 parameters$/]]],
    ['enum E { a; b; }', [[0, /its values stand in a definition, 'enum def E \{ … \}'$/]]],
    ['requirement r; verification v { verify r; }', [[32, /in the objective of a verification case: 'objective \{ verify …; \}'$/]]],
    ['part def A { attribute x; } part a : A { attribute x = 3; }', [[51, /redefine the inherited one with ':>> x'$/]]],
    [
        'calc def C { in x; return x; }',
        [
            [16, /same namespace$/],
            [26, /by 'return = x;'$/]
        ]
    ],
    [
        'action a { action b; action c; first start; then b; then c; }',
        [[52, /leave 'start', to 'b' and to 'c': .*; to go on from 'b' write 'first … then …;'$/]]
    ],
    ['action a { x = 5; attribute x; }', [[11, /this declares another 'x'.*'assign x := 5;'$/]]],
    ['part a { x = 5; attribute x; }', [[9, /its value stands where it is declared$/]]],
    // the Kernel library declares objects, performances and data values disjoint
    [
        'part def U; action def A { in p : U; ref q : A = self; } action b; action c : A { in :>> p = b; }',
        [[93, /it is of type Action, not of U$/]]
    ],
    ['part def U; action def A { in p : U; } part u : U { action c : A { in :>> p = self; } }', [[78, /'this' is what performs it$/]]],
    ['part def U; part u : U { action c { in p : U = this; in a = self; calc f { in p : U = self; } } ref s : U = self; }', []],
    // 'self' in a value is what has the feature, as evaluation reads it
    [
        'part def U { attribute m = f(self); } part def V { attribute m = f(self); } calc def f { in p : U; 1 }',
        [[67, /it is of type V, not of U$/]]
    ],
    [
        'attribute def D { attribute m = f(self); attribute d = g(self); } calc def f { in p : Parts::Part; 1 } calc def g { in p : D; 1 }',
        [[34, /it is of type D, not of Part$/]]
    ],
    ['action a { attribute m = f(self); } calc def f { in p : Parts::Part; 1 }', [[27, /'this' is what performs it$/]]],
    [
        'attribute def D; part t; attribute d : D = t; item i; ref attribute e : D = i;',
        [
            [43, /type Part, not of D$/],
            [76, /Item, not of D$/]
        ]
    ],
    ['part def U; part h { attribute d; ref u : U = d; }', [[46, /it is of type DataValue, not of U$/]]],
    ['calc def C { in k = 2; k } calc c : C; attribute a : ScalarValues::Integer = c; ref action s; ref r = s;', []],
    // arguments
    [
        'calc def F { in v[*]; 1 } calc def G { in v; 1 } calc def H { in v[*]; in w; 1 } calc def K { 1 } attribute x = (F(1, 2), G(1, 2), H(1, 2, 3), K(1));',
        [
            [118, /^'F' has one parameter: a sequence stands in parentheses of its own, as in 'F\(\(1, 2\)\)'$/],
            [127, /^'G' has one parameter$/],
            [139, /^'H' has 2 parameters$/],
            [145, /^'K' has no parameters$/]
        ]
    ],
    // numbers and quantities
    [
        'private import SI::*; attribute a : ISQ::MassValue; constraint { a < 3 }',
        [[69, /'<' between mass and a number: the number needs a unit$/]]
    ],
    ['private import SI::*; attribute a : ISQ::MassValue; constraint { a > 0 }', []],
    ['attribute a : ISQ::MassValue; attribute b : ScalarValues::Real = a;', [[65, /a quantity for a feature of plain numbers/]]],
    [`part a : ${'Engine'.repeat(20)};`, [[9, /could not be resolved$/]]]
];

describe('messages', () => {
    test.each(MESSAGES)('%s', (line, expected) => {
        const start = 'package P { ';
        const found = findingsOf(`${start}${line} }`);
        expect(found.map(f => f.span!.startCol - 1 - start.length)).toEqual(expected.map(([column]) => column));
        found.forEach((f, i) => expect(f.message).toMatch(expected[i][1]));
    });

    test.each([
        ['public import A::*; public import B::*;', 'package O { private import N::*; part a : X; }', /^'X' is hidden in 'N': /],
        ['private import A::*; private import B::*;', 'package O { private import N::*; part a : X; }', /^'X' could not be resolved: did/],
        ['public import A::*; public import B::*;', 'package O { private import N; part a : X; }', /^'X' could not be resolved: did/],
        [
            'public import A::*; public import B::*;',
            'package M { public import N::*; } package O { private import M::**; part a : X; }',
            /^'X' is hidden in 'N': /
        ],
        [
            'public import A::*; public import B::*;',
            'package M { private import N::*; } package O { private import M::*; part a : X; }',
            /^'X' could not be resolved: did/
        ]
    ])('a name that is hidden where it is imported from: %s %s', (imports, rest, expected) => {
        const found = findingsOf(`package A { part def X; } package B { part def X; } package N { ${imports} } ${rest}`);
        expect(found.filter(f => f.code === 'unresolved').map(f => f.message)).toEqual([expect.stringMatching(expected)]);
    });

    test.each([
        ['class C { const var feature f; }', /^expected .* but found 'var': a feature is 'const' or 'var', not both$/],
        ['class C { var const feature f; }', /: a feature is 'var' or 'const', not both$/]
    ])('KerML: %s', (line, expected) => {
        expect(findingsOf(`package P { ${line} }`, 'kerml')[0].message).toMatch(expected);
    });

    // no keyword is misspelled, and no foreign shows
    test.each([
        ...['foo bar;', 'part x : Y::;', 'attribute x = 1 +;', 'part a default :> b;', 'part def A := 3;', 'atribute 3;', 'block 3;'],
        ...['attribute int 3;', 'attribute x; attribute y = int x;', 'part port atribute x;']
    ])('no wrong advice: %s', line => {
        expect(findingsOf(`package P { ${line} }`)[0].message).toMatch(/^expected [^:]* but found '[^']*'$/);
    });

    // what is suggested fits the place, and comes from what is near
    test.each([
        ['part def A { attribute mass; part wheel; } part def B :> A { attribute mast; attribute :>> masss; }', 'masss', ["'mass'"]],
        ['part def A { attribute speed; } attribute speeds; part a : A { :>> speedz = 3; }', 'speedz', ["'speed'"]],
        ['metadata def M { attribute level; } attribute levels; part p { @M { levl = 3; } }', 'levl', ["'level'"]],
        ['part def Wheel; part wheel; part x :> whell;', 'whell', ["'wheel'"]],
        ['part def Wheel; part wheel; part x : Wheell;', 'Wheell', ["'Wheel'"]],
        ['action def Go; action def A { action gone; first goen; }', 'goen', ["'gone'"]],
        ['part def Massy; attribute x = massiv;', 'massiv', []],
        ['private import SI::*; attribute x = 3 [kgg];', 'kgg', ["'kg'"]],
        ['part kgs; private import SI::*; attribute x = 3 [m/kgg];', 'kgg', ["'kg'"]],
        // the symbol of another unit is no misspelling
        ['private import SI::*; attribute x = 3 [t];', 't', ["'EngineeringUnits::t'"]],
        ['private import SI::*; attribute x = 3 [M];', 'M', []],
        ['private import SI::*; attribute x = 3 [KG];', 'KG', ["'kg'"]],
        ['private import SI::*; attribute x = 3 [deg];', 'deg', ["'SI::'°''"]],
        ['part w; part def W { part def Rim; } part r : W::Rimm;', 'Rimm', ["'Rim'"]],
        // what is redefined under another name is inherited under that alone
        ['part def A { attribute x; } part def B :> A { attribute width :>> x; attribute y = x; }', 'x', ["'width'"]],
        ['part def A { attribute x; } part def B :> A { attribute width :>> x; } part b : B; attribute y = b.x;', 'x', ["'width'"]],
        ['calc def C { in alternative; } calc c : C { in one :>> alternative; alternative }', 'alternative', ["'one'"]],
        ['metadata def M :> SemanticMetdata;', 'SemanticMetdata', ["'Metaobjects::SemanticMetadata'"]],
        ['metadata def M :> SemanticMetadata;', 'SemanticMetadata', ["'Metaobjects::SemanticMetadata'"]],
        ['part def B; part b : B; attribute y = b.startShot;', 'startShot', ["'start'"]]
    ])('suggestions fit the place: %s', (line, name, expected) => {
        const [found] = findingsOf(`package P { ${line} }`).filter(f => f.code === 'unresolved' && f.message.startsWith(`'${name}'`));
        expect(/did you mean (.*)\?$/.exec(found.message)?.[1].split(/, | or /) ?? []).toEqual(expected);
    });

    test('a missing name is searched once, and each reference says the same', () => {
        const content = `package P { part def Engine;\n${'part def Q { part e : Engin; }\n'.repeat(300)} }`;
        const missing = findingsOf(content).filter(f => f.code === 'unresolved');
        expect(new Set(missing.slice(0, 100).map(f => f.message))).toEqual(
            new Set(["'Engin' could not be resolved: did you mean 'Engine'?"])
        );
        expect(missing.slice(100).map(f => [f.span!.startLine, f.message])).toEqual([
            [102, '200 more errors of this kind in this document, from here on']
        ]);
    });
});
