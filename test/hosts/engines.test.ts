/** Commands about engines, tools and witnesses (contract: newest-operations 1.4 and 10): what is printed, and that nothing is started. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineCommands } from '../../src/hosts/commands/engine-commands.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { Attendant, readManifests, Tools } from '../../src/runtime/engines/index.js';
import { readEnvironment } from '../../src/service/config/environment.js';
import { sessionSettings } from '../../src/service/operations/external.js';
import { toolSettings } from '../../src/service/operations/runs.js';
import { newSession, type Session } from '../../src/session/index.js';
import { temporaryFolder } from '../support/folders.js';

const FOLDER = temporaryFolder('engine-commands-');
const MARK = join(FOLDER, 'was-started');
const MODEL = `package P { private import ScalarValues::*; private import AnalysisTooling::*;
  calc def Deflection { @ToolExecution { toolName = "Beam"; uri = "beam:1"; }
    in load : Real { @ToolVariable { name = "load"; } } return d : Real { @ToolVariable { name = "d"; } } }
  analysis def Study { subject [0..1]; in load : Real = 250.0; return r : Real = Deflection(load); }
  analysis study : Study;
  analysis plain { return r : Real = 2.0; }
  part def Tank { attribute level : Integer := 0;
    action fill { first start; then fork f; action a assign level := 1; action b assign level := 2;
      first f then a; first f then b; first a then j; first b then j; join j; then done; } }
  part tank : Tank; }`;

/** Files of the session, by path. */
const TEXTS: Readonly<Record<string, string>> = {
    'first.witness': 'step 3: 3@b first of 2@a, 3@b\n\nstep 1: token 1@f',
    'second.witness': 'step 3: 2@a first of 2@a, 3@b\n\nstep 1: token 1@f',
    'none.witness': 'no choice points\n\nstep 1: token 1@f',
    'wrong.witness': 'step 3: something\n',
    'levels.csv': 'element,level\nP::tank,7\n'
};

let session: Session;

async function answer(cell: string): Promise<string> {
    const { shown, failure } = await session.execute(cell);
    return [...shown.map(s => s.text), ...(failure === undefined ? [] : [`! ${failure.message}`])].join('\n');
}

beforeAll(async () => {
    chmodSync(FOLDER, 0o755);
    writeFileSync(join(FOLDER, 'beam'), `#!/bin/sh\ntouch ${MARK}\n`, { mode: 0o755 });
    const manifest = {
        toolName: 'Beam',
        executable: './beam',
        variables: ['load', 'd'],
        invocation: { args: ['--load', '{load}'] },
        reply: { format: 'json', outputs: { d: { path: 'd' } } }
    };
    writeFileSync(join(FOLDER, 'beam.json'), JSON.stringify(manifest), { mode: 0o644 });
    const environment = readEnvironment({ SERVICE_TOOLS: FOLDER });
    const registrations = readManifests([{ variable: 'SERVICE_TOOLS', folder: FOLDER }], process.env.PATH ?? '');
    const attendant = new Attendant();
    const tools = new Tools(registrations.tools, toolSettings(environment), attendant, () => undefined);
    const files = {
        read: () => [],
        write: () => undefined,
        readText: (path: string) => {
            if (!Object.hasOwn(TEXTS, path)) {
                throw new Error(`file not found: ${path}`);
            }
            return TEXTS[path];
        }
    };
    const sources = { solver: { missing: 'no solver here' }, registrations, servedEngines: [], attendant, fmiRunner: '' };
    const commands = engineCommands({ sources, probing: checkCancelled => sessionSettings(environment, checkCancelled) });
    session = newSession({ library: loadLibrary(), limits: { tools }, files }, [commands]);
    await session.execute(MODEL);
});

describe('%engines', () => {
    it('lists built-in ones, tools and why some cannot run', async () => {
        const lines = (await answer('%engines')).split('\n').map(l => l.replace(/ +/g, ' '));
        expect(lines[0]).toBe('engine kind protocol authority answers status');
        expect(lines).toContain('explore built-in - proved outcomes ready');
        expect(lines).toContain('solve built-in - proved satisfiable, holds unavailable: no solver here');
        expect(lines.find(l => l.includes('Beam'))).toMatch(/^\S*Beam tool .* compute ready$/);
        expect(lines.find(l => l.startsWith('tool:fmi'))).toMatch(
            /^tool:fmi tool fmi\/1 observed compute unavailable: SERVICE_FMI_RUNNER is not set/
        );
    });

    it('takes probe alone', async () => {
        expect(await answer('%engines all')).toBe('usage: %engines [probe]');
    });
});

describe('%tool', () => {
    it('shows what the tool of a case would be given, and starts nothing', async () => {
        const text = await answer('%tool P::study(load = 300.0)');
        expect(text).toMatch(/^dry run of tool 'Beam': the process was not started\n {2}action: P::Deflection\n/);
        expect(text).toContain('  argument 2: 300');
        expect(text).toContain('  input load (load) = 300.0');
        expect(existsSync(MARK)).toBe(false);
    });

    it.each([
        ['%tool P::plain', /^! P::plain reaches no performance of a tool/],
        ['%tool P::tank.fill', /^! P::Tank::fill reaches no performance of a tool/],
        ['%tool P::tank', /^! not an analysis case: P::tank is a part usage/],
        ['%tool P::nothing', /^! unresolved reference: P::nothing/],
        ['%tool', /^usage: %tool /]
    ])('%s', async (cell, text) => {
        expect(await answer(cell)).toMatch(text);
    });
});

describe('%replay', () => {
    it.each([
        ['first', 1],
        ['second', 2]
    ])('takes the schedule of the %s witness', async (name, level) => {
        expect(await answer(`%replay ${name}.witness`)).toBe(`schedule: replay of ${name}.witness (1 choice)`);
        expect(await answer('%run P::tank.fill')).toContain(`this.level = ${level}`);
    });

    it.each([
        ['%replay none.witness', /^schedule: replay of none\.witness \(0 choices\)$/],
        ['%replay wrong.witness', /^! this line of the witness names no choice among alternatives: step 3: something$/],
        ['%replay nowhere', /^! file not found: nowhere$/],
        ['%replay', /^usage: %replay <witness>$/]
    ])('%s', async (cell, text) => {
        expect(await answer(cell)).toMatch(text);
    });
});

describe('%import', () => {
    it('sets features in the session, after a dry run changed nothing', async () => {
        expect(await answer('%import levels.csv dry-run')).toMatch(
            /^dry run: would import 1 value into 1 element from levels\.csv; the model is unchanged/
        );
        expect(await answer('P::tank.level')).toContain('= 0');
        expect(await answer('%import levels.csv')).toBe(
            '✓ imported 1 value into 1 element from levels.csv\n  P::tank::level = 7 (redefines P::Tank::level)'
        );
        expect(await answer('P::tank.level')).toContain('= 7');
    });

    it.each([
        ['%import nowhere.csv', /^! file not found: nowhere\.csv$/],
        ['%import levels.csv format xls', /^! unknown data format "xls"/],
        ['%import levels.csv nonsense', /^usage: %import /],
        ['%import', /^usage: %import /]
    ])('%s', async (cell, text) => {
        expect(await answer(cell)).toMatch(text);
    });
});
