/**
 * The language server in a web worker of a browser. The first message brings the bytes of the library's snapshot, `{ library }`; behind it
 * the protocol is spoken. Files are read by the client.
 */
import { BrowserMessageReader, BrowserMessageWriter, createConnection, ProposedFeatures } from 'vscode-languageserver/browser.js';
import { SnapshotLibrary } from '../../language/library/library.js';
import { Reader } from '../../language/library/reader.js';
import { EditorModels } from '../models.js';
import { serve } from '../server.js';

/** What is used of the scope of a worker; the types of browsers are not those of the rest. */
interface WorkerScope {
    onmessage: ((message: { readonly data: { readonly library: ArrayBuffer } }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { library } }): void => {
    // typed by the library of browsers, which is not here
    const port = scope as never;
    const connection = createConnection(ProposedFeatures.all, new BrowserMessageReader(port), new BrowserMessageWriter(port));
    serve(connection, new EditorModels(new SnapshotLibrary(new Reader(library, false)), []));
};
