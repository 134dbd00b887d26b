/**
 * The declared values of features when their owner begins to exist: a performance, also that of a state, or an object. Does not depend
 * on tokens or machines.
 */
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { isAttribute } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { EvaluationError } from '../../values/index.js';
import { unlessFailing } from './frames.js';

/**
 * Evaluates the initial values (`:=`) of a performance that begins, and the values to which its attributes are bound. Initial values are
 * fixed at this moment, bindings hold from now on (KerML 8.3.4.10.2).
 * @throws EvaluationError that names the feature: `feature value Fill.level: division by zero`
 */
export function initialize(performance: Frame): void {
    for (const slot of performance.layout.slots) {
        const stated = slot.isModelled ? statedValueOf(slot) : undefined;
        if (stated?.isInitial === true || (stated !== undefined && slot.feature.direction === undefined && isAttribute(slot.feature))) {
            initializeFeature(performance, slot);
        }
    }
}

/**
 * Evaluates the declared value of a feature of a performance. It is no failure that an attribute has no value yet, because it is declared
 * empty or bound to a feature without a value.
 * @throws EvaluationError that names the feature
 */
export function initializeFeature(performance: Frame, slot: Slot): void {
    try {
        performance.read(slot.index);
    } catch (error) {
        if (!(error instanceof EvaluationError)) {
            throw error;
        }
        const isFixed = slot.feature.direction !== undefined || statedValueOf(slot)?.isInitial === true;
        if (error.isOfAbsence ? isFixed : !error.isOfEmptiness || slot.feature.direction !== undefined) {
            throw withinFeature(error, performance, slot);
        }
    }
}

/** Adds the name of a feature to the failure of its value: `feature value Fill.level: …`. @returns the error */
export function withinFeature(error: EvaluationError, performance: Frame, slot: Slot): EvaluationError {
    const owner = nameOf(performance.layout.type);
    return error.within(`feature value ${owner === undefined ? '' : `${owner}.`}${slot.names[0] ?? ''}`);
}

/**
 * Evaluates the initial values (`:=`) of an object. If one fails, the failure is reported when the feature is read (contract sheet 3.5).
 */
export function fixInitialValues(object: Frame): void {
    for (const slot of object.layout.slots) {
        if (slot.isModelled && statedValueOf(slot)?.isInitial === true) {
            unlessFailing(() => object.read(slot.index));
        }
    }
}

/** The value of the most specific declaration that states one. */
function statedValueOf(slot: Slot): ast.FeatureValue | undefined {
    return slot.chain.find(f => f.value !== undefined)?.value;
}
