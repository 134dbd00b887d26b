/**
 * The scanner: converts a text to arrays of token kinds, starts and ends. The compiled grammar defines the keywords (`Lexicon`); this file
 * defines the form of names, numbers, strings and notes, which the parser compiler checks against the grammar's terminals. Does not depend
 * on rules or nodes.
 */
import type { SyntaxDiagnostic } from './diagnostics.js';
import type { Span } from './node.js';

/** The tokens of one language, made by the parser compiler. Kind 0 is no token, kind 1 the end of the text. */
export interface Lexicon {
    readonly words: readonly (readonly [string, number])[];
    /** The longest symbol keyword at an offset: kind and length << 16, or 0. */
    readonly symbol: (text: string, offset: number) => number;
    readonly word: number;
    readonly quoted: number;
    readonly string: number;
    readonly integer: number;
    readonly real: number;
    readonly comment: number;
    readonly quotedNamesSpanLines: boolean;
    readonly stringsSpanLines: boolean;
    readonly spaces: readonly number[];
}

/** The tokens of a text, followed by the end token and a token of kind 0, at which a failed parser waits. */
export interface TokenBuffer {
    kinds: Uint16Array;
    starts: Int32Array;
    ends: Int32Array;
    /** Number of tokens without the two additional ones at the end. */
    count: number;
    /** True if the text ended inside a comment, string or name. */
    isCutOff: boolean;
    /** Offsets of block notes that are not closed, which end with their lines. */
    openNotes: number[];
}

/** A note: text without meaning for the model. */
export interface Trivia {
    readonly kind: 'line' | 'block';
    readonly offset: number;
    readonly end: number;
}

/** a symbol, or a character of no token */
const OTHER = 0,
    SPACE = 1,
    WORD = 2,
    DIGIT = 3,
    QUOTE = 4,
    STRING = 5,
    SLASH = 6,
    DOT = 7,
    /** a letter outside ASCII */
    FOREIGN = 8;
/** A text between quotes: a name or a string. */
interface QuotedText {
    readonly mark: string;
    readonly spansLines: boolean;
    /** its name in findings */
    readonly what: string;
}

/** Buffers up to this number of tokens are kept for the next text. */
const KEPT_TOKENS = 1 << 19;

const FOREIGN_LETTER = /^[\p{L}\p{M}]/u;
/** The rest of a word from its first letter outside ASCII. */
const FOREIGN_WORD = /[\p{L}\p{M}\p{N}_]*/uy;

function classOfOther(text: string, at: number): number {
    return FOREIGN_LETTER.test(String.fromCodePoint(text.codePointAt(at)!)) ? FOREIGN : OTHER;
}

/** Whether a text is a word with letters outside ASCII, which is a name in quotes only. */
export const isForeignWord = (text: string): boolean => /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(text) && !/^\w*$/.test(text);

/** A buffer without tokens. */
export const noTokens = (): TokenBuffer => ({
    kinds: new Uint16Array(0),
    starts: new Int32Array(0),
    ends: new Int32Array(0),
    count: 0,
    isCutOff: false,
    openNotes: []
});

/** Scans texts of one language. Not reentrant: the result is overwritten by the next scan. */
export class Scanner {
    private readonly classes = new Uint8Array(128);
    private readonly mask: number;
    private readonly wordTexts: string[];
    private readonly wordKinds: Uint16Array;
    private readonly quotedName: QuotedText;
    private readonly quotedString: QuotedText;
    private readonly buffer = noTokens();

    constructor(private readonly lexicon: Lexicon) {
        // codes that the table does not have are left out
        for (const c of [9, 10, 13, 32, ...lexicon.spaces]) {
            this.classes[c] = SPACE;
        }
        for (let c = 0; c < 128; c++) {
            const char = String.fromCharCode(c);
            if (/[A-Za-z_]/.test(char)) {
                this.classes[c] = WORD;
            } else if (/[0-9]/.test(char)) {
                this.classes[c] = DIGIT;
            }
        }
        this.classes[0x27] = QUOTE;
        this.classes[0x22] = STRING;
        this.classes[0x2f] = SLASH;
        this.classes[0x2e] = DOT;
        this.quotedName = { mark: "'", spansLines: lexicon.quotedNamesSpanLines, what: 'name' };
        this.quotedString = { mark: '"', spansLines: lexicon.stringsSpanLines, what: 'string' };
        let size = 256;
        while (size < lexicon.words.length * 4) {
            size *= 2;
        }
        this.mask = size - 1;
        this.wordTexts = new Array<string>(size).fill('');
        this.wordKinds = new Uint16Array(size);
        for (const [word, kind] of lexicon.words) {
            let hash = 0;
            for (let i = 0; i < word.length; i++) {
                hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
            }
            let slot = (hash ^ (hash >>> 15)) & this.mask;
            while (this.wordKinds[slot] !== 0) {
                slot = (slot + 1) & this.mask;
            }
            this.wordTexts[slot] = word;
            this.wordKinds[slot] = kind;
        }
    }

    /** The kind of plain names. */
    get nameKind(): number {
        return this.lexicon.word;
    }

    /** Whether a word is reserved in the notation. */
    isReserved(word: string): boolean {
        return this.wordTexts.includes(word) && word !== '';
    }

    /** Scans a text; reports and leaves out characters that form no token. */
    scan(text: string, diagnostics: SyntaxDiagnostic[], trivia?: Trivia[]): TokenBuffer {
        return this.scanPart(text, { offset: 0, end: text.length }, diagnostics, trivia);
    }

    /** Scans an extent of a text that begins and ends where tokens begin. A token that crosses the end of the extent is scanned whole. */
    scanPart(text: string, { offset, end: length }: Span, diagnostics: SyntaxDiagnostic[], trivia?: Trivia[]): TokenBuffer {
        const { classes, lexicon, buffer } = this;
        this.reserve(((length - offset) >> 2) + 64);
        let { kinds, starts, ends } = buffer;
        let count = 0;
        let i = offset;
        buffer.isCutOff = false;
        buffer.openNotes = [];
        while (i < length) {
            const c = text.charCodeAt(i);
            let start = i;
            let kind = 0;
            switch (c < 128 ? classes[c] : classOfOther(text, i)) {
                case SPACE:
                    i++;
                    continue;
                case WORD: {
                    let hash = c;
                    i++;
                    for (let d = text.charCodeAt(i); d < 128 && (classes[d] === WORD || classes[d] === DIGIT); d = text.charCodeAt(++i)) {
                        hash = (Math.imul(hash, 31) + d) | 0;
                    }
                    kind = this.wordKind(text, start, i, hash);
                    break;
                }
                case DIGIT:
                    i = this.digits(text, i);
                    kind = lexicon.integer;
                    if (text.charCodeAt(i) === 0x2e && this.isDigit(text.charCodeAt(i + 1))) {
                        i = this.exponent(text, this.digits(text, i + 1));
                        kind = lexicon.real;
                    } else {
                        const end = this.exponent(text, i);
                        kind = end === i ? lexicon.integer : lexicon.real;
                        i = end;
                    }
                    break;
                case DOT:
                    if (this.isDigit(text.charCodeAt(i + 1))) {
                        i = this.exponent(text, this.digits(text, i + 1));
                        kind = lexicon.real;
                    }
                    break;
                case QUOTE:
                    i = this.quotedEnd(text, i, this.quotedName, diagnostics);
                    kind = lexicon.quoted;
                    break;
                case STRING:
                    i = this.quotedEnd(text, i, this.quotedString, diagnostics);
                    kind = lexicon.string;
                    break;
                case FOREIGN:
                    start = this.wordBefore(text, i, count);
                    count -= Number(start < i);
                    i = this.foreignWordEnd(text, start, i, diagnostics);
                    kind = lexicon.word;
                    break;
                case SLASH: {
                    const next = text.charCodeAt(i + 1);
                    if (next === 0x2f) {
                        i = this.noteEnd(text, i, trivia);
                        continue;
                    }
                    if (next === 0x2a) {
                        const end = text.indexOf('*/', i + 2);
                        if (end < 0) {
                            diagnostics.push({
                                offset: i,
                                end: i + 2,
                                message: "this comment is not closed: expected '*/'",
                                code: 'syntax',
                                expected: ['*/']
                            });
                            buffer.isCutOff = true;
                        }
                        i = end < 0 ? length : end + 2;
                        kind = lexicon.comment;
                    }
                    break;
                }
                default:
                    break;
            }
            if (i === start) {
                const symbol = c < 128 ? lexicon.symbol(text, i) : 0;
                if (symbol === 0) {
                    i = this.bad(text, i, diagnostics);
                    continue;
                }
                kind = symbol & 0xffff;
                i += symbol >>> 16;
            }
            if (count + 2 >= kinds.length) {
                this.reserve(count * 2 + 64);
                ({ kinds, starts, ends } = buffer);
            }
            kinds[count] = kind;
            starts[count] = start;
            ends[count++] = i;
        }
        kinds[count] = 1;
        kinds[count + 1] = 0;
        starts[count] = starts[count + 1] = ends[count] = ends[count + 1] = length;
        buffer.count = count;
        return buffer;
    }

    /** Releases the memory of a large text. */
    release(): void {
        if (this.buffer.kinds.length > KEPT_TOKENS) {
            Object.assign(this.buffer, { kinds: new Uint16Array(0), starts: new Int32Array(0), ends: new Int32Array(0) });
        }
    }

    private reserve(tokens: number): void {
        const { buffer } = this;
        if (buffer.kinds.length < tokens) {
            const { kinds, starts, ends } = buffer;
            buffer.kinds = new Uint16Array(tokens);
            buffer.kinds.set(kinds);
            buffer.starts = new Int32Array(tokens);
            buffer.starts.set(starts);
            buffer.ends = new Int32Array(tokens);
            buffer.ends.set(ends);
        }
    }

    private wordKind(text: string, start: number, end: number, hash: number): number {
        let slot = (hash ^ (hash >>> 15)) & this.mask;
        for (let kind = this.wordKinds[slot]; kind !== 0; kind = this.wordKinds[slot]) {
            const word = this.wordTexts[slot];
            if (word.length === end - start && text.startsWith(word, start)) {
                return kind;
            }
            slot = (slot + 1) & this.mask;
        }
        return this.lexicon.word;
    }

    private isDigit(c: number): boolean {
        return c >= 0x30 && c <= 0x39;
    }

    private digits(text: string, from: number): number {
        let i = from;
        while (this.isDigit(text.charCodeAt(i))) {
            i++;
        }
        return i;
    }

    /** The end of an exponent at an offset; the offset itself if there is none. */
    private exponent(text: string, from: number): number {
        const e = text.charCodeAt(from) | 0x20;
        if (e !== 0x65) {
            return from;
        }
        const sign = text.charCodeAt(from + 1);
        const first = sign === 0x2b || sign === 0x2d ? from + 2 : from + 1;
        const end = this.digits(text, first);
        return end === first ? from : end;
    }

    /** The end of a quoted text. An unclosed one is reported and ends with its line. */
    private quotedEnd(text: string, from: number, { mark, spansLines, what }: QuotedText, diagnostics: SyntaxDiagnostic[]): number {
        const quote = mark.charCodeAt(0);
        let lineEnd = -1;
        for (let i = from + 1; i < text.length; i++) {
            const c = text.charCodeAt(i);
            if (c === quote) {
                return i + 1;
            }
            const isEscape = c === 0x5c;
            const read = isEscape ? text.charCodeAt(++i) : c;
            if ((read === 10 || read === 13) && lineEnd < 0) {
                // An escape does not continue an unclosed text on the next line: otherwise white space at the end of the line would matter.
                lineEnd = i;
                if (!spansLines && !isEscape) {
                    break;
                }
            }
        }
        // The closing quote is missing: the token ends with its line, but before characters that end a member, so that the rest can be
        // read.
        const limit = lineEnd < 0 ? text.length : lineEnd;
        const end = from + text.slice(from, limit).replace(/[\s;{})\]]+$/, '').length;
        this.buffer.isCutOff ||= end === text.length;
        diagnostics.push({ offset: from, end, message: `this ${what} is not closed: expected ${mark}`, code: 'syntax', expected: [mark] });
        return end;
    }

    /** The end of a note. An unclosed block note ends with its line. */
    private noteEnd(text: string, from: number, trivia: Trivia[] | undefined): number {
        if (text.charCodeAt(from + 2) === 0x2a) {
            const close = text.indexOf('*/', from + 3);
            if (close >= 0) {
                trivia?.push({ kind: 'block', offset: from, end: close + 2 });
                return close + 2;
            }
            this.buffer.openNotes.push(from);
        }
        let end = from + 2;
        for (let c = text.charCodeAt(end); end < text.length && c !== 10 && c !== 13; c = text.charCodeAt(end)) {
            end++;
        }
        trivia?.push({ kind: 'line', offset: from, end });
        return end;
    }

    /** Where a word that ends at an offset begins, if the last token is one; the offset itself otherwise. */
    private wordBefore(text: string, at: number, count: number): number {
        const { starts, ends } = this.buffer;
        return count > 0 && ends[count - 1] === at && this.classes[text.charCodeAt(starts[count - 1])] === WORD ? starts[count - 1] : at;
    }

    /**
     * The end of a word with letters outside ASCII, which is a name only in quotes (KerML 8.2.2.3). The word is reported, and yet scanned
     * as a name, so that references to it resolve.
     */
    private foreignWordEnd(text: string, start: number, letter: number, diagnostics: SyntaxDiagnostic[]): number {
        FOREIGN_WORD.lastIndex = letter;
        FOREIGN_WORD.exec(text);
        const end = FOREIGN_WORD.lastIndex;
        const [first] = text.slice(letter, letter + 2);
        const message = `a name with letters such as '${first}' stands in single quotes: '${text.slice(start, end)}'`;
        diagnostics.push({ offset: start, end, code: 'syntax', message });
        return end;
    }

    /** Reports a run of characters that start no token; skips unusual white space. */
    private bad(text: string, from: number, diagnostics: SyntaxDiagnostic[]): number {
        if (this.lexicon.spaces.includes(text.charCodeAt(from))) {
            return from + 1;
        }
        let end = from;
        do {
            end += text.codePointAt(end)! > 0xffff ? 2 : 1;
        } while (end < text.length && text.charCodeAt(end) > 127 && !this.lexicon.spaces.includes(text.charCodeAt(end)));
        const found = text.slice(from, Math.min(end, from + 20));
        diagnostics.push({
            offset: from,
            end,
            code: 'syntax',
            message: `unexpected character${end - from > 1 ? 's' : ''} '${found}'${
                found === '!' ? ": the negation is 'not'" : '; a name with such characters must stand in single quotes'
            }`
        });
        return end;
    }
}
