// v1 models as texts, and what becomes of them. Each is migrated, and what is written is checked: no test passes with errors in it.

import { expect } from 'vitest';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { type Entry, migrate, type Migration, type MigrationOptions } from '../../src/migration/index.js';
import { testLibrary } from '../support/library.js';
import { xmi } from './documents.js';

export { REAL, STRING, xmi } from './documents.js';

/** Migrates a document, and checks what is written. @param further documents of the same model */
export function migrated(
    document: string | Uint8Array,
    options: Partial<MigrationOptions> = {},
    further: readonly Uint8Array[] = []
): Migration {
    const bytes = typeof document === 'string' ? Buffer.from(document) : document;
    const migration = migrate({ name: 'test.xmi', bytes, further }, { library: testLibrary(), ...options });
    expect(errorsOf(migration.content, options.strict)).toEqual([]);
    return migration;
}

/** Errors of notation, with their lines. */
export function errorsOf(content: string, strict = false): string[] {
    const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'migrated.sysml', language: 'sysml', content }], { strict });
    const lines = content.split('\n');
    return model.diagnostics.filter(d => d.severity === 'error').map(d => `${lines[(d.span?.startLine ?? 1) - 1].trim()}: ${d.message}`);
}

/** The notation of members of a model. */
export function notation(members: string, applications = '', options: Partial<MigrationOptions> = {}): string {
    return migrated(xmi(members, applications), options).content;
}

/** The row of an element. */
export function entryOf(migration: Migration, id: string): Entry {
    const found = migration.report.entries.filter(entry => entry.id === id);
    expect(found, `entries of ${id}`).toHaveLength(1);
    return found[0];
}
