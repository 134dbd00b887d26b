// Request bytes -> message and message -> response bytes, in the two encodings of the contract (protobuf and its JSON form).
// Every body that does not decode is `invalid_argument`. Knows no transport framing and no operation.

import { fromJson, isMessage, toJsonString, type DescMessage, type JsonValue, type Message } from '@bufbuild/protobuf';
import { configureTextEncoding, getTextEncoding } from '@bufbuild/protobuf/wire';
import { isStackOverflow } from '../language/overflow.js';
import { ConvertRequestSchema } from './generated/sysml_pb.js';
import { readBinary } from './binary-reader.js';
import { binarySize, writeBinary } from './binary-writer.js';
import { keysForMessage, mayNeedKeys, withNames } from './map-keys.js';
import { textsOfField } from './mistyped-fields.js';
import { invalidArgument } from './status.js';
import { messageOf } from '../language/failures.js';

export type Format = 'proto' | 'json';

/** JSON answers whose protobuf form is larger than this are logged: 256 KiB. */
export const LARGE_ANSWER = 256 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

// By default each string of a JSON request is encoded for a URI to check it, which takes longer than all other decoding.
configureTextEncoding({ ...getTextEncoding(), checkUtf8: text => text.isWellFormed() });

/** Property names of `ConvertRequest.keepDerived` when the body carries the list form; the message itself has only the bool. */
const keptProperties = new WeakMap<Message, readonly string[]>();

/** The names a client listed as `keepDerived`; undefined when the bool form (or none) was sent. */
export function keptDerivedProperties(request: Message): readonly string[] | undefined {
    return keptProperties.get(request);
}

/**
 * Decodes a request. Unknown fields are dropped; a zero-length protobuf body is the empty message, a zero-length JSON body is none.
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

/** Integers that no double may hold, where no other digit, point or exponent belongs to them. */
const LONG_INTEGER = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/g;

/** The same JSON with long integers as strings, since numbers are read as doubles: every numeric field accepts a string. */
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

/** Behind the string that starts at a quote; the end of the text when it does not end. */
function endOfString(text: string, start: number): number {
    for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
        let escapes = 0;
        while (text[end - 1 - escapes] === '\\') {
            escapes++;
        }
        if (escapes % 2 === 0) {
            return end + 1;
        }
    }
    return text.length;
}

function isObject(value: JsonValue): value is Record<string, JsonValue> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Encodes a response. */
export function encodeMessage(schema: DescMessage, message: Message, format: Format): Uint8Array {
    return format === 'proto' ? writeBinary(schema, message) : encoder.encode(withNames(toJsonString(schema, message)));
}

/** Size of the message in protobuf when that can exceed {@link LARGE_ANSWER} (a JSON text is never shorter), else 0. */
export function largeAnswerSize(schema: DescMessage, message: Message, json: Uint8Array): number {
    if (json.length <= LARGE_ANSWER) {
        return 0;
    }
    const size = binarySize(schema, message);
    return size > LARGE_ANSWER ? size : 0;
}
