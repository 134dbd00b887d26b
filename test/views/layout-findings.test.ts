/** Findings about annotations of `DiagramLayout`. A row: what is in a model, and the findings that come of it. */
import { expect, test } from 'vitest';
import { modelOf } from './rendering.js';

const BASE =
    'private import DiagramLayout::*; port def P; part c { part a { port p : P; } part b; connect a to b; action d; connection k connect a to b; }';
const view = (members: string): string => `${BASE} view v { expose c; render asInterconnectionDiagram; ${members} }`;

test.each([
    [
        'all is well',
        view(
            '@Canvas { width = 1; height = 2; } metadata Layout about c::a { x = -1; y = 2 * 3; } metadata Route about c::k { points = (1, 2, 3, 4); }'
        ),
        []
    ],
    ['an odd number of coordinates', view('metadata Route about c::k { points = (1, 2, 3); }'), ['diagram-layout-value']],
    ['one half of a size', view('@Canvas { width = 1; }'), ['diagram-layout-value']],
    ['no constant', `${BASE} attribute n : Real; part q { @Layout { x = n; y = 1; } }`, ['diagram-layout-value']],
    ['a constant attribute', `${BASE} attribute n : Real = 4; part q { @Layout { x = n; y = 1; } }`, []],
    ['another type', `${BASE} part q { @Layout { x = "1"; y = 1; } }`, ['diagram-layout-value']],
    ['a picture without a place', view('@Picture { location = "p.png"; }'), ['diagram-layout-value']],
    ['a picture without an area', view('@Picture { location = ""; x = 1; y = 1; width = 1; height = 1; }'), ['diagram-layout-value']],
    ['a picture of no height', view('@Picture { location = "p"; x = 1; y = 1; width = 1; height = 0; }'), ['diagram-layout-value']],
    ['a canvas on a part', `${BASE} part q { @Canvas { unit = "px"; } }`, ['diagram-layout-canvas']],
    ['a canvas about a view from outside', `${view('')} metadata Canvas about v { unit = "px"; }`, ['diagram-layout-canvas']],
    [
        'a picture on a part',
        `${BASE} part q { @Picture { location = "p"; x = 1; y = 1; width = 1; height = 1; } }`,
        ['diagram-layout-canvas']
    ],
    [
        'two places of one node, two notes',
        view(
            'metadata Layout about c::a { x = 1; y = 1; } metadata Layout about c::a { x = 2; y = 2; } metadata Note about c::a { text = "n"; x = 1; y = 1; } metadata Note about c::a { text = "m"; x = 1; y = 1; }'
        ),
        ['diagram-layout-duplicate']
    ],
    ['two canvases', view('@Canvas { unit = "px"; } @Canvas { unit = "mm"; }'), ['diagram-layout-duplicate']],
    [
        'a route of what a tree draws as a line',
        `${BASE} part d :> c; view t { expose c; expose d; render asTreeDiagram; metadata Route about c::k { points = (1, 2, 3, 4); } }`,
        []
    ],
    ['a place of what is not exposed', view('metadata Layout about P { x = 1; y = 1; }'), ['diagram-layout-unplaced']],
    ['a place of a port', view('metadata Layout about c::a::p { x = 1; y = 1; }'), ['diagram-layout-unplaced']],
    ['a place of an action', view('metadata Layout about c::d { x = 1; y = 1; }'), ['diagram-layout-unplaced']],
    ['a route of a part', view('metadata Route about c::a { points = (1, 2); }'), ['diagram-layout-unplaced']],
    [
        'a tree draws what the views nested in it expose',
        `${BASE} view v { metadata Layout about c::a { x = 1; y = 1; } view w { expose c; } metadata Layout about w { x = 1; y = 1; } }`,
        []
    ],
    [
        'an interconnection draws no nested views',
        view('view w { expose P; } metadata Layout about P { x = 1; y = 1; }'),
        ['diagram-layout-unplaced']
    ],
    ['an own place applies in views that draw the element', `${BASE} part q { @Layout { x = 1; y = 1; } }`, []]
])('%s', (_, body, codes) => {
    const found = modelOf(body, true).diagnostics.map(d => d.code);
    expect(found.filter(c => c.startsWith('diagram-layout'))).toEqual(codes);
});
