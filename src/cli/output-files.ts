/** Writes files of a result, reports them, and makes their folders. Loads nothing that makes results, so every command may use it. */
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { unwritable } from './sources.js';

/** Makes a folder with its parents. @throws SourceError */
export function makeFolder(folder: string): void {
    try {
        mkdirSync(folder, { recursive: true });
    } catch (e) {
        throw unwritable(folder, e, 'folder');
    }
}

/** Writes a file and reports it. @throws SourceError */
export function writeOutput(path: string, content: string | Uint8Array): void {
    try {
        writeFileSync(path, content);
    } catch (e) {
        throw unwritable(path, e);
    }
    process.stderr.write(`wrote ${path}\n`);
}

/** Length of text that is written at once. */
const CHUNK = 1 << 20;

/** {@link writeOutput} for a text in pieces, which may be too long for one string. @throws SourceError */
export function writePieces(path: string, pieces: Iterable<string>): void {
    try {
        const file = openSync(path, 'w');
        try {
            let chunk = '';
            for (const piece of pieces) {
                chunk += piece;
                if (chunk.length > CHUNK) {
                    writeFileSync(file, chunk);
                    chunk = '';
                }
            }
            writeFileSync(file, chunk);
        } finally {
            closeSync(file);
        }
    } catch (e) {
        throw unwritable(path, e);
    }
    process.stderr.write(`wrote ${path}\n`);
}
