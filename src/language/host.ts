/**
 * What the core asks of the machine that it runs on beyond the language itself: hashes and the encodings of text, here by Node's own
 * functions. A bundle for browsers has `src/editor/browser/host.ts` in this place (`imports` of package.json). Files and processes are no
 * matter of the core.
 */
import { createHash } from 'node:crypto';

/** A hash that is fed piece by piece; texts count as UTF-8. */
export interface Hash {
    update(data: string | Uint8Array): Hash;
    hex(): string;
}

class NodeHash implements Hash {
    private readonly hash;

    constructor(algorithm: 'sha1' | 'sha256') {
        this.hash = createHash(algorithm);
    }

    update(data: string | Uint8Array): Hash {
        this.hash.update(data);
        return this;
    }

    hex(): string {
        return this.hash.digest('hex');
    }
}

export function newHash(algorithm: 'sha1' | 'sha256'): Hash {
    return new NodeHash(algorithm);
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
    return Buffer.byteLength(text);
}

/** A text that stands in a block of memory. */
export function decode(memory: ArrayBufferLike, offset: number, length: number, encoding: 'latin1' | 'utf16le' | 'utf8'): string {
    return Buffer.from(memory, offset, length).toString(encoding);
}

/** A copy of bytes, in the form that {@link equalBytes} compares fastest. */
export function copyOfBytes(bytes: Uint8Array): Uint8Array {
    return Buffer.from(bytes);
}

/** Whether two ranges of the same length hold the same bytes. */
export function equalBytes(a: Uint8Array, fromA: number, b: Uint8Array, fromB: number, length: number): boolean {
    const buffer = a instanceof Buffer ? a : Buffer.from(a.buffer, a.byteOffset, a.length);
    return buffer.compare(b, fromB, fromB + length, fromA, fromA + length) === 0;
}
