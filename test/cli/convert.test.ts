import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command } from './command.js';

describe('convert', () => {
    const folder = temporaryFolder('convert-');
    const at = (name: string): string => join(folder, name);
    const NOTATION = 'package P;\n';
    writeFileSync(at('a.sysml'), NOTATION);
    writeFileSync(at('b.ttl'), '');

    it.each([
        ['a file of Turtle beside others', ['a.sysml', 'b.ttl'], 'b.ttl is no notation by its name: such a file is read alone'],
        ['an output that is the input', ['a.sysml', '-o', './a.sysml'], './a.sysml is what is converted: name another file for the ttl']
    ])('refuses %s', async (_title, args, message) => {
        expect(await command(['convert', '--to', 'ttl', ...args], { cwd: folder })).toEqual({
            status: 2,
            stdout: '',
            stderr: `sysml-workbench convert: ${message}\n`
        });
        expect(readFileSync(at('a.sysml'), 'utf8')).toBe(NOTATION);
    });

    it('lays notation out in its place', async () => {
        writeFileSync(at('c.sysml'), 'package   P;');
        expect(await command(['convert', '--to', 'sysml', 'c.sysml', '-o', 'c.sysml'], { cwd: folder })).toMatchObject({ status: 0 });
        expect(readFileSync(at('c.sysml'), 'utf8')).toBe(NOTATION);
    });
});
