/** A case of the table of graphical productions. Data only. */
import type { NotationElement } from '../../../src/views/index.js';

/** A production by the name of its picture in the grammar, and the symbol as `symbolsOf` writes it. */
export type Production = readonly [production: string, symbol: string];

export interface NotationCase {
    /** name of its picture */
    readonly name: string;
    /** clause of the standard, and what it is about */
    readonly clause: string;
    /** body of a package `T` */
    readonly body: string;
    readonly view: string;
    /** of its lines; by default the kind's own */
    readonly direction?: 'TB' | 'LR';
    /** elements of the notation that are asked for */
    readonly show?: readonly NotationElement[];
    readonly productions: readonly Production[];
}
