// The models the service holds, as the requests that made them: the least recently used is let go when the cache is full.
// The main thread keeps this store; parsed models themselves live in the workers and can be made again from it.

import type { Format } from '../wire/codec.js';

/** An encoded request that is repeated in another worker. Plain data, since it crosses threads. */
export interface Repeatable {
    readonly method: number;
    readonly format: Format;
    readonly body: Uint8Array;
}

export interface StoredModel {
    readonly hash: string;
    /** the parse request, with the documents' text in it */
    readonly recipe: Repeatable;
    /** the calls that created objects held for the model, in order: repeating them makes the same population */
    readonly journal: Repeatable[];
    /** changes when a model leaves the cache and comes back: objects held before are gone */
    readonly generation: number;
    /** calls that change the population run one after another: those that wait for the one in hand */
    writers: (() => void)[] | undefined;
}

/** Bounded map from hash to model; every read counts as a use. */
export class ModelStore {
    private readonly models = new Map<string, StoredModel>();
    private generations = 0;

    /** @param capacity how many models are kept, at least 1 */
    constructor(private readonly capacity: number) {}

    get size(): number {
        return this.models.size;
    }

    /** The model of that hash, which becomes the most recently used. */
    use(hash: string): StoredModel | undefined {
        const model = this.models.get(hash);
        if (model) {
            this.models.delete(hash);
            this.models.set(hash, model);
        }
        return model;
    }

    /** Keeps a parsed model; one that is held already only becomes the most recently used. */
    keep(hash: string, recipe: Repeatable): void {
        if (this.use(hash)) {
            return;
        }
        this.models.set(hash, { hash, recipe, journal: [], generation: ++this.generations, writers: undefined });
        if (this.models.size > this.capacity) {
            const [oldest] = this.models.keys();
            this.models.delete(oldest);
        }
    }
}
