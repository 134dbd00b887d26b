/**
 * BaseFunctions, DataFunctions, ScalarFunctions, BooleanFunctions, NumericalFunctions and the functions of Integer, Natural, Rational and
 * Real (KerML 9.4.2 to 9.4.12).
 *
 * The operators use operators.ts with the parameter types of each package: the functions of Real round their arguments to Reals, those of
 * Integer reject other values.
 */

import {
    domainError,
    EvaluationError,
    typeMismatch,
    isShaped,
    isUnitShaped,
    isZeroShaped,
    type Integer,
    absoluteInteger,
    gcdOfIntegers,
    parseInteger,
    Rational,
    parseRational,
    rational,
    describe,
    numberText,
    valueText,
    Complex,
    EnumLiteral,
    MeasurementRef,
    type Num,
    Quantity,
    Real,
    type RealNumber,
    type Value,
    isNumber,
    isRealNumber,
    scalarOf,
    numbers,
    quantities
} from '../../values/index.js';
import * as operators from './operators.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, packageFunctions } from './registry.js';

// ---------------------------------------------------------------------------------------------- shared implementations

/** The text of a value by the contract's rules for numbers; a string is unchanged. */
export function toText(v: Value): string {
    const x = v instanceof EnumLiteral ? v : scalarOf(v);
    if (typeof x === 'string') {
        return x;
    }
    if (x instanceof Complex) {
        throw notEvaluable('ComplexFunctions::ToString', 'the library fixes no text of a Complex');
    }
    return x instanceof EnumLiteral ? x.name : x instanceof MeasurementRef ? x.unit.text : valueText(x);
}

/** `library function is not evaluable: <name>: <why>`. */
export function notEvaluable(name: string, why: string): EvaluationError {
    return new EvaluationError('library function is not evaluable', `${name}: ${why}`);
}

/** The lesser operand; the left one of equals. */
export function minimum(a: Value, b: Value): Value {
    return operators.lessOrEqual(a, b) === true ? a : b;
}

/** The greater operand; the left one of equals. */
export function maximum(a: Value, b: Value): Value {
    return operators.greaterOrEqual(a, b) === true ? a : b;
}

/** Left fold with `+`; the identity for an empty collection. */
export function sumOf(elements: readonly Value[], zero: Value = 0): Value {
    return elements.length === 0 ? zero : elements.length === 1 ? operators.unaryPlus(elements[0]) : elements.reduce(operators.add);
}

/** Left fold with `*`; the identity for an empty collection. */
export function productOf(elements: readonly Value[], one: Value = 1): Value {
    return elements.length === 0 ? one : elements.length === 1 ? operators.unaryPlus(elements[0]) : elements.reduce(operators.multiply);
}

function absoluteOf(x: Value): Value {
    if (x instanceof Quantity) {
        return quantities.absoluteQuantity(x);
    }
    if (!isNumber(x)) {
        throw typeMismatch(`abs is not defined for ${describe(x)}`);
    }
    return numbers.absolute(x);
}

function magnitudeOf(x: Value, name: string): Num {
    const magnitude = x instanceof Quantity ? x.magnitude : x;
    if (!isNumber(magnitude)) {
        throw typeMismatch(`${name} is not defined for ${describe(x)}`);
    }
    return magnitude;
}

function isZeroScalar(x: Value): boolean {
    return isShaped(x) ? isZeroShaped(x) : numbers.isZero(magnitudeOf(x, 'isZero'));
}

function isUnitScalar(x: Value): boolean {
    return isShaped(x) ? isUnitShaped(x) : numbers.numbersEqual(magnitudeOf(x, 'isUnit'), 1);
}

/**
 * Converts every element to the package's kind of number. Quantities are unchanged: the function of another package was imported instead of
 * the equivalent one for quantities.
 */
function elementsAs(elements: readonly Value[], name: string, convert: (x: RealNumber) => RealNumber | undefined): readonly Value[] {
    if (elements.length > 0 && elements.every(e => e instanceof Quantity)) {
        return elements;
    }
    return elements.map((e, i) => {
        const x = scalarOf(e);
        const converted = isRealNumber(x) ? convert(x) : undefined;
        if (converted === undefined) {
            throw typeMismatch(`element ${i + 1} of ${name} is ${describe(x)}`);
        }
        return converted;
    });
}

/** Reads a number from text, or converts a number; other text is a type mismatch. */
function reading<V extends Value>(name: string, parse: (text: string) => V | undefined, convert: (x: RealNumber) => V) {
    return ([x]: [Value]): V => {
        const v = scalarOf(x);
        const result = typeof v === 'string' ? parse(v.trim()) : isRealNumber(v) ? convert(v) : undefined;
        if (result === undefined) {
            throw typeMismatch(`${name} cannot read ${typeof v === 'string' ? JSON.stringify(v) : describe(v)}`);
        }
        return result;
    };
}

/** An Integer that is not negative; `arithmetic domain error` otherwise. */
function natural(n: Integer): Integer {
    if (n < 0) {
        throw domainError(`${n} is negative and no Natural`);
    }
    return n;
}

function parseReal(text: string): Value | undefined {
    const exact = parseRational(text);
    return exact === undefined ? undefined : numbers.toReal(exact);
}

/** The greatest common divisor of whole numbers; a Rational that is not whole has none in the Integers. */
function gcd(x: RealNumber, y: RealNumber): Integer {
    const [a, b] = [numbers.exactRatio(x), numbers.exactRatio(y)];
    if (a.den !== 1 || b.den !== 1) {
        throw domainError(`gcd of ${numberText(x)} and ${numberText(y)}, which are not both whole`);
    }
    return absoluteInteger(gcdOfIntegers(a.num, b.num));
}

// ---------------------------------------------------------------------------------------------- operator tables

const BINARY = operators.BINARY_OPERATORS;
const binary =
    (symbol: string) =>
    ([x, y]: [Value, Value]): Value =>
        BINARY[symbol](x, y);
const sign =
    (symbol: '+' | '-') =>
    ([x, y]: [Value, Value | undefined]): Value =>
        y === undefined ? operators.UNARY_OPERATORS[symbol](x) : BINARY[symbol](x, y);
const rangeOf = ([x, y]: [Value, Value], context: FunctionContext): Value => operators.range(x, y, context);

/** The arithmetic and order operators with operands of one parameter type. */
export function numericOperators(type: string, without: readonly string[] = []): FunctionTable {
    const pair = `x:${type} y:${type}`;
    const table: Record<string, FunctionTable[string]> = {
        '+': [`x:${type} y:${type}?`, sign('+')],
        '-': [`x:${type} y:${type}?`, sign('-')],
        '*': [pair, binary('*')],
        '/': [pair, binary('/')],
        '%': [pair, binary('%')],
        '**': [pair, binary('**')],
        '^': [pair, binary('^')],
        '<': [pair, binary('<')],
        '>': [pair, binary('>')],
        '<=': [pair, binary('<=')],
        '>=': [pair, binary('>=')],
        max: [pair, ([x, y]: [Value, Value]) => maximum(x, y)],
        min: [pair, ([x, y]: [Value, Value]) => minimum(x, y)]
    };
    return Object.fromEntries(Object.entries(table).filter(([name]) => !without.includes(name)));
}

const booleanOperators: FunctionTable = {
    not: ['!x:Anything', ([x]: [Value]) => operators.not(x)],
    xor: ['!x:Anything y:Anything', binary('xor')],
    '|': ['!x:Anything y:Anything', ([x, y]: [Value, Value]) => operators.or(x, () => y)],
    '&': ['!x:Anything y:Anything', ([x, y]: [Value, Value]) => operators.and(x, () => y)]
};

const equality: FunctionTable = {
    '==': ['!x:Anything? y:Anything?', ([x, y]: [Value | undefined, Value | undefined]) => operators.equal(x ?? null, y ?? null)]
};

const identity: FunctionTable = {
    '===': ['!x:Anything? y:Anything?', ([x, y]: [Value | undefined, Value | undefined]) => operators.identical(x ?? null, y ?? null)]
};

/** The operators of DataFunctions, repeated in ScalarFunctions: they take any operands, like the operators of expressions. */
const dataOperators: FunctionTable = {
    ...numericOperators('Anything'),
    ...booleanOperators,
    '..': ['lower:Anything upper:Anything', rangeOf],
    '~': [
        '!x:Anything',
        () => {
            throw operators.unsupported('~');
        }
    ]
};

const toString: FunctionTable[string] = ['x:Anything', ([x]: [Value]) => toText(x)];

const baseFunctions: FunctionTable = {
    ...equality,
    ...identity,
    '!=': ['!x:Anything? y:Anything?', ([x, y]: [Value | undefined, Value | undefined]) => operators.notEqual(x ?? null, y ?? null)],
    '!==': ['!x:Anything? y:Anything?', ([x, y]: [Value | undefined, Value | undefined]) => operators.notIdentical(x ?? null, y ?? null)],
    ToString: toString,
    '[': ['!x:Anything y:Anything', ([x, y]: [Value, Value]) => operators.measured(x, y)],
    '#': ['!seq:Anything index:Collection', ([seq, index]: [Value, readonly Value[]]) => operators.index(seq, index)],
    ',': ['!seq1:Anything seq2:Anything', ([a, b]: [Value, Value], context: FunctionContext) => operators.sequence([a, b], context)]
};

const booleanFunctions: FunctionTable = {
    ...booleanOperators,
    ...equality,
    ToString: ['x:Boolean', ([x]: [boolean]) => String(x)],
    ToBoolean: [
        'x:String',
        ([x]: [string]) => {
            if (x !== 'true' && x !== 'false') {
                throw typeMismatch(`ToBoolean cannot read ${JSON.stringify(x)}`);
            }
            return x === 'true';
        }
    ]
};

const numericalFunctions: FunctionTable = {
    ...numericOperators('Anything'),
    isZero: ['x:Scalar', ([x]: [Value]) => isZeroScalar(x)],
    isUnit: ['x:Scalar', ([x]: [Value]) => isUnitScalar(x)],
    abs: ['x:Scalar', ([x]: [Value]) => absoluteOf(x)],
    sum: ['collection:Collection', ([c]: [readonly Value[]]) => sumOf(c)],
    product: ['collection:Collection', ([c]: [readonly Value[]]) => productOf(c)],
    sum0: ['collection:Collection zero:Anything', ([c, zero]: [readonly Value[], Value]) => sumOf(c, zero)],
    product1: ['collection:Collection one:Anything', ([c, one]: [readonly Value[], Value]) => productOf(c, one)]
};

const onlyInteger = (x: RealNumber): RealNumber | undefined => (typeof x === 'object' ? undefined : x);

const integerFunctions: FunctionTable = {
    ...numericOperators('Integer'),
    ...equality,
    '**': ['x:Integer y:Natural', binary('**')],
    '^': ['x:Integer y:Natural', binary('^')],
    abs: ['x:Integer', ([x]: [Integer]) => absoluteInteger(x)],
    '..': ['lower:Integer upper:Integer', rangeOf],
    ToString: ['x:Integer', ([x]: [Integer]) => numberText(x)],
    ToNatural: ['x:Integer', ([x]: [Integer]) => natural(x)],
    ToInteger: ['x:Anything', reading('ToInteger', parseInteger, numbers.truncate)],
    sum: ['collection:Integers', ([c]: [readonly Value[]]) => sumOf(elementsAs(c, 'IntegerFunctions::sum', onlyInteger))],
    product: ['collection:Integers', ([c]: [readonly Value[]]) => productOf(elementsAs(c, 'IntegerFunctions::product', onlyInteger))]
};

const naturalFunctions: FunctionTable = {
    ...numericOperators('Natural', ['-', '**', '^']),
    ...equality,
    ToString: ['x:Natural', ([x]: [Integer]) => numberText(x)],
    ToNatural: ['x:Anything', ([x]: [Value]) => natural(reading('ToNatural', parseInteger, numbers.truncate)([x]))]
};

const rationalFunctions: FunctionTable = {
    ...numericOperators('Ordered', ['%']),
    ...equality,
    rat: ['numer:Integer denum:Integer', ([n, d]: [Integer, Integer]) => rational(n, d)],
    numer: ['rat:Ordered', ([x]: [RealNumber]) => numbers.exactRatio(x).num],
    denom: ['rat:Ordered', ([x]: [RealNumber]) => numbers.exactRatio(x).den],
    abs: ['x:Ordered', ([x]: [RealNumber]) => numbers.absolute(x)],
    gcd: ['x:Ordered y:Ordered', ([x, y]: [RealNumber, RealNumber]) => gcd(x, y)],
    floor: ['x:Ordered', ([x]: [RealNumber]) => numbers.floor(x)],
    round: ['x:Ordered', ([x]: [RealNumber]) => numbers.round(x)],
    ToString: ['x:Ordered', ([x]: [RealNumber]) => numberText(x)],
    ToInteger: ['x:Anything', reading('ToInteger', parseInteger, numbers.truncate)],
    ToRational: ['x:Anything', reading('ToRational', parseRational, numbers.exactRatio)],
    sum: [
        'collection:Rationals',
        ([c]: [readonly Value[]]) =>
            sumOf(
                elementsAs(c, 'RationalFunctions::sum', x => x),
                new Rational(0, 1)
            )
    ],
    product: [
        'collection:Rationals',
        ([c]: [readonly Value[]]) =>
            productOf(
                elementsAs(c, 'RationalFunctions::product', x => x),
                new Rational(1, 1)
            )
    ]
};

const realFunctions: FunctionTable = {
    ...numericOperators('Real', ['%']),
    ...equality,
    re: ['x:Real', ([x]: [Real]) => x],
    im: ['x:Real', () => new Real(0)],
    abs: ['x:Real', ([x]: [Real]) => numbers.absolute(x)],
    arg: ['x:Real', () => new Real(0)],
    sqrt: ['x:Ordered', ([x]: [RealNumber]) => numbers.squareRoot(x)],
    floor: ['x:Ordered', ([x]: [RealNumber]) => numbers.floor(x)],
    round: ['x:Ordered', ([x]: [RealNumber]) => numbers.round(x)],
    ToString: ['x:Real', ([x]: [Real]) => numberText(x)],
    ToInteger: ['x:Anything', reading('ToInteger', parseInteger, numbers.truncate)],
    ToRational: ['x:Anything', reading('ToRational', parseRational, numbers.exactRatio)],
    ToReal: ['x:Anything', reading('ToReal', parseReal, numbers.toReal)],
    sum: ['collection:Reals', ([c]: [readonly Value[]]) => sumOf(elementsAs(c, 'RealFunctions::sum', numbers.toReal), new Real(0))],
    product: [
        'collection:Reals',
        ([c]: [readonly Value[]]) => productOf(elementsAs(c, 'RealFunctions::product', numbers.toReal), new Real(1))
    ]
};

/** All functions of this file. */
export const SCALAR_FUNCTIONS: readonly LibraryFunction[] = [
    ...packageFunctions('BaseFunctions', baseFunctions),
    ...packageFunctions('DataFunctions', { ...dataOperators, ...equality, ...identity }),
    ...packageFunctions('ScalarFunctions', dataOperators),
    ...packageFunctions('BooleanFunctions', booleanFunctions),
    ...packageFunctions('NumericalFunctions', numericalFunctions),
    ...packageFunctions('IntegerFunctions', integerFunctions),
    ...packageFunctions('NaturalFunctions', naturalFunctions),
    ...packageFunctions('RationalFunctions', rationalFunctions),
    ...packageFunctions('RealFunctions', realFunctions)
];
