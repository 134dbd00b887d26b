// The primary process of `-processes N`: starts the processes that serve the port, connects them, restarts those that die and ends them. It
// accepts connections and distributes them in turn (node:cluster); it answers no calls.

import cluster, { type Worker } from 'node:cluster';
import type { Log } from '../log.js';
import type { FromPrimary, PeerMessage, ToPrimary } from './messages.js';
import { Siblings } from './siblings.js';
import { Switchboard } from './switchboard.js';

/** consecutive failed starts after which the primary stops trying */
const MOST_FAILED_STARTS = 5;
/** milliseconds after which a process that is shutting down is killed: the grace period of running calls and a margin */
const END_GRACE = 35_000;
/** Environment variable with the index of a process and the number of processes. */
const PLACE = 'SERVICE_PROCESS';
/**
 * Size in bytes of free memory at the end of a thread's arena beyond which the C library returns it to the system. Without the variable,
 * the C library increases this size, and after many calls each thread keeps some megabytes.
 */
const TRIM = 'MALLOC_TRIM_THRESHOLD_';
const TRIM_AT = '131072';

export interface PrimaryOptions {
    readonly count: number;
    /** flags for the serving processes in addition to those of this process */
    readonly flags: readonly string[];
    readonly log: Log;
}

export class Primary {
    /** resolves with the exit status when the service cannot continue */
    readonly failed: Promise<number>;
    private fail: (status: number) => void = () => undefined;
    private readonly processes = new Map<number, Worker>();
    private readonly switchboard = new Switchboard((place, message) => this.send(place, message));
    private failedStarts = 0;
    private isStopping = false;
    private isListening = false;
    /** the arguments of this process */
    private readonly args = process.argv.slice(2);
    private address = '';
    private port: readonly string[] = [];

    constructor(private readonly options: PrimaryOptions) {
        this.failed = new Promise(resolve => (this.fail = resolve));
        cluster.schedulingPolicy = cluster.SCHED_RR;
    }

    /**
     * Starts the processes.
     * @returns the address once all of them listen; undefined if they cannot
     */
    async listen(): Promise<string | undefined> {
        const { count } = this.options;
        // start one first, so that a common fault is reported once
        const isReady =
            (await this.start(0)) &&
            (await Promise.all(Array.from({ length: count - 1 }, (_, index) => this.start(index + 1)))).every(Boolean);
        this.isListening = isReady;
        return isReady ? this.address : undefined;
    }

    /** Lets all processes finish their calls and exit. */
    async stop(): Promise<void> {
        this.isStopping = true;
        const ended = [...this.processes].map(([place, worker]) => {
            this.send(place, { type: 'stop' });
            const timer = setTimeout(() => worker.process.kill('SIGKILL'), END_GRACE);
            return new Promise<void>(resolve => worker.once('exit', () => resolve())).finally(() => clearTimeout(timer));
        });
        await Promise.all(ended);
    }

    /** Starts the process with this index. Resolves to true when it listens, or to false when it exits. */
    private start(place: number): Promise<boolean> {
        const { count, flags, log } = this.options;
        if (this.address !== '' && this.switchboard.isEmpty) {
            // the socket closed with the last listening process: request a port chosen by the system by its number from now on
            this.port = ['-port', this.address.slice(this.address.lastIndexOf(':') + 1)];
        }
        cluster.setupPrimary({
            args: [...this.args, ...flags, ...this.port],
            stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
            serialization: 'advanced'
        });
        const worker = cluster.fork({ [TRIM]: TRIM_AT, ...process.env, [PLACE]: `${place}/${count}` });
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
            // the socket closed while the process started
            worker.process.kill('SIGKILL');
            return false;
        }
        this.failedStarts = 0;
        this.switchboard.joined(place);
        if (this.isStopping) {
            // the process may not have listened yet when the first message was sent
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
            // a process that exits meanwhile is handled by its exit event
            worker.send(message, () => undefined);
        }
    }
}

/** The membership of this process among those that serve one port. */
export interface Membership {
    readonly siblings: Siblings;
    /** resolves when the primary ends the service */
    readonly stopped: Promise<void>;
    listening(address: string): void;
    /** Closes the channel to the primary, so that the process can exit. */
    leave(): void;
}

/** The membership that a primary assigned to this process; undefined if it serves alone. */
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
