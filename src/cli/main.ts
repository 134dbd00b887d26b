/** The command `sysml-workbench`: finds the subcommand and hands it the rest of the line. Each subcommand is a file beside this one, loaded when it is asked for. */
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { build } from '../service/version.js';

const PROGRAM = 'sysml-workbench';

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
    instantiate: {
        summary: 'make an object and print what it holds',
        isDeep: true,
        load: async () => (await import('./instantiate.js')).instantiateCommand
    },
    verify: {
        summary: 'judge constraints, requirements, assertions and objects',
        isDeep: true,
        load: async () => (await import('./verify.js')).verifyCommand
    },
    run: { summary: 'run an action or a state machine', isDeep: true, load: async () => (await import('./run.js')).runCommand },
    view: { summary: 'render a view or an element', isDeep: true, load: async () => (await import('./view.js')).viewCommand },
    views: { summary: 'list the views of a model', isDeep: true, load: async () => (await import('./views.js')).viewsCommand },
    document: {
        summary: 'write a document of a model',
        isDeep: true,
        load: async () => (await import('./document.js')).documentCommand
    },
    documents: {
        summary: 'list the documents of a model, or write them all',
        isDeep: true,
        load: async () => (await import('./documents.js')).documentsCommand
    },
    query: { summary: 'run a document query', isDeep: true, load: async () => (await import('./query.js')).queryCommand },
    'render-all': {
        summary: 'render every view into a folder',
        isDeep: true,
        load: async () => (await import('./render-all.js')).renderAllCommand
    },
    analyze: {
        summary: 'run an analysis, a trade study or a verification case',
        isDeep: true,
        load: async () => (await import('./analyze.js')).analyzeCommand
    },
    sweep: {
        summary: 'run an analysis or a calculation over ranges of its parameters',
        isDeep: true,
        load: async () => (await import('./sweep.js')).sweepCommand
    },
    find: { summary: 'list the elements that a query finds', load: async () => (await import('./find.js')).findCommand },
    format: { summary: 'lay out files', load: async () => (await import('./format.js')).formatCommand },
    convert: {
        summary: 'convert models to Turtle, JSON, notation or an archive',
        isDeep: true,
        load: async () => (await import('./convert.js')).convertCommand
    },
    edit: { summary: 'edit the text of models', load: async () => (await import('./edit.js')).editCommand },
    lsp: { summary: 'run the language server for editors', isDeep: false, load: async () => (await import('./lsp.js')).lspCommand },
    serve: { summary: 'run the service', load: async () => (await import('./serve.js')).serve }
};

function usage(): string {
    const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`);
    return [
        `usage: ${PROGRAM} COMMAND [ARGUMENTS]`,
        '',
        ...rows,
        '',
        `${PROGRAM} COMMAND --help tells the arguments of a command, ${PROGRAM} --version which build this is.`,
        ''
    ].join('\n');
}

/** Stack of the thread that computes, as the service's workers have it: address space that is used only when a model recurses. */
const STACK_MEGABYTES = 256;

/** Runs this same command line in a thread with a deep stack; from sources, which only the main thread can load, right here. */
async function runDeep(name: string, { load }: Entry, args: readonly string[]): Promise<number | undefined> {
    const file = fileURLToPath(import.meta.url);
    if (!isMainThread || file.endsWith('.ts')) {
        return (await load())(args);
    }
    return new Promise((resolve, reject) => {
        new Worker(file, { argv: [name, ...args], resourceLimits: { stackSizeMb: STACK_MEGABYTES } })
            .once('error', reject)
            .once('exit', resolve);
    });
}

/**
 * A reader that goes away (`| head`) wants no more: what it has is right, and the exit status stays. Any other failure to write is one: status 2.
 * The streams of a thread end in these two.
 */
function watchOutput(): void {
    for (const [stream, called] of [
        [process.stdout, 'standard output'],
        [process.stderr, 'standard error']
    ] as const) {
        stream.on('error', (error: NodeJS.ErrnoException) => {
            if (error.code !== 'EPIPE') {
                process.exitCode = IMPOSSIBLE;
                if (stream === process.stdout) {
                    process.stderr.write(`${PROGRAM}: ${called} cannot be written: ${error.message}\n`);
                }
            }
        });
    }
}

const IMPOSSIBLE = 2;

async function main(name: string | undefined, args: readonly string[]): Promise<number | undefined> {
    const [word, rest] = name === 'help' && args.length > 0 ? [args[0], ['--help']] : [name, args];
    const entry = word === undefined || !Object.hasOwn(COMMANDS, word) ? undefined : COMMANDS[word];
    if (entry !== undefined) {
        return entry.isDeep === true ? runDeep(word!, entry, rest) : (await entry.load())(rest);
    }
    if (/^(?:help|-h|--?help)$/.test(word ?? '')) {
        process.stdout.write(usage());
        return 0;
    }
    if (/^(?:-V|--?version)$/.test(word ?? '')) {
        process.stdout.write(`${PROGRAM} ${build.version}\ncommit: ${build.commit}\nbuilt: ${build.buildTime}\n`);
        return 0;
    }
    process.stderr.write(word === undefined ? usage() : `${PROGRAM}: unknown command '${word}'\n\n${usage()}`);
    return IMPOSSIBLE;
}

if (isMainThread) {
    watchOutput();
}
const [first, ...others] = process.argv.slice(2);
const status = await main(first, others);
if (status !== undefined) {
    process.exitCode ??= status;
}
