/**
 * Graphs that others wrote (contract: conversion 5.7, 5.10, 9.4, 12.2): what they may leave out, older
 * spellings, and what is refused by name.
 */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertText, type Format } from '../../src/exchange/index.js';
import { graphOf, jsonOf, modelOf } from './models.js';
import { writeTurtle } from '../../src/exchange/index.js';
import { withArticle } from '../../src/language/semantics/metaclass.js';

const PREFIXES = `@prefix elmt: <urn:sysmlv2:element:> .
@prefix sysml: <https://www.omg.org/spec/SysML#> .
@prefix sysx: <urn:opensysml:sysml:> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

function convert(content: string, from: Format, to: Format): Conversion {
    return convertText({ name: 'a', content, from }, { to }, document => modelOf([document]));
}

/** A package `P` with members that state no more than their owner, position and name. */
function packageOf(...members: readonly string[]): string {
    const written = members.map((member, i) => {
        const [, name, metaclass, rest] = /^(\w+) (\w+)(.*)$/.exec(member)!;
        const who = `elmt:P__${name} a sysml:${metaclass} ; sysml:owningNamespace elmt:P ; sysx:memberIndex "${i}"^^xsd:integer`;
        return `${who}${/qualifiedName|noName/.test(rest) ? '' : ` ; sysml:declaredName "${name}"`}${rest.replace(' ; noName', '')} .\n`;
    });
    return `${PREFIXES}elmt:P a sysml:Package ; sysml:qualifiedName "P" ; sysml:declaredName "P" ; sysx:memberIndex "0"^^xsd:integer .\n${written.join('')}`;
}

describe('a graph that states owners and no memberships', () => {
    it.each([
        ['a type by its names', ['D PartDefinition', 'x PartUsage ; sysml:type elmt:P__D'], 'part def D;|part x : D;'],
        ['flags', ['x PartUsage ; sysml:isAbstract "true"^^xsd:boolean ; sysml:direction "in"'], 'in abstract part x;'],
        ['a name that leads nowhere', ['x PartUsage ; sysml:type "Nope"'], 'part x : Nope;'],
        ['an expression by its notation', ['x AttributeUsage ; sysml:value "1 + y.z"'], 'attribute x = 1 + y.z;']
    ])('%s', (_title, members, expected) => {
        const { content, error } = convert(packageOf(...members), 'ttl', 'sysml');
        expect(content ?? error).toBe(`package P {\n    ${expected.replaceAll('|', '\n    ')}\n}\n`);
    });
});

describe('older spellings', () => {
    it.each([
        ['an individual', ['D IndividualDefinition'], 'individual def D;'],
        ['an individual that is used', ['D IndividualUsage'], 'individual D;'],
        ['values that may repeat', ['x PartUsage ; sysml:isNonunique "true"^^xsd:boolean'], 'part x nonunique;'],
        [
            'an alias',
            [
                'D PartDefinition',
                'E Membership ; noName ; sysml:memberName "E" ; sysml:aliasedElement elmt:P__D ; sysx:declaredKeyword "alias"'
            ],
            'part def D;|alias E for D;'
        ],
        [
            'a recursive import',
            ['_400 NamespaceImport ; noName ; sysml:importedNamespace elmt:P ; sysx:isRecursive "true"^^xsd:boolean'],
            'import P::*::**;'
        ]
    ])('%s is read', (_title, members, expected) => {
        const { content, error } = convert(packageOf(...members), 'ttl', 'sysml');
        expect(content ?? error).toBe(`package P {\n    ${expected.replaceAll('|', '\n    ')}\n}\n`);
    });

    it.each([
        ['x PartUsage ; sysx:argumentIndex "0"^^xsd:integer', 'cannot convert sysx:argumentIndex: the term is retired'],
        ['x PartUsage ; sysx:isExpose "true"^^xsd:boolean', 'cannot convert sysx:isExpose: the term is retired'],
        ['x Nope', 'cannot convert P__x, a Nope: the metamodel has no such metaclass']
    ])('%s is refused by name', (member, why) => expect(convert(packageOf(member), 'ttl', 'api-json').error).toContain(why));

    it('a retired metaclass is refused by name', () =>
        expect(convert(`${PREFIXES}elmt:P a sysx:Alias .`, 'ttl', 'api-json').error).toContain(
            'cannot convert sysx:Alias: the term is retired'
        ));
});

describe('metaclasses of KerML with older names', () => {
    const KINDS = [
        ['ClassUsage', 'class x;', 'Class', 'OccurrenceUsage'],
        ['StructureUsage', 'struct x;', 'Structure', 'ItemUsage'],
        ['AssociationUsage', 'assoc x;', 'Association', 'ConnectionUsage'],
        ['BehaviorUsage', 'behavior x;', 'Behavior', 'ActionUsage'],
        ['PredicateUsage', 'predicate x;', 'Predicate', 'ConstraintUsage'],
        ['BooleanUsage', 'bool x;', 'BooleanExpression', 'ConstraintUsage'],
        ['InteractionUsage', 'interaction x;', 'Interaction', 'FlowUsage']
    ] as const;
    it.each(KINDS)('%s is read', (name, notation) => {
        const { content, error } = convert(packageOf(`x ${name}`), 'ttl', 'sysml');
        expect(content ?? error).toBe(`package P {\n    ${notation}\n}\n`);
    });

    it.each(KINDS)('%s is refused in SysML, with the metaclass to use', (name, _notation, kind, right) => {
        const graph = packageOf(`x ${name} ; sysml:qualifiedName "P::x"`).replace(
            'sysml:declaredName "P" ;',
            'sysml:declaredName "P" ; sysx:sourceLanguage "sysml" ;'
        );
        expect(convert(graph, 'ttl', 'sysml').error).toBe(
            `cannot convert P::x, ${withArticle(name)}: it now denotes KerML's ${kind}, which SysML cannot declare: use ${right}, or KerML as the language of the root`
        );
    });
});

describe('a referenced element', () => {
    it.each(['sysml', 'api-json'] as const)('has a name: %s', to =>
        expect(convert(packageOf('D PartDefinition ; noName', 'x PartUsage ; sysml:type elmt:P__D'), 'ttl', to).error).toBe(
            'cannot convert P__D: P__x refers to it by its type, but it has neither a qualifiedName nor a name'
        )
    );

    const root = '{"@id": "N", "@type": "Namespace", "ownedRelationship": [{"@id": "m"}]}';
    const membership = '{"@id": "m", "@type": "OwningMembership", "owningRelatedElement": {"@id": "N"}, "memberElement": {"@id": "P"}}';
    const model = '"@id": "P", "@type": "Package", "qualifiedName": "P"';
    it.each([
        [
            'the membership of a root',
            `[${root}, ${membership}, {${model}, "owningRelationship": {"@id": "gone"}}]`,
            'P: its owningRelationship'
        ],
        ['the owner of a root', `[${root}, ${membership}, {${model}, "owner": {"@id": "gone"}}]`, 'P: its owner'],
        ['what a root namespace owns', `[${root}, {${model}, "owner": {"@id": "N"}}]`, 'N: its ownedRelationship']
    ])('is in the text: %s', (_title, content, why) => {
        expect(convert(content, 'api-json', 'ttl').error).toMatch(
            new RegExp(`^cannot convert ${why} refers to (?:gone|m), which the text does not contain$`)
        );
    });
});

describe('a root with a declared id in a graph of UUIDs', () => {
    const id = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
    it.each(['part def D;', 'import ScalarValues::*;', ''])('keeps the ids of other elements: %s', members => {
        const text = `package P { @IdentityMetadata::ElementId { id = "${id}"; } ${members} }\n`;
        const graph = graphOf(text, 'sysml', { idForm: 'uuid' });
        const json = jsonOf(graph);
        expect(convert(json, 'api-json', 'api-json').content).toBe(json);
        expect(convert(json, 'api-json', 'sysml').content).toBe(text);
        expect(convert(json, 'api-json', 'ttl').content).toBe(writeTurtle(graph));
    });
});
