/** Runs that are executed step by step: actions, and the machines of objects (contract: newest-operations 10). */
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import type { AstNode } from '../../language/generated/tree.js';
import {
    eventName,
    eventOf,
    type EventReceiver,
    eventsOfStates,
    firedBy,
    isAwaited,
    Machine,
    PolicyFault,
    secondsIn,
    sendEvent,
    SteppedRun,
    type SteppedSnapshot,
    StimulusError,
    type TimedEvent
} from '../../runtime/behaviour/index.js';
import { Display, isAction, isMachine } from '../../runtime/evaluation/index.js';
import { EvaluationError } from '../../runtime/values/index.js';
import { resultText } from '../answers/object-tree.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { Debugging, NamedObject } from '../debugging.js';
import type { CommandAnswer, CommandGroup, Session } from '../session.js';
import { policyFrom } from '../settings.js';
import { checkShown, isChecked } from './checking.js';
import { bare, wordsOf } from './command.js';
import { runOfObjects } from './expressions.js';
import { json, subjectPath } from './verdicts.js';
import { madeObject, objectNamed } from './objects.js';

/** Converts failures of the model, and invalid words of the user, to failures of the cell. */
function asCellFailure<T>(work: () => T): T {
    try {
        return work();
    } catch (error) {
        if (error instanceof StimulusError || error instanceof EvaluationError || error instanceof PolicyFault) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    }
}

/** The object that performs a behaviour, by its name; it must exist. Undefined without a name. */
function performerOf(session: Session, name: string | undefined): NamedObject | undefined {
    return name === undefined ? undefined : madeObject(session, bare(name));
}

function started(session: Session, id: string, kind: Debugging['kind'], object: NamedObject | undefined, performer?: string): Debugging {
    const { model, limits, settings } = session;
    session.debugging = undefined;
    const beside = object?.population ?? session.held.populations.at(-1);
    if (beside !== undefined) {
        runOfObjects(session, beside);
    }
    const request = {
        element: id,
        policy: policyFrom(settings),
        ...(beside !== undefined && { held: { simulation: beside.simulation, object: object?.instance } }),
        ...(performer !== undefined && { performer })
    };
    const run = asCellFailure(() => new SteppedRun(model, request, limits));
    const debugging: Debugging = { kind, id, run, object, beside };
    session.debugging = debugging;
    return debugging;
}

/** The debugged run. @throws CellFailure if there is none, or if it is of the other kind */
function current(session: Session, kind?: Debugging['kind']): Debugging {
    const { debugging } = session;
    if (debugging === undefined || (kind !== undefined && debugging.kind !== kind)) {
        const starting = kind === undefined ? '%action <name> or %state <name>' : `%${kind} <name>`;
        throw new CellFailure('CommandError', `no ${kind === undefined ? '' : `${kind} `}run is debugged: ${starting} starts one`);
    }
    if (debugging.beside !== undefined) {
        runOfObjects(session, debugging.beside);
    }
    return debugging;
}

/** The state of a run as an answer. Appends the trace since the last answer to the session's record. */
function shownAs(session: Session, { run }: Debugging, lines: (snapshot: SteppedSnapshot, display: Display) => readonly string[]): Shown {
    const snapshot = run.snapshot();
    session.recorded = { records: [...session.recorded.records, ...snapshot.trace], end: snapshot.time };
    if (snapshot.state === 'failed') {
        throw new CellFailure('CommandError', snapshot.reason);
    }
    const trace = session.settings.isTracing ? snapshot.trace.map(r => `[trace] t=${r.time} ${r.text}`) : [];
    return { text: [...trace, ...lines(snapshot, session.display)].join('\n'), json: snapshotJson(snapshot) };
}

const snapshotJson = ({ state, reason, time, due, active, tokens, queue, events, values, finalState }: SteppedSnapshot) => ({
    state,
    reason,
    time,
    due: due ?? null,
    active: active.map(a => a.label),
    tokens: tokens.map(t => ({ token: t.token, at: t.label, awaits: [...t.awaits] })),
    queue: [...queue],
    events: [...events],
    values: Object.fromEntries([...values].map(([name, value]) => [name, json(value)])),
    finalState
});

const STATES: Readonly<Record<SteppedSnapshot['state'], string>> = {
    ready: 'Running',
    running: 'Running',
    waiting: 'Waiting',
    suspended: 'Suspended',
    completed: 'Completed',
    terminated: 'Terminated',
    failed: 'Failed'
};

const resultLines = ({ values }: SteppedSnapshot, display: Display): string[] =>
    [...values].map(([name, value]) => `    ${name} = ${resultText(value, display)}`);

const stateLines = (snapshot: SteppedSnapshot): string[] => [
    `  State: ${STATES[snapshot.state]}${snapshot.reason === '' ? '' : ` (${snapshot.reason})`}`,
    `  Tokens: ${snapshot.tokens.length}`
];

const isOver = ({ state }: SteppedSnapshot): boolean => state === 'completed' || state === 'terminated';

function completed(snapshot: SteppedSnapshot, display: Display): string[] {
    const values = resultLines(snapshot, display);
    return [
        '✓ Action completed',
        `  Final state: ${STATES[snapshot.state]}`,
        ...(values.length === 0 ? [] : ['  Results:', ...values]),
        ...snapshot.notes.map(n => `note: ${n.message}`)
    ];
}

// --- Actions ----------------------------------------------------------------------------------------------------------

function action(session: Session, argument: string): CommandAnswer | Promise<Shown> {
    const [name, object] = wordsOf(argument);
    if (name === undefined) {
        return undefined;
    }
    const { element, id, holder } = session.element(bare(name));
    if (!isAction(element)) {
        throw new CellFailure('CommandError', isMachine(element) ? `${id} is a state machine: %state debugs it` : `${id} is not an action`);
    }
    if (isChecked(session)) {
        return checkShown(session, id, 'action', object === undefined ? (holder ?? '') : subjectPath(session, bare(object)));
    }
    session.recorded = { records: [], end: 0 };
    const debugging = started(session, id, 'action', performerOf(session, object) ?? heldHolder(session, holder), holder);
    return shownAs(session, debugging, snapshot => [
        `✓ Started action executor for "${id}"`,
        ...stateLines(snapshot),
        '',
        'Use %step to advance, %tokens to inspect, %continue to run to completion'
    ]);
}

/** The object at the start of a path, if it exists in the session. */
const heldHolder = (session: Session, holder: string | undefined): NamedObject | undefined =>
    holder === undefined ? undefined : objectNamed(session, holder);

function step(session: Session): Shown {
    const debugging = current(session);
    if (debugging.run.isOver) {
        return { text: debugging.kind === 'action' ? '✓ Action already completed' : '✓ State machine already completed' };
    }
    debugging.run.step();
    if (debugging.kind === 'state') {
        return shownAs(session, debugging, machineLines);
    }
    return shownAs(session, debugging, (snapshot, display) => [
        '✓ Step complete',
        ...stateLines(snapshot),
        ...(isOver(snapshot) ? ['', ...completed(snapshot, display)] : [])
    ]);
}

/** Continues the run. For an action the clock advances too, up to the end of the action. */
function goOn(session: Session): Shown {
    const debugging = current(session);
    debugging.run.goOn(debugging.kind === 'action' ? Infinity : undefined);
    return shownAs(session, debugging, (snapshot, display) => {
        if (debugging.kind === 'state') {
            return machineLines(snapshot);
        }
        if (isOver(snapshot)) {
            return completed(snapshot, display);
        }
        const at = /^breakpoint at (.*)$/.exec(snapshot.reason)?.[1];
        return [
            at === undefined ? '⏸ Waiting' : `⏸ Paused at breakpoint "${at}"`,
            ...stateLines(snapshot),
            '',
            'Use %tokens to inspect, %step or %continue to resume'
        ];
    });
}

function tokens(session: Session): Shown {
    return shownAs(session, current(session, 'action'), (snapshot, display) => [
        snapshot.tokens.length === 0 ? 'No active tokens' : `Active tokens (${snapshot.tokens.length}):`,
        ...snapshot.tokens.map(
            (t, i) => `  Token ${i + 1} @ ${t.label}${t.awaits.length === 0 ? '' : ` (waits for ${t.awaits.join(', ')})`}`
        ),
        ...(snapshot.values.size === 0 ? [] : ['  Values:', ...resultLines(snapshot, display)])
    ]);
}

function setBreakpoint(session: Session, name: string): Shown | undefined {
    if (name === '') {
        return undefined;
    }
    const { run, id } = current(session, 'action');
    const node = session.elementOrNone(name.includes('::') ? name : `${id}::${name}`)?.element;
    if (node === undefined) {
        throw new CellFailure('CommandError', `${id} has no node ${name}`);
    }
    run.breakpoints = new Set([...run.breakpoints, node]);
    return { text: `✓ Breakpoint set at node "${nameOf(node) ?? name}"\n  %continue runs until a token reaches it` };
}

function stop(session: Session): Shown {
    const { id } = current(session);
    session.debugging = undefined;
    return { text: `✓ Stopped debugging session for "${id}"` };
}

// --- Machines ---------------------------------------------------------------------------------------------------------

function state(session: Session, argument: string): CommandAnswer | Promise<Shown> {
    const [name, object] = wordsOf(argument);
    if (name === undefined) {
        return undefined;
    }
    const { element, id, holder } = session.element(bare(name));
    if (!isMachine(element)) {
        throw new CellFailure('CommandError', `${id} is not a state machine`);
    }
    if (isChecked(session)) {
        return checkShown(session, id, 'machine', object === undefined ? (holder ?? '') : subjectPath(session, bare(object)));
    }
    session.recorded = { records: [], end: 0 };
    const performer = performerOf(session, object) ?? heldHolder(session, holder) ?? exhibitor(session, element);
    const debugging = started(session, id, 'state', performer, holder);
    const of = performer === undefined ? '' : ` exhibited by object #${performer.instance.id} of "${performer.population.name}"`;
    return shownAs(session, debugging, snapshot => [
        `✓ Debugging state machine "${nameOf(element) ?? id}"${of}`,
        `  Current state: ${stateText(snapshot)}`,
        `  Time: ${snapshot.time}`,
        `  Events: ${snapshot.queue.length}`,
        '',
        'Use %events to see the queue, %current for the state, %send for an event, %advance <time> to let time pass'
    ]);
}

/** The object whose machine it is, if there is exactly one. */
function exhibitor({ held }: Session, machine: AstNode): NamedObject | undefined {
    const found = held.populations.flatMap(population =>
        population.machines
            .filter(m => m.node === machine && m.object !== undefined)
            .map(m => ({ population, instance: m.object!, label: `#${m.object!.id}` }))
    );
    return found.length === 1 ? found[0] : undefined;
}

/** The states of the debugged machine, then those of each other machine, by its path. */
function stateText({ active, finalState, state: running }: SteppedSnapshot): string {
    const labels = new Map<string | undefined, string[]>([[undefined, []]]);
    active.forEach(({ machine, label }) => labels.set(machine, [...(labels.get(machine) ?? []), label]));
    return [...labels]
        .map(([machine, states]) =>
            machine === undefined ? states.join(', ') || finalState || STATES[running] : `${machine}: ${states.join(', ')}`
        )
        .join('; ');
}

const machineLines = (snapshot: SteppedSnapshot): string[] => [
    `✓ State machine ${STATES[snapshot.state]} (${stateText(snapshot)})`,
    ...(snapshot.due === undefined ? [] : [`  Next at: ${snapshot.due} s`])
];

function currentState(session: Session): Shown {
    return shownAs(session, current(session, 'state'), snapshot => [
        `Current state: ${stateText(snapshot)}`,
        `Time: ${snapshot.time}`,
        `Execution state: ${STATES[snapshot.state]}`,
        ...(snapshot.reason === '' ? [] : [`Cannot progress: ${snapshot.reason}`]),
        ...(snapshot.reactions.length === 0 ? [] : [`Reacts to: ${snapshot.reactions.join(', ')}`])
    ]);
}

function events(session: Session): Shown {
    return shownAs(session, current(session), ({ queue, due }) => [
        ...(queue.length === 0 ? ['Event queue empty'] : ['Event queue:', ...queue.map(q => `  ${q}`)]),
        ...(due === undefined ? [] : [`Due at ${due} s: what waits for the clock`])
    ]);
}

function send(session: Session, argument: string): Shown | undefined {
    const match = /^(.+?)(?:\s+to\s+(\S+))?$/s.exec(argument);
    if (match === null) {
        return undefined;
    }
    const [, text, to] = match;
    const { behavior, id, object } = to === undefined ? debuggedReceiver(session) : receiver(session, to, text);
    const event = eventIn(session, text, id);
    const name = eventName(event).split('::').at(-1)!;
    if (behavior instanceof Machine && !isAwaited(session.newRun(), id, event)) {
        const reactions = eventsOfStates(behavior.configuration.activeStates());
        const accepted = reactions.length === 0 ? 'it waits for none' : `it waits for ${reactions.join(', ')}`;
        throw new CellFailure(
            'CommandError',
            `no transition of "${id}" in state ${configurationText(behavior)} accepts ${name}: ${accepted}`
        );
    }
    const reaction = asCellFailure(() => {
        const foreseen = behavior instanceof Machine && behavior.waiting.length === 0 ? [reactionText(behavior, event)] : [];
        sendEvent(behavior, event);
        return foreseen;
    });
    const of = object === undefined ? `"${id}"` : `object #${object.instance.id} of "${object.population.name}"`;
    const kind = behavior instanceof Machine ? 'state' : 'action';
    const isMoved = to === undefined || session.debugging?.beside?.simulation === behavior.simulation;
    const next = isMoved ? 'Use %step or %advance <time> to dispatch it' : `Begin a run with %${kind} ${id} ${to} to dispatch it`;
    return { text: [`✓ Sent ${name} to ${of}`, ...reaction.map(line => `  ${line}`), '', next].join('\n') };
}

const configurationText = ({ configuration }: Machine): string =>
    configuration
        .leaves()
        .map(v => v.label)
        .join(' | ');

/** The transitions that an event would fire in the current state, as text, before it is sent. */
function reactionText(machine: Machine, event: string | TimedEvent): string {
    const fired = firedBy(machine, event).map(({ source, target }) => `${source.label} -> ${target.label || target.name}`);
    const inState = `state machine "${machine.name}" in state ${configurationText(machine)}`;
    if (fired.length === 0) {
        return `No transition of ${inState} fires on it now`;
    }
    const transitions = fired.length === 1 ? 'transition' : 'transitions';
    return `Accepted by ${inState}: ${transitions} ${fired.join(', ')} ${fired.length === 1 ? 'fires' : 'fire'} on it`;
}

/** The text of an event whose signal is written by its qualified name: transitions refer to it by its simple name. */
function importedEvent(session: Session, text: string): string {
    const [, name, args = ''] = /^([^(]+?)\s*(\(.*\))?$/s.exec(text) ?? [undefined, text];
    const element = session.elementOrNone(name)?.element;
    return args !== '' && element !== undefined ? `${qualifiedNameOf(element) ?? name}${args}` : `${name.split('::').at(-1)}${args}`;
}

/** The event of a text, in the scope of a behavior. @throws CellFailure for one that cannot be read */
const eventIn = (session: Session, text: string, contextId: string): string | TimedEvent =>
    asCellFailure(() => eventOf(importedEvent(session, text), { model: session.model, contextId, limits: session.limits }));

/** A behavior that a signal is sent to. */
interface Receiver {
    readonly behavior: EventReceiver;
    /** qualified name */
    readonly id: string;
    readonly object: NamedObject | undefined;
}

function debuggedReceiver(session: Session): Receiver {
    const { run, id, object } = current(session);
    const { receiver: behavior } = run;
    if (behavior === undefined) {
        throw new CellFailure('CommandError', run.snapshot().reason);
    }
    return { behavior, id, object };
}

/**
 * The behavior of an object that receives a signal: its machine, of several the one with a transition for it; else the action that it
 * performs. @throws CellFailure for none or several
 */
function receiver(session: Session, name: string, text: string): Receiver {
    const object = madeObject(session, bare(name));
    runOfObjects(session, object.population);
    const all = object.population.behaviorsOf(object.instance).map(behavior => ({ behavior, id: qualifiedNameOf(behavior.node) ?? '' }));
    const machines = all.filter(({ behavior }) => behavior instanceof Machine);
    const behaviors = machines.length > 0 ? machines : all;
    const awaiting =
        machines.length > 1 ? machines.filter(({ id }) => isAwaited(session.newRun(), id, eventIn(session, text, id))) : behaviors;
    const [found, ...others] = awaiting;
    if (found === undefined || others.length > 0) {
        throw new CellFailure('CommandError', `${name} ${unreceived(behaviors.length, awaiting.length)}`);
    }
    return { ...found, object };
}

/** Why an object does not receive a signal. @param all the number of its behaviors @param awaiting the number of those that wait for it */
function unreceived(all: number, awaiting: number): string {
    if (all === 0) {
        return 'exhibits no state machine and performs no action';
    }
    return awaiting === 0
        ? `has ${all} state machines, and none has a transition that accepts it`
        : `has ${awaiting} behaviors that may accept it: begin a run of one`;
}

function advance(session: Session, argument: string): Shown | undefined {
    if (argument === '') {
        return undefined;
    }
    const seconds = secondsIn(argument);
    if (seconds === undefined) {
        throw new CellFailure('UsageError', `${argument}: expected a time such as 6, 90s, 5min, 3 [s]`);
    }
    const debugging = current(session);
    debugging.run.advance(seconds);
    return shownAs(session, debugging, snapshot => [
        `✓ Advanced to ${snapshot.time} s`,
        `  State: ${debugging.kind === 'state' ? stateText(snapshot) : STATES[snapshot.state]}`
    ]);
}

export const debuggingCommands: CommandGroup = {
    title: 'Step by step',
    commands: [
        {
            name: 'action',
            usage: '<name> [object]',
            example: '%action Cars::drive',
            summary: 'begin a run of an action, performed by an object',
            run: action
        },
        {
            name: 'state',
            usage: '<name> [object]',
            example: '%state Cars::Driving',
            summary: 'debug the machine that an object exhibits, or a machine by itself',
            run: state
        },
        { name: 'step', usage: '', summary: 'one step', words: [], run: step },
        { name: 'continue', usage: '', summary: 'run to the end, or to a breakpoint', words: [], run: goOn },
        { name: 'tokens', usage: '', summary: 'where the tokens of the action are', words: [], run: tokens },
        {
            name: 'break',
            usage: '<node>',
            example: '%break brake',
            summary: 'stop %continue where a token reaches a node',
            words: [],
            run: setBreakpoint
        },
        {
            name: 'send',
            usage: '<signal>[(<p>=<expression>)] [to <object>]',
            example: '%send Start(speed=3)',
            summary: 'send a signal to the machine',
            run: send
        },
        { name: 'events', usage: '', summary: 'the events in the pool of the machine', words: [], run: events },
        { name: 'current', usage: '', summary: 'the state, and the events that it accepts', words: [], run: currentState },
        {
            name: 'advance',
            usage: '<time>',
            example: '%advance 5s',
            summary: 'advance the clock, with everything that happens meanwhile',
            words: [],
            run: advance
        },
        { name: 'stop', usage: '', summary: 'end the run', words: [], run: stop }
    ]
};
