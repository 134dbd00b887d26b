/** Whole processes: start, library, model, exit. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, ms, report } from '../measure.js';
import { designModel, SMALL } from '../models.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));

interface Costs {
    readonly time: number;
    readonly memory: number;
}

/** Median wall time and largest resident memory of a command. */
function run(args: readonly string[], runs: number): Costs {
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
                ...args
            ],
            { encoding: 'utf8' }
        );
        times.push(performance.now() - start);
        if (status !== 0) {
            throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
        }
        memory.push(Number(/rss=(\d+)/.exec(stderr)![1]) / 1024);
    }
    return { time: median(times), memory: Math.max(...memory) };
}

const check = (path: string, runs: number): Costs => run(['check', path], runs);
const shown = ({ time, memory }: Costs): string => `${ms(time)}, ${memory.toFixed(0)} MB`;

const small = join(folder, 'small.sysml');
writeFileSync(small, SMALL);
for (const d of designModel()) {
    writeFileSync(join(folder, d.name.replace('D', 'design-D')), d.content);
}
const tiny = check(small, 9);
report('whole process: start, library, one small model, exit', shown(tiny), 'under 0.3 s, 120 MB');
rmSync(small);
const large = check(folder, 5);
report('cold check of the 350 KB model, whole process', shown(large), 'under 1.0 s, 300 MB');

const models = join(folder, 'models');
mkdirSync(models);
let written = 0;
for (const d of designModel(28, 200_000)) {
    writeFileSync(join(models, d.name), d.content);
    written += d.content.length;
}
const source = `28 files, ${(written / 1000).toFixed(0)} KB`;

/** Measures the conversion of a model to a format, and of the result back to notation. */
function convert(title: string, path: string, name: string, options: readonly string[], goal: string): void {
    const [to, back] = [join(folder, name), join(folder, 'back.sysml')];
    const there = run(['convert', path, ...options, '-o', to], 3);
    const size = `${(statSync(to).size / 2 ** 20).toFixed(0)} MB`;
    report(`whole process: ${title} to ${name} (${size})`, shown(there), goal);
    report(`whole process: ${name} (${size}) back to notation`, shown(run(['convert', to, '--to', 'sysml', '-o', back], 3)), goal);
    rmSync(to);
}

convert(source, models, 'model.json', ['--to', 'api-json'], 'under 3 s');
convert(source, models, 'model.ttl', ['--to', 'ttl'], 'under 3 s');
const few = join(folder, 'few');
mkdirSync(few);
designModel(8, 40_000).forEach(d => writeFileSync(join(few, d.name), d.content));
convert('8 files, 40 KB', few, 'derived.json', ['--to', 'api-json', '--derived'], 'under 2 s');
rmSync(folder, { recursive: true });
