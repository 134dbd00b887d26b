/** Small models of all that the metamodel derives: kinds of usages in definitions and usages, and what few models have. */

const KINDS: readonly string[] = [
    'action',
    'allocation',
    'analysis',
    'attribute',
    'calc',
    'case',
    'concern',
    'connection',
    'constraint',
    'flow',
    'interface',
    'item',
    'occurrence',
    'part',
    'port',
    'rendering',
    'requirement',
    'state',
    'use case',
    'verification',
    'view',
    'viewpoint'
];
const defined = KINDS.map(kind => `${kind} def D${kind.replace(' ', '')};`).join(' ');
const nested = (suffix: string): string =>
    KINDS.map(kind => `ref ${kind} ${kind.replace(' ', '')}${suffix} : D${kind.replace(' ', '')};`).join(' ');

export const TINY: readonly (readonly [title: string, text: string])[] = [
    [
        'usages of all kinds in definitions and usages',
        `${defined} enum def E { enum e; } metadata def M; part def Whole { ${nested('1')} enum en : E; ref r; metadata M; }
        part whole : Whole { ${nested('2')} enum em : E; ref s; metadata m : M; } item i { in item j; out item k; inout item l; }`
    ],
    [
        'members of the kinds of definitions',
        `action def A { action a; } calc def C { calc c; return r; } state def S { state s; transition t first s then s; }
        state s0 : S { state s1; transition first s1 then s1; } allocation def Al { end a; end b; allocation c; }
        rendering def R { rendering r; } rendering r0 { rendering r1; } view def V { view v; satisfy requirement q : P;
        viewpoint w; } viewpoint def P { frame concern f { stakeholder k; } } viewpoint p : P { frame concern g { stakeholder l; } }
        view v0 : V { viewpoint z; } flow def F { end a; end b; } interface def I { end port a; end port b; }
        connection def N { end [1] part a; end [0..1] part b; } flow f : F;`
    ],
    [
        'expressions of kinds',
        `calc def F { in x; in y default = 3; return r; x + y } attribute a = F(y = 2, x = 1); part def T { attribute m; attribute n; }
        part p : T = new T(1, 2); part q : T = new T(n = 1); attribute b = p.m; attribute c = p.m.metadata; attribute d = null;
        attribute e = (1, 2.5, "s", true, *); attribute g = a istype T; constraint h { a > 1 & not true } calc i { a }
        attribute j = (a, b)->ControlFunctions::select { in x; x > 1 }; attribute k = a#(1); attribute l = F(1); attribute o [a..b];`
    ],
    [
        'connectors of ends',
        `part a { part x; port o; } part b { part y; port i; } connection c connect [1] a to [0..2] b; connection connect a.x to b.y;
        interface n connect s ::> a.o to t ::> b.i; binding bi bind a = b; bind a.x = b.y; part d { part e; part f; connect e to f;
        bind e = f; } allocation al allocate a to b; message m of T from a.o to b.i; flow fl of T from a.o.u to b.i.w; item def T;
        flow a.o.u to b.i.w; succession flow a.o.u to b.i.w; action z { action u; action v; first u then v; first start then u; }
        connection def K { end [1] part m1 : P1; end [0..*] part m2 : P2; } part def P1; part def P2; connection k : K connect a to b;
        connection def L :> K { end part :>> m1; end part :>> m2; }`
    ],
    [
        'requirements, cases and views with all members',
        `part def S; requirement def R { doc /* r */ subject s : S; actor a; stakeholder k; assume constraint c { true }
        require constraint d { true } require e; frame concern f; frame g; } constraint e; concern g { stakeholder h; }
        requirement r : R { subject :>> s; require r2; } requirement r2 { doc /* t */ } requirement r3 :> r { actor b; }
        case def C { subject s; actor a; objective o { require constraint { true } } } case c : C { objective { doc /* o */ } }
        analysis def N { subject s; return v; objective o; } analysis n : N { return w = 1; 2 }
        verification def V { subject s; objective { verify r; verify requirement q : R; } } verification v : V { objective { verify r2; } }
        use case def U { include use case u1; include u2; } use case u2; use case u3 : U { include u2; use case u4; }
        satisfy r by p; part p : S; assert constraint t { true } assert not e; view def W { filter @M; render rn; } metadata def M;
        rendering rn; view w : W { expose P1::*; render rendering ro; filter @M; } package P1 { part p1; #M part p2; }`
    ],
    [
        'actions with parameters',
        `action act { in x; out y; ref part r; action b; accept s : T via r; accept when x > 1; accept at t0; accept after 5 [SI::s];
        send new T() via r to r; send x to r; assign x := 1; assign r.q := 2; if x > 1 { action u; } else { action v; }
        while x > 1 { action w; } until x > 3; loop { } until x > 2; for i in (1, 2) { action z; } terminate b; terminate; perform b;
        fork f1; join j1; merge m1; decide d1; if x > 1 then b; else done; then b; } item def T; attribute t0; part r0 { part q; }
        perform act; part pp { perform act; perform action pa { in :>> x; } exhibit st; exhibit state se; event act; event occurrence eo; }
        state st { entry action ea; do action da; exit action xa; state s1; state s2; transition tr first s1 accept m : T via r0 if true
        do action fx then s2; accept T then s1; } state sp parallel { state a1; state a2; } state sq { entry; then off; state off; }`
    ],
    [
        'variations, individuals, names and annotations',
        `variation part def V { variant part a; variant b; } part b; variation part v2 : V0 { variant part c; } part def V0;
        individual part def I; individual part i : I { snapshot s; timeslice t; } part <s1> n1 { part <s2> n2; } part n3 :>> n1;
        alias <sa> la for n1; dependency dd from n1, n3 to b { doc /* a */ } comment about n1, b /* c */ doc /* d */
        rep language "x" /* y */ metadata def M { attribute z; } #M part pm; part pn { @M { z = 1; } } metadata M about n1;
        library package L { part l; package K { part k; } } public import L::**; private import L::l; port def Q { in item i1; }
        port q1 : ~Q; port q2 : Q; part pr { port q3 : ~Q; } part o [1..*] ordered; attribute m [2]; part rr :> n1.n2;`
    ]
];

export const TINY_KERML: readonly (readonly [title: string, text: string])[] = [
    [
        'types and features',
        `class A { feature f : B; feature g; in feature d; protected feature p; private feature q; } class B; class C :> A {
        feature :>> f; feature h subsets g; } struct S { composite feature c : S; } datatype D; assoc O { end feature x : A;
        end feature y : B; } assoc struct U :> O { end feature :>> x; end feature :>> y; } connector k : O from a to b;
        feature a : A; feature b : B; feature ch chains a.f; feature inv inverse of a; feature fe featured by A; type T ~ A;
        classifier W unions A, B; classifier X intersects A, B; classifier Y differences A, B; classifier Z disjoint from A;
        multiplicity mm [1..2]; feature mf [mm]; behavior H { in i; out o; step s { in u; } } function F { in i; return r; i }
        expr e : F { in i = 1; } predicate P { in i; i } bool pb : P { in i = true; } interaction N { end feature l; end feature m; }
        flow fl of D from a.f to b.z; metaclass M; @M about A; class D1 { @M; } namespace NS { class NC; } package PK { filter @M;
        import NS::*; } assoc R2 { end feature e1 : A crosses e2.back; end feature e2 : B; } class BB :> B { feature back : A; }
        assoc CF { end cf1 [0..1] feature n1 : A; end feature n2 : B; }`.replace('import NS', 'private import NS')
    ]
];
