// gzip in both directions, with a bound on what a compressed request may grow to. Small bodies are done at once, large ones
// off the main thread.

import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { MAX_MESSAGE } from '../../wire/limits.js';
import { Code, Refusal } from '../../wire/status.js';
import { codeOfFailure } from '../../language/failures.js';

/** Answers below this size are left uncompressed. */
export const MIN_COMPRESSED = 1024;

/** Above this size the work is left to zlib's own threads. */
const INLINE = 16 * 1024;

const LEVEL = { level: 1 };

export const tooLarge = (): Refusal => new Refusal(Code.resourceExhausted, `message is larger than ${MAX_MESSAGE} bytes`);

export const unknownCompression = (name: string): Refusal =>
    new Refusal(Code.unimplemented, `unknown compression "${name}": supported encodings are gzip, identity`);

/** Decompresses a message; fails with a Refusal when it is no gzip or grows beyond {@link MAX_MESSAGE}. */
export function decompress(body: Buffer, done: (failure: Refusal | undefined, plain: Buffer) => void): void {
    const options = { maxOutputLength: MAX_MESSAGE };
    const failed = (error: Error): void =>
        done(
            codeOfFailure(error) === 'ERR_BUFFER_TOO_LARGE'
                ? tooLarge()
                : new Refusal(Code.invalidArgument, `message is not valid gzip: ${error.message}`),
            body
        );
    if (body.length > INLINE / 16) {
        gunzip(body, options, (error, plain) => (error ? failed(error) : done(undefined, plain)));
        return;
    }
    let plain: Buffer;
    try {
        plain = gunzipSync(body, { maxOutputLength: 4 * INLINE });
    } catch (error) {
        if (codeOfFailure(error) === 'ERR_BUFFER_TOO_LARGE') {
            gunzip(body, options, (late, all) => (late ? failed(late) : done(undefined, all)));
        } else {
            failed(error as Error);
        }
        return;
    }
    done(undefined, plain);
}

/** Compresses an answer. */
export function compress(body: Uint8Array, done: (compressed: Uint8Array) => void): void {
    if (body.length <= INLINE) {
        done(gzipSync(body, LEVEL));
    } else {
        gzip(body, LEVEL, (error, compressed) => done(error ? body : compressed));
    }
}
