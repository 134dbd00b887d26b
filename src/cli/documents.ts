/** `sysml-workbench documents PATH…`: lists the documents of a model, or writes all of them into a folder (contract: views 9). */
import { join } from 'node:path';
import { type QueryContext, type Block, type DeclaredDocument, DEFAULT_STYLE, documentsOf, QueryFault } from '../documents/index.js';
import { evaluateOnFiles, type DocumentOptions, IMPOSSIBLE } from './document-queries.js';
import { bareCommand, parseArguments, PATHS } from './command-line.js';
import { type DocumentForm, withFormOptions, writtenContent, writtenDocument } from './document.js';
import { makeFolder, writeOutput } from './output-files.js';

interface Options extends DocumentOptions {
    readonly json?: boolean;
    readonly form?: DocumentForm;
    readonly diagrams: 'drawn' | 'mermaid';
    readonly output?: string;
}

const STYLE_SHEET = 'sysml-document.css';
/** exit status if only some documents were written (contract: edits-and-diagnostics 3.5) */
const PARTLY = 3;

export function documentsCommand(args: readonly string[]): Promise<number> {
    const program = withFormOptions(
        bareCommand(
            'documents',
            'Lists the documents that a model declares, or writes them all, a file each.',
            '0 listed or all written, 2 none: errors in the model, queries that fail, unreadable files, misuse; 3 some written, instead of each other one a page with the reason.'
        )
            .argument('<path...>', PATHS)
            .option('--json', 'the list as one JSON document')
            .option('-o, --output <folder>', 'writes every document into a folder; pages share a style sheet in it')
    );
    return evaluateOnFiles(program, () => {
        parseArguments(program, args);
        const options = program.opts<Options>();
        return {
            paths: program.args,
            options,
            async evaluate(context) {
                const documents = documentsOf(context);
                if (documents.length === 0 && options.json !== true) {
                    process.stderr.write('the model declares no document: one is a part def that specializes DocumentQueries::Document\n');
                }
                const { output, form = 'markdown' } = options;
                if (output === undefined) {
                    const listed = documents.map(({ id, name, title, file }) => ({ id, name, title, file }));
                    const lines = documents.map(d => `${d.name}  ${d.title}\n`).join('');
                    process.stdout.write(options.json === true ? `${JSON.stringify(listed, undefined, 2)}\n` : lines);
                    return 0;
                }
                makeFolder(output);
                let failed = 0;
                for (const document of documents) {
                    const { text, fault } = await pageOf(context, document, form, options);
                    writeOutput(join(output, `${document.file}.${form === 'html' ? 'html' : 'md'}`), text);
                    if (fault !== undefined) {
                        failed++;
                        process.stderr.write(`${program.name()}: ${fault}\n`);
                    }
                }
                if (form === 'html' && documents.length > 0) {
                    writeOutput(join(output, STYLE_SHEET), DEFAULT_STYLE);
                }
                return failed === 0 ? 0 : failed === documents.length ? IMPOSSIBLE : PARTLY;
            }
        };
    });
}

/** The text of a document, or of a page with the reason why it cannot be written. */
async function pageOf(
    context: QueryContext,
    { id, title }: DeclaredDocument,
    form: DocumentForm,
    { diagrams }: Options
): Promise<{ readonly text: string; readonly fault?: string }> {
    const how = { diagrams, styleSheet: STYLE_SHEET };
    try {
        return { text: await writtenDocument(context, id, form, how) };
    } catch (error) {
        if (!(error instanceof QueryFault)) {
            throw error;
        }
        const text = `This document could not be written: ${error.message}`;
        const why: Block = {
            kind: 'paragraph',
            name: '',
            anchor: undefined,
            query: undefined,
            inlines: [{ kind: 'text', text, style: 'plain' }]
        };
        return { text: await writtenContent({ id, title, blocks: [why] }, form, how), fault: error.message };
    }
}
