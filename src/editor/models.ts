/**
 * The editor's workspace: the files of its folders, the buffers that stand in for them, and the model of all of them, a snapshot of the
 * same kind as the service's. Knows files and texts, nothing of the protocol.
 */
import { UriUtils } from 'langium';
import { languageOf } from '../language/syntax/index.js';
import type { Library } from '../language/library/library.js';
import '../runtime/evaluation/index.js';
import type { Document, SourceDocument } from '../language/workspace/document.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { folderOf, isIncluded, type ModelFiles, type Texts } from './files.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';

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
    private workspace: Workspace;
    private current: Model | undefined;
    /** @see takeSettings */
    settings: Settings = DEFAULT_SETTINGS;

    /** what is read at the moment */
    private readonly reading = new Set<Promise<void>>();

    /**
     * @param places where files are read: each file where the first place says that it reads it
     * @param isIncremental whether a snapshot shares with the one before what cannot see the change
     */
    constructor(
        readonly library: Library,
        private readonly places: ModelFiles[],
        private readonly isIncremental = true
    ) {
        this.workspace = new Workspace({ library, cacheSize: 1, analysis: 'on demand' });
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
        if (!this.isIncremental) {
            this.workspace = new Workspace({ library: this.library, cacheSize: 1, analysis: 'on demand' });
        }
    }

    /** One more place, behind the others. */
    readFrom(place: ModelFiles): void {
        this.places.push(place);
    }

    private placeOf(uri: string): ModelFiles | undefined {
        return this.places.find(place => place.reads(uri));
    }

    /** When what was asked for up to now has been read; undefined when nothing is read. */
    get settled(): Promise<void> | undefined {
        return this.reading.size === 0 ? undefined : Promise.all(this.reading).then(() => this.settled);
    }

    /** Takes what is read: at once, or when it is there. */
    private whenRead<T>(read: T | Promise<T>, take: (value: T) => void): void {
        if (!(read instanceof Promise)) {
            take(read);
            this.changed();
            return;
        }
        const done: Promise<void> = read
            .then(value => {
                take(value);
                this.changed();
            })
            // a client that does not answer, or a folder that is gone, has no models to offer
            .catch(() => undefined)
            .finally(() => this.reading.delete(done));
        this.reading.add(done);
    }

    addFolder(folder: string): void {
        const uri = UriUtils.normalize(folder);
        const place = this.placeOf(uri);
        if (place !== undefined && !this.folders.has(uri)) {
            this.folders.add(uri);
            this.whenRead<Texts>(place.below(uri), texts =>
                texts.forEach((text, file) => this.isInFolders(file) && this.files.set(file, text))
            );
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
        if (!this.files.has(uri) && !this.isInFolders(uri)) {
            // a file from outside brings its neighbours
            this.addFolder(folderOf(uri));
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
        const place = isIncluded(uri, true) ? this.placeOf(uri) : undefined;
        if (place !== undefined) {
            this.whenRead(place.text(uri), text => {
                if (text === undefined) {
                    this.files.delete(uri);
                } else {
                    this.files.set(uri, text);
                }
            });
        }
    }

    /** URIs of the files that were read below a folder. */
    filesBelow(folder: string): string[] {
        const start = UriUtils.normalize(folder).replace(/\/?$/, '/');
        return [...this.files.keys()].filter(uri => uri.startsWith(start));
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

/** The URI of a document; one of the bundled library has a scheme of its own. */
export function uriOf(document: Document): string {
    return /^[a-z][\w+.-]*:/i.test(document.name)
        ? document.name
        : `${LIBRARY_SCHEME}:///${document.name.split('/').map(encodeURIComponent).join('/')}`;
}
