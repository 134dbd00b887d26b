/** Renders views of a model text and tells the answer as short lines, for tables of cases. */
import { type GraphEdge, type GraphNode, isRefused, type NotationElement, type RenderedView, renderView } from '../../src/views/index.js';
import { Workspace, type Model } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

let workspace: Workspace | undefined;

/** The model of a package body `T`; refuses one with errors unless they are meant. */
export function modelOf(body: string, mayErr = false): Model {
    workspace ??= new Workspace({ library: testLibrary() });
    const content = `package T { private import ScalarValues::*; private import Views::*; private import StandardViewDefinitions::*; ${body} }`;
    const { model } = workspace.parse([{ name: 'case.sysml', language: 'sysml', content }]);
    const errors = model.diagnostics.filter(d => d.severity === 'error');
    if (errors.length > 0 && !mayErr) {
        throw new Error(errors.map(d => d.message).join('\n'));
    }
    return model;
}

/** The rendering of a view; a refusal is an error of the test. */
export function rendered(
    model: Model,
    view: string,
    ports: 'minimal' | 'full' = 'minimal',
    show: readonly NotationElement[] = []
): RenderedView {
    const answer = renderView(model, view, { ports, show });
    if (isRefused(answer)) {
        throw new Error(answer.message);
    }
    return answer;
}

/** A rendering in lines: nodes indented by containment, then lanes, edges, entries, rows, notices. */
export function linesOf(rendering: RenderedView): string[] {
    const { nodes, edges, entries, lanes, rows, notices } = rendering;
    const byId = new Map(nodes.map(n => [n.id, n]));
    return [
        ...nodes.map(n => `${'  '.repeat(depthOf(n, byId))}${nodeText(n)}`),
        ...lanes.map(
            l =>
                `by ${l.name}${l.type && ` : ${l.type}`}: ${nodes
                    .filter(n => n.lane === l.id)
                    .map(n => nameOf(n.id, byId))
                    .join(', ')}`
        ),
        ...entries.map(e => `* -> ${nameOf(e.target, byId)}${e.label && ` ${e.label}`}`),
        ...edges.map(e => edgeText(e, byId)),
        ...rows.map(r => r.cells.join(' | ')),
        ...notices.map(n => `! ${n}`)
    ];
}

function depthOf(node: GraphNode, byId: ReadonlyMap<string, GraphNode>): number {
    return node.parent === '' ? 0 : 1 + depthOf(byId.get(node.parent)!, byId);
}

function nodeText({ kind, name, type, detail, text, ports }: GraphNode): string {
    const pins = ports.length === 0 ? '' : ` <${ports.map(p => [p.direction, p.name].filter(t => t !== '').join(' ')).join(', ')}>`;
    return (
        [kind, name, type && `: ${type}`, detail && `(${detail})`, text && `{${text.replace(/\n/g, '; ')}}`]
            .filter(t => t !== '')
            .join(' ') + pins
    );
}

function nameOf(id: string, byId: ReadonlyMap<string, GraphNode>): string {
    const { name, kind } = byId.get(id)!;
    return name === '' ? kind : name;
}

function edgeText(edge: GraphEdge, byId: ReadonlyMap<string, GraphNode>): string {
    const end = (id: string, port: string): string =>
        nameOf(id, byId) + (port === '' ? '' : `.${byId.get(id)!.ports.find(p => p.id === port)!.name}`);
    return `${end(edge.from, edge.fromPort)} -${edge.kind}-> ${end(edge.to, edge.toPort)}${edge.label && `: ${edge.label}`}`;
}
