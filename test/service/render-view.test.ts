// RenderView in JSON: the contract's worked example, and what is refused.

import { beforeAll, describe, expect, it } from 'vitest';
import { hostWithModel, type Posts } from './one-host.js';

const BREW = `package Brew {
    private import Views::*;
    private import DiagramLayout::*;
    port def Pipe;
    part def Kettle { out port tap : Pipe; port lid : Pipe; }
    part def Cup { in port rim : Pipe; }
    part def Table {
        part kettle : Kettle;
        part cup : Cup;
        connection pour connect kettle.tap to cup.rim;
    }
    view wiring {
        expose Table;
        render asInterconnectionDiagram;
        @Canvas { unit = "px"; width = 400; height = 200; }
        metadata Layout about Table::kettle { x = 40; y = 30; }
    }
    view rows { expose Kettle; render asElementTable; }
}
`;

let post: Posts;
let modelHash: string;

beforeAll(async () => {
    ({ post, modelHash } = await hostWithModel('brew.sysml', BREW));
});

const origin = (startLine: number, startCol: number, endLine: number, endCol: number): object => ({
    file: 'brew.sysml',
    startLine,
    startCol,
    endLine,
    endCol
});

describe('RenderView', () => {
    it('answers the worked example of the contract', () => {
        const { json } = post('RenderView', { modelHash, view: 'Brew::wiring' });
        expect(json).toEqual({
            view: 'Brew::wiring',
            kind: 'interconnection',
            stated: 'render asInterconnectionDiagram',
            nodes: [
                { id: 'n0', kind: 'part def', name: 'Brew::Table', origin: origin(7, 5, 11, 6) },
                {
                    id: 'n1',
                    kind: 'part',
                    name: 'kettle',
                    type: 'Kettle',
                    parent: 'n0',
                    ports: [{ id: 'n1.0', name: 'tap', type: 'Pipe', direction: 'out' }],
                    origin: origin(8, 9, 8, 30),
                    geometry: { x: 40, y: 30 }
                },
                {
                    id: 'n2',
                    kind: 'part',
                    name: 'cup',
                    type: 'Cup',
                    parent: 'n0',
                    ports: [{ id: 'n2.0', name: 'rim', type: 'Pipe', direction: 'in' }],
                    origin: origin(9, 9, 9, 24)
                }
            ],
            edges: [
                {
                    from: 'n1',
                    to: 'n2',
                    fromPort: 'n1.0',
                    toPort: 'n2.0',
                    label: 'pour',
                    name: 'pour',
                    kind: 'connection',
                    origin: origin(10, 9, 10, 55)
                }
            ],
            canvas: { unit: 'px', width: 400, height: 200, hasSize: true }
        });
    });

    it('lists every port when all are wanted', () => {
        const { json } = post('RenderView', { modelHash, view: 'Brew::wiring', ports: 'full' });
        expect((json.nodes as { ports?: object[] }[])[1].ports).toEqual([
            { id: 'n1.0', name: 'tap', type: 'Pipe', direction: 'out' },
            { id: 'n1.1', name: 'lid', type: 'Pipe' }
        ]);
    });

    it('shows more of the notation, and says what', () => {
        const { json } = post('RenderView', { modelHash, view: 'Brew::wiring', show: ['port-symbols', 'typings'] });
        expect(json.shown).toEqual(['port-symbols', 'typings']);
        expect((json.nodes as { ports?: object[] }[])[1].ports).toHaveLength(2);
        const all = post('RenderView', { modelHash, view: 'Brew::wiring', show: ['all'] });
        expect(all.json.shown).toHaveLength(8);
    });

    it('counts what lies deeper than the depth, and ends lines at what holds it', () => {
        const { json } = post('RenderView', { modelHash, view: '#tree:Brew::Table', depth: 0 });
        expect(json.nodes).toHaveLength(4);
        const cut = post('RenderView', { modelHash, view: '#tree:Brew', depth: 1 });
        const table = (cut.json.nodes as { name: string; detail?: string }[]).find(n => n.name === 'Table')!;
        expect(table.detail).toBe('not shown: 2 parts, 1 connections');
    });

    it('names the compartment of a folded member', () => {
        const { json } = post('RenderView', { modelHash, view: '#tree:Brew::Table', compartments: 'most' });
        const compartments = (json.nodes as { name: string; compartment?: string }[]).map(n => [n.name, n.compartment]);
        // The kettle has a place in the drawing of a view only.
        expect(compartments).toEqual([
            ['Brew::Table', undefined],
            ['kettle', 'parts'],
            ['cup', 'parts'],
            ['pour', 'connections']
        ]);
    });

    it('answers a table with rows', () => {
        const { json } = post('RenderView', { modelHash, view: 'Brew::rows' });
        expect(json).toMatchObject({
            kind: 'table',
            columns: ['Element', 'Kind', 'Type', 'Declared in'],
            rows: [
                { cells: ['Brew::Kettle', 'part def', '', ''] },
                { cells: ['tap', 'port', 'Pipe', 'Brew::Kettle'] },
                { cells: ['lid', 'port', 'Pipe', 'Brew::Kettle'] }
            ]
        });
        expect(json.nodes).toBeUndefined();
    });

    it.each([
        ['an empty view', { view: '' }, 'invalid_argument', 'view is required'],
        [
            'an unknown port display',
            { view: 'Brew::wiring', ports: 'some' },
            'invalid_argument',
            'unknown port display "some"; the displays are minimal, full'
        ],
        [
            'an unknown element of the notation',
            { view: 'Brew::wiring', show: ['typings', 'colours'] },
            'invalid_argument',
            'unknown notation element "colours"; the elements are compartments, edge-labels, keywords, multiplicities, parameter-symbols, ' +
                'port-symbols, qualifiers, typings, all'
        ],
        ['a negative depth', { view: 'Brew::wiring', depth: -1 }, 'invalid_argument', 'depth is a number of levels, 0 for all: -1'],
        [
            'an unknown folding',
            { view: 'Brew::wiring', compartments: 'some' },
            'invalid_argument',
            'unknown folding of compartments "some"; the foldings are positioned, most, ports'
        ],
        ['an unknown view', { view: 'Brew::none' }, 'not_found', 'no view named Brew::none'],
        [
            'a pseudo-view of nothing',
            { view: '#interconnection:Nope' },
            'not_found',
            '#interconnection:Nope: Nope names nothing in this model'
        ],
        ['another element', { view: 'Brew::Cup' }, 'invalid_argument', 'Brew::Cup is not a view'],
        ['an unknown model', { view: 'Brew::wiring', modelHash: 'none' }, 'not_found', 'model not found: none']
    ])('%s', (_, request, code, message) => {
        const { json } = post('RenderView', { modelHash, ...request });
        expect(json.code).toBe(code);
        expect(json.message).toContain(message);
    });
});
