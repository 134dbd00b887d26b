/**
 * The editor's workspace: the files of its folders, the open buffers that replace files, and their models, one for each project: snapshots
 * of the same kind as the service's. Depends on files and texts, not on the protocol.
 */
import { UriUtils } from 'langium';
import { languageOf } from '../language/syntax/index.js';
import { type UsedPackages, withPackages } from '../language/library/layered.js';
import type { Library } from '../language/library/library.js';
import '../runtime/evaluation/index.js';
import type { Document, SourceDocument } from '../language/workspace/document.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { folderOf, isBelow, isIncluded, isOfPackages, isProjectFile, type ModelFiles, PROJECT_FILE, type Texts } from './files.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';

export const LIBRARY_SCHEME = 'sysml-stdlib';

/** An open text. */
export interface Buffer {
    readonly text: string;
    readonly version: number;
}

/** The documents of one model, and the model. */
interface Group {
    readonly uris: ReadonlySet<string>;
    /** key of the packages that the model uses */
    readonly packages: string;
    workspace: Workspace;
    /** undefined if a text has changed since */
    model: Model | undefined;
}

/** URIs have the spelling of `UriUtils.normalize`. */
export class EditorModels {
    private readonly files = new Map<string, string>();
    readonly buffers = new Map<string, Buffer>();
    private readonly folders = new Set<string>();
    /** folders of projects, with the texts of their `.project.json` */
    private readonly projects = new Map<string, string>();
    /** by the folder of the model; undefined after documents were added or removed */
    private groups: ReadonlyMap<string, Group> | undefined;
    private known: ReadonlyMap<string, Group> = new Map();
    private readonly nothing: Group;
    private taken: Settings = DEFAULT_SETTINGS;

    /** pending reads */
    private readonly reading = new Set<Promise<void>>();

    /**
     * @param places the sources of files: each file is read from the first source that reads its URI
     * @param isIncremental whether a snapshot shares the documents of the previous one that the change does not affect
     */
    constructor(
        readonly library: Library,
        private readonly places: ModelFiles[],
        private readonly isIncremental = true
    ) {
        this.nothing = { uris: new Set(), packages: '', workspace: this.newWorkspace(library), model: undefined };
    }

    /** @see takeSettings */
    get settings(): Settings {
        return this.taken;
    }

    set settings(settings: Settings) {
        this.taken = settings;
        this.changed();
    }

    /** The current snapshots of all documents: a model for each project (see {@link Settings.models}), at least one. */
    get all(): readonly Model[] {
        const groups = [...this.grouped().values()];
        return (groups.length === 0 ? [this.nothing] : groups).map(group => this.modelOfGroup(group));
    }

    /** All documents of all models. */
    get documents(): readonly Document[] {
        return this.all.flatMap(model => model.documents);
    }

    /** The model of a document, given by itself or its URI; the first model for a document of the library or of no model. */
    modelOf(document: Document | string): Model {
        const uri = typeof document === 'string' ? UriUtils.normalize(document) : document.name;
        const group = this.grouped().get(this.folderOfModel(uri));
        return group?.uris.has(uri) === true ? this.modelOfGroup(group) : this.all[0];
    }

    /** The models that may refer to a document: all of them for one of the library. */
    modelsSeeing(document: Document): readonly Model[] {
        return document.isLibrary ? this.all : [this.modelOf(document)];
    }

    private modelOfGroup(group: Group): Model {
        return (group.model ??= group.workspace.parse(this.sourcesOf(group), { strict: this.settings.strictConformance }).model);
    }

    private sourcesOf({ uris }: Group): SourceDocument[] {
        return [...uris].map(uri => ({
            name: uri,
            language: languageOf(uri),
            content: this.buffers.get(uri)?.text ?? this.files.get(uri)!
        }));
    }

    /** The documents by the folders of their models. A folder with the same documents as before keeps its model. */
    private grouped(): ReadonlyMap<string, Group> {
        if (this.groups === undefined) {
            const members = new Map<string, string[]>();
            for (const uri of [...new Set([...this.files.keys(), ...this.buffers.keys()])].sort()) {
                const folder = this.folderOfModel(uri);
                members.set(folder, [...(members.get(folder) ?? []), uri]);
            }
            const before = this.known;
            this.groups = new Map(
                [...members].map(([folder, uris]) => {
                    const known = before.get(folder);
                    const used = this.packagesFor(folder, uris);
                    const packages = JSON.stringify([used.documents, [...used.offered]]);
                    const keeps = known?.packages === packages;
                    const isSame = keeps && known.uris.size === uris.length && uris.every(uri => known.uris.has(uri));
                    const workspace = keeps ? known.workspace : this.newWorkspace(withPackages(this.library, used));
                    return [folder, isSame ? known : { uris: new Set(uris), packages, workspace, model: undefined }];
                })
            );
            this.known = this.groups;
        }
        return this.groups;
    }

    /** The packages that the model of a folder uses, without those that are its own documents. */
    private packagesFor(folder: string, uris: readonly string[]): UsedPackages {
        const folders = folder === '' ? [...this.folders, ...this.projects.keys()] : [folder];
        const used = this.placeOf(folders[0] ?? '')?.packages?.(folders);
        const own = new Set(uris);
        return { documents: used?.documents.filter(d => !own.has(d.name)) ?? [], offered: used?.offered ?? new Map() };
    }

    private newWorkspace(library: Library): Workspace {
        return new Workspace({ library, cacheSize: 1, analysis: 'on demand' });
    }

    /** The folder whose model contains a document: its project, or else the folder of the workspace around it, or else the first folder. */
    private folderOfModel(uri: string): string {
        const { models } = this.settings;
        if (isOfPackages(uri)) {
            return folderOf(uri); // an opened package is a model of its own
        }
        if (models === 'workspace') {
            return '';
        }
        const around = (folders: Iterable<string>): string | undefined =>
            [...folders].filter(folder => isBelow(uri, folder)).sort((a, b) => b.length - a.length)[0];
        const folder = around(this.folders) ?? [...this.folders][0] ?? '';
        const project = models === 'projects' ? around(this.projects.keys()) : undefined;
        return project ?? folder;
    }

    /** Invalidates the snapshot of the model of one text, or all snapshots; the next access makes new ones. */
    changed(uri?: string): void {
        const group = uri === undefined ? undefined : this.groups?.get(this.folderOfModel(uri));
        const own = group?.uris.has(uri!) === true ? group : undefined;
        if (own === undefined) {
            this.groups = undefined;
        }
        for (const each of own === undefined ? this.known.values() : [own]) {
            each.model = undefined;
            if (!this.isIncremental) {
                each.workspace = this.newWorkspace(each.workspace.library);
            }
        }
    }

    /** Adds a source of files after the others. */
    readFrom(place: ModelFiles): void {
        this.places.push(place);
    }

    private placeOf(uri: string): ModelFiles | undefined {
        return this.places.find(place => place.reads(uri));
    }

    /** Resolves when all pending reads have ended; undefined if there are none. */
    get allRead(): Promise<void> | undefined {
        return this.reading.size === 0 ? undefined : Promise.all(this.reading).then(() => this.allRead);
    }

    /** Passes on the read value: immediately, or when it is available. */
    private whenRead<T>(read: T | Promise<T>, take: (value: T) => void, uri?: string): void {
        if (!(read instanceof Promise)) {
            take(read);
            this.changed(uri);
            return;
        }
        const done: Promise<void> = read
            .then(value => {
                take(value);
                this.changed(uri);
            })
            // a client that does not answer, or a missing folder, provides no models
            .catch(() => undefined)
            .finally(() => this.reading.delete(done));
        this.reading.add(done);
    }

    addFolder(folder: string): void {
        const uri = UriUtils.normalize(folder);
        const place = this.placeOf(uri);
        if (place !== undefined && !this.folders.has(uri)) {
            this.folders.add(uri);
            this.readBelow(place, uri);
        }
    }

    private readBelow(place: ModelFiles, folder: string): void {
        this.whenRead<Texts>(place.below(folder), texts => texts.forEach((text, file) => this.isInFolders(file) && this.take(file, text)));
    }

    /** Stores a text that was read, or removes a text that no longer exists. */
    private take(uri: string, text: string | undefined): void {
        const [texts, key] = isProjectFile(uri) ? [this.projects, folderOf(uri)] : [this.files, uri];
        if (text === undefined) {
            texts.delete(key);
        } else {
            texts.set(key, text);
        }
    }

    removeFolder(uri: string): void {
        this.folders.delete(UriUtils.normalize(uri));
        [...this.files.keys()].filter(file => !this.isInFolders(file)).forEach(file => this.files.delete(file));
        [...this.projects.keys()].filter(folder => !this.isInFolders(folder)).forEach(folder => this.projects.delete(folder));
        this.changed();
    }

    private isInFolders(uri: string): boolean {
        return [...this.folders].some(folder => isBelow(uri, folder));
    }

    open(uri: string, buffer: Buffer): void {
        if (!this.files.has(uri) && !this.isInFolders(uri)) {
            // a file outside the workspace is read together with its neighbours
            this.addFolder(folderOf(uri));
        }
        this.buffers.set(uri, buffer);
        this.changed(uri);
    }

    close(uri: string): void {
        this.buffers.delete(uri);
        this.changed(this.files.has(uri) ? uri : undefined);
    }

    /** Removes a text and its file. */
    remove(uri: string): void {
        this.files.delete(uri);
        this.close(uri);
    }

    /** Handles a file or folder that was written, created, moved or deleted. */
    fileChanged(path: string): void {
        const uri = UriUtils.normalize(path);
        const place = this.placeOf(uri);
        if (place === undefined || !this.isInFolders(uri)) {
            return;
        }
        if (isOfPackages(uri)) {
            this.changed();
            return;
        }
        if (isIncluded(uri, true)) {
            this.whenRead(place.text(uri), text => this.take(uri, text), isProjectFile(uri) || !this.files.has(uri) ? undefined : uri);
            return;
        }
        // a folder: files below it may have been deleted or created
        const gone = [...this.files.keys(), ...[...this.projects.keys()].map(folder => `${folder}/${PROJECT_FILE}`)].filter(
            file => file !== uri && isBelow(file, uri)
        );
        if (gone.length > 0 || place.isFolder(uri)) {
            gone.forEach(file => this.take(file, undefined));
            this.readBelow(place, uri);
        }
    }

    /** URIs of the files that were read below a folder. */
    filesBelow(folder: string): string[] {
        const start = UriUtils.normalize(folder).replace(/\/?$/, '/');
        return [...this.files.keys()].filter(uri => uri.startsWith(start));
    }

    /** The document of a URI in any spelling: of the model, or of the bundled library. */
    document(uri: string): Document | undefined {
        const wanted = UriUtils.normalize(uri);
        if (wanted.startsWith(`${LIBRARY_SCHEME}:`)) {
            const libraries = new Set([this.library, ...this.all.map(model => model.library)]);
            return [...libraries].flatMap(library => library.documents()).find(document => UriUtils.normalize(uriOf(document)) === wanted);
        }
        return this.modelOf(wanted).documents.find(document => document.name === wanted);
    }
}

/** The URI of a document; documents of the bundled library have their own scheme. */
export function uriOf(document: Document): string {
    return /^[a-z][\w+.-]*:/i.test(document.name)
        ? document.name
        : `${LIBRARY_SCHEME}:///${document.name.split('/').map(encodeURIComponent).join('/')}`;
}
