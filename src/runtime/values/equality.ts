/**
 * Equality, identity, hashing and canonical order of values, and sets built on them. Handles every kind of value; does not depend on the
 * model. (Contract core.md "Value" rules 10, 14 to 16; sheet 4.5.)
 */

import { type NumberOrQuantity, baseMagnitude, commensurable, quantitiesEqual } from './quantity.js';
import { approximate, compareNumbers, numberKey, numbersEqual } from './numbers.js';
import { dimensionKey, termsEqual } from './unit-term.js';
import { rationalsEqual } from './rational.js';
import type { Unit } from './units.js';
import {
    ArrayValue,
    Complex,
    EnumLiteral,
    FunctionValue,
    MeasurementRef,
    Metaobject,
    type Num,
    type ObjectReference,
    OpaqueValue,
    Quantity,
    Sequence,
    TensorQuantity,
    type Value,
    ValueSet,
    Vector,
    VectorQuantity,
    isEmptyValue,
    isNumber,
    isRealNumber,
    kindOf,
    lifeOf
} from './value.js';

/**
 * `==`: values of different kinds are unequal, numbers compare by value, sequences elementwise, sets by membership, objects by
 * identity; null, `()` and the empty set are equal. A one-element sequence equals its element.
 * @throws incommensurable units for quantities of different dimensions
 */
export function valuesEqual(a: Value, b: Value): boolean {
    return equal(a, b, quantitiesEqual);
}

/** `==` for members of a set: quantities of different dimensions are unequal, not an error. */
export function sameMember(a: Value, b: Value): boolean {
    if (a instanceof ValueSet !== b instanceof ValueSet || a instanceof Sequence !== b instanceof Sequence) {
        return isEmptyValue(a) && isEmptyValue(b);
    }
    return equal(a, b, (x, y) => {
        const bare = !(x instanceof Quantity) || !(y instanceof Quantity);
        return !bare && commensurable(x, y) && quantitiesEqual(x, y);
    });
}

/** Compares two quantities: `==` rejects different dimensions, set membership does not. */
type QuantityEquality = (a: NumberOrQuantity, b: NumberOrQuantity) => boolean;

function equal(a: Value, b: Value, quantities: QuantityEquality): boolean {
    if (a === b) {
        return true;
    }
    if (typeof a !== 'object' && typeof b !== 'object') {
        return false;
    }
    if (isEmptyValue(a) || isEmptyValue(b)) {
        return isEmptyValue(a) && isEmptyValue(b);
    }
    const onlyA = elementBeside(a, b);
    const onlyB = elementBeside(b, a);
    if (onlyA !== a || onlyB !== b) {
        return equal(onlyA, onlyB, quantities);
    }
    if (a instanceof EnumLiteral || b instanceof EnumLiteral) {
        return literalsEqual(a, b, quantities);
    }
    if (isNumber(a)) {
        return isNumber(b) ? numbersEqual(a, b) : b instanceof Quantity && quantities(a, b);
    }
    if (a instanceof Quantity) {
        return (b instanceof Quantity || isNumber(b)) && quantities(a, b);
    }
    return compositesEqual(a, b, quantities);
}

/** One operand of a comparison: a sequence of one element is that element, unless the other operand is a collection. */
function elementBeside(v: Value, other: Value): Value {
    return v instanceof Sequence && v.elements.length === 1 && !(other instanceof Sequence) && !(other instanceof ValueSet)
        ? v.elements[0]
        : v;
}

/** Two enumeration literals are equal by identity; a literal compares with another value by the value that its enumeration gives it. */
function literalsEqual(a: Value, b: Value, quantities: QuantityEquality): boolean {
    if (a instanceof EnumLiteral && b instanceof EnumLiteral) {
        return a.literalId === b.literalId;
    }
    const x = a instanceof EnumLiteral ? a.value : a;
    const y = b instanceof EnumLiteral ? b.value : b;
    return x !== undefined && y !== undefined && equal(x, y, quantities);
}

/** Composite values are equal if they have the same kind and shape, and equal components at equal positions. */
function compositesEqual(a: Value, b: Value, quantities: QuantityEquality): boolean {
    if (a instanceof Sequence) {
        return b instanceof Sequence && allEqual(a.elements, b.elements, quantities);
    }
    if (a instanceof ValueSet) {
        return b instanceof ValueSet && a.elements.length === b.elements.length && b.elements.every(contains(a));
    }
    if (a instanceof ArrayValue) {
        return b instanceof ArrayValue && allEqual(a.dimensions, b.dimensions, quantities) && allEqual(a.elements, b.elements, quantities);
    }
    if (a instanceof Vector || a instanceof VectorQuantity) {
        return (b instanceof Vector || b instanceof VectorQuantity) && allEqual(a.components, b.components, quantities);
    }
    if (a instanceof TensorQuantity) {
        return (
            b instanceof TensorQuantity &&
            allEqual(a.dimensions, b.dimensions, quantities) &&
            allEqual(a.components, b.components, quantities)
        );
    }
    return referencesEqual(a, b);
}

function allEqual(a: readonly Value[], b: readonly Value[], quantities: QuantityEquality): boolean {
    return a.length === b.length && a.every((v, i) => equal(v, b[i], quantities));
}

/** Values that refer to an element, a unit or a function are equal when they refer to the same one. */
function referencesEqual(a: Value, b: Value): boolean {
    if (a instanceof MeasurementRef) {
        return b instanceof MeasurementRef && unitsEqual(a.unit, b.unit);
    }
    if (a instanceof FunctionValue) {
        return b instanceof FunctionValue && functionsEqual(a, b);
    }
    if (a instanceof Metaobject) {
        return b instanceof Metaobject && metaobjectsEqual(a, b);
    }
    if (a instanceof OpaqueValue) {
        return b instanceof OpaqueValue && a.identity === b.identity;
    }
    return kindOf(a) === 'infinity' && kindOf(b) === 'infinity';
}

function functionsEqual(a: FunctionValue, b: FunctionValue): boolean {
    return a.calcId === b.calcId && a.self === b.self && a.noWireForm === undefined && b.noWireForm === undefined;
}

function metaobjectsEqual(a: Metaobject, b: Metaobject): boolean {
    return a.element !== undefined && b.element !== undefined ? a.element === b.element : a.elementId !== '' && a.elementId === b.elementId;
}

/** Whether two units are the same measurement reference: their reductions and scales are equal. */
export function unitsEqual(a: Unit, b: Unit): boolean {
    return (
        termsEqual(a.term, b.term) &&
        dimensionKey({ scale: a.term.scale, factors: a.named }) === dimensionKey({ scale: b.term.scale, factors: b.named }) &&
        (a.scale === undefined ? b.scale === undefined : b.scale !== undefined && rationalsEqual(a.scale.offset, b.scale.offset))
    );
}

/**
 * `===`: both values have the same kind and are equal. All empty values are identical, and so are portions of the same life (KerML 9.4.18).
 */
export function valuesIdentical(a: Value, b: Value): boolean {
    if (isEmptyValue(a) || isEmptyValue(b)) {
        return isEmptyValue(a) && isEmptyValue(b);
    }
    const [x, y] = [onlyElement(a), onlyElement(b)];
    if (kindOf(x) !== kindOf(y)) {
        return false;
    }
    if (x instanceof Sequence && y instanceof Sequence) {
        return x.elements.length === y.elements.length && x.elements.every((v, i) => valuesIdentical(v, y.elements[i]));
    }
    if (isObject(x) && isObject(y)) {
        return lifeOf(x) === lifeOf(y);
    }
    return valuesEqual(x, y);
}

function isObject(v: Value): v is ObjectReference {
    return kindOf(v) === 'instance';
}

function onlyElement(v: Value): Value {
    return v instanceof Sequence && v.elements.length === 1 ? v.elements[0]! : v;
}

/** A hash key of a value: equal set members have equal keys (the reverse need not hold). */
export type ValueKey = number | bigint | string | boolean | object;

const objectKeys = new WeakMap<object, number>();
let nextObjectKey = 0;

/** A key for `Map`: equal values (in the sense of sets) have the same key. */
export function valueKey(v: Value): ValueKey {
    if (typeof v === 'string') {
        return `s${v}`;
    }
    if (typeof v !== 'object') {
        return typeof v === 'boolean' ? v : numberKey(v);
    }
    if (isEmptyValue(v) || v === null) {
        return 'n';
    }
    if (isNumber(v)) {
        return numberKey(v);
    }
    const list = (kind: string, values: readonly Value[]): string => `${kind}[${values.map(keyText).join()}]`;
    switch (v.kind) {
        case 'sequence':
            return list('q', v.elements);
        case 'set':
            return `e${v.elements.length}:${v.elements.map(keyText).sort().join()}`;
        case 'array':
            return list(`a${v.dimensions.join('x')}`, v.elements);
        case 'vector':
        case 'vectorQuantity':
            return list('v', v.components);
        case 'quantity':
            return `u${dimensionKey(v.unit.term)}:${baseKey(v)}`;
        case 'tensorQuantity':
            return list(`t${v.dimensions.join('x')}`, v.components);
        case 'measurementRef':
            return `w${dimensionKey(v.unit.term)}*${v.unit.term.scale.num}/${v.unit.term.scale.den}`;
        case 'enumLiteral':
            return v.value === undefined ? `l${v.literalId}` : valueKey(v.value);
        case 'function':
            return `f${v.calcId}#${v.self?.id ?? 0}`;
        case 'metaobject':
            return `m${v.elementId}`;
        case 'infinity':
            return '*';
        default:
            return v;
    }
}

/** Rounded, because a Real magnitude rounds when it is converted. */
function baseKey(q: Quantity): string {
    const base = baseMagnitude(q);
    return base instanceof Complex ? String(numberKey(base)) : Math.fround(approximate(base)).toExponential(5);
}

function keyText(v: Value): string {
    const key = valueKey(v);
    if (typeof key !== 'object') {
        return `${typeof key}${String(key)}`;
    }
    let id = objectKeys.get(key);
    if (id === undefined) {
        id = nextObjectKey++;
        objectKeys.set(key, id);
    }
    return `#${id}`;
}

/** A collection of values with near-constant membership tests. */
export class ValueIndex {
    private readonly buckets = new Map<ValueKey, Value[]>();

    constructor(values: Iterable<Value> = []) {
        for (const v of values) {
            this.add(v);
        }
    }

    /** Adds a value. @returns false when an equal value is present */
    add(v: Value): boolean {
        const key = valueKey(v);
        const bucket = this.buckets.get(key);
        if (bucket === undefined) {
            this.buckets.set(key, [v]);
            return true;
        }
        if (bucket.some(member => sameMember(member, v))) {
            return false;
        }
        bucket.push(v);
        return true;
    }

    has(v: Value): boolean {
        return this.buckets.get(valueKey(v))?.some(member => sameMember(member, v)) ?? false;
    }
}

const indexes = new WeakMap<ValueSet, ValueIndex>();

/** A membership test for a set; the first call builds the index. */
export function contains(set: ValueSet): (v: Value) => boolean {
    let index = indexes.get(set);
    if (index === undefined) {
        index = new ValueIndex(set.elements);
        indexes.set(set, index);
    }
    const found = index;
    return v => found.has(v);
}

/** The set of the values in canonical order; keeps the first of equal values. */
export function setOf(values: Iterable<Value>): ValueSet {
    const index = new ValueIndex();
    const members: Value[] = [];
    for (const v of values) {
        if (index.add(v)) {
            members.push(v);
        }
    }
    const set = new ValueSet(members.sort(compareCanonically));
    indexes.set(set, index);
    return set;
}

/** Groups of one-based positions with equal values, for reporting repeated set members. */
export function repeatedMembers(values: readonly Value[]): readonly (readonly number[])[] {
    const groups = new Map<ValueKey, { value: Value; positions: number[] }[]>();
    values.forEach((value, i) => {
        const key = valueKey(value);
        const bucket = groups.get(key) ?? [];
        groups.set(key, bucket);
        const group = bucket.find(g => sameMember(g.value, value));
        if (group === undefined) {
            bucket.push({ value, positions: [i + 1] });
        } else {
            group.positions.push(i + 1);
        }
    });
    return [...groups.values()]
        .flat()
        .map(g => g.positions)
        .filter(p => p.length > 1);
}

const CANONICAL_RANK: Readonly<Record<string, number>> = {
    null: 0,
    boolean: 1,
    integer: 2,
    rational: 2,
    real: 2,
    infinity: 3,
    complex: 4,
    string: 5,
    quantity: 6,
    enumLiteral: 7,
    instance: 8,
    sequence: 9,
    set: 10,
    array: 11,
    vector: 12,
    vectorQuantity: 13,
    tensorQuantity: 14,
    measurementRef: 15,
    function: 16,
    metaobject: 17,
    unset: 18,
    undetermined: 19,
    opaque: 20
};

/**
 * The canonical order of set members: nulls, Booleans, numbers by value, complex numbers, strings, quantities, enumeration
 * literals, objects by identity, then all other kinds.
 */
export function compareCanonically(a: Value, b: Value): number {
    const byRank = canonicalRankOf(a) - canonicalRankOf(b);
    return byRank !== 0 ? byRank : (compareScalars(a, b) ?? compareIdentified(a, b));
}

function canonicalRankOf(v: Value): number {
    return isEmptyValue(v) ? CANONICAL_RANK.null : CANONICAL_RANK[kindOf(v)];
}

/** The order of two values of one rank by magnitude or text; undefined for values of other kinds. */
function compareScalars(a: Value, b: Value): number | undefined {
    if (typeof a === 'boolean' && typeof b === 'boolean') {
        return Number(a) - Number(b);
    }
    if (typeof a === 'string' && typeof b === 'string') {
        return compareStrings(a, b);
    }
    if (isRealNumber(a) && isRealNumber(b)) {
        return compareNumbers(a, b);
    }
    if (a instanceof Complex && b instanceof Complex) {
        return a.re - b.re || a.im - b.im;
    }
    if (a instanceof Quantity && b instanceof Quantity) {
        return compareText(dimensionKey(a.unit.term), dimensionKey(b.unit.term)) || compareAny(baseMagnitude(a), baseMagnitude(b));
    }
    return undefined;
}

/** The order of two values of one rank by identity, by their elements, or by their key. */
function compareIdentified(a: Value, b: Value): number {
    if (a instanceof EnumLiteral && b instanceof EnumLiteral) {
        return compareText(a.literalId, b.literalId);
    }
    if (isObject(a) && isObject(b)) {
        return a.id - b.id;
    }
    const x = listOf(a);
    const y = listOf(b);
    return x !== undefined && y !== undefined ? compareLists(x, y) : compareText(keyText(a), keyText(b));
}

function compareAny(a: Num, b: Num): number {
    return a instanceof Complex || b instanceof Complex ? compareText(String(numberKey(a)), String(numberKey(b))) : compareNumbers(a, b);
}

function listOf(v: Value): readonly Value[] | undefined {
    return v instanceof Sequence || v instanceof ValueSet || v instanceof ArrayValue
        ? v.elements
        : v instanceof Vector || v instanceof VectorQuantity || v instanceof TensorQuantity
          ? v.components
          : undefined;
}

function compareLists(a: readonly Value[], b: readonly Value[]): number {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
        const order = compareCanonically(a[i], b[i]);
        if (order !== 0) {
            return order;
        }
    }
    return a.length - b.length;
}

function compareText(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}

/** Order of strings by code point (JavaScript's own order is by UTF-16 unit). */
export function compareStrings(a: string, b: string): number {
    const length = Math.min(a.length, b.length);
    for (let i = 0; i < length; i++) {
        const x = a.charCodeAt(i);
        const y = b.charCodeAt(i);
        if (x !== y) {
            const surrogates = Number(x >= 0xd800 && x <= 0xdfff) - Number(y >= 0xd800 && y <= 0xdfff);
            return surrogates !== 0 && x >= 0xd800 && y >= 0xd800 ? surrogates : x - y;
        }
    }
    return a.length - b.length;
}
