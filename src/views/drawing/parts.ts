/**
 * The parts of a drawing before they are placed: boxes with their text, links between them. Does not depend on rendering kinds or layout.
 */
import type { Point, Style } from '../geometry.js';
import type { EdgeForm, EdgeKind, GraphNode, GraphPort, NodeShape } from '../graph.js';
import type { Section, TextLine } from './phrases.js';

/** A symbol on the border of a box; a proxy represents a feature that is not drawn. */
export interface BoxPort extends GraphPort {
    readonly symbol: 'port' | 'parameter' | 'proxy';
    /** id of the port or parameter of the same box that contains it; may be empty */
    readonly within: string;
}

/** A compartment line at which links end: `toPort` of a link may be its id. */
export interface Mark {
    readonly id: string;
    /** distance of the middle of its text from the upper edge of the box */
    readonly y: number;
}

export interface Size {
    readonly width: number;
    readonly height: number;
}

/**
 * Shapes of nodes, and of boxes that are not nodes: a lane holds the steps of one performer, a dot joins the ends of a relationship, a
 * joint is the point where a line meets another line, an entry marks where a state begins. A shelf replaces boxes while they are laid out.
 */
export type BoxShape = NodeShape | 'lane' | 'dot' | 'joint' | 'body' | 'entry' | 'shelf';

export interface Box {
    readonly id: string;
    readonly element: string;
    readonly shape: BoxShape;
    /** undefined for boxes that are not nodes, such as entries and lanes */
    readonly node: GraphNode | undefined;
    /** id of the enclosing box: the lane of a step, the action of a lane */
    readonly parent: string;
    /** lines in the middle of the box: keyword, name and type */
    readonly title: readonly TextLine[];
    readonly sections: readonly Section[];
    /** size that the text needs; for a symbol the size of the symbol */
    readonly size: Size;
    /** text below a symbol */
    readonly caption: string;
    readonly ports: readonly BoxPort[];
    /** the compartment lines at which links end, with the ids of their nodes */
    readonly marks: readonly Mark[];
    readonly style: Style;
    /** the text for a screen reader */
    readonly description: string;
}

export interface Link {
    readonly id: string;
    readonly element: string;
    /** ids of boxes */
    readonly from: string;
    readonly to: string;
    readonly fromPort: string;
    readonly toPort: string;
    readonly kind: EdgeKind;
    readonly form: EdgeForm;
    readonly label: readonly string[];
    readonly fromEnd: string;
    readonly toEnd: string;
    readonly route: readonly Point[];
    readonly style: Style;
    readonly description: string;
    /** id of the node in which a connection is drawn; empty for none */
    readonly within: string;
    /** id of the box that shows the features of the connection */
    readonly elaboration: string;
    /** flows along the connection, drawn on its line */
    readonly carried?: readonly Link[];
}

export interface Scene {
    readonly boxes: readonly Box[];
    readonly links: readonly Link[];
}
