/**
 * Whether a value fits what it is given to, a feature or parameter of some definitions: their types, the dimensions of quantities, and the
 * unit that a number lacks. All under `type.expr`.
 */
import type { AstNode } from '../generated/tree.js';
import { nameOf } from '../semantics/naming.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import { owningTypeOf } from '../semantics/structure.js';
import { areDisjoint, fits, isKnownToBe, knownAmong, knownTypesOf, QUANTITY, statedTypesOf } from './expression-facts.js';
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

/** What a definition of quantities is about: `mass` of `MassValue`. */
function quantityOf(type: AstNode): string {
    return (nameOf(type) ?? 'a quantity')
        .replace(/Value$/, '')
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();
}

/**
 * Reports a value that no value of some definitions can be.
 * @param types those definitions as they are stated, behaviors and general ones among them
 * @param words what does not fit, for the message
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
        // A value in a unit for the unit itself is what people write when they mean its quantity.
        const isValueForUnit = declared.every(t => conformsToLibrary(t, UNIT)) && isKnownToBe(value, QUANTITY);
        context.report(isValueForUnit ? 'warning' : 'error', 'type.expr', `${words}: it is of type ${found}, not of ${wanted}`, value);
        return;
    }
    checkDimension(value, declared, words, context);
}

const WHO_PERFORMS = "'this' is what performs it";

const isSelf = (value: AstNode): boolean => value.$type === 'FeatureReferenceExpression' && value.text === 'self';

/** In a behavior `self` is its performance: who writes it for a part means the one that performs it. */
function adviceForSelf(value: AstNode): string {
    return isSelf(value) && statedTypesOf(value).every(t => conformsToLibrary(t, PERFORMANCE)) ? `: ${WHO_PERFORMS}` : '';
}

/**
 * Whether a value is the `self` of a feature of an action that holds objects (`in p : Part = self`). The name finds what the feature has
 * from its own type, which tells nothing; evaluation reads the performance that the feature is one of.
 */
function isPerformanceFor(value: AstNode, types: readonly AstNode[]): boolean {
    const feature = isSelf(value) ? value.$container?.$container : undefined;
    const owner = feature === undefined || value.$container!.$type !== 'FeatureValue' ? undefined : owningTypeOf(feature);
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
 * refuses both (contract sheet 4.10 rule 11).
 * @returns whether something is reported
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

/** The expressions that each give values of their own: branches of a condition, elements of a list that are not all numbers. */
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
