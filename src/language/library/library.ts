/**
 * The standard library: one set of documents, loaded once for each process and shared by every model. It is read from the bytes of a
 * snapshot, or from texts. Does not depend on models or files: `loading.ts` finds the source of a library.
 */
import type { AstNode } from '../generated/tree.js';
import { LineIndex, type ParsedDocument } from '../syntax/index.js';
import { Document, type SourceDocument } from '../workspace/document.js';
import type { LibraryNames } from '../workspace/name-census.js';
import type { World } from '../semantics/world.js';
import { lookupVisible } from '../semantics/lookup.js';
import { memberElement } from '../semantics/names.js';
import { ownedMembersNamed } from '../semantics/owned-members.js';
import { segmentsOf, unquoted } from '../semantics/structure.js';
import type { DocumentEntry, Judgement } from './format.js';
import { Reader } from './reader.js';
import { missingFrom, REQUIRED_HASH } from './required.js';

export interface Library extends World, LibraryNames {
    /** Names of the packages at the roots of the library's documents. */
    readonly packageNames: readonly string[];
    /** All documents; reads those that were not read yet. */
    documents(): readonly Document[];
    /**
     * The library with some documents replaced: all its documents are rebuilt, so that names in each resolve to the new ones.
     * @param versions by the name of the replaced document; each is made for the given world
     */
    replacing(versions: ReadonlyMap<string, (world: Library) => Document>): Library;
    /** Whether the documents are read from a snapshot or parsed. */
    readonly origin: 'snapshot' | 'text';
    /** The block from which other threads load the same library; undefined if memory cannot be shared. */
    readonly snapshot: SharedArrayBuffer | undefined;
    /** Problems while loading, for a log. */
    readonly warnings: readonly string[];
    /** Elements that the language needs and the library lacks, for its user: one message, or none. */
    readonly problems: readonly string[];
}

/** The common part of both kinds of libraries: finds documents by names at their roots, and elements by qualified names. */
abstract class DocumentLibrary implements Library {
    abstract readonly origin: 'snapshot' | 'text';
    abstract readonly snapshot: SharedArrayBuffer | undefined;
    abstract readonly packageNames: readonly string[];
    private readonly elements = new Map<string, AstNode | null>();
    protected lacking: readonly string[] | undefined;

    constructor(readonly warnings: readonly string[]) {}

    abstract documents(): readonly Document[];
    abstract mayDeclare(name: string): boolean;
    abstract isOnlyAtRoots(name: string): boolean;
    abstract mayInherit(name: string): boolean;
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
        const element = elementNamed(qualifiedName, name => this.lookupGlobal(name)[0]);
        this.elements.set(qualifiedName, element ?? null);
        return element;
    }
}

/** The element of a qualified name, with a function that finds its root. */
export function elementNamed(qualifiedName: string, rootNamed: (name: string) => AstNode | undefined): AstNode | undefined {
    const [root, ...segments] = segmentsOf(qualifiedName);
    let element = rootNamed(root.name);
    for (let i = 0; element !== undefined && i < segments.length; i++) {
        element = memberElement(ownedMembersNamed(element, segments[i].name)[0] ?? lookupVisible(element, segments[i].name));
    }
    return element;
}

/** A library in a snapshot. A document is made when a name first resolves into it. */
export class SnapshotLibrary extends DocumentLibrary {
    readonly origin = 'snapshot';
    private readonly loaded: (Document | undefined)[];
    private readonly onlyAtRoots: ReadonlySet<string>;
    /** Whether some documents were replaced. */
    private isReplaced = false;
    /** Indices of the documents by the names that they declare at their roots. */
    private readonly names = new Map<string, number[]>();

    constructor(
        private readonly reader: Reader,
        warnings: readonly string[] = []
    ) {
        super(warnings);
        const { documents, judgement, onlyAtRoots } = reader.directory;
        this.onlyAtRoots = new Set(onlyAtRoots);
        this.lacking = judgement.required === REQUIRED_HASH ? judgement.problems : undefined;
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

    get snapshot(): SharedArrayBuffer | undefined {
        return this.reader.shared;
    }

    get packageNames(): readonly string[] {
        return this.reader.directory.documents.flatMap(({ packages }) => packages);
    }

    replacing(versions: ReadonlyMap<string, (world: Library) => Document>): Library {
        const other = new SnapshotLibrary(this.reader, this.warnings);
        this.reader.directory.documents.forEach(({ name }, number) => {
            other.loaded[number] = versions.get(name)?.(other);
            other.isReplaced ||= other.loaded[number] !== undefined;
        });
        return other;
    }

    mayDeclare(name: string): boolean {
        return this.isReplaced || this.reader.hasString(name);
    }

    isOnlyAtRoots(name: string): boolean {
        return !this.isReplaced && this.onlyAtRoots.has(name);
    }

    mayInherit(name: string): boolean {
        return this.isReplaced || this.reader.isInTypes(name);
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
            get content() {
                return (content ??= reader.decode(entry.text));
            }
        };
        const parsed: ParsedDocument = {
            root: reader.root(entry),
            diagnostics: entry.syntaxErrors,
            reservedNames: [],
            get lines() {
                return (lines ??= new LineIndex(source.content));
            }
        };
        return new Document(source, this, true, parsed);
    }
}

/** A library whose files are parsed, each when a name first resolves into it. */
export class TextLibrary extends DocumentLibrary {
    readonly origin = 'text';
    readonly snapshot = undefined;
    readonly packageNames: readonly string[];
    private readonly files = new Map<string, SourceDocument[]>();
    private readonly loaded = new Map<SourceDocument, Document>();

    constructor(
        private readonly sources: readonly SourceDocument[],
        warnings: readonly string[]
    ) {
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

    mayDeclare(): boolean {
        return true; // does not search the texts: this filter only saves time, and snapshots are the fast case
    }

    isOnlyAtRoots(): boolean {
        return false; // as above
    }

    mayInherit(): boolean {
        return true; // as above
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

/** Checks the documents of a library for elements that the language needs and they lack. */
export function judge(documents: readonly SourceDocument[]): Judgement {
    return { required: REQUIRED_HASH, problems: new TextLibrary(documents, []).problems };
}

const PACKAGE = /^(?:standard\s+)?(?:library\s+)?package\s+(?:<\s*('(?:\\.|[^\\'])*'|\w+)\s*>\s*)?('(?:\\.|[^\\'])*'|\w+)/gm;

/** Returns the names of packages that are declared at the start of a line. They identify the file of a package without parsing it. */
function packagesOf(text: string): { name: string; shortName: string | undefined }[] {
    return [...text.matchAll(PACKAGE)].map(([, shortName, name]) => ({
        name: unquoted(name),
        shortName: shortName && unquoted(shortName)
    }));
}
