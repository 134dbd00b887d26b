/**
 * Whether a value fits what it is given to, a feature or parameter of some definitions: their types, the dimensions of quantities, and the
 * unit that a number lacks. All under `type.expr`.
 */
import type { AstNode } from '../generated/tree.js';
import { nameOf } from '../semantics/naming.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import { fits, isKnownToBe, knownTypesOf, QUANTITY } from './expression-facts.js';
import { dimensionText, dimensionTextOfTypes, exampleUnitOf, isIncommensurableWith } from './dimensions.js';
import { sourceText } from './literal-numbers.js';
import { givesElement } from './element-names.js';
import type { CheckContext } from './check.js';

const UNIT = 'MeasurementReferences::TensorMeasurementReference';
const NUMBER = 'ScalarValues::Number';

/** Whether a value is known to be a number, and its definitions are quantities of a dimension. */
function lacksUnit(value: AstNode, declared: readonly AstNode[]): boolean {
    return (
        declared.length > 0 &&
        declared.every(t => conformsToLibrary(t, QUANTITY) && !conformsToLibrary(t, NUMBER)) &&
        exampleUnitOf(declared) !== undefined &&
        isKnownToBe(value, NUMBER)
    );
}

/** Expressions that a unit in brackets may follow as they are written. */
const POSTFIX: ReadonlySet<string> = new Set([
    'LiteralInteger',
    'LiteralReal',
    'UnaryExpression',
    'SequenceExpression',
    'FeatureReferenceExpression',
    'FeatureChainExpression',
    'InvocationExpression',
    'IndexExpression'
]);

/** The longest text of a value that a message repeats. */
const LONGEST_QUOTE = 40;

/** A value with a unit of some definitions, as it is written: `3 [kg]`, `(a + b) [m]`. */
function withUnit(value: AstNode, declared: readonly AstNode[]): string {
    const text = sourceText(value);
    const quoted = text.length > LONGEST_QUOTE || text.includes('\n') ? '(…)' : POSTFIX.has(value.$type) ? text : `(${text})`;
    return `${quoted} [${exampleUnitOf(declared)}]`;
}

/** Reports a number where quantities of a dimension are declared, which evaluation refuses (contract sheet 4.10 rule 11). */
export function checkUnit(value: AstNode, declared: readonly AstNode[], words: string, context: CheckContext): boolean {
    const isReported = lacksUnit(value, declared);
    if (isReported) {
        const what = quantityOf(declared[0]);
        context.report('warning', 'type.expr', `${words}: expected ${what}, got a number: write '${withUnit(value, declared)}'`, value);
    }
    return isReported;
}

/** What a definition of quantities is about: `mass` of `MassValue`. */
function quantityOf(type: AstNode): string {
    return (nameOf(type) ?? 'a quantity')
        .replace(/Value$/, '')
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();
}

/**
 * Reports a value that no value of some definitions can be.
 * @param words what does not fit, for the message
 */
export function checkFit(value: AstNode, declared: readonly AstNode[], words: string, context: CheckContext): void {
    if (givesElement(value, declared)) {
        return;
    }
    if (!fits(value, declared)) {
        const [found, wanted] = [knownTypesOf(value), declared].map(types => [...new Set(types.map(nameOf))].join(', '));
        // A value in a unit for the unit itself is what people write when they mean its quantity.
        const isValueForUnit = declared.every(t => conformsToLibrary(t, UNIT)) && isKnownToBe(value, QUANTITY);
        context.report(isValueForUnit ? 'warning' : 'error', 'type.expr', `${words}: it is of type ${found}, not of ${wanted}`, value);
    } else if (isIncommensurableWith(value, declared)) {
        context.report(
            'warning',
            'type.expr',
            `${words}: it is a quantity of dimension ${dimensionText(value)}, not ${dimensionTextOfTypes(declared)}`,
            value
        );
    } else {
        checkUnit(value, declared, words, context);
    }
}
