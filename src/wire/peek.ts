// Reads from an encoded request, without decoding all of it, the facts that decide where it runs: the model hash or the document set. A
// wrong result is harmless, because the worker decodes the whole message and reports a missing model.

import type { Format } from './codec.js';
import { isObject, membersOfObject } from '../language/narrowing.js';
import type { Method } from './methods.js';

export interface Peeked {
    /** the model hash in the request; undefined if it names none */
    readonly modelHash?: string;
    /** names, languages and mode of the documents to parse; equal texts share an incremental workspace */
    readonly documentSet?: string;
}

/** Larger JSON bodies are not parsed here, because that would delay all other calls. */
const MAX_JSON = 4 * 1024 * 1024;

const NOTHING: Peeked = {};

/** Reads the facts of a request; nothing from a body that cannot be decoded. */
export function peek(method: Method, format: Format, body: Uint8Array): Peeked {
    const parses = method.name === 'ParseSources' || method.name === 'ParseFile';
    if (!parses && method.modelHashField === 0) {
        return NOTHING;
    }
    try {
        const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
        if (format === 'json') {
            return body.length > MAX_JSON ? NOTHING : peekJson(method, JSON.parse(buffer.toString()));
        }
        return parses
            ? { documentSet: protoDocumentSet(method, buffer) }
            : { modelHash: protoText(buffer, method.modelHashField, method.name) };
    } catch {
        return NOTHING;
    }
}

function peekJson(method: Method, json: unknown): Peeked {
    if (!isObject(json)) {
        return NOTHING;
    }
    const request = json;
    if (method.modelHashField !== 0) {
        const hash = request.modelHash ?? request.model_hash;
        return typeof hash === 'string' ? { modelHash: hash } : method.name === 'Convert' ? NOTHING : { modelHash: '' };
    }
    const documents =
        method.name === 'ParseFile' ? [request] : Array.isArray(request.documents) ? request.documents.map(membersOfObject) : [];
    const strict = request.strictConformance ?? request.strict_conformance;
    return {
        documentSet: JSON.stringify([
            Boolean(strict),
            ...documents.map(document => [document.filePath ?? document.file_path ?? document.name ?? '', document.language ?? ''])
        ])
    };
}

/** Numbers of the fields in SourceDocument and ParseFileRequest that identify a document. */
const SOURCE_FIELDS = {
    ParseSources: { path: 1, language: 3, name: 4, strict: 2 },
    ParseFile: { path: 1, language: 4, name: 0, strict: 5 }
};

function protoDocumentSet(method: Method, buffer: Buffer): string {
    const fields = SOURCE_FIELDS[method.name === 'ParseFile' ? 'ParseFile' : 'ParseSources'];
    let strict = false;
    const documents: [string, string][] = [];
    const source = (start: number, end: number): [string, string] => {
        const text = { path: '', language: '', name: '' };
        scan(buffer, start, end, (number, from, to) => {
            for (const key of ['path', 'language', 'name'] as const) {
                if (number === fields[key]) {
                    text[key] = buffer.toString('utf8', from, to);
                }
            }
        });
        return [text.path || text.name, text.language];
    };
    if (method.name === 'ParseFile') {
        documents.push(source(0, buffer.length));
    }
    scan(
        buffer,
        0,
        buffer.length,
        (number, from, to) => {
            if (number === 1 && method.name === 'ParseSources') {
                documents.push(source(from, to));
            }
        },
        (number, value) => {
            strict = number === fields.strict ? value !== 0 : strict;
        }
    );
    return JSON.stringify([strict, ...documents]);
}

function protoText(buffer: Buffer, field: number, method: string): string | undefined {
    let text: string | undefined = method === 'Convert' ? undefined : '';
    scan(buffer, 0, buffer.length, (number, from, to) => {
        if (number === field) {
            text = buffer.toString('utf8', from, to);
        }
    });
    return text;
}

/**
 * Calls back for every field of a message, in order.
 * @param delimited called with the range of the bytes of a length-delimited field
 * @param varint called with the value of a varint field
 * @throws RangeError for invalid bytes
 */
function scan(
    buffer: Buffer,
    start: number,
    end: number,
    delimited: (number: number, from: number, to: number) => void,
    varint?: (number: number, value: number) => void
): void {
    let position = start;
    const readVarint = (): number => {
        let value = 0;
        for (let shift = 0; shift < 70; shift += 7) {
            if (position >= end) {
                throw new RangeError('truncated');
            }
            const byte = buffer[position++];
            value += (byte & 0x7f) * 2 ** shift;
            if (byte < 0x80) {
                return value;
            }
        }
        throw new RangeError('varint too long');
    };
    while (position < end) {
        const tag = readVarint();
        const number = Math.floor(tag / 8);
        switch (tag % 8) {
            case 0: {
                const value = readVarint();
                varint?.(number, value);
                break;
            }
            case 1:
                position += 8;
                break;
            case 2: {
                const length = readVarint();
                if (position + length > end) {
                    throw new RangeError('truncated');
                }
                delimited(number, position, position + length);
                position += length;
                break;
            }
            case 5:
                position += 4;
                break;
            default:
                throw new RangeError('unknown wire type');
        }
    }
}
