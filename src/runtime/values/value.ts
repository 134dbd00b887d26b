/**
 * The tagged union of all results of expressions.
 *
 * Frequent kinds are plain JavaScript values, so that the evaluator's fast paths allocate nothing: an Integer is a number (or a bigint
 * beyond the safe range, see integer.ts), a String a string, a Boolean a boolean, null is `null`. All other kinds are small classes with a
 * `kind` on the prototype. Does not depend on the syntax tree or wire messages.
 */

import { EvaluationError } from './errors.js';
import type { Integer } from './integer.js';
import { Rational } from './rational.js';
import type { Unit } from './units.js';

function tag(type: { prototype: object }, kind: string): void {
    (type.prototype as { kind: string }).kind = kind;
}

/** A finite binary64 number. Create one with `real` (numbers.ts), which rejects other doubles. */
export class Real {
    declare readonly kind: 'real';
    constructor(readonly value: number) {}
}
tag(Real, 'real');

/** A pair of finite doubles. */
export class Complex {
    declare readonly kind: 'complex';
    constructor(
        readonly re: number,
        readonly im: number
    ) {}
}
tag(Complex, 'complex');

/** Numbers that have an order. */
export type RealNumber = Integer | Rational | Real;
/** All four kinds of numbers. */
export type Num = RealNumber | Complex;

/** A feature without a value, and how the model can give it one, if it can. */
export interface Vacancy {
    readonly feature: string;
    readonly remedy?: string;
}

/** An ordered flat collection: no element is itself a sequence or null (open elements may stand for several). */
export class Sequence {
    declare readonly kind: 'sequence';
    /** @param vacancy the feature without a value that gave an empty sequence */
    constructor(
        readonly elements: readonly Value[],
        readonly vacancy?: Vacancy
    ) {}
}
tag(Sequence, 'sequence');

/** The sequence without elements. */
export const EMPTY_SEQUENCE = new Sequence([]);

/** An unordered collection without duplicates, its members in canonical order. Create one with `setOf` (equality.ts). */
export class ValueSet {
    declare readonly kind: 'set';
    constructor(readonly elements: readonly Value[]) {}
}
tag(ValueSet, 'set');

/** A shaped collection, row-major; rank 0 has no dimensions and exactly one element. */
export class ArrayValue {
    declare readonly kind: 'array';
    constructor(
        readonly dimensions: readonly number[],
        readonly elements: readonly Value[]
    ) {}
}
tag(ArrayValue, 'array');

/** A numeric vector. */
export class Vector {
    declare readonly kind: 'vector';
    constructor(readonly components: readonly RealNumber[]) {}
}
tag(Vector, 'vector');

/** A magnitude in a unit. */
export class Quantity {
    declare readonly kind: 'quantity';
    constructor(
        readonly magnitude: Num,
        readonly unit: Unit
    ) {}
}
tag(Quantity, 'quantity');

/** A vector of quantities with at least one component. */
export class VectorQuantity {
    declare readonly kind: 'vectorQuantity';
    constructor(readonly components: readonly Quantity[]) {}
}
tag(VectorQuantity, 'vectorQuantity');

/** A tensor of quantities, row-major; extents are positive and their product is the number of components. */
export class TensorQuantity {
    declare readonly kind: 'tensorQuantity';
    constructor(
        readonly dimensions: readonly number[],
        readonly components: readonly Quantity[]
    ) {}
}
tag(TensorQuantity, 'tensorQuantity');

/** A unit as a value; not a quantity of magnitude one. */
export class MeasurementRef {
    declare readonly kind: 'measurementRef';
    constructor(readonly unit: Unit) {}
}
tag(MeasurementRef, 'measurementRef');

/**
 * Measurement references for the components of a vector or tensor, row-major: a coordinate frame or a tensor measurement reference. It has
 * no wire form.
 */
export class ShapedMeasurementRef {
    declare readonly kind: 'opaque';
    /** @param reason a description, for messages and instead of a wire form */
    constructor(
        readonly reason: string,
        readonly dimensions: readonly number[],
        readonly mRefs: readonly MeasurementRef[],
        readonly identity: unknown
    ) {}
}
tag(ShapedMeasurementRef, 'opaque');

/** An enumeration literal, identified by `literalId`. `value` is the scalar that it equals, where its enumeration has scalars. */
export class EnumLiteral {
    declare readonly kind: 'enumLiteral';
    constructor(
        readonly literalId: string,
        readonly enumerationId: string,
        readonly name: string,
        readonly value?: Value
    ) {}
}
tag(EnumLiteral, 'enumLiteral');

/** An object of a run. Values depend only on its identity; the runtime holds its features. */
export interface ObjectReference {
    readonly kind: 'instance';
    /** assigned in creation order, from 1 */
    readonly id: number;
    /** the representative of the life of which it is a portion; absent for an object that is not a portion */
    readonly life?: ObjectReference;
}

/** The representative of an occurrence's life: the occurrence itself, unless it is a portion of another one. */
export function lifeOf(occurrence: ObjectReference): ObjectReference {
    return occurrence.life ?? occurrence;
}

/** A function that control functions can call with values. */
export interface Callable {
    /** number of its parameters */
    readonly arity: number;
    /** the result; several values give a sequence */
    call(args: readonly Value[]): Value;
    /** like {@link call}, with arguments by parameter name; absent where parameters have no names */
    callNamed?(args: readonly Value[], named: ReadonlyMap<string, Value>): Value;
}

/** A calculation as a value, with the object that it was read from. */
export class FunctionValue {
    declare readonly kind: 'function';
    /**
     * @param calcId qualified name of the calculation
     * @param body calls it
     * @param self the object that it was read from
     * @param noWireForm why it has no wire form, when it captures more than an object
     */
    constructor(
        readonly calcId: string,
        readonly body: Callable,
        readonly self?: ObjectReference,
        readonly noWireForm?: string
    ) {}
}
tag(FunctionValue, 'function');

/** A model element as an instance of its metaclass. */
export class Metaobject {
    declare readonly kind: 'metaobject';
    /**
     * @param elementId qualified name; empty for an anonymous element, which has no wire form
     * @param metaclassId qualified name of the metaclass
     * @param element identity of the element, for the evaluator only
     */
    constructor(
        readonly elementId: string,
        readonly metaclassId: string,
        readonly element?: object
    ) {}
}
tag(Metaobject, 'metaobject');

/** The unbounded value `*`. */
export class Infinity_ {
    declare readonly kind: 'infinity';
}
tag(Infinity_, 'infinity');

/** The value of `*`. */
export const INFINITY = new Infinity_();

/** A feature of an object that exists and has no value. */
export class Unset {
    declare readonly kind: 'unset';
    constructor(readonly feature: string) {}
}
tag(Unset, 'unset');

/** The kind of values that the declared type of an open operand allows; absent when unknown. */
export type OpenCategory = 'number' | 'boolean' | 'string' | 'quantity' | 'vector' | 'other';

/** A result that the model leaves undetermined. */
export class Undetermined {
    declare readonly kind: 'undetermined';
    /**
     * @param reason a description, for messages
     * @param lower least number of values
     * @param upper greatest number of values, `Infinity` when unbounded
     * @param category the kind of values that its declared type allows
     * @param type qualified name of the declared type, for classification
     */
    constructor(
        readonly reason: string,
        readonly lower = 1,
        readonly upper = 1,
        readonly category?: OpenCategory,
        readonly type?: string
    ) {}
}
tag(Undetermined, 'undetermined');

/** A value without a wire form (a selected variant without an object, an anonymous element …). */
export class OpaqueValue {
    declare readonly kind: 'opaque';
    constructor(
        readonly reason: string,
        readonly identity: unknown
    ) {}
}
tag(OpaqueValue, 'opaque');

/** Every value that is not a plain JavaScript one. */
export type TaggedValue =
    | Rational
    | Real
    | Complex
    | Sequence
    | ValueSet
    | ArrayValue
    | Vector
    | Quantity
    | VectorQuantity
    | TensorQuantity
    | MeasurementRef
    | EnumLiteral
    | ObjectReference
    | FunctionValue
    | Metaobject
    | Infinity_
    | Unset
    | Undetermined
    | OpaqueValue;

/** number and bigint are Integers, `null` is the SysML null. */
export type Value = number | bigint | string | boolean | null | TaggedValue;

export type ValueKind = 'integer' | 'string' | 'boolean' | 'null' | TaggedValue['kind'];

/** The kind of a value, plain ones included. */
export function kindOf(v: Value): ValueKind {
    switch (typeof v) {
        case 'number':
        case 'bigint':
            return 'integer';
        case 'string':
            return 'string';
        case 'boolean':
            return 'boolean';
        default:
            return v === null ? 'null' : v.kind;
    }
}

/** Whether the value is an Integer, Rational, Real or Complex (not an enumeration literal of a scalar). */
export function isNumber(v: Value): v is Num {
    return (
        typeof v === 'number' ||
        typeof v === 'bigint' ||
        (typeof v === 'object' && v !== null && (v.kind === 'rational' || v.kind === 'real' || v.kind === 'complex'))
    );
}

/** Whether the value is a number that has an order. */
export function isRealNumber(v: Value): v is RealNumber {
    return isNumber(v) && !(v instanceof Complex);
}

/** Whether a value is an Integer: a number within the exact range of doubles, or a bigint beyond it. */
export function isInteger(v: Value): v is Integer {
    return typeof v === 'number' || typeof v === 'bigint';
}

/** null, the empty sequence or the empty set. */
export function isEmptyValue(v: Value): boolean {
    return v === null || ((v instanceof Sequence || v instanceof ValueSet) && v.elements.length === 0);
}

/** The elements of a value: null has none, a scalar is its only element. */
export function elementsOf(v: Value): readonly Value[] {
    if (v === null) {
        return EMPTY_SEQUENCE.elements;
    }
    return v instanceof Sequence || v instanceof ValueSet ? v.elements : [v];
}

/** The flat sequence of the elements of all parts, in order. */
export function sequenceOf(parts: readonly Value[]): Sequence {
    if (parts.length === 0) {
        return EMPTY_SEQUENCE;
    }
    if (!parts.some(part => part === null || part instanceof Sequence || part instanceof ValueSet)) {
        return new Sequence(parts);
    }
    const elements: Value[] = [];
    for (const part of parts) {
        if (part instanceof Sequence || part instanceof ValueSet) {
            for (const element of part.elements) {
                elements.push(element);
            }
        } else if (part !== null) {
            elements.push(part);
        }
    }
    return elements.length === 0 ? EMPTY_SEQUENCE : new Sequence(elements);
}

/**
 * The value where exactly one is needed: the element of a one-element collection, and the scalar of an enumeration literal.
 * @throws EvaluationError no value, for a feature without a value
 */
export function scalarOf(v: Value): Value {
    let value = v;
    while ((value instanceof Sequence || value instanceof ValueSet) && value.elements.length === 1) {
        value = value.elements[0]!;
    }
    if (value instanceof EnumLiteral && value.value !== undefined) {
        return value.value;
    }
    if (value instanceof Unset) {
        throw new EvaluationError(`no value for feature ${value.feature}`);
    }
    return value;
}

export { Rational };
