/**
 * Project interchange files (KerML 10.3): a ZIP archive of model files beside `.project.json` and `.meta.json`. Knows bytes; no file and no model.
 */
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { ReadingError } from './reading/failure.js';

/** A model file in an archive, or for one. */
export interface ArchivedFile {
    /** path in the archive, `/` between folders */
    readonly path: string;
    readonly content: string;
    /** names and short names of the top-level elements */
    readonly names?: readonly string[];
}

export interface ArchiveFacts {
    readonly name: string;
    readonly version: string;
    /** ISO 8601 */
    readonly created: string;
    readonly metamodel: string;
}

const MODEL_FILE = /(?:^|\/)[^/]*\.(?:sysml|kerml|json)$/i;
const METADATA = /(?:^|\/)\.(?:project|meta)\.json$/i;
/** Bytes that the files of an archive may have together. */
const MAX_UNPACKED = 256 * 1024 * 1024;

/** Packs files, with an index of their top-level names and a checksum each. */
export function writeArchive(files: readonly ArchivedFile[], facts: ArchiveFacts): Uint8Array {
    const index: Record<string, string> = {};
    const checksum: Record<string, { value: string; algorithm: string }[]> = {};
    const packed: Record<string, Uint8Array> = {};
    for (const { path, content, names = [] } of files) {
        names.forEach(name => (index[name] ??= path));
        packed[path] = strToU8(content);
        checksum[path] = [{ value: createHash('sha256').update(packed[path]).digest('hex'), algorithm: 'SHA256' }];
    }
    const { name, version, created, metamodel } = facts;
    packed['.project.json'] = strToU8(jsonOf({ name, version, usage: [] }));
    packed['.meta.json'] = strToU8(jsonOf({ index, created, metamodel, checksum }));
    return zipSync(packed, { mtime: new Date(created) });
}

function jsonOf(value: unknown): string {
    return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The model files of an archive, in the order of their paths. @throws ReadingError for bytes that are no such archive, or too many */
export function readArchive(bytes: Uint8Array): ArchivedFile[] {
    let size = 0;
    let unpacked: Record<string, Uint8Array>;
    try {
        unpacked = unzipSync(bytes, {
            filter: ({ name, originalSize }) => {
                const isWanted = MODEL_FILE.test(name) && !METADATA.test(name);
                size += isWanted ? originalSize : 0;
                if (size > MAX_UNPACKED) {
                    throw new ReadingError(`the archive holds more than ${MAX_UNPACKED >> 20} MB of models`);
                }
                return isWanted;
            }
        });
    } catch (error) {
        throw error instanceof ReadingError ? error : new ReadingError(`no readable archive: ${(error as Error).message}`);
    }
    const paths = Object.keys(unpacked).sort();
    if (paths.length === 0) {
        throw new ReadingError('the archive holds no model: no .sysml, .kerml or .json file');
    }
    return paths.map(path => ({ path, content: strFromU8(unpacked[path]).replace(/^\uFEFF/, '') }));
}
