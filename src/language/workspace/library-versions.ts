/**
 * Documents of a model that are versions of library files: their declarations replace those of the library in the whole model (contract:
 * conversion 4.7). A model with such documents has its own library, consisting of them and of the other library files; models with the same
 * versions share it.
 */
import type { Library } from '../library/library.js';
import { documentOf } from '../semantics/text.js';
import { isPackage } from '../semantics/structure.js';
import { parseDocument, type ParsedDocument } from '../syntax/index.js';
import { Document, type SourceDocument } from './document.js';
import { LruMap } from './lru.js';

/** The library of one model. */
export interface ModelLibrary {
    readonly library: Library;
    /** The documents of the model that replace library files, by their sources. */
    readonly documents: ReadonlyMap<string, Document>;
}

/** Limit of the documents for which it is cached whether they are versions. */
const MOST_FILES = 500;
/** Limit of the cached libraries with versions. */
const REMEMBERED = 2;

export class LibraryVersions {
    /** The library file that each document is a version of; null for none. */
    private readonly files = new LruMap<string, Document | null>({ count: MOST_FILES });
    private readonly made = new LruMap<string, ModelLibrary>({ count: REMEMBERED });
    private readonly plain: ModelLibrary;

    constructor(private readonly library: Library) {
        this.plain = { library, documents: new Map() };
    }

    /** The library of a model with these documents. */
    of(sources: readonly SourceDocument[], strict: boolean): ModelLibrary {
        const found = new Map<Document, SourceDocument>();
        for (const source of sources) {
            const replaced = MAY_BE_VERSION.test(source.content) ? this.fileOf(source) : undefined;
            if (replaced !== undefined && !found.has(replaced)) {
                found.set(replaced, source);
            }
        }
        if (found.size === 0) {
            return this.plain;
        }
        const key = JSON.stringify([strict, ...[...found.values()].map(keyOf)]);
        let library = this.made.get(key);
        if (library === undefined) {
            const versions = new Map<string, Document>();
            const replacing = this.library.replacing(
                new Map(
                    [...found].map(([file, source]) => [
                        file.name,
                        world => {
                            const version = new Document(source, world, true);
                            versions.set(keyOf(source), version);
                            return version;
                        }
                    ])
                )
            );
            this.made.set(key, (library = { library: replacing, documents: versions }));
        }
        return library;
    }

    /**
     * The library file that a document is a version of: all its roots are packages of that file, in its language, declared with the same
     * modifiers.
     */
    private fileOf(source: SourceDocument): Document | undefined {
        const key = keyOf(source);
        let file = this.files.get(key);
        if (file === undefined) {
            this.files.set(key, (file = this.fileReplacedBy(source, parseDocument(source.content, source.language)) ?? null));
        }
        return file ?? undefined;
    }

    private fileReplacedBy(source: SourceDocument, { root, diagnostics }: ParsedDocument): Document | undefined {
        const roots = diagnostics.length > 0 ? [] : root.members.filter(m => 'name' in m && m.name !== undefined);
        const files = roots.map(member => {
            const [bundled] = isPackage(member) ? this.library.lookupGlobal(member.name!) : [];
            return bundled !== undefined &&
                isPackage(member) &&
                isPackage(bundled) &&
                bundled.isLibrary &&
                member.isLibrary &&
                bundled.isStandard === member.isStandard
                ? documentOf(bundled)
                : undefined;
        });
        const [file] = files;
        return file !== undefined && file.language === source.language && files.every(f => f === file) ? file : undefined;
    }
}

/** A pattern that the text of every version contains. */
const MAY_BE_VERSION = /\blibrary\s+package\b/;

/** A key that is unique for a source. */
export function keyOf({ name, language, content }: SourceDocument): string {
    return JSON.stringify([name, language, content]);
}
