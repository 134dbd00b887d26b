// Convert on the wire: what is refused and in which order, what fails in the body, what is answered (contract: conversion 1).

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { connectSpelling } from '../../src/wire/status.js';
import { temporaryFolder } from '../support/folders.js';
import { type Asks, oneHost } from './one-host.js';

interface Response {
    content?: string;
    fromFormat?: string;
    toFormat?: string;
    error?: string;
    diagnostics?: { severity: string; code: string; message: string; span: { file: string; startLine?: number } }[];
    experimental?: boolean;
    experimentalNotice?: string;
    modelHash?: string;
}

let host: Asks;
let one: string;
let two: string;
const folder = temporaryFolder('convert');
const file = (name: string): string => join(folder, name);

function ask(name: MethodName, request: object, modelAbsent = false): { response: Response; code: string; message: string } {
    const answered = host<Response>(name, request, { modelAbsent });
    return { ...answered, code: connectSpelling(answered.code) };
}

const convert = (request: object): Response => ask('Convert', request).response;

beforeAll(async () => {
    host = await oneHost();
    const parse = (documents: object[]): string => ask('ParseSources', { documents }).response.modelHash!;
    one = parse([{ name: 'a.sysml', content: 'package A { part def X; }' }]);
    two = parse([
        { name: 'a.sysml', content: 'package A { part x : B::Y; }' },
        { name: 'b.sysml', content: 'package B { part def Y; }' }
    ]);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file('k.KERML'), 'package K { class C; }');
    writeFileSync(file('odd.txt'), 'package K;');
    writeFileSync(file('graph.nt'), '');
});

const MODEL = (): object => ({ modelHash: one, toFormat: 'ttl' });

describe('what is refused', () => {
    it.each<[string, () => object, string, string]>([
        ['no source', () => ({ toFormat: 'ttl' }), 'invalid_argument', 'one of model_hash, file_path and content'],
        [
            'SysML v1 by format',
            () => ({ content: 'x', fromFormat: 'XMI', toFormat: 'nope' }),
            'invalid_argument',
            '<content> is a SysML v1 model, which is migrated, not converted'
        ],
        [
            'SysML v1 by path, which is not read',
            () => ({ filePath: '/no/such.mdzip', toFormat: 'ttl' }),
            'invalid_argument',
            '/no/such.mdzip is a SysML v1 model, which is migrated, not converted'
        ],
        [
            'SysML v1 by path, whatever it is said to be',
            () => ({ filePath: '/no/such.uml', fromFormat: 'sysml', toFormat: 'ttl' }),
            'invalid_argument',
            '/no/such.uml is a SysML v1 model, which is migrated, not converted'
        ],
        ['an unknown model', () => ({ modelHash: 'cafe', toFormat: '' }), 'not_found', 'model cafe is no longer cached: parse it again'],
        ['a file that is not there', () => ({ filePath: '/no/such.sysml' }), 'not_found', 'file not found:'],
        [
            'a path without a format',
            () => ({ filePath: file('odd.txt'), toFormat: 'ttl' }),
            'invalid_argument',
            `cannot tell the format of "${file('odd.txt')}"`
        ],
        [
            'a path of another format',
            () => ({ filePath: file('graph.nt'), toFormat: 'sysml' }),
            'invalid_argument',
            `cannot tell the format of "${file('graph.nt')}" from its name (N-Triples, which is read in the format ttl): give from_format`
        ],
        ['content without a format', () => ({ content: 'package P;', toFormat: 'ttl' }), 'invalid_argument', 'from_format is required'],
        [
            'an unknown source format',
            () => ({ content: '', fromFormat: 'owl', toFormat: 'ttl' }),
            'invalid_argument',
            'unknown format "owl"'
        ],
        ['no target', () => ({ content: '', fromFormat: 'ttl' }), 'invalid_argument', 'to_format is required'],
        ['an unknown target', () => ({ modelHash: one, toFormat: 'owl' }), 'invalid_argument', 'unknown format "owl"'],
        ['a source format before the target', () => ({ modelHash: one, fromFormat: 'owl' }), 'invalid_argument', 'unknown format "owl"'],
        [
            'the target of several documents before the source format',
            () => ({ modelHash: two, fromFormat: 'owl' }),
            'invalid_argument',
            'to_format is required'
        ],
        ['a target of SysML v1', () => ({ modelHash: one, toFormat: 'uml' }), 'invalid_argument', 'cannot write xmi:'],
        [
            'a model that is said to be Turtle',
            () => ({ modelHash: two, fromFormat: 'ttl', toFormat: 'ttl' }),
            'invalid_argument',
            'is notation, not ttl'
        ],
        ['a form of ids', () => ({ ...MODEL(), idForm: 'x' }), 'invalid_argument', 'unknown id_form "x": it is qualified or uuid'],
        [
            'a form of ids of a graph',
            () => ({ content: '', fromFormat: 'ttl', toFormat: 'json', idForm: 'uuid' }),
            'invalid_argument',
            'id_form is for notation'
        ],
        ['a form of ids for notation', () => ({ modelHash: two, toFormat: 'sysml', idForm: 'uuid' }), 'invalid_argument', 'id_form'],
        [
            'several documents as notation',
            () => ({ modelHash: two, toFormat: 'sysml', documents: ['b.sysml'] }),
            'failed_precondition',
            '2 documents, and notation is one: convert it to ttl or api-json'
        ],
        ['documents that are not there', () => ({ ...MODEL(), documents: ['c.sysml'] }), 'invalid_argument', '"c.sysml"'],
        [
            'documents of content',
            () => ({ content: '', fromFormat: 'sysml', toFormat: 'ttl', documents: ['c.sysml'] }),
            'invalid_argument',
            '"c.sysml"'
        ],
        ['a compact form of Turtle', () => ({ ...MODEL(), compact: true }), 'invalid_argument', 'compact'],
        [
            'a compact form from Turtle',
            () => ({ content: '', fromFormat: 'ttl', toFormat: 'json', compact: true }),
            'invalid_argument',
            'compact'
        ],
        ['omitDerived alone', () => ({ modelHash: one, toFormat: 'json', omitDerived: true }), 'invalid_argument', 'omit_derived'],
        [
            'keepDerived alone',
            () => ({ modelHash: one, toFormat: 'json', compact: true, keepDerived: ['owner'] }),
            'invalid_argument',
            'keep_derived'
        ],
        [
            'a property that is not derived',
            () => ({ modelHash: one, toFormat: 'json', compact: true, omitDerived: true, keepDerived: ['declaredName'] }),
            'invalid_argument',
            '"declaredName"'
        ]
    ])('%s', (_title, request, code, message) => {
        const hash = (request() as { modelHash?: string }).modelHash;
        const outcome = ask('Convert', request(), hash !== undefined && hash !== one && hash !== two);
        expect([outcome.code, outcome.response]).toEqual([code, {}]);
        expect(outcome.message).toContain(message);
    });
});

describe('what fails in the body', () => {
    it('notation that does not parse, with each place', () => {
        const response = convert({ content: 'package P {\n  part def ;;\n  part : ;\n', fromFormat: 'sysml', toFormat: 'ttl' });
        expect(response.error!.split('\n')[0]).toBe(`<content>: ${response.diagnostics!.length} syntax error(s):`);
        expect(response.error!.split('\n')[1]).toMatch(/^ {2}\d+:\d+: /);
        expect(response.diagnostics![0]).toMatchObject({ severity: 'error', code: 'syntax', span: { file: '<content>' } });
        expect([response.content, response.fromFormat, response.toFormat, response.experimental]).toEqual([
            undefined,
            'sysml',
            'ttl',
            true
        ]);
    });
    it('Turtle that does not parse, by its line', () => {
        const response = convert({ content: '\n\nx', fromFormat: 'rdf', toFormat: 'json' });
        expect(response.error).toMatch(/^<content>: 1 syntax error\(s\):\n {2}turtle: line 3: /);
        expect(response.diagnostics).toMatchObject([{ severity: 'error', code: 'syntax', span: { file: '<content>' } }]);
        expect(response.diagnostics![0].span.startLine).toBeUndefined();
        expect([response.fromFormat, response.toFormat, response.experimental]).toEqual(['ttl', 'api-json', true]);
    });
    it('a graph that is none', () =>
        expect(convert({ content: '{"@id":"P","@type":"Nope"}', fromFormat: 'json', toFormat: 'ttl' }).error).toMatch(
            /^cannot convert P, a Nope: /
        ));
});

describe('what is answered', () => {
    it('a model as Turtle', () => {
        const response = convert(MODEL());
        expect(response.content).toContain('elmt:A__X\n    a sysml:PartDefinition ;');
        expect([
            response.fromFormat,
            response.toFormat,
            response.error,
            response.experimental,
            response.experimentalNotice! !== ''
        ]).toEqual(['sysml', 'ttl', undefined, true, true]);
    });
    it.each([
        ['', /"@id": ?"A__X"/],
        ['qualified', /"@id": ?"A__X"/],
        ['uuid', /"@id": ?"[0-9a-f]{8}-[0-9a-f-]{27}"/]
    ])('ids in the form %j', (idForm, id) => {
        const { content, error } = convert({ modelHash: one, toFormat: 'json', idForm });
        expect([content, error]).toEqual([expect.stringMatching(id), undefined]);
        expect(content!.includes('A__X')).toBe(idForm !== 'uuid');
    });
    it('several documents as one graph, or one of them', () => {
        const ids = (request: object): string[] =>
            (JSON.parse(convert({ modelHash: two, toFormat: 'api-json', ...request }).content!) as { '@id': string }[]).map(e => e['@id']);
        expect(ids({})).toEqual(['A_ns', 'B_ns', 'A_om', 'B_om', 'A', 'A__x', 'A__x_om', 'A__x_ft0', 'B', 'B__Y', 'B__Y_om']);
        expect(ids({ documents: ['b.sysml', 'b.sysml'] })).toEqual(['B_ns', 'B_om', 'B', 'B__Y', 'B__Y_om']);
    });
    it('Turtle as JSON as Turtle', () => {
        const turtle = convert(MODEL()).content;
        const json = convert({ content: turtle, fromFormat: 'turtle', toFormat: 'json' }).content;
        expect(convert({ content: json, fromFormat: 'api-json', toFormat: 'rdf' }).content).toBe(turtle);
    });
    it('files, by their extension', () => {
        const response = convert({ filePath: file('k.KERML'), toFormat: 'ttl' });
        expect(response.content).toContain('sysx:sourceLanguage "kerml"');
        expect(response.content).toContain('a sysml:Class ;');
    });
    it('a file whose name tells no language, by what its format is called', () => {
        const ask = (fromFormat: string): string | undefined => convert({ filePath: file('odd.txt'), fromFormat, toFormat: 'ttl' }).content;
        expect(ask('kerml')).toContain('sysx:sourceLanguage "kerml"');
        expect(ask('sysml')).toContain('sysx:sourceLanguage "sysml"');
    });
    it('inline KerML', () =>
        expect(convert({ content: 'package K { class C; }', fromFormat: 'kerml', toFormat: 'ttl' }).content).toContain(
            'sysx:sourceLanguage "kerml"'
        ));
    it('compact forms, whose derived properties may stay', () => {
        const compact = (request: object): string => convert({ modelHash: one, toFormat: 'api-json', compact: true, ...request }).content!;
        expect(compact({})).toContain('"qualifiedName"');
        expect(compact({ omitDerived: true })).not.toContain('"qualifiedName"');
        expect(compact({ omitDerived: true, keepDerived: ['qualifiedName'] })).toContain('"qualifiedName"');
        expect(compact({ omitDerived: true, keepDerived: true })).toBe(compact({}));
    });
    it('notation laid out, without a word of experiments', () =>
        expect(convert({ content: 'package P {\npart  x;\n}', fromFormat: 'text', toFormat: 'sysml' })).toEqual({
            content: 'package P {\n    part x;\n}\n',
            fromFormat: 'sysml',
            toFormat: 'sysml'
        }));
    it('notation that does not parse, where that is tolerated', () => {
        const response = convert({
            content: 'package P {\npart def ;;',
            fromFormat: 'sysml',
            toFormat: 'sysml',
            tolerateSyntaxErrors: true
        });
        expect([response.content, response.error]).toEqual(['package P {\n    part def;;\n', undefined]);
        expect(response.diagnostics!.length).toBeGreaterThan(0);
    });
});
