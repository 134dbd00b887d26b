/**
 * Why a name cannot be resolved: another name, of a type, a general or an import, that cannot be resolved either. Who mends that one mends
 * both. Reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { expectedOf } from '../semantics/expected.js';
import { importTarget, resolve, resolveEachSegment } from '../semantics/names.js';
import { importsOf } from '../semantics/owned-members.js';
import { declaredSpecializationsOf } from '../semantics/specialization.js';
import { featureValueOf, isFeature, isType, type NameNode, owningNamespaceOf, owningTypeOf } from '../semantics/structure.js';

/** A name that fails, and whether it only may be why another one does. */
export interface Cause {
    readonly name: NameNode;
    /** The name might come from there, but it is looked up elsewhere, too: one with near candidates is more likely misspelled. */
    readonly isLikely: boolean;
}

/**
 * The first name to mend for a name that cannot be resolved.
 * @param segment the segment that fails
 * @returns undefined when the name is the first itself
 */
export function causeOf(node: NameNode, segment: number): Cause | undefined {
    const behind = namespaceBefore(node, segment);
    if (behind !== undefined) {
        const name = failingIn(behind, new Set());
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

/** The namespace in which alone a segment is looked up: that of the segment, operand or general before it. */
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

/** The first name among the generals of a type, and of theirs, that fails. */
function failingIn(type: AstNode, seen: Set<AstNode>): NameNode | undefined {
    if (seen.has(type) || !isType(type)) {
        return undefined;
    }
    seen.add(type);
    const names = declaredSpecializationsOf(type);
    for (const name of names) {
        const target = resolve(name);
        if (target === undefined || !expectedOf(name).holds(target)) {
            // A redefinition that names nothing in the type around it fails because of that type.
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

/** The name of the value that gives an untyped feature its type, when it fails. */
function failingInValue(feature: AstNode): NameNode | undefined {
    const value = featureValueOf(feature)?.expression;
    return value?.$type === 'FeatureReferenceExpression' && resolve(value) === undefined ? value : undefined;
}
