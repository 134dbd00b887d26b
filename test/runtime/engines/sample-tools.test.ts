/** The tools of examples/tools: a policy engine, and a co-simulation unit where the Python packages for it are installed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { executeAction, policyOf, startRun } from '../../../src/runtime/behaviour/index.js';
import { Attendant, readManifests, Tools } from '../../../src/runtime/engines/index.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { type Value, valueText } from '../../../src/runtime/values/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { temporaryFolder } from '../../support/folders.js';
import { testLibrary } from '../../support/library.js';
import { spread } from '../../support/thorough.js';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples', 'tools');
const hasPython = (program: string): boolean => spawnSync('python3', ['-c', program]).status === 0;

const attendant = new Attendant();
afterAll(() => attendant.close());

/** The tools of a copy that nobody else can write to, with the unit built where it can be. */
function build(): Tools {
    const folder = join(temporaryFolder('sample-tools-'), 'manifests');
    cpSync(join(EXAMPLES, 'manifests'), folder, { recursive: true });
    chmodSync(folder, 0o755);
    spawnSync('pythonfmu', ['build', '-f', 'heater.py'], { cwd: folder });
    const { tools: manifests, faults } = readManifests([{ variable: 'SERVICE_TOOLS', folder }], process.env.PATH ?? '');
    expect(faults).toEqual([]);
    const settings = { timeout: 30_000, mostOutput: 100_000, passthrough: [], keepsFolders: false, environment: process.env };
    return new Tools(manifests, settings, attendant, () => undefined);
}

let built: Tools | undefined;
const tools = (): Tools => (built ??= build());

function model(name: string) {
    const content = readFileSync(join(EXAMPLES, name), 'utf8');
    return new Workspace({ library: testLibrary() }).parse([{ name, language: 'sysml', content }]).model;
}

describe.skipIf(!hasPython(''))('a policy engine', () => {
    const DECISIONS: readonly (readonly [inputs: Record<string, Value>, decision: string])[] = [
        [{}, 'allowed = (true); rule = ("pilots with a licence")'],
        [{ zone: 'airport' }, 'allowed = (false); rule = ("no flights at airports")'],
        [{ height: 30, licensed: false }, 'allowed = (true); rule = ("low flights are free")'],
        [{ licensed: false }, 'allowed = (false); rule = ("none")']
    ];
    test.each(spread(DECISIONS, 4, 1))('decides on %j', (inputs, decision) => {
        const request = { action: 'Flights::planned', policy: policyOf(''), inputs: new Map(Object.entries(inputs)) };
        const { error, outputs } = executeAction(model('flights.sysml'), request, { tools: tools() });
        const told = ['allowed', 'rule'].map(name => `${name} = ${valueText(outputs?.get(name) ?? null)}`).join('; ');
        expect(error || told).toBe(decision);
    });
});

describe.skipIf(!hasPython('import fmpy, pythonfmu'))('a co-simulation unit', () => {
    test.each([
        ['Heaters::boiler.temperature', /^51\.698382936/],
        ['Heaters::Heated(0.0, 1.0, 100.0, 1.0)', /^20\.0$/],
        ['Heaters::Heated(50.0, 0.0, 10.0, 1.0)', /^25\.0$/]
    ])('answers %s', (expression, value) => {
        const { result, error } = evaluate(startRun(model('heater.sysml'), { tools: tools() }), { expression });
        expect(error ?? valueText(result!)).toMatch(value);
    });

    test('that is not there is a refusal', () => {
        const content = readFileSync(join(EXAMPLES, 'heater.sysml'), 'utf8').replace('Heater.fmu', 'Nope.fmu');
        const { model: other } = new Workspace({ library: testLibrary() }).parse([{ name: 'h.sysml', language: 'sysml', content }]);
        const { error } = evaluate(startRun(other, { tools: tools() }), { expression: 'Heaters::boiler.temperature' });
        expect(error).toContain("tool 'heater': tool error: there is no unit Nope.fmu");
    });
});
