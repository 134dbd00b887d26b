// The models that the service holds, as the requests that created them. When the store is full, the least recently used model is dropped.
// The main thread keeps this store; the workers keep parsed models and can restore them from it.

import type { Format } from '../../wire/codec.js';

/** An encoded request that can be repeated in another worker. Plain data that can cross threads. */
export interface Repeatable {
    readonly method: number;
    readonly format: Format;
    readonly body: Uint8Array;
}

export interface StoredModel {
    readonly hash: string;
    /** the parse request with the texts of the documents */
    readonly recipe: Repeatable;
    /** the calls that created objects held for the model, in order; repeating them creates the same objects */
    readonly journal: Repeatable[];
    /** changes when a model leaves the store and comes back; its held objects are then gone */
    readonly generation: number;
    /** waiting calls that change the held objects; they run one after another */
    writers: (() => void)[] | undefined;
}

/** Maximum total size of the requests: a hundred models of 5 MB. A client with larger models finds fewer of them stored. */
export const MOST_BYTES = 512 * 1024 * 1024;

/** Bounded map from hash to model; every read counts as a use. */
export class ModelStore {
    private readonly models = new Map<string, StoredModel>();
    /** total size of the requests */
    private bytes = 0;
    private generations = 0;
    private isTrimming = false;
    /** the most recently used model; its repeated use does not change the map */
    private latest: StoredModel | undefined;

    /**
     * @param capacity maximum number of models, at least 1
     * @param isHeldElsewhere whether another process holds a model. Only one process holds the objects of a model; it keeps the model while
     * another process uses it, beyond the capacity if need be. Absent if there are no other processes.
     * @param mostBytes maximum total size of the requests; the newest model is kept in any case
     */
    constructor(
        private readonly capacity: number,
        private readonly isHeldElsewhere?: (hash: string) => Promise<boolean>,
        private readonly mostBytes = MOST_BYTES
    ) {}

    get size(): number {
        return this.models.size;
    }

    /** The model with this hash; it becomes the most recently used. */
    use(hash: string): StoredModel | undefined {
        if (this.latest?.hash === hash) {
            return this.latest;
        }
        const model = this.models.get(hash);
        if (model) {
            this.models.delete(hash);
            this.models.set(hash, model);
            this.latest = model;
        }
        return model;
    }

    /** The model with this hash; does not count as a use. */
    get(hash: string): StoredModel | undefined {
        return this.models.get(hash);
    }

    /** Stores a parsed model, or marks a stored one as the most recently used. */
    keep(hash: string, recipe: Repeatable): void {
        if (this.use(hash)) {
            return;
        }
        this.latest = { hash, recipe, journal: [], generation: ++this.generations, writers: undefined };
        this.models.set(hash, this.latest);
        this.bytes += recipe.body.length;
        if (this.isFull && !this.isTrimming) {
            void this.trim();
        }
    }

    private get isFull(): boolean {
        return this.models.size > this.capacity || this.bytes > this.mostBytes;
    }

    /** Drops the least recently used models. It waits only for other processes, about a model with held objects. */
    private async trim(): Promise<void> {
        this.isTrimming = true;
        for (let asked = this.models.size; asked > 1 && this.isFull; asked--) {
            const [{ hash, journal, recipe }] = this.models.values();
            if (journal.length > 0 && this.isHeldElsewhere && (await this.isHeldElsewhere(hash))) {
                this.use(hash);
            } else if (this.models.keys().next().value === hash) {
                this.models.delete(hash);
                this.bytes -= recipe.body.length;
            }
        }
        this.isTrimming = false;
    }
}

/** The bytes in separate memory: a view into a shared network buffer would keep the whole buffer alive. */
export function owned(bytes: Uint8Array): Uint8Array {
    return bytes.buffer.byteLength > bytes.byteLength * 1.5 ? new Uint8Array(bytes) : bytes;
}
