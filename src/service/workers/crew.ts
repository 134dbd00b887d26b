// The worker threads: how many there are, starting them with the library that the first one loaded, ending those that were started for a
// rush, replacing those that died; which of them has which model. Which call goes to which worker is the pool's decision.

import { messageOf } from '../../language/failures.js';
import { ConfigurationError, type Environment } from '../config/environment.js';
import type { Log } from '../log.js';
import { WorkerHandle, type Hello, type ReadyMessage, type WorkerEvents } from './worker-handle.js';

export interface CrewOptions {
    readonly environment: Environment;
    readonly version: string;
    readonly cacheSize: number;
    readonly servedEngines: readonly string[];
    /** folder that file paths of requests may not lead out of; none when absent */
    readonly sourceRoot?: string;
    readonly log: Log;
    /** module that makes the services of a worker; the project's own when absent */
    readonly servicesModule?: string;
    /** module that a worker starts with; the project's own when absent */
    readonly workerEntry?: URL;
}

/** Events that the crew reports to the pool. */
export interface CrewEvents extends Pick<WorkerEvents, 'answers' | 'share' | 'gather' | 'assisted'> {
    /** the first worker reports the served operations */
    greeted(hello: Hello): void;
    /** a worker may take calls */
    ready(): void;
    /** the worker is not in the crew any more */
    died(worker: WorkerHandle, reason: string): void;
    /** no worker can be used, now or later */
    unusable(message: string): void;
    /** no worker can be started now: calls that wait get an answer, and it is tried again */
    short(message: string): void;
    /** whether calls wait */
    isWaitedFor(): boolean;
}

/** Workers beyond the kept ones, started while all are busy and ended when idle. */
const EXTRA_WORKERS = 5;
const EXTRA_IDLE = 30_000;
/** A terminated thread that does not end (it is blocked in a file operation) is abandoned after this time, in milliseconds. */
const END_GRACE = 2000;
/** Milliseconds without calls after which workers drop models that others keep, too. */
const REST = 5000;
/** Document sets whose worker is remembered. */
const REMEMBERED_SETS = 256;
/**
 * Workers that fail to start in a row. Beyond it none is started any more where none ever could be; where the library is loaded, the
 * machine lacks something for a while (file descriptors, memory), and calls that wait are answered.
 */
const MOST_FAILED_STARTS = 5;
/** The pause behind the second failed start in a row, in milliseconds; it doubles with each further one up to the longest. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;

export class Crew {
    readonly workers: WorkerHandle[] = [];
    /** the worker that parsed a document set last */
    readonly sets = new Map<string, WorkerHandle>();
    /** models one worker keeps: together they hold every model about twice, since a model is wanted by several when calls are long */
    private readonly workerCache: number;
    private isGreeted = false;
    private isLoaded = false;
    private isClosed = false;
    private readonly settleLoaded: { resolve(): void; reject(error: Error): void };
    private lastIndex = 0;
    private failedStarts = 0;
    private pause: NodeJS.Timeout | undefined;
    private hasWorked = false;
    private rest: NodeJS.Timeout | undefined;
    /** the library as the first worker has loaded it */
    librarySnapshot: SharedArrayBuffer | undefined;

    /** resolves when a worker has loaded the library; rejected with a ConfigurationError when none can */
    readonly loaded: Promise<void>;

    /** @param kept workers that stay */
    constructor(
        private readonly options: CrewOptions,
        readonly kept: number,
        private readonly events: CrewEvents
    ) {
        let settleLoaded: Crew['settleLoaded'] | undefined;
        this.loaded = new Promise((resolve, reject) => (settleLoaded = { resolve, reject }));
        this.loaded.catch(() => undefined);
        this.settleLoaded = settleLoaded!;
        this.workerCache = Math.min(options.cacheSize, Math.ceil((2 * options.cacheSize) / kept));
        this.start();
    }

    get idle(): WorkerHandle[] {
        return this.workers.filter(worker => worker.idle);
    }

    /** Has the library loaded at the first call, where it is not loaded ahead of it. */
    loadOnDemand(): void {
        if (
            this.workers.length > 0 &&
            this.workers.every(worker => !worker.ready) &&
            this.options.environment.counts.SERVICE_INDEX_POOL === 0
        ) {
            this.workers[0].load();
        }
    }

    /** Starts another worker when all have been busy with one call since a time, in milliseconds since the epoch. */
    grow(since: number): void {
        if (
            this.workers.length < this.kept + EXTRA_WORKERS &&
            this.workers.every(worker => worker.busyWith !== 0 && worker.busySince <= since)
        ) {
            this.start();
        }
    }

    /** Ends all workers. */
    async close(): Promise<void> {
        this.stopStarting();
        const ended = Promise.all(this.workers.map(worker => worker.end()));
        await Promise.race([ended, new Promise(resolve => setTimeout(resolve, END_GRACE).unref())]);
    }

    /** Notes a call: some time after the last one, all workers but one drop a model that several keep. */
    work(): void {
        this.hasWorked = true;
        this.rest ??= setTimeout(() => this.look(), REST).unref();
    }

    private look(): void {
        this.rest = undefined;
        if (this.hasWorked || this.workers.some(worker => worker.ready && !worker.idle)) {
            this.work();
            this.hasWorked = false;
        } else {
            this.dropCopies();
        }
    }

    private dropCopies(): void {
        const keepers = new Map<string, WorkerHandle>();
        for (const worker of this.workers) {
            for (const hash of worker.knows) {
                const other = keepers.get(hash);
                if (other === undefined || worker.claim(hash) > other.claim(hash)) {
                    keepers.set(hash, worker);
                }
            }
        }
        this.workers.forEach(worker => worker.drop([...worker.knows].filter(hash => keepers.get(hash) !== worker)));
    }

    /** Starts no worker any more. */
    stopStarting(): void {
        this.isClosed = true;
        clearTimeout(this.pause);
        clearTimeout(this.rest);
    }

    /** Notes a use of the model by the worker, as the worker's own cache does. */
    remember(worker: WorkerHandle, hash: string): void {
        worker.knows.delete(hash);
        worker.knows.add(hash);
        if (worker.knows.size > this.workerCache) {
            worker.forget(worker.knows.values().next().value!);
        }
    }

    /** Notes that the worker has parsed a document set. */
    rememberSet(worker: WorkerHandle, documentSet: string): void {
        this.sets.delete(documentSet);
        this.sets.set(documentSet, worker);
        if (this.sets.size > REMEMBERED_SETS) {
            this.sets.delete(this.sets.keys().next().value!);
        }
    }

    /** Starts a worker; one that the machine has no room for counts as one that has died at once. */
    private start(): void {
        try {
            this.workers.push(this.create());
        } catch (error) {
            this.failed(messageOf(error));
        }
    }

    private create(): WorkerHandle {
        const { environment, version, servedEngines, sourceRoot, servicesModule, workerEntry, log } = this.options;
        const worker: WorkerHandle = new WorkerHandle(
            ++this.lastIndex,
            {
                environment,
                version,
                cacheSize: this.workerCache,
                servedEngines,
                sourceRoot,
                servicesModule,
                librarySnapshot: this.librarySnapshot
            },
            {
                ...this.events,
                hello: (_, hello) => this.greeted(worker, hello),
                ready: (_, message) => this.becameReady(worker, message),
                failed: (_, message) => this.becomeUnusable(`the library cannot be loaded: ${message}`),
                died: (_, reason) => this.died(worker, reason),
                fault: (method, error) => log.error('fault in an operation', { procedure: method, error })
            },
            workerEntry
        );
        return worker;
    }

    private greeted(worker: WorkerHandle, hello: Hello): void {
        if (!this.isGreeted) {
            this.isGreeted = true;
            this.events.greeted(hello);
        }
        const { counts, texts } = this.options.environment;
        if (counts.SERVICE_INDEX_POOL > 0 || texts.SERVICE_LIBRARY_PATH !== '' || this.events.isWaitedFor() || worker.index > 1) {
            worker.load();
        }
    }

    private becameReady(worker: WorkerHandle, { milliseconds, librarySnapshot, libraryOrigin, warnings }: ReadyMessage): void {
        this.failedStarts = 0;
        if (!this.isLoaded) {
            this.isLoaded = true;
            this.settleLoaded.resolve();
            this.options.log.info('library loaded', {
                milliseconds: Math.round(milliseconds),
                ...(libraryOrigin && { origin: libraryOrigin })
            });
            warnings.forEach(warning => this.options.log.warn('library', { warning }));
        }
        this.librarySnapshot ??= librarySnapshot;
        this.options.log.debug('worker ready', { worker: worker.index, milliseconds: Math.round(milliseconds) });
        this.events.ready();
        if (this.workers.length < this.kept && !this.isClosed) {
            this.start();
        } else if (this.workers.length > this.kept) {
            this.endWhenIdle(worker);
        }
    }

    private becomeUnusable(message: string): void {
        this.isClosed = true;
        this.settleLoaded.reject(new ConfigurationError(message));
        this.events.unusable(message);
    }

    private endWhenIdle(worker: WorkerHandle): void {
        setTimeout(() => {
            if (worker.idle) {
                this.workers.splice(this.workers.indexOf(worker), 1);
                void worker.end();
            } else if (this.workers.includes(worker)) {
                this.endWhenIdle(worker);
            }
        }, EXTRA_IDLE).unref();
    }

    private died(worker: WorkerHandle, reason: string): void {
        this.workers.splice(this.workers.indexOf(worker), 1);
        for (const [set, owner] of this.sets) {
            if (owner === worker) {
                this.sets.delete(set);
            }
        }
        this.events.died(worker, reason);
        this.failed(reason);
    }

    /** A worker has ended, or was not started: another one takes its place, behind a pause when several have failed in a row. */
    private failed(reason: string): void {
        if (this.isClosed) {
            return;
        }
        this.failedStarts++;
        if (this.failedStarts > MOST_FAILED_STARTS && !this.workers.some(other => other.ready)) {
            if (!this.isLoaded) {
                this.becomeUnusable(`workers cannot be started: ${reason}`);
                return;
            }
            this.events.short(`no worker can be started now, try again: ${reason}`);
        }
        if (this.workers.length < this.kept) {
            this.startLater();
        }
    }

    private startLater(): void {
        if (this.failedStarts < 2) {
            this.start();
        } else if (this.pause === undefined) {
            const milliseconds = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.failedStarts - 2));
            this.pause = setTimeout(() => {
                this.pause = undefined;
                if (!this.isClosed && this.workers.length < this.kept) {
                    this.start();
                }
            }, milliseconds).unref();
        }
    }
}
