/**
 * Labels of arguments (KerML 8.2.5.8.2, `NamedArgument`): a label redefines a feature of the called or constructed type, by a simple or
 * qualified name. Does not depend on what may be called.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { ownedMembersOf, segmentsOf } from './structure.js';
import { lookupInheritable, replacedParameter } from './lookup.js';
import { redefines } from './replaced-members.js';
import { lookupNameOf } from './owned-members.js';
import { resolveIn } from './names.js';
import { supertypesOf } from './specialization.js';

/**
 * The unquoted simple name, in the type, of the feature that a labelled argument binds; the label may be its short name. A qualified label
 * may name a feature of a general, which the type may have renamed by redefinition. A label that denotes no feature of the type is returned
 * as written.
 */
export function labelName(type: AstNode, argument: ast.Argument): string {
    const label = argument.name!;
    const segments = segmentsOf(label);
    if (segments.length === 1) {
        const [{ name }] = segments;
        const denoted = lookupInheritable(type, name);
        return (denoted?.shortName === name ? lookupNameOf(denoted) : undefined) ?? name;
    }
    const target = resolveIn(type, label, argument);
    const name = target === undefined ? undefined : lookupNameOf(target);
    if (target === undefined || name === undefined) {
        return label;
    }
    const inherited = lookupInheritable(type, name) ?? replacedParameter(type, name);
    if (inherited !== undefined && (inherited === target || redefines(inherited, target))) {
        return name;
    }
    for (const general of supertypesOf(type)) {
        const renamed = ownedMembersOf(general).find(m => redefines(m, target));
        const found = renamed === undefined ? undefined : lookupNameOf(renamed);
        if (found !== undefined && lookupInheritable(type, found) === renamed) {
            return found;
        }
    }
    return label;
}
