/** The command `run`. Each row is a command line and what it answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { command, type Run } from './command.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'run-'));
const MODEL = join(FOLDER, 'model.sysml');
writeFileSync(
    MODEL,
    `package M {
    private import ScalarValues::*;
    action double { in x : Integer; out y : Integer; first start; then assign y := x * 2; then done; }
    action race { attribute w : Integer = 0; first start; then fork f; first f then a; first f then b; first f then c;
        action a assign w := 1; action b assign w := 2; action c assign w := 3; }
    action pause { attribute n : Integer = 1; first start; then accept after 5 [SI::s]; then assign n := 2; then done; }
    action fragile { attribute n : Integer = 0; attribute r : Integer = 1; first start; then fork f; first f then x; first f then y; action x assign r := 4 % n; action y assign n := 3; }
    action outer { attribute t : Integer = 0; first start; then action inner { first start; then action one assign t := t + 1; then done; } then decide d; if t > 0 then big; if t > 1 then small;
        action big assign t := 7; action small; }
    action broken { attribute n : Real = 0; first start; then assign n := 1 / 0; then done; }
    attribute def Start;
    attribute def Stop;
    state machine {
        entry; then off;
        state off; accept Start then on;
        state on; accept Stop then off; accept after 3 [SI::s] then idle;
        state idle;
    }
    part def Tank { attribute level : Integer = 1; action fill { assign level := level + 1; } }
    part tank : Tank;
    attribute def Goto { attribute height : Real; }
    part def Drone {
        attribute height : Real = 0;
        port radio;
        exhibit state modes {
            entry; then idle;
            state idle;
            transition first idle accept g : Goto via radio if g.height > 10 do assign height := g.height then flying;
            state flying;
            transition first flying accept Stop do send new Start() to self then idle;
        }
    }
    part drone : Drone;
    action ticks { attribute n : Integer = 0; attribute step : Integer = 1; first start; then merge m; then action tick accept after 10 [SI::s]; then action add assign n := n + step; then m; }
}
`
);
const WRONG = join(FOLDER, 'wrong.sysml');
writeFileSync(
    WRONG,
    'package W { action ok { attribute n : ScalarValues::Integer = 0; action s assign n := n + 1; } action wrong { out x = nothing_; } action reaching { perform wrong; } }'
);
/** One mistake in two places. */
const TWICE = join(FOLDER, 'twice.sysml');
writeFileSync(TWICE, 'package T { part a : Nowhere; part b : Nowhere; action ok; }');
const FLOWN = `t=0        enter: idle
t=12       accept: Goto (height = 30.0)
t=12       exit: idle
t=12       height := 30.0
t=12       enter: flying
t=12       transition: idle -> flying (event: accept Goto)
t=120      accept: Stop
t=120      exit: flying
t=120      send: Start to object #1
t=120      enter: idle
t=120      transition: flying -> idle (event: accept Stop)
states: idle -> flying -> idle
final state: idle
this.height = 30.0
final time: 120 s
`;

afterAll(() => rmSync(FOLDER, { recursive: true }));

const run = (args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run> =>
    command(['run', ...args], { cwd: FOLDER, env });

const TRACE = `t=0        enter: off
t=0        accept: Start
t=0        exit: off
t=0        enter: on
t=0        transition: off -> on (event: accept Start)
t=3        exit: on
t=3        enter: idle
t=3        transition: on -> idle (event: time)
`;
const VISITED = 'states: off -> on -> idle\nfinal state: idle\nfinal time: 3 s\n';
const CHOICES = /^choice point: step 3: tokens 2@a, 3@b, 4@c \(unordered; took \d@[abc] first\)$/m;

type Row = readonly [args: readonly string[], status: number, stdout: string, stderr?: RegExp];

const ROWS: readonly Row[] = [
    [['M::double', MODEL, '--input', 'x=21'], 0, 'x = 21\ny = 42\n'],
    [['M::double', MODEL, '--input', 'x=if 1 == 1 ? 4 else 5'], 0, 'x = 4\ny = 8\n'],
    [['M::double', MODEL], 2, '', /no value for feature x/],
    [['M::double', MODEL, '--input', 'x=1 +'], 2, '', /^input x: expression parse failed$/m],
    [['M::double', MODEL, '--input', 'x'], 2, '', /^input x: not of the form name=expression$/m],
    [['M::double', MODEL, '--input', 'x=1', '--input', 'x=2'], 2, '', /^input x: given twice$/m],
    [['M::machine', MODEL, '--event', 'Go(flow=2.5, x = 1)@2s'], 2, '', /'flow' is a keyword: write Go\('flow'=2\.5, x = 1\)$/m],
    [['M::machine', MODEL, '--event', 'Go(x : 1)'], 2, '', /what an event carries is written 'Go\(feature = value, …\)'$/m],
    [['M::machine', MODEL, '--event', 'Start at 2s'], 2, '', /^event Start at 2s: a time is written @2s/m],
    [['M::double', MODEL, '--event', 'Start'], 2, '', /^--event is for a state machine: M::double is none$/m],
    [['M::pause', MODEL], 0, 'n = 2\nfinal time: 5 s\n'],
    [['M::broken', MODEL], 2, '', /division by zero/],
    [['M::Tank::fill', MODEL, '--performer', 'M::tank'], 0, 'this.level = 2\n'],
    [
        ['M::Tank::fill', MODEL],
        0,
        '',
        /^it has no outputs and ran on a M::Tank of its own: --performer <path> names the one that performs it$/m
    ],
    [['M::nothing', MODEL], 2, '', /^symbol not found: M::nothing$/m],
    [['fill', MODEL], 2, '', /^symbol not found: fill \(did you mean M::Tank::fill\?\)$/m],
    [
        ['M::tank', MODEL],
        2,
        '',
        /^M::tank is neither an action nor a state machine; it performs M::Tank::fill \(run one with --performer M::tank\)$/m
    ],
    [['M::Start', MODEL], 2, '', /^M::Start is neither an action nor a state machine$/m],
    [['M::machine', MODEL], 0, 'states: off\nfinal state: off\n'],
    [['M::machine', MODEL, '--event', 'Start'], 0, VISITED],
    [['M::machine', MODEL, '--event', "M::'Start'"], 0, VISITED],
    [["M::drone.'modes'", MODEL, '--input', 'height=12'], 0, 'states: idle\nfinal state: idle\nthis.height = 12.0\n'],
    [['M::machine', MODEL, '--event', 'Start', '--trace'], 0, TRACE + VISITED],
    [['M::machine', MODEL, '--event', 'Start', '--event', 'Stop'], 0, 'states: off -> on -> off\nfinal state: off\n'],
    [['M::machine', MODEL, '--input', 'x=1'], 2, '', /unknown parameter: x of machine$/m],
    [
        [
            'M::Drone::modes',
            MODEL,
            '--performer',
            'M::drone',
            '--event',
            'Goto(height = 30)@12s',
            '--event',
            'Stop@2min',
            '--trace',
            '--until',
            '1h'
        ],
        0,
        FLOWN
    ],
    [
        ['M::Drone::modes', MODEL, '--performer', 'M::drone', '--event', 'Goto(heigt = 3)'],
        2,
        '',
        /^event Goto\(heigt = 3\): .*unknown parameter: heigt of Goto$/m
    ],
    [
        ['M::Drone::modes', MODEL, '--performer', 'M::drone', '--input', 'height=12@5s', '--until', '1min'],
        0,
        'states: idle\nfinal state: idle\nthis.height = 12.0\nfinal time: 5 s\n'
    ],
    [['M::ticks', MODEL, '--until', '25s', '--input', 'step=5@15s'], 0, 'n = 6\nstep = 5\nfinal time: 25 s\n'],
    [['M::ticks', MODEL, '--until', 'soon'], 2, '', /--until soon: not a time such as 90s, 1.5min or 1h/],
    [['T::ok', TWICE], 2, '', /^\S+:1:\d+ error unresolved .*Nowhere.*\n.*\n.*\n {4}also: \S+ error unresolved .*\nthe model has 2 errors/],
    [['W::ok', WRONG], 2, '', /^the model has 1 error: no answer; --force answers for elements that depend on none$/m],
    [['W::ok', WRONG, '--force'], 0, 'n = 1\n', /could not be resolved/],
    [['W::reaching', WRONG, '--force'], 2, '', /^1 error of 1 in what the named element depends on: no answer$/m],
    [['M::race', MODEL], 0, 'w = 1\n', CHOICES],
    [['M::race', MODEL, '--schedule', 'declared'], 0, 'w = 3\n', CHOICES],
    [['M::race', MODEL, '--schedule', 'seed:1'], 0, 'w = 2\n', CHOICES],
    [
        ['M::race', MODEL, '--schedule', 'explore'],
        0,
        '  runs  outcome\n     2  w = 1\n     2  w = 2\n     2  w = 3\n6 runs, 3 outcomes, complete\n'
    ],
    [
        ['M::race', MODEL, '--schedule', 'explore:runs=3'],
        0,
        '  runs  outcome\n     1  w = 2\n     2  w = 3\n3 runs, 2 outcomes, incomplete (budget of runs)\n',
        /^not every order was tried: .*runs=3, depth=64\)$/m
    ],
    [
        ['M::broken', MODEL, '--schedule', 'explore'],
        2,
        expect.stringMatching(/^ {2}runs {2}outcome\n {5}1 {2}error: .*division by zero\n1 run, 1 outcome, complete\n$/) as string,
        /^every run failed$/m
    ],
    [
        ['M::fragile', MODEL, '--schedule', 'explore'],
        0,
        expect.stringMatching(
            /^ {2}runs {2}outcome\n {5}1 {2}n = 3, r = 1\n {5}1 {2}error: .*division by zero\n2 runs, 2 outcomes, complete\n$/
        ) as string,
        /^1 of 2 runs failed$/m
    ],
    [
        ['M::pause', MODEL, '--trace'],
        0,
        `t=0        step 1: start (token 1)
t=5        step 2: accept (token 1)
t=5        step 3: assign (token 1)
t=5        n := 2
t=5        step 4: done (token 1)
n = 2
final time: 5 s
`
    ],
    [
        ['M::outer', MODEL, '--trace'],
        0,
        `t=0        step 1: start (token 1)
t=0        step 2: inner (token 1)
t=0        step 1 of inner: start (token 1)
t=0        step 2 of inner: one (token 1)
t=0        t := 1
t=0        step 3 of inner: done (token 1)
t=0        step 5: d (token 1)
t=0        step 6: big (token 1)
t=0        t := 7
t = 7
`
    ],
    [['M::broken', MODEL, '--trace'], 2, 't=0        step 1: start (token 1)\nt=0        step 2: assign (token 1)\n', /division by zero/],
    [
        ['M::machine', MODEL, '--event', 'start', '--event', 'start'],
        0,
        'states: off\nfinal state: off\n',
        /^no transition of M::machine waits for the event start \(they wait for Start, Stop\)$/m
    ],
    [
        ['M::machine', MODEL, '--event', 'Start', '--schedule', 'explore'],
        0,
        '  runs  outcome\n     1  idle (off -> on -> idle)\n1 run, 1 outcome, complete\n'
    ],
    [['M::machine', MODEL, '--trace', '--schedule', 'explore'], 2, '', /^sysml-workbench run: --trace records one run/m],
    [['M::race', MODEL, '--schedule', 'sometimes'], 2, '', /^sysml-workbench run: invalid scheduling policy "sometimes"/m],
    [['M::race', MODEL, '--schedule', 'explore:runs=0'], 2, '', /^sysml-workbench run: invalid scheduling policy "explore:runs=0"/m],
    [['M::race', 'no/such/file.sysml', '--schedule', 'seed:x'], 2, '', /^sysml-workbench run: invalid scheduling policy "seed:x"/],
    [['M::race'], 2, '', /missing required argument/]
];

test.each(ROWS.map(([args, status, stdout, stderr = /^$/]) => ({ args, status, stdout, stderr })))(
    '$args ends with status $status',
    async ({ args, status, stdout, stderr }) => {
        const answered = await run(args);
        expect(answered.stdout).toEqual(stdout);
        expect(answered.stderr).toMatch(stderr);
        expect(answered.status).toBe(status);
    }
);

describe('--json', () => {
    test.each<[string, readonly string[], number, object]>([
        [
            'the outputs of an action',
            ['M::double', MODEL, '--input', 'x=21'],
            0,
            {
                status: 'holds',
                exit: 0,
                diagnostics: null,
                errors: null,
                checks: [
                    {
                        subject: 'M::double',
                        status: 'holds',
                        values: [
                            { name: 'x', value: { sequence: { elements: [{ intValue: '21' }] } } },
                            { name: 'y', value: { sequence: { elements: [{ intValue: '42' }] } } }
                        ]
                    }
                ]
            }
        ],
        [
            'a run of an action',
            ['M::double', MODEL, '--input', 'x=21'],
            0,
            {
                checks: [
                    {
                        results: [
                            {
                                outputs: {
                                    x: { sequence: { elements: [{ intValue: '21' }] } },
                                    y: { sequence: { elements: [{ intValue: '42' }] } }
                                },
                                error: '',
                                finalTime: 0,
                                diagnostics: [],
                                trace: [],
                                traceDropped: 0
                            }
                        ]
                    }
                ]
            }
        ],
        [
            'the states of a machine',
            ['M::machine', MODEL, '--event', 'Start'],
            0,
            {
                status: 'holds',
                checks: [
                    {
                        subject: 'M::machine',
                        lines: VISITED.trimEnd().split('\n'),
                        results: [
                            { outputs: {}, statesVisited: ['off', 'on', 'idle'], finalState: 'idle', finalTime: 3, error: '', trace: [] }
                        ]
                    }
                ]
            }
        ],
        [
            'a trace',
            ['M::machine', MODEL, '--event', 'Start', '--trace'],
            0,
            {
                checks: [
                    {
                        results: [
                            {
                                trace: [
                                    { time: 0, kind: 'entry', text: 'enter: off', machine: 'machine', state: 'off' },
                                    { time: 0, kind: 'accept', event: 'Start' },
                                    { kind: 'exit', state: 'off' },
                                    { kind: 'entry', state: 'on' },
                                    { kind: 'transition', from: 'off', to: 'on', event: 'Start' },
                                    { time: 3, kind: 'exit', state: 'on' },
                                    { time: 3, kind: 'entry', state: 'idle' },
                                    {
                                        time: 3,
                                        kind: 'transition',
                                        from: 'on',
                                        to: 'idle',
                                        event: 'time',
                                        text: 'transition: on -> idle (event: time)'
                                    }
                                ]
                            }
                        ]
                    }
                ]
            }
        ],
        [
            'choice points',
            ['M::race', MODEL],
            0,
            {
                diagnostics: [
                    { severity: 'info', code: 'choice-point', file: MODEL, line: 4 },
                    { severity: 'info', code: 'choice-point', file: MODEL, line: 4 }
                ],
                checks: [
                    {
                        results: [
                            {
                                diagnostics: [
                                    { code: 'choice-point', line: 4 },
                                    { code: 'choice-point', line: 4 }
                                ]
                            }
                        ]
                    }
                ]
            }
        ],
        [
            'how far an exploration came',
            ['M::race', MODEL, '--schedule', 'explore:runs=3'],
            0,
            {
                checks: [
                    {
                        exploration: {
                            complete: false,
                            runs: 3,
                            budgetsHit: ['runs'],
                            runsBudget: 3,
                            depthBudget: 64,
                            probabilitiesLowerBound: false,
                            failedLinearizations: 0
                        },
                        results: [
                            {
                                linearizations: 1,
                                probability: 0,
                                probabilityRange: null,
                                diagnostics: [{ code: 'choice-point' }, { code: 'choice-point' }]
                            },
                            { linearizations: 2 }
                        ]
                    }
                ]
            }
        ],
        [
            'an exploration without an order that gets through',
            ['M::broken', MODEL, '--schedule', 'explore'],
            2,
            {
                status: 'unresolved',
                exit: 2,
                errors: ['every run failed'],
                checks: [
                    { results: [{ error: expect.stringMatching(/division by zero/) as string }], exploration: { failedLinearizations: 1 } }
                ]
            }
        ],
        [
            'outcomes',
            ['M::race', MODEL, '--schedule', 'explore'],
            0,
            {
                checks: [
                    {
                        results: [1, 2, 3].map(w => ({
                            outputs: { w: { intValue: String(w) } },
                            linearizations: 2,
                            error: '',
                            witness: [expect.stringMatching(/^step 3: /), expect.stringMatching(/^step 4: /)]
                        }))
                    }
                ]
            }
        ],
        ['a failed run', ['M::broken', MODEL], 2, { status: 'unresolved', exit: 2, errors: [expect.stringMatching(/division by zero/)] }]
    ])('contains %s', async (_, args, status, expected) => {
        const answered = await run([...args, '--json']);
        expect(JSON.parse(answered.stdout)).toMatchObject(expected);
        expect([answered.status, answered.stderr]).toEqual([status, '']);
    });
});

test('budgets come from the environment', async () => {
    expect(await run(['M::race', MODEL], { SERVICE_MAX_ACTION_STEPS: '2' })).toMatchObject({ status: 2, stdout: '' });
});
