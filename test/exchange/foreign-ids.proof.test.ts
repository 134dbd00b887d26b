/**
 * Documents whose ids are random UUIDs are read as the models that they were made of: those of the examples, of every construct, of
 * models made by chance, and of the corpora where these are.
 */
import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { cases } from '../support/thorough.js';
import { KERML, SYSML } from './construct-models.js';
import { derivedOf, type Json } from './derived.js';
import { foreignDocument, foreignSparseDocument, read } from './foreign-documents.js';
import { modelOf } from './models.js';
import { randomModel } from './random/index.js';

type Language = 'sysml' | 'kerml';
type Case = readonly [name: string, content: string, language: Language];

const ofConstructs = (models: typeof SYSML, language: Language): Case[] =>
    models.map(([title, text]) => [`${language}: ${title}`, `package Model {\n${text}\n}\n`, language]);

const ALL: readonly Case[] = [
    ...ofConstructs(SYSML, 'sysml'),
    ...ofConstructs(KERML, 'kerml'),
    ...[...documentsBelow('examples'), ...sharedCorpus()].map((d): Case => [d.name, d.content, d.language])
];

const CASES = ALL.filter((_, i) => i % cases(288, 24, 1) === 0);

/** What elements say of themselves, ids and order aside. */
const said = (elements: readonly Json[]): readonly string[] =>
    elements
        .filter(e => e.isLibraryElement !== true)
        .map(e => [e['@type'], e.declaredName, e.direction, e.operator, e.value?.constructor === Object ? '' : e.value, e.body].join(' '))
        .sort();

/**
 * The elements whose ids notation can declare: those with a qualified name, without conjugates, and without the parts of heads that sparse
 * graphs do not identify (contract: conversion 5.4): ends of connectors, payloads and the variables of loops.
 */
function declarable(elements: readonly Json[]): readonly Json[] {
    const byId = new Map(elements.map(e => [e['@id'], e]));
    const isOfHead = (e: Json): boolean => {
        const owner = (byId.get((e.owner as Json | null)?.['@id'])?.['@type'] as string | undefined) ?? '';
        return (
            (e.isEnd === true && /Connect|Interface|Allocation|Flow|Succession|Binding/.test(owner)) ||
            /Accept|Transition|ForLoop/.test(owner)
        );
    };
    return elements.filter(
        e =>
            e.isLibraryElement !== true &&
            typeof e.qualifiedName === 'string' &&
            typeof e.declaredName === 'string' &&
            e['@type'] !== 'ConjugatedPortDefinition' &&
            !isOfHead(e)
    );
}

type MakeDocument = (content: string, language: Language) => readonly Json[];

function expectSame(content: string, language: Language, documentOf: MakeDocument = foreignDocument): void {
    const elements = documentOf(content, language);
    const { content: notation, error, diagnostics } = read(elements);
    expect(error).toBeUndefined();
    const again = derivedOf(modelOf([{ content: notation!, language }]), 'uuid');
    expect(said(again)).toEqual(said(derivedOf(modelOf([{ content, language }]), 'uuid')));
    const ids = new Set(again.map(e => e['@id']));
    expect(declarable(elements).filter(e => !ids.has(e['@id']))).toEqual([]);
    const isLost = elements.some(e => e.isLibraryElement !== true && e['@type'] === 'FeatureMembership' && !ids.has(e['@id']));
    const isTold = diagnostics.some(d => d.message.startsWith('notation cannot declare the ids of '));
    expect(isTold || !isLost).toBe(true);
}

describe.each([
    ['a document with all properties', foreignDocument],
    ['a sparse document with its source text', foreignSparseDocument]
] as const)('%s and other ids', (_kind, documentOf) =>
    it.each(CASES)(
        '%s',
        (_name, content, language) => {
            expect(content).not.toContain('IdentityMetadata');
            expectSame(content, language, documentOf);
        },
        60_000
    )
);

const SEEDS = cases(3, 30, 1000);

it(`documents of ${SEEDS} random models with other ids`, () => {
    const workspace = new Workspace({ library: testLibrary() });
    for (let seed = 0; seed < SEEDS; seed++) {
        for (const document of randomModel(seed, [20, 40, 80][seed % 3]).documents) {
            const hasErrors = workspace.parseFresh([document]).diagnostics.some(d => d.severity === 'error');
            const isBeyondDoubles = document.content.includes('1e400'); // these tests parse JSON to doubles
            if (!hasErrors && !isBeyondDoubles) {
                const documentOf = seed % 2 === 0 ? foreignDocument : foreignSparseDocument;
                expect(() => expectSame(document.content, document.language, documentOf), `by ${seed}: ${document.content}`).not.toThrow();
            }
        }
    }
}, 1_200_000);
