// Which question each request puts to an engine of others, in one process a request, and what becomes of its answer (contract:
// verification-and-engines 11.2, 11.4, 13.2 to 13.4).

import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { temporaryFolder } from '../support/folders.js';
import { spread } from '../support/thorough.js';
import { type Asks, hashOf, oneHost } from './one-host.js';

const KINDS = ['evaluate', 'outcomes', 'sweep', 'compute', 'satisfiable', 'holds', 'sensitive'];

/** Writes each request to run, with its process, and answers what its argument says; a shell starts sooner than Node. */
const PROGRAM = `#!/bin/sh
name=$1 log=$2 result=$3 answers=$4
say() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$1"; }
while IFS= read -r line; do
    id=\${line#*'"id":'} id=\${id%%,*}
    case $line in
        *'"method":"describe"'*) say '{"name":"'$name'","version":"1","protocol":1,"answers":'"$answers"'}' ;;
        *'"method":"covers"'*) say '{"covers":true}' ;;
        *)
            printf '[%s,%s]\\n' $$ "$line" >> "$log"
            say "$result" ;;
    esac
done
`;

const shown = { schedules: [''], inputs: [] };
const ENGINES: Readonly<Record<string, { readonly result: object; readonly answers?: readonly string[]; readonly authority?: string }>> = {
    none: { result: { claim: 'none', strength: 'not covered', reason: 'no idea' }, authority: 'bounded' },
    seen: { result: { claim: 'holds', strength: 'observed', executions: [shown] } },
    counter: { result: { claim: 'violated', strength: 'witnessed', witness: shown } },
    seven: {
        result: { claim: 'violated', strength: 'witnessed', witness: { schedules: [''], inputs: [{ name: 'n', value: 7 }] } },
        answers: ['holds']
    }
};

const CONTENT = `package P { private import ScalarValues::*;
    part def A { attribute n : Natural; attribute k : Natural = 3; assert constraint true_ { k > 2 } constraint false_ { k > 3 } constraint power { n ** n < 3 } }
    part a : A;
    requirement r { subject s : A; require constraint { s.k > 2 } } requirement f { subject s : A; require constraint { s.k > 3 } }
    part both { satisfy r by a; satisfy f by a; } requirement p { subject s : A; require constraint { s.n ** s.n < 3 } } part open { satisfy p by a; }
    calc def Double { in x : Real; return : Real = x * 2; }
    analysis study { subject s : A = a; return r : Natural = s.k; }
    action act { attribute v : Integer := 0; first start; then action one assign v := 1; then done; }
    state def M { entry; then s; state s; } constraint small { in v : Integer; v < 3 } }`;

interface Answer {
    readonly engine?: string;
    readonly strength?: string;
    readonly status?: string;
    readonly error?: string;
}
type Response = Answer & {
    readonly verdict?: Answer | string;
    readonly verdicts?: readonly Answer[];
    readonly summary?: Answer;
};

const FOLDER = temporaryFolder('questions-');
const LOG = join(FOLDER, 'log');
let host: Asks;
let modelHash: string;

function ask(name: MethodName, request: object): Response {
    const { response, message } = host<Response>(name, { modelHash, ...request });
    expect(message).toBe('');
    return response;
}

/** What was put to engines since the test began. */
const asked = (): [pid: number, question: Record<string, unknown>][] =>
    existsSync(LOG)
        ? readFileSync(LOG, 'utf8')
              .trim()
              .split('\n')
              .map(line => JSON.parse(line) as [number, { params: { question: Record<string, unknown> } }])
              .map(([pid, { params }]) => [pid, params.question])
        : [];

beforeAll(async () => {
    chmodSync(FOLDER, 0o755);
    writeFileSync(join(FOLDER, 'engine'), PROGRAM, { mode: 0o755 });
    for (const [name, { result, answers = KINDS, authority = 'observed' }] of Object.entries(ENGINES)) {
        const command = ['./engine', name, LOG, JSON.stringify(result), JSON.stringify(answers)];
        const manifest = { kind: 'engine', name, version: '1', command, protocol: 1, answers, authority, bounds: ['steps'] };
        writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(manifest), { mode: 0o644 });
    }
    host = await oneHost({ SERVICE_ENGINES: FOLDER, SERVICE_TOOL_TIMEOUT: '20s' }, ['all']);
    modelHash = hashOf(host, CONTENT);
});
beforeEach(() => rmSync(LOG, { force: true }));

const RANGE = { parameter: 'x', start: { realValue: 1 }, end: { realValue: 2 }, step: { realValue: 1 } };

describe('a request puts its question to the engine that it names', () => {
    const REQUESTS: readonly (readonly [method: MethodName, request: object, question: Record<string, unknown>])[] = [
        ['VerifyConstraint', { symbolId: 'P::A::true_' }, { kind: 'evaluate', subjectKind: 'constraint', condition: { text: 'k > 2' } }],
        ['VerifyRequirement', { symbolId: 'P::r' }, { kind: 'evaluate', subjectKind: 'requirement', free: [] }],
        ['ValidateInstance', { symbolId: 'P::a' }, { kind: 'evaluate', subject: 'P::A::true_' }],
        ['EvaluateCalc', { symbolId: 'P::Double', arguments: [{ realValue: 2 }] }, { kind: 'evaluate', subjectKind: 'calc' }],
        ['RunAnalysis', { symbolId: 'P::study' }, { kind: 'evaluate', subject: 'P::study', subjectKind: 'analysis' }],
        ['RunAnalysis', { symbolId: 'P::study', schedule: 'explore' }, { kind: 'outcomes', schedule: 'explore' }],
        [
            'RunSweep',
            { symbolId: 'P::Double', ranges: [RANGE] },
            { kind: 'sweep', sweep: { ranges: [{ parameter: 'x', from: 1, to: 2, step: 1 }] } }
        ],
        ['VerifyConstraint', { symbolId: 'P::A::power', question: 'holds' }, { kind: 'holds', free: ['inputs'], inputs: [{ name: 'n' }] }],
        [
            'VerifyConstraint',
            { symbolId: 'P::A::power', question: 'satisfiable' },
            { kind: 'satisfiable', conditions: [{ name: 'P::A::power' }] }
        ],
        ['VerifySatisfaction', { symbolId: 'P::open', question: 'holds' }, { kind: 'holds', subject: 'P::p', subjectKind: 'satisfy' }],
        ['CheckBehavior', { actionSymbolId: 'P::act' }, { kind: 'sensitive', subjectKind: 'action', free: ['schedule'] }],
        [
            'CheckBehavior',
            { stateMachineSymbolId: 'P::M', checkProperty: ['P::small'] },
            { kind: 'holds', subjectKind: 'state', condition: { name: 'P::small' } }
        ]
    ];
    it.each(spread(REQUESTS, 3))('%s %j', (method, request, question) => {
        const { verdict, verdicts, ...response } = ask(method, { ...request, engine: 'none' });
        expect(asked().map(([, q]) => q)[0]).toMatchObject(question);
        const answer = typeof verdict === 'object' ? verdict : verdicts?.[0];
        expect(answer ?? response).toMatchObject({
            engine: 'none',
            strength: 'not covered',
            error: 'engine "none" claims none (not covered), which cannot be replayed here: no idea'
        });
    });

    it('CheckBehavior, for each property', () => {
        ask('CheckBehavior', { actionSymbolId: 'P::act', checkProperty: ['P::small', 'P::Small'], engine: 'none' });
        expect(asked().map(([, q]) => q)).toMatchObject(['P::small', 'P::Small'].map(name => ({ kind: 'holds', condition: { name } })));
    });

    it('and to no engine that does not declare it', () => {
        expect(ask('EvaluateCalc', { symbolId: 'P::Double', arguments: [{ realValue: 2 }], engine: 'seven' }).error).toBe(
            'engine "seven" does not answer evaluate'
        );
        expect(asked()).toEqual([]);
    });
});

describe('what is claimed of an evaluation is evaluated', () => {
    it.each([
        ['seen', 'true_', { status: 'holds', holds: true, strength: 'observed' }],
        ['seen', 'false_', { status: 'undecided', error: 'engine "seen" claims holds, and its execution 1 does not show it' }],
        ['counter', 'false_', { status: 'violated', strength: 'witnessed' }],
        [
            'counter',
            'true_',
            { error: 'engine "counter" claims violated, and its witness does not show it: evaluated, the condition is holds' }
        ]
    ])('%s %s', (engine, name, verdict) =>
        expect(ask('VerifyConstraint', { symbolId: `P::A::${name}`, engine }).verdict).toMatchObject(verdict)
    );

    it('for each satisfaction, in one process', () => {
        expect(ask('VerifySatisfaction', { symbolId: 'P::both', engine: 'seen' }).verdicts).toMatchObject([
            { status: 'holds', strength: 'observed' },
            { status: 'undecided', strength: 'not covered' }
        ]);
        expect(asked().map(([, { subject }]) => subject)).toEqual(['P::r', 'P::f']);
        expect(new Set(asked().map(([pid]) => pid)).size).toBe(1);
    });
});

describe('where no single engine is named', () => {
    it.each<[MethodName, object, object]>([
        ['VerifyConstraint', { symbolId: 'P::A::true_' }, { status: 'holds' }],
        ['VerifyRequirement', { symbolId: 'P::r', subjectSymbolId: 'P::a' }, { status: 'holds' }],
        ['VerifySatisfaction', { symbolId: 'P::both' }, { status: 'holds' }],
        ['VerifyConstraint', { symbolId: 'P::A::true_', engine: 'all' }, { status: 'holds' }],
        ['VerifyConstraint', { symbolId: 'P::A::true_', engine: 'seven' }, { error: 'engine "seven" does not answer evaluate' }]
    ])('an evaluation is the own: %s %j', (method, about, expected) => {
        const { verdict, verdicts, ...response } = ask(method, about);
        expect(verdict ?? verdicts?.[0] ?? response).toMatchObject(expected);
        expect(asked()).toEqual([]);
    });

    const OPEN: readonly (readonly [method: MethodName, about: object])[] = [
        ['VerifyConstraint', { symbolId: 'P::A::power' }],
        ['VerifyRequirement', { symbolId: 'P::p', subjectSymbolId: 'P::a' }],
        ['VerifySatisfaction', { symbolId: 'P::open' }]
    ];
    it.each(spread(OPEN, 3, 2))('those of others are asked after the solver, until one has an answer: %s', (method, about) => {
        const { verdict, verdicts } = ask(method, { ...about, question: 'holds' });
        expect(verdict ?? verdicts![0]).toMatchObject({ status: 'violated', engine: 'seven', strength: 'witnessed' });
        expect(asked()).toHaveLength(4);
    });

    it('the reasons of all are given where none has one', () => {
        const { verdict } = ask('VerifyConstraint', { symbolId: 'P::A::power', question: 'satisfiable' });
        expect(verdict).toMatchObject({
            error: expect.stringMatching(
                /^no engine answers satisfiable: .*exponentiation.*; engine "none" claims none .*; engine "counter" claims violated/
            ) as string
        });
    });

    it('none is asked where the solver has an answer', () => {
        expect(ask('VerifyConstraint', { symbolId: 'P::A::true_', question: 'holds' }).verdict).toMatchObject({ engine: 'solve' });
        expect(asked()).toEqual([]);
    });
});
