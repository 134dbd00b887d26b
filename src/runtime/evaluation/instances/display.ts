/**
 * How values read to people: quantities in readable units, exact fractions as decimals. The one place for it;
 * knows no command and no editor.
 */
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

/** Digits of a fraction without end, and the longest fraction that is written beside them. */
const DIGITS = 5;
const LONGEST_FRACTION = 24;

/** Digits of a measured Real: those beyond are noise of computing. */
const READ_DIGITS = 12;

export class Display {
    /**
     * @param run of the model whose values are shown; without it no feature's type tells a unit
     * @param wanted units in which quantities of their dimension are written
     */
    constructor(
        private readonly run?: Run,
        private readonly wanted: readonly Unit[] = []
    ) {}

    /**
     * A display that writes quantities in units of a choice.
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
     * A value; objects by type and number, variants that are no objects by name, open values as `<undetermined>`. A sequence of one reads
     * as its element, which it counts as wherever one is wanted.
     * @param feature what holds the value: its type tells the unit of a computed quantity
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

    /** A quantity in the unit in which it is written. */
    readable(quantity: Quantity, feature?: AstNode): Quantity {
        return readable(quantity, this.wanted, feature, this.run);
    }

    /** Both sides of a comparison, in one unit; with all digits where fewer would make them look alike. */
    compared(left: Value, right: Value, limit: Value): readonly [string, string] {
        const [first, second] = [this.beside(limit, left), this.beside(limit, right)];
        return first === second ? [valueText(left), valueText(right)] : [first, second];
    }

    /** A value as it is written beside a limit: in the limit's unit, unless another one is wanted. */
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
    // The unit shows that it is measured: 1425 and 1425.0 need not differ.
    return name === '' || name === '1' ? measured(magnitude, '') : measured(magnitude, ` ${name}`).replace(/\.0(?= )/, '');
}

/** A number in so many digits; those before the decimal point are all written: zeros in their place would read as exact. */
function inDigits(value: number, digits: number): number {
    const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
    return Number(value.toPrecision(Math.min(100, Math.max(digits, whole))));
}

/** A number with its unit; a fraction without end rounded, and as it is: `1.1667 kg (7/6)`. */
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

/** A value whose feature is not known. */
export function displayed(value: Value): string {
    return new Display().text(value);
}
