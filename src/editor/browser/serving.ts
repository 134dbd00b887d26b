/** The language server in a web worker of a browser. After the start message both sides use the protocol. The client reads the files. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection, ProposedFeatures } from 'vscode-languageserver/browser.js';
import { SnapshotLibrary } from '../../language/library/library.js';
import { Reader } from '../../language/library/reader.js';
import { PAGE_SOLVER } from '../../runtime/engines/browser/settings.js';
import { EditorModels } from '../models.js';
import { serve } from '../server.js';
import { askSolverAt } from '../solving.js';

/** The first message from the client to the worker. */
export interface WorkerStart {
    /** bytes of the library's snapshot */
    readonly library: ArrayBuffer;
    /** the client has a solver, and shares memory with this worker (`SolverMessage`) */
    readonly hasSolver?: boolean;
}

/** Starts to serve the client of this worker. */
export function serveInWorker({ library, hasSolver = false }: WorkerStart): void {
    // the browser's type library, which declares it, is not included here
    const port = globalThis as never;
    const connection = createConnection(ProposedFeatures.all, new BrowserMessageReader(port), new BrowserMessageWriter(port));
    const models = new EditorModels(new SnapshotLibrary(new Reader(library, false)), []);
    serve(connection, models, undefined, hasSolver ? askSolverAt(PAGE_SOLVER) : undefined);
}
