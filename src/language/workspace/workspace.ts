/**
 * Models and where they are kept: the cache of parsed models by hash, and an incremental workspace per document set (contract: core, ParseSources).
 * A model is an immutable snapshot; a new one shares every document that cannot see what changed.
 */
import { createHash } from 'node:crypto';
import type { AstNode } from 'langium';
import { isAlias } from '../semantics/structure.js';
import { lookupNameOf, ownedMembersNamed, ownedNames, visibilityOf } from '../semantics/owned-members.js';
import type { World } from '../semantics/world.js';
import type { Library } from '../library/library.js';
import { analyse } from './analysis.js';
import type { Diagnostic } from './diagnostics.js';
import { Document, type SourceDocument } from './document.js';
import { LruMap } from './lru.js';

export type { SourceDocument } from './document.js';

export interface ParseOptions {
    readonly strict?: boolean;
    readonly baseModelHash?: string;
    /** Called before each document is analysed, with the number of those done and of all. */
    readonly progress?: Progress;
}

export type Progress = (done: number, all: number) => void;

export interface ParseResult {
    readonly model: Model;
    /** With a base hash: names of the documents whose results may differ from the base, in request order. */
    readonly affected?: string[];
}

/** A parsed and validated set of documents. Never changes. */
export class Model implements World {
    private globals: Map<string, AstNode[]> | undefined;
    /** Findings of all documents, in request order. */
    diagnostics: readonly Diagnostic[] = [];

    constructor(
        readonly hash: string,
        readonly strict: boolean,
        readonly documents: readonly Document[],
        readonly library: Library,
        /** Identity of the document set, and what each document was answered from. */
        readonly setKey: string,
        /** made from the model before it in the same document set, and not on its own */
        readonly isIncremental: boolean
    ) {}

    lookupGlobal(name: string): readonly AstNode[] {
        const own = this.ownGlobals().get(name);
        return own ?? this.library.lookupGlobal(name);
    }

    libraryElement(qualifiedName: string): AstNode | undefined {
        return this.library.libraryElement(qualifiedName);
    }

    /** Visible members at the roots of the model's documents. */
    ownGlobals(): ReadonlyMap<string, AstNode[]> {
        if (this.globals === undefined) {
            this.globals = new Map();
            for (const { root } of this.documents) {
                for (const name of ownedNames(root)) {
                    const members = ownedMembersNamed(root, name).filter(m => visibilityOf(m) === 'public');
                    if (members.length > 0) {
                        const present = this.globals.get(name);
                        if (present === undefined) {
                            this.globals.set(name, [...members]);
                        } else {
                            present.push(...members);
                        }
                    }
                }
            }
        }
        return this.globals;
    }
}

/** The model hash: SHA-256 over the mode, the number of documents and each document's name, language and content, length-delimited. */
export function modelHash(documents: readonly SourceDocument[], strict: boolean): string {
    const hash = createHash('sha256');
    const add = (text: string): void => {
        hash.update(`${Buffer.byteLength(text)}:`);
        hash.update(text);
    };
    add(strict ? 'strict' : 'default');
    hash.update(`${documents.length}:`);
    for (const { name, language, content } of documents) {
        add(name);
        add(language);
        add(content);
    }
    return hash.digest('hex');
}

/** What is remembered of a document set: the latest model of it. */
interface DocumentSet {
    latest: Model;
}

const WORKSPACES = 4;

export class Workspace {
    private readonly models: LruMap<string, Model>;
    private readonly sets = new LruMap<string, DocumentSet>(WORKSPACES);
    readonly library: Library;
    private readonly diagnoses: boolean;

    /**
     * @param options.diagnoses whether models are analysed, so that they have diagnostics; one that is not answers everything else alike,
     * since names are resolved on demand
     */
    constructor(options: { library: Library; cacheSize?: number; diagnoses?: boolean }) {
        this.library = options.library;
        this.diagnoses = options.diagnoses ?? true;
        this.models = new LruMap(options.cacheSize ?? 100);
    }

    /** The cached model of a hash; counts as a use. */
    get(hash: string): Model | undefined {
        return this.models.get(hash);
    }

    /** Parses documents as one model, sharing what it can with the latest model of the same document set. */
    parse(documents: readonly SourceDocument[], options: ParseOptions = {}): ParseResult {
        const strict = options.strict ?? false;
        const hash = modelHash(documents, strict);
        const setKey = JSON.stringify([strict, documents.map(d => [d.name, d.language])]);
        const base = options.baseModelHash === undefined ? undefined : this.models.get(options.baseModelHash);
        let model = this.models.get(hash);
        if (model === undefined) {
            // what a document depends on is known when it was analysed
            const previous = this.diagnoses ? this.sets.get(setKey)?.latest : undefined;
            model = previous === undefined ? this.fresh(documents, strict, hash, setKey, options.progress) : this.next(previous, documents, hash, options.progress);
            this.models.set(hash, model);
        }
        this.sets.set(setKey, { latest: model });
        return options.baseModelHash === undefined ? { model } : { model, affected: affectedBy(base, model) };
    }

    /** Parses one document whole, without an incremental workspace. */
    parseFresh(document: SourceDocument, options: ParseOptions = {}): Model {
        const strict = options.strict ?? false;
        const hash = modelHash([document], strict);
        let model = this.models.get(hash);
        if (model === undefined) {
            model = this.fresh([document], strict, hash, '');
            this.models.set(hash, model);
        }
        return model;
    }

    private fresh(sources: readonly SourceDocument[], strict: boolean, hash: string, setKey: string, progress?: Progress): Model {
        const documents = sources.map(s => new Document(s, this.library));
        return build(documents, new Set(this.diagnoses ? [] : documents), hash, strict, this.library, { setKey, isIncremental: false }, progress);
    }

    /** A new snapshot of a document set: documents that changed, or that could see a change, are made anew. */
    private next(previous: Model, sources: readonly SourceDocument[], hash: string, progress?: Progress): Model {
        const documents = previous.documents.map((d, i) => (d.text === sources[i].content ? d : new Document(sources[i], this.library)));
        const changed = new Set<Document>();
        documents.forEach((d, i) => {
            if (d !== previous.documents[i]) {
                changed.add(previous.documents[i]);
            }
        });
        const stale = staleDocuments(previous.documents, changed, changedGlobals(previous.documents, documents));
        const shared = new Set<Document>();
        const all = documents.map((d, i) => {
            if (d !== previous.documents[i]) {
                return d;
            }
            if (stale.has(d)) {
                return new Document(sources[i], this.library);
            }
            shared.add(d);
            return d;
        });
        return build(all, shared, hash, previous.strict, this.library, { setKey: previous.setKey, isIncremental: true }, progress);
    }
}

function build(documents: readonly Document[], shared: ReadonlySet<Document>, hash: string, strict: boolean, library: Library,
    origin: { readonly setKey: string; readonly isIncremental: boolean }, progress?: Progress): Model {
    const model = new Model(hash, strict, documents, library, origin.setKey, origin.isIncremental);
    for (const document of documents) {
        // A shared document asks its world for nothing new (see Scope.globalNames), so that it may stand in the newer one.
        document.world = model;
    }
    documents.forEach((document, i) => {
        if (!shared.has(document)) {
            progress?.(i, documents.length);
            document.findings = analyse(document, strict);
        }
    });
    model.diagnostics = documents.flatMap(d => d.findings.map(f => d.toDiagnostic(f)));
    return model;
}

/** Names at the roots that differ between two versions of documents: declared in another document, order or visibility. */
function changedGlobals(before: readonly Document[], after: readonly Document[]): Set<string> {
    const changed = new Set<string>();
    before.forEach((document, i) => {
        const next = after[i];
        if (next === document) {
            return;
        }
        const old = rootNames(document);
        const now = rootNames(next);
        for (const name of old) {
            if (!now.has(name)) {
                changed.add(name);
            }
        }
        for (const name of now) {
            if (!old.has(name)) {
                changed.add(name);
            }
        }
    });
    return changed;
}

function rootNames(document: Document): Set<string> {
    const names = new Set<string>();
    for (const member of document.root.members) {
        if (visibilityOf(member) === 'public') {
            const { shortName } = member as { shortName?: string };
            for (const name of [lookupNameOf(member), shortName]) {
                if (name !== undefined) {
                    names.add(isAlias(member) ? `${name}` : name);
                }
            }
        }
    }
    return names;
}

/** Documents whose answers may depend on a change: they lead, directly or through others, into a changed document, or looked up a changed name. */
function staleDocuments(documents: readonly Document[], changed: ReadonlySet<Document>, globals: ReadonlySet<string>): Set<Document> {
    const stale = new Set<Document>(changed);
    for (const document of documents) {
        for (const name of globals) {
            if (document.globalNames.has(name)) {
                stale.add(document);
                break;
            }
        }
    }
    for (let grew = true; grew;) {
        grew = false;
        for (const document of documents) {
            if (!stale.has(document)) {
                for (const d of document.dependencies) {
                    if (stale.has(d as Document)) {
                        stale.add(document);
                        grew = true;
                        break;
                    }
                }
            }
        }
    }
    return stale;
}

/** Documents whose results may differ from the base: all of them unless both models stand in one line of a document set (core, ParseSources 6). */
function affectedBy(base: Model | undefined, model: Model): string[] {
    const names = model.documents.map(d => d.name);
    if (base === undefined || base.setKey !== model.setKey || !base.isIncremental || [...base.documents, ...model.documents].some(d => !d.isWellFormed || mentionsProject(d))) {
        return names;
    }
    const kept = new Set(base.documents);
    return model.documents.filter(d => !kept.has(d)).map(d => d.name);
}

function mentionsProject(document: Document): boolean {
    return document.text.includes('ProjectRef');
}
