/** The language server on standard input and output: the connection of an editor that starts it as a process. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node.js';
import type { Library } from '../language/library/library.js';
import { collectGarbage } from '../service/garbage.js';
import { kernelInThreads } from '../views/drawing/kernel-threads.js';
import { diskFiles } from './disk.js';
import { EditorModels } from './models.js';
import { serve } from './server.js';
import type { SolverSettings } from '../runtime/engines/index.js';
import { askSolverAt } from './solving.js';

export interface ServerOptions {
    /** extension notation is an error, until the client says otherwise */
    readonly isStrict: boolean;
    /** every snapshot is analysed again */
    readonly isUncached: boolean;
    readonly solver: SolverSettings;
}

/** Serves one client until it ends the connection. */
export function startServer(library: Library, { isStrict, isUncached, solver }: ServerOptions): void {
    const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
    const models = new EditorModels(library, [diskFiles], !isUncached);
    models.settings = { ...models.settings, strictConformance: isStrict };
    serve(connection, models, kernelInThreads(), askSolverAt(solver));
    collectAtRest();
}

/** Milliseconds without a word of the client after which the server rests. */
const REST = 3000;
/** Bytes that may lie about. */
const SPARE = 32 * 1024 * 1024;

/** Collects garbage while the client rests: what analyses and edits leave would be kept as long as nothing new is made. */
function collectAtRest(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let needed = 0;
    process.stdin.on('data', () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            if (process.memoryUsage().heapTotal > needed + SPARE) {
                collectGarbage();
                needed = process.memoryUsage().heapTotal;
            }
        }, REST);
        timer.unref();
    });
}
