/** Rules of multiplicity ranges (KerML 8.3.4.11): order of the bounds and their types. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { scalarTypesOf } from '../semantics/expression-types.js';
import { boundsOfRange } from '../semantics/multiplicity.js';
import { conformsTo, conformsToLibrary } from '../semantics/specialization.js';
import { libraryElement } from '../semantics/world.js';
import { resolve } from '../semantics/names.js';
import type { Check, CheckTable } from './check.js';
import { featuringTypesOf } from '../semantics/featuring.js';
import { featureValueOf, isFeature, isType, owningNamespaceOf } from '../semantics/structure.js';

/** A lower bound above the upper one, where both values are known. */
const isOrdered: Check<ast.MultiplicityRange> = (node, context) => {
    const written = boundsOfRange(node);
    const lower = written.lower ?? constantOf(node.bounds[0]);
    const upper = written.upper ?? constantOf(node.bounds[1]);
    if ((lower ?? 0) > (upper ?? Infinity)) {
        context.report('error', 'multiplicity-range', 'The lower bound of a multiplicity cannot be above its upper bound', node);
    }
};

/** validateMultiplicityRangeResultTypes; the notation has no negative literals. */
const hasNaturalBounds: Check<ast.MultiplicityRange> = (node, context) => {
    for (const bound of node.bounds) {
        const value = constantOf(bound);
        if (isNoInteger(bound) || (value !== undefined && !(value >= 0 && Number.isInteger(value)))) {
            context.report('error', 'multiplicity-bound-natural', 'A bound of a multiplicity must be a natural number', bound);
        }
    }
};

/** Whether the types of a bound are known and none is an integer type. A general type such as `Number`, or no type, leaves it open. */
function isNoInteger(bound: AstNode): boolean {
    const integer = libraryElement(bound, 'ScalarValues::Integer');
    const types = integer === undefined || bound.$type === 'LiteralInfinity' ? [] : scalarTypesOf(bound);
    return (
        types.length > 0 &&
        types.every(t => !conformsTo(t, integer!) && (!conformsTo(integer!, t) || conformsToLibrary(t, 'ScalarValues::Complex')))
    );
}

/**
 * The number of a bound, computed from the values of the features that it refers to; undefined where the model does not decide it or the
 * text is incomplete.
 */
function constantOf(expression: AstNode | undefined, seen: ReadonlySet<AstNode> = new Set()): number | undefined {
    switch (expression?.$type) {
        case 'LiteralInteger':
        case 'LiteralReal':
            return Number(expression.value);
        case 'SequenceExpression': {
            const { elements } = expression;
            return elements.length === 1 ? constantOf(elements[0], seen) : undefined;
        }
        case 'UnaryExpression': {
            const { operator, operand } = expression;
            const value = constantOf(operand, seen);
            return value === undefined ? undefined : operator === '-' ? -value : operator === '+' ? value : undefined;
        }
        case 'BinaryExpression': {
            const { left, operator, right } = expression;
            const [a, b] = [constantOf(left, seen), constantOf(right, seen)];
            return a === undefined || b === undefined ? undefined : ARITHMETIC[operator]?.(a, b);
        }
        case 'FeatureReferenceExpression': {
            const feature = resolve(expression);
            const value = feature && featureValueOf(feature);
            return value === undefined || value.isDefault || value.isInitial || seen.has(value)
                ? undefined
                : constantOf(value.expression, new Set([...seen, value]));
        }
        default:
            return undefined;
    }
}
const ARITHMETIC: Readonly<Record<string, ((a: number, b: number) => number) | undefined>> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b
};

/**
 * validateClassifierMultiplicityDomain, validateFeatureMultiplicityDomain: a separate featuring may give the multiplicity of a feature only
 * the domain of that feature, and the multiplicity of a classifier none.
 */
const keepsDomain: Check<ast.Relationship> = (node, context) => {
    const multiplicity = node.kind === 'featuring' ? resolve(node.source) : undefined;
    if (multiplicity?.$type !== 'Multiplicity') {
        return;
    }
    const owner = owningNamespaceOf(multiplicity);
    const target = resolve(node.target);
    if (owner !== undefined && isType(owner) && target !== undefined && !(isFeature(owner) && featuringTypesOf(owner).includes(target))) {
        const rule = isFeature(owner) ? 'applies to what its feature applies to' : 'of a classifier applies to anything';
        context.report('error', 'multiplicity-featuring-type', `A multiplicity ${rule}: remove this featuring`, node);
    }
};

export const multiplicityChecks: CheckTable = {
    Relationship: [keepsDomain],
    MultiplicityRange: [isOrdered, hasNaturalBounds]
};
