/**
 * The productions of the standard's graphical grammar (SysML 8.2.3) that a drawing has a symbol for: small models with the symbols of their
 * drawings, a row a production; and the productions that are not drawn, with the reason. `scripts/notation.mjs` makes docs/notation of it.
 */

import { BEHAVIOUR_CASES } from './productions/behaviour.js';
import type { NotationCase } from './productions/case.js';
import { STRUCTURE_CASES } from './productions/structure.js';

export const NOTATION_CASES: readonly NotationCase[] = [...STRUCTURE_CASES, ...BEHAVIOUR_CASES];

/** Productions that no drawing has, each with the reason. */
export const NOT_DRAWN: readonly (readonly [reason: string, ...productions: string[]])[] = [
    ['there is no metaclass of event definitions and no textual notation for one', 'event-occurrence-def']
];
