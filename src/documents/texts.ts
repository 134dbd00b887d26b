/** The texts of cell values (contract: views 7.3, "Cell text"). Does not depend on the forms of documents. */
import { EnumLiteral, INFINITY, isNumber, type Num, numberText, Quantity, Real, valueText } from '../runtime/values/index.js';
import { type CellValue, elementIdOf, isRow, labelOf, type Row } from './rows.js';

/** One value as a text: a quantity with its unit in brackets, an element by its qualified name, an object by its path. */
export function cellText(value: CellValue): string {
    if (!isRow(value)) {
        if (value instanceof Quantity) {
            return `${numeral(value.magnitude)} [${unitName(value.unit.text)}]`;
        }
        if (typeof value === 'string') {
            return value;
        }
        if (value === INFINITY) {
            return '*';
        }
        if (value instanceof EnumLiteral) {
            return value.name;
        }
        return isNumber(value) ? numeral(value) : valueText(value);
    }
    switch (value.kind) {
        case 'element':
            return elementIdOf(value.element);
        case 'object':
            return value.path;
        case 'verdict':
            return `${value.facts.text} on ${value.facts.path}: ${value.facts.verdict}`;
        case 'state':
            return `${value.facts.object.path}.${value.facts.machine} in ${value.facts.statePath}`;
        case 'event': {
            const { object, record } = value;
            const who = [object?.path, record.machine].filter(part => part !== undefined && part !== '').join('.');
            return `t=${numeral(new Real(record.time))} ${who === '' ? '' : `${who}: `}${record.text}`;
        }
    }
}

/** The name of a row: an element by its qualified name or its label, an object by its path and number, others by their text. */
export function nameOfRow(row: Row): string {
    switch (row.kind) {
        case 'element':
            return elementIdOf(row.element) || labelOf(row);
        case 'object':
            return `${row.path} (#${row.object.id})`;
        default:
            return cellText(row);
    }
}

/** The name of a unit without the qualifying packages. */
function unitName(text: string): string {
    return text.replace(/(?:\w+|'(?:\\.|[^\\'])*')::/g, '');
}

/** A number in its shortest form: `15`, not `15.0`. */
function numeral(value: Num): string {
    return numberText(value).replace(/\.0$/, '');
}

/** The values of one cell in one text. */
export function cellsText(values: readonly CellValue[], between: string): string {
    return values.map(cellText).join(between);
}
