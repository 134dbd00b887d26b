/** Mistakes that users make: models with one each, beside clean neighbours. `// code` marks the lines that are reported. */
import { describe, expect, test } from 'vitest';
import { findingsOf, linesAndCodes, marked } from './findings.js';

/** What is wrong, the body of a package, and what the first message says. */
const MISTAKES: readonly (readonly [title: string, body: string, message: RegExp])[] = [
    [
        'a feature hides a unit, in any place of a unit expression',
        `private import SI::*;
        part s;
        part def W {
            attribute kg : ScalarValues::Real;
            attribute a = 3 [kg * K]; // type.expr
            attribute b = 3 [SI::kg];
        }
        attribute c = 3 [m/s]; // type.expr
        attribute d = 3 [1/s^2]; // type.expr
        attribute e = 3 [m];
        attribute def U { attribute u : MeasurementReferences::ScalarMeasurementReference; attribute x = 3 [u]; }`,
        /'kg' is the attribute P::W::kg and hides the unit SI::kg: write 'SI::kg'/
    ],
    [
        'a name in a value that the type of the feature hides',
        `private import ISQ::*; private import SI::*;
        calc def F {
            in a : AreaValue; in w : LengthValue; attribute num = a * 2; attribute den = w;
            return : LengthValue = num / den; // inherited-name-in-value type.expr
        }
        calc def G { in a : AreaValue; in w : LengthValue; attribute num = a * 2; return : LengthValue = G::num / w; }
        attribute def E { attribute e : E; attribute own : E; attribute n : ScalarValues::Natural; }
        part def V {
            attribute e : E; attribute f : E;
            attribute a : E = e; // inherited-name-in-value
            attribute b : E = V::e;
            attribute c : E = f;
            attribute d : E { attribute i : E = f; attribute :>> own = f; }
            attribute n : ScalarValues::Natural;
            attribute h : E [n] = f;
        }`,
        /'num' is the attribute ISQBase::LengthValue::num here, .* and not the attribute P::F::num of line \d: write P::F::num$/
    ],
    [
        'a name in a step that a feature of the library hides',
        `private import ScalarValues::*; attribute def Go { attribute receiver : Integer; }
        part def A {
            attribute target : Integer := 1; attribute guard : Integer := 1; attribute seq : Integer [*]; attribute receiver : Integer; attribute x : Integer;
            action a { assign x := x + target; } // inherited-name-in-value
            action b { assign target := x + A::target; }
            action c { for i in seq { assign x := i; } } // inherited-name-in-value
            action d { for i in A::seq { assign x := i; } }
            action e { in target : Integer; assign x := e::target; }
            action f { send new Go(receiver = x) to self; }
            state s {
                entry; then on; state on;
                transition first on if guard > 0 then on; // inherited-name-in-value
                transition first on accept Go if x > 0 and A::guard > 0 do assign x := x + receiver then on; // inherited-name-in-value
            }
        }
        action def B { attribute startingAt : Integer; action a { attribute q : Integer = startingAt; } }
        package effect { part p { state s { entry; then on; state on; transition first on accept Go do assign r := SequenceFunctions::size(effect) then on; }
            attribute r : Integer; } }`,
        /^'target' is the reference \S+::target here, which this step inherits, and not the attribute P::A::target of line \d: write P::A::target$/
    ],
    [
        'a number for a quantity',
        `private import SI::*;
        attribute a : ISQ::MassValue = 3; // type.expr
        attribute b : ISQ::ForceValue = -2.5; // type.expr
        attribute c : ISQ::AngularMeasureValue = 3;
        part def C { attribute t :> ISQ::duration default 2; } // type.expr
        calc def F { in m : ISQ::MassValue; m }
        attribute d = F(3); // type.expr
        attribute e = F(3 [kg]);
        attribute f : MeasurementReferences::DimensionOneValue = 2;`,
        /expected mass, got a number: write '3 \[kg\]'$/
    ],
    [
        'a number that is read or computed, for a quantity',
        `private import SI::*; private import ScalarValues::*;
        part b {
            attribute price : Real; attribute count : Integer; attribute mass : ISQ::MassValue;
            attribute a : ISQ::MassValue = price; // type.expr
            attribute c : ISQ::MassValue = price * mass;
            attribute d : ISQ::MassValue = price * count; // type.expr
            attribute e = mass + price; // type.expr
            attribute f = mass + 0; // type.expr
            constraint { price <= mass } // type.expr
            constraint { mass > 0 }
            attribute g : Real = mass / mass;
            attribute h : Quantities::ScalarQuantityValue = price;
            attribute i : MeasurementReferences::DimensionOneValue = price;
            attribute j : ISQ::MassValue = mass.num; // type.expr
            attribute k : ISQ::MassValue = price [kg];
        }
        calc def R { in r : Real; return x : ISQ::MassValue = b.price; } // type.expr
        calc def S { in r : Real; return : ISQ::MassValue; r } // type.expr
        calc def T { in r : Real; return : ISQ::MassValue; r * b.mass }
        action def A { attribute m : ISQ::MassValue; in r : Real; assign m := r; assign m := r [kg]; } // type.expr`,
        /expected mass, got a number: write 'price \[kg\]'$/
    ],
    [
        'values that are written twice for a unique feature',
        `private import SI::*; private import ScalarValues::*;
        enum def Color { red; green; }
        part b {
            attribute one = 1;
            attribute a : Integer [3] default (1, 1, 2); // unique-feature-values
            attribute c : Integer [3] nonunique default (1, 1, 2);
            attribute d : String [2] = ("a", "a"); // unique-feature-values
            attribute e : Real [2] = (1, 1.0); // unique-feature-values
            attribute f : ISQ::MassValue [*] = (1 [kg], 2 [kg], 1 [kg]); // unique-feature-values
            attribute g : Color [2] = (Color::red, Color::red); // unique-feature-values
            attribute h : Integer [2] = (one, one);
            attribute i : Integer [*] ordered = (-1, 1, -1); // unique-feature-values
            attribute j : VectorValues::CartesianThreeVectorValue = (1, 1, 2);
        }
        part c :> b { attribute :>> c = (3, 3, 3); attribute :>> a = (4, 4, 5); } // unique-feature-values
        attribute xs = (1, 1);
        action def A { attribute m : Integer [*]; assign m := (1, 1); } // unique-feature-values`,
        /^1 is written at positions 1 and 2 of 'a', which is unique: declare it 'nonunique'/
    ],
    [
        'a text and a number are not added',
        `attribute a = "x"; attribute n : ScalarValues::Integer;
        attribute b = a + 3; // type.expr
        attribute c = n + a; // type.expr
        attribute d = "x" + a;
        attribute e = n + 3;
        part def T { attribute t :> a; attribute u = t + n; } // type.expr
        attribute f = ("x", "y") + 1; // type.expr`,
        /one operand is a text/
    ],
    [
        'what is computed is a text, a number or a Boolean, as its operator says',
        `private import ScalarValues::*;
        attribute t : String; attribute n : Integer; attribute open;
        attribute a = t < 3; // type.expr
        attribute b = n >= "a"; // type.expr
        attribute c : String = 1 + 2; // type.expr
        attribute d : Boolean = n + 2; // type.expr
        attribute e : Integer = n > 2; // type.expr
        attribute f : Integer = not true; // type.expr
        attribute g = t < "c"; attribute h = open < "a"; attribute i : Boolean = n > 2 and true; attribute j : Real = n + 2.5;
        attribute k : String = t + "x"; attribute l : Natural = n - 1; attribute m : Rational = n / 2; attribute o : String = open + open;`,
        /^'<' compares two texts or two numbers: one operand is a text/
    ],
    [
        'a first value does not say which numbers may follow it',
        `part def D { attribute x default = 3; attribute y := 1; attribute r default = 2.0; attribute s default = "a"; }
        part d : D { :>> x = 4.5; :>> r = 3; }
        part e : D { :>> x = -1; }
        part f : D { :>> s = 3; } // type.expr
        action def A { attribute n := 0; assign n := -1; assign n := 0.5; }`,
        /of type Positive, not of String/
    ],
    [
        'a Rational for an Integer, whatever its value',
        `private import ScalarValues::*; private import SI::*;
        part def D { attribute n : Integer; attribute q : Rational = n / 2; attribute r : Real; attribute ok : Integer = r;
            attribute a : Integer = 4 / 2; // type.expr
            attribute b : Natural := (n / 2); // type.expr
            attribute c : Integer [2] = (1, -2.0); // type.expr
            calc k { in x : Integer; return : Integer = x / 2; } // type.expr
            attribute fine : Integer = RationalFunctions::floor(n / 2); attribute ratio : Integer = 4 [m] / 2 [m];
        }`,
        /^'\/' gives a Rational \('RationalFunctions::floor' rounds it\), not the whole number that its feature holds$/
    ],
    [
        'a condition that is known by its value alone',
        `part def Q {
            attribute p = 3;
            constraint { p } // type.expr
            attribute q :> p;
            assert constraint { q and true } // type.expr
            attribute r;
            constraint { r }
            attribute s = 3 > 2;
            constraint { s }
        }
        part x : Q { attribute :>> p; constraint { p } } // type.expr
        constraint def C { in x; x }`,
        /^a condition must be Boolean$/
    ],
    [
        'a body that a function asks of each element and that is no condition',
        `private import ControlFunctions::*;
        attribute v : ScalarValues::Integer[*] = (1, 2, 3);
        attribute w = v->select { in x; x + 1 }; // type.expr
        attribute u = v.?{ in x : ScalarValues::Integer; x > 1 };
        attribute t = v->collect { in x; x + 1 };`,
        /^the condition on each element must be Boolean$/
    ],
    [
        'a binding in the place of a comparison',
        `part def V {
            attribute mass : ScalarValues::Real;
            constraint { mass = 3; } // condition-binds-value
            assert constraint { mass = 3; } // condition-binds-value
            constraint { mass = 3; mass > 2 }
            constraint { attribute mass = 3; }
            constraint { other = 3; }
        }
        requirement def R { subject v : V; attribute n; require constraint { n = 3; } } // condition-binds-value
        part w : V { constraint { mass = 4; } } // condition-binds-value`,
        /did you mean 'mass == 3', without ';'\?$/
    ],
    [
        'an assignment to a constant feature',
        `part def D { constant attribute k; attribute v; part e { constant attribute k2; } }
        action def A {
            in d : D;
            assign d.k := 4; // assignment-to-constant
            assign d.v := 4;
            assign d.e.k2 := 4; // assignment-to-constant
        }`,
        /'k' is constant/
    ],
    [
        'a quantity of dimension one in products',
        `private import SI::*;
        attribute k : MeasurementReferences::DimensionOneValue = 2;
        attribute a : ISQ::MassValue = 3 [kg];
        attribute b : ISQ::MassValue = k * a;
        attribute c : ISQ::LengthValue = k * a; // type.expr
        attribute d = k * a + 2 [s]; // type.expr
        attribute e : MeasurementReferences::DimensionOneValue = a / a;`,
        /a quantity of dimension mass, not length/
    ],
    [
        'more or fewer values than the multiplicity',
        `private import ScalarValues::*;
        part def W;
        part a : W;
        part b : W;
        part def C {
            attribute two : Real[2] = (1.0, 2.0, 3.0); // value-count
            attribute three : Real[3] = (1.0, 2.0); // value-count
            attribute one : Real = (1.0, 2.0); // value-count
            attribute some : Real[2..4] = 1.0; // value-count
            attribute fine : Real[2] = (1.0, 2.0);
            attribute free : Real[0..1] = null;
            attribute none : Real = null;
            attribute range : Integer[3] = 1..4; // value-count
            ref part w : W[2] = (a, b);
            ref part x : W[3] = (a, b); // value-count
            ref part y : W = (a, b); // value-count
            ref part z : W = (a, a);
        }
        part c : C { attribute :>> fine = (1.0, 2.0, 3.0); } // value-count feature-value-overriding
        part d : C { attribute more : Real :> free = (1.0, 2.0); }
        action act { in given : Real = (1.0, 2.0); }
        attribute loose : Real = (1.0, 2.0);
        attribute v : VectorValues::ThreeVectorValue = (1.0, 2.0, 3.0);`,
        /3 values for 'two' of multiplicity \[2\]: it has 2 at most/
    ],
    [
        'features that subset more than there is',
        `part def C {
            part w[2];
            part a :> w;
            part b :> w;
            part c :> w; // subsetting-count
        }
        part def D { part w[3]; part a[2] :> w; part z[0..1] :> w; }
        part def E :> D { part b[2] :> w; } // subsetting-count
        part def F :> D { part b :> w; }
        part def G { part w[*]; part a :> w; part b :> w; }`,
        /'w' has 2 at most, and its subsets up to here have 3 values/
    ],
    [
        'a subset or redefinition of unrelated type',
        `part def A;
        part def B;
        part def A1 :> A;
        part def X { part a : A[*]; attribute x : ScalarValues::Real; part b : A; }
        part def Y :> X {
            part b1 : B :> a; // subsetting-type
            part b2 : A1 :> a;
            attribute y : ScalarValues::String :> x; // subsetting-type
            part b3 : B :>> b; // redefinition-type-mismatch
        }
        part def L; part def M; part def LM :> L, M;
        part l : L[*];
        part m : M :> l;
        part def Z { part l : L; }
        part def Z2 :> Z { part :>> l : M; }`,
        /'a' holds values of type P::A, and this feature those of P::B/
    ],
    [
        'a call with too few arguments',
        `private import ScalarValues::*;
        calc def F { in a : Real; in b : Real; return : Real = a + b; }
        attribute u = F(1.0, 2.0);
        attribute v = F(1.0); // missing-argument
        attribute w = F(b = 1.0); // missing-argument
        attribute x = 1.0->F(); // missing-argument
        calc def G { in a : Real; in b : Real = 2.0; in c : Real[0..1]; return : Real = a; }
        attribute y = G(1.0);
        calc f : F { in a = 1.0; }
        attribute z = (1, 2)->NumericalFunctions::sum();`,
        /no argument for 'b' of the calculation definition P::F/
    ],
    [
        'a parameter that nothing binds',
        `private import ScalarValues::*;
        constraint def C { in x : Real; in y : Real; x < y }
        requirement def R { subject v; in limit : Real; require constraint { limit > 3.0 } }
        part def V {
            attribute a : Real;
            constraint c1 : C { in x = a; in y = 2.0; }
            constraint c2 : C { in x = a; } // unbound-parameter
            assert constraint : C { in :>> y = 2.0; } // unbound-parameter
            constraint c3 : C { in x = a; }
            bind c3.y = a;
            abstract constraint c4 : C;
        }
        constraint free : C;
        part v : V;
        satisfy requirement r1 : R by v; // unbound-parameter
        satisfy requirement r2 : R by v { in :>> limit = 3.0; }
        requirement def Best { subject; in calc rate { in n : Real; return : Real; } }
        part def W {
            requirement b1 : Best { subject; in calc :>> rate { in n : Real; n * 2 } }
            requirement b2 : Best { subject; in calc :>> rate { in n : Real; return : Real = n; } }
            requirement b3 : Best; // unbound-parameter
        }`,
        /nothing binds 'y' of the constraint P::V::c2: write 'in y = …;' in its body/
    ],
    [
        'a flow of other things, or the wrong way',
        `item def Fuel;
        item def Water;
        part def T { out item f : Fuel; }
        part def E { in item w : Water; in item g : Fuel; out item o : Fuel; }
        part def S {
            part t : T;
            part e : E;
            flow t.f to e.g;
            flow t.f to e.w; // flow-types
            flow of Water from t.f to e.g; // flow-types
            flow e.g to t.f; // flow-direction
        }
        port def PD { in item i : Fuel; }
        port def PE { out item o : Fuel; }
        part def Through { port p : PD; port q : PE; flow p.i to q.o; } // port-type-mismatch`,
        /'t\.f' is of type P::Fuel, and 'e\.w' is of type P::Water/
    ],
    [
        'an end of another type',
        `part def A;
        part def B;
        part def C;
        connection def K { end part a : A; end part b : B; }
        port def PA;
        port def PB;
        interface def I { end p : PA; end q : PB; }
        part def S {
            part a : A;
            part b : B;
            part c : C;
            connection : K connect a to b;
            connection : K connect a to c; // connector-end-type
            connection : K connect b to a; // connector-end-type connector-end-type
            port pa : PA;
            port pb : PB;
            interface : I connect pa to pb;
            interface : I connect pa to pa; // connector-end-type
        }`,
        /the end 'b' relates P::B, and 'c' is of type P::C$/
    ],
    [
        'a succession to what is no step',
        `action def A {
            part p;
            attribute q;
            action a;
            action b;
            first a then b;
            first b then p; // succession-end
            succession first b then q; // succession-end ambiguous-successions
        }`,
        /'p' is the part P::A::p: a succession here joins an action to another/
    ],
    [
        'states that a machine goes round for ever',
        `
        state m { entry; then s; state s; state t;
            transition first t then s;
            transition first s then t; } // completion-cycle
        state self { entry; then s; state s; transition first s then s; } // completion-cycle
        state guarded { attribute n = 1; entry; then s; state s; state t; transition first s then t; transition first t if n > 1 then s; }
        state waiting { attribute def Go; entry; then s; state s; state t; transition first s accept Go then t; transition first t then s; }
        state busy { entry; then s; state s { do action { accept after 1 [SI::s]; } } state t; transition first s then t; transition first t then s; }
        state left { entry; then s; state s; state t; transition first s then t; transition first t then s; transition first t then u; state u; }
        state composite { entry; then s; state s { state inner; } state t; transition first s then t; transition first t then s; }
        `,
        /^the machine never comes to rest: s(?: -> t)? -> s has no trigger and no guard/
    ],
    [
        'states that nothing leads to, machines without a start',
        `attribute def Go;
        state def S {
            entry; then off;
            state off;
            accept Go then on;
            state on { entry; then slow; state slow; state fast; }
            state dead; // unreachable-state
            state deader; // unreachable-state
            transition dead then deader;
            transition off then on.fast;
        }
        state def N { state off; state on; transition off then on; } // no-initial-state
        state def List { state x; state y; }
        state def General { entry; then p; state p; state q; }
        state def Heir :> General { transition first p then q; }
        state def Open { state p; state q; transition p then q; }
        state def Closed :> Open { entry; then p; }
        state def Parallel parallel { state a; state b; }
        state def User { entry; then using.p; state using : General; state next : General; transition using.q then next.q; }`,
        /nothing leads to the state P::S::dead/
    ],
    [
        'an action in which each step follows another one',
        `action def A { action a; action b; first a then b; first b then a; } // no-initial-action
        action def B { first start; then merge m; then action x; then m; }
        action def C { action a; action b; first a then b; }`,
        /the action definition P::A has no step to begin with/
    ],
    [
        'a value that depends on itself',
        `private import ScalarValues::*;
        part def V {
            attribute x : Real = y * 2; // circular-value
            attribute y : Real = z; // circular-value
            attribute z : Real = -x; // circular-value
            attribute a : Real = a + 1.0; // circular-value
            attribute b : Real default c;
            attribute c : Real default b;
            attribute d : Real = if false ? d else 1.0;
            attribute e : Real = c + 1.0;
        }
        calc def F { in n : Real; calc g : F { in n = n; } }`,
        /the value of 'x' depends on itself through 'y', 'z'/
    ],
    [
        'what is sent and accepted through ports',
        `item def Sig;
        item def Oth;
        item def Third;
        port def PP { in item s : Sig; out item o : Oth; }
        part def C {
            port p : PP;
            part r;
            attribute q;
            action def A {
                action a1 accept Sig via p;
                action a2 accept Third via p; // via-undeclared
                action a3 accept Sig via q; // via-not-port
                action a4 accept Sig via r; // via-not-port
                action s1 send new Oth() via p;
                action s2 send new Third() via p; // via-undeclared
            }
        }
        part c { action d { action receive accept Sig via c; } }`,
        /nothing of type Third goes through the port P::C::p: it has 's' of Sig, 'o' of Oth/
    ],
    [
        'a redefinition that inherits nothing, with names that are near',
        `part def A { attribute mass; attribute size; }
        part def B :> A {
            attribute :>> mas; // unresolved
            :>> size = 3;
        }`,
        /'mas' could not be resolved: 'B' inherits no feature of this name: did you mean 'mass'\?$/
    ],
    [
        'a redefinition that inherits nothing, beside what is inherited',
        `part def A { attribute mass; part 'left wheel'; }
        part b : A { :>> weight = 3; } // unresolved`,
        /'b' inherits no feature of this name; it inherits 'mass', 'left wheel'$/
    ],
    [
        'a redefinition in a type without a general',
        `part def A { attribute :>> weight = 3; } // unresolved`,
        /'A' inherits no feature of this name; declare a new feature without ':>>'$/
    ],
    [
        'steps that no succession leads to from the start',
        `action a {
            first start; then action b;
            action c; // unreachable-action
            then action d;
            ref action e; calc read;
            in item i; attribute x;
            accept Sig; // unreachable-action
            item def Sig;
            action f; first b then g; merge g; decide h; first g then h; first h if true then f; first h if false then done;
        }
        action free { action c; action d; first c then d; action e; }
        action def Open { first start; then action b; action c; }
        action heir : Open { first b then c; }
        abstract action def Later { first start; then action b; action c; }
        action cycle {
            first start; then merge m; then action b; then decide d;
            if true then m; if false then done;
        }`,
        /the action P::a::c is never performed: no succession leads to it from the start/
    ],
    [
        'a join that waits for a step that is never performed',
        `action a {
            first start; then fork f;
            first f then b; first f then c;
            action b; action c; action lost; // unreachable-action
            join j; // join-never-complete
            first b then j; first c then j; first lost then j;
            first j then done;
        }
        action b {
            first start; then fork f;
            then c; then d;
            action c; then j;
            action d; then j;
            join j; then done;
        }
        action marked { first b; action b; first b then c; action c; }
        action behind {
            first b; action b; action lost; // unreachable-action
            action next; first lost then next;
            join j; // join-never-complete
            first b then j; first next then j;
        }
        action fed { first start; then action b; action c { out item x; } action d { in item y; } succession flow c.x to d.y; }`,
        /the join node P::a::j waits for the action P::a::lost, which is never performed/
    ],
    [
        'a state that a definition of an action types',
        `action def A; state def S; state t : S;
        part p { exhibit state s : A; } // state-typed-by-action
        part q { exhibit state s : S; exhibit t; state u :> t; action x : A; }`,
        /the action definition P::A is no state definition/
    ],
    [
        'satisfaction of a requirement without a subject',
        `part def V; part v : V;
        requirement def R { doc /* text */ requirement q { require constraint { 1 < 2 } } } requirement r : R;
        requirement text { doc /* what is said */ requirement x { @Safety::Level; comment /* more */ } }
        package Safety { metadata def Level; } satisfy text by v; satisfy requirement :> text.x by v;
        requirement def S { subject s : V; } requirement t : S; requirement u { subject w : V; }
        satisfy r by v; // satisfy-without-subject
        satisfy requirement : R by v; // satisfy-without-subject
        satisfy t by v; satisfy u by v; satisfy requirement : S by v;
        part x { satisfy r; }`,
        /the requirement P::r has no subject that 'v' could be/
    ],
    [
        'names that two imports bring',
        `package A { part def X; part def Y; attribute def Z; }
        package B { part def X; part y; action def Z; alias W for A::Y; }
        package M {
            private import A::*;
            private import B::*; // name-conflict
            part a : X; // unresolved
            part b : Y;
            part c : W;
            attribute d : Z;
            part e : A::X;
        }
        package N { public import A::*; public import B::*; } // name-conflict
        package O { part a : N::X; // unresolved
            part b : N::Y; }
        package Q { private import A::X; private import A::*; private import N::Y; part a : X; part b : Y; }
        package R { private import A::*; private import B::*; part def X; part a : X; }`,
        /^'X' is hidden here: 'A::\*' \(line 5\) and 'B::\*' \(line 6\) both bring one: write P::A::X or P::B::X$/
    ],
    [
        'a name that an imported namespace hides, and imports of it',
        `package A { part def X; } package B { part def X; }
        package N { public import A::*; public import B::*; } // name-conflict
        package O { private import N::*; part a : X; } // unresolved
        package Q { private import N::X; } // unresolved
        package R { private import N::**; part a : X; } // unresolved
        package S { private import N::X::*; } // unresolved`,
        /^'X' is hidden in 'N': 'A::\*' \(line 3\) and 'B::\*' \(line 3\) both bring one: write P::A::X or P::B::X$/
    ],
    [
        'two elements of one name that a recursive import brings',
        `package A { package B { part def X; part def Y; part def V; } package C { part def X; attribute def V; alias Y for B::Y; } }
        package M { private import A::**; // name-conflict
            part a : X; // unresolved
            part b : Y; part c : B::X; part d : V; }
        package N { private import A::**; part def X; part a : X; }
        package O { private import A::**; // name-conflict
            private import A::C::X; } // name-conflict
        package D { part def P { part def P; part def Q; } }
        package Q { private import D::P::**; // name-conflict
            part a : Q; }
        package R { private import D::P::*; private import A::B::**; private import A::C::**; // name-conflict
            part a : X; } // unresolved
        package S { private import D::P::**[@Metaobjects::Metaobject]; }`,
        /^'X' is hidden here: 'A::\*\*' \(line 3\) brings 2: write P::A::B::X or P::A::C::X$/
    ],
    [
        'a private member behind a qualifier, and within its own namespace',
        `package A { private part def X; private package B { part def Y; } part def S { private attribute y; } part s : S;
            part a : X;
            part b : A::X; } // unresolved
        package M { part c : A::X; // unresolved
            part d : A::B::Y; // unresolved
            attribute e = A::s.y; } // unresolved`,
        /^'X' could not be resolved in 'A': the part definition P::A::X is private: write X$/
    ],
    [
        'what a namespace imports for itself',
        `package A { part def X; } package B { private import A::*; part a : X; }
        package M { part b : B::X; } // unresolved`,
        /^'X' could not be resolved in 'B': the import 'A::\*' of the part definition P::A::X is private: write P::A::X$/
    ],
    [
        'a qualifier that means a nearer element',
        `package Car { part def Car; part def Engine; } package Bus { part def Door; part def Bus; }
        package M { private import Car::*;
            part e : Car::Engine; // unresolved
            part c : Car;
            part d : Bus::Door;
            part f : Car::Wheel; } // unresolved`,
        /^'Car' is the part definition P::Car::Car here \(imported at line 3\): write \$::P::Car::Engine$/
    ],
    [
        'a function that several imports bring in',
        `private import RealFunctions::*; private import IntegerFunctions::*;
        attribute a = sum((1, 2)); // nonstandard-notation
        attribute b = RealFunctions::sum((1, 2)); attribute c = sqrt(4.0);
        attribute d : ISQ::MassValue = max(1 [SI::kg], 2 [SI::kg]); // nonstandard-notation
        attribute e : ISQ::MassValue = sqrt(4.0); // type.expr
        attribute f : ScalarValues::String = ToString(1.5); // nonstandard-notation
        attribute g : ScalarValues::Integer = (1, 2)->product(); // nonstandard-notation`,
        /^which 'sum' is called depends on the arguments: 'RealFunctions::\*' \(line 2\) and 'IntegerFunctions::\*' \(line 2\) both bring one/
    ],
    [
        'satisfaction by nothing, outside of what could satisfy',
        `part def V; part v : V;
        requirement def S { subject s : V; } requirement t : S; requirement u : S { subject :>> s = v; }
        satisfy t; // satisfy-without-subject
        satisfy requirement : S; // satisfy-without-subject
        satisfy u; satisfy t by v; satisfy requirement : S { subject :>> s = v; }
        part x : V { satisfy t; } part def W :> V { satisfy requirement w : S; }`,
        /nothing is stated that satisfies 't': name it with 'by'/
    ]
];

describe('mistakes', () => {
    test.each(MISTAKES)('%s', (_, body, message) => {
        const content = `package P {\n${body}\n}`;
        const found = findingsOf(content);
        expect(linesAndCodes(found).sort(([a, c], [b, d]) => a - b || (c < d ? -1 : 1))).toEqual(
            marked(content).sort(([a, c], [b, d]) => a - b || (c < d ? -1 : 1))
        );
        expect(
            found.map(f => f.message).find(m => message.test(m)),
            found.map(f => f.message).join('\n')
        ).toBeDefined();
    });
});
