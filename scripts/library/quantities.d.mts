// Types of quantities.mjs, for the build and the tests.

/** The columns of each table. */
export const COLUMNS: {
    readonly quantities: readonly ['package', 'kind', 'name', 'type', 'dimension'];
    readonly units: readonly ['package', 'kind', 'name', 'symbol', 'type', 'of', 'factor', 'exact'];
    readonly prefixes: readonly ['package', 'name', 'symbol', 'factor'];
};

/** A row of a table: a cell a column. */
export type Row<Table extends keyof typeof COLUMNS> = Record<(typeof COLUMNS)[Table][number], string>;

export function quoted(name: string): string;
export function readTable<Table extends keyof typeof COLUMNS>(folder: string, table: Table): Row<Table>[];
export function dimensionFactors(dimension: string): { letter: string; factor: string; exponent: string }[];
export function quantityDeclarations(folder: string): Map<string, string>;
