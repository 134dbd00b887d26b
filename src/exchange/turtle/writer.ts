/** Graphs as Turtle (contract: conversion 7, 12.1). Knows the spelling; the statements are the graph's. */
import { replaceEach } from '../../language/long-texts.js';
import { type Encoded, EncodedText, UNESCAPED } from '../encoding.js';
import { ExpressionText, type Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { isList } from '../../language/narrowing.js';
import { jsonOf } from '../json/values.js';
import type { Shape } from '../shape.js';
import { EXTENSION, ID, NAMESPACES, type Prefix } from '../vocabulary.js';

/** Bytes that are collected before they are handed on: most of a power of two, which is what memory for them grows to. */
const CHUNK = 7 << 16;

/** A graph in Turtle, in pieces: the whole text never stands in memory twice. */
export function* turtlePieces(graph: Graph): Generator<string, void, undefined> {
    const writer = new TurtleWriter();
    for (const element of graph.elements) {
        if (writer.write(element)) {
            yield writer.take();
        }
    }
    yield writer.take();
}

/** A graph in Turtle. */
export function writeTurtle(graph: Graph): string {
    return [...turtlePieces(graph)].join('');
}

const ALL_PREFIXES = Object.keys(NAMESPACES).length;

/** The lines of prefixes, sorted. */
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

/** Integers whose spelling is kept. */
const KEPT_INTEGERS = 1 << 12;

/**
 * Collects the blocks of subjects. Elements may come from a graph that is not complete yet: the lines of prefixes, which stand in front,
 * are written when all prefixes are in use or no more elements come.
 */
export class TurtleWriter {
    private readonly text = new EncodedText();
    /** `rdf` is always there. */
    private readonly prefixes = new Set<Prefix>(['rdf']);
    private isBegun = false;
    private readonly types = new Map<string, Encoded>();
    /** The text in front of the value on the line of each property. */
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

    /** Writes the block of one subject, a blank line ahead of it. @returns whether there is text to be taken */
    write(element: GraphElement): boolean {
        if (this.prefixes.size < ALL_PREFIXES) {
            notePrefixes(element, this.prefixes);
        }
        this.writeBlock(element);
        return this.text.length > CHUNK && this.prefixes.size === ALL_PREFIXES;
    }

    /** The text since the last one was taken: when {@link write} says so, and when no more elements come. */
    take(): string {
        return this.beginning() + this.text.take();
    }

    /** Hands {@link take} to a function as bytes of UTF-8, which it has until it comes back. */
    handTo(take: (bytes: Uint8Array) => void): void {
        const beginning = this.beginning();
        if (beginning !== '') {
            take(new TextEncoder().encode(beginning));
        }
        this.text.handTo(take);
    }

    /** What stands in front of all blocks, the first time; nothing later. */
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

    /** The `json:` annotations of the properties that are the metamodel's and have several values. */
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

    /** A text in quotes on one line. */
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

    /** A text that is encoded with its first use. */
    private keptIn(known: Map<string, Encoded>, name: string, spell: () => string): Encoded {
        let encoded = known.get(name);
        if (encoded === undefined) {
            known.set(name, (encoded = this.text.keep(spell())));
        }
        return encoded;
    }

    /** The IRI of an element, which it keeps; its id has a place in it when it consists of characters that nothing spells otherwise. */
    private iriOf(element: GraphElement): Encoded {
        const { spelling } = element;
        return spelling?.owner === this.text ? spelling : (element.spelling = this.spell(element));
    }

    private spell({ base, id, key }: GraphElement): Encoded {
        const prefix = base === 'node' ? 'expr' : 'elmt';
        if (isLocalName(key)) {
            return this.text.keep(`${prefix}:${key}`, prefix.length + 1 + key.length - id.length);
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

/** Where an ASCII character may stand in a local name (12.1): anywhere inside, in front, at the end. */
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

/** Whether a text may stand behind a prefix: no digit in front, no mark at either end. */
function isLocalName(text: string): boolean {
    let places = INSIDE;
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        places &= code < PLACES.length ? PLACES[code] : 0;
    }
    const end = text.length - 1;
    return places === INSIDE && end >= 0 && (PLACES[text.charCodeAt(0)] & FIRST) > 0 && (PLACES[text.charCodeAt(end)] & LAST) > 0;
}

/** The letters behind a backslash for the characters that may not stand in a literal. */
const LETTERS: Readonly<Record<string, string>> = {
    '"': '"',
    '\\': '\\',
    '\n': 'n',
    '\r': 'r',
    '\t': 't',
    '\b': 'b',
    '\f': 'f'
};
// eslint-disable-next-line no-control-regex
const EACH_ESCAPED = /["\\\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return character in LETTERS ? LETTERS[character].charCodeAt(0) : code < 0x20 || code === 0x7f ? UNESCAPED : 0;
});

/** A text in quotes on one line, whatever is in it. */
function literalOf(text: string): string {
    return `"${replaceEach(text, EACH_ESCAPED, escaped)}"`;
}

function escaped(character: string): string {
    const letter = LETTERS[character];
    return `\\${letter ?? `u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`}`;
}
