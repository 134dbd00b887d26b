/** What the notation and position of features determine: owning types, directions, composition, and positions of parameters and ends. */
import { describe, expect, it } from 'vitest';
import type * as ast from '../../../src/language/generated/tree.js';
import type { AstNode } from '../../../src/language/generated/tree.js';
import {
    directionOf,
    endsOf,
    featuringOwnerOf,
    isComposite,
    isOwnedBy,
    ownedEndsOf,
    ownedParametersOf,
    parametersOf,
    type Position
} from '../../../src/language/semantics/features.js';
import { importedElement, importPath, resolveImport } from '../../../src/language/semantics/import-targets.js';
import { redefinedFeaturesOf } from '../../../src/language/semantics/specialization.js';
import { extraOf, Fact, setExtra } from '../../../src/language/semantics/structure.js';
import { visitAll } from '../../../src/language/syntax/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary(), analysis: 'never' });

function rootOf(content: string, language: 'sysml' | 'kerml' = 'sysml'): AstNode {
    const [{ root, syntaxErrors }] = workspace.parseOnly([{ name: `m.${language}`, language, content }]).documents;
    expect(syntaxErrors).toEqual([]);
    return root;
}

/** All nodes of a text by name. */
function namedIn(root: AstNode): ReadonlyMap<string, AstNode> {
    const named = new Map<string, AstNode>();
    visitAll(root, node => node.name !== undefined && named.set(String(node.name), node));
    return named;
}

/** The text of each position; `-` for a gap. */
const shown = (positions: readonly Position[], text: string): string[] =>
    positions.map(node => (node === undefined ? '-' : text.slice(node.$offset, node.$end)));

describe('a feature', () => {
    const TEXT = `
        part def D {
            part p; ref part r; in part i; attribute a; event occurrence e; port q; item t { item u; }
            return ref x; end part z; variant part v; private part w;
        }
        port def Q { port qq; }
        port s { port ss; in item si; out item so; inout item sb; }
        part f { port fq; }
        requirement c { subject sub; actor act; stakeholder stk; in item ci; }
        action b { accept pay : Q via q; }
        calc k { in kx; return ky; }
        part top;
        metadata def M { attribute ma; }`;
    const named = namedIn(rootOf(TEXT));
    it.each<[name: string, owner: string | undefined, direction: string | undefined, isComposite: boolean]>([
        ['p', 'D', undefined, true],
        ['r', 'D', undefined, false],
        ['i', 'D', 'in', false],
        ['a', 'D', undefined, false],
        ['e', 'D', undefined, false],
        ['q', 'D', undefined, false],
        ['t', 'D', undefined, true],
        ['u', 't', undefined, true],
        ['x', 'D', 'out', false],
        ['z', 'D', undefined, false],
        ['v', undefined, undefined, false],
        ['w', 'D', undefined, true],
        ['qq', 'Q', undefined, true],
        ['ss', 's', undefined, true],
        ['si', 's', 'in', false],
        ['so', 's', 'out', false],
        ['sb', 's', 'inout', false],
        ['fq', 'f', undefined, false],
        ['sub', 'c', 'in', false],
        ['act', 'c', 'in', false],
        ['stk', 'c', 'in', false],
        ['ci', 'c', 'in', false],
        ['pay', undefined, undefined, false],
        ['kx', 'k', 'in', false],
        ['ky', 'k', 'out', false],
        ['top', undefined, undefined, false],
        ['ma', 'M', undefined, false]
    ])('%s has the owner %s and the direction %s, and is composite: %s', (name, owner, direction, composite) => {
        const feature = named.get(name)!;
        const found = featuringOwnerOf(feature);
        if (name !== 'pay') {
            expect([found?.name, directionOf(feature)]).toEqual([owner, direction]);
        } else {
            expect([found?.$type, directionOf(feature)]).toEqual(['AcceptActionUsage', 'in']);
        }
        expect(isComposite(feature)).toBe(composite);
    });

    it('is owned by one of several metaclasses', () => {
        const owned = (name: string): boolean[] =>
            ([['PartDefinition'], ['PortUsage', 'PartDefinition'], ['Type'], ['PortUsage'], []] as const).map(kinds =>
                isOwnedBy(named.get(name)!, kinds)
            );
        expect(owned('p')).toEqual([true, true, true, false, false]);
        expect(owned('ss')).toEqual([false, true, true, true, false]);
        expect(owned('top')).toEqual([false, false, false, false, false]);
    });

    it('of KerML is composite if it is declared so', () => {
        const kerml = namedIn(rootOf('type T { composite feature a; feature b; in c; }', 'kerml'));
        expect(['a', 'b', 'c'].map(name => [isComposite(kerml.get(name)!), directionOf(kerml.get(name)!)])).toEqual([
            [true, undefined],
            [false, undefined],
            [false, 'in']
        ]);
    });
});

describe('the parameters', () => {
    const step = (text: string): readonly [AstNode, string] => {
        const content = text.startsWith('transition') ? `state m { state s; state u; ${text} }` : `action m { ${text} }`;
        return [rootOf(content).members![0].members!.at(-1)!, content];
    };
    it.each<[text: string, expected: readonly string[]]>([
        ['accept p : S;', ['p : S']],
        ['accept p : S via q;', ['p : S', '-']],
        ['send x;', ['-']],
        ['send x via y;', ['-', '-']],
        ['send x to y;', ['-', '-', '-']],
        ['send x via y to z;', ['-', '-', '-']],
        ['send { in item a; in item b; }', ['in item a;', 'in item b;']],
        ['assign x := 1;', ['-', '-']],
        ['terminate;', []],
        ['terminate x;', ['-']],
        ['if x { action a; }', ['-', '{ action a; }']],
        ['if x { action a; } else { action b; }', ['-', '{ action a; }', '{ action b; }']],
        ['while x { action a; }', ['-', '{ action a; }']],
        ['while x { action a; } until y;', ['-', '{ action a; }', '-']],
        ['for i in x { action a; }', ['-', '{ action a; }']],
        ['transition first s then u;', ['-']],
        ['transition first s accept e then u;', ['-', '-']],
        ['action n { in a; out b; attribute c; inout d; return e; }', ['in a;', 'out b;', 'inout d;']],
        ['action n;', []],
        ['assign x := 1 { in a; }', ['-', '-', 'in a;']],
        ['requirement r { subject s; actor a; stakeholder t; in i; }', ['actor a;', 'stakeholder t;', 'in i;']],
        ['action n { private in a; }', ['private in a;']],
        ['message g of P from a to b;', ['a', 'b']],
        ['flow g of P from a.x to b.y;', []]
    ])('of %s are %j', (text, expected) => {
        const [node, content] = step(text);
        expect(shown(ownedParametersOf(node), content)).toEqual(expected);
    });

    const GENERAL = 'action a { in a1; in a2; in a3; } action b { in b1; } action c { in c1; in c2; }';
    it.each<[generals: Readonly<Record<string, string>>, expected: readonly string[]]>([
        [{}, ['b1']],
        [{ b: 'a' }, ['b1', 'a2', 'a3']],
        [{ b: 'c', c: 'a' }, ['b1', 'c2', 'a3']],
        [{ b: 'c a' }, ['b1', 'c2', 'a3']],
        [{ b: 'a c' }, ['b1', 'a2', 'a3']],
        [{ b: 'c', c: 'b' }, ['b1', 'c2']]
    ])('of types with the generals %j are %j', (generals, expected) => {
        const named = namedIn(rootOf(GENERAL));
        const generalsOf = (type: AstNode): AstNode[] =>
            (generals[type.name as string] ?? '').split(' ').flatMap(name => named.get(name) ?? []);
        for (let times = 0; times < 2; times++) {
            expect(parametersOf(named.get('b')!, generalsOf).map(p => p?.name)).toEqual(expected);
        }
    });
});

describe('the ends', () => {
    it.each<[text: string, expected: readonly string[]]>([
        ['connection c connect a to b;', ['a', 'b']],
        ['connection c connect (a, b, d);', ['a', 'b', 'd']],
        ['connection c { end part a; part b; end part d; }', ['end part a;', 'end part d;']],
        ['connection c connect a to b { end part d; }', ['a', 'b', 'end part d;']],
        ['connection def C { end part a; end part b; }', ['end part a;', 'end part b;']],
        ['connection c;', []],
        ['message g of P from a to b;', []],
        ['flow g of P from a.x to b.y;', ['a.x', 'b.y']]
    ])('of %s are %j', (text, expected) => expect(shown(ownedEndsOf(rootOf(text).members![0]), text)).toEqual(expected));

    it('of a succession to a target are a gap and the target', () => {
        const text = 'action m { action a; then b; action b; }';
        const succession = rootOf(text).members![0].members!.find(member => member.$type === 'TargetSuccession')!;
        expect(shown(ownedEndsOf(succession), text)).toEqual(['-', 'b']);
    });

    it('are inherited at positions that a type does not declare', () => {
        const named = namedIn(rootOf('connection def A { end a1; end a2; end a3; } connection def B { end b1; }'));
        expect(endsOf(named.get('B')!, type => (type.name === 'B' ? [named.get('A')!] : [])).map(end => end?.name)).toEqual([
            'b1',
            'a2',
            'a3'
        ]);
    });
});

describe('the features that a feature redefines', () => {
    const named = namedIn(
        rootOf(`
        part def A { part p; part q; } part def B :> A { part pp :>> p; part r :>> p, q; part n :>> nothing; part s :> q; part t; }
        action a { in a1; in a2; } action b :> a { in b1; in b2; in b3; } action c :> a { in c1 :>> a2; in c2 :>> a1; }
        requirement def R { subject s1; } requirement def S :> R { subject s2; }`)
    );
    it.each<[name: string, expected: readonly string[]]>([
        ['pp', ['p']],
        ['r', ['p', 'q']],
        ['n', []],
        ['s', []],
        ['t', []],
        ['b1', ['a1']],
        ['b2', ['a2']],
        ['b3', []],
        ['c1', ['a2']],
        ['c2', ['a1']],
        ['s2', ['s1']]
    ])('%s: %j', (name, expected) => {
        for (let times = 0; times < 2; times++) {
            const found = redefinedFeaturesOf(named.get(name)!);
            expect(found.map(feature => feature.name)).toEqual(expected);
        }
    });
    it('are kept', () => {
        const feature = namedIn(rootOf('part def A { part p; part q; } part def B :> A { part r :>> p, q; }')).get('r')!;
        expect(redefinedFeaturesOf(feature)).toBe(redefinedFeaturesOf(feature));
    });
});

describe('values on nodes', () => {
    it('are kept by their keys', () => {
        const [node, other] = [rootOf('part p;'), rootOf('part q;')];
        const [a, b, c] = [Symbol('a'), new Fact<number>('b'), Symbol('c')];
        expect(extraOf(node, a)).toBeUndefined();
        setExtra(node, a, 1);
        expect([extraOf(node, a), b.of(node), extraOf(node, c)]).toEqual([1, undefined, undefined]);
        b.set(node, 2);
        setExtra(node, c, 3);
        setExtra(node, a, 4);
        b.set(node, 5);
        setExtra(node, c, 1);
        expect([extraOf(node, a), b.of(node), extraOf(node, c), extraOf(other, a)]).toEqual([4, 5, 1, undefined]);
        setExtra(node, 1 as never, 9);
        expect([extraOf(node, 4 as never), extraOf(node, 1 as never)]).toEqual([undefined, 9]);
    });
});

describe('an import', () => {
    const importsIn = (text: string): ast.Import[] => {
        const found: AstNode[] = [];
        visitAll(rootOf(text), node => /Import$/.test(node.$type) && found.push(node));
        return found as ast.Import[];
    };
    const nameOf = (node: AstNode | undefined): string => String(node?.name ?? node?.$type ?? '-');
    it.each<[text: string, expected: readonly (readonly [path: string, target: string, element: string])[]]>([
        ['package A { package B { part c; } } package P { import A::B::c; }', [['A B c', 'c', 'c']]],
        ['package A { package B { part c; } } package P { import A::B::*; }', [['A B', 'B', 'B']]],
        ['package A { package B; } package P { import A::B::d; }', [['A B', '-', '-']]],
        ['package P { import Nothing::*; }', [['', '-', '-']]],
        ['package A { part c; alias d for c; } package P { import A::d; }', [['A d', 'd', 'c']]],
        ['package A { part c; alias d for e; alias e for c; } package P { import A::d; }', [['A d', 'd', 'c']]],
        ['package A { alias d for nothing; } package P { import A::d; }', [['A d', 'd', '-']]],
        ['package A { package B { part c; } alias D for B; } package P { import A::D::c; }', [['A D c', 'c', 'c']]],
        ['package A { package B { part c; } } package P { import $::A::B::c; }', [['A B c', 'c', 'c']]],
        [
            'package A { public import B::*; } package B { public import C::*; } package C { package D; } package P { import A::*; import D::*; }',
            [
                ['B', 'B', 'B'],
                ['C', 'C', 'C'],
                ['A', 'A', 'A'],
                ['D', 'D', 'D']
            ]
        ],
        [
            'package A { import B::C::*; package D { package E; } } package B { import A::D::*; package C { import E::*; } }',
            [
                ['B C', 'C', 'C'],
                ['A D', 'D', 'D'],
                ['E', 'E', 'E']
            ]
        ],
        [
            'package P { import A::*; import B::*; import C::*; package Z { package A { package B { package C { part x; } } } } import Z::*; }',
            [
                ['A', 'A', 'A'],
                ['B', 'B', 'B'],
                ['C', 'C', 'C'],
                ['Z', 'Z', 'Z']
            ]
        ],
        [
            'package P { import Q::*; package Q { import R::x; } } package R { part x; }',
            [
                ['Q', 'Q', 'Q'],
                ['R x', 'x', 'x']
            ]
        ],
        ['package A { import A::B; }', [['A', '-', '-']]]
    ])('of %s leads along %j', (text, expected) => {
        const forwards = importsIn(text);
        const found = (imports: ast.Import[]): string[][] =>
            imports.map(node => [importPath(node).map(nameOf).join(' '), nameOf(resolveImport(node)), nameOf(importedElement(node))]);
        expect(found(forwards)).toEqual(expected);
        // the order of requests does not matter
        expect(found(importsIn(text).reverse())).toEqual([...expected].reverse());
        const last = importsIn(text);
        expect(last.map(node => nameOf(resolveImport(node)))).toEqual(expected.map(([, target]) => target));
        expect(last.map(node => importPath(node).length)).toEqual(expected.map(([path]) => (path === '' ? 0 : path.split(' ').length)));
    });
});
