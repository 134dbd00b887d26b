/** Migrates models of SysML v1 by the command line, as a task in a terminal, and opens what was written. */
import * as vscode from 'vscode';
import type { ServerCommand } from './discovery.js';
import { taskOf } from './run-task.js';

/** What the tools of v1 write. */
const FILTERS = { 'Models of SysML v1': ['xmi', 'xml', 'uml', 'mdzip', 'mdxml', 'zip'], 'All files': ['*'] };

/** The arguments for files of one folder: a document a file beside them, and a page that says what became of each element. */
export function migrationArguments(files: readonly string[], folder: string): string[] {
    return ['migrate', ...files, '--output', folder, '--report', `${folder}/migration-report.html`];
}

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
                const written = first.path.replace(/\.[^./]*$/, '.sysml');
                await vscode.window.showTextDocument(first.with({ path: written }));
            }
        }
    });
}
