/** How messages name elements. Reports nothing. */
import type { AstNode } from '../generated/tree.js';
import { metaclassOrUndefined } from '../semantics/metaclass.js';
import { notationNameOf } from '../semantics/naming.js';

/** The kind and name of an element: `the constraint definition P::K`. */
export function described(element: AstNode): string {
    const metaclass = metaclassOrUndefined(element);
    const kind = metaclass === undefined || metaclass === 'Usage' ? 'element' : metaclass.replace(/(?<=.)Usage$/, '');
    const words = kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    const name = notationNameOf(element);
    return name === undefined ? `an unnamed ${words}` : `the ${words} ${name}`;
}
