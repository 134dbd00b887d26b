/**
 * `sysml-workbench check PATH…`: the files and folders as one model, its diagnostics for people or as JSON.
 * Exit status: 0 without errors, 1 with errors, 2 when the command line or a file cannot be used.
 */
import { Command, CommanderError } from 'commander';
import { loadLibrary, LibraryError } from '../language/library/library.js';
import { Workspace } from '../language/workspace/workspace.js';
import { diagnosticText } from './display.js';
import { readSources, SourceError } from './sources.js';

interface CheckOptions {
    readonly json?: boolean;
    readonly strict?: boolean;
    readonly library?: string;
}

/** Milliseconds after which a terminal is told what takes so long. */
const PATIENCE = 1000;

export async function check(args: readonly string[]): Promise<number> {
    const program = new Command('sysml-workbench check')
        .description('Reports the diagnostics of files and folders, read as one model.')
        .argument('<path...>', 'files (.sysml, .kerml) and folders')
        .option('--json', 'one JSON document on standard output')
        .option('--strict', 'extension notation is an error')
        .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library')
        .exitOverride();
    try {
        program.parse(args, { from: 'user' });
        return run(program.args, program.opts<CheckOptions>());
    } catch (e) {
        if (e instanceof CommanderError) {
            return e.exitCode === 0 ? 0 : 2;
        }
        if (e instanceof SourceError || e instanceof LibraryError) {
            process.stderr.write(`sysml-workbench check: ${e.message}\n`);
            return 2;
        }
        throw e;
    }
}

function run(paths: readonly string[], options: CheckOptions): number {
    const started = performance.now();
    const progress = (text: string): void => {
        if (process.stderr.isTTY && performance.now() - started > PATIENCE) {
            process.stderr.write(`\r\x1b[K${text}`);
        }
    };
    const sources = readSources(paths);
    progress(`read ${sources.length} files`);
    const library = loadLibrary({ path: options.library ?? process.env.SERVICE_LIBRARY_PATH });
    for (const message of [...library.warnings, ...library.problems]) {
        process.stderr.write(`sysml-workbench check: ${message}\n`);
    }
    const { model } = new Workspace({ library }).parse(sources, { strict: options.strict, progress: (done, all) => progress(`checking: ${done} of ${all} documents`) });
    progress('');
    const count = (severity: string): number => model.diagnostics.filter(d => d.severity === severity).length;
    const summary = { files: sources.length, errors: count('error'), warnings: count('warning') };
    if (options.json === true) {
        process.stdout.write(`${JSON.stringify({ ...summary, diagnostics: model.diagnostics }, undefined, 2)}\n`);
    } else {
        const texts = new Map(sources.map(s => [s.name, s.content]));
        process.stdout.write(model.diagnostics.map(d => diagnosticText(d, texts, process.stdout.isTTY)).join(''));
        process.stdout.write(`${plural(summary.files, 'file')}: ${plural(summary.errors, 'error')}, ${plural(summary.warnings, 'warning')}\n`);
    }
    return summary.errors > 0 ? 1 : 0;
}

function plural(n: number, word: string): string {
    return `${n} ${word}${n === 1 ? '' : 's'}`;
}
