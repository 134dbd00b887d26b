/**
 * Langium's services for input of the client other than requests: folders, settings, texts and files. They pass it to the editor's models.
 */
import {
    type ConfigurationProvider,
    type ConfigurationSectionUpdateListener,
    DefaultServiceRegistry,
    type Disposable,
    type DocumentBuilder,
    Emitter,
    type ConfigurationSectionUpdate,
    type LangiumCoreServices,
    type TextDocument,
    URI,
    UriUtils,
    type WorkspaceFolder,
    type WorkspaceManager
} from 'langium';
import { membersOfObject } from '../../language/narrowing.js';
import type { DocumentUpdateHandler } from 'langium/lsp';
import {
    type Connection,
    type DidChangeConfigurationParams,
    DidChangeWatchedFilesNotification,
    type DidChangeWatchedFilesParams,
    type InitializeParams,
    type TextDocumentChangeEvent,
    WatchKind
} from 'vscode-languageserver';
import { languageOf } from '../../language/syntax/index.js';
import { clientFiles } from '../client-files.js';
import { isIncluded } from '../files.js';
import { type EditorModels, LIBRARY_SCHEME } from '../models.js';
import { applySettings } from '../settings.js';

/** Whether a client pulls findings. To other clients the server publishes them. */
export function pullsFindings(capabilities: InitializeParams['capabilities']): boolean {
    return capabilities.textDocument?.diagnostic !== undefined;
}

/** The folders of the client, whose files the models read. */
export class WorkbenchFolders implements WorkspaceManager {
    initialBuildOptions = undefined;
    readonly ready = Promise.resolve();
    workspaceFolders: readonly WorkspaceFolder[] | undefined;
    capabilities: InitializeParams['capabilities'] = {};

    constructor(
        private readonly models: EditorModels,
        private readonly builder: DocumentBuilder,
        private readonly connection: Connection | undefined
    ) {}

    initialize({ capabilities, workspaceFolders, rootUri }: InitializeParams): void {
        this.capabilities = capabilities;
        this.workspaceFolders = workspaceFolders ?? (rootUri == null ? [] : [{ uri: rootUri, name: '' }]);
        this.workspaceFolders.forEach(({ uri }) => this.models.addFolder(uri));
    }

    initialized(): Promise<void> {
        // the server may send no request before it has answered `initialize`
        const files = this.connection && clientFiles(this.capabilities, this.connection);
        if (files !== undefined) {
            this.models.readFrom(files);
            this.workspaceFolders?.forEach(({ uri }) => this.models.addFolder(uri));
        }
        // the connection throws if the client does not support changes of folders
        if (this.capabilities.workspace?.workspaceFolders === true) {
            this.connection?.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
                const gone = new Set(removed.map(({ uri }) => uri));
                this.workspaceFolders = [...(this.workspaceFolders ?? []).filter(({ uri }) => !gone.has(uri)), ...added];
                added.forEach(({ uri }) => this.models.addFolder(uri));
                removed.forEach(({ uri }) => this.models.removeFolder(uri));
                void this.builder.update([], []);
            });
        }
        if (this.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
            // watches folders, too: for a moved folder only the folder itself is reported
            const watchers = ['**/*.{sysml,kerml}', '**/.project.json', '**/*'].map((globPattern, i) => ({
                globPattern,
                kind: i === 2 ? WatchKind.Create | WatchKind.Delete : undefined
            }));
            void this.connection?.client.register(DidChangeWatchedFilesNotification.type, { watchers });
        }
        return Promise.resolve();
    }

    initializeWorkspace(folders: WorkspaceFolder[]): Promise<void> {
        folders.forEach(({ uri }) => this.models.addFolder(uri));
        return Promise.resolve();
    }

    searchFolder(folder: URI): Promise<URI[]> {
        return Promise.resolve(this.models.filesBelow(folder.toString()).map(uri => URI.parse(uri)));
    }

    shouldIncludeEntry({ isFile, uri }: { readonly isFile: boolean; readonly uri: URI }): boolean {
        return isIncluded(UriUtils.basename(uri), isFile);
    }
}

/** The client's settings, which are the same for both languages. */
export class WorkbenchConfiguration implements ConfigurationProvider {
    readonly ready = Promise.resolve();
    private readonly changes = new Emitter<ConfigurationSectionUpdate>();

    constructor(
        private readonly models: EditorModels,
        private readonly connection: Connection | undefined
    ) {}

    initialize({ initializationOptions }: InitializeParams): void {
        this.take(initializationOptions);
    }

    /** Clients send changes; the server does not request settings. */
    initialized(): Promise<void> {
        return Promise.resolve();
    }

    getConfiguration(_language: string, name: string): Promise<unknown> {
        return Promise.resolve(membersOfObject(this.models.settings)[name]);
    }

    updateConfiguration({ settings }: DidChangeConfigurationParams): void {
        if (this.take(settings)) {
            this.changes.fire({ section: 'sysml', configuration: this.models.settings });
        }
    }

    onConfigurationSectionUpdate(callback: ConfigurationSectionUpdateListener): Disposable {
        return this.changes.event(callback);
    }

    /** @returns whether something changed */
    private take(given: unknown): boolean {
        const { settings, isChanged, unknown } = applySettings(this.models.settings, given);
        this.models.settings = settings;
        if (isChanged) {
            this.models.changed();
        }
        unknown.forEach(code => this.connection?.window.showErrorMessage(`there is no lint ${code}`));
        return isChanged;
    }
}

/** Open texts replace files; library texts are only shown. */
export class WorkbenchUpdates implements DocumentUpdateHandler {
    private readonly changes = new Emitter<DidChangeWatchedFilesParams>();

    constructor(
        private readonly models: EditorModels,
        private readonly builder: DocumentBuilder
    ) {}

    /** Also called when a text is opened. */
    didChangeContent({ document }: TextDocumentChangeEvent<TextDocument>): void {
        const { uri, version } = document;
        if (!uri.startsWith(`${LIBRARY_SCHEME}:`)) {
            this.models.open(uri, { text: document.getText(), version });
            void this.builder.update([URI.parse(uri)], []);
        }
    }

    didCloseDocument({ document: { uri } }: TextDocumentChangeEvent<TextDocument>): void {
        this.models.close(uri);
        void this.builder.update([], [URI.parse(uri)]);
    }

    didChangeWatchedFiles(params: DidChangeWatchedFilesParams): void {
        params.changes.forEach(({ uri }) => this.models.fileChanged(uri));
        void this.builder.update([], []);
        this.changes.fire(params);
    }

    onWatchedFilesChange(callback: (params: DidChangeWatchedFilesParams) => void): Disposable {
        return this.changes.event(callback);
    }
}

/** Determines the language of a text by its file name, as the rest of the program does. */
export class WorkbenchLanguages extends DefaultServiceRegistry {
    override getServices(uri: URI): LangiumCoreServices {
        return this.languageIdMap.get(languageOf(uri.toString()))!;
    }
}
