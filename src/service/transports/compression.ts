// gzip in both directions, with a bound on what a compressed request may grow to. Small bodies are done at once, large ones
// off the main thread.

import { createGunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { MAX_MESSAGE } from '../../wire/limits.js';
import { Code, Refusal } from '../../wire/status.js';
import { codeOfFailure } from '../../language/failures.js';
import { BodyPieces } from './http/bodies.js';

/** Answers below this size are left uncompressed. */
export const MIN_COMPRESSED = 1024;

/** Above this size the work is left to zlib's own threads. */
const INLINE = 16 * 1024;

/** Inflated at a time, in bytes. */
const PIECE = 256 * 1024;

const LEVEL = { level: 1 };

export const tooLarge = (): Refusal => new Refusal(Code.resourceExhausted, `message is larger than ${MAX_MESSAGE} bytes`);

export const tooMuchInFlight = (): Refusal => new Refusal(Code.resourceExhausted, 'too many large requests at a time');

export const unknownCompression = (name: string): Refusal =>
    new Refusal(Code.unimplemented, `unknown compression "${name}": supported encodings are gzip, identity`);

/** Receives a decompressed message, once. */
type Decompressed = (failure: Refusal | undefined, plain: Buffer) => void;

/**
 * Decompresses a message; fails with a Refusal when it is no gzip, grows beyond {@link MAX_MESSAGE}, or beyond what `hold` permits.
 * @param hold counts inflated bytes before they are kept, so that no uncounted byte is in memory; false when there is no room
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

/** Decompresses piece by piece, off the main thread. */
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
