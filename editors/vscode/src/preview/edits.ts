/**
 * Edits from the diagram: asks what has to be asked, has the server make text edits of it, and applies them as one step that can be undone.
 */
import * as vscode from 'vscode';
import { lastOf } from '../../preview/names.js';
import type { Edit } from '../../preview/messages.js';
import type { ModelEditAnswer, Rendering } from '../protocol.js';
import type { Server } from '../session.js';
import {
    addOperation,
    connectOperation,
    deleteOperation,
    moveOperation,
    type Operation,
    placedIn,
    placeOperations,
    renameOperation,
    routeOperations,
    written
} from './operations.js';

/** Makes an edit of the drawn model. @param uri the document whose declarations are meant */
export async function editModel(server: Server, uri: vscode.Uri, edit: Edit, rendering: Rendering): Promise<void> {
    if (edit.kind === 'place' || edit.kind === 'route') {
        const [id, operations] =
            edit.kind === 'place'
                ? [edit.node, placeOperations(rendering, edit.node, edit.by, edit.to)]
                : [edit.edge, routeOperations(rendering, edit.edge, edit.points)];
        return applyOperations(server, server.toUri(placedIn(rendering, id, server.fromUri(uri))), operations);
    }
    const operation = await operationOf(edit, rendering);
    if (operation !== undefined) {
        await applyOperations(server, uri, [operation]);
    }
}

type TextEdit = Exclude<Edit, { readonly kind: 'place' | 'route' }>;

async function operationOf(edit: TextEdit, rendering: Rendering): Promise<Operation | undefined> {
    switch (edit.kind) {
        case 'rename': {
            const name = written(lastOf(edit.target));
            const newName = await vscode.window.showInputBox({ title: `Rename ${edit.target}`, value: name });
            return newName === undefined || newName === name ? undefined : renameOperation(edit.target, newName);
        }
        case 'delete':
            return deleteOperation(edit.target, false);
        case 'move':
            return moveOperation(edit.target, edit.owner);
        case 'add': {
            const placeHolder = edit.member.endsWith(' def') ? 'Name :> General' : 'name : Type [multiplicity] = value';
            const text = await vscode.window.showInputBox({
                title: `Add ${edit.member} to ${edit.owner || 'the document'}`,
                placeHolder,
                validateInput: nameNeeded(edit.member)
            });
            return text === undefined ? undefined : addOperation(edit.owner, edit.member, text);
        }
        case 'connect': {
            const operation = connectOperation(rendering, edit.connection, edit.from, edit.to);
            if (operation?.addTransition !== undefined) {
                const trigger = await vscode.window.showInputBox({
                    title: 'Transition',
                    placeHolder: 'event that triggers it; empty for none'
                });
                return trigger === undefined
                    ? undefined
                    : { addTransition: { ...operation.addTransition, ...(trigger !== '' && { trigger }) } };
            }
            if (operation === undefined) {
                void vscode.window.showWarningMessage('These two cannot be connected: one of them is no element of the model.');
            }
            return operation;
        }
    }
}

const nameNeeded =
    (kind: string) =>
    (text: string): string | undefined =>
        addOperation('', kind, text) === undefined ? 'A name, and what follows it in the notation.' : undefined;

/** Has operations made into edits and applies them. @param uri the document whose declarations are meant */
export async function applyOperations(server: Server, uri: vscode.Uri, operations: readonly Operation[]): Promise<void> {
    const document = vscode.workspace.textDocuments.find(d => d.uri.toString() === uri.toString());
    const answer = await server.ask<ModelEditAnswer>('sysml/applyModelEdit', {
        textDocument: { uri: server.fromUri(uri), ...(document !== undefined && { version: document.version }) },
        operations
    });
    if ('edit' in answer) {
        const edit = await server.workspaceEdit(answer.edit);
        if (edit === undefined || !(await vscode.workspace.applyEdit(edit))) {
            void vscode.window.showErrorMessage('The edit could not be applied.');
        }
    } else if ('stale' in answer) {
        void vscode.window.showWarningMessage('The model has changed meanwhile: nothing was edited. Try again.');
    } else {
        await refused(server, uri, operations, answer.refused);
    }
}

async function refused(
    server: Server,
    uri: vscode.Uri,
    operations: readonly Operation[],
    { failure, message, referrers }: Extract<ModelEditAnswer, { refused: unknown }>['refused']
): Promise<void> {
    const target = operations[0]?.delete?.target;
    if (failure !== 'delete-referenced' || typeof target !== 'string') {
        void vscode.window.showErrorMessage(message);
        return;
    }
    const cascade = 'Delete these too';
    const detail = `It is referred to by ${referrers.map(r => r.name).join(', ')}.`;
    const choice = await vscode.window.showWarningMessage(`Delete ${target}?`, { modal: true, detail }, cascade);
    if (choice === cascade) {
        await applyOperations(server, uri, [deleteOperation(target, true)]);
    }
}
