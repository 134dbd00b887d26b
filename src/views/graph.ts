/**
 * A rendered view as data: what a diagram or table shows, before anything is placed or drawn. Views make it (render.ts); layout, drawings,
 * written forms and the wire read it and nothing else. Plain values that can be cloned into a worker; knows no syntax tree and no geometry
 * but the one a model states.
 *
 * What RenderView answers (contract: views 2.1) is the part of this that the wire has fields for; the rest says what a drawing in the
 * standard's graphical notation (SysML 8.2.3) needs beyond it. Order is part of the data: the same model gives the same rendering.
 */
import { wordsOf } from '../language/closed-lists.js';
import { RENDERING_KIND_FACTS, type RenderingKind } from '../language/semantics/rendering-kinds.js';
import type { Canvas, Geometry, Note, Origin, Picture, Point, Style } from './geometry.js';
import type { Point3 } from './solids.js';

export type { RenderingKind };

/** The kinds that the wire has, in the order of code units: messages and pickers list them so. */
export const RENDERING_KINDS: readonly RenderingKind[] = wordsOf(RENDERING_KIND_FACTS).filter(
    k => RENDERING_KIND_FACTS[k].form !== 'space'
);

/** Whether a kind has columns and rows in place of nodes and edges. */
export function isTabular(kind: RenderingKind): boolean {
    return RENDERING_KIND_FACTS[kind].form === 'table';
}

/** Whether the nodes of a kind are boxes with places that a model may state (contract: views 2.7). */
export function isSurface(kind: RenderingKind): boolean {
    return RENDERING_KIND_FACTS[kind].form === 'surface';
}

export interface RenderedView {
    /** notation name of the view; empty for a pseudo-view */
    readonly view: string;
    /** what a frame around the drawing says of the view, or of the one element that a pseudo-view shows */
    readonly heading: Heading;
    /** element id of the view, or of the element that a pseudo-view shows */
    readonly element: string;
    readonly kind: RenderingKind;
    /** how the kind was decided; empty when the default was taken */
    readonly stated: string;
    /** a tree that is drawn as an indented list of members */
    readonly isBrowser: boolean;
    /** flattened containment: a parent always precedes its children, children in order */
    readonly nodes: readonly GraphNode[];
    /** in model or lowering order; those of a sequence in time order */
    readonly edges: readonly GraphEdge[];
    /**
     * Relationships between shown nodes that are no edges of the wire (specialization, typing, dependency, satisfy …): a tree diagram draws
     * them, `case` and `mixed` have theirs among {@link edges}.
     */
    readonly relationships: readonly GraphEdge[];
    /** boxes of drawings that are no nodes of the wire: imported packages, boxes that elaborate a line; parents may be nodes */
    readonly additions: readonly GraphNode[];
    /** where a region or flow begins: the filled circle of a state machine with an arrow to its target */
    readonly entries: readonly GraphEntry[];
    /** swim lanes: who performs the nodes of an action; empty when no performer is known */
    readonly lanes: readonly Lane[];
    /** events on the lifelines of a sequence, in time order, and the orders among those of different lifelines */
    readonly events: readonly LifelineEvent[];
    readonly orders: readonly EventOrder[];
    /** headings of a table or matrix; empty for other kinds */
    readonly columns: readonly string[];
    readonly rows: readonly Row[];
    readonly canvas?: Canvas;
    /** in the order of the nodes they annotate, then of edges, free ones last */
    readonly notes: readonly Note[];
    /** pictures of a kind that has a surface; they are no part of a response */
    readonly pictures: readonly Picture[];
    /** elements of the notation that were asked for beyond the view's own */
    readonly shown: readonly string[];
    /** what could not be shown, one text a cause */
    readonly notices: readonly string[];
}

export interface Heading {
    /** `view`, `occurrence def`; empty where there is no one element */
    readonly kind: string;
    /** as the notation writes it */
    readonly name: string;
    readonly type: string;
    /** what the view exposes and how it is filtered, as written */
    readonly exposes: readonly string[];
    readonly filters: readonly string[];
    /** text of its documentation */
    readonly documentation: string;
}

/** An event occurrence on a lifeline: where a message begins or ends, or by itself. */
export interface LifelineEvent {
    /** `h<k>` */
    readonly id: string;
    readonly element: string;
    readonly name: string;
    /** id of the lifeline's node */
    readonly node: string;
    /** id of the message that it is an end of, and which end; empty for none */
    readonly edge: string;
    readonly side: 'from' | 'to';
    /** how many messages come before it */
    readonly after: number;
    readonly origin?: Origin;
}

/** One event is before another one, as a succession declares it. */
export interface EventOrder {
    /** `o<k>` */
    readonly id: string;
    /** ids of events */
    readonly from: string;
    readonly to: string;
}

/** The symbol of the graphical notation that stands for a node. */
export type NodeShape =
    /** rectangle with sharp corners */
    | 'definition'
    /** rectangle with rounded corners; of a reference dashed (`isReference`) */
    | 'usage'
    /** rectangle with a tab */
    | 'package'
    /** note with a folded corner: comments and documentation */
    | 'comment'
    /** rounded rectangle with the states of the machine in it */
    | 'state'
    /** compartment of a parallel state, divided from its siblings by dashed lines */
    | 'region'
    | 'action'
    /** pentagon with a notch: waits for what it accepts */
    | 'accept'
    /** hourglass beside an accept: its trigger is a time */
    | 'timer'
    /** pentagon with a point */
    | 'send'
    /** filled circle */
    | 'start'
    /** filled circle in a ring */
    | 'done'
    /** circle with a cross */
    | 'terminate'
    /** bar */
    | 'fork'
    | 'join'
    /** diamond */
    | 'decision'
    | 'merge'
    | 'choice'
    /** small filled circle */
    | 'junction'
    /** small circle on the border of a state */
    | 'entry point'
    /** the same with a cross */
    | 'exit point'
    /** circle with an H, with H* */
    | 'shallow history'
    | 'deep history'
    /** head with a dashed line below it */
    | 'lifeline'
    /** stick figure */
    | 'actor'
    /** oval: use cases and other cases in a case diagram */
    | 'case'
    /** frame of a nested view */
    | 'view';

export type NodeVerdict = 'holds' | 'undecided' | 'fails';

export interface GraphNode {
    /** `n<k>`, k counts from 0 in creation order within one rendering; gaps are allowed */
    readonly id: string;
    /**
     * element id: its qualified name, `Owner::@<n>` for an anonymous one; empty for what no element stands for. Not unique:
     * one element may be shown twice
     */
    readonly element: string;
    /** keyword phrase of the notation: `part def`, `state`, `shallow history` */
    readonly kind: string;
    readonly shape: NodeShape;
    /** qualified notation name for an element that the view exposes, simple name for one nested in it; empty for an anonymous element */
    readonly name: string;
    /** the model did not give the name: a drawing shows no text for it */
    readonly nameSynthesized: boolean;
    /** declared typings as written: `Engine`, `~Plug`, `A, B` */
    readonly type: string;
    /** remarks, separated by comma and space; never the type */
    readonly detail: string;
    /** body text that belongs in the box: of a comment, of a constraint */
    readonly text: string;
    /** a migration put the element in as a stand-in */
    readonly standIn: boolean;
    /** id of the containing node; empty for a root */
    readonly parent: string;
    /** ports on the border of the node, of interconnections (contract: views 2.6) */
    readonly ports: readonly GraphPort[];
    /** parameters on the border of an action; no ports of the wire */
    readonly pins: readonly GraphPort[];
    readonly origin?: Origin;
    readonly geometry?: Geometry;
    readonly style?: Style;
    /** address of its declaration, where links were wished for */
    readonly link?: string;
    /** what a judgement of it came to, where verdicts were wished for */
    readonly verdict?: NodeVerdict;

    // --- For drawings only -------------------------------------------------------------------------------------------------

    /** what stands in the declaration beside name and type, as the notation writes it */
    readonly declared: Declared;
    /**
     * Name of the compartment of its parent (`attributes`, `constraints` …) in which the notation writes this node as a line; a drawing may
     * do so unless an edge ends at the node or it has children. Empty for a node that is always a box.
     */
    readonly compartment: string;
    /** it is a line of its parent though it has content or a place of its own would be possible */
    readonly isFolded: boolean;
    /** what is in it and left out, counted: `5 attributes, 2 parts`; empty for nothing */
    readonly hidden: string;
    /** further compartments: what belongs to the element and is no node of this rendering */
    readonly compartments: readonly Compartment[];
    /** the element is shown above already with all that is in it: a drawing leaves this node out where nothing ends at it */
    readonly isRepeated: boolean;
    /**
     * Id of the first of the statements of a body that orders nothing: one node of the wire stands for all of them, a drawing has a symbol
     * for each. Empty for other nodes.
     */
    readonly run: string;
    /** points of the hull of a shape, in metres: of a geometry */
    readonly solid?: readonly Point3[];
    /** id of the {@link Lane} of an action's node; empty for none */
    readonly lane: string;
    /** id of the vertex or node in the lowered graph of {@link graph} (as ExportGraphs tells it); -1 for none */
    readonly vertex: number;
    /** element id of the behaviour whose lowered graph the node belongs to; empty for none */
    readonly graph: string;
}

export interface Declared {
    readonly isDefinition: boolean;
    /** names are written in italics */
    readonly isAbstract: boolean;
    readonly isVariation: boolean;
    readonly isVariant: boolean;
    /** drawn with a dashed border */
    readonly isReference: boolean;
    readonly isIndividual: boolean;
    readonly isParallel: boolean;
    /** it is shown in what inherits it: a caret stands in front of its name (SysML 8.2.3, usage-name-with-alias) */
    readonly isInherited: boolean;
    /** `in`, `out`, `inout` or empty */
    readonly direction: '' | 'in' | 'out' | 'inout';
    /** `[0..*]` as written, with `ordered` and `nonunique` behind it */
    readonly multiplicity: string;
    /** `:> A, B`, `:>> c`: relationships beside typings, as written */
    readonly specializations: string;
    /** `= 5 [kg]` as written */
    readonly value: string;
    readonly shortName: string;
    /** user-defined keywords: types of `#` prefixes and of `@` annotations without a body */
    readonly keywords: readonly string[];
    /** what a relationship joins, as written: `a to b`, `massLimit by car` */
    readonly joins: string;
    readonly portion: '' | 'timeslice' | 'snapshot';
    /** what a step, or the behaviour of a state, says to do, as written, without name and body: `send new E() to p`, `assign x := 1` */
    readonly statement: string;
    /** text of the documentation, without comment marks */
    readonly documentation: string;
}

export interface Compartment {
    /** `entry`, `do`, `exit`, `subject`, `actors`, `require constraints`, `perform actions` … */
    readonly name: string;
    readonly lines: readonly CompartmentLine[];
}

export interface CompartmentLine {
    readonly text: string;
    readonly element: string;
    readonly origin?: Origin;
}

export interface GraphPort {
    /** `<node id>.<i>`; i is the index in declaration order, the same whichever ports are shown */
    readonly id: string;
    readonly element: string;
    readonly name: string;
    readonly type: string;
    /** stated direction of the port or parameter itself */
    readonly direction: '' | 'in' | 'out' | 'inout';
    /**
     * Direction of the arrow in the symbol: the stated one, else that of the features of the port's type, which a conjugation turns around;
     * empty when there is none.
     */
    readonly flow: '' | 'in' | 'out' | 'inout';
    /** typed by a conjugated port definition, `~P` */
    readonly isConjugated: boolean;
    /** drawn with a dashed border */
    readonly isReference: boolean;
    readonly multiplicity: string;
    readonly origin?: Origin;
}

/** The feature at which an edge ends within a drawn node; `name` is the path to it from the node. */
export interface InnerEnd extends Omit<GraphPort, 'id'> {
    readonly isPort: boolean;
}

/** An end at a box that only drawings have. */
export interface AdditionEnd {
    /** id of the addition */
    readonly node: string;
    /** id of one of its pins; empty for the box itself */
    readonly pin: string;
}

/** `connection`, `flow`, `succession` and `transition` are of the wire; the others are relationships. */
export type EdgeKind =
    | 'connection'
    | 'flow'
    | 'succession'
    | 'transition'
    /** arrow with a hollow triangle at the general */
    | 'specialization'
    /** the same with two dots behind the triangle (`defined by`) */
    | 'typing'
    | 'subsetting'
    /** the same with four dots: of a usage that refers to another one */
    | 'reference subsetting'
    /** the same with a bar */
    | 'redefinition'
    /** filled diamond at the owner */
    | 'composition'
    /** hollow diamond at the owner */
    | 'reference'
    /** filled circle with a notch at the whole */
    | 'portion'
    /** circled plus at the owner */
    | 'membership'
    /** circle at the namespace: a member by an alias */
    | 'alias'
    | 'import'
    | 'expose'
    | 'dependency'
    | 'annotation'
    | 'satisfy'
    | 'verify'
    | 'allocation'
    /** arrow from a requirement to one that is derived from it */
    | 'derivation'
    | 'include'
    | 'perform'
    | 'exhibit'
    | 'event'
    | 'assert'
    | 'subject'
    | 'actor'
    | 'stakeholder'
    | 'objective'
    | 'require'
    | 'assume'
    | 'frame';

/** How an edge is drawn, where its kind does not say so. */
export type EdgeForm =
    | 'plain'
    | 'interface'
    /** connection with a direction: of an allocation definition */
    | 'directed'
    | 'binding'
    | 'allocation'
    /** streaming flow: arrowhead at the target, of an interconnection on the connection's line */
    | 'flow'
    | 'succession flow'
    | 'message'
    | 'succession'
    | 'transition'
    /** from a client of a dependency to the dot at which several meet */
    | 'client'
    | 'relationship';

export interface GraphEdge {
    /** `e<k>`, k counts edges, relationships and entries in creation order; of drawings, not of the wire */
    readonly id: string;
    /**
     * element id of the connector, transition or succession; positional for an anonymous one; empty for an
     * order that the body does not state
     */
    readonly element: string;
    readonly from: string;
    readonly to: string;
    /** ids of ports, empty when the end is none */
    readonly fromPort: string;
    readonly toPort: string;
    /** what the ends are at where that lies deeper than what is drawn: a nested port, or a feature behind the border of its owner */
    readonly fromInner?: InnerEnd;
    readonly toInner?: InnerEnd;
    /** the additions at which a drawing that shows them has the ends instead */
    readonly fromAddition?: AdditionEnd;
    readonly toAddition?: AdditionEnd;
    /** id of the node, or addition, that shows the features of the connection itself (SysML 8.2.3.13); empty for none */
    readonly elaboration: string;
    /** ids of pins, likewise: of actions */
    readonly fromPin: string;
    readonly toPin: string;
    readonly label: string;
    /** declared name */
    readonly name: string;
    /** a migration made the name up: a drawing shows no text for it */
    readonly nameSynthesized: boolean;
    readonly kind: EdgeKind;
    readonly form: EdgeForm;
    /** declared type of a connector, payload of a flow or message */
    readonly type: string;
    readonly payload: string;
    /** what is written at the ends: role name and multiplicity */
    readonly fromEnd: string;
    readonly toEnd: string;
    /** parts of the label of a transition or guarded succession */
    readonly trigger: string;
    readonly guard: string;
    readonly effect: string;
    readonly isElse: boolean;
    readonly origin?: Origin;
    readonly route: readonly Point[];
    readonly style?: Style;
    /** id of the transition or edge in the lowered graph; -1 for none */
    readonly transition: number;
    /** element id of the behaviour whose lowered graph the edge belongs to; empty for none */
    readonly graph: string;
}

/** The arrow from the filled circle of a region, state machine or action to where it begins. */
export interface GraphEntry {
    readonly id: string;
    readonly element: string;
    /** id of the node in which the circle lies: the machine, a composite state, a region */
    readonly owner: string;
    /** id of the node to which the arrow leads */
    readonly target: string;
    readonly label: string;
    readonly origin?: Origin;
}

export interface Lane {
    /** `l<k>` */
    readonly id: string;
    readonly element: string;
    /** keyword of the performer */
    readonly kind: string;
    /** the names that lead to the performer from its package: `vehicle::driver` */
    readonly name: string;
    readonly type: string;
    /** id of the node whose flow the lane is part of */
    readonly owner: string;
    readonly origin?: Origin;
}

export interface Row {
    /** one a column */
    readonly cells: readonly string[];
    readonly element: string;
    readonly origin?: Origin;
}
