/** What the command lines of all commands share: options, help, spelling and how misuse is reported. Knows no command and no model. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { LibraryError } from '../language/library/loading.js';
import { ConfigurationError } from '../service/config/environment.js';
import { SourceError } from './sources.js';
// by its file: a command that evaluates nothing loads no evaluation
import { UnitError } from '../runtime/values/index.js';
import { messageOf } from '../language/failures.js';

/** What the argument for the model's files says, everywhere. */
export const PATHS = 'files (.sysml, .kerml), folders and archives (.kpar); - for standard input';

/** A command line with the options that every command on a model has. `exitStatus` ends its help. */
export function modelCommand(name: string, description: string, exitStatus: string): Command {
    return bareCommand(name, description, exitStatus)
        .option('--json', 'one JSON document on standard output')
        .option('--library <path>', 'folder or .kpar archive to use instead of the bundled standard library');
}

/** A command line without options; what it says of misuse is spelled like that of every other command. */
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
 * @throws CommanderError for misuse, and for help
 */
export function parseArguments(program: Command, args: readonly string[]): void {
    const end = args.indexOf('--');
    const isLong = (arg: string): boolean => /^-help$/.test(arg) || program.options.some(o => `-${arg.split('=')[0]}` === o.long);
    program.parse(
        args.map((arg, i) => ((end === -1 || i < end) && /^-[a-z]{2}/.test(arg) && isLong(arg) ? `-${arg}` : arg)),
        { from: 'user' }
    );
}

/** What hinders a command from beginning, other than its spelling. */
const REFUSALS = [SourceError, LibraryError, ConfigurationError, UnitError];

/**
 * Why a command could not begin, or undefined when that is for the caller to tell: an error of the program.
 * @returns the exit status, and the message unless it was written already
 */
export function refusalOf(error: unknown): { readonly status: number; readonly message?: string } | undefined {
    if (error instanceof CommanderError) {
        return { status: error.exitCode === 0 ? 0 : 2 };
    }
    return REFUSALS.some(type => error instanceof type) ? { status: 2, message: messageOf(error) } : undefined;
}

/** Runs a command and writes what refuses it: its status is then the answer. */
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

/** A whole number above 0, as an option states one. @throws InvalidArgumentError */
export function countOf(text: string): number {
    if (!/^[1-9]\d*$/.test(text)) {
        throw new InvalidArgumentError('It is no count.');
    }
    return Number(text);
}
