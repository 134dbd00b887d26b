/**
 * Statements written like declarations: in the body of a behaviour `x = e;` assigns to an `x` that is declared before or around it
 * (extension notation). Knows names only.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { lookupFull } from '../../language/semantics/names.js';
import { ownedMembersNamed } from '../../language/semantics/owned-members.js';
import { isUsage, owningNamespaceOf, owningTypeOf } from '../../language/semantics/structure.js';
import { isA, isConstraint, memoize } from './kinds.js';

const ASSIGNED = Symbol('assigned feature');

/** The feature that a usage assigns to; undefined when the usage is a declaration. */
export function assignedFeatureOf(usage: AstNode): AstNode | undefined {
    if (!isUsage(usage) || usage.$type !== 'Usage' || usage.kind !== undefined || usage.name === undefined || usage.value === undefined
        || usage.relationships.length > 0 || usage.direction !== undefined || usage.membership !== undefined || usage.isReference) {
        return undefined;
    }
    return memoize<{ feature: AstNode | undefined }>(ASSIGNED, usage, () => ({ feature: compute(usage) })).feature;
}

function compute(usage: ast.Usage): AstNode | undefined {
    const body = owningNamespaceOf(usage);
    if (body === undefined || isConstraint(body) || !(isA(body, 'Behavior') || isA(body, 'ActionUsage') || isA(body, 'Step'))) {
        return undefined;
    }
    const before = ownedMembersNamed(body, usage.name!).find(m => m !== usage);
    if (before !== undefined && before.$type === 'Usage' && (before as ast.Usage).kind !== undefined) {
        return before;
    }
    const outside = owningNamespaceOf(body);
    const found = outside === undefined ? undefined : lookupFull(outside, usage.name!);
    if (found === undefined || found === usage) {
        return undefined;
    }
    const target = assignedFeatureOf(found) ?? found;
    const owner = owningTypeOf(target);
    return owner !== undefined && isUsage(target) && (isA(owner, 'Behavior') || isA(owner, 'ActionUsage') || isA(owner, 'Step')) ? target : undefined;
}
