/** The own and inherited attributes of a type, with their constant values (contract: AttributeInfo). */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { membershipOf } from '../semantics/memberships.js';
import { nameOf, qualifiedNameOf } from '../semantics/naming.js';
import { visibilityOf } from '../semantics/owned-members.js';
import { declaredGeneralsOf, redefinedFeaturesOf, supertypesOf } from '../semantics/specialization.js';
import { isFeature, isUsage, ownedFeaturesOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { typeFactsOf, unitOf } from './type-facts.js';

/** A constant as written: exact digits for numbers. */
export type Constant =
    | { kind: 'boolean'; value: boolean }
    | { kind: 'string'; value: string }
    | { kind: 'integer'; value: string }
    | { kind: 'decimal'; value: string };

export interface AttributeFacts {
    name: string;
    type: string;
    value?: Constant;
    unit: string;
}

/**
 * Lists own attributes in order, then those inherited from the model; `withheld` is the number of those inherited from the library. An
 * attribute is not inherited if it is private, if a nearer attribute has its name, or if any feature of the type or of its generals
 * redefines it (KerML 8.3.3.1.10, `removeRedefinedFeatures`).
 */
export function attributesOf(type: AstNode): { listed: AttributeFacts[]; withheld: number } {
    const features = [...supertypesOf(type)].flatMap(owner => ownedFeaturesOf(owner).map(feature => ({ feature, owner })));
    const redefined = new Set<AstNode>();
    features.forEach(({ feature }) => addRedefined(feature, redefined));
    const names = new Set<string>();
    const listed: AttributeFacts[] = [];
    let withheld = 0;
    for (const { feature, owner } of features) {
        const name = nameOf(feature) ?? feature.shortName;
        const isInherited = owner !== type;
        if (
            name === undefined ||
            names.has(name) ||
            !isAttribute(feature) ||
            (isInherited && (redefined.has(feature) || visibilityOf(feature) === 'private'))
        ) {
            continue;
        }
        names.add(name);
        if (isInherited && scopeOf(owner).isLibrary) {
            withheld++;
        } else {
            listed.push(attributeOf(feature, name));
        }
    }
    return { listed, withheld };
}

/** Adds the features that a feature redefines, directly or indirectly. */
function addRedefined(feature: AstNode, all: Set<AstNode>): void {
    for (const general of redefinedFeaturesOf(feature)) {
        if (!all.has(general)) {
            all.add(general);
            addRedefined(general, all);
        }
    }
}

/** Whether a feature is an attribute of its owner. A variant is not, since it is an alternative to its owner. */
function isAttribute(feature: AstNode): boolean {
    return (
        isUsage(feature) &&
        membershipOf(feature) !== 'VariantMembership' &&
        (isMetaclass(feature, 'AttributeUsage') ||
            (isMetaclass(feature, 'ReferenceUsage') && redefinedFeaturesOf(feature).some(isAttribute)))
    );
}

function attributeOf(feature: ast.Usage, name: string): AttributeFacts {
    const valued = valueHolderOf(feature, new Set());
    const expression = valued?.value?.expression;
    return {
        name,
        type: typeNameOf(feature),
        value: expression === undefined ? undefined : constantOf(expression),
        unit: expression === undefined ? '' : unitOf(expression)
    };
}

function typeNameOf(feature: ast.Usage): string {
    const facts = typeFactsOf(feature)!;
    const [redefined] = redefinedFeaturesOf(feature);
    return facts.resolvedId || facts.declared || facts.primitive || (redefined === undefined ? '' : (qualifiedNameOf(redefined) ?? ''));
}

/** The feature that declares the value of a feature: the feature itself, else the first of its generals that does. */
function valueHolderOf(feature: AstNode, seen: Set<AstNode>): ast.Usage | undefined {
    if (seen.has(feature) || !isFeature(feature)) {
        return undefined;
    }
    seen.add(feature);
    if (feature.value !== undefined) {
        return feature;
    }
    for (const general of declaredGeneralsOf(feature)) {
        const holder = valueHolderOf(general, seen);
        if (holder !== undefined) {
            return holder;
        }
    }
    return undefined;
}

/** The constant of a literal, possibly with a sign or a unit, which is left out; undefined for other expressions. */
export function constantOf(expression: AstNode): Constant | undefined {
    switch (expression.$type) {
        case 'LiteralBoolean':
            return { kind: 'boolean', value: expression.value === 'true' };
        case 'LiteralString':
            return { kind: 'string', value: expression.value };
        case 'LiteralInteger':
            return { kind: 'integer', value: expression.value };
        case 'LiteralReal':
            return { kind: 'decimal', value: expression.value };
        case 'BracketExpression':
            return constantOf(expression.operand);
        case 'SequenceExpression': {
            const { elements } = expression;
            return elements.length === 1 ? constantOf(elements[0]) : undefined;
        }
        case 'UnaryExpression': {
            const { operator, operand } = expression;
            const value = operator === '-' || operator === '+' ? constantOf(operand) : undefined;
            return value === undefined || (value.kind !== 'integer' && value.kind !== 'decimal')
                ? undefined
                : operator === '+'
                  ? value
                  : { kind: value.kind, value: `-${value.value}` };
        }
        default:
            return undefined;
    }
}
