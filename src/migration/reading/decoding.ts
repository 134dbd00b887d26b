/**
 * Decodes bytes to text, with the encoding that a byte order mark or the XML declaration states (contract: migration 2.8). Does not depend
 * on elements.
 */
import { TextDecoder } from 'node:util';
import { MigrationError } from './failure.js';

/** Size of the decoded pieces, in bytes: the whole document never becomes a single string. */
const PIECE = 1 << 20;

const DECLARED = /^<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

/** Decodes a document piece by piece. @throws MigrationError for an unknown encoding, or for bytes that are invalid in the encoding */
export function* textOf(bytes: Uint8Array): Generator<string> {
    const encoding = encodingOf(bytes);
    const decoder = decoderFor(encoding);
    for (let at = 0; at < bytes.length; at += PIECE) {
        const piece = bytes.subarray(at, at + PIECE);
        let text: string;
        try {
            text = decoder.decode(piece, { stream: at + PIECE < bytes.length });
        } catch {
            throw new MigrationError(`the text is not ${encoding}: bytes that are no character, in the piece from byte ${at}`);
        }
        yield text;
    }
}

function decoderFor(encoding: string): TextDecoder {
    try {
        return new TextDecoder(encoding, { fatal: true });
    } catch {
        throw new MigrationError(`unknown encoding "${encoding}"`);
    }
}

function encodingOf(bytes: Uint8Array): string {
    const [a, b, c, d] = bytes;
    if (a === 0xff && b === 0xfe) {
        return 'utf-16le';
    }
    if (a === 0xfe && b === 0xff) {
        return 'utf-16be';
    }
    if (a === 0xef && b === 0xbb && c === 0xbf) {
        return 'utf-8';
    }
    if (a === 0x3c && b === 0 && d === 0) {
        return 'utf-16le'; // `<` and a further character, without a byte order mark
    }
    if (a === 0 && b === 0x3c && c === 0) {
        return 'utf-16be';
    }
    const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
    const declared = DECLARED.exec(head)?.[1].toLowerCase() ?? 'utf-8';
    // Eight-bit text that declares a wider encoding was converted before it reached us: its declaration is outdated and its bytes are
    // UTF-8.
    return declared.startsWith('utf-16') || declared === 'ucs-2' ? 'utf-8' : declared;
}
