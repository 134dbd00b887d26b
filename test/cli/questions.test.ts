/** The commands `eval`, `instantiate` and `verify`. Each row is a command line and what it answers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { spread } from '../support/thorough.js';
import { command, type Run } from './command.js';

const FOLDER = temporaryFolder('questions-');
const write = (name: string, content: string): string => {
    const path = join(FOLDER, name);
    writeFileSync(path, content);
    return path;
};

const CART = write(
    'cart.sysml',
    `package Cart {
    private import ScalarValues::*;
    private import SI::*;
    attribute open : Real;
    part def Wheel { attribute mass :> ISQ::mass = 500 [g]; }
    part def Cart { part wheels : Wheel[2]; attribute mass :> ISQ::mass = 2 [kg] + NumericalFunctions::sum(wheels.mass); assert constraint light { mass <= 3 [kg] } }
    part cart : Cart;
    part bench;
    requirement def Limit { subject c : Cart; attribute limit :> ISQ::mass; require constraint { c.mass <= limit } }
    requirement loose : Limit { attribute :>> limit = 4 [kg]; }
    requirement tight : Limit { attribute :>> limit = 2.5 [kg]; }
    calc def Down { in n : Integer; return : Integer = if n == 0 ? 0 else Down(n - 1); }
    package Good { satisfy loose by cart; not satisfy tight by cart; }
    package Bad { satisfy tight by cart; }
    verification weighing { subject c : Cart = cart; objective { verify loose; } return : VerificationCases::VerdictKind = VerificationCases::PassIf(c.mass < 4 [kg]); }
}
`
);
const BROKEN = write('broken.sysml', 'package B {\n    attribute n = 1;\n    part p : Nothing;\n}\n');

const run = (args: readonly string[], input?: string, env?: Readonly<Record<string, string>>): Promise<Run> =>
    command(args, { cwd: FOLDER, input, env });

type Row = readonly [args: readonly string[], status: number, stdout: string, stderr?: RegExp];

const CART_TREE = `Cart::cart #1
    wheels[1]: Cart::Wheel #2
        mass = 500 g
    wheels[2]: Cart::Wheel #3
        mass = 500 g
    mass = 3 kg
    light
`;

const TOO_HEAVY = `             3 kg <= 2.5 kg
               c.mass = 3 kg
                 2 kg
                 wheels[1].mass = 0.5 kg
                 wheels[2].mass = 0.5 kg
`;

const TOO_HEAVY_IN_GRAMS = `             3000 g <= 2500 g
               c.mass = 3000 g
                 2000 g
                 wheels[1].mass = 500 g
                 wheels[2].mass = 500 g
`;

const TABLES: Readonly<Record<string, readonly Row[]>> = {
    eval: [
        [['1 + 2 * 3', CART], 0, '7\n'],
        [['1 < 2 and "a" == "b"', CART], 0, 'false\n'],
        [['Cart::cart.mass', CART], 0, '3 kg\n'],
        [['cart.wheels.mass', CART, '--context', 'Cart'], 0, '(500 g, 500 g)\n'],
        [['mass * 2', CART, '--subject', 'Cart::cart'], 0, '6 kg\n'],
        [['Cart::cart', CART], 0, 'Cart::cart #1\n'],
        [['Cart::open', CART], 0, '<undetermined>\n', /^Cart::open has no value in the model$/m],
        [['--', '-2 ** 2', CART], 0, '4\n'],
        [['7 [kg] / 6'], 0, '1.1667 kg (7/6)\n'],
        [['1 / 3'], 0, '0.33333 (1/3)\n'],
        [['20 [N] * 3 [m]'], 0, '60 J\n'],
        [['2 [kW] * 30 [min]', '--unit', 'kW*h'], 0, '1 kW*h\n'],
        [['10 [kohm] * 5 [uF] + 1 [us]', '--unit', 'ms'], 0, '50.001 ms\n'],
        [['7200000 [J]', '--unit', 'kWh'], 0, '2 kWh\n'],
        [['250000 [Pa]', '--unit', 'mPa', '--unit', 'bar'], 0, '250000000 mPa\n'],
        [['3 [t] + 1 [kg]', '--unit', 'Mg'], 0, '3.001 Mg\n'],
        [['6 [l/min] * 1 [h]', '--unit', 'L'], 0, '360 L\n'],
        [['6 [m] / 3 [m**2]', '--unit', 'm**-1'], 0, '2 m**-1\n'],
        [['6 [J]', '--unit', 'N·m'], 0, '6 N·m\n'],
        [['6 [m] / 2 [s] / 3 [s]', '--unit', 'm·s⁻²'], 0, '1 m·s⁻²\n'],
        [['36 [km] / 2 [h]', '--unit', 'J', '--unit', 'km/h'], 0, '18 km/h\n'],
        [["180 ['°']", '--unit', 'rad'], 0, '3.1415922 rad\n'],
        [['1 [rad]', '--unit', '°'], 0, '57.296 ° (100000000/1745329)\n'],
        [['1 [rad/s]', '--unit', '°/s'], 0, '57.296 °/s (100000000/1745329)\n'],
        [['1 [rad]', '--unit', 'sr'], 0, '1 rad\n'],
        [['2 [km]', '--unit', 'smoots'], 2, '', /^sysml-workbench eval: --unit smoots: not a measurement unit: smoots$/m],
        [['1 / 0', CART], 2, '', /^evaluation failed: division by zero$/m],
        [['1 +', CART], 2, '', /^<expression>:1:4 error syntax .*\n {4}1 \+\n {7}\^\nexpression parse failed$/m],
        [['1', CART, '--context', 'Cart::Nothing'], 2, '', /^symbol not found: Cart::Nothing$/m],
        [['1', CART, '--subject', 'Cart::nothing'], 2, '', /^subject not found: Cart::nothing$/m],
        [
            ['B::n', BROKEN],
            2,
            '',
            /broken\.sysml:3:14 error unresolved .*\n {4}.*part p : Nothing;\n {17}\^{7}\nthe model has 1 error: no answer; --force answers for elements that depend on none$/m
        ],
        [['1'], 0, '1\n', /^$/],
        [['cart.mass', CART], 2, '', /^evaluation failed: unresolved reference: cart \(did you mean Cart::cart( or .*)?\?\)$/m],
        [['crat.mass', CART, '--context', 'Cart'], 2, '', /^evaluation failed: unresolved reference: crat \(did you mean cart\?\)$/m],
        [['3 [kgg]'], 2, '', /^evaluation failed: unresolved reference: kgg \(did you mean kg\?\)$/m],
        [['Cart::cart.mas', CART], 2, '', /member mas not found in instance \(did you mean mass\?\)$/m],
        [['n', BROKEN, '--context', 'B', '--force'], 0, '1\n', /'Nothing' could not be resolved/],
        [['1 + 2', BROKEN, '--force'], 0, '3\n', /'Nothing' could not be resolved/],
        [['p', BROKEN, '--context', 'B', '--force'], 2, '', /^1 error of 1 in what the named element depends on: no answer$/m],
        [['self', BROKEN, '--subject', 'B::p', '--force'], 2, '', /^1 error of 1 in what the named element depends on: no answer$/m],
        [['n +', BROKEN, '--context', 'B', '--force'], 2, '', /^expression parse failed$/m],
        [['1', CART, '--context', 'Crat'], 2, '', /^symbol not found: Crat \(did you mean Cart/m],
        [['mass', CART, '--subject', 'cart'], 2, '', /^subject not found: cart \(did you mean Cart::cart( or .*)?\?\)$/m]
    ],
    instantiate: [
        [['Cart::cart', CART], 0, CART_TREE],
        [['Cart::nothing', CART], 2, '', /^symbol not found: Cart::nothing$/m],
        [['Cart::open', CART], 2, '', /^instantiation failed: /m],
        [['B', BROKEN], 2, '', /: no answer; --force/]
    ],
    verify: [
        [
            ['Cart::Good', CART],
            0,
            'holds        satisfy loose by cart\npass         verification Cart::weighing of Cart::loose on Cart::cart\nholds        not satisfy tight by cart\n'
        ],
        [['Cart::Bad', CART], 1, `fails        satisfy tight by cart: c.mass <= limit\n${TOO_HEAVY}`],
        [['Cart.Bad', CART, '--unit', 'g'], 1, `fails        satisfy tight by cart: c.mass <= limit\n${TOO_HEAVY_IN_GRAMS}`],
        [
            [CART],
            1,
            `holds        satisfy loose by cart\npass         verification Cart::weighing of Cart::loose on Cart::cart\nholds        not satisfy tight by cart\nfails        satisfy tight by cart: c.mass <= limit\n${TOO_HEAVY}`
        ],
        [
            ['Cart::tight', CART, '--subject', 'Cart::cart'],
            1,
            `fails        requirement Cart::tight on Cart::cart: c.mass <= limit\n${TOO_HEAVY}`
        ],
        [['Cart::cart.light', CART], 0, 'holds        constraint Cart::Cart::light on Cart::cart\n'],
        [
            ['Cart::tight', CART],
            2,
            'not run      requirement Cart::tight: no subject is stated or given\n',
            /^judged without an object: --subject/m
        ],
        [['Cart::weighing', CART], 0, 'pass         verification Cart::weighing on Cart::cart\n'],
        [['Cart::bench', CART], 2, 'undecided    object Cart::bench: object Cart::bench states no assertion to validate\n'],
        [
            ['Cart::bench', CART, '--subject', 'Cart::cart'],
            2,
            '',
            /^a subject is for a constraint or a requirement: Cart::bench is neither$/m
        ],
        [['Cart::nothing', CART], 2, '', /^symbol not found: Cart::nothing$/m],
        [['B', BROKEN], 2, '', /: no answer; --force/],
        [
            [write('bare.sysml', 'package Bare { part p; }')],
            2,
            '',
            /^the model states no satisfaction assertion to verify: name a constraint/m
        ],
        [['no/such/file.sysml'], 2, '', /file not found: no\/such\/file.sysml$/m],
        [[CART, 'Cart::tight'], 2, '', /file not found: Cart::tight: the name of an element stands before the files$/m]
    ]
};

describe.each(Object.entries(TABLES))('sysml-workbench %s', (name, rows) => {
    test.each(rows.map(([args, status, stdout, stderr = /^$/]) => ({ args, status, stdout, stderr })))(
        '$args ends with status $status',
        async ({ args, status, stdout, stderr }) => {
            const answered = await run([name, ...args]);
            expect(answered.stdout).toBe(stdout);
            expect(answered.stderr).toMatch(stderr);
            expect(answered.status).toBe(status);
        }
    );
});

describe('--json', () => {
    const keys = ['status', 'exit', 'checks', 'diagnostics', 'output', 'errors'];

    test.each<[string, readonly string[], number, object]>([
        [
            'a value',
            ['eval', 'Cart::cart.mass', CART],
            0,
            {
                status: 'holds',
                exit: 0,
                diagnostics: null,
                output: null,
                errors: null,
                checks: [
                    {
                        subject: 'Cart::cart.mass',
                        status: 'holds',
                        lines: ['3 kg'],
                        rows: null,
                        plan: null,
                        results: null,
                        values: [{ value: { quantity: { realMagnitude: 3, unit: 'kg' } } }]
                    }
                ]
            }
        ],
        [
            'an object',
            ['instantiate', 'Cart::cart', CART],
            0,
            {
                status: 'holds',
                checks: [
                    {
                        subject: 'Cart::cart',
                        values: null,
                        results: [{ id: '1', typeSymbolId: 'Cart::cart' }, { id: '2' }, { id: '3', typeSymbolId: 'Cart::Wheel' }]
                    }
                ]
            }
        ],
        [
            'verdicts',
            ['verify', CART],
            1,
            {
                status: 'fails',
                exit: 1,
                checks: [
                    { status: 'holds', verifications: [{ caseId: 'Cart::weighing', kind: 'pass' }] },
                    { status: 'holds', results: [{ kind: 'satisfy', holds: true }] },
                    { status: 'fails', results: [{ condition: 'c.mass <= limit', requirementId: 'Cart::tight' }] }
                ]
            }
        ],
        [
            'a failure',
            ['eval', '1 +', CART],
            2,
            {
                status: 'unresolved',
                exit: 2,
                errors: ['expression parse failed'],
                checks: [{ status: 'unresolved', values: null }],
                diagnostics: [{ severity: 'error', file: '<expression>', line: 1, column: 4, pass: null, code: 'syntax' }]
            }
        ],
        [
            'a file that is not there',
            ['eval', '1', 'no/such/file.sysml'],
            2,
            { status: 'unresolved', exit: 2, checks: null, errors: ['file not found: no/such/file.sysml'] }
        ],
        [
            'a model with errors',
            ['verify', BROKEN],
            2,
            { status: 'unresolved', checks: null, diagnostics: [{ severity: 'error', line: 3, column: 14, code: 'unresolved' }] }
        ]
    ])('contains %s', async (_, args, status, expected) => {
        const answered = await run([...args, '--json']);
        const document = JSON.parse(answered.stdout) as object;
        expect(Object.keys(document)).toEqual(keys);
        expect(document).toMatchObject(expected);
        expect([answered.status, answered.stderr]).toEqual([status, '']);
    });
});

test.each(
    spread<[string, object]>(
        [
            ['part def A { attribute x = 3 }\n', { stderr: expect.stringMatching(/^<stdin>:1:\d+ error syntax/) as string }],
            ['part def A { attribute x = 3; }\n', { status: 0, stdout: '3\n' }]
        ],
        2
    )
)('a model may come from standard input: %j', async (text, expected) => {
    expect(await run(['eval', 'A::x', '-'], text)).toMatchObject(expected);
});

test('budgets come from the environment', async () => {
    expect(await run(['eval', 'Cart::Down(50)', CART], undefined, { SERVICE_MAX_CALC_DEPTH: '20' })).toMatchObject({
        status: 2,
        stdout: ''
    });
    expect(await run(['eval', '1', CART], undefined, { SERVICE_MAX_STEPS: 'many' })).toMatchObject({ status: 2, stdout: '' });
});

describe('solve --values', () => {
    const text = `package V { private import SI::kg;
    part def Engine { attribute mass :> ISQ::mass; }
    part def Car { attribute dry :> ISQ::mass; part engine : Engine; attribute total :> ISQ::mass = dry + engine.mass;
        variation part axle : Engine {
            variant part thin : Engine { :>> mass = 30 [kg]; } variant part thick : Engine { :>> mass = 90 [kg]; } } }
    part car : Car;
    requirement def Light { subject c : Car; require constraint { c.total == 1200 [kg] and c.engine.mass == 200 [kg] }
        require constraint { c.axle.mass > 50 [kg] } }
    satisfy requirement light : Light by car;
    constraint off { 1 > 2 }
}
`;
    const edited = text.replace(
        'part car : Car;',
        `part car : Car {
        attribute :>> dry = 1000.0 [SI::kg];
        part :>> engine {
            attribute :>> mass = 200.0 [SI::kg];
        }
        part :>> axle = V::Car::axle::thick;
    }`
    );

    test('--dry-run shows what the values change, --in-place writes them', async () => {
        const path = write('values.sysml', text);
        const shown = await run(['solve', 'V::light', '--values', '--dry-run', path]);
        expect(shown).toMatchObject({
            status: 0,
            stdout: expect.stringContaining(`+        attribute :>> dry = 1000.0 [SI::kg];\n`) as string
        });
        expect(readFileSync(path, 'utf8')).toBe(text);
        expect(await run(['solve', 'V::light', '--values', '--in-place', path])).toMatchObject({ status: 0, stderr: `wrote ${path}\n` });
        expect(readFileSync(path, 'utf8')).toBe(edited);
        expect(await run(['verify', 'V::light', path])).toMatchObject({ status: 0 });
    });

    test.each([[[]], [['--explain']], [['--values']], [['--question', 'holds']], [['--configurations']]])(
        'every answer has its engine, strength and bounds: %j',
        async options => {
            const { stdout } = await run(['solve', 'V::light', write('values.sysml', text), '--json', ...options]);
            expect(JSON.parse(stdout)).toMatchObject({
                checks: [
                    {
                        results: [
                            {
                                engine: 'solve',
                                strength: expect.stringMatching(/^(witnessed|proved|not covered)$/) as string,
                                bounds: [{ name: 'solver' }]
                            }
                        ]
                    }
                ]
            });
        }
    );

    test.each([
        ['--question holds --explain', '--explain has no effect beside --question holds'],
        ['--optimize --subject V::car', '--subject has no effect beside --optimize'],
        ['--configurations --explain', '--explain has no effect beside --configurations']
    ])('refuses %s', async (options, message) => {
        expect(await run(['solve', 'V::light', ...options.split(' '), 'no.sysml'])).toMatchObject({
            status: 2,
            stdout: '',
            stderr: expect.stringContaining(message) as string
        });
    });

    test('a redefinition has the keyword of its feature, and names resolve where they are written', async () => {
        const model = (body: string): string => `package 'My Pump' { enum def Mode { enum 'at night'; enum day; }
    item def Liquid { attribute price : ScalarValues::Integer; }
    part def Pump { variation item fluid : Liquid { variant item 'extra thin' : Liquid { :>> price = 1; } variant item thick : Liquid { :>> price = 2; } }
        attribute mode : Mode; ref item 'old tank' { attribute level : ScalarValues::Integer; } part 'My Pump'; }
    part pump : Pump${body}
    requirement light { subject p : Pump = pump;
        require constraint { p.fluid.price == 1 and p.mode == Mode::'at night' and p.'old tank'.level == 3 } }
}
`;
        const path = write('names.sysml', model(';'));
        expect(await run(['solve', 'My Pump::light', '--values', '--in-place', path])).toMatchObject({ status: 0 });
        expect(readFileSync(path, 'utf8')).toBe(
            model(` {
        item :>> fluid = $::'My Pump'::Pump::fluid::'extra thin';
        attribute :>> mode = $::'My Pump'::Mode::'at night';
        item :>> 'old tank' {
            attribute :>> level = 3;
        }
    }`)
        );
        expect(await run(['verify', 'My Pump::light', path])).toMatchObject({ status: 0 });
    });

    test.each<[readonly string[], number, RegExp]>([
        [['V::car', '--configurations'], 2, /^V::car is a part usage, which states nothing to solve: a constraint, a requirement, /m],
        [
            ['V::light', '--optimize'],
            2,
            /^not an analysis case: V::light is a satisfy requirement usage, not an analysis case definition or usage$/m
        ],
        [['V::light', '--in-place'], 2, /^sysml-workbench solve: --dry-run and --in-place are of --values$/m],
        [['V::off', '--values', '--in-place'], 1, /^no value is one that a declaration can state: nothing is edited$/m]
    ])('%j does not change the files', async (args, status, stderr) => {
        const path = write('values.sysml', text);
        expect(await run(['solve', ...args, path])).toMatchObject({ status, stderr: expect.stringMatching(stderr) as string });
        expect(readFileSync(path, 'utf8')).toBe(text);
    });
});
