/** The bundled library as documents that can be read: the server supplies their text. */
import * as vscode from 'vscode';
import type { Server } from './session.js';

export const LIBRARY_SCHEME = 'sysml-stdlib';

export function provideLibrary(server: Server): vscode.Disposable {
    const changed = new vscode.EventEmitter<vscode.Uri>();
    const provider: vscode.TextDocumentContentProvider = {
        onDidChange: changed.event,
        async provideTextDocumentContent(uri, token) {
            const { content } = await server.ask<{ content: string }>('sysml/stdlibContent', { uri: server.fromUri(uri) }, token);
            return content;
        }
    };
    // a server that starts again may bring another library
    const refresh = server.onReady(() =>
        vscode.workspace.textDocuments.filter(d => d.uri.scheme === LIBRARY_SCHEME).forEach(d => changed.fire(d.uri))
    );
    return vscode.Disposable.from(vscode.workspace.registerTextDocumentContentProvider(LIBRARY_SCHEME, provider), refresh, changed);
}
