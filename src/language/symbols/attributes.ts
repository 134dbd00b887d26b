/** The attributes that an element has, own and inherited, with their constant values (contract: AttributeInfo). */
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
 * Own attributes in order, then inherited ones of the model; those of the library are counted. An attribute is not inherited where a nearer
 * one has its name, where any feature of the type or of another general redefines it (KerML 8.3.3.1.10, `removeRedefinedFeatures`), or when
 * it is private.
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

/** Adds what a feature redefines, directly and through others. */
function addRedefined(feature: AstNode, all: Set<AstNode>): void {
    for (const general of redefinedFeaturesOf(feature)) {
        if (!all.has(general)) {
            all.add(general);
            addRedefined(general, all);
        }
    }
}

/** Attributes of an object: enumerated values and other variants are alternatives to it. */
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

/** The feature whose written value holds: the feature itself, else what it redefines or subsets. */
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

/** The constant that an expression is, without its unit; undefined for a computed one. */
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
