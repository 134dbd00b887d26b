/** Determines the directions of flow properties and flow ports (contract: migration 5.5). */
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';

const DIRECTIONS = new Set(['in', 'out', 'inout']);

/** Returns the direction that a stereotype's tag states; `inout` without a stated direction. */
export function directionOf(element: UmlElement, mapping: Mapping, ...stereotypes: string[]): string {
    const written = mapping.stereotypes.application(element, ...stereotypes)?.text('direction') ?? '';
    const direction = written.toLowerCase();
    return DIRECTIONS.has(direction) ? direction : 'inout';
}

/** Returns the direction of a «FlowProperty»; undefined for other elements. */
export function flowDirection(element: UmlElement, mapping: Mapping): string | undefined {
    return mapping.stereotypes.has(element, 'FlowProperty') ? directionOf(element, mapping, 'FlowProperty') : undefined;
}
