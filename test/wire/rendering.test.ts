/** What a rendering is on the wire (contract: views 3): a row is a view with what is shown, and the response in JSON without origins. */
import { create, type JsonObject, toJson } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { RenderViewResponseSchema } from '../../src/wire/generated/sysml_pb.js';
import { encodeRendering } from '../../src/wire/rendering.js';
import { modelOf, rendered } from '../views/rendering.js';

const ENDS = 'port def P; part def A { port p : P; } part w { part a : A; part b : A; interface i connect a.p to b.p; }';
const FLOW = 'item def I; action m { action a { out o : I; } action b { in i : I; } flow f of I from a.o to b.i; first a then b; }';

/** The nodes or edges of a response, each without its origin. */
const without = (items: unknown): JsonObject[] => ((items ?? []) as JsonObject[]).map(({ origin: _, ...rest }) => rest);

function wire(body: string, view: string, show: Parameters<typeof rendered>[3]): JsonObject {
    const { nodes, edges, rows, notes, ...others } = toJson(
        RenderViewResponseSchema,
        create(RenderViewResponseSchema, encodeRendering(rendered(modelOf(body), view, 'minimal', show)))
    ) as JsonObject;
    return { nodes: without(nodes), edges: without(edges), rows: without(rows), notes: without(notes), ...others };
}

const LINE = { name: 'f', label: 'f: o to i', kind: 'flow' };

test.each<readonly [title: string, body: string, view: string, show: Parameters<typeof rendered>[3], response: JsonObject]>([
    [
        'ports, at which connections end',
        ENDS,
        '#interconnection:T::w',
        [],
        {
            kind: 'interconnection',
            stated: 'no view declared; rendering T::w directly',
            nodes: [
                { id: 'n0', kind: 'part', name: 'T::w' },
                { id: 'n1', kind: 'part', name: 'a', type: 'A', parent: 'n0', ports: [{ id: 'n1.0', name: 'p', type: 'P' }] },
                { id: 'n2', kind: 'part', name: 'b', type: 'A', parent: 'n0', ports: [{ id: 'n2.0', name: 'p', type: 'P' }] }
            ],
            edges: [{ from: 'n1', to: 'n2', fromPort: 'n1.0', toPort: 'n2.0', label: 'i', name: 'i', kind: 'connection' }],
            rows: [],
            notes: []
        }
    ],
    [
        'steps without their parameters',
        FLOW,
        '#action:T::m',
        [],
        {
            nodes: [
                { id: 'n0', kind: 'action', name: 'T::m' },
                { id: 'n1', kind: 'action', name: 'a', parent: 'n0' },
                { id: 'n2', kind: 'action', name: 'b', parent: 'n0' }
            ],
            edges: [
                { from: 'n1', to: 'n2', kind: 'succession' },
                { ...LINE, from: 'n1', to: 'n2' }
            ]
        }
    ],
    [
        'steps with their parameters',
        FLOW,
        '#action:T::m',
        ['parameter-symbols'],
        {
            shown: ['parameter-symbols'],
            nodes: [
                { id: 'n0', kind: 'action', name: 'T::m' },
                { id: 'n1', kind: 'action', name: 'a', parent: 'n0', ports: [{ id: 'n1.p0', name: 'o', type: 'I', direction: 'out' }] },
                { id: 'n2', kind: 'action', name: 'b', parent: 'n0', ports: [{ id: 'n2.p0', name: 'i', type: 'I', direction: 'in' }] }
            ],
            edges: [
                { from: 'n1', to: 'n2', kind: 'succession' },
                { ...LINE, from: 'n1', to: 'n2' }
            ]
        }
    ],
    [
        'rows',
        'part def A; part w { part a : A; }',
        '#table:T::w',
        [],
        {
            columns: ['Element', 'Kind', 'Type', 'Declared in'],
            rows: [{ cells: ['T::w', 'part', '', ''] }, { cells: ['a', 'part', 'A', 'T::w'] }],
            nodes: [],
            edges: []
        }
    ],
    [
        'stated places and routes',
        `part w { part a { @DiagramLayout::Layout { x = 1; y = 2; width = 90; height = 60; } } part b { @DiagramLayout::Style { fill = "#ff0000"; bold = true; } }
            connection k connect a to b { @DiagramLayout::Route { points = (90, 30, 150, 30); } @DiagramLayout::Style { line = "#0000ff"; } } }`,
        '#interconnection:T::w',
        [],
        {
            nodes: [
                { id: 'n0', kind: 'part', name: 'T::w' },
                { id: 'n1', kind: 'part', name: 'a', parent: 'n0', geometry: { x: 1, y: 2, width: 90, height: 60, hasSize: true } },
                { id: 'n2', kind: 'part', name: 'b', parent: 'n0', style: { fill: '#ff0000', bold: true } }
            ],
            edges: [
                {
                    ...{ from: 'n1', to: 'n2', name: 'k', label: 'k', kind: 'connection' },
                    route: [
                        { x: 90, y: 30 },
                        { x: 150, y: 30 }
                    ],
                    style: { line: '#0000ff' }
                }
            ]
        }
    ],
    [
        'notices',
        'part def P { exhibit state m { entry; then a; state a; } }',
        '#state:T::P',
        [],
        { notices: ['part def T::P is no state machine; it has T::P::m (#state:T::P::m)'] }
    ]
])('%s', (_, body, view, show, response) => {
    expect(wire(body, view, show)).toMatchObject(response);
});

test('nodes in a compartment of their parent', () => {
    const view = rendered(modelOf('part def A { part b; part c; }'), '#tree:T::A', 'minimal', []);
    const nodes = view.nodes.map((node, i) => ({ ...node, isFolded: i === 1, compartment: i === 0 ? '' : 'parts' }));
    const response = toJson(RenderViewResponseSchema, create(RenderViewResponseSchema, encodeRendering({ ...view, nodes }))) as JsonObject;
    expect(without(response.nodes).map(({ name, compartment }) => [name, compartment])).toEqual([
        ['T::A', undefined],
        ['b', 'parts'],
        ['c', undefined]
    ]);
});
