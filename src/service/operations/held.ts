// What operations keep for a model between calls: the objects of its population.

import type { Model } from './core.js';
import type { Held } from './operation.js';

/** Data held for models; they are released together with the model. */
export function createHeld(): Held {
    const held = new WeakMap<Model, unknown>();
    return {
        of<T>(model: Model, make: () => T): T {
            if (!held.has(model)) {
                held.set(model, make());
            }
            return held.get(model) as T; // only one type of data is held, that of the operations with held objects
        },
        drop: model => void held.delete(model)
    };
}
