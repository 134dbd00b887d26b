/** `sysml-workbench find WHERE PATH…`: the elements that an OSLC query finds, one per line. */
import { entryFor } from '../language/closed-lists.js';
import { find, type Found, parseOslcQuery, type Query, QueryError } from '../queries/index.js';
import { countOf, modelCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { errorTexts, type QuestionOptions, readModel } from './model.js';

interface FindOptions extends Pick<QuestionOptions, 'json' | 'library'> {
    readonly select?: readonly string[];
    readonly orderBy?: readonly string[];
    readonly scope?: readonly string[];
    readonly limit?: number;
}

const IMPOSSIBLE = 2;

export function findCommand(args: readonly string[]): Promise<number> {
    const program = modelCommand(
        'find',
        'Lists the elements of a model that satisfy a condition, owners before what they own.',
        '0 searched, 2 impossible: an invalid condition, unknown names, unreadable files, misuse. Errors in the model are reported, but do not prevent the search.'
    )
        .argument('<where>', "OSLC query text, for example 'rdf:type=sysml:PartUsage and sysml:name=\"pump\"'; '' finds every element")
        .argument('<path...>', PATHS)
        .option('--select <properties>', 'properties to print, separated by commas: name,type,owner,documentation …', listOf)
        .option(
            '--order-by <properties>',
            'properties to sort by, separated by commas; a minus before a property reverses its order',
            listOf
        )
        .option(
            '--scope <id>',
            'searches only in an element and the elements nested in it; may be repeated',
            (id: string, ids: readonly string[] = []) => [...ids, id]
        )
        .option('--limit <count>', 'stops after this number of elements', countOf);
    return refusing(program, () => {
        parseArguments(program, args);
        const options = program.opts<FindOptions>();
        const [where, ...paths] = program.args;
        const { model, sources } = readModel(paths, options);
        process.stderr.write(errorTexts(model.diagnostics, sources));
        try {
            const query = queryOf(where, options);
            const columns = (query.select ?? []).map(item => (typeof item === 'string' ? item : item[0]));
            // with no property selected, JSON contains all properties and lines contain none
            const projected = options.json === true || columns.length > 0 ? query : { ...query, select: ['@id'] };
            const elements = [...upTo(options.limit ?? Infinity, find(model, projected))];
            process.stdout.write(options.json === true ? `${JSON.stringify(elements, undefined, 2)}\n` : linesOf(elements, columns));
            return Promise.resolve(0);
        } catch (error) {
            if (error instanceof QueryError) {
                process.stderr.write(`${program.name()}: ${error.message}\n`);
                return Promise.resolve(IMPOSSIBLE);
            }
            throw error;
        }
    });
}

/** One line per element: id, metaclass and the selected properties, in columns, which have headings on a terminal. */
function linesOf(elements: readonly Found[], columns: readonly string[]): string {
    const rows = elements.map(({ id, type, properties }) => [
        id,
        type,
        ...columns.map(c => (entryFor(properties, c) ?? '').replace(/\s+/g, ' '))
    ]);
    if (process.stdout.isTTY && columns.length > 0) {
        rows.unshift(['element', 'metaclass', ...columns]);
    }
    const widths = ['', '', ...columns].map((_, i) => rows.reduce((width, row) => Math.max(width, row[i].length), 0));
    return rows
        .map(
            row =>
                `${row
                    .map((cell, i) => cell.padEnd(widths[i]))
                    .join('  ')
                    .trimEnd()}\n`
        )
        .join('');
}

const listOf = (text: string): string[] => text.split(',').map(item => item.trim().replace(/^([+-]?)sysml:/, '$1'));

/** The query of the command line. Options override the clauses of the text. */
function queryOf(where: string, { select, orderBy, scope }: FindOptions): Query {
    return {
        ...(where.trim() !== '' && parseOslcQuery(where)),
        ...(select !== undefined && { select }),
        ...(orderBy !== undefined && {
            orderBy: orderBy.map(item => ({ property: item.replace(/^[+-]/, ''), isDescending: item.startsWith('-') }))
        }),
        ...(scope !== undefined && { scope })
    };
}

function* upTo(limit: number, elements: Iterable<Found>): Generator<Found> {
    let count = 0;
    for (const element of elements) {
        yield element;
        if (++count >= limit) {
            return;
        }
    }
}
