/**
 * Writes graphs as the API's element array (contract: conversion 9.1, 9.2). Depends on the spelling only; the graph provides the
 * statements, wrapper.ts the root namespaces.
 */
import { ExpressionText, type Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { isList } from '../../language/narrowing.js';
import { isMetaclassName, propertiesNamed, propertyOfMetaclass } from '../metamodel/facts.js';
import { EXTENSION } from '../vocabulary.js';
import { numberOf, referenceId } from './values.js';
import { isOfMembership, type Wrapping } from './wrapper.js';

/** The number of text parts that are joined and passed on together. The garbage collector does not move texts of this size. */
const CHUNK = 1 << 14;

/** The elements of a graph in the element form, after the wrappers of its roots. */
export function* elementPieces(graph: Graph, wrapping: Wrapping): Generator<string, void, undefined> {
    let parts: string[] = [];
    let separator = '[\n';
    for (const elements of [wrapping.elements, graph.elements]) {
        for (const element of elements) {
            parts.push(separator);
            separator = ',\n';
            writeObject(parts, element, wrapping.ownerships.get(element));
            if (parts.length > CHUNK) {
                yield parts.join('');
                parts = [];
            }
        }
    }
    parts.push(separator === ',\n' ? '\n]\n' : '[]\n');
    yield parts.join('');
}

function writeObject(parts: string[], element: GraphElement, ownerships?: readonly (readonly [string, GraphElement])[]): void {
    const { properties } = element;
    beginObject(parts, element);
    ownerships?.forEach(([property, value]) => writeMember(parts, element, property, value));
    for (let at = 0; at < properties.length; at++) {
        if (ownerships === undefined || !isOfMembership(element, properties[at])) {
            writeMember(parts, element, properties[at], element.objectAt(at));
        }
    }
    parts.push('\n  }');
}

/** Writes an element's object up to its id. */
export function beginObject(parts: string[], element: GraphElement): void {
    parts.push(`  {\n    "@type": ${JSON.stringify(element.metaclass)},\n    "@id": `, idText(element.qualifier, element.key));
}

/** Writes a property of an element as a member that follows another one. */
export function writeMember(parts: string[], element: GraphElement, property: string, object: Value | readonly Value[]): void {
    const { head, isArray: isDeclared, isReference } = spellingOf(element.metaclass, property);
    parts.push(head);
    if (!(isDeclared ?? (isList(object) && object.length > 1))) {
        writeValue(parts, element, isReference, isList(object) ? object[0] : object, '    ');
        return;
    }
    parts.push('[\n      ');
    (isList(object) ? object : [object]).forEach((value, i) => {
        parts.push(i === 0 ? '' : ',\n      ');
        writeValue(parts, element, isReference, value, '      ');
    });
    parts.push('\n    ]');
}

function writeValue(parts: string[], element: GraphElement, isReference: boolean, value: Value, indent: '    ' | '      '): void {
    if (value instanceof GraphElement) {
        const [open, close] = indent === '    ' ? OUTER : INNER;
        parts.push(open, idText(value.qualifier + element.qualifier, referenceId(element, value)), close);
    } else if (isReference && typeof value === 'string') {
        parts.push(`{\n${indent}  "@ref": ${JSON.stringify(value)}\n${indent}}`);
    } else {
        parts.push(scalarOf(element, value));
    }
}

const OUTER = ['{\n      "@id": ', '\n    }'] as const;
const INNER = ['{\n        "@id": ', '\n      }'] as const;

/** An id in quotes. Only the qualifier of an identity scope may need escapes. */
function idText(qualifier: string, id: string): string {
    return qualifier === '' ? `"${id}"` : JSON.stringify(id);
}

/** The spelling of a metaclass's property. */
interface Spelling {
    /** undefined: depends on the number of values */
    readonly isArray: boolean | undefined;
    readonly isReference: boolean;
    /** the line up to the value */
    readonly head: string;
}

const spellings = new Map<string, Map<string, Spelling>>();

function spellingOf(metaclass: string, property: string): Spelling {
    let ofClass = spellings.get(metaclass);
    if (ofClass === undefined) {
        spellings.set(metaclass, (ofClass = new Map<string, Spelling>()));
    }
    let spelling = ofClass.get(property);
    if (spelling === undefined) {
        const declared = propertyOfMetaclass(metaclass, property);
        spelling = {
            isArray: isDeclaredArray(metaclass, property),
            isReference: declared?.isReference === true,
            head: `,\n    ${JSON.stringify(property)}: `
        };
        ofClass.set(property, spelling);
    }
    return spelling;
}

/** Whether the metamodel declares a property as an array; undefined for an unknown property. */
function isDeclaredArray(metaclass: string, property: string): boolean | undefined {
    if (property.startsWith(EXTENSION)) {
        return undefined;
    }
    if (!isMetaclassName(metaclass)) {
        const declared = propertiesNamed(property);
        return declared.length > 0 ? declared.every(p => p.isMany) : undefined;
    }
    return propertyOfMetaclass(metaclass, property)?.isMany;
}

/** Whether a property is spelled as an array (9.2): if it is declared with many values or, if undeclared, has several. */
export function isArray(metaclass: string, property: string, values: readonly Value[]): boolean {
    return spellingOf(metaclass, property).isArray ?? values.length > 1;
}

/** Whether a string in this property is a name that did not resolve, because the metaclass declares a reference. */
export function isNamed(metaclass: string, property: string): boolean {
    return spellingOf(metaclass, property).isReference;
}

/** A value other than a reference as JSON. @throws ConversionError for a number that JSON cannot spell */
export function scalarOf(element: GraphElement, value: Exclude<Value, GraphElement>): string {
    return value instanceof ExpressionText
        ? JSON.stringify(value.text)
        : value instanceof NumberText
          ? numberOf(element, value)
          : JSON.stringify(value);
}
