/** Numeric keys of declarations in a model's documents. Recorded reads contain these keys, which also apply to the next version. */
import type { AstNode } from '../generated/tree.js';
import { scopeOf } from '../semantics/world.js';
import { FRAME, placeOf, type Sections } from './sections.js';

/** A key consists of the number of a document, the number of a section in it, and the offset of a declaration in the section. */
export const DECLARATIONS = 2 ** 24;
const SECTIONS = 2 ** 17;
/** The offset in the keys of readers in multiplicities and metadata, which other declarations may depend on without naming them. */
export const EXPOSED = DECLARATIONS - 1;

export const sectionKey = (document: number, section: number): number => (document * SECTIONS + section) * DECLARATIONS;
export const sectionOfKey = (key: number): { document: number; section: number } => {
    const number = Math.floor(key / DECLARATIONS);
    return { document: Math.floor(number / SECTIONS), section: number % SECTIONS };
};
export const documentOfKey = (key: number): number => Math.floor(key / (DECLARATIONS * SECTIONS));

/** A document whose declarations have keys. */
interface NumberedDocument {
    readonly text: string;
    /** undefined if its model is not analysed */
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

/** Whether a document is small enough for keys, so that its analysis can be kept by section. */
export function isNumbered(document: Omit<NumberedDocument, 'number'>): boolean {
    return document.text.length < EXPOSED && document.sections.declarations.length < SECTIONS;
}

/**
 * The key of a read that does not depend on the declaration's default value, because the reader redefines it with its own value; and the
 * reverse. Key 0 has no such variant.
 */
export const exceptDefault = (key: number): number => -key;
export const isExceptDefault = (key: number): boolean => key < 0;
