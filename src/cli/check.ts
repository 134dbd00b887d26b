/**
 * `sysml-workbench check PATH…`: the files and folders as one model, its diagnostics for people or as JSON.
 * Exit status: 0 without errors, 1 with errors, 2 when the command line or a file cannot be used.
 */
import { loadLibrary } from '../language/library/library.js';
import { Workspace } from '../language/workspace/workspace.js';
import { modelCommand, parseArguments, PATHS, refusalOf } from './command-line.js';
import { diagnosticText } from './display.js';
import { readSources } from './sources.js';

interface CheckOptions {
    readonly json?: boolean;
    readonly strict?: boolean;
    readonly library?: string;
}

/** Milliseconds after which a terminal is told what takes so long. */
const PATIENCE = 1000;

export function check(args: readonly string[]): Promise<number> {
    const program = modelCommand('check', 'Reports the diagnostics of files and folders, read as one model.', '0 without errors, 1 with errors, 2 when something cannot be used.')
        .argument('<path...>', PATHS)
        .option('--strict', 'extension notation is an error');
    try {
        parseArguments(program, args);
        return Promise.resolve(run(program.args, program.opts<CheckOptions>()));
    } catch (e) {
        const refusal = refusalOf(e);
        if (refusal === undefined) {
            throw e;
        }
        process.stderr.write(refusal.message === undefined ? '' : `${program.name()}: ${refusal.message}\n`);
        return Promise.resolve(refusal.status);
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
