// Debugging as an editor asks for it: scripts of requests of the Debug Adapter Protocol, a row a script.

import { describe, expect, it } from 'vitest';
import { framed, requestsOf } from '../../src/debugger/framing.js';
import { wordOf } from '../../src/debugger/console.js';
import type { Request } from '../../src/debugger/index.js';
import { debugClient, type DebugClient, PATH } from './adapter.js';

const MODEL = `package P {
    private import ScalarValues::*;
    action def Twice {
        in n : Integer;
        out r : Integer;
        first start then a;
        action a { assign r := n * 2; }
        then b;
        action b { assign r := r + 1; }
        then done;
    }
    action def Outer {
        attribute k : Integer := 3;
        first start then one;
        action one : Twice { in n = k; }
        then two;
        action two { assign k := one.r; }
        then done;
    }
    action def Loop {
        out i : Integer := 0;
        first start then m;
        merge m;
        then action more { assign i := i + 1; }
        then decide;
        if i < 10 then m;
        else done;
    }
    action def Wrong {
        out x : Integer;
        first start then bad;
        action bad { assign x := 1 / 0; }
        then done;
    }
    part def Pump {
        attribute level : Integer := 1;
        attribute sizes : Integer[2] = (4, 5);
        exhibit state modes {
            entry; then idle;
            state idle;
            transition go first idle accept Go then busy;
            state busy {
                entry action up { assign level := level + 1; } then warm;
                do action work { first start then w; action w { accept after 3 [SI::s]; } then done; }
                state warm;
                transition heat first warm accept after 2 [SI::s] then hot;
                state hot;
            }
        }
    }
    item def Go;
    part pump : Pump;
    item def Goto { attribute height : Integer; }
    state def Lift {
        entry; then low;
        state low;
        transition up first low accept g : Goto if g.height > 5 then high;
        state high;
    }
    action def Inline {
        attribute s : Integer := 0;
        first start;
        then while s < 2 {
            action once {
                assign s := s + 1;
            }
        }
        then action outside {
            assign s := 7;
        }
        then done;
    }
    state def Inner {
        attribute level : Integer := 0;
        entry; then x;
        state x {
            do action quick {
                assign level := 3;
            }
        }
        transition move first x accept Go
            do assign level := 9
            then y;
        state y;
    }
    part def Tank {
        attribute content : Integer;
        attribute spare : Integer := 1;
        action fill { first start; then assign content := content + spare; then done; }
        action empty { first start; then assign content := spare; then done; }
    }
    part tank : Tank { attribute :>> content := 2; }
    action def Sum {
        attribute s : Integer := 0;
        first start;
        then for i in 1..3 {
            attribute d : Integer = i * 2;
            if i > 1 {
                action add : Add { in n = d; inout total = s; }
            } else {
                assign s := 100;
            }
        }
        then action last { assign s := s - 1; }
        then done;
    }
    action def Add {
        in n : Integer;
        inout total : Integer;
        assign total := total + n;
        assign total := total + 1;
    }
    state def Motor {
        attribute speed : Integer := 0;
        entry; then off;
        state off;
        transition first off accept Go
            do action {
                while speed < 2 {
                    assign speed := speed + 1;
                }
            }
            then on;
        state on {
            entry action begin {
                assign speed := 5;
            }
            do action run {
                assign speed := 6;
                assign speed := 7;
            }
        }
    }
    part def Heater {
        attribute heat : Integer := 0;
        exhibit state modes {
            entry action prepare {
                assign heat := heat + 10;
            }
            then warm;
            state warm {
                entry action rise {
                    first start;
                    then action first1 {
                        assign heat := heat + 20;
                    }
                    then action second1 {
                        assign heat := heat + 30;
                    }
                    then done;
                }
                do action hold {
                    assign heat := heat + 40;
                }
                exit action drop {
                    first start;
                    then action third1 {
                        assign heat := heat + 50;
                    }
                    then done;
                }
            }
            transition first warm accept Go then cold;
            state cold;
        }
    }
    part heater : Heater;
}
`;

/** The line, from 1, of the first line with a text. */
const lineOf = (text: string): number => MODEL.split('\n').findIndex(l => l.includes(text)) + 1;

/** What a stop is told as, in a line: where everything stands. */
async function stand(client: DebugClient): Promise<string> {
    const { threads } = (await client.ask('threads')) as { threads: { id: number }[] };
    const stacks: string[] = [];
    for (const { id } of threads) {
        const { stackFrames } = (await client.ask('stackTrace', { threadId: id })) as { stackFrames: { name: string; line: number }[] };
        stacks.push(`${id}: ${stackFrames.map(f => `${f.name}@${f.line}`).join(' < ')}`);
    }
    return stacks.join(' | ');
}

/** The stop that was told last, as `reason (description)`, or the event that ended the session. */
function lastStop(client: DebugClient): string {
    const told = client.events().filter(e => e.event === 'stopped' || e.event === 'terminated');
    const { event, body } = told.at(-1) ?? { event: 'nothing', body: {} };
    const { reason, description } = (body ?? {}) as { reason?: string; description?: string };
    return event === 'stopped' ? `${reason} (${description})` : event;
}

async function launched(launch: object, breakpoints: readonly object[] = []): Promise<DebugClient> {
    const client = debugClient(MODEL);
    await client.ask('initialize');
    expect(await client.ask('launch', launch)).toEqual({});
    expect(client.events().map(e => e.event)).toEqual(['initialized']);
    await client.ask('setBreakpoints', { source: { path: PATH }, breakpoints });
    await client.ask('configurationDone');
    return client;
}

type Move = readonly [command: string, args: object, stop: string, stand?: string];
interface Script {
    readonly name: string;
    readonly launch: object;
    readonly breakpoints?: readonly object[];
    readonly entry: string;
    readonly moves: readonly Move[];
}

const OUTER = { element: 'P::Outer' };
const PUMP = { element: 'P::Pump::modes', performer: 'P::pump' };
const ONCE = `1: once at assign s@${lineOf('assign s := s + 1')} < Inline at once@${lineOf('action once')}`;
const MOTOR = `2: effect at assign speed@${lineOf('speed := speed + 1')} < Motor@${lineOf('state def Motor')}`;
const HEAT = 'breakpoint (suspended: breakpoint at assign heat)';
/** A place in the machine of a heater. */
const within = (...performances: readonly (readonly [label: string, text: string])[]): string =>
    [...performances.map(([label, text]) => `${label}@${lineOf(text)}`), `modes@${lineOf('entry action prepare') - 1}`].join(' < ');
const WARM = within(['warm', 'state warm {']);
const SCRIPTS: readonly Script[] = [
    {
        name: 'an action is stepped through, and its end is shown before it ends',
        launch: OUTER,
        entry: 'entry (ready)',
        moves: [
            ['next', {}, 'step (running)', '1: Outer at one@15'],
            ['next', {}, 'step (running)', '1: one at a@7 < Outer at one@15'],
            ['next', {}, 'step (running)', '1: one at b@9 < Outer at one@15'],
            ['stepOut', {}, 'step (running)', '1: Outer at two@17'],
            ['stepBack', {}, 'step (running)', '1: one at b@9 < Outer at one@15'],
            ['continue', {}, 'pause (completed)', '2: Outer@12'],
            ['continue', {}, 'terminated']
        ]
    },
    {
        name: 'a breakpoint at a step of a performed action; back to the beginning and the same again',
        launch: { ...OUTER, stopOnEntry: false },
        breakpoints: [{ line: lineOf('action b {') }],
        entry: 'breakpoint (suspended: breakpoint at b)',
        moves: [
            ['reverseContinue', {}, 'entry (ready)', '1: Outer at start@12'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at b)', '1: one at b@9 < Outer at one@15']
        ]
    },
    {
        name: 'a condition and a count',
        launch: { element: 'P::Loop', stopOnEntry: false },
        breakpoints: [{ line: lineOf('action more'), condition: 'i > 3', hitCondition: '>= 2' }],
        entry: 'breakpoint (suspended: breakpoint at more)',
        moves: [
            ['evaluate', { expression: 'i' }, 'nothing'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at more)', '1: Loop at more@24']
        ]
    },
    {
        name: 'a count of each fourth hit of ten',
        launch: { element: 'P::Loop', stopOnEntry: false },
        breakpoints: [{ line: lineOf('action more'), hitCondition: '% 4' }],
        entry: 'breakpoint (suspended: breakpoint at more)',
        moves: [
            ['continue', {}, 'breakpoint (suspended: breakpoint at more)'],
            ['continue', {}, 'pause (completed)']
        ]
    },
    {
        name: 'a run without debugging stops nowhere',
        launch: { ...OUTER, noDebug: true },
        breakpoints: [{ line: lineOf('action b {') }],
        entry: 'terminated',
        moves: []
    },
    {
        name: 'a failure is an exception at its place',
        launch: { element: 'P::Wrong', stopOnEntry: false },
        entry: 'exception (failed: action node bad: eval assignment RHS: division by zero)',
        moves: [['stepBack', {}, 'entry (ready)', '1: Wrong at start@29']]
    },
    {
        name: 'a machine of a part: an event, nested states, what a state does meanwhile, time',
        launch: PUMP,
        breakpoints: [{ line: lineOf('transition heat') }],
        entry: 'entry (waiting: waits for an event)',
        moves: [
            ['evaluate', { expression: 'Go', context: 'repl' }, 'nothing'],
            ['next', {}, 'step (running)', '2: warm@45 < busy@42 < modes@38'],
            ['next', {}, 'step (running)', '2: warm@45 < busy@42 < modes@38 | 3: work at w@44 < busy@42 < modes@38'],
            [
                'continue',
                {},
                'breakpoint (suspended: breakpoint at heat)',
                '2: hot@47 < busy@42 < modes@38 | 3: work at w@44 < busy@42 < modes@38'
            ],
            ['evaluate', { expression: 'wait 5s', context: 'repl' }, 'step (waiting: waits for an event)', '2: hot@47 < busy@42 < modes@38']
        ]
    },
    {
        name: 'a breakpoint on an initial state stops before the first move',
        launch: { ...PUMP, stopOnEntry: false },
        breakpoints: [{ line: lineOf('state idle;') }, { line: lineOf('state busy {') }],
        entry: 'breakpoint (suspended: breakpoint at idle)',
        moves: [
            ['evaluate', { expression: 'Go', context: 'repl' }, 'nothing'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at busy)'],
            ['reverseContinue', {}, 'entry (waiting: waits for an event)', '1: idle@40 < modes@38'],
            ['continue', {}, 'pause (waiting: waits for an event)']
        ]
    },
    {
        name: 'a breakpoint on an initial state with a condition that does not hold',
        launch: { ...PUMP, stopOnEntry: false },
        breakpoints: [{ line: lineOf('state idle;'), condition: 'level > 5' }],
        entry: 'pause (waiting: waits for an event)',
        moves: []
    },
    {
        name: 'breakpoints in an entry action of an initial state and on the state',
        launch: { element: 'P::Heater::modes', performer: 'P::heater', stopOnEntry: false },
        breakpoints: [{ line: lineOf('state warm {') }, { line: lineOf('heat + 20') }],
        entry: HEAT,
        moves: [
            ['continue', {}, 'breakpoint (suspended: breakpoint at warm)', `2: ${WARM}`],
            ['stepBack', {}, 'step (suspended: before assign heat)'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at warm)', `2: ${WARM}`]
        ]
    },
    {
        name: 'an event with a value that a guard reads',
        launch: { element: 'P::Lift' },
        entry: 'entry (waiting: waits for an event)',
        moves: [
            ['evaluate', { expression: 'Goto(height = 5)', context: 'repl' }, 'nothing'],
            ['next', {}, 'step (waiting: waits for an event)', '1: low@56 < Lift@54'],
            ['evaluate', { expression: 'Goto(height = 6)', context: 'repl' }, 'nothing'],
            ['next', {}, 'step (waiting: waits for an event)', '1: high@58 < Lift@54']
        ]
    },
    {
        name: 'a breakpoint in the body of a loop stops there in each round; steps back, and the same again',
        launch: { element: 'P::Inline' },
        breakpoints: [{ line: lineOf('assign s := s + 1') }],
        entry: 'entry (ready)',
        moves: [
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign s)', ONCE],
            ['stepOut', {}, 'step (suspended: before once)', `1: Inline at once@${lineOf('action once')}`],
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign s)', ONCE],
            ['stepBack', {}, 'step (suspended: before once)'],
            ['stepIn', {}, 'step (suspended: before assign s)', ONCE],
            ['next', {}, 'step (running)', `1: Inline at outside@${lineOf('action outside')}`],
            ['stepBack', {}, 'step (suspended: before assign s)', ONCE],
            ['reverseContinue', {}, 'entry (ready)']
        ]
    },
    {
        name: 'steps into a loop, a branch and the action that it performs, and over that action',
        launch: { element: 'P::Sum' },
        entry: 'entry (ready)',
        moves: [
            ['next', {}, 'step (running)'],
            ['stepIn', {}, 'step (suspended: before d)', `1: Sum at d@${lineOf('attribute d')}`],
            ['next', {}, 'step (suspended: before if)'],
            ['next', {}, 'step (suspended: before assign s)'],
            ['next', {}, 'step (suspended: before d)'],
            ['next', {}, 'step (suspended: before if)'],
            ['next', {}, 'step (suspended: before add)'],
            [
                'stepIn',
                {},
                'step (suspended: before assign total)',
                `1: add at assign total@${lineOf('+ n;')} < Sum at add@${lineOf('action add')}`
            ],
            ['stepBack', {}, 'step (suspended: before add)'],
            ['next', {}, 'step (suspended: before d)', `1: Sum at d@${lineOf('attribute d')}`],
            ['stepOut', {}, 'step (running)', `1: Sum at last@${lineOf('action last')}`]
        ]
    },
    {
        name: 'a condition on a loop variable, and a breakpoint in the performed action',
        launch: { element: 'P::Sum', stopOnEntry: false },
        breakpoints: [{ line: lineOf('if i > 1'), condition: 'i + d == 6' }, { line: lineOf('total + 1') }],
        entry: 'breakpoint (suspended: breakpoint at if)',
        moves: [
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign total)'],
            ['stepBack', {}, 'step (suspended: before if)'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign total)'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign total)'],
            ['continue', {}, 'pause (completed)']
        ]
    },
    {
        name: 'statements of a transition, of an entry and of a do behavior; an event comes after the move',
        launch: { element: 'P::Motor' },
        breakpoints: ['speed := speed + 1', 'speed := 5', 'speed := 7'].map(text => ({ line: lineOf(text) })),
        entry: 'entry (waiting: waits for an event)',
        moves: [
            ['evaluate', { expression: 'Go', context: 'repl' }, 'nothing'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign speed)', MOTOR],
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign speed)', MOTOR],
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign speed)'],
            ['evaluate', { expression: 'speed' }, 'nothing'],
            ['evaluate', { expression: 'Go', context: 'repl' }, 'nothing'],
            ['continue', {}, 'breakpoint (suspended: breakpoint at assign speed)'],
            ['continue', {}, 'pause (waiting: waits for an event)']
        ]
    },
    {
        name: 'statements of what is performed as a machine is entered and left; steps there; back, and the same again',
        launch: { element: 'P::Heater::modes', performer: 'P::heater' },
        breakpoints: ['heat + 10', 'action first1', 'heat + 30', 'heat + 40', 'action third1'].map(text => ({ line: lineOf(text) })),
        entry: 'entry (waiting: waits for an event)',
        moves: [
            ['continue', {}, HEAT, `2: ${within(['prepare at assign heat', 'heat + 10'])}`],
            [
                'continue',
                {},
                'breakpoint (suspended: breakpoint at first1)',
                `3: ${within(['rise at first1', 'action first1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            [
                'next',
                {},
                'step (suspended: before second1)',
                `3: ${within(['rise at second1', 'action second1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            [
                'stepIn',
                {},
                'step (suspended: before assign heat)',
                `3: ${within(['second1 at assign heat', 'heat + 30'], ['rise at second1', 'action second1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            [
                'stepBack',
                {},
                'step (suspended: before second1)',
                `3: ${within(['rise at second1', 'action second1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            [
                'stepBack',
                {},
                'step (suspended: before first1)',
                `3: ${within(['rise at first1', 'action first1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            ['stepBack', {}, 'step (suspended: before assign heat)', `2: ${within(['prepare at assign heat', 'heat + 10'])}`],
            [
                'continue',
                {},
                'breakpoint (suspended: breakpoint at first1)',
                `3: ${within(['rise at first1', 'action first1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            [
                'continue',
                {},
                HEAT,
                `3: ${within(['second1 at assign heat', 'heat + 30'], ['rise at second1', 'action second1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            ['continue', {}, HEAT, `1: ${within(['hold at assign heat', 'heat + 40'], ['warm', 'state warm {'])}`],
            ['continue', {}, 'pause (waiting: waits for an event)'],
            ['evaluate', { expression: 'Go', context: 'repl' }, 'nothing'],
            [
                'continue',
                {},
                'breakpoint (suspended: breakpoint at third1)',
                `4: ${within(['drop at third1', 'action third1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            ['continue', {}, 'pause (waiting: waits for an event)', `1: ${within(['cold', 'state cold'])}`],
            [
                'stepBack',
                {},
                'step (suspended: before third1)',
                `4: ${within(['drop at third1', 'action third1'], ['warm', 'state warm {'])} | 1: ${WARM}`
            ],
            ['stepOut', {}, 'step (waiting: waits for an event)', `1: ${within(['cold', 'state cold'])}`]
        ]
    }
];

describe('a script of a debugger', () => {
    it.each(SCRIPTS)('$name', async ({ launch, breakpoints, entry, moves }) => {
        const client = await launched(launch, breakpoints);
        expect(lastStop(client)).toBe(entry);
        for (const [command, args, stop, where] of moves) {
            expect(await client.ask(command, args)).not.toHaveProperty('message');
            expect(lastStop(client)).toBe(stop);
            if (where !== undefined) {
                expect(await stand(client)).toBe(where);
            }
        }
    });

    it('tells variables of each performance, of the performer and of the run', async () => {
        const client = await launched(PUMP);
        const { stackFrames } = (await client.ask('stackTrace', { threadId: 1 })) as { stackFrames: { id: number }[] };
        const { scopes } = (await client.ask('scopes', { frameId: stackFrames[0].id })) as {
            scopes: { name: string; variablesReference: number }[];
        };
        expect(scopes.map(s => s.name)).toEqual(['Values of idle', 'Performer', 'Run']);
        const open = async (variablesReference: number): Promise<{ name: string; value: string; variablesReference: number }[]> =>
            (await client.ask('variables', { variablesReference })).variables as never;
        const [pump] = await open(scopes[1].variablesReference);
        expect(pump).toMatchObject({ type: 'P::pump' });
        const features = await open(pump.variablesReference);
        expect(features.find(f => f.name === 'level')).toEqual({
            name: 'level',
            value: '1',
            variablesReference: 0,
            evaluateName: 'level'
        });
        expect(features.map(f => f.name)).toEqual(expect.arrayContaining(['level', 'sizes']));
        const sizes = features.find(f => f.name === 'sizes')!;
        expect(await open(sizes.variablesReference)).toEqual(
            ['4', '5'].map((value, i) => ({ name: `[${i + 1}]`, value, variablesReference: 0 }))
        );
        await client.ask('next');
        expect(await client.ask('scopes', { frameId: stackFrames[0].id })).toEqual({
            message: 'the run has moved since then: request the stack again'
        });
    });

    it('tells variables at a statement, and repeats the run up to it when the model is edited', async () => {
        const client = await launched({ element: 'P::Sum', stopOnEntry: false }, [{ line: lineOf('total + 1') }]);
        const shown = async (): Promise<string[]> => {
            const { stackFrames } = (await client.ask('stackTrace', { threadId: 1 })) as { stackFrames: { id: number }[] };
            const all: string[] = [];
            for (const { id: frameId } of stackFrames) {
                const { scopes } = (await client.ask('scopes', { frameId })) as { scopes: { variablesReference: number }[] };
                const { variables } = await client.ask('variables', { variablesReference: scopes[0].variablesReference });
                all.push((variables as { name: string; value: string }[]).map(v => `${v.name} = ${v.value}`).join(', '));
            }
            return all;
        };
        expect(await shown()).toEqual(['n = 4, total = 104', 'd = 4, i = 2, s = 100']);
        expect(await client.ask('evaluate', { expression: 'total - n' })).toMatchObject({ result: '100' });
        await client.edit(MODEL.replace('s := 100', 's := 200'));
        expect(lastStop(client)).toBe('pause (The model was edited: the run was repeated)');
        expect(await shown()).toEqual(['n = 4, total = 204', 'd = 4, i = 2, s = 200']);
    });

    it.each([
        ['8', [8, 9, 10]],
        ['>= 9', [9, 10]],
        ['> 8', [9, 10]],
        ['= 4', [4]],
        ['== 4', [4]],
        ['<= 2', [1, 2]],
        ['< 2', [1]],
        ['% 4', [4, 8]]
    ])('stops at the hits that the count %s admits', async (hitCondition, hits) => {
        const client = await launched({ element: 'P::Loop', stopOnEntry: false }, [{ line: lineOf('action more'), hitCondition }]);
        const found: number[] = [];
        while (lastStop(client).startsWith('breakpoint')) {
            const { result } = await client.ask('evaluate', { expression: 'i' });
            found.push(Number(result) + 1);
            await client.ask('continue');
        }
        expect(found).toEqual(hits);
    });

    it('goes on though a breakpoint stands in what an edit removed', async () => {
        const more = { line: lineOf('action more'), hitCondition: '== 9' };
        const client = await launched({ element: 'P::Loop', stopOnEntry: false }, [more, { line: lineOf('action bad') }]);
        await client.edit(MODEL.replace('action bad { assign x := 1 / 0; }', '').replace('start then bad;', 'start;'));
        await client.ask('continue');
        expect(lastStop(client)).toBe('pause (completed)');
    });

    it('logs in a loop, and shows each record of the run once', async () => {
        const client = await launched({ element: 'P::Inline', stopOnEntry: false }, [
            { line: lineOf('assign s := s + 1'), logMessage: 's is {s}' },
            { line: lineOf('assign s := 7') }
        ]);
        await client.ask('next');
        const printed = client.events().flatMap(e => (e.event === 'output' ? [(e.body as { output: string }).output.trim()] : []));
        expect(printed.filter(text => text.startsWith('s is'))).toEqual(['s is 0', 's is 1']);
        expect(printed.filter(text => text.includes('s := 2'))).toHaveLength(1);
    });

    it('logs in place of a stop', async () => {
        const client = await launched({ ...OUTER, stopOnEntry: false }, [{ line: lineOf('action b {'), logMessage: 'r is {r}, {r +}' }]);
        const printed = client.events().flatMap(e => (e.event === 'output' ? [(e.body as { output: string }).output] : []));
        expect(printed).toContain('r is 6, (expected an expression but found the end of the text)\n');
        expect(printed.at(-1)).toBe('completed\n    k = 7\n');
    });

    it('repeats the run when the model is edited, and leaves it where it stands when that cannot be', async () => {
        const client = await launched({ ...OUTER, stopOnEntry: false }, [{ line: lineOf('action b {') }]);
        client.events();
        await client.edit(MODEL.replace('n * 2', 'n * 5'));
        expect(lastStop(client)).toBe('pause (The model was edited: the run was repeated)');
        expect(await client.ask('evaluate', { expression: 'r' })).toMatchObject({ result: '15' });
        for (const broken of [MODEL.replace('action def Outer', 'action def Other'), MODEL.replace('n * 2', 'n *')]) {
            await client.edit(broken);
            expect(client.events().map(e => e.event)).toEqual(['output']);
            expect(await stand(client)).toBe('1: one at b@9 < Outer at one@15');
        }
        await client.edit(MODEL);
        expect(lastStop(client)).toMatch(/was repeated/);
        expect(await client.ask('evaluate', { expression: 'r' })).toMatchObject({ result: '6' });
    });
});

describe('what the adapter refuses, it says why', () => {
    it.each([
        ['launch', {}, 'element is missing: the qualified name of an action or a state machine'],
        ['launch', { element: 'P::Nothing' }, 'P::Nothing names nothing in this workspace'],
        ['launch', { element: 'P::Go' }, 'P::Go is neither an action nor a state machine'],
        ['launch', { ...OUTER, schedule: 'sideways' }, /scheduling policy/],
        [
            'launch',
            { element: 'P::Tank::fill' },
            'P::Tank::fill reads content of the P::Tank that performs it, and a new one has no value for it: name the performer ("performer"): P::tank'
        ],
        ['launch', { element: 'P::Tank::fill', performer: 'P::tank' }, undefined],
        ['launch', { element: 'P::Tank::fill', inputs: ['content = 5'] }, undefined],
        ['launch', { element: 'P::Tank::empty' }, undefined],
        ['next', {}, 'no run is debugged: send launch first'],
        ['disassemble', {}, 'disassemble is not supported']
    ])('%s %j', async (command, args, message) => {
        const told = (await debugClient(MODEL).ask(command, args)).message;
        expect(told).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
    });

    it.each([
        ['package P', undefined],
        ['state idle;', 'state idle;'],
        ['assign r := n * 2', 'action a {'],
        ['transition go', 'transition go'],
        ['first start then one', 'first start then one'],
        ['state warm;', 'state warm;'],
        ['assign s := s + 1', 'assign s := s + 1'],
        ['action once', 'action once'],
        ['} else {', 'if i > 1'],
        ['assign s := 7', 'assign s := 7'],
        ['assign level := 3', 'assign level := 3'],
        ['do assign level := 9', 'transition move'],
        ['attribute k', undefined]
    ])('a breakpoint at %s', async (text, place) => {
        const client = debugClient(MODEL);
        const { breakpoints } = (await client.ask('setBreakpoints', {
            source: { path: PATH },
            breakpoints: [{ line: lineOf(text) }]
        })) as { breakpoints: { line?: number; verified: boolean }[] };
        expect(breakpoints[0]).toMatchObject(place === undefined ? { verified: false } : { verified: true, line: lineOf(place) });
    });

    it.each([
        ['2', true],
        [' == 2 ', true],
        ['every 2', false],
        ['>= n', false],
        ['% 0', false]
    ])('a breakpoint with the hit count %s', async (hitCondition, verified) => {
        const breakpoints = [{ line: lineOf('action more'), hitCondition }];
        expect(await debugClient(MODEL).ask('setBreakpoints', { source: { path: PATH }, breakpoints })).toMatchObject({
            breakpoints: [verified ? { verified } : { verified, message: expect.stringContaining('a hit count is') as string }]
        });
    });

    it.each([
        ['busy', true],
        ['P::Pump::modes::idle', true],
        ['go', true],
        ['nobody', false]
    ])('a breakpoint at the name %s', async (name, verified) => {
        const client = await launched(PUMP);
        expect(await client.ask('setFunctionBreakpoints', { breakpoints: [{ name }] })).toMatchObject({ breakpoints: [{ verified }] });
    });
});

describe('words of the console', () => {
    it.each([
        ['Go', { kind: 'send', event: 'Go' }],
        ['Go(height = 3)', { kind: 'send', event: 'Go(height = 3)' }],
        ['send Other', { kind: 'send', event: 'Other' }],
        ['wait 1.5 min', { kind: 'wait', seconds: 90 }],
        ['= Go', { kind: 'expression', expression: 'Go' }],
        ['level + 1', { kind: 'expression', expression: 'level + 1' }]
    ])('%s', (text, word) => {
        expect(wordOf(text, ['Go'])).toEqual(word);
    });

    it('are completed: events first, then values', async () => {
        const client = await launched(PUMP);
        const at = async (text: string): Promise<string[]> =>
            ((await client.ask('completions', { text, column: text.length + 1 })).targets as { label: string }[]).map(t => t.label);
        expect(await at('')).toEqual(expect.arrayContaining(['Go', 'send ', 'level']));
        expect(await at('1 + le')).toEqual(['level']);
    });
});

it('messages come in pieces and together', async () => {
    const requests: Request[] = [1, 2, 3].map(seq => ({ seq, type: 'request', command: `größe ${seq}` }));
    const bytes = new TextEncoder().encode(requests.map(framed).join(''));
    for (const size of [1, 7, bytes.length]) {
        const pieces = (async function* (): AsyncGenerator<Uint8Array> {
            for (let i = 0; i < bytes.length; i += size) {
                yield bytes.slice(i, i + size);
            }
        })();
        const read: Request[] = [];
        for await (const request of requestsOf(pieces)) {
            read.push(request);
        }
        expect(read).toEqual(requests);
    }
});
