// Removes fields whose wire type contradicts their declared type; they are unknown fields (protobuf encoding, "Unknown Fields"; contract:
// wire 4.7, note on keep_derived). The library would decode them by their declared type and then misread the rest of the message.

import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';

/** The valid wire types of a field number, and the fields of its message type. */
interface Slot {
    readonly wireTypes: readonly WireType[];
    readonly content?: Slots;
}

type Slots = (number: number) => Slot | undefined;

const FIXED: Partial<Record<ScalarType, WireType>> = {
    [ScalarType.DOUBLE]: WireType.Bit64,
    [ScalarType.FIXED64]: WireType.Bit64,
    [ScalarType.SFIXED64]: WireType.Bit64,
    [ScalarType.FLOAT]: WireType.Bit32,
    [ScalarType.FIXED32]: WireType.Bit32,
    [ScalarType.SFIXED32]: WireType.Bit32,
    [ScalarType.STRING]: WireType.LengthDelimited,
    [ScalarType.BYTES]: WireType.LengthDelimited
};

const ofScalar = (scalar: ScalarType | undefined): WireType => (scalar && FIXED[scalar]) ?? WireType.Varint;

const ofMessage = (schema: DescMessage): Slots => {
    return number => {
        const field = schema.fields.find(candidate => candidate.number === number);
        return field && slotOf(field);
    };
};

function slotOf(field: DescField): Slot {
    if (field.fieldKind === 'map') {
        const key: Slot = { wireTypes: [ofScalar(field.mapKey)] };
        const value = valueSlot(field);
        return { wireTypes: [WireType.LengthDelimited], content: number => (number === 1 ? key : number === 2 ? value : undefined) };
    }
    const value = valueSlot(field);
    // a list of numbers may be packed or not
    return field.fieldKind === 'list' ? { ...value, wireTypes: [...value.wireTypes, WireType.LengthDelimited] } : value;
}

const valueSlot = ({ message, scalar }: DescField): Slot =>
    message ? { wireTypes: [WireType.LengthDelimited], content: ofMessage(message) } : { wireTypes: [ofScalar(scalar)] };

/** Removes fields with a wrong wire type. @throws Error for bytes that are not a sequence of fields */
export function withoutMistypedFields(schema: DescMessage, bytes: Uint8Array): Uint8Array {
    return filtered(ofMessage(schema), bytes);
}

function filtered(slots: Slots, bytes: Uint8Array): Uint8Array {
    const reader = new BinaryReader(bytes);
    const writer = new BinaryWriter();
    while (reader.pos < reader.len) {
        const start = reader.pos;
        const [number, wireType] = reader.tag();
        const slot = slots(number);
        if (slot?.content && wireType === WireType.LengthDelimited) {
            writer.tag(number, wireType).bytes(filtered(slot.content, reader.bytes()));
            continue;
        }
        reader.skip(wireType, number);
        if (slot?.wireTypes.includes(wireType)) {
            writer.raw(bytes.subarray(start, reader.pos));
        }
    }
    return writer.finish();
}

/** The length-delimited values of a field as texts, whatever its declared type. */
export function textsOfField(bytes: Uint8Array, field: number): string[] {
    const reader = new BinaryReader(bytes);
    const texts: string[] = [];
    while (reader.pos < reader.len) {
        const [number, wireType] = reader.tag();
        if (number === field && wireType === WireType.LengthDelimited) {
            texts.push(reader.string());
        } else {
            reader.skip(wireType, number);
        }
    }
    return texts;
}
