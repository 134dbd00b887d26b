/** Graphs as Turtle (contract: conversion 7, 12.1). Knows the spelling; the statements are the graph's. */
import { ExpressionText, type Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { jsonOf } from '../json/values.js';
import { EXTENSION, NAMESPACES, type Prefix } from '../vocabulary.js';

/** Parts of text that are collected before they are handed on: a text of a size that is not moved any more. */
const CHUNK = 1 << 14;

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

/**
 * Collects the blocks of subjects as parts of text, which are joined once. Elements may come from a graph that is not complete yet: the
 * lines of prefixes, which stand in front, are written when all prefixes are in use or no more elements come.
 */
export class TurtleWriter {
    private parts: string[] = [];
    /** `rdf` is always there. */
    private readonly prefixes = new Set<Prefix>(['rdf']);
    private isBegun = false;

    /** Writes the block of one subject, a blank line ahead of it. @returns whether there is text to be taken */
    write(element: GraphElement): boolean {
        if (this.prefixes.size < ALL_PREFIXES) {
            notePrefixes(element, this.prefixes);
        }
        this.writeBlock(element);
        return this.parts.length > CHUNK && this.prefixes.size === ALL_PREFIXES;
    }

    /** The text since the last one was taken: when {@link write} says so, and when no more elements come. */
    take(): string {
        const text = this.parts.join('');
        this.parts = [];
        const isFirst = !this.isBegun;
        this.isBegun = true;
        return isFirst ? prefixLines(this.prefixes) + text : text;
    }

    private writeBlock(element: GraphElement): void {
        const { parts } = this;
        const shape = element.statedShape;
        const heads = (shape.spelling ??= shape.properties.map(property => ` ;\n    ${termOf(property)} `));
        let annotated: number[] | undefined;
        parts.push('\n', iriOf(element), `\n    a ${termOf(element.metaclass)}`);
        for (let at = 0; at < heads.length; at++) {
            const object = element.objectAt(at);
            if (!Array.isArray(object)) {
                parts.push(heads[at], this.objectOf(object as Value, element));
                continue;
            }
            const values = object as readonly Value[];
            parts.push(heads[at], this.objectOf(values[0], element));
            for (let i = 1; i < values.length; i++) {
                parts.push(', ', this.objectOf(values[i], element));
            }
            if (values.length > 1 && !shape.properties[at].startsWith(EXTENSION)) {
                (annotated ??= []).push(at);
            }
        }
        annotated?.forEach(at => this.annotate(element, shape.properties[at], element.valuesAt(at)));
        parts.push(' .\n');
    }

    /** The `json:` annotation of a property. */
    private annotate(element: GraphElement, property: string, values: readonly Value[]): void {
        const { parts } = this;
        parts.push(` ;\n    json:${property} "[`);
        values.forEach((value, i) => {
            const isPlain = value instanceof GraphElement && value.qualifier === element.qualifier && LOCAL_NAME.test(value.id);
            const open = i === 0 ? '' : ',';
            if (isPlain) {
                parts.push(`${open}{\\"@id\\":\\"`, value.id, '\\"}');
            } else {
                parts.push(open, literalOf(jsonOf(element, value)).slice(1, -1));
            }
        });
        parts.push(']"');
    }

    private objectOf(value: Value, subject: GraphElement): string {
        if (value instanceof GraphElement) {
            return value.spelling ?? iriOf(value);
        }
        switch (typeof value) {
            case 'string':
                return value === subject.id && !iriOf(subject).startsWith('<') ? `"${value}"` : literalOf(value);
            case 'boolean':
                return value ? '"true"^^xsd:boolean' : '"false"^^xsd:boolean';
            case 'number':
                return `"${value}"^^xsd:integer`;
            default:
                return value instanceof NumberText ? numberOf(value) : `${literalOf(value.text)}^^sysx:Expression`;
        }
    }
}

function numberOf({ text, datatype }: NumberText): string {
    return datatype === 'real' ? `"${text}"^^<http://www.w3.org/2002/07/owl#real>` : `"${text}"^^xsd:${datatype}`;
}

function termOf(name: string): string {
    return name.startsWith(EXTENSION) ? name : `sysml:${name}`;
}

/** What may stand behind a prefix: no digit in front, no mark at either end (12.1). */
const LOCAL_NAME = /^[A-Za-z_](?:[A-Za-z0-9_.:-]*[A-Za-z0-9_])?$/;

/** The IRI of an element, which it keeps. */
function iriOf(element: GraphElement): string {
    if (element.spelling === undefined) {
        const { base, key } = element;
        const prefix = base === 'node' ? 'expr' : 'elmt';
        element.spelling = LOCAL_NAME.test(key) ? `${prefix}:${key}` : `<${NAMESPACES[prefix]}${key}>`;
    }
    return element.spelling;
}

const ESCAPES: Readonly<Record<string, string>> = {
    '"': '\\"',
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\b': '\\b',
    '\f': '\\f'
};
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\u007f\ud800-\udfff]/;
// eslint-disable-next-line no-control-regex
const EACH_ESCAPED = /["\\\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Characters that JSON spells otherwise than Turtle, or not in ASCII. */
// eslint-disable-next-line no-control-regex
const UNLIKE_JSON = /[\u0000-\u0007\u000b\u000e-\u001f\u007f\ud800-\udfff]/;

/** A text in quotes on one line. */
function literalOf(text: string): string {
    return !ESCAPED.test(text) ? `"${text}"` : UNLIKE_JSON.test(text) ? `"${text.replace(EACH_ESCAPED, escaped)}"` : JSON.stringify(text);
}

function escaped(character: string): string {
    return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
