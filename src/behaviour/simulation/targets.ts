/** Which expressions denote a feature, instead of computing a value. Knows no frames. */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { isUsage, owningTypeOf } from '../../language/semantics/structure.js';
import { targetOf } from '../../evaluation/expressions/references.js';
import type { Layout } from '../../evaluation/model/layout.js';

/** The feature that the path of an expression begins with; undefined for an expression that computes something. */
export function denotedFeature(expression: AstNode): { readonly root: AstNode | undefined } | undefined {
    let first = expression;
    while (first.$type === 'FeatureChainExpression') {
        first = (first as ast.FeatureChainExpression).operand;
    }
    return first.$type === 'FeatureReferenceExpression' ? { root: targetOf(first as ast.FeatureReferenceExpression) } : undefined;
}

/** Whether the value that a usage states for an output is a feature outside of its performance, which the output is written to. */
export function namesTarget(declaration: ast.Usage, layout: Layout): boolean {
    const owner = owningTypeOf(declaration);
    const denoted =
        declaration.value?.isDefault === false && owner !== undefined && isUsage(owner)
            ? denotedFeature(declaration.value.expression)
            : undefined;
    return denoted !== undefined && (denoted.root === undefined || !layout.indexOf.has(denoted.root));
}
