/** Values as expressions of the notation, which read anywhere: names are qualified. Knows no record. */
import { elementById, notationNameOf } from '../language/semantics/naming.js';
import { segmentsOf, quoted } from '../language/semantics/structure.js';
import { Instance, isManyValued, type RunModel } from '../runtime/evaluation/index.js';
import { EnumLiteral, elementsOf, INFINITY, numberText, Quantity, Rational, Real, Sequence, type Value } from '../runtime/values/index.js';

/** Packages of the library in which units are declared, in the order in which a name is looked up. */
const UNIT_PACKAGES = ['SI', 'USCustomaryUnits', 'EngineeringUnits'] as const;

const NAME = /(?:(?:'(?:\\.|[^'\\])*'|[\p{L}_][\p{L}\p{N}_]*)::)*(?:'(?:\\.|[^'\\])*'|[\p{L}_][\p{L}\p{N}_]*)/gu;

/** The text of a unit with the packages of its names: `km/h` is `SI::km/SI::h`. */
export function qualifiedUnit(text: string, model: RunModel): string {
    return text.replace(NAME, name => {
        const home = name.includes('::') ? undefined : UNIT_PACKAGES.find(p => elementById(model, `${p}::${name}`) !== undefined);
        return home === undefined ? name : `${home}::${name}`;
    });
}

/** The id of an element as notation writes it: `P::a b` is `P::'a b'`. */
export const notationOfId = (id: string): string =>
    segmentsOf(id)
        .map(({ name }) => quoted(name))
        .join('::');

/** A string in the quotes of the notation. */
export const stringLiteral = (text: string): string =>
    `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/\r/g, '\\r')}"`;

/** The feature chain from a declaration of the model to an object; undefined for an object that no usage of the model states. */
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
 * @returns undefined where no expression of the notation is that value: an object without a name, a function
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

/** A quotient stays one magnitude before its unit. */
const bracketed = (magnitude: string): string => (magnitude.includes('/') ? `(${magnitude})` : magnitude);

/** Values in brackets, also where there is one: the feature is of several. */
export function listOf(value: Value, model: RunModel): string | undefined {
    const texts = elementsOf(value).map(v => expressionOf(v, model));
    return texts.every(t => t !== undefined) ? `(${texts.join(', ')})` : undefined;
}
