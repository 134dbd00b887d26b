// Decodes requests and encodes responses in the two encodings of the contract, protobuf and its JSON form. A body that cannot be decoded is
// `invalid_argument`. Does not depend on framing or operations.

import { fromJson, isMessage, toJsonString, type DescMessage, type JsonValue, type Message } from '@bufbuild/protobuf';
import { configureTextEncoding, getTextEncoding } from '@bufbuild/protobuf/wire';
import { isStackOverflow } from '../language/overflow.js';
import { ConvertRequestSchema } from './generated/sysml_pb.js';
import { readBinary } from './binary-reader.js';
import { binarySize, writeBinary } from './binary-writer.js';
import { checkDepth, endOfString } from './json-text.js';
import { keysForMessage, mayNeedKeys, withNames } from './map-keys.js';
import { textsOfField } from './mistyped-fields.js';
import { invalidArgument } from './status.js';
import { messageOf } from '../language/failures.js';

export type Format = 'proto' | 'json';

/** JSON responses whose protobuf form exceeds this size are logged: 256 KiB */
export const LARGE_ANSWER = 256 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

// The default check encodes each string as a URI component, which takes longer than the rest of the decoding.
configureTextEncoding({ ...getTextEncoding(), checkUtf8: text => text.isWellFormed() });

/** The names in `ConvertRequest.keepDerived` if the body has its list form; the message itself only has the Boolean. */
const keptProperties = new WeakMap<Message, readonly string[]>();

/** The names that a client listed as `keepDerived`; undefined for the Boolean form. */
export function keptDerivedProperties(request: Message): readonly string[] | undefined {
    return keptProperties.get(request);
}

/**
 * Decodes a request and drops unknown fields. An empty protobuf body is the empty message; an empty JSON body is invalid.
 * @throws Refusal invalid_argument
 */
export function decodeMessage(schema: DescMessage, body: Uint8Array, format: Format): Message {
    try {
        return format === 'proto' ? decodeBinary(schema, body) : decodeJson(schema, utf8.decode(body));
    } catch (error) {
        const reason = isStackOverflow(error) ? 'nested too deeply' : messageOf(error);
        throw invalidArgument(`request body cannot be read as ${format === 'json' ? 'JSON' : 'protobuf'}: ${reason}`);
    }
}

function decodeBinary(schema: DescMessage, body: Uint8Array): Message {
    const message = readBinary(schema, body);
    if (isMessage(message, ConvertRequestSchema)) {
        const kept = textsOfField(body, ConvertRequestSchema.field.keepDerived.number);
        if (kept.length > 0) {
            message.keepDerived = true;
            keptProperties.set(message, kept);
        }
    }
    return message;
}

function decodeJson(schema: DescMessage, text: string): Message {
    checkDepth(text);
    let json = JSON.parse(withExactIntegers(text), mayNeedKeys(text) ? keysForMessage : undefined) as JsonValue;
    let kept: readonly string[] | undefined;
    if (schema.typeName === ConvertRequestSchema.typeName && isObject(json)) {
        const { keepDerived, keep_derived: alternative, ...others } = json;
        const list = keepDerived ?? alternative;
        if (Array.isArray(list)) {
            if (!list.every(name => typeof name === 'string')) {
                throw new Error('keepDerived lists property names');
            }
            kept = list;
            json = { ...others, keepDerived: kept.length > 0 };
        }
    }
    const message = fromJson(schema, json, { ignoreUnknownFields: true });
    if (kept) {
        keptProperties.set(message, kept);
    }
    return message;
}

/** An integer that a double may not hold exactly, and that is not part of another number. */
const LONG_INTEGER = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/g;

/** Puts long integers in quotes, since JSON.parse reads numbers as doubles. Every numeric field accepts a string. */
export function withExactIntegers(text: string): string {
    if (!/\d{16}/.test(text)) {
        return text;
    }
    const parts: string[] = [];
    for (let at = 0; at < text.length;) {
        const quote = text.indexOf('"', at);
        const opens = quote < 0 ? text.length : quote;
        const closes = endOfString(text, opens);
        parts.push(text.slice(at, opens).replace(LONG_INTEGER, '"$&"'), text.slice(opens, closes));
        at = closes;
    }
    return parts.join('');
}

function isObject(value: JsonValue): value is Record<string, JsonValue> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Encodes a response. */
export function encodeMessage(schema: DescMessage, message: Message, format: Format): Uint8Array {
    return format === 'proto' ? writeBinary(schema, message) : encoder.encode(withNames(toJsonString(schema, message)));
}

/** The protobuf size of a message if it exceeds {@link LARGE_ANSWER}, else 0. The JSON text is never shorter than the protobuf form. */
export function largeAnswerSize(schema: DescMessage, message: Message, json: Uint8Array): number {
    if (json.length <= LARGE_ANSWER) {
        return 0;
    }
    const size = binarySize(schema, message);
    return size > LARGE_ANSWER ? size : 0;
}
