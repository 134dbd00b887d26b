// The order of waiting calls: lower levels first, then in the order of arrival; calls of long kinds after those that had their trial.

import { describe, expect, it } from 'vitest';
import { firstLevel, JobQueue, KindMemory, LAST_LEVEL, type Job } from '../../src/service/workers/queue.js';
import { SharedCalls } from '../../src/service/workers/sharing.js';
import type { ServiceCall } from '../../src/service/executor.js';
import type { WorkerHandle } from '../../src/service/workers/worker-handle.js';

const job = (id: number, level = 0, trial?: Job['trial']): Job => ({ id, level, trial }) as Job;
const ids = (jobs: readonly Job[]): number[] => jobs.map(({ id }) => id);
const queueOf = (...jobs: readonly Job[]): JobQueue => {
    const queue = new JobQueue();
    jobs.forEach(each => queue.push(each));
    return queue;
};

describe('the queue', () => {
    const [a, b, c, d, e] = [job(1, 1), job(2), job(3, 3), job(4), job(5, 1, 'due')];

    it('offers calls by level, in order, and those whose trial is due after level 1', () => {
        const [offered, queue]: [Job[], JobQueue] = [[], queueOf(a, b, c, d, e)];
        queue.offer(
            each => (offered.push(each), 'later'),
            () => false
        );
        expect([ids(offered), queue.size]).toEqual([[2, 4, 1, 5, 3], 5]);
        expect([ids(queue.takeAll()), queue.size, queue.takeAll()]).toEqual([[2, 4, 1, 3, 5], 0, []]);
    });

    it('keeps what is not taken, and goes on with the next level when one is stopped', () => {
        const [offered, queue]: [number[], JobQueue] = [[], queueOf(job(1), job(2), job(3), job(4), job(5, 1), job(6, 2))];
        const outcomes = { 1: 'taken', 2: 'later', 3: 'stop', 4: 'taken', 5: 'stop', 6: 'taken' } as const;
        queue.offer(
            ({ id }) => (offered.push(id), outcomes[id as 1]),
            () => false
        );
        expect([offered, queue.size, ids(queue.takeAll())]).toEqual([[1, 2, 3, 5, 6], 4, [2, 3, 4, 5]]);
    });

    it('sets calls of long kinds back to level 1, where their trial is due', () => {
        const [short, long, other] = [job(1), job(2), job(3, 2)];
        const queue = queueOf(long, short, other);
        queue.offer(
            () => 'later',
            ({ id }) => id !== 1
        );
        expect([short, long, other].map(({ level, trial }) => [level, trial])).toEqual([
            [0, undefined],
            [1, 'due'],
            [2, undefined]
        ]);
        expect([queue.size, ids(queue.takeAll())]).toEqual([3, [1, 3, 2]]);
    });

    it('takes calls back before the others of their level', () => {
        const queue = queueOf(job(1), job(2, 1));
        queue.putBack([job(3), job(4), job(5, 1)]);
        expect([queue.size, ids(queue.takeAll())]).toEqual([5, [3, 4, 1, 5, 2]]);
    });

    it('lets a call go once', () => {
        const queue = queueOf(a, b, c, d, e);
        expect([d, e, d, job(9)].map(each => queue.remove(each))).toEqual([true, true, false, false]);
        expect([queue.size, ids(queue.takeAll())]).toEqual([3, [2, 1, 3]]);
    });

    it.each([
        ['level 0', [job(1)], [true, true, true, true]],
        ['level 1', [job(1, 1)], [false, true, true, true]],
        ['level 1 with a trial that is due', [job(1, 1, 'due')], [false, true, true, true]],
        ['the last level', [job(1, LAST_LEVEL)], [false, false, false, true]],
        ['none', [], [false, false, false, false]]
    ])('knows whether calls wait up to a level: %s', (_, jobs, expected) => {
        const queue = queueOf(...jobs);
        expect(expected.map((_, level) => queue.waitsUpTo(level))).toEqual(expected);
    });

    it('is full with 256 calls of the last level', () => {
        const queue = queueOf(...Array.from({ length: 255 }, (_, id) => job(id, LAST_LEVEL)), job(-1));
        expect(queue.isFull).toBe(false);
        queue.push(job(-2, LAST_LEVEL));
        expect(queue.isFull).toBe(true);
    });

    it.each([
        [65_536, 0],
        [65_537, 1]
    ])('begins a call of %i bytes at level %i', (length, level) => {
        expect(firstLevel({ body: new Uint8Array(length) } as unknown as ServiceCall)).toBe(level);
    });
});

describe('kinds of calls', () => {
    it('are remembered, 1024 of them', () => {
        const memory = new KindMemory<number>();
        expect(memory.get('0')).toBeUndefined();
        for (let i = 0; i < 1024; i++) {
            memory.remember(`${i}`, i);
        }
        memory.remember('1', 7);
        expect(['0', '1', '1023'].map(kind => memory.get(kind))).toEqual([0, 7, 1023]);
        memory.remember('new', 8);
        memory.forget('2');
        expect(['0', '1', '2', 'new'].map(kind => memory.get(kind))).toEqual([undefined, 7, undefined, 8]);
    });
});

describe('divided calls', () => {
    const memory = new SharedArrayBuffer(8);
    const worker = () => {
        const said: string[] = [];
        const stopped = new Set<number>();
        const handle = {
            gathered: (id: number, shares: readonly unknown[]) => said.push(`gathered ${id}: ${shares.length}`),
            interrupt: (id: number) => (stopped.add(id), said.push(`interrupt ${id}`)),
            isInterrupted: (id: number) => stopped.has(id),
            stop: (id: number) => said.push(`stop ${id}`)
        };
        return { said, handle: handle as unknown as WorkerHandle };
    };
    /** Calls 1 and 2, which may have this many workers each, and idle workers; assistants get the ids from 100 on. */
    const divided = (most: number, idle: number) => {
        let next = 100;
        const handed: number[] = [];
        const shared = new SharedCalls(most, each => (handed.push(each.id), next++));
        const owner = worker();
        const others = Array.from({ length: idle }, worker);
        [1, 2].forEach(id => shared.offer(job(id), owner.handle, memory));
        const engage = (): void => shared.engage(others.map(({ handle }) => handle));
        return { shared, owner, others, handed, engage, said: () => others.flatMap(({ said }) => said) };
    };
    const share = { pieces: [] };

    it.each([
        [3, 9, [1, 1, 2, 2]],
        [3, 3, [1, 1, 2]],
        [1, 9, []],
        [2, 0, []]
    ])('get at most %i workers, of %i idle ones', (most, idle, expected) => {
        const { handed, engage } = divided(most, idle);
        engage();
        expect(handed).toEqual(expected);
    });

    it('give one assistant away at a time', () => {
        const { shared, engage, said } = divided(3, 3);
        shared.giveWay();
        engage();
        expect(said()).toEqual([]);
        const after = [1, 2, 3, 4].map(() => (shared.giveWay(), said().length));
        expect([after, said()]).toEqual([
            [1, 2, 3, 3],
            ['interrupt 100', 'interrupt 101', 'interrupt 102']
        ]);
    });

    it('have their parts when all assistants have returned', () => {
        const { shared, owner, engage, handed } = divided(3, 4);
        engage();
        shared.returned(100, share);
        shared.await(owner.handle, 1);
        expect(owner.said).toEqual([]);
        engage();
        expect(handed).toEqual([1, 1, 2, 2]);
        shared.returned(101, share);
        shared.returned(101, share);
        expect(owner.said).toEqual(['gathered 1: 2']);
        shared.await(owner.handle, 1);
        shared.await(owner.handle, 9);
        expect(owner.said.slice(1)).toEqual(['gathered 1: 0', 'gathered 9: 0']);
        engage();
        expect(handed.length).toBe(4);
    });

    it('stop their assistants when they end', () => {
        const { shared, engage, handed, said } = divided(2, 2);
        engage();
        shared.stop(1);
        shared.stop(9);
        shared.returned(100, share);
        engage();
        expect([said(), handed]).toEqual([['stop 100'], [1, 2]]);
        shared.end(2);
        shared.end(2);
        expect([said(), shared.lost(101)]).toEqual([['stop 100', 'stop 101'], undefined]);
    });

    it('are known by an assistant that died, once', () => {
        const { shared, owner, engage } = divided(2, 2);
        engage();
        expect([101, 101, 9].map(id => shared.lost(id)?.id)).toEqual([2, undefined, undefined]);
        shared.await(owner.handle, 2);
        expect(owner.said).toEqual(['gathered 2: 0']);
    });
});
