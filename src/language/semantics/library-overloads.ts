/**
 * Functions of the library that several imports bring in under one name (`RealFunctions::sum`, `IntegerFunctions::sum`). Such names do not
 * hide each other: the arguments of a call decide which function is called.
 */
import type { AstNode } from '../generated/tree.js';
import { type Imported, importsOfName, isLibraryFunction } from './imports.js';
import { memberElement } from './names.js';
import { owningNamespaceOf, segmentsOf } from './structure.js';

/**
 * The imports that bring in functions of the library under a name, at the namespace that it resolves through.
 * @param name the node of the name, of one segment
 * @param called what it resolves to
 * @returns empty where that is no such function, or the only one
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
