/** Numbers of places in a model's documents, for recorded reads that also apply to the next version. */
import type { AstNode } from '../generated/tree.js';
import { scopeOf } from '../semantics/world.js';
import { FRAME, placeOf, type Sections } from './sections.js';

/** The number of a place: a document of the model, a section of it, and a declaration by its offset in the section. */
export const DECLARATIONS = 2 ** 24;
const SECTIONS = 2 ** 17;
/** The declaration number of a reader that others may read without naming it. */
export const EXPOSED = DECLARATIONS - 1;

export const sectionKey = (document: number, section: number): number => (document * SECTIONS + section) * DECLARATIONS;
export const sectionOfKey = (key: number): { document: number; section: number } => {
    const number = Math.floor(key / DECLARATIONS);
    return { document: Math.floor(number / SECTIONS), section: number % SECTIONS };
};
export const documentOfKey = (key: number): number => Math.floor(key / (DECLARATIONS * SECTIONS));

/** A document with numbered places. */
interface NumberedDocument {
    readonly text: string;
    /** undefined while its model is not analysed */
    readonly number: number | undefined;
    readonly sections: Sections;
}

/** The key of a node's declaration; undefined outside documents of analysed models. */
export function keyOf(node: AstNode, isReader: boolean): number | undefined {
    const { root, section, declaration, isExposed } = placeOf(node);
    const { number, sections }: Partial<NumberedDocument> = scopeOf(root);
    if (number === undefined) {
        return undefined;
    }
    const start = section === undefined ? undefined : sections!.numbers.get(section);
    if (section === undefined || start === undefined) {
        return sectionKey(number, FRAME);
    }
    const place = (declaration ?? section).$offset - section.$offset;
    return sectionKey(number, start) + (isReader && isExposed ? EXPOSED : place);
}

/** Whether a document fits the bounds of keys, so that it can be divided. */
export function isNumbered(document: Omit<NumberedDocument, 'number'>): boolean {
    return document.text.length < EXPOSED && document.sections.declarations.length < SECTIONS;
}

/**
 * The key of a declaration for a reader that does not depend on its default value, since it redefines the declaration with its own value;
 * and the reverse. The very first key has none.
 */
export const exceptDefault = (key: number): number => -key;
export const isExceptDefault = (key: number): boolean => key < 0;
