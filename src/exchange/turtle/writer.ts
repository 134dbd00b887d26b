/** Writes graphs as Turtle (contract: conversion 7, 12.1). Depends on the spelling only; the graph provides the statements. */
import { replaceEach } from '../../language/long-texts.js';
import { type Encoded, EncodedText, UNESCAPED } from '../encoding.js';
import { ExpressionText, type Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { isList } from '../../language/narrowing.js';
import { jsonOf } from '../json/values.js';
import type { Shape } from '../shape.js';
import { EXTENSION, ID, NAMESPACES, type Prefix } from '../vocabulary.js';

/** The number of bytes from which text is passed on: a little less than a power of two, because buffers grow to powers of two. */
const CHUNK = 7 << 16;

/** A graph as Turtle in pieces, so that the caller need not keep the whole text in memory. */
export function* turtlePieces(graph: Graph): Generator<string, void, undefined> {
    const writer = new TurtleWriter();
    for (const element of graph.elements) {
        if (writer.write(element)) {
            yield writer.take();
        }
    }
    yield writer.take();
}

/** A graph as one Turtle text. */
export function writeTurtle(graph: Graph): string {
    return [...turtlePieces(graph)].join('');
}

const ALL_PREFIXES = Object.keys(NAMESPACES).length;

/** The prefix lines, sorted. */
function prefixLines(used: ReadonlySet<Prefix>): string {
    return [...used]
        .sort()
        .map(prefix => `@prefix ${prefix}: <${NAMESPACES[prefix]}> .\n`)
        .join('');
}

function notePrefixes(element: GraphElement, used: Set<Prefix>): void {
    used.add(element.base === 'node' ? 'expr' : 'elmt').add(element.metaclass.startsWith(EXTENSION) ? 'sysx' : 'sysml');
    element.properties.forEach((property, at) => {
        const values = element.valuesAt(at);
        const isExtension = property.startsWith(EXTENSION);
        used.add(isExtension ? 'sysx' : 'sysml');
        if (values.length > 1 && !isExtension) {
            used.add('json');
        }
        for (const value of values) {
            if (value instanceof GraphElement) {
                used.add(value.base === 'node' ? 'expr' : 'elmt');
            } else if (value instanceof ExpressionText) {
                used.add('sysx');
            } else if (typeof value !== 'string') {
                used.add('xsd');
            }
        }
    });
}

/** The number of small integers with a cached spelling. */
const KEPT_INTEGERS = 1 << 12;

/**
 * Writes the blocks of subjects. The graph may still be incomplete. The prefix lines precede all blocks, so no text is passed on before all
 * prefixes are used or there are no more elements.
 */
export class TurtleWriter {
    private readonly text = new EncodedText();
    /** `rdf` is always declared. */
    private readonly prefixes = new Set<Prefix>(['rdf']);
    private isBegun = false;
    private readonly types = new Map<string, Encoded>();
    /** The line of each property up to the value. */
    private readonly properties = new Map<string, Encoded>();
    private readonly annotations = new Map<string, Encoded>();
    private readonly integers: Encoded[] = [];
    private readonly newLine = this.text.keep('\n');
    private readonly comma = this.text.keep(', ');
    private readonly quote = this.text.keep('"');
    private readonly end = this.text.keep(' .\n');
    private readonly true = this.text.keep('"true"^^xsd:boolean');
    private readonly false = this.text.keep('"false"^^xsd:boolean');
    private readonly firstReference = this.text.keep('{\\"@id\\":\\"');
    private readonly nextReference = this.text.keep(',{\\"@id\\":\\"');
    private readonly referenceEnd = this.text.keep('\\"}');
    private readonly listEnd = this.text.keep(']"');

    /** Writes the block of a subject, after a blank line. @returns whether there is enough text to take */
    write(element: GraphElement): boolean {
        if (this.prefixes.size < ALL_PREFIXES) {
            notePrefixes(element, this.prefixes);
        }
        this.writeBlock(element);
        return this.text.length > CHUNK && this.prefixes.size === ALL_PREFIXES;
    }

    /** The text since the last call. Call it when {@link write} returns true, and after the last element. */
    take(): string {
        return this.beginning() + this.text.take();
    }

    /** Passes the text of {@link take} to a function as UTF-8 bytes, which the function must not keep. */
    handTo(take: (bytes: Uint8Array) => void): void {
        const beginning = this.beginning();
        if (beginning !== '') {
            take(new TextEncoder().encode(beginning));
        }
        this.text.handTo(take);
    }

    /** The text before all blocks on the first call; empty later. */
    private beginning(): string {
        const isFirst = !this.isBegun;
        this.isBegun = true;
        return isFirst ? prefixLines(this.prefixes) : '';
    }

    private writeBlock(element: GraphElement): void {
        const { text } = this;
        const shape = element.statedShape;
        const heads = this.headsOf(shape);
        text.copy(this.newLine);
        text.copy(this.iriOf(element));
        text.copy(this.typeOf(element.metaclass));
        let isAnnotated = false;
        for (let at = 0; at < heads.length; at++) {
            const object = element.objectAt(at);
            text.copy(heads[at]);
            if (object instanceof GraphElement) {
                text.copy(this.iriOf(object));
            } else if (!isList(object)) {
                this.writeObject(object, element);
            } else {
                for (let i = 0; i < object.length; i++) {
                    if (i > 0) {
                        text.copy(this.comma);
                    }
                    this.writeObject(object[i], element);
                }
                isAnnotated ||= object.length > 1;
            }
        }
        if (isAnnotated) {
            this.annotate(element, shape.properties);
        }
        text.copy(this.end);
    }

    /** Writes the `json:` annotations of the metamodel's properties with several values. */
    private annotate(element: GraphElement, properties: readonly string[]): void {
        for (let at = 0; at < properties.length; at++) {
            const object = element.objectAt(at);
            if (isList(object) && object.length > 1 && !properties[at].startsWith(EXTENSION)) {
                this.writeAnnotation(element, properties[at], object);
            }
        }
    }

    private writeAnnotation(element: GraphElement, property: string, values: readonly Value[]): void {
        const { text } = this;
        text.copy(this.keptIn(this.annotations, property, () => ` ;\n    json:${property} "[`));
        for (let i = 0; i < values.length; i++) {
            const value = values[i];
            const iri = value instanceof GraphElement && value.qualifier === element.qualifier ? this.iriOf(value) : undefined;
            if (value instanceof GraphElement && iri !== undefined && iri.key >= 0) {
                text.copy(i === 0 ? this.firstReference : this.nextReference);
                text.copyBytes(iri.key, iri.key + value.id.length);
                text.copy(this.referenceEnd);
            } else {
                text.write((i === 0 ? '' : ',') + literalOf(jsonOf(element, value)).slice(1, -1));
            }
        }
        text.copy(this.listEnd);
    }

    private writeObject(value: Value, subject: GraphElement): void {
        const { text } = this;
        if (value instanceof GraphElement) {
            text.copy(this.iriOf(value));
            return;
        }
        switch (typeof value) {
            case 'string':
                return this.writeLiteral(value, subject);
            case 'boolean':
                return text.copy(value ? this.true : this.false);
            case 'number':
                return this.writeInteger(value);
            default:
                text.write(value instanceof NumberText ? numberOf(value) : `${literalOf(value.text)}^^sysx:Expression`);
        }
    }

    /** Writes a quoted literal on one line. */
    private writeLiteral(value: string, subject: GraphElement): void {
        const { text } = this;
        text.copy(this.quote);
        if (value === subject.id && this.iriOf(subject).key >= 0) {
            const { key } = this.iriOf(subject);
            text.copyBytes(key, key + value.length);
        } else if (!text.writeEscaped(value, ESCAPES)) {
            text.write(literalOf(value).slice(1, -1));
        }
        text.copy(this.quote);
    }

    private writeInteger(value: number): void {
        if (value >= 0 && value < KEPT_INTEGERS) {
            this.text.copy((this.integers[value] ??= this.text.keep(`"${value}"^^xsd:integer`)));
        } else {
            this.text.write(`"${value}"^^xsd:integer`);
        }
    }

    private headsOf(shape: Shape): readonly Encoded[] {
        if (shape.spelling?.[0]?.owner !== this.text) {
            shape.spelling = shape.properties.map(p => this.keptIn(this.properties, p, () => ` ;\n    ${termOf(p)} `));
        }
        return shape.spelling;
    }

    private typeOf(metaclass: string): Encoded {
        return this.keptIn(this.types, metaclass, () => `\n    a ${termOf(metaclass)}`);
    }

    /** A text that is encoded on first use. */
    private keptIn(known: Map<string, Encoded>, name: string, spell: () => string): Encoded {
        let encoded = known.get(name);
        if (encoded === undefined) {
            known.set(name, (encoded = this.text.keep(spell())));
        }
        return encoded;
    }

    /** The IRI of an element, cached in the element. If the id needs no escapes, `key` is its position in the IRI. */
    private iriOf(element: GraphElement): Encoded {
        const { spelling } = element;
        return spelling?.owner === this.text ? spelling : (element.spelling = this.spell(element));
    }

    private spell({ base, id, key }: GraphElement): Encoded {
        const prefix = base === 'node' ? 'expr' : 'elmt';
        if (isLocalName(key)) {
            return this.text.keepBehind(base === 'node' ? 'expr:' : 'elmt:', key, prefix.length + 1 + key.length - id.length);
        }
        const namespace = `<${NAMESPACES[prefix]}`;
        return this.text.keep(`${namespace}${key}>`, ID.test(id) ? namespace.length + key.length - id.length : undefined);
    }
}

function numberOf({ text, datatype }: NumberText): string {
    return datatype === 'real' ? `"${text}"^^<http://www.w3.org/2002/07/owl#real>` : `"${text}"^^xsd:${datatype}`;
}

function termOf(name: string): string {
    return name.startsWith(EXTENSION) ? name : `sysml:${name}`;
}

/** The places of a local name where an ASCII character may be (12.1): inside, first, last. */
const INSIDE = 1;
const FIRST = 2;
const LAST = 4;
const PLACES = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (/[A-Za-z_]/.test(character)) {
        return INSIDE | FIRST | LAST;
    }
    return /[0-9]/.test(character) ? INSIDE | LAST : /[-.:]/.test(character) ? INSIDE : 0;
});

/** Whether a text is a valid local name: it must not begin with a digit, or begin or end with punctuation. */
function isLocalName(text: string): boolean {
    let places = INSIDE;
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        places &= code < PLACES.length ? PLACES[code] : 0;
    }
    const end = text.length - 1;
    return places === INSIDE && end >= 0 && (PLACES[text.charCodeAt(0)] & FIRST) > 0 && (PLACES[text.charCodeAt(end)] & LAST) > 0;
}

/** The escape letters for characters that a literal must not contain. */
const LETTERS: Readonly<Record<string, string>> = {
    '"': '"',
    '\\': '\\',
    '\n': 'n',
    '\r': 'r',
    '\t': 't',
    '\b': 'b',
    '\f': 'f'
};
// oxlint-disable-next-line no-control-regex
const EACH_ESCAPED = /["\\\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return character in LETTERS ? LETTERS[character].charCodeAt(0) : code < 0x20 || code === 0x7f ? UNESCAPED : 0;
});

/** A quoted literal on one line, for any text. */
function literalOf(text: string): string {
    return `"${replaceEach(text, EACH_ESCAPED, escaped)}"`;
}

function escaped(character: string): string {
    const letter = LETTERS[character];
    return `\\${letter ?? `u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`}`;
}
