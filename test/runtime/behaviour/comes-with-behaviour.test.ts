/** Which types come with behaviours: what is known of the parts of one type serves the others, in any order of questions. */
import { expect, it } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import { comesWithBehaviour } from '../../../src/runtime/behaviour/exhibited.js';
import { modelOf } from './run.js';

const COUNT = 12;

/** A generator of whole numbers below a bound, the same for each seed. */
function numbers(seed: number): (below: number) => number {
    let state = seed;
    return below => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * below);
    };
}

it.each(Array.from({ length: 40 }, (_, seed) => seed))('types reach the behaviours of their parts, also in circles: seed %i', seed => {
    const below = numbers(seed + 1);
    const parts = Array.from({ length: COUNT }, () => Array.from({ length: below(3) }, () => below(COUNT)));
    const exhibits = Array.from({ length: COUNT }, () => below(8) === 0);
    const definitions = parts.map((held, i) => {
        const machine = exhibits[i] ? `exhibit state m${i} { entry; then s; state s; }` : '';
        return `part def D${i} { ${held.map((to, k) => `part p${i}_${k} : D${to}[0..*];`).join(' ')} ${machine} }`;
    });
    const reaches = (from: number): boolean => {
        const reached = new Set([from]);
        for (const at of reached) {
            parts[at].forEach(to => reached.add(to));
        }
        return [...reached].some(at => exhibits[at]);
    };
    const model = modelOf(definitions.join('\n'));
    const order = Array.from({ length: COUNT }, (_, i) => i).sort((a, b) => ((a * 7 + seed) % COUNT) - ((b * 7 + seed) % COUNT));
    const found = order.map(i => comesWithBehaviour(elementById(model, `T::D${i}`)!));
    expect(found).toEqual(order.map(reaches));
});
