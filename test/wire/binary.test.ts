// The project's own reading and writing of protobuf against the library's: the same bytes for the same message, the same
// message for the same bytes.

import { create, fromBinary, toBinary, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBinary, readUsual } from '../../src/wire/binary-reader.js';
import { binarySize, writeBinary } from '../../src/wire/binary-writer.js';
import { decodeMessage, keptDerivedProperties } from '../../src/wire/codec.js';
import { METHODS } from '../../src/wire/methods.js';
import { cases } from '../support/thorough.js';
import { withoutMistypedFields } from '../../src/wire/mistyped-fields.js';
import {
    ArraySchema,
    ConvertRequestSchema,
    InstanceSchema,
    ParseSourcesRequestSchema,
    QuantitySchema,
    ValueSchema,
    type ParseSourcesRequest
} from '../../src/wire/generated/sysml_pb.js';

const SCHEMAS = METHODS.flatMap(({ input, output }) => [input, output]);

const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.string({ minLength: 40, maxLength: 300 }),
    fc.constant('ü'.repeat(50))
);
const SCALARS: Partial<Record<ScalarType, fc.Arbitrary<unknown>>> = {
    [ScalarType.STRING]: text,
    [ScalarType.BYTES]: fc.uint8Array({ maxLength: 300 }),
    [ScalarType.BOOL]: fc.boolean(),
    [ScalarType.DOUBLE]: fc.double(),
    [ScalarType.INT32]: fc.integer(),
    [ScalarType.INT64]: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
    [ScalarType.UINT64]: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
};

/** Messages of a type, with nothing below a depth. */
function messages(schema: DescMessage, depth: number): fc.Arbitrary<Message> {
    const values = (field: DescField): fc.Arbitrary<unknown> =>
        field.message
            ? messages(field.message, depth - 1)
            : field.enum
              ? fc.constantFrom(...field.enum.values.map(v => v.number))
              : SCALARS[field.scalar]!;
    const fields = schema.fields.filter(field => depth > 0 || !field.message);
    const members = schema.members.flatMap(member => {
        if (member.kind === 'oneof') {
            const arms = member.fields.filter(field => fields.includes(field));
            return arms.length === 0
                ? []
                : [[member.localName, fc.oneof(...arms.map(arm => values(arm).map(value => ({ case: arm.localName, value }))))] as const];
        }
        if (!fields.includes(member)) {
            return [];
        }
        const value =
            member.fieldKind === 'list'
                ? fc.array(values(member), { maxLength: 3 })
                : member.fieldKind === 'map'
                  ? fc.dictionary(text, values(member), { maxKeys: 3, noNullPrototype: true })
                  : values(member);
        return [[member.localName, value] as const];
    });
    return fc
        .record(Object.fromEntries(members), { requiredKeys: [] })
        .map(record => create(schema, Object.fromEntries(Object.entries(record).filter(([name]) => name !== '__proto__')) as never));
}

describe('messages', () => {
    it.each(SCHEMAS.map(schema => [schema.name, schema] as const))('%s is written and read as the library does', (_, schema) => {
        fc.assert(
            fc.property(messages(schema, 3), message => {
                const bytes = toBinary(schema, message);
                expect(Buffer.compare(writeBinary(schema, message), bytes)).toBe(0);
                expect(binarySize(schema, message)).toBe(bytes.length);
                expect(readUsual(schema, bytes)).toEqual(fromBinary(schema, bytes));
            }),
            { numRuns: cases(5, 10) }
        );
    });
});

describe('bytes', () => {
    const outcome = (read: () => unknown): unknown => {
        try {
            return read();
        } catch (error) {
            return (error as Error).message;
        }
    };

    const wellTyped = (schema: DescMessage, bytes: Uint8Array): Uint8Array => {
        try {
            return withoutMistypedFields(schema, bytes);
        } catch {
            return bytes;
        }
    };

    it('that nobody would write are read as the library reads them', () => {
        const schemas = SCHEMAS.filter(schema => schema.fields.length > 0);
        fc.assert(
            fc.property(fc.constantFrom(...schemas), fc.uint8Array({ maxLength: 24 }), (schema, bytes) => {
                const library = outcome(() => fromBinary(schema, wellTyped(schema, bytes), { readUnknownFields: false }));
                expect(outcome(() => readBinary(schema, bytes))).toEqual(library);
            }),
            { numRuns: 1000 }
        );
    });

    it('that are changed in one place are read as the library reads them', () => {
        const schemas = SCHEMAS.filter(schema => schema.fields.some(field => field.message));
        const changed = fc
            .constantFrom(...schemas)
            .chain(schema => fc.tuple(fc.constant(schema), messages(schema, 2), fc.nat(), fc.integer({ min: 0, max: 255 })));
        fc.assert(
            fc.property(changed, ([schema, message, at, byte]) => {
                const bytes = toBinary(schema, message);
                bytes[at % Math.max(1, bytes.length)] = byte;
                const library = outcome(() => fromBinary(schema, wellTyped(schema, bytes), { readUnknownFields: false }));
                expect(outcome(() => readBinary(schema, bytes))).toEqual(library);
            }),
            { numRuns: cases(100, 300) }
        );
    });

    it('of two messages in a row are one message, as the library merges them', () => {
        const pairs = fc
            .constantFrom(...SCHEMAS.filter(schema => schema.fields.length > 0))
            .chain(schema => fc.tuple(fc.constant(schema), messages(schema, 2), messages(schema, 2)));
        fc.assert(
            fc.property(pairs, ([schema, first, second]) => {
                const bytes = Uint8Array.from([...toBinary(schema, first), ...toBinary(schema, second)]);
                expect(readBinary(schema, bytes)).toEqual(fromBinary(schema, bytes));
            }),
            { numRuns: cases(40, 100) }
        );
    });

    it('without a field of another wire type are what stays of a message, at any depth', () => {
        const tag = (number: number, wireType: number): number => number * 8 + wireType;
        const source = [tag(1, 2), 1, 120, tag(2, 5), 1, 2, 3, 4, tag(3, 2), 1, 97];
        const map = [tag(1, 2), 1, 107, tag(2, 0), 5]; // of a field that nobody knows
        const bytes = Uint8Array.from([tag(1, 0), 1, tag(1, 2), source.length, ...source, tag(9, 2), map.length, ...map]);
        const filtered = withoutMistypedFields(ParseSourcesRequestSchema, bytes);
        const left = [tag(1, 2), 1, 120, tag(3, 2), 1, 97];
        expect([...filtered]).toEqual([tag(1, 2), left.length, ...left]);
        expect(readBinary(ParseSourcesRequestSchema, bytes)).toEqual(fromBinary(ParseSourcesRequestSchema, filtered));
    });

    it('that hold names in the place of a truth are those names', () => {
        const text = (number: number, value: string): number[] => [number * 8 + 2, value.length, ...Buffer.from(value)];
        const body = Uint8Array.from([...text(4, 'json'), ...text(11, 'owner'), ...text(11, 'name'), 9 * 8, 1]);
        const request = decodeMessage(ConvertRequestSchema, body, 'proto');
        expect(request).toMatchObject({ toFormat: 'json', keepDerived: true, compact: true });
        expect(keptDerivedProperties(request)).toEqual(['owner', 'name']);
    });

    it('keep no hold of the request they stand in', () => {
        const request = create(ParseSourcesRequestSchema, { documents: [{ name: 'a', source: { case: 'content', value: 'package P;' } }] });
        const bytes = writeBinary(ParseSourcesRequestSchema, request);
        expect(bytes.buffer.byteLength).toBe(bytes.length);
    });
});

describe('bytes by hand', () => {
    const tag = (number: number, wireType: number): number => number * 8 + wireType;
    const varint = (value: bigint): number[] => (value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...varint(value / 128n)]);
    const part = (number: number, bytes: readonly number[]): number[] => [tag(number, 2), ...varint(BigInt(bytes.length)), ...bytes];
    const of = (text: string): number[] => [...Buffer.from(text)];
    const numberOf = (schema: DescMessage, name: string): number => schema.fields.find(field => field.localName === name)!.number;
    const [content, language, name, strict] = [2, 3, 4, 2];
    const documents = 1;
    const one = part(documents, part(name, of('a')));
    const quantityArm = numberOf(ValueSchema, 'quantity');
    const [intValue, infinity, realValue] = ['intValue', 'infinity', 'realValue'].map(arm => numberOf(ValueSchema, arm));
    const [features, id] = [numberOf(InstanceSchema, 'featureValues'), numberOf(InstanceSchema, 'id')];
    const featureName = 1;

    const USUAL: readonly (readonly [what: string, schema: DescMessage, bytes: readonly number[]])[] = [
        ['nothing', ParseSourcesRequestSchema, []],
        ['fields in another order', ParseSourcesRequestSchema, [...one, tag(strict, 0), 1, ...one]],
        ['a field twice', ParseSourcesRequestSchema, [tag(strict, 0), 1, tag(strict, 0), 0]],
        ['a truth of many bytes', ParseSourcesRequestSchema, [tag(strict, 0), 128, 128, 1]],
        ['an unknown number', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 0))), 0]],
        ['an unknown number of ten bytes', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 0))), ...Array<number>(9).fill(255), 1]],
        ['unknown bytes', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 2))), 3, 1, 2, 3, ...one]],
        ['eight unknown bytes', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 1))), 1, 2, 3, 4, 5, 6, 7, 8, ...one]],
        ['four unknown bytes', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 5))), 1, 2, 3, 4, ...one]],
        ['a document', ParseSourcesRequestSchema, part(documents, [...part(content, of('package P;')), ...part(language, of('sysml'))])],
        ['a text of 48 bytes', ParseSourcesRequestSchema, part(documents, part(name, of('n'.repeat(48))))],
        ['a text of 49 bytes', ParseSourcesRequestSchema, part(documents, part(name, of('n'.repeat(49))))],
        ['a text of 200 bytes', ParseSourcesRequestSchema, part(documents, part(name, of('ü'.repeat(100))))],
        ['a byte order mark', ParseSourcesRequestSchema, part(documents, part(name, [0xef, 0xbb, 0xbf, 97]))],
        ['a replacement character', ParseSourcesRequestSchema, part(documents, part(name, of('a\ufffd')))],
        ...[0n, 127n, 128n, (1n << 31n) - 1n, 1n << 31n, (1n << 49n) - 1n, 1n << 49n, (1n << 56n) - 1n, 1n << 56n, (1n << 63n) - 1n].map(
            (value): [string, DescMessage, number[]] => [`${value}`, ValueSchema, [tag(intValue, 0), ...varint(value)]]
        ),
        ...[-1n, -(1n << 63n)].map((value): [string, DescMessage, number[]] => [
            `${value}`,
            ValueSchema,
            [tag(intValue, 0), ...varint(BigInt.asUintN(64, value))]
        ]),
        ['a double', ValueSchema, [tag(realValue, 1), 0, 0, 0, 0, 0, 0, 0xf8, 0x3f]],
        ['one arm after another', ValueSchema, [tag(intValue, 0), 1, ...varint(BigInt(tag(infinity, 0))), 1]],
        ['an arm that is a message', ValueSchema, part(quantityArm, [])],
        ['packed numbers', ArraySchema, part(numberOf(ArraySchema, 'dimensions'), [2, 128, 1, 3])],
        ['numbers that are not packed', ArraySchema, [2, 3].flatMap(n => [tag(numberOf(ArraySchema, 'dimensions'), 0), n])],
        [
            'a map',
            InstanceSchema,
            [
                tag(id, 0),
                7,
                ...['a', '__proto__'].flatMap(key => part(features, [...part(1, of(key)), ...part(2, part(featureName, of(key)))]))
            ]
        ]
    ];
    it.each(USUAL)('with %s are read here, as the library reads them', (_, schema, bytes) => {
        expect(readUsual(schema, Uint8Array.from(bytes))).toEqual(
            schema === InstanceSchema
                ? readBinary(schema, Uint8Array.from(bytes))
                : fromBinary(schema, Uint8Array.from(bytes), { readUnknownFields: false })
        );
    });
    it('that are a part of others are read', () => {
        const bytes = Uint8Array.from([255, ...one, 255]).subarray(1, one.length + 1);
        expect(readUsual(ParseSourcesRequestSchema, bytes)).toEqual(fromBinary(ParseSourcesRequestSchema, bytes));
    });
    it('of a map have names as keys', () => {
        const bytes = Uint8Array.from(USUAL.at(-1)![2]);
        const { featureValues } = readUsual(InstanceSchema, bytes) as unknown as { featureValues: Record<string, { featureName: string }> };
        expect(Object.values(featureValues).map(value => value.featureName)).toEqual(['a', '__proto__']);
    });

    it.each<[what: string, schema: DescMessage, bytes: readonly number[]]>([
        ['the number 0', ParseSourcesRequestSchema, [0, 0]],
        ['the number 0 of unknown bytes', ParseSourcesRequestSchema, [2, 0]],
        ['another wire type', ParseSourcesRequestSchema, [tag(documents, 0), 1]],
        ['a group', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 3))), ...varint(BigInt(tag(100, 4)))]],
        ['wire type 6', ParseSourcesRequestSchema, varint(BigInt(tag(100, 6)))],
        ['half a number', ParseSourcesRequestSchema, [tag(strict, 0), 128]],
        ['a number of eleven bytes', ParseSourcesRequestSchema, [tag(strict, 0), ...Array<number>(10).fill(128), 0]],
        ['a tag of more than 32 bits', ParseSourcesRequestSchema, [...varint(1n << 34n), 0]],
        ['a tag of six bytes', ParseSourcesRequestSchema, [...Array<number>(5).fill(128), 1, 0]],
        ['less than its length', ParseSourcesRequestSchema, one.slice(0, -1)],
        ['less than the length of an unknown field', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 2))), 3, 1]],
        ['less than four unknown bytes', ParseSourcesRequestSchema, [...varint(BigInt(tag(100, 5))), 1]],
        ['a document that ends within a field', ParseSourcesRequestSchema, [tag(documents, 2), 2, tag(name, 2), 1, 97]],
        ['half a double', ValueSchema, [tag(realValue, 1), 0, 0, 0]],
        ['a message in two pieces', ValueSchema, [...part(quantityArm, part(5, of('a'))), ...part(quantityArm, [])]],
        ['a number that is packed', ValueSchema, part(intValue, [1])],
        ['packed numbers that end within one', ArraySchema, [...part(numberOf(ArraySchema, 'dimensions'), [2, 128]), 1]],
        ['a map entry without a key', InstanceSchema, part(features, part(2, []))],
        ['a map entry without a value', InstanceSchema, part(features, part(1, of('a')))],
        ['a map entry with the value first', InstanceSchema, part(features, [...part(2, []), ...part(1, of('a'))])],
        ['a map entry with more', InstanceSchema, part(features, [...part(1, of('a')), ...part(2, []), ...part(1, of('a'))])],
        [
            'a singular message in two pieces',
            QuantitySchema,
            Array<number[]>(2)
                .fill(part(numberOf(QuantitySchema, 'unitTerm'), []))
                .flat()
        ]
    ])('with %s are left to the library', (_, schema, bytes) => {
        expect(readUsual(schema, Uint8Array.from(bytes))).toBeUndefined();
    });
});

describe('large messages', () => {
    const request = (length: number, text = 'a'): ParseSourcesRequest =>
        create(ParseSourcesRequestSchema, { documents: [{ name: 'n', source: { case: 'content', value: text.repeat(length) } }] });
    // around the sizes at which lengths need another byte, the buffer grows, and it is handed over
    it.each([
        ...[0, 40, 46, 47, 48, 49, 110, 120, 127, 128, 16_000, 16_383, 16_384, 65_000, 65_516, 65_536, 131_072],
        ...[1_048_000, 1_048_576, 1_600_000, 2_097_152, 2_200_000]
    ])('of %i characters are written as the library does', length => {
        for (const text of length > 70_000 ? ['a'] : ['a', 'ü', '\u{1F600}']) {
            const message = request(length, text);
            const bytes = toBinary(ParseSourcesRequestSchema, message);
            expect(Buffer.compare(writeBinary(ParseSourcesRequestSchema, message), bytes)).toBe(0);
            expect(binarySize(ParseSourcesRequestSchema, message)).toBe(bytes.length);
            expect(readUsual(ParseSourcesRequestSchema, bytes) === undefined).toBe(false);
        }
    });
    it('leave the ones after them as they are', () => {
        const [large, small] = [request(3_000_000), request(3)];
        const first = writeBinary(ParseSourcesRequestSchema, large);
        expect(Buffer.compare(writeBinary(ParseSourcesRequestSchema, small), toBinary(ParseSourcesRequestSchema, small))).toBe(0);
        expect(Buffer.compare(first, toBinary(ParseSourcesRequestSchema, large))).toBe(0);
        expect(writeBinary(ParseSourcesRequestSchema, small).buffer.byteLength).toBeLessThan(1000);
    });
});
