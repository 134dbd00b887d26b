/** The kind of rendering of a view, and what determines it (contract: views 2.3). */
import { expect, it } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import { isView, renderingOf } from '../../../src/language/semantics/rendering-kind.js';
import { attachScope, scopeOf, type Scope } from '../../../src/language/semantics/world.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary(), analysis: 'never' });
const modelOf = (text: string) =>
    workspace.parseOnly([
        {
            name: 'm.sysml',
            language: 'sysml',
            content: `package P { private import Views::*; private import StandardViewDefinitions::*; ${text} }`
        }
    ]);

const NONE = { kind: 'tree', stated: '' };

it.each<readonly [rule: string, text: string, expected: object]>([
    ['nothing makes a tree', 'view v;', NONE],
    ['a rendering', 'view v { render asElementTable; }', { kind: 'table', stated: 'render asElementTable' }],
    ['a rendering of text', 'view v { render asTextualNotation; }', { kind: 'textual', stated: 'render asTextualNotation' }],
    [
        'a rendering of a package of extensions',
        'view v { render OpenSysMLRenderings::asMixedDiagram; }',
        { kind: 'mixed', stated: 'render OpenSysMLRenderings::asMixedDiagram' }
    ],
    [
        'a rendering that one declares by another',
        'view v { render mine; } rendering mine :> asTreeDiagram;',
        { kind: 'tree', stated: 'render mine' }
    ],
    [
        'a rendering that the view declares',
        'view v { render rendering r : TabularRendering; }',
        { kind: 'table', stated: 'render TabularRendering' }
    ],
    [
        'a rendering without a membership of its own',
        'view v { rendering r :> asTreeDiagram; }',
        { kind: 'tree', stated: 'render asTreeDiagram' }
    ],
    ['a rendering of the library that determines nothing', 'view v { render rendering r : GraphicalRendering; }', NONE],
    ['a rendering without a general', 'view v { render rendering r; }', NONE],
    ['an abstract rendering', 'view v { abstract rendering r :> asElementTable; }', NONE],
    ['a rendering that does not resolve', 'view v { render nothing; }', { kind: 'nothing', stated: 'render nothing' }],
    ['what is no rendering of the library', 'part own; view v { render own; }', { kind: 'own', stated: 'render own' }],
    [
        'the first rendering that determines a kind',
        'view v { render rendering r : Rendering; render asElementTable; render asTreeDiagram; }',
        { kind: 'table', stated: 'render asElementTable' }
    ],
    ['a view definition', 'view v : V; view def V { render asElementTable; }', { kind: 'table', stated: 'render asElementTable' }],
    [
        'its own rendering before that of its definition',
        'view v : V { render asTreeDiagram; } view def V { render asElementTable; }',
        { kind: 'tree', stated: 'render asTreeDiagram' }
    ],
    ['a standard view definition', 'view v : GridView;', { kind: 'table', stated: 'view def GridView', isBrowser: false }],
    [
        'a standard view definition by its short name',
        'view v : stv;',
        { kind: 'state', stated: 'view def StateTransitionView', isBrowser: false }
    ],
    ['a browser view', 'view v : BrowserView;', { kind: 'tree', stated: 'view def BrowserView', isBrowser: true }],
    [
        'a definition that specializes a standard one',
        'view v : V; view def V :> SequenceView;',
        { kind: 'sequence', stated: 'view def SequenceView', isBrowser: false }
    ],
    [
        'the nearest of several',
        'view v : V; view def V :> W, GridView; view def W :> GeometryView;',
        { kind: 'table', stated: 'view def GridView', isBrowser: false }
    ],
    ['a definition of the same name in the model', 'view v : V; view def V :> Own::GridView; package Own { view def GridView; }', NONE],
    [
        'a rendering before a standard view definition',
        'view v : GridView { render asTreeDiagram; }',
        { kind: 'tree', stated: 'render asTreeDiagram' }
    ],
    [
        'an interconnection that a definition makes an action flow',
        'view v : ActionFlowView { render asInterconnectionDiagram; }',
        { kind: 'action', stated: 'render asInterconnectionDiagram, view def ActionFlowView' }
    ],
    [
        'an interconnection that a definition makes a state transition',
        'view v : StateTransitionView { render asInterconnectionDiagram; }',
        { kind: 'state', stated: 'render asInterconnectionDiagram, view def StateTransitionView' }
    ],
    [
        'an interconnection with another definition',
        'view v : GridView { render asInterconnectionDiagram; }',
        { kind: 'interconnection', stated: 'render asInterconnectionDiagram' }
    ],
    [
        'another rendering of an action flow',
        'view v : ActionFlowView { render asElementTable; }',
        { kind: 'table', stated: 'render asElementTable' }
    ]
])('%s: %s', (_, text, expected) => {
    const model = modelOf(text);
    expect(model.documents[0].syntaxErrors).toEqual([]);
    expect(renderingOf(elementById(model, 'P::v')!)).toEqual(expected);
});

it('is of views', () => {
    const model = modelOf('view v; view def V; part p; viewpoint q; rendering r;');
    expect(['v', 'V', 'p', 'q', 'r'].map(name => isView(elementById(model, `P::${name}`)!))).toEqual([true, true, false, false, false]);
});

it.each<readonly [rule: string, views: string, view: string, expected: object]>([
    [
        'a view definition that it specializes',
        'view def W { render Views::asElementTable; }',
        'view v : Ext::W;',
        { kind: 'table', stated: 'render Views::asElementTable' }
    ],
    [
        'one that this specializes',
        'view def W { render Views::asElementTable; } view def X :> W;',
        'view v : Ext::X;',
        { kind: 'table', stated: 'render Views::asElementTable' }
    ],
    [
        'the nearer one',
        'view def W { render Views::asElementTable; } view def X :> W { render Views::asTreeDiagram; }',
        'view v : Ext::X;',
        { kind: 'tree', stated: 'render Views::asTreeDiagram' }
    ],
    [
        'that of its definition in the model',
        'view def W { render Views::asElementTable; }',
        'view v : V; view def V :> Ext::W;',
        { kind: 'table', stated: 'render Views::asElementTable' }
    ],
    ['no part definition', 'part def W { rendering r :> Views::asElementTable; }', 'view v : V; view def V :> Ext::W;', NONE]
])('a package of extensions determines it: %s', (_, views, view, expected) => {
    const model = workspace.parseOnly([
        { name: 'ext.sysml', language: 'sysml', content: `package Ext { ${views} }` },
        { name: 'm.sysml', language: 'sysml', content: `package P { ${view} }` }
    ]);
    const [{ root }] = model.documents;
    attachScope(root, Object.create(scopeOf(root), { isLibrary: { value: true } }) as Scope);
    expect(renderingOf(elementById(model, 'P::v')!)).toEqual(expected);
});
