// The tools of an assistant, as a client of the protocol calls them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rasterized } from '../../src/cli/diagram-forms.js';
import { diskFiles } from '../../src/editor/disk.js';
import { EditorModels } from '../../src/editor/models.js';
import { mcpServer } from '../../src/hosts/mcp/server.js';
import { loadLibrary } from '../../src/language/library/loading.js';

const LAMPS = `package Lamps {
    attribute def Press;
    part def Lamp {
        attribute watts : ScalarValues::Integer = 40 + 2;
        attribute count : ScalarValues::Integer := 0;
        exhibit state cycle {
            entry; then off;
            state off;
            state on;
            transition first off accept Press do assign count := count + 1 then on;
            transition first on accept after 5 [SI::s] then off;
        }
    }
    part lamp : Lamp;
}
`;

let folder: string;
const clients: Client[] = [];

interface Answered {
    readonly text: string;
    readonly isError: boolean;
    /** of a picture */
    readonly data?: string;
    readonly mimeType?: string;
}

async function clientOf(canWrite: boolean): Promise<(name: string, args?: object) => Promise<Answered>> {
    const models = new EditorModels(loadLibrary(), [diskFiles]);
    const uri = pathToFileURL(folder).href;
    models.addFolder(uri);
    const write = (file: string, text: string): void => writeFileSync(fileURLToPath(file), text);
    const refresh = (): void => models.fileChanged(uri);
    const server = mcpServer(models, { version: '0', folder: uri, refresh, rasterize: rasterized, ...(canWrite && { write }) });
    const [there, here] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '0' });
    clients.push(client);
    await Promise.all([server.connect(there), client.connect(here)]);
    return async (name, args = {}) => {
        const { content, isError } = await client.callTool({ name, arguments: { ...args } });
        const [{ text, data, mimeType }] = content as { text: string; data?: string; mimeType?: string }[];
        return { text, isError: isError === true, ...(data !== undefined && { data, mimeType }) };
    };
}

let call: Awaited<ReturnType<typeof clientOf>>;
beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mcp-'));
    writeFileSync(join(folder, 'lamps.sysml'), LAMPS);
    call = await clientOf(false);
});
afterAll(async () => {
    await Promise.all(clients.map(client => client.close()));
    rmSync(folder, { recursive: true });
});

describe('the tools', () => {
    it('are announced with what they take', async () => {
        const { tools } = await clients[0].listTools();
        expect(tools.map(t => t.name)).toEqual(['check', 'evaluate', 'run', 'render', 'edit']);
        expect(tools.find(t => t.name === 'run')?.inputSchema.required).toEqual(['element']);
    });

    it('check the files as they are now', async () => {
        expect((await call('check')).text).toBe('No findings in 1 file.');
        writeFileSync(join(folder, 'odd.sysml'), 'package Odd { part x : Nothing; }');
        expect((await call('check')).text).toMatch(/^odd\.sysml:1:24: error: 'Nothing' could not be resolved/);
        rmSync(join(folder, 'odd.sysml'));
        expect((await call('check')).text).toBe('No findings in 1 file.');
    });

    it('say which files there are where one is not', async () => {
        expect(await call('check', { file: 'nothing.sysml' })).toEqual({ text: 'nothing.sysml: no such file: lamps.sysml', isError: true });
    });

    it('leave errors out that a question does not reach, where that is wanted', async () => {
        writeFileSync(join(folder, 'lamps.sysml'), LAMPS.replace('part lamp', 'part odd : Nothing; part lamp'));
        const question = { expression: 'watts', context: 'Lamps::lamp' };
        const { text, isError } = await call('evaluate', question);
        expect([text, isError]).toEqual([expect.stringMatching(/'Nothing' could not be resolved; force: true leaves them out$/), true]);
        expect(JSON.parse((await call('evaluate', { ...question, force: true })).text)).toMatchObject({ result: { text: '42' } });
        writeFileSync(join(folder, 'lamps.sysml'), LAMPS);
    });

    it('evaluate', async () => {
        expect(JSON.parse((await call('evaluate', { expression: 'Lamps::lamp.watts * 2' })).text)).toMatchObject({
            result: { text: '84' }
        });
    });

    it('run with events and time', async () => {
        const { text } = await call('run', { element: 'Lamps::Lamp::cycle', events: ['Press'], seconds: 6 });
        expect(JSON.parse(text)).toMatchObject({
            state: 'waiting',
            time: 6,
            finalState: 'off',
            values: ['this.watts = 42', 'this.count = 1']
        });
    });

    it('render as text', async () => {
        const { text } = await call('render', { file: 'lamps.sysml', view: '#state:Lamps::Lamp::cycle', form: 'mermaid' });
        expect(text).toMatch(/stateDiagram/);
    });

    it('render as a drawing, and as a picture of limited size', async () => {
        const { text } = await call('render', { file: 'lamps.sysml', view: '#state:Lamps::Lamp::cycle', form: 'svg' });
        expect(text).toMatch(/^<svg[^]*>off<[^]*<\/svg>\s*$/);
        expect(text).not.toMatch(/var\(/);
        const { data, mimeType } = await call('render', { file: 'lamps.sysml', view: '#state:Lamps::Lamp::cycle', form: 'png' });
        const picture = Buffer.from(data ?? '', 'base64');
        expect([mimeType, picture.toString('latin1', 1, 4)]).toEqual(['image/png', 'PNG']);
        expect(Math.max(picture.readUInt32BE(16), picture.readUInt32BE(20))).toBeLessThanOrEqual(2000);
    });

    it('refuse a drawing that is too long to send', async () => {
        const parts = Array.from({ length: 400 }, (_, i) => `part def PartOfTheBigModel${i};`).join('\n');
        writeFileSync(join(folder, 'big.sysml'), `package Big { ${parts} }`);
        const { text, isError } = await call('render', { file: 'big.sysml', view: '#tree:Big', form: 'svg', levels: 'all' });
        rmSync(join(folder, 'big.sysml'));
        expect([text, isError]).toEqual([expect.stringMatching(/^the drawing has \d+ letters, at most 60000 are sent/), true]);
    });

    const operations = [{ rename: { target: 'Lamps::Lamp::watts', newName: 'power' } }];
    it('show an edit, and write it where they may', async () => {
        const shown = await call('edit', { file: 'lamps.sysml', operations });
        expect(JSON.parse(shown.text)).toMatchObject({ written: false, texts: [{ file: 'lamps.sysml' }] });
        expect(await call('edit', { file: 'lamps.sysml', operations, write: true })).toMatchObject({ isError: true });
        expect(readFileSync(join(folder, 'lamps.sysml'), 'utf8')).toBe(LAMPS);
        const writing = await clientOf(true);
        expect((await writing('edit', { file: 'lamps.sysml', operations, write: true })).isError).toBe(false);
        expect(readFileSync(join(folder, 'lamps.sysml'), 'utf8')).toBe(LAMPS.replace('watts', 'power'));
    });

    it.each([
        ['an element that is none', 'run', { element: 'Lamps::Nothing' }, /names nothing/],
        ['a file that is none', 'render', { file: 'x.sysml', view: '#tree' }, /no such file: lamps\.sysml/],
        ['an expression that is none', 'evaluate', { expression: '1 +' }, /./]
    ])('say what is wrong with %s', async (_title, name, args, message) => {
        expect((await call(name, args)).text).toMatch(message);
    });
});
