/** Facts about values that the model states, from which a query decides whether they count. Does not depend on terms. */
import type { AstNode } from '../../../language/generated/tree.js';
import { isFeature } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { childrenOf } from '../../../language/syntax/node.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isEnumLiteral, isUnitDeclaration, isVariant } from '../../evaluation/model/kinds.js';

/** Whether a frame is an object of a variant, or is nested in one. */
export function isOfVariant(frame: Frame): boolean {
    for (let f: Frame | undefined = frame; f instanceof Instance; f = f.via === undefined ? undefined : f.outer) {
        if (f.variant !== undefined) {
            return true;
        }
    }
    return false;
}

/** Whether an expression reads features of the model. Literals, units, variants and library constants do not count. */
export function readsFeatures(expression: AstNode): boolean {
    if (expression.$type === 'FeatureReferenceExpression') {
        const target = targetOf(expression);
        return (
            target === undefined ||
            (isFeature(target) && !scopeOf(target).isLibrary && !isEnumLiteral(target) && !isVariant(target) && !isUnitDeclaration(target))
        );
    }
    return childrenOf(expression).some(readsFeatures);
}
