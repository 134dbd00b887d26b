/**
 * A document of a model: its text, its syntax tree and, once analysed, its findings. A document is made for one set of surroundings; when
 * those change it is made again (parsing is cheap), so that what is memoized on its nodes never changes.
 */
import type * as ast from '../generated/ast.js';
import { type LineIndex, type ParsedDocument, parseDocument, type Span, type SyntaxDiagnostic } from '../syntax/index.js';
import { attachScope, type Scope, type World } from '../semantics/world.js';
import type { Diagnostic, DiagnosticSpan, Finding } from './diagnostics.js';

/** A document as a client sends it. */
export interface SourceDocument {
    readonly name: string;
    readonly language: 'sysml' | 'kerml';
    readonly content: string;
}

export class Document implements Scope {
    readonly name: string;
    readonly language: 'sysml' | 'kerml';
    readonly isLibrary: boolean;
    readonly dependencies = new Set<Scope>();
    readonly globalNames = new Set<string>();
    world: World;
    /** Set once by the analysis. */
    findings: readonly Finding[] = [];

    /** `parsed` is what parsing the source gives, where that is known already. */
    constructor(private readonly source: SourceDocument, world: World, isLibrary = false,
        private readonly parsed: ParsedDocument = parseDocument(source.content, source.language)) {
        this.name = source.name;
        this.language = source.language;
        this.world = world;
        this.isLibrary = isLibrary;
        attachScope(this.root, this);
    }

    get text(): string {
        return this.source.content;
    }

    get root(): ast.RootNamespace {
        return this.parsed.root;
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

    toDiagnostic(finding: Finding): Diagnostic {
        const { severity, message, code, offset, end, hint } = finding;
        return { severity, message: hint === undefined ? message : message + hint(), code, span: this.spanAt(offset, end) };
    }
}
