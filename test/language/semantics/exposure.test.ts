/** What views expose, and what sends name: a row is notation and the names that it gives, in order. */
import { expect, test } from 'vitest';
import type * as ast from '../../../src/language/generated/tree.js';
import type { AstNode } from '../../../src/language/generated/tree.js';
import '../../../src/runtime/evaluation/model-level.js';
import {
    exposedBy,
    modelledViewsOf,
    nestedViewsOf,
    undecidedFiltersOf,
    visibleMembersOf
} from '../../../src/language/semantics/exposure.js';
import { elementById, nameOf } from '../../../src/language/semantics/naming.js';
import { sendParametersOf } from '../../../src/language/semantics/sends.js';
import { textOf } from '../../../src/language/semantics/text.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary() });
const MODEL = `metadata def M; metadata def L { attribute level : ScalarValues::Integer; }
    package P { private import Q::*; public import R::*; doc /* d */ part def A { part inner { part deep; } private part secret; }
        part a : A { #M part own; } private part hidden; alias other for R::r; attribute def N; connection k connect a to a; @M; }
    package Q { part q; } package R { part r { part s; } public import P::A; } package Z { public import Z2::**; part z; }
    package Z2 { part y { part x; } } package C { public import C::*; part c; } package S { public import ScalarValues::*; part t; }
    package F { public import P::*[@SysML::PartUsage]; part f; } action act { first start; then action step; }`;

const named = (elements: readonly AstNode[]): string => elements.map(e => nameOf(e) ?? `(${e.$type})`).join(' ');
function element(text: string, id: string): AstNode {
    const { model } = workspace.parse([{ name: 'm.sysml', language: 'sysml', content: `package T { ${MODEL} ${text} }` }]);
    expect(model.diagnostics.filter(d => d.severity === 'error')).toEqual([]);
    return elementById(model, `T::${id}`)!;
}

test.each<readonly [view: string, exposed: string]>([
    ['view v { expose P::a; }', 'a'],
    ['view v { expose P::A; expose P::a; expose P::A; }', 'A a'],
    ['view v { expose P::*; }', 'A a r N k'],
    ['view v { expose P::**; }', 'P A a r N k inner deep own s'],
    ['view v { expose P::*::**; }', 'A a r N k inner deep own s'],
    ['view v { expose P::a::**; }', 'a own'],
    ['view v { expose P::A::**; }', 'A inner deep'],
    ['view v { expose Z::**; }', 'Z z Z2 y x'],
    ['view v { expose C::**; }', 'C c'],
    ['view v { expose S::*; }', 't'],
    ['view v { expose F::*; }', 'f a r k'],
    ['view v { expose act::*; }', 'step'],
    ['view v { expose P::**[@M]; }', 'P own'],
    ['view v { expose P::**; filter @SysML::PartUsage; }', 'a r k inner deep own s'],
    ['view v { expose P::**; filter @SysML::PartUsage; filter not @M; }', 'a r k inner deep s'],
    ['view v { expose P::a::**[@SysML::PartUsage]; expose P::N; }', 'a own N'],
    ['view def D { expose P::N; filter @SysML::PartUsage; } view v : D { expose P::a; }', 'a'],
    ['view u { expose P::N; } view v :> u { expose P::a; }', 'a N'],
    ['view v { view w { expose P::N; } }', ''],
    ['view v;', '']
])('%s exposes', (text, exposed) => {
    expect(named(exposedBy(element(text, 'v')))).toBe(exposed);
});

test.each<readonly [namespace: string, members: string]>([
    ['P', 'A a r N k'],
    ['R', 'r A'],
    ['Z', 'z Z2 y x'],
    ['C', 'c'],
    ['S', 't'],
    ['F', 'f a r k'],
    ['P::A', 'inner'],
    ['act', 'step']
])('%s has the visible members', (id, members) => {
    expect(named(visibleMembersOf(element('', id)))).toBe(members);
});

test('views of a view are those that it specializes and those in its body', () => {
    const view = element('view def D; view def E :> D; view u : E; view v :> u { view w; part p; view x : D; }', 'v');
    expect(named(modelledViewsOf(view))).toBe('v u E D');
    expect(named(nestedViewsOf(view))).toBe('w x');
});

test('filters that cannot be evaluated keep what they are undecided for', () => {
    const view = element(
        'part n { @L; } part l { @L { level = 3; } } view v { expose n; expose l; filter (as L).level > 2; filter @L; }',
        'v'
    );
    const exposed = exposedBy(view);
    expect(named(exposed)).toBe('n l');
    expect([...undecidedFiltersOf(view, exposed)].map(([condition, kept]) => `${textOf(condition)}: ${named(kept)}`)).toEqual([
        '(as L).level > 2: n'
    ]);
});

test.each<readonly [send: string, parameters: string]>([
    ['send 1 to a;', 'payload 1, receiver a'],
    ['send 1 via p to a;', 'payload 1, sender p, receiver a'],
    ['send 1 via p;', 'payload 1, sender p'],
    ['send { in payload = 1; in receiver = a; }', 'payload 1, receiver a'],
    ['send { in item :>> payload = 1; in :>> sender = p; }', 'payload 1, sender p'],
    ['send 1 { in x :>> receiver = a; in y = 2; }', 'payload 1, receiver a'],
    ['send 1 to a { in :>> receiver = p; }', 'payload 1, receiver a'],
    ['send { in x; }', '']
])('%s', (send, parameters) => {
    const node = element(`action a { port p; action s ${send} }`, 'a::s') as ast.SendActionUsage;
    const { payload, sender, receiver } = sendParametersOf(node);
    const shown = Object.entries({ payload, sender, receiver }).flatMap(([role, value]) => (value ? `${role} ${textOf(value)}` : []));
    expect(shown.join(', ')).toBe(parameters);
});
