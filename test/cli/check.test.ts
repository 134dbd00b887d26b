/** The command `check`, run as users run it: as a process of its own. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [join(ROOT, 'bin', 'sysml-workbench.mjs'), ...args], { cwd: ROOT, encoding: 'utf8' });
}

function folder(files: Record<string, string>): string {
    const path = temporaryFolder('check-');
    for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(path, name), content);
    }
    return path;
}

describe('sysml-workbench check', () => {
    test('a clean model: the summary alone, status 0', () => {
        const { status, stdout } = run('check', 'examples/vehicle.sysml');
        expect(stdout).toBe('1 file: 0 errors, 0 warnings\n');
        expect(status).toBe(0);
    });

    test('files of a folder are one model; findings as file:line:col severity code message', () => {
        const path = folder({ 'a.sysml': 'package A { part def Wheel; }\n', 'b.sysml': 'package B {\n    private import A::*;\n    part w : Wheel;\n    part v : Whel;\n}\n' });
        const { status, stdout } = run('check', path);
        expect(status).toBe(1);
        expect(stdout).toBe(`${join(path, 'b.sysml')}:4:14 error unresolved 'Whel' could not be resolved: did you mean 'Wheel'?\n2 files: 1 error, 0 warnings\n`);
    });

    test('--json holds the same', () => {
        const path = folder({ 'a.sysml': 'part def A\npart def B;\n' });
        const { status, stdout } = run('check', '--json', path);
        expect(status).toBe(1);
        const result = JSON.parse(stdout) as { files: number; errors: number; diagnostics: { code: string; span: { startLine: number } }[] };
        expect(result).toMatchObject({ files: 1, errors: 1, warnings: 0 });
        expect(result.diagnostics.map(d => [d.code, d.span.startLine])).toEqual([['syntax', 1]]);
    });

    test('--strict makes extension notation an error', () => {
        const path = folder({ 'a.sysml': 'state def S { entry; then c; choice c; state t; transition first c then t; }\n' });
        expect(run('check', path).status).toBe(0);
        expect(run('check', '--strict', path).status).toBe(1);
    });

    test.each([
        [['check'], /missing required argument/],
        [['check', '--nonsense', 'x'], /unknown option/],
        [['check', 'no/such/file.sysml'], /file not found: no\/such\/file.sysml/],
        [['check', '--library', 'no/such/library', 'examples'], /library/],
        [['nonsense'], /unknown command 'nonsense'/]
    ])('misuse %j ends with status 2 and says why', (args, message) => {
        const { status, stderr } = run(...args);
        expect(status).toBe(2);
        expect(stderr).toMatch(message);
    });
});
