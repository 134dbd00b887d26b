/**
 * JSON text whose numbers keep their digits and whose objects keep their order and their lines. JSON.parse does neither. Knows no model.
 */
import { type NumberType, NumberText } from '../graph.js';
import { ReadingError } from '../reading/failure.js';

/** A value: numbers by their text, objects in the order of the text. */
export type Json = null | boolean | string | NumberText | readonly Json[] | ReadonlyMap<string, Json>;

const MAX_DEPTH = 64;

const QUOTE = 34;
const BACKSLASH = 92;
const BRACKET = 91;
const BRACE = 123;

/** The failure that names a line of JSON. */
export function jsonError(line: number, why: string): ReadingError {
    return new ReadingError(`json: line ${line}: ${why}`);
}

/** Reads a text that is one value. @throws ReadingError naming the line */
export function parseJson(text: string): Json {
    const parser = new JsonParser(text);
    const value = parser.value(0);
    parser.end();
    return value;
}

/** Says of a member of an item whether its value is passed over: `null` stands for it. @param known the members in front of it */
export type PassesOver = (key: string, known: ReadonlyMap<string, Json>) => boolean;

/**
 * Reads a text that is an array, or one value, and calls a function for each of its values with its line; no
 * two of them are in memory at once.
 */
export function forEachItem(text: string, passesOver: PassesOver, each: (item: Json, line: number) => void): void {
    const parser = new JsonParser(text);
    if (!parser.takes('[')) {
        const line = parser.line;
        each(parser.value(0, passesOver), line);
    } else if (!parser.takes(']')) {
        do {
            parser.space();
            const line = parser.line;
            each(parser.value(1, passesOver), line);
        } while (parser.takes(','));
        parser.expect(']');
    }
    parser.end();
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

class JsonParser {
    line = 1;
    private at = 0;

    constructor(private readonly text: string) {
        if (text.charCodeAt(0) === 0xfeff) {
            this.at = 1;
        }
    }

    /** @param passesOver of the members of the value itself, where it is an object */
    value(depth: number, passesOver?: PassesOver): Json {
        if (depth > MAX_DEPTH) {
            throw jsonError(this.line, 'values are nested too deeply');
        }
        this.space();
        switch (this.text[this.at]) {
            case '{':
                return this.object(depth, passesOver);
            case '[':
                return this.array(depth);
            case '"':
                return this.string();
            default:
                return this.literal();
        }
    }

    /** Takes a mark when it is next. */
    takes(mark: string): boolean {
        this.space();
        const isNext = this.text.charCodeAt(this.at) === mark.charCodeAt(0);
        this.at += isNext ? 1 : 0;
        return isNext;
    }

    expect(mark: string): void {
        if (!this.takes(mark)) {
            throw this.unexpected(`"${mark}"`);
        }
    }

    end(): void {
        this.space();
        if (this.at < this.text.length) {
            throw this.unexpected('the end of the text');
        }
    }

    space(): void {
        for (;;) {
            switch (this.text.charCodeAt(this.at)) {
                case 10:
                    this.line++;
                    this.at++;
                    break;
                case 32:
                case 9:
                case 13:
                    this.at++;
                    break;
                default:
                    return;
            }
        }
    }

    private object(depth: number, passesOver?: PassesOver): ReadonlyMap<string, Json> {
        const members = new Map<string, Json>();
        this.expect('{');
        if (this.takes('}')) {
            return members;
        }
        do {
            this.space();
            const key = this.string();
            if (members.has(key)) {
                throw jsonError(this.line, `the key "${key}" stands twice in one object`);
            }
            this.expect(':');
            if (passesOver?.(key, members) === true) {
                this.pass(depth + 1);
                members.set(key, null);
            } else {
                members.set(key, this.value(depth + 1));
            }
        } while (this.takes(','));
        this.expect('}');
        return members;
    }

    /** Passes a value over, which is as it has to be but for keys that stand twice. */
    private pass(depth: number): void {
        if (depth > MAX_DEPTH) {
            throw jsonError(this.line, 'values are nested too deeply');
        }
        this.space();
        const open = this.text.charCodeAt(this.at);
        if (open === QUOTE) {
            this.passString();
        } else if (open !== BRACE && open !== BRACKET) {
            this.literal();
        } else {
            this.at++;
            const close = open === BRACE ? '}' : ']';
            if (this.takes(close)) {
                return;
            }
            do {
                if (open === BRACE) {
                    this.space();
                    this.passString();
                    this.expect(':');
                }
                this.pass(depth + 1);
            } while (this.takes(','));
            this.expect(close);
        }
    }

    private passString(): void {
        const { text } = this;
        let at = this.at + 1;
        let code = text.charCodeAt(this.at) === QUOTE ? text.charCodeAt(at) : 0;
        while (code > 31 && code !== QUOTE && code !== BACKSLASH) {
            code = text.charCodeAt(++at);
        }
        if (code === QUOTE) {
            this.at = at + 1;
        } else {
            this.string();
        }
    }

    private array(depth: number): Json[] {
        const items: Json[] = [];
        this.expect('[');
        if (this.takes(']')) {
            return items;
        }
        do {
            items.push(this.value(depth + 1));
        } while (this.takes(','));
        this.expect(']');
        return items;
    }

    private string(): string {
        // Most strings are short and have no escapes.
        const end = this.text.indexOf('"', this.at + 1);
        if (this.text[this.at] === '"' && end > 0 && end - this.at < 200) {
            const plain = this.text.slice(this.at + 1, end);
            // eslint-disable-next-line no-control-regex
            if (!/[\\\u0000-\u001f]/.test(plain)) {
                this.at = end + 1;
                return plain;
            }
        }
        const close = this.text[this.at] === '"' ? this.closingQuote() : -1;
        if (close < 0) {
            throw this.unexpected('a string');
        }
        try {
            const value = JSON.parse(this.text.slice(this.at, close + 1)) as string;
            this.at = close + 1;
            return value;
        } catch {
            throw jsonError(this.line, 'a string holds a control character or an unknown escape');
        }
    }

    /** Where the string that begins here ends: at the next quote that an even number of backslashes precedes. */
    private closingQuote(): number {
        for (let at = this.text.indexOf('"', this.at + 1); at > 0; at = this.text.indexOf('"', at + 1)) {
            let backslashes = 0;
            while (this.text.charCodeAt(at - 1 - backslashes) === 92) {
                backslashes++;
            }
            if (backslashes % 2 === 0) {
                return at;
            }
        }
        return -1;
    }

    private literal(): Json {
        for (const [word, value] of [
            ['true', true],
            ['false', false],
            ['null', null]
        ] as const) {
            if (this.text.startsWith(word, this.at)) {
                this.at += word.length;
                return value;
            }
        }
        NUMBER.lastIndex = this.at;
        const match = NUMBER.exec(this.text);
        if (match === null) {
            throw this.unexpected('a value');
        }
        this.at = NUMBER.lastIndex;
        const datatype: NumberType = match[2] !== undefined ? 'double' : match[1] !== undefined ? 'decimal' : 'integer';
        return new NumberText(match[0], datatype);
    }

    private unexpected(expected: string): ReadingError {
        const found =
            this.at < this.text.length
                ? `"${/^\S{1,20}|^[\s\S]/.exec(this.text.slice(this.at, this.at + 20))![0]}"`
                : 'the end of the text';
        return jsonError(this.line, `expected ${expected}, found ${found}`);
    }
}
