/** Other editors, without a window, on the configurations of `editors/` and the built server. An editor that is not there is skipped. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folders.js';
import { helixConfiguration, shownByHelix } from './helix.js';

const ROOT = join(import.meta.dirname, '../../..');
const EDITORS = join(ROOT, 'editors');
const SERVER = join(ROOT, 'bin/sysml-workbench.mjs');
const MODEL = `package P {
    part def Wheel;
    part def Car { part front : Wheel; part rear : Wheel; }
    part car : W
}
`;

interface Shown {
    readonly filetype: string;
    readonly findings: readonly string[];
    readonly hover: string;
    readonly definition: number;
    readonly completion: readonly string[];
    readonly coloured: boolean;
}

const isThere = (program: string, args: readonly string[] = ['--version']): boolean => spawnSync(program, args).status === 0;
const hasTreeSitter = isThere('tree-sitter') && isThere('cc');
const hasEglot = isThere('emacs', ['--batch', '-f', 'package-initialize', '--eval', "(require 'eglot)"]);

/** The parsers for an editor: in a folder as editors/tree-sitter is when they are made; undefined without tree-sitter. */
function parsers(): string | undefined {
    if (!hasTreeSitter) {
        return undefined;
    }
    const folder = temporaryFolder('parsers-');
    cpSync(join(EDITORS, 'tree-sitter'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const own = join(folder, 'sysml');
    expect(spawnSync('tree-sitter', ['generate', '--abi', '14'], { cwd: own }).status).toBe(0);
    expect(spawnSync('cc', ['-O1', '-shared', '-fPIC', '-I', 'src', 'src/parser.c', '-o', '../sysml.so'], { cwd: own }).status).toBe(0);
    return folder;
}

describe('an editor', () => {
    let model = '';

    beforeAll(() => {
        const folder = join(temporaryFolder('models-'), 'models');
        mkdirSync(folder);
        model = join(folder, 'car.sysml');
        writeFileSync(model, MODEL);
    });

    function shownBy(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Shown {
        expect(existsSync(join(ROOT, 'dist')), 'the server is built').toBe(true);
        const { stdout, stderr } = spawnSync(program, args, {
            encoding: 'utf8',
            timeout: 120_000,
            env: {
                ...process.env,
                SYSML_MODEL: model,
                SYSML_EDITORS: EDITORS,
                SYSML_COMMAND: JSON.stringify([process.execPath, SERVER]),
                ...more
            }
        });
        const line = `${stdout}\n${stderr}`.split('\n').find(each => each.startsWith('{'));
        expect(line, `${program} ended without an answer:\n${stdout}\n${stderr}`).toBeDefined();
        return JSON.parse(line!) as Shown;
    }

    /** What every editor shows of the model. */
    const SHOWN = {
        filetype: 'sysml',
        findings: [expect.stringContaining("expected ';'") as string],
        hover: expect.stringContaining('part def P::Wheel') as string,
        definition: 1,
        completion: expect.arrayContaining(['Wheel']) as string[]
    };

    test.skipIf(!isThere('nvim'))('Neovim', () => {
        const folder = parsers();
        const shown = shownBy(
            'nvim',
            ['--headless', '--clean', '-c', `luafile ${join(import.meta.dirname, 'neovim.lua')}`],
            folder === undefined ? {} : { SYSML_PARSERS: folder }
        );
        expect(shown).toEqual({ ...SHOWN, coloured: folder !== undefined });
    });

    test.skipIf(!hasEglot)('Emacs with Eglot', () => {
        expect(shownBy('emacs', ['--batch', '-l', join(import.meta.dirname, 'emacs.el')])).toEqual({ ...SHOWN, coloured: true });
    });

    test.skipIf(!isThere('hx') || !isThere('script'))('Helix', async () => {
        const folder = parsers();
        const [programs, settings, logs] = ['programs-', 'settings-', 'logs-'].map(temporaryFolder);
        // the configuration names the program that is on the search path
        writeFileSync(join(programs, 'sysml-workbench'), `#!/bin/sh\nexec '${process.execPath}' '${SERVER}' "$@"\n`, { mode: 0o755 });
        const env = {
            ...process.env,
            PATH: `${programs}${delimiter}${process.env.PATH}`,
            XDG_CONFIG_HOME: helixConfiguration(EDITORS, settings, folder),
            TERM: 'xterm-256color'
        };
        // `Wheel` behind `front :`
        const shown = await shownByHelix(model, join(logs, 'helix.log'), env, '3gg0fWl', 4);
        expect(shown).toEqual({ ...SHOWN, coloured: folder !== undefined });
    });
});
