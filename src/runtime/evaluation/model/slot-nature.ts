// The nature of a slot for the runtime (a value, an object, a behavior …), derived from its declarations only.

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

/** The nature of a slot, which determines its content without a value. */
export type SlotNature = 'value' | 'object' | 'constraint' | 'calculation' | 'behavior' | 'connector' | 'variation' | 'reference';

const NATURE = Symbol('slot nature');

/** The nature of a slot, by its declaration and those that it redefines; computed once. */
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
        return isReferential(slot, first) || isDirected(slot) || !isA(first, 'OccurrenceUsage')
            ? hasBody(slot)
                ? 'object'
                : 'reference'
            : 'object';
    });
}

/** Whether the declaration that states a kind, or one that redefines it without a kind (`ref :>> x`), is written with `ref`. */
function isReferential({ chain }: Slot, kinded: Feature): boolean {
    return chain.slice(0, chain.indexOf(kinded) + 1).some(f => f.isReference);
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

/** Whether an attribute is structured: its definition or its body declares features. */
function isStructured(slot: Slot): boolean {
    const category: ValueCategory = categoryOf(slot.feature);
    if (category === 'quantity' && conformsToLibrary(slot.feature, 'Time::UtcTimeInstantValue')) {
        // a calendar date has values for its components
        return layoutOf(slot.feature).slots.some(s => CALENDAR_PARTS.has(s.names[0] ?? '') && s.feature.value !== undefined);
    }
    if (category === 'unit') {
        // the references of a coordinate frame or tensor measurement reference are among its features
        return layoutOf(slot.feature).slots.some(s => s.names.includes('mRefs') && s.chain.some(isGivenReferences));
    }
    if (category !== 'any' && category !== 'object' && category !== 'collection') {
        return false;
    }
    return layoutOf(slot.feature).slots.some(s => s.isModelled);
}

const CALENDAR_PARTS: ReadonlySet<string> = new Set(['val', 'year']);

/** Whether the references have a value other than the library's `self` of a scalar reference. */
function isGivenReferences({ value }: Feature): boolean {
    return value !== undefined && !(value.expression.$type === 'FeatureReferenceExpression' && value.expression.text === 'self');
}

/** Whether a feature has a declared value that is not only initial: the feature follows the sources of that value. */
export function isStatedValue(slot: Slot): boolean {
    const stated = slot.chain.find(f => f.value !== undefined);
    return stated !== undefined && !stated.value!.isInitial && (FOLLOWING.has(natureOf(slot)) || slot.feature.isReference === true);
}

/** Natures whose content is not owned: a value, or a reference. */
const FOLLOWING: ReadonlySet<SlotNature> = new Set(['value', 'reference']);
