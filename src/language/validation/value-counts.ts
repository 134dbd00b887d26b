/**
 * The number of values of a feature and the number that it may have: a written value and its multiplicity (`value-count`), and the features
 * that subset one (`subsetting-count`). Warnings, only where literals and bounds decide it.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { featuringOwnerOf } from '../semantics/features.js';
import { isMetaclass } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { type Bounds, declaredBoundsOf } from '../semantics/multiplicity.js';
import { resolve } from '../semantics/names.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { conformsToLibrary, declaredSpecializationsOf, redefinedFeaturesOf, supertypesOf, typesOf } from '../semantics/specialization.js';
import { isFeature, ownedMembersOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { type Check, checksOfTypes, type CheckTable } from './check.js';
import { isQueryDefault } from './query-parameters.js';
import { USAGE_TYPES } from './specialization.js';

// --- Values and multiplicities --------------------------------------------------------------------------------------------

export interface Count {
    readonly least: number;
    readonly most: number;
}
const exactly = (n: number): Count => ({ least: n, most: n });
const ANY: Count = { least: 0, most: Infinity };
/** The result of an operator or of a reference to one thing: one value, or none. */
const ONE_AT_MOST: Count = { least: 0, most: 1 };

const SINGLE: ReadonlySet<string> = new Set([
    'LiteralBoolean',
    'LiteralString',
    'LiteralInteger',
    'LiteralReal',
    'LiteralInfinity',
    'BracketExpression',
    'ConstructorExpression'
]);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '^', '**', '<', '>', '<=', '>=', '==', '!=', 'and', 'or', 'xor']);

/** The number of values of an expression, as far as its notation shows it. */
export function countOf(expression: AstNode): Count {
    if (SINGLE.has(expression.$type)) {
        return exactly(1);
    }
    switch (expression.$type) {
        case 'NullExpression':
            return exactly(0);
        case 'SequenceExpression':
            return countOfSequence(expression.elements);
        case 'ConditionalExpression': {
            const { thenBranch, elseBranch } = expression;
            const [a, b] = [countOf(thenBranch), countOf(elseBranch)];
            return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };
        }
        case 'BinaryExpression': {
            const { operator, left, right } = expression;
            const [from, to] = operator === '..' ? [literal(left), literal(right)] : [];
            if (from !== undefined && to !== undefined) {
                return exactly(Math.max(0, to - from + 1));
            }
            return ARITHMETIC.has(operator) ? ONE_AT_MOST : ANY;
        }
        case 'FeatureReferenceExpression':
            return countOfFeature(resolve(expression));
        default:
            return ANY;
    }
}

/** The number of values of a sequence. A repeated name adds to the maximum only, since its values may be the same ones. */
function countOfSequence(elements: readonly AstNode[]): Count {
    const named = new Set<AstNode>();
    return elements.reduce((counted, element) => {
        const { least, most } = countOf(element);
        const referent = element.$type === 'FeatureReferenceExpression' ? resolve(element) : undefined;
        const isNew = referent === undefined || !named.has(referent);
        if (referent !== undefined) {
            named.add(referent);
        }
        return { least: counted.least + (isNew ? least : 0), most: counted.most + most };
    }, exactly(0));
}

function literal(expression: AstNode): number | undefined {
    return expression.$type === 'LiteralInteger' ? Number(expression.value) : undefined;
}

/** The number of values that the multiplicity of a feature admits. Features of packages without a multiplicity have one value, too. */
function countOfFeature(feature: AstNode | undefined): Count {
    if (feature === undefined || !isFeature(feature) || scopeOf(feature).isLibrary) {
        return ANY;
    }
    const { lower = 0, upper = Infinity } = boundsOf(feature, false) ?? ANY_BOUNDS;
    return { least: lower, most: upper };
}
const ANY_BOUNDS: Bounds = { lower: 0, upper: Infinity };

const SINGLE_BY_DEFAULT: readonly MetaclassName[] = ['AttributeUsage', 'ItemUsage', 'PortUsage'];

/**
 * The multiplicity of a feature: declared, else from the feature it redefines, else 1..1 where SysML 7.6.3 has that default: an attribute,
 * item, part or port of a type that subsets nothing. Undefined where none applies.
 * @param mustBeOwned whether the default requires an owning type, as in the standard
 */
function boundsOf(feature: AstNode, mustBeOwned = true, seen = new Set<AstNode>()): Bounds | undefined {
    seen.add(feature);
    const own = declaredBoundsOf(feature);
    if (own !== undefined) {
        return own;
    }
    const redefined = redefinedFeaturesOf(feature);
    for (const other of redefined) {
        const bounds = seen.has(other) ? undefined : boundsOf(other, mustBeOwned, seen);
        if (bounds !== undefined) {
            return bounds;
        }
    }
    const subsets = declaredSpecializationsOf(feature).some(r => r.$type !== 'FeatureTyping');
    const isSingle =
        redefined.length === 0 &&
        !subsets &&
        (!mustBeOwned || featuringOwnerOf(feature) !== undefined) &&
        feature.direction === undefined &&
        feature.isEnd !== true &&
        SINGLE_BY_DEFAULT.some(m => isMetaclass(feature, m));
    return isSingle ? { lower: 1, upper: 1 } : undefined;
}

/** Types with values that are written as sequences of elements. */
const COLLECTIONS = ['Collections::Collection', 'VectorValues::VectorValue', 'Quantities::TensorQuantityValue'];

const hasAsManyValues: Check<ast.FeatureValue> = (node, context) => {
    const { $container: feature, expression } = node;
    if (isQueryDefault(node)) {
        return;
    }
    const { least, most } = countOf(expression);
    const bounds = boundsOf(feature);
    if (bounds === undefined || (most === 0 && declaredBoundsOf(feature) === undefined)) {
        return;
    }
    const { lower = 0, upper = Infinity } = bounds;
    const isTooFew = most < lower;
    if ((!isTooFew && least <= upper) || (!isTooFew && isCollection(feature, expression))) {
        return;
    }
    const [found, wanted] = isTooFew ? [most, `${lower} at least`] : [least, `${upper} at most`];
    const name = lookupNameOf(feature);
    context.report(
        'warning',
        'value-count',
        `${found === 0 ? 'no value' : plural(found, 'value')} for ${name === undefined ? 'a feature' : `'${name}'`} of multiplicity [${boundsText(bounds)}]: it has ${wanted}`,
        expression
    );
};

/** Whether a sequence may be one value of a feature: a collection, vector or tensor. */
export function isCollection(feature: AstNode, expression: AstNode): boolean {
    return (
        expression.$type === 'SequenceExpression' &&
        typesOf(feature).some(
            t => COLLECTIONS.some(c => conformsToLibrary(t, c)) && !conformsToLibrary(t, 'Quantities::ScalarQuantityValue')
        )
    );
}

export const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

export function boundsText({ lower, upper }: Bounds): string {
    const text = (bound: number | undefined): string => (bound === undefined ? '…' : bound === Infinity ? '*' : `${bound}`);
    return lower === upper ? text(lower) : `${text(lower)}..${text(upper)}`;
}

// --- Subsetting features ---------------------------------------------------------------------------------------------------

/** The features of a type that subset one feature must not hold more values than its bounds allow. */
const subsetsAsMany: Check<ast.Type> = (type, context) => {
    if (!type.members.some(m => m.relationships?.some(r => r.$type === 'Subsetting'))) {
        return;
    }
    const own = subsettingsIn(type);
    const inherited = [...supertypesOf(type)].filter(t => t !== type && !scopeOf(t).isLibrary);
    for (const [subsetted, features] of own) {
        const upper = boundsOf(subsetted)?.upper ?? Infinity;
        if (upper === Infinity) {
            continue;
        }
        const others = inherited.flatMap(t => subsettingsIn(t).get(subsetted) ?? []);
        const redefined = new Set(ownedMembersOf(type).flatMap(m => (isFeature(m) ? redefinedFeaturesOf(m) : [])));
        let count = others.filter(f => !redefined.has(f)).reduce((n, f) => n + leastOf(f), 0);
        for (const feature of features) {
            count += leastOf(feature);
            if (count > upper) {
                const name = lookupNameOf(subsetted) ?? '';
                context.report(
                    'warning',
                    'subsetting-count',
                    `'${name}' has ${upper} at most, and its subsets up to here have ${plural(count, 'value')}: raise the multiplicity of '${name}', or subset something else`,
                    feature
                );
                break;
            }
        }
    }
};

/** The minimum number of values of a subsetting feature; one if it declares no multiplicity and is not abstract. */
function leastOf(feature: AstNode): number {
    const own = declaredBoundsOf(feature);
    return own === undefined ? (feature.isAbstract ? 0 : 1) : (own.lower ?? 0);
}

/** The features of a body that subset another feature and redefine none, grouped by the subsetted feature. */
function subsettingsIn(type: AstNode): Map<AstNode, AstNode[]> {
    const found = new Map<AstNode, AstNode[]>();
    for (const member of type.members ?? []) {
        const { relationships, membership, isEnd } = member;
        const subsettings = relationships?.filter(r => r.$type === 'Subsetting') ?? [];
        if (
            !isFeature(member) ||
            membership === 'variant' ||
            isEnd === true ||
            relationships?.some(r => r.$type === 'Redefinition') === true
        ) {
            continue;
        }
        for (const subsetting of subsettings) {
            const target = subsetting.text.includes('.') ? undefined : resolve(subsetting);
            if (target !== undefined && isFeature(target) && !scopeOf(target).isLibrary) {
                found.set(target, [...(found.get(target) ?? []), member]);
            }
        }
    }
    return found;
}

export const valueCountChecks: CheckTable = {
    ...checksOfTypes(USAGE_TYPES, [subsetsAsMany]),
    Definition: [subsetsAsMany],
    FeatureValue: [hasAsManyValues]
};
