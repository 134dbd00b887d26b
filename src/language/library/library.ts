/**
 * The standard library: one world of documents, loaded once per process and shared by every model. It comes from the snapshot that the
 * build made, or from a folder or archive that takes its place. Knows no model.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstNode } from 'langium';
import { GRAMMAR_HASH } from '../generated/nodes.js';
import { LineIndex, type ParsedDocument } from '../syntax/index.js';
import { Document, type SourceDocument } from '../workspace/document.js';
import type { World } from '../semantics/world.js';
import { lookupVisible } from '../semantics/lookup.js';
import { memberElement } from '../semantics/names.js';
import { ownedMembersNamed } from '../semantics/owned-members.js';
import { segmentsOf, unquoted } from '../semantics/structure.js';
import { cacheFolders, readCached, readShared, writeCached } from './cache.js';
import { type DocumentEntry, VERSION } from './format.js';
import { Reader, SnapshotError } from './reader.js';
import { missingFrom } from './required.js';
import { LibraryError, readSources } from './sources.js';
import { makeSnapshot } from './writer.js';

export { LibraryError } from './sources.js';

export interface Library extends World {
    /** Names of the packages at the roots of the library's documents. */
    readonly packageNames: readonly string[];
    /** All documents, read on this call where they were not yet. */
    documents(): readonly Document[];
    /**
     * The library with other documents in the place of some: all its documents are made anew, so that names lead from each to those that it has now.
     * @param versions by the name of the document that each takes the place of, made for the world that they are given
     */
    replacing(versions: ReadonlyMap<string, (world: Library) => Document>): Library;
    /** Whether the documents come from a snapshot or are parsed. */
    readonly origin: 'snapshot' | 'text';
    /** The block that other threads load the same library from. */
    readonly snapshot: SharedArrayBuffer | undefined;
    /** What did not go as it should while loading, for a log. */
    readonly warnings: readonly string[];
    /** What the language needs and the library lacks, for its user: one message, or none. */
    readonly problems: readonly string[];
}

export interface LibraryOptions {
    /** Folder with `.sysml`, `.kerml` or `.kpar` files, or one `.kpar` file; the bundled library when absent or empty. */
    readonly path?: string;
    /** The snapshot of a library that another thread of this process has loaded; comes before the path. */
    readonly snapshot?: SharedArrayBuffer;
    /** Where snapshots of other libraries are kept; by default {@link cacheFolders}. */
    readonly cache?: readonly string[];
}

/** Loads a library. Throws {@link LibraryError} when there is none, or none that can be read. */
export function loadLibrary(options: LibraryOptions = {}): Library {
    if (options.snapshot !== undefined) {
        return new SnapshotLibrary(options.snapshot, new Reader(options.snapshot, true), []);
    }
    return options.path ? loadOther(options.path, options.cache ?? cacheFolders()) : loadBundled(bundledFiles());
}

/** Where the bundled library is: the snapshot, the folder of texts, or both. */
export interface BundledFiles {
    readonly snapshot: string | undefined;
    readonly folder: string | undefined;
}

/** Looks for the bundled library beside this file and in the folders above: a bundle has the snapshot at its side, a checkout in `dist`. */
export function bundledFiles(start: string = dirname(fileURLToPath(import.meta.url))): BundledFiles {
    let snapshot: string | undefined;
    let folder: string | undefined;
    let here = start;
    for (let up = 0; up < 5; up++) {
        snapshot ??= [join(here, SNAPSHOT), join(here, 'dist', SNAPSHOT)].find(existsSync);
        folder ??= [join(here, 'build', 'library')].find(existsSync);
        here = dirname(here);
    }
    return { snapshot, folder };
}
export const SNAPSHOT = 'library.snapshot';

/** Loads the bundled library from its snapshot, else from its texts. */
export function loadBundled({ snapshot, folder }: BundledFiles): Library {
    const warnings: string[] = [];
    if (snapshot !== undefined) {
        try {
            const buffer = readShared(snapshot);
            const reader = new Reader(buffer, false);
            // A folder that was generated after the snapshot was made may hold other texts.
            if (folder !== undefined && statSync(folder).mtimeMs > statSync(snapshot).mtimeMs && readSources(folder).content !== reader.directory.content) {
                throw new SnapshotError('the texts of the library are newer');
            }
            return new SnapshotLibrary(buffer, reader, warnings);
        } catch (error) {
            warnings.push(`the library snapshot ${snapshot} is not used: ${(error as Error).message}`);
        }
    } else {
        warnings.push('there is no library snapshot: the library is read from its texts');
    }
    if (folder === undefined) {
        throw new LibraryError(`the standard library was not found; build the project first (${warnings.join('; ')})`);
    }
    return new TextLibrary(readSources(folder).documents, warnings);
}

/** Loads another library from the snapshot of it in the cache, which is made when it is not there. */
function loadOther(path: string, cache: readonly string[]): Library {
    const { documents, content } = readSources(path);
    const key = `${content.slice(0, 32)}-${VERSION}-${GRAMMAR_HASH}`;
    const warnings: string[] = [];
    const cached = readCached(cache, key);
    if (cached !== undefined) {
        try {
            const reader = new Reader(cached, false);
            if (reader.directory.content === content) {
                return new SnapshotLibrary(cached, reader, warnings);
            }
        } catch (error) {
            warnings.push(`a library snapshot in the cache is not used: ${(error as Error).message}`);
        }
    }
    try {
        const made = makeSnapshot(documents, content);
        writeCached(cache, key, made);
        return new SnapshotLibrary(made, new Reader(made, true), warnings);
    } catch (error) {
        warnings.push(`no snapshot could be made of the library ${path}: ${(error as Error).message}`);
        return new TextLibrary(documents, warnings);
    }
}

/** What the two kinds of libraries share: names at the roots lead to documents, qualified names to elements. */
abstract class DocumentLibrary implements Library {
    abstract readonly origin: 'snapshot' | 'text';
    abstract readonly snapshot: SharedArrayBuffer | undefined;
    abstract readonly packageNames: readonly string[];
    private readonly elements = new Map<string, AstNode | null>();
    private lacking: readonly string[] | undefined;

    constructor(readonly warnings: readonly string[]) {}

    abstract documents(): readonly Document[];
    abstract replacing(versions: ReadonlyMap<string, (world: Library) => Document>): Library;
    /** The documents that declare a name at their root, in order. */
    protected abstract declaring(name: string): readonly Document[];

    get problems(): readonly string[] {
        return (this.lacking ??= missingFrom(name => this.libraryElement(name) !== undefined));
    }

    lookupGlobal(name: string): readonly AstNode[] {
        return this.declaring(name).flatMap(document => ownedMembersNamed(document.root, name));
    }

    libraryElement(qualifiedName: string): AstNode | undefined {
        const known = this.elements.get(qualifiedName);
        if (known !== undefined) {
            return known ?? undefined;
        }
        const segments = segmentsOf(qualifiedName);
        let element: AstNode | undefined = this.lookupGlobal(segments[0].name)[0];
        for (let i = 1; element !== undefined && i < segments.length; i++) {
            element = memberElement(ownedMembersNamed(element, segments[i].name)[0] ?? lookupVisible(element, segments[i].name));
        }
        this.elements.set(qualifiedName, element ?? null);
        return element;
    }
}

/** A library in a snapshot. A document of it comes to life when a name leads there. */
class SnapshotLibrary extends DocumentLibrary {
    readonly origin = 'snapshot';
    private readonly loaded: (Document | undefined)[];
    /** Numbers of the documents by the names that they declare at their roots. */
    private readonly names = new Map<string, number[]>();

    constructor(readonly snapshot: SharedArrayBuffer, private readonly reader: Reader, warnings: readonly string[]) {
        super(warnings);
        const { documents } = reader.directory;
        this.loaded = new Array<Document | undefined>(documents.length).fill(undefined);
        documents.forEach(({ packages, others }, number) => {
            for (const name of [...packages, ...others]) {
                const present = this.names.get(name);
                if (present === undefined) {
                    this.names.set(name, [number]);
                } else {
                    present.push(number);
                }
            }
        });
    }

    get packageNames(): readonly string[] {
        return this.reader.directory.documents.flatMap(({ packages }) => packages);
    }

    replacing(versions: ReadonlyMap<string, (world: Library) => Document>): Library {
        const other = new SnapshotLibrary(this.snapshot, this.reader, this.warnings);
        this.reader.directory.documents.forEach(({ name }, number) => {
            other.loaded[number] = versions.get(name)?.(other);
        });
        return other;
    }

    documents(): readonly Document[] {
        return this.loaded.map((_, number) => this.document(number));
    }

    protected declaring(name: string): readonly Document[] {
        return this.names.get(name)?.map(number => this.document(number)) ?? [];
    }

    private document(number: number): Document {
        return (this.loaded[number] ??= this.read(this.reader.directory.documents[number]));
    }

    private read(entry: DocumentEntry): Document {
        const { reader } = this;
        let content: string | undefined;
        let lines: LineIndex | undefined;
        const source: SourceDocument = {
            name: entry.name,
            language: entry.language,
            get content() { return (content ??= reader.decode(entry.text)); }
        };
        const parsed: ParsedDocument = {
            root: reader.root(entry),
            diagnostics: entry.syntaxErrors,
            reservedNames: [],
            get lines() { return (lines ??= new LineIndex(source.content)); }
        };
        return new Document(source, this, true, parsed);
    }
}

/** A library whose files are parsed, each when a name leads there. */
class TextLibrary extends DocumentLibrary {
    readonly origin = 'text';
    readonly snapshot = undefined;
    readonly packageNames: readonly string[];
    private readonly files = new Map<string, SourceDocument[]>();
    private readonly loaded = new Map<SourceDocument, Document>();

    constructor(private readonly sources: readonly SourceDocument[], warnings: readonly string[]) {
        super(warnings);
        const packages = new Set<string>();
        for (const source of sources) {
            for (const { name, shortName } of packagesOf(source.content)) {
                packages.add(name);
                for (const key of shortName === undefined || shortName === name ? [name] : [name, shortName]) {
                    this.files.set(key, [...(this.files.get(key) ?? []), source]);
                }
            }
        }
        this.packageNames = [...packages];
    }

    replacing(versions: ReadonlyMap<string, (world: Library) => Document>): Library {
        const other = new TextLibrary(this.sources, this.warnings);
        for (const source of this.sources) {
            const version = versions.get(source.name)?.(other);
            if (version !== undefined) {
                other.loaded.set(source, version);
            }
        }
        return other;
    }

    documents(): readonly Document[] {
        return this.sources.map(source => this.document(source));
    }

    protected declaring(name: string): readonly Document[] {
        return this.files.get(name)?.map(source => this.document(source)) ?? [];
    }

    private document(source: SourceDocument): Document {
        let document = this.loaded.get(source);
        if (document === undefined) {
            this.loaded.set(source, (document = new Document(source, this, true)));
        }
        return document;
    }
}

const PACKAGE = /^(?:standard\s+)?(?:library\s+)?package\s+(?:<\s*('(?:\\.|[^\\'])*'|\w+)\s*>\s*)?('(?:\\.|[^\\'])*'|\w+)/gm;

/** Names of the packages that start at the beginning of a line: enough to find the file of a package without parsing it. */
function packagesOf(text: string): { name: string; shortName: string | undefined }[] {
    return [...text.matchAll(PACKAGE)].map(([, shortName, name]) => ({ name: unquoted(name), shortName: shortName && unquoted(shortName) }));
}
