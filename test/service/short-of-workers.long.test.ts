/** A machine that lacks what a thread needs: calls are answered `unavailable`, workers are started behind pauses, and come back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { start, workerModules } from './double/start.js';

it('workers that cannot be started leave calls unavailable until they can', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'short-'));
    const [shortage, entry] = [join(folder, 'shortage'), join(folder, 'entry.mjs')];
    const { workerEntry } = await workerModules();
    writeFileSync(
        entry,
        `import { existsSync } from 'node:fs';
        if (existsSync(${JSON.stringify(shortage)})) throw new Error('no file descriptor');
        await import(${JSON.stringify(workerEntry.href)});`
    );
    const service = await start([], {}, 1, 'stand-in', pathToFileURL(entry));
    try {
        const parsed = await service.post('ParseSources', { documents: [{ name: 'a', content: 'def A' }] });
        const { modelHash } = parsed.json as { modelHash: string };
        writeFileSync(shortage, '');
        expect((await service.post('Evaluate', { modelHash, expression: 'crash' })).json).toMatchObject({ code: 'internal' });
        expect((await service.post('Evaluate', { modelHash, expression: 'spin 1' })).json).toEqual({
            code: 'unavailable',
            message: 'no worker can be started now, try again: no file descriptor'
        });
        const starts = service.lines.filter(line => line.includes('a worker died')).length;
        expect(starts).toBeLessThan(10);
        rmSync(shortage);
        let answer = await service.post('Evaluate', { modelHash, expression: 'spin 1' });
        while (answer.json.code === 'unavailable') {
            answer = await service.post('Evaluate', { modelHash, expression: 'spin 1' });
        }
        expect(answer.json.code).toBeUndefined();
    } finally {
        await service.shutdown();
        rmSync(folder, { recursive: true, force: true });
    }
});
