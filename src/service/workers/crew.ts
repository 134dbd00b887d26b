// The worker threads: their number, starting them with the library that the first one loaded, ending extra ones, replacing those that died,
// and the models that each has. The pool assigns calls to workers.

import { messageOf } from '../../language/failures.js';
import { ConfigurationError, type Environment } from '../config/environment.js';
import type { Log } from '../log.js';
import { WorkerHandle, type Hello, type ReadyMessage, type WorkerEvents } from './worker-handle.js';

export interface CrewOptions {
    readonly environment: Environment;
    readonly version: string;
    readonly cacheSize: number;
    readonly servedEngines: readonly string[];
    /** folder to which file paths of requests are confined; none if absent */
    readonly sourceRoot?: string;
    readonly log: Log;
    /** module that creates the services of a worker; by default that of this project */
    readonly servicesModule?: string;
    /** entry module of a worker; by default that of this project */
    readonly workerEntry?: URL;
}

/** Events that the crew reports to the pool. */
export interface CrewEvents extends Pick<WorkerEvents, 'answers' | 'share' | 'gather' | 'assisted'> {
    /** the first worker has reported the served operations */
    greeted(hello: Hello): void;
    /** a worker is ready for calls */
    ready(): void;
    /** a worker has left the crew */
    died(worker: WorkerHandle, reason: string): void;
    /** no worker can be used, now or later */
    unusable(message: string): void;
    /** no worker can be started now: waiting calls are refused, and starting is tried again */
    short(message: string): void;
    /** whether calls wait */
    isWaitedFor(): boolean;
}

/** Additional workers that are started while all are busy, and ended when idle for this time. */
const EXTRA_WORKERS = 5;
const EXTRA_IDLE = 30_000;
/** milliseconds after which a terminated thread that does not end, such as one blocked in a file operation, is abandoned */
const END_GRACE = 2000;
/** milliseconds without calls after which workers drop models that other workers keep */
const REST = 5000;
/** number of document sets whose worker is remembered */
const REMEMBERED_SETS = 256;
/**
 * Failed starts in a row. Beyond this number the crew gives up if no worker ever started. If the library is loaded, the machine temporarily
 * lacks resources (file descriptors, memory): waiting calls are refused, and starting is tried again.
 */
const MOST_FAILED_STARTS = 5;
/** Pause after the second failed start in a row, in milliseconds. It doubles with each further one up to the maximum. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;

/** Starts a worker thread. */
export type Hire = (...settings: ConstructorParameters<typeof WorkerHandle>) => WorkerHandle;

export class Crew {
    readonly workers: WorkerHandle[] = [];
    /** the worker that last parsed a document set */
    readonly sets = new Map<string, WorkerHandle>();
    /** Models per worker. All workers together can hold every model twice, since long calls need a model in several workers. */
    private readonly workerCache: number;
    private isGreeted = false;
    private isLoaded = false;
    private isClosed = false;
    private readonly loading: { resolve(): void; reject(error: Error): void };
    private lastIndex = 0;
    private failedStarts = 0;
    private pause: NodeJS.Timeout | undefined;
    private hasWorked = false;
    private rest: NodeJS.Timeout | undefined;
    /** the library as the first worker has loaded it */
    librarySnapshot: SharedArrayBuffer | undefined;

    /** resolves when a worker has loaded the library; rejected with a ConfigurationError if none can */
    readonly loaded: Promise<void>;

    /** @param kept number of permanent workers */
    constructor(
        private readonly options: CrewOptions,
        readonly kept: number,
        private readonly events: CrewEvents,
        private readonly hire: Hire = (...settings) => new WorkerHandle(...settings)
    ) {
        let loading: Crew['loading'] | undefined;
        this.loaded = new Promise((resolve, reject) => (loading = { resolve, reject }));
        this.loaded.catch(() => undefined);
        this.loading = loading!;
        this.workerCache = Math.min(options.cacheSize, Math.ceil((2 * options.cacheSize) / kept));
        this.start();
    }

    get idle(): WorkerHandle[] {
        return this.workers.filter(worker => worker.idle);
    }

    /** Loads the library at the first call, unless it is preloaded. */
    loadOnDemand(): void {
        if (
            this.workers.length > 0 &&
            this.workers.every(worker => !worker.ready) &&
            this.options.environment.counts.SERVICE_INDEX_POOL === 0
        ) {
            this.workers[0].load();
        }
    }

    /** Starts another worker if all have been busy with one call since a time, in milliseconds of the process's clock. */
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

    /** Notes a call. Some time after the last call, all workers but one drop a model that several keep. */
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

    /** Starts no further workers. */
    stopStarting(): void {
        this.isClosed = true;
        clearTimeout(this.pause);
        clearTimeout(this.rest);
    }

    /** Notes a use of the model by the worker, in the same order as the worker's cache. */
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

    /** Starts a worker. If the machine has no room for it, the worker counts as failed. */
    private start(): void {
        try {
            this.workers.push(this.create());
        } catch (error) {
            this.failed(messageOf(error));
        }
    }

    private create(): WorkerHandle {
        const { environment, version, servedEngines, sourceRoot, servicesModule, workerEntry, log } = this.options;
        const worker: WorkerHandle = this.hire(
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
                fault: (method, error) => log.error('fault in an operation', { procedure: method, error }),
                solverEnded: reason => log.warn('the solver ended', { reason })
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
            this.loading.resolve();
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
        this.loading.reject(new ConfigurationError(message));
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

    /** A worker has ended or could not be started: starts another one, after a pause if several have failed in a row. */
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
