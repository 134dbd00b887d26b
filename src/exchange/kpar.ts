/**
 * Reads project interchange files (KerML 10.3): ZIP archives of model files, with `.project.json` for the project (table 12) and
 * `.meta.json` for the content of the archive (table 13). `kpar-writer.ts` writes them. Works on bytes; does not depend on files or models.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isObject, membersOfObject } from '../language/narrowing.js';
import { ArchiveError, readZip } from '../language/library/archive.js';
import { ReadingError } from './reading/failure.js';

/** A model file of an archive. */
export interface ArchivedFile {
    /** path in the archive, with `/` as the separator */
    readonly path: string;
    readonly content: string;
    /** names and short names of the top-level elements */
    readonly names?: readonly string[];
}

/** A use of another project. */
export interface ProjectUsage {
    /** the IRI of the used project */
    readonly resource: string;
    readonly versionConstraint?: string;
}

/** The properties of a project (KerML 10.3, table 12). */
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
/** Files that operating systems add to archives with the names of model files. */
const OF_SYSTEM = /(?:^|\/)(?:__MACOSX\/|\._)/;
const isModelFile = (path: string): boolean => MODEL_FILE.test(path) && !OF_SYSTEM.test(path);
/** A path of the metadata in the form of the paths in the archive. */
const pathOf = (path: string): string => path.replace(/^(?:\.\/)+/, '');

/**
 * Maps the checksum algorithms of table 13, without hyphens, to the names that Node.js has for them. Node.js does not support all of them.
 */
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

/** An archive: the JSON objects of the project and of the metadata, and the model files in the order of their paths. */
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
 * @throws ReadingError if the bytes are not a project interchange file, a path leads out of the archive, the content is too large, or the
 * files do not match the metadata
 */
export function readProjectArchive(bytes: Uint8Array): ProjectArchive {
    let files: ReadonlyMap<string, Buffer>;
    try {
        files = readZip(bytes, isModelFile);
    } catch (error) {
        throw error instanceof ArchiveError ? new ReadingError(`not a readable archive: ${error.message}`) : error;
    }
    for (const path of [PROJECT, META]) {
        if (!files.has(path)) {
            throw new ReadingError(`the archive has no ${path} at its top level: it is not a project interchange file`);
        }
    }
    const [project, meta] = [PROJECT, META].map(path => objectOf(files.get(path)!, path));
    checkMetadata(files, meta);
    const isOther = notIndexed(meta);
    const models = [...files].filter(([path]) => !METADATA.test(path) && !isOther(path)).sort(([a], [b]) => (a < b ? -1 : 1));
    if (models.length === 0) {
        throw new ReadingError('the archive contains no model: it must contain a .sysml, .kerml, .json, .sysmlx or .kermlx file');
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
        // Throws the same error below as for JSON that is not an object.
    }
    throw new ReadingError(`the archive's ${path} is not a JSON object`);
}

/** Makes a test for JSON files that are not models: those that the index does not contain, if it contains other JSON files. */
function notIndexed({ index }: Record<string, unknown>): (path: string) => boolean {
    const isJson = (path: string): boolean => /\.json$/i.test(path);
    const indexed = new Set(Object.values(membersOfObject(index)).map(path => pathOf(String(path))));
    return [...indexed].some(isJson) ? path => isJson(path) && !indexed.has(path) : () => false;
}

/** Checks that the archive contains the files of the index, and that their checksums match. @throws ReadingError */
function checkMetadata(files: ReadonlyMap<string, Buffer>, { index = {}, checksum = {} }: Record<string, unknown>): void {
    for (const path of Object.values(membersOfObject(index))) {
        const isModel = typeof path !== 'string' || isModelFile(path);
        if (isModel && !files.has(pathOf(String(path)))) {
            throw new ReadingError(`the archive's index contains ${String(path)}, which the archive does not contain`);
        }
    }
    for (const [path, sums] of Object.entries(membersOfObject(checksum))) {
        const content = files.get(pathOf(path));
        // Table 13 requires a list of checksums; the standard's own archives have a single object.
        for (const sum of content === undefined ? [] : [sums].flat()) {
            const { value, algorithm } = membersOfObject(sum);
            const known = ALGORITHMS[String(algorithm).toUpperCase().replaceAll('-', '')];
            if (known !== undefined && createHash(known).update(content!).digest('hex') !== String(value).toLowerCase()) {
                throw new ReadingError(`${path} was changed after the archive was made: its ${String(algorithm)} checksum differs`);
            }
        }
    }
}
