/** The language server on standard input and output, for an editor that starts it as a process. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node.js';
import type { Library } from '../language/library/library.js';
import { CollectionAtRest } from '../service/garbage.js';
import { kernelInThreads } from '../views/drawing/kernel-threads.js';
import { diskFiles } from './disk.js';
import { EditorModels } from './models.js';
import { serve } from './server.js';
import type { SolverSettings } from '../runtime/engines/index.js';
import { askSolverAt } from './solving.js';

export interface ServerOptions {
    /** extension notation is an error until the client changes this */
    readonly isStrict: boolean;
    /** each snapshot is analysed completely */
    readonly isUncached: boolean;
    readonly solver: SolverSettings;
}

/** Serves one client until it ends the connection. */
export function startServer(library: Library, { isStrict, isUncached, solver }: ServerOptions): void {
    const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
    const models = new EditorModels(library, [diskFiles], !isUncached);
    models.settings = { ...models.settings, strictConformance: isStrict };
    serve(connection, models, kernelInThreads(), askSolverAt(solver));
    const collection = new CollectionAtRest();
    process.stdin.on('data', () => collection.work());
}
