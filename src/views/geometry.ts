/**
 * Locations and positions of a view: the locations of declarations in their texts, and the picture that a model states (positions, sizes,
 * colours, notes, images). Does not depend on nodes or drawings.
 */

/** The location of a declaration: lines and columns count from 1, the end is exclusive. */
export interface Origin {
    /** document name; for a library document without its text the only value, with lines of 0 */
    readonly file: string;
    readonly startLine: number;
    readonly startCol: number;
    readonly endLine: number;
    readonly endCol: number;
    /**
     * the first 16 hexadecimal digits of the SHA-256 of the declaration's text, on request: an editor uses it to verify that the text has
     * not changed since
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
    /** whether width and height are stated: a size of 0 is a size */
    readonly hasSize: boolean;
    readonly collapsed: boolean;
}

export interface Canvas {
    readonly unit: string;
    readonly width: number;
    readonly height: number;
    readonly hasSize: boolean;
}

/** The drawing decides undefined properties. */
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
    /** edge id, with the nodes at its ends; empty for a note at no edge */
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
