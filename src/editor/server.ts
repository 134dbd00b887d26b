/**
 * The language server: Langium's, on the services of the workbench. This file handles requests for which Langium has no slot: lazy
 * resolution, selections, custom requests, and notifications after documents have been quiet for a while. The files beside and below
 * compute the answers.
 */
import { DocumentState, URI } from 'langium';
import { startLanguageServer } from 'langium/lsp';
import { type CancellationToken, type Connection, MessageType } from 'vscode-languageserver';
import type { LayoutKernel } from '../views/index.js';
import { resolvedAction } from './actions.js';
import { resolvedCompletion } from './completion.js';
import { resolvedLens } from './lenses.js';
import type { EditorModels } from './models.js';
import { selectionRange } from './outline.js';
import { type AskSolver, answerCustom, customRequests, DebugAdapters, DebugSessions, type Session } from './requests/index.js';
import { analysedDocument } from './services/background.js';
import { createWorkbenchServices } from './services/index.js';

/**
 * Starts to serve one client: the connection listens when this returns.
 * @param kernel lays out drawings; default: in this thread
 * @param askSolver answers solver questions; default: none
 */
export function serve(connection: Connection, models: EditorModels, kernel?: LayoutKernel, askSolver?: AskSolver): void {
    const { shared, documents, builder, reports, capabilities } = createWorkbenchServices(models, connection);
    const debug = new DebugSessions();
    const adapters = new DebugAdapters();
    const session: Session = { models, notify: (method, params) => void connection.sendNotification(method, params), kernel, askSolver };
    for (const request of customRequests(debug, adapters)) {
        // Some clients send null after the parameters if they have no token of their own.
        connection.onRequest(request.method, (params: unknown, ...rest: unknown[]) =>
            answerCustom(request, session, params, rest.at(-1) as CancellationToken)
        );
    }
    connection.onCompletionResolve(item => resolvedCompletion(models, item));
    connection.onCodeLensResolve(lens => resolvedLens(models, lens));
    connection.onCodeActionResolve(action => {
        const resolved = resolvedAction(models, action);
        if (resolved.disabled !== undefined) {
            // Clients check `disabled` before they resolve an action, and silently apply a resolved action without an edit.
            session.notify('window/showMessage', { type: MessageType.Warning, message: `${action.title}: ${resolved.disabled.reason}` });
        }
        return resolved;
    });
    connection.onSelectionRanges(({ textDocument: { uri }, positions }) => {
        const { document } = documents.existing(URI.parse(uri));
        return positions.map(position => selectionRange(document, position));
    });
    connection.languages.diagnostics.on(async ({ textDocument: { uri }, previousResultId }, token) => {
        await models.allRead;
        const document = await analysedDocument(models, uri, token);
        return document === undefined ? { kind: 'full', items: [] } : reports.of(document, previousResultId);
    });
    connection.languages.diagnostics.onWorkspace(async (params, token, _work, progress) => {
        await models.allRead;
        builder.beginSoon();
        return reports.reportWorkspace(params, token, progress);
    });
    reports.refresh = () => {
        if (capabilities().workspace?.diagnostics?.refreshSupport === true) {
            connection.languages.diagnostics.refresh();
        }
    };
    builder.onBuildPhase(DocumentState.Validated, built => {
        for (const { uri } of built) {
            const { version = null } = models.buffers.get(uri.toString()) ?? {};
            session.notify('sysml/renderChanged', { uri: uri.toString(), version, model: models.modelOf(uri.toString()).hash });
        }
        debug.revise(models, session.notify);
        adapters.revise();
    });
    connection.onShutdown(() => builder.stop());
    startLanguageServer(shared);
}
