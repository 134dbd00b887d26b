// A cancelled question to a solver leaves nothing behind: neither the solver's program nor what that program started.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { findSolver, Solver } from '../../../src/runtime/engines/index.js';

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

it.runIf(process.platform !== 'win32')('ends the program of a solver and its children', async () => {
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
