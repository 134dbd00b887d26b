/** Lives of occurrences while a behaviour runs (KerML 9.4.18): a case is a model and what its action answers. */
import { expect, it } from 'vitest';
import { modelOf, runAction } from './run.js';

const CASES: readonly (readonly [rule: string, model: string, answer: unknown])[] = [
    [
        'an object lives until it is ended',
        `part def W; part w : W; part v : W; action run { attribute a : Boolean; attribute b : Boolean; attribute c : Boolean; assign a := isDuring(w); then terminate w;
            then action x { assign b := isDuring(w); assign c := isDuring(v); } }`,
        { outputs: 'a=true b=false c=true' }
    ],
    [
        'destroy ends a life, and behaviours with it',
        `part def W { attribute n : Integer = 0; exhibit state m { entry; then s; state s; accept after 1 [SI::s] do assign n := n + 1 then s; } } part w : W;
            action run { attribute b : Boolean; attribute d; assign d := destroy(w); then action x { assign b := isDuring(w); } }`,
        { outputs: 'b=false d=#1' }
    ],
    [
        'what has ended is not ended again',
        `part def W; part w : W; action run { attribute d; assign d := destroy(w); then action x { assign d := destroy(w); } }`,
        {
            error: 'action execution failed: execute action: action node x: eval assignment RHS: performance already ended: the object has been terminated'
        }
    ],
    [
        'nor created again',
        `part def W; part w : W; action run { attribute d; assign d := destroy(w); then action x { assign d := create(w); } }`,
        {
            error: 'action execution failed: execute action: action node x: eval assignment RHS: performance already ended: the object has been terminated'
        }
    ],
    [
        'a group takes a new one, and lets go of an old one, whose life ends',
        `part def W; part w : W; part v : W; action run { private ref part g : W[0..*] ordered = (w); attribute n : Integer; attribute m : Integer; attribute l : Boolean;
            first start; then action a : addNew { inout group = g; inout occ = v; } then action c { assign n := size(g); }
            then action r : removeOld { inout group = g; inout occ = w; } then action e { assign m := size(g); assign l := isDuring(w); } }`,
        { outputs: 'n=2 m=1 l=false' }
    ],
    [
        'sequences change alike',
        `action run { attribute s : Integer[0..*] ordered nonunique = (1, 2, 3); first start; then action a : add { inout seq = s; in values = 9; }
            then action b : removeAt { inout seq = s; in startIndex = 2; in endIndex = 2; } }`,
        { outputs: 's=(1, 3, 9)' }
    ],
    [
        'values are put before a place, or behind the last one',
        `action run { attribute s : Integer[0..*] ordered nonunique = (1, 2); first start; then action a : addAt { inout seq = s; in values = (8, 9); in index = 2; }
            then action b : addAt { inout seq = s; in values = 7; in index = 5; } }`,
        { outputs: 's=(1, 8, 9, 2, 7)' }
    ],
    [
        'a place that there is not',
        `action run { attribute s : Integer[0..*] ordered nonunique = (1, 2); first start; then action a : addAt { inout seq = s; in values = 8; in index = 4; } }`,
        {
            error: 'action execution failed: execute action: action node a: index out of range: sequence index 4 is outside 1..3'
        }
    ],
    [
        'every equal value is removed',
        `action run { attribute s : Integer[0..*] ordered nonunique = (1, 2, 3, 2); first start; then action a : remove { inout seq = s; in values = (2, 5); } }`,
        { outputs: 's=(1, 3)' }
    ],
    [
        'a new one takes its place in a group, and the one that was there is let go by its place',
        `part def W; part w : W; part v : W; action run { private ref part g : W[0..*] ordered = (w); attribute a : Boolean; attribute b : Boolean; attribute c : Boolean;
            attribute d : Boolean; first start; then action x : addNewAt { inout group = g; inout occ = v; in index = 1; } then action y { assign a := g#(1) == v; assign b := g#(2) == w; }
            then action z : removeOldAt { inout group = g; in index = 2; } then action e { assign c := isDuring(w); assign d := isDuring(v) and size(g) == 1; } }`,
        { outputs: 'a=true b=true c=false d=true' }
    ],
    [
        'what has ended is not put into a group',
        `part def W; part w : W; part v : W; action run { private ref part g : W[0..*] ordered = (w); first start; then action t { terminate v; }
            then action x : addNewAt { inout group = g; inout occ = v; in index = 1; } }`,
        { error: 'action execution failed: execute action: action node x: performance already ended: the object has been terminated' }
    ],
    [
        'portions of one life are identical and not equal',
        `part def W { snapshot early : W; timeslice late; } part w : W; part v : W; action run { attribute a : Boolean; attribute b : Boolean; attribute c : Boolean; attribute d : Boolean;
            assign a := w.early === w; assign b := w.late === w.early and w.done === w; assign c := w.early == w; assign d := v === w.early; }`,
        { outputs: 'a=true b=true c=false d=false' }
    ],
    [
        'so are the objects of one individual',
        `individual part def W1; individual part s : W1 { timeslice t; } individual part t : W1; part v; action run { attribute a : Boolean; attribute b : Boolean;
            assign a := s === t and t === s.t; assign b := s === v; }`,
        { outputs: 'a=true b=false' }
    ],
    [
        'a time slice has portions of its own, and not those of the whole',
        `part def W { attribute n : Integer; timeslice early : W { attribute :>> n = 1; snapshot then1 : W { attribute :>> n = 2; } } timeslice late : W { attribute :>> n = 3; } } part w : W;
            action run { attribute a : Integer; attribute b : Boolean; assign a := w.early.n * 100 + w.early.then1.n * 10 + w.late.n; assign b := w.early.then1 === w; }`,
        { outputs: 'a=123 b=true' }
    ],
    [
        'the first snapshot keeps what was declared',
        `part def W { attribute n : Integer := 3; attribute m : Integer = 2 * n; } part w : W; action run { attribute a : Integer; attribute b : Boolean;
            assign w.n := 5; then action x { assign a := (w.start as W).n * 100 + (w.start as W).m * 10 + w.n; assign b := w.start == w.start; } }`,
        { outputs: 'a=365 b=true' }
    ],
    [
        'the last one is known when the life has ended',
        `part def W { attribute n : Integer := 3; } part w : W; action run { attribute a : Integer; assign w.n := 5; then terminate w; then action x assign a := (w.done as W).n; }`,
        { outputs: 'a=5' }
    ],
    [
        'and not before',
        `part def W { attribute n : Integer := 3; } part w : W; action run { attribute a : Integer; assign w.n := 5; then action x assign a := (w.done as W).n; }`,
        {
            error: 'action execution failed: execute action: action node x: eval assignment RHS: no value: w.n at the end: T::w goes on'
        }
    ],
    [
        'the collections of the library hold what the model declares in them, snapshots among the time slices',
        `part def W { attribute n : Integer; snapshot early : W { attribute :>> n = 2; } timeslice late : W { attribute :>> n = 3; } } part w : W;
            action run { attribute a : Integer; attribute b : Boolean; assign a := NumericalFunctions::sum((w.timeSlices as W).n) * 100 + NumericalFunctions::sum((w.snapshots as W).n) * 10 + size(w.portions);
            assign b := w.snapshots === w.early; }`,
        { outputs: 'a=522 b=true' }
    ],
    [
        'what the model declares no portion of has some that nobody knows',
        `part def W; part w : W; action run { attribute a; assign a := size(w.snapshots); }`,
        {
            error: 'action execution failed: execute action: action node assign: eval assignment RHS: no value: snapshots of T::w: the model declares none'
        }
    ],
    [
        'a portion without a type is of what it is a portion of, within others too',
        `part def W { attribute n : Integer default 1; timeslice early { :>> n = 2; snapshot begun; } } part w : W; part v : W { timeslice late; }
            action run { attribute a : Integer; attribute b : Boolean; assign a := (w.early.begun as W).n * 10 + (v.late as W).n; assign b := w.early istype W and w.early.begun istype W; }`,
        { outputs: 'a=21 b=true' }
    ],
    [
        'it has the values that are bound in what it is a portion of, and its own in their place',
        `part def W { attribute n : Integer default 1; attribute m : Integer = n * 2; attribute k : Integer default 7; }
            part w : W { attribute :>> k = 5; snapshot a { :>> n = 4; } snapshot b : W; }
            part v :> w { snapshot :>> a { :>> k = 6; } }
            action run { attribute x : Integer; attribute y : Integer; attribute z : Integer; assign x := (w.a as W).m * 10 + (w.a as W).k; assign y := w.b.m * 10 + w.b.k;
            assign z := (v.a as W).m * 10 + (v.a as W).k; }`,
        { outputs: 'x=85 y=25 z=86' }
    ],
    [
        'the variants that are chosen in what it is a portion of are chosen in it',
        `part def E { attribute p : Integer; } part def V { part e : E; attribute q : Integer = e.p * 2; } part line : V { variation part :>> e : E { variant part small { :>> p = 3; } variant part big { :>> p = 9; } } }
            part v :> line { part :>> e = e::big; timeslice late : V { snapshot last : V; } } action run { attribute a : Integer; attribute b : Integer; assign a := v.late.q; assign b := v.late.last.q; }`,
        { outputs: 'a=18 b=18' }
    ],
    [
        'parts and ports are collected alike, each once',
        `part def W; port def O; part w { part x : W[2]; part y : W :> x; ref part z : W; port o : O; } part v; action run { attribute a : Integer;
            assign a := size(w.subparts) * 100 + size(w.ownedPorts) * 10 + size(v.subparts); }`,
        { outputs: 'a=210' }
    ],
    [
        'ending a portion ends the life, with the behaviours of all of it',
        `part def W { snapshot early : W; attribute n : Integer := 0; exhibit state m { entry; then s; state s; accept after 1 [SI::s] do assign n := n + 1 then s; } } part w : W;
            action run { attribute a : Boolean; attribute d; assign d := destroy(w.early); then action x { assign a := isDuring(w); } then accept after 5 [SI::s]; }`,
        { outputs: 'a=false d=#2', time: 5 }
    ]
];

it.each(CASES)('%s', (_rule, model, answer) => {
    expect(runAction(modelOf(`private import OccurrenceFunctions::*; private import SequenceFunctions::*; ${model}`), 'run')).toEqual(
        answer
    );
});
