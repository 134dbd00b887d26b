/**
 * Dependences between elements: for each resolved name, the document that contains it records the element that it resolved to. Does not
 * depend on how these records are used.
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
