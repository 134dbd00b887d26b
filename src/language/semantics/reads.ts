/**
 * Who reads whom: which element's names lead to which elements, recorded at the text of the element as its names are resolved. Knows
 * nothing of what is done with it.
 */
import type { AstNode } from '../generated/tree.js';
import { isOfLibrary } from './cycles.js';
import { scopeOf } from './world.js';

/** A name that is part of `from` led to `to`. */
export function noteRead(from: AstNode, to: AstNode): void {
    if (!isOfLibrary(to)) {
        scopeOf(from).noteRead?.(from, to);
    }
}
