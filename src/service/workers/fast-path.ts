// Repeated small questions about one model are answered in the main thread: passing a call to a worker and back takes ten times as long as
// computing it. Nothing here may block the service: budgets are small, and a question that exceeds them goes to a worker, as do all
// questions about a model that has cost too much time. Only small models are parsed here, without diagnostics, after several questions
// about them. Knows the operations, no protocol and no thread.

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
    /** module that makes the services; the project's own when absent */
    readonly servicesModule?: string;
    readonly log: Log;
    /** the machine's own when absent */
    readonly clock?: Clock;
}

/** What time answers are judged by, in milliseconds. */
export interface Clock {
    /** that passes */
    now(): number;
    /** of the processor in this process: what a busy machine takes away counts for nothing */
    used(): number;
}

/** Questions about a model after which it is made here. */
const ASKED_BEFORE = 4;
/** Models kept here. */
const MODELS = 8;
/** The largest request a model is made from here, in bytes: making it and resolving its names for the first time cannot be interrupted. */
const LARGEST_MODEL = 32 * 1024;
/** How long an answer may take, in milliseconds. */
const LONGEST_ANSWER = 2;
/**
 * What answers took beyond {@link LONGEST_ANSWER}, in milliseconds, before the model is left to the workers; the first answer resolves
 * names and needs most of it. An answer in time pays back as much as it took.
 */
const ALLOWANCE = 150;
/** The most that a late answer counts when only the clock shows it: the clock alone never excludes a model. */
const FIRST_OVERRUN = 50;
/** Budgets of a question: what does not suffice for it is computed by a worker, under the real ones. */
const BUDGETS = { SERVICE_MAX_STEPS: 2000, SERVICE_MAX_ELEMENTS: 2000, SERVICE_MAX_CALC_DEPTH: 40 };

const MACHINE: Clock = {
    now: () => performance.now(),
    used() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
    }
};

/** What is known of a model that questions repeat. */
interface Demand {
    readonly hash: string;
    asked: number;
    /** milliseconds of {@link ALLOWANCE} that are used up */
    overrun: number;
}

export class FastPath {
    /** The library as a worker has loaded it; nothing is answered here without. */
    library: SharedArrayBuffer | undefined;
    private host: OperationHost | undefined;
    private opening = false;
    private readonly demand = new Map<string, Demand>();
    private latest: Demand | undefined;
    private readonly clock: Clock;

    constructor(private readonly options: FastPathOptions) {
        this.clock = options.clock ?? MACHINE;
    }

    /** The answer to a call about a model that the service holds; undefined when a worker must make it. */
    answer(call: ServiceCall, model: StoredModel): ServiceAnswer | undefined {
        if (model.recipe.body.length > LARGEST_MODEL || this.host?.isAttempted(call.method) === false) {
            return undefined;
        }
        const demand = this.demandOf(model.hash);
        if (++demand.asked <= ASKED_BEFORE || demand.overrun >= ALLOWANCE) {
            return undefined;
        }
        if (this.host === undefined) {
            this.open().catch((error: Error) => this.options.log.error('small questions go to workers', { error: error.message }));
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
        // the time of the processor is requested (a system call) only where one late answer could be the last
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

    /**
     * Makes the model here; false when it cannot be made (files that were read have their text in the recipe, but this
     * thread's stack is small).
     */
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
        const demand = this.demand.get(hash) ?? { hash, asked: 0, overrun: 0 };
        this.latest = demand;
        this.demand.delete(hash);
        this.demand.set(hash, demand);
        if (this.demand.size > MODELS) {
            this.demand.delete(this.demand.keys().next().value!);
        }
        return demand;
    }

    /** Loads what answering needs, at the first question: a service that only parses needs none of it here. */
    private async open(): Promise<void> {
        if (this.opening || this.library === undefined) {
            return;
        }
        this.opening = true;
        const { environment, version, servedEngines, servicesModule } = this.options;
        // two imports: a bundler has to see the name of the project's own module
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
            librarySnapshot: this.library,
            analysis: 'never'
        });
        this.host = new OperationHost(source.registry, source.load().services, () => undefined);
    }
}
