/** Writes values as expressions of the notation with qualified names, so that they resolve anywhere. Does not depend on records. */
import { elementById, notationNameOf } from '../language/semantics/naming.js';
import { segmentsOf } from '../language/semantics/structure.js';
import { Instance, isManyValued, type RunModel } from '../runtime/evaluation/index.js';
import {
    EnumLiteral,
    elementsOf,
    INFINITY,
    numberText,
    Quantity,
    Rational,
    Real,
    Sequence,
    type Value,
    quoted,
    stringLiteral
} from '../runtime/values/index.js';

/** Packages of the library that declare units, in the order of lookup. */
const UNIT_PACKAGES = ['SI', 'USCustomaryUnits', 'EngineeringUnits'] as const;

const NAME = /(?:(?:'(?:\\.|[^'\\])*'|[\p{L}_][\p{L}\p{N}_]*)::)*(?:'(?:\\.|[^'\\])*'|[\p{L}_][\p{L}\p{N}_]*)/gu;

/** Qualifies the unit names in a text: `km/h` becomes `SI::km/SI::h`. */
export function qualifiedUnit(text: string, model: RunModel): string {
    return text.replace(NAME, name => {
        const home = name.includes('::') ? undefined : UNIT_PACKAGES.find(p => elementById(model, `${p}::${name}`) !== undefined);
        return home === undefined ? name : `${home}::${name}`;
    });
}

/** The id of an element in the textual notation: `P::a b` becomes `P::'a b'`. */
export const notationOfId = (id: string): string =>
    segmentsOf(id)
        .map(({ name }) => quoted(name))
        .join('::');

/** The feature chain from a usage of the model to an object; undefined if there is no such chain. */
export function pathTo(object: Instance): string | undefined {
    const steps: string[] = [];
    let at = object;
    while (at.outer instanceof Instance && at.via !== undefined) {
        const slot = at.outer.layout.slots[at.via.index];
        if (slot.names.length === 0) {
            return undefined;
        }
        steps.unshift(`${quoted(slot.names[0])}${isManyValued(slot) ? `#(${at.via.position})` : ''}`);
        at = at.outer;
    }
    const root = at.type.$type === 'Definition' ? undefined : notationNameOf(at.type);
    return root === undefined ? undefined : [root, ...steps].join('.');
}

/**
 * A value as an expression.
 * @returns undefined if the notation has no expression for the value: an object without a name, a function
 */
export function expressionOf(value: Value, model: RunModel): string | undefined {
    if (value === null) {
        return 'null';
    }
    if (typeof value !== 'object') {
        return typeof value === 'string' ? stringLiteral(value) : String(value);
    }
    if (value instanceof Sequence) {
        return listOf(value, model);
    }
    if (value instanceof Real || value instanceof Rational) {
        return value instanceof Real && !Number.isFinite(value.value) ? undefined : numberText(value);
    }
    if (value instanceof Quantity) {
        const { magnitude, unit } = value;
        return unit.text === '' ? numberText(magnitude) : `${bracketed(numberText(magnitude))} [${qualifiedUnit(unit.text, model)}]`;
    }
    if (value instanceof EnumLiteral) {
        return notationOfId(value.literalId);
    }
    return value instanceof Instance ? pathTo(value) : value === INFINITY ? '*' : undefined;
}

/** Brackets a quotient, so that the unit applies to all of it. */
const bracketed = (magnitude: string): string => (magnitude.includes('/') ? `(${magnitude})` : magnitude);

/** Values as a list expression, for a feature with many values; a single value is in brackets as well. */
export function listOf(value: Value, model: RunModel): string | undefined {
    const texts = elementsOf(value).map(v => expressionOf(v, model));
    return texts.every(t => t !== undefined) ? `(${texts.join(', ')})` : undefined;
}
