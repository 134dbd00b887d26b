// Encodes a rendered view as the response of RenderView (contract: wire 4.10).

import { create } from '@bufbuild/protobuf';
import { type GraphEdge, type GraphNode, type Note, type Origin, type RenderedView, withRunsJoined } from '../views/index.js';
import {
    type RenderEdge,
    RenderEdgeSchema,
    type RenderNode,
    RenderNodeSchema,
    type RenderNote,
    RenderNoteSchema,
    type RenderViewResponse,
    RenderViewResponseSchema
} from './generated/sysml_pb.js';

/** Encodes the fields that the message has. The additional data of drawings are left out. */
export function encodeRendering(rendering: RenderedView): RenderViewResponse {
    const { view, kind, stated, nodes, edges, columns, rows, canvas, notes, shown, notices } = withRunsJoined(rendering);
    return create(RenderViewResponseSchema, {
        view,
        kind,
        stated,
        nodes: nodes.map(n => encodeNode(n, shown.includes('parameter-symbols'))),
        edges: edges.map(encodeEdge),
        columns: [...columns],
        rows: rows.map(({ cells, origin }) => ({ cells: [...cells], ...placed(origin) })),
        ...(canvas !== undefined && { canvas }),
        notes: notes.map(encodeNote),
        notices: [...notices],
        shown: [...shown]
    });
}

function encodeNode(node: GraphNode, showsPins: boolean): RenderNode {
    const { id, kind, name, nameSynthesized, type, detail, text, standIn, parent, origin, geometry, style } = node;
    const ports = showsPins ? [...node.ports, ...node.pins] : node.ports;
    return create(RenderNodeSchema, {
        id,
        kind,
        name,
        nameSynthesized,
        type,
        detail,
        text,
        standIn,
        parent,
        ports: ports.map(p => ({ id: p.id, name: p.name, type: p.type, direction: p.direction })),
        ...placed(origin),
        ...(geometry !== undefined && { geometry }),
        ...(style !== undefined && { style }),
        ...(node.isFolded && { compartment: node.compartment })
    });
}

function encodeEdge(edge: GraphEdge): RenderEdge {
    const { from, to, fromPort, toPort, label, name, kind, origin, route, style } = edge;
    return create(RenderEdgeSchema, {
        from,
        to,
        fromPort,
        toPort,
        label,
        name,
        kind,
        route: [...route],
        ...placed(origin),
        ...(style !== undefined && { style })
    });
}

function encodeNote(note: Note): RenderNote {
    const { text, anchor, edgeFrom, edgeTo, x, y, width, height, hasSize, origin } = note;
    return create(RenderNoteSchema, { text, anchor, edgeFrom, edgeTo, x, y, width, height, hasSize, ...placed(origin) });
}

function placed(origin: Origin | undefined): { origin?: Omit<Origin, 'digest'> } {
    if (origin === undefined) {
        return {};
    }
    const { file, startLine, startCol, endLine, endCol } = origin;
    return { origin: { file, startLine, startCol, endLine, endCol } };
}
