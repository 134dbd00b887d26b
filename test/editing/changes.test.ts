// Changes of what is there: values, names, removals, moves; batches, documents and what is told of them. (Contract
// edits-and-diagnostics 1.4 to 1.12.)

import { describe, expect, it } from 'vitest';
import { applyEdits, type AcceptedEdit, type RefusedEdit } from '../../src/editing/index.js';
import { edited, modelOf, operation, type Some, textAfter } from './edit.js';

type Case = readonly [title: string, before: string, operations: readonly Some[], after: string];

const run = (cases: readonly Case[], name = 'm.sysml'): void =>
    it.each(cases)('%s', (_title, before, operations, after) => {
        const found = textAfter(before, operations, name);
        expect(/^[A-Z_]+$/.test(after) ? found.split(':')[0] : found).toBe(after);
    });

const rename = (target: string, newName: string): Some => ({ rename: { target, newName } });
const remove = (target: string, cascade = false): Some => ({ delete: { target, cascade } });
const move = (target: string, owner: string): Some => ({ move: { target, owner } });
const set = (target: string, value: string): Some => ({ setValue: { target, value } });

describe('setValue', () => {
    run([
        ['a value', 'attribute x = //* a */ 1 //* b */ ;\n', [set('x', '2 + 3')], 'attribute x = //* a */ 2 + 3 //* b */ ;\n'],
        ['an initial value', 'attribute x default := 1;\n', [set('x', '2')], 'attribute x default := 2;\n'],
        ['no value yet', 'attribute x : ScalarValues::Real ; // n\n', [set('x', '2.0')], 'attribute x : ScalarValues::Real = 2.0 ; // n\n'],
        [
            'a redefinition in brackets',
            'part def A { attribute m; } part a : A { attribute :>> m = (1); }\n',
            [set('a::m', '2')],
            'part def A { attribute m; } part a : A { attribute :>> m = 2; }\n'
        ],
        ['a definition', 'part def A;\n', [set('A', '2')], 'NOT_VALUED'],
        ['a body without a value', 'part a { }\n', [set('a', '2')], 'NOT_VALUED'],
        ['a connection', 'part a; part b; connection c connect a to b;\n', [set('c', '2')], 'NOT_VALUED'],
        ['no expression', 'attribute x = 1;\n', [set('x', '2;')], 'INVALID_VALUE'],
        ['two expressions', 'attribute x = 1;\n', [set('x', '2 3')], 'INVALID_VALUE'],
        ['a name that is not there', 'attribute x = 1;\n', [set('x', 'y')], 'RESULT_INVALID'],
        ['two of one value', 'attribute x = 1;\n', [set('x', '2'), set('x', '3')], 'OVERLAPPING_EDITS'],
        [
            'one after another in a mixed batch',
            'attribute x = 1;\n',
            [set('x', '2'), set('x', '3'), { addNote: { target: 'x', text: 'n' } }],
            '// n\nattribute x = 3;\n'
        ],
        ['nothing of that name', 'attribute x = 1;\n', [set('y', '2')], 'UNKNOWN_TARGET']
    ]);
});

describe('rename', () => {
    run([
        [
            'a definition',
            'package P { part def A; part a : A; part b : P::A; }\n',
            [rename('P::A', 'B')],
            'package P { part def B; part a : B; part b : P::B; }\n'
        ],
        ['quotes that the name needs', 'part def A; part a : A;\n', [rename('A', "'a b'")], "part def 'a b'; part a : 'a b';\n"],
        [
            'a package in the middle of names',
            'package P { package Q { part def A; } }\npart a : P :: Q::A; private import P::Q::*;\n',
            [rename('P::Q', 'R')],
            'package P { package R { part def A; } }\npart a : P :: R::A; private import P::R::*;\n'
        ],
        [
            'references by the short name stay',
            'part def <a> A; part x : a; part y : A;\n',
            [rename('A', 'B')],
            'part def <a> B; part x : a; part y : B;\n'
        ],
        [
            'a feature that is redefined by its short name',
            'part def A { attribute <m> mass; } part p : A { :>> m = 3; } part q : A { :>> mass = 4; }\nattribute x = p.mass + q.mass + p.m;\n',
            [rename('A::mass', 'w')],
            'part def A { attribute <m> w; } part p : A { :>> m = 3; } part q : A { :>> w = 4; }\nattribute x = p.w + q.w + p.m;\n'
        ],
        [
            'uses of an alias stay',
            'part def A; alias B for A; part x : B;\n',
            [rename('A', 'C')],
            'part def C; alias B for C; part x : B;\n'
        ],
        ['an alias', 'part def A; alias B for A; part x : B;\n', [rename('B', 'C')], 'part def A; alias C for A; part x : C;\n'],
        [
            'shorthand redefinitions and what refers to them',
            'part def A { attribute m; } part def B :> A { attribute :>> m = 1; attribute n = m; } part b : B { attribute :>> m = 2; attribute k = m; }\nattribute q = b.m;\n',
            [rename('A::m', 'w')],
            'part def A { attribute w; } part def B :> A { attribute :>> w = 1; attribute n = w; } part b : B { attribute :>> w = 2; attribute k = w; }\nattribute q = b.w;\n'
        ],
        [
            'chains, ends and successions',
            'part a { part b { part c; } }\nconnection connect a.b.c to a.b;\naction def D { action s; first s; then done; }\npart :>> a.b;\n',
            [rename('a::b', 'x'), rename('D::s', 't')],
            'part a { part x { part c; } }\nconnection connect a.x.c to a.x;\naction def D { action t; first t; then done; }\npart :>> a.x;\n'
        ],
        [
            'expressions, labels and constructors',
            'calc def F { in x; return r = x + 1; }\nattribute def D { attribute u; }\nattribute a = F(x = 2); attribute d = new D(u = 1); attribute e = d.u;\n',
            [rename('F::x', 'y'), rename('D::u', 'v')],
            'calc def F { in y; return r = y + 1; }\nattribute def D { attribute v; }\nattribute a = F(y = 2); attribute d = new D(v = 1); attribute e = d.v;\n'
        ],
        [
            'metadata',
            'metadata def M { attribute x; } #M part a; part b { @M { x = 1; } }\n',
            [rename('M', 'N'), rename('N::x', 'y')],
            'metadata def N { attribute y; } #N part a; part b { @N { y = 1; } }\n'
        ],
        [
            'performed by name',
            'action run; part p { perform run; action next { } first run then next; }\n',
            [rename('run', 'walk')],
            'action walk; part p { perform walk; action next { } first walk then next; }\n'
        ],
        ['the same name', 'part def A;\n', [rename('A', 'A')], 'part def A;\n'],
        [
            'a name of an unrelated scope',
            'package P { part def A; } package Q { part def B; }\n',
            [rename('P::A', 'B')],
            'package P { part def B; } package Q { part def B; }\n'
        ],
        ['no name of its own', 'part def A { attribute m; } part a : A { attribute :>> m; }\n', [rename('a::m', 'n')], 'NOT_NAMED'],
        [
            'the name of something in the library that others name by its package',
            'package P { part def A; attribute v : ScalarValues::Real; part a : A; }\n',
            [rename('P::A', 'Real')],
            'package P { part def Real; attribute v : ScalarValues::Real; part a : Real; }\n'
        ],
        [
            'beside names that do not resolve, before and after',
            'part def A; part a : A; part b : Gone::A;\n',
            [rename('A', 'B')],
            'part def B; part a : B; part b : Gone::A;\n'
        ],
        [
            'names from the root, beside a namesake of the new name',
            'part def A; package Q { part def B; part x : $::A; }\n',
            [rename('A', 'B')],
            'part def B; package Q { part def B; part x : $::B; }\n'
        ],
        ['a name that did not resolve', 'part def A; part a : B;\n', [rename('A', 'B')], 'INVALID_NAME'],
        ['a sibling', 'part def A; part def B;\n', [rename('A', 'B')], 'INVALID_NAME'],
        ['the short name of a sibling', 'part def A; part def <C> B;\n', [rename('A', 'C')], 'INVALID_NAME'],
        ['an outer name', 'part def B; package P { part def A; }\n', [rename('P::A', 'B')], 'INVALID_NAME'],
        [
            'an imported name',
            'package L { part def B; } package P { private import L::*; part def A; }\n',
            [rename('P::A', 'B')],
            'INVALID_NAME'
        ],
        ['an inherited name', 'part def T { attribute b; } part def U :> T { attribute a; }\n', [rename('U::a', 'b')], 'INVALID_NAME'],
        [
            'a name that captures a reference',
            'package L { part def A; } package P { private import L::A; part def B; part x : A; }\n',
            [rename('L::A', 'B')],
            'INVALID_NAME'
        ],
        ['a name by which an inner scope captures', 'part def A; part x { part def B; part y : A; }\n', [rename('A', 'B')], 'INVALID_NAME'],
        [
            'what a subtype declares',
            'part def T { attribute a; } part def U :> T { attribute b; attribute c = a; }\n',
            [rename('T::a', 'b')],
            'INVALID_NAME'
        ],
        ['no name', 'part def A;\n', [rename('A', 'a b')], 'INVALID_NAME'],
        ['a reserved word', 'part def A;\n', [rename('A', 'part')], 'INVALID_NAME']
    ]);
    it('a captured reference is told', () => {
        const found = edited('package L { part def A; } package P { private import L::A; part def B; part x : A; }\n', [
            rename('L::A', 'B')
        ]) as RefusedEdit;
        expect(found.referrers.length).toBeGreaterThan(0);
    });
});

describe('delete', () => {
    run([
        [
            'a declaration with its comments and the blank line above',
            'package P {\n    part a;\n\n    // one\n    /* two\n       lines */\n    part b; // three\n    part c;\n}\n',
            [remove('P::b')],
            'package P {\n    part a;\n    part c;\n}\n'
        ],
        ['a declaration beside others', 'package P { part a; part b; }\n', [remove('P::a')], 'package P {  part b; }\n'],
        [
            'documentation of another is no comment of it',
            'package P {\n    doc /* d */\n    part a;\n}\n',
            [remove('P::a')],
            'package P {\n    doc /* d */\n}\n'
        ],
        ['references inside', 'package P { part def A { part b; part c :> b; } }\n', [remove('P::A')], 'package P {  }\n'],
        [
            'with referrers',
            'part def A { part b; } part x : A; part y :> x.b; part z :> y; part w;\n',
            [remove('A::b', true)],
            'part def A {  } part x : A;   part w;\n'
        ],
        [
            'a wildcard import is no referrer',
            'package L { part def A; part def B; }\npackage P { private import L::*; part a : A; }\n',
            [remove('L::A', true)],
            'package L {  part def B; }\npackage P { private import L::*;  }\n'
        ],
        ['nothing of that name', 'part def A;\n', [remove('B')], 'UNKNOWN_TARGET'],
        ['several of that name', 'part a; part a;\n', [remove('a')], 'AMBIGUOUS_TARGET'],
        ['the last line without a line end', 'part a;\npart b;', [remove('b')], 'part a;\n']
    ]);
    it('the referrers of a refused removal are all that a cascade removes, by name and by heading', () => {
        const content =
            'package Lib { part def Motor; }\n' +
            'package Fleet {\n    private import Lib::Motor;\n    part : Motor { part x; }\n    part m : Motor;\n    part n :> m;\n}\n';
        const found = edited(content, [remove('Lib::Motor')]) as RefusedEdit;
        expect(found.failure).toBe('DELETE_REFERENCED');
        expect(found.referrers.map(r => r.name)).toEqual(['Fleet::m', 'Fleet::n', 'import Lib::Motor in Fleet', 'part : Motor in Fleet']);
    });
});

describe('a rename to a name that a reference would find elsewhere', () => {
    it.each<readonly [title: string, text: string, target: string, error: string, referrers: readonly string[]]>([
        [
            'in the namespace of a qualified name',
            'package P { part def A; } package Q { public import P::A; part def B; } part x : Q::A;',
            'P::A',
            "'B' already means 'Q::B' at a reference",
            ['x']
        ],
        [
            'in the namespace of the reference',
            'package P { part def A; } package Q { private import P::*; part def B; part x : A; part y : A; }',
            'P::A',
            "'B' already means 'Q::B' at a reference",
            ['Q::x']
        ],
        [
            'by a short name',
            'package P { part def A; } package Q { private import P::*; part def <B> C; part x : A; }',
            'P::A',
            "'B' already means 'Q::C' at a reference",
            ['Q::x']
        ],
        [
            'around an import',
            'package A { part def D; } package Q { package B; private import A::*; part x : D; }',
            'A',
            "'B' already means 'Q::B' at a reference",
            ['import A::* in Q']
        ],
        [
            'where it is declared',
            'package P { part def A; part <B> c; } part x : P::A;',
            'P::A',
            "'B' already means 'P::c' where 'A' is declared",
            []
        ]
    ])('%s', (_, text, target, error, referrers) => {
        const found = edited(text, [rename(target, 'B')]) as RefusedEdit;
        expect([found.failure, found.error]).toEqual(['INVALID_NAME', error]);
        expect(found.referrers.map(r => r.name)).toEqual(referrers);
    });
});

describe('move', () => {
    run([
        [
            'a part of another declaration',
            'attribute def Go;\nstate def S { state a; transition t first a accept Go do action e { action f; } then a; }\naction def B;\n',
            [move('S::t::e', 'B')],
            "ILLEGAL_KIND: 'S::t::e' is a part of another declaration and cannot be moved alone"
        ],
        [
            'into a body',
            'package P {\n    // note\n    part def A {\n        part b;\n    }\n\n    package Q;\n}\n',
            [move('P::A', 'P::Q')],
            'package P {\n\n    package Q {\n        // note\n        part def A {\n            part b;\n        }\n    }\n}\n'
        ],
        [
            'to the root',
            'package P {\n    part def A;\n    part a : A;\n}\n',
            [move('P::A', '')],
            'package P {\n    part a : A;\n}\npart def A;\n'
        ],
        [
            'to the end of its own body',
            'package P {\n    part a;\n    part b;\n}\n',
            [move('P::a', 'P')],
            'package P {\n    part b;\n    part a;\n}\n'
        ],
        [
            'the shortest name that reaches it',
            'package P {\n    part def A;\n    part a : A;\n    part b : P::A;\n    package Q { }\n}\n',
            [move('P::A', 'P::Q')],
            'package P {\n    part a : Q::A;\n    part b : P::Q::A;\n    package Q {\n        part def A;\n    }\n}\n'
        ],
        [
            'imports first',
            'package L { package M { part def A; } package N { } }\npackage P { private import L::M::A; part a : A; }\n',
            [move('L::M::A', 'L::N')],
            'package L { package M {  } package N {\n    part def A;\n} }\npackage P { private import L::N::A; part a : A; }\n'
        ],
        [
            'what it refers to',
            'package P {\n    part def T;\n    part a : T;\n}\npackage Q { part def T; }\n',
            [move('P::a', 'Q')],
            'package P {\n    part def T;\n}\npackage Q { part def T; \n    part a : P::T;\n}\n'
        ],
        [
            'the import that is not needed any more',
            'package L {\n    part def A;\n}\npackage P {\n    private import L::A;\n    part a : A;\n}\n',
            [move('L::A', 'P')],
            'package L {\n}\npackage P {\n    part a : A;\n    part def A;\n}\n'
        ],
        [
            'no other import of its new owner',
            'package L {\n    part def A;\n    part def B;\n}\npackage P {\n    private import L::A;\n    private import L::B;\n    part a : A;\n    part b : B;\n}\n',
            [move('L::A', 'P')],
            'package L {\n    part def B;\n}\npackage P {\n    private import L::B;\n    part a : A;\n    part b : B;\n    part def A;\n}\n'
        ],
        [
            'in front of where it was, with names inside',
            'package P {\n}\npackage L {\n    part def B;\n    part def A {\n        part x : B;\n        part y : L::B;\n    }\n}\n',
            [move('L::A', 'P')],
            'package P {\n    part def A {\n        part x : L::B;\n        part y : L::B;\n    }\n}\npackage L {\n    part def B;\n}\n'
        ],
        [
            'names with quotes',
            "package 'a b' {\n    part def A;\n    part a : A;\n    package 'c d' { }\n}\n",
            [move('a b::A', 'a b::c d')],
            "package 'a b' {\n    part a : 'c d'::A;\n    package 'c d' {\n        part def A;\n    }\n}\n"
        ],
        [
            'behind many references, all of which are respelled',
            `package P {\n    part def T;\n${'    part : T;\n'.repeat(20)}    package New {\n    }\n}\n`,
            [move('P::T', 'P::New')],
            `package P {\n${'    part : New::T;\n'.repeat(20)}    package New {\n        part def T;\n    }\n}\n`
        ],
        ['into itself', 'package P { package Q; }\n', [move('P', 'P::Q')], 'OWNER_INSIDE_TARGET'],
        ['where its name is taken', 'package P { part a; } package Q { part a; }\n', [move('P::a', 'Q')], 'MEMBER_NAME_TAKEN'],
        ['where its kind is not admitted', 'package P { part a; enum def E { enum b; } }\n', [move('P::a', 'P::E')], 'ILLEGAL_KIND'],
        ['a step of a chain', 'part p { part q; } part r; part s :> p.q;\n', [move('p::q', 'r')], 'MOVE_REFERENCED'],
        ['an owner that is not there', 'part p;\n', [move('p', 'q')], 'OWNER_UNKNOWN']
    ]);
});

describe('batches', () => {
    run([
        ['no operation', 'part p;\n', [], 'NO_OPERATIONS'],
        ['one that fails undoes all', 'part p;\n', [{ addMember: { kind: 'part', name: 'x' } }, rename('q', 'r')], 'UNKNOWN_TARGET'],
        [
            'an owner that an earlier operation makes',
            '',
            [{ addMember: { kind: 'package', name: 'P' } }, { addMember: { owner: 'P', kind: 'part', name: 'x' } }],
            'package P {\n    part x;\n}\n'
        ],
        ['a name that an earlier operation gives', 'attribute p;\n', [rename('p', 'q'), set('q', '1')], 'attribute q = 1;\n'],
        [
            'members of one owner in their order',
            'package P {\n}\n',
            ['a', 'b', 'c'].map(name => ({ addMember: { owner: 'P', kind: 'part', name } })),
            'package P {\n    part a;\n    part b;\n    part c;\n}\n'
        ],
        [
            'a value that names what is renamed afterwards',
            'attribute n = 1; package P { attribute n = 2; }\n',
            [{ addMember: { owner: 'P', kind: 'attribute', name: 'x', value: 'n' } }, rename('P::n', 'k')],
            'attribute n = 1; package P { attribute k = 2; \n    attribute x = k;\n}\n'
        ],
        [
            'a value that names what was renamed before',
            'attribute n = 1; package P { attribute n = 2; }\n',
            [rename('P::n', 'k'), { addMember: { owner: 'P', kind: 'attribute', name: 'x', value: 'n' } }],
            'attribute n = 1; package P { attribute k = 2; \n    attribute x = n;\n}\n'
        ],
        [
            'a value between two renames, the second of what it names',
            'attribute n = 1; package P { attribute n = 2; attribute m; }\n',
            [rename('P::m', 'k'), { addMember: { owner: 'P', kind: 'attribute', name: 'x', value: 'n' } }, rename('P::n', 'l')],
            'attribute n = 1; package P { attribute l = 2; attribute k; \n    attribute x = l;\n}\n'
        ],
        ['an error once more', 'part p : Nope;\n', [{ addMember: { kind: 'part', name: 'x', type: 'Nope' } }], 'RESULT_INVALID'],
        [
            'an error in the place of another',
            'part p : Nope;\n',
            [remove('p'), { addMember: { kind: 'part', name: 'x', type: 'Nada' } }],
            'RESULT_INVALID'
        ],
        ['an error that names what is renamed', 'attribute def A; part p : A;\n', [rename('A', 'B')], 'attribute def B; part p : B;\n'],
        ['an error that was there before', 'part p : Nope;\n', [rename('p', 'q')], 'part q : Nope;\n'],
        [
            'an edit that repairs the syntax is not blamed for what was hidden',
            'part p : Nope;\npackage Q {\n    part q [;\n}\n',
            [remove('Q')],
            'part p : Nope;\n'
        ],
        ['an edit of a text with syntax errors', 'part p;\npart q [;\n', [rename('p', 'r')], 'part r;\npart q [;\n'],
        ['a target by its place', 'package P { part a; part :> a; }\n', [remove('P::@1')], 'package P { part a;  }\n']
    ]);
    it('strict models are judged strictly', () => {
        const operations = [operation({ addSequence: { owner: 'A', keyword: '', memberKind: 'action', memberName: 'x' } })];
        expect(applyEdits(modelOf({ 'm.sysml': 'action def A;\n' }, true), operations)).toHaveProperty('documents');
        const kerml = [operation({ addMember: { owner: 'S', kind: 'exhibit', name: 'D' } })];
        expect(applyEdits(modelOf({ 'm.sysml': 'part def S; state def D;\n' }, true), kerml)).toHaveProperty('failure');
    });
});

describe('several documents', () => {
    const LIB = 'package Lib {\n    part def Motor;\n}\n';
    const USE = 'package Use {\n    private import Lib::*;\n    part def Car { part m : Motor; }\n}\n';
    const both = { 'lib.sysml': LIB, 'use.sysml': USE };
    const apply = (texts: Record<string, string>, ops: readonly Some[], document = 0) => {
        const model = modelOf(texts);
        return applyEdits(model, ops.map(operation), model.documents[document]);
    };
    it('a rename rewrites the documents that refer, the targeted one first', () => {
        const { documents, applied } = apply(both, [rename('Lib::Motor', 'Engine')]) as AcceptedEdit;
        expect(documents.map(d => [d.name, d.content])).toEqual([
            ['lib.sysml', LIB.replace('Motor', 'Engine')],
            ['use.sysml', USE.replace('Motor', 'Engine')]
        ]);
        expect(applied.map(a => [a.document, a.oldText, a.newText, a.target])).toEqual([
            ['lib.sysml', 'Motor', 'Engine', 'Lib::Motor'],
            ['use.sysml', 'Motor', 'Engine', 'Lib::Motor']
        ]);
    });
    it('a document that no operation reached is not there', () => {
        const { documents } = apply(both, [{ addMember: { owner: 'Lib', kind: 'part', name: 'x' } }]) as AcceptedEdit;
        expect(documents.map(d => d.name)).toEqual(['lib.sysml']);
    });
    it('a target of another document is unknown, and where it is declared is told', () => {
        const found = apply(both, [rename('Lib::Motor', 'Engine')], 1) as RefusedEdit;
        expect([found.failure, found.error.includes('lib.sysml')]).toEqual(['UNKNOWN_TARGET', true]);
        expect((apply(both, [rename('Parts::Part', 'X')]) as RefusedEdit).error).toContain('library');
    });
    it('a removal tells the referrers of other documents, and a cascade removes them', () => {
        const refused = apply(both, [remove('Lib::Motor')]) as RefusedEdit;
        expect(refused.referrers).toEqual([{ name: 'Use::Car::m', document: 'use.sysml' }]);
        const { documents } = apply(both, [remove('Lib::Motor', true)]) as AcceptedEdit;
        expect(documents[1].content).toBe('package Use {\n    private import Lib::*;\n    part def Car {  }\n}\n');
    });
    it('a move does not respell other documents', () => {
        expect((apply(both, [move('Lib::Motor', '')]) as RefusedEdit).failure).toBe('REFERENCED_ELSEWHERE');
    });
    it('a member that changes no name of another document is accepted', () => {
        const texts = {
            'a.sysml': 'package A { package B { part def C; } }\n',
            'b.sysml': 'package D { private import A::B::*; part c : C; }\n'
        };
        expect(apply(texts, [{ addMember: { owner: 'A::B', kind: 'part', name: 'x' } }])).toHaveProperty('documents');
    });
});

describe('what is told', () => {
    it('places are bytes of the text that the operation saw', () => {
        const { applied } = edited('// é\npart a;\n', [{ addNote: { target: 'a', text: 'ü' } }, rename('a', 'b')]) as AcceptedEdit;
        expect(
            applied.map(({ offset, length, oldText, newText, operationIndex }) => ({ offset, length, oldText, newText, operationIndex }))
        ).toEqual([
            { offset: 6, length: 0, oldText: '', newText: '// ü\n', operationIndex: 0 },
            { offset: 17, length: 1, oldText: 'a', newText: 'b', operationIndex: 1 }
        ]);
    });
    it('documentation in place of another one is a change of its operation and target', () => {
        const replaced: Some = { addDocumentation: { target: 'a', body: 'y', replace: true } };
        const { applied } = edited('part a { doc /* x */ }\npart b;\n', [rename('b', 'c'), replaced]) as AcceptedEdit;
        expect(applied.map(({ operationIndex, target, newText }) => [operationIndex, target, newText])).toEqual([
            [0, 'b', 'c'],
            [1, 'a', 'doc /* y*/']
        ]);
    });
    it('a move reports the removal, the insertion, then respelled names and removed imports in the order of the text', () => {
        const text =
            'package L {\n    part def A;\n}\npart z : L::A;\npackage P {\n    part a : A;\n    private import L::A;\n    part b : L::A;\n}\npart c : L::A;\n';
        const { applied, documents } = edited(text, [move('L::A', 'P')]) as AcceptedEdit;
        expect(documents[0].content).toBe(
            'package L {\n}\npart z : P::A;\npackage P {\n    part a : A;\n    part b : A;\n    part def A;\n}\npart c : P::A;\n'
        );
        expect(applied.map(({ oldText, newText }) => [oldText.trim(), newText.trim()])).toEqual([
            ['part def A;', ''],
            ['', 'part def A;'],
            ['L::A', 'P::A'],
            ['private import L::A;', ''],
            ['L::A', 'A'],
            ['L::A', 'P::A']
        ]);
    });
    it('a declaration that its body does not admit is reported with the error that it would be', () => {
        const misplaced: Some = { addMember: { owner: 'E', kind: 'part', name: 'x' } };
        const text = 'enum def E;\npart a : Gone;\nattribute b;\n';
        const found = edited(text, [set('b', '1'), misplaced, set('b', '2')]) as RefusedEdit;
        const message = 'the body of an enumeration admits enumerated values only';
        expect(found).toMatchObject({ failure: 'ILLEGAL_KIND', error: message, diagnostics: [{ code: 'syntax', message }] });
        expect(found.diagnostics).toHaveLength(1);
    });
    it('values are located in the original text', () => {
        const { applied } = edited('attribute a = 1;\nattribute b = 2;\n', [set('a', '100'), set('b', '3')]) as AcceptedEdit;
        expect(applied.map(a => a.offset)).toEqual([14, 31]);
    });
    it('findings of a value have places in the value', () => {
        const { diagnostics } = edited('attribute a = 1;\n', [set('a', '1 +')]) as RefusedEdit;
        expect(diagnostics[0].span?.file).toBe('<value>');
    });
    it('findings of the result have places in the edited text', () => {
        const { diagnostics } = edited('part a;\n', [{ addMember: { kind: 'part', name: 'x', type: 'Nope' } }]) as RefusedEdit;
        expect(diagnostics.map(d => [d.code, d.span?.startLine])).toEqual([['unresolved', 2]]);
    });
});
