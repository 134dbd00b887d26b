/**
 * The part of VS Code's extension API that the preview uses (`editors/vscode/src`), on this page. The playground's bundle has it in place
 * of the module `vscode`, so that previews, runs, edits and exports are the extension's own code. The build fails when they use more of it.
 */
import { editor, MarkerSeverity } from 'monaco-editor';
import { byId } from '../dialogs.js';
import { applyEdit, type WorkspaceEdit } from './edits.js';
import { Disposable, EventEmitter, Position, Range, Uri } from './values.js';
import { type ContentProvider, documentOf, openTextDocument, providers, showTextDocument, textsInUse } from './window.js';

export * from './values.js';
export { window } from './window.js';

const opened = new EventEmitter<unknown>();
const configured = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();

/** What a user of the extension may set, as it is here. */
const SETTINGS: Readonly<Record<string, unknown>> = { 'diagram.colours': 'editor', 'diagram.ports': 'minimal', 'server.enabled': true };

function download(uri: Uri, bytes: Uint8Array): void {
    const url = URL.createObjectURL(new Blob([bytes.slice()]));
    const link = Object.assign(document.createElement('a'), { href: url, download: uri.path.slice(1) });
    byId('messages').append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(url);
}

export const workspace = {
    getConfiguration: (section = '') => ({
        get: (name: string, otherwise?: unknown): unknown => SETTINGS[`${section}.${name}`.replace(/^sysml\.?/, '')] ?? otherwise
    }),
    get textDocuments() {
        return textsInUse().all.map(documentOf);
    },
    workspaceFolders: undefined,
    isTrusted: false,
    openTextDocument,
    onDidOpenTextDocument: opened.event,
    onDidChangeConfiguration: configured.event,
    applyEdit: (edit: WorkspaceEdit) => Promise.resolve(applyEdit(edit)),
    registerTextDocumentContentProvider: (scheme: string, provider: ContentProvider) => {
        providers.set(scheme, provider);
        return new Disposable(() => providers.delete(scheme));
    },
    fs: {
        writeFile: (uri: Uri, bytes: Uint8Array) => Promise.resolve(download(uri, bytes))
    }
};

const SEVERITIES: Readonly<Record<number, number>> = {
    [MarkerSeverity.Error]: 0,
    [MarkerSeverity.Warning]: 1,
    [MarkerSeverity.Info]: 2,
    [MarkerSeverity.Hint]: 3
};

export const languages = {
    getDiagnostics: (uri: Uri) =>
        editor
            .getModelMarkers({ resource: uri })
            .map(({ code, message, severity, startLineNumber, startColumn, endLineNumber, endColumn }) => ({
                code: typeof code === 'string' ? code : code?.value,
                message,
                severity: SEVERITIES[severity],
                range: new Range(new Position(startLineNumber - 1, startColumn - 1), new Position(endLineNumber - 1, endColumn - 1))
            }))
};

type Handler = (...args: never[]) => unknown;
const registered = new Map<string, Handler>();

export const commands = {
    /** A command of the extension; Monaco runs it, too, from code lenses. */
    registerCommand: (name: string, handler: Handler) => {
        registered.set(name, handler);
        const command = editor.registerCommand(name, (_accessor, ...args) => handler(...(args as never[])));
        return new Disposable(() => command.dispose());
    },
    executeCommand: async (name: string, ...args: unknown[]): Promise<unknown> => {
        if (name === 'vscode.open') {
            return;
        }
        if (name === 'editor.action.showReferences') {
            const [uri, position] = args as [Uri, Position];
            await showTextDocument(uri);
            const { code } = textsInUse();
            code.setPosition({ lineNumber: position.line + 1, column: position.character + 1 });
            code.focus();
            return code.getAction('editor.action.goToReferences')?.run();
        }
        return registered.get(name)?.(...(args as never[]));
    }
};
