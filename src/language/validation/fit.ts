/**
 * Whether a value fits the feature or parameter that gets it: the types, the dimensions of quantities, and missing units. All findings have
 * the code `type.expr`.
 */
import type { AstNode } from '../generated/tree.js';
import { nameOf } from '../semantics/naming.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import { areDisjoint, fits, holderOfSelf, isKnownToBe, knownAmong, knownTypesOf, QUANTITY, statedTypesOf } from './expression-facts.js';
import { dimensionText, dimensionTextOfTypes, exampleUnitOf, isIncommensurableWith } from './dimensions.js';
import { sourceText } from './literal-numbers.js';
import { givesElement } from './element-names.js';
import type { CheckContext } from './check.js';

const UNIT = 'MeasurementReferences::TensorMeasurementReference';
const NUMBER = 'ScalarValues::Number';
const PERFORMANCE = 'Performances::Performance';

/** Whether a value is known to be a number, and its definitions are quantities of a dimension. */
function lacksUnit(value: AstNode, declared: readonly AstNode[]): boolean {
    return (
        declared.length > 0 &&
        declared.every(t => conformsToLibrary(t, QUANTITY) && !conformsToLibrary(t, NUMBER)) &&
        exampleUnitOf(declared) !== undefined &&
        isKnownToBe(value, NUMBER)
    );
}

/** Expressions that a unit in brackets may follow without parentheses. */
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

/** The text of a value with a unit of the declared definitions: `3 [kg]`, `(a + b) [m]`. */
function withUnit(value: AstNode, declared: readonly AstNode[]): string {
    const text = sourceText(value);
    const quoted = text.length > LONGEST_QUOTE || text.includes('\n') ? '(…)' : POSTFIX.has(value.$type) ? text : `(${text})`;
    return `${quoted} [${exampleUnitOf(declared)}]`;
}

/** The name of the quantity that a definition is for: `mass` for `MassValue`. */
function quantityOf(type: AstNode): string {
    return (nameOf(type) ?? 'a quantity')
        .replace(/Value$/, '')
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();
}

/**
 * Reports a value that cannot be an instance of the declared types.
 * @param types the types as declared, including behaviours and general types
 * @param words the start of the message
 */
export function checkFit(value: AstNode, types: readonly AstNode[], words: string, context: CheckContext): void {
    const declared = knownAmong(types);
    if (givesElement(value, declared)) {
        return;
    }
    if (isPerformanceFor(value, types)) {
        context.report('warning', 'type.expr', `${words}: 'self' is the performance: ${WHO_PERFORMS}`, value);
        return;
    }
    if (areDisjoint(value, types)) {
        const [found, wanted] = [statedTypesOf(value), types].map(list => [...new Set(list.map(nameOf))].join(', '));
        context.report('error', 'type.expr', `${words}: it is of type ${found}, not of ${wanted}${adviceForSelf(value)}`, value);
        return;
    }
    if (!fits(value, declared)) {
        const [found, wanted] = [knownTypesOf(value), declared].map(types => [...new Set(types.map(nameOf))].join(', '));
        // A quantity in the place of a unit was probably meant as a value in that unit.
        const isValueForUnit = declared.every(t => conformsToLibrary(t, UNIT)) && isKnownToBe(value, QUANTITY);
        context.report(isValueForUnit ? 'warning' : 'error', 'type.expr', `${words}: it is of type ${found}, not of ${wanted}`, value);
        return;
    }
    checkDimension(value, declared, words, context);
}

const WHO_PERFORMS = "'this' is what performs it";

const isSelf = (value: AstNode): boolean => value.$type === 'FeatureReferenceExpression' && value.text === 'self';

/** The advice for `self` in a behaviour, where it is the performance: the author probably meant the performer. */
function adviceForSelf(value: AstNode): string {
    return isSelf(value) && statedTypesOf(value).every(t => conformsToLibrary(t, PERFORMANCE)) ? `: ${WHO_PERFORMS}` : '';
}

/**
 * Whether a value is the `self` of a feature of an action that holds objects (`in p : Part = self`, `attribute m = massOf(self)`). The name
 * resolves to the `self` of the feature's type; evaluation reads the performance that has the feature.
 */
function isPerformanceFor(value: AstNode, types: readonly AstNode[]): boolean {
    const owner = holderOfSelf(value);
    return (
        owner !== undefined &&
        conformsToLibrary(owner, PERFORMANCE) &&
        !conformsToLibrary(owner, 'Performances::Evaluation') &&
        types.length > 0 &&
        types.every(t => conformsToLibrary(t, 'Objects::Object'))
    );
}

/**
 * Reports quantities of another dimension than the declared one, and numbers where quantities of a dimension are declared: evaluation
 * rejects both (contract sheet 4.10 rule 11).
 * @returns whether it reported a finding
 */
export function checkDimension(value: AstNode, declared: readonly AstNode[], words: string, context: CheckContext): boolean {
    let isReported = false;
    for (const part of partsOf(value)) {
        const isOther = isIncommensurableWith(part, declared);
        if (isOther || lacksUnit(part, declared)) {
            const text = isOther
                ? `it is a quantity of dimension ${dimensionText(part)}, not ${dimensionTextOfTypes(declared)}`
                : `expected ${quantityOf(declared[0])}, got a number: write '${withUnit(part, declared)}'`;
            context.report('warning', 'type.expr', `${words}: ${text}`, part);
            isReported = true;
        }
    }
    return isReported;
}

/** The expressions that yield the values: branches of a condition, elements of a list that are not all numbers. */
function partsOf(value: AstNode): readonly AstNode[] {
    switch (value.$type) {
        case 'ConditionalExpression':
            return [value.thenBranch, value.elseBranch].flatMap(partsOf);
        case 'SequenceExpression': {
            const { elements } = value;
            return isKnownToBe(value, NUMBER) ? [value] : elements.flatMap(partsOf);
        }
        default:
            return [value];
    }
}
