/** The command `check-behavior`. Each row is a command line and what it answers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command } from './command.js';

const FOLDER = temporaryFolder('check-behavior-');
const MODEL = join(FOLDER, 'model.sysml');
writeFileSync(
    MODEL,
    `package M {
    private import ScalarValues::*;
    action race { attribute w : Integer := 0; first start; then fork f; first f then a; first f then b; action a assign w := 1; action b assign w := 2; }
    action double { in n : Integer; attribute y : Integer := 0; first start; then action a assign y := n * 2; then done; }
    action waits { first start; then accept after 2 [SI::s]; then done; }
    action within { first start; then action a { accept after 2 [SI::s]; } then done; }
    constraint small { in y : Integer; y <= 10 }
    constraint few { in n : Integer; n <= 5 }
}`
);

const SMALL = ['M::double', '--engine', 'smt', '--property', 'M::small'];

describe('check-behavior', () => {
    test.each<[string[], number, string]>([
        [['M::race'], 1, 'divergent: w ends as 1 or 2'],
        [['M::waits'], 0, '  outcome: no outputs\n'],
        [['M::waits', '--engine', 'smt'], 0, 'holds (proved over inputs and schedules: 0 queries by smt)'],
        [['M::race', '--engine', 'smt'], 0, '✓ Action M::race: holds'],
        [['M::race', '--engine', 'smt', '--diverge', 'w'], 1, 'contrast: step 3'],
        [SMALL, 1, 'inputs: n = 6, y = 0'],
        [[...SMALL, '--input', 'n=3'], 0, 'inputs: n = 3, y = 0'],
        [[...SMALL, '--assume', 'M::few'], 0, 'assumed: constraint M::few'],
        [[...SMALL, '--assume', 'M::few', '--input', 'y'], 1, 'at step 0: M::small is false'],
        [[...SMALL, '--depth', '1'], 2, 'holds (bounded over inputs and schedules: 1 query by smt, depth=1 (reached))']
    ])('%j', async (args, status, line) => {
        const answer = await command(['check-behavior', ...args, MODEL]);
        expect(answer.stdout).toContain(line);
        expect(answer.status).toBe(status);
    });

    test.each([
        [
            'check',
            'witnessed',
            [
                { name: 'depth', limit: '10000' },
                { name: 'states', limit: '1000000' }
            ],
            2
        ],
        [
            'smt',
            'proved',
            [
                { name: 'depth', limit: '40' },
                { name: 'unroll', limit: '4' },
                { name: 'solver', limit: '10000' }
            ],
            1
        ]
    ] as const)('every answer of %s has its strength and bounds', async (engine, strength, bounds, count) => {
        const { stdout } = await command(['check-behavior', 'M::race', '--engine', engine, '--json', MODEL]);
        const { checks } = JSON.parse(stdout) as { checks: { results: unknown[] }[] };
        expect(checks[0].results).toMatchObject(Array.from({ length: count }, () => ({ engine, strength, bounds })));
    });

    test.each<[string[], string]>([
        [['M::within', '--engine', 'smt'], 'accept is not encoded (in accept after 2 [SI::s];)'],
        [['M::double'], 'check cannot leave the inputs free: n'],
        [['M::double', '--engine', 'smt', '--input', 'q'], 'no such input to leave free: q'],
        [['M::double', '--engine', 'smt', '--states', '3'], '--states is an option of --engine check'],
        [['M::double', '--unroll', '3'], '--unroll is an option of --engine smt'],
        [['M::double', '--engine', 'smt', '--unroll', '0'], 'unroll takes a bound of at least one']
    ])('refuses %j', async (args, text) => {
        const answer = await command(['check-behavior', ...args, MODEL]);
        expect(answer.stderr).toContain(text);
        expect(answer.status).toBe(2);
    });

    test('writes the witness of a solver', async () => {
        const folder = join(FOLDER, 'out');
        await command(['check-behavior', ...SMALL, '--witness', folder, MODEL]);
        expect(readdirSync(folder)).toEqual(['M.double.violation-1.witness']);
        expect(readFileSync(join(folder, 'M.double.violation-1.witness'), 'utf8')).toMatch(/^no choice points\n[^]*property: M::small$/);
    });
});
