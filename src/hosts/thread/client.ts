/**
 * The client of a session in another thread. Requests are answered one after another; an interruption reaches the thread during a
 * computation.
 */
import type { Worker } from 'node:worker_threads';
import type { Method, Reply, Request, SessionRequests } from './messages.js';

interface Waiting {
    readonly resolve: (answer: never) => void;
    readonly reject: (error: Error) => void;
    readonly progress: (text: string) => void;
}

export class SessionClient {
    private readonly flag: Int32Array;
    private readonly waiting = new Map<number, Waiting>();
    private last = 0;
    private readonly worker: Worker;

    /** @param start starts the thread with the shared flag for interruptions */
    constructor(start: (interruption: SharedArrayBuffer) => Worker) {
        const interruption = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
        this.flag = new Int32Array(interruption);
        this.worker = start(interruption);
        this.worker.on('message', (reply: Reply) => this.receive(reply));
        this.worker.on('error', error => this.fail(error));
        this.worker.on('exit', () => this.fail(new Error('the session ended')));
    }

    private receive(reply: Reply): void {
        const waiting = this.waiting.get(reply.number);
        if ('progress' in reply) {
            waiting?.progress(reply.progress);
            return;
        }
        this.waiting.delete(reply.number);
        if ('error' in reply) {
            waiting?.reject(new Error(reply.error));
        } else {
            waiting?.resolve(reply.answer as never);
        }
    }

    private fail(error: Error): void {
        [...this.waiting.values()].forEach(w => w.reject(error));
        this.waiting.clear();
    }

    /** Sends a request to the session. @param progress receives output that precedes the answer */
    request<M extends Method>(
        method: M,
        given: SessionRequests[M]['given'],
        progress: (text: string) => void = () => undefined
    ): Promise<SessionRequests[M]['answer']> {
        const number = ++this.last;
        return new Promise((resolve, reject) => {
            this.waiting.set(number, { resolve, reject, progress });
            if (this.waiting.size === 1) {
                Atomics.store(this.flag, 0, 0);
            }
            this.worker.postMessage({ number, method, given } satisfies Request);
        });
    }

    get isBusy(): boolean {
        return this.waiting.size > 0;
    }

    /** Interrupts the current computation: its cell fails, the session continues. */
    interrupt(): void {
        if (this.isBusy) {
            Atomics.store(this.flag, 0, 1);
        }
    }

    /** Terminates the thread immediately. */
    async end(): Promise<void> {
        await this.worker.terminate();
    }
}
