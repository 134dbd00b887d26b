/** Edits of several texts, in the protocol's form, applied to Monaco's models; each model's edits are one step of undo. */
import { editor, Range, Uri } from 'monaco-editor';

interface ProtocolRange {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
}

interface DocumentEdit {
    readonly textDocument: { readonly uri: string };
    readonly edits: readonly { readonly range: ProtocolRange; readonly newText: string }[];
}

/** What the previews pass on and never look into. */
export interface WorkspaceEdit {
    readonly documents: readonly DocumentEdit[];
}

export function workspaceEditOf(edit: unknown): WorkspaceEdit {
    const { documentChanges = [] } = edit as { documentChanges?: readonly DocumentEdit[] };
    return { documents: documentChanges };
}

export function applyEdit({ documents }: WorkspaceEdit): boolean {
    const models = documents.map(({ textDocument }) => editor.getModel(Uri.parse(textDocument.uri)));
    if (models.includes(null)) {
        return false;
    }
    for (const [i, { edits }] of documents.entries()) {
        models[i]!.pushStackElement();
        models[i]!.pushEditOperations(
            [],
            edits.map(({ range: { start, end }, newText }) => ({
                range: new Range(start.line + 1, start.character + 1, end.line + 1, end.character + 1),
                text: newText,
                forceMoveMarkers: true
            })),
            () => null
        );
        models[i]!.pushStackElement();
    }
    return true;
}
