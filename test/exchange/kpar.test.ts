/** Project interchange files (KerML 10.3): what they hold, and which are refused. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readArchive, usedProjects, writeArchive } from '../../src/exchange/index.js';
import { command, type Run } from '../cli/command.js';
import { temporaryFolder } from '../support/folders.js';
import { modelOf } from './models.js';

const facts = {
    project: { name: 'p', version: '1.0.0', usage: [] },
    created: '2026-01-01T00:00:00.000Z',
    metamodel: 'https://www.omg.org/spec/SysML/20250201'
};
const A = { path: 'a/A.sysml', content: 'package <x> A;\n', names: ['A', 'x'] };
const B = { path: 'B.sysml', content: 'package B;\n', names: ['B'] };

const PROJECT = { '.project.json': '{"name":"p","version":"1"}', '.meta.json': '{"index":{},"created":"2026-01-01"}' };
function archive(files: Record<string, string>): Uint8Array {
    return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

describe('an archive', () => {
    const bytes = writeArchive([A, B], facts);

    it('has the project and its metadata at the top', () => {
        const files = unzipSync(bytes);
        const meta: unknown = JSON.parse(Buffer.from(files['.meta.json']).toString());
        expect(JSON.parse(Buffer.from(files['.project.json']).toString())).toEqual(facts.project);
        expect(meta).toEqual({
            index: { A: 'a/A.sysml', x: 'a/A.sysml', B: 'B.sysml' },
            created: facts.created,
            metamodel: facts.metamodel
        });
    });

    it('has checksums on request, an object a file', () => {
        const sum = (content: string): object => ({ value: createHash('sha256').update(content).digest('hex'), algorithm: 'SHA256' });
        const meta = Buffer.from(unzipSync(writeArchive([A, B], facts, true))['.meta.json']).toString();
        expect(JSON.parse(meta)).toMatchObject({ checksum: { 'a/A.sysml': sum(A.content), 'B.sysml': sum(B.content) } });
    });

    it('gives its files back, in the order of their paths', () =>
        expect(readArchive(bytes)).toEqual([B, A].map(({ path, content }) => ({ path, content }))));

    it('without metadata files in folders', () =>
        expect(readArchive(archive({ ...PROJECT, 'x/.project.json': 'no JSON', 'x/C.kerml': 'package C;' })).map(f => f.path)).toEqual([
            'x/C.kerml'
        ]));
});

describe('an archive of another tool', () => {
    const TEXT = 'package A;\n';
    const withMeta = (meta: object, files: Record<string, string>): readonly string[] =>
        readArchive(archive({ ...PROJECT, '.meta.json': JSON.stringify(meta), ...files })).map(f => f.path);
    const sum = { value: createHash('sha256').update(TEXT).digest('hex'), algorithm: 'SHA256' };

    it('has paths that begin at its folder', () => {
        expect(withMeta({ index: { A: './a/A.sysml' }, checksum: { './a/A.sysml': [sum] } }, { 'a/A.sysml': TEXT })).toEqual(['a/A.sysml']);
        expect(() => withMeta({ index: {}, checksum: { './A.sysml': [sum] } }, { 'A.sysml': 'package B;' })).toThrow('checksum differs');
    });
    it('has files that the system added', () =>
        expect(withMeta({}, { 'A.sysml': TEXT, '__MACOSX/._A.sysml': '\0', 'a/._B.json': '\0' })).toEqual(['A.sysml']));
    it('may contain JSON files other than those of the model', () => {
        expect(withMeta({ index: { A: 'A.json' } }, { 'A.json': '[]', 'data.json': '{}' })).toEqual(['A.json']);
        expect(withMeta({ index: null, checksum: null }, { 'A.json': '[]', 'B.json': '[]' })).toEqual(['A.json', 'B.json']);
    });
});

/** Another value in the directory's entry of a file: its size at 24, its flags at 8. */
function patched(bytes: Uint8Array, at: number, value: number, width: 2 | 4): Uint8Array {
    const copy = Buffer.from(bytes);
    const entry = copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    if (width === 2) {
        copy.writeUInt16LE(value, entry + at);
    } else {
        copy.writeUInt32LE(value, entry + at);
    }
    return copy;
}

describe('refused', () => {
    const one = { 'C.sysml': 'package C;'.repeat(100), ...PROJECT };
    const meta = (value: object): Record<string, string> => ({
        ...one,
        '.meta.json': JSON.stringify({ index: {}, created: '', ...value })
    });
    it.each<[string, Uint8Array, string]>([
        ['no ZIP file', strToU8('no'), 'it is no ZIP file'],
        ['nothing', new Uint8Array(), 'it is no ZIP file'],
        ['half of one', archive(one).subarray(0, 100), 'it is no ZIP file'],
        ['a path above the archive', archive({ ...one, '../x.sysml': '' }), 'the path "../x.sysml" leads out of the archive'],
        ['such a path in the middle', archive({ ...one, 'a/../../x.sysml': '' }), 'leads out of the archive'],
        ['one with other strokes', archive({ ...one, 'a\\..\\x.sysml': '' }), 'leads out of the archive'],
        ['an absolute path', archive({ ...one, '/x.sysml': '' }), 'the path "/x.sysml" leads out of the archive'],
        ['one of a drive', archive({ ...one, 'C:/x.sysml': '' }), 'leads out of the archive'],
        ['no project', archive({ 'C.sysml': '' }), 'no .project.json at its top level'],
        ['no metadata', archive({ 'C.sysml': '', '.project.json': '{}' }), 'no .meta.json at its top level'],
        ['a project that is no object', archive({ ...one, '.project.json': '[]' }), "the archive's .project.json is not a JSON object"],
        ['metadata that are no JSON', archive({ ...one, '.meta.json': '{' }), "the archive's .meta.json is not a JSON object"],
        ['no models', archive(PROJECT), 'contains no model'],
        [
            'a model in another encoding',
            zipSync({ 'C.sysml': strToU8('/* \xe9 */', true), ...unzipSync(archive(PROJECT)) }),
            'C.sysml is not UTF-8'
        ],
        [
            'an index of other files',
            archive(meta({ index: { D: 'D.sysml' } })),
            'index contains D.sysml, which the archive does not contain'
        ],
        [
            'another checksum',
            archive(meta({ checksum: { 'C.sysml': [{ value: '0', algorithm: 'SHA-384' }] } })),
            'its SHA-384 checksum differs'
        ],
        [
            'another checksum, in the form of other tools',
            archive(meta({ checksum: { 'C.sysml': { value: '0', algorithm: 'SHA256' } } })),
            'its SHA256 checksum differs'
        ],
        ['more bytes than a file says that it has', patched(archive(one), 24, 5, 4), 'C.sysml is damaged'],
        ['fewer', patched(archive(one), 24, 50_000, 4), 'C.sysml is damaged'],
        ['other bytes', patched(archive(one), 16, 0, 4), 'C.sysml is damaged'],
        ['more than the memory should hold', patched(archive(one), 24, 0x7fffffff, 4), 'more than 256 MB'],
        ['encryption', patched(archive(one), 8, 1, 2), 'C.sysml is encrypted'],
        ['other methods', patched(archive(one), 10, 12, 2), 'another method than deflate']
    ])('%s', (_title, bytes, why) => expect(() => readArchive(bytes)).toThrow(why));

    it('a path that occurs twice', () => {
        const two = Buffer.from(archive({ 'C.sysml': '', 'D.sysml': '', ...PROJECT }));
        for (let at = two.indexOf('D.sysml'); at >= 0; at = two.indexOf('D.sysml')) {
            two.write('C', at);
        }
        expect(() => readArchive(two)).toThrow('it holds C.sysml twice');
    });

    it('nothing for a checksum of an unsupported algorithm', () =>
        expect(readArchive(archive(meta({ checksum: { 'C.sysml': [{ value: '0', algorithm: 'MD6' }] } })))).toHaveLength(1));
});

describe('the projects that models use', () => {
    const resources = (content: string, language: 'sysml' | 'kerml' = 'sysml'): string[] =>
        usedProjects(modelOf([{ content, language }])).map(({ resource }) => /\/([\w-]+)\.kpar$/.exec(resource)?.[1] ?? resource);
    it.each<[string, string[], 'kerml'?]>([
        ['package P;', ['Systems-Library']],
        [
            'package P { attribute a : ScalarValues::Real = 1 [SI::kg]; }',
            ['Data-Type-Library', 'Systems-Library', 'Quantities-and-Units-Domain-Library']
        ],
        ['package P { private import TradeStudies::*; }', ['Systems-Library', 'Analysis-Domain-Library']],
        ['package P;', ['Semantic-Library'], 'kerml']
    ])('%s', (text, expected, language) => expect(resources(text, language)).toEqual(expected));
});

describe('sysml-workbench convert', () => {
    const run = (...args: string[]): Promise<Run> => command(['convert', ...args]);

    it('to an archive and back', async () => {
        const folder = temporaryFolder('kpar-');
        const [text, kpar, back] = ['m.sysml', 'm.kpar', 'back.sysml'].map(name => join(folder, name));
        const model = 'package P {\r\n\tpart def D; // kept\r\n}';
        writeFileSync(text, model);
        writeFileSync(join(folder, '.project.json'), '{"name": "stated", "version": "2.1.0", "license": "MIT"}');
        expect(await run('--to', 'kpar', '-o', kpar, text)).toMatchObject({ status: 0, stderr: '' });
        const files = unzipSync(readFileSync(kpar));
        expect(Object.keys(files)).toEqual(['m.sysml', '.project.json', '.meta.json']);
        expect(JSON.parse(Buffer.from(files['.project.json']).toString())).toMatchObject({
            name: 'stated',
            version: '2.1.0',
            license: 'MIT'
        });
        expect((await run('--to', 'ttl', '-o', join(folder, 'a.ttl'), kpar)).status).toBe(0);
        expect((await run('--to', 'sysml', '-o', back, join(folder, 'a.ttl'))).status).toBe(0);
        expect(readFileSync(back, 'utf8')).toBe(model);
    });

    it('archives the documents that are selected', async () => {
        const folder = temporaryFolder('kpar-');
        const [a, b, c] = ['a.sysml', 'b.sysml', 'c.kerml'].map(name => join(folder, name));
        writeFileSync(a, 'package A { part def D { attribute m : ISQ::MassValue; } }');
        writeFileSync(b, 'package B { private import A::*; part d : D; attribute n : ScalarValues::Integer; }');
        writeFileSync(c, 'package C { classifier K; }');
        const kpar = join(folder, 'm.kpar');
        const archived = (): Record<string, string> =>
            Object.fromEntries(Object.entries(unzipSync(readFileSync(kpar))).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
        expect(await run('--to', 'kpar', '-o', kpar, '--documents', b, a, b, c)).toMatchObject({ status: 0, stderr: '' });
        expect(Object.keys(archived())).toEqual(['b.sysml', '.project.json', '.meta.json']);
        expect(JSON.parse(archived()['.meta.json'])).toMatchObject({
            index: { B: 'b.sysml' },
            metamodel: expect.stringContaining('SysML') as string
        });
        expect(archived()['.project.json']).toContain('Data-Type-Library');
        expect(archived()['.project.json']).not.toContain('Quantities');
        expect((await run('--to', 'kpar', '-o', kpar, '--documents', c, a, b, c)).status).toBe(0);
        expect(archived()['.project.json']).not.toContain('SysML');
        expect((await run('--to', 'kpar', '-o', kpar, '--documents', 'none', a)).stderr).toContain('"none", which is not read');
    });

    it('refuses formats that an archive cannot contain', async () => {
        const folder = temporaryFolder('kpar-');
        writeFileSync(join(folder, 'a.sysml'), 'package A;');
        writeFileSync(join(folder, 'b.kerml'), 'package B;');
        expect(await run('--to', 'kpar', '-o', join(folder, 'm.kpar'), folder)).toMatchObject({
            status: 2,
            stderr: expect.stringContaining('an archive holds models of one language') as string
        });
    });
});

describe('an archive instead of a folder', () => {
    const folder = temporaryFolder('kpar-');
    const path = join(folder, 'm.kpar');
    const write = (name: string, files: readonly { path: string; content: string }[]): string => {
        writeFileSync(join(folder, name), writeArchive(files, facts));
        return join(folder, name);
    };
    write('m.kpar', [
        { path: 'a/D.sysml', content: 'package Shared { attribute def D; }' },
        { path: 'm.sysml', content: 'package M { private import Shared::*;\n attribute d : D;\n attribute n = 2 + 3; attribute e : E; }' }
    ]);

    it('is one model, whose findings name the file in it', async () =>
        expect(await command(['check', path])).toMatchObject({
            status: 2,
            stdout: expect.stringContaining(`${path}/m.sysml:3:37 error unresolved`) as string
        }));

    it('is asked', async () => {
        const good = write('good.kpar', [{ path: 'm.sysml', content: 'package M { attribute n = 2 + 3; }' }]);
        expect(await command(['eval', 'M::n + 1', good])).toMatchObject({ status: 0, stdout: '6\n' });
    });

    it.each<[string[], string]>([
        [['format'], 'is an archive, in which nothing is written'],
        [['edit', '--rename', 'M::n=k', '--in-place'], 'is an archive, in which nothing is written'],
        [['check', join(folder, 'none.kpar')], 'file not found']
    ])('%j is refused', async ([name, ...rest], why) =>
        expect(await command([name, ...(rest.at(-1)?.endsWith('.kpar') === true ? rest : [path, ...rest])])).toMatchObject({
            status: 2,
            stderr: expect.stringContaining(why) as string
        })
    );

    it('of JSON is refused with the way to read it', async () => {
        const json = write('json.kpar', [{ path: 'm.json', content: '[]' }]);
        expect((await command(['check', json])).stderr).toContain('holds m.json and no notation: convert it');
    });

    it('of XMI is read as notation', async () => {
        const notation = join(folder, 'x.sysml');
        writeFileSync(notation, 'package X {\n    part def D;\n}\n');
        const { stdout: content } = await command(['convert', '--to', 'xmi2', notation]);
        const one = write('one.kpar', [{ path: 'x.sysmlx', content }]);
        expect(await command(['convert', '--to', 'sysml', one])).toMatchObject({
            status: 0,
            stdout: expect.stringContaining('part def D') as string
        });
        expect((await command(['check', one])).stderr).toContain('holds x.sysmlx and no notation: convert it');
    });

    it('of several files of XMI, or of JSON, is read as one model', async () => {
        const [parts, cars] = ['parts', 'cars'].map(name => join(folder, `${name}.sysml`));
        const PARTS = 'package Parts {\n    part def Wheel;\n    alias Rad for Wheel;\n}\n';
        const CARS = 'package Cars {\n    private import Parts::*;\n    part def Car {\n        part wheels : Wheel [4];\n    }\n}\n';
        writeFileSync(parts, PARTS);
        writeFileSync(cars, CARS);
        const converted = async (to: string, of: string, ...options: readonly string[]): Promise<string> =>
            (await command(['convert', '--to', to, '--documents', of, ...options, parts, cars])).stdout;
        const files = [
            { path: 'parts.sysmlx', content: await converted('xmi2', parts) },
            { path: 'cars.sysmlx', content: await converted('xmi2', cars) }
        ];
        expect(files[1].content).toMatch(/<importedNamespace href="parts\.sysmlx#[^"]+"/);
        expect(files[1].content).not.toContain('declaredName="Wheel"');
        const json = { path: 'cars.json', content: await converted('api-json', cars, '--derived', '--id-form', 'uuid') };
        const archives = [
            write('xmi.kpar', files),
            write('json.kpar', [
                { path: 'parts.json', content: await converted('api-json', parts, '--derived', '--id-form', 'uuid') },
                json
            ])
        ];
        for (const archive of archives) {
            const { status, stdout } = await command(['convert', '--to', 'sysml', archive]);
            expect([status, stdout]).toEqual([0, expect.stringContaining(CARS) as string]);
            expect(stdout).toContain(PARTS);
        }
        const alone = files.map(({ path, content }) => {
            writeFileSync(join(folder, path), content);
            return join(folder, path);
        });
        expect((await command(['convert', '--to', 'sysml', ...alone])).stdout).toBe(PARTS + CARS);
        expect((await command(['convert', '--to', 'sysml', alone[0], alone[0].replace('parts', 'cars')])).status).toBe(0);
        const twice = write('twice.kpar', [files[0], { ...files[0], path: 'again.sysmlx' }]);
        expect((await command(['convert', '--to', 'sysml', twice])).stderr).toMatch(
            /parts\.sysmlx: xmi: line \d+: two elements have the elementId \S+/
        );
        expect((await command(['convert', '--to', 'sysml', write('mixed.kpar', [files[0], json])])).stderr).toContain(
            'it contains files of both JSON and XMI'
        );
    });
});
