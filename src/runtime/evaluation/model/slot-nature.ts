// What the runtime makes of a slot: a value, an object, a behavior … Follows from its declarations alone.

import { conformsToLibrary } from '../../../language/semantics/specialization.js';
import { scopeOf } from '../../../language/semantics/world.js';
import {
    type ValueCategory,
    categoryOf,
    isA,
    isAttribute,
    isBehavior,
    isCalculation,
    isConnector,
    isConstraint,
    isVariation,
    memoize,
    restates
} from './kinds.js';
import { type Slot, layoutOf } from './layout.js';
import type { Feature } from '../../../language/semantics/structure.js';

/** What the runtime makes of a slot without a value. */
export type SlotNature = 'value' | 'object' | 'constraint' | 'calculation' | 'behavior' | 'connector' | 'variation' | 'reference';

const NATURE = Symbol('slot nature');

export function natureOf(slot: Slot): SlotNature {
    return memoize(NATURE, slot.feature, () => {
        const { feature } = slot;
        if (slot.chain.some(f => isVariation(f))) {
            return 'variation';
        }
        const first = slot.chain.find(f => (f.kind ?? f.reference) !== undefined) ?? feature;
        if (isConstraint(first)) {
            return 'constraint';
        }
        if (isCalculation(first)) {
            return 'calculation';
        }
        if (isConnector(first) && !isA(first, 'BindingConnector')) {
            return 'connector';
        }
        if (isBehavior(first)) {
            return 'behavior';
        }
        const category = categoryOf(feature);
        if (isAttribute(first) || (category !== 'object' && category !== 'any')) {
            return isStructured(slot) ? 'object' : 'value';
        }
        return first.isReference || isDirected(slot) || !isA(first, 'OccurrenceUsage')
            ? hasBody(slot)
                ? 'object'
                : 'reference'
            : 'object';
    });
}

function isDirected(slot: Slot): boolean {
    return (
        slot.chain.some(f => f.direction !== undefined || f.isEnd) || ['subject', 'actor', 'stakeholder'].includes(slot.feature.kind ?? '')
    );
}

/** Whether a feature is declared with a body of the model. */
export function hasBody(slot: Slot): boolean {
    return slot.chain.some(f => restates(f) && !scopeOf(f).isLibrary);
}

/** An attribute with features of its own: typed by an attribute definition that has some, or with a body. */
function isStructured(slot: Slot): boolean {
    const category: ValueCategory = categoryOf(slot.feature);
    if (category === 'quantity' && conformsToLibrary(slot.feature, 'Time::UtcTimeInstantValue')) {
        // a calendar date states its parts
        return layoutOf(slot.feature).slots.some(s => CALENDAR_PARTS.has(s.names[0] ?? '') && s.feature.value !== undefined);
    }
    if (category === 'unit') {
        // a coordinate frame, a tensor measurement reference: its references are features of it
        return layoutOf(slot.feature).slots.some(s => s.names.includes('mRefs') && s.chain.some(isGivenReferences));
    }
    if (category !== 'any' && category !== 'object' && category !== 'collection') {
        return false;
    }
    return layoutOf(slot.feature).slots.some(s => s.isModelled);
}

const CALENDAR_PARTS: ReadonlySet<string> = new Set(['val', 'year']);

/** A value for the references that is not the library's `self` of a scalar reference. */
function isGivenReferences({ value }: Feature): boolean {
    return value !== undefined && !(value.expression.$type === 'FeatureReferenceExpression' && value.expression.text === 'self');
}

/** Whether a feature has a value stated that holds throughout, not only at first: such a value follows what it is computed from. */
export function isStatedValue(slot: Slot): boolean {
    const stated = slot.chain.find(f => f.value !== undefined);
    return stated !== undefined && !stated.value!.isInitial && (FOLLOWING.has(natureOf(slot)) || slot.feature.isReference === true);
}

/** What a slot of such a nature holds is not its own: a value, or something that it refers to. */
const FOLLOWING: ReadonlySet<SlotNature> = new Set(['value', 'reference']);
