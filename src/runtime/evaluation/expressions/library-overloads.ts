/**
 * Library functions imported under the same name (`RealFunctions::sum`, `IntegerFunctions::sum`): the arguments decide which one is called.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { overloadsOf } from '../../../language/semantics/library-overloads.js';
import { memberElement } from '../../../language/semantics/names.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import type { NameNode } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { type LibraryFunction, libraryFunction } from '../functions/index.js';

/** The implementation of a library function; undefined for a declaration of the model. */
export function implementationOf(element: AstNode): LibraryFunction | undefined {
    return scopeOf(element).isLibrary ? libraryFunction(qualifiedNameOf(element) ?? '') : undefined;
}

/**
 * The implemented library functions that a name may denote.
 * @param name the node of the name
 * @param called the function that it resolves to, which comes first
 * @returns empty when that is not an implemented library function
 */
export function implementationsOf(name: NameNode, called: AstNode): readonly LibraryFunction[] {
    const first = implementationOf(called);
    if (first === undefined) {
        return [];
    }
    const others = overloadsOf(name, called)
        .map(({ member }) => memberElement(member)!)
        .filter(element => element !== called)
        .map(implementationOf)
        .filter(f => f !== undefined);
    return [first, ...others.filter(f => isCalledAlike(f, first))];
}

/** Whether two functions take their arguments in the same modes. */
function isCalledAlike(f: LibraryFunction, g: LibraryFunction): boolean {
    return f.parameters.every((p, i) => i >= g.parameters.length || p.mode === g.parameters[i].mode);
}
