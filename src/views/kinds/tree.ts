/** Trees (contract: views 2.5): exposed elements with every member declared in them, and the views nested in the view. */
import type { AstNode } from '../../language/generated/tree.js';
import { exposedBy, nestedViewsOf } from '../../language/semantics/exposure.js';
import { layoutKindOf } from '../../language/semantics/diagram-layout.js';
import { isDefinition, isPackage, isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { isA } from '../../runtime/evaluation/index.js';
import { fullNameOf, keywordOf } from '../describe.js';
import type { Compartment, NodeShape } from '../graph.js';
import { exposesOf, filtersOf } from '../view-facts.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { MAX_DEPTH, SHOWN, TOO_DEEP } from './bounds.js';
import { addAnnotatingComments } from './annotating-comments.js';
import { bodyText } from './body-text.js';
import { compartmentOf } from './compartments.js';
import { addRelationships } from './relationships.js';

/** Members that a tree leaves out. */
const LEFT_OUT: ReadonlySet<string> = new Set([
    'Comment',
    'Documentation',
    'TextualRepresentation',
    'Alias',
    'Dependency',
    'Import',
    'ElementFilter',
    'Relationship',
    'ConnectorEnd',
    'InitialNode',
    'Multiplicity',
    'ResultExpression'
]);
/** Properties of the syntax tree that hold bodies: the members, the branches of a conditional, the body of a loop. */
const BODIES: ReadonlySet<string> = new Set(['members', 'thenAction', 'elseAction', 'bodyAction']);

/** The members of an element that a tree or table shows, in source order. */
export function shownMembersOf(element: AstNode): readonly AstNode[] {
    return ownedMembersOf(element).filter(
        m => !LEFT_OUT.has(m.$type) && !isAttachedEnd(m) && BODIES.has(m.$containerProperty ?? '') && layoutKindOf(m) === undefined
    );
}

/** Whether an element is an end in the body of a connector that states only the attached feature. */
function isAttachedEnd({ isEnd, $container: owner, relationships = [], members = [] }: AstNode): boolean {
    const isOfConnector = owner?.$type === 'ConnectorUsage' || owner?.$type === 'FlowUsage';
    return isEnd === true && isOfConnector && members.length === 0 && relationships.some(r => r.$type === 'ReferenceSubsetting');
}

export function shapeOf(element: AstNode): NodeShape {
    if (isPackage(element)) {
        return 'package';
    }
    if (isDefinition(element)) {
        return 'definition';
    }
    if (!isUsage(element)) {
        return 'comment';
    }
    if (isA(element, 'StateUsage')) {
        return 'state';
    }
    return isA(element, 'ViewUsage') ? 'view' : isA(element, 'ActionUsage') ? 'action' : 'usage';
}

/** @param view undefined for a pseudo-view */
export function renderTree(graph: ViewGraph, exposed: readonly AstNode[], view: AstNode | undefined): void {
    new Tree(graph).draw(exposed, view);
    addRelationships(graph, exposed, false);
    addAnnotatingComments(graph);
}

class Tree {
    private readonly expanded = new Set<AstNode>();

    constructor(private readonly graph: ViewGraph) {}

    draw(exposed: readonly AstNode[], view: AstNode | undefined): void {
        exposed.forEach(e => this.expand(e, undefined, 0));
        if (view !== undefined) {
            nestedViewsOf(view).forEach(v => this.drawView(v, undefined, [view]));
        }
    }

    private expand(element: AstNode, parent: NodeDraft | undefined, depth: number, isExposed = depth === 0): void {
        const node = this.graph.node(element, {
            shape: shapeOf(element),
            parent,
            name: isExposed ? fullNameOf(element) : undefined,
            text: bodyText(element),
            compartment: parent === undefined ? '' : compartmentOf(element)
        });
        node.compartments = statedByView(element, node);
        if (this.expanded.has(element)) {
            node.detail = SHOWN;
            node.isRepeated = true;
            return;
        }
        this.expanded.add(element);
        const members = shownMembersOf(element);
        if (depth >= MAX_DEPTH && members.length > 0) {
            node.detail = TOO_DEEP;
            return;
        }
        members.forEach(m => this.expand(m, node, depth + 1));
    }

    /** Draws a nested view with its exposed elements and its own nested views. @param around the views that contain it */
    private drawView(view: AstNode, parent: NodeDraft | undefined, around: readonly AstNode[]): void {
        if (around.includes(view)) {
            this.graph.notice(`view ${fullNameOf(view)} is nested in itself`);
            return;
        }
        const node = this.graph.node(view, { shape: 'view', parent, kind: 'view', name: fullNameOf(view) });
        const exposed = exposedBy(view);
        const nested = nestedViewsOf(view);
        if (exposed.length === 0) {
            node.detail = 'exposes nothing';
        }
        exposed.forEach(e => this.expand(e, node, around.length, true));
        nested.forEach(v => this.drawView(v, node, [...around, view]));
    }
}

/** The compartments of a view that do not come from its members (SysML 8.2.3.26). */
export function statedByView(element: AstNode, { element: id }: NodeDraft): Compartment[] {
    const isViewed = isA(element, 'ViewUsage') || isA(element, 'ViewDefinition');
    const texts: readonly (readonly [string, readonly string[]])[] = isViewed
        ? [
              ['exposes', exposesOf(element)],
              ['filters', filtersOf(element)]
          ]
        : [];
    return texts
        .filter(([, lines]) => lines.length > 0)
        .map(([name, lines]) => ({ name, lines: lines.map(text => ({ text, element: id })) }));
}

/** The name of an element in a notice. */
export function titleOf(element: AstNode): string {
    const name = fullNameOf(element);
    return name === '' ? `an anonymous ${keywordOf(element)}` : `${keywordOf(element)} ${name}`;
}
