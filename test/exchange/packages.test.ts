/** Packages that a project uses (KerML 10.3, `usage`): where they are found, in which versions, and what is told where they are not. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeArchive } from '../../src/exchange/index.js';
import { packagesOf } from '../../src/exchange/packages/index.js';
import { tablesOf } from '../../src/exchange/packages/toml.js';
import { compareVersions, satisfies } from '../../src/exchange/packages/versions.js';
import { command } from '../cli/command.js';
import { temporaryFolder } from '../support/folders.js';

describe('versions', () => {
    it.each([
        ['1.2.3', '1.2.3', true],
        ['1.9.0', '1.2', true],
        ['2.0.0', '1.2', false],
        ['1.2.0', '^1.2.1', false],
        ['0.2.9', '^0.2.3', true],
        ['0.3.0', '^0.2.3', false],
        ['0.0.4', '^0.0.3', false],
        ['0.0.9', '^0', true],
        ['1.2.9', '~1.2.3', true],
        ['1.3.0', '~1.2.3', false],
        ['1.9.0', '~1', true],
        ['1.2.9', '1.2.*', true],
        ['1.3.0', '=1.2', false],
        ['1.2.7', '=1.2', true],
        ['1.5.0', '>=1.2, <1.5', false],
        ['1.4.9', '>=1.2, <1.5', true],
        ['1.3.0', '>1.2', true],
        ['1.2.5', '>1.2', false],
        ['2.0.0-rc.1', '^2', false],
        ['2.0.0-rc.2', '>=2.0.0-rc.1', true],
        ['2.0.0-rc.2', '>=2.0.0-rc.10', false],
        ['3.1.4', '', true],
        ['3.1.4', '*', true],
        ['3.1', '*', undefined],
        ['3.1.4', 'newest', undefined],
        ['3.1.4', '>=1,', undefined],
        ['newest', '1', undefined],
        ['3.1.4', '>= =1', undefined],
        ['1.2.3', '>1.2.3', false],
        ['1.2.3', '>=1.2.3', true],
        ['1.2.2', '>=1.2.3', false],
        ['1.2.3', '<1.2.3', false],
        ['1.2.3', '<=1.2.3', true],
        ['1.2.4', '<=1.2.3', false],
        ['1.2.2', '<=1.2.3', true],
        ['1.2.2', '~1.2.3', false],
        ['0.0.0', '^0.0.0', true],
        ['0.0.1', '^0.0.0', false],
        ['1.1.0', '^0', false],
        ['2.0.0', '^2.0.0-rc.1', true],
        ['2.0.0-rc.1', '^1.0.0-rc.1', false],
        ['2.1.0-rc.1', '^2.0.0-rc.1', false],
        ['2.0.0-rc.1', '=2.0.0-rc.1', true],
        ['2.0.0-rc.1+build', '=2.0.0-rc.1', true]
    ])('%s satisfies "%s": %s', (version, constraint, expected) => expect(satisfies(version, constraint)).toBe(expected));

    // Semantic Versioning 11, and versions that are not of it
    const ORDER = [
        ...[
            'newest',
            '0.9.9',
            '1.0.0-1',
            '1.0.0-2',
            '1.0.0-10',
            '1.0.0-alpha',
            '1.0.0-alpha.1',
            '1.0.0-alpha.-x',
            '1.0.0-alpha.beta',
            '1.0.0-beta'
        ],
        ...['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0']
    ];
    it('are ordered', () => {
        const signs = ORDER.map(a => ORDER.map(b => Math.sign(compareVersions(a, b))));
        expect(signs).toEqual(ORDER.map((_, i) => ORDER.map((_, j) => Math.sign(i - j))));
    });
    it.each([
        ['1.2', '1.2.3', 0],
        ['1.2', '1.3.0', -1],
        ['1.3', '1.2.9', 1],
        ['1', '2.0', -1],
        ['newest', 'latest', 0]
    ])('%s and %s are ordered by %i', (a, b, sign) => {
        expect([compareVersions(a, b), compareVersions(b, a)].map(n => Math.sign(n) + 0)).toEqual([sign, 0 - sign]);
    });
});

describe('the files of sysand', () => {
    it('are lists of tables', () => {
        const text =
            'version = "0.1" # of the format\n\n[[project]]\nname = "a\\tb"\npath = \'c\'\nusages = [\n    "u",\n    "v", # last\n]\n' +
            'editable = true\nsources = [\n    { kpar_path = "x", kpar_size = 5 },\n]\n\n[other]\nk = 1\n\n[[project]]\nname = "d"\n';
        expect(tablesOf(text).get('project')).toEqual([
            { name: 'a\tb', path: 'c', usages: ['u', 'v'], editable: true, sources: [{ kpar_path: 'x', kpar_size: '5' }] },
            { name: 'd' }
        ]);
    });
    it.each([
        ['a=[ 1 , 2 , ]', ['1', '2']],
        ['a = []', []],
        ['a = [\n[1], # one\n[]\n]', [['1'], []]],
        ['a = {}', {}],
        ['a = { b = true, "c d" = false }', { b: true, 'c d': false }],
        ['"a" = 2026-01-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00'],
        ["'a' = 'x\\y'", 'x\\y'],
        ['a = "\\U0001F600 \\u00e9 \\e\t\\""', '\u{1F600} \u00E9 \u001B\t"'],
        ['a = ""', '']
    ])('have values: %j', (text, value) => expect(tablesOf(`[[x]]\n${text}\n[other]\na = 2`).get('x')).toEqual([{ a: value }]));
    it('are none without a list', () => expect([...tablesOf('a = 1\n[b]\nc = 2')]).toEqual([]));
    it.each([
        ['key\n', 'line 1: expected a key and a value'],
        ['= 1', 'line 1: expected a key and a value'],
        ['a = "b"\nc = [1 2]', 'line 2: expected a comma'],
        ['a = "\\x"', 'line 1: expected a known escape'],
        ['a = [1,\n2', 'line 2: expected a comma'],
        ['a = { 1 }', 'line 1: expected a key and a value'],
        ['a =\n', 'line 1: expected a value']
    ])('that are invalid are refused: %j', (text, why) => expect(() => tablesOf(text)).toThrow(why));
});

type Files = Readonly<Record<string, string | Uint8Array>>;

function folderOf(files: Files): string {
    const folder = temporaryFolder('packages-');
    for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
    }
    return folder;
}

const project = (name: string, version: string, ...usage: readonly (readonly [string, string?])[]): string =>
    JSON.stringify({ name, version, usage: usage.map(([resource, versionConstraint]) => ({ resource, versionConstraint })) });

const kpar = (name: string, version: string, content: string, packageName: string, usage: readonly string[] = []): Uint8Array =>
    writeArchive([{ path: 'model.sysml', content, names: [packageName] }], {
        project: { name, version, usage: usage.map(resource => ({ resource })) },
        created: '2026-01-01T00:00:00.000Z',
        metamodel: 'https://www.omg.org/spec/SysML/20250201'
    });

const ENGINE = 'package Engines { part def Engine; }';
const APP = 'package App { private import Engines::*; part e : Engine; }';

/** A project with an environment as `sysand sync` makes it: a package that is installed, one that is edited, and the project itself. */
const INSTALLED: Files = {
    'app/app.sysml': APP,
    'app/.sysand/env.toml':
        'version = "0.1"\n\n[[project]]\npublisher = "p"\nname = "engines"\nversion = "1.2.0"\npath = "lib/acme.engines_1.2.0"\n' +
        'identifiers = [\n    "urn:acme:engines",\n]\nusages = [\n    "urn:acme:base",\n]\n\n[[project]]\nname = "base"\nversion = "0.1.0"\n' +
        'path = "../base"\nidentifiers = [\n    "urn:acme:base",\n]\neditable = true\n\n[[project]]\nname = "app"\nversion = "0.1.0"\npath = "."\neditable = true\n',
    'app/.sysand/lib/acme.engines_1.2.0/.project.json': project('engines', '1.2.0', ['urn:acme:base']),
    'app/.sysand/lib/acme.engines_1.2.0/.meta.json': '{"index":{"Engines":"e.sysml"},"created":"2026-01-01"}',
    'app/.sysand/lib/acme.engines_1.2.0/e.sysml': 'package Engines { private import Bases::*; part def Engine :> Basic; }',
    'base/.project.json': project('base', '0.1.0'),
    'base/.meta.json': '{"index":{"Bases":"b.sysml"},"created":"2026-01-01"}',
    'base/b.sysml': 'package Bases { part def Basic { attribute m; } }'
};

const OMG = 'https://www.omg.org/spec/SysML/20250201/Systems-Library.kpar';

describe('check', () => {
    const cases: readonly (readonly [title: string, files: Files, status: number, told: readonly string[]])[] = [
        [
            'finds what sysand installed, and what that uses',
            { ...INSTALLED, 'app/.project.json': project('app', '0.1.0', ['urn:acme:engines', '^1.0'], [OMG]) },
            0,
            []
        ],
        [
            'finds the project itself where a package uses it in turn',
            {
                ...INSTALLED,
                'app/.project.json': project('app', '0.1.0', ['urn:acme:engines']),
                'base/.project.json': project('base', '0.1.0', ['pkg:sysand/acme/app', '^0.1'])
            },
            0,
            []
        ],
        [
            'tells a version of the project itself that a package does not want',
            {
                ...INSTALLED,
                'app/.project.json': project('app', '0.1.0', ['urn:acme:engines']),
                'base/.project.json': project('base', '0.1.0', ['pkg:sysand/acme/app', '^2'])
            },
            0,
            ['uses pkg:sysand/acme/app ^2, but the version that was found is 0.1.0']
        ],
        [
            'tells a version that is not wanted',
            { ...INSTALLED, 'app/.project.json': project('app', '0.1.0', ['urn:acme:engines', '^2']) },
            2,
            ['uses urn:acme:engines ^2, but the version that was found is 1.2.0', 'which is used in the version ^2 only']
        ],
        [
            'tells the package that a name would come from',
            { ...INSTALLED, 'app/.project.json': project('app', '0.1.0') },
            2,
            ["'Engines' could not be resolved: it is in the package engines 1.2.0", 'usage: "urn:acme:engines"']
        ],
        [
            'finds the newest of the archives that fit',
            {
                'app/.project.json': project('app', '1.0.0', ['urn:acme:engines', '^1']),
                'app/app.sysml': APP,
                'app/engines-1.10.0.kpar': kpar('Engines', '1.10.0', ENGINE, 'Engines'),
                'app/engines-1.9.0.kpar': kpar('Engines', '1.9.0', 'package Engines;', 'Engines'),
                'app/engines-2.0.0.kpar': kpar('Engines', '2.0.0', 'package Engines;', 'Engines')
            },
            0,
            []
        ],
        [
            'takes a version that is used already where it fits',
            {
                'app/.project.json': project('app', '1.0.0', ['urn:acme:engines', '=1.9.0'], ['urn:acme:wheels']),
                'app/app.sysml': APP,
                'app/engines-1.10.0.kpar': kpar('Engines', '1.10.0', 'package Engines;', 'Engines'),
                'app/engines-1.9.0.kpar': kpar('Engines', '1.9.0', ENGINE, 'Engines'),
                'app/wheels.kpar': kpar('Wheels', '1.0.0', 'package Wheels;', 'Wheels', ['urn:acme:engines'])
            },
            0,
            []
        ],
        [
            'tells a path that is none, or of another machine',
            {
                'app/.project.json': project('app', '1.0.0', ['file:%zz'], ['file://elsewhere/engines.kpar']),
                'app/app.sysml': 'package App;'
            },
            0,
            ['uses file:%zz, which was not found', 'uses file://elsewhere/engines.kpar, which was not found']
        ],
        [
            'reads null as what is not stated',
            {
                'app/.project.json': '{"name":"app","version":"1.0.0","usage":[{"resource":"urn:acme:engines","versionConstraint":null}]}',
                'app/app.sysml': APP,
                'app/engines.kpar': kpar('Engines', '1.4.0', ENGINE, 'Engines')
            },
            0,
            []
        ],
        [
            'finds an archive beside the project by its name',
            {
                'app/.project.json': project('app', '1.0.0', ['urn:acme:engines', '>=1, <2']),
                'app/app.sysml': APP,
                'app/engines-1.4.0.kpar': kpar('Engines', '1.4.0', ENGINE, 'Engines')
            },
            0,
            []
        ],
        [
            'takes the archive of the version that is wanted',
            {
                'app/.project.json': project('app', '1.0.0', ['https://acme.example/engines.kpar', '^2']),
                'app/app.sysml': APP,
                'app/engines-1.4.0.kpar': kpar('engines', '1.4.0', 'package Engines;', 'Engines'),
                'app/engines-2.0.1.kpar': kpar('engines', '2.0.1', ENGINE, 'Engines')
            },
            0,
            []
        ],
        [
            'finds a project by its path',
            {
                'app/.project.json': project('app', '1.0.0', ['../engines']),
                'app/app.sysml': APP,
                'engines/.project.json': project('x', '1.0.0'),
                'engines/e.sysml': ENGINE
            },
            0,
            []
        ],
        [
            'reports a package in two versions, of which none satisfies both users',
            {
                'app/.project.json': project('app', '1.0.0', ['urn:acme:base', '^1'], ['../gear']),
                'app/app.sysml': 'package App;',
                'app/base-1.kpar': kpar('base', '1.0.0', 'package Base;', 'Base'),
                'app/base-2.kpar': kpar('base', '2.0.0', 'package Base;', 'Base'),
                'gear/.project.json': project('gear', '1.0.0', ['urn:acme:base', '^2']),
                'gear/g.sysml': 'package Gear;'
            },
            0,
            ['uses urn:acme:base ^2, so base is read in two versions: 1.0.0 (', 'names in both are ambiguous']
        ],
        [
            'tells what is nowhere',
            { 'app/.project.json': project('app', '1.0.0', ['urn:acme:engines', '^1']), 'app/app.sysml': 'package App;' },
            0,
            ['uses urn:acme:engines (^1), which was not found: run "sysand sync"']
        ],
        [
            'tells what the lock file knows and is not installed',
            {
                'app/.project.json': project('app', '1.0.0', ['urn:acme:engines']),
                'app/app.sysml': APP,
                'app/sysand-lock.toml':
                    '[[project]]\nname = "engines"\nversion = "1.2.0"\nexports = ["Engines"]\nidentifiers = ["urn:acme:engines"]\n'
            },
            2,
            ['it is in the package engines 1.2.0, which is not installed']
        ],
        [
            'tells a constraint that is none',
            { ...INSTALLED, 'app/.project.json': project('app', '1.0.0', ['urn:acme:engines', 'new']) },
            2,
            ['cannot be compared with the constraint new']
        ],
        ...['1', '[1]', '[null]', '[{}]', '[{"resource":1}]', '["a"]', '[{"resource":"a","versionConstraint":1}]'].map(usage => {
            const files = { 'app/.project.json': `{"name":"a","version":"1.0.0","usage":${usage}}`, 'app/app.sysml': 'package App;' };
            return [`tells a usage that is none: ${usage}`, files, 0, ['"usage" must be a list of objects']] as const;
        }),
        [
            'tells an archive that is none',
            { 'app/.project.json': project('app', '1.0.0'), 'app/app.sysml': 'package App;', 'app/x.kpar': 'PK' },
            0,
            ['x.kpar: not a readable archive']
        ],
        [
            'reads packages that use each other once',
            {
                'app/.project.json': project('app', '1.0.0', ['a']),
                'app/app.sysml': 'package App { private import A::*; part x : Y; }',
                'app/a.kpar': kpar('a', '1.0.0', 'package A { public import B::*; part def X; }', 'A', ['b']),
                'app/b.kpar': kpar('b', '1.0.0', 'package B { private import A::*; part def Y :> X; }', 'B', ['a'])
            },
            0,
            []
        ]
    ];
    it.each(cases)('%s', async (_title, files, status, told) => {
        const run = await command(['check', join(folderOf(files), 'app')]);
        expect({ ...run, status: run.status }).toMatchObject({ status });
        for (const text of told) {
            expect(run.stdout + run.stderr).toContain(text);
        }
        if (told.length === 0) {
            expect(run.stderr).toBe('');
        }
    });

    it('uses packages of the given library together with the bundled one', async () => {
        const folder = folderOf({
            'app/.project.json': project('app', '1.0.0', ['urn:acme:engines']),
            'app/app.sysml': APP,
            'deps/engines.kpar': kpar('engines', '1.0.0', ENGINE, 'Engines')
        });
        const { status, stdout } = await command(['check', join(folder, 'app'), '--library', join(folder, 'deps')]);
        expect([status, stdout]).toEqual([0, '1 file: 0 errors, 0 warnings\n']);
    });

    it('reads the usage of an archive that is checked', async () => {
        const folder = folderOf({
            'app.kpar': kpar('app', '1.0.0', APP, 'App', ['urn:acme:engines']),
            'engines.kpar': kpar('engines', '1.0.0', ENGINE, 'Engines')
        });
        expect((await command(['check', join(folder, 'app.kpar')])).status).toBe(0);
    });
});

describe('a package', () => {
    const folder = folderOf({ ...INSTALLED, 'app/.project.json': project('app', '0.1.0', ['urn:acme:engines'], ['urn:acme:base']) });

    it('is not used if its files are read anyway', () => {
        expect(packagesOf([join(folder, 'app')]).documents.map(d => d.name.slice(folder.length))).toEqual([
            '/app/.sysand/lib/acme.engines_1.2.0/e.sysml',
            '/base/b.sysml'
        ]);
        expect(packagesOf([folder, join(folder, 'app')]).documents.map(d => d.name.slice(folder.length))).toEqual([
            '/app/.sysand/lib/acme.engines_1.2.0/e.sysml'
        ]);
    });

    it('is read once where symbolic links in it lead back', () => {
        const linked = folderOf({ ...INSTALLED, 'app/.project.json': project('app', '0.1.0', ['urn:acme:base']), 'base/in/b2.sysml': '' });
        ['one', 'two', 'in/three'].forEach(name => symlinkSync(join(linked, 'base'), join(linked, 'base', name)));
        expect(packagesOf([join(linked, 'app')]).documents.map(d => d.name.slice(linked.length))).toEqual([
            '/base/b.sysml',
            '/base/in/b2.sysml'
        ]);
    });

    it('is the library to conversions and edits', async () => {
        const app = join(folder, 'app', 'app.sysml');
        const document = join(folder, 'app', 'x.json');
        expect((await command(['convert', '--to', 'api-json', '--derived', '--id-form', 'uuid', app, '-o', document])).status).toBe(0);
        expect((await command(['convert', '--to', 'sysml', document])).stdout).toContain('part e : Engine;');
        expect((await command(['edit', app, '--rename', 'Engines::Engine=X'])).stderr).toContain('but in the library');
    });
});
