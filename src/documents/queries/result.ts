/** The result of a query or an operation: rows in order, and the columns of the outermost projection. */
import type { CellValue, Row } from '../rows.js';

/** A column that is computed row by row. */
export interface ComputedColumn {
    readonly name: string;
    /** @throws QueryFault */
    cellOf(row: Row): readonly CellValue[];
}

export interface Projection {
    /** names of properties, in written order */
    readonly properties: readonly string[];
    readonly columns: readonly ComputedColumn[];
}

export interface Rows {
    readonly rows: readonly Row[];
    /** filters and similar operations keep it */
    readonly projection?: Projection;
}

/** The names of a projection's columns. */
export function columnNames({ properties, columns }: Projection): string[] {
    return [...properties, ...columns.map(c => c.name)];
}

/** Replaces the rows and keeps the columns. */
export function withRows({ projection }: Rows, rows: readonly Row[]): Rows {
    return { rows, ...(projection !== undefined && { projection }) };
}
