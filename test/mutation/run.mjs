// Runs the tests of a room in this process, first as the code is, then once for each mutant that they reach: modules are loaded once, only
// the test files' own top levels run again. What the mutated modules keep from one call to the next, such as tables that are made on first
// use, is forgotten before each test, so that the test reaches the code that makes it. A message goes to the parent for each mutant, before
// and after.

import { startTests } from '@vitest/runner';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Calls of a mutated place in one test after which it counts as a loop without end: this many times those of the unchanged code. */
const [HITS, LEAST_HITS] = [100, 100_000];

/** Seconds of the processor after which a mutant is given up, with this process: it goes round in a loop that it does not count. */
const PATIENCE = 120;

const { files, setup, from, coverageFile } = JSON.parse(process.argv[2]);
const coverage = { static: {}, perTest: {} };
const stryker = (globalThis.__stryker__ = { mutantCoverage: coverage });
/** What the mutated modules keep: maps and sets, and variables (`scripts/mutate.mjs` lists them). */
const kept = (globalThis.__kept__ = []);
/** What they keep when all modules have loaded, before the top level of a test file runs. */
let initial = [];
stryker.loaded = () => (initial = stateOf());
/** Files with tests that need what an earlier one has left in the modules. */
const related = new Set();
let round = 0;
/** A rejection that nothing has awaited yet: a test that starts its work early fails by it, later or never. */
let stray;

/**
 * @param chosen whether a test runs
 * @param bails whether the first failure ends the round
 * @returns the first failure
 */
async function run(some, chosen, bails) {
    round++;
    stray = undefined;
    restore(initial);
    let collectedState = [];
    // a test that is left out begins, but does not end: what the top level of the next file reaches is not its doing
    stryker.currentTestId = undefined;
    let failure;
    const config = {
        root: process.cwd(),
        setupFiles: [setup],
        passWithNoTests: true,
        allowOnly: true,
        // without a change, a test may take its time on a busy machine
        testTimeout: bails ? 60_000 : 600_000,
        hookTimeout: 60_000,
        maxConcurrency: 1,
        retry: 0,
        includeTaskLocation: false,
        sequence: { shuffle: false, concurrent: false, seed: 1, hooks: 'stack', setupFiles: 'list' }
    };
    const tasks = await startTests(some, {
        config,
        importFile: path => import(`${pathToFileURL(path).href}?round=${round}`),
        onCollected(collected) {
            collected.forEach(file => testsOf(file).forEach((test, i) => (test.place = `${file.filepath}#${i}`)));
            collectedState = stateOf();
        },
        onBeforeRunTask(test) {
            if ((bails && failure !== undefined) || !chosen(test.place)) {
                test.mode = 'skip';
            } else if (!related.has(some[0])) {
                restore(collectedState);
            }
            stryker.currentTestId = test.place;
            stryker.hitCount = 0;
        },
        onAfterRunTask(test) {
            stryker.currentTestId = undefined;
            stryker.hitCount = 0;
            if (test.result?.state === 'fail') {
                failure ??= { place: test.place, message: test.result.errors?.[0]?.message };
            }
        },
        onBeforeRunFiles: () => (stryker.currentTestId = undefined)
    });
    for (const file of tasks) {
        // a hook or the top level of a file has failed
        if (file.result?.state === 'fail') {
            failure ??= { place: `${file.filepath}#`, message: file.result.errors?.[0]?.message };
        }
    }
    failure ??= stray;
    return { failure };
}

function stateOf() {
    return kept.map(({ container, read }) => (container === undefined ? read() : [...container]));
}

function restore(states) {
    states.forEach((state, i) => {
        const { container, write } = kept[i];
        if (container === undefined) {
            write(state);
        } else {
            container.clear();
            state.forEach(entry => (container instanceof Map ? container.set(...entry) : container.add(entry)));
        }
    });
}

const testsOf = task => (task.type === 'suite' ? task.tasks.flatMap(testsOf) : [task]);
const report = message => new Promise(resolve => process.send(message, resolve));

process.on('disconnect', () => process.exit());
process.on('unhandledRejection', reason => (stray = { place: '#', message: String(reason) }));

/** Ends this process when one mutant has had the processor for too long. */
const turn = new Int32Array(new SharedArrayBuffer(4));
new Worker(
    `const { workerData: [turn, patience] } = require('node:worker_threads');
    const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
    let [last, start] = [0, 0];
    setInterval(() => {
        if (turn[0] !== last) { [last, start] = [turn[0], spent()]; }
        if (last > 0 && spent() - start > patience) { process.kill(process.pid, 'SIGKILL'); }
    }, 1000);`,
    { eval: true, workerData: [turn, PATIENCE] }
).unref();

/** Of each mutant, the tests that reach it (`FILE#i`), or the files whose top level or hooks do (`FILE#`), with the most calls in one. */
const reached = new Map();
const sound = [];
await (existsSync(coverageFile) ? resume() : cover());

/** Runs the tests of each file as the code is, and notes what they reach. */
async function cover() {
    /** Mutants that are reached while modules load. */
    const loaded = new Set();
    for (const file of files) {
        // a first round loads what the file imports: what is only reached then, while modules load, is left out
        await run([file], () => false, false);
        Object.keys(coverage.static).forEach(id => loaded.add(id));
        Object.assign(coverage, { static: {}, perTest: {} });
        let { failure } = await run([file], () => true, false);
        if (failure !== undefined && kept.length > 0) {
            related.add(file);
            Object.assign(coverage, { static: {}, perTest: {} });
            ({ failure } = await run([file], () => true, false));
        }
        if (failure !== undefined) {
            await report({ unsound: { file, message: failure.message } });
            continue;
        }
        sound.push(file);
        noteReached(`${file}#`, coverage.static);
        Object.entries(coverage.perTest).forEach(([place, counts]) => noteReached(place, counts));
    }
    const noted = [...reached].map(([id, { most, places }]) => [id, { most, places: [...places] }]);
    writeFileSync(coverageFile, JSON.stringify({ sound, related: [...related], reached: noted }));
    await report({ reached: [...reached.keys()], loaded: [...loaded] });
}

function noteReached(place, counts) {
    for (const [id, count] of Object.entries(counts)) {
        const places = reached.get(id) ?? { most: 0, places: new Set() };
        reached.set(id, places);
        places.most = Math.max(places.most, count);
        places.places.add(place);
    }
}

/** Takes what a process before this one has noted, and loads the modules. */
async function resume() {
    const noted = JSON.parse(readFileSync(coverageFile, 'utf8'));
    sound.push(...noted.sound);
    noted.related.forEach(file => related.add(file));
    noted.reached.forEach(([id, { most, places }]) => reached.set(id, { most, places: new Set(places) }));
    for (const file of sound) {
        await run([file], () => false, false);
    }
}

for (const [id, { most, places }] of [...reached].sort(([a], [b]) => a - b)) {
    if (Number(id) < from) {
        continue;
    }
    const some = sound.filter(file => [...places].some(place => place.startsWith(`${file}#`)));
    const chosen = place => places.has(place) || places.has(place.replace(/#.*/, '#'));
    turn[0]++;
    await report({ begun: id });
    let failure;
    for (const file of some) {
        stryker.activeMutant = id;
        stryker.hitLimit = Math.max(LEAST_HITS, most * HITS);
        stryker.hitCount = 0;
        ({ failure } = await run([file], chosen, true));
        stryker.activeMutant = undefined;
        if (failure !== undefined) {
            // what a mutant leaves behind in the caches of modules must not fail the tests of the next one
            const after = failure.place.endsWith('#') ? chosen : place => place === failure.place;
            const { failure: left } = await run([file], after, true);
            await report({ outcome: 'killed' });
            if (left !== undefined) {
                process.exit(0);
            }
            break;
        }
    }
    if (failure === undefined) {
        await report({ outcome: 'survived' });
    }
}
await report({ done: true });
process.exit(0);
