/**
 * Writes the snapshot of the bundled library: dist/library.snapshot from the texts in build/library. Run by itself with
 * `tsx scripts/library/snapshot.ts`, or call `writeSnapshot` after the library was generated.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeWhole } from '../../src/language/library/cache.js';
import { SNAPSHOT } from '../../src/language/library/loading.js';
import { Reader } from '../../src/language/library/reader.js';
import { readSources } from '../../src/language/library/sources.js';
import { judge } from '../../src/language/library/library.js';
import { makeSnapshot } from '../../src/language/library/writer.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Writes a snapshot of a library.
 *
 * @param options.source folder of the library's texts
 * @param options.target the file to write
 * @returns path and size in bytes of the file
 * @throws when a text has a syntax error: the bundled library must have none
 */
export function writeSnapshot({ source = join(ROOT, 'build', 'library'), target = join(ROOT, 'dist', SNAPSHOT) } = {}): {
    target: string;
    size: number;
} {
    const { documents, content } = readSources(source);
    const snapshot = makeSnapshot(documents, content, judge(documents));
    for (const {
        name,
        syntaxErrors: [error]
    } of new Reader(snapshot, true).directory.documents) {
        if (error !== undefined) {
            throw new Error(`${name}, offset ${error.offset}: ${error.message}`);
        }
    }
    mkdirSync(dirname(target), { recursive: true });
    writeWhole(target, snapshot);
    return { target, size: snapshot.byteLength };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { target, size } = writeSnapshot();
    console.log(`${target}: ${(size / 1024).toFixed(0)} kB`);
}
