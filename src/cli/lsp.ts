/** `sysml-workbench lsp --stdio`: the language server on standard input and output, until the client disconnects. */
import { loadLibrary } from '../language/library/loading.js';
import { startServer } from '../editor/stdio.js';
import { solverSettings } from './session-host.js';
import { modelCommand, parseArguments, refusing } from './command-line.js';

export function lspCommand(args: readonly string[]): Promise<number | undefined> {
    const program = modelCommand('lsp', 'Runs the language server for an editor.', '0 after shutdown, 1 when the client ends without it.')
        .option('--stdio', 'uses standard input and output; accepted for clients that pass it, and always true')
        .option('--clientProcessId <number>', 'process id of the client; the server ends when that process ends')
        .option('--strict', 'extension notation is an error')
        .option('--no-analysis-cache', 'analyses all documents again after every change');
    return refusing(program, () => {
        parseArguments(program, args);
        const { library: path, strict, analysisCache } = program.opts<{ library?: string; strict?: boolean; analysisCache: boolean }>();
        const library = loadLibrary(path === undefined ? {} : { path });
        startServer(library, { isStrict: strict ?? false, isUncached: !analysisCache, solver: solverSettings() });
        return undefined;
    });
}
