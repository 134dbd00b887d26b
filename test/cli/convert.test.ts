import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command } from './command.js';

describe('convert', () => {
    const folder = temporaryFolder('convert-');
    const at = (name: string): string => join(folder, name);
    const NOTATION = 'package P;\n';
    writeFileSync(at('a.sysml'), NOTATION);
    writeFileSync(at('b.ttl'), '');
    writeFileSync(at('b.ttl.gz'), gzipSync(''));
    writeFileSync(at('m.xmi'), '<?xml version="1.0"?><uml:Model xmlns:uml="http://www.omg.org/spec/UML/20131001" name="M"/>');

    it.each([
        ['a file of Turtle beside others', ['a.sysml', 'b.ttl'], 'b.ttl is no notation by its name: such a file is read alone'],
        ['an output that is the input', ['a.sysml', '-o', './a.sysml'], './a.sysml is what is converted: name another file for the ttl'],
        [
            'a format that is not read, by its name',
            ['g.jsonld'],
            'cannot tell the format of "g.jsonld" from its name (JSON-LD: write the graph as Turtle): give --from'
        ],
        ['a compressed file', ['--from', 'ttl', 'b.ttl.gz'], 'file not readable: b.ttl.gz: it is compressed; decompress it first'],
        ['a model of SysML v1', ['m.xmi'], 'm.xmi is a SysML v1 model, which is migrated, not converted: use the command migrate']
    ])('refuses %s', async (_title, args, message) => {
        expect(await command(['convert', '--to', 'ttl', ...args], { cwd: folder })).toEqual({
            status: 2,
            stdout: '',
            stderr: `sysml-workbench convert: ${message}\n`
        });
        expect(readFileSync(at('a.sysml'), 'utf8')).toBe(NOTATION);
    });

    it.each([
        ['.', 'it is a folder'],
        ['no/a.ttl', 'its folder does not exist'],
        ['a.sysml/a.ttl', 'what it says is a folder is a file']
    ])('reports why %s cannot be written', async (output, reason) => {
        const { status, stderr } = await command(['convert', '--to', 'ttl', 'a.sysml', '-o', output], { cwd: folder });
        expect(stderr.trimEnd().split('\n').at(-1)).toBe(`sysml-workbench convert: file not writable: ${output}: ${reason}`);
        expect(status).toBe(2);
    });

    it('is the advice of other commands for a file of another format', async () => {
        const { status, stderr } = await command(['check', 'b.ttl'], { cwd: folder });
        expect([status, stderr]).toEqual([2, 'sysml-workbench check: b.ttl is no notation by its name: convert it (--to sysml) first\n']);
    });

    it('writes the documents of a graph into a folder', async () => {
        const texts = { 'd/k.kerml': 'package K { class C; }\n', 'd/s/S.sysml': 'package S { part p : K::C; }\n' };
        Object.keys(texts).forEach(path => mkdirSync(join(folder, dirname(path)), { recursive: true }));
        Object.entries(texts).forEach(([path, text]) => writeFileSync(at(path), text));
        await command(['convert', '--to', 'ttl', ...Object.keys(texts), '-o', 'd.ttl'], { cwd: folder });
        expect(await command(['convert', '--to', 'sysml', 'd.ttl', '-o', 'back/'], { cwd: folder })).toMatchObject({
            status: 0,
            stdout: ''
        });
        expect(readFileSync(at('back/k.kerml'), 'utf8')).toBe(texts['d/k.kerml']);
        expect(readFileSync(at('back/s/S.sysml'), 'utf8')).toBe(texts['d/s/S.sysml']);
    });

    it('writes the documents of an archive into a folder, all of them formatted, or none', async () => {
        const texts = { 'e/a.sysml': 'package A;\n', 'e/s/b.sysml': 'package B { part p; }\n' };
        mkdirSync(at('e/s'), { recursive: true });
        Object.entries(texts).forEach(([path, text]) => writeFileSync(at(path), text));
        await command(['convert', '--to', 'kpar', 'e', '-o', 'e.kpar'], { cwd: folder });
        expect(await command(['convert', '--to', 'sysml', 'e.kpar', '-o', 'out/'], { cwd: folder })).toEqual({
            status: 0,
            stdout: '',
            stderr: `wrote ${join('out', 'a.sysml')}\nwrote ${join('out', 's', 'b.sysml')}\n`
        });
        expect(readFileSync(at('out/a.sysml'), 'utf8')).toBe(texts['e/a.sysml']);
        expect(readFileSync(at('out/s/b.sysml'), 'utf8')).toBe(texts['e/s/b.sysml']);
        expect(await command(['convert', '--to', 'sysml', 'e'], { cwd: folder })).toMatchObject({
            status: 2,
            stderr: expect.stringContaining(
                '2 documents, and notation is one: name a folder with -o, or convert them to ttl or api-json'
            ) as string
        });
        writeFileSync(at('e/s/c.sysml'), 'package {');
        expect(await command(['convert', '--to', 'sysml', 'e', '-o', 'none/'], { cwd: folder })).toMatchObject({ status: 2 });
        expect(existsSync(at('none'))).toBe(false);
    });

    it('formats notation in place', async () => {
        writeFileSync(at('c.sysml'), 'package   P;');
        expect(await command(['convert', '--to', 'sysml', 'c.sysml', '-o', 'c.sysml'], { cwd: folder })).toMatchObject({ status: 0 });
        expect(readFileSync(at('c.sysml'), 'utf8')).toBe(NOTATION);
    });
});

describe('format', () => {
    const folder = temporaryFolder('format-');

    it.each(['model.ttl', 'model.json', 'README.md'])('does not format a file whose name is not that of notation: %s', async name => {
        const content = '  a\n\n\n    b\n';
        writeFileSync(join(folder, name), content);
        expect(await command(['format', name], { cwd: folder })).toEqual({
            status: 2,
            stdout: '',
            stderr: `sysml-workbench format: ${name} is no notation by its name (.sysml, .kerml): nothing is written in it\n`
        });
        expect(readFileSync(join(folder, name), 'utf8')).toBe(content);
    });
});
