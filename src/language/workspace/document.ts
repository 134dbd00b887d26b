/**
 * A document of a model: its text, its syntax tree and, once analysed, its findings. A document belongs to one set of surroundings; when
 * these change, it is created again (parsing is cheap), so that memoized values on its nodes never change.
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
 * Whether a name is the redefined feature of a feature with its own value, which does not depend on the default value of the redefined one.
 */
function isRedefinedWithValue(name: AstNode): boolean {
    return name.$type === 'Redefinition' && name.$container?.value !== undefined;
}

/** Whether two lists number sections equally; an absent list counts from 1. */
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
    /** The declarations that names of this document refer to, by the declaration that contains the name; see {@link keyOf}. */
    reads = new NotedReads();
    /**
     * Whether the content of declarations determines the members that its packages provide (see reanalysis.ts); undefined until it is
     * requested.
     */
    offersContent: boolean | undefined;
    /** The analysis of its findings; undefined when the next version has to be analysed whole. */
    analysis: Analysis | undefined;
    /** Its elements by type and name, in its own tree or an equivalent earlier one. */
    readonly elements = new ElementIndex(() => this.parsedRoot ?? this.earlierRoot ?? this.root);
    private tree: ast.RootNamespace | undefined;
    /** The tree of an earlier version, which is searched until its own is parsed. */
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
     * The census of the latest model that contains the document. Each such model contains all documents that its names refer to, so results
     * are the same with each; the latest one keeps no older document in memory.
     */
    census: NameCensus | undefined;
    /** Its index among the documents of its models; undefined where they are not analysed, so that no reads are recorded. */
    number: number | undefined;
    /** Set once by the analysis. */
    found: readonly Finding[] | undefined;
    /** The pending analysis: a generator that pauses, and sets the findings at its end. */
    pending: { readonly isPartial: boolean; readonly analysis: Generator<void, void> } | undefined;
    private isBeingAnalysed = false;

    /** @param parsed the parsed source, where it is known already */
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

    /**
     * A copy of the document for another model with the same root names; {@link Document.surroundAs} completes it. It is parsed on demand.
     */
    again(): Document {
        const { source, library, isLibrary, parsed } = this;
        const document = new Document(source, library, isLibrary, parsedAgain(parsed, source.content, source.language));
        document.names = this.rootNames;
        document.memberCount = this.rootCount;
        document.declared = this.declared;
        return document;
    }

    /** A document with the next text for another model, which keeps what the change leaves of this one's syntax. */
    next(source: SourceDocument, library: World): Document {
        return new Document(source, library, false, parseDocument(source.content, source.language, this.parsed.bodies));
    }

    /**
     * Sets the root names of the model's documents, once. The document keeps those that its text mentions, so that all models that share it
     * get the same results.
     */
    surround(globals: Globals<Document>): void {
        this.globals = mentioned(this.text, globals);
    }

    /** Like {@link surround}, for the next version of a document whose root names were searched in its text. */
    surroundAfter(older: Document, globals: Globals<Document>): void {
        this.globals = mentionedAfter(older, this.text, globals);
    }

    /** Like {@link surround}, for a document with the same text: references to older documents are replaced by references to newer ones. */
    surroundAs(older: Document, newer: ReadonlyMap<Document, Document>): void {
        this.globals = new Map([...older.globals].map(([name, documents]) => [name, documents.map(d => newer.get(d) ?? d)]));
    }

    /** The names that its text declares, by the parts of the text that versions keep. */
    get declaredNames(): readonly DeclaredNames[] {
        return (this.declared ??= declaredPartsOf(this.root));
    }

    /** The documents that its names may refer to. */
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

    /** The findings of the analysis, which runs at the first request. */
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
            return true; // a check that reads the findings of its own document gets none yet
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

    /** Searches the tree of an earlier version with the same text, which gives the same results. */
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
     * Takes over the section numbers of an earlier version, so that recorded reads apply to both.
     * @param numbers in textual order; those of the earlier version when absent
     * @returns false when the sections have other numbers already
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

    /** Fixes the section numbers, which are used from now on. */
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
