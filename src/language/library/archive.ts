/**
 * The files of a ZIP archive. Reads at most the size that the directory states for each file, and limits the total size before it unpacks
 * anything, so that no archive can exhaust the memory. Paths stay inside the archive. Depends on bytes only.
 */
import { inflateRawSync } from 'node:zlib';

/** An archive that cannot be read; the message says why. */
export class ArchiveError extends Error {
    override readonly name = 'ArchiveError';
}

/** Maximum total size of an archive's files in bytes: far above any model, far below what exhausts the memory. */
export const MAX_UNPACKED = 256 * 1024 * 1024;

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_SIZE = 22;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_SIZE = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;

/** Table of the checksum (ISO 3309, reflected polynomial); Node.js has a function for it only from 20.15 on. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) {
        value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    return value;
});

interface Entry {
    readonly path: string;
    readonly isEncrypted: boolean;
    readonly method: number;
    readonly checksum: number;
    readonly packedSize: number;
    readonly size: number;
    /** of its local header */
    readonly offset: number;
}

/**
 * The wanted files of an archive by their paths, in the order of its directory.
 * @throws ArchiveError for bytes that are no ZIP archive, for paths outside it, for a duplicate path, and for more than {@link
 * MAX_UNPACKED} bytes
 */
export function readZip(bytes: Uint8Array, isWanted: (path: string) => boolean): Map<string, Buffer> {
    const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const wanted = entriesOf(archive).filter(({ path }) => !path.endsWith('/') && isWanted(path));
    const seen = new Set<string>();
    let size = 0;
    for (const entry of wanted) {
        checkPath(entry.path);
        if (seen.has(entry.path)) {
            throw new ArchiveError(`it holds ${entry.path} twice`);
        }
        seen.add(entry.path);
        size += entry.size;
    }
    if (size > MAX_UNPACKED) {
        throw new ArchiveError(`its files have more than ${MAX_UNPACKED >> 20} MB together`);
    }
    return new Map(wanted.map(entry => [entry.path, contentOf(archive, entry)]));
}

/** @throws ArchiveError for a path outside the folder into which the archive is unpacked */
function checkPath(path: string): void {
    const isAbsolute = /^(?:[\\/]|[A-Za-z]:)/.test(path);
    if (isAbsolute || path.includes('\0') || path.split(/[\\/]/).includes('..')) {
        throw new ArchiveError(`the path ${JSON.stringify(path)} leads out of the archive`);
    }
}

function entriesOf(archive: Buffer): Entry[] {
    const end = directoryEnd(archive);
    const count = archive.readUInt16LE(end + 10);
    const entries: Entry[] = [];
    let at = archive.readUInt32LE(end + 16);
    for (let i = 0; i < count; i++) {
        if (at + DIRECTORY_ENTRY_SIZE > end || archive.readUInt32LE(at) !== DIRECTORY_ENTRY) {
            throw new ArchiveError('its directory is damaged');
        }
        const nameLength = archive.readUInt16LE(at + 28);
        const behindName = at + DIRECTORY_ENTRY_SIZE + nameLength;
        entries.push({
            path: archive.toString('utf8', at + DIRECTORY_ENTRY_SIZE, behindName),
            isEncrypted: (archive.readUInt16LE(at + 8) & 1) !== 0,
            method: archive.readUInt16LE(at + 10),
            checksum: archive.readUInt32LE(at + 16),
            packedSize: archive.readUInt32LE(at + 20),
            size: archive.readUInt32LE(at + 24),
            offset: archive.readUInt32LE(at + 42)
        });
        at = behindName + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    }
    return entries;
}

/** The offset of the record that ends the directory: the last bytes, apart from a comment. */
function directoryEnd(archive: Buffer): number {
    const last = archive.length - DIRECTORY_END_SIZE;
    for (let at = last; at >= 0 && at >= last - 0xffff; at--) {
        if (archive.readUInt32LE(at) === DIRECTORY_END && at + DIRECTORY_END_SIZE + archive.readUInt16LE(at + 20) === archive.length) {
            return at;
        }
    }
    throw new ArchiveError('it is no ZIP file');
}

function contentOf(archive: Buffer, { path, isEncrypted, method, checksum, packedSize, size, offset }: Entry): Buffer {
    if (isEncrypted || (method !== STORED && method !== DEFLATED)) {
        throw new ArchiveError(`${path} is ${isEncrypted ? 'encrypted' : 'packed by another method than deflate'}`);
    }
    const damaged = new ArchiveError(`${path} is damaged`);
    if (offset + LOCAL_HEADER_SIZE > archive.length || archive.readUInt32LE(offset) !== LOCAL_HEADER) {
        throw damaged;
    }
    const start = offset + LOCAL_HEADER_SIZE + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const packed = archive.subarray(start, start + packedSize);
    let content: Buffer;
    try {
        content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
    } catch {
        throw damaged;
    }
    if (content.length !== size || checksumOf(content) !== checksum) {
        throw damaged;
    }
    return content;
}

function checksumOf(content: Uint8Array): number {
    let value = 0xffffffff;
    for (const byte of content) {
        value = CHECKSUMS[(value ^ byte) & 0xff] ^ (value >>> 8);
    }
    return ~value >>> 0;
}
