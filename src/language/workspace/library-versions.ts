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
    /** The documents of the model that replace library files. */
    readonly documents: readonly Document[];
}

/** Limits of the cache of {@link LibraryVersions.files}: number of texts, and their characters. */
const MOST_FILES = { count: 500, weight: 32_000_000 };
/** Limit of the cached libraries with versions. */
const REMEMBERED = 2;

export class LibraryVersions {
    /**
     * For texts, the library file of which each is a version, if any. Keyed by the text alone, since a known string need not be hashed
     * again.
     */
    private readonly files = new LruMap<string, { readonly language: string; readonly length: number; readonly file?: Document }>({
        ...MOST_FILES,
        weigh: ({ length }) => length
    });
    /** The libraries with versions, the last used first. */
    private made: readonly { readonly sources: readonly SourceDocument[]; readonly strict: boolean; readonly library: ModelLibrary }[] = [];
    private readonly plain: ModelLibrary;

    constructor(private readonly library: Library) {
        this.plain = { library, documents: [] };
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
        const versions = [...found.values()];
        const isSame = (other: readonly SourceDocument[]): boolean =>
            other.length === versions.length && other.every((source, i) => isSameSource(source, versions[i]));
        const known = this.made.find(made => made.strict === strict && isSame(made.sources));
        const { library } = known ?? { library: this.replacing(found) };
        this.made = [known ?? { sources: versions, strict, library }, ...this.made.filter(made => made !== known)].slice(0, REMEMBERED);
        return library;
    }

    private replacing(found: ReadonlyMap<Document, SourceDocument>): ModelLibrary {
        const documents: Document[] = [];
        const library = this.library.replacing(
            new Map(
                [...found].map(([file, source]) => [
                    file.name,
                    world => {
                        const version = new Document(source, world, true);
                        documents.push(version);
                        return version;
                    }
                ])
            )
        );
        return { library, documents };
    }

    /**
     * The library file of which a document is a version: all its root members are packages of that file, with the same modifiers, and both
     * have the same language.
     */
    private fileOf(source: SourceDocument): Document | undefined {
        const { content, language } = source;
        const known = this.files.get(content);
        if (known?.language === language) {
            return known.file;
        }
        const file = this.fileReplacedBy(source, parseDocument(content, language));
        this.files.set(content, { language, length: content.length, file });
        return file;
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

/** Whether two sources are the same document. */
export function isSameSource(a: Pick<SourceDocument, 'name' | 'language' | 'content'>, b: SourceDocument): boolean {
    return a.name === b.name && a.language === b.language && a.content === b.content;
}
