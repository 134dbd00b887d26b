/** `window` of the editor's extension API on this page: the one text editor, dialogs, messages, panels. */
import { Range as MonacoRange } from 'monaco-editor';
import { askChoice, askLine, type Choice, type Line, notify } from '../dialogs.js';
import { type Model, nameOf, type Texts } from '../texts.js';
import { createWebviewPanel, registerWebviewPanelSerializer } from './panels.js';
import { Disposable, EventEmitter, Position, Range, Selection, Uri } from './values.js';

let texts: Texts;
const selected = new EventEmitter<{ textEditor: TextEditor; kind: number | undefined }>();
const activated = new EventEmitter<TextEditor | undefined>();

export interface TextDocument {
    readonly uri: Uri;
    readonly languageId: string;
    readonly version: number;
    readonly fileName: string;
    getText(): string;
}

export const documentOf = (model: Model): TextDocument => ({
    uri: model.uri,
    languageId: model.getLanguageId(),
    version: model.getVersionId(),
    fileName: nameOf(model),
    getText: () => model.getValue()
});

/** The editor, as the extension sees it. */
class TextEditor {
    readonly viewColumn = 1;
    readonly document: TextDocument;

    constructor(model: Model) {
        this.document = documentOf(model);
    }

    get selection(): Selection {
        const at = texts.code.getSelection();
        const [start, end] = [
            new Position((at?.startLineNumber ?? 1) - 1, (at?.startColumn ?? 1) - 1),
            new Position((at?.positionLineNumber ?? 1) - 1, (at?.positionColumn ?? 1) - 1)
        ];
        return new Selection(start, end);
    }

    set selection({ active }: Selection) {
        texts.code.setPosition({ lineNumber: active.line + 1, column: active.character + 1 }, 'preview');
    }

    revealRange({ start, end }: Range): void {
        texts.code.revealRangeInCenterIfOutsideViewport(
            new MonacoRange(start.line + 1, start.character + 1, end.line + 1, end.character + 1)
        );
    }
}

const editorOf = (model: Model | null): TextEditor | undefined => (model === null ? undefined : new TextEditor(model));

/** Connects the API with the page's texts. */
export function useTexts(of: Texts): void {
    texts = of;
    texts.code.onDidChangeCursorSelection(({ source }) => {
        const textEditor = editorOf(texts.current);
        if (textEditor !== undefined && source !== 'preview') {
            selected.fire({ textEditor, kind: 1 });
        }
    });
    texts.code.onDidChangeModel(() => activated.fire(editorOf(texts.current)));
}

export const textsInUse = (): Texts => texts;

/** Text of what cannot be opened otherwise: the library. */
export interface ContentProvider {
    provideTextDocumentContent(uri: Uri, token: unknown): Promise<string>;
}
export const providers = new Map<string, ContentProvider>();

async function modelAt(uri: Uri): Promise<Model> {
    const known = texts.find(uri);
    if (known !== undefined) {
        return known;
    }
    const content = await providers.get(uri.scheme)?.provideTextDocumentContent(uri, undefined);
    if (content === undefined) {
        throw new Error(`${uri.toString()} is not open.`);
    }
    return texts.addGuest(uri, content, 'sysml');
}

let untitled = 0;

export async function openTextDocument(what: Uri | { readonly language: string; readonly content: string }): Promise<TextDocument> {
    const isContent = 'content' in what;
    return documentOf(
        isContent
            ? texts.addGuest(Uri.parse(`untitled:/document-${++untitled}.${extensionOf(what.language)}`), what.content, what.language)
            : await modelAt(what)
    );
}

const extensionOf = (language: string): string => (language === 'markdown' ? 'md' : language);

export async function showTextDocument(what: TextDocument | Uri, options?: { readonly selection?: Range }): Promise<TextEditor> {
    const model = await modelAt('uri' in what ? what.uri : what);
    texts.show(model);
    const shown = new TextEditor(model);
    if (options?.selection !== undefined) {
        shown.selection = new Selection(options.selection.start, options.selection.start);
        shown.revealRange(options.selection);
    }
    return shown;
}

type Answers = readonly (string | { readonly modal?: boolean; readonly detail?: string })[];

const messages =
    (kind: 'error' | 'warning' | 'info') =>
    (text: string, ...rest: Answers): Promise<string | undefined> => {
        const [options] = rest.filter(r => typeof r !== 'string');
        const given = rest.filter(r => typeof r === 'string');
        // a message with a detail stays until it was read
        const answers = given.length === 0 && options?.detail !== undefined ? ['OK'] : given;
        return notify(kind, [text, options?.detail ?? ''].join('\n').trim(), answers);
    };

/** A log that is written to the browser's console. */
export function newOutputChannel(): never {
    return { appendLine: (line: string) => console.info(line), show: () => undefined, dispose: () => undefined } as never;
}

export const window = {
    get activeTextEditor(): TextEditor | undefined {
        return editorOf(texts.current);
    },
    get visibleTextEditors(): readonly TextEditor[] {
        const shown = editorOf(texts.current);
        return shown === undefined ? [] : [shown];
    },
    onDidChangeTextEditorSelection: selected.event,
    onDidChangeActiveTextEditor: activated.event,
    showTextDocument,
    showInputBox: (line: Line) => askLine(line),
    showQuickPick: <T extends Choice>(choices: readonly T[], { title, placeHolder }: { title?: string; placeHolder?: string } = {}) =>
        askChoice(title ?? placeHolder ?? 'Choose', choices),
    /** What is saved is a download. */
    showSaveDialog: ({ defaultUri }: { defaultUri?: Uri }) =>
        Promise.resolve(Uri.parse(`download:/${defaultUri?.path.split('/').at(-1) ?? 'drawing'}`)),
    showErrorMessage: messages('error'),
    showWarningMessage: messages('warning'),
    showInformationMessage: messages('info'),
    createOutputChannel: newOutputChannel,
    createWebviewPanel,
    registerWebviewPanelSerializer,
    withProgress: <T>(_options: unknown, work: (progress: unknown, token: unknown) => Promise<T>): Promise<T> =>
        work(
            { report: () => undefined },
            { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => undefined) }
        )
};
