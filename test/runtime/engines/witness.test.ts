// The witness file of a search (contract: newest-operations 2.5): what each assignment and condition evaluates, part by part.

import { expect, it } from 'vitest';
import { SearchedRun } from '../../../src/runtime/behaviour/index.js';
import { elementById } from '../../../src/language/semantics/naming.js';
import { checkBehavior } from '../../../src/runtime/engines/index.js';
import { evaluateProperty, propertyOf } from '../../../src/runtime/engines/check/properties.js';
import { witnessFile, witnessOf } from '../../../src/runtime/engines/check/witness.js';
import { modelOf } from '../behaviour/run.js';

/** What is written behind the first step of the one run of a flow that begins with the node a, without the steps of tokens. */
function evaluated(flow: string): string[] {
    const model = modelOf(`private import ScalarValues::*; private import SI::*; private import ControlFunctions::*;
        part def Wheel { attribute p : Integer := 2; }
        part def Tank { attribute level : Integer := 0; attribute cap : Integer := 4; attribute ok : Boolean := false;
            attribute o : Integer[0..1]; attribute twice : Integer = cap * 2; attribute mass : ISQ::MassValue := 1 [kg]; part wheels : Wheel[2];
            action work { first start; ${flow} } }
        part tank : Tank;`);
    const answer = checkBehavior(model, {
        behaviour: 'T::Tank::work',
        kind: 'action',
        performer: 'T::tank',
        properties: [],
        diverge: [],
        bounds: {}
    });
    if ('error' in answer) {
        return [answer.error];
    }
    const witness = answer.violations[0]?.witness ?? answer.finals[0].witness;
    return witnessFile(witness)
        .split('\n')
        .filter(line => /^(stmt| *eval |fails)/.test(line));
}

/** @param lines without their statement, a bar at the margin of each */
const tree = (lines: string): string[] =>
    lines
        .trim()
        .split('\n')
        .map(line => line.slice(line.indexOf('|') + 1));

it.each<[string, string]>([
    ['assign level := 2;', '|stmt assign level\n|  eval literal 2 -> 2'],
    [
        'assign level := (cap - 3) * -twice;',
        `|stmt assign level
         |      eval feature cap -> 4
         |      eval literal 3 -> 3
         |    eval operator - -> 1
         |          eval feature cap -> 4
         |          eval literal 2 -> 2
         |        eval operator * -> 8
         |      eval feature twice -> 8
         |    eval operator - -> -8
         |  eval operator * -> -8`
    ],
    [
        // The second operand decides nothing.
        'assign ok := cap == 3 and level > 2;',
        `|stmt assign ok
         |      eval feature cap -> 4
         |      eval literal 3 -> 3
         |    eval operator == -> false
         |  eval operator and -> false`
    ],
    [
        'assign level := if cap > 3 ? NumericalFunctions::sum((1, cap)) else 0;',
        `|stmt assign level
         |      eval feature cap -> 4
         |      eval literal 3 -> 3
         |    eval operator > -> true
         |        eval literal 1 -> 1
         |        eval feature cap -> 4
         |      eval sequence of 2 -> (1, 4)
         |    eval invoke NumericalFunctions::sum -> 5
         |  eval operator if -> 5`
    ],
    [
        'assign level := wheels->collect{in w : Wheel; w.p}#(2) + (o ?? 1);',
        `|stmt assign level
         |        eval feature wheels -> (#2, #3)
         |          eval feature w -> #2
         |        eval chain p -> 2
         |          eval feature w -> #3
         |        eval chain p -> 2
         |      eval invoke collect -> (2, 2)
         |      eval literal 2 -> 2
         |    eval index -> 2
         |      eval feature o -> null
         |      eval literal 1 -> 1
         |    eval operator ?? -> 1
         |  eval operator + -> 3`
    ],
    [
        'if level < 1 { assign level := 1; }',
        `|stmt if
         |    eval feature level -> 0
         |    eval literal 1 -> 1
         |  eval operator < -> true
         |stmt assign level
         |  eval literal 1 -> 1`
    ],
    [
        'while level < 1 { assign level := 1; }',
        `|stmt while
         |    eval feature level -> 0
         |    eval literal 1 -> 1
         |  eval operator < -> true
         |stmt assign level
         |  eval literal 1 -> 1
         |stmt while
         |    eval feature level -> 1
         |    eval literal 1 -> 1
         |  eval operator < -> false`
    ],
    [
        // What was evaluated before it fails is there.
        'assign level := cap % (cap - 4);',
        `|stmt assign level
         |    eval feature cap -> 4
         |      eval feature cap -> 4
         |      eval literal 4 -> 4
         |    eval operator - -> 0
         |fails: action node a: eval assignment RHS: division by zero`
    ]
])('%s', (statement, lines) => {
    const seen = evaluated(`then action a { ${statement} } then done;`).filter(line => !line.includes('eval literal 0 ->'));
    expect(seen).toEqual(tree(lines));
});

it('a guard has no statement', () => {
    const flow = 'then decide d; if level > 1 then a; else b; action a; action b; first a then done; first b then done;';
    expect(evaluated(flow).filter(line => !line.includes('eval literal 0 ->'))).toEqual(
        tree(`|  eval feature level -> 0
              |  eval literal 1 -> 1
              |eval operator > -> false`)
    );
});

it.each([
    [1, 'property: T::P::low', false],
    [2, 'property: T::P::low', true],
    [3, 'property: T::P::low', false],
    [2, 'fails: division by zero', false]
])('after %i moves the run shows what is claimed of it: %s, %s', (depth, ending, isReplayed) => {
    const model = modelOf(`part def P { attribute x : Integer := 0; constraint low { x < 1 }
        action a { first start; then action up assign x := 1; then action down assign x := 0; then done; } } part p : P;`);
    const low = propertyOf(model, 'T::P::low');
    if ('error' in low) {
        throw new Error(low.error);
    }
    const run = new SearchedRun(model, { node: elementById(model, 'T::P::a')!, performer: 'T::p' }, {});
    expect(witnessOf(run, depth, ending, end => evaluateProperty(low, end) === 'false').isReplayed).toBe(isReplayed);
});

it('a property that cannot be evaluated leaves the question open, whatever else the search ends with', () => {
    const model = modelOf(`part def P { attribute x : Integer; attribute n : Integer := 0; constraint low { x < 1 } constraint few { n < 1 }
        action a { first start; then action up assign n := 1; then done; } } part p : P;`);
    const asked = (properties: string[], bounds = {}): unknown =>
        checkBehavior(model, { behaviour: 'T::P::a', kind: 'action', performer: 'T::p', properties, diverge: [], bounds });
    const reason = expect.stringContaining('property T::P::low could not be evaluated in a state') as unknown;
    expect(asked(['T::P::low'])).toMatchObject({ verdict: 'undecided', isOpen: true, reason });
    expect(asked(['T::P::low'], { depth: 1 })).toMatchObject({ verdict: 'undecided', isOpen: true, reason });
    expect(asked(['T::P::low', 'T::P::few'])).toMatchObject({ verdict: 'fails', isOpen: false, reason: '' });
    expect(asked([], { depth: 1 })).toMatchObject({ verdict: 'undecided', isOpen: false });
});
