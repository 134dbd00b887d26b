/** docs/service.md has a row for every environment variable, with its default. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src/service/config/environment.js';

const page = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('../../src/service/config/environment.ts', import.meta.url), 'utf8');

/** The default of each variable as the page has it. */
const rows = new Map([...page.matchAll(/^\| `(SERVICE_\w+)` \| ([^|]+) \|/gm)].map(([, name, value]) => [name, value]));

describe('the variables of the service', () => {
    it('are documented, and no others are', () => {
        expect([...rows.keys()].sort()).toEqual([...new Set(source.match(/SERVICE_[A-Z_]+/g))].sort());
    });

    const { counts, durations } = readEnvironment({});
    const fixed = Object.entries(counts).filter(([name]) => name !== 'SERVICE_JOBS');
    it.each(fixed)('%s has its default', (name, value) => expect(rows.get(name)).toBe(`${value}`));
    it.each(Object.entries(durations))('%s has its default', (name, value) => expect(rows.get(name)).toBe(`${value / 1000}s`));
});
