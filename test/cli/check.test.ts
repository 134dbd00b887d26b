/** The command `check`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { spread } from '../support/thorough.js';
import { ROOT, command, type Run } from './command.js';

const run = (...args: string[]): Promise<Run> => command(args);

function folder(files: Record<string, string | Buffer>): string {
    const path = temporaryFolder('check-');
    for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(path, name), content);
    }
    return path;
}

describe('sysml-workbench check', () => {
    test('a model without findings: only the summary, status 0', async () => {
        const { status, stdout } = await run('check', 'examples/vehicle.sysml');
        expect(stdout).toBe('1 file: 0 errors, 0 warnings\n');
        expect(status).toBe(0);
    });

    test('files of a folder are one model; findings as file:line:col severity code message', async () => {
        const path = folder({
            'a.sysml': 'package A { part def Wheel; }\n',
            'b.sysml': 'package B {\n    private import A::*;\n    part w : Wheel;\n    part v : Whel;\n}\n'
        });
        const { status, stdout } = await run('check', path);
        expect(status).toBe(2);
        expect(stdout).toBe(
            `${join(path, 'b.sysml')}:4:14 error unresolved 'Whel' could not be resolved: did you mean 'Wheel'?\n2 files: 1 error, 0 warnings\n`
        );
    });

    test('a wrong type is one finding, with its places and the findings that follow from it', async () => {
        const path = folder({ 'a.sysml': 'part a : Crft;\npart b : Crft { part c = a.x; }\npart d = b.y;\npart e : Other;\n' });
        const { stdout } = await run('check', path);
        expect(stdout.replaceAll(join(path, 'a.sysml'), 'a')).toBe(`a:1:10 error unresolved 'Crft' could not be resolved
    also: a:2:10 error unresolved 'Crft' could not be resolved
    follows: a:2:28 error unresolved 'x' could not be resolved
    follows: a:3:12 error unresolved 'y' could not be resolved
a:4:10 error unresolved 'Other' could not be resolved
1 file: 5 errors, 0 warnings
causes: unresolved 2 (2 follow)
`);
    });

    test('--json contains the same', async () => {
        const path = folder({ 'a.sysml': 'part def A\npart def B;\n' });
        const { status, stdout } = await run('check', '--json', path);
        expect(status).toBe(2);
        const result = JSON.parse(stdout) as {
            files: number;
            errors: number;
            diagnostics: { code: string; span: { startLine: number } }[];
        };
        expect(result).toMatchObject({ files: 1, errors: 1, warnings: 0 });
        expect(result.diagnostics.map(d => [d.code, d.span.startLine])).toEqual([['syntax', 1]]);
    });

    test('--strict makes extension notation an error', async () => {
        const path = folder({ 'a.sysml': 'state def S { entry; then c; choice c; state t; transition first c then t; }\n' });
        expect((await run('check', path)).status).toBe(0);
        expect((await run('check', '--strict', path)).status).toBe(2);
    });

    test.each([
        [[], ['port-type-mismatch']],
        [
            ['--enable-lint', 'rounded-real-literal'],
            ['port-type-mismatch', 'rounded-real-literal']
        ],
        [['--disable-lint', 'port-type-mismatch,undeclared-signal'], []],
        [['--disable-lint', 'rounded-real-literal', '--enable-lint', 'rounded-real-literal', '--strict'], ['port-type-mismatch']]
    ])('lints are enabled and disabled: %j', async (flags, codes) => {
        const path = folder({
            'a.sysml': `package A {
    attribute x : ScalarValues::Real = 0.1;
    port def P { in item a; }
    port def Q { in item a; }
    part s { port p : P; port q : Q; connect p to q; }
}
`
        });
        const { status, stdout } = await run('check', '--json', ...flags, path);
        expect((JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(d => d.code)).toEqual(codes);
        expect(status).toBe(0);
    });

    test('an unknown lint is a misuse', async () => {
        const { status, stderr } = await run('check', '--enable-lint', 'style', folder({ 'a.sysml': 'part a;\n' }));
        expect(stderr).toContain("no lint has the code 'style'; the lints are undeclared-signal, ");
        expect(status).toBe(2);
    });

    test('a file is read once, although several paths and links refer to it', async () => {
        const path = folder({ 'a.sysml': 'part a : Qx;\n' });
        mkdirSync(join(path, 'sub'));
        symlinkSync(path, join(path, 'sub', 'loop'));
        symlinkSync(join(path, 'a.sysml'), join(path, 'b.sysml'));
        symlinkSync(join(path, 'nowhere'), join(path, 'notes'));
        // what is no file is not waited for
        execFileSync('mkfifo', [join(path, 'pipe.sysml')]);
        const { status, stdout } = await run('check', path, join(path, 'b.sysml'), `${path}/./a.sysml`);
        expect(stdout).toBe(`${join(path, 'a.sysml')}:1:10 error unresolved 'Qx' could not be resolved\n1 file: 1 error, 0 warnings\n`);
        expect(status).toBe(2);
    });

    test('a byte order mark and line ends of Windows do not move a finding', async () => {
        const path = folder({ 'a.sysml': '\uFEFFpackage A {\r\n    part a : Nothing;\r\n}\r\n' });
        expect((await run('check', path)).stdout).toMatch(/a\.sysml:2:14 error unresolved/);
    });

    test('a long option may have one dash', async () => {
        expect(await run('check', '-json', 'examples/vehicle.sysml')).toMatchObject({
            status: 0,
            stdout: expect.stringMatching(/^\{\n/) as string
        });
        expect((await run('check', '-help')).stdout).toMatch(/^Usage: sysml-workbench check[^]*- for standard\s+input[^]*Exit status: 0/);
    });

    test.each<[string, Buffer, RegExp]>([
        [
            'Latin-1',
            Buffer.from('package A {\n    doc /* M\xFCller */\n}\n', 'latin1'),
            /file not readable: .*a\.sysml: line 2 is not UTF-8; save it as UTF-8$/m
        ],
        ['UTF-16', Buffer.from('\uFEFFpackage A;', 'utf16le'), /file not readable: .*a\.sysml: it is UTF-16; save it as UTF-8$/m]
    ])('a file in %s is refused', async (_, content, message) => {
        const { status, stdout, stderr } = await run('check', folder({ 'a.sysml': content }));
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(message);
    });

    test.each([
        [['check'], /^sysml-workbench check: missing required argument[^]*--help lists/],
        [['check', '--nonsense', 'x'], /unknown option/],
        [['help', 'nonsense'], /unknown command 'nonsense'/],
        [['toString'], /unknown command 'toString'/],
        [['check', 'no/such/file.sysml'], /file not found: no\/such\/file.sysml/],
        [['check', '--library', 'no/such/library', 'examples'], /library/],
        [['nonsense'], /unknown command 'nonsense'/]
    ])('misuse %j ends with status 2 and the reason', async (args, message) => {
        const { status, stderr } = await run(...args);
        expect(status).toBe(2);
        expect(stderr).toMatch(message);
    });
});

test.each([['--help'], ['help', 'eval'], ['eval', '--help'], ['--version'], ['-version']])('%s %s prints, status 0', async (...args) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/sysml-workbench/);
});

test.each(
    spread<[string, number]>(
        [
            ['check', 2],
            ['eval 1', 2],
            ['convert --to ttl', 0],
            ['check --json', 2],
            ['eval --json 1', 2]
        ],
        3
    )
)('%s ends with its own status, without a message, if its reader ends', (line, expected) => {
    // more than a pipe holds
    const path = folder({ 'a.sysml': `part p : ${'Q'.repeat(500)};\n`.repeat(400) });
    // the shell's status is that of the program: the reader's is written before
    const script = `{ "$0" bin/sysml-workbench.mjs ${line} "$1" 2>&1; echo "$?" >&3; } | head -n 1`;
    const { stdout, stderr, output } = spawnSync('sh', ['-c', script, process.execPath, path], {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe', 'pipe']
    });
    expect([output[3], stderr]).toEqual([`${expected}\n`, '']);
    expect(stdout.split('\n')).toHaveLength(2);
});
