// Parse requests that name an interchange archive read the documents in it, as the command line does.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { connectSpelling } from '../../src/wire/status.js';
import { temporaryFolder } from '../support/folders.js';
import { type Asks, oneHost } from './one-host.js';

const PROJECT = { '.project.json': '{"name":"p","version":"1"}', '.meta.json': '{"index":{},"created":"2026-01-01"}' };
const folder = temporaryFolder('archives');

function archive(name: string, files: Readonly<Record<string, string>>): string {
    const path = join(folder, name);
    writeFileSync(path, zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)]))));
    return path;
}

let host: Asks;
beforeAll(async () => {
    host = await oneHost();
});

interface Response {
    root?: { childIds: string[] };
    roots?: { childIds: string[] }[];
    diagnostics?: { message: string; span: { file: string } }[];
}

function ask(name: MethodName, request: object): { response: Response; code: string; message: string } {
    const answered = host<Response>(name, request);
    return { ...answered, code: connectSpelling(answered.code) };
}

describe('an archive that a request names', () => {
    const model = {
        ...PROJECT,
        'a/A.sysml': 'package A { private import K::*; part def P :> C; part q : Missing; }',
        'K.kerml': 'package K { class C; }'
    };

    it('is a model of its documents', () => {
        const path = archive('two.kpar', model);
        const { response } = ask('ParseFile', { filePath: path });
        expect(response.root?.childIds).toEqual(['K', 'A']);
        expect(response.diagnostics?.map(d => d.span.file)).toEqual([`${path}/a/A.sysml`]);
    });

    it('is as many documents among others', () => {
        const path = archive('among.kpar', model);
        const documents = [{ filePath: path }, { name: 'u.sysml', content: 'package U { part p : A::P; }' }];
        expect(ask('ParseSources', { documents }).response.roots?.map(root => root.childIds)).toEqual([['K'], ['A'], ['U']]);
    });

    it.each([
        [
            'no archive',
            () => (writeFileSync(join(folder, 'text.kpar'), 'part def P;'), join(folder, 'text.kpar')),
            /cannot be read: not a readable archive/
        ],
        ['one without a model', () => archive('empty.kpar', PROJECT), /the archive contains no model/],
        [
            'one of JSON alone',
            () => archive('json.kpar', { ...PROJECT, 'm.json': '[]' }),
            /has no notation: convert its m\.json to notation first/
        ]
    ])('is refused when it is %s', (_, path, message) => {
        for (const request of [ask('ParseFile', { filePath: path() }), ask('ParseSources', { documents: [{ filePath: path() }] })]) {
            expect([request.code, request.message]).toEqual(['invalid_argument', expect.stringMatching(message)]);
        }
    });
});
