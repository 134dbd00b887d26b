/**
 * What compiled parsers share: reading tokens, failing and recovering. The rule functions are generated
 * (scripts/parser). Knows tokens and nodes in general; no rule and no type.
 *
 * A parse never throws. After an error the parser stands at a token of kind 0 behind the end of the text, which no rule
 * accepts, so all rules return; what they have read is kept as far as it is complete. The loop over the members of a body
 * takes the parser back into the text (`recover`).
 */
import { adviceFor } from './advice.js';
import type { Table } from './cells.js';
import { expectation, type SyntaxDiagnostic } from './diagnostics.js';
import { EMPTY, type NodeBase, type SyntaxNode } from './node.js';
import { Predictor, type Network } from './prediction.js';
import type { Scanner, TokenBuffer } from './scanner.js';
import { tokenValue } from './values.js';

/** Facts of a language that the compiler computes for its parser. */
export interface ParserTables {
    readonly scanner: Scanner;
    readonly network: () => Network;
    /** Names of token kinds in the words of the notation. */
    readonly phrases: readonly string[];
    readonly semicolon: number;
    readonly open: number;
    readonly close: number;
}

/** Calls within calls that a rule may lead to: far below what the stack holds. Depth of trees is bounded alike. */
const MAX_DEPTH = 1200;
const MAX_CHAIN = 1000;
/** Mark of a token that starts a member and can do nothing else. */
const STRONG = 2;
/** Errors that are reported for one text. */
const MAX_ERRORS = 1000;

export abstract class ParserBase {
    protected kinds: Uint16Array = new Uint16Array(0);
    protected starts: Int32Array = new Int32Array(0);
    protected ends: Int32Array = new Int32Array(0);
    /** The next token. */
    protected p = 0;
    /** The end token; the parser stands behind it after an error. */
    protected eof = 0;
    protected depth = 0;
    protected readonly maxDepth = MAX_DEPTH;
    private text = '';
    private diagnostics: SyntaxDiagnostic[] = [];
    /** Where the last error was found. */
    private errorAt = -1;
    private lastReported = -1;
    /** Offsets of tokens that the scanner has reported. */
    private scanErrors = new Set<number>();
    private predictor: Predictor | undefined;

    private readonly width: number;

    constructor(private readonly tables: ParserTables) {
        this.width = tables.phrases.length;
    }

    /** The words of the notation. */
    get keywords(): readonly string[] {
        return this.tables.phrases.flatMap(phrase => /^'([a-z]\w*)'$/.exec(phrase)?.[1] ?? []);
    }

    /**
     * Reserved words to be read as names, by offset. The next run reads them so: see `parseDocument`, which tries what a word in the place
     * of an error can be.
     */
    readonly asNames = new Set<number>();

    /** Whether the word at an offset of the text is reserved. */
    isReserved(word: string): boolean {
        return this.tables.scanner.isReserved(word);
    }

    /** Runs a rule over a whole text. */
    protected run<T>(text: string, rule: () => T, diagnostics: SyntaxDiagnostic[]): T {
        const tokens: TokenBuffer = this.tables.scanner.scan(text, diagnostics);
        if (this.asNames.size > 0) {
            for (let i = 0; i < tokens.count; i++) {
                if (this.asNames.has(tokens.starts[i])) {
                    tokens.kinds[i] = this.tables.scanner.nameKind;
                }
            }
        }
        this.text = text;
        this.kinds = tokens.kinds;
        this.starts = tokens.starts;
        this.ends = tokens.ends;
        this.eof = tokens.count;
        this.p = 0;
        this.depth = 0;
        this.diagnostics = diagnostics;
        this.scanErrors = new Set(diagnostics.map(diagnostic => diagnostic.offset));
        this.errorAt = -1;
        this.lastReported = tokens.isCutOff ? this.eof : -1;
        const result = rule();
        if (this.p < this.eof) {
            this.fail([this.tables.phrases[1]]);
        }
        this.text = '';
        this.tables.scanner.release();
        return result;
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

    /** The tokens from one on to here as in the source, without what stands between them; undefined after an error. */
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
                return value;
            }
            if (value === 255) {
                this.predictor ??= new Predictor(this.tables.network());
                const first = this.p;
                return 1 + this.predictor.predict(decision, at => kinds[Math.min(first + at, this.eof)]);
            }
            row = (value - 64) * width;
        }
    }

    // --- Nodes ---

    /** Ends a node that started at a token. */
    protected finish<T extends SyntaxNode & NodeBase>(node: T | undefined, from: number): T | undefined {
        if (node === undefined) {
            return undefined;
        }
        node.$offset = this.starts[from];
        node.$end = this.p > 0 ? this.ends[this.p - 1] : 0;
        if (this.p > this.eof && (from > this.eof || !node.$isComplete())) {
            return undefined;
        }
        return node;
    }

    /** Bounds a chain of operators, which makes a tree as deep as it is long. */
    protected chain(links: number): void {
        if (links > MAX_CHAIN) {
            this.refuse(`this expression is too long: more than ${MAX_CHAIN} operators in a row`);
        }
    }

    // --- Errors ---

    protected tooDeep(): void {
        this.depth--;
        this.refuse('this is nested too deeply');
    }

    private refuse(message: string): void {
        if (this.p <= this.eof) {
            const at = this.p;
            this.report(at, { offset: this.starts[at], end: this.ends[at], message });
            this.leave(at);
        }
    }

    /** Notes an error at the next token: one of these was expected. */
    protected fail(expected: readonly string[]): void {
        const at = this.p;
        if (at > this.eof) {
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

    /** Reports an error at a token, unless one is reported there already. */
    private report(at: number, error: Omit<SyntaxDiagnostic, 'code'>): void {
        const isReported = at === this.lastReported || (at < this.eof && this.scanErrors.has(this.starts[at]));
        if (!isReported && this.diagnostics.length < MAX_ERRORS) {
            this.diagnostics.push({ ...error, code: 'syntax' });
        }
        this.lastReported = at;
    }

    private leave(at: number): void {
        this.errorAt = at;
        this.ends[this.eof] = at > 0 ? this.ends[at - 1] : 0;
        this.p = this.eof + 1;
    }

    /**
     * Which brace lacks its closing one when the text ends too early: one that is closed by a brace further to the left, as lines are
     * mostly indented, else the innermost that is open.
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

    /** How far the line of an offset is indented, in characters. */
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
     * Goes on behind the member of a body that an error was found in: behind its `;` or its closing brace, before the closing
     * brace of the body itself, or before a token that starts a line and a member: one that can do nothing else, or one that is
     * indented no further than the member.
     *
     * @param member the member's first token
     * @param restarts for each kind of token whether it starts a member, and whether it can do nothing else (`STRONG`)
     * @returns false when the text ends, or the error was found before this body, so that the body is left, too
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
                restarts[kind] > 0 &&
                this.isLineStart(at) &&
                (restarts[kind] === STRONG || this.columnOf(at) <= this.indentationOf(member))
            ) {
                break;
            }
        }
        this.ends[this.eof] = this.text.length;
        this.p = at;
        if (at >= this.eof) {
            // What is missing at the end is the consequence of this error.
            this.lastReported = this.eof;
            return isRoot;
        }
        return true;
    }
}

/** Binding powers of operators: twice the power, plus one where it binds to the right. */
export function powers(count: number, operators: readonly (readonly number[])[]): Uint8Array {
    const table = new Uint8Array(count);
    for (const [kind, power] of operators) {
        table[kind] = power;
    }
    return table;
}

/** A node whose place in the tree can be set. */
type Linked = { -readonly [key in keyof SyntaxNode]: SyntaxNode[key] };

/** Adds a child to a list property; returns the list. */
export function append(list: SyntaxNode[], child: Linked, container: SyntaxNode, property: string): SyntaxNode[] {
    child.$container = container;
    child.$containerProperty = property;
    child.$containerIndex = list.length;
    if (list === EMPTY) {
        // A literal of one element takes no more room than that: most lists stay so short.
        return [child];
    }
    list.push(child);
    return list;
}

/** Adds a value to a list property; returns the list. */
export function appendValue<T>(list: T[], value: T): T[] {
    if (list === EMPTY) {
        return [value];
    }
    list.push(value);
    return list;
}

/** Puts a list of an earlier node in front of the list of the node that takes its place. */
export function prepend<T>(earlier: T[], list: T[], container: SyntaxNode, isNodes: boolean): T[] {
    if (earlier === EMPTY) {
        return list;
    }
    earlier.push(...list);
    if (isNodes) {
        (earlier as unknown as Linked[]).forEach((child, index) => {
            child.$container = container;
            child.$containerIndex = index;
        });
    }
    return earlier;
}
