/** Parsing through a running service, as clients see it: Connect JSON over loopback. */
import { spawn } from 'node:child_process';
import { median, ms, report } from '../measure.js';
import { designModel, SMALL } from '../models.mjs';
import type { SourceDocument } from '../../src/language/workspace/document.js';

const PORT = 50_000 + (process.pid % 9000) + 1000;
const service = spawn(process.execPath, ['bin/sysml-workbench.mjs', 'serve', '-port', String(PORT), '-health-port', '0'], {
    stdio: 'ignore'
});

async function call(method: string, body: unknown): Promise<number> {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${PORT}/sysml.SysMLService/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body)
    });
    await response.arrayBuffer();
    if (response.status !== 200) {
        throw new Error(`${method}: status ${response.status}`);
    }
    return performance.now() - start;
}

async function listening(): Promise<void> {
    for (let tries = 0; ; tries++) {
        try {
            await call('GetServerInfo', {});
            return;
        } catch (e) {
            if (tries > 100) {
                throw e;
            }
            await new Promise(resolve => setTimeout(resolve, 50));
        }
    }
}

async function medianOf(count: number, warmup: number, make: (i: number) => readonly SourceDocument[]): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < warmup + count; i++) {
        const time = await call('ParseSources', { documents: make(i) });
        if (i >= warmup) {
            times.push(time);
        }
    }
    return median(times);
}

try {
    await listening();
    report(
        'service: a small new model, warm',
        ms(await medianOf(60, 40, i => [{ name: 'small.sysml', language: 'sysml', content: `${SMALL}// ${i}` }])),
        'under 2 ms'
    );
    const documents = [...designModel()];
    // each request changes one document of the request before
    const edited = (k: number, i: number): SourceDocument[] => {
        documents[k] = { ...documents[k], content: `${documents[k].content}// ${i}` };
        return documents;
    };
    report(
        'service: a change in one of 28 documents, median document, warm',
        ms(await medianOf(54, 27, i => edited(1 + (i % 27), i))),
        'under 30 ms'
    );
    const large = designModel(1, 450_000);
    report(
        'service: a 450 KB model of one document, changed',
        ms(await medianOf(5, 3, i => [{ ...large[0], content: `${large[0].content}// ${i}` }])),
        'under 1.0 s'
    );
} finally {
    service.kill();
}
