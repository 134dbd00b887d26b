/**
 * Project interchange files (KerML 10.3): a ZIP archive of model files beside `.project.json`, what the project is (table 12), and
 * `.meta.json`, what is in the archive (table 13); reading them (`kpar-writer.ts` makes them). Knows bytes; no file and no model.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isObject, membersOfObject } from '../language/narrowing.js';
import { ArchiveError, readZip } from '../language/library/archive.js';
import { ReadingError } from './reading/failure.js';

/** A model file in an archive, or for one. */
export interface ArchivedFile {
    /** path in the archive, `/` between folders */
    readonly path: string;
    readonly content: string;
    /** names and short names of the top-level elements */
    readonly names?: readonly string[];
}

/** A project that another one uses. */
export interface ProjectUsage {
    /** its IRI */
    readonly resource: string;
    readonly versionConstraint?: string;
}

/** What a project is (KerML 10.3, table 12). */
export interface ProjectFacts {
    readonly name: string;
    readonly version: string;
    readonly description?: string;
    readonly license?: string;
    readonly maintainer?: readonly string[];
    readonly website?: string;
    readonly topic?: readonly string[];
    readonly usage: readonly ProjectUsage[];
}

export interface ArchiveFacts {
    readonly project: ProjectFacts;
    /** ISO 8601 */
    readonly created: string;
    readonly metamodel: string;
}

export const PROJECT = '.project.json';
export const META = '.meta.json';
const MODEL_FILE = /\.(?:sysmlx?|kermlx?|json)$/i;
const METADATA = /(?:^|\/)\.(?:project|meta)\.json$/i;

/** The checksum algorithms of table 13 that Node.js computes too, by their names without marks. */
const ALGORITHMS: Readonly<Record<string, string>> = {
    SHA1: 'sha1',
    SHA224: 'sha224',
    SHA256: 'sha256',
    SHA384: 'sha384',
    SHA3256: 'sha3-256',
    SHA3384: 'sha3-384',
    SHA3512: 'sha3-512',
    BLAKE2B512: 'blake2b512',
    MD5: 'md5'
};

/** An archive: what the project is and what is in it, as its JSON has them, and its model files in the order of their paths. */
export interface ProjectArchive {
    readonly project: Readonly<Record<string, unknown>>;
    readonly meta: Readonly<Record<string, unknown>>;
    readonly files: readonly ArchivedFile[];
}

/** The model files of an archive. @throws ReadingError, see {@link readProjectArchive} */
export function readArchive(bytes: Uint8Array): readonly ArchivedFile[] {
    return readProjectArchive(bytes).files;
}

/**
 * Reads an archive.
 * @throws ReadingError for bytes that are no such archive, paths that lead out of it, too many bytes, and files that are not those that the
 * metadata tells of
 */
export function readProjectArchive(bytes: Uint8Array): ProjectArchive {
    let files: ReadonlyMap<string, Buffer>;
    try {
        files = readZip(bytes, path => MODEL_FILE.test(path));
    } catch (error) {
        throw error instanceof ArchiveError ? new ReadingError(`no readable archive: ${error.message}`) : error;
    }
    for (const path of [PROJECT, META]) {
        if (!files.has(path)) {
            throw new ReadingError(`the archive has no ${path} at its top level: it is no project interchange file`);
        }
    }
    const [project, meta] = [PROJECT, META].map(path => objectOf(files.get(path)!, path));
    checkMetadata(files, meta);
    const models = [...files].filter(([path]) => !METADATA.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
    if (models.length === 0) {
        throw new ReadingError('the archive holds no model: no .sysml, .kerml, .json, .sysmlx or .kermlx file');
    }
    return {
        project,
        meta,
        files: models.map(([path, content]) => {
            if (!isUtf8(content)) {
                throw new ReadingError(`the archive's ${path} is not UTF-8`);
            }
            return { path, content: content.toString('utf8').replace(/^\uFEFF/, '') };
        })
    };
}

function objectOf(content: Buffer, path: string): Readonly<Record<string, unknown>> {
    try {
        const value: unknown = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''));
        if (isObject(value)) {
            return value;
        }
    } catch {
        // as any other text that is no object
    }
    throw new ReadingError(`the archive's ${path} is no JSON object`);
}

/** Holds the files to the index and the checksums. */
function checkMetadata(files: ReadonlyMap<string, Buffer>, { index = {}, checksum = {} }: Record<string, unknown>): void {
    for (const path of Object.values(membersOfObject(index))) {
        const isModel = typeof path !== 'string' || MODEL_FILE.test(path);
        if (isModel && !files.has(String(path))) {
            throw new ReadingError(`the archive's index names ${String(path)}, which is not in it`);
        }
    }
    for (const [path, sums] of Object.entries(membersOfObject(checksum))) {
        const content = files.get(path);
        // table 13 has a list; the standard's own archives have the one checksum without it
        for (const sum of content === undefined ? [] : [sums].flat()) {
            const { value, algorithm } = membersOfObject(sum);
            const known = ALGORITHMS[String(algorithm).toUpperCase().replaceAll('-', '')];
            if (known !== undefined && createHash(known).update(content!).digest('hex') !== String(value).toLowerCase()) {
                throw new ReadingError(
                    `${path} is not the file that the archive was made with: its ${String(algorithm)} checksum is another`
                );
            }
        }
    }
}
