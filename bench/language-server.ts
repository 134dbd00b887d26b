/** The language server as an editor meets it: a process on a folder of its own, asked over standard input and output. */
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

export interface Place {
    readonly line: number;
    readonly character: number;
}

/** What is published for a version of a document: over when it is there. */
export interface Findings {
    readonly findings: Promise<void>;
}

export class LanguageServer {
    private readonly published = new Map<string, () => void>();
    private readonly versions = new Map<string, number>();

    private constructor(
        private readonly folder: string,
        private readonly child: ChildProcess,
        private readonly connection: MessageConnection
    ) {}

    /** Starts the server on files, by their names. */
    static async start(files: ReadonlyMap<string, string>): Promise<LanguageServer> {
        const folder = mkdtempSync(join(tmpdir(), 'bench-editor-'));
        files.forEach((text, name) => writeFileSync(join(folder, name), text));
        const child = spawn(process.execPath, ['bin/sysml-workbench.mjs', 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
        const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
        const server = new LanguageServer(folder, child, connection);
        connection.onNotification('textDocument/publishDiagnostics', ({ uri, version }: { uri: string; version: number }) =>
            server.published.get(`${uri} ${version}`)?.()
        );
        connection.onRequest(() => null);
        connection.listen();
        const uri = pathToFileURL(folder).href;
        await connection.sendRequest('initialize', {
            processId: process.pid,
            rootUri: uri,
            workspaceFolders: [{ uri, name: 'bench' }],
            capabilities: {}
        });
        await connection.sendNotification('initialized', {});
        return server;
    }

    get processId(): number | undefined {
        return this.child.pid;
    }

    uri(name: string): string {
        return pathToFileURL(join(this.folder, name)).href;
    }

    /** Opens a text. @returns a promise of its findings */
    async open(name: string, text: string): Promise<Findings> {
        const textDocument = { uri: this.uri(name), languageId: 'sysml', version: 1, text };
        this.versions.set(name, 1);
        const findings = this.findings(name);
        await this.connection.sendNotification('textDocument/didOpen', { textDocument });
        return { findings };
    }

    /** Replaces what is between two places. @returns a promise of the findings */
    async change(name: string, start: Place, end: Place, text: string): Promise<Findings> {
        const version = this.versions.get(name)! + 1;
        this.versions.set(name, version);
        const findings = this.findings(name);
        await this.connection.sendNotification('textDocument/didChange', {
            textDocument: { uri: this.uri(name), version },
            contentChanges: [{ range: { start, end }, text }]
        });
        return { findings };
    }

    private findings(name: string): Promise<void> {
        return new Promise(resolve => this.published.set(`${this.uri(name)} ${this.versions.get(name)}`, resolve));
    }

    /** Milliseconds until a request about a document is answered. */
    async timed(method: string, name: string, more: object = {}): Promise<number> {
        const start = performance.now();
        await this.connection.sendRequest(method, { textDocument: { uri: this.uri(name) }, ...more });
        return performance.now() - start;
    }

    async stop(): Promise<void> {
        await this.connection.sendRequest('shutdown');
        await this.connection.sendNotification('exit');
        this.connection.dispose();
        rmSync(this.folder, { recursive: true });
    }
}
