/**
 * What a requirement is satisfied by (contract: conversion 8.3): a name is the subject itself, a path is a reference expression to a chain
 * that it owns; in each form of a graph, edited, and with what the metamodel derives.
 */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertModel, convertText, type ConvertOptions } from '../../src/exchange/index.js';
import { spread } from '../support/thorough.js';
import { derivedOf, type Json, shownBy } from './derived.js';
import { graphOf, modelOf, statements } from './models.js';

const convert = (content: string, from: 'sysml' | 'ttl' | 'api-json', options: ConvertOptions): Conversion =>
    convertText({ name: '<content>', content, from, language: 'sysml' }, options, document => modelOf([document]));

const TEXT = `package P {
    requirement r;
    requirement def R { subject s : V; }
    part def W { part hub; part rim; }
    part def V { part w : W; part 'w 2' : W; alias again for w; }
    alias a for v;
    part v : V;
    part def D specializes V { satisfy r by w.hub; }
    satisfy r by v.w.hub; // kept
    satisfy requirement q : R by a.again;
    satisfy r by v;
}
`;
const graph = graphOf(TEXT);

describe('the subject of a satisfaction', () => {
    it.each([
        ['P___407', 'subject', ['@P___407_psubject']],
        ['P___407', 'ownedMembership', ['@P___407_psubject_om']],
        ['P___407_psubject', 'referent', ['@P___407_psubject_pchain']],
        ['P___407_psubject', 'owningMembership', ['@P___407_psubject_om']],
        ['P___407_psubject_om', 'ownedMemberElement', ['@P___407_psubject']],
        ['P___407_psubject_pchain', 'chainingFeature', ['@P__v', '@P__V__w', '@P__W__hub']],
        ['P___407_psubject_pchain', 'owner', ['@P___407_psubject']],
        ['P___407_psubject_pchain_om', 'owningRelatedElement', ['@P___407_psubject']],
        ['P___407_psubject_pchain_pfc2', 'chainingFeature', ['@P__W__hub']],
        ['P__q_psubject_pchain', 'chainingFeature', ['@P__v', '@P__V__w']],
        ['P__D___400_psubject_pchain', 'chainingFeature', ['@P__V__w', '@P__W__hub']],
        ['P___409', 'subject', ['@P__v']]
    ] as const)('%s: %s', (id, property, values) => {
        const [stated] = statements(graph, id).filter(s => s.startsWith(`${property} `));
        expect(stated).toBe([property, ...values].join(' '));
    });

    it('has the metaclasses of the standard', () =>
        expect(['', '_om', '_pchain', '_pchain_om', '_pchain_pfc0'].map(s => statements(graph, `P___407_psubject${s}`)[0])).toEqual([
            'FeatureReferenceExpression',
            'OwningMembership',
            'Feature',
            'OwningMembership',
            'FeatureChaining'
        ]));

    it('is a list of names if a path does not resolve', () =>
        expect(statements(graphOf('package P { requirement r; satisfy r by nowhere.at; }'), 'P___401_psubject_pchain')).toContain(
            'chainingFeature nowhere at'
        ));
});

it.each(['satisfy r', 'satisfy r by v.w', 'assert not satisfy r by v', 'verification q { objective { verify r; } }'])(
    'the form of a reference follows from its metaclass: %s',
    head => {
        const text = `package P { requirement r; part v { part w; } ${head}; }`.replace('};', '}');
        const turtle = convert(text, 'sysml', { to: 'ttl' }).content!;
        const without = turtle.replaceAll(/ {4}sysx:endForm "satisfy" ;\n/g, '');
        expect(without).not.toBe(turtle);
        expect(convert(without, 'ttl', { to: 'sysml' }).content).toBe(text);
    }
);

describe('a path of other documents', () => {
    const scope = (project: string): string => `@IdentityMetadata::ProjectRef { projectId = "${project}"; branch = "main"; org = "o"; }`;
    const documents = [
        { name: 'a.sysml', content: `package A { ${scope('p1')} part def V { part w; } part v : V; }` },
        { name: 'b.sysml', content: `package B { ${scope('p2')} requirement r; satisfy r by A::v.w; }` }
    ];

    it.each(['qualified', 'uuid'] as const)('is a chain of links, whichever documents are written: %s', idForm => {
        const elementsOf = (options: Partial<ConvertOptions>): Json[] =>
            JSON.parse(convertModel(modelOf(documents), { to: 'api-json', idForm, ...options }).content!) as Json[];
        const [all, selected] = [elementsOf({}), elementsOf({ documents: ['b.sysml'] })];
        const chainOf = (elements: readonly Json[]): Json => elements.find(e => e['@type'] === 'Feature')!;
        expect(chainOf(selected)).toEqual(chainOf(all));
        expect(selected.some(e => e['@type'] === 'PartUsage')).toBe(false);
    });

    it('has the qualifiers of their scopes', () => {
        const turtle = convertModel(modelOf(documents), { to: 'ttl' }).content!;
        expect(turtle).toContain('sysml:chainingFeature elmt:o.p1:A__v, elmt:o.p1:A__V__w ;');
        expect(turtle).toContain('\nexpr:o.p2:B___401_psubject_pchain\n');
    });
});

describe('an edited path', () => {
    const turtle = convert(TEXT, 'sysml', { to: 'ttl' }).content!;
    const chain = /(?<=elmt:P__v, elmt:P__V__w, elmt:)P__W__hub/g;

    /** The graph whose longest path has another step. */
    const edited = (from: RegExp, to: string): string =>
        turtle.replace(/\nexpr:P___407_psubject_pchain\w*\n[^]*? \.\n/g, block => block.replace(from, to));

    it.each([
        [/P__W__hub/g, 'P__W__rim', 'v.w.rim'],
        [/P__V__w(?!_)/g, 'P__V__w_202', "v.'w 2'.hub"]
    ] as const)('is written at its place: %s', (from, to, path) =>
        expect(convert(edited(from, to), 'ttl', { to: 'sysml' }).content).toBe(
            TEXT.replace('    satisfy r by v.w.hub; // kept', `    satisfy r by ${path};`)
        )
    );

    it('is refused where the two lists of its steps differ', () =>
        expect(convert(turtle.replace(chain, 'P__W__rim'), 'ttl', { to: 'sysml' }).error).toContain('P___407_psubject_pchain'));

    it('may be the text that earlier graphs have', () => {
        const older = turtle
            .replace('sysml:subject expr:P___407_psubject ;', 'sysml:subject "v.w.hub"^^sysx:Expression ;')
            .replace(/\nexpr:P___407_psubject\w*\n[^]*?\.\n/g, '')
            .replace('    sysml:ownedMembership expr:P___407_psubject_om ;\n', '')
            .replace('expr:P___407_psubject_om, ', '')
            .replace('{\\"@id\\":\\"P___407_psubject_om\\"},', '');
        expect(older).not.toContain('P___407_p');
        expect(convert(older, 'ttl', { to: 'sysml' }).content).toBe(TEXT);
    });
});

describe('with derived properties', () => {
    const derived = derivedOf(modelOf([{ content: TEXT }]));
    const { elementNamed, shown } = shownBy(derived);

    it.each<readonly [string, Json]>([
        ['P___407', { subjectParameter: 'P___407_pin0', satisfiedRequirement: 'P::r', satisfyingFeature: 'P___407_psubject_pchain' }],
        [
            'P___409',
            { subjectParameter: 'P___409_pin0', satisfyingFeature: 'P::v', ownedReference: undefined, nestedReference: 'P___409_pin0' }
        ],
        ['P___409_pin0', { '@type': 'ReferenceUsage', direction: 'in', owningMembership: 'P___409_pin0_om' }],
        ['P___409_pin0_om', { '@type': 'SubjectMembership', ownedSubjectParameter: 'P___409_pin0' }],
        ['P___409_psubject_om', { '@type': 'FeatureValue', featureWithValue: 'P___409_pin0', value: 'P___409_psubject' }],
        ['P___409_psubject', { '@type': 'FeatureReferenceExpression', referent: 'P::v', result: 'P___409_psubject_pout' }],
        ['P___409_psubject_pout', { type: 'P::V' }],
        ['P___407_psubject_pchain', { featureTarget: 'P::W::hub', owner: 'P___407_psubject' }],
        ['P___407_psubject_om', { '@type': 'FeatureValue', owningRelatedElement: 'P___407_pin0' }],
        ['P::q', { input: 'P::q::s', ownedRelationship: 'P__q_ft0, P__q_pin0_om' }],
        ['P__q_pin0', { type: 'P::V' }]
    ])('of %s', (name, values) => {
        const found = elementNamed(name);
        expect(Object.fromEntries(Object.keys(values).map(key => [key, shown(found[key])]))).toEqual(values);
    });

    it.each(spread(['qualified', 'uuid'] as const, 2, 1))('is read back: %s', idForm => {
        const document = JSON.stringify(derivedOf(modelOf([{ content: TEXT }]), idForm));
        const { content } = convert(document, 'api-json', { to: 'sysml' });
        expect(content).toContain('    satisfy r by v.w.hub;\n');
        expect(content).toContain('    satisfy requirement q : R by v.w;\n');
        expect(content).toContain('    satisfy r by v;\n');
        expect(JSON.stringify(derivedOf(modelOf([{ content: content! }]), idForm))).toBe(document);
    });

    it.each(['qualified', 'uuid'] as const)('a subject that the body declares stays in the body: %s', idForm => {
        const text = 'package P {\n    requirement r;\n    part v;\n    satisfy r {\n        subject = v;\n    }\n}\n';
        const document = JSON.stringify(derivedOf(modelOf([{ content: text }]), idForm));
        expect(convert(document, 'api-json', { to: 'sysml' }).content).toBe(text);
    });

    it('of another tool is read by its structure', () => {
        const ids = new Map<string, string>();
        const opaque = JSON.stringify(derived).replace(/(?<="@id":"|"elementId":"|MemberElementId":")[^"]*/g, id => {
            if (!/^P/.test(id)) {
                return id;
            }
            ids.set(id, ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size).padStart(12, '0')}`);
            return ids.get(id)!;
        });
        const { content, error } = convert(opaque.replaceAll(/"memberElementId":"[^"]*",/g, ''), 'api-json', { to: 'ttl' });
        expect(error).toBeUndefined();
        expect(content).toMatch(/sysml:subject <urn:opensysml:expr:00000000/);
    });
});
