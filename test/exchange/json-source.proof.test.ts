/**
 * JSON whose notation is found without a graph gives what the graph gives, whatever is done to the text (contract: conversion 11.2). A
 * blank in front of a text is none of our writer's: all of it goes by the graph.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph, type BuildOptions } from '../../src/exchange/index.js';
import { forEachItem } from '../../src/exchange/json/parser.js';
import { sourceInJson } from '../../src/exchange/json/source.js';
import { type Documents, expectAsByGraph, KERML, notationOf, OTHER, SOURCES, TEXT } from './carried-sources.js';
import { documentsBelow } from '../support/models.js';
import { cases, sampled } from '../support/thorough.js';
import { jsonOf, modelOf } from './models.js';
import { changed } from './turtle-changes.js';

const DOCUMENTS = sampled([...documentsBelow('examples'), ...documentsBelow('test/models')], 36, 3);

const written = (documents: Documents, options: BuildOptions = {}): string => jsonOf(buildGraph(modelOf(documents), options));

describe('the source text in JSON', () => {
    it.each(DOCUMENTS.map(d => [d.name, d] as const))('of %s is the whole text', (_name, document) => {
        for (const idForm of ['qualified', 'uuid'] as const) {
            expect(notationOf(written([document], { idForm }), 'api-json')).toMatchObject({
                content: document.content,
                parsed: ['<notation>']
            });
        }
    });

    it.each(SOURCES)('of %s is found', (_name, documents, content) => {
        for (const idForm of ['qualified', 'uuid'] as const) {
            const json = written(documents, { idForm });
            expect(notationOf(json, 'api-json').content).toBe(content);
            expectAsByGraph(json, 'api-json');
        }
    });

    it.each<[string, (json: string) => string]>([
        ['a value', t => t.replace('"value": 1.5', '"value": 2.5')],
        ['a name', t => t.replace('"declaredName": "b"', '"declaredName": "c"')],
        ['a statement less', t => t.replace(/ {4}"ownedMember": \[[^\]]*\],\n/, '')],
        ['a statement more', t => t.replace('"declaredName": "b",', '"declaredName": "b",\n    "isAbstract": true,')],
        ['a statement of what is derived', t => t.replace('"declaredName": "b",', '"declaredName": "b",\n    "shortName": "s",')],
        ['a source text', t => t.replace('// of P', '// of p')],
        ['a source text that says something else', t => t.replace('part b[1..*] : A', 'part b[2..*] : A')],
        ['a place', t => t.replace('"sysx:sourceLine": 2', '"sysx:sourceLine": 9')],
        ['a position', t => t.replace('"sysx:memberIndex": 1', '"sysx:memberIndex": 5')],
        [
            'a document',
            t => t.replace('"sysx:sourceLanguage": "sysml",', '"sysx:sourceLanguage": "sysml",\n    "sysx:sourceDocument": "d",')
        ],
        ['no tail', t => t.replace(/,\n {4}"sysx:sourceTail": .*/, '')],
        ['a text of an expression', t => t.replace('"sysx:sourceText": "1.5 + 2"', '"sysx:sourceText": "3.5"')],
        ['another language', t => t.replaceAll('"sysx:sourceLanguage": "sysml"', '"sysx:sourceLanguage": "kerml"')],
        ['the namespace around it', t => t.replace('"elementId": "P_ns"', '"elementId": "P_nz"')],
        ['no end', t => t.slice(0, -40)]
    ])('is not used if somebody changed %s', (_name, change) => {
        const json = written([{ content: TEXT }]);
        expect(change(json)).not.toBe(json);
        expectAsByGraph(change(json), 'api-json');
    });

    const texts = [
        written([{ content: TEXT }]),
        written([{ content: OTHER }, { content: TEXT }, { content: 'package R { import P::*; }' }]),
        written([{ content: KERML, language: 'kerml' }], { idForm: 'uuid' })
    ];

    it('is not used after random changes', () =>
        fc.assert(
            fc.property(fc.constantFrom(...texts).chain(changed), text => expectAsByGraph(text, 'api-json')),
            { numRuns: cases(8, 90, 2_000) }
        ));

    it('is undefined if there is no text', () => {
        expect(sourceInJson('')).toBeUndefined();
        expect(sourceInJson(texts[0].replace(/,\n {4}"sysx:source(Text|Tail)": .*/g, ''))).toBeUndefined();
    });
});

/** The items of a text with their lines, or why there are none. */
function itemsOf(text: string | Iterable<Uint8Array>, passed: string): unknown {
    const items: unknown[] = [];
    try {
        forEachItem(
            text,
            key => key === passed,
            (item, line) => items.push([line, item])
        );
    } catch (error) {
        items.push(String(error));
    }
    return items;
}

describe('JSON in pieces', () => {
    const bytes = (text: string, length: number): Uint8Array[] => {
        const all = Buffer.from(text);
        return Array.from({ length: Math.ceil(all.length / length) }, (_, i) => all.subarray(i * length, (i + 1) * length));
    };
    const json = written([{ content: OTHER }, { content: 'package R { doc /* "\\ é\u{1f600} */ }' }]);

    it.each(['ownedMember', 'owner', 'sysx:sourceText', 'qualifiedName', 'none'])(
        'is the same however it is cut, %s passed over',
        passed => {
            const whole = itemsOf(json, passed);
            for (const length of [1, 2, 3, 7, 64, 1000]) {
                expect(itemsOf(bytes(json, length), passed)).toEqual(whole);
            }
        }
    );

    it('is refused in the same way if it is damaged, also in skipped members', () =>
        fc.assert(
            fc.property(changed(json), fc.integer({ min: 1, max: 40 }), (text, length) => {
                const damaged = text.toWellFormed();
                expect(itemsOf(bytes(damaged, length), 'ownedMember')).toEqual(itemsOf(damaged, 'ownedMember'));
            }),
            { numRuns: cases(8, 90, 1_000) }
        ));

    it.each([
        '[{"a": [{"@id": "x"}, {"@id": "y"} {"@id": "z"}]}]',
        '[{"a": [{"@id": "x"},]}]',
        '[{"a": [{"@id": "x\n"}, 1]}]',
        '[{"a": [{"@id": "\\q"}, 1]}]',
        '[{"a": [{"@id": "x", }, 1]}]',
        '[{"a": [{"@id" "x"}, 1]}]',
        '[{"a": [{"@id": "x"}, {"@id": 01}, 1]}]',
        '[{"a": [{"@id": "x"}, tru]}]',
        '[{"a": [{"@id": "x"}, 1}'
    ])('does not skip text that is not JSON: %s', text => {
        expect(itemsOf(text, 'a')).toEqual([expect.stringContaining('ReadingError: json: line')]);
        expect(itemsOf(bytes(text, 3), 'a')).toEqual(itemsOf(text, 'a'));
    });
});
