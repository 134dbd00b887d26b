/**
 * The common part of compiled parsers: reading tokens, failing and recovering. The rule functions are generated (scripts/parser).
 * Depends on tokens and nodes in general, not on rules or types.
 *
 * A parse never throws. After an error the parser is at a token of kind 0 after the end of the text. No rule accepts that token, so that
 * all rules return; complete nodes are kept. The loop over the members of a body moves the parser back into the text (`recover`).
 */
import { adviceFor } from './advice.js';
import { Body, type BodyOwner, type BodyReader, isReadOnDemand, type KnownBodies, NO_BODIES } from './bodies.js';
import type { Table } from './cells.js';
import { expectation, type SyntaxDiagnostic } from './diagnostics.js';
import { EMPTY, markCut, type NodeBase, type SyntaxNode } from './node.js';
import { Predictor, type Network } from './prediction.js';
import type { Scanner, TokenBuffer } from './scanner.js';
import { TokenHistory } from './token-history.js';
import { tokenValue } from './values.js';

/** Tables of a language that the parser compiler makes for its parser. */
export interface ParserTables {
    readonly scanner: Scanner;
    readonly network: () => Network;
    /** Names of token kinds in the words of the notation. */
    readonly phrases: readonly string[];
    readonly semicolon: number;
    readonly open: number;
    readonly close: number;
}

/** Maximum depth of nested calls of rules: far below the limit of the stack. It also limits the depth of trees. */
const MAX_DEPTH = 1200;
/** Maximum depth of nested rules in texts whose bodies are kept. */
const SHALLOW = 600;
/** Minimum number of tokens of a body that is kept. */
const LEAST_TOKENS = 12;
const MAX_CHAIN = 1000;
/** Maximum number of errors that are reported for one text. */
const MAX_ERRORS = 1000;

export abstract class ParserBase {
    protected kinds: Uint16Array = new Uint16Array(0);
    protected starts: Int32Array = new Int32Array(0);
    protected ends: Int32Array = new Int32Array(0);
    /** The next token. */
    protected p = 0;
    /** Index of the end token; after an error the parser is at the token after it. */
    protected eof = 0;
    protected depth = 0;
    protected maxDepth = SHALLOW;
    /** The last token that a decision read. */
    private furthest = 0;
    /** Number of errors after which the parser has recovered. */
    private failures = 0;
    private known: KnownBodies = NO_BODIES;
    private read: Body[] = [];
    /** Receives the offsets of refused tokens during {@link refusals}. */
    private refused: number[] | undefined;
    private readonly history: TokenHistory;
    private text = '';
    private diagnostics: SyntaxDiagnostic[] = [];
    /** Index of the token at which the last error was found. */
    private errorAt = -1;
    private lastReported = -1;
    /** Offsets of tokens that the scanner has already reported. */
    private scanErrors = new Set<number>();
    private predictor: Predictor | undefined;

    private readonly width: number;

    /** Parses the members of kept bodies on demand, possibly in the middle of a parse by this parser. */
    bodyReader: BodyReader | undefined;

    constructor(private readonly tables: ParserTables) {
        this.width = tables.phrases.length;
        this.history = new TokenHistory(tables.scanner);
    }

    /** The words of the notation. */
    get keywords(): readonly string[] {
        return this.tables.phrases.flatMap(phrase => /^'([a-z]\w*)'$/.exec(phrase)?.[1] ?? []);
    }

    /** Offsets of reserved words that the next run reads as names: `parseDocument` tries words at errors in this way. */
    readonly asNames = new Set<number>();

    /** Whether a word is reserved. */
    isReserved(word: string): boolean {
        return this.tables.scanner.isReserved(word);
    }

    abstract parse(text: string, diagnostics: SyntaxDiagnostic[]): unknown;

    /** The offsets of the tokens that the parser refuses in a text. */
    refusals(text: string): readonly number[] {
        const refused: number[] = [];
        const diagnostics: SyntaxDiagnostic[] = [];
        this.refused = refused;
        this.parse(text, diagnostics);
        this.refused = undefined;
        return [...refused, ...diagnostics.map(({ offset }) => offset)];
    }

    /** The tokens of a text up to an offset, as if nothing followed. The next use of the parser overwrites them. */
    tokensBefore(text: string, offset: number): TokenBuffer {
        return this.history.beginning(text, offset);
    }

    /** Reads the members of a body with the loop of the given number, up to the closing brace. */
    protected abstract members(loop: number, n: unknown): void;

    /** The bodies that the last run read without an error, for the next version of its text. */
    get bodies(): readonly Body[] {
        return this.read;
    }

    /** Runs a rule over a whole text. @param known bodies whose members are parsed on demand */
    protected run<T>(text: string, rule: () => T, diagnostics: SyntaxDiagnostic[], known: KnownBodies = NO_BODIES): T {
        const tokens = this.history.scan(text, diagnostics);
        const replaced = this.readAsNames(tokens);
        this.begin(text, tokens, 0);
        this.diagnostics = diagnostics;
        this.scanErrors = new Set(diagnostics.map(diagnostic => diagnostic.offset));
        this.known = known;
        const unsteady = [...this.scanErrors, ...tokens.openNotes, ...this.asNames];
        const result = rule();
        if (this.p < this.eof) {
            this.fail([this.tables.phrases[1]]);
        }
        if (unsteady.length > 0) {
            this.read = this.read.filter(({ open, end }) => !unsteady.some(offset => offset >= open && offset < end));
        }
        replaced.forEach(([token, kind]) => (tokens.kinds[token] = kind));
        this.text = '';
        this.known = NO_BODIES;
        this.tables.scanner.release();
        return result;
    }

    private begin(text: string, tokens: TokenBuffer, depth: number): void {
        this.text = text;
        this.kinds = tokens.kinds;
        this.starts = tokens.starts;
        this.ends = tokens.ends;
        this.eof = tokens.count;
        this.p = 0;
        this.depth = depth;
        this.maxDepth = SHALLOW;
        this.furthest = 0;
        this.failures = 0;
        this.read = [];
        this.errorAt = -1;
        this.lastReported = tokens.isCutOff ? this.eof : -1;
    }

    /** Changes the tokens at {@link asNames} to names, for one run. @returns these tokens with their former kinds */
    private readAsNames({ starts, kinds, count }: TokenBuffer): [token: number, kind: number][] {
        const replaced: [number, number][] = [];
        if (this.asNames.size > 0) {
            for (let i = 0; i < count; i++) {
                if (this.asNames.has(starts[i])) {
                    replaced.push([i, kinds[i]]);
                    kinds[i] = this.tables.scanner.nameKind;
                }
            }
        }
        return replaced;
    }

    // --- Bodies ---

    /** Reads the members of a body after its opening brace, unless the body is known. */
    protected body(n: BodyOwner, loop: number): void {
        const open = this.p - 1;
        const known = this.known.get(this.starts[open]);
        if (known?.content.loop === loop && isReadOnDemand(n) && n.$members === EMPTY && this.depth + known.content.height <= MAX_DEPTH) {
            if (this.depth + known.content.height > SHALLOW) {
                this.maxDepth = MAX_DEPTH;
            }
            n.$body = known;
            n.$members = undefined;
            this.known.addTo(this.read, known);
            this.p = open + known.content.tokens - 1;
            return;
        }
        const { depth, failures } = this;
        const isFirst = n.$members === EMPTY;
        this.members(loop, n);
        const close = this.p;
        const isSound =
            isFirst &&
            this.kinds[open] === this.tables.open &&
            this.kinds[close] === this.tables.close &&
            failures === this.failures &&
            close < this.eof &&
            this.furthest <= close;
        if (
            isSound &&
            this.maxDepth === SHALLOW &&
            close - open >= LEAST_TOKENS - 1 &&
            this.bodyReader !== undefined &&
            isReadOnDemand(n)
        ) {
            const content = { tokens: close - open + 1, loop, height: SHALLOW - depth };
            n.$body = new Body(this.text, this.starts[open], this.ends[close], content, this.bodyReader);
            this.read.push(n.$body);
        }
    }

    /** Reads the members of a known body for its owner. */
    readBody({ text, open, end, content: { loop, height } }: Body, owner: BodyOwner): void {
        this.begin(text, this.tables.scanner.scanPart(text, { offset: open, end }, []), SHALLOW - height);
        this.p = 1;
        owner.$members = EMPTY;
        this.members(loop, owner);
        this.text = '';
    }

    // --- Tokens ---

    protected take(kind: number): boolean {
        if (this.kinds[this.p] === kind) {
            this.p++;
            return true;
        }
        this.fail([this.tables.phrases[kind]]);
        return false;
    }

    protected textAt(token: number): string {
        return this.text.slice(this.starts[token], this.ends[token]);
    }

    protected valueAt(token: number): string {
        const text = this.textAt(token);
        const first = text.charCodeAt(0);
        return first === 0x27 || first === 0x22 ? tokenValue(text) : text;
    }

    /** The source text of the tokens from the given one to the current one, without what is between them; undefined after an error. */
    protected spelling(from: number): string | undefined {
        const last = this.p - 1;
        if (last >= this.eof) {
            return undefined;
        }
        for (let i = from; i < last; i++) {
            if (this.ends[i] !== this.starts[i + 1]) {
                let text = '';
                for (let t = from; t <= last; t++) {
                    text += this.textAt(t);
                }
                return text;
            }
        }
        return this.text.slice(this.starts[from], this.ends[last]);
    }

    // --- Decisions ---

    /** Follows a look-ahead table: 1 + the alternative, or 0. */
    protected decide(table: Table, decision: number): number {
        const { kinds, width } = this;
        const { cells } = table;
        let row = 0;
        for (let i = this.p; ; i++) {
            const value = cells[row + kinds[i]];
            if (value < 64) {
                this.furthest = i > this.furthest ? i : this.furthest;
                return value;
            }
            if (value === 255) {
                this.predictor ??= new Predictor(this.tables.network());
                const first = this.p;
                return (
                    1 +
                    this.predictor.predict(decision, at => {
                        this.furthest = Math.max(this.furthest, first + at);
                        return kinds[Math.min(first + at, this.eof)];
                    })
                );
            }
            row = (value - 64) * width;
        }
    }

    // --- Nodes ---

    /** Ends a node that started at a token. A node without tokens, which a damaged text may leave, is empty at that token. */
    protected finish<T extends SyntaxNode & NodeBase>(node: T | undefined, from: number): T | undefined {
        if (node === undefined) {
            return undefined;
        }
        node.$offset = this.starts[from];
        node.$end = Math.max(node.$offset, this.p > 0 ? this.ends[this.p - 1] : 0);
        if (this.p > this.eof) {
            if (from > this.eof || !node.$isComplete()) {
                return undefined;
            }
            markCut(node);
        }
        return node;
    }

    /** Limits a chain of operators, because its tree is as deep as the chain is long. */
    protected chain(links: number): void {
        if (links > MAX_CHAIN) {
            this.refuse(`this expression is too long: more than ${MAX_CHAIN} operators in a row`);
        }
    }

    // --- Errors ---

    /** Whether rules are nested too deeply at a depth above the limit; raises the lower limit. */
    protected tooDeep(): boolean {
        if (this.maxDepth < MAX_DEPTH) {
            this.maxDepth = MAX_DEPTH;
            return false;
        }
        this.depth--;
        this.refuse('this is nested too deeply');
        return true;
    }

    private refuse(message: string): void {
        if (this.p <= this.eof) {
            const at = this.p;
            this.report(at, { offset: this.starts[at], end: this.ends[at], message });
            this.leave(at);
        }
    }

    /** Records an error at the next token, where one of these was expected. */
    protected fail(expected: readonly string[]): void {
        const at = this.p;
        if (at > this.eof) {
            return;
        }
        if (this.refused !== undefined) {
            this.refused.push(this.starts[at]);
            this.leave(at);
            return;
        }
        const hasSemicolon = expected.includes("';'");
        const previousEnd = at > 0 ? this.ends[at - 1] : 0;
        const isEnd = at === this.eof;
        const found = isEnd ? 'the end of the text' : `'${this.shorten(this.textAt(at))}'`;
        const said = `expected ${expectation(expected)} but found ${found}`;
        const advice = isEnd
            ? undefined
            : adviceFor({ at, text: token => this.textAt(token), expected, isKeyword: word => this.isReserved(word) });
        if (advice?.at !== undefined) {
            this.report(at, {
                offset: this.starts[advice.at],
                end: this.ends[advice.at],
                message: advice.text,
                refused: { offset: this.starts[at], end: this.ends[at] }
            });
        } else {
            const message = isEnd ? `${said}${this.unclosed(expected)}` : advice === undefined ? said : `${said}: ${advice.text}`;
            const isBehind = at > 0 && (isEnd || (hasSemicolon && this.isLineStart(at)));
            const [offset, end] = isBehind ? [previousEnd, Math.min(previousEnd + 1, this.text.length)] : [this.starts[at], this.ends[at]];
            this.report(at, { offset, end, message, expected });
        }
        this.leave(at);
    }

    /** Reports an error at a token, unless one is already reported there. */
    private report(at: number, error: Omit<SyntaxDiagnostic, 'code'>): void {
        const isReported = at === this.lastReported || (at < this.eof && this.scanErrors.has(this.starts[at]));
        if (!isReported && this.diagnostics.length < MAX_ERRORS) {
            this.diagnostics.push({ ...error, code: 'syntax' });
        }
        this.lastReported = at;
    }

    private leave(at: number): void {
        this.errorAt = at;
        this.failures++;
        this.ends[this.eof] = at > 0 ? this.ends[at - 1] : 0;
        this.p = this.eof + 1;
    }

    /**
     * The brace that is not closed when the text ends too early: one whose matching brace is indented less than its own line, as
     * lines are mostly indented; otherwise the innermost open one.
     */
    private unclosed(expected: readonly string[]): string {
        if (!expected.includes("'}'")) {
            return '';
        }
        const open: number[] = [];
        let suspect: number | undefined;
        for (let t = 0; t < this.eof && suspect === undefined; t++) {
            if (this.kinds[t] === this.tables.open) {
                open.push(t);
            } else if (this.kinds[t] === this.tables.close) {
                const opened = open.pop();
                suspect =
                    opened !== undefined &&
                    this.isLineStart(t) &&
                    this.indentationAt(this.starts[t]) < this.indentationAt(this.starts[opened])
                        ? opened
                        : undefined;
            }
        }
        const brace = suspect ?? open.pop();
        return brace === undefined
            ? ''
            : `: the '{' in line ${this.text.slice(0, this.starts[brace]).split(/\r\n|[\r\n]/).length} ${suspect === undefined ? 'is not closed' : 'seems not to be closed'}`;
    }

    /** The indentation of the line of an offset, in characters. */
    private indentationAt(offset: number): number {
        const start = Math.max(this.text.lastIndexOf('\n', offset - 1), this.text.lastIndexOf('\r', offset - 1)) + 1;
        return /^[ \t]*/.exec(this.text.slice(start, offset))![0].length;
    }

    private shorten(text: string): string {
        const line = text.split(/[\r\n]/, 1)[0];
        return line.length > 30 || line.length < text.length ? `${line.slice(0, 30)}…` : line;
    }

    /** Whether a token is the first of its line. */
    private isLineStart(token: number): boolean {
        for (let i = token === 0 ? 0 : this.ends[token - 1]; i < this.starts[token]; i++) {
            const c = this.text.charCodeAt(i);
            if (c === 10 || c === 13) {
                return true;
            }
        }
        return token === 0;
    }

    /** Characters between the start of a token's line and the token. */
    private columnOf(token: number): number {
        return this.starts[token] - this.lineStart(token);
    }

    /** Characters of white space at the start of a token's line. */
    private indentationOf(token: number): number {
        const start = this.lineStart(token);
        let i = start;
        while (this.text.charCodeAt(i) === 0x20 || this.text.charCodeAt(i) === 9) {
            i++;
        }
        return i - start;
    }

    private lineStart(token: number): number {
        let i = this.starts[token];
        while (i > 0 && this.text.charCodeAt(i - 1) !== 10 && this.text.charCodeAt(i - 1) !== 13) {
            i--;
        }
        return i;
    }

    /**
     * Continues after the member of a body in which an error was found: after its `;` or its closing brace, before the closing brace of the
     * body itself, or before a token that starts a line and a member, and is indented no further than the member.
     * @param member the member's first token
     * @param restarts 1 for each kind of token that starts a member
     * @returns false if the text ends, or if the error was found before this body, so that the parser leaves the body, too
     */
    protected recover(member: number, isRoot: boolean, restarts: Uint8Array): boolean {
        if (member > this.eof) {
            return false;
        }
        const { kinds, tables } = this;
        let at = this.errorAt;
        let depth = 0;
        for (let i = member; i < at; i++) {
            depth += kinds[i] === tables.open ? 1 : kinds[i] === tables.close ? -1 : 0;
        }
        depth = Math.max(depth, 0);
        for (; at < this.eof; at++) {
            const kind = kinds[at];
            if (kind === tables.open) {
                depth++;
            } else if (kind === tables.close) {
                if (depth === 0) {
                    at += isRoot ? 1 : 0;
                    break;
                }
                if (--depth === 0) {
                    at++;
                    break;
                }
            } else if (depth === 0 && kind === tables.semicolon) {
                at++;
                break;
            } else if (
                depth === 0 &&
                at > member &&
                restarts[kind] === 1 &&
                this.isLineStart(at) &&
                this.columnOf(at) <= this.indentationOf(member)
            ) {
                break;
            }
        }
        this.ends[this.eof] = this.text.length;
        this.p = at;
        if (at >= this.eof) {
            // Anything missing at the end is a consequence of this error.
            this.lastReported = this.eof;
            return isRoot;
        }
        return true;
    }
}
