/** The command `edit`. */
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../src/session/answers/unified-diff.js';
import { temporaryFolder } from '../support/folders.js';
import { command, type Run } from './command.js';

const run = (...args: string[]): Promise<Run> => command(args);

function folder(files: Record<string, string>): string {
    const path = temporaryFolder('edit-');
    Object.entries(files).forEach(([name, content]) => writeFileSync(join(path, name), content));
    return path;
}

const LIB = '\uFEFFpackage Lib {\r\n    part def Motor { attribute power = 1; }\r\n}\r\n';
const USE = 'package Use {\n    private import Lib::*;\n    part m : Motor;\n}\n';

describe('sysml-workbench edit', () => {
    test('operations are applied in the order of the command line, to all files, which are written in place byte for byte', async () => {
        const path = folder({ 'lib.sysml': LIB, 'use.sysml': USE });
        const { status, stderr } = await run(
            'edit',
            path,
            '--rename',
            'Lib::Motor=Engine',
            '--add',
            'Lib=part spare : Engine [2]',
            '--in-place'
        );
        expect([status, stderr]).toEqual([0, `wrote ${join(path, 'lib.sysml')}\nwrote ${join(path, 'use.sysml')}\n`]);
        expect(readFileSync(join(path, 'lib.sysml'), 'utf8')).toBe(
            '\uFEFFpackage Lib {\r\n    part def Engine { attribute power = 1; }\r\n    part spare : Engine [2];\r\n}\r\n'
        );
        expect(readFileSync(join(path, 'use.sysml'), 'utf8')).toBe(USE.replace('Motor', 'Engine'));
    });

    test('a feature that is only inherited is redefined; a dry run prints a diff and writes nothing', async () => {
        const path = folder({ 'lib.sysml': LIB, 'use.sysml': USE });
        const { status, stdout } = await run('edit', path, '--set', 'Use::m.power=2', '--dry-run');
        const file = join(path, 'use.sysml');
        expect([status, stdout]).toEqual([
            0,
            `--- ${file}\n+++ ${file}\n@@ -1,4 +1,6 @@\n package Use {\n     private import Lib::*;\n-    part m : Motor;\n+    part m : Motor {\n+        attribute :>> power = 2;\n+    }\n }\n`
        ]);
        expect(readFileSync(file, 'utf8')).toBe(USE);
    });

    test.each([
        ['part <s> x :> y [2] ordered'],
        ['private ref part x references y'],
        ['derived attribute q default = 3'],
        ['alias q for y'],
        ['private import y::*'],
        ['connect y to z'],
        ['part x { part inner; }'],
        ['doc /* what P is */'],
        ['part v; part w']
    ])('a declaration is added as it is written: %s', async text => {
        const path = folder({ 'm.sysml': 'package P { part y; part z; }\n' });
        const { stdout } = await run('edit', path, '--add', `P=${text}`);
        expect(stdout).toBe(`package P { part y; part z; ${text}${/[}/]$/.test(text) ? '' : ';'} }\n`);
    });

    test.each([
        ['part y', "'y' is already the name of a member of 'P' (MEMBER_NAME_TAKEN)"],
        ['part <y> q', "'y' is already the name of a member of 'P' (MEMBER_NAME_TAKEN)"],
        ['part x : Nope', "'Nope' could not be resolved"],
        ['// nothing', "'// nothing' is no declaration"]
    ])('an invalid declaration is refused: %s', async (text, reason) => {
        const path = folder({ 'm.sysml': 'package P { part y; }\n' });
        const { status, stderr } = await run('edit', path, '--add', `P=${text}`);
        expect([status, stderr]).toEqual([2, expect.stringContaining(reason)]);
    });

    test('a body on one line stays on it', async () => {
        const path = folder({
            'a.sysml': 'part def A { attribute m; attribute n; }\npart a : A { attribute x; }\npart b : A {attribute x;}\n'
        });
        const edits = ['--set', 'a.m=2', '--set', 'a.n=3', '--add', 'b=attribute y', '--in-place'];
        expect((await run('edit', path, ...edits)).status).toBe(0);
        expect(readFileSync(join(path, 'a.sysml'), 'utf8')).toBe(
            'part def A { attribute m; attribute n; }\npart a : A { attribute x; attribute :>> m = 2; attribute :>> n = 3; }\npart b : A {attribute x; attribute y; }\n'
        );
    });

    test('each operation refers to declarations of any document after the preceding operations; all or none are written', async () => {
        const path = folder({ 'lib.sysml': LIB, 'use.sysml': USE });
        const edits = ['--rename', 'Lib::Motor=Engine', '--add', 'Use=part n : Engine', '--set', 'Lib::Engine::power=3', '--in-place'];
        expect((await run('edit', path, ...edits, '--rename', 'Use::n=m')).status).toBe(2);
        expect(readFileSync(join(path, 'lib.sysml'), 'utf8')).toBe(LIB);
        expect((await run('edit', path, ...edits)).status).toBe(0);
        expect(readFileSync(join(path, 'lib.sysml'), 'utf8')).toBe(LIB.replace('Motor', 'Engine').replace('1', '3'));
        expect(readFileSync(join(path, 'use.sysml'), 'utf8')).toBe(USE.replace('m : Motor;\n', 'm : Engine;\n    part n : Engine;\n'));
    });

    test('a refusal reports the reason and the referrers, and writes nothing', async () => {
        const path = folder({ 'lib.sysml': LIB, 'use.sysml': USE });
        const { status, stderr } = await run('edit', path, '--delete', 'Lib::Motor', '--in-place');
        expect([status, stderr.includes('DELETE_REFERENCED'), stderr.includes('Use::m')]).toEqual([2, true, true]);
        expect(readFileSync(join(path, 'lib.sysml'), 'utf8')).toBe(LIB);
    });

    test('the target of a link is written, and the link stays', async () => {
        const path = folder({ 'real.sysml': 'part a;\n' });
        const link = join(path, 'link.sysml');
        symlinkSync('real.sysml', link);
        expect((await run('edit', link, '--rename', 'a=b', '--in-place')).status).toBe(0);
        expect([readFileSync(join(path, 'real.sysml'), 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['part b;\n', true]);
    });

    test('operations of a file, in the form of a request', async () => {
        const path = folder({ 'm.sysml': 'part a;\n', 'ops.json': '[{"add_note": {"target": "a", "text": "n"}}]' });
        expect((await run('edit', join(path, 'm.sysml'), '--operations', join(path, 'ops.json'))).stdout).toBe('// n\npart a;\n');
    });

    test.each([
        ['--rename', 'A'],
        ['--add', 'A=;;'],
        ['--set', 'Nope.x=1']
    ])('misuse: %s %s', async (option, text) => {
        const path = folder({ 'm.sysml': 'part a;\n' });
        const { status, stderr } = await run('edit', path, option, text);
        expect(status).toBe(2);
        expect(stderr).not.toBe('');
    });
});

/** Lines before, lines after, hunks: a letter is a line. */
const DIFFS: readonly (readonly [string, string, string])[] = [
    ['abc', 'abc', ''],
    ['abcdefghij', 'abcdefghijk', '@@ -8,3 +8,4 @@\n h\n i\n j\n+k\n'],
    ['abc', 'xbc', '@@ -1,3 +1,3 @@\n-a\n+x\n b\n c\n'],
    ['', 'a', '@@ -0,0 +1,1 @@\n+a\n'],
    ['a', '', '@@ -1,1 +0,0 @@\n-a\n'],
    ['abcdefghijklmn', 'Abcdefghijklmn!', '@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n d\n@@ -12,3 +12,4 @@\n l\n m\n n\n+!\n']
];

test.each(DIFFS)('the difference of %s and %s', (before, after, hunks) => {
    const text = (letters: string): string => [...letters].map(letter => `${letter}\n`).join('');
    expect(unifiedDiff('f', text(before), text(after))).toBe(hunks === '' ? '' : `--- f\n+++ f\n${hunks}`);
});
