/**
 * Runs that a client moves (contract: edits-and-diagnostics 3): a row is a behaviour, commands, and what a snapshot tells after each of
 * them: state with its reason, time, where the run is, events that wait and events that it reacts to, values.
 */
import { expect, test } from 'vitest';
import { policyOf, SteppedRun } from '../../../src/runtime/behaviour/index.js';
import { elementById } from '../../../src/language/semantics/naming.js';
import { modelOf, valuesText } from './run.js';

type Command = (run: SteppedRun) => void;

const send =
    (event: string): Command =>
    run =>
        run.send(event);
const step: Command = run => void run.step();
const goOn: Command = run => run.goOn();
const advance =
    (seconds: number): Command =>
    run =>
        run.advance(seconds);

const MODEL = modelOf(`attribute def Go; attribute def Stop;
    action def Waits { attribute n : Integer := 0; first start; then action one accept Go; then action two assign n := 1; then action three accept Stop; then done; }
    action def Wrong { attribute n : Integer := 0; first start; then action one assign n := 1 % n; then done; }
    action def Two { attribute n : Integer := 0; first start; then fork f; first f then l; action l accept Go; then action set assign n := n + 1; then j;
        first f then r; action r accept Go; then action put assign n := n + 10; then j; join j; then done; }
    part def D { port p; attribute n : Integer := 0; action w { first start; then action one accept Go via p; then action two assign n := 1; then done; }
        exhibit state m { entry; then off; state off; transition first off accept Go via p do assign n := 2 then on; state on; } }
    part d : D;
    state def Lamp { attribute n : Integer := 0; entry; then off; state off; transition up first off accept Go do assign n := n + 1 then on;
        state on { entry assign n := n + 10; } transition first on accept after 3 then off; transition down first on accept Stop then done; }`);

/** What a snapshot tells, the parts that say something. */
function told(run: SteppedRun): string {
    const { state, reason, time, active, tokens, queue, reactions, values, finalState } = run.snapshot();
    return [
        state === 'failed' || state === 'suspended' ? `${state}: ${reason}` : state,
        time === 0 ? '' : `at ${time}`,
        [...active.map(a => a.label), ...tokens.map(t => t.label)].join(' '),
        queue.length === 0 ? '' : `queue ${queue.join(' ')}`,
        reactions.length === 0 ? '' : `takes ${reactions.join(' ')}`,
        valuesText(values),
        finalState === '' ? '' : `in ${finalState}`
    ]
        .filter(text => text !== '')
        .join(', ');
}

type Row = readonly [element: string, breakpoints: readonly string[], commands: readonly (readonly [command: Command, told: string])[]];

test.each<Row>([
    [
        // an event that nothing awaits waits for later steps
        'Waits',
        [],
        [
            [goOn, 'waiting, one, takes Go, n=0'],
            [send('Stop'), 'waiting, one, takes Go, n=0'],
            [send('Go'), 'running, one, takes Go, n=0'],
            [goOn, 'completed, n=1'],
            [goOn, 'completed, n=1']
        ]
    ],
    [
        'Waits',
        ['Waits::two'],
        [
            [goOn, 'waiting, one, takes Go, n=0'],
            [send('Go'), 'running, one, takes Go, n=0'],
            [goOn, 'suspended: breakpoint at two, two, n=0'],
            [goOn, 'waiting, three, takes Stop, n=1']
        ]
    ],
    [
        // one of two steps takes an event
        'Two',
        [],
        [
            [goOn, 'waiting, l r, takes Go, n=0'],
            [send('Go'), 'running, l r, takes Go, n=0'],
            [goOn, 'waiting, l j, takes Go, n=10'],
            [send('Go'), 'running, l j, takes Go, n=10'],
            [goOn, 'completed, n=11']
        ]
    ],
    [
        'Wrong',
        [],
        [
            [goOn, 'failed: action node one: eval assignment RHS: division by zero, one, n=0'],
            [step, 'failed: action node one: eval assignment RHS: division by zero, one, n=0']
        ]
    ],
    [
        // a machine takes the events of its pool one after the other
        'Lamp',
        [],
        [
            [goOn, 'waiting, off, takes Go, n=0, in off'],
            [send('Stop'), 'ready, off, queue Stop, takes Go, n=0, in off'],
            [send('Go'), 'ready, off, queue Stop Go, takes Go, n=0, in off'],
            [step, 'running, off, queue Go, takes Go, n=0, in off'],
            [step, 'waiting, on, takes Stop, n=11, in on'],
            [advance(2), 'waiting, at 2, on, takes Stop, n=11, in on'],
            [advance(2), 'waiting, at 4, off, takes Go, n=11, in off']
        ]
    ],
    [
        'Lamp',
        ['Lamp::up'],
        [
            [send('Go'), 'ready, off, queue Go, takes Go, n=0, in off'],
            [goOn, 'suspended: breakpoint at up, on, takes Stop, n=11, in on'],
            [goOn, 'waiting, on, takes Stop, n=11, in on']
        ]
    ],
    [
        // a state that the run does not leave counts once
        'Lamp',
        ['Lamp::on'],
        [
            [send('Go'), 'ready, off, queue Go, takes Go, n=0, in off'],
            [goOn, 'suspended: breakpoint at on, on, takes Stop, n=11, in on'],
            [goOn, 'waiting, on, takes Stop, n=11, in on'],
            [send('Stop'), 'running, on, queue Stop, takes Stop, n=11, in on'],
            [goOn, 'completed, n=11, in done']
        ]
    ],
    [
        // an event is for each accept, whatever port it names
        'D::w',
        [],
        [
            [goOn, 'waiting, off one, takes Go, this.n=0'],
            [send('Go'), 'running, off one, takes Go, this.n=0'],
            [goOn, 'completed, off, this.n=1']
        ]
    ],
    [
        'D::m',
        [],
        [
            [send('Go'), 'ready, off, queue Go, takes Go, this.n=0, in off'],
            [goOn, 'waiting, on, this.n=2, in on']
        ]
    ]
])('%s with breakpoints at %j', (element, breakpoints, commands) => {
    const run = new SteppedRun(MODEL, {
        element: `T::${element}`,
        performer: element.startsWith('D::') ? 'T::d' : undefined,
        policy: policyOf('')
    });
    run.breakpoints = new Set(breakpoints.map(name => elementById(MODEL, `T::${name}`)!));
    const found = commands.map(([command]) => {
        command(run);
        return told(run);
    });
    expect(found).toEqual(commands.map(([, expected]) => expected));
});
