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
    ]
];

it.each(CASES)('%s', (_rule, model, answer) => {
    expect(runAction(modelOf(`private import OccurrenceFunctions::*; private import SequenceFunctions::*; ${model}`), 'run')).toEqual(
        answer
    );
});
