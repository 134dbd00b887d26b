/** One state machine run by itself, under a policy or explored (contract: ExecuteState). Plain values in and out. */
import type { AstNode } from 'langium';
import { elementById, nameOf } from '../../language/semantics/naming.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import type { Instance } from '../instances/instance.js';
import { isA } from '../model/kinds.js';
import type { RunModel } from '../run.js';
import { EvaluationError, type Value } from '../values/index.js';
import { attributesOf, type BehaviourOptions, bounded, type BoundedOptions, messageOf, NotStarted } from './execute-action.js';
import { explore, type Exploration } from './schedules/explore.js';
import { answeredSlots } from './simulation/frames.js';
import { Machine } from './machines/machine.js';
import { createPerformer } from './performer.js';
import type { Policy } from './schedules/policy.js';
import { type Note, Scheduler } from './schedules/schedule.js';
import { Simulation } from './simulation/simulation.js';
import { Trace, type TraceRecord } from './simulation/trace.js';
import { startRun } from './start-run.js';

export interface StateRequest {
    readonly machine: string;
    readonly events: readonly string[];
    readonly policy: Policy;
    /** empty for none */
    readonly performer?: string;
    readonly trace?: boolean;
}

export interface StateResult {
    readonly statesVisited: readonly string[];
    readonly finalContext: ReadonlyMap<string, Value>;
    readonly finalState: string;
    /** empty when it succeeded */
    readonly error: string;
    readonly notes: readonly Note[];
    readonly finalTime: number;
    readonly trace: readonly TraceRecord[];
    readonly traceDropped: number;
    readonly exploration?: Exploration;
}

const NO_VALUES: ReadonlyMap<string, Value> = new Map();

/** Runs a state machine. What the model does wrong is `error`; nothing is thrown but what cancels the run. */
export function executeState(model: RunModel, request: StateRequest, options: BehaviourOptions = {}): StateResult {
    const failed = (error: string): StateResult =>
        ({ statesVisited: [], finalContext: NO_VALUES, finalState: '', error, notes: [], finalTime: 0, trace: [], traceDropped: 0 });
    const machine = elementById(model, request.machine);
    if (machine === undefined) {
        return failed(`state machine not found: ${request.machine}`);
    }
    if (!isA(machine, 'StateUsage') && !isA(machine, 'StateDefinition')) {
        return failed(`${request.machine} is not a state machine`);
    }
    const { policy } = request;
    if (policy.kind !== 'explore') {
        return runOnce(model, machine, request, new Scheduler(policy), bounded(options));
    }
    const limited = bounded(options);
    try {
        const exploration = explore(policy, plan => {
            const scheduler = new Scheduler(policy, plan);
            const { finalContext, finalState, statesVisited, error } = runOnce(model, machine, request, scheduler, limited, true);
            return {
                outputs: finalContext, finalState, statesVisited, ...error !== '' && { error }, trail: scheduler.trail, notes: () => scheduler.notes,
                witness: () => scheduler.witness,
            };
        }, options.onRun);
        return { ...failed(''), exploration };
    } catch (error) {
        if (error instanceof NotStarted) {
            return failed(error.message);
        }
        throw error;
    }
}

function runOnce(model: RunModel, node: AstNode, request: StateRequest, scheduler: Scheduler, options: BoundedOptions, throwsAtStart = false): StateResult {
    const run = startRun(model, options);
    const simulation = new Simulation(run, scheduler, options.behaviour, options.checkCancelled);
    const trace = request.trace === true ? new Trace(simulation.limits.heldEvents) : undefined;
    if (trace !== undefined) {
        scheduler.listener = trace.listener(() => simulation.now);
    }
    // An explored run's notes are asked of the scheduler, when they are wanted.
    const notes = (): readonly Note[] => scheduler.explores ? [] : scheduler.notes;
    const ended = (error: string): StateResult => ({
        statesVisited: [], finalContext: NO_VALUES, finalState: '', error, notes: notes(), finalTime: simulation.now, trace: trace?.records ?? [],
        traceDropped: trace?.dropped ?? 0,
    });
    let performer: Instance | undefined;
    try {
        performer = createPerformer(simulation, request.performer ?? '', agent => {
            if (agent instanceof Machine) {
                agent.trace = trace;
            }
        });
    } catch (error) {
        return ended(messageOf(error));
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
        const text = `state execution failed: initialize state machine: ${messageOf(error)}`;
        if (throwsAtStart) {
            throw new NotStarted(text);
        }
        return ended(text);
    }
    try {
        if (!machine.hasStarted) {
            machine.start();
        }
        machine.inject(request.events);
        simulation.settle(() => machine.hasEnded);
        const context = new Map(contextOf(machine));
        if (performer !== undefined) {
            for (const [name, value] of attributesOf(performer)) {
                context.set(name, value);
            }
        }
        return {
            statesVisited: machine.visited, finalContext: context, finalState: machine.finalState(), error: '', notes: notes(), finalTime: simulation.now,
            trace: trace?.records ?? [], traceDropped: trace?.dropped ?? 0,
        };
    } catch (error) {
        return ended(`state execution failed: execute state machine: ${messageOf(error)}`);
    }
}

/** The machine that an object exhibits; undefined when it exhibits none of that declaration. @throws for several */
function exhibitedMachine(simulation: Simulation, node: AstNode, object: Instance | undefined): Machine | undefined {
    if (object === undefined) {
        return undefined;
    }
    const found = simulation.agents.filter((a): a is Machine => a instanceof Machine && a.object === object && (a.node === node || conformsTo(a.node, node)));
    if (found.length > 1) {
        throw new EvaluationError(`the object exhibits ${nameOf(node) ?? ''} under several usages: ${found.map(m => m.name).join(', ')}`);
    }
    return found[0];
}

/** The machine's attributes that hold a value. */
function contextOf({ frame }: Machine): [string, Value][] {
    return answeredSlots(frame.layout).filter(s => frame.holds(s.index)).map(s => [s.names[0], frame.read(s.index)]);
}
