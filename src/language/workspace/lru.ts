/** A map that forgets what was used least recently when it grows beyond its capacity. */
export class LruMap<K, V> {
    private readonly entries = new Map<K, V>();

    constructor(private readonly capacity: number) {}

    /** The value of a key; counts as a use. */
    get(key: K): V | undefined {
        const value = this.entries.get(key);
        if (value !== undefined) {
            this.entries.delete(key);
            this.entries.set(key, value);
        }
        return value;
    }

    set(key: K, value: V): void {
        this.entries.delete(key);
        this.entries.set(key, value);
        if (this.entries.size > this.capacity) {
            this.entries.delete(this.entries.keys().next().value as K);
        }
    }

    get size(): number {
        return this.entries.size;
    }
}
