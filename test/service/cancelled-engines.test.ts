// Cancelled calls: a search, runs, a solver's program and a tool end with what they have started.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Code } from '../../src/wire/status.js';
import type { MethodName } from '../../src/wire/methods.js';
import { temporaryFolder } from '../support/folders.js';
import { spread } from '../support/thorough.js';
import { type Answered, type Asks, hashOf, oneHost } from './one-host.js';
import { processesIn, slowProgram } from './slow-program.js';

const FOLDER = temporaryFolder('cancelled-');
const PROCESSES = processesIn(FOLDER);

const STRANDS = [0, 1, 2, 3, 4, 5, 6];
const strand = (s: number): string =>
    `first f then a${s}0; ${STRANDS.map(i => `${i === 0 ? '' : 'then '}action a${s}${i} assign v${s} := v${s} + 1;`).join(' ')} then j;`;
const CONTENT = `package P { private import ScalarValues::*;
    action def Spread { ${STRANDS.map(s => `attribute v${s} : Integer := 0;`).join(' ')} first start; then fork f; ${STRANDS.map(strand).join(' ')}
        join j; then done; }
    part def Clock { attribute n : Integer := 0; exhibit state ticks { entry; then on; state on;
        transition first on accept after 1 [SI::s] do assign n := n + 1 then on; } }
    part clock : Clock;
    state def Counts { in n : Integer; attribute v : Integer := n; entry; then on; state on; transition first on accept after 1 [SI::s] do assign v := v + 1 then done; }
    action def Free { in n : Integer; out y : Integer := 0; first start; then action a assign y := n * 2; then done; }
    constraint low { in y : Integer; y < 100 } constraint slow { in v : Integer; v < 100 }
    part def A { attribute n : Natural; constraint c { n < 3 } }
    action def Forever { attribute i : Integer := 0; first start; then action a { while i >= 0 { assign i := (i + 1) % 7; } } then done; }
    action def Tool { @AnalysisTooling::ToolExecution { toolName = "Slow"; uri = "x"; }
        in v : Real = 1.0 { @AnalysisTooling::ToolVariable { name = "v"; } } out d : Real { @AnalysisTooling::ToolVariable { name = "d"; } } } }`;

/** Whether a process lives; one that has ended and waits for its parent does not. */
function lives(pid: number): boolean {
    const status = `/proc/${pid}/stat`;
    return isListed(pid) && (!existsSync(status) || !/^\d+ \(.*\) Z/.test(readFileSync(status, 'utf8')));
}

function isListed(pid: number): boolean {
    try {
        return process.kill(pid, 0);
    } catch {
        return false;
    }
}

let host: Asks;
let modelHash = '';

const called = (name: MethodName, request: object, isCancelled: () => boolean): Answered<unknown> =>
    host(name, { modelHash, ...request }, { isCancelled });

describe.runIf(process.platform !== 'win32')('a cancelled call', () => {
    beforeAll(async () => {
        host = await oneHost(slowProgram(FOLDER));
        modelHash = hashOf(host, CONTENT);
    });

    const WORK: readonly (readonly [what: string, method: MethodName, request: object])[] = [
        ['a search of an action', 'CheckBehavior', { actionSymbolId: 'P::Spread' }],
        ['a search of a machine', 'CheckBehavior', { stateMachineSymbolId: 'P::Clock::ticks', performerSymbolId: 'P::clock' }],
        ['runs', 'RunRuns', { actionSymbolId: 'P::Forever', runs: 3, seed: 1 }]
    ];
    it.each(spread(WORK, 2))('ends %s', (_, method, request) => {
        let looks = 0;
        expect(called(method, request, () => ++looks > 5)).toMatchObject({ code: Code.canceled, message: 'the client has gone' });
    });

    const PROGRAMS: readonly (readonly [what: string, method: MethodName, request: object])[] = [
        ['a solver that checks an action', 'CheckBehavior', { actionSymbolId: 'P::Free', engine: 'smt', checkProperty: ['P::low'] }],
        [
            'a solver that checks a machine',
            'CheckBehavior',
            { stateMachineSymbolId: 'P::Counts', engine: 'smt', checkProperty: ['P::slow'] }
        ],
        ['a solver', 'VerifyConstraint', { symbolId: 'P::A::c', question: 'holds' }],
        ['a tool', 'ExecuteAction', { actionSymbolId: 'P::Tool' }]
    ];
    it.each(spread(PROGRAMS, 2, 1))('ends the program of %s and what it has started', async (_, method, request) => {
        writeFileSync(PROCESSES, '');
        const pids = (): number[] => readFileSync(PROCESSES, 'utf8').split(' ').filter(Boolean).map(Number);
        expect(called(method, request, () => pids().length === 2)).toMatchObject({ code: Code.canceled, message: 'the client has gone' });
        expect(pids()).toHaveLength(2);
        await vi.waitFor(() => expect(pids().filter(lives)).toEqual([]), { timeout: 10_000 });
        // The service takes note of its end: it does not stay in the process list.
        await vi.waitFor(() => expect(isListed(pids()[0])).toBe(false), { timeout: 10_000 });
    });
});
