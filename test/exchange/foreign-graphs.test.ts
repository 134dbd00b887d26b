/**
 * Graphs that others wrote or changed, as notation and as JSON (contract: conversion 4.4, 4.8, 5.3, 5.7, 6, 9.2, 12.2): what
 * is taken, and what is refused.
 */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertText, type ConvertOptions } from '../../src/exchange/index.js';
import { modelOf } from './models.js';

const convert = (content: string, from: 'sysml' | 'ttl', to: ConvertOptions['to']): Conversion =>
    convertText({ name: '<content>', content, from, language: 'sysml' }, { to }, document => modelOf([document]));

/** Without source text: the notation follows from the statements alone. */
const turtle = convert('package P { part def A; part a : A { attribute x : ScalarValues::Real = 1.5; } }', 'sysml', 'ttl')
    .content!.replace(/ {4}sysx:source(?:Text|Tail) .* ;\n/g, '')
    .replace(/ ;\n {4}sysx:source(?:Text|Tail) .* \.\n/g, ' .\n');

const REAL = '14c0aa22-5489-59b5-b438-ded26e83ba31';
const UUID = 'a0cc3cd3-b06c-5b32-beda-0cf4ba164a64';
const onA = (statement: string): [string, string] => ['sysml:declaredName "a"', `${statement} ; sysml:declaredName "a"`];
const number = (literal: string): [string, string] => ['"1.5"^^xsd:decimal', literal];

type Edit = readonly [from: string, to: string];

/** The graph with texts replaced, everywhere. */
function edited(edits: readonly Edit[]): string {
    return edits.reduce((text, [from, to]) => {
        expect(text).toContain(from);
        return text.replaceAll(from, to);
    }, turtle);
}

const written = (a: string, b = 'a : A', value = '1.5'): string =>
    `package P {\n    part def A${a}\n    part ${b} {\n        attribute x : ScalarValues::Real = ${value};\n    }\n}\n`;
const declared = (id: string): string => ` {\n        @IdentityMetadata::ElementId { id = "${id}"; }\n    }`;

const TAKEN: readonly (readonly [string, readonly Edit[], string])[] = [
    ['as it is', [], written(';')],
    ['a stub by another id, whose name the library has', [[REAL, 'other-1']], written(';')],
    ['a flag of older graphs', [onA('sysml:isNonunique "true"^^xsd:boolean')], written(';', 'a : A nonunique')],
    ['an id that does not follow from the name', [['P__A', 'my-id']], written(declared('my-id'))],
    [
        'a UUID that does not either',
        [
            [':P__A', `:${UUID}`],
            ['"P__A', `"${UUID}`]
        ],
        written(declared(UUID))
    ],
    ['a decimal without a point', [number('"3"^^xsd:decimal')], written(';', 'a : A', '3.0')],
    ['an exact double', [number('"0.5"^^xsd:double')], written(';', 'a : A', '0.5')],
    [
        'a double that is another number than its text',
        [number('"0.1"^^xsd:double')],
        written(';', 'a : A', '0.1000000000000000055511151231257827021181583404541015625')
    ],
    ['a float that is', [number('"0.1"^^xsd:float')], written(';', 'a : A', '0.100000001490116119384765625')],
    ['a number of OWL', [number('"1.5"^^<http://www.w3.org/2002/07/owl#real>')], written(';')]
];

type Refusal = readonly [title: string, edits: readonly Edit[], why: string, to?: ConvertOptions['to']];

const REFUSED: readonly Refusal[] = [
    [
        'a stub by the id of another element',
        [['"ScalarValues::Real"', '"ScalarValues::Integer"']],
        `its id ${REAL} is that of ScalarValues::Real`
    ],
    [
        'a stub that the library has nothing for',
        [
            [REAL, 'other-1'],
            ['"ScalarValues::Real"', '"ScalarValues::Nope"']
        ],
        'no element with its id other-1 or with its name'
    ],
    [
        'a stub of another kind',
        [
            [REAL, 'other-1'],
            ['sysml:DataType', 'sysml:Package']
        ],
        'it is a Package, but the library element with its name is a DataType'
    ],
    ...(['sysml', 'ttl', 'api-json'] as const).flatMap((to): Refusal[] => [
        [`a portion that is no snapshot or time slice, to ${to}`, [onA('sysml:isPortion "true"^^xsd:boolean')], 'isPortion', to],
        [`a default without a value, to ${to}`, [onA('sysml:isDefault "true"^^xsd:boolean')], 'isDefault', to],
        [`an initial value without a value, to ${to}`, [onA('sysml:isInitial "true"^^xsd:boolean')], 'isInitial', to]
    ]),
    ['a keyword of another kind', [onA('sysx:declaredKeyword "action"')], 'P::a'],
    ['a broken name', [['sysml:type elmt:P__A', 'sysml:type "a b::"']], 'another type'],
    ['a signed number', [number('"-1.5"^^xsd:decimal')], '-1.5 is not a literal'],
    ['infinity', [number('"INF"^^xsd:double')], 'INF is not a literal'],
    ['an integer as a rational number', [number('"1"^^xsd:integer')], 'its value must be a rational number, but is "1"'],
    ['an int as one', [number('"1"^^xsd:int')], 'its value must be a rational number, but is "1"'],
    [
        'a membership without a member',
        [
            [
                '    sysml:memberElement elmt:P__A ;\n    sysml:ownedMemberElement elmt:P__A ;\n    sysml:ownedRelatedElement elmt:P__A ;\n',
                ''
            ]
        ],
        'P__A_om: the membership states no member'
    ],
    [
        'a membership whose member is the text of an id',
        [
            [
                '    sysml:memberElement elmt:P__A ;\n    sysml:ownedMemberElement elmt:P__A ;\n    sysml:ownedRelatedElement elmt:P__A ;\n',
                '    sysml:memberElement "P__A" ;\n'
            ]
        ],
        "P__A_om: its memberElement is the text 'P__A', not a reference to an element"
    ],
    [
        'a membership of two',
        [['sysml:memberElement elmt:P__A ;', 'sysml:memberElement elmt:P__a ;']],
        'refer to two elements as its member'
    ],
    ...['"1.5"^^xsd:float', '"INF"^^xsd:double', '"NaN"^^xsd:double', '"1.5"^^xsd:double', '"3"^^xsd:decimal'].map((literal): Refusal => [
        `${literal} in JSON`,
        [number(literal)],
        `P__a__x_pvalue: no number in JSON is read as ${literal}`,
        'api-json'
    ])
];

describe('a graph of another tool', () => {
    it.each(TAKEN)('is taken: %s', (_title, edits, expected) => {
        const { content, error } = convert(edited(edits), 'ttl', 'sysml');
        expect(content ?? error).toBe(expected);
    });

    it('is read with a warning if the id of a library element is another one', () =>
        expect(convert(edited([[REAL, 'other-1']]), 'ttl', 'sysml').diagnostics).toEqual([
            expect.objectContaining({
                severity: 'warning',
                message: `the id of ScalarValues::Real in the library is ${REAL}, not other-1: the element was found by its name`
            })
        ]));

    it.each(REFUSED.map(row => [row[0], row] as const))('is refused: %s', (_title, [, edits, why, to = 'sysml']) => {
        const { content, error } = convert(edited(edits), 'ttl', to);
        expect(content).toBeUndefined();
        expect(error).toMatch(/^cannot convert /);
        expect(error).toContain(why);
    });

    it.each(['', '^^<http://www.w3.org/2001/XMLSchema#string>'])('states a value twice, and lists many in another order%s', datatype => {
        const names = Array.from({ length: 40 }, (_, i) => `elmt:P__x${i}`);
        const ids = names.map(name => `{\\"@id\\":\\"${name.slice(5)}\\"}`).reverse();
        const prefixes =
            '@prefix elmt: <urn:sysmlv2:element:> .\n@prefix sysml: <https://www.omg.org/spec/SysML#> .\n@prefix json: <urn:sysmlv2:annotation:json:> .\n';
        const p = `elmt:P a sysml:Package ; sysml:qualifiedName "P" ; sysml:ownedMember ${[...names, ...names].join(', ')} ; json:ownedMember "[${ids.join(',')}]"${datatype} .\n`;
        const { content, error } = convert(prefixes + p + names.map(name => `${name} a sysml:PartUsage .\n`).join(''), 'ttl', 'ttl');
        expect(content ?? error).toContain(`sysml:ownedMember ${[...names].reverse().join(', ')} ;`);
    });

    it('may state the feature that a metadata entry redefines by its name', () => {
        const notation = 'package P {\n    @M {\n        level = 2;\n    }\n    metadata def M {\n        attribute level;\n    }\n}\n';
        const flag = 'sysx:isRedefinitionImplicit "true"^^xsd:boolean ;';
        const graph = convert(notation, 'sysml', 'ttl').content!.replace(/ ;\n {4}sysx:source(?:Text|Tail) .*(?= [;.]\n)/g, '');
        expect(graph).toContain(flag);
        const { content, error } = convert(graph.replace(flag, `${flag}\n    sysml:redefines elmt:P__M__level ;`), 'ttl', 'sysml');
        expect(content ?? error).toBe(notation);
    });

    it('needs no memberships and no positions', () => {
        const prefixes = '@prefix elmt: <urn:sysmlv2:element:> .\n@prefix sysml: <https://www.omg.org/spec/SysML#> .\n';
        const p = 'elmt:P a sysml:Package ; sysml:declaredName "P" ; sysml:qualifiedName "P" .';
        const member = (name: string, more: string): string =>
            `elmt:P__${name} sysml:declaredName "${name}" ; sysml:qualifiedName "P::${name}" ; sysml:owningNamespace elmt:P ; ${more} .`;
        const text = [prefixes, member('a', 'a sysml:PartUsage ; sysml:type elmt:P__A'), member('A', 'a sysml:PartDefinition'), p].join(
            '\n'
        );
        const { content, error } = convert(text, 'ttl', 'sysml');
        expect(content ?? error).toBe('package P {\n    part a : A;\n    part def A;\n}\n');
    });
});

it('element arrays without terms of the extension are read like their Turtle', () => {
    const { content } = convert('package P { part def A { attribute x; ref y : A; } part a : A; }', 'sysml', 'api-json');
    const elements = JSON.parse(content!) as Record<string, unknown>[];
    const plain = elements.map(e => Object.fromEntries(Object.entries(e).filter(([key]) => !key.startsWith('sysx:'))));
    const source = { name: '<content>', content: JSON.stringify(plain), from: 'api-json' } as const;
    expect(convertText(source, { to: 'sysml' }, document => modelOf([document])).content).toBe(
        'package P {\n    part def A {\n        attribute x;\n        ref y : A;\n    }\n    part a : A;\n}\n'
    );
});
