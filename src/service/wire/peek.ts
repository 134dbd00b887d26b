// The few facts of an encoded request that decide where it is computed, read without decoding the rest: the model it names or
// the document set it parses. Wrong guesses are harmless (the worker decodes the whole message and says what it lacks).

import type { Format } from './codec.js';
import type { Method } from './methods.js';

export interface Peeked {
    /** the model hash as sent; undefined when the request names none */
    readonly modelHash?: string;
    /** names, languages and mode of the documents to parse: equal texts mean one incremental workspace */
    readonly documentSet?: string;
}

/** Larger JSON bodies are not looked into: parsing one would hold up every other call. */
const MAX_JSON = 4 * 1024 * 1024;

const NOTHING: Peeked = {};

/** Reads what can be read; a body that does not decode yields nothing. */
export function peek(method: Method, format: Format, body: Uint8Array): Peeked {
    const parses = method.name === 'ParseSources' || method.name === 'ParseFile';
    if (!parses && method.modelHashField === 0) {
        return NOTHING;
    }
    try {
        const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
        if (format === 'json') {
            return body.length > MAX_JSON ? NOTHING : peekJson(method, JSON.parse(buffer.toString()) as unknown);
        }
        return parses
            ? { documentSet: protoDocumentSet(method, buffer) }
            : { modelHash: protoText(buffer, method.modelHashField, method.name) };
    } catch {
        return NOTHING;
    }
}

function peekJson(method: Method, json: unknown): Peeked {
    if (typeof json !== 'object' || json === null) {
        return NOTHING;
    }
    const request = json as Record<string, unknown>;
    if (method.modelHashField !== 0) {
        const hash = request.modelHash ?? request.model_hash;
        return typeof hash === 'string' ? { modelHash: hash } : method.name === 'Convert' ? NOTHING : { modelHash: '' };
    }
    const documents =
        method.name === 'ParseFile' ? [request] : Array.isArray(request.documents) ? (request.documents as Record<string, unknown>[]) : [];
    const strict = request.strictConformance ?? request.strict_conformance;
    return {
        documentSet: JSON.stringify([
            Boolean(strict),
            ...documents.map(document => [document.filePath ?? document.file_path ?? document.name ?? '', document.language ?? ''])
        ])
    };
}

/** Field numbers of SourceDocument and ParseFileRequest that name a document. */
const SOURCE_FIELDS = {
    ParseSources: { path: 1, language: 3, name: 4, strict: 2 },
    ParseFile: { path: 1, language: 4, name: 0, strict: 5 }
};

function protoDocumentSet(method: Method, buffer: Buffer): string {
    const fields = SOURCE_FIELDS[method.name as keyof typeof SOURCE_FIELDS];
    let strict = false;
    const documents: [string, string][] = [];
    const source = (document: Buffer): [string, string] => {
        const text = { path: '', language: '', name: '' };
        scan(document, (number, value) => {
            for (const key of ['path', 'language', 'name'] as const) {
                if (number === fields[key] && typeof value !== 'number') {
                    text[key] = value.toString();
                }
            }
        });
        return [text.path || text.name, text.language];
    };
    if (method.name === 'ParseFile') {
        documents.push(source(buffer));
    }
    scan(buffer, (number, value) => {
        if (number === fields.strict && typeof value === 'number') {
            strict = value !== 0;
        } else if (number === 1 && method.name === 'ParseSources' && typeof value !== 'number') {
            documents.push(source(value));
        }
    });
    return JSON.stringify([strict, ...documents]);
}

function protoText(buffer: Buffer, field: number, method: string): string | undefined {
    let text: string | undefined = method === 'Convert' ? undefined : '';
    scan(buffer, (number, value) => {
        if (number === field && typeof value !== 'number') {
            text = value.toString();
        }
    });
    return text;
}

/** Calls back for every varint and length-delimited field of a message, in order; throws when the bytes are no message. */
function scan(buffer: Buffer, field: (number: number, value: number | Buffer) => void): void {
    let position = 0;
    const varint = (): number => {
        let value = 0;
        for (let shift = 0; shift < 70; shift += 7) {
            const byte = buffer[position++];
            if (byte === undefined) {
                throw new RangeError('truncated');
            }
            value += (byte & 0x7f) * 2 ** shift;
            if (byte < 0x80) {
                return value;
            }
        }
        throw new RangeError('varint too long');
    };
    while (position < buffer.length) {
        const tag = varint();
        const number = Math.floor(tag / 8);
        switch (tag % 8) {
            case 0:
                field(number, varint());
                break;
            case 1:
                position += 8;
                break;
            case 2: {
                const length = varint();
                if (position + length > buffer.length) {
                    throw new RangeError('truncated');
                }
                field(number, buffer.subarray(position, position + length));
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
