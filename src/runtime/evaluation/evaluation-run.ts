/**
 * A run with evaluation: connects the rules for feature values and the compilation of expressions. It depends on all of evaluation; only
 * the entry points of evaluation depend on it.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { localValue } from './calculations/performance.js';
import { codeOf, evaluateBy } from './expressions/code.js';
import { compile } from './expressions/compile.js';
import type { LocalFrame } from './expressions/frame.js';
import type { ObjectAccess } from './functions/index.js';
import { objectAccess } from './instances/access.js';
import { isFed } from './instances/bindings.js';
import { computeFeature } from './instances/features.js';
import type { Instance } from './instances/instance.js';
import { constantLimitExceeded } from './limits.js';
import type { Slot } from './model/layout.js';
import { Run, type RunModel } from './run.js';
import type { Value } from '../values/index.js';

export class EvaluationRun extends Run {
    readonly objects: ObjectAccess = objectAccess;

    featureValue(holder: Instance, slot: Slot): Value {
        return computeFeature(holder, slot);
    }

    isFed(holder: Instance, slot: Slot): boolean {
        return isFed(holder, slot);
    }

    localValue(frame: LocalFrame, slot: Slot): Value {
        return localValue(frame, slot);
    }
}

/** Limits of constants, which are evaluated while the model is read, outside the budgets of a request. */
export const CONSTANT_LIMITS = { steps: 100_000, elements: 100_000 };

/** Evaluates a constant in a new run. @throws EvaluationError, also beyond {@link CONSTANT_LIMITS} */
function constant(model: RunModel, expression: AstNode): Value {
    const run = new EvaluationRun(model, { limits: CONSTANT_LIMITS });
    try {
        return codeOf(expression)(run.prototypeOf(expression.$container!));
    } catch (error) {
        const [budget] = run.exhausted;
        throw budget === undefined ? error : constantLimitExceeded(budget, run.limits);
    }
}

evaluateBy({ compile, constant });
