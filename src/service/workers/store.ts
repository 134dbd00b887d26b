// The models the service holds, as the requests that made them: the least recently used one is dropped when the cache is full.
// The main thread keeps this store; parsed models themselves live in the workers and can be made again from it.

import type { Format } from '../../wire/codec.js';

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

/**
 * Bytes of the requests that are kept together at most: a hundred models of 5 MB. A client that parses larger
 * ones finds fewer of them kept.
 */
export const MOST_BYTES = 512 * 1024 * 1024;

/** Bounded map from hash to model; every read counts as a use. */
export class ModelStore {
    private readonly models = new Map<string, StoredModel>();
    /** of the requests that made the models */
    private bytes = 0;
    private generations = 0;
    private isTrimming = false;
    /** the most recently used one: repeated use of one model does not move it within the map */
    private latest: StoredModel | undefined;

    /**
     * @param capacity how many models are kept, at least 1
     * @param isHeldElsewhere whether another process holds a model. Objects are held for a model in one process alone: there it stays while
     * it is in use in another one, beyond the capacity if need be. Absent where there are no other processes.
     * @param mostBytes how large the requests of the models are together, at most; the newest model is kept in any case
     */
    constructor(
        private readonly capacity: number,
        private readonly isHeldElsewhere?: (hash: string) => Promise<boolean>,
        private readonly mostBytes = MOST_BYTES
    ) {}

    get size(): number {
        return this.models.size;
    }

    /** The model of that hash, which becomes the most recently used. */
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

    /** The model of that hash; this does not count as a use. */
    get(hash: string): StoredModel | undefined {
        return this.models.get(hash);
    }

    /** Keeps a parsed model; one that is held already only becomes the most recently used. */
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

    /**
     * Drops the least recently used models. Nothing is waited for unless objects are held for one of
     * them and there are other processes.
     */
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

/** The bytes in memory of their own: a view into a shared network buffer would keep all of it alive. */
export function owned(bytes: Uint8Array): Uint8Array {
    return bytes.buffer.byteLength > bytes.byteLength * 1.5 ? new Uint8Array(bytes) : bytes;
}
