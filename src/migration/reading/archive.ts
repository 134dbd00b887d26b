/**
 * Reads archives of v1 tools: selects the entries that are models and inflates them in memory, within limits (contract: migration 2.1,
 * 2.8). Extracts nothing to disk.
 */
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { MigrationError } from './failure.js';
import { LIMITS } from './limits.js';

/** An entry that was read. */
export interface Entry {
    readonly name: string;
    readonly bytes: Uint8Array;
}

const PIECE = 1 << 20;
const MAGICDRAW_MODEL = /uml_model\.(model|shared_model)$/;
const XML = /\.(xmi|xml|uml|mdxml|notation)$/i;
const BACKUP = /(^|\/)proxy\./;

/** Whether the bytes start with the signature of a ZIP archive. */
export function isArchive(bytes: Uint8Array): boolean {
    return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether an entry with this name is a MagicDraw model. */
export const isMagicDrawModel = (name: string): boolean => MAGICDRAW_MODEL.test(name) && !BACKUP.test(name);

/** Whether an entry with this name may be a model of another tool. */
export const mayBeModel = (name: string): boolean => XML.test(name);

/**
 * Returns the selected entries, in the order of the archive.
 * @throws MigrationError when the archive is damaged or inflates beyond the limits
 */
export function entriesOf(bytes: Uint8Array, isWanted: (name: string) => boolean, checkCancelled: () => void): Entry[] {
    const entries: Entry[] = [];
    let count = 0;
    let total = 0;
    const unzip = new Unzip(file => {
        if (++count > LIMITS.entries) {
            throw new MigrationError(`the archive has more than ${LIMITS.entries} entries`);
        }
        if (file.name.endsWith('/') || !isWanted(file.name)) {
            return;
        }
        const pieces: Uint8Array[] = [];
        let size = 0;
        file.ondata = (error, data, final) => {
            if (error !== null) {
                throw new MigrationError(`the archive's entry ${file.name} is damaged: ${error.message}`);
            }
            size += data.length;
            total += data.length;
            if (size > LIMITS.entry || total > LIMITS.archive) {
                throw new MigrationError(`the archive's entry ${file.name} inflates beyond what is read (${LIMITS.entry} bytes)`);
            }
            pieces.push(data);
            if (final) {
                entries.push({ name: file.name, bytes: Buffer.concat(pieces, size) });
            }
        };
        file.start();
    });
    unzip.register(UnzipInflate);
    unzip.register(UnzipPassThrough);
    try {
        for (let at = 0; at < bytes.length; at += PIECE) {
            checkCancelled();
            unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
        }
    } catch (error) {
        throw isFflateError(error) ? new MigrationError(`the archive is damaged: ${error.message}`) : error;
    }
    return entries;
}

function isFflateError(error: unknown): error is Error {
    return error instanceof Error && 'code' in error && typeof error.code === 'number';
}
