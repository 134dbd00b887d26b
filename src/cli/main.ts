/** The command `sysml-workbench`: finds the subcommand and hands it the rest of the line. Each subcommand is a file beside this one, loaded when it is asked for. */

/** A subcommand gets its arguments and answers the exit status, or undefined when it goes on running. */
export type Command = (args: readonly string[]) => Promise<number | undefined>;

const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
    check: { summary: 'report the diagnostics of models', load: async () => (await import('./check.js')).check },
    eval: { summary: 'evaluate an expression over a model', load: async () => (await import('./eval.js')).evalCommand },
    instantiate: { summary: 'make an object and print what it holds', load: async () => (await import('./instantiate.js')).instantiateCommand },
    verify: { summary: 'judge constraints, requirements, assertions and objects', load: async () => (await import('./verify.js')).verifyCommand },
    serve: { summary: 'run the service', load: async () => (await import('./serve.js')).serve }
};

function usage(): string {
    const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`);
    return ['usage: sysml-workbench COMMAND [ARGUMENTS]', '', ...rows, '', 'sysml-workbench COMMAND --help tells the arguments of a command.', ''].join('\n');
}

const [name, ...args] = process.argv.slice(2);
const command = name === undefined ? undefined : COMMANDS[name];
if (command !== undefined) {
    const status = await (await command.load())(args);
    if (status !== undefined) {
        process.exitCode = status;
    }
} else if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(usage());
} else {
    process.stderr.write(name === undefined ? usage() : `sysml-workbench: unknown command '${name}'\n\n${usage()}`);
    process.exitCode = 2;
}
