/**
 * Evaluates a query (contract: queries 4): selects the elements of a scope that satisfy a condition and returns the selected properties.
 * The condition is checked and compiled to a predicate before any element is read. Properties are computed only where they are used.
 */
import type { AstNode } from '../language/generated/tree.js';
import type { Model } from '../language/workspace/workspace.js';
import { type ElementFilter, type IndexedElement, visitElements } from '../language/symbols/element-index.js';
import { elementTypeOf } from '../language/symbols/element-type.js';
import { Elements } from './elements.js';
import { ORDERED_PROPERTIES, PROPERTY_NAMES, type PropertyName, propertyNamed, valueOf } from './properties.js';
import { QueryError } from './query-error.js';

export type Comparison = '=' | '>' | '<' | '>=' | '<=';

/** Compares one property. `=` holds if the property equals any of the values. */
export interface Primitive {
    readonly kind: 'primitive';
    readonly property: string;
    /** the spelling of the property in the query, if it differs */
    readonly written?: string;
    /** undefined if the query states none, which is refused */
    readonly operator: Comparison | undefined;
    readonly values: readonly string[];
    /**
     * which elements match: those that satisfy the comparison (default), those that do not, or those that have the property and do not
     * satisfy it
     */
    readonly sense?: 'inverse' | 'present and inverse';
}

export interface Composite {
    readonly kind: 'composite';
    /** undefined if the query states none, which is refused */
    readonly operator: 'and' | 'or' | undefined;
    readonly constraints: readonly Constraint[];
}

/** A constraint without a kind is refused. */
export type Constraint = Primitive | Composite | { readonly kind: undefined };

export interface SortKey {
    readonly property: string;
    readonly written?: string;
    readonly isDescending: boolean;
}

export interface Query {
    /** ids of elements, whose subtrees are searched; empty for the whole model */
    readonly scope?: readonly string[];
    /** properties in the result, or all if empty; a pair is a property and its spelling in the query */
    readonly select?: readonly (string | readonly [property: string, written: string])[];
    readonly where?: Constraint;
    readonly orderBy?: readonly SortKey[];
}

export interface Found {
    readonly id: string;
    /** the metaclass */
    readonly type: string;
    /** the selected properties that the element has */
    readonly properties: Readonly<Partial<Record<PropertyName, string>>>;
}

type Test = (element: IndexedElement) => boolean;

/**
 * Evaluates a query lazily: the search stops when the caller stops iterating, unless the query sorts.
 * @throws QueryError before the first element, if the query is not valid
 */
export function find(model: Model, { scope = [], select = [], where, orderBy = [] }: Query): Iterable<Found> {
    const elements = new Elements(model);
    const test: Test = where === undefined ? () => true : compiled(where, elements);
    const named = new Set(select.map(s => (typeof s === 'string' ? propertyNamed(s) : propertyNamed(...s))));
    const selected = named.size === 0 ? PROPERTY_NAMES : [...named];
    const keys = orderBy.map(({ property, written, isDescending }) => ({ property: propertyNamed(property, written), isDescending }));
    const roots = scope.map(id => {
        const root = elements.byId(id);
        if (root === undefined) {
            throw new QueryError(`query scope names an element the model does not have: ${id}`);
        }
        return root;
    });
    const matches = (function* () {
        for (const element of roots.length === 0 ? candidates(model, where, elements) : within(roots)) {
            if (test(element)) {
                yield element;
            }
        }
    })();
    const ordered = keys.length === 0 ? matches : sorted(matches, keys, elements);
    return (function* () {
        for (const element of ordered) {
            const id = elements.idInResults(element.node);
            if (id !== undefined) {
                yield { id, type: element.type, properties: propertiesOf(element, selected, elements) };
            }
        }
    })();
}

/**
 * The elements that can satisfy a condition, in model order. If the condition states values of indexed properties, only elements with these
 * values are candidates.
 */
function* candidates(model: Model, where: Constraint | undefined, elements: Elements): Generator<IndexedElement> {
    const stated = where === undefined ? {} : statedBy(where);
    if (Object.keys(stated).length === 0) {
        yield* elements.all();
        return;
    }
    for (const document of model.documents) {
        yield* document.elements.candidates(stated);
    }
}

/** The properties that each document indexes. */
const INDEXED: ReadonlyMap<string, keyof ElementFilter> = new Map([
    ['@type', 'types'],
    ['name', 'names'],
    ['type', 'typings']
]);

/** The values that indexed properties must have in any element that satisfies the constraint. */
function statedBy(constraint: Constraint): ElementFilter {
    if (constraint.kind === 'composite' && constraint.operator === 'and') {
        return constraint.constraints.map(statedBy).reduce((all, one) => ({ ...one, ...all }), {});
    }
    if (constraint.kind !== 'primitive' || constraint.operator !== '=' || constraint.sense !== undefined) {
        return {};
    }
    const { property, values } = constraint;
    const part = INDEXED.get(property);
    return part === undefined ? {} : { [part]: values };
}

/** The elements of several scopes, each once. */
function within(roots: readonly AstNode[]): readonly IndexedElement[] {
    const found = new Set<AstNode>();
    roots.forEach(root => visitElements(root, node => found.add(node)));
    return Array.from(found, node => ({ node, type: elementTypeOf(node)! }));
}

function propertiesOf(element: IndexedElement, selected: readonly PropertyName[], elements: Elements): Found['properties'] {
    const properties: Partial<Record<PropertyName, string>> = {};
    for (const property of selected) {
        const value = valueOf(property, element, elements);
        if (value !== undefined) {
            properties[property] = value;
        }
    }
    return properties;
}

// --- Conditions -----------------------------------------------------------------------------------------------------------

function compiled(constraint: Constraint, elements: Elements): Test {
    switch (constraint.kind) {
        case 'primitive':
            return compiledPrimitive(constraint, elements);
        case 'composite': {
            if (constraint.constraints.length === 0) {
                throw new QueryError('CompositeConstraint has no constraints to combine');
            }
            if (constraint.operator === undefined) {
                throw new QueryError('CompositeConstraint has no operator');
            }
            const parts = constraint.constraints.map(c => compiled(c, elements));
            return constraint.operator === 'and' ? e => parts.every(part => part(e)) : e => parts.some(part => part(e));
        }
        default:
            throw new QueryError('constraint is neither a PrimitiveConstraint nor a CompositeConstraint');
    }
}

function compiledPrimitive({ property: name, written, operator, values, sense }: Primitive, elements: Elements): Test {
    const property = propertyNamed(name, written);
    if (operator === undefined) {
        throw new QueryError(`PrimitiveConstraint on "${property}" has no operator`);
    }
    if (values.length === 0) {
        throw new QueryError(`PrimitiveConstraint on "${property}" has no value to compare against`);
    }
    const holds = operator === '=' ? equality(values) : ordering(property, operator, values);
    return element => {
        const value = valueOf(property, element, elements);
        if (value === undefined) {
            return sense === 'inverse';
        }
        return holds(value) === (sense === undefined);
    };
}

function equality(values: readonly string[]): (value: string) => boolean {
    const wanted = new Set(values);
    return value => wanted.has(value);
}

const ORDERINGS: Readonly<Record<Exclude<Comparison, '='>, (a: number, b: number) => boolean>> = {
    '>': (a, b) => a > b,
    '<': (a, b) => a < b,
    '>=': (a, b) => a >= b,
    '<=': (a, b) => a <= b
};

function ordering(property: PropertyName, operator: Exclude<Comparison, '='>, values: readonly string[]): (value: string) => boolean {
    if (!ORDERED_PROPERTIES.has(property)) {
        throw new QueryError(`query property "${property}" is not ordered, so ${operator} cannot compare it`);
    }
    if (values.length !== 1) {
        throw new QueryError(`${operator} on "${property}" compares against exactly one value, got ${values.length}`);
    }
    const limit = numberOf(values[0]);
    if (limit === undefined) {
        throw new QueryError(`${operator} on "${property}" needs a number to compare against, got "${values[0]}"`);
    }
    const compare = ORDERINGS[operator];
    return value => compare(numberOf(value)!, limit);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberOf(text: string): number | undefined {
    return text === '*' ? Infinity : NUMBER.test(text) ? Number(text) : undefined;
}

// --- Order ----------------------------------------------------------------------------------------------------------------

type Keyed = readonly [element: IndexedElement, values: readonly (string | undefined)[]];

function sorted(
    matches: Iterable<IndexedElement>,
    keys: readonly { readonly property: PropertyName; readonly isDescending: boolean }[],
    elements: Elements
): IndexedElement[] {
    const comparisons = keys.map(({ property }) => (ORDERED_PROPERTIES.has(property) ? byNumber : byText));
    return Array.from(matches, (element): Keyed => [element, keys.map(({ property }) => valueOf(property, element, elements))])
        .sort(([, a], [, b]) => {
            for (const [i, compare] of comparisons.entries()) {
                const order = compareOptional(a[i], b[i], compare);
                if (order !== 0) {
                    return keys[i].isDescending ? -order : order;
                }
            }
            return 0;
        })
        .map(([element]) => element);
}

/** Absent values sort before all others. */
function compareOptional(a: string | undefined, b: string | undefined, compare: (a: string, b: string) => number): number {
    if (a === undefined || b === undefined) {
        return Number(a !== undefined) - Number(b !== undefined);
    }
    return compare(a, b);
}

function byNumber(a: string, b: string): number {
    const [x, y] = [numberOf(a)!, numberOf(b)!];
    return x === y ? 0 : x < y ? -1 : 1;
}

/** Orders strings by code point, which is the order of their UTF-8 bytes. */
function byText(a: string, b: string): number {
    const length = Math.min(a.length, b.length);
    for (let i = 0; i < length; i++) {
        const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
        if (x !== y) {
            // surrogates encode code points above all single code units
            return Number(isSurrogate(x)) - Number(isSurrogate(y)) || x - y;
        }
    }
    return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
