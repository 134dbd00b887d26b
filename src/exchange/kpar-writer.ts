/** Writes model files as a project interchange file (KerML 10.3, see `kpar.ts`). Works on bytes; does not depend on files or models. */
import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { type ArchivedFile, type ArchiveFacts, META, PROJECT } from './kpar.js';

/**
 * Packs files with an index of their top-level names.
 * @param hasChecksums whether the metadata contains a checksum of each file, as one object for each file like in the archives of the
 * standard
 */
export function writeArchive(
    files: readonly ArchivedFile[],
    { project, created, metamodel }: ArchiveFacts,
    hasChecksums = false
): Uint8Array {
    const index: Record<string, string> = {};
    const checksum: Record<string, { value: string; algorithm: string }> = {};
    const packed: Record<string, Uint8Array> = {};
    for (const { path, content, names = [] } of files) {
        names.forEach(name => (index[name] ??= path));
        packed[path] = strToU8(content);
        checksum[path] = { value: createHash('sha256').update(packed[path]).digest('hex'), algorithm: 'SHA256' };
    }
    packed[PROJECT] = strToU8(jsonOf(project));
    packed[META] = strToU8(jsonOf({ index, created, metamodel, ...(hasChecksums && { checksum }) }));
    return zipSync(packed, { mtime: new Date(created) });
}

function jsonOf(value: unknown): string {
    return `${JSON.stringify(value, undefined, 2)}\n`;
}
