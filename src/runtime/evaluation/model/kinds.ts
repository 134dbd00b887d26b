/**
 * The kinds of elements for the runtime: whether an element has objects, is computed, is a variant, a literal or a unit, and the values
 * that its declared type admits. Reads the semantic layer and memoizes on the nodes; does not depend on values or runs.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { rememberedUnlessCut } from '../../../language/semantics/cycles.js';
import { isKind, type MetaclassName } from '../../../language/semantics/metaclasses.js';
import { isTypedByValue } from '../../../language/semantics/implied-features.js';
import { isOfReflectiveLibrary, metaclassOrUndefined, withArticle } from '../../../language/semantics/metaclass.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsToLibrary, declaredGeneralsOf, redefinedFeaturesOf, supertypesOf } from '../../../language/semantics/specialization.js';
import { scopeOf } from '../../../language/semantics/world.js';
import {
    extraOf,
    isDefinition,
    isFeature,
    isUsage,
    ownedFeaturesOf,
    ownedMembersOf,
    owningNamespaceOf,
    setExtra
} from '../../../language/semantics/structure.js';

/** The result that {@link memoize} keeps on a node. */
export function remembered<T>(key: symbol, node: AstNode): T | undefined {
    return extraOf(node, key) as T | undefined; // each key is a constant of the one module that computes its value
}

/** Memoizes a result on a node, unless a lookup in progress left it incomplete; it is dropped with the node's snapshot. */
export function memoize<T, N extends AstNode = AstNode>(key: symbol, node: N, compute: (node: N) => T): T {
    return (
        remembered<T>(key, node) ??
        rememberedUnlessCut(
            () => compute(node),
            computed => setExtra(node, key, computed)
        )
    );
}

/** Whether an element's metaclass is the named one or a specialization of it. */
export function isA(node: AstNode, metaclass: MetaclassName): boolean {
    const own = metaclassOrUndefined(node);
    return own !== undefined && isKind(own, metaclass);
}

/** Whether an element is a calculation, analysis or verification case, or function; constraints and use cases are not. */
export function isCalculation(node: AstNode): boolean {
    return (
        !isConstraint(node) &&
        !isUseCase(node) &&
        (isA(node, 'CalculationDefinition') ||
            isA(node, 'CalculationUsage') ||
            isA(node, 'Function') ||
            (isFeature(node) && isA(node, 'Expression')))
    );
}

/** Whether an element is a constraint or requirement, definition or usage, or a predicate or invariant of KerML. */
export function isConstraint(node: AstNode): boolean {
    return isA(node, 'Predicate') || isA(node, 'BooleanExpression');
}

/** Whether an element is a requirement, definition or usage; concerns and viewpoints are requirements. */
export function isRequirement(node: AstNode): boolean {
    return isA(node, 'RequirementDefinition') || isA(node, 'RequirementUsage');
}

/** Whether an element is a use case: a case that yields no result, so that it is performed. */
export function isUseCase(node: AstNode): boolean {
    return isA(node, 'UseCaseDefinition') || isA(node, 'UseCaseUsage');
}

/** Whether an element is performed rather than computed: an action, a state or a use case, definition or usage. */
export function isBehavior(node: AstNode): boolean {
    return (isA(node, 'ActionDefinition') || isA(node, 'ActionUsage')) && !isCalculation(node);
}

/** Whether an element is a state machine or a state, definition or usage. */
export function isMachine(node: AstNode): boolean {
    return isA(node, 'StateDefinition') || isA(node, 'StateUsage');
}

/** Whether an element is an action and no state: what requests about actions accept (contract: behaviour 1.2). */
export function isAction(node: AstNode): boolean {
    return isBehavior(node) && !isMachine(node);
}

/** Whether an element is a connector of values: a connection, binding, interface, allocation or flow, not a succession. */
export function isConnector(node: AstNode): boolean {
    return isA(node, 'Connector') && !isA(node, 'Succession');
}

/** Whether an element is an attribute, definition or usage; enumerations are attributes. */
export function isAttribute(node: AstNode): boolean {
    return isA(node, 'AttributeUsage') || isA(node, 'AttributeDefinition');
}

/** Whether a node is a literal of an enumeration: a usage in the body of an enumeration definition. */
export function isEnumLiteral(node: AstNode): boolean {
    const owner = isFeature(node) ? node.$container : undefined;
    if (owner === undefined || !isDefinition(owner)) {
        return false;
    }
    if (owner.kind === 'datatype') {
        return isOfReflectiveLibrary(owner); // KerML has no enumerations: `FeatureDirectionKind` is a data type whose values are features
    }
    return owner.kind === 'enum' && node.membership !== 'member' && isA(node, 'EnumerationUsage');
}

const ENUMERATIONS = Symbol('enumerations');

/** The enumerations that a feature is typed by. */
export function enumerationsOf(feature: AstNode): readonly AstNode[] {
    return memoize(ENUMERATIONS, feature, f => declaredTypesOf(f).filter(t => isDefinition(t) && t.kind === 'enum'));
}

/** The literals of an enumeration, its own before inherited ones. */
export function literalsOf(enumeration: AstNode): readonly AstNode[] {
    return [...supertypesOf(enumeration)].flatMap(t => ownedMembersOf(t).filter(isEnumLiteral));
}

/** Whether a node is a variant: declared `variant` in a variation. */
export function isVariant(node: AstNode): boolean {
    if (node.membership !== 'variant') {
        return false;
    }
    const owner = owningNamespaceOf(node);
    return owner !== undefined && isVariation(owner);
}

/** Whether a node is an objective. */
export function isObjective(node: AstNode): boolean {
    return node.kind === 'objective';
}

const VARIATION = Symbol('variation');

/** Whether a node is a variation: declared `variation`, or a feature that specializes one without being its variant. */
export function isVariation(node: AstNode): boolean {
    return memoize(VARIATION, node, n => {
        if (n.isVariation) {
            return true;
        }
        return isFeature(n) && n.membership !== 'variant' && [...supertypesOf(n)].some(t => t.isVariation);
    });
}

/** The variants of a variation, its own before inherited ones. */
export function variantsOf(variation: AstNode): readonly AstNode[] {
    return [...supertypesOf(variation)].flatMap(t => ownedMembersOf(t).filter(m => isVariant(m)));
}

/** The kind of values that a feature's declared type admits; `object` includes structured attributes. */
export type ValueCategory =
    | 'any'
    | 'boolean'
    | 'string'
    | 'natural'
    | 'positive'
    | 'integer'
    | 'rational'
    | 'real'
    | 'complex'
    | 'number'
    | 'enumeration'
    | 'quantity'
    | 'unit'
    | 'vector'
    | 'function'
    | 'collection'
    | 'object';

/** Library types from specific to general, with their categories. */
const CATEGORIES: readonly (readonly [string, ValueCategory])[] = [
    ['MeasurementReferences::TensorMeasurementReference', 'unit'],
    ['Quantities::TensorQuantityValue', 'quantity'],
    ['VectorValues::VectorValue', 'vector'],
    ['ScalarValues::Boolean', 'boolean'],
    ['ScalarValues::String', 'string'],
    ['ScalarValues::Positive', 'positive'],
    ['ScalarValues::Natural', 'natural'],
    ['ScalarValues::Integer', 'integer'],
    ['ScalarValues::Rational', 'rational'],
    ['ScalarValues::Real', 'real'],
    ['ScalarValues::Complex', 'complex'],
    ['ScalarValues::NumericalValue', 'number'],
    ['ScalarValues::ScalarValue', 'any'],
    ['Collections::Collection', 'collection']
];

const CATEGORY = Symbol('value category');

/** The category of a type or of the types of a feature. */
export function categoryOf(node: AstNode): ValueCategory {
    return memoize(CATEGORY, node, n => {
        if (isFeature(n) && (isCalculation(n) || isConstraint(n))) {
            return isTypedByValue(n) ? 'any' : 'function';
        }
        let category: ValueCategory = 'any';
        for (const type of declaredTypesOf(n)) {
            const own = categoryOfDefinition(type);
            if (own !== 'any' && (category === 'any' || category === 'object')) {
                category = own;
            }
        }
        return category;
    });
}

/**
 * The declared types of a feature, including those of features that it specializes and of model parameters that it redefines by
 * implication. Types implied by its value or by the library's base do not restrict it.
 */
export function declaredTypesOf(node: AstNode): readonly AstNode[] {
    if (!isFeature(node)) {
        return [node];
    }
    const found: AstNode[] = [];
    const seen = new Set<AstNode>([node]);
    const work: AstNode[] = [node];
    for (let feature = work.shift(); feature !== undefined; feature = work.shift()) {
        for (const general of [...declaredGeneralsOf(feature), ...redefinedFeaturesOf(feature).filter(r => !scopeOf(r).isLibrary)]) {
            if (!seen.has(general)) {
                seen.add(general);
                (isFeature(general) ? work : found).push(general);
            }
        }
    }
    return found;
}

function categoryOfDefinition(type: AstNode): ValueCategory {
    for (const [name, category] of CATEGORIES) {
        if (conformsToLibrary(type, name)) {
            return category;
        }
    }
    if (isDefinition(type) && type.kind === 'enum') {
        return 'enumeration';
    }
    return isA(type, 'Function') ? 'function' : isGeneral(type) ? 'any' : 'object';
}

/** Whether a type does not restrict values. */
function isGeneral(type: AstNode): boolean {
    const name = qualifiedNameOf(type);
    return name === 'Base::Anything' || name === 'Base::DataValue' || name === 'Objects::Object' || name === 'Occurrences::Occurrence';
}

/** Whether a usage declares a unit or measurement scale; its name denotes its own measurement reference. */
export function isUnitDeclaration(node: AstNode): boolean {
    return (
        isFeature(node) &&
        node.direction === undefined &&
        isAttribute(node) &&
        categoryOf(node) === 'unit' &&
        conformsToLibrary(node, 'MeasurementReferences::ScalarMeasurementReference')
    );
}

/** The description of an element in messages, with its article: `a part def`, `an enum usage`, `a package`, `a send action usage`. */
export function articledKind(node: AstNode): string {
    return withArticle(notationKind(node));
}

/** The keyword of an element with `def` or `usage`; its metaclass in words where it has no keyword. */
export function notationKind(node: AstNode): string {
    const { kind } = node;
    if (kind !== undefined && (isDefinition(node) || isFeature(node))) {
        return `${kind === 'usecase' ? 'use case' : kind} ${isDefinition(node) ? 'def' : 'usage'}`;
    }
    return (metaclassOrUndefined(node) ?? node.$type).replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** Whether a directed feature receives a value. */
export function isInput(feature: AstNode): boolean {
    const { direction } = feature;
    return direction === 'in' || direction === 'inout';
}

/** Whether a directed feature provides a value; includes the result. */
export function isOutput(feature: AstNode): boolean {
    const { direction, membership } = feature;
    return direction === 'out' || direction === 'inout' || membership === 'return';
}

/** Whether a declaration has features in its body. */
export function restates(feature: AstNode): boolean {
    return ownedFeaturesOf(feature).some(f => isUsage(f));
}
