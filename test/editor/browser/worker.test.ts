// The language server in a web worker of a browser: the bundle of the extension, without anything of Node,
// with a client that reads the files.

import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
    createMessageConnection,
    type MessageConnection,
    PortMessageReader,
    PortMessageWriter
} from 'vscode-languageserver-protocol/node.js';
import type { CompletionList, Diagnostic, Hover, Location, TextDocumentEdit } from 'vscode-languageserver-protocol';
import { marked } from '../client.js';
import { browserServer } from '../../../scripts/vscode/browser.mjs';
import { newHash, utf8Length, decode, equalBytes } from '../../../src/editor/browser/host.js';
import * as node from '../../../src/language/host.js';
import { testLibrary } from '../../support/library.js';

const FOLDER = 'vscode-vfs://github/models';
const PARTS = marked(`package Parts {
    part def ⟦wheel⟧Wheel { attribute size : ScalarValues::Integer; }
    part def Axle { part left : Wheel; part right : Wheel; }
}`);
const CAR = marked(`package Car {
    private import Parts::*;
    part def Vehicle {
        part front : Ax⟦axle⟧le;
        attribute s = front.left.⟦chain⟧size;
        part third : Whee;
        state def Blinking { entry; then off; state off; accept after 1 [SI::s] then on; state on; }
    }
}`);

let worker: Worker;
let connection: MessageConnection;
const published = new Map<string, (found: Diagnostic[]) => void>();
const asked: string[] = [];
const findings = (uri: string): Promise<Diagnostic[]> => new Promise(resolve => published.set(uri, resolve));
const at = (name: string) => ({ textDocument: { uri: `${FOLDER}/${name}` } });

beforeAll(async () => {
    const bundle = await build({ ...browserServer('server.js'), write: false });
    worker = new Worker(join(import.meta.dirname, 'worker.mjs'), { workerData: bundle.outputFiles[0].text });
    const library = new Uint8Array(testLibrary().snapshot!).slice().buffer;
    worker.postMessage({ library }, [library]);
    connection = createMessageConnection(new PortMessageReader(worker), new PortMessageWriter(worker));
    connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) =>
        published.get(uri)?.(diagnostics)
    );
    connection.onRequest('sysml/files', async ({ folder }: { folder: string }) => {
        asked.push(folder);
        await new Promise(resolve => setTimeout(resolve, 20));
        return { files: [{ uri: `${FOLDER}/parts.sysml`, text: PARTS.text }] };
    });
    connection.onRequest('sysml/file', ({ uri }: { uri: string }) => {
        asked.push(uri);
        return { text: `${PARTS.text}\npackage More;` };
    });
    connection.onRequest(() => null);
    connection.listen();
}, 60_000);
afterAll(async () => {
    connection.dispose();
    await worker.terminate();
});

describe('the server in a browser', () => {
    it('says what it can', async () => {
        const { capabilities } = await connection.sendRequest<{ capabilities: Record<string, unknown> }>('initialize', {
            processId: null,
            rootUri: null,
            workspaceFolders: [{ uri: FOLDER, name: 'models' }],
            capabilities: { experimental: { sysmlFiles: true } }
        });
        expect(Object.keys(capabilities)).toEqual(expect.arrayContaining(['hoverProvider', 'completionProvider', 'renameProvider']));
        expect(Object.keys(capabilities.experimental as object)).toEqual(expect.arrayContaining(['sysmlRender', 'sysmlDebug']));
        expect(asked).toEqual([]);
    });

    it('reads the folder through its client before it finds anything', async () => {
        await connection.sendNotification('initialized', {});
        const found = findings(`${FOLDER}/car.sysml`);
        await connection.sendNotification('textDocument/didOpen', {
            textDocument: { uri: `${FOLDER}/car.sysml`, languageId: 'sysml', version: 1, text: CAR.text }
        });
        expect((await found).map(d => [d.range.start.line, d.code])).toEqual([[5, 'unresolved']]);
        expect(asked).toEqual([FOLDER]);
    });

    it('answers hover, definition and completion', async () => {
        const hover = await connection.sendRequest<Hover>('textDocument/hover', { ...at('car.sysml'), position: CAR.at.axle });
        expect(JSON.stringify(hover.contents)).toContain('part def Parts::Axle');
        const [place] = await connection.sendRequest<Location[]>('textDocument/definition', { ...at('car.sysml'), position: CAR.at.axle });
        expect(place.uri).toBe(`${FOLDER}/parts.sysml`);
        const { items } = await connection.sendRequest<CompletionList>('textDocument/completion', {
            ...at('car.sysml'),
            position: CAR.at.chain
        });
        expect(items.map(i => i.label)).toContain('size');
    });

    it('draws', async () => {
        const { kind, svg } = await connection.sendRequest<{ kind: string; svg: string }>('sysml/render', {
            ...at('car.sysml'),
            view: '#state:Car::Vehicle::Blinking'
        });
        expect(kind).toBe('state');
        expect(svg).toContain('data-element="Car::Vehicle::Blinking::off"');
    });

    it('evaluates', async () => {
        await connection.sendNotification('textDocument/didChange', {
            textDocument: { uri: `${FOLDER}/car.sysml`, version: 2 },
            contentChanges: [{ text: CAR.text.replace(': Whee;', ': Wheel;') }]
        });
        const { result } = await connection.sendRequest<{ result: { text: string } }>('sysml/evaluate', { expression: '2 ** 70 + 1' });
        expect(result.text).toBe('1180591620717411303425');
    });

    it('edits', async () => {
        const { edit } = await connection.sendRequest<{ edit: { documentChanges: TextDocumentEdit[] } }>('sysml/applyModelEdit', {
            ...at('car.sysml'),
            operations: [{ rename: { target: 'Car::Vehicle::front', newName: 'bow' } }]
        });
        expect(edit.documentChanges.flatMap(c => c.edits.map(e => (e as { newText: string }).newText))).toEqual(['bow', 'bow']);
    });

    it('reads a file again that has changed', async () => {
        await connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: `${FOLDER}/parts.sysml`, type: 2 }] });
        const found = await connection.sendRequest<{ name: string }[]>('workspace/symbol', { query: 'More' });
        expect(found.map(s => s.name)).toContain('More');
    });
});

describe('the host of a browser does what Node does', () => {
    const TEXTS = ['', 'abc', 'größer', '€ 3', '𝔸𝔹 of two units', '\ufeffmark', 'x'.repeat(20_000) + 'é'];

    it('counts half a pair of units as what stands for it', () => {
        expect(utf8Length('\ud800 alone \udc00')).toBe(node.utf8Length('\ud800 alone \udc00'));
    });

    it.each([
        [1, 0, 3, true],
        [1, 0, 4, false],
        [2, 1, 2, true],
        [0, 0, 1, false],
        [5, 4, 0, true]
    ])('compares the bytes from %i and from %i, %i of them: %s', (fromA, fromB, length, expected) => {
        const [a, b] = [Uint8Array.of(9, 1, 2, 3, 4), Buffer.from([1, 2, 3, 5])];
        expect(equalBytes(a, fromA, b, fromB, length)).toBe(expected);
        expect(node.equalBytes(a, fromA, b, fromB, length)).toBe(expected);
        expect(node.equalBytes(b, fromB, a, fromA, length)).toBe(expected);
    });

    it.each(TEXTS)('%#', text => {
        expect(utf8Length(text)).toBe(node.utf8Length(text));
        for (const algorithm of ['sha1', 'sha256'] as const) {
            expect(newHash(algorithm).update('1').update(text).hex()).toBe(node.newHash(algorithm).update('1').update(text).hex());
        }
        for (const encoding of ['latin1', 'utf16le', 'utf8'] as const) {
            const bytes = Uint8Array.from(Buffer.from(`..${text}`, encoding));
            expect(decode(bytes.buffer, 2, bytes.length - 2, encoding)).toBe(node.decode(bytes.buffer, 2, bytes.length - 2, encoding));
        }
    });
});
