/** What the extension puts into the editor, around whatever server there is. */
import * as vscode from 'vscode';
import { registerCommands } from './commands.js';
import { provideDebugging } from './debugging.js';
import type { ServerCommand } from './discovery.js';
import { provideExplorer } from './explorer.js';
import { provideLibrary } from './library.js';
import { Previews } from './preview/previews.js';
import type { Server } from './session.js';
import { provideTests } from './tests.js';

/** Settings that only a new server takes. */
const SERVER_SETTINGS = ['sysml.server'];

export function activateWith(context: vscode.ExtensionContext, server: Server, program: () => ServerCommand | undefined): void {
    const start = (): void => {
        server.restart().catch((error: Error) => vscode.window.showErrorMessage(`The language server does not start: ${error.message}`));
    };
    const previews = new Previews(server, context.extensionUri);
    context.subscriptions.push(
        server.channel,
        previews.register(),
        provideLibrary(server),
        provideTests(server),
        provideDebugging(server),
        provideExplorer(server),
        registerCommands({ server, previews, program }),
        vscode.workspace.onDidChangeConfiguration(change => SERVER_SETTINGS.some(s => change.affectsConfiguration(s)) && start()),
        vscode.workspace.onDidGrantWorkspaceTrust(start),
        new vscode.Disposable(() => void server.stop())
    );
    start();
}
