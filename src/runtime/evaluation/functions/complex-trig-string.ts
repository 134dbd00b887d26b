/**
 * ComplexFunctions, TrigFunctions and StringFunctions (KerML 9.4.6, 9.4.8, 9.4.13), and elementary functions that the standard libraries
 * lack.
 *
 * Angles are in radians; an angle quantity is converted to radians. String functions count code points.
 */

import {
    divisionByZero,
    domainError,
    indexOutOfRange,
    typeMismatch,
    type Integer,
    quotient,
    asPlainNumber,
    Complex,
    type Num,
    Quantity,
    Real,
    type RealNumber,
    type Value,
    describe,
    numbers
} from '../../values/index.js';
import * as operators from './operators.js';
import { type FunctionTable, type LibraryFunction, packageFunctions } from './registry.js';
import { notEvaluable, numericOperators, productOf, sumOf } from './scalar-functions.js';

const realPart = (z: Num): number => (z instanceof Complex ? z.re : numbers.toDouble(z));
const imaginaryPart = (z: Num): number => (z instanceof Complex ? z.im : 0);

/** The imaginary unit, `ComplexFunctions::i`. */
export const IMAGINARY_UNIT = new Complex(0, 1);
/** `TrigFunctions::pi`. */
export const PI = new Real(Math.PI);

const complexFunctions: FunctionTable = {
    ...numericOperators('Number', ['%', '<', '>', '<=', '>=', 'max', 'min']),
    rect: ['re:Real im:Real', ([re, im]: [Real, Real]) => numbers.complex(re.value, im.value)],
    polar: [
        'abs:Real arg:Real',
        ([abs, arg]: [Real, Real]) => numbers.complex(abs.value * Math.cos(arg.value), abs.value * Math.sin(arg.value))
    ],
    re: ['x:Number', ([z]: [Num]) => numbers.real(realPart(z))],
    im: ['x:Number', ([z]: [Num]) => numbers.real(imaginaryPart(z))],
    isZero: ['x:Number', ([z]: [Num]) => numbers.isZero(z)],
    isUnit: ['x:Number', ([z]: [Num]) => numbers.numbersEqual(z, 1)],
    abs: ['x:Number', ([z]: [Num]) => numbers.real(Math.hypot(realPart(z), imaginaryPart(z)))],
    arg: ['x:Number', ([z]: [Num]) => numbers.real(Math.atan2(imaginaryPart(z), realPart(z)))],
    '==': ['!x:Anything? y:Anything?', ([x, y]: [Value | undefined, Value | undefined]) => operators.equal(x ?? null, y ?? null)],
    sum: ['collection:Complexes', ([c]: [readonly Value[]]) => sumOf(c, new Complex(0, 0))],
    product: ['collection:Complexes', ([c]: [readonly Value[]]) => productOf(c, new Complex(1, 0))],
    ToString: [
        'x:Number',
        () => {
            throw notEvaluable('ComplexFunctions::ToString', 'the library fixes no text of a Complex');
        }
    ],
    ToComplex: [
        'x:String',
        () => {
            throw notEvaluable('ComplexFunctions::ToComplex', 'the library fixes no text of a Complex');
        }
    ]
};

/** The double of an angle in radians. */
function radians(angle: RealNumber | Quantity): number {
    const plain = angle instanceof Quantity ? asPlainNumber(angle) : angle;
    if (plain === undefined || plain instanceof Complex) {
        throw typeMismatch(`an angle must be a real number or a quantity of dimension one, got ${describe(angle)}`);
    }
    return numbers.toDouble(plain);
}

/** The quotient of sine and cosine of one angle. @throws EvaluationError for a zero divisor */
function quotientOf(name: string, above: number, below: number): Real {
    if (below === 0) {
        throw domainError(`${name} is not defined at this angle`);
    }
    return numbers.real(above / below);
}

function bounded(name: string, x: RealNumber, f: (d: number) => number): Real {
    const d = numbers.toDouble(x);
    if (d < -1 || d > 1) {
        throw domainError(`${name} is defined from -1 to 1 only`);
    }
    return numbers.real(f(d));
}

const trigFunctions: FunctionTable = {
    sin: ['theta:Angle', ([t]: [RealNumber]) => numbers.real(Math.sin(radians(t)))],
    cos: ['theta:Angle', ([t]: [RealNumber]) => numbers.real(Math.cos(radians(t)))],
    tan: ['theta:Angle', ([t]: [RealNumber]) => numbers.real(Math.tan(radians(t)))],
    cot: ['theta:Angle', ([t]: [RealNumber]) => quotientOf('cot', Math.cos(radians(t)), Math.sin(radians(t)))],
    arcsin: ['x:Angle', ([x]: [RealNumber]) => bounded('arcsin', plain(x), Math.asin)],
    arccos: ['x:Angle', ([x]: [RealNumber]) => bounded('arccos', plain(x), Math.acos)],
    arctan: ['x:Angle', ([x]: [RealNumber]) => numbers.real(Math.atan(radians(x)))],
    deg: ['theta_rad:Angle', ([t]: [RealNumber]) => numbers.real((radians(t) * 180) / Math.PI)],
    rad: ['theta_deg:Ordered', ([t]: [RealNumber]) => numbers.real((numbers.toDouble(t) * Math.PI) / 180)]
};

function plain(x: RealNumber | Quantity): RealNumber {
    return new Real(radians(x));
}

function positive(name: string, x: RealNumber): number {
    if (numbers.sign(x) <= 0) {
        throw domainError(`${name} of a number that is not positive`);
    }
    return numbers.toDouble(x);
}

const elementaryFunctions: FunctionTable = {
    exp: ['x:Ordered', ([x]: [RealNumber]) => numbers.real(Math.exp(numbers.toDouble(x)))],
    ln: ['x:Ordered', ([x]: [RealNumber]) => numbers.real(Math.log(positive('ln', x)))],
    log: ['x:Ordered base:Ordered', ([x, base]: [RealNumber, RealNumber]) => logarithm(positive('log', x), positive('log', base))],
    quotient: ['x:Integer y:Integer', ([x, y]: [Integer, Integer]) => truncatedQuotient(x, y)],
    ceiling: ['x:Ordered', ([x]: [RealNumber]) => numbers.negate(numbers.floor(numbers.negate(x)))],
    atan2: ['y:Ordered x:Ordered', ([y, x]: [RealNumber, RealNumber]) => numbers.real(Math.atan2(numbers.toDouble(y), numbers.toDouble(x)))]
};

function truncatedQuotient(x: Integer, y: Integer): Integer {
    if (numbers.isZero(y)) {
        throw divisionByZero();
    }
    return quotient(x, y);
}

function logarithm(x: number, base: number): Real {
    if (base === 1) {
        throw domainError('logarithm to base 1');
    }
    return numbers.real(base === 10 ? Math.log10(x) : base === 2 ? Math.log2(x) : Math.log(x) / Math.log(base));
}

/** The code points lower..upper, one-based and inclusive; empty when lower > upper. */
function substring(text: string, lower: Integer, upper: Integer): string {
    if (lower > upper) {
        return '';
    }
    const points = Array.from(text);
    if (lower < 1 || upper > points.length) {
        throw indexOutOfRange(`${lower}..${upper} is outside 1..${points.length}`);
    }
    return points.slice(Number(lower) - 1, Number(upper)).join('');
}

const compared = (symbol: string): FunctionTable[string] => [
    'x:String y:String',
    ([x, y]: [string, string]) => operators.BINARY_OPERATORS[symbol](x, y)
];

const stringFunctions: FunctionTable = {
    '+': compared('+'),
    '<': compared('<'),
    '>': compared('>'),
    '<=': compared('<='),
    '>=': compared('>='),
    '==': ['!x:Anything? y:Anything?', ([x, y]: [Value | undefined, Value | undefined]) => operators.equal(x ?? null, y ?? null)],
    Length: ['x:String', ([x]: [string]) => Array.from(x).length],
    Substring: ['x:String lower:Integer upper:Integer', ([x, lower, upper]: [string, Integer, Integer]) => substring(x, lower, upper)],
    ToString: ['x:String', ([x]: [string]) => x]
};

/** All functions of this file; `OpenSysMLMathFunctions` is an extension package that a model must import. */
export const COMPLEX_TRIG_STRING_FUNCTIONS: readonly LibraryFunction[] = [
    ...packageFunctions('ComplexFunctions', complexFunctions),
    ...packageFunctions('TrigFunctions', trigFunctions),
    ...packageFunctions('OpenSysMLMathFunctions', elementaryFunctions),
    ...packageFunctions('StringFunctions', stringFunctions)
];
