/**
 * Queries select elements of a model by a condition and return properties of them as text. A query is plain data and does not change the
 * model. Does not depend on wire messages or runtime values.
 */
export { parseOslcQuery } from './oslc.js';
export { find, type Composite, type Constraint, type Found, type Primitive, type Query, type SortKey } from './query.js';
export { QueryError } from './query-error.js';
