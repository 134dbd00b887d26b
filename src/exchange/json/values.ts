/** Spells values for the API's JSON (contract: conversion 4.5, 7, 9.2). Does not depend on documents. */
import { cannotConvert, ExpressionText, GraphElement, NumberText, type Value } from '../graph.js';

/** The id in a reference from one element to another, with the qualifier of the identity scope if their scopes differ (4.5). */
export function referenceId(from: GraphElement, to: GraphElement): string {
    return from.qualifier === to.qualifier ? to.id : `${to.qualifier}:${to.id}`;
}

/** A value as JSON. A reference becomes `{"@id": …}`. */
export function jsonOf(from: GraphElement, value: Value): string {
    if (value instanceof GraphElement) {
        return `{"@id":${JSON.stringify(referenceId(from, value))}}`;
    }
    if (value instanceof ExpressionText) {
        return JSON.stringify(value.text);
    }
    return value instanceof NumberText ? numberOf(from, value) : JSON.stringify(value);
}

/**
 * A number in JSON's spelling: a digit on both sides of the point, no leading zeros and no leading plus.
 * @throws ConversionError for a number that would have another datatype when the JSON is read
 */
export function numberOf(element: GraphElement, { text, datatype }: NumberText): string {
    const [isNumber, sign = '', whole = '', fraction, power = ''] = /^([+-]?)(\d*)(\.\d*)?([eE].*)?$/.exec(text) ?? [];
    const readAs = power !== '' ? 'double' : fraction !== undefined ? 'decimal' : 'integer';
    if (isNumber === undefined || readAs !== datatype) {
        throw cannotConvert(element.key, `no number in JSON is read as "${text}"^^${datatype === 'real' ? 'owl' : 'xsd'}:${datatype}`);
    }
    const digits = whole.replace(/^0+(?=\d)/, '') || '0';
    return `${sign === '-' ? '-' : ''}${digits}${fraction === '.' ? '.0' : (fraction ?? '')}${power}`;
}
