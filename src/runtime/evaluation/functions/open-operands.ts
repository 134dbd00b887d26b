/**
 * Failures of operators, and open operands (`undetermined`): an operation on one has an open result, unless the known properties of its
 * operands already determine the result or a failure. (Contract sheet 4.5, 4.7.)
 */

import {
    divisionByZero,
    type EvaluationError,
    typeMismatch,
    describe,
    type OpenCategory,
    Quantity,
    Sequence,
    Undetermined,
    type Value,
    ValueSet,
    isNumber,
    kindOf,
    scalarOf,
    numbers,
    vacancyText
} from '../../values/index.js';

/** `type mismatch: operator '+' is not defined for a string and an Integer`. */
export function undefinedFor(operator: string, a: Value, b?: Value): EvaluationError {
    const unbounded = [a, b].some(v => v !== undefined && v !== null && kindOf(v) === 'infinity');
    if (unbounded) {
        return typeMismatch(`operator '${operator}' is not defined for the unbounded value '*': it is not a number`);
    }
    const vacancy = [a, b].map(v => (v instanceof Sequence ? v.vacancy : undefined)).find(v => v !== undefined);
    if (vacancy !== undefined) {
        return typeMismatch(vacancyText(vacancy, `operator '${operator}'`));
    }
    return typeMismatch(`operator '${operator}' is not defined for ${describe(a)}${b === undefined ? '' : ` and ${describe(b)}`}`);
}

/** The known category of an operand, open or not. */
export function categoryOf(v: Value): OpenCategory | undefined {
    if (v instanceof Undetermined) {
        return v.category;
    }
    switch (kindOf(v)) {
        case 'integer':
        case 'rational':
        case 'real':
        case 'complex':
            return 'number';
        case 'string':
            return 'string';
        case 'boolean':
            return 'boolean';
        case 'quantity':
            return 'quantity';
        case 'vector':
        case 'vectorQuantity':
        case 'tensorQuantity':
            return 'vector';
        default:
            return 'other';
    }
}

/** The categories of operands that each operator takes. */
export const ADMITTED: Readonly<Record<string, readonly OpenCategory[]>> = {
    '+': ['number', 'quantity', 'vector', 'string'],
    '-': ['number', 'quantity', 'vector'],
    '*': ['number', 'quantity', 'vector'],
    '/': ['number', 'quantity', 'vector'],
    '%': ['number'],
    '**': ['number', 'quantity'],
    '..': ['number'],
    '<': ['number', 'quantity', 'string']
};

/** An open result. @throws EvaluationError for failures that do not depend on the open values */
export function openResult(operator: string, a: Value, b: Value | undefined, rule = operator): Undetermined {
    const operands = b === undefined ? [a] : [a, b];
    const categories = operands.map(categoryOf).filter(c => c !== undefined);
    const admitted = ADMITTED[rule];
    const strings = categories.filter(c => c === 'string').length;
    if (categories.some(c => !admitted.includes(c)) || (strings > 0 && strings < categories.length)) {
        throw undefinedFor(operator, a, b);
    }
    if ((operator === '/' || operator === '%') && b !== undefined && isZeroNumber(b)) {
        throw divisionByZero();
    }
    return undeterminedFrom(operands, categories.length > 0 && categories.every(c => c === 'number') ? 'number' : undefined);
}

function isZeroNumber(v: Value): boolean {
    return isNumber(v) ? numbers.isZero(v) : v instanceof Quantity && numbers.isZero(v.magnitude);
}

/** The open result of an operation on open operands: with the reason of the first one, and one value unless an operand may be empty. */
export function undeterminedFrom(operands: readonly Value[], category?: OpenCategory): Undetermined {
    const open = operands.map(firstOpen).filter(v => v !== undefined);
    const mayBeEmpty = open.some(v => v.lower === 0);
    return new Undetermined(open[0].reason, mayBeEmpty ? 0 : 1, 1, category);
}

/** The first undetermined part of a value. */
export function firstOpen(v: Value): Undetermined | undefined {
    if (v instanceof Undetermined) {
        return v;
    }
    if (v instanceof Sequence || v instanceof ValueSet) {
        return v.elements.find(e => e instanceof Undetermined);
    }
    return undefined;
}

/** @throws EvaluationError no value, for a feature without a value */
export function refuseUnset(v: Value): void {
    if (v !== null && kindOf(v) === 'unset') {
        scalarOf(v);
    }
}
