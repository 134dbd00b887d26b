/**
 * What the metamodel says of the properties that an element states, looked up once for all elements of a metaclass that state
 * the same. Knows no values.
 */
import type { GraphElement } from '../graph.js';
import type { Shape } from '../shape.js';
import { EXTENSION } from '../vocabulary.js';
import { isDropped, type PropertyRule, ruleOf } from './properties.js';

export interface StatedProperties {
    /** What each may hold, in their order; undefined for one that nobody knows. */
    readonly rules: readonly (PropertyRule | undefined)[];
    /** Whether some follow from others. */
    readonly hasDropped: boolean;
    /** Whether some may say nothing: those that follow from others, and those that have a default. */
    readonly mayBeDiscarded: boolean;
}

const known = new WeakMap<Shape, Map<string, StatedProperties>>();

/** What the metamodel says of the properties of an element. */
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
        ofShape.set(metaclass, (stated = tell(statedShape.properties, metaclass)));
    }
    return stated;
}

function tell(properties: readonly string[], metaclass: string): StatedProperties {
    const rules = properties.map(property => ruleOf(metaclass, property));
    const hasDropped = properties.some(property => isDropped(metaclass, property));
    const hasDefaults = properties.some(
        (property, at) =>
            property === 'name' || property === 'visibility' || (rules[at]?.kind === 'boolean' && !property.startsWith(EXTENSION))
    );
    return { rules, hasDropped, mayBeDiscarded: hasDropped || hasDefaults };
}
