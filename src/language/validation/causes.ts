/**
 * The cause of an unresolved name: an unresolved type, general or import in whose target the name would be found. Correcting the cause
 * corrects both. Reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { expectedOf } from '../semantics/expected.js';
import { importTarget, resolve, resolveEachSegment } from '../semantics/names.js';
import { importsOf } from '../semantics/owned-members.js';
import { declaredSpecializationsOf } from '../semantics/specialization.js';
import { featureValueOf, isFeature, isType, type NameNode, owningNamespaceOf, owningTypeOf } from '../semantics/structure.js';

/** An unresolved name that may be the cause of another one. */
export interface Cause {
    readonly name: NameNode;
    /**
     * Whether the name is looked up in other namespaces, too: if these have similar names, a misspelling is more likely than this cause.
     */
    readonly isLikely: boolean;
}

/**
 * The name to correct first for a name that cannot be resolved.
 * @param segment the segment that cannot be resolved
 * @returns undefined when that is the name itself
 */
export function causeOf(node: NameNode, segment: number): Cause | undefined {
    const namespace = namespaceBefore(node, segment);
    if (namespace !== undefined) {
        const name = failingIn(namespace, new Set());
        return name === undefined || name === node ? undefined : { name, isLikely: false };
    }
    for (let scope = owningNamespaceOf(node); scope !== undefined; scope = owningNamespaceOf(scope)) {
        const general = isType(scope) && !declaredSpecializationsOf(scope).includes(node) ? failingIn(scope, new Set()) : undefined;
        const name = general ?? importsOf(scope).find(i => i.text.endsWith('*') && importTarget(i) === undefined);
        if (name !== undefined && name !== node && node.$type !== 'Import') {
            return { name, isLikely: true };
        }
    }
    return undefined;
}

/** The only namespace in which a segment is looked up: that of the segment, operand or general before it. */
function namespaceBefore(node: NameNode, segment: number): AstNode | undefined {
    if (segment > 0) {
        return resolveEachSegment(node)[segment - 1];
    }
    if (node.$containerProperty === 'feature' && node.$container?.$type === 'FeatureChainExpression') {
        return referentBefore(node.$container.operand);
    }
    return node.$type === 'Redefinition' ? owningTypeOf(node.$container) : undefined;
}

/** The feature that an operand names. */
function referentBefore(operand: AstNode | undefined): AstNode | undefined {
    switch (operand?.$type) {
        case 'FeatureReferenceExpression':
            return resolve(operand);
        case 'FeatureChainExpression':
            return resolve(operand.feature);
        case 'BracketExpression':
        case 'IndexExpression':
            return referentBefore(operand.operand);
        default:
            return undefined;
    }
}

/** The first unresolved name among the generals of a type, direct or not. */
function failingIn(type: AstNode, seen: Set<AstNode>): NameNode | undefined {
    if (seen.has(type) || !isType(type)) {
        return undefined;
    }
    seen.add(type);
    const names = declaredSpecializationsOf(type);
    for (const name of names) {
        const target = resolve(name);
        if (target === undefined || !expectedOf(name).holds(target)) {
            // The cause of an unresolved redefinition is an unresolved general of the owning type.
            const around = name.$type === 'Redefinition' ? owningTypeOf(type) : undefined;
            return (around === undefined ? undefined : failingIn(around, seen)) ?? name;
        }
        const further = failingIn(target, seen);
        if (further !== undefined) {
            return further;
        }
    }
    return names.length === 0 && isFeature(type) ? failingInValue(type) : undefined;
}

/** The unresolved name in the value from which an untyped feature gets its type. */
function failingInValue(feature: AstNode): NameNode | undefined {
    const value = featureValueOf(feature)?.expression;
    return value?.$type === 'FeatureReferenceExpression' && resolve(value) === undefined ? value : undefined;
}
