/**
 * How an element of a metaclass is written: a form, and what forms may ask of the notation of what is around and within their element
 * (canonical.ts, which has all forms). Types alone.
 */
import type { GraphElement, SourceLanguage, Value } from '../graph.js';
import type { Pieces } from './pieces.js';

/** What is written of an element: its head, without visibility and what ends it, and its body. */
export interface Written {
    readonly head: Pieces;
    /** `members` are written in braces, or `;` stands in their place; `nothing` follows an expression or a block */
    readonly body?: 'members' | 'semicolon' | 'nothing';
    /** what stands behind the head in place of a body that is the element's own: blocks of statements */
    readonly tail?: (lines: Lines) => Pieces;
}

/** How the lines of a body are laid out. */
export interface Lines {
    /** The members of an element in braces, each on lines of its own. */
    block(element: GraphElement): Pieces;
    /** Whether an element is written with a body in braces: it has one, or needs one to state who it is. */
    hasBlock(element: GraphElement): boolean;
}

/** How an element of a metaclass is written. */
export type Form = (canonical: CanonicalNotation, element: GraphElement) => Written;

/** The notation of one language, as forms ask for pieces of it. */
export interface CanonicalNotation {
    readonly language: SourceLanguage;
    /** A reference: the element's name at its place, or the text that leads to none. */
    reference(value: Value): Pieces;
    /** The name of a feature behind a dot. */
    stepTo(feature: GraphElement): Pieces;
    /** `<short> name` behind a keyword, with a blank in front; nothing for an unnamed element. */
    names(element: GraphElement, long?: string, short?: string): Pieces;
    /** The modifiers of a declaration in the order of the grammar, each with a blank behind it. */
    modifiers(element: GraphElement): Pieces;
    /** The `#` annotations in front of a kind keyword. */
    prefixes(element: GraphElement): Pieces;
    /** The kind keyword of a declaration; undefined where none is written. */
    keyword(element: GraphElement): string | undefined;
    /** Names, clauses, multiplicity and value of a declaration: what stands behind its keyword. */
    declaration(element: GraphElement, options?: { readonly isStatement?: boolean; readonly except?: string }): Pieces;
    /** `[l..u] ordered nonunique`. */
    multiplicity(element: GraphElement): Pieces;
    /** `[l..u]`; nothing without bounds. */
    bounds(element: GraphElement, before?: string): Pieces;
    /** An element as it is written, `then` in front of it included. @throws ConversionError for what the notation cannot say */
    write(element: GraphElement): Written;
    /** What stands in front of a keyword: the word of the membership, then the modifiers. */
    front(element: GraphElement): { readonly word: string | undefined; readonly pieces: Pieces };
    /** The parameters of a call that is accepted. */
    callParameters(call: GraphElement): Pieces;
    /** The body of an expression in braces, on one line: `{ in y : Real; y + x }`. */
    bodyExpression(body: GraphElement): Pieces;
}
