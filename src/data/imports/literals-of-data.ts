/** Writes data values as literals of the notation, by the type of the feature (newest-operations 5.2, rule 7). */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import {
    categoryOf,
    declaredTypesOf,
    enumerationsOf,
    evaluate,
    literalsOf,
    type Run,
    unitNamed,
    type ValueCategory
} from '../../runtime/evaluation/index.js';
import { EnumLiteral, EvaluationError, Quantity, sameDimension, type Unit, stringLiteral } from '../../runtime/values/index.js';
import { qualifiedUnit } from '../literals.js';
import type { Cell } from './data-file.js';
import { ImportRefusal } from './import-refusal.js';

/** A value with the unit of its column. */
type Given = Pick<Cell, 'value' | 'unit'>;

/** The feature that a literal is written for. */
export interface LiteralContext {
    readonly run: Run;
    readonly feature: AstNode;
    /** id of the element whose body contains the literal; units are resolved there */
    readonly contextId: string;
}

/** The literal of a value. @throws ImportRefusal without the place in the data */
export function literalFor(given: Given, context: LiteralContext): string {
    const category = categoryOf(context.feature);
    const make = LITERALS[category];
    if (make === undefined) {
        throw new ImportRefusal(`${nameOf(context.feature)} holds no value that data can name`);
    }
    if (given.unit !== undefined && category !== 'quantity' && category !== 'any') {
        const isNumber = NUMBER.test(String(given.value).trim());
        throw new ImportRefusal(
            isNumber && NUMERIC.has(category)
                ? `${given.value} carries unit ${given.unit}, but ${nameOf(context.feature)} is not measured`
                : `${given.value} carries unit ${given.unit}, but the value is not a number`
        );
    }
    return make(given, context);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NUMERIC: ReadonlySet<ValueCategory> = new Set(['natural', 'positive', 'integer', 'rational', 'real', 'complex', 'number']);

type Make = (given: Given, context: LiteralContext) => string;

function integerAtLeast(least: bigint | undefined, what: string): Make {
    return ({ value }) => {
        const text = String(value).trim();
        if (typeof value === 'boolean' || !/^[+-]?\d+$/.test(text) || (least !== undefined && BigInt(text.replace(/^\+/, '')) < least)) {
            throw new ImportRefusal(`${text} is not ${what}`);
        }
        return text.replace(/^\+/, '');
    };
}

const number: Make = ({ value }) => {
    const text = String(value).trim();
    if (typeof value === 'boolean' || !NUMBER.test(text) || !Number.isFinite(Number(text))) {
        throw new ImportRefusal(`${text} is not a finite number`);
    }
    // the notation requires digits on both sides of the point
    return text
        .replace(/^\+/, '')
        .replace(/^(-?)\./, '$10.')
        .replace(/\.(?=$|[eE])/, '.0');
};

const boolean: Make = ({ value }) => {
    const text = String(value).trim();
    if (text !== 'true' && text !== 'false') {
        throw new ImportRefusal(`${text} is not a boolean`);
    }
    return text;
};

const string: Make = ({ value }) => stringLiteral(String(value));

const enumeration: Make = ({ value }, { run, feature, contextId }) => {
    const text = String(value).trim();
    const enumerations = enumerationsOf(feature);
    const literal = enumerations.flatMap(literalsOf).find(l => nameOf(l) === text || qualifiedNameOf(l) === text);
    if (literal === undefined) {
        throw new ImportRefusal(`${text} is not a value of ${enumerations.map(qualifiedNameOf).join(', ')}`);
    }
    const name = notationNameOf(literal)!;
    const { result } = evaluate(run, { expression: name, contextId });
    const isVisible = result instanceof EnumLiteral && result.literalId === qualifiedNameOf(literal);
    return isVisible ? name : `$::${name}`; // its first name means another element here
};

const quantity: Make = (given, { run, feature, contextId }) => {
    const magnitude = number(given, { run, feature, contextId });
    const measured = declaredTypesOf(feature)
        .map(type => run.unitOfQuantityType(type))
        .find(unit => unit !== undefined);
    const name = nameOf(feature);
    if (given.unit === undefined) {
        if (measured === undefined || measured.term.factors.length === 0) {
            return magnitude;
        }
        const dimension = dimensionText(measured);
        throw new ImportRefusal(
            `${magnitude} has no unit, but ${name} is measured in dimension ${dimension}; name its unit, as \`${name} [unit]\``
        );
    }
    const { unit, text } = unitIn(given.unit, run, contextId);
    if (measured !== undefined && !sameDimension(unit.term, measured.term)) {
        const [ours, theirs] = [unit, measured].map(dimensionText);
        throw new ImportRefusal(
            `${magnitude} [${given.unit}] is measured in dimension ${ours}, but ${name} is measured in dimension ${theirs}`
        );
    }
    return `${magnitude} [${text}]`;
};

/** The literal for an untyped feature: a number, a Boolean or a string, by the form of the text. */
const any: Make = (given, context) => {
    const text = String(given.value).trim();
    if (given.unit !== undefined) {
        return quantity(given, context);
    }
    return NUMBER.test(text) && typeof given.value !== 'boolean'
        ? number(given, context)
        : typeof given.value === 'boolean'
          ? text
          : stringLiteral(String(given.value));
};

const LITERALS: Partial<Record<ValueCategory, Make>> = {
    boolean,
    string,
    natural: integerAtLeast(0n, 'a natural number'),
    positive: integerAtLeast(1n, 'a positive number'),
    integer: integerAtLeast(undefined, 'an integer'),
    rational: number,
    real: number,
    complex: number,
    number,
    enumeration,
    quantity,
    any
};

// --- Units ------------------------------------------------------------------------------------------------------------

/** Resolves the text of a unit in the scope of an element. A unit that is not visible there gets the name of its package. */
function unitIn(text: string, run: Run, contextId: string): { readonly unit: Unit; readonly text: string } {
    const { result } = evaluate(run, { expression: `1 [${text}]`, contextId });
    if (result instanceof Quantity) {
        return { unit: result.unit, text };
    }
    try {
        return { unit: unitNamed(text, run.units), text: qualifiedUnit(text, run.model) };
    } catch (error) {
        if (error instanceof EvaluationError) {
            throw new ImportRefusal(`the edited model is not valid: unresolved reference: ${text}`);
        }
        throw error;
    }
}

/** Symbols of the base quantities (ISO 80000-1), by base unit of the library. */
const BASE: Readonly<Record<string, string>> = {
    'SI::metre': 'L',
    'SI::kilogram': 'M',
    'SI::gram': 'M',
    'SI::second': 'T',
    'SI::ampere': 'I',
    'SI::kelvin': 'Θ',
    'SI::mole': 'N',
    'SI::candela': 'J'
};

function dimensionText({ term }: Unit): string {
    const powers = term.factors.map(({ unitId, exponent }) => {
        const power = Number(exponent.num) / Number(exponent.den);
        return `${BASE[unitId] ?? unitId}${power === 1 ? '' : `^${power}`}`;
    });
    return powers.length === 0 ? 'one' : powers.join('·');
}
