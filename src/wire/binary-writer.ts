// Encodes messages as protobuf. The library consults the descriptor for every field of every message; this writer compiles each type once
// to functions, in the order of field numbers. The bytes equal those of the library. Depends on proto3 descriptors only.

import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { ScalarType, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import { type Fields, listIn, mapIn, oneofIn } from './fields.js';
import { nameOfKey } from './map-keys.js';

/** Writes the fields of a message, which is an object with a property per field or oneof. */
type Write = (message: Fields) => void;
/**
 * Writes a value of the type that the field's descriptor states. TypeScript cannot express that type; method parameters are bivariant, so
 * that writers of specific types are assignable.
 */
type WriteValue = { of(value: unknown): void }['of'];
type Size = (message: Fields) => number;
type SizeOfValue = { of(value: unknown): number }['of'];
type IsZero = { of(value: unknown): boolean }['of'];

export const VARINT = 0;
export const BITS64 = 1;
export const DELIMITED = 2;

const INITIAL = 64 * 1024;
/** a larger buffer is released after the message that needed it */
const LARGEST_KEPT = 1024 * 1024;
/** shorter ASCII texts are written character by character */
const SHORT = 48;
/** upper bound for the bytes of a number and its tag */
const LARGEST_NUMBER = 20;

/** The output buffer. All messages share it, since writing is synchronous. */
const out = { bytes: Buffer.allocUnsafeSlow(INITIAL), at: 0 };

function reserve(count: number): void {
    if (out.at + count > out.bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(out.bytes.length * 2, out.at + count));
        out.bytes.copy(larger, 0, 0, out.at);
        out.bytes = larger;
    }
}

function varint(value: number): void {
    let { at } = out;
    const { bytes } = out;
    let rest = value;
    while (rest >= 0x80) {
        bytes[at++] = (rest % 0x80) | 0x80;
        rest = rest > 0x7fffffff ? Math.floor(rest / 0x80) : rest >>> 7;
    }
    bytes[at++] = rest;
    out.at = at;
}

/** A 64-bit integer; a negative one in two's complement. */
function varint64(value: bigint): void {
    const unsigned = BigInt.asUintN(64, value);
    if (unsigned <= 0x1fffffffffffffn) {
        varint(Number(unsigned));
        return;
    }
    let low = Number(unsigned & 0xfffffffffffffn);
    // a double cannot hold all 64 bits: write seven groups of seven bits first
    for (let group = 0; group < 7; group++) {
        out.bytes[out.at++] = (low % 0x80) | 0x80;
        low = Math.floor(low / 0x80);
    }
    varint(Number(unsigned >> 49n));
}

/** Writes the length of the bytes that `write` writes, then these bytes. */
function delimited(write: () => void): void {
    reserve(LARGEST_NUMBER);
    const start = ++out.at;
    write();
    const length = out.at - start;
    if (length < 0x80) {
        out.bytes[start - 1] = length;
        return;
    }
    const more = varintSize(length) - 1;
    reserve(more);
    out.bytes.copyWithin(start + more, start, out.at);
    out.at = start - 1;
    varint(length);
    out.at += length;
}

function text(value: string): void {
    const { length } = value;
    if (length < SHORT) {
        reserve(length + LARGEST_NUMBER);
        const { bytes } = out;
        const start = out.at + 1;
        let index = 0;
        for (; index < length; index++) {
            const code = value.charCodeAt(index);
            if (code >= 0x80) {
                break;
            }
            bytes[start + index] = code;
        }
        if (index === length) {
            bytes[out.at] = length;
            out.at = start + length;
            return;
        }
    }
    // count the bytes first: to reserve three bytes per character would waste memory for the text of a whole model
    const size = Buffer.byteLength(value);
    reserve(size + LARGEST_NUMBER);
    varint(size);
    out.at += out.bytes.write(value, out.at);
}

function raw(value: Uint8Array): void {
    reserve(value.length + LARGEST_NUMBER);
    varint(value.length);
    out.bytes.set(value, out.at);
    out.at += value.length;
}

function varintSize(value: number): number {
    let size = 1;
    for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
        size++;
    }
    return size;
}

function varint64Size(value: bigint): number {
    const unsigned = BigInt.asUintN(64, value);
    return unsigned <= 0x1fffffffffffffn ? varintSize(Number(unsigned)) : 7 + varintSize(Number(unsigned >> 49n));
}

const delimitedSize = (length: number): number => varintSize(length) + length;
const int64 = (value: number): bigint => BigInt(value);

/** Writes, after the tag, values of a scalar type. */
interface Scalar {
    readonly wireType: number;
    readonly write: WriteValue;
    readonly size: SizeOfValue;
    readonly isZero: IsZero;
}

const scalar = <T>(wireType: number, isZero: (value: T) => boolean, write: (value: T) => void, size: (value: T) => number): Scalar => ({
    wireType,
    write,
    size,
    isZero
});

const INT32 = scalar<number>(
    VARINT,
    value => value === 0,
    value => (value < 0 ? varint64(int64(value)) : varint(value)),
    value => (value < 0 ? varint64Size(int64(value)) : varintSize(value))
);
const INT64 = scalar<bigint>(VARINT, value => value === 0n, varint64, varint64Size);

/** The scalar types that the wire contract uses. */
const SCALARS: Partial<Record<ScalarType, Scalar>> = {
    [ScalarType.STRING]: scalar<string>(
        DELIMITED,
        value => value === '',
        text,
        value => delimitedSize(Buffer.byteLength(value))
    ),
    [ScalarType.BYTES]: scalar<Uint8Array>(
        DELIMITED,
        value => value.length === 0,
        raw,
        value => delimitedSize(value.length)
    ),
    [ScalarType.BOOL]: scalar<boolean>(
        VARINT,
        value => !value,
        value => varint(value ? 1 : 0),
        () => 1
    ),
    [ScalarType.DOUBLE]: scalar<number>(
        BITS64,
        value => value === 0,
        value => void (out.at = out.bytes.writeDoubleLE(value, out.at)),
        () => 8
    ),
    [ScalarType.INT32]: INT32,
    [ScalarType.UINT32]: INT32,
    [ScalarType.INT64]: INT64,
    [ScalarType.UINT64]: INT64
};

/** @throws Error for a type that the wire contract does not use */
function scalarOf(field: DescField): Scalar {
    const found = SCALARS[field.scalar ?? ScalarType.INT32];
    if (!found) {
        throw new Error(`${field.toString()} is of a scalar type that is not written here`);
    }
    return found;
}

/** The compiled functions of a type. They are added after construction, since message types can be recursive. */
class Codec {
    writes: Write[] = [];
    sizes: Size[] = [];

    write(message: Fields): void {
        for (const write of this.writes) {
            write(message);
        }
    }

    size(message: Fields): number {
        let size = 0;
        for (const sizeOf of this.sizes) {
            size += sizeOf(message);
        }
        return size;
    }
}

const codecs = new Map<string, Codec>();

function codecOf(schema: DescMessage): Codec {
    let codec = codecs.get(schema.typeName);
    if (!codec) {
        codec = new Codec();
        codecs.set(schema.typeName, codec);
        for (const run of runsOf([...schema.fields].sort((one, other) => one.number - other.number))) {
            const { write, size } = run[0].oneof ? oneofStep(run) : fieldStep(run[0]);
            codec.writes.push(write);
            codec.sizes.push(size);
        }
    }
    return codec;
}

/** Groups neighbouring fields of the same oneof. */
function runsOf(fields: readonly DescField[]): DescField[][] {
    const runs: DescField[][] = [];
    for (const field of fields) {
        const last = runs.at(-1);
        if (field.oneof && last?.[0].oneof === field.oneof) {
            last.push(field);
        } else {
            runs.push([field]);
        }
    }
    return runs;
}

interface Step {
    readonly write: Write;
    readonly size: Size;
}

/** Writes one value with its tag. */
interface Tagged {
    readonly write: WriteValue;
    readonly size: SizeOfValue;
}

function tagged(number: number, { wireType, write, size }: Omit<Scalar, 'isZero'>): Tagged {
    const tag = number * 8 + wireType;
    const tagSize = varintSize(tag);
    return {
        write: value => {
            reserve(LARGEST_NUMBER);
            varint(tag);
            write(value);
        },
        size: value => tagSize + size(value)
    };
}

function taggedMessage(number: number, schema: DescMessage): Tagged {
    const codec = codecOf(schema);
    return tagged(number, {
        wireType: DELIMITED,
        write: (value: Fields) => delimited(() => codec.write(value)),
        size: (value: Fields) => delimitedSize(codec.size(value))
    });
}

/** The writer of one value: of a singular field, or of a list element. */
const valueOf = (field: DescField): Tagged =>
    field.message && field.fieldKind !== 'map' ? taggedMessage(field.number, field.message) : tagged(field.number, scalarOf(field));

function oneofStep(fields: readonly DescField[]): Step {
    const name = fields[0].oneof!.localName;
    const arms = new Map(fields.map(field => [field.localName, valueOf(field)]));
    return {
        write: message => {
            const { case: arm, value } = oneofIn(message, name);
            if (arm !== undefined) {
                arms.get(arm)?.write(value);
            }
        },
        size: message => {
            const { case: arm, value } = oneofIn(message, name);
            return arm === undefined ? 0 : (arms.get(arm)?.size(value) ?? 0);
        }
    };
}

function fieldStep(field: DescField): Step {
    const name = field.localName;
    switch (field.fieldKind) {
        case 'list':
            return listStep(name, field.packed ? packed(field) : undefined, field);
        case 'map':
            return mapStep(name, field);
        case 'message': {
            const { write, size } = valueOf(field);
            return {
                write: message => message[name] !== undefined && write(message[name]),
                size: message => (message[name] === undefined ? 0 : size(message[name]))
            };
        }
        default: {
            // a field with explicit presence is written even if it has the default value
            const isZero =
                field.presence === FeatureSet_FieldPresence.EXPLICIT ? (value: unknown) => value === undefined : scalarOf(field).isZero;
            const { write, size } = valueOf(field);
            return {
                write: message => !isZero(message[name]) && write(message[name]),
                size: message => (isZero(message[name]) ? 0 : size(message[name]))
            };
        }
    }
}

/** @param whole writes the packed list */
function listStep(name: string, whole: Tagged | undefined, field: DescField): Step {
    if (whole) {
        return {
            write: message => listIn(message, name).length > 0 && whole.write(message[name]),
            size: message => (listIn(message, name).length > 0 ? whole.size(message[name]) : 0)
        };
    }
    const element = valueOf(field);
    return {
        write: message => {
            for (const value of listIn(message, name)) {
                element.write(value);
            }
        },
        size: message => listIn(message, name).reduce<number>((sum, value) => sum + element.size(value), 0)
    };
}

function packed(field: DescField): Tagged {
    const { write, size } = scalarOf(field);
    return tagged(field.number, {
        wireType: DELIMITED,
        write: (values: readonly unknown[]) =>
            delimited(() => {
                for (const value of values) {
                    reserve(LARGEST_NUMBER);
                    write(value);
                }
            }),
        size: (values: readonly unknown[]) => delimitedSize(values.reduce<number>((sum, value) => sum + size(value), 0))
    });
}

function mapStep(name: string, field: DescField & { fieldKind: 'map' }): Step {
    const key = tagged(1, SCALARS[ScalarType.STRING]!);
    const value = field.message ? taggedMessage(2, field.message) : tagged(2, scalarOf(field));
    if (field.mapKey !== ScalarType.STRING) {
        throw new Error(`${field.toString()} has keys that are not written here`);
    }
    const entry = tagged(field.number, {
        wireType: DELIMITED,
        write: ([k, v]: [string, unknown]) =>
            delimited(() => {
                key.write(nameOfKey(k));
                value.write(v);
            }),
        size: ([k, v]: [string, unknown]) => delimitedSize(key.size(nameOfKey(k)) + value.size(v))
    });
    const entries = (message: Fields): [string, unknown][] => Object.entries(mapIn(message, name));
    return {
        write: message => entries(message).forEach(each => entry.write(each)),
        size: message => entries(message).reduce((sum, each) => sum + entry.size(each), 0)
    };
}

/** Encodes a message. @returns bytes that share no memory with the buffer */
export function writeBinary(schema: DescMessage, message: Message): Uint8Array {
    out.at = 0;
    try {
        codecOf(schema).write(message);
        const { bytes, at } = out;
        // hand over a large buffer instead of copying it, unless much of it is unused
        return bytes.length > LARGEST_KEPT && bytes.length <= at * 1.5
            ? new Uint8Array(bytes.buffer, 0, at)
            : new Uint8Array(bytes.subarray(0, at));
    } finally {
        if (out.bytes.length > LARGEST_KEPT) {
            out.bytes = Buffer.allocUnsafeSlow(INITIAL);
        }
    }
}

/** The number of bytes of a message in protobuf, computed without encoding it. */
export function binarySize(schema: DescMessage, message: Message): number {
    return codecOf(schema).size(message);
}
