/** The commands `analyze` and `sweep`, over the example of the delivery drone; its answers against hand calculations. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { spread } from '../support/thorough.js';
import { ROOT, command, type Run } from './command.js';

const DRONE = join(ROOT, 'examples', 'delivery-drone');
const FOLDER = temporaryFolder('analyses-');

const run = (args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run> => command(args, { cwd: FOLDER, env });

/** Hover power in watts by momentum theory, as one computes it by hand. */
function hoverPower(mass: number): number {
    const thrust = mass * 9.81;
    return (thrust * Math.sqrt(thrust / (2 * 1.225 * 0.28))) / 0.62;
}
const hours = (wattHours: number, mass: number): number => (wattHours * 0.8) / hoverPower(mass);

const PACKS = [
    { name: 'lightPack', mass: 0.9, energy: 160, price: 210, cycles: 350 },
    { name: 'standardPack', mass: 1.4, energy: 270, price: 320, cycles: 500 },
    { name: 'heavyPack', mass: 2.3, energy: 400, price: 540, cycles: 500 },
    { name: 'longLifePack', mass: 1.9, energy: 270, price: 380, cycles: 1200 }
];

describe('analyze', () => {
    it('the trade study selects the same alternative as a hand calculation', async () => {
        const costs = PACKS.map(p => p.price / (p.cycles * hours(p.energy, 1.58 + p.mass + 0.5)));
        const best = PACKS[costs.indexOf(Math.min(...costs))];
        const { status, stdout } = await run(['analyze', 'DroneAnalyses::batteryChoice', DRONE]);
        expect(status).toBe(0);
        expect(stdout).toMatch(new RegExp(`^selectedAlternative = Drone::${best.name} #`));
        const told = [...stdout.matchAll(/^ {2}([* ]) Drone::(\w+) #\d+ +([\d.]+)/gm)].map(([, mark, name, cost]) => [
            name,
            mark === '*',
            Number(cost)
        ]);
        expect(told).toEqual(PACKS.map((p, i) => [p.name, p === best, expect.closeTo(costs[i], 9) as number]));
    });

    it.each<[title: string, args: string[], status: number, stdout: RegExp, stderr?: RegExp]>([
        [
            'a case that meets its objective',
            ['courierRange'],
            0,
            /^time = 33\.36\d+ .*\nradius = 12\.01\d+ .*\nholds +reachesTheDistrict\nholds +fliesAgainstTheWind\n$/
        ],
        ['a case that does not', ['courierRange', 'wind=9 [m/s]'], 1, /fails +reachesTheDistrict: radius >= 8 \[km\]\n/],
        ['a definition about a part', ['RangeAnalysis', '--subject', 'Drone::courier'], 0, /radius = 12\.01/],
        ['no subject', ['RangeAnalysis'], 2, /^$/, /drone subject is unbound/],
        ['an unknown schedule', ['courierRange', '--schedule', 'nosuch'], 2, /^$/, /invalid scheduling policy "nosuch"/],
        [
            'an expression without value',
            ['courierRange', 'wind=nothing'],
            2,
            /^$/,
            /wind: nothing: evaluation failed: unresolved reference: nothing/
        ]
    ])('%s', async (_, [id, ...args], status, stdout, stderr = /^/) => {
        const told = await run(['analyze', `DroneAnalyses::${id}`, ...args, DRONE]);
        expect([told.status, told.stdout, told.stderr]).toEqual([status, expect.stringMatching(stdout), expect.stringMatching(stderr)]);
    });

    it('--json contains outputs, verdicts and evaluations', async () => {
        const { checks } = JSON.parse((await run(['analyze', 'DroneAnalyses::batteryChoice', '--json', DRONE])).stdout) as {
            checks: object[];
        };
        expect(checks).toMatchObject([
            {
                status: 'holds',
                values: [{ name: 'selectedAlternative' }],
                results: [{ kind: 'objective', holds: true }],
                evaluations: [{}, {}, {}, { selected: true }]
            }
        ]);
    });
});

describe('sweep of conditions', () => {
    const path = join(temporaryFolder('conditions-'), 'm.sysml');
    writeFileSync(
        path,
        `package S { part def Car { attribute mass : ScalarValues::Real; } part car : Car { :>> mass = 3; }
        requirement def Light { subject c : Car; in limit : ScalarValues::Real; require constraint { c.mass <= limit } }
        requirement light : Light { subject :>> c = car; in :>> limit = 4; }
        constraint def Fits { in m : ScalarValues::Real; in k : ScalarValues::Real; m < k } }\n`
    );
    it.each([
        [['S::light', 'limit=2..4:1'], 'limit  S::light\n-----  --------\n    2  fails\n    3  holds\n    4  holds\n'],
        [['S::Light', 'limit=2..3:1', '--subject', 'S::car'], 'limit  S::Light\n-----  --------\n    2  fails\n    3  holds\n'],
        [['S::Light', 'limit=2..2:1'], 'limit  S::Light\n-----  ---------\n    2  undecided\n'],
        [['S::Fits', 'm=1..3:2', 'k=2'], 'm  S::Fits\n-  -------\n1  holds\n3  fails\n']
    ])('%s: a verdict for each row', async (args, expected) => {
        expect((await run(['sweep', ...args, path])).stdout).toBe(expected);
    });
});

describe('sweep', () => {
    const sweep = (...args: string[]): Promise<Run> => run(['sweep', ...args, DRONE]);

    it('prints a table with units in its header', async () => {
        const { status, stdout, stderr } = await sweep('DroneAnalyses::courierRange', 'wind=0 [m/s]..12 [m/s]:6 [m/s]', 'payload=0 [kg]');
        expect(stdout.split('\n').map(line => line.split(/ {2,}/).filter(cell => cell !== ''))).toEqual([
            ['wind [m/s]', 'time [min]', 'radius [km]', 'reachesTheDistrict', 'fliesAgainstTheWind'],
            [expect.stringMatching(/^-+$/), expect.anything(), expect.anything(), expect.anything(), expect.anything()],
            ['0', '≈42.1047', '≈15.1577', 'holds', 'holds'],
            ['6', '≈42.1047', '≈11.3683', 'holds', 'holds'],
            ['12', '≈42.1047', '0', 'fails', 'fails'],
            []
        ]);
        expect([status, stderr]).toEqual([1, '3 runs\n']);
    });

    it('agrees with a hand calculation', async () => {
        const { stdout } = await sweep(
            'DroneAnalyses::Endurance',
            'energy=200 [W*h]..300 [W*h]:50 [W*h]',
            'mass=2.0 [kg]..4.0 [kg]:1.0 [kg]',
            '--csv'
        );
        const [head, ...rows] = stdout
            .trimEnd()
            .split(/\r?\n/)
            .map(line => line.split(','));
        expect(head).toEqual(['energy [W*h]', 'mass [kg]', 'result [min]']);
        expect(rows).toHaveLength(9);
        for (const [energy, mass, minutes] of rows.map(r => r.map(Number))) {
            expect(minutes).toBeCloseTo(60 * hours(energy, mass), 6);
        }
    });

    it('--json contains rows and plan', async () => {
        const { stdout } = await sweep('DroneAnalyses::HoverPower', 'mass=2.0 [kg]..3.0 [kg]', '--samples', '2', '--seed', '42', '--json');
        expect(JSON.parse(stdout)).toMatchObject({
            checks: [
                {
                    plan: { parameters: ['mass'], runs: 2, samples: 2, seed: '42' },
                    rows: [{ inputs: [{ name: 'mass', value: { quantity: { realMagnitude: 2.825472506998045 } } }], error: null }, {}]
                }
            ]
        });
    });

    const PICTURES: readonly (readonly [title: string, args: readonly string[], titles: readonly RegExp[]])[] = [
        ['a line', ['courierRange', 'wind=0 [m/s]..12 [m/s]:3 [m/s]'], [/wind \[m\/s\]/, /radius \[km\]/, /verdict/]],
        [
            'a family of lines',
            ['Endurance', 'energy=200 [W*h]..300 [W*h]:50 [W*h]', 'mass=2.0 [kg]..4.0 [kg]:0.5 [kg]'],
            [/mass \[kg\]/, /energy \[W\*h\]/]
        ],
        [
            'a heat map',
            ['Endurance', 'energy=200 [W*h]..300 [W*h]:10 [W*h]', 'mass=2.0 [kg]..4.0 [kg]:0.2 [kg]'],
            [/aria-roledescription="rect mark container"/]
        ],
        ['histograms', ['courierRange', 'payload=0.0 [kg]..2.0 [kg]', '--samples', '30'], [/runs/]],
        ['alternatives', ['batteryChoice', 'payload=0 [kg]..2 [kg]'], [/lightPack/, /longLifePack/]]
    ];
    it.each(spread(PICTURES, 2))('draws %s', async (title, [id, ...args], titles) => {
        const file = join(FOLDER, `${title}.svg`);
        expect([0, 1]).toContain((await sweep(`DroneAnalyses::${id}`, ...args, '--plot', file)).status);
        const picture = readFileSync(file, 'utf8');
        expect(picture).toMatch(/^<svg /);
        titles.forEach(t => expect(picture).toMatch(t));
        expect(picture).not.toMatch(/NaN|undefined/);
    });

    const REFUSED: readonly (readonly [title: string, args: readonly string[], stderr: RegExp])[] = [
        [
            'a misspelled parameter',
            ['courierRange', 'wynd=0..1'],
            /wynd is no parameter of DroneAnalyses::courierRange, which has payload, wind$/m
        ],
        ['a path', ['courierRange', 'drone.mass=0..1'], /drone\.mass is no parameter of DroneAnalyses::courierRange/],
        ['samples that are no number', ['courierRange', 'wind=0..1', '--samples', 'x'], /--samples x: not a whole number of at least 1/],
        ['a folder that is not there', ['HoverPower', 'mass=1 [kg]..2 [kg]', '--plot', 'no/such/file.svg'], /no\/such\/file\.svg: ENOENT/]
    ];
    it.each(spread(REFUSED, 2))('refuses %s', async (_, [id, ...args], stderr) => {
        expect(await sweep(`DroneAnalyses::${id}`, ...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(stderr) as string });
    });

    it('SERVICE_MAX_SWEEP_RUNS bounds the runs', async () => {
        expect(
            (await run(['sweep', 'DroneAnalyses::HoverPower', 'mass=1 [kg]..9 [kg]', DRONE], { SERVICE_MAX_SWEEP_RUNS: '8' })).stderr
        ).toMatch(/at most 8 run/);
    });
});
