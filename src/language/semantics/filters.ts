/**
 * Filter conditions of imports and packages (KerML 8.4.4.10, SysML 8.4.22): which elements a condition admits, decided on the model level from the
 * metaclass and the metadata of an element. A condition that cannot be decided admits nothing.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { factsOf, isExpression, type NameNode, ownedMembersOf, segmentsOf } from './structure.js';
import { resolve } from './names.js';
import { ownedMembersNamed } from './owned-members.js';
import { conformsTo, typesOf } from './specialization.js';
import { isMetaclassConforming } from './metaclass.js';

type Value = boolean | number | string | AstNode | undefined;

/** Whether an element passes all filters of an import and of the package that imports. */
export function importAdmits(node: ast.Import, element: AstNode | undefined): boolean {
    const conditions = filtersOf(node.$container!);
    return element !== undefined && node.filters.every(c => admits(c, element)) && conditions.every(c => admits(c, element));
}

const FILTERS = Symbol('filters');
const NO_FILTERS: readonly AstNode[] = [];

/** The filter conditions of a package (or view), which apply to all that it imports (KerML 8.3.4.13.2). */
export function filtersOf(namespace: AstNode): readonly AstNode[] {
    const facts = factsOf(namespace);
    let filters = facts.extra?.get(FILTERS) as readonly AstNode[] | undefined;
    if (filters === undefined) {
        const found = ownedMembersOf(namespace).filter(m => m.$type === 'ElementFilter').map(m => (m as ast.ElementFilter).condition);
        filters = found.length === 0 ? NO_FILTERS : found;
        (facts.extra ??= new Map()).set(FILTERS, filters);
    }
    return filters;
}

/** Whether an element fulfils a condition. */
export function admits(condition: AstNode, element: AstNode): boolean {
    return evaluate(condition, element) === true;
}

/** The metadata annotations of an element: prefixes, body members, and those that are about it. */
export function metadataOf(element: AstNode): readonly AstNode[] {
    const found: AstNode[] = [...((element as Partial<ast.Declaration>).prefixes ?? [])];
    for (const member of ownedMembersOf(element)) {
        if (member.$type === 'MetadataUsage' && (member as ast.MetadataUsage).about.length === 0) {
            found.push(member);
        }
    }
    for (const annotation of element.$container === undefined ? [] : annotationsAbout(element.$container)) {
        if (annotation.about.some(a => resolve(a) === element)) {
            found.push(annotation);
        }
    }
    return found;
}

const ANNOTATIONS = Symbol('annotations about other elements');

/** The annotations among the members of a namespace that name what they are about; found once, as every member is asked for its own. */
function annotationsAbout(namespace: AstNode): readonly ast.MetadataUsage[] {
    const facts = factsOf(namespace);
    let annotations = facts.extra?.get(ANNOTATIONS) as readonly ast.MetadataUsage[] | undefined;
    if (annotations === undefined) {
        annotations = ownedMembersOf(namespace).filter((m): m is ast.MetadataUsage => m.$type === 'MetadataUsage' && (m as ast.MetadataUsage).about.length > 0);
        (facts.extra ??= new Map()).set(ANNOTATIONS, annotations);
    }
    return annotations;
}

/** The metadata definition that an annotation is typed by. */
export function metadataTypeOf(annotation: AstNode): AstNode | undefined {
    return resolve(annotation.$type === 'PrefixMetadata' ? (annotation as NameNode) : (annotation as ast.MetadataUsage).typing);
}

function evaluate(condition: AstNode, element: AstNode): Value {
    switch (condition.$type) {
        case 'UnaryExpression': {
            const { operator, operand } = condition as ast.UnaryExpression;
            if (operator === 'not') {
                const value = evaluate(operand, element);
                return typeof value === 'boolean' ? !value : undefined;
            }
            return classifies(operator, element, operand);
        }
        case 'BinaryExpression':
            return evaluateBinary(condition as ast.BinaryExpression, element);
        case 'SequenceExpression': {
            const { elements } = condition as ast.SequenceExpression;
            return elements.length === 1 ? evaluate(elements[0], element) : undefined;
        }
        case 'LiteralBoolean':
            return (condition as ast.LiteralBoolean).value === 'true';
        case 'LiteralInteger':
        case 'LiteralReal':
            return Number((condition as ast.LiteralInteger).value);
        case 'LiteralString':
            return (condition as ast.LiteralString).value;
        case 'FeatureReferenceExpression':
            return metadataValue(condition as NameNode, element);
        case 'FeatureChainExpression':
            return metadataValue((condition as ast.FeatureChainExpression).feature, element);
        default:
            return undefined;
    }
}

function evaluateBinary({ operator, left, right }: ast.BinaryExpression, element: AstNode): Value {
    const a = evaluate(left, element);
    switch (operator) {
        case 'and': case '&':
            return a === false ? false : bool(a, evaluate(right, element), (x, y) => x && y);
        case 'or': case '|':
            return a === true ? true : bool(a, evaluate(right, element), (x, y) => x || y);
        case 'xor':
            return bool(a, evaluate(right, element), (x, y) => x !== y);
        case 'implies':
            return a === false ? true : bool(a, evaluate(right, element), (x, y) => !x || y);
        case '==': case '===':
            return equal(a, evaluate(right, element));
        case '!=': case '!==': {
            const same = equal(a, evaluate(right, element));
            return same === undefined ? undefined : !same;
        }
        case '<': case '>': case '<=': case '>=': {
            const b = evaluate(right, element);
            if (typeof a !== 'number' || typeof b !== 'number') {
                return undefined;
            }
            return operator === '<' ? a < b : operator === '>' ? a > b : operator === '<=' ? a <= b : a >= b;
        }
        default:
            return undefined;
    }
}

function bool(a: Value, b: Value, combine: (a: boolean, b: boolean) => boolean): Value {
    return typeof a === 'boolean' && typeof b === 'boolean' ? combine(a, b) : undefined;
}
function equal(a: Value, b: Value): boolean | undefined {
    return a === undefined || b === undefined ? undefined : a === b;
}

/** `@T`, `@@T`, `istype T`, `hastype T` on the element: a metadata annotation of that type, or a metaclass that it is an instance of. */
function classifies(operator: string, element: AstNode, operand: AstNode): Value {
    const type = resolve(operand as NameNode);
    if (type === undefined || !['@', '@@', 'istype', 'hastype'].includes(operator)) {
        return undefined;
    }
    if (isMetaclassConforming(element, type)) {
        return true;
    }
    return metadataOf(element).some(a => {
        const metadataType = metadataTypeOf(a);
        return metadataType !== undefined && (operator === 'hastype' ? metadataType === type : conformsTo(metadataType, type));
    });
}

/** The value of a metadata feature on the element: written in the annotation's body, else the feature's default. */
function metadataValue(node: NameNode, element: AstNode): Value {
    const feature = resolve(node);
    if (feature === undefined) {
        return undefined;
    }
    const owner = feature.$container;
    for (const annotation of metadataOf(element)) {
        const type = metadataTypeOf(annotation);
        if (type === undefined || owner === undefined || !conformsTo(type, owner)) {
            continue;
        }
        const name = (feature as { name?: string }).name ?? segmentsOf(node.text).at(-1)!.name;
        const written = ownedMembersNamed(annotation, name)[0] as ast.Usage | undefined;
        const value = written?.value ?? (feature as ast.Usage).value;
        return value !== undefined && isExpression(value.expression) ? evaluate(value.expression, element) : undefined;
    }
    return isEnumeratedValue(feature) ? feature : undefined;
}

function isEnumeratedValue(feature: AstNode): boolean {
    return factsOf(feature).metaclass === 'EnumerationUsage' || typesOf(feature).length > 0;
}
