/**
 * Looks up the rules of the properties that an element states, once for all elements with the same metaclass and shape. Does not depend on
 * values.
 */
import type { GraphElement } from '../graph.js';
import type { Shape } from '../shape.js';
import { EXTENSION } from '../vocabulary.js';
import { isDropped, type PropertyRule, ruleOf } from './properties.js';

export interface StatedProperties {
    /** The rule of each property, in the shape's order; undefined for an unknown property. */
    readonly rules: readonly (PropertyRule | undefined)[];
    /** Whether some properties are derived and dropped. */
    readonly hasDropped: boolean;
    /** Whether a sparse graph may omit some of the properties, because they are derived or have a default value. */
    readonly mayBeDiscarded: boolean;
}

const known = new WeakMap<Shape, Map<string, StatedProperties>>();

/** The rules for the properties of an element. */
export function statedProperties({ statedShape, metaclass }: GraphElement): StatedProperties {
    let ofShape = known.get(statedShape);
    if (ofShape === undefined) {
        ofShape = new Map();
        if (statedShape.isShared) {
            known.set(statedShape, ofShape);
        }
    }
    let stated = ofShape.get(metaclass);
    if (stated === undefined) {
        ofShape.set(metaclass, (stated = rulesFor(statedShape.properties, metaclass)));
    }
    return stated;
}

function rulesFor(properties: readonly string[], metaclass: string): StatedProperties {
    const rules = properties.map(property => ruleOf(metaclass, property));
    const hasDropped = properties.some(property => isDropped(metaclass, property));
    const hasDefaults = properties.some(
        (property, at) =>
            property === 'name' || property === 'visibility' || (rules[at]?.kind === 'boolean' && !property.startsWith(EXTENSION))
    );
    return { rules, hasDropped, mayBeDiscarded: hasDropped || hasDefaults };
}
