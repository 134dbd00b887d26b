/**
 * Constructs in each other's company through all round trips (contract: conversion 11.4), in each form of ids, in identity scopes and with
 * declared ids: annotations with prefixes and targets, ends with chains and multiplicities, statements in bodies, and what each kind of
 * declaration may hold. Names that lead nowhere are meant. The quick suite takes every fourth model, with one of the two forms in turn.
 */
import { describe, expect, it } from 'vitest';
import { isThorough, portion, sampled } from '../support/thorough.js';
import { brokenRoundTrips } from './round-trips.js';

/** Models of SysML. */
const SYSML: readonly string[] = [
    // the conjugate of a definition of the library
    `package P { port p0 : ~Ports::Port { port q : ~Ports::Port; } }`,
    // an unnamed feature of the library
    `package P { attribute v : Quantities::VectorQuantityValue { :>> mRef; } calc c { in w :> v { :>> mRef; } } }`,
    `package P { port def T; metadata def M; interface def I { end p : T; then end q : T; then [1] end r [2] : T { doc /* x */ } then
    private end <s> s : T = p; part w; then end u; } interface i : I { end :>> p; then end :>> q; } }`,
    `package P { connection def K; part def A { part x; part y; } metadata def M; connection def C { end a1 [1] : A bind x1 = x1;
    end x2 [2] : A #M binding b1 : K bind x1 = b1 { } end x3 : A subsets a1 succession first x1 then b1; end [1] first x1 then b1;
    end x4 #M succession s1 first x1 then b1; ref x1; } }`,
    `private package P; protected part def Q; public import P::*; alias R for Q; private alias S for Q;`,
    `package P { metadata def M { attribute level; ref r; } part a; part b; metadata m : M about a, b { level = 3; :>> r = a; } }`,
    `package P { metadata def M; metadata def N; #M #N part def A { #N attribute x; } @M about A; part b { @N about b; } }`,
    `package P { metadata def <q> M :> Metaobjects::SemanticMetadata { :>> baseType = a meta SysML::Usage; } abstract part a;
    #q part c; #q def D; #M z; }`,
    `package P { metadata def M; #M dependency d from A to B; part def A; part def B; #M connection c connect x to y; part x; part y;
    }`,
    `package P { metadata def M; abstract #M part def A; private #M part b; part c { in item d; } variation part v {
    variant #M part w; } }`,
    `package P { metadata def M; requirement r { require #M constraint c; subject s; } constraint d; }`,
    `package P { metadata def M { attribute x; attribute y { attribute z; } } part p { @M { x = 1; y { z = 2; } } } }`,
    `package P { metadata def M { attribute x; ref q { attribute w; } } @M { x = 1; nope = 2; :>> x = 3; q { w = 1; more { y; } }
    M::x = 4; ref redefines x; nope; x redefines q = 5; x :>> x; nope :>> x; } }`,
    `package P { metadata def M { ref q : P::K; } metadata def K; part def A { @M { ref q { } } } }`,
    `package P { part a; comment c about a /* x */ comment about a, P locale "en" /* y */ doc <d> D locale "de" /* z */
    rep r language "c" /* int */ language "d" /* u */ }`,
    `package P { metadata def M { attribute x; } action a { @M {x = 1;} #M action b; then #M action c; } }`,
    `package P { part a { part b { port p; } } part c { port q; } connect a.b.p to c.q; connect [1] a.b to [0..*] c;
    connection k [2] : K connect x ::> a.b to y references c; connection def K { end a; end b; } }`,
    `package P { part a { part b; } part c; connection k : K { end x ::> a.b; end [1..2] part y ::> c; } connection def K {
    end part x; end part y[0..1]; } }`,
    `package P { part a { part b; } connection def K { end [1] part x; end y [2] : A crosses x.z; } part def A { ref z; }
    connection : K connect (x ::> a, y ::> a.b); }`,
    `package P { part a { part b; } connect (a, a.b, a.b); connect (e1 ::> a, e2 ::> a.b, [3] a); interface i : I connect a.p to a.q;
    interface def I { end p : X; end q : ~X; } port def X; }`,
    `package P { part a { attribute n; part b { attribute n; } } bind a.n = a.b.n; binding bb bind a.n = a.b.n;
    binding [2] bind a.n = a.b.n; binding x [1] bind [1] a.n = [2] a.b.n { doc /* d */ } }`,
    `package P { part a { out item o; } part b { in item i; part c { inout item k; } } flow a.o to b.c.k;
    flow f of X from a.o to b.i; flow of y : X [2] from a.o to b.i { attribute z; } item def X; flow g : F from a.o to b.i;
    flow def F; flow h : F; succession flow sf : F of X from a.o to b.c.k; message m of X from a.o to b.i; message n; }`,
    `package P { part a; part b; allocate a to b; allocation def L { end a; end b; } allocation l : L allocate x ::> a to y ::> b;
    allocate (a, b); }`,
    `package P { part a { event occurrence e; perform action g; } part b; message from a.e to b { doc /* x */ } event a.e;
    ref event occurrence q; }`,
    `package P { requirement r; part a { part b; } satisfy r by a.b; satisfy requirement q : R by a; assert not satisfy r by a.b {
    doc /* x */ } requirement def R; not satisfy r; verification v { objective { verify r; verify requirement q2 : R; } } }`,
    `package P { requirement r; requirement def R { subject s : V; } part def W { part hub; } part def V { part w : W; alias y for w; }
    alias a for v; part v : V; part def D :> V { satisfy r by w.hub; satisfy r by D::w.hub { doc /* x */ } } private import Q::*;
    satisfy requirement q : R [2] = r by a.y.hub; satisfy r by $::P::v.w; satisfy r by u.'no name'.w; satisfy r by nowhere.at; satisfy
    r by v.nowhere.'at all'; #M satisfy requirement by v.w; metadata def M; package Q { part u : V { part 'no name' : V; } } }`,
    `package P { requirement r { subject s; } part p { part q { satisfy r by q.self; satisfy r by p.q.z; part z; part self2 :>> self; }
    satisfy r by q.z { subject s = q.z; doc /* x */ } } constraint c { satisfy r by p.q; true } calc f { (1, 2)->select { in x;
    satisfy r by p.q { doc /* y */ } x } } }`,
    `action def A { action x; action y; action z; succession first x then y; succession s first x then y;
    succession s2 : S first [1] x then [2] y { } first x then y; then z; then action w; then [2] x; if true then y; else z;
    connection def S; }`,
    `action def A { action x { action y; } action z; first x.y then z; then x.y; succession first x.y if true then x.y;
    first x if false then z; succession q first x if 1 > 2 then z; }`,
    `action def A { first start; then fork f; then action a; first f then m; merge m; then decide d; if true then a; else b;
    then done; join j; then terminate; }`,
    `action def A { in x : T = 3; out y; inout z default 4; attribute def T; }`,
    `action def A { attribute n; action a assign n := 2; assign n := n + 1; action s send 1 via n to s; send new T(1) to n;
    send n via s; then send 2 to n; item def T; }`,
    `action def A { attribute n; action a accept x : T via n; accept T; accept x; accept at 3; accept after 2 via n;
    accept when n > 3; then accept y : T; item def T; }`,
    `action def A { attribute n; if n > 1 { assign n := 2; } else if n > 2 { } else { action q; } action i if n > 3 { }
    then action w while n < 4 { } until n > 5; loop { assign n := 3; } until n > 3; action l loop action bb { }
    for i : T in (1,2) { } for j in n { assign n := j; } attribute def T; }`,
    `action def A { action a; perform a; perform action b :> a; perform a.c { in x = 1; } perform action p : A; then perform a;
    action c { action d; } perform c.d; }`,
    `action def A { action a { action b; } terminate; terminate a; terminate a.b; action t terminate a; }`,
    `action def A { calc c { in x; x + 1 } action d; action e { in a; out b = c(a); } flow e.b to d; }`,
    `state def S { entry action e { assign x := 1; } do send 1 to x; exit { } attribute x; state a; state b; }`,
    `state def S { entry; then a; state a { do x; exit y; entry assign q := 1; } state b parallel { state c; } action x; action y;
    attribute q; transition first a then b; transition t first a accept T then b; accept T if true do assign q := 2 then a;
    if q > 1 then a; item def T; }`,
    `state def S { state a; state b; attribute q; transition first a accept x : T via q if x.n > 1 do send x to q then b;
    transition first a accept after 3 then b; transition first a accept at 3 do action z { assign q := 1; } then b;
    transition first a accept when q == 1 then b; transition u first a do action y then done; item def T { attribute n; } }`,
    `state def S { accept T then b; state b; item def T; }`,
    `state def S parallel { state a { entry; then b; state b; transition first b then done; } state c :> a; exhibit state d;
    exhibit a.b; ref state f; }`,
    `package P { use case def U { subject s; actor a : A; objective o { doc /* g */ } include use case v : U { subject; actor redefines a = z;
    } include w; first start; then include w; } part def A; part z; use case w : U; }`,
    `package P { analysis def An { subject s : T; objective o : Ob; return r = s.x; } part def T { attribute x; } requirement def Ob;
    analysis an : An { subject redefines s = t; } part t : T; }`,
    `package P { requirement def <'R-1'> R { doc /* a */ subject s; require constraint { s.x > 1 } assume constraint a : C {
    in y = 1; } require not1; frame concern c : Q; frame cc; stakeholder h; actor z; } concern def Q; concern cc;
    constraint def C { in y; } constraint not1; }`,
    `package P { constraint def C { in a; in b; a == b } constraint c : C { in a = 1; in b = 2; } assert constraint c2 : C; assert c;
    assert not c; assert constraint { 1 > 0 } assert not constraint d { true } }`,
    `package P { calc def F { in x; in y[0..*]; return z = x; } calc f : F { in x = 2; attribute q = 1; q + x } attribute r = f(3);
    attribute s = F(x = 1, y = (1,2)); calc g { return q = 3; } calc h { return : T = 4; attribute def T; } }`,
    `package P { view def V { filter @SysML::PartUsage; render r; satisfy requirement q; } rendering r; view v : V { expose P::*;
    expose P::**[@SysML::PartUsage]; expose P::a; expose P::a::**; private import P::a; render rendering rr : R; }
    rendering def R; part a; viewpoint vp : VP { frame concern c; } viewpoint def VP; }`,
    `package P { occurrence def O { timeslice t { snapshot s; } snapshot start2; timeslice u; } individual occurrence def I :> O;
    individual i : I { timeslice tt; snapshot ss; } individual part def J; individual part j : J; individual snapshot k;
    ref individual item m; }`,
    `package P { enum def E { enum a; b; c = 3; <d> e { attribute z; } } attribute def X; enum f : E = E::a; attribute g : E;
    enum def G :> X { h = 4; } }`,
    `package P { variation part def V { variant part a; variant b; } part b; variation attribute w { variant attribute x;
    variant attribute y = 1; } part c : V = V::a; variation requirement rr { variant requirement s; } }`,
    `package P { private import all Q::*; public import Q::**; import Q::*::**; private import Q::x; import Q::x::**; package Q {
    part x; filter true; import P::*[@M and not (true)]; metadata def M; } alias <s> L for Q::x; private alias N for L;
    alias O for $::P::Q; }`,
    `package <short> 'a b' { part def 'def'; part 'x::y' : 'def'; part '@1' : 'def'; }`,
    `package P { attribute a = 1 ?? 2; attribute b = a == null or a istype T and b hastype T xor not (a as T);
    attribute c = (a as T).d; attribute e = a @ T; attribute f = T @@ M; attribute g = a.metadata; attribute h = -a ** 2;
    attribute i = -(a ** 2); attribute j = (-a) ** 2; attribute k = ~a; attribute l = 2 ** 3 ** 4; attribute m = (2 ** 3) ** 4;
    attribute def T { attribute d; } metadata def M; }`,
    `package P { attribute a = (1, 2, (3, 4)); attribute b = (); attribute c = 1..3; attribute d = a#(1)#(2);
    attribute e = a.b.{in x; x}.?{in y; y > 1}.c; attribute f = a->reduce '+' ?? 0; attribute g = a->forAll {in x; x > 1}
    and true; attribute h = a->F(1, 2)->G(); attribute i = if true ? if false ? 1 else 2 else 3; attribute j = all T;
    attribute k = a implies b; attribute l = not a.b; calc def F; calc def G; attribute def T; }`,
    String.raw`package P { attribute a = "q\"\\\n\t\b"; attribute b = 1.5e-3; attribute c = 0.5; attribute d = 1e400; attribute f = *;
    attribute g = true; attribute h = 'x y'; attribute 'x y'; }`,
    `package P { attribute a [1..*] nonunique ordered : T :> b, c :>> d = 3; attribute b; attribute c; attribute d [a..b];
    attribute f [*]; attribute g[P::n]; attribute n = 2; attribute def T; ref g2 [0..1] default = null; }`,
    `package P { part def A :> B, C; part def B; part def C; abstract part def D specializes A; part p : A, B [2] :> q, r; part q;
    part r; part s ::> q.t; part q2 { part t; } part u :>> q2.t; part v references q; part w crosses q.t; part :> q; part : A;
    part; }`,
    `package P { port def X { in item a; out item b; } port p : ~X; port q : X { :>> a; } interface def I { end supplier : X;
    end consumer : ~X; flow supplier.b to consumer.a; } part d { port p : ~X [2]; } port def Y :> X; port r : ~Y, ~X; }`,
    `library package L { }`,
    `standard library package L { doc /* x */ part def A; }`,
    `package P { part def A { part b { part c; } } part a : A { part :>> b { part :>> c; } } part d :> a { :>> b { :>> c {
    attribute x = 1; } } } attribute e = d.b.c.x; }`,
    `package P { dependency A to B; dependency d from A, B to C, D { doc /* x */ } part A; part B; part C; part D;
    dependency from A to B; }`,
    `package P { part a { snapshot s; } part b = new A(x = 1, y = 2); part def A { attribute x; attribute y; }
    attribute c = new A(1, 2).x; attribute d = A(1); attribute e = (new A()).y; }`,
    `package P { }`,
    `package P { private import SI; private import ScalarValues; attribute x : ScalarValues::Real; }`,
    `part def A; part b : A; package Q; import Q::*; doc /* root */ comment /* c */ alias X for A; metadata def M; #M part q;`,
    `package P { action a; state s; part p { perform a; exhibit s; perform action b : B; exhibit state t : T { entry; } }
    action def B; state def T; }`,
    `package P { case def C { subject s; objective { } 1 + 2 } case c : C { subject = p; } part p; verification def V { subject s;
    return verdict : VerificationCases::VerdictKind = VerificationCases::PassIf(true); } verification v : V; part vv {
    verification w : V; } }`,
    `package P { state s { entry; then off; state off; accept sig : Sig do action { assign x := 1; } then on; state on;
    transition first on if x > 1 then off; attribute x; } attribute def Sig; }`,
    `package P { part a { action q { in i; out o; } } action r { first a.q then done; accept x : T via a; action y; item def T; } }`,
    `package P { part v : A { attribute :>> x = 2; attribute redefines y default 3; :>> z; } part def A { attribute x; attribute y;
    attribute z; attribute w = v.x; } }`,
    `package P { calc c { in x = 1; private attribute h = 2; x + h } part p { attribute a = c(); attribute b = c(x = 4);
    attribute d = c.x; } }`,
    `package P { part def A; part def M; part a : A, A :> b, b; part b; individual #M def D; individual #M d; snapshot #M s;
    part e { end inout abstract ref x [2] part y; end variation z #M; } message of : A : A; }`,
    String.raw`package P { part a : 'x\'y', 'b.c'::'d::e', $::Nope, '$'; port b : ~'~P'; attribute c = 'f.g' + 'h:i'.j; part d ::> '$'.'k.l'; }`,
    `package P { action a { first b if true then [2] c ::> b; action b; } state s { transition then done; state t;
    transition first t then u ::> t; } }`,
    `package P { part q { perform action references a; perform action a :>> b; exhibit state references s; } action a; state s;
    part def X { perform action references X; } action X; attribute z = q.a; use case u { include use case references v; }
    use case v; }`,
    `package P { attribute x = { public first a; private attribute a; protected import P::*; a }; constraint { { x } }
    calc { ({ in y; y }) } attribute z = { flow f of T from a.b to c.d; if x { action e; } else { } loop { } until x;
    requirement def R { subject s; require constraint { true } } #T part p; transition first a accept T do action g then b; } ;
    item def T; }`
];

/** Models of KerML. */
const KERML: readonly string[] = [
    `package P { class A { feature p; } feature a : A; metaclass M; assoc K { end x1 : A connector c from a to c; end [1] connector a to x;
    end x2 : A binding of a = x; end x3 [2] succession s first a then s; end x4 flow f of A from a.p to a.p; end x5 succession flow a.p to
    a.p; end x6 : A inv i { true } end x7 #M y; end x8 #M #M; end x9 #M connector (a, c, a); const end var x10 : A #M feature; feature x;
    feature c; feature s; } assoc L { end x1 feature y; end x11 : A inv false { } end derived x12 binding b of a = a { doc /* x */ } } }`,
    `package P { class A { feature a : B [0..1] ordered; composite feature b subsets a; portion feature c;
    derived abstract feature d; const feature e; var feature f; in feature g; end feature h; member feature i; } class B; }`,
    `package P { assoc A { end feature x : B crosses y.q; end [2] feature y : B; } class B { feature q; }
    assoc struct C specializes A { end feature x redefines A::x; } connector c : A from a to b;
    connector : A from x ::> a to [2] y ::> b.q; feature a : B; feature b : B; connector (a, b, a.q);
    connector d : A (x ::> a, y ::> b); }`,
    `package P { class C { feature f; } assoc A { end a [0..1] feature x : C; end feature y : C { member feature b [0..*] featured by C; } }
    assoc B specializes A { end feature x : C redefines A::x { member feature c : C featured by d { member feature d : C; }
    member feature e : C; public import y; } end feature y : C { member feature b2 :> b; feature g; } end feature z; }
    connector k : A from i to j; feature i : C; feature j : C; feature u chains k.x.f; }`,
    `package P { behavior B { in x; out y; step s : B; succession first s then t; step t; flow s.y to t.x;
    succession flow s.y to t.x; flow f of K from s.y to t.x; binding of s.x = t.y; binding b of s.x = t.y; class K; }
    interaction I { end feature a; end feature b; } }`,
    `package P { function F { in a; in b = 2; return r : R; a + b } datatype R; predicate Q { in x; x > 1 } expr e : F { in a = 1; }
    bool q : Q; inv { true } inv false { false } inv true i { 1 > 0 } feature z = F(1, 2); feature w = e(1); }`,
    `package P { type T specializes A, B; type U conjugates T; type V1 ~ T; classifier A; classifier B disjoint from A;
    type W specializes A unions A, B intersects A, B differences A, B; feature f chains g.h; feature g { feature h; }
    feature i inverse of g; feature j featured by A; feature k [1] : A subsets g redefines g.h ; }`,
    `package P { class A; class B; specialization s subtype A specializes B; specialization subclassifier A specializes B;
    subclassifier A :> B; feature f : A; feature g; typing f typed by B; specialization t typing f : B; subset f subsets g;
    redefinition f redefines g; subset f :> g; inverse f of g; inverting iv inverse f of g; disjoint A from B;
    disjoining dj disjoint A from B; featuring f by A; featuring ft of f by A; conjugate A conjugates B;
    conjugation c conjugate A ~ B; }`,
    `package P { multiplicity m [1..*]; multiplicity n subsets m; feature f [m]; multiplicity k [2] { doc /* x */ }
    feature q [1..m] nonunique; }`,
    `package P { metaclass M { feature x; } @M { x = 1; } class A { metadata m : M about A { :>> x = 2; } @M; } #M class B;
    metadata M about A, B; #M feature f; feature g { @M about f; } }`,
    `namespace N { package Q; namespace { class A; } class B; } `,
    `package P { struct S { feature a = 1; feature b := 2; feature c default 3; feature d default := 4; feature e default = 5; }
    datatype D specializes S; metaclass K; class <s> Short; private class H; protected feature pf; public import P::*;
    private import all P::S::**; alias X for S; dependency X to S; }`,
    `package P { feature a = null ?? 1; feature b = (a, a)->ControlFunctions::collect {in y; y}; feature c = a.b.c;
    feature d = a#(1); feature e = a[1]; feature f = new S(1); feature g = S(a = 1); feature h = a istype S;
    feature i = if a ? 1 else 2; feature j = a meta S; feature k = S.metadata; struct S { feature a; } feature l = {in x;
    x + 1}; feature m = all S; }`,
    `package P { step s { in x; } step t; succession s2 first s then t; succession q [1] first s then t { } behavior B { step a;
    step b; succession first a then b; succession first [1] a then [0..1] b; } }`,
    `package P { feature f : A, B [1..2] ordered nonunique subsets g, h redefines i featured by A chains g.h; class A; class B;
    feature g { feature h; } feature h; feature i; }`,
    `package P { private import Q::* { feature f; } package Q; }`,
    `package P { class A { feature all x; } type all T specializes A; classifier all C; abstract class D; class all E; }`,
    `package P { interaction I specializes J { end feature a; end feature b; flow a to b; } interaction J { end feature a;
    end feature b; } flow f : I from x to y; feature x; feature y; flow g; flow of P2 from x.p to y.p; class P2; }`,
    `package P { class A disjoint from B disjoint from B, A unions A, A intersects B, B differences A, A; class B;
    feature f : A, A subsets g, g featured by A, A; feature g; feature h chains g.g; #M namespace N { } #M struct S; metaclass M; }`,
    String.raw`package P { feature f : '~A', 'b.c'.'d::e'; feature g = size('h::i' = 1, j::'$' = 2); connector ('$', f); alias for '$';
    feature k : ''; feature l = 'm\'n'.o; }`,
    `package P { feature a = { in x; return y; }; feature b = { in x; return feature y = x; x }; bool { { a } } expr e { ({ b }) }
    feature c = { function F { in a; return r; } class D { end var u [1] feature v; } 1 }; }`,
    `package P { expr { 1 } expr x { return r = 2; } feature y = x(); inv { x() == 2 } function G { in expr q { in z; return r; }
    q(1) } feature z = G({in w; w}); }`,
    `package P { feature a { feature b; } feature c ~ a.b; feature d inverse of a.b; feature e featured by a.b; type f unions a.b, a;
    type g intersects a.b, a; type h differences a.b, a; }`,
    `package P { type T { protected feature 'a.b' { feature c; } } feature d crosses T::'a.b'::c; feature e crosses 'q.'.T; }`
];

/** The model in a scope of its own with a declared id, beside another scope: ids have qualifiers then. */
function inScope(text: string, other: string): string {
    const annotations = '@IdentityMetadata::ProjectRef { projectId = "p"; org = "a b"; } @IdentityMetadata::ElementId { id = "own-1"; }';
    return `${text.replace('{', `{ ${annotations}`)}\npackage Other { @IdentityMetadata::ProjectRef { projectId = "o"; } ${other} }`;
}

describe.each([
    ['sysml', SYSML, 'part def Z;'],
    ['kerml', KERML, 'class Z;']
] as const)('%s', (language, models, other) => {
    it.each(sampled(portion(models, 2), 12).map((text, i) => [text, i] as const))('%s', (text, i) => {
        if (isThorough || i % 2 === 0) {
            expect(brokenRoundTrips(text, language), 'qualified names').toEqual([]);
        }
        if (isThorough || i % 2 === 1) {
            const isScope = /^(?:package|action|state|requirement|namespace)\b[^;]*\{/.test(text);
            expect(brokenRoundTrips(isScope ? inScope(text, other) : text, language, { idForm: 'uuid' }), 'UUIDs').toEqual([]);
        }
    });
});
