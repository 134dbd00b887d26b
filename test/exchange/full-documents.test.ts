/**
 * Documents of other tools, which state what the metamodel derives beside what it stores (contract: conversion 9.4, 12.2,
 * 13.2): they read as the sparse ones do.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { convertText, readTurtle, writeTurtle } from '../../src/exchange/index.js';
import { spread } from '../support/thorough.js';
import type { Json } from './derived.js';
import { documentWith, type Forms, formsOf, isDerived, textOf, turtleWithDerived } from './full-documents.js';
import { modelOf, readElements } from './models.js';

const TEXT = `package P {
    doc /* about P */
    private import ScalarValues::*;
    part def A { attribute m : Real [0..1] default = 1.0 + 2; port p : ~Q; part b : B [2]; private item own; }
    port def Q { in item i; out item o; }
    part def B specializes A { part <s> c redefines b; variation part v { variant part w; } ref part r : A; }
    part x : B { action act { in i; out o; if true { action go; } then send 1 to x; } perform act; #Meta attribute 'a b' = 2.5; }
    connection k connect x to x.c;
    metadata def Meta;
    comment about x /* on x */
    alias Other for A;
    enum def Colour { red; green; }
    calc def F { in y; return : Real; y + 1 }
    requirement def <'R 1'> R { subject s : A; require constraint c { s.m > 1 } }
    satisfy R by x;
    satisfy R by x.c.m;
    state def S { entry action begin; state on; state off; transition first on if true do action leave then off; }
    action def Act { action a2; first start; then action a1; then a2; }
}
`;

const written = (document: string, from: 'ttl' | 'api-json'): string => {
    const { content, error } = convertText({ name: 'd', content: document, from }, { to: 'sysml' }, d => modelOf([d]));
    return content ?? error!;
};

let forms: Forms;
beforeAll(() => void (forms = formsOf(modelOf([{ content: TEXT }]), 'qualified')));

type Variant = readonly [title: string, document: (forms: Forms) => readonly Json[]];
const VARIANTS: readonly Variant[] = [
    ['all of it', f => documentWith(f, { adds: () => true })],
    ['every third property', f => documentWith(f, { adds: (_key, at) => at % 3 === 0 })],
    ['types alone', f => documentWith(f, { adds: key => key === 'type' || key === 'featuringType' || key === 'inheritedFeature' })]
];

describe('a document with derived properties', () => {
    it.each(spread(VARIANTS, 2, 1))('reads as the sparse one: %s', (_title, documentOf) =>
        expect(writeTurtle(readElements(textOf(documentOf(forms), forms)))).toBe(forms.turtle)
    );

    const DAMAGED: readonly (readonly [title: string, text: string, damaged: string, why: string])[] = [
        ['a value that is missing', '"member":[', '"member":[,', 'expected a value'],
        ['a comma that is missing', '"member":[{', '"member":[{} {', 'expected "]"'],
        ['a bracket of the other kind', '"textualRepresentation":[]', '"textualRepresentation":[}', 'expected a value'],
        ['an escape that nobody knows', '"qualifiedName":"', '"qualifiedName":"\\x', 'unknown escape']
    ];
    it.each(spread(DAMAGED, 3))('is refused for %s in a member that is not needed', (_title, text, damaged, why) => {
        const { error } = convertText(
            { name: 'd', content: textOf(forms.derived, forms).replace(text, damaged), from: 'api-json' },
            { to: 'sysml' },
            d => modelOf([d])
        );
        expect(error).toMatch(/json: line \d+/);
        expect(error).toContain(why);
    });

    it('reads as the sparse one in Turtle', () => {
        const document = turtleWithDerived(forms);
        expect(writeTurtle(readTurtle(document))).toBe(forms.turtle);
        expect(written(document, 'ttl')).toBe(TEXT);
    });

    it('reads as the sparse one if derived properties are omitted', () => {
        const document = textOf(documentWith(forms, { adds: () => false, leavesOut: isDerived }), forms);
        const statementsOf = (turtle: string): string[] =>
            turtle
                .split('\n')
                .map(line => line.replace(/ [;.]$/, ''))
                .sort();
        const lost = /sysml:(?:isReference|annotatedElement) /; // stated by nothing but itself
        expect(statementsOf(writeTurtle(readElements(document)))).toEqual(statementsOf(forms.turtle).filter(line => !lost.test(line)));
    });

    it('gives the same model if nothing else is stated, always in the same keywords', () => {
        const notation = written(textOf(forms.derived, forms), 'api-json');
        for (const words of [
            'attribute m : Real [0..1] default = 1.0 + 2;',
            'port p : ~Q;',
            'part <s> c redefines b;',
            'variant part w;',
            'then send 1 to x;',
            'connection k connect x to x.c;',
            'comment about x /* on x */',
            'alias Other for A;',
            'return : Real;',
            "requirement def <'R 1'> R {",
            'satisfy R by x;',
            'satisfy R by x.c.m;',
            'entry action begin;',
            'transition first on if true do action leave then off;',
            'first start;',
            'then action a1;'
        ]) {
            expect(notation).toContain(words);
        }
    });
});

/** Documents of two packages with what is said of them. */
const document = (...elements: readonly Json[]): string => JSON.stringify([...BASE, ...elements]);
const ref = (id: string): Json => ({ '@id': id });
const BASE: readonly Json[] = [
    { '@type': 'Package', '@id': 'P', declaredName: 'P', ownedRelationship: [ref('m1'), ref('m2')], ownedElement: [ref('A'), ref('B')] },
    { '@type': 'OwningMembership', '@id': 'm1', owningRelatedElement: ref('P'), ownedRelatedElement: [ref('A')], memberElement: ref('A') },
    { '@type': 'OwningMembership', '@id': 'm2', owningRelatedElement: ref('P'), ownedRelatedElement: [ref('B')], memberElement: ref('B') },
    { '@type': 'PartDefinition', '@id': 'A', declaredName: 'A', owningRelationship: ref('m1') }
];
const B = { '@type': 'PartDefinition', '@id': 'B', declaredName: 'B', owningRelationship: ref('m2') };
const implied = (metaclass: string, more: Json = {}): Json => ({
    '@type': metaclass,
    '@id': 's1',
    isImplied: true,
    owningRelatedElement: ref('B'),
    specific: ref('B'),
    general: ref('A'),
    ...more
});

describe('relationships that are implied', () => {
    it('are not part of the model, and neither are absent elements to which they refer', () => {
        const elements = [
            { ...B, isImpliedIncluded: true, ownedRelationship: [ref('s1')], ownedSpecialization: [ref('s1')] },
            implied('Subclassification')
        ];
        const turtle = writeTurtle(readElements(document(...elements)));
        expect(turtle).toBe(writeTurtle(readElements(document(B))));
        expect(turtle).not.toContain('s1');
        const inherited = { ...B, inheritedFeature: [ref('nowhere')], feature: [ref('nowhere')] };
        expect(writeTurtle(readElements(document(inherited)))).toBe(turtle);
    });

    it('are left out with all that they own, whatever their kind', () => {
        const membership = implied('OwningMembership', { ownedRelatedElement: [ref('C')], memberElement: ref('C') });
        const C = { '@type': 'PartDefinition', '@id': 'C', declaredName: 'C', owningRelationship: ref('s1') };
        const elements = [{ ...B, ownedRelationship: [ref('s1')] }, membership, C];
        expect(writeTurtle(readElements(document(...elements)))).toBe(writeTurtle(readElements(document(B))));
    });

    it.each<readonly [string, Json, string]>([
        [
            'an element that is in a list of somebody else',
            { ...B, ownedElement: [ref('A')] },
            'B: its ownedElement contains A, but P owns that element'
        ],
        ['an owner that is another one', { ...B, owner: ref('A') }, 'B: its owner is A, but P owns it'],
        ['a feature of somebody else', { ...B, ownedFeature: [ref('A')] }, 'B: its ownedFeature contains A, but P owns that element']
    ])('and %s is refused', (_title, element, why) => {
        const elements = element['@id'] === 'B' ? [element] : [B, element];
        expect(() => readElements(document(...elements))).toThrow(`cannot convert ${why}`);
    });
});

describe('ownership in a document with derived properties', () => {
    const nested = (count: number, owner: (i: number) => number | undefined): string =>
        JSON.stringify(
            Array.from({ length: count }, (_, i) => {
                const outer = owner(i);
                const tie = {
                    '@type': 'OwningMembership',
                    '@id': `m${i}`,
                    owningRelatedElement: ref(`p${outer}`),
                    ownedRelatedElement: [ref(`p${i}`)]
                };
                const element = { '@type': 'Package', '@id': `p${i}`, declaredName: 'p', ownedElement: [] };
                return outer === undefined ? [element] : [{ ...element, owningRelationship: ref(`m${i}`) }, tie];
            }).flat()
        );

    it('of an element by itself is refused', () => expect(() => readElements(nested(3, i => (i + 1) % 3))).toThrow('p0: it owns itself'));

    it('that is deeper than any notation is refused', () =>
        expect(() => readElements(nested(3000, i => (i === 0 ? undefined : i - 1)))).toThrow('it is nested too deeply'));
});

it('prefix metadata of a dependency may be owned by a membership', () => {
    const text = 'package P {\n    part a;\n    part b;\n    metadata def M;\n    #M dependency D from a to b;\n}\n';
    const source = { name: 'd', content: text, from: 'sysml', language: 'sysml' } as const;
    const { content = '' } = convertText(source, { to: 'api-json', derived: true, idForm: 'uuid' }, d => modelOf([d]));
    const elements = (JSON.parse(content) as Json[]).map(element => {
        const { annotatedElement, annotatingElement, ...rest } = element;
        return element['@type'] === 'Annotation'
            ? { ...rest, '@type': 'OwningMembership', membershipOwningNamespace: annotatedElement, memberElement: annotatingElement }
            : element;
    });
    expect(elements.some(e => e['@type'] === 'Annotation')).toBe(false);
    expect(written(JSON.stringify(elements), 'api-json')).toMatch(/#M dependency D|dependency D from a to b \{\s*metadata M;\s*\}/);
});
