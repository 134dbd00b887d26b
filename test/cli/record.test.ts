/** The command `record`: the records of runs on standard output, or in the files of a model. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command } from './command.js';

const FOLDER = temporaryFolder('record-');
const MODEL = `package Costs {
    private import ScalarValues::*;
    package Cases {
        part def V { attribute m : Real default = 10.0; }
        part car : V;
        analysis def Cost { subject v : V; in attribute rate : Integer = 2; return total : Real = v.m / rate; }
        analysis cost : Cost { subject v = car; }
    }
}
`;

const env = { SOURCE_DATE_EPOCH: '60' };
const run = (...args: string[]) => command(['record', ...args], { cwd: FOLDER, env });

function model(name: string, content = MODEL): string {
    writeFileSync(join(FOLDER, name), content);
    return name;
}

describe('record', () => {
    it('prints the records, with the time that the environment fixes', async () => {
        const { status, stdout, stderr } = await run('Costs::Cases::cost', 'rate=5', model('a.sysml'));
        expect([status, stderr]).toEqual([0, 'recorded Costs::Records::cost_run1 (Costs::Records::CostRun)\n']);
        expect(stdout).toContain('runAt = "1970-01-01T00:01:00Z";');
        expect(stdout).toContain('command = "sysml-workbench record Costs::Cases::cost rate=5 a.sysml";');
        expect(stdout).toContain('attribute :>> total = (2.0);');
    });

    it('writes them into the file of their package, a record for each row', async () => {
        const file = model('b.sysml');
        const { status, stdout } = await run('Costs::Cases::cost', 'rate=1..2', '--in-place', file);
        expect([status, stdout.split('\n').slice(0, 3)]).toEqual([
            0,
            [
                'recorded Costs::Records::cost_run1 (Costs::Records::CostRun)',
                'recorded Costs::Records::cost_run2 (Costs::Records::CostRun)',
                'wrote b.sysml'
            ]
        ]);
        expect((await command(['eval', 'Costs::Records::cost_run2.total', file], { cwd: FOLDER })).stdout).toBe('5.0\n');
    });

    it('writes the records of a new package into a file next to the model', async () => {
        const { status, stdout } = await run('Costs::Cases::cost', '--into', 'Log', '-i', model('c.sysml'));
        expect([status, stdout]).toEqual([0, 'recorded Log::cost_run1 (Log::CostRun)\nwrote Log.sysml\n']);
        expect(readFileSync(join(FOLDER, 'Log.sysml'), 'utf8')).toMatch(/^package Log \{\n {4}part def CostRun :> /);
        expect(readFileSync(join(FOLDER, 'c.sysml'), 'utf8')).toBe(MODEL);
    });

    it.each<[title: string, args: string[], stderr: RegExp]>([
        ['what is no case', ['Costs::Cases::car'], /^not an analysis case: Costs::Cases::car is a part usage/],
        ['an unknown name', ['Costs::Cases::cots'], /symbol not found: Costs::Cases::cots.*\bcost\b/],
        ['a run that fails', ['Costs::Cases::cost', 'rate=0'], /^analysis run failed: .*division by zero/],
        ['a sample without seed', ['Costs::Cases::cost', '--runs', '3'], /--seed says what the draws begin with/],
        ['a seed without a sample', ['Costs::Cases::cost', '--seed', '3'], /--seed is of --runs/],
        ['a sample of another case', ['Costs::Cases::cost', '--runs', '3', '--seed', '1'], /^not a Simulation::MonteCarlo analysis/],
        ['a package that is none', ['Costs::Cases::cost', '--into', 'Costs::Cases::car'], /names a part usage, not a package/]
    ])('refuses %s', async (_, args, stderr) => {
        const outcome = await run(...args, model('d.sysml'));
        expect([outcome.status, outcome.stdout]).toEqual([2, '']);
        expect(outcome.stderr).toMatch(stderr);
    });
});
