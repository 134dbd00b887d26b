// What a drawing writes into the model: statements of `DiagramLayout`, and which one is rewritten. (Contract views 2.7,
// edits-and-diagnostics 3.3.)

import { expect, it } from 'vitest';
import { type Some, textAfter } from './edit.js';

const place = (target: string, x: number, y: number, view = ''): Some => ({
    draw: {
        target,
        view,
        statement: 'Layout',
        values: [
            { feature: 'x', value: String(x) },
            { feature: 'y', value: String(y) }
        ]
    }
});
const route = (target: string, points: string): Some => ({
    draw: { target, statement: 'Route', values: [{ feature: 'points', value: points }] }
});
const VIEW = 'package P { part def A { part b; } view v { expose A; render asTreeDiagram; } }\n';

/** Title, text before, operations, text after or the failure. */
it.each<readonly [title: string, before: string, operations: readonly Some[], after: string]>([
    [
        'the body of the element',
        'part def A {\n    part b { part c; }\n}\n',
        [place('A::b', 10, -20)],
        'part def A {\n    part b { part c; \n        @DiagramLayout::Layout { x = 10; y = -20; }\n    }\n}\n'
    ],
    [
        'a body that is not there yet, by an imported name',
        'private import DiagramLayout::*;\npart a;\n',
        [place('a', 1, 2)],
        'private import DiagramLayout::*;\npart a {\n    @Layout { x = 1; y = 2; }\n}\n'
    ],
    [
        'the statement that is there',
        'part a { @DiagramLayout::Layout { x = 1.5; y = -2 /* low */; width = 3; height = 4; } }\n',
        [place('a', 7, 8)],
        'part a { @DiagramLayout::Layout { x = 7; y = 8 /* low */; width = 3; height = 4; } }\n'
    ],
    [
        'the statement that is there, about it',
        'part a;\nmetadata DiagramLayout::Layout about a { x = 1; }\n',
        [place('a', 7, 8)],
        'part a;\nmetadata DiagramLayout::Layout about a { x = 7; y = 8; }\n'
    ],
    [
        'several at once',
        'part a; part b;\n',
        [place('a', 1, 2), place('b', 3, 4)],
        'part a {\n    @DiagramLayout::Layout { x = 1; y = 2; }\n} part b {\n    @DiagramLayout::Layout { x = 3; y = 4; }\n}\n'
    ],
    [
        'the body of a view, by the shortest name',
        VIEW,
        [place('P::A::b', 1, 2, 'P::v')],
        VIEW.replace('asTreeDiagram; }', 'asTreeDiagram; \n    metadata DiagramLayout::Layout about A::b { x = 1; y = 2; }\n}')
    ],
    [
        "a view's own statement, not the element's",
        'part a { @DiagramLayout::Layout { x = 0; y = 0; } } view v { metadata DiagramLayout::Layout about a { x = 1; y = 1; } }\n',
        [place('a', 5, 6, 'v')],
        'part a { @DiagramLayout::Layout { x = 0; y = 0; } } view v { metadata DiagramLayout::Layout about a { x = 5; y = 6; } }\n'
    ],
    [
        "the element's own statement, not a view's",
        'part a { @DiagramLayout::Layout { x = 0; y = 0; } } view v { metadata DiagramLayout::Layout about a { x = 1; y = 1; } }\n',
        [place('a', 5, 6)],
        'part a { @DiagramLayout::Layout { x = 5; y = 6; } } view v { metadata DiagramLayout::Layout about a { x = 1; y = 1; } }\n'
    ],
    [
        'the way of a line',
        'part a; part b; connection c connect a to b;\n',
        [route('c', '(1, 2, 3, 4)')],
        'part a; part b; connection c connect a to b {\n    @DiagramLayout::Route { points = (1, 2, 3, 4); }\n}\n'
    ],
    [
        'the way of a line without a name',
        'part a; part b; connect a to b { @DiagramLayout::Route { points = (1, 2); } }\n',
        [route('@2', '()')],
        'part a; part b; connect a to b { @DiagramLayout::Route { points = (); } }\n'
    ],
    [
        'the canvas of a view',
        'view v;\n',
        [{ draw: { target: 'v', view: 'v', statement: 'Canvas', values: [{ feature: 'unit', value: '"mm"' }] } }],
        'view v {\n    @DiagramLayout::Canvas { unit = "mm"; }\n}\n'
    ],
    [
        'a statement about several, which is refused',
        'part a; part b; metadata DiagramLayout::Layout about a, b { x = 1; y = 1; }\n',
        [place('a', 5, 6)],
        'AMBIGUOUS_TARGET'
    ],
    ['nothing, which is refused', 'part a;\n', [place('b', 5, 6)], 'UNKNOWN_TARGET']
])('a place is written into %s', (_title, before, operations, after) => {
    const found = textAfter(before, operations);
    expect(/^[A-Z_]+$/.test(after) ? found.split(':')[0] : found).toBe(after);
});
