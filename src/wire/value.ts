// Encodes values of the runtime. Only this module and value-decoding.ts know the 23 arms. capability-filter.ts handles missing capabilities
// on the encoded message.

import { create } from '@bufbuild/protobuf';
import {
    exactDouble,
    nearestDouble,
    type Integer,
    type Num,
    type Quantity,
    type Rational,
    type Unit,
    type Value
} from '../runtime/values/index.js';
import {
    MeasurementRefSchema,
    MultiplicityInfoSchema,
    QuantitySchema,
    RationalSchema,
    UnitTermSchema,
    type Quantity as WireQuantity,
    type Rational as WireRational,
    type UnitTerm as WireUnitTerm,
    type Value as WireValue
} from './generated/sysml_pb.js';

const INT64_LEAST = -(1n << 63n);
const INT64_GREATEST = (1n << 63n) - 1n;

/** Whether an Integer is encoded as int64. */
export function fitsInt64(value: bigint): boolean {
    return value >= INT64_LEAST && value <= INT64_GREATEST;
}

type Arm = WireValue['kind'];

/** Encodes a value; one without a wire form becomes a `null` with a reason. */
export function encodeValue(value: Value): WireValue {
    return { $typeName: 'sysml.Value', kind: armOf(value) };
}

function armOf(value: Value): Arm {
    switch (typeof value) {
        case 'number':
        case 'bigint':
            return integerArm(value);
        case 'string':
            return { case: 'stringValue', value };
        case 'boolean':
            return { case: 'boolValue', value };
        default:
            return value === null ? { case: 'null', value: '' } : taggedArm(value);
    }
}

const absent = (what: string): Arm => ({ case: 'null', value: what.startsWith('unsupported: ') ? what : `unsupported: ${what}` });

function taggedArm(value: Exclude<Value, number | bigint | string | boolean | null>): Arm {
    switch (value.kind) {
        case 'rational':
            return rationalArm(value);
        case 'real':
            return { case: 'realValue', value: value.value };
        case 'complex':
            return { case: 'complex', value: { $typeName: 'sysml.Complex', real: value.re, imaginary: value.im } };
        case 'infinity':
            return { case: 'infinity', value: true };
        case 'unset':
            return { case: 'unset', value: true };
        case 'instance':
            return { case: 'instanceId', value: BigInt(value.id) };
        case 'sequence':
            return { case: 'sequence', value: { $typeName: 'sysml.ValueSequence', elements: value.elements.map(encodeValue) } };
        case 'set':
            return setArm(value.elements);
        case 'array':
            return {
                case: 'array',
                value: { $typeName: 'sysml.Array', dimensions: value.dimensions.map(BigInt), elements: value.elements.map(encodeValue) }
            };
        case 'vector':
            return { case: 'vector', value: { $typeName: 'sysml.Vector', components: value.components.map(encodeValue) } };
        case 'quantity':
            return quantityArm(value);
        case 'vectorQuantity': {
            const components = quantities(value.components);
            return components
                ? { case: 'vectorQuantity', value: { $typeName: 'sysml.VectorQuantity', components } }
                : absent('vector of complex quantities');
        }
        case 'tensorQuantity': {
            const components = quantities(value.components);
            return components
                ? {
                      case: 'tensorQuantity',
                      value: { $typeName: 'sysml.TensorQuantity', dimensions: value.dimensions.map(BigInt), components }
                  }
                : absent('tensor of complex quantities');
        }
        case 'measurementRef':
            return {
                case: 'measurementRef',
                value: create(MeasurementRefSchema, { ...unitFields(value.unit), unitId: value.unit.unitId ?? '' })
            };
        case 'enumLiteral':
            return {
                case: 'enumLiteral',
                value: {
                    $typeName: 'sysml.EnumLiteral',
                    literalId: value.literalId,
                    enumerationId: value.enumerationId,
                    name: value.name,
                    ...(value.value !== undefined && { value: encodeValue(value.value) })
                }
            };
        case 'function':
            return value.noWireForm === undefined
                ? { case: 'function', value: { $typeName: 'sysml.Function', calcId: value.calcId, selfId: BigInt(value.self?.id ?? 0) } }
                : absent(value.noWireForm);
        case 'metaobject':
            return value.elementId === ''
                ? absent('metaobject of an anonymous element')
                : {
                      case: 'metaobject',
                      value: { $typeName: 'sysml.Metaobject', elementId: value.elementId, metaclassId: value.metaclassId }
                  };
        case 'undetermined':
            return {
                case: 'undetermined',
                value: {
                    $typeName: 'sysml.Undetermined',
                    reason: value.reason,
                    count: create(MultiplicityInfoSchema, { lower: boundText(value.lower), upper: boundText(value.upper) })
                }
            };
        case 'opaque':
            return absent(value.reason);
    }
}

/** A decimal, or `*` for unbounded. */
function boundText(bound: number): string {
    return Number.isFinite(bound) ? String(bound) : '*';
}

function integerArm(value: Integer): Arm {
    const exact = BigInt(value);
    return fitsInt64(exact) ? { case: 'intValue', value: exact } : { case: 'bigIntValue', value: String(exact) };
}

function rationalArm(value: Rational): Arm {
    const double = exactDouble(value);
    return double === undefined ? { case: 'rationalValue', value: encodeRational(value) } : { case: 'realValue', value: double };
}

function encodeRational({ num, den }: Rational): WireRational {
    return create(RationalSchema, { numerator: String(num), denominator: String(den) });
}

/** A set is withheld as a whole if one of its members has no wire form. */
function setArm(members: readonly Value[]): Arm {
    const elements = members.map(encodeValue);
    const reason = elements.flatMap(({ kind }) => (kind.case === 'null' && kind.value !== '' ? [kind.value] : [])).at(0);
    return reason !== undefined
        ? absent(`set with a member without wire form (${reason})`)
        : { case: 'set', value: { $typeName: 'sysml.ValueSet', elements } };
}

function quantityArm(value: Quantity): Arm {
    const quantity = encodeQuantity(value);
    return quantity ? { case: 'quantity', value: quantity } : absent('quantity of complex magnitude');
}

function quantities(components: readonly Quantity[]): WireQuantity[] | undefined {
    const encoded = components.map(encodeQuantity);
    return encoded.every(quantity => quantity !== undefined) ? encoded : undefined;
}

/** Encodes a quantity; undefined for a complex magnitude, which has no wire form. */
export function encodeQuantity({ magnitude, unit }: Quantity): WireQuantity | undefined {
    const arm = magnitudeArm(magnitude);
    return arm && create(QuantitySchema, { magnitude: arm, ...unitFields(unit) });
}

function magnitudeArm(magnitude: Num): WireQuantity['magnitude'] | undefined {
    if (typeof magnitude === 'object') {
        if (magnitude.kind === 'complex') {
            return undefined;
        }
        if (magnitude.kind === 'real') {
            return { case: 'realMagnitude', value: magnitude.value };
        }
        const double = exactDouble(magnitude);
        return double === undefined
            ? { case: 'rationalMagnitude', value: encodeRational(magnitude) }
            : { case: 'realMagnitude', value: double };
    }
    const exact = BigInt(magnitude);
    return fitsInt64(exact) ? { case: 'intMagnitude', value: exact } : { case: 'bigIntMagnitude', value: String(exact) };
}

function unitFields(unit: Unit): { unit: string; unitTerm: WireUnitTerm } {
    return { unit: unit.text, unitTerm: encodeUnitTerm(unit) };
}

/**
 * Encodes the reduction of a unit. Numerator and denominator of the scale are exact if doubles can hold them; else the scale is the nearest
 * double over 1.
 */
function encodeUnitTerm({ term: { scale, factors } }: Unit): WireUnitTerm {
    const [num, den] = [Number(scale.num), Number(scale.den)];
    const exact = Number.isFinite(num) && Number.isFinite(den) && BigInt(num) === BigInt(scale.num) && BigInt(den) === BigInt(scale.den);
    return create(UnitTermSchema, {
        scaleNum: exact ? num : nearestDouble(scale),
        scaleDen: exact ? den : 1,
        factors: factors.map(({ unitId, exponent }) => ({ unitId, exponent: nearestDouble(exponent) }))
    });
}
