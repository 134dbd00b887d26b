/** The rows of a sweep as columns of cells: for people, for spreadsheets and for pictures. Does not depend on models or commands. */
import { lastSegment } from '../../language/semantics/structure.js';
import { Instance, typeSymbolIdOf, unitText } from '../../runtime/evaluation/index.js';
import { elementsOf, isRealNumber, numberText, Quantity, type RealNumber, toDouble, type Value } from '../../runtime/values/index.js';
import type { CaseEvaluation, SweepRow, Verdict } from '../../runtime/verification/index.js';
import type { Display } from '../../runtime/evaluation/index.js';

export interface Column {
    readonly name: string;
    /** the readable unit of all quantities in the column; undefined for none or several units */
    readonly unit: string | undefined;
    /** a rating belongs to one alternative of a trade study */
    readonly kind: 'input' | 'output' | 'rating' | 'verdict' | 'error';
    readonly cells: readonly (Value | undefined)[];
}

/** The columns of inputs, outputs and verdicts, and of errors if there are any. */
export function columnsOf(rows: readonly SweepRow[], display: Display): Column[] {
    const valued = (kind: 'input' | 'output' | 'rating', of: (row: SweepRow) => SweepRow['inputs']): Column[] =>
        namesOf(rows.map(of), o => o.name).map(name =>
            column(
                name,
                kind,
                rows.map(row => displayed(single(of(row).find(o => o.name === name)?.value), display))
            )
        );
    const verdicts = namesOf(
        rows.map(r => r.verdicts),
        v => v.element
    ).map(name =>
        column(
            name,
            'verdict',
            rows.map(row => verdictCell(row.verdicts.find(v => v.element === name)))
        )
    );
    const errors = rows.map(row => row.error);
    return [
        ...valued('input', row => row.inputs),
        ...valued('output', row => row.outputs),
        ...valued('rating', row => row.evaluations.map(e => ({ name: alternativeOf(e, display), value: e.result ?? null }))),
        ...verdicts,
        ...(errors.some(e => e !== undefined) ? [column('error', 'error', errors)] : [])
    ];
}

/** The alternative of an evaluation as text: its arguments, where objects are written as the simple name of their type or usage. */
function alternativeOf({ arguments: args }: CaseEvaluation, display: Display): string {
    return args.map(a => (a instanceof Instance ? lastSegment(typeSymbolIdOf(a)) : display.text(a))).join(', ');
}

/** Names in the order in which they first occur. */
function namesOf<T>(lists: readonly (readonly T[])[], nameOf: (item: T) => string): string[] {
    return [...new Set(lists.flatMap(list => list.map(nameOf)))];
}

/** The element of a sequence with one element; any other value unchanged. */
function single(value: Value | undefined): Value | undefined {
    const elements = value === undefined ? [] : elementsOf(value);
    return elements.length === 1 ? elements[0] : value;
}

/** A quantity in the unit in which it is written. */
function displayed(value: Value | undefined, display: Display): Value | undefined {
    return value instanceof Quantity ? display.readable(value) : value;
}

function verdictCell(verdict: Verdict | undefined): string | undefined {
    return verdict === undefined ? undefined : verdict.error !== undefined ? 'undecided' : verdict.holds === true ? 'holds' : 'fails';
}

function column(name: string, kind: Column['kind'], cells: readonly (Value | undefined)[]): Column {
    const held = cells.filter(c => c !== undefined);
    const units = new Set(held.map(c => (c instanceof Quantity ? unitText(c.unit) : undefined)));
    return { name, kind, cells, unit: units.size === 1 ? [...units][0] : undefined };
}

/** The name with its unit: `mass [kg]`. */
export function headOf({ name, unit }: Column): string {
    return unit === undefined ? name : `${name} [${unit}]`;
}

/** The number of a cell in its column's unit; undefined for other values. */
export function numberOf(column: Column, cell: Value | undefined): number | undefined {
    const number = exactOf(column, cell);
    return number === undefined ? undefined : toDouble(number);
}

function exactOf({ unit }: Column, cell: Value | undefined): RealNumber | undefined {
    const number = cell instanceof Quantity && unitText(cell.unit) === unit ? cell.magnitude : cell;
    return number !== undefined && isRealNumber(number) ? number : undefined;
}

/** Whether all cells of a column are numbers. */
export function isNumeric(column: Column): boolean {
    const held = column.cells.filter(c => c !== undefined);
    return held.length > 0 && held.every(c => numberOf(column, c) !== undefined);
}

const cellText = (column: Column, cell: Value | undefined, display: Display, number: (n: RealNumber) => string): string => {
    const found = exactOf(column, cell);
    return cell === undefined
        ? ''
        : found !== undefined
          ? number(found)
          : typeof cell === 'string'
            ? cell
            : cell instanceof Instance
              ? typeSymbolIdOf(cell)
              : display.text(cell);
};

/** Digits of a rounded number, and the greatest length of a number that is not rounded. */
const DIGITS = 6;
const LONGEST = 10;

/** A number for people: an integer with all its digits, another number exactly if it is short enough, else rounded and marked `≈`. */
function readNumber(number: RealNumber): string {
    const exact = isInteger(number) ? numberText(number) : String(toDouble(number));
    return isInteger(number) || (exact.length <= LONGEST && !numberText(number).includes('/'))
        ? exact
        : `≈${Number(toDouble(number).toPrecision(DIGITS))}`;
}

const isInteger = (number: RealNumber): boolean => typeof number === 'number' || typeof number === 'bigint';

/** Columns side by side under their heads, numbers to the right; numbers that are rounded are marked `≈`. */
export function tableText(columns: readonly Column[], display: Display): string[] {
    const shown = columns.map(c => c.cells.map(cell => cellText(c, cell, display, readNumber)));
    const rightward = columns.map(isNumeric);
    const widths = columns.map((c, i) => Math.max(headOf(c).length, ...shown[i].map(t => t.length)));
    const line = (texts: readonly string[]): string =>
        texts
            .map((t, i) => (rightward[i] ? t.padStart(widths[i]) : t.padEnd(widths[i])))
            .join('  ')
            .trimEnd();
    return [
        line(columns.map(headOf)),
        line(widths.map(w => '-'.repeat(w))),
        ...Array.from({ length: shown[0]?.length ?? 0 }, (_, row) => line(shown.map(column => column[row])))
    ];
}

/** Comma-separated values (RFC 4180), numbers with all their digits. */
export function csvText(columns: readonly Column[], display: Display): string {
    const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
    const rows = Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, row) =>
        columns.map(c => quoted(cellText(c, c.cells[row], display, n => (isInteger(n) ? numberText(n) : String(toDouble(n))))))
    );
    return [columns.map(c => quoted(headOf(c))), ...rows].map(cells => `${cells.join(',')}\r\n`).join('');
}
