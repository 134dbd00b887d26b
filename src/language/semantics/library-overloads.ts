/**
 * Library functions that several imports provide under the same name (`RealFunctions::sum`, `IntegerFunctions::sum`). These names do not
 * collide: the arguments of a call select the function.
 */
import type { AstNode } from '../generated/tree.js';
import { type Imported, isLibraryFunction } from './import-candidates.js';
import { importsOfName } from './imports.js';
import { memberElement } from './names.js';
import { owningNamespaceOf, segmentsOf } from './structure.js';

/**
 * The imports that provide library functions under a name, in the namespace through which it resolves.
 * @param name the node of the name, of one segment
 * @param called the element that it resolves to
 * @returns empty where that is no library function, or the only one
 */
export function overloadsOf(name: AstNode & { readonly text: string }, called: AstNode): readonly Imported[] {
    const segments = isLibraryFunction(called) ? segmentsOf(name.text) : [];
    if (segments.length !== 1) {
        return [];
    }
    for (let scope = owningNamespaceOf(name); scope !== undefined; scope = owningNamespaceOf(scope)) {
        const found = importsOfName(scope, segments[0].name, 'private').filter(({ member }) => isLibraryFunction(memberElement(member)!));
        if (found.some(({ member }) => memberElement(member) === called)) {
            return found.length > 1 ? found : [];
        }
    }
    return [];
}
