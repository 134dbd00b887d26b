/** `sysml-workbench query NAME PATH… [PARAMETER=EXPRESSION]…`: the result of a document query, row by row (contract: views 9). */
import { elementById } from '../language/semantics/naming.js';
import { evaluate } from '../runtime/evaluation/index.js';
import { elementsOf } from '../runtime/values/index.js';
import {
    type QueryContext,
    type Binding,
    type CellValue,
    cellText,
    ElementRow,
    heldObjectOf,
    namedElement,
    QueryFault,
    queryById,
    type QueryParameter,
    referredObject,
    runDocumentQuery,
    type Table,
    nameOfRow
} from '../documents/index.js';
import { evaluateOnFiles, type DocumentOptions, withInstantiation } from './document-queries.js';
import { bindingAmongFiles } from './words.js';
import { modelCommand, parseArguments, PATHS } from './command-line.js';

interface Options extends DocumentOptions {
    readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  sysml-workbench query P::Heavy model/ root=P::car                        an element
  sysml-workbench query --instantiate P::car P::Heavy model/ root=car      the object of it
  sysml-workbench query P::Heavy model/ root=P::car 'least="300"'          a text`;

export function queryCommand(args: readonly string[]): Promise<number> {
    const program = withInstantiation(
        modelCommand(
            'query',
            'Runs a document query: a calc def that specializes DocumentQueries::Query.',
            '0 answered, 2 impossible: errors in the model, unknown names, bindings that do not fit, a query that fails, misuse.'
        )
            .argument('<name>', 'qualified name of the query')
            .argument('<path-or-binding...>', `${PATHS}; parameter=expression: the name of an element or object, #<id>, or an expression`)
    ).addHelpText('after', EXAMPLES);
    return evaluateOnFiles(program, () => {
        parseArguments(program, args);
        const options = program.opts<Options>();
        const [name, ...words] = program.args;
        const bindings = words.flatMap(word => bindingAmongFiles(word) ?? []);
        return {
            paths: words.filter(word => bindingAmongFiles(word) === undefined),
            options,
            evaluate(context) {
                queryById(context, name);
                const table = runDocumentQuery(
                    context,
                    name,
                    bindings.map(({ name: parameter, texts }): Binding => ({
                        parameter,
                        valuesFor: p => boundValues(context, name, p, texts.join('..'))
                    }))
                );
                process.stdout.write(options.json === true ? `${JSON.stringify(jsonOf(table), undefined, 2)}\n` : linesOf(table));
                return 0;
            }
        };
    });
}

/**
 * The values of a binding. A name denotes an object of `--instantiate`, or else an element; `#2` and paths denote objects; any other text
 * is evaluated as an expression.
 * @throws QueryFault
 */
function boundValues(
    context: QueryContext,
    query: string,
    { takesElements, isUntyped, name }: QueryParameter,
    text: string
): readonly CellValue[] {
    const place = elementById(context.model, query)!;
    const isObject = text.startsWith('#') || (/[.[]/.test(text) && context.populations.length > 0);
    if (takesElements || isUntyped) {
        const element = /^[\p{L}\p{N}_:' ]+$/u.test(text) ? namedElement(context, text, place) : undefined;
        if (element !== undefined) {
            return [heldObjectOf(context, element) ?? new ElementRow(element)];
        }
        if (takesElements || isObject) {
            return [isObject ? referredObject(context, { id: 0, path: text }) : unknown(name, text)];
        }
    }
    const { result, error, diagnostics = [] } = evaluate(context.run, { expression: text, contextId: query });
    if (result === undefined) {
        throw new QueryFault('unacceptable', `${name}: ${text}: ${[error, ...diagnostics.map(d => d.message)].join(': ')}`);
    }
    return elementsOf(result);
}

function unknown(parameter: string, text: string): never {
    throw new QueryFault('unacceptable', `${parameter}: ${text} names no element`);
}

/** The number of rows, the columns, then each row with its cells. */
function linesOf({ columns, rows }: Table): string {
    return [
        `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`,
        ...(columns.length === 0 ? [] : [`Columns: ${columns.join(', ')}`]),
        ...rows.flatMap(({ row, cells }) => [
            nameOfRow(row),
            ...cells.map((values, i) => `  ${columns[i]} = ${values.length === 0 ? '(none)' : values.map(cellText).join(', ')}`)
        ])
    ]
        .map(line => `${line}\n`)
        .join('');
}

function jsonOf({ columns, rows }: Table): object {
    return { columns, rows: rows.map(({ row, cells }) => ({ row: nameOfRow(row), cells: cells.map(values => values.map(cellText)) })) };
}
