/** `src/language/host.ts` for browsers: replaces Node's built-in functions by those that every browser has. */
import { sha1 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import type { Hash } from '../../language/host.js';

const ALGORITHMS = { sha1, sha256 };

class PortableHash implements Hash {
    private readonly hash;

    constructor(algorithm: keyof typeof ALGORITHMS) {
        this.hash = ALGORITHMS[algorithm].create();
    }

    update(data: string | Uint8Array): Hash {
        this.hash.update(typeof data === 'string' ? new TextEncoder().encode(data) : data);
        return this;
    }

    hex(): string {
        return bytesToHex(this.hash.digest());
    }
}

export function newHash(algorithm: keyof typeof ALGORITHMS): Hash {
    return new PortableHash(algorithm);
}

/**
 * The number of bytes of a text in UTF-8, computed without encoding it. A lone surrogate takes the three bytes of the replacement
 * character.
 */
export function utf8Length(text: string): number {
    let length = text.length;
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit >= 0x80) {
            const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
            length += unit < 0x800 ? 1 : 2;
            // a pair of two units has four bytes
            i += isPair ? 1 : 0;
        }
    }
    return length;
}

/** A copy of bytes. */
export function copyOfBytes(bytes: Uint8Array): Uint8Array {
    return bytes.slice();
}

/** Number of characters converted in one call: every engine accepts this many arguments. */
const AT_ONCE = 8192;

export function decode(memory: ArrayBufferLike, offset: number, length: number, encoding: 'latin1' | 'utf16le' | 'utf8'): string {
    const bytes = new Uint8Array(memory, offset, length);
    if (encoding !== 'latin1') {
        return new TextDecoder(encoding === 'utf8' ? 'utf-8' : 'utf-16le', { ignoreBOM: true }).decode(bytes.slice());
    }
    // the `latin1` of browsers is another encoding (windows-1252)
    let text = '';
    for (let i = 0; i < length; i += AT_ONCE) {
        text += String.fromCharCode(...bytes.subarray(i, i + AT_ONCE));
    }
    return text;
}

export function equalBytes(a: Uint8Array, fromA: number, b: Uint8Array, fromB: number, length: number): boolean {
    for (let i = 0; i < length; i++) {
        if (a[fromA + i] !== b[fromB + i]) {
            return false;
        }
    }
    return true;
}
