// Each row of the mapping in the dialect of each tool: the same notation and verdicts (contract: migration 2.1, 5–12). The quick suite
// takes every fourth row, in one of its dialects, in turn, the long suite each one in every second of them.

import { describe, expect, it } from 'vitest';
import { format } from '../../src/exchange/formatter/format.js';
import { isThorough, portion, sampled, spread } from '../support/thorough.js';
import { DIALECTS, drawnInDialect } from './dialects.js';
import { ROWS } from './rows-all.js';
import { migrated } from './v1.js';

/** The rows that a suite tries in a dialect. */
const rowsOf = (dialect: string): readonly (typeof ROWS)[number][] =>
    ROWS.filter(({ only = Object.keys(DIALECTS) }, i) => (isThorough ? only.includes(dialect) : only[i % only.length] === dialect));

describe.each(Object.entries(DIALECTS))('%s', (name, { id, stereotype, diagrams: place, isZipped }) => {
    const rows = isThorough ? portion(rowsOf(name), 2, Object.keys(DIALECTS).indexOf(name) % 2) : spread(rowsOf(name), 4);
    it.each(rows.map(row => [`${row.section} ${row.title}`, row] as const))(
        '%s',
        (_title, { members, applied, lines, verdicts, diagrams = [], placed = [] }) => {
            const [document, ...further] = drawnInDialect(name, members, applied, diagrams);
            const { content, report } = migrated(document, {}, further);
            expect(format(content)).toBe(content);
            const written = content.split('\n').map(line => line.trim());
            // Diagrams of Enterprise Architect are not read.
            if (place === 'own' && diagrams.length > 0) {
                expect(content).not.toContain('view ');
                return;
            }
            const keepsPlaces = place === 'beside' || isZipped === true;
            const expected = [...lines, ...(keepsPlaces ? placed : [])].map(line =>
                line
                    .replace(/ID-(\w+)/g, (_, own: string) => id(own))
                    .replace(/ST-(\w+)/g, (_, plain: string) => stereotype(plain).replace(/^.*:/, ''))
            );
            expect(written).toEqual(expect.arrayContaining(expected));
            const others = report.entries.filter(e => e.verdict !== 'mapped' && !Object.keys(verdicts).some(own => id(own) === e.id));
            expect(others.map(e => `${e.kind} ${e.name}: ${e.verdict}, ${e.note}`)).toEqual([]);
            for (const [own, verdict] of Object.entries(verdicts).filter(([, expectation]) => expectation !== '*')) {
                expect(report.entries.find(e => e.id === id(own))?.verdict, own).toBe(verdict);
            }
        }
    );
});

describe('with the ids of the elements', () => {
    it.each(sampled(ROWS, 36, 1).map(row => [`${row.section} ${row.title}`, row] as const))(
        '%s',
        (_title, { members, applied, diagrams = [] }) => {
            const [document, ...further] = drawnInDialect('plain UML', members, applied, diagrams);
            const { report, content } = migrated(document, { keepIds: true }, further);
            expect(report.counts).toEqual(migrated(document, {}, further).report.counts);
            const ids = [...content.matchAll(/IdentityMetadata::ElementId[^{]*\{ id = ("[^"]*")/g)].map(([, id]) => id);
            expect(new Set(ids).size).toBe(ids.length);
        }
    );
});

describe('in portable notation', () => {
    it.each(sampled(ROWS, 36).map(row => [`${row.section} ${row.title}`, row] as const))(
        '%s',
        (_title, { members, applied, diagrams = [] }) => {
            const [document, ...further] = drawnInDialect('plain UML', members, applied, diagrams);
            const { report } = migrated(document, { strict: true }, further); // clean under strict conformance
            const { mapped, approximated, unmapped, skipped } = report.counts;
            expect(mapped + approximated + unmapped + skipped).toBe(report.entries.length);
        }
    );
});
