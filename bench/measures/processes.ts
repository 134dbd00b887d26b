/** Whole processes: start, library, model, exit. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, ms, report } from '../measure.js';
import { designModel, SMALL } from '../models.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));

/** Median wall time and largest resident memory of a check of a path. */
function check(path: string, runs: number): { time: number; memory: number } {
    const times: number[] = [];
    const memory: number[] = [];
    for (let i = 0; i < runs; i++) {
        const start = performance.now();
        const { status, stderr } = spawnSync(
            process.execPath,
            [
                '--import',
                'data:text/javascript,process.on("exit",()=>process.stderr.write("rss="+process.resourceUsage().maxRSS))',
                'bin/sysml-workbench.mjs',
                'check',
                path
            ],
            { encoding: 'utf8' }
        );
        times.push(performance.now() - start);
        if (status !== 0) {
            throw new Error(`check of ${path} ended with ${status}: ${stderr}`);
        }
        memory.push(Number(/rss=(\d+)/.exec(stderr)![1]) / 1024);
    }
    return { time: median(times), memory: Math.max(...memory) };
}

const small = join(folder, 'small.sysml');
writeFileSync(small, SMALL);
for (const d of designModel()) {
    writeFileSync(join(folder, d.name.replace('D', 'design-D')), d.content);
}
const tiny = check(small, 9);
report('whole process: start, library, one small model, exit', `${ms(tiny.time)}, ${tiny.memory.toFixed(0)} MB`, 'under 0.3 s, 120 MB');
rmSync(small);
const large = check(folder, 5);
report('cold check of the 350 KB model, whole process', `${ms(large.time)}, ${large.memory.toFixed(0)} MB`, 'under 1.0 s, 300 MB');
rmSync(folder, { recursive: true });
