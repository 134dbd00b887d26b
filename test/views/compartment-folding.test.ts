/** Members as lines in compartments of their owners instead of boxes. */
import { expect, it } from 'vitest';
import { type CompartmentFolding, drawView, isRefused, type RenderedView, renderView } from '../../src/views/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const MODEL = `package P {
    port def Plug;
    part def Rack {
        port main : Plug { port deep : Plug { port deeper : Plug; attribute w; } port; }
        part unit { attribute size; part core { part chip; } part slot { part def Card { part led; } } }
        action go { action step; first start then step; }
        connect unit.core.chip to main.deep;
    }
}`;

const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'a.sysml', language: 'sysml', content: MODEL }]);

function rendered(compartments: CompartmentFolding, kind = 'tree'): RenderedView {
    const rendering = renderView(model, `#${kind}:P::Rack`, { compartments });
    if (isRefused(rendering)) {
        throw new Error(rendering.message);
    }
    return rendering;
}

const outline = ({ nodes }: RenderedView): string[] =>
    nodes
        .filter(n => n.parent !== '')
        .map(n => `${n.name || n.kind} in ${nodes.find(o => o.id === n.parent)!.name}${n.isFolded ? `: ${n.compartment}` : ''}`);

const ROWS: readonly (readonly [CompartmentFolding, lines: readonly string[], notices: readonly string[]])[] = [
    [
        'most',
        [
            'main in P::Rack: ports',
            'main.deep in P::Rack: ports',
            'main.deep.deeper in P::Rack: ports',
            'unit in P::Rack',
            'size in unit: attributes',
            'core in unit: parts',
            'slot in unit',
            'Card in slot',
            'led in Card: parts',
            'go in P::Rack: actions',
            'connection in P::Rack: connections'
        ],
        ['content of members that are lines of their owners: 5 nodes']
    ],
    [
        'ports',
        [
            'main in P::Rack: ports',
            'main.deep in P::Rack: ports',
            'main.deep.deeper in P::Rack: ports',
            'unit in P::Rack',
            'size in unit',
            'core in unit',
            'chip in core',
            'slot in unit',
            'Card in slot',
            'led in Card',
            'go in P::Rack',
            'step in go',
            'succession in go',
            'connection in P::Rack'
        ],
        ['content of members that are lines of their owners: 2 nodes']
    ]
];
it.each(ROWS)('%s: nested ports are lines by their paths, other content of lines is counted', (folding, lines, notices) => {
    const view = rendered(folding);
    expect(outline(view)).toEqual(lines);
    expect(view.notices).toEqual(notices);
});

it('folds nothing in a tree without positions unless it is told to', () => {
    expect(rendered('')).toEqual(rendered('positioned'));
    expect(rendered('').nodes.some(n => n.isFolded)).toBe(false);
});

it('draws the path of a nested port as a line', async () => {
    const drawing = await drawView(rendered('most'));
    expect(drawing).toContain('main.deep.deeper');
    expect(drawing).not.toContain('core::chip');
});
