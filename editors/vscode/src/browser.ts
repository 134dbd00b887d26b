/**
 * The extension in a browser: the server is a web worker, which reads nothing itself. The library comes with the extension,
 * the models from the workspace.
 */
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser.js';
import { activateWith } from './activation.js';
import { clientOptions, ServerSession } from './session.js';

/** A worker, as far as it is used here: the types of browsers are not those of the rest. */
interface ServerWorker {
    postMessage(message: unknown, transferred: readonly ArrayBufferLike[]): void;
    terminate(): void;
}
declare const Worker: new (url: string) => ServerWorker;

class WorkerClient extends LanguageClient {
    constructor(
        private readonly server: ServerWorker,
        channel: vscode.OutputChannel
    ) {
        super('sysml', 'SysML', clientOptions(channel), server);
    }

    override async stop(timeout?: number): Promise<void> {
        try {
            await super.stop(timeout);
        } finally {
            this.server.terminate();
        }
    }
}

export function activate(context: vscode.ExtensionContext): void {
    const read = (name: string): Thenable<Uint8Array<ArrayBuffer>> =>
        vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'server', name)).then(bytes => bytes.slice());
    const session = new ServerSession(async channel => {
        const [script, { buffer: library }] = await Promise.all([read('browser.js'), read('library.snapshot')]);
        // by its text, not by its place: that of an extension on a remote machine means nothing to a browser
        const worker = new Worker(URL.createObjectURL(new Blob([script])));
        worker.postMessage({ library }, [library]);
        channel.appendLine('Server: a web worker (from the extension)');
        return new WorkerClient(worker, channel);
    });
    activateWith(context, session, () => undefined);
}
