/**
 * A document of a model: its text, its syntax tree and, once analysed, its findings. A document is made for one set of surroundings; when
 * those change it is made again (parsing is cheap), so that what is memoized on its nodes never changes, whoever asks for it and when.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { type LineIndex, type ParsedDocument, parseDocument, type Span, type SyntaxDiagnostic } from '../syntax/index.js';
import { ownedMembersNamed, ownedNames, visibilityOf } from '../semantics/owned-members.js';
import { attachScope, type Scope, type World } from '../semantics/world.js';
import { ElementIndex } from '../symbols/element-index.js';
import { declaredMembersOf } from '../semantics/declared-members.js';
import type { Analysis, Diagnostic, DiagnosticSpan, Finding } from './diagnostics.js';
import type { EarlierTrees, Searched } from './earlier-trees.js';
import { type Globals, membersOf, mentioned } from './globals.js';
import { type DeclaredNames, declaredNamesOf, type NameCensus } from './name-census.js';
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

/** What begins an import. */
const IMPORTS = ['import', 'expose'];

/** Whether a name is the feature that one with a value of its own redefines: the default value of that feature does not matter to it. */
function isRedefinedWithValue(name: AstNode): boolean {
    return name.$type === 'Redefinition' && name.$container?.value !== undefined;
}

/** Whether two lists give sections the same numbers; an absent one counts from 1. */
function areSame(numbers: readonly number[] | undefined, others: readonly number[] | undefined): boolean {
    const length = Math.max(numbers?.length ?? 0, others?.length ?? 0);
    return numbers === others || Array.from({ length }, (_, i) => i).every(i => (numbers?.[i] ?? i + 1) === (others?.[i] ?? i + 1));
}

export class Document implements Scope, Searched {
    readonly name: string;
    readonly language: 'sysml' | 'kerml';
    readonly isLibrary: boolean;
    /** Whether checks looked at all documents of the model. */
    dependsOnAll = false;
    /** Which declarations names of this document refer to, by the declaration that they are part of; see {@link keyOf}. */
    reads = new NotedReads();
    /** Whether its packages offer what the content of declarations decides (see reanalysis.ts); undefined until it is requested. */
    offersContent: boolean | undefined;
    /** How its findings were found; undefined when the next version has to be analysed whole. */
    analysis: Analysis | undefined;
    /** Its elements by their types and names, in its own tree or an earlier one that answers the same. */
    readonly elements = new ElementIndex(() => this.parsedRoot ?? this.earlierRoot ?? this.root);
    private tree: ast.RootNamespace | undefined;
    /** The tree of an earlier version that is searched until its own is parsed. */
    earlierRoot: AstNode | undefined;
    private earlierTrees: EarlierTrees | undefined;
    private memberCount: number | undefined;
    private parts: Sections | undefined;
    /** The numbers of its sections, where they are those of an earlier version. */
    private sectionNumbers: readonly number[] | undefined;
    private hasFixedNumbers = false;
    private names: ReadonlySet<string> | undefined;
    private importing: ReadonlySet<number> | undefined;
    /** What its text mentions of the names at the roots. */
    private globals: Globals<Document> = new Map();
    private declared: DeclaredNames | undefined;
    /**
     * The census of the latest model that has the document. Any such model has all documents that its names refer to, so that what follows
     * is the same with each; the latest one keeps no older document in memory.
     */
    census: NameCensus | undefined;
    /** Its place among the documents of its models; undefined where they are not analysed, so that nobody has to know who reads whom. */
    number: number | undefined;
    /** Set once by the analysis. */
    found: readonly Finding[] | undefined;
    /** The analysis, until it is done: a generator that pauses and sets the findings at its end. */
    pending: { readonly isPartial: boolean; readonly analysis: Generator<void, void> } | undefined;
    private isBeingAnalysed = false;

    /** `parsed` is what parsing the source gives, where that is known already. */
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
     * The same document for another model that has the same names at its roots; {@link Document.surroundAs} completes it. It
     * is parsed when it is requested.
     */
    again(): Document {
        const { source, library, isLibrary, parsed } = this;
        let read: ParsedDocument | undefined;
        const document = new Document(source, library, isLibrary, {
            get root() {
                return (read ??= parseDocument(source.content, source.language)).root;
            },
            diagnostics: parsed.diagnostics,
            reservedNames: parsed.reservedNames,
            get lines() {
                return parsed.lines;
            }
        });
        document.names = this.rootNames;
        document.memberCount = this.rootCount;
        document.declared = this.declared;
        return document;
    }

    /**
     * Tells the document, once, what the roots of its model's documents declare. It keeps what its text mentions: whatever is asked of its
     * nodes, by whichever of the models that share it, finds that and nothing else.
     */
    surround(globals: Globals<Document>): void {
        this.globals = mentioned(this.text, globals);
    }

    /**
     * As {@link surround}, for a document with the same text: where that one refers to an older document, this one refers to the newer.
     */
    surroundAs(older: Document, newer: ReadonlyMap<Document, Document>): void {
        this.globals = new Map([...older.globals].map(([name, documents]) => [name, documents.map(d => newer.get(d) ?? d)]));
    }

    /** The names that its text declares, for a census. */
    get declaredNames(): DeclaredNames {
        return (this.declared ??= declaredNamesOf(this.root));
    }

    /** The documents that its names may refer to. */
    get mentionedDocuments(): readonly Document[] {
        return [...this.globals.values()].flat();
    }

    /** The names of public members of its root. */
    get rootNames(): ReadonlySet<string> {
        return (this.names ??= new Set([...ownedNames(this.root)].filter(name => this.rootMembers(name).length > 0)));
    }

    /** How many members its root declares, named or not. */
    get rootCount(): number {
        return (this.memberCount ??= declaredMembersOf(this.root).length);
    }

    /** The public members of that name at its root. */
    rootMembers(name: string): readonly AstNode[] {
        return ownedMembersNamed(this.root, name).filter(m => visibilityOf(m) === 'public');
    }

    lookupGlobal(name: string): readonly AstNode[] {
        return membersOf(this.globals, this.library, name);
    }

    libraryElement(qualifiedName: string): AstNode | undefined {
        return this.library.libraryElement(qualifiedName);
    }

    /** What the analysis finds, which waits until somebody asks. */
    get findings(): readonly Finding[] {
        this.analyseUntil(() => false);
        return this.found ?? NONE;
    }

    /**
     * Goes on with the analysis, which has pauses of a fraction of a millisecond.
     * @param isPaused asked at each pause whether to come back later
     * @returns whether the analysis is done
     */
    analyseUntil(isPaused: () => boolean): boolean {
        const { pending } = this;
        if (pending === undefined || this.isBeingAnalysed) {
            return true; // a check that reads the findings of its own document finds none yet
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

    /** The tree where it is parsed. */
    get parsedRoot(): AstNode | undefined {
        return this.tree;
    }

    /** Searches as an earlier version with the same text does, in which everything is found that is found in this one. */
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
     * Gives the sections the numbers that they have in an earlier version, so that who reads whom is said alike of both.
     * @param numbers in the order of the text; those of the earlier version when absent
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

    /** Says that the numbers of the sections are used from now on. */
    fixSectionNumbers(): void {
        this.hasFixedNumbers = true;
    }

    /** The sections in whose text a declaration may have an import. */
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

    /** Whether the text has no syntax error: only then the document is analysed. */
    get isWellFormed(): boolean {
        return this.syntaxErrors.length === 0;
    }

    /** A span of offsets as the contract counts places. */
    spanAt(offset: number, end: number): DiagnosticSpan {
        const from = this.lines.positionOf(offset);
        const to = this.lines.positionOf(Math.max(offset, end));
        return { file: this.name, startLine: from.line, startCol: from.column, endLine: to.line, endCol: to.column };
    }

    spanOf(span: Span): DiagnosticSpan {
        return this.spanAt(span.offset, span.end);
    }

    /** A finding as one of the models that have the document lists it. */
    toDiagnostic(finding: Finding, model: World): Diagnostic {
        const { severity, message, code, offset, end, hint, cause } = finding;
        const said = hint?.(model) ?? '';
        const follows = cause?.place !== undefined && !(cause.isLikely && said !== '');
        return { severity, message: message + said, code, span: this.spanAt(offset, end), ...(follows ? { cause: cause.place } : {}) };
    }
}
