/** Runs a document query by name (contract: views 6; operations, RunDocumentQuery): from bindings to a table. */
import { QueryFault, within } from '../faults.js';
import type { QueryContext } from '../query-context.js';
import { valuesByRow } from '../properties/columns.js';
import type { CellValue, Row } from '../rows.js';
import { documentOf } from '../../language/semantics/text.js';
import { checkedValues } from './bindings.js';
import { isOptional, queryById, type QueryDefinition, type QueryParameter } from './definition.js';
import { evaluateQuery } from './evaluation.js';
import { planQuery } from './plan.js';
import { columnNames, type Rows } from './result.js';
import { Scope } from './scope.js';

/** The result of a query. Each row has a cell for each column; a cell without a value is empty. */
export interface Table {
    readonly columns: readonly string[];
    readonly rows: readonly TableRow[];
}

export interface TableRow {
    readonly row: Row;
    readonly cells: readonly (readonly CellValue[])[];
}

/** Computes the values of a parameter from its declaration. @throws QueryFault */
export interface Binding {
    readonly parameter: string;
    valuesFor(parameter: QueryParameter): readonly CellValue[];
}

/** Runs the query with this id. @throws QueryFault */
export function runDocumentQuery(context: QueryContext, queryId: string, bindings: readonly Binding[]): Table {
    return prepareQuery(context, queryById(context, queryId), bindings, 'unacceptable')();
}

/**
 * Checks a query and its bindings before it runs.
 * @param kind kind of the faults in bindings
 * @returns a function that runs the query
 * @throws QueryFault, as does the returned function
 */
export function prepareQuery(
    context: QueryContext,
    definition: QueryDefinition,
    bindings: readonly Binding[],
    kind: 'unacceptable' | 'definition'
): () => Table {
    planQuery(definition);
    const scope = new Scope(context, definition);
    const given = boundBy(scope, bindings, kind);
    return () => {
        context.restart();
        return within(`query ${definition.id}`, () => tableOf(context, evaluateQuery(scope, given)));
    };
}

/** The values of the bound parameters. If a parameter is bound several times, it takes the values of all bindings. */
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
    return new Map([...given].map(([parameter, values]) => [parameter, checkedValues(scope, parameter, values, kind)] as const));
}

/** The message for a parameter that requires a binding. */
export function requirementText({ id, element }: QueryDefinition, { name }: QueryParameter): string {
    return `query ${id} requires binding ${name} (declared in ${documentOf(element).name})`;
}

function tableOf(context: QueryContext, rows: Rows): Table {
    const { projection } = rows;
    if (projection === undefined) {
        return { columns: [], rows: rows.rows.map(row => ({ row, cells: [] })) };
    }
    const columns = columnNames(projection);
    const values = columns.map(column => valuesByRow(context, rows, column));
    return { columns, rows: rows.rows.map((row, i) => ({ row, cells: values.map(v => v[i]) })) };
}
