/**
 * Queries: the elements of a model that satisfy a condition, with properties of theirs as text. Plain functions of a model and plain data;
 * knows no wire message and no values. A query reads the model and changes nothing of it.
 */
export { parseOslcQuery } from './oslc.js';
export { find, type Composite, type Constraint, type Found, type Primitive, type Query, type SortKey } from './query.js';
export { QueryError } from './query-error.js';
