/** Which features a body has: declared, or inherited from what it specializes and is typed by. */
import type { Declaration } from '../notation/declaration.js';
import { reaches } from './generalizations.js';

/** Whether a feature is declared in a body or inherited by it. */
export function isMemberOf(feature: Declaration, body: Declaration): boolean {
    return feature.owner !== undefined && (feature.owner === body || reaches(body, feature.owner));
}
