/** Comparisons of properties with texts (contract: views 6.5, "Operators") and the order of their values. */
import { RE2JS } from 're2js';
import {
    isRealNumber,
    Quantity,
    compareNumbers,
    compareStrings,
    INFINITY,
    compareQuantities,
    sameDimension,
    Infinity_
} from '../../runtime/values/index.js';
import { EnumLiteral, parseRational, Real, type RealNumber, toReal } from '../../runtime/values/index.js';
import { definitionFault } from '../faults.js';
import { type CellValue, isRow } from '../rows.js';
import { cellText } from '../texts.js';
import { messageOf } from '../../language/failures.js';

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'startsWith' | 'endsWith' | 'matches';

/** The operator that each spelling denotes. */
const SPELLINGS: ReadonlyMap<string, Operator> = new Map([
    ['=', '='],
    ['==', '='],
    ['!=', '!='],
    ['<>', '!='],
    ['<', '<'],
    ['<=', '<='],
    ['>', '>'],
    ['>=', '>='],
    ['contains', 'contains'],
    ['startsWith', 'startsWith'],
    ['starts-with', 'startsWith'],
    ['endsWith', 'endsWith'],
    ['ends-with', 'endsWith'],
    ['matches', 'matches']
]);

const TEXT_TESTS: Partial<Readonly<Record<Operator, (text: string, value: string) => boolean>>> = {
    '=': (text, value) => text === value,
    '!=': (text, value) => text !== value,
    contains: (text, value) => text.includes(value),
    startsWith: (text, value) => text.startsWith(value),
    endsWith: (text, value) => text.endsWith(value)
};

const ORDER_TESTS: Partial<Readonly<Record<Operator, (order: number) => boolean>>> = {
    '=': order => order === 0,
    '!=': order => order !== 0,
    '<': order => order < 0,
    '<=': order => order <= 0,
    '>': order => order > 0,
    '>=': order => order >= 0
};

export type Test = (value: CellValue) => boolean;

/** A comparison of texts. @throws QueryFault for an unknown operator and for an invalid regular expression */
export function textTest(operator: string, value: string): (text: string) => boolean {
    const kind = kindOf(operator);
    if (kind === 'matches') {
        const pattern = regularExpression(value);
        return text => pattern.matcher(text).find();
    }
    const test = TEXT_TESTS[kind];
    if (test === undefined) {
        throw definitionFault('invalid-argument', `${operator} compares no texts`);
    }
    return text => test(text, value);
}

/**
 * Compiles a regular expression in the syntax of RE2. Its time is linear in the length of the text, so a model's pattern cannot block the
 * service.
 */
function regularExpression(source: string): RE2JS {
    try {
        return RE2JS.compile(source);
    } catch (error) {
        const why = messageOf(error).replace(/^error parsing regexp: /, '');
        throw definitionFault('invalid-argument', `${source} is no regular expression: ${why}`);
    }
}

/** A comparison of property values. The kind of each value determines how `value` is parsed. @throws QueryFault */
export function valueTest(operator: string, value: string): Test {
    const kind = kindOf(operator);
    return held => {
        if (!isRow(held)) {
            const number = held instanceof Quantity ? held.magnitude : held;
            if (number === INFINITY || isRealNumber(number)) {
                return ordered(kind)(compareBounded(number, numberOf(value, number instanceof Real)));
            }
            if (typeof held === 'boolean') {
                return booleanTest(kind, value)(held);
            }
        }
        return textTest(operator, value)(held instanceof EnumLiteral ? held.name : cellText(held));
    };
}

/** @throws QueryFault for an unknown operator */
function kindOf(operator: string): Operator {
    const kind = SPELLINGS.get(operator);
    if (kind === undefined) {
        throw definitionFault('invalid-argument', `${operator} is no operator: they are ${[...SPELLINGS.keys()].join(', ')}`);
    }
    return kind;
}

function ordered(operator: Operator): (order: number) => boolean {
    const test = ORDER_TESTS[operator];
    if (test === undefined) {
        throw definitionFault('invalid-argument', `${operator} compares no numbers`);
    }
    return test;
}

function booleanTest(operator: Operator, value: string): (held: boolean) => boolean {
    if ((operator !== '=' && operator !== '!=') || (value !== 'true' && value !== 'false')) {
        throw definitionFault(
            'invalid-argument',
            `a Boolean is compared by = or != with true or false, not by ${operator} with "${value}"`
        );
    }
    return held => (String(held) === value) === (operator === '=');
}

type Bounded = RealNumber | typeof INFINITY;

/**
 * Parses a number in a query. It is in the unit of the value that it is compared with.
 * @param asReal round it as a Real literal is rounded, so that equal texts denote equal numbers
 */
function numberOf(text: string, asReal: boolean): Bounded {
    if (text.trim() === '*') {
        return INFINITY;
    }
    const number = text.includes('/') ? undefined : parseRational(text.trim());
    if (number === undefined) {
        throw definitionFault('invalid-argument', `"${text}" is no number: a threshold is a bare number in the unit of each element`);
    }
    return asReal ? toReal(number) : number;
}

function compareBounded(a: Bounded, b: Bounded): number {
    if (a instanceof Infinity_ || b instanceof Infinity_) {
        return a === b ? 0 : a instanceof Infinity_ ? 1 : -1;
    }
    return compareNumbers(a, b);
}

/** The order of two values of the same kind. @throws QueryFault for values without an order */
export function compareCells(a: CellValue, b: CellValue): number {
    if (!isRow(a) && !isRow(b)) {
        if (a instanceof Quantity && b instanceof Quantity) {
            if (!sameDimension(a.unit.term, b.unit.term)) {
                throw definitionFault('invalid-order', `${cellText(a)} and ${cellText(b)} are of different dimensions`);
            }
            const order = compareQuantities(a, b);
            if (order === undefined) {
                throw definitionFault('invalid-order', `${cellText(a)} and ${cellText(b)} have no order`);
            }
            return order;
        }
        if ((a === INFINITY || isRealNumber(a)) && (b === INFINITY || isRealNumber(b))) {
            return compareBounded(a, b);
        }
        if (typeof a === 'boolean' && typeof b === 'boolean') {
            return Number(a) - Number(b);
        }
        if (typeof a === 'string' && typeof b === 'string') {
            return compareStrings(a, b);
        }
    }
    if (isRow(a) === isRow(b) && kindOfCell(a) === kindOfCell(b)) {
        return compareStrings(cellText(a), cellText(b));
    }
    throw definitionFault('invalid-order', `${cellText(a)} and ${cellText(b)} are of different types`);
}

function kindOfCell(value: CellValue): string {
    return typeof value === 'object' && value !== null ? value.kind : typeof value;
}
