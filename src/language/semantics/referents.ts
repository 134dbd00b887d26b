/** The elements of expressions that only name an element. */
import type { AstNode } from '../generated/tree.js';
import { resolve } from './names.js';

/** The element that a name or chain denotes, for example the target of an assignment or invocation; undefined for other expressions. */
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
