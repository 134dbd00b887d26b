/**
 * Decodes bytes to text, with the encoding that a byte order mark or the XML declaration states (contract: migration 2.8). Does not depend
 * on elements.
 */
import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { MigrationError } from './failure.js';

/**
 * Size of the decoded pieces, in bytes. The whole document never becomes a single string. The pieces are small, because one character
 * outside ASCII can make all texts cut from its piece need two bytes per character.
 */
export const PIECE = 1 << 16;

const DECLARED = /^<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

/** Decodes a document piece by piece. @throws MigrationError for an unknown encoding, or for bytes that are invalid in the encoding */
export function* textOf(bytes: Uint8Array): Generator<string> {
    const encoding = encodingOf(bytes);
    const decoder = decoderFor(encoding);
    const isUtf8 = decoder.encoding === 'utf-8';
    const extendsAscii = isUtf8 || EXTENDS_ASCII.test(decoder.encoding);
    for (let at = startOf(bytes, isUtf8); at < bytes.length;) {
        const end = isUtf8 ? endOfCharacter(bytes, at + PIECE) : at + PIECE;
        const piece = bytes.subarray(at, end);
        let text: string;
        try {
            // The decoder makes strings of two bytes per character even of ASCII.
            // Without `stream`, Node 20 decodes Windows-1252 as Latin-1.
            text = extendsAscii && isAscii(piece) ? latin1Text(piece) : decoder.decode(piece, { stream: !isUtf8 });
            text += end < bytes.length || isUtf8 ? '' : decoder.decode(); // refuses a character that is not complete
        } catch {
            throw new MigrationError(`the text is not ${encoding}: bytes that are no character, in the piece from byte ${at}`);
        }
        yield text;
        at = end;
    }
}

/** Encodings of one byte per character. Their first 128 characters are those of ASCII. */
const EXTENDS_ASCII = /^(windows-125\d|windows-874|iso-8859-\d+)/;

const latin1Text = ({ buffer, byteOffset, length }: Uint8Array): string => Buffer.from(buffer, byteOffset, length).toString('latin1');

/** Returns the start of the text: after a byte order mark, which is one only at the start of the document. */
const startOf = ([a, b, c]: Uint8Array, isUtf8: boolean): number => (isUtf8 && a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0);

/** Returns the end of the UTF-8 character that contains the byte before a position. */
function endOfCharacter(bytes: Uint8Array, position: number): number {
    let end = position;
    while (end < bytes.length && end < position + 3 && (bytes[end] & 0xc0) === 0x80) {
        end++;
    }
    return end;
}

function decoderFor(encoding: string): TextDecoder {
    try {
        const { encoding: name } = new TextDecoder(encoding);
        return new TextDecoder(encoding, { fatal: true, ignoreBOM: name === 'utf-8' });
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
