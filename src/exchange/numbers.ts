/** Handles numbers of the notation and of XML Schema as text (contract: conversion 3), so that none is rounded. */
import type { NumberText } from './graph.js';

interface Exact {
    readonly digits: bigint;
    /** the number is digits * 10^exponent */
    readonly exponent: number;
}

const TOKEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Parses a number; undefined if the text is not a number. */
export function exactOf(text: string): Exact | undefined {
    const match = TOKEN.exec(text);
    if (match === null || (match[2] === '' && (match[3] ?? '') === '')) {
        return undefined;
    }
    const [, sign, whole, fraction = '', power = '0'] = match;
    const exponent = Number(power) - fraction.length;
    return { digits: BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n), exponent };
}

/** The largest power of ten to which a number with an exponent is expanded. */
const MAX_POWER = 400;

/** Whether a double represents the number of a decimal text exactly. */
export function isExactDouble(text: string): boolean {
    const number = Number(text);
    const exact = exactOf(text);
    if (exact === undefined || !Number.isFinite(number) || Math.abs(exact.exponent) > MAX_POWER) {
        return exact !== undefined && Number.isFinite(number) && number === 0 && exact.digits === 0n;
    }
    // A double is an integer times a power of two. Scale both sides to integers and compare these.
    let mantissa = number;
    let power = 0;
    while (!Number.isInteger(mantissa)) {
        mantissa *= 2;
        power--;
    }
    let left = BigInt(mantissa);
    let right = exact.digits;
    if (exact.exponent >= 0) {
        right *= 10n ** BigInt(exact.exponent);
    } else {
        left *= 10n ** BigInt(-exact.exponent);
    }
    right <<= BigInt(-power);
    return left === right;
}

/**
 * The maximum number of zeros in an expanded number. It bounds the length of the text, because a short token may denote a number with any
 * number of zeros.
 */
export const MAX_ZEROS = 5000;

/** The decimal text of a rational token, without an exponent; undefined if it would need more than {@link MAX_ZEROS} zeros. */
export function exactDecimal(token: string): string | undefined {
    if (!/[eE]/.test(token)) {
        return token;
    }
    const { digits, exponent } = exactOf(token)!;
    if (Math.abs(exponent) > MAX_ZEROS + token.length) {
        return undefined;
    }
    const sign = digits < 0n ? '-' : '';
    const text = (digits < 0n ? -digits : digits).toString();
    if (exponent >= 0) {
        return `${sign}${text}${'0'.repeat(exponent)}.0`;
    }
    const padded = text.padStart(1 - exponent, '0');
    const fraction = withoutLastZeros(padded.slice(exponent));
    return `${sign}${padded.slice(0, exponent)}.${fraction === '' ? '0' : fraction}`;
}

/**
 * The decimal text of a number literal. If the text of a float or double is not exactly its value, this is the text of all digits of the
 * value (contract 6).
 */
export function decimalOf({ text, datatype }: NumberText): string {
    const number = datatype === 'float' ? Math.fround(Number(text)) : Number(text);
    const isBinary = (datatype === 'double' || datatype === 'float') && Number.isFinite(number);
    return isBinary && !(isExactDouble(text) && number === Number(text)) ? binaryDecimal(number) : text;
}

/** All decimal digits of a double. */
function binaryDecimal(number: number): string {
    let power = 0;
    let mantissa = number;
    while (!Number.isInteger(mantissa)) {
        mantissa *= 2;
        power++;
    }
    return exactDecimal(`${BigInt(mantissa) * 5n ** BigInt(power)}E-${power}`)!; // doubles have fewer zeros than the maximum
}

/** Whether two literals denote the same number. */
export function isSameNumber(a: NumberText, b: NumberText): boolean {
    const [left, right] = [a, b].map(number => exactOf(decimalOf(number)));
    if (left === undefined || right === undefined || left.digits === 0n) {
        return left === undefined || right === undefined ? a.text === b.text : left.digits === right.digits;
    }
    const [x, y] = [left, right].map(withoutZeros);
    return x.digits === y.digits && x.exponent === y.exponent;
}

/** Removes zeros at the end. Does not use a regular expression, which would backtrack from each zero. */
function withoutLastZeros(digits: string): string {
    let end = digits.length;
    while (digits[end - 1] === '0') {
        end--;
    }
    return digits.slice(0, end);
}

function withoutZeros({ digits, exponent }: Exact): Exact {
    const text = digits.toString();
    const zeros = text.length - withoutLastZeros(text).length;
    return { digits: zeros === 0 ? digits : BigInt(text.slice(0, -zeros)), exponent: exponent + zeros };
}
