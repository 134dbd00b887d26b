/**
 * Whether a value fits what it is given to, a feature or parameter of some definitions: their types, the dimensions of quantities, and the
 * unit that a number lacks. All under `type.expr`.
 */
import type { AstNode } from '../generated/tree.js';
import { nameOf } from '../semantics/naming.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import { fits, isKnownToBe, knownTypesOf, QUANTITY } from './expression-facts.js';
import { dimensionText, dimensionTextOfTypes, exampleUnitOf, isIncommensurableWith } from './dimensions.js';
import { literalNumber, sourceText } from './literal-numbers.js';
import { givesElement } from './element-names.js';
import type { CheckContext } from './check.js';

const UNIT = 'MeasurementReferences::TensorMeasurementReference';
const NUMBER = 'ScalarValues::Number';

/** Whether a value is written as a number, and its definitions are quantities of a dimension. */
function lacksUnit(value: AstNode, declared: readonly AstNode[]): boolean {
    return (
        (literalNumber(value) !== undefined || value.$type === 'BinaryExpression') &&
        declared.length > 0 &&
        declared.every(t => conformsToLibrary(t, QUANTITY) && !conformsToLibrary(t, NUMBER)) &&
        exampleUnitOf(declared) !== undefined &&
        isKnownToBe(value, NUMBER)
    );
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
    } else if (lacksUnit(value, declared)) {
        const text = sourceText(value);
        const operand = value.$type === 'BinaryExpression' ? `(${text})` : text;
        context.report(
            'warning',
            'type.expr',
            `${words}: expected ${quantityOf(declared[0])}, got a number: write '${operand} [${exampleUnitOf(declared)}]'`,
            value
        );
    }
}
