// A cancelled question to a program leaves nothing behind: neither the program nor what it started.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Attendant, findSolver, Solver } from '../../../src/runtime/engines/index.js';
import { markedCommand, newMark } from '../../../src/runtime/engines/marked-programs.mjs';
import { isFull, spread } from '../../support/thorough.js';

const folder = mkdtempSync(join(tmpdir(), 'solver-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether a process lives; one that has ended and waits for its parent does not. */
function lives(pid: number): boolean {
    try {
        process.kill(pid, 0);
    } catch {
        return false;
    }
    const status = `/proc/${pid}/stat`;
    return !existsSync(status) || !/^\d+ \(.*\) Z/.test(readFileSync(status, 'utf8'));
}

// test/service/cancelled-engines.test.ts does the same by a call
it.runIf(isFull && process.platform !== 'win32')('ends the program of a solver and its children', async () => {
    const [path, told] = [join(folder, 'slow-solver'), join(folder, 'pids')];
    writeFileSync(path, `#!/bin/sh\nsleep 300 &\necho "$$ $!" > '${told}.new'\nmv '${told}.new' '${told}'\nwait\n`, { mode: 0o755 });
    const place = findSolver(path, '');
    if ('missing' in place) {
        throw new Error(place.missing);
    }
    const solver = new Solver(place);
    const checkCancelled = (): void => {
        if (existsSync(told)) {
            throw new Error('not wanted any more');
        }
    };
    expect(() => solver.ask({ script: '(check-sat)\n', timeout: 60_000, checkCancelled })).toThrow('not wanted any more');
    solver.close();
    const pids = readFileSync(told, 'utf8').trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await vi.waitFor(() => expect(pids.filter(lives)).toEqual([]), { timeout: 5000 });
});

// The descendant has a session of its own, an own environment, none of the program's pipes, and a parent that has ended.
const HOSTILE = `#!/bin/sh
env -i setsid sh -c 'setsid sleep 300 & echo $! > "$0.new"; mv "$0.new" "$0"' "$1" < /dev/null > /dev/null 2>&1 &
until [ -e "$1" ]; do sleep 0.01; done
`;

const canMark = markedCommand(process.execPath, [], newMark()).isMarked;

describe.runIf(canMark)('a descendant that has left the process group of its program ends with it', () => {
    let programs = 0;

    /** Returns a program with its file for the descendant's process id. */
    function hostile(ending: string): { path: string; args: string[]; told: string } {
        const path = join(folder, `hostile-${++programs}`);
        writeFileSync(path, `${HOSTILE}${ending}\n`, { mode: 0o755 });
        return { path, args: [`${path}.pid`], told: `${path}.pid` };
    }

    async function expectEnded(told: string): Promise<void> {
        const pid = Number(readFileSync(told, 'utf8'));
        expect(pid).toBeGreaterThan(0);
        await vi.waitFor(() => expect(lives(pid)).toBe(false), { timeout: 5000 });
    }

    const CONTINUE = 'exec sleep 300';
    const isTold = (told: string): boolean => existsSync(told) && readFileSync(told, 'utf8') !== '';

    const ENDINGS: readonly (readonly [how: string, ending: string, timeout: number])[] = [
        ['ends', 'exit', 60_000],
        ['writes too much', `head -c 10000 /dev/zero; ${CONTINUE}`, 60_000],
        ['is late', CONTINUE, 1000]
    ];
    // that of one that ends is below, with another one beside it
    it.each(spread(ENDINGS, 3, 1))('when the program %s', async (_, ending, timeout) => {
        const { told, ...program } = hostile(ending);
        const attendant = new Attendant();
        // On a busy machine a program may be late before it has started its descendant.
        for (let time = timeout; !isTold(told); time *= 2) {
            attendant.run({ ...program, input: '', timeout: time, most: 1000 }, () => undefined);
        }
        await expectEnded(told);
        attendant.close();
    });

    it.runIf(isFull)('when the call is cancelled', async () => {
        const { told, ...program } = hostile(CONTINUE);
        const checkCancelled = (): void => {
            if (isTold(told)) {
                throw new Error('not wanted any more');
            }
        };
        const run = (): unknown => new Attendant().run({ ...program, input: '', timeout: 60_000, most: 1000 }, checkCancelled);
        expect(run).toThrow('not wanted any more');
        await expectEnded(told);
    });

    it.each(spread(['close', 'shut', 'cancelled'], 2))('when an open program is %s', async how => {
        const { told, ...program } = hostile(CONTINUE);
        const attendant = new Attendant();
        const open = attendant.open({ ...program, most: 1000 });
        await vi.waitFor(() => expect(isTold(told)).toBe(true), { timeout: 20_000 });
        if (how === 'shut') {
            attendant.shut(open);
        } else if (how === 'cancelled') {
            const cancel = (): never => {
                throw new Error('cancelled');
            };
            let looks = 0;
            expect(() => attendant.talk([open], 60_000, () => (++looks > 2 ? cancel() : undefined))).toThrow('cancelled');
        } else {
            attendant.close();
        }
        await expectEnded(told);
        attendant.close();
    });

    it('and what other programs started lives on', async () => {
        const [first, second] = [hostile(CONTINUE), hostile('exit')];
        const attendant = new Attendant();
        const open = attendant.open({ path: first.path, args: first.args, most: 1000 });
        await vi.waitFor(() => expect(isTold(first.told)).toBe(true), { timeout: 20_000 });
        attendant.run({ path: second.path, args: second.args, input: '', timeout: 60_000, most: 1000 }, () => undefined);
        await expectEnded(second.told);
        expect(lives(Number(readFileSync(first.told, 'utf8')))).toBe(true);
        attendant.shut(open);
        await expectEnded(first.told);
        attendant.close();
    });
});
