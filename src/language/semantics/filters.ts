/**
 * Filter conditions of imports and packages (KerML 8.4.4.9.8, 8.4.4.14, SysML 8.4.22): which elements a condition admits, decided on the
 * model level from the metaclass and the metadata of an element. A condition that cannot be decided admits nothing.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { redefines } from './replaced-members.js';
import { isMetaclassConforming } from './metaclass.js';
import { resolve } from './names.js';
import { isReflective, reflectiveValues } from './reflection.js';
import { conformsTo, supertypesOf, typesOf } from './specialization.js';
import { Fact, factsOf, featureValueOf, isDefinition, type NameNode, ownedFeaturesOf, ownedMembersOf, owningTypeOf } from './structure.js';
import { scopeOf } from './world.js';

/**
 * What a condition's expressions evaluate to (KerML 8.4.4.9.8): an element stands for itself as an instance of its
 * metaclass, an annotation for its metadata.
 */
type Value = boolean | number | string | AstNode;
/** Undefined when the expression has no value that the level of the model can tell. */
type Values = readonly Value[] | undefined;

/** Whether an element passes all filters of an import and of the package that imports. */
export function importAdmits(node: ast.Import, element: AstNode | undefined): boolean {
    const conditions = filtersOf(node.$container);
    return element !== undefined && node.filters.every(c => admits(c, element)) && conditions.every(c => admits(c, element));
}

const FILTERS = new Fact<readonly AstNode[]>('filters');
const NO_FILTERS: readonly AstNode[] = [];

/** The filter conditions of a package (or view), which apply to all that it imports (KerML 8.3.4.13.2). */
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

/** Whether an element fulfils a condition. */
export function admits(condition: AstNode, element: AstNode): boolean {
    return onlyOf(evaluate(condition, element)) === true;
}

/** Whether an element fails a condition for sure: one that cannot be evaluated on it does not say so. */
export function refuses(condition: AstNode, element: AstNode): boolean {
    const value = onlyOf(evaluate(condition, element));
    return value === false || (value !== true && isMissingValue(condition, element));
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

/** The metadata annotations of an element: prefixes, body members, and those that are about it. */
export function metadataOf(element: AstNode): readonly Annotation[] {
    const { prefixes = [] } = element;
    const about = element.$container === undefined ? [] : annotationsAbout(element.$container);
    const members = ownedMembersOf(element);
    if (prefixes.length === 0 && about.length === 0 && members.length === 0) {
        return [];
    }
    const found: Annotation[] = [...prefixes];
    for (const member of members) {
        if (member.$type === 'MetadataUsage' && member.about.length === 0) {
            found.push(member);
        }
    }
    for (const annotation of about) {
        if (annotation.about.some(a => resolve(a) === element)) {
            found.push(annotation);
        }
    }
    return found;
}

const ANNOTATIONS = new Fact<readonly ast.MetadataUsage[]>('annotations about other elements');

/** The annotations among the members of a namespace that name what they are about; found once, as every member is asked for its own. */
function annotationsAbout(namespace: AstNode): readonly ast.MetadataUsage[] {
    let annotations = ANNOTATIONS.of(namespace);
    if (annotations === undefined) {
        annotations = ownedMembersOf(namespace).filter((m): m is ast.MetadataUsage => m.$type === 'MetadataUsage' && m.about.length > 0);
        ANNOTATIONS.set(namespace, annotations);
    }
    return annotations;
}

/** What annotates an element with metadata: `@M` or `#M`. */
export type Annotation = ast.MetadataUsage | ast.PrefixMetadata;

/** The metadata definition that an annotation is typed by. */
export function metadataTypeOf(annotation: Annotation): AstNode | undefined {
    return resolve(annotation.$type === 'PrefixMetadata' ? annotation : annotation.typing);
}

/** The one value of an expression. */
function onlyOf(values: Values): Value | undefined {
    return values?.length === 1 ? values[0] : undefined;
}

function evaluate(condition: AstNode, element: AstNode): Values {
    switch (condition.$type) {
        case 'UnaryExpression': {
            const { operator, operand } = condition;
            return TYPE_OPERATORS.has(operator)
                ? evaluateTypeOperator(operator, [element], operand)
                : operator === 'not' || operator === '-' || operator === '+'
                  ? single(ofOne(operator, onlyOf(evaluate(operand, element))))
                  : undefined;
        }
        case 'BinaryExpression':
            return evaluateBinary(condition, element);
        case 'ConditionalExpression': {
            const { condition: test, thenBranch, elseBranch } = condition;
            const holds = onlyOf(evaluate(test, element));
            return typeof holds === 'boolean' ? evaluate(holds ? thenBranch : elseBranch, element) : undefined;
        }
        case 'SequenceExpression': {
            const all = condition.elements.map(e => evaluate(e, element));
            return all.every(values => values !== undefined) ? all.flat() : undefined;
        }
        case 'IndexExpression': {
            const { operand, index } = condition;
            const place = index.length === 1 ? onlyOf(evaluate(index[0], element)) : undefined;
            return typeof place === 'number' ? evaluate(operand, element)?.slice(place - 1, place) : undefined;
        }
        case 'NullExpression':
            return [];
        case 'LiteralBoolean':
            return [condition.value === 'true'];
        case 'LiteralInteger':
        case 'LiteralReal':
            return [Number(condition.value)];
        case 'LiteralString':
            return [condition.value];
        case 'FeatureReferenceExpression':
            return evaluateReference(condition, element);
        case 'FeatureChainExpression': {
            const { operand, feature } = condition;
            const step = resolve(feature);
            const values = step === undefined ? undefined : evaluate(operand, element);
            const read = values?.map(v => (isNode(v) ? featureValues(v, step!, true) : undefined));
            return read?.every(r => r !== undefined) === true ? read.flat() : undefined;
        }
        case 'InvocationExpression': {
            const { target, arguments: args } = condition;
            return target.$type === 'FeatureReferenceExpression' ? applied(target, args, undefined, element) : undefined;
        }
        case 'FunctionOperationExpression': {
            const { operand, function: called, arguments: args } = condition;
            return applied(called, args, operand, element);
        }
        default:
            return undefined;
    }
}

function isNode(value: Value): value is AstNode {
    return typeof value === 'object';
}

function single(value: Value | undefined): Values {
    return value === undefined ? undefined : [value];
}

function ofOne(operator: string, value: Value | undefined): Value | undefined {
    return operator === 'not'
        ? typeof value === 'boolean'
            ? !value
            : undefined
        : typeof value === 'number'
          ? operator === '-'
              ? -value
              : value
          : undefined;
}

function evaluateBinary({ operator, left, right }: ast.BinaryExpression, element: AstNode): Values {
    if (TYPE_OPERATORS.has(operator)) {
        return evaluateTypeOperator(operator, evaluate(left, element), right);
    }
    const values = evaluate(left, element);
    if (operator === '??') {
        return values?.length === 0 ? evaluate(right, element) : values;
    }
    const a = onlyOf(values);
    const b = (): Value | undefined => onlyOf(evaluate(right, element));
    switch (operator) {
        case 'and':
        case '&':
            return a === false ? [false] : bool(a, b(), (x, y) => x && y);
        case 'or':
        case '|':
            return a === true ? [true] : bool(a, b(), (x, y) => x || y);
        case 'xor':
            return bool(a, b(), (x, y) => x !== y);
        case 'implies':
            return a === false ? [true] : bool(a, b(), (x, y) => !x || y);
        case '==':
        case '===':
            return single(equal(values, evaluate(right, element)));
        case '!=':
        case '!==': {
            const same = equal(values, evaluate(right, element));
            return same === undefined ? undefined : [!same];
        }
        case '<':
        case '>':
        case '<=':
        case '>=': {
            const other = b();
            if (typeof a === 'number' && typeof other === 'number') {
                return [compared(operator, a, other)];
            }
            return typeof a === 'string' && typeof other === 'string' ? [compared(operator, a, other)] : undefined;
        }
        case '..': {
            const last = b();
            return typeof a === 'number' && typeof last === 'number' && last - a < LONGEST_RANGE
                ? Array.from({ length: Math.max(0, last - a + 1) }, (_, i) => a + i)
                : undefined;
        }
        default:
            return single(calculated(operator, a, b()));
    }
}

/** Ranges with more values are not written out. */
const LONGEST_RANGE = 10_000;

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
    '^': (a, b) => a ** b,
    '**': (a, b) => a ** b
};

function calculated(operator: string, a: Value | undefined, b: Value | undefined): Value | undefined {
    if (typeof a === 'string' && typeof b === 'string') {
        return operator === '+' ? a + b : undefined;
    }
    return typeof a === 'number' && typeof b === 'number' && Object.hasOwn(ARITHMETIC, operator) ? ARITHMETIC[operator](a, b) : undefined;
}

function compared<T extends number | string>(operator: string, a: T, b: T): boolean {
    return operator === '<' ? a < b : operator === '>' ? a > b : operator === '<=' ? a <= b : a >= b;
}
function bool(a: Value | undefined, b: Value | undefined, combine: (a: boolean, b: boolean) => boolean): Values {
    return typeof a === 'boolean' && typeof b === 'boolean' ? [combine(a, b)] : undefined;
}
function equal(a: Values, b: Values): boolean | undefined {
    return a === undefined || b === undefined ? undefined : a.length === b.length && a.every((value, i) => value === b[i]);
}

const TYPE_OPERATORS: ReadonlySet<string> = new Set(['@', '@@', 'istype', 'hastype', 'as', 'meta']);

/**
 * `@T`, `istype T` and the like: a metadata annotation of that type, or a metaclass that the element is an instance of; `as
 * T` and `meta T`: which of them.
 */
function evaluateTypeOperator(operator: string, operands: Values, type: AstNode): Values {
    const classifier = resolve(type);
    if (classifier === undefined || operands === undefined) {
        return undefined;
    }
    const found = operands.map(v => (isNode(v) ? instancesIn(v, classifier, operator === 'hastype') : []));
    return operator === 'as' || operator === 'meta' ? found.flat() : operands.length === 0 ? undefined : [found.every(f => f.length > 0)];
}

/** The instances of a type that an element offers: itself for a metaclass, its annotations for metadata. */
function instancesIn(element: AstNode, type: AstNode, isExact: boolean): readonly AstNode[] {
    if (isMetaclassConforming(element, type)) {
        return [element];
    }
    return metadataOf(element).filter(a => {
        const metadataType = metadataTypeOf(a);
        return metadataType !== undefined && (isExact ? metadataType === type : conformsTo(metadataType, type));
    });
}

function isAnnotation(node: AstNode): node is Annotation {
    return node.$type === 'MetadataUsage' || node.$type === 'PrefixMetadata';
}

/** A name alone: a feature of the element's metaclass or of its metadata, a feature of packages by its value, else what it names. */
function evaluateReference(node: NameNode, element: AstNode): Values {
    const feature = resolve(node);
    if (feature === undefined) {
        return undefined;
    }
    const found = featureValues(element, feature, false);
    if (found !== undefined) {
        return found;
    }
    const value = featureValueOf(feature);
    return value !== undefined && owningTypeOf(feature) === undefined
        ? evaluate(value.expression, element)
        : !isReflective(feature) && isEnumeratedValue(feature)
          ? [feature]
          : undefined;
}

/**
 * The values of a feature of metadata or of a metaclass: written in the annotation's body, else the nearest value that its type gives the
 * feature, else what the element is.
 * @param isOwn whether the element itself is the annotation that is read
 */
function featureValues(element: AstNode, feature: AstNode, isOwn: boolean): Values {
    if (isReflective(feature)) {
        return reflectiveValues(element, feature);
    }
    const owner = feature.$container;
    for (const annotation of isOwn && isAnnotation(element) ? [element] : metadataOf(element)) {
        const type = metadataTypeOf(annotation);
        if (type === undefined || owner === undefined || !conformsTo(type, owner)) {
            continue;
        }
        const holder = [annotation, ...supertypesOf(type)]
            .flatMap(t => ownedFeaturesOf(t))
            .find(f => f.value !== undefined && (f === feature || redefines(f, feature)));
        return holder === undefined ? undefined : evaluate(holder.value!.expression, element);
    }
    return undefined;
}

function isEnumeratedValue(feature: AstNode): boolean {
    return factsOf(feature).metaclass === 'EnumerationUsage' || typesOf(feature).length > 0;
}

/** The functions of the kernel libraries that conditions call, by name. */
const FUNCTIONS: Readonly<Record<string, (values: readonly Value[], other: readonly Value[]) => Value>> = {
    size: values => values.length,
    isEmpty: values => values.length === 0,
    notEmpty: values => values.length > 0,
    includes: (values, other) => other.every(v => values.includes(v)),
    excludes: (values, other) => !other.some(v => values.includes(v))
};

function applied(called: NameNode, args: readonly ast.Argument[], operand: AstNode | undefined, element: AstNode): Values {
    const target = resolve(called);
    const name = target === undefined || !scopeOf(target).isLibrary ? undefined : target.name;
    const apply = name !== undefined && Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    const values = [...(operand === undefined ? [] : [operand]), ...args.map(a => a.value)].map(e => evaluate(e, element));
    return apply === undefined || values[0] === undefined || values.includes(undefined) ? undefined : [apply(values[0], values[1] ?? [])];
}
