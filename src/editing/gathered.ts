/** What operations wrote that the text of a draft does not show yet, and the bytes that it takes. Offsets are of that text. */
import { utf8Length } from '#host';
import type { AstNode } from '../language/generated/tree.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import type { Splice } from './text/splices.js';

/** A check of the model that the whole batch leaves, on what one operation wrote. @throws EditRefusal */
export type LateCheck = (model: Model, document: Document, offset: number) => void;

/** What an operation wrote into the targeted document, as far as it is looked at when the batch is done. Offsets follow the text. */
export interface Written {
    offset: number;
    end: number;
    /** the operation adds a declaration whose kind the body must admit */
    readonly isPlaced: boolean;
    readonly check?: LateCheck;
}

/** A splice that was gathered and may still grow: what is added to its member is written into its text. */
export interface Pending {
    readonly offset: number;
    readonly end: number;
    text: string;
    /** bytes by which the text grows */
    delta: number;
    /** a name that is respelled */
    readonly isName?: true;
    /** What the operations wrote, by its place in the text. */
    writes: Written[];
    /** The members in the text, where they stand on lines of their own. */
    members?: { readonly offset: number; end: number; readonly indentation: string };
    /** The owner that gets its body by the splice. */
    readonly opens?: AstNode;
    /** The members, parsed to find declarations in them. */
    fragment?: Document;
}

/** How many bytes what was gathered before a splice adds to its place. */
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

/** How many bytes a splice adds to a text. */
export function deltaOf(text: string, { offset, end, text: replacement }: Splice): number {
    return utf8Length(replacement) - utf8Length(text.slice(offset, end));
}

const ASCII = /^[\x00-\x7f]*$/; // eslint-disable-line no-control-regex
let lastText = '';
let lastIsAscii = true;

/** Bytes of UTF-8 that the first characters of a text take. */
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
