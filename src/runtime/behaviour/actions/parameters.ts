/**
 * Parameters of performances (contract behaviour 5): the values of inputs when a step begins and the targets of outputs when it ends. Does
 * not depend on tokens or statements.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage, owningTypeOf, segmentsOf } from '../../../language/semantics/structure.js';
import { type Frame, type Place, frameWithName } from '../../evaluation/expressions/frame.js';
import { boundValue, mayBeBound } from '../../evaluation/instances/bindings.js';
import { conform, evaluatedBounds } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { memoize, isInput, isOutput } from '../../evaluation/model/kinds.js';
import { type Slot } from '../../evaluation/model/layout.js';
import { EvaluationError, Unset, type Value } from '../../values/index.js';
import type { BodyFrame } from '../simulation/frames.js';
import type { Activity } from '../simulation/activity.js';
import { bodyMembersOf } from '../simulation/members.js';
import type { OrderLog } from '../simulation/order-log.js';
import { denotedPlace } from '../simulation/places.js';
import { namesTarget } from '../simulation/targets.js';

/** The argument of a parameter: its bound value, other than the default of its declaration. */
export function argumentOf(slot: Slot): AstNode | undefined {
    const stated = slot.chain.find(f => f.value !== undefined);
    const owner = stated === undefined ? undefined : owningTypeOf(stated);
    return stated?.value?.isDefault === false && owner !== undefined && isUsage(owner) ? stated.value.expression : undefined;
}

/**
 * Gives the inputs of a step their values as it begins: bound or delivered values, else the caller's values of the same names, else
 * defaults.
 * @throws EvaluationError unbound parameter
 */
export function takeInputs(frame: BodyFrame, caller: Frame, order: OrderLog | undefined): void {
    for (const slot of frame.layout.slots) {
        if (!isInput(slot.feature) || slot.names.length === 0 || !slot.isModelled || frame.delivered?.has(slot.index) === true) {
            continue;
        }
        order?.statement();
        const given = givenValue(frame, slot, caller);
        if (given !== undefined) {
            frame.write(slot.index, given);
        } else if (!frame.holds(slot.index) && evaluatedBounds(slot, frame).lower > 0 && !isFed(frame.step!, slot)) {
            throw new EvaluationError('unbound parameter', `${slot.names[0]} of ${nameOf(frame.step!) ?? 'an action'}`);
        }
    }
}

/** The bound value of an input, else the caller's value of the same name. */
function givenValue(frame: BodyFrame, slot: Slot, caller: Frame): Value | undefined {
    const bound = mayBeBound(frame) ? boundValue(frame, slot) : undefined;
    if (bound !== undefined || argumentOf(slot) !== undefined) {
        return bound;
    }
    const found = frameWithName(caller, slot.names[0]);
    if (found === undefined || !found.frame.holds(found.index)) {
        return undefined;
    }
    const value = found.frame.read(found.index);
    return value instanceof Unset ? undefined : conform(value, slot, frame);
}

const FED = Symbol('pins that flows lead to');

/** Whether a flow of the enclosing body targets a pin of a step. */
function isFed(step: AstNode, slot: Slot): boolean {
    const fed = memoize(FED, step, s => {
        const owner = owningTypeOf(s);
        const ends =
            owner === undefined
                ? []
                : bodyMembersOf(owner)
                      .filter(m => m.$type === 'FlowUsage')
                      .map(m => m.ends[1]);
        return new Set(
            ends
                .map(end => (end === undefined ? [] : segmentsOf(end.text).map(n => n.name)))
                .filter(path => path[0] === nameOf(s))
                .map(path => path[1])
        );
    });
    return slot.names.some(name => fed.has(name));
}

/**
 * Writes the outputs of a step that has ended to the features that its output arguments name, else to the caller's features of the same
 * names.
 */
export function giveOutputs(frame: BodyFrame, caller: Frame, activity: Activity): void {
    const { order } = activity.simulation;
    for (const slot of frame.layout.slots) {
        if (!isOutput(slot.feature) || slot.names.length === 0 || !slot.isModelled) {
            continue;
        }
        order?.statement();
        const target = outputPlace(frame, slot, caller);
        if (target !== undefined && frame.holds(slot.index)) {
            activity.write(
                target.frame,
                target.index,
                conform(frame.read(slot.index), target.frame.layout.slots[target.index], target.frame)
            );
        }
    }
}

/** The feature that an output is written to; undefined for none. @param frame frame of the performance */
export function outputPlace(frame: Frame, slot: Slot, caller: Frame): Place | undefined {
    const stated = slot.chain.find(f => f.value !== undefined);
    if (stated !== undefined && namesTarget(stated, frame.layout)) {
        return denotedPlace(stated.value!.expression)!.place(caller);
    }
    // An inout parameter whose argument is not a feature has nowhere to write its value.
    return argumentOf(slot) !== undefined && isInput(slot.feature) ? undefined : callersFeature(slot.names[0], caller);
}

/** The feature of a name in the enclosing performances; features of the performing object are not considered. */
function callersFeature(name: string, caller: Frame): Place | undefined {
    for (let f: Frame | undefined = caller; f !== undefined && !(f instanceof Instance); f = f.outer) {
        const index = f.layout.byName.get(name);
        if (index !== undefined) {
            return { frame: f, index };
        }
    }
    return undefined;
}
