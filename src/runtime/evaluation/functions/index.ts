/** The operators and library functions for the evaluator. */

export * from './registry.js';
export * from './library.js';
export * as operators from './operators.js';
export { GROUP_BEHAVIORS, type GroupChange } from './occurrence-functions.js';
export { SEQUENCE_BEHAVIORS, type SequenceChange, collectionElements } from './sequence-functions.js';
export { collect, filter, reduce } from './control-functions.js';
export { mRefOf, numOf } from './quantity-calculations.js';
export { notEvaluable, toText } from './scalar-functions.js';
