/** Bounds of nested diagrams (contract: views 2.5). */

/** Maximum number of levels below a root. */
export const MAX_DEPTH = 16;
export const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels; not shown`;
export const SHOWN = 'already shown';
/** Maximum number of inherited features in a drawing of structure: types nested in each other multiply them. */
export const MOST_INHERITED = 1000;
