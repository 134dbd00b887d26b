/**
 * Notation in the making: text with places for names. A name is spelled when the whole text stands, since what it may be called depends on
 * its place (contract: conversion 11.3). Knows graph elements and the lexical structure.
 */
import { isReservedWord, parseExpression, type SyntaxLanguage } from '../../language/syntax/index.js';
import { quoted, segmentsOf } from '../../language/semantics/structure.js';
import { GraphElement, type Value } from '../graph.js';
import { qualifiedSegments } from '../ids.js';

/** A name that refers to an element. */
export class ElementName {
    /**
     * @param as the membership of the element is what is named: an import of a member; or the name is a step of a chain, which is looked up
     * in what stands in front
     */
    constructor(
        readonly target: GraphElement,
        readonly as: 'element' | 'membership' | 'step' = 'element'
    ) {}
}

export type Piece = string | ElementName;
export type Pieces = readonly Piece[];

/** The text of a value that is no element. */
export function scalarText(value: Value): string {
    return value instanceof GraphElement ? value.id : typeof value === 'object' ? value.text : String(value);
}

const plainWords: Readonly<Record<SyntaxLanguage, Map<string, boolean>>> = { kerml: new Map(), sysml: new Map() };

/** Whether a reserved word may be a name as it is, since it only introduces extension notation. */
function isPlainWord(word: string, language: SyntaxLanguage): boolean {
    const known = plainWords[language];
    let isPlain = known.get(word);
    if (isPlain === undefined) {
        const { expression, diagnostics } = parseExpression(word, language);
        isPlain = diagnostics.length === 0 && expression?.$type === 'FeatureReferenceExpression';
        known.set(word, isPlain);
    }
    return isPlain;
}

/** A name as the notation of a language writes it. */
export function nameText(name: string, language: SyntaxLanguage): string {
    return isReservedWord(name, language) && !isPlainWord(name, language) ? `'${name}'` : quoted(name);
}

/** A name where it is declared: a reserved word could be a keyword there. */
export function declaredNameText(name: string, language: SyntaxLanguage): string {
    return isReservedWord(name, language) ? `'${name}'` : quoted(name);
}

/** A qualified name or chain that leads nowhere, with quotes where they are needed. */
export function unresolvedText(text: string, language: SyntaxLanguage): string {
    return segmentsOf(text)
        .map(({ name, separator, isGlobal }) => separator + (isGlobal === true ? name : nameText(name, language)))
        .join('');
}

/** Pieces with a separator between them. */
export function joined(parts: readonly Pieces[], separator: string): Piece[] {
    return parts.flatMap((part, i) => (i === 0 ? part : [separator, ...part]));
}

/** What an entry in the body of an annotation redefines without a word for it (contract: conversion 5.8). */
export function impliedlyRedefined(element: GraphElement): Value | undefined {
    return element.is('sysx:isRedefinitionImplicit')
        ? (element.element('ownedRedefinition')?.get('redefinedFeature') ?? element.get('redefines'))
        : undefined;
}

/**
 * The name that an element is known by: its own, its short name, or the one that it takes from what it redefines or refers to (KerML
 * 8.3.3.1.6). Undefined for an element without.
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
