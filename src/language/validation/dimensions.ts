/**
 * Dimensions of quantities (ISO 80000, library `Quantities` and `MeasurementReferences`): products of base quantities, read from the power
 * factors that a quantity's unit declares. Does not depend on the sizes of units. Undefined means unknown.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { conformsToLibrary, typesOf } from '../semantics/specialization.js';
import { Fact, featureValueOf, isFeature, lastSegment } from '../semantics/structure.js';
import { lookupLocal } from '../semantics/lookup.js';
import { memberElement, resolve } from '../semantics/names.js';
import { ownedMembersNamed } from '../semantics/owned-members.js';
import { knownTypesOf, QUANTITY } from './expression-facts.js';

/** Exponents other than zero by the symbol of the base quantity. */
type Dimension = ReadonlyMap<string, number>;

const DIMENSION = new Fact<Dimension | null>('dimension');
const ONE: Dimension = new Map();

function product(a: Dimension, b: Dimension, power: number): Dimension {
    const result = new Map(a);
    for (const [quantity, exponent] of b) {
        const sum = (result.get(quantity) ?? 0) + power * exponent;
        if (sum === 0) {
            result.delete(quantity);
        } else {
            result.set(quantity, sum);
        }
    }
    return result;
}

/** Whether two expressions are known to be quantities of different dimensions. */
export function areIncommensurable(a: AstNode, b: AstNode): boolean {
    return differ(dimensionOf(a), dimensionOf(b));
}

/** Whether an expression is known to be a quantity of another dimension than the values of the given definitions. */
export function isIncommensurableWith(expression: AstNode, types: readonly AstNode[]): boolean {
    return differ(dimensionOf(expression), dimensionOfTypes(types));
}

/** Whether an expression is known to be a quantity of a dimension other than one. */
export function hasDimension(expression: AstNode): boolean {
    return (dimensionOf(expression)?.size ?? 0) > 0;
}

/** Whether an expression is zero as written: zero is zero in every unit. */
export function isZero(expression: AstNode): boolean {
    return numberOf(expression) === 0;
}

/** The dimension of an expression for messages: `force`, or a product of base quantities where it has no name. */
export function dimensionText(expression: AstNode): string {
    return textOf(dimensionOf(expression));
}

/** The dimension of the values of the given definitions, for messages. */
export function dimensionTextOfTypes(types: readonly AstNode[]): string {
    return textOf(dimensionOfTypes(types));
}

/** Names of the base quantities (ISO 80000-1, 6.2) by the symbols that the library's system of quantities has. */
const BASE_QUANTITIES: Readonly<Record<string, string | undefined>> = {
    L: 'length',
    M: 'mass',
    T: 'time',
    I: 'electric current',
    Θ: 'temperature',
    N: 'amount of substance',
    J: 'luminous intensity'
};

/** Names of derived quantities (ISO 80000-3 to -7) by the exponents of their dimension, in the order of the symbols above. */
const DERIVED_QUANTITIES: Readonly<Record<string, string | undefined>> = {
    L2: 'area',
    L3: 'volume',
    'T-1': 'frequency',
    'L1 T-1': 'speed',
    'L1 T-2': 'acceleration',
    'L3 T-1': 'volume flow rate',
    'L-3 M1': 'mass density',
    'M1 T-1': 'mass flow rate',
    'L1 M1 T-1': 'momentum',
    'L1 M1 T-2': 'force',
    'L2 M1': 'moment of inertia',
    'L2 M1 T-1': 'angular momentum',
    'L-1 M1 T-2': 'pressure',
    'L-1 M1 T-1': 'dynamic viscosity',
    'L2 M1 T-2': 'energy or torque',
    'L2 M1 T-3': 'power',
    'M1 T-3': 'energy flux density',
    'T1 I1': 'electric charge',
    'L2 M1 T-3 I-1': 'voltage',
    'L2 M1 T-3 I-2': 'electric resistance',
    'L-2 M-1 T3 I2': 'electric conductance',
    'L-2 M-1 T4 I2': 'capacitance',
    'L2 M1 T-2 I-2': 'inductance',
    'L2 M1 T-2 I-1': 'magnetic flux',
    'M1 T-2 I-1': 'magnetic flux density',
    'L-1 I1': 'magnetic field strength',
    'L1 M1 T-3 I-1': 'electric field strength',
    'L2 M1 T-2 Θ-1': 'heat capacity or entropy',
    'L2 T-2 Θ-1': 'specific heat capacity',
    'L1 M1 T-3 Θ-1': 'thermal conductivity',
    'L-2 J1': 'luminance or illuminance',
    'T-1 N1': 'catalytic activity',
    'L-3 N1': 'amount-of-substance concentration'
};

function textOf(dimension: Dimension | undefined): string {
    if (dimension === undefined || dimension.size === 0) {
        return dimension === undefined ? 'unknown' : 'one';
    }
    const key = Object.keys(BASE_QUANTITIES)
        .filter(symbol => dimension.has(symbol))
        .map(symbol => `${symbol}${dimension.get(symbol)}`)
        .join(' ');
    return (
        DERIVED_QUANTITIES[key] ??
        [...dimension].map(([symbol, exponent]) => `${BASE_QUANTITIES[symbol] ?? symbol}${exponent === 1 ? '' : `^${exponent}`}`).join('·')
    );
}

/** Units of the base quantities by the same symbols. */
const BASE_UNITS: Readonly<Record<string, string | undefined>> = { L: 'm', M: 'kg', T: 's', I: 'A', Θ: 'K', N: 'mol', J: 'cd' };

/** A unit for the values of the given definitions, composed of base units: `kg*m/s^2`. Undefined where the dimension is one or unknown. */
export function exampleUnitOf(types: readonly AstNode[]): string | undefined {
    const dimension = dimensionOfTypes(types);
    if (dimension === undefined || dimension.size === 0 || [...dimension.keys()].some(symbol => BASE_UNITS[symbol] === undefined)) {
        return undefined;
    }
    const power = (symbol: string, exponent: number): string => `${BASE_UNITS[symbol]}${exponent === 1 ? '' : `^${exponent}`}`;
    const factors = [...dimension].sort(([a], [b]) => (a === 'M' ? -1 : b === 'M' ? 1 : 0));
    const above = factors.filter(([, exponent]) => exponent > 0).map(([symbol, exponent]) => power(symbol, exponent));
    const below = factors.filter(([, exponent]) => exponent < 0).map(([symbol, exponent]) => power(symbol, -exponent));
    const divisor = below.length > 1 ? `(${below.join('*')})` : below[0];
    return `${above.length === 0 ? '1' : above.join('*')}${below.length === 0 ? '' : `/${divisor}`}`;
}

function differ(a: Dimension | undefined, b: Dimension | undefined): boolean {
    return a !== undefined && b !== undefined && (a.size !== b.size || [...a].some(([quantity, exponent]) => b.get(quantity) !== exponent));
}

/** The dimension of an expression's values; numbers have none to compare, except as factors. */
function dimensionOf(expression: AstNode): Dimension | undefined {
    switch (expression.$type) {
        case 'BracketExpression': {
            const { index } = expression;
            return index.length === 1 ? unitDimension(index[0]) : undefined;
        }
        case 'SequenceExpression': {
            const { elements } = expression;
            return elements.length === 1 ? dimensionOf(elements[0]) : undefined;
        }
        case 'BinaryExpression': {
            const { left, operator, right } = expression;
            return operator === '+' || operator === '-' ? (dimensionOf(left) ?? dimensionOf(right)) : compound(expression, factorDimension);
        }
        default:
            return dimensionOfTypes(knownTypesOf(expression));
    }
}

/** A product, quotient or power of known factors. */
function compound(
    { left, operator, right }: ast.BinaryExpression,
    dimension: (factor: AstNode) => Dimension | undefined
): Dimension | undefined {
    const base = dimension(left);
    if (operator === '*' || operator === '/') {
        const other = dimension(right);
        return base === undefined || other === undefined ? undefined : product(base, other, operator === '*' ? 1 : -1);
    }
    const power = operator === '^' || operator === '**' ? numberOf(right) : undefined;
    return base === undefined || power === undefined ? undefined : product(ONE, base, power);
}

function factorDimension(factor: AstNode): Dimension | undefined {
    const types = knownTypesOf(factor);
    return types.length > 0 && types.every(t => conformsToLibrary(t, 'ScalarValues::Number')) ? ONE : dimensionOf(factor);
}

/** The dimension of the unit in the brackets after a number. */
function unitDimension(unit: AstNode): Dimension | undefined {
    switch (unit.$type) {
        case 'FeatureReferenceExpression': {
            const feature = resolve(unit);
            return feature !== undefined && isFeature(feature) ? firstKnown(typesOf(feature), dimensionOfUnit) : undefined;
        }
        case 'BinaryExpression':
            return compound(unit, unitDimension);
        case 'LiteralInteger':
            return ONE;
        case 'SequenceExpression': {
            const { elements } = unit;
            return elements.length === 1 ? unitDimension(elements[0]) : undefined;
        }
        default:
            return undefined;
    }
}

function dimensionOfTypes(types: readonly AstNode[]): Dimension | undefined {
    return firstKnown(
        types.filter(t => conformsToLibrary(t, QUANTITY)),
        type =>
            memoized(type, () => {
                const reference = memberElement(lookupLocal(type, 'mRef'));
                return reference === undefined ? undefined : firstKnown(typesOf(reference), dimensionOfUnit);
            })
    );
}

/** The dimension that a unit definition declares: its quantity dimension with the bound power factors. */
function dimensionOfUnit(type: AstNode): Dimension | undefined {
    return memoized(type, () => {
        if (conformsToLibrary(type, 'MeasurementReferences::DimensionOneUnit')) {
            return ONE;
        }
        const dimension = memberElement(lookupLocal(type, 'quantityDimension'));
        const factors = dimension === undefined ? undefined : valueOf(dimension, 'quantityPowerFactors');
        if (factors === undefined) {
            return undefined;
        }
        let result: Dimension | undefined = ONE;
        for (const factor of factors.$type === 'SequenceExpression' ? factors.elements : [factors]) {
            const feature = factor.$type === 'FeatureReferenceExpression' ? resolve(factor) : undefined;
            const quantity = feature === undefined ? undefined : valueOf(feature, 'quantity');
            const exponent = feature === undefined ? undefined : numberOf(valueOf(feature, 'exponent'));
            if (quantity?.$type !== 'FeatureChainExpression' || exponent === undefined) {
                return undefined;
            }
            result = product(result, new Map([[lastSegment(quantity.feature.text), exponent]]), 1);
        }
        return result;
    });
}

function memoized(type: AstNode, compute: () => Dimension | undefined): Dimension | undefined {
    if (DIMENSION.of(type) === undefined) {
        DIMENSION.set(type, null);
        DIMENSION.set(type, compute() ?? null);
    }
    return DIMENSION.of(type) ?? undefined;
}

function firstKnown(types: readonly AstNode[], dimension: (type: AstNode) => Dimension | undefined): Dimension | undefined {
    for (const type of types) {
        const known = dimension(type);
        if (known !== undefined) {
            return known;
        }
    }
    return undefined;
}

/** The value that a feature binds to one of its own members. */
function valueOf(feature: AstNode, member: string): AstNode | undefined {
    const [found] = ownedMembersNamed(feature, member);
    return found && featureValueOf(found)?.expression;
}

/** The number of a literal, also negative or a fraction. */
function numberOf(expression: AstNode | undefined): number | undefined {
    switch (expression?.$type) {
        case 'LiteralInteger':
        case 'LiteralReal':
            return Number(expression.value);
        case 'UnaryExpression': {
            const { operator, operand } = expression;
            const value = operator === '-' ? numberOf(operand) : undefined;
            return value === undefined ? undefined : -value;
        }
        case 'BinaryExpression': {
            const { left, operator, right } = expression;
            const [a, b] = [numberOf(left), numberOf(right)];
            return operator === '/' && a !== undefined && b !== undefined ? a / b : undefined;
        }
        case 'SequenceExpression': {
            const { elements } = expression;
            return elements.length === 1 ? numberOf(elements[0]) : undefined;
        }
        default:
            return undefined;
    }
}
