/**
 * Reads Turtle in the form that `writer.ts` writes (12.1), line by line without tokens, which is several times faster than the full
 * grammar. Stops before the first line in any other form, even with an additional blank; the reader of the full grammar continues there
 * ({@link Rest}). Statements and errors are the same with both readers (a test verifies this).
 */
import { GraphElement, type Value } from '../graph.js';
import { EXTENSION, NAMESPACES, type Prefix } from '../vocabulary.js';
import { literalAt } from './literals.js';
import type { Property, Statements } from './statements.js';

/** The unread rest of a text. */
export interface Rest {
    /** the UTF-16 offset and the number of its first line */
    readonly offset: number;
    readonly line: number;
    readonly prefixes: ReadonlyMap<string, string>;
    /** the subject whose statements continue there; undefined between two subjects */
    readonly subject: GraphElement | undefined;
}

/**
 * Reads the first lines of a text, as long as they have the form of `writer.ts`. @throws ReadingError and ConversionError for invalid
 * statements
 */
export function readLines(text: string, statements: Statements): Rest {
    return new LineReader(text, statements).read();
}

const QUOTE = 34;
const COMMA = 44;
const DOT = 46;
const COLON = 58;
const BLANK = 32;
const NEW_LINE = 10;
const CARET = 94;

/** For each ASCII code, whether the character may be at the ends of a local name or only inside. */
const AT_END = 1;
const INSIDE = 2;
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return /[A-Za-z0-9_]/.test(character) ? AT_END : /[-.:]/.test(character) ? INSIDE : 0;
});

/**
 * The number of recent elements that are compared with the text before a key is looked up, because most lines refer to elements of nearby
 * lines.
 */
const RECENT = 4;
/** The maximum size of the table of predicates. A model has a few hundred. */
const MAX_PREDICATES = 10_000;
const PREDICATE = /^(?:sysml|sysx|json):[A-Za-z]+$/;
const PREFIX_LINE = /@prefix ([a-z]+): <([^>]*)> \.\n/y;

type Predicate = Property | { readonly annotated: string };

class LineReader {
    private at = 0;
    private line = 1;
    /** The offset after the last term read. */
    private end = 0;
    private subject: GraphElement | undefined;
    private readonly prefixes = new Map<string, string>();
    private readonly predicates = new Map<string, Predicate>();
    private readonly recent: GraphElement[] = [];
    /** Elements by their local names. */
    private readonly named = new Map<string, GraphElement>();
    private oldest = 0;

    constructor(
        private readonly text: string,
        private readonly statements: Statements
    ) {}

    read(): Rest {
        this.readPrefixes();
        while (this.at < this.text.length && this.readBlock()) {
            // readBlock reads the whole block
        }
        const { at: offset, line, prefixes, subject } = this;
        return { offset, line, prefixes, subject };
    }

    private readPrefixes(): void {
        for (;;) {
            PREFIX_LINE.lastIndex = this.at;
            const [whole, prefix, iri] = PREFIX_LINE.exec(this.text) ?? [];
            if (whole === undefined || NAMESPACES[prefix as Prefix] !== iri) {
                return;
            }
            this.prefixes.set(prefix, iri);
            this.at = PREFIX_LINE.lastIndex;
            this.line++;
        }
    }

    /** Reads a blank line, a subject and its statements. @returns whether the whole block was readable */
    private readBlock(): boolean {
        const { text, statements } = this;
        if (text.charCodeAt(this.at) !== NEW_LINE) {
            return false;
        }
        this.at++;
        this.line++;
        const element = this.elementAt(this.at);
        if (element === undefined || !text.startsWith('\n    a sys', this.end)) {
            return false;
        }
        const type = this.termAt(this.end + '\n    a '.length);
        const next = this.end + ' ;\n'.length;
        const isLast = text.startsWith(' .\n', this.end);
        if (type === undefined || !(isLast || text.startsWith(' ;\n', this.end))) {
            return false;
        }
        statements.begin(element);
        statements.classify(type);
        this.at = next;
        this.line += 2;
        this.subject = isLast ? undefined : element;
        while (this.subject !== undefined) {
            if (!this.readStatement(element)) {
                return false;
            }
        }
        return true;
    }

    /** Reads `    predicate objects ;`. */
    private readStatement(subject: GraphElement): boolean {
        const { text } = this;
        const space = text.startsWith('    ', this.at) ? text.indexOf(' ', this.at + 4) : -1;
        const predicate = space < 0 ? undefined : this.predicateOf(text.slice(this.at + 4, space));
        if (predicate === undefined) {
            return false;
        }
        const isRead =
            'annotated' in predicate
                ? this.readAnnotation(subject, predicate.annotated, space + 1)
                : this.readObjects(predicate, space + 1);
        if (!isRead) {
            return false;
        }
        this.at = this.end + ' ;\n'.length;
        this.line++;
        return true;
    }

    private readObjects(property: Property, from: number): boolean {
        for (let at = from; ; at = this.end + ', '.length) {
            const object = this.objectAt(at);
            if (object === undefined) {
                return false;
            }
            const isFollowed = this.text.startsWith(', ', this.end);
            // States the value only after the terminator has been read, because other text may still belong to the literal.
            if (!isFollowed && !this.endsStatement()) {
                return false;
            }
            this.statements.state(property, object);
            if (!isFollowed) {
                return true;
            }
        }
    }

    /** Whether ` ;` or ` .` and a line end follow. Records that ` .` ends the subject. */
    private endsStatement(): boolean {
        const isLast = this.text.startsWith(' .\n', this.end);
        if (isLast) {
            this.subject = undefined;
        }
        return isLast || this.text.startsWith(' ;\n', this.end);
    }

    /** The value at an offset. @throws ReadingError for a literal that no model can have */
    private objectAt(at: number): Value | undefined {
        const { text } = this;
        if (text.charCodeAt(at) !== QUOTE) {
            return this.elementAt(at);
        }
        const literal = this.literalAt(at);
        if (literal === undefined || text.charCodeAt(this.end) !== CARET) {
            return literal;
        }
        const datatype = text.startsWith('^^', this.end) ? this.datatypeAt(this.end + 2) : undefined;
        return datatype === undefined ? undefined : this.statements.literalOf(literal, datatype, this.line);
    }

    /** Reads the `json:` annotation of a property. Parses its text only if it does not repeat the stated values. */
    private readAnnotation(subject: GraphElement, property: string, at: number): boolean {
        const { statements } = this;
        if (this.repeats(subject, property, at)) {
            if (this.endsStatement()) {
                statements.annotateSame(property, subject.all(property).length);
                return true;
            }
            return false;
        }
        const literal = this.text.charCodeAt(at) === QUOTE ? this.literalAt(at) : undefined;
        if (literal === undefined || !this.endsStatement()) {
            return false;
        }
        statements.annotate(property, literal);
        return true;
    }

    /** Whether an annotation lists exactly the stated elements of a property, in the spelling of `writer.ts`. */
    private repeats(subject: GraphElement, property: string, from: number): boolean {
        const { text } = this;
        const values = subject.all(property);
        let at = from;
        for (const value of values) {
            const open = at === from ? '"[{\\"@id\\":\\"' : ',{\\"@id\\":\\"';
            if (!(value instanceof GraphElement) || value.qualifier !== subject.qualifier || !text.startsWith(open, at)) {
                return false;
            }
            // An id needs no escapes, because all values so far come from elementAt.
            at += open.length;
            if (!text.startsWith(value.id, at) || !text.startsWith('\\"}', at + value.id.length)) {
                return false;
            }
            at += value.id.length + '\\"}'.length;
        }
        this.end = at + ']"'.length;
        return values.length > 0 && text.startsWith(']"', at);
    }

    /** The element whose IRI is at an offset. */
    private elementAt(from: number): GraphElement | undefined {
        const { text } = this;
        if (text.charCodeAt(from) === 60) {
            return this.elementInBrackets(from);
        }
        const base = text.startsWith('elmt:', from) ? 'element' : text.startsWith('expr:', from) ? 'node' : undefined;
        if (base === undefined || !this.prefixes.has(base === 'node' ? 'expr' : 'elmt')) {
            return undefined;
        }
        const start = from + 'elmt:'.length;
        for (const element of this.recent) {
            const { key } = element;
            // Checks the end first, because keys have common prefixes.
            if (this.endsTerm(start + key.length) && text.startsWith(key, start)) {
                this.end = start + key.length;
                return element;
            }
        }
        let end = start;
        while (text.charCodeAt(end) > COMMA) {
            end++;
        }
        const name = text.slice(start, end);
        const named = this.named.get(name);
        if (named !== undefined && this.endsTerm(end)) {
            this.end = end;
            return this.remember(named);
        }
        if (!this.isNameAt(start)) {
            return undefined;
        }
        const element = this.statements.elementOf(text.slice(start, this.end), base);
        this.named.set(name, element);
        return this.remember(element);
    }

    /** Reads `<urn:sysmlv2:element:…>`, for an id that is no local name. */
    private elementInBrackets(from: number): GraphElement | undefined {
        const { text } = this;
        for (const [namespace, base] of [[NAMESPACES.elmt, 'element'] as const, [NAMESPACES.expr, 'node'] as const]) {
            if (text.startsWith(namespace, from + 1)) {
                let at = from + 1 + namespace.length;
                const start = at;
                while (isIn(text.charCodeAt(at), AT_END | INSIDE)) {
                    at++;
                }
                this.end = at + 1;
                return at > start && text[at] === '>' ? this.remember(this.statements.elementOf(text.slice(start, at), base)) : undefined;
            }
        }
        return undefined;
    }

    private remember(element: GraphElement): GraphElement {
        this.recent[this.oldest] = element;
        this.oldest = (this.oldest + 1) % RECENT;
        return element;
    }

    /** Whether a local name is at an offset, in a spelling that our writer uses and every reader accepts. */
    private isNameAt(start: number): boolean {
        const { text } = this;
        let at = start;
        let isEnd = false;
        for (;;) {
            const code = text.charCodeAt(at);
            if (isIn(code, AT_END)) {
                isEnd = true;
            } else if (isIn(code, INSIDE) && (at > start || code === COLON)) {
                // Grammars disagree on consecutive dots.
                if (code === DOT && !isEnd) {
                    return false;
                }
                isEnd = false;
            } else {
                break;
            }
            at++;
        }
        this.end = at;
        return isEnd && isIn(text.charCodeAt(start), AT_END) && this.endsTerm(at);
    }

    private endsTerm(at: number): boolean {
        const code = this.text.charCodeAt(at);
        return code === BLANK || code === COMMA || code === NEW_LINE;
    }

    /** The name of a metaclass, with the prefix `sysx:` for a metaclass of the extension. */
    private termAt(from: number): string | undefined {
        const { text } = this;
        const start = text.indexOf(':', from) + 1;
        const prefix = text.slice(from, start - 1);
        if (!this.prefixes.has(prefix) || (prefix !== 'sysml' && prefix !== 'sysx') || !this.isNameAt(start)) {
            return undefined;
        }
        const name = text.slice(start, this.end);
        return prefix === 'sysx' ? EXTENSION + name : name;
    }

    private datatypeAt(from: number): string | undefined {
        const { text } = this;
        for (const prefix of ['xsd', 'sysx'] as const) {
            const start = from + prefix.length + 1;
            if (text.startsWith(prefix, from) && text.charCodeAt(start - 1) === COLON && this.prefixes.has(prefix)) {
                return this.isNameAt(start) ? NAMESPACES[prefix] + text.slice(start, this.end) : undefined;
            }
        }
        return undefined;
    }

    private predicateOf(name: string): Predicate | undefined {
        let predicate = this.predicates.get(name);
        if (predicate === undefined && PREDICATE.test(name)) {
            const [prefix, local] = name.split(':');
            if (!this.prefixes.has(prefix) || this.predicates.size > MAX_PREDICATES) {
                return undefined;
            }
            predicate =
                prefix === 'json' ? { annotated: local } : this.statements.propertyOf(prefix === 'sysx' ? EXTENSION + local : local);
            this.predicates.set(name, predicate);
        }
        return predicate;
    }

    /** The value of a quoted literal on one line; undefined for any other spelling. */
    private literalAt(from: number): string | undefined {
        const literal = literalAt(this.text, from);
        if (literal !== undefined) {
            this.end = literal.end;
        }
        return literal?.value;
    }
}

function isIn(code: number, letters: number): boolean {
    return code < LETTERS.length && (LETTERS[code] & letters) !== 0;
}
