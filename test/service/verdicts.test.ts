// Verdicts on the wire: the order in which requests are refused, and what stands behind an answer (contract sheet 2, 11.4, 11.6).

import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { type Answered, type Asks, hashOf, oneHost } from './one-host.js';

interface Told {
    error?: string;
    failureReason?: string;
    holds?: boolean;
    engine?: string;
    strength?: string;
    bounds?: { name: string; reached?: boolean }[];
}
interface Response extends Told {
    verdict?: Told;
    verdicts?: Told[];
    summary?: Told;
    engines?: { name: string; ready?: boolean; authority?: string; answers?: string[]; bounds?: string[] }[];
}

const CONTENT = `package P { private import ScalarValues::*;
    calc def Count { in n : Integer; attribute i : Integer = 0; while i < n { assign i := i + 1; } return : Integer = i; }
    part p { assert constraint dear { Count(1000) > 3 } assert constraint cheap { 1 < 2 } }
    constraint holds { 1 < 2 }
    constraint fails { 1 > 2 }
    requirement r { require constraint { 1 < 2 } }
    satisfy r by p;
}`;

let host: Asks;
let modelHash: string;

const ask = (name: MethodName, request: object): Answered<Response> => host(name, { modelHash, ...request });

beforeAll(async () => {
    host = await oneHost({ SERVICE_MAX_STEPS: '500' });
    modelHash = hashOf(host, CONTENT);
});

/** The answer in one line: verdict or error, with the standing where there is one. */
function line({ error, failureReason, holds, engine, strength, bounds = [] }: Told): string {
    const state =
        error === undefined ? (holds === true ? 'holds' : 'fails') : `${failureReason?.replace('FAILURE_REASON_', '') ?? '-'}: ${error}`;
    const reached = bounds
        .filter(b => b.reached)
        .map(b => ` ${b.name} reached`)
        .join('');
    return `${state} [${engine ?? '-'} ${strength ?? '-'}${reached}]`;
}

const REFUSED = (engine: string): string => `EVALUATION: engine "${engine}" does not answer evaluate [- not covered]`;

describe('one verdict', () => {
    it.each([
        ['holds', '', 'holds [run observed]'],
        ['fails', '', 'fails [run witnessed]'],
        ['holds', 'all', 'holds [run observed]'],
        ['holds', 'sweep', REFUSED('sweep')],
        ['fails', 'explore', REFUSED('explore')],
        ['p', 'explore', 'WRONG_KIND: not a constraint: p is a part usage, not a constraint definition or usage [- -]'],
        [
            'p::dear',
            '',
            'EVALUATION: constraint P::p::dear: assertion evaluation failed: calc P::Count: evaluation step limit exceeded (500 steps; raise SERVICE_MAX_STEPS to allow more) [run not covered steps reached]'
        ]
    ])('%s by engine "%s"', (symbol, engine, expected) => {
        expect(line(ask('VerifyConstraint', { symbolId: `P::${symbol}`, engine }).response.verdict!)).toBe(expected);
    });

    it('is none for a symbol or a subject that is not there, whatever the engine', () => {
        expect(ask('VerifyConstraint', { symbolId: 'P::no', engine: 'sweep' }).response).toEqual({ error: 'symbol not found: P::no' });
        expect(ask('VerifyRequirement', { symbolId: 'P::r', subjectSymbolId: 'P::no', engine: 'sweep' }).response).toEqual({
            error: 'instantiation of subject P::no failed: unresolved reference: P::no'
        });
        expect(ask('VerifyConstraint', { symbolId: 'P::no', engine: 'nosuch' }).message).toBe(
            'unknown engine "nosuch": known engines are check, explore, run, smt, solve, sweep, tool:fmi'
        );
    });
});

it('what satisfies nothing that there is has no verdict', () => {
    const { verdicts, error } = ask('VerifySatisfaction', { symbolId: 'P::none' }).response as { verdicts?: object[]; error?: string };
    expect([verdicts, error]).toEqual([undefined, expect.stringContaining('P::none')]);
});

it('many verdicts have a standing each', () => {
    const { verdicts, summary } = ask('ValidateInstance', { symbolId: 'P::p' }).response;
    expect(verdicts!.map(v => line(v).replace(/constraint P::.*allow more\)/, '…'))).toEqual([
        'EVALUATION: … [run not covered steps reached]',
        'holds [run observed]',
        'holds [run observed]'
    ]);
    expect(line(summary!)).toMatch(/^EVALUATION: assert constraint dear: .* \[run not covered steps reached\]$/);
    expect(ask('VerifySatisfaction', { engine: 'explore' }).response.verdicts!.map(line)).toEqual([REFUSED('explore')]);
    expect(ask('ValidateInstance', { symbolId: 'P::p', engine: 'explore' }).response.verdicts!.map(line)).toEqual([
        REFUSED('explore'),
        REFUSED('explore'),
        REFUSED('explore')
    ]);
});

it('the engines are listed in name order, all but that of co-simulation units ready', () => {
    expect(ask('ListEngines', {}).response.engines!.map(e => [e.name, e.ready ?? false])).toEqual([
        ['check', true],
        ['explore', true],
        ['run', true],
        ['smt', true],
        ['solve', true],
        ['sweep', true],
        ['tool:fmi', false]
    ]);
});

it('the engines of every build have the questions and bounds of the contract (verification-and-engines 11.3)', () => {
    const listed = ask('ListEngines', {}).response.engines!.map(({ name, authority, answers, bounds }) => [
        name,
        authority,
        answers,
        bounds
    ]);
    expect(listed).toEqual([
        ['check', 'bounded', ['outcomes', 'holds', 'sensitive'], ['depth', 'states', 'deadline', 'steps', 'elements']],
        ['explore', 'proved', ['outcomes'], ['runs', 'depth']],
        ['run', 'observed', ['evaluate'], ['steps', 'elements']],
        ['smt', 'proved', ['holds', 'sensitive'], ['depth', 'unroll', 'solver']],
        ['solve', 'proved', ['satisfiable', 'holds'], ['runs', 'solver']],
        ['sweep', 'observed', ['sweep'], ['runs']],
        ['tool:fmi', 'observed', ['compute'], undefined]
    ]);
});

it('engines of behaviours answer no question about a condition', () => {
    const { verdict } = ask('VerifyConstraint', { symbolId: 'P::holds', engine: 'check', question: 'holds' }).response;
    expect(verdict?.error).toBe('engine "check" answers holds only of actions and state machines');
});
