// The lints that GetDiagnostics reports are the request's choice; the findings of the parse stay as they are.

import { beforeAll, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { type Asks, oneHost } from './one-host.js';

const CONTENT = `package A {
    attribute x : ScalarValues::Real = 0.1;
    port def P { in item a; }
    port def Q { in item a; }
    part s { port p : P; port q : Q; connect p to q; }
}`;

interface Answer {
    readonly modelHash?: string;
    readonly diagnostics?: readonly { readonly code: string }[];
}

let host: Asks;
let parsed: Answer;

function ask(name: MethodName, request: object): Answer | string {
    const { response, message } = host<Answer>(name, request);
    return message === '' ? response : message;
}

beforeAll(async () => {
    host = await oneHost();
    parsed = ask('ParseSources', { documents: [{ name: 'a.sysml', content: CONTENT }] }) as Answer;
});

it.each([
    ['by default', {}, ['port-type-mismatch']],
    ['disabled', { disableLint: ['port-type-mismatch'] }, []],
    ['enabled', { enable_lint: ['rounded-real-literal'] }, ['port-type-mismatch', 'rounded-real-literal']],
    ['disabled wins', { disableLint: ['rounded-real-literal'], enableLint: ['rounded-real-literal'] }, ['port-type-mismatch']],
    ['unknown', { disableLint: ['style'] }, 'no lint has the code "style"']
] as const)('%s', (_title, choice, expected) => {
    const answer = ask('GetDiagnostics', { modelHash: parsed.modelHash, ...choice });
    expect(typeof answer === 'string' ? answer : (answer.diagnostics ?? []).map(d => d.code)).toEqual(expected);
    expect(parsed.diagnostics!.map(d => d.code)).toEqual(['port-type-mismatch']);
});
