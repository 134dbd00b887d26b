/**
 * Filter conditions of imports and packages (KerML 8.4.4.9.8, 8.4.4.14, SysML 8.4.22): the elements that a condition admits. A condition
 * without a value admits none. model-level.ts evaluates conditions; this file computes no values.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { metadataOf, metadataTypeOf } from './annotations.js';
import { isMetaclassConforming } from './metaclass.js';
import { conditionHolds } from './model-level.js';
import { resolve } from './names.js';
import { isReflective } from './reflection.js';
import { conformsTo } from './specialization.js';
import { Fact, isDefinition, isPackage, ownedMembersOf } from './structure.js';

/**
 * Whether an element passes all filters of an import and of the importing package. The conditions of a view apply to its exposed elements
 * only, not to its imports (SysML 8.3.26).
 */
export function importAdmits(node: ast.Import, element: AstNode | undefined): boolean {
    const conditions = isPackage(node.$container) ? filtersOf(node.$container) : NO_FILTERS;
    return element !== undefined && node.filters.every(c => admits(c, element)) && conditions.every(c => admits(c, element));
}

const FILTERS = new Fact<readonly AstNode[]>('filters');
const NO_FILTERS: readonly AstNode[] = [];

/** The filter conditions of a package (or view), which apply to all its imports (KerML 8.3.4.13.2). */
export function filtersOf(namespace: AstNode): readonly AstNode[] {
    let filters = FILTERS.of(namespace);
    if (filters === undefined) {
        const found = ownedMembersOf(namespace)
            .filter(m => m.$type === 'ElementFilter')
            .map(m => m.condition);
        filters = found.length === 0 ? NO_FILTERS : found;
        FILTERS.set(namespace, filters);
    }
    return filters;
}

/** Whether a condition is true for an element. */
export function admits(condition: AstNode, element: AstNode): boolean {
    return conditionHolds(condition, element) === true;
}

/**
 * Whether a condition is false for an element, or reads metadata that the element does not have. A condition without a value for other
 * reasons refuses nothing.
 */
export function refuses(condition: AstNode, element: AstNode): boolean {
    const holds = conditionHolds(condition, element);
    return holds === false || (holds === undefined && isMissingValue(condition, element));
}

/** Whether a condition has no value because it reads metadata that the element does not have. */
function isMissingValue(condition: AstNode, element: AstNode): boolean {
    switch (condition.$type) {
        case 'UnaryExpression':
            return isMissingValue(condition.operand, element);
        case 'BinaryExpression': {
            const { left, right } = condition;
            return [left, right].some(e => isMissingValue(e, element));
        }
        case 'SequenceExpression':
            return condition.elements.some(e => isMissingValue(e, element));
        case 'FeatureReferenceExpression':
        case 'FeatureChainExpression': {
            const name = condition.$type === 'FeatureChainExpression' ? condition.feature : condition;
            const feature = resolve(name);
            const owner = feature?.$container;
            if (feature !== undefined && isReflective(feature)) {
                return !isMetaclassConforming(element, owner!);
            }
            return (
                owner !== undefined &&
                isDefinition(owner) &&
                owner.kind === 'metadata' &&
                !metadataOf(element).some(a => {
                    const type = metadataTypeOf(a);
                    return type !== undefined && conformsTo(type, owner);
                })
            );
        }
        default:
            return false;
    }
}
