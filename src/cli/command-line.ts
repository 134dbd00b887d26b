/** Options, help, spelling and the report of misuse that all commands share. Does not depend on commands or models. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { LibraryError } from '../language/library/loading.js';
import { ConfigurationError } from '../service/config/environment.js';
import { SourceError } from './sources.js';
// imported by file, so that commands without evaluation do not load the evaluator
import { UnitError } from '../runtime/values/index.js';
import { messageOf } from '../language/failures.js';

/** The description of the argument for the model's files. */
export const PATHS = 'files (.sysml, .kerml), folders and archives (.kpar); - for standard input';

/** A command line with the options of every command on a model. @param exitStatus last line of its help */
export function modelCommand(name: string, description: string, exitStatus: string): Command {
    return bareCommand(name, description, exitStatus)
        .option('--json', 'write one JSON document to standard output')
        .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library');
}

/** A command line without options; it reports misuse like every other command. */
export function bareCommand(name: string, description: string, exitStatus: string): Command {
    const program = new Command(`sysml-workbench ${name}`);
    return program
        .description(description)
        .addHelpText('after', `\nExit status: ${exitStatus}`)
        .configureOutput({ outputError: (text, write) => write(`${program.name()}: ${text.replace(/^error: /, '')}`) })
        .showHelpAfterError(`${program.name()} --help lists the arguments.`)
        .exitOverride();
}

/**
 * Parses the arguments. A long option may also have one dash (contract edits-and-diagnostics 3.5).
 * @throws CommanderError for misuse and for help
 */
export function parseArguments(program: Command, args: readonly string[]): void {
    const end = args.indexOf('--');
    const isLong = (arg: string): boolean => /^-help$/.test(arg) || program.options.some(o => `-${arg.split('=')[0]}` === o.long);
    program.parse(
        args.map((arg, i) => ((end === -1 || i < end) && /^-[a-z]{2}/.test(arg) && isLong(arg) ? `-${arg}` : arg)),
        { from: 'user' }
    );
}

/** Errors, other than misuse, for which a command cannot begin. */
const REFUSALS = [SourceError, LibraryError, ConfigurationError, UnitError];

/**
 * The reason why a command could not begin; undefined for other errors, which are faults of the program.
 * @returns the exit status, and the message unless it was already written
 */
export function refusalOf(error: unknown): { readonly status: number; readonly message?: string } | undefined {
    if (error instanceof CommanderError) {
        return { status: error.exitCode === 0 ? 0 : 2 };
    }
    return REFUSALS.some(type => error instanceof type) ? { status: 2, message: messageOf(error) } : undefined;
}

/** Runs a command. If it is refused, writes the reason and returns its status. */
export async function refusing<S extends number | undefined>(program: Command, run: () => S | Promise<S>): Promise<S | number> {
    try {
        return await run();
    } catch (e) {
        const refusal = refusalOf(e);
        if (refusal === undefined) {
            throw e;
        }
        process.stderr.write(refusal.message === undefined ? '' : `${program.name()}: ${refusal.message}\n`);
        return refusal.status;
    }
}

/** Parses a positive integer. @throws InvalidArgumentError */
export function countOf(text: string): number {
    if (!/^[1-9]\d*$/.test(text)) {
        throw new InvalidArgumentError('It is no count.');
    }
    return Number(text);
}
