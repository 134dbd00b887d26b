// The workspace as an editor sees it: findings of files that are not open, models that are projects, folders that come and go, and runs of
// what a model reaches in spite of errors elsewhere.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
    type Diagnostic,
    FileChangeType,
    ProgressType,
    type RegistrationParams,
    type WorkspaceDocumentDiagnosticReport,
    type WorkspaceSymbol
} from 'vscode-languageserver-protocol';
import { type Client, startInside } from './client.js';

const PULLS = { textDocument: { diagnostic: {} } };
const PARTS = 'package Parts { part def Wheel; }';
const CAR = 'package Car { part w : Parts::Wheel; }';
const ODD = 'package Odd { part x : Nothing; }';
const MACHINE = `package Lamps {
    part def Lamp { exhibit state cycle { entry; then off; state off; state on; transition first off accept Press then on; } }
    attribute def Press;
    part lamp : Lamp;
}`;

let client: Client;
afterEach(async () => client.stop());

/** The findings of the workspace, kept as a client keeps them: a name of a file, and how many it has. */
function follow({ connection, folder }: Client): () => Record<string, number> {
    const found = new Map<string, number>();
    const take = ({ items }: { items: readonly WorkspaceDocumentDiagnosticReport[] }): void => {
        for (const report of items) {
            const name = decodeURIComponent(report.uri).slice(pathToFileURL(folder).href.length + 1);
            if (report.kind === 'full') {
                found.set(name, report.items.length);
            }
        }
    };
    connection.onProgress(new ProgressType<{ items: readonly WorkspaceDocumentDiagnosticReport[] }>(), 'all', take);
    void connection.sendRequest('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'all' }).then(
        answer => take(answer as never),
        () => undefined
    );
    return () => Object.fromEntries([...found].filter(([, count]) => count > 0));
}

const soon = { timeout: 15_000, interval: 20 };
const tell = ({ connection, folder }: Client, ...changes: readonly (readonly [string, FileChangeType])[]): void =>
    void connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: changes.map(([name, type]) => ({ uri: pathToFileURL(join(folder, name)).href, type }))
    });

describe('findings of the workspace', () => {
    it('are those of all files, and follow an edit of another file', async () => {
        client = await startInside({ 'parts.sysml': PARTS, 'car.sysml': CAR, 'odd.sysml': 'package Odd { part x : Nothing; }' }, {}, PULLS);
        const found = follow(client);
        await expect.poll(found, soon).toEqual({ 'odd.sysml': 1 });
        client.open('parts.sysml', PARTS);
        client.change('parts.sysml', PARTS.replace('Wheel', 'Rim'), 2);
        await expect.poll(found, soon).toEqual({ 'odd.sysml': 1, 'car.sysml': 1 });
        client.change('parts.sysml', PARTS, 3);
        await expect.poll(found, soon).toEqual({ 'odd.sysml': 1 });
    });

    it('of files that are not open can be turned off', async () => {
        client = await startInside({ 'odd.sysml': 'package Odd { part x : Nothing; }' }, { workspaceFindings: false }, PULLS);
        const found = follow(client);
        client.open('other.sysml', 'package Other { part y : Nothing; }');
        await expect.poll(found, soon).toEqual({ 'other.sysml': 1 });
    });

    it('of a document are answered at once, and as unchanged where they are', async () => {
        client = await startInside({ 'car.sysml': CAR }, {}, PULLS);
        expect(client.capabilities.diagnosticProvider).toMatchObject({ interFileDependencies: true, workspaceDiagnostics: true });
        client.open('car.sysml', CAR);
        const first = await client.ask<{ kind: string; resultId: string; items: object[] }>('textDocument/diagnostic', 'car.sysml');
        expect(first).toMatchObject({ kind: 'full', items: [{ code: 'unresolved' }] });
        const again = client.ask('textDocument/diagnostic', 'car.sysml', undefined, { previousResultId: first.resultId });
        expect(await again).toEqual({ kind: 'unchanged', resultId: first.resultId });
    });

    it('answer a client that takes no reports on the way when something is found', async () => {
        client = await startInside({ 'car.sysml': CAR }, {}, PULLS);
        const { items } = await client.connection.sendRequest<{ items: object[] }>('workspace/diagnostic', { previousResultIds: [] });
        expect(items).toMatchObject([{ kind: 'full', items: [{ code: 'unresolved' }] }]);
    });

    it('follow folders that are moved away and come back', async () => {
        client = await startInside({ 'lib/parts.sysml': PARTS, 'car.sysml': CAR }, {}, PULLS);
        const found = follow(client);
        const names = async (): Promise<string[]> =>
            (await client.connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', { query: 'Wheel' })).map(s => s.name);
        expect(await names()).toEqual(['Wheel']);
        renameSync(join(client.folder, 'lib'), `${client.folder}-moved`);
        tell(client, ['lib', FileChangeType.Deleted]);
        await expect.poll(found, soon).toEqual({ 'car.sysml': 1 });
        expect(await names()).toEqual([]);
        renameSync(`${client.folder}-moved`, join(client.folder, 'lib'));
        tell(client, ['lib', FileChangeType.Created]);
        await expect.poll(found, soon).toEqual({});
    });
});

describe('folders', () => {
    it('are watched for a client that has one for good', async () => {
        client = await startInside({}, {}, { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });
        const registered = new Promise<string[]>(resolve => {
            client.connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
                resolve(registrations.map(({ method }) => method));
                return null;
            });
        });
        expect(await registered).toEqual(['workspace/didChangeWatchedFiles']);
    });
});

describe('events of a run', () => {
    const TANK = `package Signals {
        private import ISQ::*;
        item def Fill { attribute level : LengthValue; attribute times : ScalarValues::Integer = 1; }
        item def Drain;
    }
    package Tanks {
        private import SI::*;
        part def Tank {
            attribute height :> ISQ::length := 0 [m];
            exhibit state cycle {
                entry; then empty;
                state empty;
                accept order : Signals::Fill do assign height := order.level then full;
                state full;
                transition first full accept Signals::Drain then empty;
            }
        }
        part tank : Tank;
    }`;

    it('say what they carry, and are sent with it', async () => {
        client = await startInside({ 'tank.sysml': TANK });
        const start = await client.connection.sendRequest<{ session: number; eventForms: object[] }>('sysml/debug/start', {
            element: 'Tanks::Tank::cycle',
            performer: 'Tanks::tank'
        });
        expect(start.eventForms).toEqual([
            { name: 'Drain', type: 'Signals::Drain', parameters: [] },
            { name: 'Fill', type: 'Signals::Fill', parameters: [{ name: 'level', type: 'LengthValue', unit: 'm' }] }
        ]);
        const { session } = start;
        await client.connection.sendRequest('sysml/debug/send', { session, event: 'Signals::Fill(level = 3 [SI::m])' });
        const { finalState, values } = await client.connection.sendRequest<{ finalState: string; values: object[] }>(
            'sysml/debug/continue',
            { session }
        );
        expect(finalState).toBe('full');
        expect(values).toMatchObject([{ text: expect.stringContaining('3') as string }]);
    });
});

describe('what a finding marks', () => {
    it('is a name or one line, not a whole body', async () => {
        const text =
            'package P {\n    part def Same {\n        attribute a;\n    }\n    part def Same {\n        attribute b;\n    }\n' +
            '    connection {\n        part x;\n    }\n}\n';
        client = await startInside({ 'a.sysml': text }, {}, PULLS);
        client.open('a.sysml', text);
        const { items } = await client.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', 'a.sysml');
        expect(items.length).toBeGreaterThan(0);
        expect(items.map(({ range: { start, end } }) => end.line - start.line)).toEqual(items.map(() => 0));
    });
});

describe('models', () => {
    const PROJECT = '{ "name": "a", "version": "1.0.0", "usage": [] }';
    const FILES = {
        'a/.project.json': PROJECT,
        'a/parts.sysml': PARTS,
        'b/.project.json': PROJECT,
        'b/car.sysml': CAR,
        'c.sysml': 'package C { part w : Parts::Wheel; }'
    };

    it.each<readonly [models: string, found: Record<string, number>]>([
        ['projects', { 'b/car.sysml': 1, 'c.sysml': 1 }],
        ['folders', {}],
        ['workspace', {}]
    ])('are %s', async (models, expected) => {
        client = await startInside(FILES, { models }, PULLS);
        const found = follow(client);
        client.open('late.sysml', 'package Late { part z : Nothing; }');
        await expect.poll(found, soon).toEqual({ ...expected, 'late.sysml': 1 });
    });

    it('follow projects that are made', async () => {
        client = await startInside({ 'a/parts.sysml': PARTS, 'car.sysml': CAR }, {}, PULLS);
        const found = follow(client);
        client.open('late.sysml', 'package Late { part z : Nothing; }');
        await expect.poll(found, soon).toEqual({ 'late.sysml': 1 });
        mkdirSync(dirname(join(client.folder, 'a/.project.json')), { recursive: true });
        writeFileSync(join(client.folder, 'a/.project.json'), PROJECT);
        tell(client, ['a/.project.json', FileChangeType.Created]);
        await expect.poll(found, soon).toEqual({ 'late.sysml': 1, 'car.sysml': 1 });
    });

    it('have the packages that their projects use, once these are installed', async () => {
        const usage = '{ "name": "a", "version": "1.0.0", "usage": [{ "resource": "urn:parts", "versionConstraint": "^1" }] }';
        client = await startInside({ 'b/.project.json': usage, 'b/car.sysml': CAR }, {}, PULLS);
        const found = follow(client);
        client.open('late.sysml', 'package Late { part z : Nothing; }');
        await expect.poll(found, soon).toEqual({ 'late.sysml': 1, 'b/car.sysml': 1 });
        const installed: Readonly<Record<string, string>> = {
            'lib/parts/.project.json': PROJECT,
            'lib/parts/parts.sysml': PARTS,
            'env.toml': '[[project]]\npath = "lib/parts"\nidentifiers = ["urn:parts"]\n'
        };
        for (const [name, text] of Object.entries(installed)) {
            const path = join(client.folder, 'b/.sysand', name);
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, text);
        }
        tell(client, ['b/.sysand/env.toml', FileChangeType.Created]);
        await expect.poll(found, soon).toEqual({ 'late.sysml': 1 });
        const { uri } = (
            await client.ask<{ uri: string }[]>('textDocument/definition', 'b/car.sysml', { line: 0, character: CAR.indexOf('Wheel') })
        )[0];
        expect(uri).toMatch(/\.sysand\/lib\/parts\/parts\.sysml$/);
    });

    const start = (more: object): Promise<{ state: string; notes: string[] }> =>
        client.connection.sendRequest('sysml/debug/start', { element: 'Lamps::Lamp::cycle', ...more });

    it('with an error elsewhere are run when that is meant', async () => {
        client = await startInside({ 'lamps.sysml': MACHINE, 'odd.sysml': ODD });
        await expect(start({})).rejects.toMatchObject({ code: -32803, data: { errors: 1, canForce: true } });
        expect((await start({ force: true })).state).toBe('waiting');
    });

    it.each([
        [{ 'my odd.sysml': ODD }, 'one error is left out, in my odd.sysml: nothing here reaches it'],
        [
            { 'a.sysml': ODD, 'b.sysml': `${ODD} ${ODD.replace('Odd', 'Even')}` },
            '3 errors are left out, in a.sysml, b.sysml: nothing here reaches them'
        ]
    ])('of %j say which errors are left out', async (files, note) => {
        client = await startInside({ 'lamps.sysml': MACHINE, ...files });
        expect((await start({ force: true })).notes).toEqual([note]);
    });

    it('with an error in what is reached are not run', async () => {
        client = await startInside({ 'lamps.sysml': MACHINE.replace('first off', 'first nowhere') });
        await expect(start({ force: true })).rejects.toMatchObject({ code: -32803, data: { errors: 1, canForce: false } });
    });

    it('of other projects do not hinder a run', async () => {
        const other = { 'odd/.project.json': PROJECT, 'odd/odd.sysml': 'package Odd { part x : Nothing; }' };
        client = await startInside({ 'lamps.sysml': MACHINE, ...other });
        expect(await start({})).toMatchObject({ state: 'waiting', notes: [] });
    });
});
