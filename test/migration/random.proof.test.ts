// Random v1 models: what holds for every migration, whatever the model (contract: migration 3, 4.1, 13.1).

import { describe, expect, it } from 'vitest';
import { migrate, type Migration } from '../../src/migration/index.js';
import { hasEntry } from '../../src/migration/mapping/kinds.js';
import { readModel } from '../../src/migration/reading/index.js';
import { everyElement } from '../../src/migration/uml-model.js';
import { testLibrary } from '../support/library.js';
import { cases } from '../support/thorough.js';
import { randomModel } from './random-models.js';
import { errorsOf } from './v1.js';

const SEEDS = Array.from({ length: cases(1, 3, 12) }, (_, i) => i + 1);
/** Packages of helpers, which portable output does not use; deferred signals keep their annotation (13.2). */
const HELPERS = /^\s*[^/]*(StateMachines::|MigrationMetadata::(?!Deferred)|DiagramLayout::|Stochastic::|RandomFunctions::|Simulation::)/m;

const migrationOf = (text: string, strict: boolean): Migration =>
    migrate({ name: 'random.xmi', bytes: Buffer.from(text) }, { library: testLibrary(), strict });

describe.each(SEEDS)('the random model %i', seed => {
    const text = randomModel(seed);

    it('is written clean, the same each time, with one row an element', () => {
        const migration = migrationOf(text, false);
        expect(errorsOf(migration.content)).toEqual([]);
        expect(migrationOf(text, false)).toEqual(migration);
        const { entries, counts } = migration.report;
        expect(counts.mapped + counts.approximated + counts.unmapped + counts.skipped).toBe(entries.length);
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        const told = new Set(entries.map(({ id }) => id));
        const skipped = new Set(entries.filter(({ verdict }) => verdict === 'skipped').map(({ id }) => id));
        const model = readModel([Buffer.from(text)], () => {});
        const untold = [...everyElement(model.roots)].filter(
            element => hasEntry(element) && !told.has(element.id) && ![...element.owners()].some(({ id }) => skipped.has(id))
        );
        expect(untold.map(({ id }) => id)).toEqual([]);
    });

    it('says in the notation what is not migrated, and names targets that are written', () => {
        const { content, report } = migrationOf(text, false);
        const comments = content.match(/\/\* not migrated: /g) ?? [];
        expect(comments.length).toBeGreaterThanOrEqual(report.counts.unmapped);
        const lines = content.split('\n');
        for (const { target, line, verdict } of report.entries) {
            expect(target === '' || verdict !== 'unmapped').toBe(true);
            expect(line === undefined || line <= lines.length).toBe(true);
        }
    });

    it('is written in portable notation', () => {
        const { content } = migrationOf(text, true);
        expect(errorsOf(content, true)).toEqual([]);
        expect(HELPERS.exec(content.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))?.[0]).toBeUndefined();
    });
});
