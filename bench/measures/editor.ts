/** The language server as an editor meets it: a process on a workspace of 350 KB in 28 files, asked over standard input and output. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node.js';
import { report } from '../measure.js';

const FILES = 28;
const SIZE = 12_500;

/** A file of definitions that specialize and use those of the file before it. */
function textOf(file: number, size: number): string {
    const before = file === 0 ? '' : `private import P${file - 1}::*;`;
    const members: string[] = [];
    for (let i = 0; members.join('\n').length < size; i++) {
        const general = file === 0 ? '' : ` :> D${file - 1}x0`;
        members.push(
            `    part def D${file}x${i}${general} {\n        attribute a${i} : Real = ${i}.5;\n        attribute b${i} : Real = a${i} * 2 + ${i};\n` +
                `        part p${i} : D${file}x${Math.max(0, i - 1)} [0..*];\n    }`
        );
    }
    return `package P${file} {\n    private import ScalarValues::*; ${before}\n${members.join('\n')}\n}\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-editor-'));
const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
const texts = new Map(Array.from({ length: FILES }, (_, i) => [`f${i}.sysml`, textOf(i, SIZE)]));
texts.forEach((text, name) => writeFileSync(join(folder, name), text));

const begun = performance.now();
const child = spawn(process.execPath, ['bin/sysml-workbench.mjs', 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
const waiting = new Map<string, () => void>();
connection.onNotification('textDocument/publishDiagnostics', ({ uri: of, version }: { uri: string; version: number }) =>
    waiting.get(`${of} ${version}`)?.()
);
connection.onRequest(() => null);
connection.listen();
const published = (name: string, version: number): Promise<void> => new Promise(resolve => waiting.set(`${uri(name)} ${version}`, resolve));
const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1];
const milliseconds = (time: number): string => `${time.toFixed(0)} ms`;

await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'bench' }],
    capabilities: {}
});
await connection.sendNotification('initialized', {});

async function open(name: string, text: string): Promise<void> {
    const told = published(name, 1);
    await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(name), languageId: 'sysml', version: 1, text }
    });
    await told;
}

/** Types a character at a place, over and over. */
async function keystrokes(name: string, text: string, count: number): Promise<number> {
    const line = text.split('\n').findIndex(l => l.includes('attribute b3')) + 1;
    const times: number[] = [];
    for (let version = 2; version < count + 2; version++) {
        const told = published(name, version);
        const start = performance.now();
        const at = { line, character: 0 };
        await connection.sendNotification('textDocument/didChange', {
            textDocument: { uri: uri(name), version },
            contentChanges: [{ range: { start: at, end: at }, text: ' ' }]
        });
        await told;
        times.push(performance.now() - start);
    }
    return median(times);
}

async function asked(method: string, paramsOf: (i: number) => object, count: number): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
        const start = performance.now();
        await connection.sendRequest(method, paramsOf(i));
        times.push(performance.now() - start);
    }
    return median(times);
}

const middle = 'f14.sysml';
await open(middle, texts.get(middle)!);
report('editor: ready on 28 files, 350 KB, from the start of the process', milliseconds(performance.now() - begun), '2000 ms');
report('editor: findings after a keystroke in one of them', milliseconds(await keystrokes(middle, texts.get(middle)!, 21)), '100 ms');
const textDocument = { uri: uri(middle) };
report(
    'editor: completion of a type',
    milliseconds(await asked('textDocument/completion', i => ({ textDocument, position: { line: 4 + i * 5, character: 23 } }), 21)),
    '50 ms'
);
report(
    'editor: rename of a definition over the workspace',
    milliseconds(
        await asked('textDocument/rename', i => ({ textDocument, position: { line: 2, character: 14 }, newName: `Fresh${i}` }), 9)
    ),
    '200 ms'
);
/** What the process holds when its client has been quiet for a while. */
async function memory(): Promise<string> {
    await new Promise(resolve => setTimeout(resolve, 6000));
    const resident = /VmRSS:\s+(\d+) kB/.exec(process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '');
    return resident === null ? 'not told here' : `${(Number(resident[1]) / 1000).toFixed(0)} MB`;
}
report('editor: memory of these files, at rest', await memory(), '300 MB');
const large = textOf(FILES, 450_000);
await open('large.sysml', large);
report('editor: findings after a keystroke in 450 KB', milliseconds(await keystrokes('large.sysml', large, 11)), '300 ms');
report('editor: memory with the 450 KB beside them, at rest', await memory());

await connection.sendRequest('shutdown');
await connection.sendNotification('exit');
connection.dispose();
rmSync(folder, { recursive: true });
