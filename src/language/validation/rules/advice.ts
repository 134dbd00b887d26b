/** Rules of this tool and of its contract in addition to the standards' constraints: mistakes that no constraint names, and lints. */
import type { Row } from './row.js';

export const ADVICE = [
    [
        'a fixed count of performances',
        'warning action-step-multiplicity-not-fixed',
        'action def A { action a[2..3]; }',
        'action def A { action a[2]; }'
    ],
    [
        'counts that can be performed',
        'warning action-step-multiplicity-unsupported',
        'action def A { action d[2] { in x; } }',
        'action def A { action d[2]; }'
    ],
    [
        'counts that successions leave open',
        'warning action-step-order-open',
        'action def A { action c[2]; action e; first c then e; }',
        'action def A { action c; action e[2]; first c then [2] e; }'
    ],
    [
        'counts that successions contradict',
        'warning action-step-order-unsatisfiable',
        'action def A { action c[2]; action e; first [1] c then [2] e; }',
        'action def A { action c; action e[2]; first c then [2] e; }'
    ],
    ['a modifier before a keyword', 'warning ambiguous-modifier-kind', 'part def C { ref part; }', 'part def C { ref part p; }'],
    [
        'assignments to constants',
        'warning assignment-to-constant',
        'part def D { constant attribute k = 1; } action def A { in d : D; assign d.k := 4; }',
        'part def D { attribute k := 1; } action def A { in d : D; assign d.k := 4; }'
    ],
    [
        'values that read themselves',
        'warning circular-value',
        'attribute x : ScalarValues::Real = y * 2; attribute y : ScalarValues::Real = x;',
        'attribute x : ScalarValues::Real = y * 2; attribute y : ScalarValues::Real = 1;'
    ],
    [
        'machines that never come to rest',
        'warning completion-cycle',
        'state def M { entry; then s; state s; state t; transition first s then t; transition first t then s; }',
        'state def M { entry; then s; state s; state t; transition first s accept after 1 [SI::s] then t; transition first t then s; }'
    ],
    [
        'types that specialize themselves',
        'warning specialization-cycle',
        'part def A :> B; part def B :> C; part def C :> A;',
        'part def A :> B; part def B :> C; part def C;'
    ],
    [
        'conditions that bind a value',
        'warning condition-binds-value',
        'part def V { attribute mass : ScalarValues::Real; assert constraint { mass = 3; } }',
        'part def V { attribute mass : ScalarValues::Real; assert constraint { mass == 3 } }'
    ],
    [
        'types of the ends in use',
        'warning connector-end-type',
        'part def A; part def B; connection def K { end a : A; end b : B; } part a : A; part c : A; connection : K connect a to c;',
        'part def A; part def B; connection def K { end a : A; end b : B; } part a : A; part c : B; connection : K connect a to c;'
    ],
    [
        'names that are declared a second time',
        'warning declares-another',
        'part def V { attribute mass : ScalarValues::Real; } part v : V { mass = 5; }',
        'part def V { attribute mass : ScalarValues::Real; } part v : V { :>> mass = 5; }'
    ],
    [
        'directions of flows',
        'warning flow-direction',
        'item def W; part def E { out item g : W; } part def T { in item f : W; } part p { part e : E; part t : T; flow t.f to e.g; }',
        'item def W; part def E { out item g : W; } part def T { in item f : W; } part p { part e : E; part t : T; flow e.g to t.f; }'
    ],
    [
        'types of what flows',
        'warning flow-types',
        'item def W; item def X; part def E { out item g : W; } part def T { in item f : X; } part p { part e : E; part t : T; flow e.g to t.f; }',
        'item def W; part def E { out item g : W; } part def T { in item f : W; } part p { part e : E; part t : T; flow e.g to t.f; }'
    ],
    [
        'names that the type of a feature hides in its value',
        'warning inherited-name-in-value',
        'attribute def E { attribute e : E; } part def V { attribute e : E; attribute a : E = e; }',
        'attribute def E { attribute e : E; } part def V { attribute e : E; attribute a : E = V::e; }'
    ],
    [
        'joins whose branch never comes',
        'warning unreachable-action, warning join-never-complete',
        'action def A { first start; then action a; then j; action lost; join j; first lost then j; first j then done; }',
        'action def A { first start; then fork f; then a; first f then b; action a; action b; join j; first a then j; first b then j; first j then done; }'
    ],
    [
        'arguments without which nothing is computed',
        'warning missing-argument',
        'calc def F { in a : ScalarValues::Real; in b : ScalarValues::Real; return : ScalarValues::Real = a + b; } attribute v = F(1.0);',
        'calc def F { in a : ScalarValues::Real; in b : ScalarValues::Real; return : ScalarValues::Real = a + b; } attribute v = F(1.0, 2.0);'
    ],
    [
        'where an action starts',
        'warning no-initial-action',
        'action def A { action a; action b; first a then b; first b then a; }',
        'action def A { first start; then action a; then action b; }'
    ],
    [
        'where a machine starts',
        'warning no-initial-state',
        'state def N { state off; state on; transition off then on; }',
        'state def N { entry; then off; state off; state on; transition first off accept after 1 [SI::s] then on; }'
    ],
    [
        'types of connected ports',
        'warning port-type-mismatch',
        'port def A { out item x; } port def B { in item y; } part p { port a : A; port b : B; connect a to b; }',
        'port def A { out item x; } part p { port a : A; port b : ~A; connect a to b; }'
    ],
    [
        'machines of a type of action',
        'warning state-typed-by-action',
        'action def A; part p { exhibit state s : A; }',
        'state def A; part p { exhibit state s : A; }'
    ],
    [
        'satisfied requirements have a subject',
        'warning satisfy-without-subject',
        'requirement r { require constraint { true } } part v; satisfy r by v;',
        'part def V; requirement r { subject s : V; require constraint { true } } part v : V; satisfy r by v;'
    ],
    [
        'numbers of subset values',
        'warning subsetting-count',
        'part def D { part w[1]; part b[1] :> w; part c[1] :> w; }',
        'part def D { part w[2]; part b[1] :> w; part c[1] :> w; }'
    ],
    [
        'types of subset features',
        'warning subsetting-type',
        'part def A; part def B; part p { part a : A; part b : B :> a; }',
        'part def A; part def B :> A; part p { part a : A; part b : B :> a; }'
    ],
    [
        'what a succession orders',
        'warning succession-end',
        'action def A { action b; part p; first b then p; }',
        'action def A { first start; then action b; then action p; }'
    ],
    [
        'parameters that nothing binds',
        'warning unbound-parameter',
        'constraint def C { in x : ScalarValues::Real; in y : ScalarValues::Real; x < y } part p { attribute a : ScalarValues::Real; constraint c : C { in x = a; } }',
        'constraint def C { in x : ScalarValues::Real; x < 3 } part p { attribute a : ScalarValues::Real; constraint c : C { in x = a; } }'
    ],
    [
        'signals that are declared',
        'warning undeclared-signal',
        'state def M { entry; then s; state s; transition first s accept Unknown then s; }',
        'item def Known; state def M { entry; then s; state s; transition first s accept Known then s; }'
    ],
    [
        'values of unique features differ',
        'warning unique-feature-values',
        'attribute a : ScalarValues::Integer [3] = (1, 1, 2);',
        'attribute a : ScalarValues::Integer [3] nonunique = (1, 1, 2);'
    ],
    [
        'actions that are reached',
        'warning unreachable-action',
        'action def A { first start; then action a; action c; action d; first c then d; }',
        'action def A { first start; then action a; then action c; }'
    ],
    [
        'states that are reached',
        'warning unreachable-state',
        'item def E; state def M { entry; then a; state a; state dead; transition first dead accept E then a; }',
        'item def E; state def M { entry; then a; state a; state b; transition first a accept E then b; }'
    ],
    [
        'numbers of values',
        'warning value-count',
        'attribute two : ScalarValues::Real[2] = (1.0, 2.0, 3.0);',
        'attribute two : ScalarValues::Real[2] = (1.0, 2.0);'
    ],
    [
        'messages go via ports',
        'warning via-not-port',
        'item def Sig; part def V { part q; action def A { action a accept Sig via q; } }',
        'item def Sig; part def V { port q { in item s : Sig; } action def A { action a accept Sig via q; } }'
    ],
    [
        'messages that a port has',
        'warning via-undeclared',
        'item def Sig; item def Third; port def P { in item s : Sig; } part def V { port p : P; action def A { action a accept Third via p; } }',
        'item def Sig; port def P { in item s : Sig; } part def V { port p : P; action def A { action a accept Sig via p; } }'
    ],
    [
        'ends of a transition are of its machine',
        'error endpoint-not-of-machine',
        'state def Other { state elsewhere; } state def M { entry; then off; state off; transition first off then Other::elsewhere; }',
        'state def M { entry; then off; state off; state on; transition first off accept after 1 [SI::s] then on; }'
    ],
    ['who marks packages as standard', 'warning library-package', 'standard library package L;', 'library package L;'],
    ['reserved words are quoted', 'error reserved-keyword-name', 'part def state;', "part def 'state';"],
    [
        'imports say who sees them',
        'warning import-visibility',
        'package A; package B { import A::*; }',
        'package A; package B { private import A::*; }'
    ],
    ['notation of KerML in SysML', 'warning kerml-notation', 'class C;', 'occurrence def C;'],
    ['names that exist', 'error unresolved', 'part p : Missing;', 'part def Missing; part p : Missing;'],
    [
        'names that one import brings',
        'warning name-conflict, error unresolved',
        'package A { part def X; } package B { part def X; } package C { private import A::*; private import B::*; part x : X; }',
        'package A { part def X; } package C { private import A::*; part x : X; }'
    ],
    [
        'machines keep the events they defer',
        'warning deferred-keeper-unmarked',
        `package MigrationMetadata { metadata def DeferredEvent { ref signal : Base::Anything[1]; } metadata def DeferredKeeper; }
         package P { item def Door; state def M { @MigrationMetadata::DeferredEvent { ref :>> signal : Door; } do action keep { first start then take; action take accept kept : Door; } } }`,
        'package P { item def Door; state def M { do action keep { first start then take; action take accept kept : Door; } } }'
    ],
    [
        'numbers of default values of a query',
        'error document-query-default-multiplicity',
        'private import DocumentQueries::*; calc def Q :> Query { in a : ScalarValues::Integer default (1, 2); }',
        'private import DocumentQueries::*; calc def Q :> Query { in a : ScalarValues::Integer [0..*] default (1, 2); }'
    ],
    [
        'numbers of a diagram layout',
        'error diagram-layout-value, error type.expr',
        'private import DiagramLayout::*; part q { @Layout { x = "1"; y = 1; } }',
        'private import DiagramLayout::*; part q { @Layout { x = 1; y = 1; } }'
    ],
    [
        'values that metadata can hold',
        'error metadata-value-not-evaluable',
        'private import ScalarValues::*; metadata def M { attribute x : Integer; } calc def C { return : Integer; } part p { @M { x = C(); } }',
        'private import ScalarValues::*; metadata def M { attribute x : Integer; } part p { @M { x = 1 + 2; } }'
    ],
    [
        'redefined features are inherited',
        'error redefinition-no-inherited',
        'part def A { part p; } part def I { part p2 :>> A::p; }',
        'part def A { part p; } part def I :> A { part p2 :>> A::p; }'
    ],
    [
        'types of redefined features',
        'error redefinition-type-mismatch',
        'part def P; part def R; part def A { part p : P; } part def C :> A { part :>> p : R; }',
        'part def P; part def R :> P; part def A { part p : P; } part def C :> A { part :>> p : R; }'
    ],
    [
        'redefinitions of what is owned',
        'error redefinition-through-reference',
        'part def E { attribute m; } part def V { ref r : E; } part w : V { attribute :>> r.m; }',
        'part def E { attribute m; } part def V { part r : E; } part w : V { attribute :>> r.m; }'
    ],
    [
        'names of redefining features',
        'warning redefinition-no-derived-name',
        'part def D { attribute u; attribute v; } part def E :> D { attribute :>> u, v = 1; }',
        'part def D { attribute u; attribute v; } part def E :> D { attribute w :>> u, v = 1; }'
    ],
    [
        'conjugate ends of interfaces',
        'warning port-conjugation',
        'port def Out { out f; } interface def K { end a : Out; end b : Out; }',
        'port def Out { out f; } interface def K { end a : Out; end b : ~Out; }'
    ],
    [
        'notation of the standard',
        'warning nonstandard-notation',
        'state def M { initial a; state s; transition first a then s; }',
        'state def M { entry; then s; state s; }'
    ],
    [
        'choices have a way on',
        'warning nonstandard-notation, error no-outgoing-transition',
        'state def M { entry; then s; state s; choice c; transition first s then c; }',
        'state def M { entry; then s; state s; state t; transition first s then t; }'
    ],
    [
        'states are states',
        'error not-a-vertex',
        'part p; state def M { entry; then s; state s; transition first s then p; }',
        'state def M { entry; then s; state s; state p; transition first s then p; }'
    ],
    ['types of their features', 'error type', 'part p : ~P; part def P;', 'part p : P; part def P;'],
    [
        'one way on from a step',
        'warning ambiguous-successions',
        'action def A { first start; then a; action a; action b; action c; first a then b; first a then c; }',
        'action def A { first start; then a; action a; action b; first a then b; }'
    ],
    [
        'types of default values of a query',
        'error document-query-default-type',
        'private import DocumentQueries::*; calc def Q :> Query { in a : ScalarValues::Integer default "one"; }',
        'private import DocumentQueries::*; calc def Q :> Query { in a : ScalarValues::Integer default 1; }'
    ]
] as const satisfies readonly Row[];
