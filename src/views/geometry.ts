/**
 * Where things of a view are: declarations in their texts, and what the model states of its picture (positions, sizes, colours, notes,
 * images). Knows no nodes and no drawing.
 */

/** Where a declaration stands: lines and columns from 1, the end exclusive. */
export interface Origin {
    /** document name; of a library document without its text at hand nothing else is filled and lines are 0 */
    readonly file: string;
    readonly startLine: number;
    readonly startCol: number;
    readonly endLine: number;
    readonly endCol: number;
    /**
     * the first 16 hexadecimal digits of the SHA-256 of the declaration's text, when asked for: an editor holds its edit to
     * the text it was drawn from
     */
    readonly digest?: string;
}

export interface Point {
    readonly x: number;
    readonly y: number;
}

/** Stated geometry: absolute, origin at the top left, y downwards, in the canvas' unit. */
export interface Geometry extends Point {
    readonly width: number;
    readonly height: number;
    /** width and height were given: a size of 0 is a size */
    readonly hasSize: boolean;
    readonly collapsed: boolean;
}

export interface Canvas {
    readonly unit: string;
    readonly width: number;
    readonly height: number;
    readonly hasSize: boolean;
}

/** What is undefined the drawing decides. */
export interface Style {
    readonly fill?: string;
    readonly line?: string;
    readonly text?: string;
    readonly font?: string;
    /** points */
    readonly fontSize?: number;
    readonly bold?: boolean;
    readonly italic?: boolean;
}

export interface Note extends Point {
    readonly text: string;
    /** node id, empty for none */
    readonly anchor: string;
    /** edge id, with the nodes at its ends; empty for none */
    readonly edge: string;
    readonly edgeFrom: string;
    readonly edgeTo: string;
    readonly width: number;
    readonly height: number;
    readonly hasSize: boolean;
    readonly origin?: Origin;
}

export interface Picture extends Point {
    /** file or URL as stated */
    readonly location: string;
    readonly width: number;
    readonly height: number;
    readonly alt: string;
    /** drawn above the nodes instead of below them */
    readonly above: boolean;
    readonly origin?: Origin;
}
