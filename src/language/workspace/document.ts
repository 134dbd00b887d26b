/**
 * A document of a model: its text, its syntax tree and, once analysed, its findings. The root names that it sees in other documents are
 * fixed. If they change, a new document is made (parsing is cheap), so that memoized values on its nodes never change.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { type LineIndex, parsedAgain, type ParsedDocument, parseDocument, type Span, type SyntaxDiagnostic } from '../syntax/index.js';
import { ownedMembersNamed, ownedNames, visibilityOf } from '../semantics/owned-members.js';
import { attachScope, type Scope, type World } from '../semantics/world.js';
import { ElementIndex } from '../symbols/element-index.js';
import { declaredMembersOf } from '../semantics/declared-members.js';
import type { Analysis, DiagnosticSpan, Finding, LocatedDiagnostic } from './diagnostics.js';
import type { EarlierTrees, Searched } from './earlier-trees.js';
import { type Globals, membersOf, mentioned, mentionedAfter } from './globals.js';
import { type DeclaredNames, declaredPartsOf, type NameCensus } from './name-census.js';
import { NotedReads } from './noted-reads.js';
import { exceptDefault, keyOf } from './place-keys.js';
import { type Sections, sectionsOf, sectionsWith } from './sections.js';

/** A document as a client sends it. */
export interface SourceDocument {
    readonly name: string;
    readonly language: 'sysml' | 'kerml';
    readonly content: string;
}

const NONE: readonly Finding[] = [];

/** Keywords of imports. */
const IMPORTS = ['import', 'expose'];

/**
 * Whether a name is the target of a redefinition by a feature with its own value: that feature does not depend on the target's default.
 */
function isRedefinedWithValue(name: AstNode): boolean {
    return name.$type === 'Redefinition' && name.$container?.value !== undefined;
}

/** Whether two lists of section numbers are equal; an absent list stands for 1, 2, 3 … */
function areSame(numbers: readonly number[] | undefined, others: readonly number[] | undefined): boolean {
    const length = Math.max(numbers?.length ?? 0, others?.length ?? 0);
    return numbers === others || Array.from({ length }, (_, i) => i).every(i => (numbers?.[i] ?? i + 1) === (others?.[i] ?? i + 1));
}

export class Document implements Scope, Searched {
    readonly name: string;
    readonly language: 'sysml' | 'kerml';
    readonly isLibrary: boolean;
    /** Whether checks read all documents of the model. */
    dependsOnAll = false;
    /** The declarations to which names of this document refer, by the keys of the declarations that contain the names ({@link keyOf}). */
    reads = new NotedReads();
    /**
     * Whether the members that its packages provide depend on the content of declarations (see reanalysis.ts); undefined until it is
     * computed.
     */
    offersContent: boolean | undefined;
    /** The results of the analysis by section; undefined if the next version has to be analysed whole. */
    analysis: Analysis | undefined;
    /** The index of its elements, in its own tree or in an earlier tree of the same text. */
    readonly elements = new ElementIndex(() => this.parsedRoot ?? this.earlierRoot ?? this.root);
    private tree: ast.RootNamespace | undefined;
    /** The tree of an earlier version with the same text, which queries search until the document's own tree is parsed. */
    earlierRoot: AstNode | undefined;
    private earlierTrees: EarlierTrees | undefined;
    private memberCount: number | undefined;
    private parts: Sections | undefined;
    /** The numbers of its sections, if taken from an earlier version. */
    private sectionNumbers: readonly number[] | undefined;
    private hasFixedNumbers = false;
    private names: ReadonlySet<string> | undefined;
    private importing: ReadonlySet<number> | undefined;
    /** The root names that its text mentions, with their documents. */
    globals: Globals<Document> = new Map();
    private declared: readonly DeclaredNames[] | undefined;
    /**
     * The census of the latest model that contains the document. Every such model contains all documents to which the document's names
     * refer, so lookups give the same results with each census. The latest one is used because older ones would keep older documents in
     * memory.
     */
    census: NameCensus | undefined;
    /** Its index among the documents of its models; undefined if these models are not analysed, so that no reads are recorded. */
    number: number | undefined;
    /** The findings; set once by the analysis. */
    found: readonly Finding[] | undefined;
    /** The pending analysis: a generator with pauses that sets the findings at its end. */
    pending: { readonly isPartial: boolean; readonly analysis: Generator<void, void> } | undefined;
    private isBeingAnalysed = false;

    /** @param parsed the parsed source, if it was parsed before */
    constructor(
        private readonly source: SourceDocument,
        private readonly library: World,
        isLibrary = false,
        private readonly parsed: ParsedDocument = parseDocument(source.content, source.language)
    ) {
        this.name = source.name;
        this.language = source.language;
        this.isLibrary = isLibrary;
    }

    /** A copy of the document for a new model with the same root names, parsed on demand. Call {@link Document.surroundAs} on it. */
    again(): Document {
        const { source, library, isLibrary, parsed } = this;
        const document = new Document(source, library, isLibrary, parsedAgain(parsed, source.content, source.language));
        document.names = this.rootNames;
        document.memberCount = this.rootCount;
        document.declared = this.declared;
        return document;
    }

    /** The next version of the document, for a new model. It keeps the unchanged bodies of this version. */
    next(source: SourceDocument, library: World): Document {
        return new Document(source, library, false, parseDocument(source.content, source.language, this.parsed.bodies));
    }

    /**
     * Sets the root names of the model, once. The document keeps only those that its text mentions: these are the same in all models that
     * share the document.
     */
    surround(globals: Globals<Document>): void {
        this.globals = mentioned(this.text, globals);
    }

    /** Like {@link surround}, for the next version of a document: searches only the changed part of the text for new names. */
    surroundAfter(older: Document, globals: Globals<Document>): void {
        this.globals = mentionedAfter(older, this.text, globals);
    }

    /**
     * Like {@link surround}, for a document with the same text as an older one: takes its names, with newer versions of their documents.
     */
    surroundAs(older: Document, newer: ReadonlyMap<Document, Document>): void {
        this.globals = new Map([...older.globals].map(([name, documents]) => [name, documents.map(d => newer.get(d) ?? d)]));
    }

    /** The names that its text declares, by parts: the kept bodies, and the rest. */
    get declaredNames(): readonly DeclaredNames[] {
        return (this.declared ??= declaredPartsOf(this.root));
    }

    /** The documents to which its names may refer directly. */
    get mentionedDocuments(): readonly Document[] {
        return [...this.globals.values()].flat();
    }

    /** The names of public members of its root. */
    get rootNames(): ReadonlySet<string> {
        return (this.names ??= new Set([...ownedNames(this.root)].filter(name => this.rootMembers(name).length > 0)));
    }

    /** Number of members of its root, named or not. */
    get rootCount(): number {
        return (this.memberCount ??= declaredMembersOf(this.root).length);
    }

    /** The public members with a name at its root. */
    rootMembers(name: string): readonly AstNode[] {
        return ownedMembersNamed(this.root, name).filter(m => visibilityOf(m) === 'public');
    }

    lookupGlobal(name: string): readonly AstNode[] {
        return membersOf(this.globals, this.library, name);
    }

    libraryElement(qualifiedName: string): AstNode | undefined {
        return this.library.libraryElement(qualifiedName);
    }

    /** The findings; completes the analysis if it is pending. */
    get findings(): readonly Finding[] {
        this.analyseUntil(() => false);
        return this.found ?? NONE;
    }

    /**
     * Continues the analysis, which pauses every fraction of a millisecond.
     * @param isPaused called at each pause; whether to continue later
     * @returns whether the analysis is done
     */
    analyseUntil(isPaused: () => boolean): boolean {
        const { pending } = this;
        if (pending === undefined || this.isBeingAnalysed) {
            return true; // called by a check of this document: there are no findings yet
        }
        this.isBeingAnalysed = true;
        let isDone = false;
        try {
            while (!(isDone = pending.analysis.next().done === true) && !isPaused()) {
                // the next part
            }
        } catch (e) {
            isDone = true;
            throw e;
        } finally {
            this.isBeingAnalysed = false;
            if (isDone) {
                this.pending = undefined;
            }
        }
        return isDone;
    }

    noteRead(from: AstNode, to: AstNode): void {
        const reader = this.number === undefined ? undefined : keyOf(from, true);
        const read = reader === undefined ? undefined : keyOf(to, false);
        if (reader === undefined || read === undefined || reader === read) {
            return;
        }
        this.reads.add(reader, isRedefinedWithValue(from) ? exceptDefault(read) : read);
    }

    get text(): string {
        return this.source.content;
    }

    get root(): ast.RootNamespace {
        if (this.tree === undefined) {
            this.tree = this.parsed.root;
            attachScope(this.tree, this);
            this.earlierTrees?.end(this);
        }
        return this.tree;
    }

    /** The tree, if it is parsed. */
    get parsedRoot(): AstNode | undefined {
        return this.tree;
    }

    /** Makes queries search the tree of an earlier version with the same text, where all names resolve to the same elements. */
    searchAs(earlier: Document, trees: EarlierTrees): void {
        this.earlierRoot = this.tree === undefined ? trees.give(earlier, this) : undefined;
        this.earlierTrees = this.earlierRoot && trees;
        this.elements.take(earlier.elements, this.earlierRoot !== undefined);
    }

    releaseEarlierTree(): void {
        this.earlierRoot = undefined;
        this.earlierTrees = undefined;
        this.elements.releaseNodes();
    }

    get sections(): Sections {
        return (this.parts ??= sectionsOf(this.root, this.text, this.sectionNumbers));
    }

    /**
     * Numbers the sections as an earlier version does, so that recorded reads apply to both versions.
     * @param numbers in textual order; by default those of the earlier version
     * @returns false if the sections already have other numbers
     */
    numberSectionsAs(earlier: Document, numbers = earlier.sectionNumbers): boolean {
        if (this.hasFixedNumbers) {
            return areSame(this.sectionNumbers, numbers);
        }
        this.sectionNumbers = numbers;
        this.parts = undefined;
        if (this.text === earlier.text) {
            this.importing = earlier.importingSections;
        }
        return true;
    }

    /** Fixes the section numbers, because recorded reads will contain them. */
    fixSectionNumbers(): void {
        this.hasFixedNumbers = true;
    }

    /** The sections whose text may contain an import. */
    get importingSections(): ReadonlySet<number> {
        return (this.importing ??= sectionsWith(this.text, this.sections, IMPORTS));
    }

    get lines(): LineIndex {
        return this.parsed.lines;
    }

    get syntaxErrors(): readonly SyntaxDiagnostic[] {
        return this.parsed.diagnostics;
    }

    /** Reserved words that were read as names. */
    get reservedNames(): readonly Span[] {
        return this.parsed.reservedNames;
    }

    /** Whether the text has no syntax error; only then is the document analysed. */
    get isWellFormed(): boolean {
        return this.syntaxErrors.length === 0;
    }

    /** The place of a span of offsets, in the contract's units. */
    spanAt(offset: number, end: number): DiagnosticSpan {
        const from = this.lines.positionOf(offset);
        const to = this.lines.positionOf(Math.max(offset, end));
        return { file: this.name, startLine: from.line, startCol: from.column, endLine: to.line, endCol: to.column };
    }

    spanOf(span: Span): DiagnosticSpan {
        return this.spanAt(span.offset, span.end);
    }

    /** A finding as listed by a model that contains the document. */
    toDiagnostic(finding: Finding, model: World): LocatedDiagnostic {
        const { severity, message, code, offset, end, hint, cause } = finding;
        const said = hint?.(model) ?? '';
        const follows = cause?.place !== undefined && !(cause.isLikely && said !== '');
        return { severity, message: message + said, code, span: this.spanAt(offset, end), ...(follows ? { cause: cause.place } : {}) };
    }
}
