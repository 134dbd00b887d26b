/** The language server in a web worker of a browser: once it is started the protocol is spoken. Files are read by the client. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection, ProposedFeatures } from 'vscode-languageserver/browser.js';
import { SnapshotLibrary } from '../../language/library/library.js';
import { Reader } from '../../language/library/reader.js';
import { PAGE_SOLVER } from '../../runtime/engines/browser/settings.js';
import { EditorModels } from '../models.js';
import { serve } from '../server.js';
import { askSolverAt } from '../solving.js';

/** What the client gives to the worker first. */
export interface WorkerStart {
    /** bytes of the library's snapshot */
    readonly library: ArrayBuffer;
    /** the client has a solver, and shares memory with this worker (`SolverMessage`) */
    readonly hasSolver?: boolean;
}

/** Serves the client of this worker, from now on. */
export function serveInWorker({ library, hasSolver = false }: WorkerStart): void {
    // typed by the library of browsers, which is not here
    const port = globalThis as never;
    const connection = createConnection(ProposedFeatures.all, new BrowserMessageReader(port), new BrowserMessageWriter(port));
    const models = new EditorModels(new SnapshotLibrary(new Reader(library, false)), []);
    serve(connection, models, undefined, hasSolver ? askSolverAt(PAGE_SOLVER) : undefined);
}
