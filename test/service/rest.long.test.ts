// A service that rests gives back what a rush took: copies of models in workers, workers for a rush, the room of garbage.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startReal } from './real.js';

/** A package of so many definitions, some 100 bytes each. */
function packageOf(name: string, count: number): string {
    const definitions = Array.from(
        { length: count },
        (_, i) =>
            `part def D${i} { attribute a : ScalarValues::Real = ${i}.5; attribute b = a * 2 + ${i}; part p : D${Math.max(0, i - 1)}; }`
    );
    const fib =
        'calc def Fib { in n : ScalarValues::Integer; return : ScalarValues::Integer = if n < 2 ? n else Fib(n - 1) + Fib(n - 2) + 0 * n; }';
    return `package ${name} { ${fib} ${definitions.join('\n')} }`;
}

const residentMebibytes = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

it('a storm of calls leaves memory within 20 % of what it was, the first and the next one', async () => {
    // as the image starts it: by default the C library keeps what threads have freed
    const service = await startReal([], { MALLOC_TRIM_THRESHOLD_: '131072' });
    const hashes: string[] = [];
    for (let k = 0; k < 6; k++) {
        const { json } = await service.post('ParseSources', { documents: [{ name: `m${k}.sysml`, content: packageOf(`P${k}`, 2500) }] });
        hashes.push(json.modelHash as string);
    }
    const resident = (): number => residentMebibytes(service.child.pid!);
    let calls = 0;
    const wrong: string[] = [];
    /** @returns the memory at the end of the storm and after a rest, in MiB */
    const storm = async (): Promise<readonly [peak: number, rest: number]> => {
        const caller = async (_: unknown, at: number): Promise<void> => {
            for (let i = 0; i < 12; i++, calls++) {
                const k = (at + i) % hashes.length;
                // each call takes some milliseconds, so that workers are started for the rush
                const work = `(1..20000)->ControlFunctions::collect {in i : ScalarValues::Integer; i + ${calls}}`;
                const { text } = await service.post('Evaluate', {
                    modelHash: hashes[k],
                    expression: `P${k}::Fib(12) + SequenceFunctions::size(${work}) - 20000`
                });
                if (!/"?144"?/.test(text)) {
                    wrong.push(text);
                }
            }
        };
        await Promise.all(Array.from({ length: 64 }, caller));
        const peak = resident();
        // workers for the rush end half a minute after it
        await sleep(45_000);
        return [peak, resident()];
    };
    for (const [k, modelHash] of hashes.entries()) {
        await service.post('Evaluate', { modelHash, expression: `P${k}::Fib(12)` });
    }
    await sleep(10_000);
    const fresh = resident();
    // The first storm also leaves what is kept from then on: the code that answers, and the connections.
    const [firstPeak, first] = await storm();
    const [peak, second] = await storm();
    const rounded = [fresh, firstPeak, first, peak, second].map(Math.round).join(', ');
    console.log(`${calls} calls; MiB before, at the end of a storm, after a rest, at the end of another, after a rest: ${rounded}`);
    expect(wrong).toEqual([]);
    expect(peak).toBeGreaterThan(fresh * 1.2);
    expect(first / fresh).toBeLessThan(1.2);
    expect(second / first).toBeLessThan(1.1);
    await service.stop();
});
