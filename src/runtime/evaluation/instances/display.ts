/** The text of values for people: quantities in readable units, fractions as decimals. Does not depend on commands or editors. */
import type { AstNode } from '../../../language/generated/tree.js';
import { notationNameOf } from '../../../language/semantics/naming.js';
import { isChoice, variantOf } from '../expressions/choices.js';
import { isAlike, readable, unitNamed, unitText } from '../quantities/readable.js';
import type { Run } from '../run.js';
import {
    EvaluationError,
    Quantity,
    Rational,
    Real,
    Sequence,
    TensorQuantity,
    ValueSet,
    VectorQuantity,
    convertQuantity,
    numberText,
    toDouble,
    valueText,
    type Num,
    type Unit,
    type Value,
    UnitError
} from '../../values/index.js';
import { Instance, typeSymbolIdOf } from './instance.js';

/** Digits of a rounded fraction, and the longest exact fraction that is added to them. */
const DIGITS = 5;
const LONGEST_FRACTION = 24;

/** Digits of a Real with a unit; further digits are rounding noise. */
const READ_DIGITS = 12;

export class Display {
    /**
     * @param run a run of the model; without it no feature's type determines units
     * @param wanted preferred units for quantities of their dimensions
     */
    constructor(
        private readonly run?: Run,
        private readonly wanted: readonly Unit[] = []
    ) {}

    /**
     * A display that writes quantities in selected units.
     * @param units their texts
     * @throws UnitError
     */
    static in(run: Run, units: readonly string[]): Display {
        const wanted = units.map(text => {
            try {
                return unitNamed(text, run.units);
            } catch (error) {
                if (error instanceof EvaluationError) {
                    throw new UnitError(`--unit ${text}: ${error.message}`);
                }
                throw error;
            }
        });
        return new Display(run, wanted);
    }

    /**
     * The text of a value: objects by type and number, choices by the name of the variant, open values as `<undetermined>`, a sequence of
     * one element as the element.
     * @param feature the feature that holds the value; its type determines the unit of a computed quantity
     */
    text(value: Value, feature?: AstNode): string {
        const list = (values: readonly Value[]): string => values.map(v => this.text(v, feature)).join(', ');
        if (value instanceof Instance) {
            return `${typeSymbolIdOf(value)} #${value.id}`;
        }
        if (value instanceof Sequence) {
            return value.elements.length === 1 ? list(value.elements) : `(${list(value.elements)})`;
        }
        if (value instanceof ValueSet) {
            return `{${list(value.elements)}}`;
        }
        if (value instanceof Quantity) {
            return quantityText(this.readable(value, feature));
        }
        if (value instanceof VectorQuantity) {
            return `<${list(value.components)}>`;
        }
        if (value instanceof TensorQuantity) {
            return `tensor[${value.dimensions.join(', ')}](${list(value.components)})`;
        }
        if (value instanceof Rational) {
            return measured(value, '');
        }
        const variant = isChoice(value) ? variantOf(value) : undefined;
        if (variant !== undefined) {
            return notationNameOf(variant) ?? valueText(value);
        }
        const kind = value !== null && typeof value === 'object' ? value.kind : undefined;
        return kind === 'undetermined' || kind === 'unset' ? `<${kind}>` : valueText(value);
    }

    /** A quantity in its readable unit. */
    readable(quantity: Quantity, feature?: AstNode): Quantity {
        return readable(quantity, this.wanted, feature, this.run);
    }

    /** The texts of both sides of a comparison in one unit; with all digits where rounded texts would be equal. */
    compared(left: Value, right: Value, limit: Value): readonly [string, string] {
        const [first, second] = [this.beside(limit, left), this.beside(limit, right)];
        return first === second ? [valueText(left), valueText(right)] : [first, second];
    }

    /** The text of a value that is shown beside a limit: in the limit's unit, unless another unit is selected. */
    beside(limit: Value, value: Value, feature?: AstNode): string {
        return value instanceof Quantity &&
            limit instanceof Quantity &&
            isAlike(value.unit, limit.unit) &&
            !this.wanted.some(u => isAlike(u, value.unit))
            ? quantityText(convertQuantity(value, this.readable(limit).unit))
            : this.text(value, feature);
    }
}

function quantityText({ magnitude, unit }: Quantity): string {
    const name = unitText(unit);
    // A unit shows that the value is measured, so `.0` is omitted.
    return name === '' || name === '1' ? measured(magnitude, '') : measured(magnitude, ` ${name}`).replace(/\.0(?= )/, '');
}

/** Rounds a number to a number of digits, but never digits before the decimal point: their zeros would look exact. */
function inDigits(value: number, digits: number): number {
    const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
    return Number(value.toPrecision(Math.min(100, Math.max(digits, whole))));
}

/**
 * The text of a number with its unit; a fraction with an infinite expansion is rounded and followed by its exact form: `1.1667 kg (7/6)`.
 */
function measured(number: Num, unit: string): string {
    const text = numberText(number);
    if (number instanceof Real && unit !== '' && text.length > READ_DIGITS) {
        return `${numberText(new Real(inDigits(number.value, READ_DIGITS)))}${unit}`;
    }
    if (!(number instanceof Rational) || !text.includes('/')) {
        return `${text}${unit}`;
    }
    const rounded = inDigits(toDouble(number), DIGITS);
    return `${rounded}${unit} (${text.length <= LONGEST_FRACTION ? text : 'rounded'})`;
}

/** The text of a value whose feature is unknown. */
export function displayed(value: Value): string {
    return new Display().text(value);
}
