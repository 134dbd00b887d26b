// Answers repeated small requests about one model in the main thread, because passing a call to a worker and back takes ten times as long
// as such a computation. It must not block the service: budgets are small, a request that exceeds them goes to a worker, and so do all
// requests about a model that has taken too much time. Only small models are parsed here, without validation, after several requests about
// them. Does not depend on protocols or threads.

import type { Environment } from '../config/environment.js';
import type { ServiceAnswer, ServiceCall } from '../executor.js';
import type { Log } from '../log.js';
import { OperationHost } from '../operations/call.js';
import type { ServicesFactory } from '../operations/services.js';
import { METHODS } from '../../wire/methods.js';
import type { StoredModel } from './store.js';

export interface FastPathOptions {
    readonly environment: Environment;
    readonly version: string;
    readonly servedEngines: readonly string[];
    /** module that creates the services; by default that of this project */
    readonly servicesModule?: string;
    readonly log: Log;
    /** by default that of the machine */
    readonly clock?: Clock;
}

/** Clocks to judge the duration of answers, in milliseconds. */
export interface Clock {
    /** elapsed time */
    now(): number;
    /** processor time of this process, which excludes delays by other processes */
    used(): number;
}

/** requests about a model before it is parsed here */
const ASKED_BEFORE = 4;
/** models kept here */
const MODELS = 8;
/** maximum size of a parse request in bytes: parsing and the first name resolution cannot be interrupted */
const LARGEST_MODEL = 32 * 1024;
/** maximum duration of an answer in milliseconds */
const LONGEST_ANSWER = 2;
/**
 * Total excess over {@link LONGEST_ANSWER}, in milliseconds, after which all requests about the model go to workers. The first answer
 * resolves names and uses most of it. An answer in time reduces the total by its duration.
 */
const ALLOWANCE = 150;
/** maximum excess of a late answer if only elapsed time was measured; elapsed time alone never excludes a model */
const FIRST_OVERRUN = 50;
/** Budgets of a request here. A worker computes requests that exceed them, under the real budgets. */
const BUDGETS = { SERVICE_MAX_STEPS: 2000, SERVICE_MAX_ELEMENTS: 2000, SERVICE_MAX_CALC_DEPTH: 40 };

const MACHINE: Clock = {
    now: () => performance.now(),
    used() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
    }
};

/** The demand for one model. */
interface Demand {
    readonly hash: string;
    requests: number;
    /** used milliseconds of {@link ALLOWANCE} */
    overrun: number;
}

export class FastPath {
    /** The library as a worker has loaded it; required for any answer. */
    library: SharedArrayBuffer | undefined;
    private host: OperationHost | undefined;
    /** the loading of {@link host}; it never rejects */
    private opening: Promise<void> | undefined;
    private readonly demand = new Map<string, Demand>();
    private latest: Demand | undefined;
    private readonly clock: Clock;

    constructor(private readonly options: FastPathOptions) {
        this.clock = options.clock ?? MACHINE;
    }

    /** The answer to a call about a stored model; undefined if a worker must compute it. */
    answer(call: ServiceCall, model: StoredModel): ServiceAnswer | undefined {
        if (model.recipe.body.length > LARGEST_MODEL || this.host?.isAttempted(call.method) === false) {
            return undefined;
        }
        const demand = this.demandOf(model.hash);
        if (++demand.requests <= ASKED_BEFORE || demand.overrun >= ALLOWANCE) {
            return undefined;
        }
        if (this.host === undefined) {
            this.startOpening();
            return undefined;
        }
        return this.attempt(this.host, call, model, demand);
    }

    private attempt(
        host: OperationHost,
        { method, format, body, deadline }: ServiceCall,
        model: StoredModel,
        demand: Demand
    ): ServiceAnswer | undefined {
        if (host.services.workspace.get(model.hash) === undefined && !this.restored(host, model)) {
            demand.overrun = ALLOWANCE;
            return undefined;
        }
        const { clock } = this;
        const started = clock.now();
        // processor time requires a system call: measure it only if this answer could exclude the model
        const used = demand.overrun >= ALLOWANCE - FIRST_OVERRUN ? clock.used() : undefined;
        const isLate = (): boolean => clock.now() - started > LONGEST_ANSWER;
        const outcome = host.attempt({ method, format, body, deadline, modelAbsent: false, isCancelled: isLate });
        const passed = clock.now() - started;
        const took = used === undefined ? passed : Math.min(passed, clock.used() - used);
        demand.overrun =
            took > LONGEST_ANSWER
                ? demand.overrun + Math.min(took - LONGEST_ANSWER, used === undefined ? FIRST_OVERRUN : Infinity)
                : Math.max(0, demand.overrun - took);
        return outcome;
    }

    /** Parses the model in this thread. @returns false if that fails, for example because this thread's stack is too small */
    private restored(host: OperationHost, { recipe }: StoredModel): boolean {
        try {
            host.restore({ method: METHODS[recipe.method], format: recipe.format, body: recipe.body });
            return true;
        } catch {
            return false;
        }
    }

    private demandOf(hash: string): Demand {
        if (this.latest?.hash === hash) {
            return this.latest;
        }
        const demand = this.demand.get(hash) ?? { hash, requests: 0, overrun: 0 };
        this.latest = demand;
        this.demand.delete(hash);
        this.demand.set(hash, demand);
        if (this.demand.size > MODELS) {
            this.demand.delete(this.demand.keys().next().value!);
        }
        return demand;
    }

    /** Resolves when nothing is loading here: modules are never loaded after a service has stopped. */
    async close(): Promise<void> {
        await this.opening;
    }

    /** Loads the operations at the first request: a service that only parses does not need them here. */
    private startOpening(): void {
        if (this.library !== undefined) {
            this.opening ??= this.open(this.library).catch((error: Error) =>
                this.options.log.error('small questions go to workers', { error: error.message })
            );
        }
    }

    private async open(library: SharedArrayBuffer): Promise<void> {
        const { environment, version, servedEngines, servicesModule } = this.options;
        // two imports, because the bundler must see the name of the project's module
        const { createServices } =
            servicesModule === undefined
                ? await import('../operations/services.js')
                : ((await import(servicesModule)) as { createServices: ServicesFactory });
        const counts = { ...environment.counts };
        for (const [name, least] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
            counts[name] = Math.min(counts[name], least);
        }
        const source = await createServices({
            environment: { ...environment, counts },
            version,
            cacheSize: MODELS,
            servedEngines,
            librarySnapshot: library,
            analysis: 'never'
        });
        this.host = new OperationHost(source.registry, source.load().services, () => undefined);
    }
}
