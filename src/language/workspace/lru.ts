/** A map that forgets what was used least recently when it grows beyond its capacity. */
export class LruMap<K, V> {
    private readonly entries = new Map<K, V>();
    /** the last entry: what is asked again and again is not moved within the map */
    private latestKey: K | undefined;

    constructor(private readonly capacity: number) {}

    /** The value of a key; counts as a use. */
    get(key: K): V | undefined {
        const value = this.entries.get(key);
        if (value !== undefined && key !== this.latestKey) {
            this.entries.delete(key);
            this.entries.set(key, value);
            this.latestKey = key;
        }
        return value;
    }

    set(key: K, value: V): void {
        this.entries.delete(key);
        this.entries.set(key, value);
        this.latestKey = key;
        if (this.entries.size > this.capacity) {
            this.entries.delete(this.entries.keys().next().value as K);
        }
    }

    get size(): number {
        return this.entries.size;
    }
}
