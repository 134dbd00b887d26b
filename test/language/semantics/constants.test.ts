/** The values of constant expressions, and the annotations of layouts that have them. */
import { expect, test } from 'vitest';
import type * as ast from '../../../src/language/generated/tree.js';
import { constantOf, layoutAnnotationsIn, layoutValuesOf } from '../../../src/language/semantics/diagram-layout.js';
import { elementById, nameOf } from '../../../src/language/semantics/naming.js';
import { type Model, Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary() });

function modelOf(body: string): Model {
    return workspace.parse([{ name: 'm.sysml', language: 'sysml', content: `package T { ${body} }` }]).model;
}

test.each<readonly [expression: string, value: unknown]>([
    ['3', 3],
    ['1.5', 1.5],
    ['"a"', 'a'],
    ['true', true],
    ['false', false],
    ['null', []],
    ['()', []],
    ['(3)', 3],
    ['(1, 2, 3)', [1, 2, 3]],
    ['(1, (2, 3))', [1, 2, 3]],
    ['(1, free)', undefined],
    ['-3', -3],
    ['+3', 3],
    ['not true', undefined],
    ['-"a"', undefined],
    ['-free', undefined],
    ['7 + 2', 9],
    ['7 - 2', 5],
    ['7 * 2', 14],
    ['7 / 2', 3.5],
    ['7 / 0', undefined],
    ['7 % 2', undefined],
    ['7 + free', undefined],
    ['free + 7', undefined],
    ['"a" + "b"', 'ab'],
    ['"a" - "b"', undefined],
    ['"a" + 1', undefined],
    ['1 + "a"', undefined],
    ['four', 4],
    ['four * 2 - -eight', 16],
    ['free', undefined],
    ['missing', undefined],
    ['round', undefined],
    ['if true ? 1 else 2', undefined]
])('%s is %j', (expression, value) => {
    const declared = 'attribute four = 4; attribute eight = four * 2; attribute free; attribute round = round + 1;';
    const { value: stated } = elementById(modelOf(`${declared} attribute x = ${expression};`), 'T::x') as ast.Usage;
    expect(constantOf(stated!.expression)).toEqual(value);
});

test('annotations are found in views and in what they annotate, with their values', () => {
    const model = modelOf(`private import DiagramLayout::*; part p { @Layout { x = 1; y = -2; } part q { @Documented; } }
        view v { @Canvas { :>> width = 10; unit = "px"; } metadata Layout about p { x = 3; } metadata l : Route about p { points = (1, 2); } }
        metadata def Documented; package Inner { part r { @DiagramLayout::Note { text = "n"; } } }`);
    const shown = layoutAnnotationsIn(model.documents[0].root).map(({ kind, node, targets, view, hasAbout }) => {
        const values = [...layoutValuesOf(node)].map(([name, e]) => `${name} ${JSON.stringify(constantOf(e))}`);
        const place = `${hasAbout ? 'about' : 'in'} ${targets.map(nameOf).join(' ')}${view === undefined ? '' : ` for ${nameOf(view)}`}`;
        return `${kind} ${place}: ${values.join(', ')}`;
    });
    expect(shown).toEqual([
        'Layout in p: x 1, y -2',
        'Canvas in v for v: width 10, unit "px"',
        'Layout about p for v: x 3',
        'Route about p for v: points [1,2]',
        'Note in r: text "n"'
    ]);
});
