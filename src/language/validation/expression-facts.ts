/**
 * Facts for the checks of expressions: the known definitions of an expression's values, whether two types can share a value, the parameters
 * of a function, and whether a feature is accessible. The functions return "nothing" for what is not certain, so that no check reports it.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { isTypedByValue } from '../semantics/implied-features.js';
import { resultParameterOf, resultTypesOf } from '../semantics/expression-types.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { nameOf } from '../semantics/naming.js';
import { conformsTo, conformsToLibrary, declaredGeneralsOf, generalsOf, typesOf } from '../semantics/specialization.js';
import { Fact, isExpression, isFeature, isType, lastSegment, ownedFeaturesOf, owningTypeOf } from '../semantics/structure.js';
import { libraryElement } from '../semantics/world.js';

const NONE: readonly AstNode[] = Object.freeze([]);

/**
 * The known definitions of all values of an expression; empty when any is unknown. A reference to a constraint or calculation yields its
 * result, which is not checked here.
 */
export function knownTypesOf(expression: AstNode): readonly AstNode[] {
    const own = typesOfSelf(expression);
    if (own !== undefined) {
        return knownAmong(own);
    }
    const isName = expression.$type === 'FeatureReferenceExpression';
    const results = resultTypesOf(expression);
    if (results.length === 1) {
        return knownTypesOfResult(results[0], isName);
    }
    const found: AstNode[] = [];
    for (const result of results) {
        const types = knownTypesOfResult(result, isName);
        if (types.length === 0) {
            return NONE;
        }
        for (const type of types) {
            if (!found.includes(type)) {
                found.push(type);
            }
        }
    }
    return found;
}

function knownTypesOfResult(result: AstNode, isName: boolean): readonly AstNode[] {
    if (isFeature(result)) {
        return knownFeatureTypes(result);
    }
    // A reference to a definition has no values.
    return isName || isMetaclass(result, 'Behavior') ? NONE : [result];
}

/** The definitions of a feature, without Anything; empty for behaviours and for features without a declared type. */
export function knownFeatureTypes(feature: AstNode): readonly AstNode[] {
    return knownAmong(typesOf(feature));
}

/** The types of a feature; empty when one is a behaviour, or too general to restrict a value. */
export function knownAmong(types: readonly AstNode[]): readonly AstNode[] {
    const isKnown = types.length > 0 && types.every(t => t.$type === 'Definition' && !isMetaclass(t, 'Behavior') && !isGeneral(t));
    return isKnown ? types : NONE;
}

/** The types of the feature that a name or chain refers to, including behaviours and general types. */
export function statedTypesOf(expression: AstNode): readonly AstNode[] {
    return typesOfSelf(expression) ?? resultTypesOf(expression).flatMap(t => (isFeature(t) ? typesOf(t) : NONE));
}

/**
 * The owning type of the feature whose value contains `self`: `P` in `part def P { attribute z = F(self); }`. The name `self` resolves to a
 * member of the feature's own type, which says nothing about the object; evaluation uses the object that owns the feature (contract:
 * verification 4.3).
 */
export function holderOfSelf(expression: AstNode): AstNode | undefined {
    if (expression.$type !== 'FeatureReferenceExpression' || expression.text !== 'self') {
        return undefined;
    }
    let node: AstNode | undefined = expression;
    while (node !== undefined && node.$type !== 'FeatureValue' && (isExpression(node) || !isType(node))) {
        node = node.$container;
    }
    return node?.$type === 'FeatureValue' && isFeature(node.$container) ? owningTypeOf(node.$container) : undefined;
}

function typesOfSelf(expression: AstNode): readonly AstNode[] | undefined {
    const holder = holderOfSelf(expression);
    return holder === undefined ? undefined : isFeature(holder) ? typesOf(holder) : [holder];
}

/** The roots of the library, which do not restrict a value. */
const GENERAL = [
    'Base::Anything',
    'Base::DataValue',
    'Occurrences::Occurrence',
    'Objects::Object',
    'ScalarValues::ScalarValue',
    'Items::Item',
    'Parts::Part'
];

const GENERAL_NAMES: ReadonlySet<string | undefined> = new Set(GENERAL.map(lastSegment));

function isGeneral(type: AstNode): boolean {
    // comparing names first avoids most look-ups in the library
    return GENERAL_NAMES.has(type.name) && isOfLibrary(type) && GENERAL.some(name => libraryElement(type, name) === type);
}

/** Whether only values imply the type of a feature: its own value, or those of features that it specializes (`attribute :>> p;`). */
export function hasTypeByValue(feature: AstNode, seen = new Set<AstNode>()): boolean {
    if (isTypedByValue(feature) || seen.has(feature)) {
        return true;
    }
    const { relationships = [] } = feature;
    const generals = relationships.some(r => r.$type === 'FeatureTyping') || !isFeature(feature) ? [] : declaredGeneralsOf(feature);
    seen.add(feature);
    return generals.length > 0 && generals.every(g => hasTypeByValue(g, seen));
}

/** Types whose values are comparable even if their definitions are unrelated: a number may be a value of every numeric definition. */
const COMPARABLE = ['ScalarValues::Number', 'ScalarValues::String', 'ScalarValues::Boolean'];

/** Whether no value can be of one of the first types and of one of the others: none specializes another. */
export function areUnrelated(types: readonly AstNode[], others: readonly AstNode[]): boolean {
    return (
        types.length > 0 &&
        others.length > 0 &&
        types.every(t => others.every(o => !conformsTo(t, o) && !conformsTo(o, t))) &&
        !COMPARABLE.some(name => [types, others].every(list => list.every(t => conformsToLibrary(t, name))))
    );
}

/** Expressions whose form shows their value: no calls, choices or collections. */
const PLAIN: ReadonlySet<string> = new Set([
    'LiteralBoolean',
    'LiteralString',
    'LiteralInteger',
    'LiteralReal',
    'FeatureReferenceExpression',
    'FeatureChainExpression',
    'ConstructorExpression',
    'InvocationExpression',
    'BracketExpression',
    'BinaryExpression',
    'UnaryExpression'
]);

/**
 * Whether a value can be an instance of the declared definitions. Only plain values are checked, and for quantities only that they are
 * quantities.
 */
export function fits(value: AstNode, declared: readonly AstNode[]): boolean {
    const operand = value.$type === 'BracketExpression' ? value.operand : value;
    const types = PLAIN.has(value.$type) && PLAIN.has(operand.$type) ? knownTypesOf(value) : NONE;
    const areNumeric = (list: readonly AstNode[]): boolean => list.every(t => NUMERIC.some(name => conformsToLibrary(t, name)));
    return !areUnrelated(types, declared) || (areNumeric(types) && areNumeric(declared));
}

/** The roots that the Kernel library declares disjoint: occurrences and data values, performances and objects. */
const DISJOINT_ROOTS = [
    ['Base::DataValue', 'Occurrences::Occurrence'],
    ['Performances::Performance', 'Objects::Object']
] as const;

/**
 * Whether the referent of a name or chain and the declared definitions share no value because the Kernel library declares their generals
 * disjoint: an action for a part, a part for an attribute. A function is represented by its result.
 */
export function areDisjoint(value: AstNode, declared: readonly AstNode[]): boolean {
    const isName = value.$type === 'FeatureReferenceExpression' || value.$type === 'FeatureChainExpression';
    const types = isName && declared.length > 0 ? statedTypesOf(value) : NONE;
    const isOf = (list: readonly AstNode[], root: string): boolean => list.every(t => conformsToLibrary(t, root));
    return (
        types.length > 0 &&
        !types.some(t => conformsToLibrary(t, 'Performances::Evaluation')) &&
        DISJOINT_ROOTS.some(([one, other]) => (isOf(types, one) && isOf(declared, other)) || (isOf(types, other) && isOf(declared, one)))
    );
}

export const QUANTITY = 'Quantities::TensorQuantityValue';
/** A vector is the sequence of its elements, which are numbers. */
const NUMERIC = [QUANTITY, 'ScalarValues::Number', 'VectorValues::VectorValue'];

/** Whether the types of an expression are known and none of them is, or could be, the library type. */
export function isKnownNotToBe(expression: AstNode, libraryType: string): boolean {
    const type = libraryElement(expression, libraryType);
    return type !== undefined && areUnrelated(knownTypesOf(expression), [type]);
}

/** Whether the types of an expression are known and all conform to the library type. */
export function isKnownToBe(expression: AstNode, libraryType: string): boolean {
    const type = libraryElement(expression, libraryType);
    const types = knownTypesOf(expression);
    return type !== undefined && types.length > 0 && types.every(t => conformsTo(t, type));
}

// --- Parameters -------------------------------------------------------------------------------------------------------

/** The input parameters of a behavior in order; own ones replace the inherited ones at their positions (KerML 8.4.4.7). */
export interface Inputs {
    readonly features: readonly AstNode[];
    readonly names: ReadonlySet<string>;
}

const INPUTS = new Fact<Inputs>('inputs');

export function inputsOf(type: AstNode): Inputs {
    const known = INPUTS.of(type);
    if (known !== undefined) {
        return known;
    }
    INPUTS.set(type, { features: NONE, names: new Set<string>() });
    const features: AstNode[] = ownedFeaturesOf(type).filter(f => isInput(f));
    const names = new Set<string>(features.map(f => nameOf(f)).filter(n => n !== undefined));
    for (const general of generalsOf(type)) {
        const inherited = inputsOf(general);
        features.push(...inherited.features.slice(features.length));
        inherited.names.forEach(n => names.add(n));
    }
    const inputs: Inputs = { features, names };
    INPUTS.set(type, inputs);
    return inputs;
}

function isInput({ direction, membership, kind }: ast.Usage): boolean {
    return (
        membership !== 'return' &&
        (direction === 'in' || direction === 'inout' || kind === 'subject' || kind === 'actor' || kind === 'stakeholder')
    );
}

/** Whether a type can be invoked: a behavior, or a feature that is one or is typed by one. */
export function isInvocable(target: AstNode): boolean {
    return isFeature(target)
        ? isMetaclass(target, 'Step') || resultParameterOf(target) !== undefined || typesOf(target).some(t => isMetaclass(t, 'Behavior'))
        : isMetaclass(target, 'Behavior');
}

// --- Accessibility ----------------------------------------------------------------------------------------------------

/** The featuring type of a referent. Variants and members of a package have none. */
function featuringTypeOf(referent: AstNode): AstNode | undefined {
    const { membership } = referent;
    const owner = owningTypeOf(referent);
    return owner === undefined || membership === 'variant' || isMetaclass(owner, 'EnumerationDefinition') ? undefined : owner;
}

/**
 * Whether an expression can refer to a feature by its name alone: the feature has no featuring type, or one that encloses the expression.
 */
export function isAccessibleFrom(place: AstNode, referent: AstNode): boolean {
    const type = featuringTypeOf(referent);
    if (type === undefined || type.$type === 'AcceptActionUsage' || type.$type === 'CallTrigger') {
        return true; // the payload of an accept is accessible in the transition or body that it triggers
    }
    const isEnclosedBy = (isSought: (node: AstNode) => boolean): boolean => {
        for (let node: AstNode | undefined = place; node !== undefined; node = node.$container) {
            if (node === type || (isSought(node) && conformsTo(node, type))) {
                return true;
            }
        }
        return false;
    };
    // Test enclosing expressions last: nearly always an enclosing declaration owns the feature.
    return isEnclosedBy(node => isType(node) && !isExpression(node)) || isEnclosedBy(isExpression);
}
