// Small questions about models that are asked again and again are answered in the main thread: handing a call to a worker and back costs
// ten times what computing it does. Nothing here may hold up the service: budgets are small, a question that does not keep within them
// goes to a worker as if it had never been asked here, and so do all questions about a model that often has such. Only models of moderate size are
// made here, without diagnostics, when they prove to be in demand. Knows the operations, no protocol and no thread.

import type { Environment } from '../config/environment.js';
import type { ServiceAnswer, ServiceCall } from '../executor.js';
import type { Log } from '../log.js';
import { OperationHost } from '../operations/call.js';
import type { ServicesFactory } from '../operations/services.js';
import { METHODS } from '../wire/methods.js';
import type { StoredModel } from './store.js';

export interface ExpressOptions {
    readonly environment: Environment;
    readonly version: string;
    readonly servedEngines: readonly string[];
    /** module that makes the services; the project's own when absent */
    readonly servicesModule?: string;
    readonly log: Log;
}

/** Questions about a model after which it is made here. */
const ASKED_BEFORE = 4;
/** Models kept here, and the largest request they are made from, in bytes. */
const MODELS = 8;
const LARGEST_MODEL = 256 * 1024;
/** How long an answer may take, in milliseconds, and how many in a row may take longer before the model is left to the workers. */
const PATIENCE = 2;
const SLOW_ANSWERS = 4;
/** Budgets of a question: what does not suffice for it is computed by a worker, under the real ones. */
const BUDGETS = { SERVICE_MAX_STEPS: 2000, SERVICE_MAX_ELEMENTS: 2000, SERVICE_MAX_CALC_DEPTH: 40 };

/** What is known of a model in demand. */
interface Demand {
    asked: number;
    slowInARow: number;
}

export class Express {
    /** The library as a worker has loaded it; nothing is answered here without. */
    library: SharedArrayBuffer | undefined;
    private host: OperationHost | undefined;
    private opening = false;
    private readonly demand = new Map<string, Demand>();

    constructor(private readonly options: ExpressOptions) {}

    /** The answer to a call about a model that the service holds; undefined when a worker has to be asked. */
    answer(call: ServiceCall, model: StoredModel): ServiceAnswer | undefined {
        if (model.recipe.body.length > LARGEST_MODEL || this.host?.isAttempted(call.method) === false) {
            return undefined;
        }
        const demand = this.demandOf(model.hash);
        if (++demand.asked <= ASKED_BEFORE || demand.slowInARow >= SLOW_ANSWERS) {
            return undefined;
        }
        if (this.host === undefined) {
            this.open().catch((error: Error) => this.options.log.error('small questions go to workers', { error: error.message }));
            return undefined;
        }
        return this.attempt(this.host, call, model, demand);
    }

    private attempt(host: OperationHost, { method, format, body, deadline }: ServiceCall, model: StoredModel, demand: Demand): ServiceAnswer | undefined {
        if (host.services.workspace.get(model.hash) === undefined) {
            const { recipe } = model;
            host.restore({ method: METHODS[recipe.method], format: recipe.format, body: recipe.body });
        }
        const started = performance.now();
        const isLate = (): boolean => performance.now() - started > PATIENCE;
        const outcome = host.attempt({ method, format, body, deadline, modelAbsent: false, isCancelled: isLate });
        demand.slowInARow = isLate() ? demand.slowInARow + 1 : 0;
        return outcome;
    }

    private demandOf(hash: string): Demand {
        const demand = this.demand.get(hash) ?? { asked: 0, slowInARow: 0 };
        this.demand.delete(hash);
        this.demand.set(hash, demand);
        if (this.demand.size > MODELS) {
            this.demand.delete(this.demand.keys().next().value!);
        }
        return demand;
    }

    /** Loads what answering needs: not before something is asked, since a service that only parses needs none of it here. */
    private async open(): Promise<void> {
        if (this.opening || this.library === undefined) {
            return;
        }
        this.opening = true;
        const { environment, version, servedEngines, servicesModule } = this.options;
        // two imports: a bundler has to see the name of the project's own module
        const { createServices } = servicesModule === undefined ? await import('../operations/services.js')
            : await import(servicesModule) as { createServices: ServicesFactory };
        const counts = { ...environment.counts };
        for (const [name, least] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
            counts[name] = Math.min(counts[name], least);
        }
        const source = await createServices({
            environment: { ...environment, counts }, version, cacheSize: MODELS, servedEngines, librarySnapshot: this.library, diagnoses: false
        });
        this.host = new OperationHost(source.registry, source.load().services, () => undefined);
    }
}
