/** `sysml-workbench document [NAME] PATH…`: a document of a model as Markdown or as an HTML page (contract: views 7, 9). */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { Option } from 'commander';
import {
    type QueryContext,
    type DocumentContent,
    documentContent,
    documentsOf,
    QueryFault,
    writeDrawnHtml,
    writeHtml,
    writeMarkdown
} from '../documents/index.js';
import { evaluateOnFiles, type DocumentOptions, withInstantiation } from './document-queries.js';
import { bareCommand, parseArguments, PATHS } from './command-line.js';
import { writeRendering } from './view.js';

export type DocumentForm = 'markdown' | 'html';

interface Options extends DocumentOptions {
    readonly form?: DocumentForm;
    readonly diagrams: 'drawn' | 'mermaid';
    readonly output?: string;
}

/** Options of HTML pages. */
interface Written {
    readonly diagrams: Options['diagrams'];
    readonly styleSheet?: string;
}

const EXAMPLES = `
Examples:
  sysml-workbench document model/                                  the one document that the model declares, as Markdown
  sysml-workbench document P::Report -o report.html model/         a page of its own, with its diagrams drawn
  sysml-workbench document --instantiate P::car P::Report model/   over the object of a usage, with the values that it has`;

export function documentCommand(args: readonly string[]): Promise<number> {
    const program = withFormOptions(
        bareCommand(
            'document',
            'Writes a document of a model: its text, with the answers of its queries and its diagrams.',
            '0 written, 2 impossible: errors in the model, unknown names, a query that fails, misuse.'
        )
            .argument('[name]', 'qualified name of a document; may be omitted if the model declares only one')
            .argument('[path...]', PATHS)
            .option('-o, --output <file>', 'write to a file; the extension .html selects the form html')
    ).addHelpText('after', EXAMPLES);
    return evaluateOnFiles(program, () => {
        parseArguments(program, args);
        const options = program.opts<Options>();
        const { name, paths } = nameAmong(program.args);
        if (paths.length === 0) {
            program.error(name === '' ? "missing required argument 'path'" : `no file is named beside ${name}`);
        }
        return {
            paths,
            options,
            async evaluate(context) {
                const { output } = options;
                const isPage = output !== undefined && /^\.html?$/i.test(extname(output));
                const written = await writtenDocument(
                    context,
                    name || theOnlyDocument(context),
                    options.form ?? (isPage ? 'html' : 'markdown'),
                    options
                );
                if (output === undefined) {
                    process.stdout.write(written);
                } else {
                    writeRendering(output, written);
                }
                return 0;
            }
        };
    });
}

/** Adds the options of every command that writes documents. */
export function withFormOptions(program: ReturnType<typeof bareCommand>): ReturnType<typeof bareCommand> {
    return withInstantiation(
        program
            .addOption(new Option('--form <form>', 'the form of the document').choices(['markdown', 'html']))
            .addOption(
                new Option('--diagrams <how>', 'how diagrams are written: as pictures, or as Mermaid text')
                    .choices(['drawn', 'mermaid'])
                    .default('drawn')
            )
            .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library')
    );
}

/** A document in the given form. @throws QueryFault */
export async function writtenDocument(
    context: QueryContext,
    id: string,
    form: DocumentForm,
    { diagrams, styleSheet }: Written
): Promise<string> {
    return writtenContent(documentContent(context, id), form, { diagrams, styleSheet });
}

/** The content of a document in the given form. */
export async function writtenContent(content: DocumentContent, form: DocumentForm, { diagrams, styleSheet }: Written): Promise<string> {
    if (form === 'markdown') {
        return writeMarkdown(content);
    }
    return diagrams === 'drawn' ? writeDrawnHtml(content, { styleSheet }) : writeHtml(content, { styleSheet });
}

/** The optional first argument is a name unless it is a file. */
function nameAmong(args: readonly string[]): { readonly name: string; readonly paths: readonly string[] } {
    const isNamed = args.length > 0 && args[0] !== '-' && !existsSync(args[0]) && !/\.(sysml|kerml)$/i.test(args[0]);
    return { name: isNamed ? args[0] : '', paths: isNamed ? args.slice(1) : args };
}

/** The id of the only document. @throws QueryFault if there is none or several */
function theOnlyDocument(context: QueryContext): string {
    const documents = documentsOf(context);
    if (documents.length !== 1) {
        throw new QueryFault(
            'unacceptable',
            documents.length === 0
                ? 'the model declares no document: one is a part def that specializes DocumentQueries::Document'
                : `the model declares several documents: name one of ${documents.map(d => d.name).join(', ')}`
        );
    }
    return documents[0].id;
}
