/**
 * The functions of the platform that the core needs: hashes, text encodings and comparisons of bytes, implemented with Node. A bundle for
 * browsers replaces this file by `src/editor/browser/host.ts` (`imports` of package.json). The core uses neither files nor processes.
 */
import { createHash } from 'node:crypto';

/** A hash of data that is added in pieces; texts are hashed as UTF-8. */
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

/** The number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
    return Buffer.byteLength(text);
}

/** Decodes a range of bytes of a block of memory. */
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
