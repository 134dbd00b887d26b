/** `sysml-workbench import -d DATA… PATH…`: sets features of a model to values of data files; prints the edited text or writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { importData, importLines, type Import } from '../data/index.js';
import { Workspace } from '../language/workspace/workspace.js';
import '../runtime/evaluation/index.js';
import { unifiedDiff } from '../session/answers/unified-diff.js';
import { diagnosticText } from '../session/answers/diagnostic-text.js';
import { modelCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { libraryOf } from './library.js';
import { readSources, SourceError, unwritable } from './sources.js';

interface ImportOptions {
    readonly data: readonly string[];
    readonly format?: string;
    readonly map?: string;
    readonly library?: string;
    readonly dryRun?: boolean;
    readonly inPlace?: boolean;
    readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  sysml-workbench import -d masses.csv --dry-run model.sysml     what would change, as a difference
  sysml-workbench import -d masses.csv -d names.json -i model/   all of it, or nothing when a value does not fit
A delimited file has a column element with qualified names, and a column for each feature: mass [kg] states its unit.
A JSON file is a list of objects with the key element; .jsonl has one object a line.`;

export function importCommand(args: readonly string[]): Promise<number> {
    const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
    const program = modelCommand(
        'import',
        'Sets features of a model to the values of data files: all of them or none.',
        '0 imported, 2 refused or impossible.'
    )
        .argument('<path...>', PATHS)
        .requiredOption('-d, --data <file>', 'a data file (.csv, .tsv, .json, .jsonl); may be repeated', collect)
        .option('--format <format>', 'csv, tsv, json or jsonl (default: by the extension)')
        .option('--map <file>', 'a JSON file that maps columns or fields to features')
        .option('--dry-run', 'print a unified diff and write nothing')
        .option('-i, --in-place', 'write the edited files')
        .addHelpText('after', EXAMPLES);
    return refusing(program, () => {
        parseArguments(program, args);
        return run(program.name(), program.args, program.opts<ImportOptions>());
    });
}

/** @throws SourceError */
function textOf(path: string): string {
    try {
        return readFileSync(path, 'utf8');
    } catch {
        throw new SourceError(`file not found: ${path}`);
    }
}

function run(name: string, paths: readonly string[], { data, format = '', map, ...options }: ImportOptions): number {
    const workspace = new Workspace({ library: libraryOf(paths, options.library) });
    const { model } = workspace.parse(readSources(paths, options.inPlace));
    const mapping = map === undefined ? '' : textOf(map);
    const files = data.map(path => ({ name: path, content: textOf(path), format, map: mapping }));
    const imported = importData(model, files, documents => workspace.parse(documents, { strict: model.strict }).model);
    if ('error' in imported) {
        if (options.json === true) {
            process.stdout.write(`${JSON.stringify({ error: imported.error, files: [] }, undefined, 2)}\n`);
            return 2;
        }
        const texts = new Map(model.documents.map(d => [d.name, d.text]));
        process.stderr.write(imported.diagnostics.map(d => diagnosticText(d, texts, true)).join(''));
        process.stderr.write(`${name}: ${imported.error}\n`);
        return 2;
    }
    if (options.inPlace === true && options.dryRun !== true) {
        imported.documents.forEach(write);
    }
    show(imported, new Map(model.documents.map(d => [d.name, d.text])), options);
    return 0;
}

function write({ name, content }: Import['documents'][number]): void {
    try {
        writeFileSync(name, content);
    } catch (error) {
        throw unwritable(name, error);
    }
}

/** Writes the report, followed by the diff, or by the texts if they are not written in place. */
function show(
    { files, documents }: Import,
    before: ReadonlyMap<string, string>,
    { dryRun, inPlace, json }: Pick<ImportOptions, 'dryRun' | 'inPlace' | 'json'>
): void {
    if (json === true) {
        process.stdout.write(`${JSON.stringify({ error: null, files }, undefined, 2)}\n`);
        return;
    }
    const lines = files.flatMap(file => importLines(file, dryRun === true)).map(line => `${line}\n`);
    if (dryRun === true || inPlace === true) {
        process.stdout.write(lines.join(''));
    } else {
        process.stderr.write(lines.join(''));
        process.stdout.write(documents.map(d => d.content).join('\n'));
    }
    if (dryRun === true) {
        process.stdout.write(documents.map(d => unifiedDiff(d.name, before.get(d.name) ?? '', d.content)).join(''));
    }
}
