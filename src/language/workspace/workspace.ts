/**
 * Models and their caches: parsed models by hash, and the latest model of each document set (contract: core, ParseSources). A model is an
 * immutable snapshot. The next model of a set shares every document that the change does not affect.
 */
import { newHash, utf8Length } from '#host';
import type { AstNode } from '../generated/tree.js';
import { scopeOf, type World } from '../semantics/world.js';
import type { Library } from '../library/library.js';
import { analyse } from './analysis.js';
import { type Diagnostic, type Kept, listed } from './diagnostics.js';
import { Document, type SourceDocument } from './document.js';
import { type Globals, globalsOf, membersOf, mentions } from './globals.js';
import { isSameSource, LibraryVersions } from './library-versions.js';
import { LruMap } from './lru.js';
import { NameCensus } from './name-census.js';
import { type Plan, planAnalysis } from './reanalysis.js';

export type { SourceDocument } from './document.js';

export interface ParseOptions {
    readonly strict?: boolean;
    readonly baseModelHash?: string;
    /** When the documents are analysed, if not when the workspace does it. */
    readonly analysis?: AnalysisTime;
    /** Called before each document is analysed, with the numbers of analysed and of all documents. */
    readonly progress?: Progress;
}

export type Progress = (done: number, all: number) => void;

export interface ParseResult {
    readonly model: Model;
    /** With a base hash: names of the documents whose results may differ from the base, in request order. */
    readonly affected?: string[];
}

/** The parts of a model. */
interface ModelParts {
    readonly hash: string;
    readonly strict: boolean;
    readonly documents: readonly Document[];
    readonly library: Library;
    /** The source of the library, for models derived from this one. */
    readonly versions: LibraryVersions;
    /** The identity of the document set. */
    readonly setKey: string;
}

/** The previous model in the same document set, and the documents of an earlier analysis. */
interface Predecessor {
    /** undefined for a model without a predecessor */
    readonly previous?: Model;
    /** The earlier documents with which its analysis is planned (see {@link basisOf}), until the analysis is done. */
    readonly planned?: readonly Document[];
}

/** A parsed and validated set of documents. Never changes. */
export class Model implements World, ModelParts {
    readonly hash: string;
    readonly strict: boolean;
    readonly documents: readonly Document[];
    readonly library: Library;
    readonly versions: LibraryVersions;
    readonly setKey: string;
    private planned: readonly Document[] | undefined;
    /** The number of leading documents that satisfy {@link isAnalysedAs}. */
    private analysedCount = 0;
    private globals: Globals<Document> | undefined;
    /** root members by name */
    private readonly roots = new Map<string, readonly AstNode[]>();
    private all: readonly Diagnostic[] | undefined;
    /** Whether it was derived from the previous model in the same document set. */
    readonly isIncremental: boolean;
    private readonly census: NameCensus;

    constructor({ hash, strict, documents, library, versions, setKey, previous, planned }: ModelParts & Predecessor) {
        this.hash = hash;
        this.strict = strict;
        this.documents = documents;
        this.library = library;
        this.versions = versions;
        this.setKey = setKey;
        this.planned = planned;
        this.isIncremental = previous !== undefined;
        this.census = new NameCensus(documents, library);
        if (previous !== undefined) {
            this.census.continue(previous.census);
        }
        documents.filter(d => !d.isLibrary).forEach(document => (document.census = this.census));
    }

    /** The earlier documents with which to plan the next model's analysis; undefined if all documents of this model are analysed. */
    get basis(): readonly Document[] | undefined {
        return this.planned;
    }

    /** Releases the earlier documents when every document has been analysed at least as far as the earlier one. */
    releaseBasis(): void {
        const { planned, documents } = this;
        const isDone = (i: number): boolean => documents[i] === planned![i] || isAnalysedAs(planned![i], documents[i]);
        while (planned !== undefined && this.analysedCount < documents.length && isDone(this.analysedCount)) {
            this.analysedCount++;
        }
        if (this.analysedCount === documents.length) {
            this.planned = undefined;
        }
    }

    /** Findings of all documents, in request order. */
    get diagnostics(): readonly Diagnostic[] {
        return (this.all ??= this.documents.flatMap(d => listed(d.findings).map(f => d.toDiagnostic(f, this))));
    }

    lookupGlobal(name: string): readonly AstNode[] {
        let found = this.roots.get(name);
        if (found === undefined) {
            found = membersOf((this.globals ??= globalsOf(this.documents)), this.library, name);
            if (found.length > 0) {
                this.roots.set(name, found); // failed lookups are not cached
            }
        }
        return found;
    }

    /** The first document of the model that declares a name at its root. */
    firstDeclaring(name: string): Document | undefined {
        return (this.globals ??= globalsOf(this.documents)).get(name)?.[0];
    }

    /** The index of a root's document, also for the root of an earlier tree; -1 for a library document. */
    placeOf(root: AstNode): number {
        const scope = scopeOf(root);
        return scope instanceof Document ? (scope.number ?? this.documents.indexOf(scope)) : -1;
    }

    /** Whether a member of the model or the library may have a name. */
    mayDeclare(name: string): boolean {
        return this.census.isDeclared(name);
    }

    libraryElement(qualifiedName: string): AstNode | undefined {
        return this.library.libraryElement(qualifiedName);
    }

    offering(name: string): string | undefined {
        return this.library.offering?.(name);
    }
}

/** Whether a document has been analysed, and by section if its earlier version was. */
function isAnalysedAs(earlier: Document, document: Document): boolean {
    return document.found !== undefined && (document.analysis !== undefined || earlier.analysis === undefined);
}

/** The model hash: SHA-256 over the mode, the number of documents and each document's name, language and content, length-delimited. */
export function modelHash(documents: readonly SourceDocument[], strict: boolean): string {
    const hash = newHash('sha256');
    const add = (text: string): void => {
        hash.update(`${utf8Length(text)}:`);
        hash.update(text);
    };
    add(strict ? 'strict' : 'default');
    hash.update(`${documents.length}:`);
    for (const { name, language, content } of documents) {
        add(name);
        add(language);
        add(content);
    }
    return hash.hex();
}

/** The cached part of a document set: its latest model. */
interface DocumentSet {
    readonly latest: Model;
}

const WORKSPACES = 4;

/**
 * Limit of the characters of all cached models. An analysed model takes up to eighty bytes a character. The latest model is always kept.
 */
const MOST_TEXT = 32_000_000;

const lengthOf = (model: Model): number => model.documents.reduce((length, { text }) => length + text.length, 0);

/** When the documents of a model are analysed: with the model, when findings are requested, or never. */
export type AnalysisTime = 'at once' | 'on demand' | 'never';

export class Workspace {
    private readonly models: LruMap<string, Model>;
    private readonly sets = new LruMap<string, DocumentSet>({
        count: WORKSPACES,
        weight: MOST_TEXT,
        weigh: ({ latest }) => lengthOf(latest)
    });
    readonly library: Library;
    private readonly versions: LibraryVersions;
    private readonly analysis: AnalysisTime;

    /**
     * @param options.analysis when models are analysed, which gives them diagnostics; other results do not depend on it, since names are
     * resolved on demand
     */
    constructor(options: { library: Library; cacheSize?: number; analysis?: AnalysisTime }) {
        this.library = options.library;
        this.versions = new LibraryVersions(options.library);
        this.analysis = options.analysis ?? 'at once';
        this.models = new LruMap({ count: options.cacheSize ?? 100, weight: MOST_TEXT, weigh: lengthOf });
    }

    /** The cached model with a hash; counts as a use. */
    get(hash: string): Model | undefined {
        return this.models.get(hash);
    }

    /** Drops a model from the caches; a later request parses it again. */
    drop(hash: string): void {
        const model = this.models.get(hash);
        if (model !== undefined) {
            this.models.delete(hash);
            if (this.sets.get(model.setKey)?.latest === model) {
                this.sets.delete(model.setKey);
            }
        }
    }

    /** Parses documents as one model, sharing documents with the latest model of the same document set. */
    parse(documents: readonly SourceDocument[], options: ParseOptions = {}): ParseResult {
        const strict = options.strict ?? false;
        const hash = modelHash(documents, strict);
        const setKey = JSON.stringify([strict, documents.map(d => [d.name, d.language])]);
        const base = options.baseModelHash === undefined ? undefined : this.models.get(options.baseModelHash);
        let model = this.models.get(hash);
        if (model === undefined) {
            const previous = this.sets.get(setKey)?.latest;
            const { analysis = this.analysis, progress } = options;
            model =
                previous === undefined
                    ? freshModel(this.versions, { sources: documents, strict, hash, setKey }, analysis, progress)
                    : nextModel(previous, documents, hash, analysis, progress);
            this.models.set(hash, model);
        }
        this.sets.set(setKey, { latest: model });
        return options.baseModelHash === undefined ? { model } : { model, affected: affectedBy(base, model) };
    }

    /** Parses documents without sharing any with an earlier version. */
    parseFresh(documents: readonly SourceDocument[], options: ParseOptions = {}): Model {
        const strict = options.strict ?? false;
        const hash = modelHash(documents, strict);
        let model = this.models.get(hash);
        if (model === undefined) {
            model = freshModel(this.versions, { sources: documents, strict, hash, setKey: '' }, this.analysis);
            this.models.set(hash, model);
        }
        return model;
    }

    /** A model that is neither analysed nor cached: for requests on texts and names only. */
    parseOnly(sources: readonly SourceDocument[]): Model {
        const hash = modelHash(sources, false);
        return this.models.get(hash) ?? freshModel(this.versions, { sources, strict: false, hash, setKey: '' }, 'never');
    }
}

/**
 * A model with other texts for some of a model's documents: analysed as before, sharing unaffected documents, and not cached.
 * @param base an analysed model
 * @param contents the text of each document
 */
export function revised(base: Model, contents: readonly string[]): Model {
    const sources = base.documents.map(({ name, language }, i) => ({ name, language, content: contents[i] }));
    base.documents.forEach(document => void document.findings);
    return nextModel(base, sources, '', 'at once');
}

/** A model of newly parsed documents: its names are resolved on demand, and nothing is analysed. */
export function unanalysed(base: Model, documents: readonly Document[]): Model {
    const { strict, library, versions } = base;
    return new Model({ hash: '', strict, documents: surrounded(documents), library, versions, setKey: '' });
}

/** Sets the surroundings of new documents that form a whole model. */
function surrounded(documents: readonly Document[]): readonly Document[] {
    const globals = globalsOf(documents);
    documents.filter(d => !d.isLibrary).forEach(document => document.surround(globals));
    return documents;
}

/** The sources of a requested model. */
interface ModelSources extends Pick<ModelParts, 'hash' | 'strict' | 'setKey'> {
    readonly sources: readonly SourceDocument[];
}

/** Creates a model without a predecessor. */
function freshModel(
    versions: LibraryVersions,
    { sources, strict, hash, setKey }: ModelSources,
    analysis: AnalysisTime,
    progress?: Progress
): Model {
    const { library, documents: ofLibrary } = versions.of(sources, strict);
    const documents = surrounded(
        sources.map(
            s =>
                ofLibrary.find(({ name, language, text }) => isSameSource({ name, language, content: text }, s)) ?? new Document(s, library)
        )
    );
    number(documents, analysis);
    return analysed(new Model({ hash, strict, documents, library, versions, setKey }), analysis, new Map(), progress);
}

/** Creates the next snapshot of a document set: rebuilds documents that changed or that the change may affect. */
function nextModel(previous: Model, sources: readonly SourceDocument[], hash: string, analysis: AnalysisTime, progress?: Progress): Model {
    const { documents: before, strict, setKey, versions } = previous;
    const { library } = versions.of(sources, strict);
    if (library !== previous.library) {
        return freshModel(versions, { sources, strict, hash, setKey }, analysis, progress);
    }
    const changed = new Map<Document, Document>();
    before.forEach((d, i) => {
        if (d.text !== sources[i].content) {
            changed.set(d, d.next(sources[i], library));
        }
    });
    const names = changedNames(changed);
    const stale = staleDocuments(before, changed, names);
    const documents = names.size > 0 ? remade(previous, stale, changed, sources) : renewed(before, stale, changed);
    number(documents, analysis);
    const basis = analysis === 'never' ? undefined : basisOf(previous, documents);
    const model = new Model({ hash, strict, documents, library, versions, setKey, previous, planned: basis });
    return analysed(model, analysis, basis === undefined ? new Map() : planAnalysis(basis, documents), progress);
}

/**
 * The earlier documents with which the analysis of new ones is planned: those of the previous model if they are analysed, else those with
 * which its own analysis was planned. Thus a text with a syntax error, or one that changes faster than it is analysed, is later compared
 * with its last analysed version.
 */
function basisOf({ documents: before, basis }: Model, documents: readonly Document[]): readonly Document[] {
    const isUsable = (older: readonly Document[]): boolean =>
        documents.every((document, i) => {
            const { text, analysis, pending } = older[i];
            return document === older[i] || (text === document.text ? pending?.isPartial !== true : analysis !== undefined);
        });
    return basis === undefined || isUsable(before) ? before : basis;
}

/** Rebuilds documents after a change of root names. */
function remade(
    { documents: before, library }: Model,
    stale: ReadonlySet<Document>,
    changed: ReadonlyMap<Document, Document>,
    sources: readonly SourceDocument[]
): readonly Document[] {
    const documents = before.map((d, i) => changed.get(d) ?? (stale.has(d) ? d.next(sources[i], library) : d));
    const globals = globalsOf(documents);
    documents.filter((d, i) => d !== before[i]).forEach(document => document.surround(globals));
    return documents;
}

/** Rebuilds documents after a change that keeps the root names: unchanged documents keep the root names that occur in their texts. */
function renewed(before: readonly Document[], stale: ReadonlySet<Document>, changed: ReadonlyMap<Document, Document>): readonly Document[] {
    const newer = new Map<Document, Document>(changed);
    const unchanged = before.filter(d => stale.has(d) && !changed.has(d));
    unchanged.forEach(d => newer.set(d, d.again()));
    unchanged.forEach(d => newer.get(d)!.surroundAs(d, newer));
    const documents = before.map(d => newer.get(d) ?? d);
    const globals = globalsOf(documents);
    changed.forEach((document, older) => document.surroundAfter(older, globals));
    return documents;
}

/** Numbers the documents of an analysed model, so that they record reads. Library documents never change and need no numbers. */
function number(documents: readonly Document[], analysis: AnalysisTime): void {
    if (analysis !== 'never') {
        documents.forEach((document, i) => {
            document.number = document.isLibrary ? undefined : i;
        });
    }
}

/**
 * Analyses the new documents of a model, or prepares their analysis; shared documents are analysed already, or wait for the latest model.
 */
function analysed(model: Model, analysis: AnalysisTime, plan: Plan, progress?: Progress): Model {
    const { documents } = model;
    if (analysis === 'never') {
        return model;
    }
    documents.forEach(document => document.fixSectionNumbers());
    const waiting = documents.filter(document => document.found === undefined);
    for (const document of waiting) {
        const kept = plan.get(document);
        document.pending = { isPartial: kept !== undefined, analysis: analysing(model, document, kept) };
    }
    if (analysis === 'at once') {
        documents.forEach((document, i) => {
            if (document.pending !== undefined) {
                progress?.(i, documents.length);
                // building the index of a document that is too deep or too large to analyse would take too long, too
                const isWhole = !document.findings.some(({ code }) => code === 'too-deep' || code === 'analysis-budget');
                if (!plan.has(document) && isWhole) {
                    document.elements.make();
                }
            }
        });
    }
    return model;
}

function* analysing(model: Model, document: Document, kept: Kept | undefined): Generator<void, void> {
    yield* analyse(document, model.documents, model.strict, kept);
    model.releaseBasis();
}

/** Root names that only one of the versions of a document declares. */
function changedNames(changed: ReadonlyMap<Document, Document>): Set<string> {
    const names = new Set<string>();
    for (const [{ rootNames: old }, { rootNames: now }] of changed) {
        [...old].filter(name => !now.has(name)).forEach(name => names.add(name));
        [...now].filter(name => !old.has(name)).forEach(name => names.add(name));
    }
    return names;
}

/**
 * Documents that a change may affect: they depend on a changed document, directly or indirectly, or a changed name occurs in their text.
 */
function staleDocuments(
    documents: readonly Document[],
    changed: ReadonlyMap<Document, Document>,
    names: ReadonlySet<string>
): ReadonlySet<Document> {
    const stale = new Set<Document>(changed.keys());
    const own = documents.filter(d => !d.isLibrary);
    for (const document of own) {
        if ((document.dependsOnAll && changed.size > 0) || [...names].some(name => mentions(document.text, name))) {
            stale.add(document);
        }
    }
    for (let grew = true; grew;) {
        grew = false;
        for (const document of own) {
            if (!stale.has(document) && document.mentionedDocuments.some(d => stale.has(d))) {
                stale.add(document);
                grew = true;
            }
        }
    }
    return stale;
}

/**
 * The names of documents whose results may differ from the base: all of them, unless the base is an incremental model of the same document
 * set (core, ParseSources 6).
 */
function affectedBy(base: Model | undefined, model: Model): string[] {
    const names = model.documents.map(d => d.name);
    if (
        base === undefined ||
        base.setKey !== model.setKey ||
        !base.isIncremental ||
        [...base.documents, ...model.documents].some(d => !d.isWellFormed || mentionsProject(d))
    ) {
        return names;
    }
    const kept = new Set(base.documents);
    return model.documents.filter(d => !kept.has(d)).map(d => d.name);
}

function mentionsProject(document: Document): boolean {
    return document.text.includes('ProjectRef');
}
