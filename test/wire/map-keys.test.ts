// Names of clients and models as keys of maps: `__proto__`, which plain objects cannot hold, is one like any other.

import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
    ExecuteActionRequestSchema,
    ExecuteActionResponseSchema,
    ValueSchema,
    type ExecuteActionRequest
} from '../../src/wire/generated/sysml_pb.js';
import { decodeMessage, encodeMessage, type Format } from '../../src/wire/codec.js';
import { mapEntries, messageMap } from '../../src/wire/map-keys.js';

const NAMES = ['__proto__', 'constructor', 'toString', 'plain'];
const value = (stringValue: string) => create(ValueSchema, { kind: { case: 'stringValue', value: stringValue } });
const through = (schema: DescMessage, message: Message, format: Format): Message =>
    decodeMessage(schema, encodeMessage(schema, message, format), format);

describe.each(['proto', 'json'] as const)('a map in %s', format => {
    it('keeps every name in requests', () => {
        const inputs = messageMap(NAMES.map(name => [name, value(name)] as const));
        const request = create(ExecuteActionRequestSchema, { modelHash: 'h', actionSymbolId: 'a', inputs });
        const read = through(ExecuteActionRequestSchema, request, format) as ExecuteActionRequest;
        expect(mapEntries(read.inputs).map(([name, held]) => [name, held.kind.value])).toEqual(NAMES.map(name => [name, name]));
        expect(Object.getPrototypeOf(read.inputs)).toBe(Object.prototype);
    });

    it('keeps every name in answers', () => {
        const answer = create(ExecuteActionResponseSchema, { outputs: messageMap(NAMES.map(name => [name, value(name)] as const)) });
        const bytes = encodeMessage(ExecuteActionResponseSchema, answer, format);
        for (const name of NAMES) {
            expect(Buffer.from(bytes).includes(name)).toBe(true);
        }
        expect(Buffer.from(bytes).includes('\uFDD0')).toBe(false);
        if (format === 'json') {
            const { outputs } = JSON.parse(Buffer.from(bytes).toString()) as { outputs: object };
            expect(Object.keys(outputs)).toEqual(NAMES);
        }
    });
});
