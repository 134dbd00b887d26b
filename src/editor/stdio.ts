/** The language server on standard input and output: the connection of an editor that starts it as a process. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node.js';
import type { Library } from '../language/library/library.js';
import { kernelInThreads } from '../views/drawing/kernel-threads.js';
import { diskFiles } from './disk.js';
import { EditorModels } from './models.js';
import { serve } from './server.js';

/** Serves one client until it ends the connection. */
export function startServer(library: Library, isStrict: boolean): void {
    const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
    const models = new EditorModels(library, [diskFiles]);
    models.settings = { ...models.settings, strictConformance: isStrict };
    serve(connection, models, kernelInThreads());
}
