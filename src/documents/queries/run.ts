/** Document queries asked by name (contract: views 6; operations, RunDocumentQuery): bindings in, a table out. */
import { QueryFault, within } from '../faults.js';
import type { Asking } from '../asking.js';
import { valuesByRow } from '../properties/columns.js';
import type { CellValue, Row } from '../rows.js';
import { documentOf } from '../../language/semantics/text.js';
import { taken } from './bindings.js';
import { isOptional, queryById, type QueryDefinition, type QueryParameter } from './definition.js';
import { evaluateQuery } from './evaluation.js';
import { planQuery } from './plan.js';
import { columnNames, type Rows } from './result.js';
import { Scope } from './scope.js';

/** The rows of a query; each has a cell for each column, empty for a missing value. */
export interface Table {
    readonly columns: readonly string[];
    readonly rows: readonly TableRow[];
}

export interface TableRow {
    readonly row: Row;
    readonly cells: readonly (readonly CellValue[])[];
}

/** Gives a parameter its values, once the parameter is known. @throws QueryFault */
export interface Binding {
    readonly parameter: string;
    valuesFor(parameter: QueryParameter): readonly CellValue[];
}

/** Runs the query of an id. @throws QueryFault */
export function runDocumentQuery(asking: Asking, queryId: string, bindings: readonly Binding[]): Table {
    return prepareQuery(asking, queryById(asking, queryId), bindings, 'unacceptable')();
}

/**
 * Finds what is wrong with a query and its bindings before it runs.
 * @param kind of faults of the bindings
 * @returns what runs it
 * @throws QueryFault, as running it does
 */
export function prepareQuery(
    asking: Asking,
    definition: QueryDefinition,
    bindings: readonly Binding[],
    kind: 'unacceptable' | 'definition'
): () => Table {
    planQuery(definition);
    const scope = new Scope(asking, definition);
    const given = boundBy(scope, bindings, kind);
    return () => {
        asking.restart();
        return within(`query ${definition.id}`, () => tableOf(asking, evaluateQuery(scope, given)));
    };
}

/** What bindings give the parameters of a query; one that is listed twice has the values of both. */
function boundBy(
    scope: Scope,
    bindings: readonly Binding[],
    kind: 'unacceptable' | 'definition'
): Map<QueryParameter, readonly CellValue[]> {
    const { definition } = scope;
    const given = new Map<QueryParameter, CellValue[]>();
    for (const binding of bindings) {
        const parameter = definition.parameters.find(p => p.slot.names.includes(binding.parameter));
        if (parameter === undefined) {
            const names = definition.parameters.map(p => p.name).join(', ');
            throw new QueryFault(kind, `query ${definition.id} has no parameter ${binding.parameter}: its parameters are ${names}`);
        }
        given.set(parameter, [...(given.get(parameter) ?? []), ...binding.valuesFor(parameter)]);
    }
    const missing = definition.parameters.find(p => !given.has(p) && !isOptional(p));
    if (missing !== undefined) {
        throw new QueryFault(kind, requirementText(definition, missing));
    }
    return new Map([...given].map(([parameter, values]) => [parameter, taken(scope, parameter, values, kind)] as const));
}

/** Why a query cannot run without a binding. */
export function requirementText({ id, element }: QueryDefinition, { name }: QueryParameter): string {
    return `query ${id} requires binding ${name} (declared in ${documentOf(element).name})`;
}

function tableOf(asking: Asking, rows: Rows): Table {
    const { projection } = rows;
    if (projection === undefined) {
        return { columns: [], rows: rows.rows.map(row => ({ row, cells: [] })) };
    }
    const columns = columnNames(projection);
    const values = columns.map(column => valuesByRow(asking, rows, column));
    return { columns, rows: rows.rows.map((row, i) => ({ row, cells: values.map(v => v[i]) })) };
}
