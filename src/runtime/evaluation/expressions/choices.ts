/**
 * Variants as values. A variant named in an expression is a choice; bound to a feature, or where its features are read, it becomes the
 * variant's value or object. Choices compare by the chosen variant (contract sheet 3.6).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { memoize } from '../model/kinds.js';
import { OpaqueValue, Sequence, type Value } from '../../values/index.js';
import { evaluateExpression } from './code.js';
import type { Frame } from './frame.js';
import { featureValueOf } from '../../../language/semantics/structure.js';

/** The identity of a choice. */
class Choice {
    constructor(readonly variant: AstNode) {}
}

const CHOICE = Symbol('variant choice');

/** The value of a variant's name. It has no wire form. */
export function choiceOf(variant: AstNode): Value {
    return memoize(CHOICE, variant, v => new OpaqueValue(`unsupported: variant selection ${nameOf(v) ?? ''}`.trim(), new Choice(v)));
}

/** The variant of a value: of a choice, or of an object created for one. */
export function variantOf(value: Value): AstNode | undefined {
    const v = value instanceof Sequence && value.elements.length === 1 ? value.elements[0] : value;
    if (v instanceof OpaqueValue && v.identity instanceof Choice) {
        return v.identity.variant;
    }
    return typeof v === 'object' && v !== null && v.kind === 'instance' ? (v as { variant?: AstNode }).variant : undefined;
}

/** Whether a value is a choice rather than an object. */
export function isChoice(value: Value): boolean {
    return value instanceof OpaqueValue && value.identity instanceof Choice;
}

/** Compares two values; choices compare by their variants. */
export function withChoices(compare: (a: Value, b: Value) => Value, a: Value, b: Value, frame: Frame): Value {
    if (!isChoice(a) && !isChoice(b)) {
        return compare(a, b);
    }
    const [x, y] = [variantOf(a), variantOf(b)];
    if (x !== undefined && y !== undefined) {
        return compare(choiceOf(x), choiceOf(y));
    }
    return compare(valueOfChoice(a, frame), valueOfChoice(b, frame));
}

/** A choice compares with a plain value by the value that its variant declares. */
function valueOfChoice(value: Value, frame: Frame): Value {
    const expression = isChoice(value) ? featureValueOf(variantOf(value)!)?.expression : undefined;
    return expression === undefined ? value : evaluateExpression(expression, frame);
}

/** What a choice stands for outside its variation: the value that its variant declares, else the object of the variant. */
export function chosenValue(choice: Value, frame: Frame): Value {
    const variant = variantOf(choice)!;
    const expression = featureValueOf(variant)?.expression;
    return expression === undefined ? frame.run.objectOf(variant) : evaluateExpression(expression, frame);
}
