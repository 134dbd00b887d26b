/**
 * Dependences between elements: records, as names are resolved, which elements they resolve to, at the reading element's document. Does not
 * depend on how these are used.
 */
import type { AstNode } from '../generated/tree.js';
import { isOfLibrary } from './cycles.js';
import { scopeOf } from './world.js';

/** Notes that a name in `from` resolved to `to`. */
export function noteRead(from: AstNode, to: AstNode): void {
    if (!isOfLibrary(to)) {
        scopeOf(from).noteRead?.(from, to);
    }
}
