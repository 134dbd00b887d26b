/** Geometry views: shapes of the geometry library in their places, as points in metres, and the drawing of them. */
import { describe, expect, test } from 'vitest';
import { drawView } from '../../src/views/drawing/draw.js';
import type { GraphNode } from '../../src/views/index.js';
import { modelOf, rendered } from './rendering.js';
import { readSvg } from './svg.js';

const IMPORTS =
    'private import SI::*; private import ISQ::*; private import ShapeItems::*; private import SpatialItems::*; private import MeasurementReferences::*;';
const moved = (elements: string): string =>
    `attribute :>> coordinateFrame { attribute :>> transformation : TranslationRotationSequence { attribute :>> elements = ${elements}; } }`;
const BOX = 'item :>> shape : Box { :>> length = 4 [m]; :>> width = 2 [m]; :>> height = 100 [cm]; }';

/** Of each shape the least and the greatest coordinates, in metres. */
function extentsOf(body: string): Readonly<Record<string, string>> {
    const { nodes } = rendered(modelOf(`${IMPORTS} ${body} view v : GeometryView { expose a; }`), 'T::v');
    const range = ({ solid = [] }: GraphNode, axis: number): string => {
        const values = solid.map(p => p[axis]);
        return [Math.min(...values), Math.max(...values)].map(x => Math.round(x * 100) / 100 + 0).join('..');
    };
    return Object.fromEntries(nodes.map(n => [n.name.replace(/^T::/, ''), [0, 1, 2].map(axis => range(n, axis)).join(' ')] as const));
}

describe('shapes in their places', () => {
    test.each<[title: string, body: string, extents: Record<string, string>]>([
        ['a box, in any unit', `part a : SpatialItem { ${BOX} }`, { a: '0..4 0..2 0..1' }],
        ['an item that is a shape itself', 'item a : Sphere { :>> radius = 2 [m]; }', { a: '-2..2 -2..2 -2..2' }],
        [
            'parts in parts, moved along the axes of a unit and of a frame',
            `attribute grid : CartesianSpatial3dCoordinateFrame { :>> mRefs = (mm, mm, mm); } part a : SpatialItem { ${BOX}
                part b : SpatialItem { ${BOX} ${moved('new Translation((1, 0, 0.5)[m])')} part c : SpatialItem { ${BOX} ${moved('new Translation((0, 1000, 0)[grid])')} } } }`,
            { a: '0..4 0..2 0..1', b: '1..5 0..2 0.5..1.5', c: '1..5 1..3 0.5..1.5' }
        ],
        [
            'a cylinder that is turned, then moved',
            `part a : SpatialItem { item :>> shape : CircularCylinder { :>> radius = 1 [m]; :>> height = 3 [m]; }
                ${moved("(new Translation((10, 0, 0)[m]), new Rotation((1, 0, 0)[m], 90 ['°']))")} }`,
            { a: '9..11 -3..0 -1..1' }
        ]
    ])('%s', (_, body, extents) => {
        expect(extentsOf(body)).toEqual(extents);
    });

    test('what has no lengths is told', () => {
        const { nodes, notices } = rendered(modelOf(`${IMPORTS} item a : Sphere; view v : GeometryView { expose a; }`), 'T::v');
        expect(nodes).toEqual([]);
        expect(notices).toEqual(['item T::a: radius has no value', 'item T::a has no shape of ShapeItems, nor has anything in it']);
    });

    test('are drawn as plan and elevation', async () => {
        const body = `${IMPORTS} part a : SpatialItem { ${BOX} part b : SpatialItem { ${BOX} } } view v : GeometryView { expose a; }`;
        const svg = await drawView(rendered(modelOf(body), 'T::v'));
        expect(readSvg(svg).elements).toEqual(['T::v', 'T::a', 'T::a::b', 'T::a', 'T::a::b']);
        expect(svg).toMatch(/>plan<[^]*>elevation</);
    });
});
