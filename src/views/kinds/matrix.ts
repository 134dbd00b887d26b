/**
 * Relationship matrices (SysML 9.2.20.2.5 GridView: relationship matrix view; rendering `asRelationshipMatrix` of `OpenSysMLRenderings`): a
 * row for each source of a relationship, a column for each target, and the relationships in the cells. Covers the elements that a tree of
 * the view would show.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { chainOf } from '../../language/semantics/featuring.js';
import { isUsage, type NameNode, ownerOf } from '../../language/semantics/structure.js';
import { isA } from '../../runtime/evaluation/index.js';
import { endsOf, elementIdOf, fullNameOf, keywordOf, originOf, simpleNameOf, typeTextOf } from '../describe.js';
import type { EdgeKind, Row } from '../graph.js';
import { ViewGraph } from '../view-graph.js';
import { relationshipsAmong } from './relationships.js';
import { isPort, isStructuralConnector } from './structure.js';
import { renderTree } from './tree.js';

/** Relationships that are omitted because the declarations of their ends state them and every model has many. */
const LEFT_OUT: ReadonlySet<EdgeKind> = new Set<EdgeKind>([
    'specialization',
    'typing',
    'subsetting',
    'reference subsetting',
    'redefinition',
    'import',
    'alias',
    'annotation'
]);
const WORDS: Partial<Readonly<Record<EdgeKind, string>>> = { allocation: 'allocate' };

/** A relationship from one element to another. */
interface Joint {
    readonly from: AstNode;
    readonly to: AstNode;
    readonly text: string;
}

/** @param view undefined for a pseudo-view */
export function renderMatrix(
    graph: ViewGraph,
    exposed: readonly AstNode[],
    view: AstNode | undefined
): { readonly columns: readonly string[]; readonly rows: readonly Row[] } {
    const shown = new ViewGraph(graph.options, graph.geometry, graph.performers);
    renderTree(shown, exposed, view);
    const elements = [...shown.shownElements()];
    const joints = [...relationshipsIn(shown, exposed), ...elements.flatMap(connectionsOf)];
    const place = new Map(elements.map((e, i) => [e, i]));
    const inOrder = (ends: readonly AstNode[]): AstNode[] =>
        [...new Set(ends)].filter(e => place.has(e)).sort((a, b) => place.get(a)! - place.get(b)!);
    const kept = joints.filter(j => place.has(j.from) && place.has(j.to));
    const sources = inOrder(kept.map(j => j.from));
    const targets = inOrder(kept.map(j => j.to));
    if (kept.length === 0) {
        graph.notice('no relationship joins the elements that are exposed');
    }
    const nameOf = namesOf([...sources, ...targets]);
    return {
        columns: ['Element', ...targets.map(nameOf)],
        rows: sources.map(source => ({
            cells: [
                nameOf(source),
                ...targets.map(target => [...new Set(kept.filter(j => j.from === source && j.to === target).map(j => j.text))].join(', '))
            ],
            element: elementIdOf(source),
            origin: originOf(source, graph.options.digests)
        }))
    };
}

function relationshipsIn(shown: ViewGraph, exposed: readonly AstNode[]): Joint[] {
    return [...relationshipsAmong(shown, exposed)]
        .filter(({ kind }) => !LEFT_OUT.has(kind))
        .map(({ kind, declaration, source, target, label = '' }) => {
            const named = kind === 'dependency' && label !== '' ? `dependency ${label}` : label;
            // The source of a performance, inclusion, verification … is the owner of the usage that states it.
            const from = source === declaration ? holderOf(source) : source;
            return { from, to: target, text: named === '' ? (WORDS[kind] ?? kind) : named.replace(/[«»]/g, '') };
        });
}

/** The owner of a usage; for a usage in an objective, the case that has the objective. */
function holderOf(usage: AstNode): AstNode {
    const owner = ownerOf(usage);
    return owner === undefined ? usage : owner.kind === 'objective' ? (ownerOf(owner) ?? owner) : owner;
}

/** Each pair of ends of a connector or flow; for ports, the parts that have them. */
function connectionsOf(element: AstNode): Joint[] {
    if (!isStructuralConnector(element) || isA(element, 'AllocationUsage') || isA(element, 'BindingConnector')) {
        return [];
    }
    const ends = endsOf(element).map(partAt);
    const text = [simpleNameOf(element), typeTextOf(element), keywordOf(element)].find(t => t !== '')!;
    return ends.flatMap((from, i) =>
        ends.slice(i + 1).flatMap(to => (from === undefined || to === undefined || from === to ? [] : [{ from, to, text }]))
    );
}

/** The last feature on the path of an end before a port or a directed feature; such a feature itself if the path begins with it. */
function partAt(end: NameNode): AstNode | undefined {
    const path = chainOf(end).filter((f): f is ast.Usage => f !== undefined && isUsage(f));
    const port = path.findIndex(f => isPort(f) || f.direction !== undefined);
    return port === 0 ? path[0] : path.at(port < 0 ? -1 : port - 1);
}

/** Names for elements: simple names if these are unique, qualified names otherwise. */
function namesOf(elements: readonly AstNode[]): (element: AstNode) => string {
    const count = new Map<string, Set<AstNode>>();
    for (const element of elements) {
        const name = simpleNameOf(element);
        count.set(name, (count.get(name) ?? new Set()).add(element));
    }
    return element => {
        const name = simpleNameOf(element);
        return name !== '' && count.get(name)!.size === 1
            ? name
            : fullNameOf(element) || `${keywordOf(element)} ${typeTextOf(element)}`.trim();
    };
}
