/**
 * Pending splices: text that operations have written but that the draft does not contain yet. Offsets refer to the draft's text. Also
 * counts UTF-8 bytes.
 */
import { utf8Length } from '#host';
import type { AstNode } from '../language/generated/tree.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import type { Splice } from './text/splices.js';

/** Checks, on the model after the whole batch, the text that one operation wrote. @throws EditRefusal */
export type LateCheck = (model: Model, document: Document, offset: number) => void;

/** A text that an operation wrote into the targeted document and that is checked after the batch. Its offsets follow later changes. */
export interface Written {
    offset: number;
    end: number;
    /** whether the operation adds a declaration whose kind the body must admit */
    readonly isPlaced: boolean;
    readonly check?: LateCheck;
}

/** A splice that may still grow, because later operations add to its member. */
export interface Pending {
    readonly offset: number;
    readonly end: number;
    text: string;
    /** bytes by which the text grows */
    delta: number;
    /** the splice respells a name */
    readonly isName?: true;
    /** the texts that operations wrote, by offset in `text` */
    writes: Written[];
    /** the members in `text`, if they are on separate lines */
    members?: { readonly offset: number; end: number; readonly indentation: string };
    /** the owner whose body the splice creates */
    readonly opens?: AstNode;
    /** the members, parsed to find declarations in them */
    fragment?: Document;
}

/** The number of bytes that pending splices add before the place of a splice. */
export function shiftAt(gathered: readonly Pending[], splice: Pick<Splice, 'offset' | 'end'>): number {
    let shift = 0;
    for (const other of gathered) {
        const isBefore =
            other.offset < splice.offset || (other.offset === splice.offset && !(other.end > other.offset && splice.end === splice.offset));
        if (isBefore && other !== splice) {
            shift += other.delta;
        }
    }
    return shift;
}

/** The number of bytes that a splice adds to a text. */
export function deltaOf(text: string, { offset, end, text: replacement }: Splice): number {
    return utf8Length(replacement) - utf8Length(text.slice(offset, end));
}

const ASCII = /^[\x00-\x7f]*$/; // oxlint-disable-line no-control-regex
let lastText = '';
let lastIsAscii = true;

/** The number of UTF-8 bytes of the first `length` characters of a text. */
export function bytes(text: string, length = text.length): number {
    if (text.length > 4096) {
        if (text !== lastText) {
            lastText = text;
            lastIsAscii = ASCII.test(text);
        }
        if (lastIsAscii) {
            return length;
        }
    }
    return utf8Length(length === text.length ? text : text.slice(0, length));
}
