import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/exchange/builder/builder.js';
import { decodeName, encodeName, segmentOf, uuid5, URL_NAMESPACE } from '../../src/exchange/ids.js';
import { segmentsOf } from '../../src/language/semantics/structure.js';
import { ownedMembersOf } from '../../src/language/semantics/structure.js';
import { buildGraph, ConversionError, writeTurtle } from '../../src/exchange/index.js';
import { element, graphOf, modelOf } from './models.js';
import { testLibrary } from '../support/library.js';

/** Contract: conversion 4.2. */
const ENCODED: readonly (readonly [string, string])[] = [
    ['Depot::Cart', 'Depot__Cart'],
    ['A_B::C', 'A_5fB__C'],
    ['Depot::wheel base', 'Depot__wheel_20base'],
    ['Depot::@0', 'Depot___400'],
    ["Depot::'@0'", 'Depot___27_400_27'],
    ['Größe', 'Gr_c3_b6_c3_9fe'],
    ['a-b', 'a-b']
];

describe('encoded qualified names', () => {
    it.each(ENCODED)('%s is %s', (name, id) => {
        expect(encodeName(name)).toBe(id);
        expect(decodeName(id)).toBe(name);
    });

    it('gives different names different ids, which never end with an underscore', () => {
        const names = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 });
        fc.assert(
            fc.property(names, segments => {
                const name = segments.map(segmentOf).join('::');
                const id = encodeName(name);
                expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
                expect(id).not.toMatch(/(?<!_)_$/);
                expect(decodeName(id)).toBe(name);
            })
        );
    });

    it.each(['a_', 'a_zz', 'a_C3', '_ff'])('%s is no encoding', id => expect(decodeName(id)).toBeUndefined());

    it.each([
        ['x', 'x'],
        ['@2', "'@2'"],
        ['@02', '@02'],
        ['a::b', "'a::b'"],
        ["'q", "'\\'q'"],
        ['a b', 'a b']
    ])('the segment of %s is %s', (name, segment) => expect(segmentOf(name)).toBe(segment));
});

describe('positions', () => {
    const graph = graphOf(`package P {
        import ScalarValues::*;
        part def Dup;
        doc /* d */
        part def Dup;
        part :>> x;
        attribute '@1';
        alias A for Dup;
        bind a = b;
    }`);
    it.each([
        ['P___400', 'P::@0', 0],
        ['P__Dup', 'P::Dup', 1],
        ['P___402', 'P::@2', 2],
        ['P___403', 'P::@3', 3],
        ['P___404', 'P::@4', 4],
        ['P___27_401_27', "P::'@1'", 5],
        ['P__A', 'P::A', 6],
        ['P___407', 'P::@7', 7]
    ])('%s is %s at %i', (id, name, index) => {
        expect([element(graph, id).get('qualifiedName'), element(graph, id).get('sysx:memberIndex')]).toEqual([name, index]);
    });
});

/** Contract: conversion 4.7. */
const NORMATIVE: readonly (readonly [string, string])[] = [
    ['ScalarValues', '40bb440c-5036-58e1-8675-5afccb8b8f1d'],
    ['ScalarValues::Real', '14c0aa22-5489-59b5-b438-ded26e83ba31'],
    ["DataFunctions::'=='", '07bd4051-508e-527c-aa88-3e5d7255d994'],
    ['ISQBase::MassValue', '9cd0e404-efee-50e5-a59b-681065bd188c']
];
const FACTS = new URL('../../../shared/spec/library-facts/facts.tsv', import.meta.url);

describe('normative ids', () => {
    const library = testLibrary();
    const builder = new Builder(modelOf([{ content: 'package E;' }]));

    it.each(NORMATIVE)('%s has %s', (name, id) => expect(builder.elementOf(library.libraryElement(name)!)!.id).toBe(id));

    it('of memberships', () =>
        expect(builder.membershipElementOf(library.libraryElement('ScalarValues::Real')!)!.id).toBe(
            'ab72a695-5fe9-58a3-9d48-9e9a8711862d'
        ));

    it.skipIf(!existsSync(FACTS))('of all named elements of the standard library, reached by walking it', () => {
        const ids = new Set<string>();
        const walk = (owner: Parameters<typeof ownedMembersOf>[0]): void =>
            ownedMembersOf(owner).forEach(member => {
                const found = builder.elementOf(member);
                if (found !== undefined) {
                    ids.add(found.id);
                }
                walk(member);
            });
        library.documents().forEach(d => walk(d.root));
        const names = readFileSync(FACTS, 'utf8')
            .trim()
            .split('\n')
            .slice(1)
            .map(line => line.split('\t')[0]);
        const kernel = new Set(
            library
                .documents()
                .filter(d => d.name.startsWith('kernel/'))
                .flatMap(d => d.root.members.map(m => m.name))
        );
        const missing = names.filter(name => {
            const [{ name: root }] = segmentsOf(name);
            const packageId = uuid5(URL_NAMESPACE, `https://www.omg.org/spec/${kernel.has(root) ? 'KerML' : 'SysML'}/${root}`);
            return !ids.has(name === root ? packageId : uuid5(packageId, name));
        });
        expect([names.length, missing]).toEqual([6009, []]);
    });

    it('are those of a version of a library file, and of no user package of its name', () => {
        const version = graphOf('standard library package ScalarValues { datatype Real; datatype Mine; }', 'kerml');
        expect(version.elements.map(e => e.id).slice(0, 4)).toEqual([
            '40bb440c-5036-58e1-8675-5afccb8b8f1d',
            '14c0aa22-5489-59b5-b438-ded26e83ba31',
            'ab72a695-5fe9-58a3-9d48-9e9a8711862d',
            uuid5('40bb440c-5036-58e1-8675-5afccb8b8f1d', 'ScalarValues::Mine')
        ]);
        const aliased = graphOf('standard library package ScalarValues { datatype Real; alias R for Real; }', 'kerml');
        expect(aliased.elements.find(e => e.metaclass === 'Membership')!.id).toBe('ScalarValues__R');
        expect(graphOf('package Actions { part def P; }').elements.map(e => e.id)).toEqual(['Actions', 'Actions__P', 'Actions__P_om']);
    });
});

const annotated = (id: string): string =>
    `package P { part def X { @IdentityMetadata::ElementId { id = ${id}; } attribute a; } part y : X; }`;

describe('declared ids', () => {
    it('are the ids of elements and of all that is built on them', () => {
        const graph = graphOf(annotated('"my-x"'));
        const x = element(graph, 'my-x');
        expect([x.get('elementId'), x.get('sysx:declaredId'), x.get('qualifiedName')]).toEqual(['my-x', true, 'P::X']);
        expect(element(graph, 'my-x_om').get('memberElement')).toBe(x);
        expect(element(graph, 'P__y').get('type')).toBe(x);
        expect(element(graph, 'P__X__a').get('sysx:memberIndex'), 'the annotation takes no position').toBe(0);
        expect(graph.elements.some(e => e.metaclass === 'MetadataUsage')).toBe(false);
    });

    it.each([
        ['""', 'is empty'],
        ['"a b"', 'characters other than letters'],
        ['1 + 1', 'not a constant string'],
        ['"P"', 'is that of P, too']
    ])('%s is refused', (id, why) => {
        expect(() => graphOf(annotated(id))).toThrow(ConversionError);
        expect(() => graphOf(annotated(id))).toThrow(why);
    });
});

describe('identity scopes', () => {
    const scope = (name: string, project: string, body: string, org = ''): string =>
        `package ${name} { @IdentityMetadata::ProjectRef { projectId = "${project}"; ${org && `org = "${org}";`} } ${body} }`;

    it('one scope qualifies nothing', () => {
        const graph = graphOf(scope('A', 'p', 'part def X;', 'acme'));
        expect(graph.elements.map(e => e.key)).toEqual(['A', 'A__X', 'A__X_om']);
        expect([element(graph, 'A').get('sysx:projectId'), element(graph, 'A').get('sysx:org')]).toEqual(['p', 'acme']);
    });

    it('two scopes qualify the ids in them', () => {
        const graph = graphOf(
            `${scope('A', 'p 1', 'part x : B::Y;', 'acme')} ${scope('B', 'p2', 'part def Y;')} package C { part z : B::Y; }`
        );
        expect(graph.elements.map(e => e.key)).toEqual([
            'acme.p_201:A',
            'acme.p_201:A__x',
            'acme.p_201:A__x_om',
            'p2:B',
            'p2:B__Y',
            'p2:B__Y_om',
            'C',
            'C__z',
            'C__z_om',
            'acme.p_201:A__x_ft0',
            'C__z_ft0'
        ]);
        expect(writeTurtle(graph)).toContain('sysml:type elmt:p2:B__Y ;');
    });

    it('is the id of the annotated element', () => {
        const graph = graphOf('package P { metadata : IdentityMetadata::ProjectRef about Q { projectId = "p"; } } package Q;');
        expect(['P', 'Q'].map(id => element(graph, id).get('sysx:projectId'))).toEqual([undefined, 'p']);
    });

    it('is refused where it is not constant', () =>
        expect(() => graphOf(scope('A', 'p', '').replace('"p"', '"p" + "q"'))).toThrow(
            'cannot convert the ProjectRef annotation on A at m0.sysml:1:13: its projectId is not a constant string'
        ));

    it('two roots of one project are one scope', () =>
        expect(graphOf(`${scope('A', 'p', '')} ${scope('B', 'p', '')}`).elements.map(e => e.key)).toEqual(['A', 'B']));
});

describe('ids as UUIDs', () => {
    const graph = graphOf('package P { part def X { attribute a = 1; } import Q::*; } package Q;', 'sysml', { idForm: 'uuid' });
    const root = uuid5(URL_NAMESPACE, 'urn:sysmlv2:element:P');

    it.each([
        ['P', root],
        ['P::X', uuid5(root, 'P__X')],
        ['P::X::a', uuid5(root, 'P__X__a')],
        ['Q', uuid5(URL_NAMESPACE, 'urn:sysmlv2:element:Q')]
    ])('of %s', (name, id) => {
        const found = graph.elements.find(e => e.get('qualifiedName') === name)!;
        expect([found.id, found.get('elementId')]).toEqual([id, id]);
    });

    it('of an element without a name', () => {
        const ids = new Set(graph.elements.map(e => e.id));
        for (const derived of ['P__X_om', 'P__X__a_pvalue', 'P__X__a_pvalue_om']) {
            expect(ids).toContain(uuid5(root, derived));
        }
    });
});

describe('several documents', () => {
    const model = modelOf([{ content: 'package A { part x : B::Y; }' }, { content: '' }, { content: 'package B { part def Y; }' }]);
    it('are one graph with links from one to another', () => {
        const graph = buildGraph(model);
        expect(graph.elements.map(e => e.key)).toEqual(['A', 'A__x', 'A__x_om', 'A__x_ft0', 'B', 'B__Y', 'B__Y_om']);
        expect(
            graph.elements
                .filter(e => e.has('sysx:sourceDocument'))
                .map(e => `${e.id} ${e.text('sysx:sourceDocument')} ${e.integer('sysx:memberIndex')}`)
        ).toEqual(['A m0.sysml 0', 'B m2.sysml 1']);
    });
    it('may be written in part, and refer to the others', () => {
        const graph = buildGraph(model, { documents: ['m0.sysml'] });
        expect(graph.elements.map(e => e.key)).toEqual(['A', 'A__x', 'A__x_om', 'A__x_ft0']);
        expect(element(graph, 'A__x').element('type')!.key).toBe('B__Y');
    });
    it.each([undefined, ['m0.sysml'], ['m1.sysml']])('may not declare one id twice, whatever is written: %j', documents => {
        const declared = (name: string): { content: string } => ({
            content: `package ${name} { part def X { @IdentityMetadata::ElementId { id = "z"; } } }`
        });
        expect(() => buildGraph(modelOf([declared('A'), declared('B')]), documents && { documents })).toThrow('is that of A::X, too');
    });
    it('may not declare one element twice', () =>
        expect(() => buildGraph(modelOf([{ content: 'package A;' }, { content: ' package A;' }]))).toThrow(
            'cannot convert A at m1.sysml:1:2: m0.sysml declares it, too'
        ));
});
