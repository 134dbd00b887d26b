/** Project interchange files (KerML 10.3) made of model files; `kpar.ts` says what they are. Knows bytes; no file and no model. */
import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { type ArchivedFile, type ArchiveFacts, META, PROJECT } from './kpar.js';

/**
 * Packs files, with an index of their top-level names.
 * @param hasChecksums whether the metadata have a checksum of each file: an object a file, as the standard's own archives have it
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
