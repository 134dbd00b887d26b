/** The content of a document after its queries have run, as plain data. Does not depend on output forms or queries. */
import type { RenderedView, Direction } from '../../views/index.js';
import type { CellValue, Row } from '../rows.js';

export type TextStyle = 'plain' | 'emphasis' | 'strong' | 'code' | 'math';
export const TEXT_STYLES: readonly TextStyle[] = ['plain', 'emphasis', 'strong', 'code', 'math'];

/** The target of a reference: a block of this document, or another document and optionally one of its blocks. */
export interface Target {
    /** undefined for this document */
    readonly document: string | undefined;
    /** undefined for a whole document */
    readonly anchor: string | undefined;
}

/** A piece of running text. */
export type Inline =
    | { readonly kind: 'text'; readonly text: string; readonly style: TextStyle; readonly column?: string }
    | { readonly kind: 'link'; readonly text: string; readonly url: string }
    | { readonly kind: 'ref'; readonly text: string; readonly target: Target }
    /** values of a cell, joined by blanks */
    | { readonly kind: 'values'; readonly values: readonly CellValue[]; readonly column?: string };

/** Fields of every block. */
interface Common {
    /** name of the part that declares the block */
    readonly name: string;
    /** set if a reference targets the block */
    readonly anchor: string | undefined;
}

export interface Section extends Common {
    readonly kind: 'section';
    readonly title: string;
    readonly blocks: readonly Block[];
}

export interface Paragraph extends Common {
    readonly kind: 'paragraph';
    readonly inlines: readonly Inline[];
    readonly query: string | undefined;
}

/** A row of a query's result with its cells. */
export interface FilledRow {
    readonly row: Row;
    readonly cells: readonly (readonly CellValue[])[];
}

/** The rows with the same value in the column that groups the table. */
export interface TableGroup {
    /** undefined for a table without groups */
    readonly value: string | undefined;
    readonly rows: readonly FilledRow[];
}

export interface Table extends Common {
    readonly kind: 'table';
    readonly caption: string;
    readonly query: string;
    readonly groupBy: string | undefined;
    readonly columns: readonly string[];
    readonly groups: readonly TableGroup[];
}

export interface List extends Common {
    readonly kind: 'list';
    readonly isNumbered: boolean;
    readonly query: string;
    readonly items: readonly { readonly row: Row; readonly inlines: readonly Inline[] }[];
}

export interface Definitions extends Common {
    readonly kind: 'definitions';
    readonly query: string;
    readonly termColumn: string;
    readonly descriptionColumn: string;
    readonly entries: readonly { readonly row: Row; readonly term: readonly CellValue[]; readonly description: readonly CellValue[] }[];
}

export interface Formula extends Common {
    readonly kind: 'formula';
    readonly source: string;
    readonly caption: string;
}

export interface Diagram extends Common {
    readonly kind: 'diagram';
    readonly caption: string;
    readonly rendering: RenderedView;
    readonly direction: Direction | undefined;
    readonly palette: string | undefined;
}

export interface Image extends Common {
    readonly kind: 'image';
    readonly location: string;
    readonly caption: string;
    readonly alt: string;
}

export type Block = Section | Paragraph | Table | List | Definitions | Formula | Diagram | Image;

export interface DocumentContent {
    /** qualified name of its definition */
    readonly id: string;
    readonly title: string;
    readonly blocks: readonly Block[];
}
