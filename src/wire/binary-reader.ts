// Decodes protobuf with functions that are compiled once per message type (see binary-writer.ts). It reads what common writers produce.
// Unusual input (a field of another wire type, a message in two pieces, truncated bytes) goes to the library, which decides about validity
// and words the error.

import { isAscii } from 'node:buffer';
import { oneofIn } from './fields.js';
import { create, fromBinary, ScalarType, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { BITS64, DELIMITED, VARINT } from './binary-writer.js';
import { DEEPEST, TooDeep } from './limits.js';
import { mapKey } from './map-keys.js';
import { withoutMistypedFields } from './mistyped-fields.js';

/** Input that this reader does not handle. */
class Unusual extends Error {}

type Fields = Record<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** texts up to this length are scanned byte by byte */
const SHORT = 48;
const BITS32 = 5;
const BYTE_ORDER_MARK = 0xfeff;
/** the character that a decoder inserts for invalid bytes */
const REPLACEMENT = '\ufffd';

/** The input bytes with the read position. */
class Input {
    at = 0;
    /** nesting depth of the current message */
    depth = 0;

    /** @param end end of the current message */
    constructor(
        private readonly bytes: Buffer,
        public end: number
    ) {}

    /** A tag or a length, of at most 32 bits. */
    varint(): number {
        const value = this.short(5);
        if (value === undefined || value > 0xffffffff) {
            throw new Unusual();
        }
        return value;
    }

    /** An integer of at most 64 bits. */
    varint64(): bigint {
        const start = this.at;
        const short = this.short(7);
        if (short !== undefined) {
            return BigInt(short);
        }
        this.at = start;
        let value = 0n;
        for (let shift = 0n; shift < 70n; shift += 7n) {
            const byte = this.bytes[this.at++];
            value |= BigInt(byte & 0x7f) << shift;
            if (byte < 0x80) {
                return value;
            }
        }
        throw new Unusual();
    }

    /** A varint of at most `most` bytes; undefined if it is longer. */
    private short(most: number): number | undefined {
        let value = 0;
        let factor = 1;
        for (let count = 0; count < most; count++) {
            const byte = this.bytes[this.at++];
            value += (byte & 0x7f) * factor;
            if (byte < 0x80) {
                return value;
            }
            factor *= 0x80;
        }
        return undefined;
    }

    double(): number {
        this.at += 8;
        return this.bytes.readDoubleLE(this.at - 8);
    }

    /** Reads a length. @returns the end of the bytes that follow */
    delimited(): number {
        const length = this.varint();
        if (this.at + length > this.end) {
            throw new Unusual();
        }
        return this.at + length;
    }

    text(): string {
        const end = this.delimited();
        const start = this.at;
        this.at = end;
        if (end - start <= SHORT ? this.isShortAscii(start, end) : isAscii(this.bytes.subarray(start, end))) {
            return this.bytes.toString('latin1', start, end);
        }
        const text = this.bytes.toString('utf8', start, end);
        // only the slower decoder drops a byte order mark and refuses invalid bytes
        return text.charCodeAt(0) === BYTE_ORDER_MARK || text.includes(REPLACEMENT) ? utf8.decode(this.bytes.subarray(start, end)) : text;
    }

    private isShortAscii(start: number, end: number): boolean {
        for (let index = start; index < end; index++) {
            if (this.bytes[index] >= 0x80) {
                return false;
            }
        }
        return true;
    }

    raw(): Uint8Array {
        const end = this.delimited();
        const value = new Uint8Array(this.bytes.subarray(this.at, end));
        this.at = end;
        return value;
    }

    /** Skips an unknown field. */
    skip(wireType: number): void {
        switch (wireType) {
            case VARINT:
                this.varint64();
                break;
            case BITS64:
                this.at += 8;
                break;
            case DELIMITED:
                this.at = this.delimited();
                break;
            case BITS32:
                this.at += 4;
                break;
            default:
                throw new Unusual();
        }
    }

    /** Reads an item that must end exactly at `end`. */
    within(end: number, read: () => void): void {
        const outer = this.end;
        this.end = end;
        read();
        if (this.at !== end) {
            throw new Unusual();
        }
        this.end = outer;
    }
}

interface Scalar {
    readonly wireType: number;
    readonly read: (input: Input) => unknown;
}

const int32 = (input: Input): number => Number(BigInt.asIntN(32, input.varint64()));

const SCALARS: Partial<Record<ScalarType, Scalar>> = {
    [ScalarType.STRING]: { wireType: DELIMITED, read: input => input.text() },
    [ScalarType.BYTES]: { wireType: DELIMITED, read: input => input.raw() },
    [ScalarType.BOOL]: { wireType: VARINT, read: input => input.varint64() !== 0n },
    [ScalarType.DOUBLE]: { wireType: BITS64, read: input => input.double() },
    [ScalarType.INT32]: { wireType: VARINT, read: int32 },
    [ScalarType.INT64]: { wireType: VARINT, read: input => BigInt.asIntN(64, input.varint64()) },
    [ScalarType.UINT64]: { wireType: VARINT, read: input => BigInt.asUintN(64, input.varint64()) }
};

type ReadField = (message: Fields, input: Input) => void;

/** Reads the messages of one type. Its fields are added after construction, since message types can be recursive. */
class Reader {
    /** by tag, which is field number and wire type */
    private readonly fields = new Map<number, ReadField>();
    private readonly numbers = new Set<number>();
    private readonly empty: Fields;
    private readonly lists: readonly string[];
    private readonly maps: readonly string[];
    private readonly oneofs: readonly string[];

    constructor(schema: DescMessage) {
        this.empty = create(schema);
        const named = (kind: string): string[] => schema.fields.filter(f => f.fieldKind === kind).map(f => f.localName);
        this.lists = named('list');
        this.maps = named('map');
        this.oneofs = schema.oneofs.map(oneof => oneof.localName);
    }

    add(field: DescField, wireType: number, read: ReadField): void {
        this.numbers.add(field.number);
        this.fields.set(field.number * 8 + wireType, read);
    }

    /** A message with default values. */
    make(): Fields {
        const message = { ...this.empty };
        for (const name of this.lists) {
            message[name] = [];
        }
        for (const name of this.maps) {
            message[name] = {};
        }
        for (const name of this.oneofs) {
            message[name] = { case: undefined };
        }
        return message;
    }

    /** Reads fields up to the end of the input. */
    read(input: Input): Fields {
        const message = this.make();
        while (input.at < input.end) {
            const tag = input.varint();
            const field = this.fields.get(tag);
            if (field) {
                field(message, input);
            } else if (this.numbers.has(Math.floor(tag / 8)) || tag < 8) {
                throw new Unusual();
            } else {
                input.skip(tag % 8);
            }
        }
        return message;
    }

    /** Reads a length-delimited message. */
    readDelimited(input: Input): Fields {
        const outer = input.end;
        input.depth++;
        if (input.depth > DEEPEST) {
            throw new TooDeep();
        }
        input.end = input.delimited();
        const message = this.read(input);
        if (input.at !== input.end) {
            throw new Unusual();
        }
        input.end = outer;
        input.depth--;
        return message;
    }
}

const readers = new Map<string, Reader>();

function readerOf(schema: DescMessage): Reader {
    let reader = readers.get(schema.typeName);
    if (!reader) {
        reader = new Reader(schema);
        readers.set(schema.typeName, reader);
        for (const field of schema.fields) {
            addField(reader, field);
        }
    }
    return reader;
}

function scalarOf(field: DescField): Scalar {
    return (
        SCALARS[field.scalar ?? ScalarType.INT32] ?? {
            wireType: VARINT,
            read() {
                throw new Unusual();
            }
        }
    );
}

/** The reader of one value: of a singular field, or of a list element. */
function valueOf(field: DescField): Scalar {
    const reader = field.message && readerOf(field.message);
    return reader ? { wireType: DELIMITED, read: input => reader.readDelimited(input) } : scalarOf(field);
}

function addField(reader: Reader, field: DescField): void {
    const name = field.localName;
    if (field.fieldKind === 'map') {
        reader.add(field, DELIMITED, mapEntry(field));
        return;
    }
    const { wireType, read } = valueOf(field);
    if (field.fieldKind === 'list') {
        reader.add(field, wireType, (message, input) => void (message[name] as unknown[]).push(read(input)));
        if (wireType !== DELIMITED) {
            reader.add(field, DELIMITED, (message, input) =>
                input.within(input.delimited(), () => {
                    while (input.at < input.end) {
                        (message[name] as unknown[]).push(read(input));
                    }
                })
            );
        }
    } else if (field.oneof) {
        const oneof = field.oneof.localName;
        reader.add(field, wireType, (message, input) => {
            if (field.message && oneofIn(message, oneof).case === name) {
                throw new Unusual();
            }
            message[oneof] = { case: name, value: read(input) };
        });
    } else {
        reader.add(field, wireType, (message, input) => {
            if (field.message && message[name] !== undefined) {
                throw new Unusual();
            }
            message[name] = read(input);
        });
    }
}

/** Reads a map entry whose key precedes its value. */
function mapEntry(field: DescField & { fieldKind: 'map' }): ReadField {
    const name = field.localName;
    const { wireType, read } = field.message ? valueOf(field) : scalarOf(field);
    const [keyTag, valueTag] = [8 + DELIMITED, 16 + wireType];
    return (message, input) =>
        input.within(input.delimited(), () => {
            if (input.varint() !== keyTag) {
                throw new Unusual();
            }
            const key = input.text();
            if (input.varint() !== valueTag) {
                throw new Unusual();
            }
            (message[name] as Fields)[mapKey(key)] = read(input);
        });
}

/** Decodes a message and drops unknown fields. @throws Error for invalid bytes */
export function readBinary(schema: DescMessage, bytes: Uint8Array): Message {
    // the library decides whether unusual bytes are valid
    return readUsual(schema, bytes) ?? fromBinary(schema, wellTyped(schema, bytes), { readUnknownFields: false });
}

/** Decodes what common writers produce; undefined for other bytes. @throws TooDeep */
export function readUsual(schema: DescMessage, bytes: Uint8Array): Message | undefined {
    try {
        const input = new Input(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
        const message = readerOf(schema).read(input);
        return input.at === bytes.byteLength ? (message as unknown as Message) : undefined;
    } catch (error) {
        if (error instanceof TooDeep) {
            throw error;
        }
        return undefined;
    }
}

function wellTyped(schema: DescMessage, bytes: Uint8Array): Uint8Array {
    try {
        return withoutMistypedFields(schema, bytes);
    } catch {
        return bytes; // not even a sequence of fields: the library reports the error
    }
}
