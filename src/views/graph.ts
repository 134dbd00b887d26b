/**
 * A rendered view as data: the content of a diagram or table before it is placed or drawn. Views make it (render.ts); layout, drawings,
 * written forms and the wire read only this. It consists of plain values that can be cloned into a worker; it does not depend on the syntax
 * tree or on geometry other than stated geometry. RenderView returns the part for which the wire has fields (contract: views 2.1); the rest
 * is what a drawing in the standard's graphical notation (SysML 8.2.3) needs in addition. Order is part of the data. Deterministic.
 */
import { entryFor, wordsOf } from '../language/closed-lists.js';
import { RENDERING_KIND_FACTS, type RenderingKind } from '../language/semantics/rendering-kinds.js';
import type { Canvas, Geometry, Note, Origin, Picture, Point, Style } from './geometry.js';
import type { Point3 } from './solids.js';

export type { RenderingKind };

/** The kinds of the wire, in the order of code units, in which messages and pickers list them. */
export const RENDERING_KINDS: readonly RenderingKind[] = wordsOf(RENDERING_KIND_FACTS).filter(
    k => RENDERING_KIND_FACTS[k].form !== 'space'
);

/** Whether a kind has columns and rows instead of nodes and edges. */
export function isTabular(kind: RenderingKind): boolean {
    return RENDERING_KIND_FACTS[kind].form === 'table';
}

/** Whether the nodes of a kind are boxes whose positions a model may state (contract: views 2.7). */
export function isSurface(kind: RenderingKind): boolean {
    return RENDERING_KIND_FACTS[kind].form === 'surface';
}

/** Whether the kind of a listed view is drawn. Views that cannot be rendered may have kinds of their own, which count as drawn. */
export function isDiagram(kind: string): boolean {
    return entryFor(RENDERING_KIND_FACTS, kind)?.form !== 'table';
}

export interface RenderedView {
    /** notation name of the view; empty for a pseudo-view */
    readonly view: string;
    /** texts in the frame around the drawing: about the view, or about the one element that a pseudo-view shows */
    readonly heading: Heading;
    /** element id of the view, or of the element that a pseudo-view shows */
    readonly element: string;
    readonly kind: RenderingKind;
    /** how the kind was decided; empty for the default */
    readonly stated: string;
    /** a tree that is drawn as an indented list of members */
    readonly isBrowser: boolean;
    /** flattened containment: a parent always precedes its children, children in order */
    readonly nodes: readonly GraphNode[];
    /** in model or lowering order; those of a sequence in time order */
    readonly edges: readonly GraphEdge[];
    /**
     * Relationships between shown nodes that are not edges of the wire (specialization, typing, dependency, satisfy …): a tree diagram
     * draws them; in `case` and `mixed` they are among {@link edges}.
     */
    readonly relationships: readonly GraphEdge[];
    /** boxes of drawings that are not nodes of the wire: imported packages, boxes that elaborate a line; parents may be nodes */
    readonly additions: readonly GraphNode[];
    /** the starts of regions and flows: the filled circle of a state machine with an arrow to its target */
    readonly entries: readonly GraphEntry[];
    /** swim lanes: the performers of the nodes of an action; empty if none is known */
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
    /** pictures of a kind that has a surface; they are not part of a response */
    readonly pictures: readonly Picture[];
    /** elements of the notation that were requested in addition to those of the view */
    readonly shown: readonly string[];
    /** reasons why something could not be shown, each text once */
    readonly notices: readonly string[];
}

export interface Heading {
    /** `view`, `occurrence def`; empty for several elements */
    readonly kind: string;
    /** as the notation writes it */
    readonly name: string;
    readonly type: string;
    /** the exposed elements and the filters of the view, as written */
    readonly exposes: readonly string[];
    readonly filters: readonly string[];
    /** text of its documentation */
    readonly documentation: string;
}

/** An event occurrence on a lifeline: the beginning or end of a message, or an event without a message. */
export interface LifelineEvent {
    /** `h<k>` */
    readonly id: string;
    readonly element: string;
    readonly name: string;
    /** id of the lifeline's node */
    readonly node: string;
    /** id of the message that begins or ends with it, and which of the two; may be empty */
    readonly edge: string;
    readonly side: 'from' | 'to';
    /** how many messages come before it */
    readonly after: number;
    readonly origin?: Origin;
}

/** The order of two events that a succession declares. */
export interface EventOrder {
    /** `o<k>` */
    readonly id: string;
    /** ids of events */
    readonly from: string;
    readonly to: string;
}

/** The symbol of the graphical notation for a node. */
export type NodeShape =
    /** rectangle with sharp corners */
    | 'definition'
    /** rectangle with rounded corners, dashed for a reference (`isReference`) */
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
    /** pentagon with a notch: an accept action */
    | 'accept'
    /** accept action with an hourglass: its trigger is a time */
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
     * element id: its qualified name, `Owner::@<n>` for an anonymous one; empty for a node without an element. Not unique: one element may
     * be shown twice
     */
    readonly element: string;
    /** keyword phrase of the notation: `part def`, `state`, `shallow history` */
    readonly kind: string;
    readonly shape: NodeShape;
    /** qualified notation name for an element that the view exposes, simple name for one nested in it; empty for an anonymous element */
    readonly name: string;
    /** whether the name is not from the model: a drawing shows no text for it */
    readonly nameSynthesized: boolean;
    /** declared typings as written: `Engine`, `~Plug`, `A, B` */
    readonly type: string;
    /** remarks, separated by comma and space; never the type */
    readonly detail: string;
    /** body text that belongs in the box: of a comment, of a constraint */
    readonly text: string;
    /** whether a migration inserted the element as a stand-in */
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
    /** address of its declaration, if links were requested */
    readonly link?: string;
    /** verdict about it, if verdicts were requested */
    readonly verdict?: NodeVerdict;

    // --- For drawings only -------------------------------------------------------------------------------------------------

    /** the parts of the declaration other than name and type, as the notation writes them */
    readonly declared: Declared;
    /**
     * Name of the compartment of its parent (`attributes`, `constraints` …) in which the notation writes this node as a line; a drawing may
     * do so unless an edge ends at the node or it has children. Empty for a node that is always a box.
     */
    readonly compartment: string;
    /** whether it is a line of its parent although it has content or could have its own box */
    readonly isFolded: boolean;
    /** counts of its hidden content: `5 attributes, 2 parts`; may be empty */
    readonly hidden: string;
    /** further compartments, for parts of the element that are not nodes of this rendering */
    readonly compartments: readonly Compartment[];
    /** whether the element is already shown before with all its content: a drawing omits this node if no link ends at it */
    readonly isRepeated: boolean;
    /**
     * Id of the first statement of a body without an order: the wire has one node for all of its statements, a drawing one symbol per
     * statement. Empty for other nodes.
     */
    readonly run: string;
    /** points of the hull of a shape, in metres; for geometry renderings */
    readonly solid?: readonly Point3[];
    /** id of the {@link Lane} of an action's node; empty for none */
    readonly lane: string;
    /** id of the vertex or node in the lowered graph of {@link graph} (as in ExportGraphs); -1 for none */
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
    readonly isDerived: boolean;
    readonly isConstant: boolean;
    /** drawn with a dashed border */
    readonly isReference: boolean;
    /** whether it is an assertion with `not` */
    readonly isNegated: boolean;
    /** whether its declaration has the keyword `ref` */
    readonly isMarkedReference: boolean;
    /** whether it is written only as a reference, without a name: `perform a`, `event e`, `assert c` */
    readonly isShorthand: boolean;
    readonly isIndividual: boolean;
    readonly isParallel: boolean;
    /** whether it is shown in an element that inherits it: a caret precedes its name (SysML 8.2.3, usage-name-with-alias) */
    readonly isInherited: boolean;
    /** `in`, `out`, `inout` or empty */
    readonly direction: '' | 'in' | 'out' | 'inout';
    /** `[0..*]` as written, followed by `ordered` and `nonunique` */
    readonly multiplicity: string;
    /** `:> A, B`, `:>> c`: relationships other than typings, as written */
    readonly specializations: string;
    /** `= 5 [kg]` as written */
    readonly value: string;
    readonly shortName: string;
    /** user-defined keywords: types of `#` prefixes and of `@` annotations without a body */
    readonly keywords: readonly string[];
    /** the ends of a relationship, as written: `a to b`, `massLimit by car` */
    readonly joins: string;
    /** the payload of a flow or message, as written: `Fuel`, `fuel : Fuel` */
    readonly payload: string;
    readonly portion: '' | 'timeslice' | 'snapshot';
    /** the statement of a step or of a state's behaviour, as written, without name and body: `send new E() to p`, `assign x := 1` */
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
    /** `<node id>.<i>`; i is the index in declaration order, whichever ports are shown */
    readonly id: string;
    readonly element: string;
    readonly name: string;
    readonly type: string;
    /** stated direction of the port or parameter itself */
    readonly direction: '' | 'in' | 'out' | 'inout';
    /**
     * Direction of the arrow in the symbol: the stated one, or else that of the features of the port's type, reversed by a conjugation;
     * empty if there is none.
     */
    readonly flow: '' | 'in' | 'out' | 'inout';
    /** typed by a conjugated port definition, `~P` */
    readonly isConjugated: boolean;
    /** drawn with a dashed border */
    readonly isReference: boolean;
    readonly multiplicity: string;
    /** the value of its most specific declaration, with its sign: `= 5 [kg]`; empty for none */
    readonly value: string;
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

/** The wire has `connection`, `flow`, `succession` and `transition`; the others are relationships. */
export type EdgeKind =
    | 'connection'
    | 'flow'
    | 'succession'
    | 'transition'
    /** arrow with a hollow triangle at the general element */
    | 'specialization'
    /** like `specialization`, with two dots after the triangle (`defined by`) */
    | 'typing'
    | 'subsetting'
    /** like `specialization`, with four dots, for a usage that refers to another usage */
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
    /** circle at the namespace, for a member by an alias */
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

/** How an edge is drawn, if its kind does not determine it. */
export type EdgeForm =
    | 'plain'
    | 'interface'
    /** connection with a direction, from an allocation definition */
    | 'directed'
    | 'binding'
    | 'allocation'
    /** streaming flow: arrowhead at the target; in an interconnection on the connection's line */
    | 'flow'
    | 'succession flow'
    | 'message'
    | 'succession'
    | 'transition'
    /** from a client of a dependency to the dot at which several meet */
    | 'client'
    | 'relationship';

export interface GraphEdge {
    /** `e<k>`, k counts edges, relationships and entries in creation order; for drawings, not on the wire */
    readonly id: string;
    /**
     * element id of the connector, transition or succession; positional for an anonymous one; empty for an order that the body does not
     * state
     */
    readonly element: string;
    readonly from: string;
    readonly to: string;
    /** ids of ports; empty if the end is not at a port */
    readonly fromPort: string;
    readonly toPort: string;
    /**
     * the features at the ends if these are nested deeper than the drawing shows: a nested port, or a feature behind the border of its
     * owner
     */
    readonly fromInner?: InnerEnd;
    readonly toInner?: InnerEnd;
    /** the additions at which the ends are attached instead, in a drawing that shows them */
    readonly fromAddition?: AdditionEnd;
    readonly toAddition?: AdditionEnd;
    /** id of the node in which a connection is drawn, because the node's element declares or inherits it; may be empty */
    readonly within: string;
    /** id of the node, or addition, that shows the features of the connection (SysML 8.2.3.13); may be empty */
    readonly elaboration: string;
    /** ids of pins of actions; empty if the end is not at a pin */
    readonly fromPin: string;
    readonly toPin: string;
    readonly label: string;
    /** declared name */
    readonly name: string;
    /** whether a migration made up the name: a drawing shows no text for it */
    readonly nameSynthesized: boolean;
    readonly kind: EdgeKind;
    readonly form: EdgeForm;
    /** declared type of a connector, payload of a flow or message */
    readonly type: string;
    readonly payload: string;
    /** texts at the ends: role name and multiplicity */
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

/** The arrow from the filled circle of a region, state machine or action to its start. */
export interface GraphEntry {
    readonly id: string;
    readonly element: string;
    /** id of the node in which the circle lies: the machine, a composite state, a region */
    readonly owner: string;
    /** id of the node at which the arrow ends */
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
    /** the path of names from the performer's package: `vehicle::driver` */
    readonly name: string;
    readonly type: string;
    /** id of the node whose flow the lane is part of */
    readonly owner: string;
    readonly origin?: Origin;
}

export interface Row {
    /** one cell for each column */
    readonly cells: readonly string[];
    readonly element: string;
    readonly origin?: Origin;
}
