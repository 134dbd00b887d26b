/**
 * Literal values that their features cannot hold: a fraction or a quotient for an Integer, a negative number for a Natural, a
 * quantity for a plain number. Warnings under `type.expr`; other computed values are not checked.
 */
import type { AstNode } from '../generated/tree.js';
import { referentOf } from '../semantics/referents.js';
import type * as ast from '../generated/tree.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import type { Check, CheckContext, CheckTable } from './check.js';
import { hasDimension } from './dimensions.js';
import { hasTypeByValue, isKnownToBe, knownFeatureTypes, knownTypesOf, QUANTITY } from './expression-facts.js';
import { literalNumber } from './literal-numbers.js';
import { isQueryDefault } from './query-parameters.js';

/** The numbers that a library type admits, the narrowest type first. */
const NUMBERS: readonly { readonly type: string; readonly what: string; readonly holds: (n: number) => boolean }[] = [
    { type: 'ScalarValues::Positive', what: 'a whole number above 0', holds: n => Number.isInteger(n) && n > 0 },
    { type: 'ScalarValues::Natural', what: 'a whole number from 0 on', holds: n => Number.isInteger(n) && n >= 0 },
    { type: 'ScalarValues::Integer', what: 'a whole number', holds: n => Number.isInteger(n) }
];

/** Expressions that may be quantities. */
const QUANTITIES: ReadonlySet<string> = new Set(['BracketExpression', 'FeatureReferenceExpression', 'FeatureChainExpression']);

/** Checks a literal value, and each element of a literal sequence. */
export function checkWritten(value: AstNode, types: () => readonly AstNode[], context: CheckContext): void {
    if (value.$type === 'SequenceExpression') {
        value.elements.forEach(e => checkWritten(e, types, context));
        return;
    }
    const isQuantity = QUANTITIES.has(value.$type);
    const number = literalNumber(value);
    const rational = rationalOf(value);
    const known = number === undefined && rational === undefined && !isQuantity ? [] : types();
    if (known.length === 0) {
        return;
    }
    const isAll = (library: string): boolean => known.every(t => conformsToLibrary(t, library));
    const rule = number === undefined ? undefined : NUMBERS.find(({ type }) => isAll(type));
    if (rule !== undefined && !rule.holds(number!)) {
        context.report('warning', 'type.expr', `${number} is not ${rule.what}, as its feature holds`, value);
    } else if (rational !== undefined && isAll('ScalarValues::Integer')) {
        context.report('warning', 'type.expr', `${rational}, not the whole number that its feature holds`, value);
    } else if (
        isQuantity &&
        isAll('ScalarValues::Number') &&
        !known.some(t => conformsToLibrary(t, QUANTITY)) &&
        isKnownToBe(value, QUANTITY) &&
        (value.$type === 'BracketExpression' || hasDimension(value))
    ) {
        context.report(
            'warning',
            'type.expr',
            'a quantity for a feature of plain numbers: its type should be one of quantities, as ISQ::MassValue',
            value
        );
    }
}

/**
 * The reason why a value is Rational even if it equals a whole number: it has a decimal point, or is a quotient of plain numbers
 * (`IntegerFunctions::'/'` returns a Rational). Undefined for other values.
 */
function rationalOf(value: AstNode): string | undefined {
    if (value.$type === 'UnaryExpression' && value.operator === '-') {
        return rationalOf(value.operand);
    }
    if (value.$type === 'LiteralReal') {
        return `${value.value} is a Rational`;
    }
    const isQuotient =
        value.$type === 'BinaryExpression' &&
        value.operator === '/' &&
        [value.left, value.right].every(operand => isKnownToBe(operand, 'ScalarValues::Number'));
    return isQuotient ? "'/' gives a Rational ('RationalFunctions::floor' rounds it)" : undefined;
}

/** The declared types of a feature. A type inferred from its value is ignored: `n default = 3` does not restrict later values. */
const statedTypesOf = (feature: AstNode): readonly AstNode[] => (hasTypeByValue(feature) ? [] : knownFeatureTypes(feature));

const holdsWrittenValue: Check<ast.FeatureValue> = (node, context) => {
    if (!isQueryDefault(node)) {
        checkWritten(node.expression, () => statedTypesOf(node.$container), context);
    }
};

const holdsAssignedValue: Check<ast.AssignmentActionUsage> = ({ target, assigned }, context) => {
    const referent = referentOf(target);
    checkWritten(assigned, () => (referent === undefined ? knownTypesOf(target) : statedTypesOf(referent)), context);
};

export const literalValueChecks: CheckTable = { FeatureValue: [holdsWrittenValue], AssignmentActionUsage: [holdsAssignedValue] };
