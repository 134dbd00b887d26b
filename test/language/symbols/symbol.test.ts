/** The facts of one element by its id (contract: edits-and-diagnostics, 2.8). Each row is an id and what is answered of it. */
import type { AstNode } from '../../../src/language/generated/tree.js';
import { describe, expect, test } from 'vitest';
import { symbolKindOf } from '../../../src/language/symbols/symbol-kind.js';
import { memberById, qualifiedNameOf } from '../../../src/language/semantics/naming.js';
import { isImport, ownedMembersOf } from '../../../src/language/semantics/structure.js';
import { rootSymbol, symbolInfo, type SymbolFacts } from '../../../src/language/symbols/symbol.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const MODEL = `package 'My Pkg' {
    private import ScalarValues::*; private import SI::*;
    alias Alt for Base;
    enum def Level :> Integer { enum low = 1; high = 2; attribute weight : Real; }
    abstract part def Base {
        attribute x : Real = 1.5; ref r : Base; enum level : Level; attribute q subsets x; attribute computed : Real = x * 2;
        attribute n = -3; attribute k = 3; attribute d = 2.5; attribute t = true; attribute m : ISQ::MassValue = 1600 [kg]; protected attribute hidden;
    }
    part def <'1.1'> D :> Base { attribute redefines x; attribute :>> computed; :>> d = 3; attribute own : 'My Pkg'::Level; doc /* said */ comment c /* hi */ import Base::*; }
    part d : D [0..*]; part e [k1] : Base; private part p1 : Missing [1..k1]; attribute k1 = 2;
    individual def Ind; individual ind : Ind; port def PP { in item i; out attribute o : Real; inout ref io; } part h { port p : ~PP [2]; }
    part def Sh { attribute <lg> long; alias al for long; } part def Sh2 :> Sh { attribute :>> lg { attribute deep; } } part sh : Sh { :>> al = 2; }
    part 'a::b' { attribute 'x::y' : Real; }
    variation part def VV { variant part va; } variation attribute def VA { variant attribute v1; attribute shared : Real; }
    requirement rq { subject s : Base; } satisfy rq by d; state def S; calc def K { in v : Real; return : Real = v; } dependency dep from d to e;
}`;

const workspace = new Workspace({ library: testLibrary(), cacheSize: 2 });
const { model } = workspace.parse([{ name: 'm.sysml', language: 'sysml', content: MODEL }], { strict: false });
const facts = (id: string): SymbolFacts | undefined => symbolInfo(model, id);
const attributes = (id: string): string[] =>
    facts(id)!.attributes.map(({ name, type, value, unit }) => [name, type, value?.value ?? '', unit].join('|'));

const BASE = [
    'x|ScalarValues::Real|1.5|',
    'level|My Pkg::Level||',
    'q|Real|1.5|',
    'computed|ScalarValues::Real||',
    'n|Integer|-3|',
    'k|Natural|3|',
    'd|Rational|2.5|',
    't|Boolean|true|',
    'm|ISQBase::MassValue|1600|kg',
    'hidden|||'
];

describe('symbols', () => {
    test('a document root has its members and nothing else', () => {
        expect(rootSymbol(model.documents[0])).toEqual({
            id: '',
            name: '',
            kind: 'RootNamespace',
            metadata: {},
            childIds: ['My Pkg'],
            attributes: [],
            withheldLibraryAttributes: 0,
            specializations: []
        });
    });

    test.each([
        ["'My Pkg'::D", 'My Pkg::D'],
        ['My Pkg::1.1', 'My Pkg::D'],
        ["'My Pkg'::'1.1'", 'My Pkg::D'],
        ['My Pkg::Alt', 'My Pkg::Alt'],
        ['My Pkg::Alt::q', 'My Pkg::Base::q'],
        ['My Pkg::D::q', 'My Pkg::Base::q'],
        ['My Pkg::d::x', 'My Pkg::D::x'],
        ['My Pkg::p1', 'My Pkg::p1'],
        ['My Pkg::a::b', 'My Pkg::a::b'],
        ["'My Pkg'::'a::b'", 'My Pkg::a::b'],
        ['My Pkg::a::b::x::y', 'My Pkg::a::b::x::y'],
        ["'My Pkg'::'a::b'::'x::y'", 'My Pkg::a::b::x::y'],
        ['My Pkg::Sh2::long', 'My Pkg::Sh2::long'],
        ['My Pkg::Sh2::lg', 'My Pkg::Sh2::long'],
        ['My Pkg::Sh2::long::deep', 'My Pkg::Sh2::long::deep'],
        ['My Pkg::sh::long', 'My Pkg::sh::long'],
        ['SI::kg', 'SI::kilogram'],
        ['ScalarValues::Real', 'ScalarValues::Real'],
        ['', undefined],
        ['Nope', undefined],
        ['My Pkg::', undefined],
        ['My Pkg::a', undefined],
        ['My Pkg::a::b::x', undefined],
        ['My Pkg::d::nothing', undefined]
    ])('%s is found as %s', (id, found) => expect(facts(id)?.id).toBe(found));

    test.each([
        ['My Pkg', 'package'],
        ['My Pkg::Level', 'enumDef'],
        ['My Pkg::Level::low', 'enumUsage'],
        ['My Pkg::Base::level', 'enumUsage'],
        ['My Pkg::Base::r', 'referenceUsage'],
        ['My Pkg::D', 'partDef'],
        ['My Pkg::D::d', 'referenceUsage'],
        ['My Pkg::D::c', 'comment'],
        ['My Pkg::Ind', 'individualDef'],
        ['My Pkg::ind', 'individualUsage'],
        ['My Pkg::PP', 'portDef'],
        ['My Pkg::h::p', 'portUsage'],
        ['My Pkg::dep', 'dependency'],
        ['My Pkg::rq', 'requirementUsage'],
        ['My Pkg::S', 'stateDef'],
        ['My Pkg::K', 'calcDef'],
        ['Base::Anything', 'kermlType'],
        ['KerML::Root::Element', 'metaclass']
    ])('%s is a %s', (id, kind) => expect(facts(id)!.kind).toBe(kind));

    test.each<[string, Record<string, string>]>([
        ['My Pkg', { visibility: 'default' }],
        ['My Pkg::Base', { visibility: 'default', abstract: 'true' }],
        ['My Pkg::Alt', { visibility: 'default', for: 'Base' }],
        ['My Pkg::Level', { visibility: 'default', specializes: 'Integer', abstract: 'true', variation: 'true' }],
        ['My Pkg::Level::low', { visibility: 'default', variant: 'true' }],
        ['My Pkg::VV', { visibility: 'default', abstract: 'true', variation: 'true' }],
        ['My Pkg::VV::va', { visibility: 'default', variant: 'true' }],
        ['My Pkg::VA::v1', { visibility: 'default', variant: 'true' }],
        ['My Pkg::VA::shared', { visibility: 'default', type: 'Real' }],
        ['My Pkg::rq::s', { visibility: 'default', type: 'Base', direction: 'in' }],
        ['My Pkg::K::v', { visibility: 'default', type: 'Real', direction: 'in' }],
        ['My Pkg::K::result', { visibility: 'default', type: 'Real', direction: 'out' }],
        ['My Pkg::D', { visibility: 'default', specializes: 'Base' }],
        ['My Pkg::d', { visibility: 'default', type: 'D', multiplicity: '0..*' }],
        ['My Pkg::e', { visibility: 'default', type: 'Base', multiplicity: '?' }],
        ['My Pkg::p1', { visibility: 'private', type: 'Missing', multiplicity: '1..?' }],
        ['My Pkg::Base::hidden', { visibility: 'protected' }],
        ['My Pkg::PP::i', { visibility: 'default', direction: 'in' }],
        ['My Pkg::PP::o', { visibility: 'default', direction: 'out', type: 'Real' }],
        ['My Pkg::PP::io', { visibility: 'default', direction: 'inout' }],
        ['My Pkg::h::p', { visibility: 'default', type: '~PP', multiplicity: '2' }]
    ])('%s has the metadata %j', (id, metadata) => expect(facts(id)!.metadata).toEqual(metadata));

    test.each<[string, SymbolFacts['multiplicity']]>([
        ['My Pkg::d', { lower: '0', upper: '*' }],
        ['My Pkg::e', { lower: '', upper: '' }],
        ['My Pkg::p1', { lower: '1', upper: '' }],
        ['My Pkg::h::p', { lower: '2', upper: '2' }],
        ['My Pkg::h', undefined]
    ])('%s has the multiplicity %j', (id, multiplicity) => expect(facts(id)!.multiplicity).toEqual(multiplicity));

    test.each<[string, string[]]>([
        ['My Pkg::D', ['specializes Base My Pkg::Base partDef']],
        ['My Pkg::D::x', ['redefines x My Pkg::Base::x attributeUsage']],
        ['My Pkg::Base::q', ['subsets x My Pkg::Base::x attributeUsage']],
        ['My Pkg::d', ['typing D My Pkg::D partDef']],
        ['My Pkg::p1', ['typing Missing  ']],
        ['My Pkg::h::p', ['typing ~PP My Pkg::PP portDef']],
        ['My Pkg::h', []]
    ])('%s has the generalizations %j', (id, edges) => {
        expect(
            facts(id)!.specializations.map(({ kind, declared, targetId, targetKind }) => [kind, declared, targetId, targetKind].join(' '))
        ).toEqual(edges);
    });

    test.each<[string, string[]]>([
        ['My Pkg::Base', BASE],
        [
            'My Pkg::D',
            [
                'x|Real|1.5|',
                'computed|Real||',
                'd|Rational|3|',
                'own|My Pkg::Level||',
                ...BASE.filter(row => !/^(x|computed|d)\|/.test(row))
            ]
        ],
        ['My Pkg::Level', ['weight|ScalarValues::Real||']],
        ['My Pkg::Level::low', ['weight|ScalarValues::Real||']],
        ['My Pkg::VA', ['shared|ScalarValues::Real||']],
        ['My Pkg::a::b', ['x::y|ScalarValues::Real||']]
    ])('%s has its attributes, own and inherited', (id, expected) => expect(attributes(id)).toEqual(expected));

    test.each<[string, Partial<NonNullable<SymbolFacts['typeInfo']>> | undefined]>([
        ['My Pkg', undefined],
        ['My Pkg::dep', undefined],
        ['My Pkg::Base', { declared: '', primitive: '', quantity: false }],
        [
            'My Pkg::Base::m',
            {
                declared: 'ISQ::MassValue',
                resolvedId: 'ISQBase::MassValue',
                resolvedKind: 'attributeDef',
                quantity: true,
                unit: 'kg',
                primitive: ''
            }
        ],
        ['My Pkg::Base::n', { declared: '', primitive: 'Integer', primitiveSource: 'value' }],
        ['My Pkg::Base::d', { primitive: 'Rational', primitiveSource: 'value' }],
        ['My Pkg::Base::x', { declared: 'Real', resolvedId: 'ScalarValues::Real', primitive: 'Real', primitiveSource: 'declared' }],
        [
            'My Pkg::Base::level',
            { resolvedId: 'My Pkg::Level', resolvedKind: 'enumDef', primitive: 'Integer', primitiveSource: 'declared' }
        ],
        ['My Pkg::Level', { declared: '', resolvedId: '', primitive: 'Integer', primitiveSource: 'declared' }],
        ['My Pkg::p1', { declared: 'Missing', resolvedId: '', resolvedKind: '' }]
    ])('%s has the type facts %j', (id, expected) => {
        const { typeInfo } = facts(id)!;
        expect(expected === undefined ? typeInfo : { ...typeInfo }).toEqual(
            expected === undefined ? undefined : expect.objectContaining(expected)
        );
    });

    test('children are in order of declaration, without what has no name', () => {
        expect(facts('My Pkg::D')!.childIds).toEqual(['x', 'computed', 'd', 'own', 'c'].map(name => `My Pkg::D::${name}`));
    });

    /** Every id that is listed from the roots down, and what is answered of it. */
    const IDS: readonly [string, 'sysml' | 'kerml', string, readonly string[]][] = [
        [
            'results, subjects, objectives, actions of states and of transitions',
            'sysml',
            `calc def C { return : C; } calc d : C { return; } calc e : C { return own; } requirement def R { subject; } requirement r : R { subject; actor a; stakeholder t; }
             case def K { subject; objective; } case k : K { objective; } state def S { entry; do action x; exit action { action y; } state z;
             transition t first z accept : C do action { action w; } then z; } state s : S { entry; do; exit; }`,
            [
                'C calcDef',
                'C::result referenceUsage out',
                'd calcUsage',
                'd::result referenceUsage out',
                'e calcUsage',
                'e::own referenceUsage out',
                'R requirementDef',
                'R::subj referenceUsage in',
                'r requirementUsage',
                'r::subj referenceUsage in',
                'r::a partUsage in',
                'r::t partUsage in',
                'K caseDef',
                'K::subj referenceUsage in',
                'K::obj requirementUsage',
                'k caseUsage',
                'k::obj requirementUsage',
                'S stateDef',
                'S::entryAction actionUsage',
                'S::x actionUsage',
                'S::exitAction actionUsage',
                'S::exitAction::y actionUsage',
                'S::z stateUsage',
                'S::t actionUsage',
                'S::t::accepter actionUsage',
                'S::t::accepter::payload referenceUsage in',
                'S::t::effect actionUsage',
                'S::t::effect::w actionUsage',
                's stateUsage',
                's::entryAction actionUsage',
                's::doAction actionUsage',
                's::exitAction actionUsage'
            ]
        ],
        [
            'namesakes, quotes, aliases, imports and redefinitions',
            'sysml',
            `package P { part def Box; package Box { part def Lid; } alias <a> 'an alias' for Box; alias b for b; alias n for Nothing; private import Q::*;
             part def 'it\\'s' { attribute '\\'q\\''; attribute <'1'>; } } package P { item i; } package Q { part def Lid { attribute x; attribute y; }
             part l : Lid { :>> x { attribute deep; } attribute z redefines y; } perform act.step; action act { action step; } }`,
            [
                'P package',
                'P::Box partDef',
                'P::Box package',
                'P::Box::Lid partDef',
                'P::an alias alias',
                'P::b alias',
                'P::n alias',
                "P::it's partDef",
                "P::it's::'q' attributeUsage",
                "P::it's::1 attributeUsage",
                'P package',
                'P::i itemUsage',
                'Q package',
                'Q::Lid partDef',
                'Q::Lid::x attributeUsage',
                'Q::Lid::y attributeUsage',
                'Q::l partUsage',
                'Q::l::x referenceUsage',
                'Q::l::x::deep attributeUsage',
                'Q::l::z attributeUsage',
                'Q::step actionUsage',
                'Q::act actionUsage',
                'Q::act::step actionUsage'
            ]
        ],
        [
            'functions, behaviors and associations',
            'kerml',
            `function F { in x; return : F; } function G :> F { in y; return : F; } expr e : F { in :>> x; } behavior B { in i; out o; inout io; } namespace N { multiplicity m [1..2]; }
             assoc A { end feature a; end b; } type '$' { feature '::'; }`,
            [
                'F calcDef',
                'F::x referenceUsage in',
                'F::result referenceUsage out',
                'G calcDef',
                'G::y referenceUsage in',
                'G::result referenceUsage out',
                'e calcUsage',
                'e::x referenceUsage in',
                'B kermlType',
                'B::i referenceUsage in',
                'B::o referenceUsage out',
                'B::io referenceUsage inout',
                'N namespace',
                'N::m referenceUsage',
                'A kermlType',
                'A::a referenceUsage',
                'A::b referenceUsage',
                '$ kermlType',
                '$:::: referenceUsage'
            ]
        ]
    ];

    test.each(IDS)('every listed id is answered with its own element: %s', (_, language, content, expected) => {
        const { model: other } = workspace.parse([{ name: `m.${language}`, language, content }], { strict: false });
        const found: string[] = [];
        const visit = (element: AstNode): void => {
            for (const member of ownedMembersOf(element)) {
                const id = isImport(member) ? undefined : qualifiedNameOf(member);
                if (id !== undefined) {
                    const { kind, metadata, id: answered } = symbolInfo(other, id)!;
                    found.push([answered, symbolKindOf(member), metadata.direction].filter(text => text !== undefined).join(' '));
                    const isFirst = !found.slice(0, -1).some(row => row.startsWith(`${id} `));
                    expect([id, answered, isFirst ? kind : '']).toEqual([id, id, isFirst ? symbolKindOf(member) : '']);
                    expect(isFirst ? memberById(other, id) : member).toBe(member);
                }
                visit(member);
            }
        };
        visit(other.documents[0].root);
        expect(found).toEqual(expected);
    });

    const FACTS = `package F { private import ScalarValues::*; private import SI::*; private import ISQ::*;
        part def A { attribute a : Real; attribute b : Integer = 2; private attribute c; attribute v = 1; attribute m : MassValue = 2 [kg]; }
        part def B :> A { attribute total :>> a = 3; attribute :>> v = 4; } part def C :> A { attribute :>> b = 5; } part def D :> B, C; part d : D { :>> total = 7.5; }
        attribute w = 3 [kg]; attribute t = d.total; attribute s : A = 3; attribute u :> d.m; attribute <'1'>; enum def E { e = 3; } attribute k = -2 * 3; attribute g = "x"; part def V :> A { attribute redefines v; } attribute h = d.v; attribute l = (1.5, 2); attribute o = (1, "a");
        metadata def M; metadata mm : M about s; }`;
    const facted = workspace.parse([{ name: 'f.sysml', language: 'sysml', content: FACTS }], { strict: false }).model;

    test.each<[string, readonly string[]]>([
        ['A', ['a', 'b', 'c', 'v', 'm']],
        ['B', ['total', 'v', 'b', 'm']],
        ['C', ['b', 'a', 'v', 'm']],
        ['D', ['total', 'v', 'm', 'b']],
        ['d', ['total', 'v', 'm', 'b']]
    ])('the attributes of %s are those that no other one redefines', (id, names) =>
        expect(symbolInfo(facted, `F::${id}`)!.attributes.map(a => a.name)).toEqual(names)
    );

    test('a metadata usage tells its type as other usages do', () =>
        expect(symbolInfo(facted, 'F::mm')!.metadata).toEqual({ visibility: 'default', type: 'M' }));

    test.each<[string, string]>([
        ['A::v', 'Natural value'],
        ['B::total', 'Real declared'],
        ['B::v', 'Natural value'],
        ['C::b', 'Integer declared'],
        ['d::total', 'Real declared'],
        ['A::m', ' '],
        ['w', '  quantity kg'],
        ['s', ' '],
        ['u', '  quantity'],
        ['E::e', ' '],
        ['k', 'Integer value'],
        ['g', 'String value'],
        ['V::v', 'Natural value'],
        ['h', ' '],
        ['l', 'Rational value'],
        ['o', ' ']
    ])('the primitive of %s is "%s"', (id, expected) => {
        const { primitive, primitiveSource, quantity, unit } = symbolInfo(facted, `F::${id}`)!.typeInfo!;
        const known = id === 'A::m' ? [] : [quantity ? 'quantity' : '', unit].filter(text => text !== '');
        expect([primitive, primitiveSource, ...known].join(' ')).toBe(expected);
    });
});
