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

    it('prints the edited text, and the report to standard error', async () => {
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

    it('compares stored results with those of runs', async () => {
        const { status, stdout } = await run('compare-results', file('r.json', results(SNAPSHOTS)), file('tank.sysml', TANK));
        expect([status, stdout]).toEqual([
            0,
            'Cfg::Filling: 1 stored run over 1 snapshot; 2 runs, draws random, seed 0\n  level: tool mean 5.0, runs mean 4.0 (-20.0%)\n'
        ]);
    });

    it('reads the list that the migration of several files writes', async () => {
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

    it('refuses unknown rules', async () => {
        const { status, stderr } = await run('self-check', '--rules', 'Nowhere', file('model.sysml', MODEL));
        expect([status, stderr]).toEqual([2, 'self-check names no package the loaded models or libraries declare: Nowhere\n']);
    });
});

describe('a v1 model', () => {
    const used = (tag: string, path: string): string =>
        `<${tag} href="MD_customization_for_SysML.mdzip#_${path}"><xmi:Extension extender="MagicDraw UML"><referenceExtension referentPath="MD Customization for SysML::analysis patterns::${path}"/></xmi:Extension></${tag}>`;
    const element = (tag: string, kind: string, id: string, attributes: string, inside = ''): string =>
        `<${tag} xmi:type="uml:${kind}" xmi:id="${id}" ${attributes}>${inside}</${tag}>`;
    const slot = (id: string, feature: string, value: number): string =>
        element('slot', 'Slot', id, '', `${feature}${element('value', 'LiteralReal', `${id}v`, `value="${value}"`)}`);
    const snapshot = (id: string, name: string, slots: string): string =>
        element('packagedElement', 'InstanceSpecification', id, `name="${name}" classifier="b"`, slots);
    const statistic = (id: string, name: string, value: number): string =>
        slot(id, used('definingFeature', `MonteCarloAnalysis::${name}`), value);
    const V1 = `<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/spec/XMI/20131001" xmlns:uml="http://www.omg.org/spec/UML/20131001" xmlns:sysml="http://www.omg.org/spec/SysML/20150709/SysML" xmlns:Sim="http://www.magicdraw.com/schemas/SimulationProfile.xmi">
${element(
    'uml:Model',
    'Model',
    'm',
    'name="Costs"',
    element(
        'packagedElement',
        'Class',
        'b',
        'name="Budget" classifierBehavior="run"',
        `${element('generalization', 'Generalization', 'g', '', used('general', 'MonteCarloAnalysis'))}
        ${element('ownedAttribute', 'Property', 't', 'name="total"', '<type xmi:type="uml:PrimitiveType" href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#Real"/>')}
        ${element('ownedConnector', 'Connector', 'c', '', `${element('end', 'ConnectorEnd', 'c1', 'role="t"')}${element('end', 'ConnectorEnd', 'c2', '', used('role', 'MonteCarloAnalysis::Mean'))}`)}
        ${element('ownedBehavior', 'Activity', 'run', 'name="Sum Up"', element('node', 'OpaqueAction', 'step', 'name="sum"', '<body>total = 3;</body>'))}`
    ) +
        element('packagedElement', 'InstanceSpecification', 'one', 'name="budget 1" classifier="b"') +
        element(
            'packagedElement',
            'Package',
            'res',
            'name="Results"',
            snapshot('s1', 'Run 1', statistic('n1', 'N', 100) + statistic('m1', 'Mean', 4) + statistic('d1', 'Deviation', 0.5)) +
                snapshot('s2', 'Run 2', statistic('n2', 'N', 300) + statistic('m2', 'Mean', 8) + statistic('d2', 'Deviation', 0.5)) +
                snapshot('s3', 'Run 3', statistic('m3', 'Mean', 8))
        ) +
        element('packagedElement', 'Class', 'cfg', 'name="Often"')
)}
<sysml:Block xmi:id="ab" base_Class="b"/>
<Sim:SimulationConfig xmi:id="sc" base_Class="cfg" executionTarget="one" resultLocation="res" numberOfRuns="3" durationSimulationMode="average"/>
</xmi:XMI>`;

    it('goes through the migration to the comparison of its Monte Carlo statistics', async () => {
        const migrated = await run('migrate', file('costs.xmi', V1), '-o', 'written', '--results', 'costs.json');
        expect([migrated.status, migrated.stderr]).toEqual([0, expect.any(String)]);
        const [configuration] = (JSON.parse(read('costs.json')) as { configurations: Record<string, unknown>[] }).configurations;
        expect(configuration).toMatchObject({
            name: 'Often',
            runs: 3,
            analysis: 'total',
            analysisCase: "'Budget Monte Carlo'",
            statistics: ['Mean'],
            snapshots: [
                { name: 'Run 1', values: {}, statistics: { runs: 100, mean: 4, deviation: 0.5 } },
                { name: 'Run 2', values: {}, statistics: { runs: 300, mean: 8, deviation: 0.5 } },
                { name: 'Run 3', values: {} }
            ],
            notes: ['the statistics state no number of runs with their mean in 1 snapshot(s)']
        });
        const { status, stdout } = await run('compare-results', 'costs.json', join('written', 'costs.sysml'));
        expect([status, stdout.split('\n')]).toEqual([
            0,
            [
                'Often: 401 stored runs over 3 snapshots; 3 runs, draws average, seed 0',
                '  total: tool mean 7.0, runs mean 3.0 (-57.1%)',
                "    'Budget Monte Carlo': mean of total: tool 7.0, runs 3.0 (-57.1%)",
                '    note: the means of Run 1 and Run 2 are more than three standard errors apart',
                '  note: the statistics state no number of runs with their mean in 1 snapshot(s)',
                ''
            ]
        ]);
    });
});
