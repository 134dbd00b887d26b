/**
 * The language server in a web worker, with two users of its one connection: Monaco's own client of the protocol, and the requests that the
 * previews make (docs/editor-protocol.md). Answers are distinguished by their ids.
 */
import { lsp } from 'monaco-editor';
import type { Server } from '../../editors/vscode/src/session.js';
import { workspaceEditOf } from './host/edits.js';
import { Disposable, EventEmitter, Uri } from './host/values.js';
import { newOutputChannel } from './host/window.js';
import { ROOT } from './root.js';
import { hasSolver, isOfSolver, PageSolver, type SolverMessage } from './solver.js';

type Transport = ConstructorParameters<typeof lsp.MonacoLspClient>[0];
type Message = Parameters<Transport['send']>[0];
type Listener = Parameters<Transport['setListener']>[0];

interface Waiting {
    readonly resolve: (result: never) => void;
    readonly reject: (error: Error) => void;
}

/** Ids of the previews' requests. */
const OWN = 'preview:';

/** The protocol's error `ContentModified`. */
const CONTENT_MODIFIED = -32801;

/** A refusal because the text has changed: Monaco keeps its tokens, and requests them again, only if the message says `busy`. */
function overtaken(message: Message): Message {
    const { error } = message as { error?: { code: number; message: string } };
    return error?.code === CONTENT_MODIFIED ? ({ ...message, error: { ...error, message: `busy: ${error.message}` } } as Message) : message;
}

/** Gives the server files that no editor shows. */
export interface ClosedFiles {
    all(): readonly { readonly uri: string; readonly text: string }[];
}

export class WorkerServer implements Server {
    readonly channel = newOutputChannel();
    private readonly ready = new EventEmitter<void>();
    readonly onReady = this.ready.event as Server['onReady'];
    private worker: Worker | undefined;
    private listener: Listener;
    private readonly unheard: Message[] = [];
    private readonly waiting = new Map<string, Waiting>();
    private readonly listeners = new Map<string, Set<(params: unknown) => void>>();
    private capabilities: Readonly<Record<string, unknown>> = {};
    private initializeId: unknown;
    private count = 0;
    isRunning = false;

    /** @param files answers what the server reads */
    constructor(private readonly files: ClosedFiles) {}

    /** Starts the worker, gives it the library, and connects Monaco. */
    async start(): Promise<void> {
        const library = await (await fetch('library.snapshot')).arrayBuffer();
        const worker = new Worker('worker.js');
        this.worker = worker;
        worker.postMessage({ library, hasSolver: hasSolver() }, [library]);
        const solver = new PageSolver();
        worker.onmessage = ({ data }: MessageEvent<Message | SolverMessage>) =>
            isOfSolver(data) ? solver.take(data) : this.received(data);
        const state = { value: { state: 'open' as const }, onChange: () => ({ dispose: () => undefined }) };
        const transport: Transport = {
            state,
            send: message => {
                this.send(this.completed(message));
                return Promise.resolve();
            },
            setListener: listener => {
                this.listener = listener;
                this.unheard.splice(0).forEach(message => listener?.(message));
            }
        };
        new lsp.MonacoLspClient(transport);
    }

    private send(message: object): void {
        this.worker?.postMessage(message);
    }

    /** The client says that it reads files; Monaco does not know that it may. */
    private completed(message: Message): Message {
        if (message.method !== 'initialize') {
            return message;
        }
        this.initializeId = message.id;
        const params = message.params as { capabilities?: { experimental?: object } };
        return {
            ...message,
            params: {
                ...params,
                rootUri: ROOT,
                workspaceFolders: [{ uri: ROOT, name: 'playground' }],
                capabilities: { ...params.capabilities, experimental: { ...params.capabilities?.experimental, sysmlFiles: true } }
            }
        };
    }

    private received(message: Message): void {
        const { id, method } = message as { id?: unknown; method?: string };
        if (typeof id === 'string' && id.startsWith(OWN) && method === undefined) {
            return this.answered(id, message);
        }
        if (method === 'sysml/files' || method === 'sysml/file') {
            const files = this.files.all();
            const { uri } = (message as { params?: { uri?: string } }).params ?? {};
            const result = method === 'sysml/files' ? { files } : { text: files.find(f => f.uri === uri)?.text ?? null };
            return this.send({ jsonrpc: '2.0', id, result });
        }
        if (method?.startsWith('sysml/') === true) {
            this.listeners.get(method)?.forEach(listener => listener((message as { params?: unknown }).params));
            return;
        }
        if (id !== undefined && id === this.initializeId && method === undefined) {
            const { result } = message as unknown as { result?: { capabilities?: { experimental?: Record<string, unknown> } } };
            this.capabilities = result?.capabilities?.experimental ?? {};
            this.isRunning = true;
            // the client first says that it is initialized
            setTimeout(() => this.ready.fire(), 0);
        }
        const forClient = overtaken(message);
        if (this.listener === undefined) {
            this.unheard.push(forClient);
        } else {
            this.listener(forClient);
        }
    }

    private answered(id: string, message: object): void {
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        const { result, error } = message as { result?: unknown; error?: { message: string } };
        if (error === undefined) {
            waiting?.resolve(result as never);
        } else {
            waiting?.reject(new Error(error.message));
        }
    }

    ask<T>(method: string, params: object): Promise<T> {
        if (!this.isRunning) {
            return Promise.reject(new Error('The language server is still starting.'));
        }
        const id = `${OWN}${++this.count}`;
        return new Promise<T>((resolve, reject) => {
            this.waiting.set(id, { resolve, reject });
            // plain data: positions of the editor are none
            this.send(JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method, params })) as object);
        });
    }

    announced<T>(feature: string): T | undefined {
        return this.capabilities[feature] as T | undefined;
    }

    offers(feature: string): boolean {
        return feature in this.capabilities;
    }

    onNotification(method: string, listener: (params: unknown) => void): Disposable & { dispose(): undefined } {
        const listeners = this.listeners.get(method) ?? new Set();
        this.listeners.set(method, listeners);
        listeners.add(listener);
        return new Disposable(() => listeners.delete(listener)) as never;
    }

    restart(): Promise<void> {
        location.reload();
        return Promise.resolve();
    }

    stop(): Promise<void> {
        this.worker?.terminate();
        return Promise.resolve();
    }

    toUri(uri: string): ReturnType<Server['toUri']> {
        return Uri.parse(uri);
    }

    fromUri(uri: { toString(): string }): string {
        return uri.toString();
    }

    workspaceEdit(edit: unknown): ReturnType<Server['workspaceEdit']> {
        return Promise.resolve(workspaceEditOf(edit) as never);
    }
}
