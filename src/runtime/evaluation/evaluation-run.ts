/**
 * A run that evaluates: the rules by which features get their values, and how expressions are compiled, come together here. It knows all of
 * evaluation; nothing in evaluation but its entries knows it.
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

/** A constant is part of reading the model, where no budget of a request bounds it. */
export const CONSTANT_LIMITS = { steps: 100_000, elements: 100_000 };

/** Evaluates a constant in a run of its own. @throws EvaluationError, also beyond {@link CONSTANT_LIMITS} */
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
