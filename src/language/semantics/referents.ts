/** What expressions that only name something lead to. */
import type { AstNode } from '../generated/tree.js';
import { resolve } from './names.js';

/** The element that an expression names, where it is a name or a chain: what an assignment changes, what an invocation calls. */
export function referentOf(expression: AstNode): AstNode | undefined {
    switch (expression.$type) {
        case 'FeatureReferenceExpression':
            return resolve(expression);
        case 'FeatureChainExpression':
            return resolve(expression.feature);
        default:
            return undefined;
    }
}
