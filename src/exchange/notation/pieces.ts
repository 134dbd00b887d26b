/**
 * Represents notation as pieces of text with placeholders for names. Names are spelled after the text is complete, because their spelling
 * depends on the place (contract: conversion 11.3). Depends on graph elements and the lexical structure.
 */
import { isPlainWord, isReservedWord, type SyntaxLanguage } from '../../language/syntax/index.js';
import { segmentsOf } from '../../language/semantics/structure.js';
import { GraphElement, type Value } from '../graph.js';
import { quoted } from '../../runtime/values/index.js';
import { qualifiedSegments } from '../ids.js';

/** A placeholder for the name of an element. */
export class ElementName {
    /**
     * @param as `membership`: in an import, for the element's membership; `step`: a step of a chain, which is resolved in the preceding
     * steps
     */
    constructor(
        readonly target: GraphElement,
        readonly as: 'element' | 'membership' | 'step' = 'element'
    ) {}
}

export type Piece = string | ElementName;
export type Pieces = readonly Piece[];

/** The text of a literal value; the id of an element. */
export function scalarText(value: Value): string {
    return value instanceof GraphElement ? value.id : typeof value === 'object' ? value.text : String(value);
}

/** A name as it is written in a language. */
export function nameText(name: string, language: SyntaxLanguage): string {
    return isReservedWord(name, language) && !isPlainWord(name, language) ? `'${name}'` : quoted(name);
}

/** A name in its declaration, where any reserved word could be read as a keyword. */
export function declaredNameText(name: string, language: SyntaxLanguage): string {
    return isReservedWord(name, language) ? `'${name}'` : quoted(name);
}

/** An unresolved qualified name or chain, quoted where necessary. */
export function unresolvedText(text: string, language: SyntaxLanguage): string {
    return segmentsOf(text)
        .map(({ name, separator, isGlobal }) => separator + (isGlobal === true ? name : nameText(name, language)))
        .join('');
}

/** Joins pieces with a separator. */
export function joined(parts: readonly Pieces[], separator: string): Piece[] {
    return parts.flatMap((part, i) => (i === 0 ? part : [separator, ...part]));
}

/** The feature that an entry of a metadata usage redefines without a keyword (contract: conversion 5.8). */
export function impliedlyRedefined(element: GraphElement): Value | undefined {
    return element.is('sysx:isRedefinitionImplicit')
        ? (element.element('ownedRedefinition')?.get('redefinedFeature') ?? element.get('redefines'))
        : undefined;
}

/**
 * The effective name of an element: its name, its short name, or the name of the feature that it redefines or references (KerML 8.3.3.1.6).
 */
export function effectiveName(element: GraphElement, seen = new Set<GraphElement>()): string | undefined {
    const own =
        element.text('declaredName') ?? element.text('memberName') ?? element.text('declaredShortName') ?? element.text('memberShortName');
    if (own !== undefined || seen.has(element)) {
        return own;
    }
    seen.add(element);
    for (const value of [impliedlyRedefined(element), element.get('redefines'), element.get('references')]) {
        if (value !== undefined) {
            return nameOfTarget(value, seen);
        }
    }
    const qualified = element.text('qualifiedName');
    const last = qualified === undefined ? undefined : qualifiedSegments(qualified).at(-1);
    return last?.position === undefined ? last?.name : undefined;
}

function nameOfTarget(value: Value, seen: Set<GraphElement>): string | undefined {
    if (typeof value === 'object' && 'metaclass' in value) {
        return effectiveName(value, seen);
    }
    const text = typeof value === 'object' && 'text' in value ? value.text : value;
    return typeof text === 'string' ? segmentsOf(text).at(-1)?.name : undefined;
}
