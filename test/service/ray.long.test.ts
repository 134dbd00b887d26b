/** The sweep of examples/ray with two workers is that of one call, byte for byte. Skipped where Python has no Ray. */
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const PYTHON = process.env.RAY_PYTHON ?? 'python3';
const hasRay = spawnSync(PYTHON, ['-c', 'import ray'], { stdio: 'ignore' }).status === 0;

function table(workers: number): string {
    const args = ['examples/ray/sweep.py', 'Sizing::Mass', 'examples/ray/sizing.sysml', '--range', 'n=1..60', '--range', 'x=-10..10:3'];
    const service = `${process.execPath} bin/sysml-workbench.mjs`;
    return execFileSync(PYTHON, [...args, '--workers', String(workers), '--service', service], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore']
    });
}

it.skipIf(!hasRay)('two workers make the table of one call', () => {
    const one = table(0);
    expect(one.trimEnd().split('\n')).toHaveLength(60 * 7);
    expect(table(2)).toBe(one);
});
