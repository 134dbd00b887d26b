/** Runs one state machine by itself, under a policy or in every order (contract: ExecuteState). Takes and returns plain values. */
import type { AstNode } from '../../language/generated/tree.js';
import { type Failed, failed } from '../evaluation/limits.js';
import { elementById } from '../../language/semantics/naming.js';
import type { Instance } from '../evaluation/instances/instance.js';
import { kindFault } from './behaviour-kind.js';
import type { RunModel } from '../evaluation/run.js';
import type { Value } from '../values/index.js';
import {
    attributesOf,
    type BehaviourOptions,
    dependenceOf,
    INDEPENDENT,
    NO_VALUES,
    NO_RECORDS,
    OneRun,
    underPolicy,
    type BehaviourRequest,
    type BehaviourResult
} from './one-run.js';
import { answersOf } from './simulation/answered-features.js';
import { Machine } from './machines/machine.js';
import { exhibitedMachine } from './exhibited.js';
import { createPerformer } from './performer.js';
import type { TimedEvent } from './simulation/stimuli.js';
import { noteUntaken } from './simulation/untaken.js';

export interface StateRequest extends BehaviourRequest {
    readonly machine: string;
    /** an event without a time occurs when the machine has been entered */
    readonly events: readonly (string | TimedEvent)[];
    /** whether the trace also records the steps and assignments of actions */
    readonly traceDetails?: boolean;
}

export interface StateResult extends BehaviourResult {
    readonly statesVisited: readonly string[];
    readonly finalContext: ReadonlyMap<string, Value>;
    readonly finalState: string;
}

const NOTHING: StateResult = {
    statesVisited: [],
    finalContext: NO_VALUES,
    finalState: '',
    dependence: INDEPENDENT,
    error: '',
    ...NO_RECORDS
};

/** Runs a state machine. Reports errors of the model in `error`; throws only to cancel the run. */
export function executeState(model: RunModel, request: StateRequest, options: BehaviourOptions = {}): StateResult {
    const refused = (failure: Failed): StateResult => ({ ...NOTHING, ...failure });
    const machine = elementById(model, request.machine);
    if (machine === undefined) {
        return refused({ error: `state machine not found: ${request.machine}`, unknown: { name: request.machine, kind: 'name' } });
    }
    const wrong = kindFault(machine, request.machine, 'machine');
    if (wrong !== undefined) {
        return refused({ error: wrong });
    }
    const wanted = { trace: request.trace, moments: request.moments, details: request.traceDetails === true };
    return underPolicy(
        request,
        options,
        (scheduler, limited, isExplored) => runOnce(new OneRun(model, scheduler, limited, wanted, isExplored), machine, request),
        ({ finalContext, finalState, statesVisited }) => ({ outputs: finalContext, finalState, statesVisited }),
        refused
    );
}

/** @throws NotStarted */
function runOnce(one: OneRun, node: AstNode, request: StateRequest): StateResult {
    const { simulation, trace } = one;
    const ended = (failure: Failed): StateResult => ({ ...NOTHING, ...failure, ...one.records });
    let performer: Instance | undefined;
    try {
        performer = createPerformer(simulation, request.performer ?? '', agent => {
            agent.trace = trace;
        });
    } catch (error) {
        return ended(failed(error));
    }
    let machine: Machine | undefined;
    try {
        machine = exhibitedMachine(simulation, node, performer);
        if (machine === undefined) {
            machine = new Machine(simulation, node, performer, performer);
            machine.trace = trace;
            simulation.agents.push(machine);
        }
    } catch (error) {
        return ended(one.notStarted(failed(error, 'state execution failed: initialize state machine: ')));
    }
    try {
        if (!machine.hasStarted) {
            machine.start();
        }
        giveEvents(machine, request.events);
        machine.schedule(request.timedInputs ?? []);
        simulation.runToCompletion(() => machine.hasEnded, request.until);
        noteUntaken(simulation);
        const own = answersOf(machine.frame);
        const attributes = performer === undefined ? NO_VALUES : attributesOf(performer);
        const context = new Map([...own, ...attributes]);
        return {
            statesVisited: machine.visited,
            finalContext: context,
            finalState: machine.finalState(),
            dependence: dependenceOf(machine.frame, own, performer, attributes),
            error: '',
            ...one.records
        };
    } catch (error) {
        return ended(failed(error, 'state execution failed: execute state machine: '));
    }
}

/** Puts events into the pool: those of time 0 directly and in order, the others at their instants. */
function giveEvents(machine: Machine, events: StateRequest['events']): void {
    const { simulation } = machine;
    if (events.every(e => typeof e === 'string')) {
        machine.inject(events);
        return;
    }
    for (const event of events) {
        const { name, payload, at }: TimedEvent = typeof event === 'string' ? { name: event, at: 0 } : event;
        simulation.schedule(at, () => machine.occur(name, payload?.(simulation.run)));
    }
}
