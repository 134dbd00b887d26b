/** Migrates models of SysML v1 by the command line, as a task in a terminal, and opens what was written. */
import * as vscode from 'vscode';
import type { ServerCommand } from './discovery.js';
import { FILTERS, migrationArguments, writtenDocument } from './migration-command.js';
import { taskOf } from './run-task.js';

/** Lets the user choose files, migrates them into their folder, and shows the first document. */
export async function migrateModel(program: ServerCommand, given?: vscode.Uri): Promise<void> {
    if (!vscode.workspace.isTrusted) {
        void vscode.window.showWarningMessage('Migrating a model needs a trusted workspace.');
        return;
    }
    const chosen =
        given === undefined ? await vscode.window.showOpenDialog({ canSelectMany: true, filters: FILTERS, openLabel: 'Migrate' }) : [given];
    const first = chosen?.at(0);
    if (chosen === undefined || first === undefined) {
        return;
    }
    const folder = vscode.Uri.joinPath(first, '..');
    const args = migrationArguments(
        chosen.map(({ fsPath }) => fsPath),
        folder.fsPath
    );
    const task = taskOf(program, args, 'Migrate SysML v1 Model', { migrate: first.fsPath }, vscode.workspace.getWorkspaceFolder(first));
    const execution = await vscode.tasks.executeTask(task);
    const ended = vscode.tasks.onDidEndTaskProcess(async event => {
        if (event.execution === execution) {
            ended.dispose();
            if (event.exitCode === 0) {
                await vscode.window.showTextDocument(first.with({ path: writtenDocument(first.path) }));
            }
        }
    });
}
