/**
 * How values read in error texts, in `ToString` and in displays: number text, operand descriptions, whole values.
 *
 * Knows values only; the wire has its own encoding elsewhere.
 */

import { Rational } from './rational.js';
import { Complex, type Num, Real, type Value, kindOf } from './value.js';

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

/** Shortest decimal with `.0` for whole values; exponent form below 1e-4 and from 1e21. */
export function doubleText(d: number): string {
    const magnitude = Math.abs(d);
    if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e21)) {
        return d.toExponential();
    }
    const text = String(d + 0);
    return Number.isInteger(d) ? `${text}.0` : text;
}

function rationalText(v: Rational): string {
    const decimals = terminatingDecimals(BigInt(v.den));
    if (decimals === undefined) {
        return `${v.num}/${v.den}`;
    }
    const scaled = BigInt(v.num) * 10n ** BigInt(decimals) / BigInt(v.den);
    const minus = scaled < 0n ? '-' : '';
    const digits = String(scaled < 0n ? -scaled : scaled);
    // The point stands before digit `point`; the leading digit has weight 10^(point - 1).
    const point = digits.length - decimals;
    if (scaled !== 0n && (point > 21 || point < -3)) {
        const significant = digits.replace(/0+$/, '');
        const fraction = significant.slice(1);
        const exponent = point - 1;
        return `${minus}${significant[0]}${fraction === '' ? '' : `.${fraction}`}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
    }
    if (decimals === 0) {
        return `${minus}${digits}.0`;
    }
    const padded = digits.padStart(decimals + 1, '0');
    return `${minus}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

/** Decimal places of 1/den, or undefined when its expansion does not end. */
function terminatingDecimals(den: bigint): number | undefined {
    const twos = countFactor(den, 2n);
    const fives = countFactor(den >> BigInt(twos), 5n);
    return 2n ** BigInt(twos) * 5n ** BigInt(fives) === den ? Math.max(twos, fives) : undefined;
}

function countFactor(x: bigint, p: bigint): number {
    let n = 0;
    for (let rest = x; rest % p === 0n; rest /= p) {
        n++;
    }
    return n;
}

/** How an operand is named in a type mismatch: `an Integer`, `a string`, `the enumeration literal E::x` … */
export function describe(v: Value): string {
    switch (kindOf(v)) {
        case 'integer': return 'an Integer';
        case 'rational': return 'a Rational';
        case 'real': return 'a Real';
        case 'complex': return 'a Complex';
        case 'string': return 'a string';
        case 'boolean': return 'a Boolean';
        case 'null': return 'null';
        case 'sequence': return 'a sequence';
        case 'set': return 'a set';
        case 'array': return 'an array';
        case 'vector': return 'a vector';
        case 'quantity': return 'a quantity';
        case 'vectorQuantity': return 'a vector quantity';
        case 'tensorQuantity': return 'a tensor quantity';
        case 'measurementRef': return 'a measurement reference';
        case 'enumLiteral': return `the enumeration literal ${(v as { literalId: string }).literalId}`;
        case 'instance': return 'an instance';
        case 'function': return 'a function';
        case 'metaobject': return 'a metaobject';
        case 'infinity': return "the unbounded value '*'";
        case 'unset': return `no value for feature ${(v as { feature: string }).feature}`;
        case 'undetermined': return 'an undetermined value';
        case 'opaque': return (v as { reason: string }).reason;
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
        case 'complex': return numberText(v);
        case 'sequence': return `(${list(v.elements)})`;
        case 'set': return `{${list(v.elements)}}`;
        case 'array': return `array[${v.dimensions.join(', ')}](${list(v.elements)})`;
        case 'vector': return `<${list(v.components)}>`;
        case 'quantity': return v.unit.text === '' ? numberText(v.magnitude) : `${numberText(v.magnitude)} [${v.unit.text}]`;
        case 'vectorQuantity': return `<${list(v.components)}>`;
        case 'tensorQuantity': return `tensor[${v.dimensions.join(', ')}](${list(v.components)})`;
        case 'measurementRef': return v.unit.text;
        case 'enumLiteral': return v.literalId;
        case 'instance': return `#${v.id}`;
        case 'function': return v.calcId;
        case 'metaobject': return v.elementId;
        case 'infinity': return '*';
        case 'unset': return 'unset';
        case 'undetermined': return `undetermined (${v.reason})`;
        case 'opaque': return v.reason;
    }
}
