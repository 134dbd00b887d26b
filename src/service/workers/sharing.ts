// Divided calls: assigns idle workers to assist with them. Workers assist only while no call waits, and stop as soon as one does. Their
// finished parts are kept; the owner of the call computes the rest.

import type { Share } from '../operations/division.js';
import type { Job } from './queue.js';
import type { WorkerHandle } from './worker-handle.js';

interface SharedCall {
    readonly job: Job;
    /** the worker that owns the call */
    readonly owner: WorkerHandle;
    readonly memory: SharedArrayBuffer;
    readonly assistants: Map<number, WorkerHandle>;
    readonly shares: Share[];
    /** whether no part is left or the answer is no longer needed */
    isOver: boolean;
    isAwaited: boolean;
}

export class SharedCalls {
    /** by id of the call */
    private readonly calls = new Map<number, SharedCall>();

    /**
     * @param most maximum number of workers per call
     * @param hand hands the call to an assisting worker and returns its id there
     */
    constructor(
        private readonly most: number,
        private readonly hand: (job: Job, memory: SharedArrayBuffer, assistant: WorkerHandle) => number
    ) {}

    /** A worker offers parts of its call to others. */
    offer(job: Job, owner: WorkerHandle, memory: SharedArrayBuffer): void {
        this.calls.set(job.id, { job, owner, memory, assistants: new Map(), shares: [], isOver: false, isAwaited: false });
    }

    /** Assigns idle workers to calls that can use more of them. */
    engage(idle: readonly WorkerHandle[]): void {
        const waiting = [...idle];
        for (const call of this.calls.values()) {
            while (!call.isOver && call.assistants.size < this.most - 1 && waiting.length > 0) {
                const assistant = waiting.shift()!;
                call.assistants.set(this.hand(call.job, call.memory, assistant), assistant);
            }
        }
    }

    /** Stops one assisting worker, because a call waits. */
    giveWay(): void {
        for (const { assistants } of this.calls.values()) {
            for (const [id, assistant] of assistants) {
                if (!assistant.isInterrupted(id)) {
                    assistant.interrupt(id);
                    return;
                }
            }
        }
    }

    /** An assisting worker has returned its parts. */
    returned(id: number, share: Share): void {
        for (const [of, call] of this.calls) {
            if (call.assistants.delete(id)) {
                call.shares.push(share);
                this.deliver(of, call);
            }
        }
    }

    /** The owner of a call waits for the others. */
    await(owner: WorkerHandle, id: number): void {
        const call = this.calls.get(id);
        if (call) {
            call.isOver = true;
            call.isAwaited = true;
            this.deliver(id, call);
        } else {
            owner.gathered(id, []);
        }
    }

    /** Stops the assistants of a cancelled call, so that its owner need not wait for them. */
    stop(id: number): void {
        const call = this.calls.get(id);
        if (call) {
            call.isOver = true;
            call.assistants.forEach((assistant, assisting) => assistant.stop(assisting));
        }
    }

    /** The call that a worker assisted when it died. */
    lost(id: number): Job | undefined {
        return [...this.calls.values()].find(({ assistants }) => assistants.delete(id))?.job;
    }

    /** Removes a call that has been answered or whose owner has died. */
    end(id: number): void {
        this.stop(id);
        this.calls.delete(id);
    }

    private deliver(id: number, { owner, shares, assistants, isAwaited }: SharedCall): void {
        if (isAwaited && assistants.size === 0) {
            this.calls.delete(id);
            owner.gathered(id, shares);
        }
    }
}
