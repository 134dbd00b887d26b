// Each row of the mapping in the dialect of each tool: the same notation and verdicts (contract: migration 2.1, 5–8).

import { describe, expect, it } from 'vitest';
import { DIALECTS, inDialect } from './dialects.js';
import { BEHAVIOUR } from './rows-behaviour.js';
import { REQUIREMENTS, STRUCTURE } from './rows-structure.js';
import { migrated } from './v1.js';

const ROWS = [...STRUCTURE, ...REQUIREMENTS, ...BEHAVIOUR];

describe.each(Object.entries(DIALECTS))('%s', (name, { id, stereotype }) => {
    it.each(ROWS.map(row => [`${row.section} ${row.title}`, row] as const))('%s', (_title, { members, applied, lines, verdicts }) => {
        const { content, report } = migrated(inDialect(name, members, applied));
        const written = content.split('\n').map(line => line.trim());
        const expected = lines.map(line =>
            line
                .replace(/ID-(\w+)/g, (_, own: string) => id(own))
                .replace(/[A-Z]{4,}(?=»)/g, word => {
                    const plain = word.charAt(0) + word.slice(1).toLowerCase();
                    return stereotype(plain).replace(/^.*:/, '');
                })
        );
        expect(written).toEqual(expect.arrayContaining(expected));
        const others = report.entries.filter(e => e.verdict !== 'mapped' && !Object.keys(verdicts).some(own => id(own) === e.id));
        expect(others.map(e => `${e.kind} ${e.name}: ${e.verdict}, ${e.note}`)).toEqual([]);
        for (const [own, verdict] of Object.entries(verdicts).filter(([, expectation]) => expectation !== '*')) {
            expect(report.entries.find(e => e.id === id(own))?.verdict, own).toBe(verdict);
        }
    });
});
