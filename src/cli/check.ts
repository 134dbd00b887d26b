/**
 * `sysml-workbench check PATH…`: reports the diagnostics of files and folders, read as one model, as text or JSON; with `--watch` again
 * whenever a file changes. Exit status: 0 without errors; 2 with errors, or if the command line or a file cannot be used (contract
 * edits-and-diagnostics 3.5).
 */
import { type Command, InvalidArgumentError } from 'commander';
import { loadLibrary } from '../language/library/loading.js';
import { LINTS, diagnosticsWith, unknownLints } from '../language/validation/lints.js';
import '../runtime/evaluation/index.js';
import { Workspace } from '../language/workspace/workspace.js';
import { modelCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { CODES, explanationOf } from '../session/questions/code-explanations.js';
import { foldedTexts } from './folded-findings.js';
import { causesText, findingsReport, summaryText, terminalOf } from './findings-report.js';
import { libraryOf } from './library.js';
import { readSources, type SourceFile, SourceError } from './sources.js';
import { watchPaths } from './watch.js';

interface CheckOptions {
    readonly json?: boolean;
    readonly strict?: boolean;
    readonly library?: string;
    readonly watch?: boolean;
    readonly disableLint?: readonly string[];
    readonly enableLint?: readonly string[];
    readonly explain?: string;
}

/** milliseconds after which a terminal shows progress */
const PATIENCE = 1000;
const DONE = 0;
const IMPOSSIBLE = 2;
/** Clears the terminal, so that it shows only the latest check. */
const CLEAR = '\x1b[2J\x1b[3J\x1b[H';
const WATCHING = 'Waiting for changes; Ctrl+C ends.\n';

const OPT_IN = Object.keys(LINTS)
    .filter(code => !LINTS[code])
    .join(', ');

/** Adds the codes of a comma-separated list. @throws InvalidArgumentError for an unknown lint */
function lintCodes(list: string, before: readonly string[] = []): readonly string[] {
    const codes = list.split(',').map(code => code.trim());
    const [unknown] = unknownLints(codes);
    if (unknown !== undefined) {
        throw new InvalidArgumentError(`no lint has the code '${unknown}'; the lints are ${Object.keys(LINTS).join(', ')}`);
    }
    return [...before, ...codes];
}

export async function check(args: readonly string[]): Promise<number> {
    const program = modelCommand(
        'check',
        'Reports the diagnostics of files and folders, read as one model.',
        '0 without errors, 2 with errors, or if an argument or a file cannot be used. Warnings do not change the status.'
    )
        .argument('[path...]', PATHS)
        .option('--strict', 'extension notation is an error')
        .option(
            '--explain <code>',
            'explains a code of findings, or a constraint of the standards by name, with models that violate and satisfy its rules'
        )
        .option('--watch', 'checks again whenever a file changes, until the command is interrupted')
        .option(
            '--disable-lint <codes>',
            'does not report the findings of these lints: codes, separated by commas; may be repeated',
            lintCodes
        )
        .option('--enable-lint <codes>', `reports lints that are off by default (${OPT_IN}), except those of --disable-lint`, lintCodes);
    return refusing(program, () => {
        parseArguments(program, args);
        const options = program.opts<CheckOptions>();
        if (options.explain !== undefined) {
            return explain(options.explain, program);
        }
        if (program.args.length === 0) {
            program.error("missing required argument 'path'");
        }
        return run(program.args, options);
    });
}

function run(paths: readonly string[], options: CheckOptions): Promise<number> {
    if (options.watch === true && paths.includes('-')) {
        throw new SourceError('--watch looks at files and folders, not at standard input');
    }
    const sources = readSources(paths);
    const library = libraryOf(paths, options.library);
    for (const message of [...library.warnings, ...library.problems]) {
        process.stderr.write(`sysml-workbench check: ${message}\n`);
    }
    const workspace = new Workspace({ library });
    const status = report(workspace, sources, options);
    return options.watch === true ? watching(paths, sources, workspace, options, status) : Promise.resolve(status);
}

/** Prints the explanation of a code. @returns the exit status */
function explain(code: string, program: Command): number {
    const { text, near } = explanationOf(code, new Workspace({ library: loadLibrary() }));
    if (text === undefined) {
        const advice = near === undefined ? `the codes are ${CODES.join(', ')}` : `did you mean '${near}'?`;
        program.error(`no finding has the code '${code}'; ${advice}`);
    }
    process.stdout.write(text);
    return DONE;
}

/** Checks again whenever a file has changed. @returns the status of the last check, at a signal to end */
function watching(
    paths: readonly string[],
    read: readonly SourceFile[],
    workspace: Workspace,
    options: CheckOptions,
    first: number
): Promise<number> {
    let sources = read;
    let status = first;
    const isShown = process.stdout.isTTY && options.json !== true;
    const wait = (): void => void process.stdout.write(isShown ? WATCHING : '');
    wait();
    return new Promise(resolve => {
        const stop = watchPaths(paths, () => {
            try {
                const now = readSources(paths);
                if (!isSame(now, sources)) {
                    sources = now;
                    process.stdout.write(process.stdout.isTTY ? CLEAR : '');
                    status = report(workspace, now, options);
                    wait();
                }
            } catch (e) {
                if (!(e instanceof SourceError)) {
                    throw e;
                }
                sources = [];
                status = IMPOSSIBLE;
                process.stderr.write(`sysml-workbench check: ${e.message}\n`);
            }
        });
        for (const signal of ['SIGINT', 'SIGTERM'] as const) {
            process.once(signal, () => {
                stop();
                resolve(status);
            });
        }
    });
}

function isSame(a: readonly SourceFile[], b: readonly SourceFile[]): boolean {
    return a.length === b.length && a.every(({ name, content }, i) => name === b[i].name && content === b[i].content);
}

/** Checks documents and prints their findings. @returns the exit status */
function report(workspace: Workspace, sources: readonly SourceFile[], options: CheckOptions): number {
    const started = performance.now();
    const progress = (text: string): void => {
        if (process.stderr.isTTY && performance.now() - started > PATIENCE) {
            process.stderr.write(`\r\x1b[K${text}`);
        }
    };
    const { model } = workspace.parse(sources, {
        strict: options.strict,
        progress: (done, all) => progress(`checking: ${done} of ${all} documents`)
    });
    const diagnostics = diagnosticsWith(model, {
        disabledLints: new Set(options.disableLint),
        enabledLints: new Set(options.enableLint)
    });
    progress('');
    const count = (severity: string): number => diagnostics.filter(d => d.severity === severity).length;
    const summary = { files: sources.length, errors: count('error'), warnings: count('warning') };
    if (options.json === true) {
        process.stdout.write(`${JSON.stringify({ ...summary, diagnostics }, undefined, 2)}\n`);
    } else {
        const texts = new Map(sources.map(s => [s.name, s.content]));
        const terminal = terminalOf(process.stdout, process.env);
        process.stdout.write(
            terminal === undefined ? foldedTexts(diagnostics, texts, false) : findingsReport(diagnostics, texts, terminal)
        );
        process.stdout.write(`${summaryText(summary, terminal)}\n${causesText(diagnostics)}`);
    }
    return summary.errors > 0 ? IMPOSSIBLE : DONE;
}
