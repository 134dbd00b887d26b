/** Reads the documents that a command line names. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../language/syntax/index.js';
import type { SourceDocument } from '../language/workspace/document.js';

export type SourceFile = SourceDocument;

/** A path that cannot be used; the message says which and why. */
export class SourceError extends Error {}

/** The name of standard input in findings. */
const STANDARD_INPUT = '<stdin>';

/** The documents of files and folders (all `.sysml` and `.kerml` files below them, in name order), each once; `-` is standard input. */
export function readSources(paths: readonly string[]): SourceFile[] {
    const files = new Set<string>();
    for (const path of paths) {
        collect(path, files, true);
    }
    if (files.size === 0) {
        throw new SourceError(`no .sysml or .kerml file in ${paths.join(', ')}`);
    }
    return [...files].map(name => ({ name, language: languageOf(name), content: read(name) }));
}

function collect(path: string, files: Set<string>, isNamed: boolean): void {
    if (path === '-') {
        files.add(STANDARD_INPUT);
        return;
    }
    let isDirectory: boolean;
    try {
        isDirectory = statSync(path).isDirectory();
    } catch {
        throw new SourceError(`file not found: ${path}`);
    }
    if (isDirectory) {
        for (const entry of readdirSync(path).sort()) {
            if (!entry.startsWith('.') && entry !== 'node_modules') {
                collect(join(path, entry), files, false);
            }
        }
    } else if (isNamed || /\.(sysml|kerml)$/i.test(path)) {
        files.add(path);
    }
}

function read(path: string): string {
    try {
        return readFileSync(path === STANDARD_INPUT ? 0 : path, 'utf8').replace(/^\uFEFF/, '');
    } catch (e) {
        throw new SourceError(`file not readable: ${path}: ${(e as Error).message}`);
    }
}
