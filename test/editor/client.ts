/** A client of the language server over standard input and output, and texts with marked places. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
    createMessageConnection,
    type MessageConnection,
    StreamMessageReader,
    StreamMessageWriter
} from 'vscode-languageserver-protocol/node.js';
import type { Diagnostic, Position, ServerCapabilities } from 'vscode-languageserver-protocol';

const ROOT = join(import.meta.dirname, '../..');

export interface Client {
    readonly capabilities: ServerCapabilities;
    readonly connection: MessageConnection;
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

/** Starts the server on a folder with these files. */
export async function startClient(files: Readonly<Record<string, string>>, settings: object = {}): Promise<Client> {
    const folder = mkdtempSync(join(tmpdir(), 'editor-'));
    Object.entries(files).forEach(([name, text]) => writeFileSync(join(folder, name), text));
    const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/cli/main.ts'), 'lsp', '--stdio'], {
        cwd: ROOT,
        stdio: ['pipe', 'pipe', 'inherit']
    });
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
    const connection = createMessageConnection(new StreamMessageReader(child.stdout!), new StreamMessageWriter(child.stdin!));
    const waiting = new Map<string, ((found: Diagnostic[]) => void)[]>();
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
        waiting.get(uri)?.forEach(resolve => resolve(diagnostics));
        waiting.delete(uri);
    });
    connection.onRequest(() => null);
    connection.listen();
    const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
    const { capabilities } = await connection.sendRequest<{ capabilities: ServerCapabilities }>('initialize', {
        processId: process.pid,
        rootUri: pathToFileURL(folder).href,
        workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'models' }],
        capabilities: {},
        initializationOptions: settings
    });
    await connection.sendNotification('initialized', {});
    const tell = (method: string, params: object): void => void connection.sendNotification(method, params);
    return {
        capabilities,
        connection,
        uri,
        open: (name, text) => tell('textDocument/didOpen', { textDocument: { uri: uri(name), languageId: 'sysml', version: 1, text } }),
        change: (name, text, version) =>
            tell('textDocument/didChange', { textDocument: { uri: uri(name), version }, contentChanges: [{ text }] }),
        ask: (method, name, position, more = {}) =>
            connection.sendRequest(method, { textDocument: { uri: uri(name) }, ...(position && { position }), ...more }),
        findings: name => new Promise(resolve => waiting.set(uri(name), [...(waiting.get(uri(name)) ?? []), resolve])),
        async stop() {
            await connection.sendRequest('shutdown');
            await connection.sendNotification('exit');
            const status = await ended;
            connection.dispose();
            rmSync(folder, { recursive: true, force: true });
            return status;
        }
    };
}
