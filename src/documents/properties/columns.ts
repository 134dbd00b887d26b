/** Evaluates a property or computed column, by name, on rows. */
import type { QueryContext } from '../query-context.js';
import { definitionFault } from '../faults.js';
import type { Rows } from '../queries/result.js';
import type { CellValue, Row } from '../rows.js';
import { propertyOf } from './row-properties.js';

/**
 * The values of a property in each row: of the computed column with this name if the rows' projection has one, else of the row's property.
 * @throws QueryFault when there are rows and none of them has the property
 */
export function valuesByRow(context: QueryContext, { rows, projection }: Rows, name: string): (readonly CellValue[])[] {
    const computed = projection?.columns.find(c => c.name === name);
    const values = rows.map((row: Row) => (computed === undefined ? propertyOf(context, row, name) : computed.cellOf(row)));
    if (rows.length > 0 && values.every(v => v === undefined)) {
        throw definitionFault('unknown-property', `no row has a property ${name}`);
    }
    return values.map(v => v ?? []);
}
