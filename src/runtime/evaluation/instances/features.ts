/**
 * The values of an object's features: bindings, selected variants, declared values, restated bodies, subsetting features, own objects by
 * multiplicity, or none (contract sheet 3.3 to 3.6). The first applicable rule determines the value.
 *
 * Values of features are recursive: a feature may be a calculation or a condition, whose parameters are features, which bindings connect
 * with others. The files with these rules depend on each other: this one, bindings.ts and model-level.ts, and, in calculations/, usage.ts,
 * performance.ts, statements.ts and conditions.ts. No other file of evaluation is part of this cycle.
 */
import type { FeatureChaining } from '../../../language/generated/tree.js';
import {
    chainStepsOf,
    type Feature,
    featureValueOf,
    isDefinition,
    isFeature,
    isUsage,
    type NameNode
} from '../../../language/semantics/structure.js';
import { resolveEachSegment } from '../../../language/semantics/names.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { calculationOf } from '../calculations/usage.js';
import { codeOf } from '../expressions/code.js';
import { isChoice, variantOf } from '../expressions/choices.js';
import type { Frame } from '../expressions/frame.js';
import { featuresIn, readPath } from '../expressions/paths.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { variantsOf } from '../model/kinds.js';
import { type AttachedEnd, type Slot, layoutOf, subsettersOf } from '../model/layout.js';
import { boundsOf, isManyValued } from '../model/slot-bounds.js';
import { natureOf } from '../model/slot-nature.js';
import { conditionValue } from '../calculations/conditions.js';
import {
    EMPTY_SEQUENCE,
    EvaluationError,
    Sequence,
    Unset,
    type Value,
    elementsOf,
    sequenceOf,
    unresolvedReference
} from '../../values/index.js';
import { boundValue } from './bindings.js';
import { asElements, valueOfObject } from './value-objects.js';
import { conform, conformContributed, evaluatedBounds, openValue } from './conform.js';
import { Instance } from './instance.js';
import { readOnModel } from './model-level.js';
import type { Run } from '../run.js';

/** Limit of the objects that one feature creates by its lower bound. */
const MAX_OWN_OBJECTS = 1000;

/** The value of an object's feature. @throws EvaluationError */
export function computeFeature(holder: Instance, slot: Slot): Value {
    holder.run.step();
    return asElements(boundValue(holder, slot) ?? unboundValue(holder, slot), slot, holder);
}

/** The value of a feature without its bindings. */
export function unboundValue(holder: Instance, slot: Slot): Value {
    const end = holder.layout.ends.get(slot.index);
    if (end !== undefined) {
        return endValue(holder, end);
    }
    const nature = natureOf(slot);
    if (nature === 'variation') {
        return variationValue(holder, slot);
    }
    if (nature === 'calculation') {
        return declaredValue(holder, slot) ?? calculationOf(slot.feature, holder);
    }
    if (nature === 'constraint') {
        return declaredValue(holder, slot) ?? conditionValue(slot, holder);
    }
    const declared = declaredValue(holder, slot);
    if (declared !== undefined) {
        return declared;
    }
    const along = chained(holder, slot);
    if (along !== undefined) {
        return conform(along, slot, holder);
    }
    const contributed = contributions(holder, slot);
    if (nature === 'object' || nature === 'connector' || nature === 'behavior') {
        return ownObjects(holder, slot, contributed);
    }
    if (contributed.length > 0) {
        return conformContributed(sequenceOf(contributed), slot, holder);
    }
    return referenced(holder, slot) ?? nothing(holder, slot);
}

/**
 * The value of the feature that a feature names by reference subsetting (`::>`). A feature of exactly one value that subsets a chain with
 * one value has that value, since it can have no other.
 */
function referenced(holder: Instance, slot: Slot): Value | undefined {
    for (const { relationships } of slot.chain) {
        for (const relationship of relationships ?? []) {
            const isReference = relationship.$type === 'ReferenceSubsetting';
            if (!isReference && !(relationship.$type === 'Subsetting' && relationship.text.includes('.') && isExactlyOne(holder, slot))) {
                continue;
            }
            const at = readPath(holder, chainStepsOf(relationship.text));
            if (at?.frame === holder && at.index === slot.index) {
                continue;
            }
            const value = at === undefined ? referredOnModel(holder.run, relationship) : at.frame.read(at.index);
            if (value === undefined) {
                continue;
            }
            if (isReference || (!(value instanceof Unset) && elementsOf(value).length === 1)) {
                return conform(value, slot, holder);
            }
        }
    }
    return undefined;
}

function isExactlyOne(holder: Instance, slot: Slot): boolean {
    const { lower, upper } = evaluatedBounds(slot, holder);
    return lower === 1 && upper === 1;
}

/**
 * Whether a declaration of the model has a body that gives a nested feature a value, at any depth; it takes precedence over an inherited
 * value.
 */
function governsByBody(feature: Feature): boolean {
    return isUsage(feature) && !scopeOf(feature).isLibrary && statesAValue(feature);
}

function statesAValue(feature: Feature): boolean {
    return (feature.members ?? []).some(m => isUsage(m) && (m.value !== undefined || statesAValue(m)));
}

/** The most specific declared value; undefined when there is none, or when a more specific declaration restates features in a body. */
function declaredValue(holder: Frame, slot: Slot): Value | undefined {
    for (const declaration of slot.chain) {
        if (declaration.value !== undefined && declaration.value.expression.$type !== 'TriggerExpression') {
            if (governsByBody(declaration) && natureOf(slot) === 'object') {
                throw new EvaluationError('feature both valued and restated in a body', slot.names[0] ?? '');
            }
            return conform(codeOf(declaration.value.expression)(holder), slot, holder);
        }
        if (governsByBody(declaration) && natureOf(slot) === 'object') {
            return undefined;
        }
    }
    return undefined;
}

/** Values of the features that subset this one, in declaration order. */
function contributions(holder: Instance, slot: Slot): Value[] {
    const subsetters = subsettersOf(holder.layout).get(slot.index);
    if (subsetters === undefined) {
        return [];
    }
    return subsetters.flatMap(index => {
        if (holder.isPending(index)) {
            throw new EvaluationError('cyclic feature value dependency', `${holder.nameOfSlot(slot)} subsets itself`);
        }
        const value = holder.read(index);
        return value instanceof Unset ? [] : [...elementsOf(value)];
    });
}

/** The objects that a feature creates by its multiplicity, including those of subsetting features. */
function ownObjects(holder: Instance, slot: Slot, contributed: readonly Value[]): Value {
    const { lower, upper } = evaluatedBounds(slot, holder);
    const isAttribute = natureOf(slot) === 'object' && slot.chain.some(f => f.kind === 'attribute');
    if (holder.isOpen && isDefinition(holder.type) && !isAttribute && contributed.length === 0) {
        return openValue(slot, lower, upper);
    }
    const wanted = lower === 0 && (upper === 1 || boundsOf(slot).isAnyNumber) && bindsAFeature(slot) ? 1 : lower;
    if (wanted > MAX_OWN_OBJECTS) {
        throw new EvaluationError('multiplicity violation', `lower bound too large: ${wanted} objects of ${slot.names[0] ?? ''}`);
    }
    if (contributed.length > upper) {
        return conformContributed(sequenceOf(contributed), slot, holder);
    }
    const objects: Value[] = [...contributed];
    const layout = layoutOf(slot.feature);
    while (objects.length < wanted) {
        holder.run.step();
        objects.push(
            valueOfObject(
                new Instance(holder.run, layout, slot.feature, holder, {
                    isOpen: holder.isOpen && isAttribute,
                    via: { index: slot.index, position: objects.length + 1 }
                })
            )
        );
    }
    if (isManyValued(slot)) {
        return objects.length === 0 ? EMPTY_SEQUENCE : new Sequence(objects);
    }
    return objects.length === 0 ? null : objects[0];
}

/** Whether the body of a usage gives one of its features a value, which makes an optional part exist. */
export function bindsAFeature(slot: Slot): boolean {
    return slot.chain.some(f => (f.members ?? []).some(m => isUsage(m) && m.value !== undefined) && !scopeOf(f).isLibrary);
}

/** The value of a feature without a value. */
function nothing(holder: Instance, slot: Slot): Value {
    const { lower, upper } = evaluatedBounds(slot, holder);
    if (upper === 0) {
        return EMPTY_SEQUENCE;
    }
    if (holder.isOpen) {
        return openValue(slot, lower, upper);
    }
    if (lower === 0) {
        return isManyValued(slot) ? EMPTY_SEQUENCE : null;
    }
    const unset = new Unset(slot.names[0] ?? '');
    if (lower > MAX_OWN_OBJECTS) {
        throw new EvaluationError('multiplicity violation', `lower bound too large: ${lower} values of ${slot.names[0] ?? ''}`);
    }
    return isManyValued(slot) ? new Sequence(Array.from({ length: lower }, () => unset)) : unset;
}

/** The value that an end of a connector is attached to, by its path from the connector's owner. */
function endValue(holder: Instance, { node, path }: AttachedEnd): Value {
    const at = holder.outer === undefined ? undefined : readPath(holder.outer, path);
    const value = at === undefined ? referredOnModel(holder.run, node) : at.frame.read(at.index);
    if (value === undefined) {
        throw unresolvedReference(path.join('.'));
    }
    return value;
}

/** The value of a name or chain whose first feature belongs to no enclosing object: a feature of the model. */
function referredOnModel(run: Run, node: NameNode): Value | undefined {
    const steps = resolveEachSegment(node).filter(step => step === undefined || isFeature(step));
    const [first, ...rest] = steps;
    if (first === undefined || steps.includes(undefined)) {
        return undefined;
    }
    return rest.reduce<Value>((value, step) => stepFrom(value, f => f.layout.indexOf.get(step!)), readOnModel(run, first));
}

/** The value of a feature on an object, or its values on several objects in order. */
function stepFrom(value: Value, indexIn: (frame: Frame) => number | undefined): Value {
    const read = (element: Value): Value => {
        const frame = featuresIn(element);
        const index = frame === undefined ? undefined : indexIn(frame);
        return frame === undefined || index === undefined ? EMPTY_SEQUENCE : frame.read(index);
    };
    return value instanceof Sequence ? sequenceOf(value.elements.flatMap(element => elementsOf(read(element)))) : read(value);
}

function chainingOf({ chain }: Slot): FeatureChaining | undefined {
    for (const { relationships } of chain) {
        const chaining = relationships?.find(r => r.$type === 'FeatureChaining');
        if (chaining !== undefined) {
            return chaining;
        }
    }
    return undefined;
}

/** The values of a feature that is declared as a chain (KerML 7.3.4.6). */
function chained(holder: Instance, slot: Slot): Value | undefined {
    const chain = chainingOf(slot);
    if (chain === undefined) {
        return undefined;
    }
    const [first, ...rest] = chainStepsOf(chain.text);
    const at = readPath(holder, [first]);
    return at === undefined
        ? referredOnModel(holder.run, chain)
        : rest.reduce<Value>((value, name) => stepFrom(value, f => f.layout.byName.get(name)), at.frame.read(at.index));
}

/** The value of the selected variant, or an object of it. */
function variationValue(holder: Instance, slot: Slot): Value {
    const stated = slot.chain.find(f => f.value !== undefined);
    if (stated === undefined) {
        if (holder.isOpen) {
            const { lower, upper } = evaluatedBounds(slot, holder);
            return openValue(slot, lower, upper);
        }
        throw new EvaluationError('variation has no variant selected', holder.nameOfSlot(slot));
    }
    const chosen = elementsOf(codeOf(stated.value!.expression)(holder));
    if (chosen.length > 1) {
        throw new EvaluationError('more than one variant selected', holder.nameOfSlot(slot));
    }
    const variants = variantsOf(slot.feature);
    const variant = chosen.length === 1 ? variantOf(chosen[0]) : undefined;
    if (variant === undefined || !variants.includes(variant)) {
        const names = variants.map(v => nameOf(v) ?? '').join(', ');
        throw new EvaluationError(
            'not a variant of the variation',
            `${variant === undefined ? 'the value' : (nameOf(variant) ?? '')} is not a variant of ${slot.names[0] ?? ''} (variants: ${names})`
        );
    }
    if (!isChoice(chosen[0])) {
        return chosen[0];
    }
    const expression = featureValueOf(variant)?.expression;
    return expression !== undefined
        ? codeOf(expression)(holder)
        : new Instance(holder.run, layoutOf(variant), variant, holder, { variant, via: { index: slot.index, position: 1 } });
}
