/** Inflated bytes are counted before they are kept (src/service/transports/compression.ts). */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isFull } from '../support/thorough.js';
import { decompress } from '../../src/service/transports/compression.js';

const MIB = 2 ** 20;
/** More than the largest message. */
const LARGE = gzipSync(Buffer.alloc(129 * MIB), { level: 1 });

/** What becomes of a body where so many inflated bytes have room, and how many were counted. */
function inflated(body: Buffer, room: number): Promise<{ readonly refusal?: string; readonly length: number; readonly held: number }> {
    let held = 0;
    const hold = (bytes: number): boolean => {
        if (held + bytes > room) return false;
        held += bytes;
        return true;
    };
    return new Promise(done => {
        decompress(body, hold, (refusal, plain) => done({ refusal: refusal?.message, length: plain.length, held }));
    });
}

it.each([
    ['a small body', gzipSync('abc'), 100, { length: 3, held: 3 }],
    ['a small body that grows', gzipSync(Buffer.alloc(MIB)), 2 * MIB, { length: MIB, held: MIB }],
    ['a body of several pieces', gzipSync(Buffer.alloc(3 * MIB, 'abcdefghi'), { level: 0 }), 4 * MIB, { length: 3 * MIB, held: 3 * MIB }],
    ['no gzip', Buffer.from('abc'), 100, { refusal: 'message is not valid gzip: incorrect header check', length: 3, held: 0 }],
    [
        'a truncated body',
        gzipSync('abc').subarray(0, 12),
        9,
        { refusal: 'message is not valid gzip: unexpected end of file', length: 12, held: 0 }
    ]
])('%s is inflated', async (_, body, room, expected) => {
    expect(await inflated(body, room)).toEqual({ refusal: undefined, ...expected });
});

it.each([
    ['a small body', gzipSync('abc'), 2],
    ['a body that grows', LARGE, 5 * MIB]
])('%s beyond the room that there is, is refused before it is kept', async (_, body, room) => {
    const { refusal, held } = await inflated(body, room);
    expect(refusal).toBe('too many large requests at a time');
    expect(held).toBeLessThanOrEqual(room);
});

it.runIf(isFull)('a body that inflates beyond the largest message is refused', async () => {
    const { refusal, held } = await inflated(LARGE, Infinity);
    expect(refusal).toBe(`message is larger than ${128 * MIB} bytes`);
    expect(held).toBeLessThanOrEqual(128 * MIB);
});
