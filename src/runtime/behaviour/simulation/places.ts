/** Features as places to write to: what an assignment or an output argument names. Knows no statements. */
import type { AstNode } from 'langium';
import type * as ast from '../../../language/generated/ast.js';
import { isUsage, lastSegment, owningTypeOf } from '../../../language/semantics/structure.js';
import { resolve } from '../../../language/semantics/names.js';
import { codeOf } from '../../expressions/compile.js';
import { type Frame, type Place, frameWith, frameWithName } from '../../expressions/frame.js';
import { targetOf } from '../../expressions/references.js';
import { Instance } from '../../instances/instance.js';
import type { Layout } from '../../model/layout.js';
import { EvaluationError, describe, elementsOf, typeMismatch } from '../../values/index.js';
import { performanceIn } from './frames.js';

/** The refusal to write the reading of a clock. */
export function clockIsRead(): EvaluationError {
    return new EvaluationError("a clock's currentTime advances with the run and is not assigned");
}

/**
 * The feature that a chain leads to.
 * @returns a function of the frame in which the chain is read; it throws for what is no object, has no such feature, or is a clock
 */
export function placeOfChain(chain: ast.FeatureChainExpression): (frame: Frame) => Place {
    const operand = codeOf(chain.operand);
    const name = lastSegment(chain.feature.text);
    return frame => {
        const [object, ...others] = elementsOf(operand(frame));
        if (others.length > 0 || object === undefined) {
            throw typeMismatch(`an assignment needs one object to assign ${name} of`);
        }
        const holder = object instanceof Instance ? object : performanceIn(object);
        if (holder === undefined) {
            if (name === 'currentTime') {
                throw clockIsRead();
            }
            throw typeMismatch(`an assignment needs an object to assign ${name} of, got ${describe(object)}`);
        }
        const feature = resolve(chain.feature);
        const index = (feature === undefined ? undefined : holder.layout.indexOf.get(feature)) ?? holder.layout.byName.get(name);
        if (index === undefined) {
            throw new EvaluationError('object has no such feature', `member ${name} not found in instance`);
        }
        return { frame: holder, index };
    };
}

/** The feature that an expression denotes, and the one that its path begins with; undefined for an expression that computes something. */
export function denotedPlace(expression: AstNode): { readonly root: AstNode | undefined; readonly place: (frame: Frame) => Place | undefined } | undefined {
    if (expression.$type === 'FeatureReferenceExpression') {
        const reference = expression as ast.FeatureReferenceExpression;
        const root = targetOf(reference);
        return { root, place: frame => (root === undefined ? undefined : frameWith(frame, root)) ?? frameWithName(frame, lastSegment(reference.text)) };
    }
    if (expression.$type === 'FeatureChainExpression') {
        const chain = expression as ast.FeatureChainExpression;
        const place = placeOfChain(chain);
        let root: AstNode = chain;
        while (root.$type === 'FeatureChainExpression') {
            root = (root as ast.FeatureChainExpression).operand;
        }
        return root.$type === 'FeatureReferenceExpression' ? { root: targetOf(root as ast.FeatureReferenceExpression), place } : undefined;
    }
    return undefined;
}

/** Whether the value that a usage states for an output is a feature outside of its performance, which the output is written to. */
export function namesTarget(declaration: ast.Usage, layout: Layout): boolean {
    const owner = owningTypeOf(declaration);
    const denoted = declaration.value?.isDefault === false && owner !== undefined && isUsage(owner) ? denotedPlace(declaration.value.expression) : undefined;
    return denoted !== undefined && (denoted.root === undefined || !layout.indexOf.has(denoted.root));
}
