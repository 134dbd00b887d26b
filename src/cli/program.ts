/**
 * The command `sysml-workbench`: finds the subcommand and passes the remaining arguments to it. Each subcommand is a file in this folder
 * that is loaded on demand.
 */
import { build } from '../service/version.js';
import { optimizeLate } from './late-optimization.js';

export const PROGRAM = 'sysml-workbench';

/** exit status of a command that could not begin */
export const IMPOSSIBLE = 2;

/** Runs a subcommand. @returns the exit status, or undefined if it keeps running */
export type Command = (args: readonly string[]) => Promise<number | undefined>;

interface Entry {
    readonly summary: string;
    /** whether it evaluates calculations of models, which may recurse deeply */
    readonly isDeep?: boolean;
    /** whether it serves requests until it is ended */
    readonly isLasting?: boolean;
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
    solve: {
        summary: 'ask a solver whether conditions can hold, or always do',
        isDeep: true,
        load: async () => (await import('./solve.js')).solveCommand
    },
    run: { summary: 'run an action or a state machine', isDeep: true, load: async () => (await import('./run.js')).runCommand },
    runs: {
        summary: 'run an action many times, drawing its random values again each time',
        isDeep: true,
        load: async () => (await import('./runs.js')).runsCommand
    },
    'check-behavior': {
        summary: 'search every schedule of an action or a state machine',
        isDeep: true,
        load: async () => (await import('./check-behavior.js')).checkBehaviorCommand
    },
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
    record: {
        summary: 'run an analysis and write the runs into the model',
        isDeep: true,
        load: async () => (await import('./record.js')).recordCommand
    },
    import: {
        summary: 'set features of a model to the values of data files',
        load: async () => (await import('./import.js')).importCommand
    },
    'compare-results': {
        summary: 'set results that a SysML v1 tool stored beside runs',
        isDeep: true,
        load: async () => (await import('./compare-results.js')).compareResultsCommand
    },
    'self-check': {
        summary: 'apply rules about model elements to every element',
        isDeep: true,
        load: async () => (await import('./self-check.js')).selfCheckCommand
    },
    find: { summary: 'list the elements that a query finds', load: async () => (await import('./find.js')).findCommand },
    format: { summary: 'lay out files', load: async () => (await import('./format.js')).formatCommand },
    convert: {
        summary: 'convert models to Turtle, JSON, notation or an archive',
        isDeep: true,
        load: async () => (await import('./convert.js')).convertCommand
    },
    migrate: {
        summary: 'migrate models of SysML v1 to SysML v2',
        isDeep: true,
        load: async () => (await import('./migrate.js')).migrateCommand
    },
    edit: { summary: 'edit the text of models', load: async () => (await import('./edit.js')).editCommand },
    repl: {
        summary: 'a prompt for notation, expressions and commands',
        isLasting: true,
        load: async () => (await import('./repl.js')).replCommand
    },
    jupyter: {
        summary: 'the kernel of Jupyter notebooks',
        isLasting: true,
        load: async () => (await import('./jupyter.js')).jupyterCommand
    },
    mcp: { summary: 'serve models to an assistant (MCP)', isLasting: true, load: async () => (await import('./mcp.js')).mcpCommand },
    dap: { summary: 'debug behaviour from an editor (DAP)', isLasting: true, load: async () => (await import('./dap.js')).dapCommand },
    lsp: { summary: 'run the language server for editors', isLasting: true, load: async () => (await import('./lsp.js')).lspCommand },
    serve: { summary: 'run the service', isLasting: true, load: async () => (await import('./serve.js')).serve }
};

/** columns of the longest command name */
const NAME_WIDTH = Math.max(...Object.keys(COMMANDS).map(name => name.length));

function usage(): string {
    const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(NAME_WIDTH)} ${summary}`);
    return [
        `usage: ${PROGRAM} COMMAND [ARGUMENTS]`,
        '',
        ...rows,
        '',
        `${PROGRAM} COMMAND --help lists the arguments of a command, ${PROGRAM} --version shows the build.`,
        ''
    ].join('\n');
}

/** Runs a subcommand in a thread with more stack. */
export type Elsewhere = (name: string, args: readonly string[]) => Promise<number | undefined>;

/**
 * Runs a command line.
 * @param deep runs the commands that may recurse deeply; without it they run in this thread, which such a run has started
 * @returns the exit status, or undefined if the command keeps running
 */
export async function program([name, ...args]: readonly string[], deep?: Elsewhere): Promise<number | undefined> {
    const [word, rest] = name === 'help' && args.length > 0 ? [args[0], ['--help']] : [name, args];
    const entry = word === undefined || !Object.hasOwn(COMMANDS, word) ? undefined : COMMANDS[word];
    if (entry !== undefined) {
        if (deep !== undefined && entry.isLasting !== true) {
            optimizeLate();
        }
        return entry.isDeep === true && deep !== undefined ? deep(word, rest) : (await entry.load())(rest);
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
