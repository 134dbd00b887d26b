/** A queue of rows of small numbers, most of which take one byte. Does not depend on states. */

const BLOCK = 1 << 16;

export class RowQueue {
    private readonly blocks: Uint8Array[] = [];
    private readAt = 0;
    private writeAt = BLOCK;
    private most = 0;

    /** Greatest memory use of the waiting rows. */
    get bytes(): number {
        return this.most * BLOCK;
    }

    put(row: readonly number[]): void {
        this.write(row.length);
        for (let i = 0; i < row.length; i++) {
            this.write(row[i]);
        }
    }

    private write(number: number): void {
        let rest = number;
        while (rest > 127) {
            this.byte((rest & 127) | 128);
            rest >>>= 7;
        }
        this.byte(rest);
    }

    private byte(byte: number): void {
        if (this.writeAt === BLOCK) {
            this.blocks.push(new Uint8Array(BLOCK));
            this.writeAt = 0;
            this.most = Math.max(this.most, this.blocks.length);
        }
        this.blocks[this.blocks.length - 1][this.writeAt++] = byte;
    }

    /** Returns and removes the oldest row; the queue must not be empty. */
    take(): number[] {
        const row: number[] = new Array<number>(this.read());
        for (let i = 0; i < row.length; i++) {
            row[i] = this.read();
        }
        return row;
    }

    drop(): void {
        for (let i = this.read(); i > 0; i--) {
            this.read();
        }
    }

    private read(): number {
        let number = 0;
        for (let shift = 0; ; shift += 7) {
            if (this.readAt === BLOCK) {
                this.blocks.shift();
                this.readAt = 0;
            }
            const byte = this.blocks[0][this.readAt++];
            number |= (byte & 127) << shift;
            if (byte < 128) {
                return number;
            }
        }
    }
}
