/** Reads the `json:` annotations of Turtle, which list the values of a property in order (contract: conversion 7). */
import { type GraphElement, NumberText, numberValue, type Value } from '../graph.js';
import { isList } from '../../language/narrowing.js';
import { IdText, type Json, parseJson } from '../json/parser.js';
import { ValueSet } from '../reading/value-set.js';

/**
 * The values that an annotation lists.
 * @param elementOf finds the element of a key
 * @param refusal makes the error to throw
 */
export function annotatedOrder(
    literal: string,
    element: GraphElement,
    elementOf: (key: string) => GraphElement,
    refusal: (why: string) => Error
): Value[] {
    let list: Json;
    try {
        list = parseJson(literal);
    } catch {
        throw refusal('is not JSON');
    }
    if (!isList(list)) {
        throw refusal('is not an array');
    }
    const seen = new ValueSet();
    return list.map(item => {
        const value = valueOf(item, element, elementOf, refusal);
        if (!seen.add(value)) {
            throw refusal('lists a value twice');
        }
        return value;
    });
}

function valueOf(item: Json, element: GraphElement, elementOf: (key: string) => GraphElement, refusal: (why: string) => Error): Value {
    if (typeof item === 'string' || typeof item === 'boolean') {
        return item;
    }
    if (item instanceof NumberText) {
        return numberValue(item.text, item.datatype);
    }
    if (item instanceof IdText) {
        return elementOf(keyOf(item.id, element));
    }
    throw refusal('contains a value that is neither a reference nor a literal');
}

/** The prefix that some tools write before a UUID (RFC 9562, 4). */
const UUID_IRI = /^urn:uuid:/i;

/** The key of an id in the element form: without the colon before an id outside of scopes, or the prefix of a UUID's IRI. */
export function statedKey(id: string): string {
    return id.startsWith(':') ? id.slice(1) : id.replace(UUID_IRI, '');
}

/** The key of an id in a reference from an element: in the identity scope that the id names, else in the scope of the element (4.5). */
export function keyOf(stated: string, { qualifier }: GraphElement): string {
    const id = stated.includes(':') ? stated.replace(UUID_IRI, '') : stated;
    const colon = id.lastIndexOf(':');
    return colon < 0 ? (qualifier === '' ? id : `${qualifier}:${id}`) : colon === 0 ? id.slice(1) : id;
}
