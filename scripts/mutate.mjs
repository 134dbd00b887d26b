// Mutation tests of a room by StrykerJS: `npm run mutate -- ROOM [--sample N] [--seed N] [--tests PLACE…]`. Single changes are made in the
// code of the room (of N places of it, or of all), and the quick tests of the room must notice each. What survives is listed: a test is
// missing there, or code that does nothing. `bench/MUTATIONS.md` has the results.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stryker = join(root, 'test', 'mutation', 'node_modules', '@stryker-mutator');
const results = join(root, '.cache', 'mutations');

/** Lines of one sampled place. */
const PLACE = 12;
/** Rooms whose rules are tested where they are used, too. */
const TESTED_BY = {
    'runtime/values': ['test/runtime/values', 'test/runtime/evaluation'],
    'runtime/evaluation': [
        'test/runtime/evaluation',
        'test/runtime/behaviour',
        'test/runtime/verification',
        'test/runtime/engines/tools.test.ts'
    ],
    'runtime/verification': [
        'test/runtime/verification',
        'test/runtime/evaluation/evaluator/verification.test.ts',
        'test/runtime/evaluation/evaluator/whole-models.test.ts',
        'test/service/verdicts.test.ts',
        'test/service/analyses.test.ts',
        'test/service/self-check.test.ts',
        'test/editor/requests.test.ts'
    ],
    wire: ['test/service']
};

const { values: options, positionals } = parseArgs({
    options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, tests: { type: 'string', multiple: true } },
    allowPositionals: true
});
const room = positionals[0]?.replace(/^src\//, '').replace(/\/$/, '');

if (room === undefined || !existsSync(join(root, 'src', room))) {
    console.error('Name a room or a folder of src: npm run mutate -- runtime/values [--sample 40] [--seed 1] [--tests test/runtime]');
    process.exit(2);
}
if (!existsSync(join(stryker, 'core'))) {
    console.error('StrykerJS is missing: npm ci --prefix test/mutation');
    process.exit(2);
}

const name = room.replaceAll('/', '-');
const report = join(results, `${name}.json`);
mkdirSync(results, { recursive: true });
const tests = options.tests ?? TESTED_BY[room] ?? [existsSync(join(root, 'test', room)) ? `test/${room}` : dirname(`test/${room}`)];
const configuration = join(results, `${name}.config.json`);
writeFileSync(configuration, JSON.stringify(configured(), undefined, 2));

const { status } = spawnSync(process.execPath, [join(stryker, 'core', 'bin', 'stryker.js'), 'run', configuration], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: tests.join(',') }
});
if (status === 0) {
    summarize(JSON.parse(readFileSync(report, 'utf8')));
}
process.exitCode = status ?? 1;

/** What StrykerJS is told to do. */
function configured() {
    return {
        packageManager: 'npm',
        testRunner: 'vitest',
        plugins: [join(stryker, 'vitest-runner', 'dist', 'src', 'index.js')],
        vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
        mutate: options.sample === undefined ? sources() : sampled(Number(options.sample), Number(options.seed)),
        // texts are held by the tests of wording; what runs while a module loads would need every test again
        mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
        ignoreStatic: true,
        coverageAnalysis: 'perTest',
        concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
        timeoutMS: 20_000,
        reporters: ['progress-append-only', 'json'],
        jsonReporter: { fileName: report },
        tempDirName: '.cache/mutations/sandbox',
        ignorePatterns: ['bench', 'docker', 'docs/pictures', 'test/mutation/node_modules', 'test/views/tools/node_modules'],
        allowConsoleColors: false,
        checkers: []
    };
}

/** The files of the room, by their paths from the root. */
function sources() {
    return readdirSync(join(root, 'src', room), { recursive: true })
        .map(file => join(root, 'src', room, String(file)))
        .filter(file => file.endsWith('.ts') && !file.includes(`${sep}generated${sep}`) && statSync(file).isFile())
        .map(file => relative(root, file).replaceAll(sep, '/'))
        .sort();
}

/** Places of {@link PLACE} lines each, without repetition: the same ones for the same seed. */
function sampled(count, seed) {
    const places = sources().flatMap(file => {
        const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
        return Array.from({ length: Math.ceil(lines / PLACE) }, (_, i) => `${file}:${i * PLACE + 1}-${Math.min(lines, (i + 1) * PLACE)}`);
    });
    let state = seed >>> 0;
    const random = () => {
        // mulberry32: a generator of 32 bits that needs no state but a number
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), state | 1);
        t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const chosen = [];
    while (chosen.length < count && places.length > 0) {
        chosen.push(...places.splice(Math.floor(random() * places.length), 1));
    }
    return chosen;
}

/** Prints what survived, then the room's row of the table. */
function summarize({ files }) {
    const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 };
    const survivors = [];
    for (const [file, { mutants, source }] of Object.entries(files)) {
        for (const { status, location, mutatorName, replacement } of mutants.filter(m => m.status in counts)) {
            counts[status]++;
            if (status === 'Survived' || status === 'NoCoverage') {
                const { start, end } = location;
                const lines = source.split('\n').slice(start.line - 1, end.line);
                const was = lines.length === 1 ? lines[0].slice(start.column - 1, end.column - 1) : `${lines[0].slice(start.column - 1)} …`;
                const now = replacement.split('\n')[0];
                survivors.push(
                    `${file}:${start.line}:${start.column} ${mutatorName}${status === 'NoCoverage' ? ', no test' : ''}: ${was} → ${now}`
                );
            }
        }
    }
    writeFileSync(join(results, `${name}.txt`), `${survivors.join('\n')}\n`);
    console.log(survivors.join('\n'));
    const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
    const killed = counts.Killed + counts.Timeout;
    console.log('\n| room | mutants | killed | survived | no test | score |\n|---|---|---|---|---|---|');
    console.log(
        `| ${room} | ${total} | ${killed} | ${counts.Survived} | ${counts.NoCoverage} | ${((100 * killed) / total).toFixed(1)} % |`
    );
}
