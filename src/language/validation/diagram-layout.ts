/**
 * Annotations of the extension package `DiagramLayout` (contract: views 2.7): readable values, elements that may have a canvas or picture,
 * repeated annotations, and places of elements that a view does not draw. The table of kinds uses metaclasses; this file does not depend on
 * rendering.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import {
    type Constant,
    constantOf,
    layoutAnnotationsIn,
    type LayoutAnnotation,
    type LayoutKind,
    layoutKindOf,
    layoutValuesOf
} from '../semantics/diagram-layout.js';
import { exposedBy, nestedViewsOf } from '../semantics/exposure.js';
import { metaclassOrUndefined } from '../semantics/metaclass.js';
import { isKind, type MetaclassName } from '../semantics/metaclasses.js';
import { nameOf } from '../semantics/naming.js';
import { isView, renderingOf } from '../semantics/rendering-kind.js';
import { supertypesOf } from '../semantics/specialization.js';
import { isType, ownerOf } from '../semantics/structure.js';
import type { Check, CheckContext, CheckTable } from './check.js';
import { headOf } from './usage-facts.js';

type ValueType = 'number' | 'string' | 'boolean' | 'numbers';

const TYPES: Readonly<Record<LayoutKind, Readonly<Partial<Record<string, ValueType>>>>> = {
    Layout: { x: 'number', y: 'number', width: 'number', height: 'number', collapsed: 'boolean' },
    Route: { points: 'numbers' },
    Canvas: { unit: 'string', width: 'number', height: 'number' },
    Style: { fill: 'string', line: 'string', text: 'string', font: 'string', fontSize: 'number', bold: 'boolean', italic: 'boolean' },
    Note: { text: 'string', x: 'number', y: 'number', width: 'number', height: 'number' },
    Picture: { location: 'string', x: 'number', y: 'number', width: 'number', height: 'number', alt: 'string', above: 'boolean' }
};

/** Code `diagram-layout-value`. */
const hasReadableValues: Check<ast.MetadataUsage> = (node, context) => {
    const kind = layoutKindOf(node);
    if (kind === undefined) {
        return;
    }
    const values = new Map<string, Constant>();
    for (const [name, expression] of layoutValuesOf(node)) {
        const wanted = TYPES[kind][name];
        const value = constantOf(expression);
        if (wanted !== undefined && !isOfType(value, wanted)) {
            const article = wanted === 'numbers' ? 'a list of numbers' : `a ${wanted}`;
            context.report(
                'error',
                'diagram-layout-value',
                `${name} of ${kind} must be ${article} that the model states as a constant`,
                expression
            );
        } else if (value !== undefined) {
            values.set(name, value);
        }
    }
    const fault = faultOf(kind, values, layoutValuesOf(node));
    if (fault !== undefined) {
        context.report('error', 'diagram-layout-value', fault, headOf(node));
    }
};

function isOfType(value: Constant | undefined, wanted: ValueType): boolean {
    if (wanted === 'numbers') {
        return typeof value === 'number' || (Array.isArray(value) && value.every(v => typeof v === 'number'));
    }
    return typeof value === wanted;
}

/** The fault in the combination of the values. */
function faultOf(kind: LayoutKind, values: ReadonlyMap<string, Constant>, written: ReadonlyMap<string, AstNode>): string | undefined {
    const points = values.get('points');
    if (kind === 'Route' && points !== undefined && (Array.isArray(points) ? points.length : 1) % 2 === 1) {
        return 'a Route has an odd number of coordinates: each point is x and y';
    }
    if (kind === 'Picture') {
        const missing = ['location', 'x', 'y', 'width', 'height'].filter(name => !written.has(name));
        if (missing.length > 0) {
            return `a Picture needs ${missing.join(', ')}`;
        }
        if (values.get('location') === '') {
            return 'the location of a Picture is empty';
        }
        return ['width', 'height'].map(name => values.get(name)).some(size => typeof size === 'number' && size <= 0)
            ? 'a Picture has a width and a height above 0'
            : undefined;
    }
    return written.has('width') !== written.has('height') ? `a ${kind} states both width and height, or neither` : undefined;
}

/** Code `diagram-layout-canvas`. */
const isOnView: Check<ast.MetadataUsage> = (node, context) => {
    const kind = layoutKindOf(node);
    if (kind !== 'Canvas' && kind !== 'Picture') {
        return;
    }
    const annotation = annotationOf(node, context);
    if (annotation === undefined) {
        return;
    }
    if (!annotation.targets.every(isView)) {
        context.report('error', 'diagram-layout-canvas', `a ${kind} belongs to a view`, headOf(node));
    } else if (kind === 'Canvas' && annotation.hasAbout && annotation.targets.some(t => t !== annotation.view)) {
        context.report('error', 'diagram-layout-canvas', 'a Canvas stands in the body of its view', headOf(node));
    }
};

/** Codes `diagram-layout-duplicate` and `diagram-layout-unplaced`. */
const isPlacedOnce: Check<ast.MetadataUsage> = (node, context) => {
    const annotation = layoutKindOf(node) === undefined ? undefined : annotationOf(node, context);
    const { view } = annotation ?? {};
    if (annotation === undefined || view === undefined) {
        return;
    }
    const { kind, targets, hasAbout } = annotation;
    const others = layoutAnnotationsIn(context.document.root).filter(a => a.view === view && a.kind === kind);
    const before = others.slice(0, others.indexOf(annotation));
    for (const target of targets) {
        if (kind !== 'Note' && kind !== 'Picture' && before.some(a => a.targets.includes(target))) {
            const message = `the ${kind} of '${nameOf(target) ?? ''}' is stated before in this view: the first one applies`;
            context.report('warning', 'diagram-layout-duplicate', message, headOf(node));
        } else if (hasAbout && (kind === 'Layout' || kind === 'Route') && !isDrawn(target, view, kind, context)) {
            const what = kind === 'Layout' ? 'node' : 'edge';
            const message = `the view '${nameOf(view) ?? ''}' draws no ${what} for '${nameOf(target) ?? ''}'`;
            context.report('warning', 'diagram-layout-unplaced', message, headOf(node));
        }
    }
};

function annotationOf(node: ast.MetadataUsage, { document }: CheckContext): LayoutAnnotation | undefined {
    return layoutAnnotationsIn(document.root).find(a => a.node === node);
}

// --- What views draw --------------------------------------------------------------------------------------------------------

interface Drawn {
    readonly nodes: readonly MetaclassName[];
    readonly edges: readonly MetaclassName[];
}

/** The metaclasses that each rendering kind draws. Kinds without a row have no canvas. */
const DRAWN: Readonly<Record<string, Drawn | undefined>> = {
    tree: { nodes: ['Element'], edges: ['Element'] },
    interconnection: {
        nodes: [
            'OccurrenceDefinition',
            'OccurrenceUsage',
            'AttributeDefinition',
            'AttributeUsage',
            'ReferenceUsage',
            'Classifier',
            'Feature'
        ],
        edges: ['Connector']
    },
    state: { nodes: ['StateDefinition', 'StateUsage', 'ControlNode', 'TerminateActionUsage'], edges: ['TransitionUsage', 'Succession'] },
    action: { nodes: ['ActionDefinition', 'ActionUsage'], edges: ['Succession', 'TransitionUsage', 'Flow'] },
    case: { nodes: ['Element'], edges: ['Element'] },
    mixed: { nodes: ['Element'], edges: ['Element'] }
};
/** Occurrences that an interconnection draws no node for. */
const BEHAVIOUR: readonly MetaclassName[] = ['Behavior', 'Step', 'ConnectorAsUsage', 'PortUsage'];

interface Shown {
    readonly kind: string;
    readonly exposed: ReadonlySet<AstNode>;
    /** includes the types whose states and steps a usage shows */
    readonly shown: ReadonlySet<AstNode>;
}

const shownInChecks = new WeakMap<CheckContext, Map<AstNode, Shown>>();

/**
 * The elements that a view shows, computed once in a run of the checks. A change of any document may change the result of a recursive
 * expose.
 */
function shownBy(view: AstNode, context: CheckContext): Shown {
    context.allDocuments();
    let views = shownInChecks.get(context);
    if (views === undefined) {
        shownInChecks.set(context, (views = new Map<AstNode, Shown>()));
    }
    let found = views.get(view);
    if (found === undefined) {
        const { kind } = renderingOf(view);
        const exposed = kind === 'tree' ? viewsIn(view).flatMap(exposedBy) : exposedBy(view);
        const isBehaviour = kind === 'state' || kind === 'action';
        const shown = exposed.flatMap(e => (isBehaviour && isType(e) ? [...supertypesOf(e)] : [e]));
        found = { kind, exposed: new Set(exposed), shown: new Set(shown) };
        views.set(view, found);
    }
    return found;
}

/** A view and the views nested in it, which a tree draws too. */
function viewsIn(view: AstNode): AstNode[] {
    const found = new Set([view]);
    for (const v of found) {
        nestedViewsOf(v).forEach(nested => found.add(nested));
    }
    return [...found];
}

/**
 * Whether a view draws a node or an edge for an element: its kind draws the metaclass, and the view exposes the element or an owner of it.
 */
function isDrawn(element: AstNode, view: AstNode, annotation: 'Layout' | 'Route', context: CheckContext): boolean {
    const { kind, exposed, shown } = shownBy(view, context);
    const drawn = Object.hasOwn(DRAWN, kind) ? DRAWN[kind] : undefined;
    const metaclass = metaclassOrUndefined(element) ?? '';
    const wanted = annotation === 'Layout' ? drawn?.nodes : drawn?.edges;
    if (wanted?.some(m => isKind(metaclass, m)) !== true) {
        return false;
    }
    if (annotation === 'Layout' && kind === 'interconnection' && !exposed.has(element) && BEHAVIOUR.some(m => isKind(metaclass, m))) {
        return false;
    }
    for (let owner: AstNode | undefined = element; owner !== undefined; owner = ownerOf(owner)) {
        if (shown.has(owner)) {
            return true;
        }
    }
    return kind === 'tree' && isView(element);
}

export const diagramLayoutChecks: CheckTable = { MetadataUsage: [hasReadableValues, isOnView, isPlacedOnce] };
