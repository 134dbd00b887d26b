import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { xmi } from '../migration/v1.js';
import { command } from './command.js';

describe('migrate', () => {
    const folder = temporaryFolder('migrate-');
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('a.uml'), xmi('<packagedElement:Signal s "S"/>'));
    writeFileSync(at('bad.uml'), '<html/>');

    it('writes one file to standard output', async () => {
        const { status, stdout, stderr } = await command(['migrate', 'a.uml'], { cwd: folder });
        expect([status, stdout]).toEqual([0, 'item def S;\n']);
        expect(stderr).toContain('a.uml: migrated 2 element(s): 2 mapped');
    });

    it('reads diagrams of Papyrus with their model, and refuses diagrams without a model and models of version 2', async () => {
        writeFileSync(at('a.notation'), '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"/>');
        const run = async (...files: string[]): Promise<unknown[]> => {
            const { status, stderr } = await command(['migrate', ...files], { cwd: folder });
            return [status, stderr];
        };
        expect((await run('a.uml', 'a.notation'))[0]).toBe(0);
        expect(await run('a.notation')).toEqual([2, expect.stringContaining('a.notation belongs to a model of Papyrus: name a.uml')]);
        expect(await run('a.sysml')).toEqual([
            2,
            expect.stringContaining('a.sysml is a model of SysML v2, which is converted, not migrated')
        ]);
    });

    it('writes a document for each file and a report, and reports what it cannot read', async () => {
        const { status, stderr } = await command(['migrate', 'a.uml', 'bad.uml', '-o', 'out', '--report', 'r.json'], { cwd: folder });
        expect(status).toBe(3);
        expect(stderr).toContain('sysml-workbench migrate: bad.uml: not an XMI document: expected an xmi:XMI or uml:Model root element\n');
        expect(readFileSync(at('out/a.sysml'), 'utf8')).toBe('item def S;\n');
        expect(JSON.parse(readFileSync(at('r.json'), 'utf8'))).toMatchObject({ source: 'a.uml', mapped: 2 });
        const again = async (): Promise<string> => (await command(['migrate', 'a.uml', '-o', 'out'], { cwd: folder })).stderr;
        expect(await again()).not.toContain('replaced');
        writeFileSync(at('out/a.sysml'), 'item def Edited;\n');
        expect(await again()).toContain(`${join('out', 'a.sysml')}: the document that was there is replaced`);
    });

    it.each(['ttl', 'kpar'])('reports that it replaces an edited document in the format %s', async format => {
        const again = async (): Promise<string> =>
            (await command(['migrate', 'a.uml', '-o', format, '--format', format], { cwd: folder })).stderr;
        expect(await again()).not.toContain('replaced');
        expect(await again()).not.toContain('replaced');
        writeFileSync(at(`${format}/a.${format}`), '# edited');
        expect(await again()).toContain(`${join(format, `a.${format}`)}: the document that was there is replaced`);
    });

    it.each([
        ['the model', ['--report', 'a.uml'], 'a.uml is what is migrated'],
        ['the document', ['-o', '.', '--report', 'a.sysml'], 'a.sysml would be written twice'],
        ['the report', ['--report', 'r.json', '--results', './r.json'], 'r.json would be written twice']
    ])('refuses to write over %s', async (_title, args, message) => {
        const { status, stderr } = await command(['migrate', 'a.uml', ...args], { cwd: folder });
        expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
        expect(readFileSync(at('a.uml'), 'utf8')).toContain('uml:Signal');
    });

    it('writes portable notation, archives, ids, run configurations and a page', async () => {
        const { status } = await command(
            ['migrate', 'a.uml', '-o', 'more', '--format', 'kpar', '--strict', '--results', 'runs.json', '--report', 'r.html'],
            { cwd: folder }
        );
        expect(status).toBe(0);
        expect(readFileSync(at('more/a.kpar')).subarray(0, 2).toString()).toBe('PK');
        expect(JSON.parse(readFileSync(at('runs.json'), 'utf8'))).toMatchObject({ source: 'a.uml', configurations: [] });
        expect(readFileSync(at('r.html'), 'utf8')).toContain('<html');
        const kept = await command(['migrate', 'a.uml', '--keep-ids'], { cwd: folder });
        expect(kept.stdout).toContain('item def S');
        expect(kept.stdout).not.toBe('item def S;\n');
    });

    it('reads several files as one model, with a layout', async () => {
        writeFileSync(at('b.uml'), xmi('<packagedElement:Signal s2 "T"/>').replace('xmi:id="m"', 'xmi:id="m2"'));
        const one = await command(['migrate', 'a.uml', 'b.uml', '--one-model'], { cwd: folder });
        expect([one.status, one.stdout]).toEqual([0, 'item def S;\nitem def T;\n']);
        writeFileSync(at('layout.xml'), '<layout/>');
        const refused = await command(['migrate', 'a.uml', '--layout', 'layout.xml'], { cwd: folder });
        expect(refused.status).toBe(2);
        expect(refused.stderr).toContain('MTIP packet');
    });

    it.each([
        ['an address that is none', ['a.uml', '--image-base-url', 'img'], 'img'],
        ['a library that is not there', ['a.uml', '--library', 'nowhere'], 'nowhere']
    ])('refuses %s', async (_title, args, message) => {
        const { status, stderr } = await command(['migrate', ...args], { cwd: folder });
        expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    });

    it.each([
        ['several files without a folder', ['a.uml', 'bad.uml'], '2 files cannot go to standard output: name a folder (--output)'],
        ['an unknown format', ['a.uml', '--format', 'pdf'], 'unknown format "pdf": it is sysml, ttl, kpar'],
        ['a file that is not there', ['no.uml'], 'file not readable: no.uml: it does not exist']
    ])('refuses %s', async (_title, args, message) => {
        const { status, stderr } = await command(['migrate', ...args], { cwd: folder });
        expect(status).toBe(2);
        expect(stderr).toContain(`sysml-workbench migrate: ${message}\n`);
    });
});
