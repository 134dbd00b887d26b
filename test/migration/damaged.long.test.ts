// 5,000 damaged inputs (contract: migration 2.8), half of them in the long suite: each ends in a report that adds up, or in one error,
// within a bound of memory.

import { expect, it } from 'vitest';
import { cases } from '../support/thorough.js';
import { ALL_DAMAGES, random, SAMPLE, survives } from './damaged.js';
import { DISTILLER } from './models/distiller.js';
import { HYBRID_SUV } from './models/hybrid-suv.js';
import { WATER_TANK } from './models/water-tank.js';

const KINDS = Object.entries(ALL_DAMAGES);
const INPUTS = cases(0, 700, 5000);
const EACH = Math.ceil(INPUTS / KINDS.length);
/** Bytes by which the process may grow, the compiler's and the library's counted: other files have used it before. */
const BOUND = 2 ** 30;
const held = process.memoryUsage.rss();
/** Most are of the small sample; each tenth is of a larger model. */
const LARGER = [DISTILLER, HYBRID_SUV, WATER_TANK];

let tried = 0;

it.each(KINDS)('%s', (kind, damage) => {
    for (let seed = 1; seed <= EACH; seed++) {
        const next = random(seed * 104729 + kind.length);
        let damaged: string | Uint8Array = seed % 10 === 5 ? LARGER[Math.floor(next() * LARGER.length)] : SAMPLE;
        for (let times = Math.floor(next() * 4); times >= 0 && typeof damaged === 'string' && damaged.length > 20; times--) {
            damaged = damage(damaged, next);
        }
        survives(damaged, typeof damaged === 'string' && seed % 10 === 0);
        tried++;
    }
    expect(process.memoryUsage.rss() - held).toBeLessThan(BOUND);
});

it('these were all', () => expect(tried).toBeGreaterThanOrEqual(INPUTS));
