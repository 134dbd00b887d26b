/**
 * Labels of arguments (KerML 8.2.5.8.2, `NamedArgument`): a label redefines a feature of what is called or constructed, by a simple or a qualified
 * name. Knows nothing of what may be called.
 */
import type { AstNode } from 'langium';
import { ownedMembersOf, segmentsOf } from './structure.js';
import { lookupInheritable, redefines } from './lookup.js';
import { lookupNameOf } from './owned-members.js';
import { resolveIn } from './names.js';
import { supertypesOf } from './specialization.js';

/**
 * The simple name, without quotes, of the feature of a type that a label binds. A qualified label may name it as the member of a general,
 * where it perhaps has another name; one that leads to no feature of the type is answered as written.
 */
export function labelName(type: AstNode, label: string): string {
    const segments = segmentsOf(label);
    if (segments.length === 1) {
        return segments[0].name;
    }
    const target = resolveIn(type, label);
    const name = target === undefined ? undefined : lookupNameOf(target);
    if (target === undefined || name === undefined) {
        return label;
    }
    const inherited = lookupInheritable(type, name);
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
