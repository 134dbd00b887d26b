/** Directions of flow properties and flow ports (contract: migration 5.5). */
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';

const DIRECTIONS = new Set(['in', 'out', 'inout']);

/** The direction that a stereotype's tag gives; `inout` when it gives none. */
export function directionOf(element: UmlElement, mapping: Mapping, ...stereotypes: string[]): string {
    const written = mapping.stereotypes.application(element, ...stereotypes)?.text('direction') ?? '';
    const direction = written.toLowerCase();
    return DIRECTIONS.has(direction) ? direction : 'inout';
}

/** «FlowProperty»: a directed feature. */
export function flowDirection(element: UmlElement, mapping: Mapping): string | undefined {
    return mapping.stereotypes.has(element, 'FlowProperty') ? directionOf(element, mapping, 'FlowProperty') : undefined;
}
