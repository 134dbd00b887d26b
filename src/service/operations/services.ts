// Makes the services of one worker or embedding: the language core, loaded from the library, and the registered operations.

import type { WorkerSettings } from '../workers/messages.js';
import type { Model } from './core.js';
import type { Held, Registry, Services } from './operation.js';

/** What {@link createServices} needs to know. */
export type ServicesSettings = Pick<WorkerSettings, 'environment' | 'version' | 'cacheSize' | 'servedEngines'>;

/** The operations, and how to get what they use: loading takes long and is done once, when it is wanted. */
export interface ServicesSource {
    readonly registry: Registry;
    /** @throws Error when the library cannot be loaded */
    load(): Services;
}

export type ServicesFactory = (settings: ServicesSettings) => ServicesSource | Promise<ServicesSource>;

/** Held things that go when the model goes. */
export function createHeld(): Held {
    const held = new WeakMap<Model, unknown>();
    return {
        of<T>(model: Model, make: () => T): T {
            if (!held.has(model)) {
                held.set(model, make());
            }
            return held.get(model) as T;
        },
        drop: model => void held.delete(model)
    };
}
