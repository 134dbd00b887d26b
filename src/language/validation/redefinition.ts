/** Rules of redefinition only (KerML 8.3.3.3.8): featuring types, direction, ends, types, and redefinitions through a reference. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { directionOf } from '../semantics/features.js';
import { chainOf, directionWithin, featuringTypesOf, isVariable } from '../semantics/featuring.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { resolve } from '../semantics/names.js';
import { conformsTo, redefinedFeaturesOf, typesOf } from '../semantics/specialization.js';
import { isFeature, type NameNode } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { areSeparate } from './separation.js';
import { checksOfTypes, type Check, type CheckContext, type CheckTable } from './check.js';
import { USAGE_TYPES } from './specialization.js';

const sameElements = (a: readonly AstNode[], b: readonly AstNode[]): boolean => a.length === b.length && a.every(e => b.includes(e));

/** validateRedefinitionFeaturingTypes. */
const redefinesElsewhere: Check<NameNode> = (node, context) => {
    const redefining = node.$container!;
    const target = chainOf(node);
    const redefined = target[0];
    // A chain has the domain of its first feature, but is another feature.
    if (target.length > 1 || redefined === undefined || !isFeature(redefined) || !isFeature(redefining)) {
        return;
    }
    const domain = featuringTypesOf(redefining);
    const other = featuringTypesOf(redefined);
    if (!sameElements(domain, other)) {
        return;
    }
    if (other.length === 0) {
        context.report('error', 'redefinition-package-level', 'A package-level feature cannot be redefined', node);
    } else {
        context.report(
            'error',
            'redefinition-same-featuring',
            'Featuring types of redefining feature and redefined feature cannot be the same',
            node
        );
    }
};

function reportDirection(redefining: AstNode, redefined: AstNode, at: AstNode, context: CheckContext): void {
    const own = directionOf(redefining);
    for (const type of isVariable(redefining) && redefining.$container !== undefined
        ? [redefining.$container]
        : featuringTypesOf(redefining)) {
        const direction = directionWithin(type, redefined);
        if (direction === 'inout' ? own === undefined : direction !== undefined && own !== direction) {
            context.report(
                'error',
                'redefinition-direction-conformance',
                `Redefining feature must have a compatible direction: '${direction}'`,
                at
            );
            return;
        }
    }
}

/** validateRedefinitionDirectionConformance, for a redefinition that is written. */
const keepsDirection: Check<NameNode> = (node, context) => {
    const redefined = resolve(node);
    if (redefined !== undefined && isFeature(redefined) && !node.text.includes('.')) {
        reportDirection(node.$container!, redefined, node, context);
    }
};

/** validateRedefinitionDirectionConformance, for a parameter that redefines by its position. */
const keepsImpliedDirection: Check<ast.Usage> = (node, context) => {
    if (node.$containerProperty !== 'members' || directionOf(node) === undefined) {
        return;
    }
    const { relationships } = node;
    const written = relationships.filter(r => r.$type === 'Redefinition').map(r => resolve(r));
    for (const redefined of redefinedFeaturesOf(node)) {
        if (!written.includes(redefined)) {
            reportDirection(node, redefined, node, context);
        }
    }
};

/** validateRedefinitionEndConformance. */
const staysEnd: Check<NameNode> = (node, context) => {
    const redefined = resolve(node);
    if (redefined?.isEnd === true && node.$container?.isEnd !== true) {
        context.report('error', 'redefinition-not-end', 'A feature that redefines an end feature must be an end feature', node);
    }
};

/**
 * A redefining feature whose declared types share no value with those of the redefined one: unrelated data types, or a data type and a
 * class. Structures of the model share none only where the model has no common specialization of them.
 */
const keepsType: Check<NameNode> = (node, context) => {
    const redefined = resolve(node);
    if (redefined === undefined || !isFeature(redefined)) {
        return;
    }
    const own = (node.$container?.relationships ?? [])
        .filter(r => r.$type === 'FeatureTyping')
        .map(r => resolve(r))
        .filter(t => t !== undefined);
    const other = own.length === 0 ? [] : typesOf(redefined);
    if (
        own.length > 0 &&
        other.length > 0 &&
        (own.every(t => other.every(o => areDisjoint(t, o))) || areSeparateStructures(own, other, node.$container!, context))
    ) {
        context.report(
            'error',
            'redefinition-type-mismatch',
            'The type of a redefining feature must conform to that of the redefined feature',
            node
        );
    }
};

function areSeparateStructures(own: readonly AstNode[], other: readonly AstNode[], redefining: AstNode, context: CheckContext): boolean {
    const areStructures = [...own, ...other].every(
        t =>
            t.$type === 'Definition' && isMetaclass(t, 'ItemDefinition') && !isMetaclass(t, 'ConnectionDefinition') && !scopeOf(t).isLibrary
    );
    return areStructures && areSeparate(own, other, context, redefining);
}

function areDisjoint(a: AstNode, b: AstNode): boolean {
    const [aIsData, bIsData] = [isMetaclass(a, 'DataType'), isMetaclass(b, 'DataType')];
    return (
        (aIsData || bIsData) &&
        (aIsData || isMetaclass(a, 'Class')) &&
        (bIsData || isMetaclass(b, 'Class')) &&
        !conformsTo(a, b) &&
        !conformsTo(b, a)
    );
}

/** A chained redefinition must pass through owned objects only: a reference, port or subject in the chain belongs to another object. */
const walksThroughOwned: Check<NameNode> = (node, context) => {
    if (!node.text.includes('.')) {
        return;
    }
    for (const step of chainOf(node).slice(0, -1)) {
        if (step !== undefined && isFeature(step) && (step.isReference || step.kind === 'subject' || isMetaclass(step, 'PortUsage'))) {
            context.report(
                'error',
                'redefinition-through-reference',
                `A redefinition cannot pass through '${step.name ?? ''}': it refers to another object, which this one does not own`,
                node
            );
            return;
        }
    }
};

export const redefinitionChecks: CheckTable = {
    Redefinition: [redefinesElsewhere, keepsDirection, staysEnd, keepsType, walksThroughOwned],
    ...checksOfTypes(USAGE_TYPES, [keepsImpliedDirection])
};
