/** `sysml-workbench repl [PATH…]`: a prompt for cells of notation, expressions and commands. */
import { isatty } from 'node:tty';
import { historyFile } from '../hosts/prompt/history.js';
import { runPiped } from '../hosts/prompt/piped.js';
import { colours, failureText, plain, shownText } from '../hosts/prompt/report.js';
import { runTerminal } from '../hosts/prompt/terminal.js';
import { modelCommand, parseArguments, PATHS, refusing } from './command-line.js';
import { startSession } from './session-worker.js';

interface ReplOptions {
    readonly json?: boolean;
    readonly library?: string;
    readonly history: boolean;
    readonly color: boolean;
}

const EXAMPLES = `
Examples:
  sysml-workbench repl                                  a prompt; %help lists the commands, Tab completes
  sysml-workbench repl model/                           over the model in a folder
  echo 'P::car.mass * 2' | sysml-workbench repl m.sysml cells from a pipe
  sysml-workbench repl --json < cells.txt               a line of JSON for each cell
A cell of a program may be a line {"cell": "…", "id": "…"}: with the id of an earlier cell it takes the place of that one.`;

export function replCommand(args: readonly string[]): Promise<number> {
    const program = modelCommand(
        'repl',
        'Reads cells of notation, expressions and % commands, and answers them.',
        '0 all cells were evaluated, 1 a cell failed, 2 impossible: misuse, files that cannot be loaded.'
    )
        .argument('[path...]', `${PATHS}, notebooks (.ipynb)`)
        .option('--no-history', 'does not save a history of lines')
        .option('--no-color', 'writes no colours')
        .addHelpText('after', EXAMPLES);
    return refusing(program, async () => {
        parseArguments(program, args);
        const { json = false, library, history, color } = program.opts<ReplOptions>();
        const hasColours = color && isatty(1) && !process.env.NO_COLOR;
        const paint = hasColours ? colours : plain;
        const client = startSession({ library: library ?? process.env.SERVICE_LIBRARY_PATH });
        try {
            if (program.args.length > 0) {
                const loaded = await client.request('load', { paths: program.args });
                if (loaded.failure !== undefined) {
                    process.stderr.write(failureText(loaded.failure, paint));
                    return 2;
                }
                process.stdout.write(json ? '' : shownText(loaded, paint));
            }
            if (isatty(0) && !json) {
                await runTerminal(client, { history: history ? historyFile(process.env) : undefined, hasColours });
                return 0;
            }
            return (await runPiped(client, process.stdin, { isJson: json, paint })) ? 0 : 1;
        } finally {
            await client.end();
        }
    });
}
