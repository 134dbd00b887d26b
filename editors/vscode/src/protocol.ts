/** The custom requests of the server (docs/editor-protocol.md) as this client reads them. Types only. */
import type { Point, TextRange } from '../preview/messages.js';

export interface Location {
    readonly uri: string;
    readonly range: TextRange;
}

export interface Place extends Location {
    readonly selectionRange: TextRange;
}

export interface Element {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    /** pseudo-views that show it, the best one first */
    readonly views: readonly string[];
    readonly role: 'run' | 'evaluate' | 'verify' | 'analyze' | 'instantiate' | null;
    readonly location: Place;
}

export interface ElementAt {
    readonly element: Element | null;
    /** the innermost first */
    readonly around: readonly Element[];
}

/** What lowered graph a node, edge or place of a run belongs to. */
interface InGraph {
    readonly graph: string;
}

export interface RenderedNode extends InGraph {
    readonly id: string;
    readonly element: string;
    readonly kind: string;
    readonly shape: string;
    readonly name: string;
    readonly parent: string;
    readonly ports: readonly { readonly id: string; readonly element: string; readonly name: string; readonly location?: Location }[];
    readonly vertex: number;
    /** what is in it and left out, counted; empty for nothing */
    readonly hidden?: string;
    /** stated by the model: absolute */
    readonly geometry?: Point & { readonly width: number; readonly height: number; readonly hasSize: boolean };
    readonly location?: Location;
}

export interface RenderedEdge extends InGraph {
    readonly id: string;
    readonly element: string;
    readonly kind: string;
    readonly label: string;
    readonly from: string;
    readonly to: string;
    readonly transition: number;
    /** stated way points */
    readonly route?: readonly Point[];
    readonly location?: Location;
}

export interface RenderedRow {
    readonly cells: readonly string[];
    readonly element: string;
    readonly location?: Location;
}

export interface Rendering {
    readonly document: { readonly uri: string; readonly version: number | null };
    readonly view: string;
    readonly element: string;
    readonly kind: string;
    /** nodes have places that the model may state */
    readonly isSurface: boolean;
    /** keywords of what may be added to the drawing: members of a node, lines between two */
    readonly drawable: { readonly members: readonly string[]; readonly connections: readonly string[] };
    readonly nodes: readonly RenderedNode[];
    readonly edges: readonly RenderedEdge[];
    readonly relationships: readonly RenderedEdge[];
    readonly entries: readonly { readonly id: string; readonly element: string; readonly owner: string; readonly target: string }[];
    readonly rows: readonly RenderedRow[];
    readonly notices: readonly string[];
    readonly svg?: string;
    readonly artifact?: string;
}

export interface Value {
    readonly text: string;
    readonly number?: number;
    readonly unit?: string;
    readonly object?: number;
}

export interface NamedValue extends Value {
    readonly name: string;
}

/** A line of the tree of the model. */
export interface ExplorerItem extends Element {
    readonly detail: string;
    /** id of the element around it; empty for a root */
    readonly owner: string;
    readonly hasMembers: boolean;
    readonly isRequirement: boolean;
}

/** What the inspector tells of an element. */
export interface Sheet {
    readonly element: Element;
    readonly groups: readonly { readonly title: string; readonly rows: readonly SheetRow[] }[];
}

export interface SheetRow {
    readonly name: string;
    readonly text: string;
    readonly location?: Place;
}

export interface Performers {
    readonly performers: readonly string[];
}

/** What an event carries: its type as an event with values names it, and the values. */
export interface EventForm {
    readonly name: string;
    readonly type: string;
    readonly parameters: readonly { readonly name: string; readonly type: string; readonly unit: string }[];
}

/** The models were analysed: `model` is another word for another model of the document. */
export interface RenderChanged {
    readonly uri: string;
    readonly model: string;
}

export interface Snapshot {
    readonly session: number;
    readonly revision: number;
    readonly element: string;
    readonly state: string;
    readonly reason: string;
    readonly time: number;
    readonly due: number | null;
    readonly active: readonly { readonly graph: string; readonly vertex: number; readonly label: string; readonly element: string }[];
    readonly tokens: readonly {
        readonly token: number;
        readonly graph: string;
        readonly vertex: number;
        readonly element: string;
        readonly edge: number;
    }[];
    readonly taken: readonly { readonly graph: string; readonly transition: number }[];
    readonly queue: readonly string[];
    readonly events: readonly string[];
    readonly eventForms: readonly EventForm[];
    readonly values: readonly NamedValue[];
    readonly trace: readonly { readonly kind: string; readonly time: number; readonly text: string }[];
    readonly notes: readonly string[];
    readonly history: number;
}

export interface Exploration {
    readonly isComplete?: boolean;
    readonly runs?: number;
    readonly budgetsHit?: readonly string[];
    readonly outcomes: readonly Outcome[];
    readonly error?: string;
}

export interface Outcome {
    readonly values: readonly NamedValue[];
    readonly finalState?: string;
    readonly statesVisited?: readonly string[];
    readonly error?: string;
    readonly count: number;
    readonly share: number;
    readonly probability?: number;
    readonly witness: readonly string[];
    readonly plan: unknown;
}

export interface Objects {
    readonly objects: readonly {
        readonly id: number;
        readonly type: string;
        readonly features: readonly {
            readonly name: string;
            readonly isMany: boolean;
            readonly values: readonly Value[];
            readonly error?: string;
        }[];
    }[];
    readonly error?: string;
}

export interface Judged {
    readonly status: 'holds' | 'fails' | 'undecided';
    readonly verdicts: readonly {
        readonly kind: string;
        readonly element: string;
        readonly name: string;
        readonly status: 'holds' | 'fails' | 'undecided';
        readonly condition: string;
        readonly error: string;
        readonly path: string;
        readonly requirement: string;
        readonly text: string;
    }[];
    readonly verifications: readonly {
        readonly case: string;
        readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'error';
        readonly detail: string;
        readonly isSubcase: boolean;
        readonly requirement: string;
        readonly text: string;
    }[];
    readonly error?: string;
}

/** What a calculation or an analysis comes to. */
export interface Results {
    readonly result?: Value;
    readonly outputs?: readonly NamedValue[];
    readonly error?: string;
}

export interface TestList {
    readonly tests: readonly {
        readonly id: string;
        readonly label: string;
        readonly kind: string;
        readonly owner: string;
        readonly location: Place;
    }[];
}

export interface DeclaredDocument {
    readonly id: string;
    readonly title: string;
}

export interface RenderedDocument {
    readonly title: string;
    readonly text: string;
}

export interface SweepRows {
    readonly parameters: readonly string[];
    readonly rows: readonly { readonly inputs: readonly NamedValue[]; readonly outputs: readonly NamedValue[]; readonly error?: string }[];
}

interface SolverValue {
    readonly name: string;
    readonly text: string;
}

/** What a solver says of a constraint, a requirement or an object. */
export interface SolverAnswers {
    readonly answers: readonly {
        readonly kind: string;
        readonly element: string;
        readonly status: 'satisfiable' | 'unsatisfiable' | 'undecided';
        readonly reason: string;
        readonly values: readonly SolverValue[];
        readonly fixed: readonly SolverValue[];
        readonly conflict: readonly { readonly kind: string; readonly text: string; readonly position: Location['range']['start'] }[];
        readonly selections: readonly (readonly SolverValue[])[];
        readonly isComplete?: boolean;
        /** what takes the values into the model */
        readonly operations: readonly Readonly<Record<string, Readonly<Record<string, unknown>>>>[];
    }[];
    readonly missing?: string;
    readonly error?: string;
}

export type ModelEditAnswer =
    | { readonly edit: unknown }
    | {
          readonly refused: {
              readonly failure: string;
              readonly message: string;
              readonly referrers: readonly { readonly name: string; readonly uri: string }[];
          };
      }
    | { readonly stale: { readonly uri: string; readonly version: number | null } };
