/**
 * Full documents whose ids are random UUIDs are read as the models that they were made of: those of the examples, of every construct, and
 * of the corpora where these are.
 */
import { describe, expect, it } from 'vitest';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { cases } from '../support/thorough.js';
import { KERML, SYSML } from './construct-models.js';
import { derivedOf, type Json } from './derived.js';
import { foreignDocument, read } from './foreign-documents.js';
import { modelOf } from './models.js';

type Language = 'sysml' | 'kerml';
type Case = readonly [name: string, content: string, language: Language];

const ofConstructs = (models: typeof SYSML, language: Language): Case[] =>
    models.map(([title, text]) => [`${language}: ${title}`, `package Model {\n${text}\n}\n`, language]);

const ALL: readonly Case[] = [
    ...ofConstructs(SYSML, 'sysml'),
    ...ofConstructs(KERML, 'kerml'),
    ...[...documentsBelow('examples'), ...sharedCorpus()].map((d): Case => [d.name, d.content, d.language])
];

const CASES = ALL.filter((_, i) => i % cases(72, 8, 1) === 0);

/** What elements say of themselves, ids and order aside. */
const said = (elements: readonly Json[]): readonly string[] =>
    elements
        .filter(e => e.isLibraryElement !== true)
        .map(e => [e['@type'], e.declaredName, e.direction, e.operator, e.value?.constructor === Object ? '' : e.value, e.body].join(' '))
        .sort();

describe('a document with other ids', () =>
    it.each(CASES)(
        '%s',
        (_name, content, language) => {
            const elements = foreignDocument(content, language);
            const { content: notation, error } = read(elements);
            expect(error).toBeUndefined();
            const metadata = /IdentityMetadata/;
            const again = derivedOf(modelOf([{ content: notation!, language }]), 'uuid');
            expect(metadata.test(content)).toBe(false);
            expect(said(again)).toEqual(said(elements));
        },
        60_000
    ));
