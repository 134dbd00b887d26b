/** What the preview's page and the extension say to each other: plain data, the only thing that both sides know. */

/** Where text stands: lines and characters from 0. */
export interface TextRange {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
}

/** A node of the drawing: the group of the picture with the same id. */
export interface ShownNode {
    readonly id: string;
    /** element id; empty for what no element stands for */
    readonly element: string;
    readonly kind: string;
    readonly name: string;
    readonly parent: string;
    /** has parts that can be hidden, or are */
    readonly canFold: boolean;
    readonly isFolded: boolean;
    /** may be renamed, deleted, moved: the element is of an editable document */
    readonly isEditable: boolean;
    /** has a place of its own, which dragging it states */
    readonly isDraggable: boolean;
}

export interface ShownEdge {
    readonly id: string;
    readonly element: string;
    readonly kind: string;
    readonly label: string;
    readonly from: string;
    readonly to: string;
    /** stated way points; undefined for a line that takes none */
    readonly route?: readonly Point[];
}

/** A kind of member that may be added to a node, or of line that may be drawn between two. */
export interface Addable {
    readonly kind: string;
    readonly label: string;
}

export interface Drawing {
    readonly type: 'drawing';
    /** what is drawn, for people */
    readonly title: string;
    /** counts the texts that were drawn: another one for another text */
    readonly version: number;
    /** element id of what is drawn */
    readonly element: string;
    readonly kind: string;
    /** kinds in which it can be drawn */
    readonly kinds: readonly string[];
    readonly svg: string;
    readonly nodes: readonly ShownNode[];
    readonly edges: readonly ShownEdge[];
    readonly notices: readonly string[];
    readonly members: readonly Addable[];
    readonly connections: readonly Addable[];
    readonly isPinned: boolean;
    /** colours: of the editor's theme, or fixed */
    readonly colours: 'editor' | 'light' | 'dark';
    /** whether what is drawn, or is in it, can be run */
    readonly runnable: readonly string[];
    /** what a panel is restored from, opaque to the page */
    readonly state: unknown;
}

/** The state of a run in the ids of the drawing. */
export interface RunShown {
    readonly type: 'run';
    readonly element: string;
    readonly performer: string;
    readonly state: string;
    readonly reason: string;
    /** seconds */
    readonly time: number;
    /** instant at which something happens by itself */
    readonly due?: number;
    /** ids of nodes */
    readonly active: readonly string[];
    /** ids of nodes with how many tokens are there, and the edge over which the last came */
    readonly tokens: readonly { readonly node: string; readonly edge: string; readonly count: number }[];
    /** ids of edges */
    readonly taken: readonly string[];
    /** names of events */
    readonly queue: readonly string[];
    readonly events: readonly RunEvent[];
    readonly values: readonly { readonly name: string; readonly value: string }[];
    /** what was recorded since the run began */
    readonly records: readonly RunRecord[];
    /** how many moves were made, and how many there are to replay */
    readonly moves: number;
    readonly isReplay: boolean;
    readonly notes: readonly string[];
    /** choices of performer */
    readonly performers: readonly string[];
}

/** An event that can be sent, and what it carries. */
export interface RunEvent {
    readonly name: string;
    readonly type: string;
    readonly parameters: readonly { readonly name: string; readonly type: string; readonly unit: string }[];
}

export interface RunRecord {
    readonly time: number;
    readonly text: string;
    readonly kind: string;
}

export interface Explored {
    readonly type: 'explored';
    readonly element: string;
    readonly isComplete: boolean;
    readonly explored: number;
    readonly outcomes: readonly {
        readonly label: string;
        readonly count: string;
        readonly share: number;
        readonly details: readonly string[];
        readonly isFailure: boolean;
    }[];
    readonly notice: string;
}

/** A line of a tree of values. */
export interface ValueNode {
    readonly name: string;
    readonly value: string;
    readonly type: string;
    readonly children: readonly ValueNode[];
    readonly element: string;
}

export interface Values {
    readonly type: 'values';
    readonly title: string;
    readonly roots: readonly ValueNode[];
}

export type VerdictState = 'holds' | 'fails' | 'undecided';

export interface Verdicts {
    readonly type: 'verdicts';
    readonly title: string;
    readonly verdicts: readonly {
        readonly element: string;
        readonly label: string;
        readonly state: VerdictState;
        readonly message: string;
        readonly details: readonly string[];
    }[];
}

export interface Sweep {
    readonly type: 'sweep';
    readonly title: string;
    /** what may be asked again */
    readonly element: string;
    readonly parameter: string;
    readonly unit: string;
    readonly series: readonly {
        readonly name: string;
        readonly unit: string;
        readonly points: readonly (readonly [x: number, y: number])[];
    }[];
    readonly notices: readonly string[];
}

export type ToPage =
    | Drawing
    | RunShown
    | Explored
    | Values
    | Verdicts
    | Sweep
    /** the last good drawing stays, dimmed */
    | { readonly type: 'failed'; readonly message: string }
    /** the element under the cursor */
    | { readonly type: 'highlight'; readonly elements: readonly string[] }
    | { readonly type: 'runEnded'; readonly reason: string }
    | { readonly type: 'busy'; readonly what: string }
    /** a picture that is to be painted as PNG */
    | { readonly type: 'paint'; readonly svg: string };

/** Changes of the model from the drawing. */
export type Edit =
    | { readonly kind: 'rename'; readonly target: string }
    | { readonly kind: 'delete'; readonly target: string }
    | { readonly kind: 'add'; readonly owner: string; readonly member: string }
    /** ends are ids of nodes or ports of the drawing */
    | { readonly kind: 'connect'; readonly connection: string; readonly from: string; readonly to: string }
    | { readonly kind: 'move'; readonly target: string; readonly owner: string }
    /** a node was dragged by so much, to that place */
    | { readonly kind: 'place'; readonly node: string; readonly by: Point; readonly to: Point }
    /** way points of a line */
    | { readonly kind: 'route'; readonly edge: string; readonly points: readonly Point[] };

export interface Point {
    readonly x: number;
    readonly y: number;
}

export type RunCommand =
    | { readonly command: 'start'; readonly element: string; readonly performer?: string }
    | { readonly command: 'step' | 'continue' | 'stop' | 'restart' }
    | { readonly command: 'send'; readonly event: string }
    | { readonly command: 'advance'; readonly seconds: number }
    /** shows the run as it stood after so many moves */
    | { readonly command: 'replay'; readonly moves: number }
    /** repeats what an exploration found */
    | { readonly command: 'witness'; readonly outcome: number };

export type FromPage =
    | { readonly type: 'ready' }
    | { readonly type: 'reveal'; readonly element: string }
    | { readonly type: 'draw'; readonly element?: string; readonly kind?: string }
    | { readonly type: 'pin'; readonly isPinned: boolean }
    | { readonly type: 'fold'; readonly element: string; readonly isFolded: boolean }
    | { readonly type: 'edit'; readonly edit: Edit }
    | ({ readonly type: 'run' } & RunCommand)
    | { readonly type: 'explore'; readonly element: string }
    | { readonly type: 'showValues'; readonly element: string }
    | { readonly type: 'verify'; readonly element: string }
    | { readonly type: 'sweep'; readonly element: string; readonly parameter: string }
    | { readonly type: 'export' }
    /** PNG in base64 */
    | { readonly type: 'painted'; readonly data: string }
    | { readonly type: 'failed'; readonly message: string };
