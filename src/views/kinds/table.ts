/** Tables (contract: views 2.5): a row for each exposed element and each member declared in it, and for the views nested in the view. */
import type { AstNode } from '../../language/generated/tree.js';
import { exposedBy, nestedViewsOf } from '../../language/semantics/exposure.js';
import { elementIdOf, fullNameOf, keywordOf, originOf, referenceTextOf, simpleNameOf, typeTextOf } from '../describe.js';
import type { Row } from '../graph.js';
import type { ViewGraph } from '../view-graph.js';
import { MAX_DEPTH, TOO_DEEP } from './bounds.js';
import { shownMembersOf, titleOf } from './tree.js';

export const TABLE_COLUMNS: readonly string[] = ['Element', 'Kind', 'Type', 'Declared in'];

/** @param view undefined for a pseudo-view */
export function renderTable(
    graph: ViewGraph,
    exposed: readonly AstNode[],
    view: AstNode | undefined
): { readonly columns: readonly string[]; readonly rows: readonly Row[] } {
    const table = new Table(graph);
    exposed.forEach(e => table.expand(e, fullNameOf(e), '', 0));
    if (view !== undefined) {
        table.addNestedViews(view, fullNameOf(view), [view]);
    }
    return { columns: TABLE_COLUMNS, rows: table.rows };
}

class Table {
    readonly rows: Row[] = [];
    private readonly expanded = new Set<AstNode>();

    constructor(private readonly graph: ViewGraph) {}

    private add(element: AstNode, name: string, kind: string, owner: string): void {
        this.rows.push({
            cells: [name || referenceTextOf(element), kind, typeTextOf(element), owner],
            element: elementIdOf(element),
            origin: originOf(element, this.graph.options.digests)
        });
    }

    expand(element: AstNode, name: string, owner: string, depth: number): void {
        this.add(element, name, keywordOf(element), owner);
        if (this.expanded.has(element)) {
            return;
        }
        this.expanded.add(element);
        const members = shownMembersOf(element);
        if (depth >= MAX_DEPTH && members.length > 0) {
            this.graph.notice(`${titleOf(element)}: ${TOO_DEEP}`);
            return;
        }
        members.forEach(m => this.expand(m, simpleNameOf(m), name, depth + 1));
    }

    /**
     * Adds a row for each view nested in a view, followed by the rows of its exposed elements.
     * @param around the views that contain them
     */
    addNestedViews(view: AstNode, name: string, around: readonly AstNode[]): void {
        for (const nested of nestedViewsOf(view)) {
            if (around.includes(nested)) {
                this.graph.notice(`view ${fullNameOf(nested)} is nested in itself`);
                continue;
            }
            const nestedName = fullNameOf(nested);
            this.add(nested, nestedName, 'view', name);
            exposedBy(nested).forEach(e => this.expand(e, fullNameOf(e), '', 0));
            this.addNestedViews(nested, nestedName, [...around, nested]);
        }
    }
}
