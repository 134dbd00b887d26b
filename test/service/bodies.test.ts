/** The bytes of bodies in flight: what an exchange may reserve beside others. */
import { expect, it } from 'vitest';
import { BodyBudget, bytesInFlight } from '../../src/service/transports/http/bodies.js';

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
