/** The public interface of the room `values`. Files of the room import each other directly. */

import * as numbers from './numbers.js';
import * as quantities from './quantity.js';
import * as shaped from './shaped.js';

export { isBasicName, quoted, stringLiteral, unrestrictedName } from './spelling.js';
export * from './errors.js';
export * from './integer.js';
export * from './rational.js';
export * from './value.js';
export * from './numbers.js';
export * from './text.js';
export * from './unit-term.js';
export * from './units.js';
export * from './quantity.js';
export * from './equality.js';
export * from './shaped.js';
export { numbers, quantities, shaped };
