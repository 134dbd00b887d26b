/** Writes a drawing to a file, as a picture or in one of the written forms that the server offers. */
import * as vscode from 'vscode';
import type { Rendering } from '../protocol.js';
import type { Server } from '../session.js';

export interface Exported {
    readonly uri: vscode.Uri;
    readonly view: string;
    readonly name: string;
}

const PICTURES = [
    { label: 'SVG', form: 'svg', extension: 'svg' },
    { label: 'PNG', form: 'png', extension: 'png' }
] as const;

const EXTENSIONS: Readonly<Record<string, string>> = {
    mermaid: 'mmd',
    markdown: 'md',
    dot: 'dot',
    plantuml: 'puml',
    d2: 'd2',
    csv: 'csv',
    tsv: 'tsv',
    text: 'txt'
};

/** @param paint makes a PNG (base64) of a picture */
export async function exportDrawing(server: Server, { uri, view, name }: Exported, paint: (svg: string) => Promise<string>): Promise<void> {
    const { forms = [] } = server.announced<{ readonly forms?: readonly string[] }>('sysmlRender') ?? {};
    const written = forms.map(form => ({ label: form, form, extension: EXTENSIONS[form] ?? 'txt' }));
    const choice = await vscode.window.showQuickPick<{ label: string; form: string; extension: string }>([...PICTURES, ...written], {
        title: `Export ${name} as`
    });
    if (choice === undefined) {
        return;
    }
    const { form, extension } = choice;
    const isPicture = PICTURES.some(p => p.form === form);
    const rendering = await server.ask<Rendering>('sysml/render', {
        textDocument: { uri: server.fromUri(uri) },
        view,
        ...(isPicture ? { theme: 'light' } : { form, svg: false })
    });
    const file = await vscode.window.showSaveDialog({
        title: `Export ${name}`,
        defaultUri: vscode.Uri.joinPath(
            uri.scheme === 'file' ? vscode.Uri.joinPath(uri, '..') : (vscode.workspace.workspaceFolders?.[0]?.uri ?? uri),
            `${name.replace(/[^\w.-]+/g, '-')}.${extension}`
        )
    });
    if (file === undefined) {
        return;
    }
    const content = isPicture ? (rendering.svg ?? '') : (rendering.artifact ?? '');
    const bytes = form === 'png' ? fromBase64(await paint(content)) : new TextEncoder().encode(content);
    await vscode.workspace.fs.writeFile(file, bytes);
    const opened = await vscode.window.showInformationMessage(`Wrote ${file.path}`, 'Open');
    if (opened !== undefined) {
        await vscode.commands.executeCommand('vscode.open', file);
    }
}

function fromBase64(text: string): Uint8Array {
    return Uint8Array.from(atob(text), c => c.charCodeAt(0));
}
