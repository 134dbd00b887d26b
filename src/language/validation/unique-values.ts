/**
 * Repeated values of a unique feature (`unique-feature-values`, KerML 8.4.3.4): literals, quantities and enumeration literals. Warnings;
 * evaluation checks computed values.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { allRedefinedFeaturesOf } from '../semantics/featuring.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { declaredBoundsOf } from '../semantics/multiplicity.js';
import { resolve } from '../semantics/names.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { declaredGeneralsOf } from '../semantics/specialization.js';
import { referentOf } from '../semantics/referents.js';
import { isFeature } from '../semantics/structure.js';
import type { Check, CheckContext, CheckTable } from './check.js';
import { literalNumber, sourceText } from './literal-numbers.js';
import { isQueryDefault } from './query-parameters.js';
import { isCollection } from './value-counts.js';

/** A text that equal literal values share; undefined for a computed value. */
function keyOf(value: AstNode): string | undefined {
    const number = literalNumber(value);
    if (number !== undefined) {
        return Number.isSafeInteger(number) || !Number.isInteger(number) ? `number ${number}` : `number ${sourceText(value)}`;
    }
    switch (value.$type) {
        case 'LiteralString':
        case 'LiteralBoolean':
            return `${value.$type} ${String(value.value)}`;
        case 'BracketExpression': {
            const [magnitude, units] = [keyOf(value.operand), value.index.map(sourceText)];
            return magnitude === undefined ? undefined : `${magnitude} [${units.join()}]`;
        }
        case 'FeatureReferenceExpression': {
            const referent = resolve(value);
            return referent !== undefined && isMetaclass(referent, 'EnumerationUsage') ? qualifiedNameOf(referent) : undefined;
        }
        default:
            return undefined;
    }
}

/** Whether a feature may not repeat a value: `nonunique` also applies to features that redefine the feature. */
function isUnique(feature: AstNode): boolean {
    const features = [feature, ...allRedefinedFeaturesOf(feature)];
    const isStated = features.some(f => declaredBoundsOf(f) !== undefined || declaredGeneralsOf(f).length > 0);
    return isStated && !features.some(f => f.isNonunique === true);
}

/** Reports a value that a list of literal values repeats although the target feature or parameter is unique. */
export function checkUnique(value: AstNode, feature: AstNode | undefined, context: CheckContext): void {
    if (value.$type !== 'SequenceExpression' || value.elements.length < 2 || feature === undefined || !isFeature(feature)) {
        return;
    }
    const places = new Map<string, number>();
    for (const [i, element] of value.elements.entries()) {
        const key = keyOf(element);
        const first = key === undefined ? undefined : places.get(key);
        if (first !== undefined && isUnique(feature) && !isCollection(feature, value)) {
            const name = lookupNameOf(feature);
            context.report(
                'warning',
                'unique-feature-values',
                `${sourceText(element)} is written at positions ${first} and ${i + 1} of ${name === undefined ? 'a feature' : `'${name}'`}, ` +
                    `which is unique: declare it 'nonunique' to repeat values`,
                element
            );
            return;
        }
        if (key !== undefined) {
            places.set(key, i + 1);
        }
    }
}

const holdsDifferentValues: Check<ast.FeatureValue> = (node, context) => {
    if (!isQueryDefault(node)) {
        checkUnique(node.expression, node.$container, context);
    }
};

const assignsDifferentValues: Check<ast.AssignmentActionUsage> = ({ target, assigned }, context) =>
    checkUnique(assigned, referentOf(target), context);

export const uniqueValueChecks: CheckTable = {
    FeatureValue: [holdsDifferentValues],
    AssignmentActionUsage: [assignsDifferentValues]
};
