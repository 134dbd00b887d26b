// Folders for the time of one test file.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** Removes what the tests of a file have made (`around.ts`). */
export function removeTemporaryFolders(): void {
    made.splice(0).forEach(folder => rmSync(folder, { recursive: true, force: true }));
}

/** A new empty folder, removed when the tests of the file are done. */
export function temporaryFolder(prefix: string): string {
    const folder = mkdtempSync(join(tmpdir(), prefix));
    made.push(folder);
    return folder;
}
