/** Features as targets of assignments and output arguments. Does not depend on statements. */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { lastSegment } from '../../../language/semantics/structure.js';
import { resolve } from '../../../language/semantics/names.js';
import { codeOf } from '../../evaluation/expressions/code.js';
import { type Frame, type Place, frameWith, frameWithName } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { EvaluationError, describe, elementsOf, noSuchFeature, typeMismatch } from '../../values/index.js';
import { isOutput } from '../../evaluation/model/kinds.js';
import { BodyFrame, isState, performanceIn } from './frames.js';
import { denotedFeature, namesTarget } from './targets.js';

/** The refusal to assign the time of a clock. */
export function clockIsRead(): EvaluationError {
    return new EvaluationError("a clock's currentTime advances with the run and is not assigned");
}

/**
 * The feature that a chain denotes.
 * @returns a function of the frame in which the chain is read; it throws EvaluationError for a value that is not an object, for a missing
 * feature, and for a clock
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
            throw noSuchFeature(name);
        }
        return { frame: holder, index };
    };
}

/** The feature that an expression denotes, and the root of its path; undefined for an expression that computes a value. */
export function denotedPlace(
    expression: AstNode
): { readonly root: AstNode | undefined; readonly place: (frame: Frame) => Place | undefined } | undefined {
    const denoted = denotedFeature(expression);
    if (denoted === undefined) {
        return undefined;
    }
    const { root, name } = denoted;
    if (expression.$type === 'FeatureChainExpression') {
        return { root, place: placeOfChain(expression) };
    }
    return { root, place: frame => (root === undefined ? undefined : frameWith(frame, root)) ?? frameWithName(frame, name) };
}

/**
 * The feature that an output of a state is bound to. A state lasts, so this feature gets each value immediately and not only at the end.
 */
export function boundOutput(frame: Frame, index: number): Place | undefined {
    const slot = frame.layout.slots[index];
    if (!isOutput(slot.feature) || !(frame instanceof BodyFrame) || frame.outer === undefined || !isState(frame.layout.type)) {
        return undefined;
    }
    const stated = slot.chain.find(f => f.value !== undefined);
    return stated !== undefined && namesTarget(stated, frame.layout)
        ? denotedPlace(stated.value!.expression)!.place(frame.outer)
        : undefined;
}
