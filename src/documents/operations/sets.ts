/** Operations on whole lists of rows (contract: views 6.5): difference, union, order, projection. */
import { definitionFault } from '../faults.js';
import { compareCells } from '../properties/comparison.js';
import { valuesByRow } from '../properties/columns.js';
import type { Call } from '../queries/call.js';
import { columnNames, type Projection, type Rows, withRows } from '../queries/result.js';
import { type CellValue, distinct, labelOf, type Row, RowIdentity } from '../rows.js';

export function except(call: Call): Rows {
    const source = call.rows('source');
    const identity = new RowIdentity();
    const excluded = new Set(call.rows('exclude').rows.map(row => identity.keyOf(row)));
    return withRows(
        source,
        source.rows.filter(row => !excluded.has(identity.keyOf(row)))
    );
}

export function union(call: Call): Rows {
    const [source, other] = [call.rows('source'), call.rows('other')];
    if (columnsText(source.projection) !== columnsText(other.projection)) {
        throw definitionFault('invalid-argument', 'source and other have different columns');
    }
    return withRows(source, distinct([...source.rows, ...other.rows]));
}

const columnsText = (projection: Projection | undefined): string =>
    JSON.stringify(projection === undefined ? null : columnNames(projection));

export function distinctRows(call: Call): Rows {
    const source = call.rows('source');
    return withRows(source, distinct(source.rows));
}

/**
 * Sorts rows by one property; the sort is stable. The arguments `missing` and `multiple` define the place of rows without a value and with
 * several.
 */
export function orderBy(call: Call): Rows {
    const source = call.rows('source');
    const property = call.text('property');
    const isDescending = call.word('direction', ['ascending', 'descending']) === 'descending';
    const missing = call.word('missing', ['first', 'last', 'error']);
    const multiple = call.word('multiple', ['first', 'last', 'error']);
    const keyOf = (row: Row, values: readonly CellValue[]): CellValue | undefined => {
        const fault = (what: string): never => {
            throw definitionFault('invalid-order', `${labelOf(row)} has ${what} of ${property}`);
        };
        if (values.length === 0) {
            return missing === 'error' ? fault('no value') : undefined;
        }
        return values.length > 1 && multiple === 'error' ? fault('several values') : values.at(multiple === 'last' ? -1 : 0);
    };
    const values = valuesByRow(call.context, source, property);
    const keyed = source.rows.map((row, i) => ({ row, key: keyOf(row, values[i]) }));
    const sorted = keyed.sort((a, b) => {
        if (a.key === undefined || b.key === undefined) {
            const absent = Number(a.key === undefined) - Number(b.key === undefined);
            return missing === 'first' ? -absent : absent;
        }
        const order = compareCells(a.key, b.key);
        return isDescending ? -order : order;
    });
    return withRows(
        source,
        sorted.map(k => k.row)
    );
}

export function project(call: Call): Rows {
    const projection: Projection = { properties: call.texts('properties'), columns: call.columns };
    const names = columnNames(projection);
    const repeated = names.find((name, i) => names.indexOf(name) !== i);
    if (repeated !== undefined) {
        throw definitionFault('invalid-argument', `two columns are named ${repeated}`);
    }
    return { rows: call.rows('source').rows, projection };
}
