/**
 * Statements written as declarations (extension notation): in the body of a behaviour `x = e;` assigns to an `x` that is declared before it
 * or outside the body, and `return x;` returns it. Depends on names only.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { lookupFull } from '../../../language/semantics/lookup.js';
import { ownedMembersNamed } from '../../../language/semantics/owned-members.js';
import { declaredGeneralsOf } from '../../../language/semantics/specialization.js';
import { isUsage, owningNamespaceOf, owningTypeOf } from '../../../language/semantics/structure.js';
import { isA, isCalculation, isConstraint, memoize } from './kinds.js';

const ASSIGNED = Symbol('assigned feature');

/** The feature that a usage assigns to; undefined for a declaration. */
export function assignedFeatureOf(usage: AstNode): AstNode | undefined {
    if (
        !isUsage(usage) ||
        usage.$type !== 'Usage' ||
        usage.kind !== undefined ||
        usage.name === undefined ||
        usage.value === undefined ||
        usage.relationships.length > 0 ||
        usage.direction !== undefined ||
        usage.membership !== undefined ||
        usage.isReference
    ) {
        return undefined;
    }
    return memoize<{ feature: AstNode | undefined }>(ASSIGNED, usage, () => ({ feature: compute(usage) })).feature;
}

const RETURNED = Symbol('returned feature');

/**
 * The feature that `return x;` returns, if the calculation has an `x`: a parameter, a local, or a feature outside the block. Otherwise it
 * declares a result of that name.
 */
export function returnedFeatureOf(usage: AstNode): AstNode | undefined {
    if (
        !isUsage(usage) ||
        usage.membership !== 'return' ||
        usage.name === undefined ||
        usage.kind !== undefined ||
        usage.value !== undefined ||
        usage.relationships.length > 0 ||
        usage.multiplicity !== undefined ||
        usage.members.length > 0
    ) {
        return undefined;
    }
    return memoize<{ feature: AstNode | undefined }>(RETURNED, usage, () => {
        let body = owningNamespaceOf(usage);
        for (; body !== undefined && !isCalculation(body); body = owningNamespaceOf(body)) {
            const local = ownedMembersNamed(body, usage.name!).find(m => m !== usage);
            if (local !== undefined) {
                return { feature: local };
            }
        }
        return { feature: body === undefined ? undefined : memberNamed(body, usage.name!, new Set()) };
    }).feature;
}

/** An owned or inherited member of a calculation that is not a result. */
function memberNamed(calc: AstNode, name: string, seen: Set<AstNode>): AstNode | undefined {
    seen.add(calc);
    return (
        ownedMembersNamed(calc, name).find(m => isUsage(m) && m.membership !== 'return') ??
        declaredGeneralsOf(calc)
            .filter(g => !seen.has(g))
            .map(g => memberNamed(g, name, seen))
            .find(m => m !== undefined)
    );
}

function compute(usage: ast.Usage): AstNode | undefined {
    const body = owningNamespaceOf(usage);
    if (body === undefined || isConstraint(body) || !(isA(body, 'Behavior') || isA(body, 'ActionUsage') || isA(body, 'Step'))) {
        return undefined;
    }
    const [first] = ownedMembersNamed(body, usage.name!);
    if (first !== usage && isUsage(first)) {
        return first;
    }
    const outside = owningNamespaceOf(body);
    const found = outside === undefined ? undefined : lookupFull(outside, usage.name!);
    if (found === undefined || found === usage) {
        return undefined;
    }
    const target = assignedFeatureOf(found) ?? found;
    const owner = owningTypeOf(target);
    return owner !== undefined && isUsage(target) && (isA(owner, 'Behavior') || isA(owner, 'ActionUsage') || isA(owner, 'Step'))
        ? target
        : undefined;
}
