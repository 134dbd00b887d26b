/** Values as the API's JSON spells them (contract: conversion 4.5, 7, 9.2). Knows no documents. */
import { cannotConvert, ExpressionText, GraphElement, NumberText, type Value } from '../graph.js';

/** The id of an element as a reference from another one spells it: with the scope where the two differ (4.5). */
export function referenceId(from: GraphElement, to: GraphElement): string {
    return from.qualifier === to.qualifier ? to.id : `${to.qualifier}:${to.id}`;
}

/** A value as JSON text: a reference as `{"@id": …}`. */
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
 * A number as JSON allows it: a digit on either side of the point, no zeros and no plus in front.
 * @throws ConversionError for one that a reader would take for a number of another datatype
 */
export function numberOf(element: GraphElement, { text, datatype }: NumberText): string {
    const [isNumber, sign = '', whole = '', fraction, power = ''] = /^([+-]?)(\d*)(\.\d*)?([eE].*)?$/.exec(text) ?? [];
    const readAs = power !== '' ? 'double' : fraction !== undefined ? 'decimal' : 'integer';
    if (isNumber === undefined || readAs !== datatype) {
        throw cannotConvert(
            element.key,
            `JSON has no spelling of its own for "${text}"^^${datatype === 'real' ? 'owl' : 'xsd'}:${datatype}`
        );
    }
    const digits = whole.replace(/^0+(?=\d)/, '') || '0';
    return `${sign === '-' ? '-' : ''}${digits}${fraction === '.' ? '.0' : (fraction ?? '')}${power}`;
}
