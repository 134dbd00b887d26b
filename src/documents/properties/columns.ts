/** A property or column of rows, as operations and projections name it. */
import type { Asking } from '../asking.js';
import { definitionFault } from '../faults.js';
import type { Rows } from '../queries/result.js';
import type { CellValue, Row } from '../rows.js';
import { propertyOf } from './row-properties.js';

/**
 * The values of a property in each row: that of a computed column of the rows' projection, else of the rows themselves.
 * @throws QueryFault when there are rows and none of them has it
 */
export function valuesByRow(asking: Asking, { rows, projection }: Rows, name: string): (readonly CellValue[])[] {
    const computed = projection?.columns.find(c => c.name === name);
    const values = rows.map((row: Row) => (computed === undefined ? propertyOf(asking, row, name) : computed.cellOf(row)));
    if (rows.length > 0 && values.every(v => v === undefined)) {
        throw definitionFault('unknown-property', `no row has a property ${name}`);
    }
    return values.map(v => v ?? []);
}
