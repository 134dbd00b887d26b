/**
 * What the commands that ask a model share: reading the model, options, and the service's own operations for `--json` (the document is the
 * response message of the contract). Knows no question.
 */
import { toJson, type DescMessage, type Message } from '@bufbuild/protobuf';
import { Command, CommanderError } from 'commander';
import { LibraryError, loadLibrary } from '../language/library/library.js';
import { Workspace, type Model } from '../language/workspace/workspace.js';
import { DEFAULT_LIMITS, type RunOptions } from '../runtime/index.js';
import { ConfigurationError, readEnvironment } from '../service/config/environment.js';
import type { CallContext, Services } from '../service/operations/operation.js';
import { readSources, SourceError } from './sources.js';

export interface QuestionOptions {
    readonly json?: boolean;
    readonly library?: string;
}

/** A command line with the options that every question has. */
export function questionCommand(name: string, description: string): Command {
    return new Command(`sysml-workbench ${name}`).description(description)
        .option('--json', 'one JSON document on standard output: the response message of the service')
        .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library')
        .exitOverride();
}

/** Parses a command line and runs it; command lines and files that cannot be used end with status 2. */
export function runQuestion<O extends QuestionOptions>(program: Command, args: readonly string[], run: (positional: readonly string[], options: O) => number): number {
    try {
        program.parse(args, { from: 'user' });
        return run(program.args, program.opts<O>());
    } catch (e) {
        if (e instanceof CommanderError) {
            return e.exitCode === 0 ? 0 : 2;
        }
        if (e instanceof SourceError || e instanceof LibraryError || e instanceof ConfigurationError) {
            process.stderr.write(`${program.name()}: ${e.message}\n`);
            return 2;
        }
        throw e;
    }
}

/** The files and folders as one model. Errors of the text are told on standard error; the model is asked all the same. */
export function readModel(paths: readonly string[], { library: path }: QuestionOptions): Model {
    const library = loadLibrary({ path: path ?? process.env.SERVICE_LIBRARY_PATH });
    const { model } = new Workspace({ library }).parse(readSources(paths));
    for (const { severity, message, span } of model.diagnostics) {
        if (severity === 'error') {
            process.stderr.write(`${span === undefined ? '' : `${span.file}:${span.startLine}:${span.startCol} `}error ${message}\n`);
        }
    }
    return model;
}

/** Budgets from the environment, as the service has them. */
export function limitsFromEnvironment(): RunOptions {
    const { counts } = readEnvironment(process.env);
    return {
        limits: { ...DEFAULT_LIMITS, steps: counts.SERVICE_MAX_STEPS, elements: counts.SERVICE_MAX_ELEMENTS, calcDepth: counts.SERVICE_MAX_CALC_DEPTH }
    };
}

/** What an operation of the service may use when it is called from a command. */
export function localCall(model: Model): { services: Services; context: CallContext } {
    const services = { environment: readEnvironment(process.env), held: { of: (_model: Model, make: () => unknown) => make(), drop: () => undefined } } as unknown as Services;
    const context: CallContext = {
        model, isCancelled: () => false, checkCancelled: () => undefined, parsed: () => undefined, populationChanged: () => undefined
    };
    return { services, context };
}

/** Prints a response message as the service would answer it. */
export function printJson<D extends DescMessage>(schema: D, message: Message): void {
    process.stdout.write(`${JSON.stringify(toJson(schema, message as never), undefined, 2)}\n`);
}
