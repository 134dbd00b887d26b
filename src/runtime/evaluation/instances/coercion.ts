/** Conversion of values to the categories of declared types, as in bindings. Does not depend on features or the model. */
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

/** The value converted to a declared type; undefined when it does not conform. */
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

/** Tests of the values that a category takes without conversion; other categories take every value. */
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
