// Damaged inputs, a sample (contract: migration 2.8). `damaged.long.test.ts` tries thousands.

import { describe, expect, it } from 'vitest';
import { cases } from '../support/thorough.js';
import { entryOf, migrated } from './v1.js';
import { ALL_DAMAGES, random, SAMPLE, survives } from './damaged.js';

it('the sample itself has no unmapped element', () => {
    const migration = migrated(SAMPLE);
    expect(migration.report.counts.unmapped).toBe(0);
    expect(entryOf(migration, 'con').verdict).toBe('mapped');
    expect(migrated(SAMPLE)).toEqual(migration);
});

describe.each(Object.entries(ALL_DAMAGES))('%s', (kind, damage) => {
    it('ends in a report or one error', () => {
        for (let seed = 1; seed <= cases(1, 3); seed++) {
            const next = random(seed * 7919 + kind.length);
            const once = damage(SAMPLE, next);
            const damaged = typeof once !== 'string' || next() < 0.5 ? once : damage(once, next);
            survives(damaged, typeof damaged === 'string' && seed === 2);
        }
    });
});
