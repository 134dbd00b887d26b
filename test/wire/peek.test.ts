// What is read of a request before it is decoded: its model, or the set of its documents.

import { create, fromJson, toBinary, type JsonObject } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../src/wire/codec.js';
import { EvaluateRequestSchema } from '../../src/wire/generated/sysml_pb.js';
import { methodNamed } from '../../src/wire/methods.js';
import { peek, type Peeked } from '../../src/wire/peek.js';

const peeked = (name: string, format: Format, request: JsonObject): Peeked => {
    const method = methodNamed(name)!;
    return peek(
        method,
        format,
        format === 'json' ? Buffer.from(JSON.stringify(request)) : toBinary(method.input, fromJson(method.input, request))
    );
};
const ofJson = (name: string, text: string): Peeked => peek(methodNamed(name)!, 'json', Buffer.from(text));
const ofBytes = (name: string, ...bytes: number[]): Peeked => peek(methodNamed(name)!, 'proto', Uint8Array.from(bytes));

describe.each<Format>(['proto', 'json'])('a request in %s', format => {
    it.each<[string, JsonObject, Peeked]>([
        ['Evaluate', { modelHash: 'abc', expression: '1' }, { modelHash: 'abc' }],
        ['Evaluate', { expression: '1' }, { modelHash: '' }],
        ['Convert', { modelHash: 'abc' }, { modelHash: 'abc' }],
        ['Convert', {}, {}],
        ['GetServerInfo', {}, {}]
    ])('names the model of %s %j', (name, request, expected) => expect(peeked(name, format, request)).toEqual(expected));

    const pair: JsonObject[] = [
        { name: 'a', content: 'x' },
        { filePath: 'b.kerml', language: 'kerml' }
    ];
    const sets: readonly (readonly [string, JsonObject])[] = [
        ['ParseFile', { filePath: 'a.sysml' }],
        ['ParseFile', { filePath: 'b.sysml' }],
        ['ParseFile', { filePath: 'a.sysml', language: 'kerml' }],
        ['ParseFile', { filePath: 'a.sysml', strictConformance: true }],
        ['ParseSources', {}],
        ['ParseSources', { strictConformance: true }],
        ['ParseSources', { documents: pair }],
        ['ParseSources', { documents: pair.toReversed() }],
        ['ParseSources', { documents: pair, strictConformance: true }],
        ['ParseSources', { documents: [{ name: 'a' }] }],
        ['ParseSources', { documents: [{ name: 'a', language: 'kerml' }] }],
        ['ParseSources', { documents: [{ name: 'c' }] }],
        ['ParseSources', { documents: [{ filePath: 'c.sysml', name: 'c' }] }]
    ];

    it('has the set of its documents: names, languages and mode', () => {
        const found = sets.map(([name, request]) => peeked(name, format, request).documentSet);
        expect(found).not.toContain(undefined);
        for (const parse of ['ParseFile', 'ParseSources']) {
            const own = found.filter((_, i) => sets[i][0] === parse);
            expect(new Set(own).size, own.join('\n')).toBe(own.length);
        }
    });

    it('has the same set for other texts, and in the other format', () => {
        const other = format === 'json' ? 'proto' : 'json';
        for (const [name, request] of sets) {
            expect(peeked(name, format, request)).toEqual(peeked(name, other, request));
        }
        const of = (content: string): Peeked => peeked('ParseSources', format, { documents: [{ name: 'a', content }] });
        expect(of('package A;')).toEqual(of('package B;'));
    });
});

describe('JSON', () => {
    it('has its fields by either name', () => {
        expect(ofJson('Evaluate', '{"model_hash":"abc"}')).toEqual({ modelHash: 'abc' });
        expect(ofJson('ParseFile', '{"file_path":"a","strict_conformance":true}')).toEqual(
            ofJson('ParseFile', '{"filePath":"a","strictConformance":true}')
        );
        expect(ofJson('ParseSources', '{"documents":[{"file_path":"a"}]}')).toEqual(
            ofJson('ParseSources', '{"documents":[{"filePath":"a"}]}')
        );
    });

    it.each([
        ['Evaluate', '{"modelHash":1}', { modelHash: '' }],
        ['Convert', '{"modelHash":1}', {}],
        ['Evaluate', '[]', {}],
        ['Evaluate', 'null', {}],
        ['Evaluate', '{', {}],
        ['ParseSources', '{"documents":"a"}', ofJson('ParseSources', '{}')],
        ['ParseSources', '{"documents":[1]}', ofJson('ParseSources', '{"documents":[{}]}')]
    ])('of a wrong shape is for the worker to refuse: %s %s', (name, text, expected) => expect(ofJson(name, text)).toEqual(expected));

    it('of more than four MiB is not parsed', () => {
        const of = (length: number): string => `{"modelHash":"abc"${' '.repeat(length - 19)}}`;
        expect(ofJson('Evaluate', of(4 * 1024 * 1024))).toEqual({ modelHash: 'abc' });
        expect(ofJson('Evaluate', of(4 * 1024 * 1024 + 1))).toEqual({});
    });
});

describe('protobuf', () => {
    const hash = [...toBinary(EvaluateRequestSchema, create(EvaluateRequestSchema, { modelHash: 'abc' }))];
    const [varint, fixed64, bytes, group, fixed32] = [0, 1, 2, 3, 5].map(type => (15 << 3) | type);

    it.each<[string, number[]]>([
        ['a varint', [varint, 0x80, 0x01]],
        ['a varint of ten bytes', [varint, ...Array<number>(9).fill(0xff), 1]],
        ['eight bytes', [fixed64, 1, 2, 3, 4, 5, 6, 7, 8]],
        ['four bytes', [fixed32, 1, 2, 3, 4]],
        ['bytes', [bytes, 2, 9, 9]],
        ['a field of a long number', [0x82, 0x7d, 1, 9]]
    ])('skips an unknown field: %s', (_, field) => expect(ofBytes('Evaluate', ...field, ...hash)).toEqual({ modelHash: 'abc' }));

    it.each<[string, number[]]>([
        ['bytes that end too soon', [bytes, 3, 9, 9]],
        ['a varint that ends too soon', [varint, 0x80]],
        ['a varint without end', [varint, ...Array<number>(11).fill(0xff)]],
        ['a group', [group]]
    ])('is for the worker to refuse: %s', (_, field) => expect(ofBytes('Evaluate', ...hash, ...field)).toEqual({}));

    it('has the last of repeated fields, as it is decoded', () =>
        expect(ofBytes('Evaluate', ...hash.with(hash.length - 1, 0x7a), ...hash)).toEqual({ modelHash: 'abc' }));
});

it('never throws', () =>
    fc.assert(
        fc.property(
            fc.constantFrom('Evaluate', 'ParseSources', 'ParseFile', 'Convert'),
            fc.constantFrom<Format>('json', 'proto'),
            fc.uint8Array(),
            (name, format, bytes) => typeof peek(methodNamed(name)!, format, bytes) === 'object'
        )
    ));
