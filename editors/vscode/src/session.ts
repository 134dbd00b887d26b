/** One language client after another: start, stop, restart, requests, and who wants to know. The same for the desktop and the browser. */
import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions, ProvideCompletionItemsSignature } from 'vscode-languageclient';
import { readFilesFor } from './files.js';
import { LANGUAGES } from './languages.js';
import { filterBehindBlank, FOLLOWING_KEYS, useOfList } from './typing.js';

/** What the features of the extension ask of the server. */
export interface Server {
    /** Starts the server, or starts it again. */
    restart(): Promise<void>;
    stop(): Promise<void>;
    /** Asks the running server. @throws when none runs, and what the server refuses */
    ask<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T>;
    /** What the running server announces of a custom feature; undefined for nothing. */
    announced<T>(feature: string): T | undefined;
    offers(feature: string): boolean;
    /** Notifications of the server, from every server that will run. */
    onNotification(method: string, listener: (params: unknown) => void): vscode.Disposable;
    readonly onReady: vscode.Event<void>;
    readonly isRunning: boolean;
    /** The position of a URI as the server spells it. */
    toUri(uri: string): vscode.Uri;
    fromUri(uri: vscode.Uri): string;
    workspaceEdit(edit: unknown): Promise<vscode.WorkspaceEdit | undefined>;
    readonly channel: vscode.OutputChannel;
}

/** What all clients have in common. */
export function clientOptions(channel: vscode.OutputChannel): LanguageClientOptions {
    const settings = vscode.workspace.getConfiguration('sysml');
    return {
        documentSelector: LANGUAGES.map(language => ({ language })),
        outputChannel: channel,
        initializationOptions: {
            strictConformance: settings.get('strictConformance'),
            models: settings.get('models'),
            workspaceFindings: settings.get('workspaceFindings'),
            formatWidth: settings.get('formatWidth'),
            disabledLints: settings.get('disabledLints'),
            enabledLints: settings.get('enabledLints')
        },
        // the server registers the files whose changes it needs
        synchronize: { configurationSection: 'sysml' },
        markdown: { isTrusted: false },
        middleware: { provideCompletionItem: fittedCompletion }
    };
}

/** Completion at a trigger: the list is given when it is known what was typed behind it (typing.ts). */
async function fittedCompletion(
    document: vscode.TextDocument,
    position: vscode.Position,
    context: vscode.CompletionContext,
    token: vscode.CancellationToken,
    next: ProvideCompletionItemsSignature
): Promise<Awaited<ReturnType<ProvideCompletionItemsSignature>>> {
    const trigger = context.triggerKind === vscode.CompletionTriggerKind.TriggerCharacter ? context.triggerCharacter : undefined;
    const before = document.lineAt(position.line).text.slice(0, position.character);
    const behind = document.lineAt(position.line).text.slice(position.character);
    const isOpen = useOfList(trigger, before, '') !== 'as it is';
    const [answer] = await Promise.all([
        next(document, position, context, token),
        isOpen ? new Promise(resolve => setTimeout(resolve, FOLLOWING_KEYS)) : undefined
    ]);
    if (!isOpen) {
        return answer;
    }
    const now = position.line < document.lineCount ? document.lineAt(position.line).text : '';
    const typed = now.startsWith(before) && now.endsWith(behind) ? now.slice(before.length, now.length - behind.length) : '';
    if (useOfList(trigger, before, typed) === 'not at all') {
        return undefined;
    }
    for (const item of Array.isArray(answer) ? answer : (answer?.items ?? [])) {
        item.filterText = filterBehindBlank(typeof item.label === 'string' ? item.label : item.label.label);
    }
    return answer;
}

export class ServerSession implements Server {
    readonly channel = vscode.window.createOutputChannel('SysML');
    private client: BaseLanguageClient | undefined;
    private readonly listeners = new Map<string, Set<(params: unknown) => void>>();
    private readonly ready = new vscode.EventEmitter<void>();
    readonly onReady = this.ready.event;
    /** starts and stops follow each other */
    private turn: Promise<void> = Promise.resolve();

    /** @param create makes the client of a new server; undefined where there is no server */
    constructor(private readonly create: (channel: vscode.OutputChannel) => Promise<BaseLanguageClient | undefined>) {}

    get isRunning(): boolean {
        return this.client?.isRunning() === true;
    }

    restart(): Promise<void> {
        return this.inTurn(async () => {
            await this.end();
            if (!vscode.workspace.getConfiguration('sysml').get('server.enabled', true)) {
                return;
            }
            const client = await this.create(this.channel);
            if (client === undefined) {
                return;
            }
            readFilesFor(client);
            this.client = client;
            await client.start();
            for (const [method, listeners] of this.listeners) {
                client.onNotification(method, params => listeners.forEach(listener => listener(params)));
            }
            this.ready.fire();
        });
    }

    stop(): Promise<void> {
        return this.inTurn(() => this.end());
    }

    private inTurn(step: () => Promise<void>): Promise<void> {
        const next = this.turn.then(step);
        this.turn = next.catch(() => undefined);
        return next;
    }

    private async end(): Promise<void> {
        const { client } = this;
        this.client = undefined;
        if (client !== undefined && client.needsStop()) {
            await client.stop().catch((e: unknown) => this.channel.appendLine(`The server did not stop in order: ${String(e)}`));
        }
    }

    async ask<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T> {
        await this.turn;
        if (this.client === undefined || !this.client.isRunning()) {
            throw new Error('The language server does not run.');
        }
        // plain data: a worker gets messages as they are, and the editor's positions are none
        const plain = JSON.parse(JSON.stringify(params)) as object;
        return token === undefined ? this.client.sendRequest<T>(method, plain) : this.client.sendRequest<T>(method, plain, token);
    }

    announced<T>(feature: string): T | undefined {
        const announced = this.client?.initializeResult?.capabilities.experimental as Readonly<Record<string, T>> | undefined;
        return announced?.[feature];
    }

    offers(feature: string): boolean {
        return this.announced(feature) !== undefined;
    }

    onNotification(method: string, listener: (params: unknown) => void): vscode.Disposable {
        const listeners = this.listeners.get(method) ?? new Set();
        if (!this.listeners.has(method)) {
            this.listeners.set(method, listeners);
            this.client?.onNotification(method, params => listeners.forEach(l => l(params)));
        }
        listeners.add(listener);
        return new vscode.Disposable(() => listeners.delete(listener));
    }

    toUri(uri: string): vscode.Uri {
        return this.client?.protocol2CodeConverter.asUri(uri) ?? vscode.Uri.parse(uri);
    }

    fromUri(uri: vscode.Uri): string {
        return this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString();
    }

    async workspaceEdit(edit: unknown): Promise<vscode.WorkspaceEdit | undefined> {
        return this.client?.protocol2CodeConverter.asWorkspaceEdit(
            edit as Parameters<BaseLanguageClient['protocol2CodeConverter']['asWorkspaceEdit']>[0]
        );
    }
}
