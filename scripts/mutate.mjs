// Mutation tests of a room or of one of its files: `npm run mutate -- ROOM [--sample N] [--seed N] [--tests PLACE…]`. StrykerJS makes
// single changes in its code (in N places of it, or in all), each behind a switch; the quick tests of the room must notice each. They run
// in one process (test/mutation/run.mjs), which loads the modules once and repeats for each change only the tests that reach it. What
// survives is listed: a test is missing there, or code that does nothing. `bench/MUTATIONS.md` has the results.

import { build } from 'esbuild';
import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'test', 'mutation', 'node_modules');
const results = join(root, '.cache', 'mutations');

/** Lines of one sampled place. */
const PLACE = 12;
/** Rooms whose rules are tested where they are used, too. */
const TESTED_BY = {
    'runtime/values': ['test/runtime/values', 'test/runtime/evaluation'],
    'runtime/evaluation': [
        'test/runtime/evaluation',
        'test/runtime/evaluation/evaluator/conditions.proof.test.ts',
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
        'test/service/record-run.test.ts',
        'test/editor/requests.test.ts'
    ],
    views: ['test/views', 'test/cli/views.test.ts', 'test/session/session.test.ts'],
    documents: ['test/documents', 'test/service/documents.test.ts', 'test/service/query.test.ts', 'test/session'],
    'language/syntax': [
        'test/language',
        'test/language/syntax/kept-bodies.proof.test.ts',
        'test/language/syntax/parity.proof.test.ts',
        'test/editor/features.test.ts'
    ],
    data: ['test/service/record-run.test.ts', 'test/service/compare-results.test.ts', 'test/service/import-data.test.ts', 'test/session'],
    'runtime/behaviour': [
        'test/runtime/behaviour',
        'test/debugger',
        'test/runtime/behaviour/exploration.proof.test.ts',
        'test/runtime/verification/analyses.test.ts',
        ...['search.test', 'witness.test', 'check.proof.test'].map(file => `test/runtime/engines/${file}.ts`),
        'test/service/check-behavior.test.ts',
        'test/session/session.test.ts'
    ],
    'runtime/engines': [
        'test/runtime/engines',
        // of random behaviours: seconds each, and what else holds the encodings of the solver
        ...['check', 'locals', 'payloads', 'protocols', 'smt', 'solver'].map(proof => `test/runtime/engines/${proof}.proof.test.ts`),
        'test/service/check-behavior.test.ts',
        'test/service/engine-questions.test.ts',
        'test/service/analyses.test.ts',
        'test/service/verdicts.test.ts',
        'test/service/external-engines.test.ts',
        'test/service/record-run.test.ts',
        'test/session/session.test.ts',
        'test/session/solver-checks.test.ts',
        'test/editor/solver.test.ts',
        'test/cli/check-behavior.test.ts'
    ],
    exchange: ['test/exchange', 'test/exchange/json-source.proof.test.ts', 'test/exchange/spellings.proof.test.ts'],
    migration: ['test/migration', 'test/migration/rows.proof.test.ts'],
    editor: ['test/editor', 'test/debugger/adapter.test.ts'],
    editing: ['test/editing', 'test/editing/properties.proof.test.ts', 'test/editing/batches.proof.test.ts'],
    'language/validation': ['test/language', 'test/views/layout-findings.test.ts', 'test/service/lints.test.ts'],
    'language/semantics': [
        'test/language',
        'test/runtime/evaluation',
        'test/runtime/evaluation/evaluator/conditions.proof.test.ts',
        'test/views/layout-findings.test.ts',
        'test/runtime/behaviour/extensions.test.ts',
        'test/exchange/derived.test.ts',
        'test/language/semantics/imports.proof.test.ts',
        'test/language/semantics/splits.proof.test.ts'
    ],
    'language/workspace': ['test/language', 'test/language/workspace/incremental.proof.test.ts'],
    session: [
        'test/session',
        'test/language/validation/rules.test.ts',
        'test/hosts/engines.test.ts',
        'test/service/run-runs.test.ts',
        'test/cli/findings-report.test.ts',
        'test/cli/record.test.ts',
        'test/cli/analyses.test.ts',
        'test/cli/check-behavior.test.ts',
        'test/cli/run.test.ts'
    ],
    // those that start no process
    service: [
        ...[
            'bodies',
            'crew',
            'flags',
            'garbage',
            'handed-calls',
            'memory',
            'protocols',
            'queue',
            'siblings',
            'stdio',
            'store',
            'variables'
        ],
        ...['analyses', 'answers', 'apply-edits', 'archives', 'batches', 'brief-calls', 'check-behavior', 'compare-results', 'compression'],
        ...['connect-json', 'convert', 'documents', 'engine-questions', 'engines', 'fast-path', 'import-data', 'lints', 'migrate', 'query'],
        ...['record-run', 'render-view', 'run-runs', 'self-check', 'silence', 'tool-dry-run', 'value-roundtrip'],
        ...['verdicts', 'workers']
    ].map(file => `test/service/${file}.test.ts`),
    wire: [
        'test/wire',
        'test/service/value-roundtrip.test.ts',
        'test/service/connect-json.test.ts',
        'test/service/documents.test.ts',
        'test/service/query.test.ts'
    ]
};

const { values: options, positionals } = parseArgs({
    options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, tests: { type: 'string', multiple: true } },
    allowPositionals: true
});
const room = positionals[0]?.replace(/^src\//, '').replace(/\/$/, '');

if (room === undefined || !existsSync(join(root, 'src', room))) {
    console.error(
        'Name a room, a folder or a file of src: npm run mutate -- runtime/values [--sample 40] [--seed 1] [--tests test/runtime]'
    );
    process.exit(2);
}
if (!existsSync(modules)) {
    console.error('StrykerJS is missing: npm ci --prefix test/mutation');
    process.exit(2);
}

const name = room.replaceAll('/', '-');
const folder = join(results, name);
const tests = options.tests ?? TESTED_BY[room] ?? [`test/${room}`];
mkdirSync(results, { recursive: true });
const { mutants, instrumented } = await instrument();
const entries = await bundle(instrumented);
const outcomes = await runAll(entries);
summarize();

/** The mutants of the sampled places, and the files with all of them, each behind a switch. */
async function instrument() {
    const { Instrumenter } = await import(pathToFileURL(join(modules, '@stryker-mutator', 'instrumenter', 'dist', 'src', 'index.js')));
    const silent = new Proxy({}, { get: (_, key) => () => (String(key).startsWith('is') ? false : undefined) });
    const places = options.sample === undefined ? undefined : sampled(Number(options.sample), Number(options.seed));
    const mutated = (places === undefined ? sources() : [...places.keys()]).map(file => ({
        name: file,
        content: readFileSync(join(root, file), 'utf8'),
        mutate: places?.get(file) ?? true
    }));
    // texts are held by the tests of wording
    const found = await new Instrumenter(silent).instrument(mutated, {
        ignorers: [],
        plugins: null,
        excludedMutations: ['StringLiteral', 'Regex']
    });
    return {
        mutants: found.mutants.filter(m => m.status !== 'Ignored'),
        instrumented: new Map(found.files.map(f => [join(root, f.name), handingOver(f.content)]))
    };
}

/** The code of a module that hands over what it keeps from one call to the next, such as what it makes on first use, to be forgotten. */
function handingOver(code) {
    const found = [...code.matchAll(/^(?:export )?(?:const (\w+)\b[^\n]*? = new (?:Map|Set)\b|let (\w+)\b[^=\n]*;$)/gm)];
    const kept = found.map(([, container, variable]) =>
        variable === undefined ? `{ container: ${container} }` : `{ read: () => ${variable}, write: value => (${variable} = value) }`
    );
    return `${code}\nglobalThis.__kept__.push(${kept.join(', ')});\n`;
}

/** Bundles the tests, each file with what it needs of `test`, and the program's modules, with the mutated code in place of the room's. */
async function bundle(contents) {
    const found = tests
        .flatMap(place =>
            place.endsWith('.ts') ? [place] : readdirSync(join(root, place), { recursive: true }).map(f => join(place, String(f)))
        )
        .filter(file => file.endsWith('.test.ts') && (tests.includes(file) || !/\.(long|proof)\.test\.ts$/.test(file)));
    const files = [...new Set(found)].map(file => join(root, file));
    rmSync(folder, { recursive: true, force: true });
    const around = join(root, 'test', 'support', 'around.ts');
    const shared = new Set();
    const output = file => join(folder, relative(root, file)).replace(/\.ts$/, '.mjs');
    const common = { absWorkingDir: root, outdir: folder, outbase: root, bundle: true, format: 'esm', platform: 'node', target: 'node20' };
    const options = { ...common, logLevel: 'error', outExtension: { '.js': '.mjs' } };
    const plugin = setup => ({ name: 'mutated', setup });
    await build({
        ...options,
        entryPoints: [...files, around],
        // imports come first: when this runs, all modules have loaded
        banner: { js: '__stryker__.loaded();' },
        plugins: [
            plugin(({ onResolve, onLoad }) => {
                // what tests keep (models, workspaces) is made again for each change; modules of the program are loaded once
                onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => {
                    const file = join(resolveDir, path).replace(/\.js$/, '.ts');
                    if (isShared(file)) {
                        shared.add(file);
                        return { path: output(file), external: true };
                    }
                    return undefined;
                });
                mutated({ onResolve, onLoad }, contents);
            })
        ]
    });
    await build({ ...options, splitting: true, entryPoints: [...shared], plugins: [plugin(setup => mutated(setup, contents))] });
    return { files: files.map(output), setup: output(around), coverageFile: join(folder, 'coverage.json') };
}

/** Whether tests share a module from one change to the next: the program's, and the library, which no test changes. */
function isShared(file) {
    return file.startsWith(join(root, 'src') + sep) || file === join(root, 'test', 'support', 'library.ts');
}

/** Modules of packages stay outside, `vitest` is test/mutation/vitest.mjs, and files know their own places. */
function mutated({ onResolve, onLoad }, contents) {
    onResolve({ filter: /^vitest$/ }, () => ({ path: join(root, 'test', 'mutation', 'vitest.mjs'), external: true }));
    onResolve({ filter: /^[^./#]/ }, ({ kind }) => (kind === 'entry-point' ? undefined : { external: true }));
    onResolve({ filter: /\.mjs$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path), external: true }));
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const own = { url: String(pathToFileURL(path)), dirname: dirname(path), filename: path };
        const text = contents.get(path) ?? readFileSync(path, 'utf8');
        return {
            contents: text.replaceAll(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, key) => JSON.stringify(own[key])),
            loader: 'ts'
        };
    });
}

/** What became of each mutant that tests reach: `survived`, `killed`, `ended` where its process had to be, `loaded` where modules load. */
async function runAll(entries) {
    const outcomes = new Map();
    let begun = { from: 0, isDone: false };
    while (!begun.isDone) {
        // a process that a mutant has spoilt or holds up is replaced by one for the mutants behind it
        begun = await runSome(entries, begun.from, outcomes);
        if (!existsSync(entries.coverageFile)) {
            throw new Error('The process has ended before all tests ran without a change.');
        }
    }
    return outcomes;
}

/** Runs the mutants from a number on in one process. */
function runSome(entries, from, outcomes) {
    const child = fork(join(root, 'test', 'mutation', 'run.mjs'), [JSON.stringify({ ...entries, from })], {
        cwd: root,
        env: { ...process.env, ROWS: 'all' },
        // modules that were loaded once stay: those of the tests, again for each change
        execArgv: ['--max-semi-space-size=64', '--max-old-space-size=8192']
    });
    let current;
    let isDone = false;
    const note = (id, outcome) => {
        outcomes.set(id, outcome);
        console.log(`${outcome}: ${textOf(mutants.find(m => m.id === id))}`);
    };
    child.on('message', ({ unsound, reached, loaded, begun, outcome, done }) => {
        if (unsound !== undefined && from === 0) {
            console.log(`left out: ${relative(folder, unsound.file)}: ${unsound.message}`);
        }
        reached?.filter(id => !outcomes.has(id)).forEach(id => outcomes.set(id, 'reached'));
        loaded?.filter(id => !outcomes.has(id)).forEach(id => outcomes.set(id, 'loaded'));
        if (outcome !== undefined) {
            note(current, outcome);
        }
        current = begun;
        isDone ||= done === true;
    });
    return new Promise(resolve =>
        child.on('exit', () => {
            if (current !== undefined) {
                note(current, 'ended');
            }
            const next = [...outcomes].filter(([, outcome]) => outcome === 'reached').map(([id]) => Number(id));
            resolve({ from: Math.min(...next), isDone: isDone || next.length === 0 });
        })
    );
}

/** The files of the room, by their paths from the root; the file itself where one is named. */
function sources() {
    if (room.endsWith('.ts')) {
        return [`src/${room}`];
    }
    return readdirSync(join(root, 'src', room), { recursive: true })
        .map(file => join(root, 'src', room, String(file)))
        .filter(file => file.endsWith('.ts') && !file.includes(`${sep}generated${sep}`) && statSync(file).isFile())
        .map(file => relative(root, file).replaceAll(sep, '/'))
        .sort();
}

/** Places of {@link PLACE} lines each, without repetition, by file: the same ones for the same seed. Lines count from 0. */
function sampled(count, seed) {
    const places = sources().flatMap(file => {
        const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
        return Array.from({ length: Math.ceil(lines / PLACE) }, (_, i) => ({ file, line: i * PLACE }));
    });
    let state = seed >>> 0;
    const random = () => {
        // mulberry32: a generator of 32 bits that needs no state but a number
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), state | 1);
        t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const chosen = new Map();
    for (let i = 0; i < count && places.length > 0; i++) {
        const [{ file, line }] = places.splice(Math.floor(random() * places.length), 1);
        const range = { start: { line, column: 0 }, end: { line: line + PLACE, column: 0 } };
        chosen.set(file, [...(chosen.get(file) ?? []), range]);
    }
    return chosen;
}

/** Where a mutant is, and what it makes of what. */
function textOf({ fileName, location: { start, end }, mutatorName, replacement }) {
    const lines = readFileSync(join(root, fileName), 'utf8')
        .split('\n')
        .slice(start.line, end.line + 1);
    const was = lines.length === 1 ? lines[0].slice(start.column, end.column) : `${lines[0].slice(start.column)} …`;
    return `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${was} → ${replacement.split('\n')[0]}`;
}

/** Prints what survived and what no test reaches, then the room's row of the table. */
function summarize() {
    const having = (...some) => mutants.filter(m => some.includes(outcomes.get(m.id)));
    const [survived, missed, killed] = [having('survived'), having(undefined), having('killed', 'ended')];
    const lines = [...survived.map(textOf), ...missed.map(m => `${textOf(m)} (no test)`)];
    writeFileSync(join(results, `${name}.txt`), `${lines.join('\n')}\n`);
    console.log(`\n${lines.join('\n')}`);
    const counted = survived.length + missed.length + killed.length;
    const score = ((100 * killed.length) / counted).toFixed(1);
    console.log('\n| room | places | mutants | killed | survived | no test | score |\n|---|---|---|---|---|---|---|');
    console.log(
        `| ${room} | ${options.sample ?? 'all'} | ${counted} | ${killed.length} | ${survived.length} | ${missed.length} | ${score} % |`
    );
    console.log(`\nended: ${having('ended').length}`);
}
