/** Bounds of nested diagrams (contract: views 2.5). */

/** Levels below a root. */
export const MAX_DEPTH = 16;
export const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels; not shown`;
export const SHOWN = 'already shown';
/** Inherited features that a drawing of structure shows at most: types that nest each other multiply. */
export const MOST_INHERITED = 1000;
