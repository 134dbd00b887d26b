/** The bounds of a map: the number of values, and their total weight. The last used value is kept whatever its weight. */
export interface Bounds<V> {
    readonly count: number;
    readonly weight?: number;
    readonly weigh?: (value: V) => number;
}

/** A map with bounds that drops the least recently used values. */
export class LruMap<K, V> {
    private readonly entries = new Map<K, V>();
    /** the last entry: repeated reads of it do not move it within the map */
    private latestKey: K | undefined;
    private weight = 0;

    constructor(private readonly bounds: Bounds<V>) {}

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
        this.delete(key);
        this.entries.set(key, value);
        this.latestKey = key;
        const { count, weight = Infinity, weigh } = this.bounds;
        this.weight += weigh?.(value) ?? 0;
        while (this.entries.size > 1 && (this.entries.size > count || this.weight > weight)) {
            const [oldest] = this.entries.keys();
            this.delete(oldest);
        }
    }

    delete(key: K): void {
        const value = this.entries.get(key);
        if (value !== undefined) {
            this.entries.delete(key);
            this.weight -= this.bounds.weigh?.(value) ?? 0;
        }
    }

    get size(): number {
        return this.entries.size;
    }
}
