/**
 * Objects as answers: the objects reachable from one, each with the values of its features (contract sheet 3.2, 3.5, 3.7). A feature that
 * cannot be evaluated has an error text and does not affect others.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { lookupNameOf } from '../../../language/semantics/owned-members.js';
import { isFeature, isUsage } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { messageOf } from '../limits.js';
import { isA, isCalculation, memoize } from '../model/kinds.js';
import type { Layout, Slot } from '../model/layout.js';
import { isManyValued } from '../model/slot-bounds.js';
import { natureOf } from '../model/slot-nature.js';
import { resultOfReading } from '../calculations/usage.js';
import { type Value, elementsOf } from '../../values/index.js';
import type { Place } from '../expressions/frame.js';
import { Instance, typeSymbolIdOf, typeSymbolOf } from './instance.js';

/** One feature of an answered object. Conditions have a name only. */
export interface FeatureAnswer {
    readonly name: string;
    readonly feature?: AstNode;
    readonly value?: Value;
    /** for a feature with an upper bound above one */
    readonly values?: readonly Value[];
    readonly materialized?: boolean;
    readonly error?: string;
    /** number of choice points that the value depends on; absent for none */
    readonly orderDependent?: number;
}

export interface InstanceAnswer {
    readonly id: number;
    readonly typeSymbolId: string;
    readonly features: readonly FeatureAnswer[];
}

export interface GraphLimits {
    readonly depth: number;
    readonly instances: number;
}

export const GRAPH_LIMITS: GraphLimits = { depth: 8, instances: 1000 };

/** Whether the model names a feature; an unnamed `entry;` of a state only has the library's name, by implication. */
function isNamedByModel(slot: Slot): boolean {
    return slot.names.length > 0 && slot.chain.some(f => !isUsage(f) || (!scopeOf(f).isLibrary && lookupNameOf(f) !== undefined));
}

/** Whether the answer of an object includes a feature. */
export function isAnswered(slot: Slot): boolean {
    const { feature } = slot;
    return (
        slot.isModelled &&
        isNamedByModel(slot) &&
        !(isFeature(feature) && isCalculation(feature)) &&
        !isA(feature, 'BindingConnector') &&
        !isA(feature, 'Succession') &&
        !isA(feature, 'TransitionUsage') &&
        !isA(feature, 'SatisfyRequirementUsage') &&
        feature.membership !== 'return'
    );
}

const ANSWERED = Symbol('features of answered objects');

/** The features of a type that the answers of its objects include. */
function answeredSlots(layout: Layout): readonly Slot[] {
    return memoize(ANSWERED, layout.type, () => layout.slots.filter(isAnswered));
}

/** The objects reachable from a root, the root first, depth first in the order of features. */
export function objectGraph(root: Instance, limits: GraphLimits = GRAPH_LIMITS): InstanceAnswer[] {
    const found: (InstanceAnswer | undefined)[] = [];
    const seen = new Set<Instance>();
    const visit = (object: Instance, depth: number, path: readonly unknown[]): void => {
        seen.add(object);
        const place = found.push(undefined) - 1;
        const type = typeSymbolOf(object);
        const features: FeatureAnswer[] = [];
        const around = [...path, type];
        const visitAll = (values: readonly Value[]): void => {
            for (const nested of values) {
                if (
                    nested instanceof Instance &&
                    !seen.has(nested) &&
                    depth < limits.depth &&
                    found.length < limits.instances &&
                    !around.includes(typeSymbolOf(nested))
                ) {
                    visit(nested, depth + 1, around);
                }
            }
        };
        for (const slot of answeredSlots(object.layout)) {
            const answer = answerOf(object, slot);
            features.push(answer);
            for (let i = 1; i < slot.names.length; i++) {
                features.push({ ...answer, name: slot.names[i] });
            }
            answer.values?.forEach(value => visitAll(elementsOf(value)));
            if (answer.value !== undefined) {
                visitAll(elementsOf(answer.value));
            }
        }
        found[place] = { id: object.id, typeSymbolId: typeSymbolIdOf(object), features };
    };
    visit(root, 0, []);
    return found.filter(a => a !== undefined);
}

/** The place of an action's feature in its last performance, for example of an assigned output. */
function performedPlace({ performance }: Instance, slot: Slot): Place | undefined {
    const index = performance === undefined || natureOf(slot) !== 'value' ? undefined : performance.layout.indexOf.get(slot.feature);
    return index === undefined || !performance!.holds(index) ? undefined : { frame: performance!, index };
}

/** The answer of a feature. */
export function answerOf(object: Instance, slot: Slot): FeatureAnswer {
    const [name] = slot.names;
    if (natureOf(slot) === 'constraint') {
        return { name };
    }
    try {
        const place = performedPlace(object, slot);
        const value = place === undefined ? resultOfReading(object.read(slot.index)) : place.frame.read(place.index);
        const dependence = object.run.dependence(place?.frame ?? object, place?.index ?? slot.index);
        return {
            name,
            feature: slot.feature,
            ...(isManyValued(slot) ? { values: elementsOf(value) } : { value }),
            materialized: true,
            ...(dependence > 0 && { orderDependent: dependence })
        };
    } catch (error) {
        return { name, error: messageOf(error) };
    }
}
