// The crew without threads: when workers are started, load the library, end, drop models, and what is said when none can be started.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../src/service/config/environment.js';
import { Crew, type Hire } from '../../src/service/workers/crew.js';
import type { Hello, WorkerEvents, WorkerHandle } from '../../src/service/workers/worker-handle.js';

/** A worker as the crew sees it, and what the crew has asked of it. */
interface Double {
    index: number;
    ready: boolean;
    idle: boolean;
    busyWith: number;
    busySince: number;
    knows: Set<string>;
    made: Set<string>;
    populated: Set<string>;
    readonly asked: string[];
    readonly events: WorkerEvents;
    readonly settings: Parameters<Hire>[1];
}

const HELLO: Hello = { methods: new Set(), provides: [], population: {}, repeatable: new Set() };

/** The timers that are set and not cleared: what they do, and after how many milliseconds. */
let timers: { readonly what: () => void; readonly after: number }[];

beforeEach(() => {
    timers = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((what: () => void, after: number) => {
        const timer = { what, after, unref: () => timer };
        timers.push(timer);
        return timer;
    }) as unknown as typeof setTimeout);
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(timer => void (timers = timers.filter(other => other !== (timer as unknown))));
});
afterEach(() => {
    vi.restoreAllMocks();
});

/** Lets the time of all timers that are set pass once. @returns their milliseconds */
function elapse(): number[] {
    const due = timers.splice(0);
    due.forEach(({ what }) => what());
    return due.map(({ after }) => after);
}

function crewOf({ kept = 2, variables = {}, cacheSize = 10, isWaitedFor = false, noRoom = 0 } = {}) {
    const said: string[] = [];
    const doubles: Double[] = [];
    const room = { missing: noRoom };
    const log = (level: string) => (text: string, more?: object) => void said.push(`${level}: ${text} ${JSON.stringify(more)}`);
    const hire: Hire = (index, settings, events) => {
        if (room.missing-- > 0) {
            throw new Error('too many threads');
        }
        const asked: string[] = [];
        const double = {
            ...{ index, settings, events, asked, ready: false, idle: false, busyWith: 0, busySince: 0 },
            ...{ knows: new Set<string>(), made: new Set<string>(), populated: new Set<string>() },
            load: () => asked.push('load'),
            end: () => Promise.resolve(asked.push('end')),
            drop: (hashes: string[]) => asked.push(`drop ${hashes}`),
            forget: (hash: string) => void (double.knows.delete(hash), asked.push(`forget ${hash}`)),
            claim: (hash: string) => (double.populated.has(hash) ? 2 : 0) + (double.made.has(hash) ? 1 : 0)
        };
        doubles.push(double);
        return double as unknown as WorkerHandle;
    };
    const crew = new Crew(
        {
            environment: readEnvironment(variables),
            ...{ version: 'test', cacheSize, servedEngines: [] },
            log: { enabled: () => true, debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
        },
        kept,
        {
            greeted: () => void said.push('greeted'),
            ready: () => void said.push('ready'),
            died: ({ index }, reason) => void said.push(`${index} died: ${reason}`),
            unusable: message => void said.push(`unusable: ${message}`),
            short: message => void said.push(`short: ${message}`),
            isWaitedFor: () => isWaitedFor,
            ...{ answers: () => undefined, share: () => undefined, gather: () => undefined, assisted: () => undefined }
        },
        hire
    );
    const handleOf = (double: Double): WorkerHandle => double as unknown as WorkerHandle;
    const becomeReady = (double: Double, more = {}): void => {
        double.ready = double.idle = true;
        double.events.ready(handleOf(double), { type: 'ready', milliseconds: 1.6, warnings: [], ...more });
    };
    const die = (double: Double): void => {
        double.ready = double.idle = false;
        double.events.died(handleOf(double), 'ended');
    };
    /** Brings the permanent workers up. */
    const up = (): void => {
        for (let i = 0; i < kept; i++) {
            becomeReady(doubles[i]);
        }
        said.length = 0;
    };
    return { crew, doubles, said, room, becomeReady, die, up, handleOf, present: () => crew.workers.map(({ index }) => index) };
}

describe('the first worker', () => {
    it.each([
        ['loads the library', {}, false, ['load']],
        ['waits for the first call when the library is not preloaded', { SERVICE_INDEX_POOL: '0' }, false, []],
        ['loads a library of its own at once', { SERVICE_INDEX_POOL: '0', SERVICE_LIBRARY_PATH: '/library' }, false, ['load']],
        ['loads the library when a call waits already', { SERVICE_INDEX_POOL: '0' }, true, ['load']]
    ])('%s', (_, variables, isWaitedFor, asked) => {
        const { doubles, said } = crewOf({ variables, isWaitedFor });
        doubles[0].events.hello(doubles[0] as unknown as WorkerHandle, HELLO);
        expect([doubles.length, doubles[0].asked, said]).toEqual([1, asked, ['greeted']]);
    });

    it.each([
        ['asks the first worker when none is ready', '0', false, ['load']],
        ['asks nobody when the library is preloaded', '1', false, []],
        ['asks nobody when a worker is ready', '0', true, []]
    ])('a call %s', (_, SERVICE_INDEX_POOL, isReady, asked) => {
        const { crew, doubles } = crewOf({ variables: { SERVICE_INDEX_POOL } });
        doubles[0].ready = isReady;
        crew.loadOnDemand();
        expect(doubles[0].asked).toEqual(asked);
        crew.workers.length = 0;
        expect(() => crew.loadOnDemand()).not.toThrow();
    });

    it('shares its library with the others, which are started one after another and load it at once', async () => {
        const { crew, doubles, said, becomeReady, present, handleOf } = crewOf({ kept: 3, variables: { SERVICE_INDEX_POOL: '0' } });
        const [first, second] = [new SharedArrayBuffer(1), new SharedArrayBuffer(2)];
        becomeReady(doubles[0], { librarySnapshot: first, libraryOrigin: 'here', warnings: ['old'] });
        await crew.loaded;
        expect(said).toEqual([
            'info: library loaded {"milliseconds":2,"origin":"here"}',
            'warn: library {"warning":"old"}',
            'debug: worker ready {"worker":1,"milliseconds":2}',
            'ready'
        ]);
        doubles[1].events.hello(handleOf(doubles[1]), HELLO);
        expect([present(), doubles[1].settings.librarySnapshot === first, doubles[1].asked]).toEqual([[1, 2], true, ['load']]);
        said.length = 0;
        becomeReady(doubles[1], { librarySnapshot: second });
        becomeReady(doubles[2]);
        expect([present(), doubles[2].settings.librarySnapshot === first]).toEqual([[1, 2, 3], true]);
        expect(said.filter(text => text.startsWith('info'))).toEqual([]);
        expect(crew.idle.map(({ index }) => index)).toEqual([1, 2, 3]);
    });

    it('greets once, and makes the service unusable when it cannot load the library', async () => {
        const { crew, doubles, said, handleOf, die } = crewOf();
        doubles[0].events.hello(handleOf(doubles[0]), HELLO);
        doubles[0].events.hello(handleOf(doubles[0]), HELLO);
        doubles[0].events.failed(handleOf(doubles[0]), 'no such folder');
        expect(said).toEqual(['greeted', 'unusable: the library cannot be loaded: no such folder']);
        await expect(crew.loaded).rejects.toThrow('the library cannot be loaded: no such folder');
        die(doubles[0]);
        expect(doubles.length).toBe(1);
    });

    it('has what happens to it in the log', () => {
        const { doubles, said } = crewOf();
        doubles[0].events.fault('Evaluate', 'at x');
        doubles[0].events.solverEnded('killed');
        expect(said).toEqual([
            'error: fault in an operation {"procedure":"Evaluate","error":"at x"}',
            'warn: the solver ended {"reason":"killed"}'
        ]);
    });
});

describe('models per worker', () => {
    it.each([
        [10, 1, 10],
        [10, 2, 10],
        [10, 3, 7],
        [10, 4, 5]
    ])('of %i models and %i workers', (cacheSize, kept, most) => {
        const { crew, doubles, handleOf } = crewOf({ cacheSize, kept });
        const [worker] = doubles;
        expect(worker.settings.cacheSize).toBe(most);
        for (let i = 0; i < most; i++) {
            crew.remember(handleOf(worker), `${i}`);
        }
        crew.remember(handleOf(worker), '0');
        expect(worker.asked).toEqual([]);
        crew.remember(handleOf(worker), 'new');
        expect([worker.asked, worker.knows.has('0')]).toEqual([[`forget ${most > 1 ? 1 : 0}`], true]);
    });
});

describe('document sets', () => {
    it('remember the worker that last parsed them: 256 of them, until it dies', () => {
        const { crew, doubles, up, die, handleOf } = crewOf();
        up();
        const [first, second] = doubles.map(handleOf);
        for (let i = 0; i < 256; i++) {
            crew.rememberSet(first, `${i}`);
        }
        crew.rememberSet(second, '0');
        expect(crew.sets.size).toBe(256);
        crew.rememberSet(second, 'new');
        expect(['0', '1', '2', 'new'].map(set => crew.sets.get(set)?.index)).toEqual([2, undefined, 1, 2]);
        die(doubles[0]);
        expect([...crew.sets.keys()]).toEqual(['0', 'new']);
    });
});

describe('more workers than are kept', () => {
    it('are started when all are busy with one call for long, at most five', () => {
        const { crew, doubles, up, becomeReady } = crewOf();
        up();
        crew.grow(100);
        expect(doubles.length).toBe(2);
        doubles.forEach(worker => Object.assign(worker, { idle: false, busyWith: 7, busySince: 100 }));
        doubles[1].busySince = 101;
        crew.grow(100);
        expect(doubles.length).toBe(2);
        for (let i = 0; i < 9; i++) {
            crew.grow(101);
            const last = doubles.at(-1)!;
            becomeReady(last);
            Object.assign(last, { idle: false, busyWith: 7, busySince: 100 });
        }
        expect(doubles.length).toBe(7);
    });

    it('are ended after thirty seconds, when they are idle', () => {
        const { crew, doubles, up, becomeReady, present, die } = crewOf();
        up();
        doubles.forEach(worker => Object.assign(worker, { busyWith: 7 }));
        crew.grow(1);
        Object.assign(doubles[2], { busyWith: 7 });
        crew.grow(1);
        becomeReady(doubles[2]);
        becomeReady(doubles[3]);
        doubles[2].idle = false;
        expect(elapse()).toEqual([30_000, 30_000]);
        expect([present(), doubles.map(({ asked }) => asked)]).toEqual([
            [1, 2, 3],
            [[], [], [], ['end']]
        ]);
        expect(elapse()).toEqual([30_000]);
        die(doubles[2]);
        elapse();
        expect([present(), timers.length, doubles[2].asked]).toEqual([[1, 2], 0, []]);
    });
});

describe('rest', () => {
    /** Two workers that know models, of which one made or populated some. */
    function resting() {
        const all = crewOf();
        all.up();
        const [first, second] = all.doubles;
        ['a', 'b', 'c', 'd'].forEach(hash => [first, second].forEach(worker => worker.knows.add(hash)));
        second.made.add('b').add('c').add('d');
        first.populated.add('c');
        first.made.add('d');
        return all;
    }

    it('drops what several workers know, except where it was made or is populated', () => {
        const { crew, doubles } = resting();
        crew.work();
        crew.work();
        expect([elapse(), elapse()]).toEqual([[5000], [5000]]);
        expect(doubles.map(({ asked }) => asked)).toEqual([['drop b'], ['drop a,c,d']]);
        expect(timers).toEqual([]);
    });

    it('begins when no worker is busy', () => {
        const { crew, doubles } = resting();
        doubles[1].idle = false;
        crew.work();
        elapse();
        elapse();
        elapse();
        expect([doubles[0].asked, timers.length]).toEqual([[], 1]);
        // one that is not ready yet does not count
        doubles[1].ready = false;
        elapse();
        elapse();
        expect([doubles[0].asked, timers.length]).toEqual([['drop b'], 0]);
    });

    it('never begins after the end', async () => {
        const { crew, doubles } = resting();
        crew.work();
        const closed = crew.close();
        expect(timers.map(({ after }) => after)).toEqual([2000]);
        await closed;
        expect(doubles.map(({ asked }) => asked)).toEqual([['end'], ['end']]);
    });
});

describe('a worker that dies', () => {
    it('is replaced at once, and later ones after pauses that double up to ten seconds', () => {
        const { doubles, said, up, die, becomeReady, present } = crewOf();
        up();
        die(doubles[0]);
        expect([said, present()]).toEqual([['1 died: ended'], [2, 3]]);
        const pauses: number[] = [];
        for (let i = 3; i < 13; i++) {
            die(doubles[i - 1]);
            pauses.push(...elapse());
        }
        expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
        becomeReady(doubles.at(-1)!);
        die(doubles.at(-1)!);
        expect([timers, present()]).toEqual([[], [2, 14]]);
    });

    it('is replaced once, however many die in a pause', () => {
        const { doubles, up, die, present } = crewOf({ kept: 3 });
        up();
        doubles.slice(0, 3).forEach(die);
        expect([present(), timers.map(({ after }) => after)]).toEqual([[4], [100]]);
        elapse();
        expect(present()).toEqual([4, 5]);
    });

    it('is not replaced beyond those that are kept', () => {
        const { crew, doubles, up, die, present } = crewOf();
        up();
        doubles.forEach(worker => Object.assign(worker, { busyWith: 7 }));
        crew.grow(1);
        die(doubles[2]);
        expect([present(), timers]).toEqual([[1, 2], []]);
    });

    it('is not replaced after the end, nor when others have come in the pause', () => {
        const { crew, doubles, up, die, becomeReady, present } = crewOf();
        up();
        die(doubles[0]);
        die(doubles[2]);
        const [pause] = timers;
        becomeReady(doubles[1]);
        expect(present()).toEqual([2, 4]);
        elapse();
        expect(present()).toEqual([2, 4]);
        die(doubles[3]);
        die(doubles[1]);
        crew.work();
        expect(timers.length).toBe(2);
        crew.stopStarting();
        expect(timers).toEqual([]);
        pause.what();
        becomeReady(doubles[4]);
        die(doubles[4]);
        expect([present(), timers]).toEqual([[], []]);
    });
});

describe('workers that cannot be started', () => {
    it('make the service unusable when none ever could', async () => {
        const { crew, said } = crewOf({ noRoom: Infinity });
        for (let i = 0; i < 4; i++) {
            expect(said).toEqual([]);
            expect(elapse().length).toBe(1);
        }
        expect([said, elapse()]).toEqual([['unusable: workers cannot be started: too many threads'], []]);
        await expect(crew.loaded).rejects.toThrow('workers cannot be started: too many threads');
    });

    it('have waiting calls refused when the library was loaded, and are tried again', () => {
        const { doubles, said, room, up, die, present } = crewOf({ kept: 1 });
        up();
        room.missing = 6;
        die(doubles[0]);
        for (let i = 0; i < 4; i++) {
            expect(said).toEqual(['1 died: ended']);
            elapse();
        }
        const short = 'short: no worker can be started now, try again: too many threads';
        expect(said).toEqual(['1 died: ended', short]);
        elapse();
        expect([said.length, present()]).toEqual([3, []]);
        elapse();
        expect(present()).toEqual([8]);
    });

    it('are no harm while another one is ready', () => {
        const { doubles, said, room, up, die } = crewOf();
        up();
        room.missing = Infinity;
        die(doubles[0]);
        for (let i = 0; i < 9; i++) {
            elapse();
        }
        expect(said).toEqual(['1 died: ended']);
    });
});
