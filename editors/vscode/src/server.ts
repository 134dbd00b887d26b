/**
 * The language server of this window: finds, starts and restarts it, and sends it requests. Knows the protocol; the files beside it know
 * the requests.
 */
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions, TransportKind } from 'vscode-languageclient/node.js';
import { discoverServer, type ServerCommand } from './discovery.js';
import type { Server } from './session.js';
import { clientOptions, ServerSession } from './session.js';

/** The server of the desktop: a process of its own. */
export function desktopServer(context: vscode.ExtensionContext): Server {
    return new ServerSession(async channel => {
        const found = discoverServer(surroundings(context));
        if ('advice' in found) {
            void vscode.window.showWarningMessage(found.advice, 'Open Settings').then(choice => {
                if (choice !== undefined) {
                    void vscode.commands.executeCommand('workbench.action.openSettings', 'sysml.server');
                }
            });
            return undefined;
        }
        channel.appendLine(`Server: ${found.path} (from ${found.origin})`);
        const options: LanguageClientOptions = clientOptions(channel);
        return new LanguageClient('sysml', 'SysML', serverOptions(found), options);
    });
}

function surroundings(context: vscode.ExtensionContext): Parameters<typeof discoverServer>[0] {
    return {
        setting: vscode.workspace.getConfiguration('sysml').get('server.path', ''),
        folders: (vscode.workspace.workspaceFolders ?? []).filter(f => f.uri.scheme === 'file').map(f => f.uri.fsPath),
        isTrusted: vscode.workspace.isTrusted,
        extension: context.extensionPath,
        searchPath: (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== ''),
        isWindows: process.platform === 'win32',
        exists: existsSync
    };
}

function serverOptions({ kind, path }: ServerCommand): ServerOptions {
    const args = ['lsp', ...vscode.workspace.getConfiguration('sysml').get<string[]>('server.arguments', [])];
    return kind === 'script'
        ? { module: path, transport: TransportKind.stdio, args }
        : { command: path, transport: TransportKind.stdio, args, options: { shell: process.platform === 'win32' } };
}

/** How the command line is run in a terminal: the same program as the server. */
export function commandLine(context: vscode.ExtensionContext): ServerCommand | undefined {
    const found = discoverServer(surroundings(context));
    return 'advice' in found ? undefined : found;
}
