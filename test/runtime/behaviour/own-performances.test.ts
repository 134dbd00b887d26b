// An action that an object performs itself: a run attaches to that performance, as it does to a machine that the object exhibits.

import { expect, it } from 'vitest';
import { executeAction, policyOf, SteppedRun, type TimedInput } from '../../../src/runtime/behaviour/index.js';
import { checkBehavior } from '../../../src/runtime/engines/index.js';
import { modelOf, valuesText } from './run.js';

const model = modelOf(`action def Add { in k : Integer default = 1; }
    part def T { attribute n : Integer := 0; perform action ops : Add { first start; then action a assign n := n + k; then done; } }
    part t : T; part other { attribute n : Integer := 0; action ops { assign n := n + 1; } }
    part both { perform action p : Add { first start; then done; } perform action q : Add { first start; then done; } }
    part pair { part one : T; part two : T; }
    part late { attribute n : Integer := 0; perform action ops { first start; then accept after 5 [SI::s]; then assign n := n + 1; then done; } }`);

/** What an action answers under the name of its own usage or of its definition. */
const answered = (action: string, performer: string, k?: bigint): string => {
    const inputs = new Map(k === undefined ? [] : [['k', k] as const]);
    const { error, outputs, performerAttributes } = executeAction(model, {
        action: `T::${action}`,
        performer,
        inputs,
        policy: policyOf('')
    });
    return error || [valuesText(outputs), valuesText(performerAttributes)].join(' ').trim();
};

it.each([
    ['the performed usage', 'T::ops', 'T::t', undefined, 'k=(1) this.n=1'],
    ['its definition', 'Add', 'T::t', undefined, 'k=(1) this.n=1'],
    ['inputs are those of the performance', 'T::ops', 'T::t', 5n, 'k=(5) this.n=5'],
    ['of one of two objects', 'T::ops', 'T::pair.two', 5n, 'k=(5) this.n=5'],
    ['one that goes on when the object is made', 'late::ops', 'T::late', undefined, 'this.n=1'],
    ['an action that the object only has', 'other::ops', 'T::other', undefined, 'this.n=1'],
    [
        'a definition under two usages',
        'Add',
        'T::both',
        undefined,
        'action execution failed: initialize action: the object performs Add under several usages: p, q'
    ]
])('%s', (_, action, performer, k, expected) => {
    expect(answered(action, performer, k)).toBe(expected);
});

it('is performed once in a run step by step, which can stop in it', () => {
    const k: TimedInput = { name: 'k', at: 0, value: () => 5n };
    const run = new SteppedRun(model, { element: 'T::T::ops', performer: 'T::t', policy: policyOf(''), inputs: [k] });
    expect(run.snapshot()).toMatchObject({ state: 'ready', tokens: [{ label: 'start' }] });
    run.goOn();
    const { state, values } = run.snapshot();
    expect([state, valuesText(values)]).toEqual(['completed', 'k=(5) this.n=5']);
});

it('is performed once in a search', () => {
    const request = { behaviour: 'T::T::ops', kind: 'action', performer: 'T::t', properties: [], diverge: [], bounds: {} } as const;
    const answer = checkBehavior(model, { ...request, inputs: () => new Map([['k', 5n]]) });
    expect('error' in answer ? answer.error : answer.finals.map(f => valuesText(f.values))).toEqual(['k="(5)" this.n="5"']);
});
