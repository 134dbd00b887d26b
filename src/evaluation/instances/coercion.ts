/** Values under the categories of declared types, with the conversions that binding makes. Knows no features and no model. */
import type { ValueCategory } from '../model/kinds.js';
import {
    Complex,
    EnumLiteral,
    FunctionValue,
    Infinity_,
    Quantity,
    Rational,
    type Value,
    Vector,
    VectorQuantity,
    isInteger,
    isNumber,
    isRealNumber,
    kindOf,
    toReal
} from '../values/index.js';

/** The value under a declared type, converted where binding converts; undefined when it is none of that type. */
export function coerceTo(category: ValueCategory, value: Value): Value | undefined {
    if (value instanceof EnumLiteral && category !== 'enumeration' && category !== 'any' && category !== 'object') {
        return value.value === undefined ? undefined : coerceTo(category, value.value);
    }
    switch (category) {
        case 'boolean':
            return typeof value === 'boolean' ? value : undefined;
        case 'string':
            return typeof value === 'string' ? value : undefined;
        case 'integer':
            return isInteger(value) ? value : undefined;
        case 'natural':
            return isInteger(value) && value >= 0 ? value : value instanceof Infinity_ ? value : undefined;
        case 'positive':
            return isInteger(value) && value > 0 ? value : value instanceof Infinity_ ? value : undefined;
        case 'rational':
            return isInteger(value) || value instanceof Rational ? value : undefined;
        case 'real':
            return isRealNumber(value) ? toReal(value) : undefined;
        case 'complex':
            return value instanceof Complex ? value : isRealNumber(value) ? new Complex(toReal(value).value, 0) : undefined;
        case 'number':
            return isNumber(value) || isVectorLike(value) ? value : undefined;
        case 'quantity':
            return value instanceof Quantity || isVectorLike(value) || isNumber(value) ? value : undefined;
        case 'unit':
            return kindOf(value) === 'measurementRef' || kindOf(value) === 'instance' ? value : undefined;
        case 'function':
            return value instanceof FunctionValue || kindOf(value) === 'opaque' ? value : undefined;
        case 'enumeration':
            return value instanceof EnumLiteral || kindOf(value) === 'opaque' || kindOf(value) === 'instance' ? value : undefined;
        default:
            return value;
    }
}

function isVectorLike(value: Value): boolean {
    return value instanceof Vector || value instanceof VectorQuantity || kindOf(value) === 'tensorQuantity';
}
