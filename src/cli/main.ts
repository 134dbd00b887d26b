/** The command `sysml-workbench`: finds the subcommand and hands it the rest of the line. Each subcommand is a file beside this one, loaded when it is asked for. */
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';

/** A subcommand gets its arguments and answers the exit status, or undefined when it goes on running. */
export type Command = (args: readonly string[]) => Promise<number | undefined>;

interface Entry {
    readonly summary: string;
    /** whether the models' calculations run in it, which may recurse deeply */
    readonly isDeep?: boolean;
    readonly load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
    check: { summary: 'report the diagnostics of models', load: async () => (await import('./check.js')).check },
    eval: { summary: 'evaluate an expression over a model', isDeep: true, load: async () => (await import('./eval.js')).evalCommand },
    instantiate: { summary: 'make an object and print what it holds', isDeep: true, load: async () => (await import('./instantiate.js')).instantiateCommand },
    verify: { summary: 'judge constraints, requirements, assertions and objects', isDeep: true, load: async () => (await import('./verify.js')).verifyCommand },
    run: { summary: 'run an action or a state machine', isDeep: true, load: async () => (await import('./run.js')).runCommand },
    serve: { summary: 'run the service', load: async () => (await import('./serve.js')).serve }
};

function usage(): string {
    const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`);
    return ['usage: sysml-workbench COMMAND [ARGUMENTS]', '', ...rows, '', 'sysml-workbench COMMAND --help tells the arguments of a command.', ''].join('\n');
}

/** Stack of the thread that computes, as the service's workers have it: address space that is used only when a model recurses. */
const STACK_MEGABYTES = 256;

/** Runs this same command line in a thread with a deep stack; from sources, which only the main thread can load, right here. */
async function runDeep({ load }: Entry): Promise<number | undefined> {
    const file = fileURLToPath(import.meta.url);
    if (!isMainThread || file.endsWith('.ts')) {
        return (await load())(args);
    }
    return new Promise((resolve, reject) => {
        new Worker(file, { argv: [name, ...args], resourceLimits: { stackSizeMb: STACK_MEGABYTES } }).once('error', reject).once('exit', resolve);
    });
}

const [name, ...args] = process.argv.slice(2);
const entry = name === undefined ? undefined : COMMANDS[name];
if (entry !== undefined) {
    const status = await (entry.isDeep === true ? runDeep(entry) : (await entry.load())(args));
    if (status !== undefined) {
        process.exitCode = status;
    }
} else if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(usage());
} else {
    process.stderr.write(name === undefined ? usage() : `sysml-workbench: unknown command '${name}'\n\n${usage()}`);
    process.exitCode = 2;
}
