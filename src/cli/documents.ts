/**
 * `sysml-workbench documents PATH…`: the documents that a model declares, a line each; with `-o` all of them as files (contract: views 9).
 */
import { join } from 'node:path';
import { DEFAULT_STYLE, documentsOf } from '../documents/index.js';
import { askingFiles, type DocumentOptions } from './asked-documents.js';
import { bareCommand, parseArguments, PATHS } from './command-line.js';
import { type DocumentForm, withFormOptions, writtenDocument } from './document.js';
import { makeFolder } from './render-all.js';
import { writeOutput } from './view.js';

interface Options extends DocumentOptions {
    readonly json?: boolean;
    readonly form?: DocumentForm;
    readonly diagrams: 'drawn' | 'mermaid';
    readonly output?: string;
}

const STYLE_SHEET = 'sysml-document.css';

export function documentsCommand(args: readonly string[]): Promise<number> {
    const program = withFormOptions(
        bareCommand(
            'documents',
            'Lists the documents that a model declares, or writes them all, a file each.',
            '0 listed or written, 2 impossible: errors in the model, a query that fails, unreadable files, misuse.'
        )
            .argument('<path...>', PATHS)
            .option('--json', 'the list as one JSON document')
            .option('-o, --output <folder>', 'writes every document into a folder; pages share a style sheet beside them')
    );
    return askingFiles(program, () => {
        parseArguments(program, args);
        const options = program.opts<Options>();
        return {
            paths: program.args,
            options,
            async ask(asking) {
                const documents = documentsOf(asking);
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
                for (const { id, file } of documents) {
                    const written = await writtenDocument(asking, id, form, { ...options, styleSheet: STYLE_SHEET });
                    writeOutput(join(output, `${file}.${form === 'html' ? 'html' : 'md'}`), written);
                }
                if (form === 'html' && documents.length > 0) {
                    writeOutput(join(output, STYLE_SHEET), DEFAULT_STYLE);
                }
                return 0;
            }
        };
    });
}
