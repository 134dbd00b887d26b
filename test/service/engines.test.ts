// Engines on the wire: the list with those of manifests, which names a request may use, and questions to the solver.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../src/service/config/check.js';
import { readEnvironment } from '../../src/service/config/environment.js';
import { parseFlags } from '../../src/service/config/flags.js';
import type { MethodName } from '../../src/wire/methods.js';
import { temporaryFolder } from '../support/folders.js';
import { type Answered, type Asks, hashOf, oneHost } from './one-host.js';

const FOLDER = temporaryFolder('engines-');
const manifest = (name: string, content: object): void => writeFileSync(join(FOLDER, name), JSON.stringify(content), { mode: 0o644 });
chmodSync(FOLDER, 0o755);
manifest('a.json', {
    toolName: 'Aero',
    version: '3',
    executable: 'node',
    variables: ['x'],
    invocation: { stdin: 'csv' },
    reply: { format: 'lines', outputs: { x: {} } }
});
manifest('b.json', { toolName: 'Gone', executable: './gone', variables: ['x'] });
const ENGINE = {
    kind: 'engine',
    version: '2',
    command: ['./prover', '-q'],
    protocol: 1,
    answers: ['holds'],
    authority: 'proved',
    bounds: ['depth']
};
manifest('c.json', { ...ENGINE, name: 'prover' });
manifest('d.json', { ...ENGINE, name: 'far', transport: 'grpc', address: 'h:1', command: undefined });
manifest('e.json', { kind: 'policy', name: 'fair', version: '1', command: ['./p'], protocol: 1 });

interface Response {
    engines?: Record<string, unknown>[];
    verdict?: Record<string, unknown>;
}

let host: Asks;
let modelHash: string;

const ask = (name: MethodName, request: object): Answered<Response> => host(name, { modelHash, ...request });

beforeAll(async () => {
    host = await oneHost({ SERVICE_ENGINES: FOLDER });
    const content =
        'package P { private import ScalarValues::*; part def A { attribute n : Natural; constraint c { n < 3 } } action def Roll { attribute n : Integer := 0; first start; then action a assign n := RandomFunctions::uniformInteger(1, 6); then accept after 2 [SI::s]; then done; } requirement r { subject a : A; require constraint { a.n < 0 } } part a : A; satisfy r by a; }';
    modelHash = hashOf(host, content);
});

describe('ListEngines', () => {
    it('has the manifests in name order, and starts none', () => {
        const { engines } = ask('ListEngines', {}).response;
        const fields = (e: Record<string, unknown>): unknown[] => [
            e.name,
            e.kind,
            e.protocol,
            e.authority,
            e.served ?? false,
            e.ready ?? false,
            e.unavailable ?? ''
        ];
        expect(engines!.map(fields).filter(([, kind]) => kind !== 'built-in')).toEqual([
            ['fair', 'policy', 'stdio/1', 'not covered', false, false, 'this build runs no external scheduling policies'],
            ['far', 'engine', 'grpc/1', 'proved', false, false, 'this build speaks to engines over standard input and output only'],
            ['prover', 'engine', 'stdio/1', 'proved', false, false, ''],
            ['tool:Aero', 'tool', 'argv+csv/lines', 'observed', true, true, ''],
            ['tool:Gone', 'tool', 'object', 'observed', true, false, './gone is no program that can be run'],
            ['tool:fmi', 'tool', 'fmi/1', 'observed', true, false, expect.stringMatching(/^SERVICE_FMI_RUNNER is not set: /)]
        ]);
        const names = engines!.map(e => e.name as string);
        expect(names).toEqual([...names].sort());
    });
});

describe('the name of an engine in a request', () => {
    it.each([
        [
            'nosuch',
            3,
            'unknown engine "nosuch": known engines are check, explore, fair, far, prover, run, smt, solve, sweep, tool:Aero, tool:Gone, tool:fmi'
        ],
        ['prover', 9, "engine 'prover' is not served by this service"]
    ])('%s', (engine, code, message) => expect(ask('VerifyConstraint', { symbolId: 'P::A::c', engine })).toMatchObject({ code, message }));

    it('that does not answer the question is a refusal', () => {
        expect(ask('VerifyConstraint', { symbolId: 'P::A::c', engine: 'tool:Aero' }).response.verdict).toMatchObject({
            error: 'engine "tool:Aero" does not answer evaluate',
            strength: 'not covered'
        });
        expect(ask('VerifyConstraint', { symbolId: 'P::A::c', engine: 'solve' }).response.verdict).toMatchObject({
            error: 'engine "solve" does not answer evaluate'
        });
    });
});

it('a flag that names no listed engine ends the start', () => {
    const check =
        (served: string): (() => void) =>
        () =>
            checkConfiguration(parseFlags([`-serve-external-engines=${served}`]), readEnvironment({ SERVICE_ENGINES: FOLDER }));
    expect(check('bogus')).toThrow('-serve-external-engines bogus: listed are far, prover (SERVICE_ENGINES)');
    expect(check('prover')).not.toThrow();
    expect(() => checkConfiguration(parseFlags(['-serve-external-engines=bogus']), readEnvironment({}))).toThrow(
        'no external engine is listed'
    );
});

describe('questions to the solver', () => {
    it.each([
        ['VerifyConstraint', 'P::A::c', 'satisfiable', { status: 'satisfiable', strength: 'witnessed', holds: true, engine: 'solve' }],
        ['VerifyConstraint', 'P::A::c', 'holds', { status: 'violated', strength: 'witnessed', condition: 'n < 3' }],
        ['VerifyRequirement', 'P::r', 'satisfiable', { status: 'unsatisfiable', strength: 'proved', question: 'satisfiable' }],
        ['VerifyConstraint', 'P::a', 'holds', { failureReason: 'FAILURE_REASON_WRONG_KIND' }]
    ] as const)('%s %s %s', (name, symbolId, question, expected) =>
        expect(ask(name, { symbolId, question }).response.verdict).toMatchObject(expected)
    );

    it('has a witness with exact values', () => {
        const { witness } = ask('VerifyConstraint', { symbolId: 'P::A::c', question: 'holds' }).response.verdict!;
        expect(witness).toEqual([{ feature: 'P::A::n', value: { intValue: '3' }, exact: '3' }]);
    });
});

describe('the modelled randomness of an execution', () => {
    const roll = (request: object): unknown => {
        const { response, message } = ask('ExecuteAction', { actionSymbolId: 'P::Roll', ...request });
        const { outputs, error, finalTime } = response as { outputs?: { n?: { intValue: string } }; error?: string; finalTime?: number };
        return message || error || [outputs?.n?.intValue, finalTime];
    };
    it.each<[object, unknown]>([
        [{ draws: 'max' }, ['6', 2]],
        [{ draws: 'min', clockStep: 1.5 }, ['1', 3]],
        [{ draws: 'weird' }, 'invalid draw policy: "weird" is not one of random, min, max, average'],
        [{ clockStep: -1 }, 'invalid clock step: a clock steps by a finite, non-negative number of seconds, not -1.0'],
        [{ draws: 'max', advance: 2 }, ['6', 2]],
        [{ draws: 'max', advance: 0 }, expect.stringContaining('action Roll stopped at accept at simulation time 0.0 without completing')],
        [{ draws: 'max', advance: -1 }, 'invalid advance: a clock advances by a finite, non-negative number of seconds, not -1.0']
    ])('%j', (request, expected) => expect(roll(request)).toEqual(expected));

    it('has a seed of its own, of which 0 is one', () => {
        expect(roll({})).toContain('modeled randomness needs a seed');
        expect(roll({ seed: '0' })).toEqual([expect.any(String), 2]);
        expect(roll({ seed: '7', schedule: 'seed:3' })).toEqual(roll({ seed: '7' }));
        expect(roll({ schedule: 'seed:7' })).toEqual(roll({ seed: '7' }));
    });
});
