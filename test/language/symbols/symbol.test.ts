/** The facts of one element by its id (contract: edits-and-diagnostics, 2.8). Each row is an id and what is answered of it. */
import { describe, expect, test } from 'vitest';
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
    part 'a::b' { attribute 'x::y' : Real; }
    variation part def VV { variant part va; } variation attribute def VA { variant attribute v1; attribute shared : Real; }
    requirement rq { subject s : Base; } satisfy rq by d; state def S; calc def K { in v : Real; return : Real = v; } dependency dep from d to e;
}`;

const workspace = new Workspace({ library: testLibrary(), cacheSize: 2 });
const { model } = workspace.parse([{ name: 'm.sysml', language: 'sysml', content: MODEL }], { strict: false });
const facts = (id: string): SymbolFacts | undefined => symbolInfo(model, id);
const attributes = (id: string): string[] => facts(id)!.attributes.map(({ name, type, value, unit }) => [name, type, value?.value ?? '', unit].join('|'));

const BASE = [
    'x|ScalarValues::Real|1.5|', 'level|My Pkg::Level||', 'q|Real|1.5|', 'computed|ScalarValues::Real||', 'n|Integer|-3|', 'k|Natural|3|', 'd|Rational|2.5|', 't|Boolean|true|',
    'm|ISQBase::MassValue|1600|kg', 'hidden|||'
];

describe('symbols', () => {
    test('a document root has its members and nothing else', () => {
        expect(rootSymbol(model.documents[0])).toEqual({
            id: '', name: '', kind: 'RootNamespace', metadata: {}, childIds: ['My Pkg'], attributes: [], withheldLibraryAttributes: 0, specializations: []
        });
    });

    test.each([
        ["'My Pkg'::D", 'My Pkg::D'], ['My Pkg::1.1', 'My Pkg::D'], ["'My Pkg'::'1.1'", 'My Pkg::D'], ['My Pkg::Alt', 'My Pkg::Base'], ['My Pkg::D::q', 'My Pkg::Base::q'],
        ['My Pkg::d::x', 'My Pkg::D::x'], ['My Pkg::p1', 'My Pkg::p1'], ['My Pkg::a::b', 'My Pkg::a::b'], ["'My Pkg'::'a::b'", 'My Pkg::a::b'],
        ['My Pkg::a::b::x::y', 'My Pkg::a::b::x::y'], ["'My Pkg'::'a::b'::'x::y'", 'My Pkg::a::b::x::y'], ['SI::kg', 'SI::kilogram'], ['ScalarValues::Real', 'ScalarValues::Real'],
        ['', undefined], ['Nope', undefined], ['My Pkg::', undefined], ['My Pkg::a', undefined], ['My Pkg::a::b::x', undefined], ['My Pkg::d::nothing', undefined]
    ])('%s is found as %s', (id, found) => expect(facts(id)?.id).toBe(found));

    test.each([
        ['My Pkg', 'package'], ['My Pkg::Level', 'enumDef'], ['My Pkg::Level::low', 'enumUsage'], ['My Pkg::Base::level', 'enumUsage'], ['My Pkg::Base::r', 'referenceUsage'],
        ['My Pkg::D', 'partDef'], ['My Pkg::D::d', 'referenceUsage'], ['My Pkg::D::c', 'comment'], ['My Pkg::Ind', 'individualDef'], ['My Pkg::ind', 'individualUsage'],
        ['My Pkg::PP', 'portDef'], ['My Pkg::h::p', 'portUsage'], ['My Pkg::dep', 'dependency'], ['My Pkg::rq', 'requirementUsage'], ['My Pkg::S', 'stateDef'], ['My Pkg::K', 'calcDef'],
        ['Base::Anything', 'kermlType'], ['KerML::Root::Element', 'metaclass']
    ])('%s is a %s', (id, kind) => expect(facts(id)!.kind).toBe(kind));

    test.each<[string, Record<string, string>]>([
        ['My Pkg', { visibility: 'default' }], ['My Pkg::Base', { visibility: 'default', abstract: 'true' }], ['My Pkg::D', { visibility: 'default', specializes: 'Base' }],
        ['My Pkg::d', { visibility: 'default', type: 'D', multiplicity: '0..*' }], ['My Pkg::e', { visibility: 'default', type: 'Base', multiplicity: '?' }],
        ['My Pkg::p1', { visibility: 'private', type: 'Missing', multiplicity: '1..?' }], ['My Pkg::Base::hidden', { visibility: 'protected' }],
        ['My Pkg::PP::i', { visibility: 'default', direction: 'in' }], ['My Pkg::PP::o', { visibility: 'default', direction: 'out', type: 'Real' }],
        ['My Pkg::PP::io', { visibility: 'default', direction: 'inout' }], ['My Pkg::h::p', { visibility: 'default', type: '~PP', multiplicity: '2' }]
    ])('%s has the metadata %j', (id, metadata) => expect(facts(id)!.metadata).toEqual(metadata));

    test.each<[string, SymbolFacts['multiplicity']]>([
        ['My Pkg::d', { lower: '0', upper: '*' }], ['My Pkg::e', { lower: '', upper: '' }], ['My Pkg::p1', { lower: '1', upper: '' }], ['My Pkg::h::p', { lower: '2', upper: '2' }],
        ['My Pkg::h', undefined]
    ])('%s has the multiplicity %j', (id, multiplicity) => expect(facts(id)!.multiplicity).toEqual(multiplicity));

    test.each<[string, string[]]>([
        ['My Pkg::D', ['specializes Base My Pkg::Base partDef']], ['My Pkg::D::x', ['redefines x My Pkg::Base::x attributeUsage']], ['My Pkg::Base::q', ['subsets x My Pkg::Base::x attributeUsage']],
        ['My Pkg::d', ['typing D My Pkg::D partDef']], ['My Pkg::p1', ['typing Missing  ']], ['My Pkg::h::p', ['typing ~PP My Pkg::PP portDef']], ['My Pkg::h', []]
    ])('%s has the generalizations %j', (id, edges) => {
        expect(facts(id)!.specializations.map(({ kind, declared, targetId, targetKind }) => [kind, declared, targetId, targetKind].join(' '))).toEqual(edges);
    });

    test.each<[string, string[]]>([
        ['My Pkg::Base', BASE],
        ['My Pkg::D', ['x|Real|1.5|', 'computed|Real||', 'd|Rational|3|', 'own|My Pkg::Level||', ...BASE.filter(row => !/^(x|computed|d)\|/.test(row))]],
        ['My Pkg::Level', ['weight|ScalarValues::Real||']], ['My Pkg::Level::low', ['weight|ScalarValues::Real||']], ['My Pkg::VA', ['shared|ScalarValues::Real||']],
        ['My Pkg::a::b', ['x::y|ScalarValues::Real||']]
    ])('%s has its attributes, own and inherited', (id, expected) => expect(attributes(id)).toEqual(expected));

    test.each<[string, Partial<NonNullable<SymbolFacts['typeInfo']>> | undefined]>([
        ['My Pkg', undefined], ['My Pkg::dep', undefined], ['My Pkg::Base', { declared: '', primitive: '', quantity: false }],
        ['My Pkg::Base::m', { declared: 'ISQ::MassValue', resolvedId: 'ISQBase::MassValue', resolvedKind: 'attributeDef', quantity: true, unit: 'kg', primitive: '' }],
        ['My Pkg::Base::n', { declared: '', primitive: 'Integer', primitiveSource: 'value' }], ['My Pkg::Base::d', { primitive: 'Rational', primitiveSource: 'value' }],
        ['My Pkg::Base::x', { declared: 'Real', resolvedId: 'ScalarValues::Real', primitive: 'Real', primitiveSource: 'declared' }],
        ['My Pkg::Base::level', { resolvedId: 'My Pkg::Level', resolvedKind: 'enumDef', primitive: 'Integer', primitiveSource: 'declared' }],
        ['My Pkg::Level', { declared: '', resolvedId: '', primitive: 'Integer', primitiveSource: 'declared' }], ['My Pkg::p1', { declared: 'Missing', resolvedId: '', resolvedKind: '' }]
    ])('%s has the type facts %j', (id, expected) => {
        const { typeInfo } = facts(id)!;
        expect(expected === undefined ? typeInfo : { ...typeInfo }).toEqual(expected === undefined ? undefined : expect.objectContaining(expected));
    });

    test('children are in order of declaration, without what has no name', () => {
        expect(facts('My Pkg::D')!.childIds).toEqual(['x', 'computed', 'd', 'own', 'c'].map(name => `My Pkg::D::${name}`));
    });
});
