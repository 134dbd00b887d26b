// Divided calls: which of them other workers may assist, and which worker makes parts of which call. Workers assist only while no call
// waits, and are stopped as soon as one does. The parts that they have made are kept; the worker of the call makes the rest.

import type { Share } from '../operations/division.js';
import type { Job } from './queue.js';
import type { WorkerHandle } from './worker-handle.js';

interface SharedCall {
    readonly job: Job;
    /** the worker that has the call */
    readonly owner: WorkerHandle;
    readonly memory: SharedArrayBuffer;
    readonly assistants: Map<number, WorkerHandle>;
    readonly shares: Share[];
    /** no part is left, or nobody wants the answer any more */
    isOver: boolean;
    isAwaited: boolean;
}

export class SharedCalls {
    /** by the id under which the call runs */
    private readonly calls = new Map<number, SharedCall>();

    /**
     * @param most how many workers make parts of one call at a time
     * @param hand hands the call to a worker that assists, and answers the id of that
     */
    constructor(
        private readonly most: number,
        private readonly hand: (job: Job, memory: SharedArrayBuffer, assistant: WorkerHandle) => number
    ) {}

    /** A worker lets others make parts of the call it has in hand. */
    offer(job: Job, owner: WorkerHandle, memory: SharedArrayBuffer): void {
        this.calls.set(job.id, { job, owner, memory, assistants: new Map(), shares: [], isOver: false, isAwaited: false });
    }

    /** Has idle workers assist, while there is a call that wants more of them. */
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

    /** A worker has made parts. */
    returned(id: number, share: Share): void {
        for (const [of, call] of this.calls) {
            if (call.assistants.delete(id)) {
                call.shares.push(share);
                this.tell(of, call);
            }
        }
    }

    /** The owner of a call has nothing left to do but to wait for the others. */
    await(owner: WorkerHandle, id: number): void {
        const call = this.calls.get(id);
        if (call) {
            call.isOver = true;
            call.isAwaited = true;
            this.tell(id, call);
        } else {
            owner.gathered(id, []);
        }
    }

    /** A call is cancelled: assisting workers are stopped, so that its owner need not wait for them. */
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

    /** A call has been answered, or its owner has died. */
    end(id: number): void {
        this.stop(id);
        this.calls.delete(id);
    }

    private tell(id: number, { owner, shares, assistants, isAwaited }: SharedCall): void {
        if (isAwaited && assistants.size === 0) {
            this.calls.delete(id);
            owner.gathered(id, shares);
        }
    }
}
