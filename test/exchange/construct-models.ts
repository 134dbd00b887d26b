/** Every construct of both languages, some in each model; for tests. */

type Titled = readonly (readonly [title: string, text: string])[];

export const SYSML: Titled = [
    [
        'connections of several ends',
        `connection def K { end part a; end part b; end part c; } part x; part y; part z;
        connection k : K connect (a ::> x, b ::> y, c ::> z); connection connect ([1] x, [2..3] y, [*] z);`
    ],
    [
        'conjugated ports',
        `port def Q { in item i; } port def R :> Q; port a : ~Q; port b : ~R [2] :> a; part p { port c : ~Q { in item :>> i; }
        } interface def I { end s : Q; end t : ~Q; } interface j : I connect a to p.c;`
    ],
    [
        'flows with payloads',
        `item def T; part a { out item o : T; } part b { in item i : T; } flow f of T from a.o to b.i;
        flow of t2 : T from a.o to b.i; flow of T[2] from a.o to b.i; message m of t3 : T from a to b;
        succession flow g of T from a.o to b.i; flow def F { end :> a; end :> b; } flow ff : F of T from a.o to b.i;`
    ],
    [
        'transitions with all their parts',
        `state def S { in item i; entry action e; do action d { out v; } exit action x; state a { entry; do; exit; }
        state b parallel { state c; state d2; }
        transition t1 first a accept m : T via p if m.v > 1 do send new T() via p then b;
        transition first b accept after 5 [SI::s] then a; transition first b accept at TT then done;
        transition first a accept when i == null do action { } then b; } item def T { attribute v; } port p;
        attribute TT : Time::TimeInstantValue;`
    ],
    [
        'variations',
        `variation part def V { variant part a; variant part b; } variation attribute w : E { variant E::x; variant E::y; }
        enum def E { enum x; y; z { doc /* z */ } } part u : V = V::a; variation action va { variant action v1;
        variant perform v2; } action v2;`
    ],
    [
        'individuals, snapshots and time slices',
        `individual item def I; individual part i : II { snapshot s; timeslice t { snapshot u; } individual snapshot r; }
        individual part def II; occurrence o { individual timeslice q : II; event o2; event occurrence e2; } occurrence o2;`
    ],
    [
        'nested imports with conditions',
        `package A { metadata def M; #M part x; part y; package B { part z; } } public import A::*[@M];
        private import A::**[@M or @M]; protected import all A::*::**[not (@M)]; private import A::x[true];`
    ],
    [
        'comments with locales, representations with languages',
        `doc /* a */ comment c locale "en_US" /* b */ doc d locale "de" /* c */ rep r language "ocl" /* self */ part p { rep inOCL language "OCL" /* x > 1 */ comment about p /* q */ language "alf" /* code */ }`
    ],
    [
        'names in quotes with escapes',
        String.raw`part <'a b'> 'c d'; alias 'x\'y' for 'c d'; alias <s> for 'c d'; part 'q\'uote\\back'; part 'new\nline';
        part r :> 'q\'uote\\back', 'c d'; alias A2 for 'x\'y';`
    ],
    [
        'annotations with bodies',
        `metadata def M { attribute a; ref b { attribute c; } } part p { @M { a = 1; b { c = 2; } }
        metadata m : M about p { :>> a = "x"; } @ n : M; } #M #M2 part q; metadata def M2; #M def D1; #M d2;
        part r { #M attribute x;  attribute x2; }`
    ],
    [
        'statements of actions',
        `action a { in x; out y; action b { in u = x; } first start then b; then fork f; then c; then d; action c; action d;
        join j; first c then j; first d then j; then merge m; then decide k; if x > 1 then c; if x < 1 then d;
        for i : ScalarValues::Integer in (1,2) { action { } } while x > 1 action w { } until x < 2; loop { } until true;
        if true { } else if false { } else { } accept p : T; send 1 via q to r; terminate; terminate b; assign x := 1;
        perform b; } port q; part r; item def T;`
    ],
    [
        'requirements',
        `requirement def R { subject s : P1; assume constraint { s.m > 1 } require constraint c1 : C { in x = s.m; }
        require c2; frame concern cc; frame concern dd : CC; actor a; stakeholder k; verify r2; } part def P1 { attribute m; }
        constraint def C { in x; x > 1 } constraint c2; concern cc; concern def CC; requirement r2 : R; satisfy r2 by p1;
        part p1 : P1 { assert satisfy requirement rr : R; assert not constraint { m > 1 } } not satisfy r2 by p1;`
    ],
    [
        'views',
        `view def V { filter @M; render rendering r : RR; } rendering def RR; metadata def M; view v : V { expose P0::*;
        expose P0::**[@M]; render asT; satisfy vp; } rendering asT; viewpoint def VP { frame concern c; } viewpoint vp : VP;
        concern c; package P0 { part a; }`
    ],
    [
        'cases',
        `use case def U { subject s; actor a; include use case u2; include u3; objective { doc /* o */ } } use case u3;
        analysis def An { subject s; in x; return r = x; objective o : OO { require constraint { true } } }
        requirement def OO; verification def Ve { subject s; objective { verify rq; verify requirement rn : OO; }
        return verdict; } requirement rq; case def Ca { return x; }`
    ],
    [
        'allocations, bindings and dependencies',
        `allocation def Al { end a; end b; } part x { part y; } part z { part w; }
        allocation al : Al allocate x to z { allocate x.y to z.w; } allocate x to z; bind x.y = z.w; binding bi bind x = z;
        dependency d from x, z to al { doc /* dd */ } dependency x to z;`
    ],
    [
        'expressions',
        `calc def F { in a : ScalarValues::Real; in b default 2; return : ScalarValues::Real; a + b } calc f : F { in a = 1; }
        attribute x = F(a = 1, b = 2); attribute y = f.a->F(2); attribute l = (1,2)->ControlFunctions::select {in i;
        i > 1}->ControlFunctions::collect {in j : ScalarValues::Real; j * 2}; attribute q = x istype F;
        attribute k = x as ScalarValues::Real; attribute n = x meta KerML::Feature; attribute o = F.metadata;
        attribute w = if x > 1 ? 1 else 2; attribute s = x ?? y; attribute t = x#(1,2); attribute u = 1 [SI::kg];
        attribute v = (x, y).{in i; i + 1}.?{in i; i > 2}; attribute z = all F; attribute aa = "a" + 'b c'; attribute 'b c';
        attribute bb = -x ** 2; attribute cc = not true implies false xor true;`
    ],
    [
        'features of definitions',
        `part def A { abstract ref part p [0..*] ordered nonunique; derived attribute d = 1; constant attribute e := 2;
        in item g;  }`
    ],
    [
        'redefinitions by chains',
        `part a { part b { part c; } } part d :> a { part :>> b { part :>> c; } part e :> b.c; part f ::> a.b;
        part :>> a.b.c = null; ref g references a.b.c; }`
    ],
    [
        'multiplicities and names of ends',
        `attribute def V; port def Q { attribute v : V; } part def A { attribute x : V; port p : Q; } interface def I { end a : Q;
        end b : Q; } connection def C { end [1] part l : A; end [0..*] part r : A; } connection def B { end e1; end e2; }
        part w { part k : A [4]; part l : A [4]; attribute g : V; bind [1] g = [0..*] k.x; bind [1] k.x = [1..*] l.x;
        binding b bind [0..1] k.x = [1] g; binding n : B bind e1 ::> g = e2 references k.x; connect [1] k to [0..*] l;
        connection c : C connect [2] l ::> k to [3] r ::> l; interface i : I connect [1] a ::> k.p to [0..*] b ::> l.p {
        bind a.v = b.v; } interface [1] k.p to [0..*] l.p; allocation m allocate x ::> k to y ::> l; }
        action t { first [1] s then [0..*] u; succession z first [1] s then [0..1] u; action s; action u; }`
    ]
];

export const KERML: Titled = [
    [
        'features with all clauses',
        `feature a { feature b { feature c; } } feature f chains a.b.c;
        feature g : A subsets a.b redefines a unions a, f intersects a differences f disjoint from a inverse of f featured by A chains a.b;
        class A; feature h ::> a.b { }`
    ],
    [
        'types with all clauses',
        `type T specializes Base::Anything conjugates U; type U; type V ~ U;
        classifier W disjoint from X unions X, Y intersects X, Y differences X; classifier X; classifier Y;
        abstract type all Z specializes T { }`
    ],
    [
        'annotations with bodies',
        `metaclass M { feature x; } class C { @M { x = 1; } metadata m : M about C; } #M class D { #M feature e; }
        @M about C, D { x = 2; }`
    ],
    [
        'relationships of their own, with chains',
        `specialization s subtype A specializes B; conjugation c conjugate A ~ B; disjoining d disjoint A from B;
        inverting i inverse f of g; subset f subsets g; specialization r redefinition f redefines g; featuring ff of f by A;
        type A; type B; feature f; feature g; typing f typed by A; disjoint k.h from g; feature k { feature h; }
        subset k.h subsets f; redefinition k.h redefines g; inverse k.h of f; subtype A specializes k.h; featuring k.h by A;
        typing k.h : A;`
    ],
    [
        'associations and connectors',
        `assoc struct S { end feature a : A; end [0..1] feature b : A { member feature x; }
        end c [2] feature d : A crosses a.q; } class A { feature q : A; } connector k : S from x to y; connector l (x, y, z);
        connector m : S (a ::> x, b ::> y, d ::> z); feature x : A; feature y : A; feature z : A; binding x = y;
        binding b of x = y; succession x then y; succession s first [1] x then [2] y;`
    ],
    [
        'behaviors',
        `behavior B { in a; out b; step s { in c; } step t; succession first s then t; flow s.o to t.i;
        flow f of P1 from s.o to t.i; succession flow s.o to t.i; composite step u : B { in a = 1; } } class P1;
        interaction I { end feature a; end feature b; flow a to b; }`
    ],
    [
        'functions and expression bodies',
        `function F { in a; in expr e { in x; return y; } return r; e(a) } expr g : F { in a = 1; } predicate Q { in x; x > 1 }
        bool q : Q { in x = 2; } inv true { q() } inv false n { 1 > 2 } feature v = F(1, {in x; x}); feature w = a->F({in x;
        x + 1}); feature a;`
    ],
    [
        'features with all words',
        `struct S { var feature a; const feature b; portion feature c : S; composite feature d; derived feature e = 1;
        abstract feature f; in feature g; end feature h; member feature i; feature all j;
        feature k [1..*] ordered nonunique := 2; feature l default = 3; feature m default := 4; private feature n;
        protected feature o; }`
    ],
    [
        'namespaces, aliases and imports',
        `library package L { doc /* x */ } standard library package L2 { class A; } namespace N { namespace { class B; }
        alias C for B2; class B2; } package P1 { filter true; private import N::*; public import all N::**;
        private import L2::A[true]; }`
    ],
    [
        'multiplicities',
        `multiplicity m [1..3]; multiplicity n subsets m;  feature n2 = 2; feature g [n2]; feature h [1..n2] : A;
        class A [0..5] { } multiplicity o [2] { doc /* x */ }`
    ],
    [
        'comments, languages and names in quotes',
        String.raw`language "alf" /* x */ rep r language "ocl" /* y */ doc d locale "en" /* z */ comment c about A locale "de" /* w */ class A { /* plain */ comment /* in */ }
        class <'s t'> 'u\'v'; feature 'class' : 'u\'v'; dependency d1 from A to 'u\'v' { comment /* q */ }
        dependency A to A, 'u\'v';`
    ]
];
