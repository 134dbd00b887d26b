/**
 * The editor's workspace: the files of its folders, the buffers that stand in for them, and the model of all of them, a snapshot of the same kind as the
 * service's. Knows files and texts, nothing of the protocol.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UriUtils } from 'langium';
import { languageOf } from '../language/syntax/index.js';
import type { Library } from '../language/library/library.js';
import type { Document, SourceDocument } from '../language/workspace/document.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';

const NOTATION = /\.(sysml|kerml)$/;
/** Folders that hold no models of their own. */
const SKIPPED = new Set(['node_modules', '.git']);
export const LIBRARY_SCHEME = 'sysml-stdlib';

/** An open text. */
export interface Buffer {
    readonly text: string;
    readonly version: number;
}

/** URIs are spelled as `UriUtils.normalize` spells them. */
export class EditorModels {
    private readonly files = new Map<string, string>();
    readonly buffers = new Map<string, Buffer>();
    private readonly folders = new Set<string>();
    private readonly workspace: Workspace;
    private current: Model | undefined;
    /** @see takeSettings */
    settings: Settings = DEFAULT_SETTINGS;

    constructor(readonly library: Library) {
        this.workspace = new Workspace({ library, cacheSize: 2 });
    }

    /** The snapshot of all documents as they are now. */
    get model(): Model {
        return (this.current ??= this.workspace.parse(this.sources(), { strict: this.settings.strictConformance }).model);
    }

    private sources(): SourceDocument[] {
        const uris = new Set([...this.files.keys(), ...this.buffers.keys()]);
        return [...uris].sort().map(uri => ({
            name: uri,
            language: languageOf(uri),
            content: this.buffers.get(uri)?.text ?? this.files.get(uri)!
        }));
    }

    /** Something changed: the next question makes a new snapshot. */
    changed(): void {
        this.current = undefined;
    }

    addFolder(folder: string): void {
        const uri = UriUtils.normalize(folder);
        if (uri.startsWith('file:') && !this.folders.has(uri)) {
            this.folders.add(uri);
            this.readBelow(fileURLToPath(uri));
            this.changed();
        }
    }

    removeFolder(uri: string): void {
        this.folders.delete(UriUtils.normalize(uri));
        for (const file of [...this.files.keys()]) {
            if (!this.isInFolders(file)) {
                this.files.delete(file);
            }
        }
        this.changed();
    }

    private isInFolders(uri: string): boolean {
        return [...this.folders].some(folder => uri === folder || uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
    }

    open(uri: string, buffer: Buffer): void {
        if (uri.startsWith('file:') && !this.files.has(uri) && !this.isInFolders(uri)) {
            // a file from outside brings its neighbours
            this.addFolder(fileUri(dirname(fileURLToPath(uri))));
        }
        this.buffers.set(uri, buffer);
        this.changed();
    }

    close(uri: string): void {
        this.buffers.delete(uri);
        this.changed();
    }

    /** Takes a text and its file out. */
    remove(uri: string): void {
        this.files.delete(uri);
        this.close(uri);
    }

    /** A file was written, made or removed. */
    fileChanged(file: string): void {
        const uri = UriUtils.normalize(file);
        if (!NOTATION.test(uri) || !uri.startsWith('file:')) {
            return;
        }
        const text = readText(fileURLToPath(uri));
        if (text === undefined) {
            this.files.delete(uri);
        } else {
            this.files.set(uri, text);
        }
        this.changed();
    }

    /** URIs of the files that were read below a folder. */
    filesBelow(folder: string): string[] {
        const start = UriUtils.normalize(folder).replace(/\/?$/, '/');
        return [...this.files.keys()].filter(uri => uri.startsWith(start));
    }

    private readBelow(folder: string): void {
        let entries: string[];
        try {
            entries = readdirSync(folder);
        } catch {
            return; // a folder that cannot be read has no models to offer
        }
        for (const entry of entries) {
            const path = join(folder, entry);
            const stat = statSync(path, { throwIfNoEntry: false });
            if (stat?.isDirectory() === true && isIncluded(entry, false)) {
                this.readBelow(path);
            } else if (stat?.isFile() === true && isIncluded(entry, true)) {
                const text = readText(path);
                if (text !== undefined) {
                    this.files.set(fileUri(path), text);
                }
            }
        }
    }

    /** The document of a URI, however it is spelled: of the model, or of the bundled library. */
    document(uri: string): Document | undefined {
        const wanted = UriUtils.normalize(uri);
        if (wanted.startsWith(`${LIBRARY_SCHEME}:`)) {
            return this.library.documents().find(document => UriUtils.normalize(uriOf(document)) === wanted);
        }
        return this.model.documents.find(document => document.name === wanted);
    }
}

/** Whether an entry of a folder is read: a file in the notation, a folder that may hold some. */
export function isIncluded(name: string, isFile: boolean): boolean {
    return isFile ? NOTATION.test(name) : !SKIPPED.has(name);
}

/** As editors spell it, so that a file and its open text are one. */
function fileUri(path: string): string {
    return UriUtils.normalize(pathToFileURL(path).href);
}

/** The URI of a document; one of the bundled library has a scheme of its own. */
export function uriOf(document: Document): string {
    return /^\w+:/.test(document.name)
        ? document.name
        : `${LIBRARY_SCHEME}:///${document.name.split('/').map(encodeURIComponent).join('/')}`;
}

function readText(path: string): string | undefined {
    try {
        return readFileSync(path, 'utf8');
    } catch {
        return undefined;
    }
}
