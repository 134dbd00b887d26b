/** A client of the language server over standard input and output, and texts with marked places. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
    createMessageConnection,
    type MessageConnection,
    StreamMessageReader,
    StreamMessageWriter
} from 'vscode-languageserver-protocol/node.js';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node.js';
import { diskFiles } from '../../src/editor/disk.js';
import { EditorModels } from '../../src/editor/models.js';
import type { AskSolver } from '../../src/editor/requests/index.js';
import { serve } from '../../src/editor/server.js';
import type { Library } from '../../src/language/library/library.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import type { ClientCapabilities, Diagnostic, Position, ServerCapabilities } from 'vscode-languageserver-protocol';

const ROOT = join(import.meta.dirname, '../..');

export interface Client {
    readonly capabilities: ServerCapabilities;
    readonly connection: MessageConnection;
    /** the folder of the workspace */
    readonly folder: string;
    uri(name: string): string;
    open(name: string, text: string): void;
    change(name: string, text: string, version: number): void;
    /** What is asked at a place of a document. */
    ask<T>(method: string, name: string, position?: Position, more?: object): Promise<T>;
    /** The findings that are published next for a document. */
    findings(name: string): Promise<Diagnostic[]>;
    stop(): Promise<number | null>;
}

/** A text whose places are marked `⟦1⟧`, `⟦2⟧` …: the text without the marks, and the places by their names. */
export function marked(source: string): { text: string; at: Record<string, Position> } {
    const at: Record<string, Position> = {};
    let text = '';
    let last = 0;
    for (const match of source.matchAll(/⟦(\w+)⟧/g)) {
        text += source.slice(last, match.index);
        last = match.index + match[0].length;
        const lines = text.split('\n');
        at[match[1]] = { line: lines.length - 1, character: lines[lines.length - 1].length };
    }
    return { text: text + source.slice(last), at };
}

/** Writes files into a folder of their own. */
function written(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'editor-'));
    Object.entries(files).forEach(([name, text]) => {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
    });
    return folder;
}

/** Starts the server on a folder with these files, as a process. */
export async function startClient(files: Readonly<Record<string, string>>, settings: object = {}): Promise<Client> {
    const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'bin/sysml-workbench.mjs'), 'lsp', '--stdio'], {
        cwd: ROOT,
        stdio: ['pipe', 'pipe', 'inherit']
    });
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
    return connected(child.stdout!, child.stdin!, written(files), { settings, capabilities: {} }, connection => {
        void connection.sendNotification('exit');
        return ended;
    });
}

/** Starts the server on a folder with these files, in this process: soon there, and without a process to end. */
export async function startInside(
    files: Readonly<Record<string, string>>,
    settings: object = {},
    capabilities: ClientCapabilities = {},
    askSolver?: AskSolver
): Promise<Client> {
    const [there, back] = [new PassThrough(), new PassThrough()];
    serve(
        createConnection(ProposedFeatures.all, there, back),
        new EditorModels((library ??= loadLibrary()), [diskFiles]),
        undefined,
        askSolver
    );
    return connected(back, there, written(files), { settings, capabilities }, () => Promise.resolve(0));
}

let library: Library | undefined;

async function connected(
    from: Readable,
    to: Writable,
    folder: string,
    { settings, capabilities }: { readonly settings: object; readonly capabilities: ClientCapabilities },
    end: (connection: MessageConnection) => Promise<number | null>
): Promise<Client> {
    const connection = createMessageConnection(new StreamMessageReader(from), new StreamMessageWriter(to));
    const waiting = new Map<string, ((found: Diagnostic[]) => void)[]>();
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
        waiting.get(uri)?.forEach(resolve => resolve(diagnostics));
        waiting.delete(uri);
    });
    connection.onRequest(() => null);
    connection.listen();
    const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
    const { capabilities: offered } = await connection.sendRequest<{ capabilities: ServerCapabilities }>('initialize', {
        processId: process.pid,
        rootUri: pathToFileURL(folder).href,
        workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'models' }],
        capabilities,
        initializationOptions: settings
    });
    await connection.sendNotification('initialized', {});
    const tell = (method: string, params: object): void => void connection.sendNotification(method, params);
    return {
        capabilities: offered,
        connection,
        folder,
        uri,
        open: (name, text) => tell('textDocument/didOpen', { textDocument: { uri: uri(name), languageId: 'sysml', version: 1, text } }),
        change: (name, text, version) =>
            tell('textDocument/didChange', { textDocument: { uri: uri(name), version }, contentChanges: [{ text }] }),
        ask: (method, name, position, more = {}) =>
            connection.sendRequest(method, { textDocument: { uri: uri(name) }, ...(position && { position }), ...more }),
        findings: name => new Promise(resolve => waiting.set(uri(name), [...(waiting.get(uri(name)) ?? []), resolve])),
        async stop() {
            await connection.sendRequest('shutdown');
            const status = await end(connection);
            connection.dispose();
            rmSync(folder, { recursive: true, force: true });
            return status;
        }
    };
}
