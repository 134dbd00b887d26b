// The project's own reading and writing of protobuf against the library's: the same bytes for the same message, the same
// message for the same bytes.

import { create, fromBinary, toBinary, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBinary } from '../../src/wire/binary-reader.js';
import { binarySize, writeBinary } from '../../src/wire/binary-writer.js';
import { decodeMessage, keptDerivedProperties } from '../../src/wire/codec.js';
import { METHODS } from '../../src/wire/methods.js';
import { withoutMistypedFields } from '../../src/wire/mistyped-fields.js';
import { ConvertRequestSchema, ParseSourcesRequestSchema } from '../../src/wire/generated/sysml_pb.js';

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
                expect(readBinary(schema, bytes)).toEqual(fromBinary(schema, bytes));
            }),
            { numRuns: 10 }
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
            { numRuns: 300 }
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
            { numRuns: 100 }
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
