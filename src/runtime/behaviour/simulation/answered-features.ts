/**
 * The result values of a performance: parameters and attributes of its model that have a value. Outputs bound to steps have one only after
 * those steps have ended. Does not depend on tokens or states.
 */
import { visitAll } from '../../../language/syntax/index.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { answered } from '../../evaluation/instances/conform.js';
import { isAttribute, isCalculation, isInput, isOutput, memoize } from '../../evaluation/model/kinds.js';
import type { Layout, Slot } from '../../evaluation/model/layout.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { type BodyFrame, performanceIn, unlessFailing } from './frames.js';
import { withinFeature } from './initial-values.js';

/** The features whose values a performance returns: parameters and attributes of the model, in order; of a loop also its variable. */
export function answeredSlots(layout: Layout): readonly Slot[] {
    return memoize(ANSWERED, layout.type, () => computeAnswered(layout));
}

/**
 * The values of a performance's features by name; a feature with several values gives a sequence (contract: verification 3.4). A feature
 * without a value is left out.
 * @throws EvaluationError of an output, or of an attribute whose value cannot be computed, with the name of the attribute
 */
export function answersOf(frame: BodyFrame): ReadonlyMap<string, Value> {
    return collected(frame, (slot, read) => (isOutput(slot.feature) ? read() : unlessAbsent(frame, slot, read)));
}

/**
 * The values of a performance's features at one moment of a run, as `answersOf` gives them, without the attributes that cannot be computed.
 * @throws EvaluationError of an output
 */
export function presentValuesOf(frame: BodyFrame): ReadonlyMap<string, Value> {
    return collected(frame, (slot, read) => (isOutput(slot.feature) ? read() : unlessFailing(read)));
}

type Reading = () => Value | undefined;

function collected(frame: BodyFrame, valueOf: (slot: Slot, read: Reading) => Value | undefined): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const slot of answeredSlots(frame.layout)) {
        const value = valueOf(slot, () => (!isAwaited(frame, slot) && frame.holds(slot.index) ? frame.read(slot.index) : undefined));
        if (value !== undefined) {
            found.set(slot.names[0], answered(value, slot));
        }
    }
    return found;
}

/** The value of an attribute; undefined if it is bound to a feature without a value. */
function unlessAbsent(frame: BodyFrame, slot: Slot, read: Reading): Value | undefined {
    try {
        return read();
    } catch (error) {
        if (error instanceof EvaluationError && (error.isOfAbsence || error.isOfEmptiness)) {
            return undefined;
        }
        throw error instanceof EvaluationError ? withinFeature(error, frame, slot) : error;
    }
}

const ANSWERED = Symbol('answered features of a performance');

function computeAnswered(layout: Layout): readonly Slot[] {
    return layout.slots.filter(
        s =>
            s.isModelled &&
            s.names.length > 0 &&
            s.names[0] !== 'localClock' &&
            !isCalculation(s.feature) &&
            (isAttribute(s.feature) ||
                isInput(s.feature) ||
                isOutput(s.feature) ||
                s.feature.$containerProperty === 'payload' ||
                s.feature.$containerProperty === 'variable' ||
                natureOf(s) === 'value' ||
                natureOf(s) === 'variation')
    );
}

const AWAITED = Symbol('outputs that are bound to what steps answer');

/**
 * The outputs whose bound value refers to steps of the performance, with these steps. Such an output has its value when the steps have
 * ended, not when the performance begins.
 */
function awaitedOutputs(layout: Layout): ReadonlyMap<Slot, readonly number[]> {
    return memoize(AWAITED, layout.type, () => {
        const found = new Map<Slot, readonly number[]>();
        for (const slot of answeredSlots(layout)) {
            const stated = slot.chain.find(f => f.value !== undefined)?.value;
            if (stated !== undefined && !stated.isDefault && !stated.isInitial && isOutput(slot.feature) && !isInput(slot.feature)) {
                const steps = new Set<number>();
                visitAll(stated.expression, node => {
                    const target = node.$type === 'FeatureReferenceExpression' ? targetOf(node) : undefined;
                    const step = target === undefined ? undefined : layout.slots[layout.indexOf.get(target) ?? -1];
                    if (step !== undefined && natureOf(step) === 'behavior') {
                        steps.add(step.index);
                    }
                });
                found.set(slot, [...steps]);
            }
        }
        return found;
    });
}

/** Whether an output waits for steps that have not begun. It has no value yet, and gets none if the steps are never performed. */
export function isAwaited(frame: BodyFrame, slot: Slot): boolean {
    return (
        !frame.isSet(slot.index) &&
        awaitedOutputs(frame.layout)
            .get(slot)
            ?.some(step => !frame.isSet(step) || performanceIn(frame.read(step))?.hasBegun !== true) === true
    );
}
