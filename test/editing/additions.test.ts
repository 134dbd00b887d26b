// What additions write, and where: the layout of a new member, the notation of every kind, the refusals. (Contract
// edits-and-diagnostics 1.6, 1.7.)

import { describe, expect, it } from 'vitest';
import { item, type Some, textAfter } from './edit.js';

/** Title, text before, operations, text after or the failure. */
type Case = readonly [title: string, before: string, operations: readonly Some[], after: string];

const run = (cases: readonly Case[], name = 'm.sysml'): void =>
    it.each(cases)('%s', (_title, before, operations, after) => {
        const found = textAfter(before, operations, name);
        expect(/^[A-Z_]+$/.test(after) ? found.split(':')[0] : found).toBe(after);
    });

const part = (owner: string, name: string): Some => ({ addMember: { owner, kind: 'part', name } });

describe('the place of a new member', () => {
    run([
        ['the end of the file', 'package P;\n', [part('', 'x')], 'package P;\npart x;\n'],
        ['a file without a line end', 'package P;', [part('', 'x')], 'package P;\npart x;\n'],
        ['an empty file', '', [part('', 'x')], 'part x;\n'],
        ['before the line of the brace', 'package P {\n  part a;\n}\n', [part('P', 'x')], 'package P {\n  part a;\n  part x;\n}\n'],
        ['a body on one line', 'part def A { attribute x; }\n', [part('A', 'y')], 'part def A { attribute x; \n    part y;\n}\n'],
        ['an empty body', 'part def A {}\n', [part('A', 'y')], 'part def A {\n    part y;\n}\n'],
        ['an empty body with a blank', 'part def A { }\n', [part('A', 'y')], 'part def A {\n    part y;\n}\n'],
        [
            'a semicolon',
            'package P {\n    part def A; // note\n}\n',
            [part('P::A', 'y')],
            'package P {\n    part def A {\n        part y;\n    } // note\n}\n'
        ],
        ['tabs', 'package P {\n\tpart def A;\n}\n', [part('P::A', 'y')], 'package P {\n\tpart def A {\n\t\tpart y;\n\t}\n}\n'],
        [
            'a body that the members before it have opened',
            'package P {\r\n    part def A;\r\n}\r\n',
            [part('P::A', 'x'), part('P::A', 'longer'), part('P::A', 'y'), part('P::A', 'z')],
            'package P {\r\n    part def A {\r\n        part x;\r\n        part longer;\r\n        part y;\r\n        part z;\r\n    }\r\n}\r\n'
        ],
        [
            'the dominant line end',
            'package P {\r\n    part a;\r\n}\r\n',
            [part('P', 'x')],
            'package P {\r\n    part a;\r\n    part x;\r\n}\r\n'
        ],
        [
            'the indentation of the first deeper line',
            'package P {\n  // note\n      part a;\n}\n',
            [part('P', 'x')],
            'package P {\n  // note\n      part a;\n  part x;\n}\n'
        ],
        [
            'a brace in the head of the owner',
            'part a = {1}.x { part b; }\n',
            [part('a', 'c')],
            'part a = {1}.x { part b; \n    part c;\n}\n'
        ],
        [
            'before the result expression and its comments',
            'calc def F {\n    in x;\n    // twice\n    x * 2\n}\n',
            [{ addMember: { owner: 'F', direction: 'in', name: 'p' } }],
            'calc def F {\n    in x;\n    in p;\n    // twice\n    x * 2\n}\n'
        ],
        [
            'inline in a one-line calculation',
            'attribute def T;\ncalc def F { in x : T; x * 2 }\n',
            [{ addMember: { owner: 'F', direction: 'in', name: 'p', type: 'T' } }],
            'attribute def T;\ncalc def F { in x : T; in p : T; x * 2 }\n'
        ]
    ]);
});

describe('members', () => {
    run([
        ['a name behind a blank', 'part a;\n', [part('', ' x')], 'INVALID_NAME'],
        ['a name before a blank', 'part a;\n', [part('', 'x ')], 'INVALID_NAME'],
        ['a short name as a name', 'part a;\n', [part('', '<s> x')], 'INVALID_NAME'],
        ['a name of no characters', 'part a;\n', [part('', "''")], 'INVALID_NAME'],
        [
            'a definition with what it specializes',
            'part def A;\n',
            [{ addMember: { kind: 'part def', name: 'B', specializes: ['A'], isAbstract: true } }],
            'part def A;\nabstract part def B specializes A;\n'
        ],
        [
            'a usage with everything',
            'part def A { attribute m; }\nattribute def T; metadata def M;\n',
            [
                {
                    addMember: {
                        owner: 'A',
                        kind: 'attribute',
                        name: 'n',
                        type: 'T',
                        multiplicity: '[0..1]',
                        value: 'null',
                        isDefault: true,
                        direction: 'in',
                        isAbstract: true,
                        metadataPrefixes: ['M'],
                        redefines: []
                    }
                }
            ],
            'part def A { attribute m; \n    in abstract #M attribute n : T [0..1] default = null;\n}\nattribute def T; metadata def M;\n'
        ],
        [
            'a redefinition without a name',
            'part def A { attribute m; }\npart a : A;\n',
            [{ addMember: { owner: 'a', kind: 'attribute', redefines: ['m'], value: '4' } }],
            'part def A { attribute m; }\npart a : A {\n    attribute :>> m = 4;\n}\n'
        ],
        [
            'a prefix behind the word ref',
            'metadata def Tag; part def T;\n',
            [{ addMember: { kind: 'ref', name: 'r', type: 'T', metadataPrefixes: ['Tag'] } }],
            'metadata def Tag; part def T;\nref #Tag r : T;\n'
        ],
        [
            'a prefix between the words of an individual def',
            'metadata def Tag; part def T;\n',
            [{ addMember: { kind: 'individual def', name: 'I', specializes: ['T'], metadataPrefixes: ['Tag'] } }],
            'metadata def Tag; part def T;\nindividual #Tag def I specializes T;\n'
        ],
        [
            'a constraint with its condition',
            'package P {\n}\n',
            [{ addMember: { owner: 'P', kind: 'constraint', name: 'c', bodyExpression: '1 > 0' } }],
            'package P {\n    constraint c { 1 > 0 }\n}\n'
        ],
        [
            'an expression of several lines',
            'package P {\n}\n',
            [{ addMember: { owner: 'P', kind: 'constraint', name: 'c', bodyExpression: '1 > 0\n    and 2 > 1' } }],
            'package P {\n    constraint c {\n        1 > 0\n        and 2 > 1\n    }\n}\n'
        ],
        [
            'documentation forces a one-line expression onto lines',
            'package P {\n}\n',
            [{ addMember: { owner: 'P', kind: 'constraint', name: 'c', bodyExpression: '1 > 0', doc: 'a\nb' } }],
            'package P {\n    constraint c {\n        doc /* a\n         * b*/\n        1 > 0\n    }\n}\n'
        ],
        [
            'a calculation by several operations',
            'package P {\n    private import ScalarValues::*;\n}\n',
            [
                { addMember: { owner: 'P', kind: 'calc def', name: 'Area' } },
                { addMember: { owner: 'P::Area', direction: 'in', name: 'w', type: 'Real' } },
                { addMember: { owner: 'P::Area', direction: 'in', name: 'h', type: 'Real' } },
                { addMember: { owner: 'P::Area', kind: 'return', type: 'Real', value: 'w * h' } }
            ],
            'package P {\n    private import ScalarValues::*;\n    calc def Area {\n        in w : Real;\n        in h : Real;\n        return : Real = w * h;\n    }\n}\n'
        ],
        [
            'a performed action',
            'action def R; part def A { action run : R; }\npart def B { part a : A; }\n',
            [{ addMember: { owner: 'B', kind: 'perform', name: 'a.run' } }],
            'action def R; part def A { action run : R; }\npart def B { part a : A; \n    perform a.run;\n}\n'
        ],
        [
            'an exhibited state',
            'state def S; part def A;\n',
            [{ addMember: { owner: 'A', kind: 'exhibit state', name: 's', type: 'S' } }],
            'state def S; part def A {\n    exhibit state s : S;\n}\n'
        ],
        [
            'an entry action',
            'action def A; state def S;\n',
            [{ addMember: { owner: 'S', kind: 'entry action', name: 'start', type: 'A' } }],
            'action def A; state def S {\n    entry action start : A;\n}\n'
        ],
        [
            'an asserted constraint without a name',
            'part def A { attribute x = 4; }\n',
            [{ addMember: { owner: 'A', kind: 'assert not constraint', bodyExpression: 'x > 3' } }],
            'part def A { attribute x = 4; \n    assert not constraint { x > 3 }\n}\n'
        ],
        [
            'a member that is declared later',
            'package P;\n',
            [
                { addMember: { owner: 'P', kind: 'part', name: 'p', type: 'Valve' } },
                { addMember: { owner: 'P', kind: 'part def', name: 'Valve' } }
            ],
            'package P {\n    part p : Valve;\n    part def Valve;\n}\n'
        ],
        [
            'a name in quotes',
            'package P;\n',
            [part('P', "'feed pump'"), part('P::feed pump', 'x'), part("P::'feed pump'", 'y')],
            "package P {\n    part 'feed pump' {\n        part x;\n        part y;\n    }\n}\n"
        ],
        ['no quotes', 'package P;\n', [part('P', 'feed pump')], 'INVALID_NAME'],
        ['a reserved word', 'package P;\n', [part('P', 'part')], 'INVALID_NAME'],
        ['an empty name', 'package P;\n', [part('P', '')], 'INVALID_NAME'],
        ['an unterminated name', 'package P;\n', [part('P', "'x")], 'INVALID_NAME'],
        ['a taken name', 'package P { part x; }\n', [part('P', 'x')], 'MEMBER_NAME_TAKEN'],
        ['a taken short name', 'package P { part <x> y; }\n', [part('P', "'x'")], 'MEMBER_NAME_TAKEN'],
        ['a name that an earlier operation takes', 'package P { }\n', [part('P', 'x'), part('P', 'x')], 'MEMBER_NAME_TAKEN'],
        ['an owner that is not there', 'package P;\n', [part('Q', 'x')], 'OWNER_UNKNOWN'],
        ['an owner in the library', 'package P;\n', [part('ScalarValues', 'x')], 'OWNER_UNKNOWN'],
        ['an owner without a body', 'package P { alias A for B; part def B; }\n', [part('P::A', 'x')], 'OWNER_NOT_NAMESPACE'],
        ['an owner that is declared twice', 'package P { part a; part a; }\n', [part('P::a', 'x')], 'AMBIGUOUS_TARGET'],
        ['a kind that is none', 'package P;\n', [{ addMember: { owner: 'P', kind: 'widget', name: 'x' } }], 'ILLEGAL_KIND'],
        [
            'an abstract package',
            'package P;\n',
            [{ addMember: { owner: 'P', kind: 'package', name: 'x', isAbstract: true } }],
            "ILLEGAL_KIND: 'package' takes no isAbstract"
        ],
        ['a kind that needs ends', 'package P;\n', [{ addMember: { owner: 'P', kind: 'connection def', name: 'x' } }], 'ILLEGAL_KIND'],
        [
            'a field that the kind does not carry',
            'package P;\n',
            [{ addMember: { owner: 'P', kind: 'part def', name: 'x', value: '1' } }],
            'ILLEGAL_KIND'
        ],
        [
            'a body expression of a requirement',
            'package P;\n',
            [{ addMember: { owner: 'P', kind: 'requirement', name: 'x', bodyExpression: '1 > 0' } }],
            'ILLEGAL_KIND'
        ],
        ['a subject in a package', 'package P;\n', [{ addMember: { owner: 'P', kind: 'subject', name: 'x' } }], 'ILLEGAL_KIND'],
        ['a part in an enumeration', 'enum def E;\n', [part('E', 'x')], 'ILLEGAL_KIND'],
        [
            'a second entry action',
            'state def S { entry; }\n',
            [{ addMember: { owner: 'S', kind: 'entry action', name: 'a' } }],
            'ILLEGAL_KIND'
        ],
        [
            'a default without a value',
            'package P;\n',
            [{ addMember: { owner: 'P', kind: 'attribute', name: 'x', isDefault: true } }],
            'INVALID_VALUE'
        ],
        [
            'a direction that is none',
            'part def P;\n',
            [{ addMember: { owner: 'P', kind: 'attribute', name: 'x', direction: 'up' } }],
            'INVALID_VALUE'
        ],
        [
            'a value that is no expression',
            'package P;\n',
            [{ addMember: { owner: 'P', kind: 'attribute', name: 'x', value: '1 +' } }],
            'INVALID_VALUE'
        ],
        [
            'a type that is not there',
            'package P;\n',
            [{ addMember: { owner: 'P', kind: 'part', name: 'x', type: 'Nope' } }],
            'RESULT_INVALID'
        ],
        [
            'a type that does not parse',
            'package P;\n',
            [{ addMember: { owner: 'P', kind: 'part', name: 'x', type: ';;' } }],
            'RESULT_INVALID'
        ]
    ]);
    describe('in KerML', () =>
        run(
            [
                [
                    'a class with a multiplicity',
                    'class A;\n',
                    [{ addMember: { kind: 'class', name: 'B', specializes: ['A'], multiplicity: '[2]' } }],
                    'class A;\nclass B [2] specializes A;\n'
                ],
                [
                    'a feature',
                    'class A;\n',
                    [{ addMember: { owner: 'A', kind: 'feature', name: 'f', type: 'A' } }],
                    'class A {\n    feature f : A;\n}\n'
                ],
                ['a part', 'class A;\n', [part('A', 'x')], 'ILLEGAL_KIND'],
                [
                    'a binding',
                    'class A { feature f; feature g; }\n',
                    [{ addConnection: { owner: 'A', kind: 'binding', fromEnd: 'f', toEnd: 'g' } }],
                    'class A { feature f; feature g; \n    binding of f = g;\n}\n'
                ]
            ],
            'm.kerml'
        ));
});

describe('connections', () => {
    const LOOP = 'package Plant {\n    part loop {\n        part pump;\n        part valve;\n        attribute a; attribute b;\n    }\n}\n';
    const with_ = (line: string): string => LOOP.replace('attribute b;\n', `attribute b;\n        ${line}\n`);
    const connect = (kind: string, name = '', from = 'pump', to = 'valve'): Some => ({
        addConnection: { owner: 'Plant::loop', kind, fromEnd: from, toEnd: to, name }
    });
    run([
        ['a connection', LOOP, [connect('connection', 'c')], with_('connection c connect pump to valve;')],
        ['an allocation', LOOP, [connect('allocation', 'a1')], with_('allocation a1 allocate pump to valve;')],
        ['a flow', LOOP, [connect('flow', '', 'pump.x', 'valve.y')], 'RESULT_INVALID'],
        ['a binding', LOOP, [connect('binding', '', 'a', 'b')], with_('binding bind a = b;')],
        ['a succession', LOOP, [connect('succession')], with_('succession first pump then valve;')],
        ['a transition in a part', LOOP, [connect('transition')], 'ILLEGAL_KIND'],
        ['a kind of KerML', LOOP, [connect('connector')], 'ILLEGAL_KIND'],
        ['an end that is no reference', LOOP, [connect('connection', '', 'pump +')], 'INVALID_NAME'],
        ['an end that is not there', LOOP, [connect('connection', '', 'pipe')], 'RESULT_INVALID'],
        [
            'a type of a binding',
            LOOP,
            [{ addConnection: { owner: 'Plant::loop', kind: 'binding', fromEnd: 'a', toEnd: 'b', type: 'T' } }],
            'ILLEGAL_KIND'
        ]
    ]);
});

describe('requirements', () => {
    const BASE = 'requirement def R;\nrequirement r : R;\npart p;\n';
    run([
        [
            'satisfy',
            BASE,
            [{ addSatisfy: { requirement: 'r', satisfyingFeature: 'p', isAsserted: true, isNegated: true } }],
            `${BASE}assert not satisfy r by p;\n`
        ],
        ['satisfy what is no requirement', BASE, [{ addSatisfy: { requirement: 'p' } }], 'RESULT_INVALID'],
        [
            'require',
            'requirement def R;\n',
            [{ addRequirementConstraint: { owner: 'R', kind: 'require', expression: '1 > 0' } }],
            'requirement def R {\n    require constraint { 1 > 0 }\n}\n'
        ],
        [
            'assume with a name',
            'requirement def R;\n',
            [{ addRequirementConstraint: { owner: 'R', kind: 'assume', expression: '1 > 0', name: 'c' } }],
            'requirement def R {\n    assume constraint c { 1 > 0 }\n}\n'
        ],
        ['require in a part', BASE, [{ addRequirementConstraint: { owner: 'p', kind: 'require', expression: '1 > 0' } }], 'ILLEGAL_KIND'],
        ['another kind', BASE, [{ addRequirementConstraint: { owner: 'R', kind: 'assert', expression: '1 > 0' } }], 'ILLEGAL_KIND'],
        [
            'verify makes an objective',
            `${BASE}verification def V;\n`,
            [{ addVerify: { owner: 'V', requirement: 'r' } }],
            `${BASE}verification def V {\n    objective {\n        verify r;\n    }\n}\n`
        ],
        [
            'verify in the objective there is',
            `${BASE}verification def V {\n    objective o;\n}\n`,
            [{ addVerify: { owner: 'V', requirement: 'r' } }],
            `${BASE}verification def V {\n    objective o {\n        verify r;\n    }\n}\n`
        ],
        [
            'verify in an inherited objective',
            `${BASE}verification def V { objective o; } verification def W :> V;\n`,
            [{ addVerify: { owner: 'W', requirement: 'r' } }],
            'ILLEGAL_KIND'
        ],
        ['verify in a part', BASE, [{ addVerify: { owner: 'p', requirement: 'r' } }], 'ILLEGAL_KIND']
    ]);
});

describe('transitions', () => {
    const BASE = 'attribute def E;\naction def A;\nstate def S {\n    state a;\n    state b;\n}\n';
    const at = (line: string): string => BASE.replace('state b;\n', `state b;\n    ${line}\n`);
    run([
        [
            'all clauses',
            BASE,
            [{ addTransition: { owner: 'S', name: 't', source: 'a', target: 'b', trigger: 'E', guard: '1 > 0', effect: 'action x : A' } }],
            at('transition t first a accept E if 1 > 0 do action x : A then b;')
        ],
        ['an entry transition', BASE, [{ addTransition: { owner: 'S', target: 'a', initial: true } }], at('entry; then a;')],
        [
            'in a state that has no body yet',
            BASE,
            [
                { addMember: { owner: 'S::a', kind: 'state', name: 'c' } },
                { addTransition: { owner: 'S::a::c', source: 'a', target: 'b', name: 't' } }
            ],
            BASE.replace('state a;', 'state a {\n        state c {\n            transition t first a then b;\n        }\n    }')
        ],
        [
            'an entry transition beside an entry action',
            'state def S { entry; state a; }\n',
            [{ addTransition: { owner: 'S', target: 'a', initial: true } }],
            'ILLEGAL_KIND'
        ],
        [
            'an entry transition with a guard',
            BASE,
            [{ addTransition: { owner: 'S', target: 'a', initial: true, guard: 'true' } }],
            'ILLEGAL_KIND'
        ],
        [
            'a guard that breaks out',
            BASE,
            [{ addTransition: { owner: 'S', source: 'a', target: 'b', guard: 'true then b; transition first b' } }],
            'INVALID_VALUE'
        ],
        [
            'a trigger with a guard in it',
            BASE,
            [{ addTransition: { owner: 'S', source: 'a', target: 'b', trigger: 'E if true' } }],
            'INVALID_VALUE'
        ],
        ['a target that is not there', BASE, [{ addTransition: { owner: 'S', source: 'a', target: 'c' } }], 'RESULT_INVALID'],
        ['no state', 'part def P;\n', [{ addTransition: { owner: 'P', source: 'a', target: 'b' } }], 'ILLEGAL_KIND']
    ]);
});

describe('imports', () => {
    const LIB = 'package L { part def A; part def B; }\n';
    run([
        [
            'the first one',
            `${LIB}package P {\n    // a\n    part a;\n}\n`,
            [{ addImport: { owner: 'P', target: 'L::*' } }],
            `${LIB}package P {\n    private import L::*;\n    // a\n    part a;\n}\n`
        ],
        [
            'behind the last one',
            `${LIB}package P {\n    public import L::A; // a\n    part a;\n}\n`,
            [{ addImport: { owner: 'P', target: 'L::B', visibility: 'public' } }],
            `${LIB}package P {\n    public import L::A; // a\n    public import L::B;\n    part a;\n}\n`
        ],
        [
            'into no body',
            `${LIB}package P;\n`,
            [{ addImport: { owner: 'P', target: 'L', isRecursive: true, isImportAll: true } }],
            `${LIB}package P {\n    private import all L::**;\n}\n`
        ],
        [
            'at the root',
            `// head\n${LIB}`,
            [{ addImport: { target: 'ScalarValues::*' } }],
            `// head\nprivate import ScalarValues::*;\n${LIB}`
        ],
        [
            'the same again',
            `${LIB}package P { private import L::*; }\n`,
            [{ addImport: { owner: 'P', target: 'L::*' } }],
            'MEMBER_NAME_TAKEN'
        ],
        ['a recursive target', `${LIB}package P;\n`, [{ addImport: { owner: 'P', target: 'L::**' } }], 'INVALID_NAME'],
        [
            'another visibility',
            `${LIB}package P;\n`,
            [{ addImport: { owner: 'P', target: 'L::*', visibility: 'package' } }],
            'INVALID_VALUE'
        ],
        ['an enumeration', `${LIB}enum def E;\n`, [{ addImport: { owner: 'E', target: 'L::*' } }], 'ILLEGAL_KIND'],
        ['nothing', 'package P;\n', [{ addImport: { owner: 'P', target: 'Nope::*' } }], 'RESULT_INVALID']
    ]);
});

describe('annotations', () => {
    const BASE = 'package P {\n    part a;\n}\n';
    run([
        [
            'documentation',
            BASE,
            [{ addDocumentation: { target: 'P::a', body: 'x\ny', name: 'D', locale: 'en' } }],
            'package P {\n    part a {\n        doc D locale "en" /* x\n         * y*/\n    }\n}\n'
        ],
        [
            'documentation comes first',
            BASE,
            [{ addDocumentation: { target: 'P', body: 'x' } }],
            'package P {\n    doc /* x*/\n    part a;\n}\n'
        ],
        [
            'documentation in a one-line body',
            'part def A { part b; }\n',
            [{ addDocumentation: { target: 'A', body: 'x' } }],
            'part def A {\n    doc /* x*/\n    part b; }\n'
        ],
        ['a second documentation', 'part def A { doc /* x */ }\n', [{ addDocumentation: { target: 'A', body: 'y' } }], 'MEMBER_NAME_TAKEN'],
        [
            'documentation in its place',
            'part def A { doc X /* x */ }\n',
            [{ addDocumentation: { target: 'A', body: 'y', replace: true } }],
            'part def A { doc /* y*/ }\n'
        ],
        ['a name that is no name', BASE, [{ addDocumentation: { target: 'P', body: 'x', name: '1 D' } }], 'INVALID_NAME'],
        ['a name that is taken', BASE, [{ addDocumentation: { target: 'P', body: 'x', name: 'a' } }], 'MEMBER_NAME_TAKEN'],
        ['a text that ends the comment', BASE, [{ addDocumentation: { target: 'P', body: 'a */ b' } }], 'INVALID_VALUE'],
        ['a carriage return', BASE, [{ addComment: { owner: 'P', body: 'a\r\nb' } }], 'INVALID_VALUE'],
        [
            'a comment about something',
            BASE,
            [{ addComment: { owner: 'P', body: 'x', name: 'C', about: ['a'] } }],
            'package P {\n    part a;\n    comment C about a /* x*/\n}\n'
        ],
        ['a note', BASE, [{ addNote: { target: 'P::a', text: 'x' } }], 'package P {\n    // x\n    part a;\n}\n'],
        ['an empty note', BASE, [{ addNote: { target: 'P::a', text: '' } }], 'package P {\n    //\n    part a;\n}\n'],
        ['a note behind code', 'package P { part a; }\n', [{ addNote: { target: 'P::a', text: 'x' } }], 'package P { \n// x\npart a; }\n'],
        ['a note of two lines', BASE, [{ addNote: { target: 'P::a', text: 'x\ny' } }], 'INVALID_VALUE'],
        [
            'metadata with values',
            'metadata def M { attribute x; }\npart a;\n',
            [{ addMetadata: { metadataType: 'M', name: 'n', about: ['a'], values: [{ feature: 'x', value: '1' }] } }],
            'metadata def M { attribute x; }\npart a;\nmetadata n : M about a { x = 1; }\n'
        ],
        [
            'metadata in short',
            'metadata def M;\npart a;\n',
            [{ addMetadata: { owner: 'a', metadataType: 'M', shorthand: true } }],
            'metadata def M;\npart a {\n    @M;\n}\n'
        ],
        [
            'a feature that is bound twice',
            'metadata def M { attribute x; }\n',
            [
                {
                    addMetadata: {
                        metadataType: 'M',
                        values: [
                            { feature: 'x', value: '1' },
                            { feature: 'x', value: '2' }
                        ]
                    }
                }
            ],
            'INVALID_VALUE'
        ],
        [
            'a prefix',
            'metadata def M;\nabstract part def A;\n',
            [{ addMetadataPrefix: { target: 'A', metadataType: 'M' } }],
            'metadata def M;\nabstract #M part def A;\n'
        ],
        [
            'a prefix behind others',
            'metadata def M;\nmetadata def N;\n#M part def A;\n',
            [{ addMetadataPrefix: { target: 'A', metadataType: 'N' } }],
            'metadata def M;\nmetadata def N;\n#M #N part def A;\n'
        ],
        [
            'a prefix that is declared later',
            'part def A;\n',
            [{ addMetadataPrefix: { target: 'A', metadataType: 'M' } }, { addMember: { kind: 'metadata def', name: 'M' } }],
            '#M part def A;\nmetadata def M;\n'
        ],
        [
            'the same prefix again',
            'metadata def M;\n#M part def A;\n',
            [{ addMetadataPrefix: { target: 'A', metadataType: '$::M' } }],
            'INVALID_VALUE'
        ],
        [
            'a prefix that is no metadata',
            'part def M;\npart def A;\n',
            [{ addMetadataPrefix: { target: 'A', metadataType: 'M' } }],
            'INVALID_VALUE'
        ],
        [
            'a prefix of a transition',
            'metadata def M;\nstate def S { state a; transition t first a then a; }\n',
            [{ addMetadataPrefix: { target: 'S::t', metadataType: 'M' } }],
            'ILLEGAL_KIND'
        ]
    ]);
});

describe('sequences', () => {
    const BASE = 'action def A {\n    attribute n : ScalarValues::Integer := 0;\n    action a; // first\n    action b;\n}\n';
    const end = (...lines: string[]): string => BASE.replace('action b;\n', `action b;\n${lines.map(line => `    ${line}\n`).join('')}`);
    const seq = (some: Parameters<typeof item>[0]): Some => ({ addSequence: item({ owner: 'A', ...some }) });
    run([
        ['first', BASE, [seq({ keyword: 'first', ref: 'a' })], end('first a;')],
        ['then a node', BASE, [seq({ keyword: 'then', ref: 'a' })], end('then a;')],
        ['then done', BASE, [seq({ keyword: 'then', ref: 'done' })], end('then done;')],
        ['then a declared node', BASE, [seq({ keyword: 'then', memberKind: 'merge', memberName: 'm' })], end('then merge m;')],
        [
            'behind a member',
            BASE,
            [seq({ keyword: 'then', memberKind: 'action', memberName: 'x', after: 'a' })],
            BASE.replace('// first\n', '// first\n    then action x;\n')
        ],
        [
            'behind a member of a text with other line breaks',
            BASE.replaceAll('\n', '\r\n'),
            [seq({ keyword: 'then', memberKind: 'action', memberName: 'x', after: 'a' })],
            BASE.replace('// first\n', '// first\n    then action x;\n').replaceAll('\n', '\r\n')
        ],
        [
            'behind a member of a body that ends the text on its line',
            'action def A { action a; }',
            [seq({ keyword: 'then', memberKind: 'action', memberName: 'x', after: 'a' })],
            'action def A { action a; then action x; }'
        ],
        ['a node without a name', BASE, [seq({ keyword: 'then', memberKind: 'merge' })], end('then merge;')],
        ['a node of a type', BASE, [seq({ keyword: 'then', memberKind: 'action', memberName: 'x', type: 'A' })], end('then action x : A;')],
        [
            'a guarded succession',
            BASE,
            [
                seq({ memberKind: 'decide', memberName: 'd', keyword: 'then' }),
                seq({ keyword: 'if', condition: 'n > 0', ref: 'a' }),
                seq({ keyword: 'else', ref: 'b' })
            ],
            end('then decide d;', 'if n > 0 then a;', 'else b;')
        ],
        [
            'statements',
            BASE,
            [
                seq({ memberKind: 'assign', target: 'n', value: 'n + 1', keyword: 'then' }),
                seq({
                    keyword: 'then',
                    memberKind: 'if',
                    condition: 'n > 3',
                    body: [
                        item({
                            memberKind: 'while',
                            condition: 'n > 0',
                            until: 'n < 0',
                            body: [item({ memberKind: 'assign', target: 'n', value: 'n - 1' })]
                        })
                    ],
                    elseBody: [item({ memberKind: 'terminate' })]
                }),
                seq({ memberKind: 'loop' }),
                seq({
                    memberKind: 'for',
                    parameter: 'i',
                    value: '1..3',
                    body: [item({ memberKind: 'action', memberName: 'z' }), item({ keyword: 'then', ref: 'z' })]
                })
            ],
            end(
                'then assign n := n + 1;',
                'then if n > 3 {',
                '    while n > 0 {',
                '        assign n := n - 1;',
                '    } until n < 0;',
                '} else {',
                '    terminate;',
                '}',
                'loop { }',
                'for i in 1..3 {',
                '    action z;',
                '    then z;',
                '}'
            )
        ],
        [
            'accept and send',
            `attribute def E;\npart p;\n${BASE}`,
            [seq({ memberKind: 'accept', parameter: 'e', type: 'E' }), seq({ memberKind: 'send', value: 'e', target: 'p' })],
            `attribute def E;\npart p;\n${end('accept e : E;', 'send e to p;')}`
        ],
        ['a node of another body', `${BASE}action def B { action c; }\n`, [seq({ keyword: 'then', ref: 'c' })], 'UNKNOWN_TARGET'],
        ['an anchor that is not there', BASE, [seq({ keyword: 'then', ref: 'a', after: 'x' })], 'UNKNOWN_TARGET'],
        [
            'a node that a later operation adds',
            BASE,
            [seq({ keyword: 'then', ref: 'c' }), seq({ memberKind: 'action', memberName: 'c' })],
            end('then c;', 'action c;')
        ],
        ['no source', 'action def A;\n', [seq({ keyword: 'then', ref: 'done' })], 'ILLEGAL_KIND'],
        ['an anchor that no succession leaves', BASE, [seq({ keyword: 'then', ref: 'a', after: 'n' })], 'ILLEGAL_KIND'],
        ['a field of another kind', BASE, [seq({ memberKind: 'assign', target: 'n', value: '1', via: 'p' })], 'ILLEGAL_KIND'],
        ['a name of a statement', BASE, [seq({ memberKind: 'terminate', memberName: 't' })], 'ILLEGAL_KIND'],
        [
            'a nested then without a source',
            BASE,
            [seq({ memberKind: 'loop', body: [item({ keyword: 'then', ref: 'a' })] })],
            'ILLEGAL_KIND'
        ],
        [
            'then a declared node a number of times',
            BASE,
            [seq({ keyword: 'then', memberKind: 'action', memberName: 'x', multiplicity: '[2]' })],
            end('then [2] action x;')
        ],
        ['a number of times without then', BASE, [seq({ memberKind: 'action', memberName: 'x', multiplicity: '[2]' })], 'ILLEGAL_KIND'],
        ['no kind of an item', BASE, [seq({ memberKind: 'part', memberName: 'x' })], 'ILLEGAL_KIND'],
        ['a keyword that declares nothing', BASE, [seq({ keyword: 'first', memberKind: 'action', memberName: 'x' })], 'ILLEGAL_KIND'],
        ['no multiplicity', BASE, [seq({ keyword: 'then', ref: 'a', multiplicity: '2' })], 'INVALID_VALUE'],
        ['an empty condition', BASE, [seq({ memberKind: 'while' })], 'INVALID_VALUE'],
        ['no action', 'part def A;\n', [seq({ memberKind: 'action', memberName: 'x' })], 'ILLEGAL_KIND']
    ]);
    it('nesting has a bound', () => {
        let nested = item({ memberKind: 'loop' });
        for (let depth = 0; depth < 130; depth++) {
            nested = item({ memberKind: 'loop', body: [nested] });
        }
        expect(textAfter(BASE, [{ addSequence: { ...nested, owner: 'A' } }])).toMatch(/^ILLEGAL_KIND/);
    });
});
