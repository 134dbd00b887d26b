/** The language server as an editor meets it: a process on a workspace of 350 KB in 28 files, asked over standard input and output. */
import { readFileSync } from 'node:fs';
import { LanguageServer } from '../language-server.js';
import { median, report } from '../measure.js';

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

const texts = new Map(Array.from({ length: FILES }, (_, i) => [`f${i}.sysml`, textOf(i, SIZE)]));
const begun = performance.now();
const server = await LanguageServer.start(texts);
const milliseconds = (time: number): string => `${time.toFixed(0)} ms`;

/** Types a character at a place, over and over. */
async function keystrokes(name: string, text: string, count: number): Promise<number> {
    const at = { line: text.split('\n').findIndex(l => l.includes('attribute b3')) + 1, character: 0 };
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
        const start = performance.now();
        await (
            await server.change(name, at, at, ' ')
        ).findings;
        times.push(performance.now() - start);
    }
    return median(times);
}

async function asked(method: string, name: string, paramsOf: (i: number) => object, count: number): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
        times.push(await server.timed(method, name, paramsOf(i)));
    }
    return median(times);
}

const middle = 'f14.sysml';
await (
    await server.open(middle, texts.get(middle)!)
).findings;
report('editor: ready on 28 files, 350 KB, from the start of the process', milliseconds(performance.now() - begun), '2000 ms');
report('editor: findings after a keystroke in one of them', milliseconds(await keystrokes(middle, texts.get(middle)!, 21)), '100 ms');
report(
    'editor: completion of a type',
    milliseconds(await asked('textDocument/completion', middle, i => ({ position: { line: 4 + i * 5, character: 23 } }), 21)),
    '50 ms'
);
report(
    'editor: rename of a definition over the workspace',
    milliseconds(await asked('textDocument/rename', middle, i => ({ position: { line: 2, character: 14 }, newName: `Fresh${i}` }), 9)),
    '200 ms'
);
/** What the process holds when its client has been quiet for a while. */
async function memory(): Promise<string> {
    await new Promise(resolve => setTimeout(resolve, 6000));
    const resident = /VmRSS:\s+(\d+) kB/.exec(process.platform === 'linux' ? readFileSync(`/proc/${server.processId}/status`, 'utf8') : '');
    return resident === null ? 'not told here' : `${(Number(resident[1]) / 1000).toFixed(0)} MB`;
}
report('editor: memory of these files, at rest', await memory(), '200 MB');
const large = textOf(FILES, 450_000);
await (
    await server.open('large.sysml', large)
).findings;
report('editor: findings after a keystroke in 450 KB', milliseconds(await keystrokes('large.sysml', large, 11)), '300 ms');
report('editor: memory with the 450 KB beside them, at rest', await memory());

await server.stop();
