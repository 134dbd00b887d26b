/**
 * Renders a view of a model as data (contract: RenderView, views 2): finds the view, the elements that it exposes and its kind, and calls
 * the reader of that kind. A request that no view can answer results in a refusal; content that a view cannot show results in a notice.
 */
import type { AstNode } from '../language/generated/tree.js';
import { exposedBy, undecidedFiltersOf } from '../language/semantics/exposure.js';
import { memberElement } from '../language/semantics/names.js';
import { elementById } from '../language/semantics/naming.js';
import { ownedMembersNamed } from '../language/semantics/owned-members.js';
import { isView, renderingOf } from '../language/semantics/rendering-kind.js';
import { RENDERING_KIND_FACTS } from '../language/semantics/rendering-kinds.js';
import { segmentsOf } from '../language/semantics/structure.js';
import { textOf } from '../language/semantics/text.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { declaredOf, elementIdOf, fullNameOf, keywordOf, oneLine, originOf, typeTextOf } from './describe.js';
import type { Note } from './geometry.js';
import { type Heading, RENDERING_KINDS, type RenderedView, type RenderingKind, type Row } from './graph.js';
import { renderAction } from './kinds/action.js';
import { renderCase } from './kinds/case.js';
import { renderGeometry } from './kinds/geometry.js';
import { renderInterconnection } from './kinds/interconnection.js';
import { renderMatrix } from './kinds/matrix.js';
import { renderMixed } from './kinds/mixed.js';
import { topLevelElementsOf } from './list.js';
import { performersIn } from './kinds/performers.js';
import { renderSequence } from './kinds/sequence.js';
import { renderState } from './kinds/state.js';
import { renderTable } from './kinds/table.js';
import { renderTree, titleOf } from './kinds/tree.js';
import { StatedGeometry } from './stated-geometry.js';
import { limitLevels } from './fold.js';
import { withFoldedMembers } from './compartment-folding.js';
import { exposesOf, filtersOf } from './view-facts.js';
import { type RenderOptions, ViewGraph } from './view-graph.js';
import { isAmong } from '../language/closed-lists.js';

/** Why nothing is rendered: no view has the name, or the request cannot be answered. */
export interface ViewRefusal {
    readonly refusal: 'notFound' | 'unacceptable';
    readonly message: string;
}

/** The subject of a rendering. */
export interface Subject {
    /** undefined for a pseudo-view */
    readonly view: AstNode | undefined;
    /** the view, or the element that a pseudo-view shows */
    readonly element: AstNode;
    readonly kind: string;
    readonly stated: string;
    readonly isBrowser?: boolean;
}

interface Table {
    readonly columns: readonly string[];
    readonly rows: readonly Row[];
}
type Renderer = (graph: ViewGraph, exposed: readonly AstNode[], view: AstNode | undefined, model: Model) => Table | void;

const RENDERERS: Readonly<Record<RenderingKind, Renderer>> = {
    action: renderAction,
    case: renderCase,
    geometry: (graph, exposed, _, model) => renderGeometry(graph, exposed, model),
    interconnection: renderInterconnection,
    matrix: renderMatrix,
    mixed: renderMixed,
    sequence: renderSequence,
    state: renderState,
    table: renderTable,
    tree: renderTree
};

/** Kinds of pseudo-views, `#<kind>:<qualified name>`, that messages and pickers list; those of the extension package are accepted too. */
export const PSEUDO_KINDS: readonly RenderingKind[] = RENDERING_KINDS.filter(kind => RENDERING_KIND_FACTS[kind].isExtension !== true);

const DEFAULTS: RenderOptions = { ports: 'minimal', digests: false, show: [], depth: 0, compartments: '', inherited: false };

/**
 * Renders a view by its qualified name, or one element by a pseudo-view `#<kind>:<qualified name>`.
 * @returns the rendering, or the reason why there is none
 */
export function renderView(model: Model, spec: string, options: Partial<RenderOptions> = {}): RenderedView | ViewRefusal {
    const subject = spec.startsWith('#') ? pseudoView(model, spec) : namedView(model, spec);
    return 'refusal' in subject ? subject : renderSubject(model, subject, { ...DEFAULTS, ...options });
}

/** Renders all declarations of a model's documents, or of some of them, for a tool without a given view: `#tree` (contract: views 2.2). */
export function renderEverything(
    model: Model,
    kind: RenderingKind,
    options: Partial<RenderOptions> = {},
    documents: readonly Document[] = model.documents
): RenderedView {
    const stated = 'no view declared; rendering everything';
    const title = documents.map(d => d.name).join(', ');
    return renderExposed(model, { view: undefined, element: title, kind, stated }, topLevelElementsOf(documents), {
        ...DEFAULTS,
        ...options
    });
}

/** Whether a rendering was refused. */
export function isRefused(answer: RenderedView | ViewRefusal): answer is ViewRefusal {
    return 'refusal' in answer;
}

/** Maximum number of elements that a notice names. */
const MOST_NAMED = 5;

function undecidedText(condition: AstNode, kept: readonly AstNode[]): string {
    const named = kept.slice(0, MOST_NAMED).map(titleOf).join(', ');
    const others = kept.length > MOST_NAMED ? ` and ${kept.length - MOST_NAMED} others` : '';
    return `filter ${oneLine(textOf(condition))} cannot be evaluated on ${named}${others}: shown all the same`;
}

function namedView(model: Model, name: string): Subject | ViewRefusal {
    const element = elementById(model, name);
    if (element === undefined) {
        return { refusal: 'notFound', message: `no view named ${name}` };
    }
    if (declarationsOf(model, name).size > 1) {
        return { refusal: 'unacceptable', message: `${name} is ambiguous: it is declared more than once` };
    }
    return isView(element)
        ? { view: element, element, ...renderingOf(element) }
        : { refusal: 'unacceptable', message: `${name} is not a view; #tree:${name} renders an element without one` };
}

/** The elements that the model itself declares under a qualified name. */
function declarationsOf(model: Model, name: string): ReadonlySet<AstNode> {
    let found = new Set<AstNode>(model.documents.map(d => d.root));
    for (const { name: segment } of segmentsOf(name)) {
        const members = [...found].flatMap(owner => ownedMembersNamed(owner, segment)).map(m => memberElement(m));
        found = new Set(members.filter(m => m !== undefined));
    }
    return found;
}

function pseudoView(model: Model, spec: string): Subject | ViewRefusal {
    const [, kind, target] = /^#([^:]*)(?::(.*))?$/s.exec(spec)!;
    const forms = PSEUDO_KINDS.map(k => `#${k}`).join(', ');
    if (!isAmong(RENDERING_KINDS, kind)) {
        const message = `unknown pseudo-view "${spec}"; there are ${forms}, each as #kind:<qualified name>`;
        return { refusal: 'unacceptable', message };
    }
    if (target === undefined || target === '') {
        return { refusal: 'unacceptable', message: `${spec} names no element; write #${kind}:<qualified name>` };
    }
    const element = elementById(model, target);
    if (element === undefined) {
        return { refusal: 'notFound', message: `${spec}: ${target} names nothing in this model` };
    }
    return { view: undefined, element, kind, stated: `no view declared; rendering ${fullNameOf(element)} directly` };
}

function renderSubject(
    model: Model,
    { view, element, kind, stated, isBrowser }: Subject,
    options: RenderOptions
): RenderedView | ViewRefusal {
    if (!isRenderingKind(kind)) {
        const name = view === undefined ? '' : fullNameOf(view);
        const advice = kind === 'textual' ? '; convert the model to notation instead' : '';
        return { refusal: 'unacceptable', message: `${name}: ${kind} rendering (${stated}) is not supported${advice}` };
    }
    const exposed = view === undefined ? [element] : exposedBy(view);
    return renderExposed(model, { view, element: elementIdOf(element), kind, stated, isBrowser }, exposed, options);
}

function isRenderingKind(kind: string): kind is RenderingKind {
    return Object.hasOwn(RENDERERS, kind);
}

interface Shown extends Pick<RenderedView, 'element' | 'kind' | 'stated'> {
    readonly view: AstNode | undefined;
    readonly isBrowser?: boolean;
}

function renderExposed(
    model: Model,
    { view, element, kind, stated, isBrowser = false }: Shown,
    exposed: readonly AstNode[],
    options: RenderOptions
): RenderedView {
    const geometry = new StatedGeometry(model.documents, view, kind);
    const graph = new ViewGraph(
        options,
        geometry,
        once(() => performersIn(model.documents))
    );
    const table = RENDERERS[kind](graph, exposed, view, model);
    geometry.notices.forEach(n => graph.notice(n));
    if (view !== undefined) {
        undecidedFiltersOf(view, exposed).forEach((kept, condition) => graph.notice(undecidedText(condition, kept)));
    }
    const { nodes, edges, relationships, additions, entries, lanes, events, orders, notices } = graph;
    const rendering: RenderedView = {
        view: view === undefined ? '' : fullNameOf(view),
        heading: headingOf(view ?? (exposed.length === 1 ? exposed[0] : undefined)),
        element,
        kind,
        stated,
        isBrowser,
        nodes,
        edges,
        relationships,
        additions,
        entries,
        lanes,
        events,
        orders,
        columns: table?.columns ?? [],
        rows: table?.rows ?? [],
        canvas: geometry.canvas,
        notes: notesOf(graph, geometry),
        pictures: geometry.pictures,
        shown: options.show,
        notices
    };
    const folded = withFoldedMembers(rendering, options.compartments);
    return options.depth === 0 ? folded : limitLevels(folded, options.depth);
}

/** The texts in the frame of a drawing (SysML 8.2.3.26). */
function headingOf(element: AstNode | undefined): Heading {
    if (element === undefined) {
        return { kind: '', name: '', type: '', exposes: [], filters: [], documentation: '' };
    }
    return {
        kind: keywordOf(element),
        name: fullNameOf(element),
        type: typeTextOf(element),
        exposes: isView(element) ? exposesOf(element) : [],
        filters: isView(element) ? filtersOf(element) : [],
        documentation: isView(element) ? declaredOf(element).documentation : ''
    };
}

function once<T>(compute: () => T): () => T {
    let value: { readonly of: T } | undefined;
    return () => (value ??= { of: compute() }).of;
}

/** The notes of the shown elements: in the order of nodes, then of edges, free notes last. */
function notesOf({ nodes, edges, options }: ViewGraph, { notes }: StatedGeometry): Note[] {
    const placed = notes.flatMap(({ target, text, place, node }) => {
        const id = target === undefined ? '' : elementIdOf(target);
        const at = target === undefined ? -1 : nodes.findIndex(n => n.element === id);
        const edge = target === undefined || at >= 0 ? undefined : edges.find(e => e.element === id);
        if (target !== undefined && at < 0 && edge === undefined) {
            return [];
        }
        const { x, y, width, height, hasSize } = place;
        const note: Note = {
            text,
            anchor: nodes[at]?.id ?? '',
            edge: edge?.id ?? '',
            edgeFrom: edge?.from ?? '',
            edgeTo: edge?.to ?? '',
            x,
            y,
            width,
            height,
            hasSize,
            origin: originOf(node, options.digests)
        };
        const order = at >= 0 ? at : edge === undefined ? Infinity : nodes.length + edges.indexOf(edge);
        return [{ order, note }];
    });
    return placed.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order)).map(p => p.note);
}
