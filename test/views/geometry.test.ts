/** Geometry that a model states with `DiagramLayout`: which statement applies, and what is not read. */
import { describe, expect, test } from 'vitest';
import { modelOf, rendered } from './rendering.js';

const MODEL = `private import DiagramLayout::*;
part c {
    part a { @Layout { x = 1; y = 2; } @Style { fill = "#AABBCC"; bold = true; } }
    part b;
    part d { @Layout { x = 1; } }
    connection k connect a to b { @Route { points = (1, 2, 3.5, -4); } }
}
metadata Layout about c::b { x = 5; y = 6; width = 7; height = 8; }
metadata Note about c::a { text = "everywhere"; x = 0; y = 0; }
view v {
    expose c;
    render asInterconnectionDiagram;
    @Canvas { width = 300; height = 200; }
    @Note { text = "free"; x = 9; y = 9; width = 10; height = 11; }
    @Picture { location = "p.png"; x = 0; y = 0; width = 10; height = 20; }
    metadata Layout about c::a { x = 10; y = 20; collapsed = true; }
    metadata Layout about c::a { x = 99; y = 99; }
    metadata Note about k2 { text = "edge"; x = 1; y = 1; }
    alias k2 for c::k;
}
view t { expose c; render asElementTable; @Canvas { unit = "mm"; } @Picture { location = "p.png"; x = 1; y = 2; width = 10; height = 20; } }`;

const at = (x: number, y: number, more = {}): object => ({ x, y, width: 0, height: 0, hasSize: false, collapsed: false, ...more });

describe('stated geometry', () => {
    const model = modelOf(MODEL, true);
    test("a view's statement wins over the element's, the first one over others", () => {
        const { nodes, edges, canvas, pictures, notes, notices } = rendered(model, 'T::v');
        expect(nodes.map(n => n.geometry)).toEqual([
            undefined,
            at(10, 20, { collapsed: true }),
            at(5, 6, { width: 7, height: 8, hasSize: true }),
            undefined
        ]);
        expect(nodes[1].style).toEqual({ fill: '#AABBCC', bold: true });
        expect(edges[0].route).toEqual([
            { x: 1, y: 2 },
            { x: 3.5, y: -4 }
        ]);
        expect(canvas).toEqual({ unit: 'px', width: 300, height: 200, hasSize: true });
        expect(notes.map(n => [n.text, n.anchor, n.edgeFrom, n.edgeTo, n.hasSize])).toEqual([
            ['everywhere', 'n1', '', '', false],
            ['edge', '', 'n1', 'n2', false],
            ['free', '', '', '', true]
        ]);
        expect(pictures.map(p => p.location)).toEqual(['p.png']);
        expect(notices).toEqual(['the Layout of T::c::d could not be read']);
    });

    test('a pseudo-view has what elements state', () => {
        const { nodes, canvas, notes } = rendered(model, '#interconnection:T::c');
        expect(nodes[1].geometry).toEqual(at(1, 2));
        expect([canvas, notes.map(n => n.text)]).toEqual([undefined, ['everywhere']]);
    });

    test('a table has no surface', () => {
        const { canvas, notes, notices } = rendered(model, 'T::t');
        expect([canvas, notes, notices]).toEqual([undefined, [], ['picture p.png at 1,2 10x20: not drawn in a table rendering']]);
    });

    test('a refused picture is told with its file and box', () => {
        const pictures = [
            '@Picture { location = ""; x = 1; y = 2; width = 3; height = 4; }',
            '@Picture { location = "p.png"; x = 1; y = 2; width = 0; height = 4; }',
            '@Picture { location = "p.png"; x = 1; }',
            '@Picture { location = "p.png"; x = 1; y = 2; width = 3; height = 4; alt = 5; }'
        ];
        const { pictures: drawn, notices } = rendered(
            modelOf(`private import DiagramLayout::*; part c; view v { expose c; ${pictures.join(' ')} }`, true),
            'T::v'
        );
        expect(drawn).toEqual([]);
        expect(notices).toEqual([
            'picture "" at 1,2 3x4: refused, its location is empty',
            'picture p.png at 1,2 0x4: refused, its width and height are not above 0',
            'picture p.png at 1,? ?x?: refused, it states no constant y, width, height',
            'picture p.png at 1,2 3x4: refused, its values are of other types'
        ]);
    });

    test('layout annotations are no elements of a diagram', () => {
        expect(rendered(model, '#tree:T::c').nodes.map(n => n.name)).toEqual(['T::c', 'a', 'b', 'd', 'k']);
    });
});
