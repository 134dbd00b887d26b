/** The bytes of bodies in flight: what an exchange may reserve beside others, their pieces, and transfers that make no progress. */
import { afterEach, expect, it, vi } from 'vitest';
import { BodyBudget, BodyPieces, bytesInFlight, StallWatch, Watched } from '../../src/service/transports/http/bodies.js';

const KIB = 1024;
const MIB = 1024 * KIB;

it.each([
    ['little memory', 512 * MIB, 256],
    ['4 GiB', 4096 * MIB, 256],
    ['8 GiB', 8192 * MIB, 512],
    ['16 GiB', 16_384 * MIB, 1024],
    ['much memory', 1e6 * MIB, 1024]
])('of %s a sixteenth, within limits', (_what, memory, mebibytes) => expect(bytesInFlight(memory)).toBe(mebibytes * MIB));

/** What exchanges do, by their numbers: `1+5` reserves 5 KiB for exchange 1, `1=5` these instead of others, `1-` releases them. */
it.each<readonly [what: string, limit: number, steps: string, taken: string, inFlight: number]>([
    ['all of the limit', 100, '1+60 2+40', '✓ ✓', 100],
    ['no large body beyond it', 100, '1+60 2+70 2+40', '✓ – ✓', 100],
    ['one body of any size', 100, '1+300 2+70', '✓ –', 300],
    ['more for the only body', 100, '1+90 1+90', '✓ ✓', 180],
    ['not more for one of two', 100, '1+60 2+40 1+70', '✓ ✓ –', 100],
    ['small bodies up to twice the limit', 100, '1+100 2+64 3+36 4+1', '✓ ✓ ✓ –', 200],
    ['none that grows large', 100, '1+100 2+64 2+1', '✓ ✓ –', 164],
    ['what others have released', 100, '1+100 2+70 1- 2+70', '✓ – ✓ ✓', 70],
    ['a body in place of another one', 100, '1+60 2+40 1=50 1=70', '✓ ✓ ✓ –', 40],
    ['nothing twice', 100, '1+60 1- 1- 2+100', '✓ ✓ ✓ ✓', 100]
])('a budget has room for %s', (_what, limit, steps, taken, inFlight) => {
    const budget = new BodyBudget(limit * KIB);
    const exchanges = [1, 2, 3, 4].map(() => budget.open());
    const answers = steps.split(' ').map(step => {
        const [, exchange, action, size] = /^(\d)([+=-])(\d*)$/.exec(step)!;
        const held = exchanges[Number(exchange) - 1];
        if (action === '-') {
            held.release();
            return true;
        }
        return action === '+' ? held.hold(Number(size) * KIB) : held.replace(Number(size) * KIB);
    });
    expect(answers.map(isTaken => (isTaken ? '✓' : '–')).join(' ')).toBe(taken);
    expect(budget.inFlight).toBe(inFlight * KIB);
});

/** Pieces of so many KiB each, after one of three bytes. */
it.each<readonly [what: string, pieces: readonly number[], expected: number]>([
    ['nothing', [], 0],
    ['a small body', [1, 2, 3], 0],
    ['a large body', [100, 200, 300], 0],
    ['a large body of the declared length', [100, 200, 300], 600 * KIB + 3],
    ['a body that is longer than declared', [300, 300, 300], 300 * KIB],
    ['a body of one large piece', [1000], 0],
    ['a body far shorter than declared', [300], 1e9],
    ['many pieces', Array.from({ length: 40 }, () => 30), 0]
])('the pieces of %s are its bytes, and nothing is left of them', (_what, sizes, expected) => {
    const pieces = new BodyPieces();
    const parts = [Buffer.from('abc'), ...sizes.map((size, i) => Buffer.alloc(size * KIB, i + 1))];
    for (let times = 0; times < 2; times++) {
        parts.forEach(part => pieces.add(part, expected));
        expect(Buffer.compare(pieces.take(), Buffer.concat(parts))).toBe(0);
        expect(pieces.take().length).toBe(0);
    }
    pieces.add(parts[0], 0);
    pieces.clear();
    expect(pieces.take().length).toBe(0);
});

class Body extends Watched {
    constructor(
        readonly name: string,
        private readonly aborted: string[]
    ) {
        super();
    }

    destroy(): void {
        this.aborted.push(this.name);
    }
}

afterEach(() => void vi.useRealTimers());

it('transfers are aborted after twelve looks without progress, in any order of others', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const aborted: string[] = [];
    const watch = new StallWatch(10);
    const [first, moving, last, removed] = ['first', 'moving', 'last', 'removed'].map(name => new Body(name, aborted));
    [first, moving, removed].forEach(body => watch.add(body));
    watch.remove(removed);
    watch.remove(removed);
    for (let look = 1; look <= 11; look++) {
        moving.moved++;
        vi.advanceTimersByTime(10);
    }
    expect(aborted).toEqual([]);
    watch.add(last);
    vi.advanceTimersByTime(10);
    expect(aborted).toEqual(['first']);
    vi.advanceTimersByTime(100);
    expect(aborted).toEqual(['first']);
    vi.advanceTimersByTime(10);
    expect(aborted.slice(1).sort()).toEqual(['last', 'moving']);
    // a watch without bodies rests, and looks again at those that come
    vi.advanceTimersByTime(1000);
    watch.add(first);
    vi.advanceTimersByTime(1000);
    expect(aborted).toHaveLength(4);
});
