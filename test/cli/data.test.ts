/** The commands `import`, `compare-results` and `self-check`: what they print, what they write and their exit status. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { command } from './command.js';

const FOLDER = temporaryFolder('data-');
const MODEL = 'package V {\n    part def Car { attribute n : ScalarValues::Integer; }\n    part car : Car;\n}\n';

function file(name: string, content: string): string {
    writeFileSync(join(FOLDER, name), content);
    return name;
}
const run = (...args: string[]) => command(args, { cwd: FOLDER });
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

describe('import', () => {
    const REPORT = '✓ imported 1 value into 1 element from n.csv\n  V::car::n = 4 (redefines V::Car::n)\n';
    const EDITED = MODEL.replace('part car : Car;', 'part car : Car {\n        attribute :>> n = 4;\n    }');

    it('prints the edited text, and the report beside it', async () => {
        const model = file('a.sysml', MODEL);
        const { status, stdout, stderr } = await run('import', '-d', file('n.csv', 'element,n\nV::car,4\n'), model);
        expect([status, stdout, stderr, read(model)]).toEqual([0, EDITED, REPORT, MODEL]);
    });

    it('writes the files', async () => {
        const model = file('b.sysml', MODEL);
        const { status, stdout } = await run('import', '-d', file('n.csv', 'element,n\nV::car,4\n'), '-i', model);
        expect([status, stdout, read(model)]).toEqual([0, REPORT, EDITED]);
    });

    it('shows the difference of a dry run', async () => {
        const model = file('c.sysml', MODEL);
        const { stdout } = await run('import', '-d', file('n.csv', 'element,n\nV::car,4\n'), '--dry-run', '-i', model);
        expect(stdout).toMatch(/^dry run: would import 1 value into 1 element from n\.csv; the model is unchanged\n/);
        expect(stdout).toContain('+        attribute :>> n = 4;');
        expect(read(model)).toBe(MODEL);
    });

    it.each<[title: string, args: string[], stderr: RegExp]>([
        [
            'a value that does not fit',
            ['-d', 'wrong.csv', 'd.sysml'],
            /^sysml-workbench import: wrong\.csv line 2, column n: x is not an integer\n$/
        ],
        ['a file that there is none of', ['-d', 'nowhere.csv', 'd.sysml'], /file not found: nowhere\.csv/],
        ['no data', ['d.sysml'], /required option '-d, --data <file>'/]
    ])('refuses %s', async (_, args, stderr) => {
        file('d.sysml', MODEL);
        file('wrong.csv', 'element,n\nV::car,x\n');
        const outcome = await run('import', ...args);
        expect([outcome.status, outcome.stdout]).toEqual([2, '']);
        expect(outcome.stderr).toMatch(stderr);
    });
});

describe('compare-results', () => {
    const TANK = `package Cfg {
    part def Tank { attribute level : ScalarValues::Integer := 0; perform action fill { first start; then action a assign level := 4; then done; } }
    action def Filling { part target : Tank; perform action run ::> target.fill; }
}
`;
    const results = (snapshots: object[]): string =>
        JSON.stringify({
            source: 'tank.xmi',
            configurations: [{ id: 'c', name: 'Filling', runs: 2, target: 'target', behavior: 'run', observables: ['level'], snapshots }]
        });
    const SNAPSHOTS = [{ id: 's', name: 'Run 1', values: { level: 5 } }];

    it('sets stored results beside those of runs', async () => {
        const { status, stdout } = await run('compare-results', file('r.json', results(SNAPSHOTS)), file('tank.sysml', TANK));
        expect([status, stdout]).toEqual([
            0,
            'Cfg::Filling: 1 stored run over 1 snapshot; 2 runs, draws random, seed 0\n  level: tool mean 5.0, runs mean 4.0 (-20.0%)\n'
        ]);
    });

    it('takes the list that the migration of several files writes', async () => {
        const two = file('two.json', `[${results([])},${results(SNAPSHOTS)}]`);
        const { stdout } = await run('compare-results', two, '--observe', 'time=clock', '-n', '1', file('tank.sysml', TANK));
        expect(stdout.match(/runs mean 0\.0 SI::s/g)).toHaveLength(2);
    });

    it.each<[title: string, args: string[], stderr: RegExp]>([
        ['a file that is none', ['tank.sysml', 'tank.sysml'], /^sysml-workbench compare-results: tank\.sysml: results: .*JSON/],
        ['a configuration that there is none of', ['r.json', '--configuration', 'Nope', 'tank.sysml'], /^no configuration is named Nope$/m],
        ['a number that is none', ['r.json', '-n', '0', 'tank.sysml'], /--runs 0: not a whole number of at least 1/]
    ])('refuses %s', async (_, args, stderr) => {
        file('r.json', results(SNAPSHOTS));
        file('tank.sysml', TANK);
        const outcome = await run('compare-results', ...args);
        expect([outcome.status, outcome.stdout]).toEqual([2, '']);
        expect(outcome.stderr).toMatch(stderr);
    });
});

describe('self-check', () => {
    const RULES = 'package Rules { constraint def short { in element : SysML::PartUsage; element.declaredName != "car" } }\n';

    it('prints findings and the total', async () => {
        file('model.sysml', MODEL);
        file('rules.sysml', RULES);
        expect(await run('self-check', 'model.sysml')).toMatchObject({
            status: 0,
            stdout: expect.stringMatching(/^Self-model check: /) as string
        });
        const { status, stdout } = await run('self-check', '--rules', 'Rules', 'model.sysml', 'rules.sysml');
        expect([status, stdout.split('\n')[0]]).toEqual([1, 'model.sysml:3:5: error[self-check-rule]: Rules::short fails for V::car']);
    });

    it('refuses rules that there are none of', async () => {
        const { status, stderr } = await run('self-check', '--rules', 'Nowhere', file('model.sysml', MODEL));
        expect([status, stderr]).toEqual([2, 'self-check names no package the loaded models or libraries declare: Nowhere\n']);
    });
});
