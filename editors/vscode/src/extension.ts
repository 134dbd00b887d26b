/** The extension on the desktop: the server is a process. */
import type * as vscode from 'vscode';
import { activateWith } from './activation.js';
import { commandLine, desktopServer } from './server.js';

export function activate(context: vscode.ExtensionContext): void {
    activateWith(context, desktopServer(context), () => commandLine(context));
}
