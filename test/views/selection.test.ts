/** Which view is meant, how its kind is decided, what it exposes, and what is refused. */
import { describe, expect, test } from 'vitest';
import { isRefused, renderView } from '../../src/views/index.js';
import { linesOf, modelOf, rendered } from './rendering.js';

const BASE = `part def A { part x; private part y; part z { part deep; } } metadata def M { attribute level : Integer; }
package P { part a { @M { level = 3; } } part b { @M { level = 1; } } private part c; part d; public import Q::*; } package Q { part q; }`;

describe('kind', () => {
    test.each([
        ['nothing is stated', 'view v;', 'tree', ''],
        ['a rendering', 'view v { render asTreeDiagram; }', 'tree', 'render asTreeDiagram'],
        ['an interconnection', 'view v { render asInterconnectionDiagram; }', 'interconnection', 'render asInterconnectionDiagram'],
        ['a table', 'view v { render asElementTable; }', 'table', 'render asElementTable'],
        ['a rendering by its type', 'view v { render rendering r : TabularRendering; }', 'table', 'render TabularRendering'],
        ['a rendering usage', 'view v { rendering r :> asElementTable; }', 'table', 'render asElementTable'],
        [
            'one that specializes another',
            'rendering mine :> asInterconnectionDiagram; view v { render mine; }',
            'interconnection',
            'render mine'
        ],
        [
            'a graphical rendering says nothing',
            'rendering g : GraphicalRendering; view v : GridView { render g; }',
            'table',
            'view def GridView'
        ],
        ['a view definition', 'view v : SequenceView;', 'sequence', 'view def SequenceView'],
        ['a short name', 'view v : afv;', 'action', 'view def ActionFlowView'],
        ['the nearest supertype', 'view def Mine :> StateTransitionView; view v : Mine;', 'state', 'view def StateTransitionView'],
        [
            'an own view definition that renders',
            'view def Mine { render asElementTable; } view v : Mine;',
            'table',
            'render asElementTable'
        ],
        ['a rendering wins over the definition', 'view v : GridView { render asTreeDiagram; }', 'tree', 'render asTreeDiagram'],
        [
            'an action flow view stays one',
            'view v : ActionFlowView { render asInterconnectionDiagram; }',
            'action',
            'render asInterconnectionDiagram, view def ActionFlowView'
        ],
        [
            'a state transition view stays one',
            'view v : StateTransitionView { render asInterconnectionDiagram; }',
            'state',
            'render asInterconnectionDiagram, view def StateTransitionView'
        ],
        ['the browser', 'view v : BrowserView;', 'tree', 'view def BrowserView'],
        ['the extension package', 'view v : OpenSysMLRenderings::CaseView;', 'case', 'render asCaseDiagram'],
        [
            'a relationship matrix, which is a tabular rendering',
            'view v { render OpenSysMLRenderings::asRelationshipMatrix; }',
            'matrix',
            'render OpenSysMLRenderings::asRelationshipMatrix'
        ],
        ['its older name', 'view v { render OpenSysMLViews::asMixedDiagram; }', 'mixed', 'render OpenSysMLViews::asMixedDiagram']
    ])('%s', (_, body, kind, stated) => {
        const rendering = rendered(modelOf(body), 'T::v');
        expect([rendering.kind, rendering.stated, rendering.view]).toEqual([kind, stated, 'T::v']);
    });

    test("a model's own asTreeDiagram is not the standard one", () => {
        const model = modelOf('package Own { rendering asTreeDiagram :> asElementTable; } view v { render Own::asTreeDiagram; }');
        expect(rendered(model, 'T::v').kind).toBe('table');
    });
});

describe('what a view exposes', () => {
    test.each([
        ['an element', 'expose A;', ['T::A']],
        ['visible members, not the namespace', 'expose P::*;', ['T::P::a', 'T::P::b', 'T::P::d', 'T::Q::q']],
        ['the namespace and all below', 'expose A::**;', ['T::A', 'T::A::x', 'T::A::z', 'T::A::z::deep']],
        ['all below without the namespace', 'expose A::*::**;', ['T::A::x', 'T::A::z', 'T::A::z::deep']],
        ['a bracketed filter', 'expose P::*[@M];', ['T::P::a', 'T::P::b']],
        ['a filter on a value', 'expose P::*[@M and M::level > 2];', ['T::P::a']],
        ['a value that an element does not have', 'expose P::*[M::level > 0];', ['T::P::a', 'T::P::b']],
        ['a filter member and a bracket', 'filter @M; expose P::*[M::level < 2];', ['T::P::b']],
        ['a filter on the metaclass', 'expose P::*; expose M; filter @SysML::PartUsage;', ['T::P::a', 'T::P::b', 'T::P::d', 'T::Q::q']],
        ['each element once, at its first place', 'expose P::b; expose P::a; expose P::b;', ['T::P::b', 'T::P::a']],
        ['an import exposes nothing', 'private import A::*;', []]
    ])('%s', (_, members, exposed) => {
        const { nodes } = rendered(modelOf(`${BASE} view v { ${members} }`), 'T::v');
        expect(nodes.filter(n => n.parent === '').map(n => n.name)).toEqual(exposed);
    });

    test('what the view specializes exposes comes behind its own', () => {
        const model = modelOf(`${BASE} view w { expose P::b; filter @M; } view v :> w { expose P::d; expose P::a; }`);
        expect(
            rendered(model, 'T::v')
                .nodes.filter(n => n.parent === '')
                .map(n => n.name)
        ).toEqual(['T::P::a', 'T::P::b']);
    });
});

describe('refusals', () => {
    test.each([
        ['T::none', 'notFound', 'no view named T::none'],
        ['T::A', 'unacceptable', 'T::A is not a view'],
        ['#interconnection:Nope', 'notFound', '#interconnection:Nope: Nope names nothing in this model'],
        ['#tree', 'unacceptable', 'write #tree:<qualified name>'],
        ['#drawing:T::A', 'unacceptable', '#action, #interconnection, #sequence, #state, #table, #tree'],
        ['T::text', 'unacceptable', 'T::text: textual rendering (render asTextualNotation) is not supported'],
        ['T::odd', 'unacceptable', 'T::odd: P::a rendering (render P::a) is not supported']
    ])('%s', (view, refusal, message) => {
        const views = 'view text { render asTextualNotation; } view odd { render P::a; }';
        const answer = renderView(modelOf(`${BASE} ${views}`, true), view);
        expect(isRefused(answer) && answer.refusal).toBe(refusal);
        expect(isRefused(answer) && answer.message).toContain(message);
    });

    test('a view that is declared twice', () => {
        const answer = renderView(modelOf('view v; view v;', true), 'T::v');
        expect(answer).toMatchObject({ refusal: 'unacceptable', message: expect.stringContaining('is ambiguous') as string });
    });
});

describe('names', () => {
    test('both spellings lead to a view, answers have the spelling of the notation', () => {
        const model = modelOf("view 'a b' { expose 'c d'; } part 'c d';");
        for (const spelling of ['T::a b', "T::'a b'"]) {
            expect(rendered(model, spelling)).toMatchObject({
                view: "T::'a b'",
                element: 'T::a b',
                nodes: [{ name: "T::'c d'", element: 'T::c d' }]
            });
        }
    });

    test('a pseudo-view is of no view', () => {
        const rendering = rendered(modelOf('part a;'), '#tree:T::a');
        expect([rendering.view, rendering.stated]).toEqual(['', 'no view declared; rendering T::a directly']);
        expect(linesOf(rendering)).toEqual(['part T::a']);
    });

    test('an anonymous element has its position as its id', () => {
        const { nodes } = rendered(modelOf('part a { doc /* x */ part : A; } part def A;'), '#tree:T::a');
        expect(nodes[1]).toMatchObject({ name: '', type: 'A', element: 'T::a::@1' });
    });

    test('a library view and a library element are reachable', () => {
        expect(rendered(modelOf(''), '#tree:Views::asTreeDiagram').nodes[0]).toMatchObject({
            kind: 'rendering',
            type: 'GraphicalRendering'
        });
    });
});

describe('ports', () => {
    const BODY =
        'port def D { out item x; } part c { part a { port used : D; port free : ~D; } part b { in port q : D; } connect a.used to b.q; }';
    test.each([
        ['minimal', [['n1.0 used '], ['n2.0 q in']]],
        ['full', [['n1.0 used ', 'n1.1 free '], ['n2.0 q in']]]
    ] as const)('%s', (ports, shown) => {
        const { nodes } = rendered(modelOf(BODY), '#interconnection:T::c', ports);
        expect(nodes.slice(1).map(n => n.ports.map(p => `${p.id} ${p.name} ${p.direction}`))).toEqual(shown);
    });

    test('the arrow of a port follows its type and conjugation', () => {
        const { nodes } = rendered(modelOf(BODY), '#interconnection:T::c', 'full');
        expect(nodes.flatMap(n => n.ports.map(p => [p.name, p.flow, p.isConjugated]))).toEqual([
            ['used', 'out', false],
            ['free', 'in', true],
            ['q', 'in', false]
        ]);
    });
});
