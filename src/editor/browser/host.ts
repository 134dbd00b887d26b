/** `src/language/host.ts` for browsers: what Node has built in is done here with what every browser has. */
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

/** Bytes of a text in UTF-8: counted, not made. Half of a surrogate pair takes the three bytes of the sign that stands for it. */
export function utf8Length(text: string): number {
    let length = text.length;
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit >= 0x80) {
            const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
            length += unit < 0x800 ? 1 : 2;
            // two units, four bytes
            i += isPair ? 1 : 0;
        }
    }
    return length;
}

/** Characters that are put together at once: functions take so many arguments everywhere. */
const AT_ONCE = 8192;

export function decode(memory: ArrayBufferLike, offset: number, length: number, encoding: 'latin1' | 'utf16le' | 'utf8'): string {
    const bytes = new Uint8Array(memory, offset, length);
    if (encoding !== 'latin1') {
        return new TextDecoder(encoding === 'utf8' ? 'utf-8' : 'utf-16le', { ignoreBOM: true }).decode(bytes.slice());
    }
    // what browsers call latin1 is another encoding
    let text = '';
    for (let i = 0; i < length; i += AT_ONCE) {
        text += String.fromCharCode(...bytes.subarray(i, i + AT_ONCE));
    }
    return text;
}
