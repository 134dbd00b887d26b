/**
 * Metadata annotations (KerML 8.3.4.12, SysML 8.3.27): their type, the elements that they may annotate, and their bodies. evaluable.ts
 * decides which expressions are model-level evaluable.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass, isMetaclassConforming } from '../semantics/metaclass.js';
import { type Annotation, metadataTypeOf } from '../semantics/annotations.js';
import { resolve } from '../semantics/names.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { conformsTo, generalsOf, redefinedFeaturesOf, typesOf } from '../semantics/specialization.js';
import { Fact, isUsage, ownedFeaturesOf, ownedMembersOf, ownerOf, owningTypeOf } from '../semantics/structure.js';
import { libraryElement } from '../semantics/world.js';
import { isModelLevelEvaluable } from './evaluable.js';
import { headOf } from './usage-facts.js';
import type { Check, CheckTable } from './check.js';

/** `validateMetadataFeatureMetaclass`: code `metadata-typing`. */
const isTypedByMetaclass: Check<Annotation> = (node, context) => {
    const type = metadataTypeOf(node);
    const types = type === undefined ? [] : [type];
    const metaclasses = types.filter(t => isMetaclass(t, 'Metaclass'));
    if (types.length > 0 && metaclasses.length !== 1) {
        context.report('error', 'metadata-typing', 'metadata must be typed by one metadata definition', headOf(node));
    }
};

/** `validateMetadataFeatureMetaclassNotAbstract`: code `metadata-concrete-type`. */
const isTypedByConcrete: Check<Annotation> = (node, context) => {
    const type = metadataTypeOf(node);
    if (type !== undefined && isMetaclass(type, 'Metaclass') && type.isAbstract) {
        context.report(
            'error',
            'metadata-concrete-type',
            `'${type.name ?? ''}' is abstract: metadata must have a concrete type`,
            headOf(node)
        );
    }
};

const ANNOTATED = new Fact<readonly AstNode[]>('annotated element features');

/**
 * The features by which a metadata type restricts the annotated elements: specializations of `Metaobject::annotatedElement`, without
 * redefined ones.
 */
function annotatedElementFeatures(type: AstNode, base: AstNode): readonly AstNode[] {
    const known = ANNOTATED.of(type);
    if (known !== undefined) {
        return known;
    }
    ANNOTATED.set(type, []);
    const found = new Set<AstNode>(ownedFeaturesOf(type).filter(f => f !== base && conformsTo(f, base)));
    const redefined = new Set([...found].flatMap(f => redefinedFeaturesOf(f)));
    for (const general of generalsOf(type)) {
        for (const feature of annotatedElementFeatures(general, base)) {
            if (!redefined.has(feature)) {
                found.add(feature);
            }
        }
    }
    const features = [...found];
    ANNOTATED.set(type, features);
    return features;
}

/** The annotated elements. A prefix, or a body member without `about`, annotates its owner. */
function annotatedElementsOf(node: AstNode): readonly AstNode[] {
    const { about } = node;
    if (about !== undefined && about.length > 0) {
        return about.map(a => resolve(a)).filter(e => e !== undefined);
    }
    const owner = ownerOf(node);
    return owner === undefined ? [] : [owner];
}

/** `validateMetadataFeatureAnnotatedElement`: code `metadata-annotated-element`. */
const annotatesItsKind: Check<Annotation> = (node, context) => {
    const type = metadataTypeOf(node);
    const base = libraryElement(node, 'Metaobjects::Metaobject::annotatedElement');
    if (type === undefined || base === undefined || !isMetaclass(type, 'Metaclass')) {
        return;
    }
    const types = annotatedElementFeatures(type, base).flatMap(f => [...typesOf(f)]);
    if (types.length === 0) {
        return;
    }
    for (const element of annotatedElementsOf(node)) {
        if (!types.some(t => isMetaclassConforming(element, t))) {
            context.report('error', 'metadata-annotated-element', `'${type.name ?? ''}' cannot annotate this element`, headOf(node));
        }
    }
};

/** The features of a metadata body with those of nested bodies. */
function* bodyFeatures(node: AstNode): Generator<ast.Usage> {
    for (const member of ownedMembersOf(node)) {
        if (isUsage(member)) {
            yield member;
            yield* bodyFeatures(member);
        }
    }
}

/**
 * `validateMetadataFeatureBody`: a feature of the body redefines one feature and has no name (`metadata-body-feature`), the redefined one
 * is of the metadata type (`metadata-owning-type-feature`), and a value is model-level evaluable (`metadata-value-not-evaluable`).
 */
const hasBodyOfRedefinitions: Check<ast.MetadataUsage> = (node, context) => {
    if (node.members.length === 0) {
        return;
    }
    // The weight of a succession may refer to a feature of the action; execution reads it at the decision (contract: behaviour 15.1).
    const metadataType = metadataTypeOf(node);
    const isReadByRuns = metadataType !== undefined && qualifiedNameOf(metadataType) === 'Stochastic::Probability';
    for (const feature of bodyFeatures(node)) {
        const redefinitions = feature.relationships.filter(r => r.$type === 'Redefinition');
        if (redefinitions.length !== 1 || feature.name !== undefined || feature.shortName !== undefined) {
            context.report(
                'error',
                'metadata-body-feature',
                'a feature in a metadata body must redefine one feature of the metadata type',
                headOf(feature)
            );
        }
        const owner = owningTypeOf(feature);
        for (const redefinition of redefinitions) {
            const target = resolve(redefinition);
            const featuring = target === undefined ? undefined : owningTypeOf(target);
            if (target !== undefined && owner !== undefined && (featuring === undefined || !conformsTo(owner, featuring))) {
                context.report(
                    'error',
                    'metadata-owning-type-feature',
                    `'${redefinition.text}' is no feature of the metadata type`,
                    redefinition
                );
            }
        }
        if (feature.value !== undefined && !isReadByRuns && !isModelLevelEvaluable(feature.value.expression)) {
            // The standard's tables define no model-level `[`; this tool evaluates it for quantities, except in strict mode.
            const isQuantity = !context.strict && isModelLevelEvaluable(feature.value.expression, { admitsUnits: true });
            context.report(
                isQuantity ? 'warning' : 'error',
                'metadata-value-not-evaluable',
                'a value in metadata must be evaluable on the level of the model',
                feature.value.expression
            );
        }
    }
};

export const metadataTypingChecks: CheckTable = {
    MetadataUsage: [isTypedByMetaclass, isTypedByConcrete],
    PrefixMetadata: [isTypedByMetaclass, isTypedByConcrete]
};

export const metadataChecks: CheckTable = {
    MetadataUsage: [annotatesItsKind, hasBodyOfRedefinitions],
    PrefixMetadata: [annotatesItsKind]
};
