/**
 * Parses JSON and, unlike JSON.parse, keeps the digits of numbers, the order of object members and the lines of values. Reads bytes in
 * pieces, because a document may be longer than the longest string. Does not depend on a model.
 */
import { type NumberType, NumberText } from '../graph.js';
import { ReadingError } from '../reading/failure.js';
import { IdArrays } from './id-arrays.js';
import { beginsAt, piecesOf, RecentTexts, type RepeatedName, RepeatedNames, type TextPieces, Window } from './bytes.js';

/** A value. Numbers keep their text, objects the order of the text. */
export type Json = null | boolean | string | NumberText | IdText | readonly Json[] | ReadonlyMap<string, Json>;

/** An object with only an id, `{"@id": …}`, the most frequent kind of value. */
export class IdText {
    constructor(readonly id: string) {}
}

const MAX_DEPTH = 64;

const LINE_END = 10;
const QUOTE = 34;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACE = 123;

/** Makes the error for a line of JSON. */
export function jsonError(line: number, why: string): ReadingError {
    return new ReadingError(`json: line ${line}: ${why}`);
}

/** Parses a text with one value. @throws ReadingError naming the line */
export function parseJson(text: string): Json {
    const parser = new JsonParser(piecesOf(text));
    const value = parser.value(0);
    parser.finish();
    return value;
}

/**
 * Decides about a member of an item: `true` skips its value, `false` parses it, and `item` parses its value, or each value of its array, as
 * an item itself.
 * @param known the preceding members
 */
export type PassesOver = (key: string, known: ReadonlyMap<string, Json>) => boolean | 'item';

/**
 * Parses an array, or a single value, and calls a function for each item with its line. Keeps only one item in memory. An item that is an
 * object is always a map, even if it has only an id.
 * @throws ReadingError naming the line
 */
export function forEachItem(text: string | TextPieces, passesOver: PassesOver, each: (item: Json, line: number) => void): void {
    const parser = new JsonParser(typeof text === 'string' ? piecesOf(text) : text);
    if (!parser.takes('[')) {
        const line = parser.line;
        each(parser.value(0, passesOver), line);
    } else if (!parser.takes(']')) {
        do {
            parser.next();
            const line = parser.line;
            each(parser.value(1, passesOver), line);
        } while (parser.takes(','));
        parser.expect(']');
    }
    parser.finish();
}

const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The number that a token of JSON states; undefined if it states none. */
export function numberOf(text: string): NumberText | undefined {
    const match = NUMBER.exec(text);
    const datatype: NumberType = match?.[2] !== undefined ? 'double' : match?.[1] !== undefined ? 'decimal' : 'integer';
    return match === null ? undefined : new NumberText(text, datatype);
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
    ['true', true],
    ['false', false],
    ['null', null]
]);

const WORD_BYTES = [...WORDS].map(([text, value]) => ({ text: new TextEncoder().encode(text), value }));

const LONE_SURROGATE = /\p{Surrogate}/u;

class JsonParser {
    line = 1;
    at = 0;
    /** The start of the current token, which must stay in memory; -1 between tokens. */
    private token = -1;
    private readonly window: Window;
    private readonly names: RepeatedNames;
    private readonly recent: RecentTexts;
    private readonly idArrays: IdArrays;
    private items = 0;
    /** The start and end of the last string that was skipped, and whether it has only ASCII characters and has escapes. */
    private from = 0;
    private to = 0;
    private isAscii = true;
    private hasEscapes = false;

    constructor(pieces: TextPieces) {
        this.window = new Window(pieces);
        this.names = new RepeatedNames(this.window);
        this.recent = new RecentTexts(this.window);
        this.idArrays = new IdArrays(this.window);
        if (this.byte() === 0xef && this.isAhead([0xef, 0xbb, 0xbf])) {
            this.at = 3; // a byte order mark
        }
    }

    /** The current byte; -1 at the end of the text. */
    private byte(): number {
        return this.at < this.window.end || this.readOn() ? this.window.bytes[this.at] : -1;
    }

    private readOn(): boolean {
        const moved = this.window.more(this.token < 0 ? this.at : this.token);
        if (moved === undefined) {
            return false;
        }
        this.at -= moved;
        this.token = this.token < 0 ? -1 : 0;
        return true;
    }

    private isAhead(bytes: readonly number[]): boolean {
        while (this.window.end - this.at < bytes.length) {
            if (!this.readOn()) {
                return false;
            }
        }
        return bytes.every((byte, i) => this.window.bytes[this.at + i] === byte);
    }

    /** Skips white space. @returns the byte after it; -1 at the end of the text */
    next(): number {
        for (;;) {
            const { bytes, end } = this.window;
            let { at } = this;
            for (; at < end; at++) {
                const byte = bytes[at];
                if (byte === LINE_END) {
                    this.line++;
                } else if (byte !== 32 && byte !== 9 && byte !== 13) {
                    this.at = at;
                    return byte;
                }
            }
            this.at = at;
            if (!this.readOn()) {
                return -1;
            }
        }
    }

    /** Consumes a punctuation mark if it is next. */
    takes(mark: string): boolean {
        const isNext = this.next() === mark.charCodeAt(0);
        this.at += isNext ? 1 : 0;
        return isNext;
    }

    expect(mark: string): void {
        if (!this.takes(mark)) {
            throw this.unexpected(`"${mark}"`);
        }
    }

    finish(): void {
        const next = this.next();
        if (next >= 0) {
            const isObject = next === '{'.charCodeAt(0);
            throw this.unexpected(`the end of the text${isObject ? ', because the elements of a model are one array of objects' : ''}`);
        }
    }

    /** @param passesOver decides about the members of the value, if it is an object */
    value(depth: number, passesOver?: PassesOver): Json {
        if (depth > MAX_DEPTH) {
            throw jsonError(this.line, 'values are nested too deeply');
        }
        switch (this.next()) {
            case BRACE:
                return passesOver === undefined ? this.object(depth) : this.item(depth, passesOver);
            case BRACKET:
                return this.array(depth, passesOver);
            case QUOTE:
                return this.string();
            default:
                return this.literal();
        }
    }

    private object(depth: number): Json {
        const members = new Map<string, Json>();
        this.expect('{');
        if (this.takes('}')) {
            return members;
        }
        do {
            const key = this.key().text;
            if (members.has(key)) {
                throw this.repeated(key);
            }
            this.expect(':');
            const value = this.value(depth + 1);
            if (key === '@id' && members.size === 0 && typeof value === 'string' && this.takes('}')) {
                return new IdText(value);
            }
            members.set(key, value);
        } while (this.takes(','));
        this.expect('}');
        return members;
    }

    private item(depth: number, passesOver: PassesOver): ReadonlyMap<string, Json> {
        const members = new Map<string, Json>();
        const number = ++this.items;
        this.expect('{');
        if (this.takes('}')) {
            return members;
        }
        let name: RepeatedName | undefined;
        do {
            name = this.keyBehind(name);
            const key = name.text;
            if (name.seenIn === number || members.has(key)) {
                throw this.repeated(key);
            }
            name.seenIn = number;
            this.expect(':');
            const isPassed = passesOver(key, members);
            if (isPassed === true) {
                this.pass(depth + 1);
            } else {
                members.set(key, this.value(depth + 1, isPassed === 'item' ? passesOver : undefined));
            }
        } while (this.takes(','));
        this.expect('}');
        return members;
    }

    private repeated(key: string): ReadingError {
        return jsonError(this.line, `the key "${key}" occurs twice in one object`);
    }

    /** Skips a value and checks its syntax, except for duplicate keys. */
    private pass(depth: number): void {
        if (depth > MAX_DEPTH) {
            throw jsonError(this.line, 'values are nested too deeply');
        }
        const open = this.next();
        if (open === QUOTE) {
            this.passString();
            if (this.hasEscapes) {
                this.unescaped(); // to check the escapes
            }
            return;
        }
        if (open !== BRACE && open !== BRACKET) {
            this.literal();
            return;
        }
        this.at++;
        const close = open === BRACE ? '}' : ']';
        if (this.takes(close)) {
            return;
        }
        do {
            if (open === BRACE) {
                this.key();
                this.expect(':');
            } else if (this.idArrays.pass(this)) {
                return;
            }
            this.pass(depth + 1);
        } while (this.takes(','));
        this.expect(close);
    }

    private array(depth: number, passesOver?: PassesOver): Json[] {
        const items: Json[] = [];
        this.expect('[');
        if (this.takes(']')) {
            return items;
        }
        do {
            items.push(this.value(depth + 1, passesOver));
        } while (this.takes(','));
        this.expect(']');
        return items;
    }

    /**
     * The next key of an object. First compares it with the key that followed the previous key the last time, because elements of a
     * metaclass have the same keys.
     */
    private keyBehind(previous: RepeatedName | undefined): RepeatedName {
        const { next } = previous ?? {};
        if (this.next() === QUOTE && next?.bytes !== undefined) {
            const { bytes, end } = this.window;
            const to = this.at + 1 + next.bytes.length;
            if (to < end && bytes[to] === QUOTE && beginsAt(next.bytes, bytes, this.at + 1)) {
                this.at = to + 1;
                return next;
            }
        }
        const name = this.key();
        if (previous !== undefined) {
            previous.next = name;
        }
        return name;
    }

    private key(): RepeatedName {
        this.next();
        this.passString();
        const { from, to } = this;
        if (this.hasEscapes) {
            return { text: this.unescaped(), seenIn: 0 };
        }
        const { bytes } = this.window;
        let hash = 0;
        for (let at = from; at < to; at++) {
            hash = (Math.imul(hash, 31) + bytes[at]) | 0;
        }
        return this.names.between(from, to, hash, this.isAscii);
    }

    private string(): string {
        this.passString();
        if (this.hasEscapes) {
            return this.unescaped();
        }
        return this.isAscii ? this.recent.between(this.from, this.to) : this.window.text(this.from, this.to, false);
    }

    /** Skips a string without decoding its escapes. */
    private passString(): void {
        if (this.byte() !== QUOTE) {
            throw this.unexpected('a string');
        }
        this.token = this.at;
        this.at++;
        this.isAscii = true;
        this.hasEscapes = false;
        while (!this.endsString()) {
            if (!this.readOn()) {
                this.at = this.token;
                throw this.unexpected('a string');
            }
        }
        this.from = this.token + 1;
        this.to = this.at - 1;
        this.token = -1;
    }

    /** Continues in a string. @returns whether its end is in memory */
    private endsString(): boolean {
        const { bytes, end } = this.window;
        let { at } = this;
        let all = 0;
        for (; at < end; at++) {
            const byte = bytes[at];
            if (byte === QUOTE) {
                break;
            }
            if (byte === BACKSLASH) {
                this.hasEscapes = true;
                at++; // skips the escaped character, which may be a quote
            } else if (byte < 32) {
                throw this.noString();
            }
            all |= byte;
        }
        this.isAscii &&= all < 0x80;
        this.at = at < end ? at + 1 : at;
        return at < end;
    }

    private unescaped(): string {
        const text = this.parsed();
        if (LONE_SURROGATE.test(text)) {
            throw jsonError(this.line, 'a string contains one half of a surrogate pair, which UTF-8 cannot represent');
        }
        return text;
    }

    private parsed(): string {
        try {
            return JSON.parse(`"${this.window.text(this.from, this.to, false)}"`) as string;
        } catch {
            throw this.noString();
        }
    }

    private noString(): ReadingError {
        return jsonError(this.line, 'a string contains a control character or an unknown escape');
    }

    private literal(): Json {
        const word = this.word();
        return word === undefined ? this.wordOrNumber() : word;
    }

    /**
     * Consumes `true`, `false` or `null` if it is in memory together with the following byte.
     * @returns its value; undefined if {@link wordOrNumber} must determine the value
     */
    private word(): boolean | null | undefined {
        const { bytes, end } = this.window;
        const known = WORD_BYTES.find(({ text }) => text[0] === bytes[this.at]);
        const to = this.at + (known?.text.length ?? end);
        if (known === undefined || to >= end || isOfLiteral(bytes[to]) || !beginsAt(known.text, bytes, this.at)) {
            return undefined;
        }
        this.at = to;
        return known.value;
    }

    private wordOrNumber(): Json {
        this.token = this.at;
        while (isOfLiteral(this.byte())) {
            this.at++;
        }
        const text = this.window.text(this.token, this.at, true);
        const value = WORDS.has(text) ? WORDS.get(text)! : numberOf(text);
        if (value === undefined) {
            this.at = this.token;
            throw this.unexpected('a value');
        }
        this.token = -1;
        return value;
    }

    private unexpected(expected: string): ReadingError {
        this.token = this.at;
        while (this.window.end - this.at < MAX_FOUND && this.readOn()) {
            // Reads the text that the message shows as found.
        }
        const text = this.window.text(this.at, Math.min(this.window.end, this.at + MAX_FOUND), false).slice(0, 20);
        const found = text === '' ? 'the end of the text' : `"${/^\S{1,20}|^[\s\S]/.exec(text)![0]}"`;
        return jsonError(this.line, `expected ${expected}, found ${found}`);
    }
}

/** The maximum number of bytes of the twenty characters that a message shows. */
const MAX_FOUND = 80;

/** Whether a byte is a letter, digit, sign or point, and may thus belong to a literal. */
function isOfLiteral(byte: number): boolean {
    return (
        (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x45 || byte === 0x2b || byte === 0x2d || byte === 0x2e
    );
}
