/**
 * Questions about the model of a document, and runs of it. Where errors elsewhere in the model are in the way, a person may have them
 * answered all the same.
 */
import * as vscode from 'vscode';
import type { Server } from './session.js';

/** Asks about the model of one document. */
export type AskModel = <T>(method: string, params: object, token?: vscode.CancellationToken) => Promise<T>;

const ANYWAY = 'Run Anyway';

/** What the server says beside a refusal. */
function canForce(error: unknown): boolean {
    return ((error as { readonly data?: { readonly canForce?: boolean } } | undefined)?.data?.canForce ?? false) === true;
}

/** @param uri of the document that a request is about */
export function askModelOf(server: Server, uri: () => vscode.Uri): AskModel {
    return async <T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T> => {
        const full = { textDocument: { uri: server.fromUri(uri()) }, ...params };
        try {
            return await server.ask<T>(method, full, token);
        } catch (error) {
            const isMeant = canForce(error) && (await vscode.window.showWarningMessage((error as Error).message, ANYWAY)) === ANYWAY;
            if (!isMeant) {
                throw error;
            }
            return server.ask<T>(method, { ...full, force: true }, token);
        }
    };
}
