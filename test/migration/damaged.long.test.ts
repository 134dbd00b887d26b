// 5,000 damaged inputs (contract: migration 2.8).

import { it } from 'vitest';
import { DAMAGES, random, SAMPLE, survives } from './damaged.js';

const EACH = Math.ceil(5000 / Object.keys(DAMAGES).length);

it.each(Object.entries(DAMAGES))('%s', (kind, damage) => {
    for (let seed = 1; seed <= EACH; seed++) {
        const next = random(seed * 104729 + kind.length);
        let text = SAMPLE;
        for (let times = Math.floor(next() * 4); times >= 0; times--) {
            text = text.length < 20 ? text : damage(text, next);
        }
        survives(text, seed % 10 === 0);
    }
});
