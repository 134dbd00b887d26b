// Compression with gzip. The size of decompressed requests is bounded. Small bodies are processed synchronously, large ones in zlib's
// threads.

import { createGunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { MAX_MESSAGE } from '../../wire/limits.js';
import { Code, Refusal } from '../../wire/status.js';
import { codeOfFailure } from '../../language/failures.js';
import { BodyPieces } from './http/bodies.js';

/** smaller answers are not compressed */
export const MIN_COMPRESSED = 1024;

/** larger bodies are processed in zlib's threads */
const INLINE = 16 * 1024;

/** bytes inflated at a time */
const PIECE = 256 * 1024;

const LEVEL = { level: 1 };

export const tooLarge = (): Refusal => new Refusal(Code.resourceExhausted, `message is larger than ${MAX_MESSAGE} bytes`);

export const tooMuchInFlight = (): Refusal => new Refusal(Code.resourceExhausted, 'too many large requests at a time');

export const unknownCompression = (name: string): Refusal =>
    new Refusal(Code.unimplemented, `unknown compression "${name}": supported encodings are gzip, identity`);

/** Receives the decompressed message, once. */
type Decompressed = (failure: Refusal | undefined, plain: Buffer) => void;

/**
 * Decompresses a message. Fails with a Refusal if it is not gzip, exceeds {@link MAX_MESSAGE}, or exceeds what `hold` permits.
 * @param hold reserves inflated bytes before they are kept; returns false if there is no room
 */
export function decompress(body: Buffer, hold: (bytes: number) => boolean, done: Decompressed): void {
    if (body.length > INLINE / 16) {
        inflate(body, hold, done);
        return;
    }
    let plain: Buffer;
    try {
        plain = gunzipSync(body, { maxOutputLength: 4 * INLINE });
    } catch (error) {
        if (codeOfFailure(error) === 'ERR_BUFFER_TOO_LARGE') {
            inflate(body, hold, done);
        } else {
            done(noGzip(error as Error), body);
        }
        return;
    }
    const isHeld = hold(plain.length);
    done(isHeld ? undefined : tooMuchInFlight(), plain);
}

/** Decompresses in pieces, in zlib's threads. */
function inflate(body: Buffer, hold: (bytes: number) => boolean, done: Decompressed): void {
    const stream = createGunzip({ chunkSize: PIECE });
    const pieces = new BodyPieces();
    let length = 0;
    const fail = (refusal: Refusal): void => {
        stream.destroy();
        pieces.clear();
        done(refusal, body);
    };
    stream.on('data', (piece: Buffer) => {
        length += piece.length;
        if (length > MAX_MESSAGE) {
            fail(tooLarge());
        } else if (!hold(piece.length)) {
            fail(tooMuchInFlight());
        } else {
            pieces.add(piece, 0);
        }
    });
    stream.on('error', error => fail(noGzip(error)));
    stream.on('end', () => done(undefined, pieces.take()));
    stream.end(body);
}

const noGzip = (error: Error): Refusal => new Refusal(Code.invalidArgument, `message is not valid gzip: ${error.message}`);

/** Compresses an answer. */
export function compress(body: Uint8Array, done: (compressed: Uint8Array) => void): void {
    if (body.length <= INLINE) {
        done(gzipSync(body, LEVEL));
    } else {
        gzip(body, LEVEL, (error, compressed) => done(error ? body : compressed));
    }
}
