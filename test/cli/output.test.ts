/** What a command writes to standard output, however long it is: all of it in order, or nothing. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { spread } from '../support/thorough.js';
import { Output } from '../../src/cli/output.js';

const MEGABYTE = 1 << 20;

/** Takes what is written to standard output. @param failAfter pieces that are taken; the next one fails */
function taken(failAfter = Infinity): Buffer[] {
    const pieces: Buffer[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation(((piece: Buffer, done?: (error?: Error) => void) => {
        if (pieces.length >= failAfter) {
            done?.(new Error('EPIPE'));
            return false;
        }
        pieces.push(Buffer.from(piece));
        done?.();
        return true;
    }) as typeof process.stdout.write);
    return pieces;
}

function writePieces(output: Output, count: number): void {
    const memory = new Uint8Array(MEGABYTE); // which is written again, as writers do
    for (let i = 0; i < count; i++) {
        memory.fill(i);
        output.write(memory);
    }
}

afterEach(() => vi.restoreAllMocks());

describe('standard output', () => {
    it.each(spread([0, 1, 17, 16, 40], 2))('receives %i pieces of a megabyte in order', async count => {
        const pieces = taken();
        const output = new Output(undefined);
        writePieces(output, count);
        expect(pieces).toEqual([]);
        await output.end();
        const all = Buffer.concat(pieces);
        expect(all.length).toBe(count * MEGABYTE);
        expect(
            Array.from({ length: count }, (_, i) => all.subarray(i * MEGABYTE, (i + 1) * MEGABYTE).equals(Buffer.alloc(MEGABYTE, i)))
        ).toEqual(new Array(count).fill(true));
    });

    it.each([3, 40])('receives nothing of %i pieces that are cancelled', async count => {
        const pieces = taken();
        const output = new Output('-');
        writePieces(output, count);
        output.discard();
        expect(pieces).toEqual([]);
        await output.writeAll('then');
        expect(Buffer.concat(pieces).toString()).toBe('then');
    });

    it('ends when nobody reads it any more', async () => {
        const pieces = taken(2);
        const output = new Output(undefined);
        writePieces(output, 40);
        await output.end();
        expect(pieces.length).toBe(2);
    });
});
