// The process in front of several that serve one port (`-processes N`): starts them, connects them, starts one again that died, ends all.
// It accepts the connections and hands them out in turn (node:cluster); it answers no call itself.

import cluster, { type Worker } from 'node:cluster';
import type { Log } from '../log.js';
import type { FromPrimary, PeerMessage, ToPrimary } from './messages.js';
import { Siblings } from './siblings.js';
import { Switchboard } from './switchboard.js';

/** Starts in a row that came to nothing before no process is started any more. */
const MOST_FAILED_STARTS = 5;
/** What calls in hand get at a shutdown and a little more: a process that has not ended by then is ended, in milliseconds. */
const END_GRACE = 35_000;
/** Which of how many processes this one is, in the environment of those that serve. */
const PLACE = 'SERVICE_PROCESS';

export interface PrimaryOptions {
    readonly count: number;
    /** flags that a process that serves gets beside those of this one */
    readonly flags: readonly string[];
    readonly log: Log;
}

export class Primary {
    /** resolves with the exit status once the service cannot go on by itself */
    readonly failed: Promise<number>;
    private fail: (status: number) => void = () => undefined;
    private readonly processes = new Map<number, Worker>();
    private readonly switchboard = new Switchboard((place, message) => this.send(place, message));
    private failedStarts = 0;
    private isStopping = false;
    private isListening = false;
    /** of the command line that this process was started with */
    private readonly args = process.argv.slice(2);
    private address = '';
    private port: readonly string[] = [];

    constructor(private readonly options: PrimaryOptions) {
        this.failed = new Promise(resolve => (this.fail = resolve));
        cluster.schedulingPolicy = cluster.SCHED_RR;
    }

    /**
     * Starts the processes.
     * @returns the address, once all of them listen; undefined when they cannot
     */
    async listen(): Promise<string | undefined> {
        const { count } = this.options;
        // a fault that keeps all of them from starting is reported once
        const isReady =
            (await this.start(0)) &&
            (await Promise.all(Array.from({ length: count - 1 }, (_, index) => this.start(index + 1)))).every(Boolean);
        this.isListening = isReady;
        return isReady ? this.address : undefined;
    }

    /** Has all processes finish their calls and end. */
    async stop(): Promise<void> {
        this.isStopping = true;
        const ended = [...this.processes].map(([place, worker]) => {
            this.send(place, { type: 'stop' });
            const timer = setTimeout(() => worker.process.kill('SIGKILL'), END_GRACE);
            return new Promise<void>(resolve => worker.once('exit', () => resolve())).finally(() => clearTimeout(timer));
        });
        await Promise.all(ended);
    }

    /** Starts the process of a place; resolves when it listens, or with false when it ended instead. */
    private start(place: number): Promise<boolean> {
        const { count, flags, log } = this.options;
        if (this.address !== '' && this.switchboard.isEmpty) {
            // with the last process that listened the socket has gone: a port that the system chose is requested by its number from now on
            this.port = ['-port', this.address.slice(this.address.lastIndexOf(':') + 1)];
        }
        cluster.setupPrimary({
            args: [...this.args, ...flags, ...this.port],
            stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
            serialization: 'advanced'
        });
        const worker = cluster.fork({ [PLACE]: `${place}/${count}` });
        this.processes.set(place, worker);
        log.debug('a process starts', { process: place + 1, pid: worker.process.pid ?? 0 });
        worker.on('error', error => log.error('a process cannot be reached', { process: place + 1, error: error.message }));
        return new Promise(resolve => {
            worker.on('message', (message: ToPrimary) => {
                if (message.type === 'listening') {
                    resolve(this.listens(place, worker, message.address));
                } else {
                    this.switchboard.take(place, message);
                }
            });
            worker.once('exit', (status: number | null, signal: string | null) => {
                this.processes.delete(place);
                this.switchboard.left(place);
                resolve(false);
                this.ended(place, status, signal);
            });
        });
    }

    private listens(place: number, worker: Worker, address: string): boolean {
        this.address ||= address;
        if (address !== this.address) {
            // the socket went while it started
            worker.process.kill('SIGKILL');
            return false;
        }
        this.failedStarts = 0;
        this.switchboard.joined(place);
        if (this.isStopping) {
            // at the first message it may not have listened yet
            this.send(place, { type: 'stop' });
        }
        return true;
    }

    private ended(place: number, status: number | null, signal: string | null): void {
        if (this.isStopping) {
            return;
        }
        const { log } = this.options;
        log.error('a process died', { process: place + 1, ...(signal ? { signal } : { status: status ?? 0 }) });
        if (!this.isListening) {
            this.fail(status || 1);
        } else if (++this.failedStarts > MOST_FAILED_STARTS) {
            log.error('processes cannot be started');
            this.fail(1);
        } else {
            void this.start(place).then(isReady => isReady && log.info('a process was started again', { process: place + 1 }));
        }
    }

    private send(place: number, message: FromPrimary): void {
        const worker = this.processes.get(place);
        if (worker?.isConnected()) {
            // one that ends meanwhile is noticed by its exit
            worker.send(message, () => undefined);
        }
    }
}

/** This process among those that serve one port. */
export interface Membership {
    readonly siblings: Siblings;
    /** resolves when the primary ends the service */
    readonly stopped: Promise<void>;
    listening(address: string): void;
    /** Closes the channel to the primary, so that the process can end. */
    leave(): void;
}

/** The place that a primary has given this process; undefined for one that serves alone. */
export function membership(): Membership | undefined {
    const { worker } = cluster;
    const place = /^(\d+)\/(\d+)$/.exec(process.env[PLACE] ?? '');
    if (!worker || !place) {
        return undefined;
    }
    const send = (message: ToPrimary): void => void worker.send(message, () => undefined);
    const siblings = new Siblings(Number(place[1]), Number(place[2]), { send });
    const stopped = new Promise<void>(resolve => {
        worker.on('message', (message: PeerMessage | { readonly type: 'stop' }) => {
            if (message.type === 'stop') {
                resolve();
            } else {
                siblings.take(message);
            }
        });
    });
    return { siblings, stopped, listening: address => send({ type: 'listening', address }), leave: () => worker.disconnect() };
}
