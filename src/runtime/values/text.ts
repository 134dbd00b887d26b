/**
 * Texts of values in errors, in `ToString` and in displays: numbers, descriptions of operands, whole values.
 *
 * Depends only on values; the wire format has its own encoding.
 */

import { doubleText, rationalText } from './number-text.js';
import { Complex, type Num, Real, type Sequence, type TaggedValue, type Vacancy, type Value } from './value.js';

/** Describes a sequence operand; an empty sequence is null, with the feature without a value if known. */
function describeSequence({ elements, vacancy }: Sequence): string {
    if (elements.length > 0) {
        return 'a sequence';
    }
    return vacancy === undefined ? 'null' : `null (${vacancyText(vacancy)})`;
}

/**
 * Says that a feature has no value, and how to give it one.
 * @param reader the operation that needs the value: `operator '+'`
 */
export function vacancyText({ feature, remedy }: Vacancy, reader?: string): string {
    const read = reader === undefined ? '' : `, which ${reader} reads`;
    return `no value for feature ${feature}${read}${remedy === undefined ? '' : `: ${remedy}`}`;
}

/** Integer in decimal; Real and terminating Rationals as the shortest decimal that reads back; other Rationals `n/d`. */
export function numberText(v: Num): string {
    if (typeof v !== 'object') {
        return String(v);
    }
    if (v instanceof Real) {
        return doubleText(v.value);
    }
    if (v instanceof Complex) {
        return `${doubleText(v.re)} ${v.im < 0 ? '-' : '+'} ${doubleText(Math.abs(v.im))}i`;
    }
    return rationalText(v);
}

/** Describes an operand for a type mismatch: `an Integer`, `a string`, `the enumeration literal E::x` … */
export function describe(v: Value): string {
    switch (typeof v) {
        case 'number':
        case 'bigint':
            return 'an Integer';
        case 'string':
            return 'a string';
        case 'boolean':
            return 'a Boolean';
        default:
            return v === null ? 'null' : describeTagged(v);
    }
}

function describeTagged(v: TaggedValue): string {
    switch (v.kind) {
        case 'rational':
            return 'a Rational';
        case 'real':
            return 'a Real';
        case 'complex':
            return 'a Complex';
        case 'sequence':
            return describeSequence(v);
        case 'set':
            return 'a set';
        case 'array':
            return 'an array';
        case 'vector':
            return 'a vector';
        case 'quantity':
            return 'a quantity';
        case 'vectorQuantity':
            return 'a vector quantity';
        case 'tensorQuantity':
            return 'a tensor quantity';
        case 'measurementRef':
            return 'a measurement reference';
        case 'enumLiteral':
            return `the enumeration literal ${v.literalId}`;
        case 'instance':
            return 'an instance';
        case 'function':
            return 'a function';
        case 'metaobject':
            return 'a metaobject';
        case 'infinity':
            return "the unbounded value '*'";
        case 'unset':
            return `no value for feature ${v.feature}`;
        case 'undetermined':
            return 'an undetermined value';
        case 'opaque':
            return v.reason;
    }
}

/** The display form of a value; strings are quoted. */
export function valueText(v: Value): string {
    if (typeof v === 'string') {
        return JSON.stringify(v);
    }
    if (typeof v !== 'object') {
        return String(v);
    }
    if (v === null) {
        return 'null';
    }
    const list = (values: readonly Value[]): string => values.map(valueText).join(', ');
    switch (v.kind) {
        case 'rational':
        case 'real':
        case 'complex':
            return numberText(v);
        case 'sequence':
            return `(${list(v.elements)})`;
        case 'set':
            return `{${list(v.elements)}}`;
        case 'array':
            return `array[${v.dimensions.join(', ')}](${list(v.elements)})`;
        case 'vector':
            return `<${list(v.components)}>`;
        case 'quantity':
            return v.unit.text === '' ? numberText(v.magnitude) : `${numberText(v.magnitude)} [${v.unit.text}]`;
        case 'vectorQuantity':
            return `<${list(v.components)}>`;
        case 'tensorQuantity':
            return `tensor[${v.dimensions.join(', ')}](${list(v.components)})`;
        case 'measurementRef':
            return v.unit.text;
        case 'enumLiteral':
            return v.literalId;
        case 'instance':
            return `#${v.id}`;
        case 'function':
            return v.calcId;
        case 'metaobject':
            return v.elementId;
        case 'infinity':
            return '*';
        case 'unset':
            return 'unset';
        case 'undetermined':
            return `undetermined (${v.reason})`;
        case 'opaque':
            return v.reason;
    }
}
