/** Enumeration literals as values: identity, label, and the scalar that a literal of a scalar enumeration equals (contract sheet 3.6). */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { categoryOf, memoize } from '../model/kinds.js';
import type { Instance } from '../instances/instance.js';
import { coerceTo } from '../instances/coercion.js';
import type { Run, RunModel } from '../run.js';
import { EnumLiteral } from '../../values/index.js';
import { evaluateConstant } from './code.js';
import { featureValueOf } from '../../../language/semantics/structure.js';

const LITERAL = Symbol('enumeration literal');

/** The value of an enumeration literal. */
export function literalOf(literal: AstNode, model: RunModel): EnumLiteral {
    return memoize(LITERAL, literal, node => {
        const enumeration = node.$container!;
        const expression = featureValueOf(node)?.expression;
        const category = categoryOf(enumeration);
        const value =
            expression === undefined || category === 'enumeration' ? undefined : coerceTo(category, evaluateConstant(model, expression));
        return new EnumLiteral(qualifiedNameOf(node) ?? '', qualifiedNameOf(enumeration) ?? '', nameOf(node) ?? '', value);
    });
}

/** The element with a literal's id. */
export function elementOfLiteral(literalId: string, run: Run): AstNode | undefined {
    return elementById(run.model, literalId);
}

/** The object of a literal with features. */
export function objectOfLiteral(literalId: string, run: Run): Instance | undefined {
    const node = elementOfLiteral(literalId, run);
    return node === undefined ? undefined : run.objectOf(node);
}
