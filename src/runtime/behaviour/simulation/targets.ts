/** Expressions that denote a feature instead of computing a value. Does not depend on frames. */
import type { AstNode } from '../../../language/generated/tree.js';
import { type Feature, isUsage, lastSegment, owningTypeOf } from '../../../language/semantics/structure.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import type { Layout } from '../../evaluation/model/layout.js';

/** The root of an expression's path, and the name at its end; undefined for an expression that computes a value. */
export function denotedFeature(expression: AstNode): { readonly root: AstNode | undefined; readonly name: string } | undefined {
    let first = expression;
    while (first.$type === 'FeatureChainExpression') {
        first = first.operand;
    }
    if (first.$type !== 'FeatureReferenceExpression') {
        return undefined;
    }
    const { text } = expression.$type === 'FeatureChainExpression' ? expression.feature : first;
    return { root: targetOf(first), name: lastSegment(text) };
}

/** Whether the value of an output names a feature outside the performance, which the output is written to. */
export function namesTarget(declaration: Feature, layout: Layout): boolean {
    const owner = owningTypeOf(declaration);
    const denoted =
        declaration.value?.isDefault === false && owner !== undefined && isUsage(owner)
            ? denotedFeature(declaration.value.expression)
            : undefined;
    return denoted !== undefined && (denoted.root === undefined || !layout.indexOf.has(denoted.root));
}
