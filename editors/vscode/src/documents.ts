/** Documents of the model as an engineer reads them: a page in a panel, or a text to keep. */
import * as vscode from 'vscode';
import type { DeclaredDocument, RenderedDocument } from './protocol.js';
import type { Server } from './session.js';

/** Nothing is loaded and nothing runs: a page has its style and its pictures in itself. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

const WAYS = [
    { label: 'Show', description: 'a page beside the model', form: 'html', isShown: true },
    { label: 'Markdown', description: 'a new text', form: 'markdown', isShown: false },
    { label: 'HTML', description: 'a new text: one page with its diagrams drawn', form: 'html', isShown: false }
];

/** Lets the user choose a document of the workspace and how to have it. */
export async function renderDocument(server: Server): Promise<void> {
    const { documents } = await server.ask<{ documents: readonly DeclaredDocument[] }>('sysml/documents', {});
    if (documents.length === 0) {
        const why = 'This model declares no document: one is a part def that specializes DocumentQueries::Document.';
        void vscode.window.showInformationMessage(why);
        return;
    }
    const items = documents.map(({ id, title }) => ({ label: title, description: id, id }));
    const chosen = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder: 'Document' });
    const way = chosen && (await vscode.window.showQuickPick(WAYS, { placeHolder: chosen.label }));
    if (chosen === undefined || way === undefined) {
        return;
    }
    const { title, text } = await server.ask<RenderedDocument>('sysml/renderDocument', { document: chosen.id, form: way.form });
    if (way.isShown) {
        const panel = vscode.window.createWebviewPanel('sysml.document', title, vscode.ViewColumn.Beside, { enableFindWidget: true });
        panel.webview.html = text.replace('<head>', `<head>\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
    } else {
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: way.form, content: text }));
    }
}
