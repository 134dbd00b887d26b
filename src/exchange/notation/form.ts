/**
 * The types of forms, which are functions that write the elements of a metaclass, and the interface to the notation of a language, on which
 * forms depend. canonical.ts implements the interface. Contains types only.
 */
import type { GraphElement, SourceLanguage, Value } from '../graph.js';
import type { Pieces } from './pieces.js';

/** A written element: its head, without the visibility and the terminator, and its body. */
export interface Written {
    readonly head: Pieces;
    /**
     * `members` (the default): the members in braces, or a semicolon if there are none; `nothing`: no terminator, because the head ends
     * with an expression, a comment or a block
     */
    readonly body?: 'members' | 'semicolon' | 'nothing';
    /** replaces the body after the head with blocks of statements */
    readonly tail?: (lines: Lines) => Pieces;
}

/** Lays out the lines of a body. */
export interface Lines {
    /** The members of an element in braces, each on its own lines. */
    block(element: GraphElement): Pieces;
    /** Whether an element is written with a body in braces: the graph states one, or its identity requires one. */
    hasBlock(element: GraphElement): boolean;
}

/** Writes the elements of a metaclass. */
export type Form = (canonical: CanonicalNotation, element: GraphElement) => Written;

/** The interface to the notation of one language. */
export interface CanonicalNotation {
    readonly language: SourceLanguage;
    /** A reference: a placeholder for the element's name, the steps of a chain, or the text of an unresolved name. */
    reference(value: Value): Pieces;
    /** The name of a feature after a dot. */
    stepTo(feature: GraphElement): Pieces;
    /** `<short> name` with a leading blank; nothing for an unnamed element. */
    names(element: GraphElement, long?: string, short?: string): Pieces;
    /** The modifiers of a declaration in the order of the grammar, each with a trailing blank. */
    modifiers(element: GraphElement): Pieces;
    /** The `#` annotations before a kind keyword. */
    prefixes(element: GraphElement): Pieces;
    /** The kind keyword of a declaration; undefined if none is written. */
    keyword(element: GraphElement): string | undefined;
    /** The names, clauses, multiplicity and value that follow a declaration's keyword. */
    declaration(element: GraphElement, options?: { readonly isStatement?: boolean; readonly except?: string }): Pieces;
    /** `[l..u] ordered nonunique`. */
    multiplicity(element: GraphElement): Pieces;
    /** `[l..u]`; nothing without bounds. */
    bounds(element: GraphElement, before?: string): Pieces;
    /** Writes an element, including a `then` before it. @throws ConversionError for an element that the notation cannot express */
    write(element: GraphElement): Written;
    /** The part before the kind keyword: the keyword of the membership, then the modifiers. */
    front(element: GraphElement): { readonly word: string | undefined; readonly pieces: Pieces };
    /** The parameters of an accepted call. */
    callParameters(call: GraphElement): Pieces;
    /** The body of an expression in braces, on one line: `{ in y : Real; y + x }`. */
    bodyExpression(body: GraphElement): Pieces;
}
