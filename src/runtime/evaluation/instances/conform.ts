/**
 * Conformance of values to features: multiplicity, declared type, and the conversions of bindings (a number bound to a Real is rounded).
 * Depends on values and declarations; reads no object.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { chosenValue, isChoice } from '../expressions/choices.js';
import { codeOf } from '../expressions/code.js';
import type { Frame } from '../expressions/frame.js';
import { literalOf } from '../expressions/literals.js';
import { type ValueCategory, categoryOf, declaredTypesOf, enumerationsOf, isA, literalsOf, memoize } from '../model/kinds.js';
import { type Slot } from '../model/layout.js';
import { Instance } from './instance.js';
import { boundsOf } from '../model/slot-bounds.js';
import {
    EMPTY_SEQUENCE,
    EnumLiteral,
    EvaluationError,
    Infinity_,
    Quantity,
    Sequence,
    Undetermined,
    Unset,
    type Num,
    type Value,
    ValueIndex,
    ValueSet,
    Vector,
    describe,
    elementsOf,
    isInteger,
    isNumber,
    kindOf,
    numberText,
    sameDimension,
    sameMember,
    sequenceOf,
    typeMismatch,
    valueText,
    valuesEqual
} from '../../values/index.js';
import { unitText } from '../quantities/readable.js';
import { coerceTo } from './coercion.js';
import { type Feature, isDefinition } from '../../../language/semantics/structure.js';

/** The bounds of a slot; bounds that are expressions are evaluated in a frame. @throws EvaluationError multiplicity violation */
export function evaluatedBounds(slot: Slot, frame: Frame): { lower: number; upper: number } {
    const { lower, upper, range } = boundsOf(slot);
    if (lower !== undefined && upper !== undefined) {
        return { lower, upper };
    }
    const { bounds: expressions } = range!;
    const [first, second] = expressions.map(e => bound(codeOf(e)(frame)));
    return expressions.length === 1 ? { lower: first === Infinity ? 0 : first, upper: first } : { lower: first, upper: second };
}

function bound(value: Value): number {
    if (value instanceof Infinity_) {
        return Infinity;
    }
    const [only] = elementsOf(value);
    if (!isInteger(only) || only < 0) {
        throw new EvaluationError('multiplicity violation', `a multiplicity bound must be a Natural, got ${describe(value)}`);
    }
    return Number(only);
}

/**
 * Converts a value for a feature: checks the multiplicity, converts each element to the declared type, rejects repeated values of a unique
 * feature, and unwraps a single element where the upper bound is one.
 * @throws EvaluationError multiplicity violation, uniqueness violation, type mismatch, incommensurable units
 */
export function conform(value: Value, slot: Slot, frame: Frame): Value {
    const held = conformContributed(value, slot, frame);
    if (held instanceof Sequence && held.elements.length > 1 && isUnique(slot)) {
        requireUnique(held.elements);
    }
    return held;
}

/** Like {@link conform}, for values contributed by subsetting features: two of them may be equal. */
export function conformContributed(given: Value, slot: Slot, frame: Frame): Value {
    const category = categoryOf(slot.feature);
    const value = category === 'any' ? given : withoutChoices(given, frame);
    if (isLocalWithoutMultiplicity(slot, frame)) {
        return elementsOf(value).length === 1 ? coerce(elementsOf(value)[0], category, slot, frame) : value;
    }
    if (value instanceof Undetermined) {
        return value.category === undefined ? new Undetermined(value.reason, value.lower, value.upper, openCategory(category)) : value;
    }
    if (value instanceof Unset) {
        return value;
    }
    if (boundsOf(slot).isAnyNumber) {
        return conformEach(value, category, slot, frame);
    }
    const { lower, upper } = evaluatedBounds(slot, frame);
    // a vector is one value, except where several numbers are required
    const elements =
        upper > 1 && value instanceof Vector && category !== 'vector' && category !== 'any' ? value.components : elementsOf(value);
    // A parameter without a multiplicity may be empty; its body handles that (`x ?? 0`).
    const mayBeEmpty = frame.isLocal && boundsOf(slot).range === undefined;
    requireMultiplicity(elements, mayBeEmpty && elements.length === 0 ? 0 : lower, upper);
    if (upper <= 1) {
        const open = elements.length > 1 ? elements.find(e => e instanceof Undetermined) : undefined;
        if (open !== undefined) {
            return new Undetermined(open.reason, lower, upper, openCategory(category));
        }
        return elements.length === 0 ? null : coerce(elements[0], category, slot, frame);
    }
    return conformAll(value, elements, category, slot, frame);
}

/** The values that a value stands for, with those of the variants that it names: one may declare none or several. */
function withoutChoices(value: Value, frame: Frame): Value {
    if (isChoice(value)) {
        return chosenValue(value, frame);
    }
    return value instanceof Sequence && value.elements.some(isChoice)
        ? sequenceOf(value.elements.map(e => (isChoice(e) ? chosenValue(e, frame) : e)))
        : value;
}

/**
 * Checks a number of values; an open element stands for as many as its feature may have. @throws EvaluationError multiplicity violation
 */
function requireMultiplicity(elements: readonly Value[], lower: number, upper: number): void {
    let [least, most] = [elements.length, elements.length];
    for (const element of elements) {
        if (element instanceof Undetermined) {
            least += element.lower - 1;
            most += element.upper - 1;
        }
    }
    if (least <= upper && most >= lower) {
        return;
    }
    const [count, bound] = least > upper ? [least, `upper bound ${upper}`] : [most, `lower bound ${lower}`];
    throw new EvaluationError('multiplicity violation', `${count} value(s) bound to a feature with multiplicity ${bound}`);
}

/** Converts any number of values; a single element is returned directly, so that the frequent case costs nothing. */
function conformEach(value: Value, category: ValueCategory, slot: Slot, frame: Frame): Value {
    const elements = elementsOf(value);
    return elements.length === 1 ? coerce(elements[0], category, slot, frame) : conformAll(value, elements, category, slot, frame);
}

/** Converts the elements of a collection; a set stays a set. */
function conformAll(value: Value, elements: readonly Value[], category: ValueCategory, slot: Slot, frame: Frame): Value {
    if (elements.length === 0) {
        return value instanceof ValueSet || value instanceof Sequence ? value : EMPTY_SEQUENCE;
    }
    if (!changes(category)) {
        return value instanceof Sequence || value instanceof ValueSet
            ? checkAll(value, category, slot, frame)
            : new Sequence(elements.map(e => coerce(e, category, slot, frame)));
    }
    const coerced = elements.map(e => coerce(e, category, slot, frame));
    return value instanceof ValueSet ? new ValueSet(coerced) : new Sequence(coerced);
}

const UNIQUE = Symbol('unique');

/**
 * Whether a feature is unique (KerML 8.4.3.4). `nonunique` also applies to redefinitions. A feature with neither type nor multiplicity is
 * not checked.
 */
function isUnique(slot: Slot): boolean {
    return memoize(UNIQUE, slot.feature, feature => {
        const isStated = boundsOf(slot).range !== undefined || declaredTypesOf(feature).length > 0;
        return isStated && !slot.chain.some(f => f.isNonunique === true);
    });
}

/** @throws uniqueness violation */
function requireUnique(elements: readonly Value[]): void {
    // Frequent case: a JavaScript set compares primitive values of one type correctly.
    if (
        elements.every(e => e !== null && typeof e === typeof elements[0] && typeof e !== 'object') &&
        new Set(elements).size === elements.length
    ) {
        return;
    }
    const index = new ValueIndex();
    const repeated = elements.findIndex(e => !(e instanceof Undetermined) && !(e instanceof Unset) && !index.add(e));
    if (repeated >= 0) {
        const first = elements.findIndex(e => sameMember(e, elements[repeated]));
        throw new EvaluationError(
            'uniqueness violation',
            `${valueText(elements[repeated])} is at positions ${first + 1} and ${repeated + 1} of a unique feature: declare it nonunique`
        );
    }
}

/**
 * A value in the form of results (contract sheet 3.4 rule 1): that of a parameter with any multiplicity is a sequence, even with one value.
 */
export function answered(value: Value, slot: Slot): Value {
    const { isAnyNumber, upper } = boundsOf(slot);
    const isBare = isAnyNumber && upper === Infinity && !(value instanceof Undetermined) && !(value instanceof Unset);
    return !isBare || value instanceof Sequence || value instanceof ValueSet ? value : new Sequence(elementsOf(value));
}

/** Whether a local, parameter or result has neither type nor multiplicity, and so takes any value. */
function isLocalWithoutMultiplicity(slot: Slot, frame: Frame): boolean {
    return (
        frame.isLocal &&
        boundsOf(slot).range === undefined &&
        slot.chain.every(f => scopeOf(f).isLibrary || (f.relationships ?? []).every(r => r.$type === 'Redefinition'))
    );
}

const changes = (category: ValueCategory): boolean => category === 'real' || category === 'complex' || category === 'enumeration';

function checkAll(value: Sequence | ValueSet, category: ValueCategory, slot: Slot, frame: Frame): Value {
    if (category !== 'any') {
        for (const e of value.elements) {
            coerce(e, category, slot, frame);
        }
    }
    return value;
}

function coerce(value: Value, category: ValueCategory, slot: Slot, frame: Frame): Value {
    if (category === 'any' || value instanceof Unset || value instanceof Undetermined) {
        return value;
    }
    if (value instanceof Instance && isOfOtherTypes(value.type, slot.feature)) {
        throw typeMismatch(
            `${slot.names[0] ?? 'the feature'} must be ${declaredTypeText(slot.feature)}, got an object of ${typeText(value)}`
        );
    }
    if (category === 'object') {
        return value;
    }
    const enumerations = enumerationsOf(slot.feature);
    if (enumerations.length > 0 && kindOf(value) !== 'opaque' && kindOf(value) !== 'instance') {
        return enumerations.reduce((held, enumeration) => literalIn(held, enumeration, slot, frame), value);
    }
    const coerced = coerceTo(category, value);
    if (coerced === undefined) {
        throw typeMismatch(`${slot.names[0] ?? 'the feature'} must be ${declaredTypeText(slot.feature)}, got ${valueDescription(value)}`);
    }
    if (category === 'quantity' && coerced instanceof Quantity) {
        checkDimension(coerced, slot, frame);
    } else if (category === 'quantity' && isNumber(coerced)) {
        checkDimensionOne(coerced, slot, frame);
    }
    return coerced;
}

/**
 * The literal of an enumeration that equals a value: a literal of it, or a scalar.
 * @throws EvaluationError not a literal of the enumeration
 */
function literalIn(value: Value, enumeration: AstNode, slot: Slot, frame: Frame): EnumLiteral {
    const { model } = frame.run;
    const literals = literalsOf(enumeration);
    if (value instanceof EnumLiteral) {
        const own = elementById(model, value.literalId);
        if (own !== undefined && (literals.includes(own) || conformsTo(own.$container!, enumeration))) {
            return value;
        }
    } else {
        const equal = literals.map(l => literalOf(l, model)).find(l => equalsScalar(value, l));
        if (equal !== undefined) {
            return equal;
        }
    }
    const what = isNumber(value) || typeof value === 'string' ? valueText(value) : describe(value);
    throw new EvaluationError(
        'not a literal of the enumeration',
        `${what} for ${slot.names[0] ?? 'the feature'} of ${nameOf(enumeration) ?? ''} (literals: ${literals.map(l => nameOf(l) ?? '').join(', ')})`
    );
}

function equalsScalar(value: Value, { value: scalar }: EnumLiteral): boolean {
    return (
        scalar !== undefined &&
        (!(scalar instanceof Quantity) || (value instanceof Quantity && sameDimension(scalar.unit.term, value.unit.term))) &&
        valuesEqual(value, scalar)
    );
}

/** Checks the dimension of a quantity against the feature's type. @throws EvaluationError incommensurable units */
function checkDimension(value: Quantity, slot: Slot, frame: Frame): void {
    for (const type of declaredTypesOf(slot.feature)) {
        const unit = frame.run.unitOfQuantityType(type);
        if (unit !== undefined && !sameDimension(unit.term, value.unit.term)) {
            throw new EvaluationError(
                'incommensurable units',
                `${slot.names[0] ?? 'the feature'} must be ${declaredTypeText(slot.feature)}, got a quantity in ${value.unit.text}`
            );
        }
    }
}

/** Rejects a number without a unit, which has dimension one (contract sheet 4.10 rule 5), for a feature of another dimension. */
function checkDimensionOne(value: Num, slot: Slot, frame: Frame): void {
    for (const type of declaredTypesOf(slot.feature)) {
        const unit = frame.run.unitOfQuantityType(type);
        if (unit !== undefined && unit.term.factors.length > 0) {
            const { system } = unit;
            const example = `${numberText(value)} [${unitText(system.conventional(system.coherent(unit)))}]`;
            throw typeMismatch(
                `${slot.names[0] ?? 'the feature'} must be ${declaredTypeText(slot.feature)}, ` +
                    `got ${valueDescription(value)} without a unit: write ${example}`
            );
        }
    }
}

const OTHERS = Symbol('types of other objects');

/**
 * Whether no object of a type can be a value of a feature: none of their definitions specializes another. An object of a more general
 * definition may still be one of the feature's. Ports are excluded, since connections may conjugate them.
 */
function isOfOtherTypes(type: AstNode, feature: Feature): boolean {
    const known = memoize(OTHERS, feature, () => new Map<AstNode, boolean>());
    let isOther = known.get(type);
    if (isOther === undefined) {
        const declared = declaredTypesOf(feature).filter(d => isDefinition(d) && !isA(d, 'PortDefinition'));
        const own = declaredTypesOf(type).filter(isDefinition);
        isOther =
            declared.length > 0 &&
            own.length > 0 &&
            declared.every(d => own.every(o => !conformsTo(o, d) && !conformsTo(d, o))) &&
            ![...declared, ...own].some(d => scopeOf(d).isLibrary);
        known.set(type, isOther);
    }
    return isOther;
}

/** The names of an object's definitions, else of its declaration. */
function typeText({ type }: Instance): string {
    const names = declaredTypesOf(type).filter(isDefinition).map(qualifiedNameOf);
    return names.join(', ') || (qualifiedNameOf(type) ?? '');
}

function valueDescription(value: Value): string {
    return isNumber(value) ? `${describe(value)} ${numberText(value)}` : describe(value);
}

/** The type of a feature as written, else the names of its inherited types. */
function declaredTypeText(feature: Feature): string {
    const typing = feature.relationships?.find(r => r.$type === 'FeatureTyping');
    const types = typing === undefined ? declaredTypesOf(feature) : [];
    const narrowest = types.filter(type => !types.some(other => other !== type && conformsTo(other, type)));
    return typing?.text ?? (narrowest.map(nameOf).join(', ') || categoryOf(feature));
}

/** The category of an open value by its declared type; undefined where any is possible. */
export function openCategory(category: ValueCategory): Undetermined['category'] {
    switch (category) {
        case 'boolean':
            return 'boolean';
        case 'string':
            return 'string';
        case 'quantity':
            return 'quantity';
        case 'vector':
            return 'vector';
        case 'natural':
        case 'positive':
        case 'integer':
        case 'rational':
        case 'real':
        case 'complex':
        case 'number':
            return 'number';
        case 'any':
        case 'collection':
        case 'function':
        case 'unit':
            return undefined;
        default:
            return 'other';
    }
}

/** The open value of a feature without a value. */
export function openValue(slot: Slot, lower: number, upper: number): Undetermined {
    const { feature } = slot;
    const name = qualifiedNameOf(feature) ?? slot.names[0] ?? '';
    return new Undetermined(`${name} has no value in the model`, lower, upper, openCategory(categoryOf(feature)));
}
