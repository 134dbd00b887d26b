/**
 * Runs an element on the command line, as a task in a terminal: what the previews show step by step, all at
 * once and with every option at hand.
 */
import * as vscode from 'vscode';
import type { ServerCommand } from './discovery.js';
import type { Element } from './protocol.js';

/** The subcommand of the command line for what can be done with an element. */
const SUBCOMMANDS: Readonly<Record<NonNullable<Element['role']>, readonly string[]>> = {
    run: ['run', '--trace'],
    evaluate: ['verify'],
    verify: ['verify'],
    analyze: ['analyze'],
    instantiate: ['instantiate']
};

/** The arguments for an element; undefined when there is nothing to run. */
export function argumentsFor({ id, role, kind }: Pick<Element, 'id' | 'role' | 'kind'>, models: string): string[] | undefined {
    if (role === null) {
        return undefined;
    }
    const [command, ...options] = role === 'evaluate' && kind.startsWith('calc') ? ['eval'] : SUBCOMMANDS[role];
    return [command, command === 'eval' ? `${id}()` : id, ...options, models];
}

/** Saves the models and runs the element on all of its folder. */
export async function runElement(program: ServerCommand, element: Element, uri: vscode.Uri): Promise<void> {
    if (!vscode.workspace.isTrusted) {
        void vscode.window.showWarningMessage('Running on the command line needs a trusted workspace. The diagram can run without.');
        return;
    }
    await vscode.workspace.saveAll(false);
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const args = argumentsFor(element, (folder?.uri ?? vscode.Uri.joinPath(uri, '..')).fsPath);
    if (args === undefined) {
        void vscode.window.showInformationMessage(`${element.id || 'This'} is nothing that can be run.`);
        return;
    }
    await vscode.tasks.executeTask(taskOf(program, args, element.name, { element: element.id }, folder));
}

/** A task in the terminal that runs the command line. */
export function taskOf(
    program: ServerCommand,
    args: readonly string[],
    name: string,
    facts: Readonly<Record<string, string>>,
    folder: vscode.WorkspaceFolder | undefined
): vscode.Task {
    const execution =
        program.kind === 'script'
            ? new vscode.ProcessExecution(process.execPath, [program.path, ...args], { env: { ELECTRON_RUN_AS_NODE: '1' } })
            : new vscode.ProcessExecution(program.path, [...args]);
    const task = new vscode.Task({ type: 'sysml', ...facts }, folder ?? vscode.TaskScope.Workspace, name, 'SysML', execution, []);
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Shared, clear: true };
    return task;
}
