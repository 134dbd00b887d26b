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
} from '../../values/index.js';

/** The value under a declared type, converted where binding converts; undefined when it is none of that type. */
export function coerceTo(category: ValueCategory, value: Value): Value | undefined {
    if (value instanceof EnumLiteral && category !== 'enumeration' && category !== 'any' && category !== 'object') {
        return value.value === undefined ? undefined : coerceTo(category, value.value);
    }
    if (category === 'real') {
        return isRealNumber(value) ? toReal(value) : undefined;
    }
    if (category === 'complex' && isRealNumber(value)) {
        return new Complex(toReal(value).value, 0);
    }
    return ACCEPTED[category]?.(value) === false ? undefined : value;
}

/** Which values are of a type as they are; of the other categories every value is. */
const ACCEPTED: Readonly<Partial<Record<ValueCategory, (value: Value) => boolean>>> = {
    boolean: value => typeof value === 'boolean',
    string: value => typeof value === 'string',
    integer: isInteger,
    natural: value => (isInteger(value) && value >= 0) || value instanceof Infinity_,
    positive: value => (isInteger(value) && value > 0) || value instanceof Infinity_,
    rational: value => isInteger(value) || value instanceof Rational,
    complex: value => value instanceof Complex,
    number: value => isNumber(value) || isVectorLike(value),
    quantity: value => value instanceof Quantity || isVectorLike(value) || isNumber(value),
    unit: value => kindOf(value) === 'measurementRef' || kindOf(value) === 'instance',
    function: value => value instanceof FunctionValue || kindOf(value) === 'opaque',
    enumeration: value => value instanceof EnumLiteral || kindOf(value) === 'opaque' || kindOf(value) === 'instance'
};

function isVectorLike(value: Value): boolean {
    return value instanceof Vector || value instanceof VectorQuantity || kindOf(value) === 'tensorQuantity';
}
