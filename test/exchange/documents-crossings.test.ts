/**
 * Selections of documents in each form, with identity scopes, declared ids and both forms of ids (contract: conversion 1.5, 4.5, 4.6, 9,
 * 10): what a selection states is what the whole model states of the same elements.
 */
import { describe, expect, it } from 'vitest';
import { convertModel, type ConvertOptions } from '../../src/exchange/index.js';
import { propertyOfMetaclass } from '../../src/exchange/metamodel/facts.js';
import { spread } from '../support/thorough.js';
import type { Json } from './derived.js';
import { modelOf } from './models.js';
import { schemaFaults } from './schema.js';

type Documents = Parameters<typeof modelOf>[0];

const scope = (project: string): string => `@IdentityMetadata::ProjectRef { projectId = "${project}"; branch = "main"; org = "o"; }`;

/** Models of several documents that refer to one another. */
const MODELS: Readonly<Record<string, Documents>> = {
    'aliases, imports and conjugates': [
        {
            name: 'a.sysml',
            content:
                'package A { part def X { port p : ~Q; } port def Q; alias Y for X; private import ScalarValues::Real; attribute r : Real; }'
        },
        {
            name: 'b.sysml',
            content: 'package B { private import A::*; part x : Y; alias Z for A::X; part z : Z; port q : ~Q; attribute w = A::r + 1; }'
        },
        { name: 'c.kerml', language: 'kerml', content: 'package C { class K { feature f : A::X; } } package D;' },
        { name: 'e.sysml', content: '' }
    ],
    'several scopes': [
        { name: 'a.sysml', content: `package A { ${scope('p1')} part def X { port p : ~Q; } port def Q; alias Y for X; }` },
        {
            name: 'b.sysml',
            content: `package B { ${scope('p2')} private import A::*; part x : Y; port q : ~Q; part y : C::Z; connect x to y; }`
        },
        { name: 'c.sysml', content: 'package C { part def Z; part u : A::X; part t : B::x; }' }
    ],
    'declared ids': [
        { name: 'a.sysml', content: 'package A { part def X { @IdentityMetadata::ElementId { id = "my-x"; } } }' },
        { name: 'b.sysml', content: 'package B { private import A::X; part x : X; }' }
    ]
};

/** All selections of some names. */
const selections = (names: readonly string[]): string[][] =>
    names.reduce<string[][]>((found, name) => [...found, ...found.map(names => [...names, name])], [[]]).filter(s => s.length > 0);

const CASES = Object.entries(MODELS).flatMap(([title, documents]) =>
    (['qualified', 'uuid'] as const).flatMap(idForm =>
        selections(documents.map(d => d.name!)).map(selection => [title, idForm, selection.join(' '), documents, selection] as const)
    )
);

/** An element with its keys in one order. */
const ordered = (element: Json): Json => Object.fromEntries(Object.entries(element).sort(([a], [b]) => (a < b ? -1 : 1)));

interface Compact {
    readonly ids: readonly string[];
    readonly elements: readonly Json[];
    readonly referenceKeys: readonly string[];
    readonly elementIdsAreIds?: boolean;
}

/** The element array of a compact document (contract: conversion 10.3). */
function expanded({ ids, elements, referenceKeys, elementIdsAreIds }: Compact): Json[] {
    const reference = (value: unknown, isHandle: boolean): unknown => {
        if (Array.isArray(value)) {
            return value.map(v => reference(v, isHandle));
        }
        const handle = isHandle ? value : (value as Json | null)?.['@id'];
        return typeof handle === 'number' ? { '@id': ids[handle] } : value;
    };
    return elements.map((element, i) => ({
        '@id': ids[i],
        ...(elementIdsAreIds === true && { elementId: ids[i] }),
        ...Object.fromEntries(Object.entries(element).map(([key, value]) => [key, reference(value, referenceKeys.includes(key))]))
    }));
}

/** Whether an element is one of the model, in the metamodel's terms; elements of the library are in the form without UUIDs only. */
const isOfMetamodel = (element: Json): boolean => !(element['@type'] as string).includes(':') && element.isLibraryElement !== true;

/** The blocks of a Turtle document by their subjects. */
const blocksOf = (turtle: string): Map<string, string> =>
    new Map(
        turtle
            .split('\n\n')
            .slice(1)
            .map(block => [block.split('\n')[0], block.trim()])
    );

describe.each(spread(CASES, 4))('%s, ids %s: %s', (_title, idForm, _names, documents, selection) => {
    const model = modelOf(documents);
    const converted = (options: ConvertOptions): string => convertModel(model, { idForm, ...options }).content!;
    const elements = (options: Partial<ConvertOptions>): Json[] => JSON.parse(converted({ to: 'api-json', ...options })) as Json[];
    const selected = elements({ documents: selection });

    it('states the same as the graph of the whole model', () => {
        const whole = new Map(elements({}).map(e => [e['@id'], ordered(e)]));
        expect(selected.map(ordered)).toEqual(selected.map(e => whole.get(e['@id'])));
        const blocks = blocksOf(converted({ to: 'ttl' }));
        for (const [subject, block] of blocksOf(converted({ to: 'ttl', documents: selection }))) {
            expect(block).toBe(blocks.get(subject));
        }
    });

    it.runIf(selection.length === 1)('has the derived values of the whole model', () => {
        const whole = new Map(elements({ derived: true }).map(e => [e['@id'], e]));
        const own = elements({ derived: true, documents: selection });
        expect(own).toEqual(own.map(e => whole.get(e['@id'])));
        const ids = new Set(own.map(e => e['@id']));
        expect(selected.filter(e => isOfMetamodel(e) && !ids.has(e['@id']))).toEqual([]);
        const hasUuids = idForm === 'uuid' && !documents.some(d => d.content.includes('IdentityMetadata')); // declared ids are none
        expect(hasUuids ? schemaFaults(own) : []).toEqual([]);
    });

    it('is the elements of its documents, in their order', () => {
        const alone = selection.flatMap(name => [...blocksOf(converted({ to: 'ttl', documents: [name] })).keys()]);
        expect([...blocksOf(converted({ to: 'ttl', documents: selection })).keys()].sort()).toEqual([...new Set(alone)].sort());
        expect(elements({ documents: [...selection].reverse().concat(selection) })).toEqual(selected);
    });

    it.each([undefined, [], ['owner'], ['owner', 'qualifiedName', 'type'], ['value']])(
        'is the same in the compact form, keeping %j',
        kept => {
            const compact = kept === undefined ? {} : { omitDerived: true, keep: new Set(kept) };
            const isKept = (element: Json, key: string): boolean =>
                kept === undefined || kept.includes(key) || propertyOfMetaclass(element['@type'] as string, key)?.isDerived !== true;
            const expected = selected.map(e => Object.fromEntries(Object.entries(e).filter(([key]) => isKept(e, key))));
            const found = expanded(JSON.parse(converted({ to: 'api-json', documents: selection, compact })) as Compact);
            expect(found.map(ordered)).toEqual(expected.map(ordered));
        }
    );
});
