/** One action run by itself, under a policy or explored (contract: ExecuteAction). Plain values in and out. */
import type { AstNode } from 'langium';
import { elementById, nameOf } from '../../language/semantics/naming.js';
import { Instance } from '../instances/instance.js';
import { isAttribute, isBehavior } from '../model/kinds.js';
import type { Run, RunModel, RunOptions } from '../run.js';
import { EvaluationError, Unset, type Value, valueText } from '../values/index.js';
import { ActionAgent } from './actions/action-agent.js';
import { explore, type Exploration } from './schedules/explore.js';
import { createPerformer } from './performer.js';
import type { Policy } from './schedules/policy.js';
import { type Note, Scheduler } from './schedules/schedule.js';
import { type BehaviourLimits, DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';
import { Trace, type TraceRecord } from './simulation/trace.js';
import { startRun } from './start-run.js';

export interface BehaviourOptions extends RunOptions {
    readonly behaviour?: Partial<BehaviourLimits>;
    /** told of explored runs */
    readonly onRun?: (runs: number) => void;
}

/** With every limit of behaviour. */
export type BoundedOptions = BehaviourOptions & { readonly behaviour: BehaviourLimits };

/** The options that all runs of a call share. */
export function bounded(options: BehaviourOptions): BoundedOptions {
    return { ...options, behaviour: { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour } };
}

export interface ActionRequest {
    readonly action: string;
    readonly inputs?: ReadonlyMap<string, Value> | ((run: Run) => ReadonlyMap<string, Value>);
    readonly policy: Policy;
    /** empty for none */
    readonly performer?: string;
    readonly trace?: boolean;
}

export interface ActionResult {
    readonly outputs?: ReadonlyMap<string, Value>;
    /** empty when it succeeded */
    readonly error: string;
    readonly notes: readonly Note[];
    readonly finalTime: number;
    readonly performerAttributes: ReadonlyMap<string, Value>;
    /** steps of tokens, writes, sends and choices, where the request asks for them */
    readonly trace: readonly TraceRecord[];
    readonly traceDropped: number;
    readonly exploration?: Exploration;
}

const NO_VALUES: ReadonlyMap<string, Value> = new Map();
const NOTHING: ActionResult = { error: '', notes: [], finalTime: 0, performerAttributes: NO_VALUES, trace: [], traceDropped: 0 };

/** A behaviour that cannot be built or started: the call's own error, explored or not. */
export class NotStarted extends Error {}

/** Runs an action. What the model does wrong is `error`; nothing is thrown but what cancels the run. */
export function executeAction(model: RunModel, request: ActionRequest, options: BehaviourOptions = {}): ActionResult {
    const failed = (error: string, notes: readonly Note[] = []): ActionResult => ({ ...NOTHING, error, notes });
    const action = elementById(model, request.action);
    if (action === undefined) {
        return failed(`symbol not found: ${request.action}`);
    }
    if (!isBehavior(action)) {
        return failed(`${request.action} is not an action`);
    }
    const { policy } = request;
    if (policy.kind !== 'explore') {
        return runOnce(model, action, request, new Scheduler(policy), bounded(options));
    }
    const limited = bounded(options);
    try {
        const exploration = explore(policy, plan => {
            const scheduler = new Scheduler(policy, plan);
            const { outputs = NO_VALUES, error, performerAttributes } = runOnce(model, action, request, scheduler, limited, true);
            return {
                outputs: performerAttributes.size === 0 ? outputs : new Map([...outputs, ...performerAttributes]), ...error !== '' && { error, outputs: NO_VALUES },
                trail: scheduler.trail, notes: () => scheduler.notes, witness: () => scheduler.witness,
            };
        }, options.onRun);
        return { ...NOTHING, exploration };
    } catch (error) {
        if (error instanceof NotStarted) {
            return failed(error.message);
        }
        throw error;
    }
}

/**
 * @param throwsAtStart whether what cannot start is thrown
 * @throws NotStarted
 */
function runOnce(
    model: RunModel, action: AstNode, request: ActionRequest, scheduler: Scheduler, options: BoundedOptions, throwsAtStart = false
): ActionResult {
    const run = startRun(model, options);
    const simulation = new Simulation(run, scheduler, options.behaviour, options.checkCancelled);
    let performer: Instance | undefined;
    let agent: ActionAgent | undefined;
    // An explored run's notes are asked of the scheduler, when they are wanted.
    const trace = request.trace === true ? traceOf(simulation) : undefined;
    const answered = (): Pick<ActionResult, 'notes' | 'finalTime' | 'trace' | 'traceDropped'> => ({
        notes: scheduler.explores ? [] : scheduler.notes, finalTime: simulation.now, trace: trace?.records ?? [], traceDropped: trace?.dropped ?? 0,
    });
    const ended = (error: string): ActionResult => ({ ...NOTHING, error, ...answered() });
    try {
        performer = createPerformer(simulation, request.performer ?? '');
    } catch (error) {
        return ended(messageOf(error));
    }
    try {
        agent = new ActionAgent(simulation, action, performer, performer);
        agent.begin(typeof request.inputs === 'function' ? request.inputs(run) : request.inputs ?? NO_VALUES);
    } catch (error) {
        const text = `action execution failed: initialize action: ${messageOf(error)}`;
        if (throwsAtStart) {
            throw new NotStarted(text);
        }
        return ended(text);
    }
    try {
        simulation.agents.push(agent);
        simulation.settle(() => agent.hasEnded);
        agent.checkEnded();
    } catch (error) {
        return ended(`action execution failed: execute action: ${messageOf(error)}`);
    }
    try {
        return {
            ...answered(), error: '', outputs: agent.outputs(), performerAttributes: performer === undefined ? NO_VALUES : attributesOf(performer),
        };
    } catch (error) {
        return ended(`action execution failed: execute action: ${messageOf(error)}`);
    }
}

/** Records what the actions of a simulation do. */
function traceOf(simulation: Simulation): Trace {
    const trace = new Trace(simulation.limits.heldEvents);
    const add = (kind: TraceRecord['kind'], text: string): void => trace.add({ kind, time: simulation.now, text });
    simulation.scheduler.listener = trace.listener(() => simulation.now);
    simulation.listener = {
        step: (number, token, node, within) => {
            const path = within.slice(1).map(n => nameOf(n) ?? '').filter(n => n !== '');
            add('step', `step ${number}${path.length === 0 ? '' : ` of ${path.join('.')}`}: ${node} (token ${token})`);
        },
        wrote: (feature, value) => add('write', `${feature} := ${valueText(value)}`),
        sent: text => add('send', text),
    };
    return trace;
}

/** The text of a failure of the model. @throws everything that is none */
export function messageOf(error: unknown): string {
    if (error instanceof EvaluationError) {
        return error.message;
    }
    throw error;
}

/** Every attribute of an object that holds a value, as `this.<name>`. */
export function attributesOf(object: Instance): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const slot of object.layout.slots) {
        if (slot.isModelled && slot.names.length > 0 && slot.chain.some(isAttribute)) {
            const value = object.read(slot.index);
            if (!(value instanceof Unset)) {
                found.set(`this.${slot.names[0]}`, value);
            }
        }
    }
    return found;
}
