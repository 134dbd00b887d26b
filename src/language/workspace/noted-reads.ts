/** The reads of one document, as pairs of keys of place-keys.ts in few bytes, since a large model has millions of them. */

export class NotedReads {
    /** Reads since the last {@link pack}, by reader. */
    private recent = new Map<number, Set<number>>();
    /** The packed readers in ascending order, and the start index of each one's reads. */
    private readers = new Float64Array(0);
    private starts = new Uint32Array(1);
    private packed = new Float64Array(0);

    /** Notes a read, once. */
    add(reader: number, read: number): void {
        const known = this.recent.get(reader);
        if (known?.has(read) === true || this.hasPacked(reader, read)) {
            return;
        }
        if (known === undefined) {
            this.recent.set(reader, new Set([read]));
        } else {
            known.add(read);
        }
    }

    /** Calls a function for each read, in no particular order. */
    forEach(each: (reader: number, read: number) => void): void {
        for (let i = 0; i < this.readers.length; i++) {
            for (let j = this.starts[i]; j < this.starts[i + 1]; j++) {
                each(this.readers[i], this.packed[j]);
            }
        }
        this.recent.forEach((reads, reader) => reads.forEach(read => each(reader, read)));
    }

    /** Packs the reads into less memory, once most of them are noted. */
    pack(): void {
        if (this.recent.size === 0) {
            return;
        }
        const all = new Map<number, number[]>();
        this.forEach((reader, read) => {
            const known = all.get(reader);
            if (known === undefined) {
                all.set(reader, [read]);
            } else {
                known.push(read);
            }
        });
        const readers = Float64Array.from(all.keys()).sort();
        const starts = new Uint32Array(readers.length + 1);
        readers.forEach((reader, i) => (starts[i + 1] = starts[i] + all.get(reader)!.length));
        const packed = new Float64Array(starts[readers.length]);
        readers.forEach((reader, i) => packed.set(all.get(reader)!, starts[i]));
        [this.readers, this.starts, this.packed] = [readers, starts, packed];
        this.recent = new Map();
    }

    private hasPacked(reader: number, read: number): boolean {
        let [low, high] = [0, this.readers.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.readers[middle] < reader) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return this.readers[low] === reader && this.packed.subarray(this.starts[low], this.starts[low + 1]).includes(read);
    }
}
