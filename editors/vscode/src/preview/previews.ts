/** All previews of the window: opened by commands, restored with the window, kept up to date with the text and the cursor. */
import * as vscode from 'vscode';
import type { RenderChanged, Snapshot } from '../protocol.js';
import { LANGUAGES } from '../languages.js';
import type { Server } from '../session.js';
import { PREVIEW, PreviewPanel, type PreviewState, wholeDocument } from './panel.js';

/** Milliseconds after which a cursor that moves on is followed. */
const CURSOR_DELAY = 120;

export const isModel = (document: vscode.TextDocument): boolean => (LANGUAGES as readonly string[]).includes(document.languageId);

export class Previews {
    private readonly panels = new Set<PreviewPanel>();
    /** which model each open document was of, in a word of the server */
    private readonly models = new Map<string, string>();
    private timer: ReturnType<typeof setTimeout> | undefined;
    private hasOpened = false;

    constructor(
        private readonly server: Server,
        private readonly extension: vscode.Uri
    ) {}

    register(): vscode.Disposable {
        const redrawAll = (): void => this.panels.forEach(panel => panel.redraw());
        return vscode.Disposable.from(
            vscode.window.registerWebviewPanelSerializer(PREVIEW, {
                deserializeWebviewPanel: async (view, state) => {
                    const active = vscode.window.visibleTextEditors.find(e => isModel(e.document))?.document.uri;
                    const restored = state as PreviewState | undefined;
                    if (restored?.uri !== undefined || active !== undefined) {
                        this.adopt(view, restored ?? wholeDocument(active!));
                    } else {
                        view.dispose();
                    }
                }
            }),
            vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
                // what the drawing itself selected need not be followed
                if (isModel(textEditor.document) && (kind !== undefined || textEditor === vscode.window.activeTextEditor)) {
                    this.followLater(textEditor);
                }
            }),
            vscode.window.onDidChangeActiveTextEditor(
                editor => editor !== undefined && isModel(editor.document) && this.followLater(editor)
            ),
            vscode.workspace.onDidOpenTextDocument(document => this.openAutomatically(document)),
            vscode.workspace.onDidChangeConfiguration(change => change.affectsConfiguration('sysml.diagram') && redrawAll()),
            this.server.onNotification('sysml/renderChanged', change => this.modelChanged(change as RenderChanged)),
            this.server.onNotification('sysml/debugChanged', snapshot => this.panels.forEach(p => p.runChanged(snapshot as Snapshot))),
            this.server.onReady(redrawAll),
            new vscode.Disposable(() => clearTimeout(this.timer))
        );
    }

    /** A document that is opened says nothing new: only another model of a document that is known is a change. */
    private modelChanged({ uri, model }: RenderChanged): void {
        const before = this.models.get(uri);
        this.models.set(uri, model);
        this.panels.forEach(panel => panel.modelChanged(before !== undefined && before !== model));
    }

    private followLater(editor: vscode.TextEditor): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            for (const panel of this.panels) {
                panel.follow(editor.document.uri, editor.selection.active).catch((e: unknown) => this.server.channel.appendLine(String(e)));
            }
        }, CURSOR_DELAY);
    }

    private openAutomatically(document: vscode.TextDocument): void {
        if (
            !this.hasOpened &&
            isModel(document) &&
            document.uri.scheme === 'file' &&
            vscode.workspace.getConfiguration('sysml.diagram').get('openAutomatically') === true
        ) {
            this.hasOpened = true;
            this.open(document.uri, vscode.ViewColumn.Beside);
        }
    }

    private adopt(view: vscode.WebviewPanel, state: PreviewState): PreviewPanel {
        const panel = new PreviewPanel(this.server, view, this.extension, state);
        this.panels.add(panel);
        view.onDidDispose(() => this.panels.delete(panel));
        return panel;
    }

    /**
     * The preview that follows the cursor, opened when there is none.
     * @param isFollowing false: it is about to draw something else than what the cursor is in
     */
    open(uri: vscode.Uri, column: vscode.ViewColumn, isFollowing = true): PreviewPanel {
        const known = [...this.panels].find(p => !p.isPinned);
        const panel =
            known ??
            this.adopt(
                vscode.window.createWebviewPanel(
                    PREVIEW,
                    'Diagram',
                    { viewColumn: column, preserveFocus: true },
                    { enableScripts: true, retainContextWhenHidden: true }
                ),
                wholeDocument(uri)
            );
        if (known !== undefined) {
            known.view.reveal(undefined, true);
        }
        const editor = vscode.window.visibleTextEditors.find(e => e.document.uri.toString() === uri.toString());
        if (editor !== undefined && isFollowing) {
            panel.followAgain();
            this.followLater(editor);
            return panel;
        }
        clearTimeout(this.timer);
        if (editor !== undefined) {
            panel.isNew(uri, editor.selection.active);
        }
        if (known !== undefined && (isFollowing || known.uri.toString() !== uri.toString())) {
            known.show(uri, wholeDocument(uri).subject);
        }
        return panel;
    }

    /** The preview that has the focus, else one that is seen. */
    get current(): PreviewPanel | undefined {
        const all = [...this.panels];
        return all.find(p => p.view.active) ?? all.find(p => p.view.visible) ?? all[0];
    }
}
