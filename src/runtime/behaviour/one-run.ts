/** Options, records and exploration shared by runs of actions and of state machines. Does not depend on actions or machines. */
import type { Frame } from '../evaluation/expressions/frame.js';
import type { TimedInput } from './simulation/stimuli.js';
import type { Instance } from '../evaluation/instances/instance.js';
import type { Failed } from '../evaluation/limits.js';
import { isAttribute } from '../evaluation/model/kinds.js';
import type { RunModel, RunOptions } from '../evaluation/run.js';
import { Unset, type Value, type UnknownName } from '../values/index.js';
import { explore, type Exploration, type ExploredRun } from './schedules/explore.js';
import type { Chance } from './schedules/chance.js';
import type { Policy } from './schedules/policy.js';
import { divergenceNotes } from './schedules/divergence.js';
import { type Note, ReplayError, Scheduler } from './schedules/schedule.js';
import { unlessFailing } from './simulation/frames.js';
import { type Moment, Moments, MOST_MOMENTS } from './simulation/moments.js';
import { type BehaviourLimits, DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';
import { actionListener, Trace, type TraceRecord } from './simulation/trace.js';
import { startRun } from './start-run.js';

export interface BehaviourOptions extends RunOptions {
    readonly behaviour?: Partial<BehaviourLimits>;
    /** called with the number of explored runs */
    readonly onRun?: (runs: number) => void;
    /** the modelled randomness, separate from the schedule's seed */
    readonly chance?: Chance;
    /** step of the clock in seconds; 0 for a continuous clock */
    readonly clockStep?: number;
}

/** Options with every limit of behaviour set. */
export type BoundedOptions = BehaviourOptions & { readonly behaviour: BehaviourLimits };

/** The options that all runs of a call share. */
export function bounded(options: BehaviourOptions): BoundedOptions {
    return { ...options, behaviour: { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour } };
}

export const NO_VALUES: ReadonlyMap<string, Value> = new Map();

/** A behaviour that cannot be built or started. It fails the call, with and without exploration. */
export class NotStarted extends Error {
    constructor(readonly failure: Failed) {
        super(failure.error);
    }
}

/** The number of choice points that each value depends on, by name; independent values are absent. */
export type Dependence = ReadonlyMap<string, number>;

export const INDEPENDENT: Dependence = new Map();

/** The records of a run in addition to its result. */
export interface RunRecords {
    readonly notes: readonly Note[];
    readonly finalTime: number;
    readonly trace: readonly TraceRecord[];
    readonly traceDropped: number;
    /** the active states and nodes by time */
    readonly moments: readonly Moment[];
    readonly momentsDropped: number;
}

export const NO_RECORDS: RunRecords = { notes: [], finalTime: 0, trace: [], traceDropped: 0, moments: [], momentsDropped: 0 };

/** The records that a request selects. */
export interface RecordOptions {
    /** steps of tokens, writes, sends and choices */
    readonly trace?: boolean;
    /** the moments of the run, or the choices of an exploration, for a drawing */
    readonly moments?: boolean;
}

/** The common part of requests to run a behaviour by itself. */
export interface BehaviourRequest extends RecordOptions {
    readonly policy: Policy;
    /** the object that performs it; empty for none */
    readonly performer?: string;
    /** values that features of the behaviour or its performer get at instants after the start */
    readonly timedInputs?: readonly TimedInput[];
    /** clock time in seconds at which the run stops */
    readonly until?: number;
}

/** The common part of the results of these runs. */
export interface BehaviourResult extends RunRecords {
    readonly dependence: Dependence;
    /** empty when it succeeded */
    readonly error: string;
    /** the unknown name, where that is the error */
    readonly unknown?: UnknownName;
    /** the outcomes of all orders, for a request to explore */
    readonly exploration?: Exploration;
}

/** A run before its start, and its records. */
export class OneRun {
    readonly simulation: Simulation;
    /** undefined if the request does not want a trace */
    readonly trace: Trace | undefined;
    private readonly moments: Moments | undefined;

    /**
     * @param wanted `details`: whether the trace also records the steps and assignments of actions
     * @param isExplored whether a failure to start is thrown
     */
    constructor(
        model: RunModel,
        private readonly scheduler: Scheduler,
        options: BoundedOptions,
        wanted: RecordOptions & { readonly details: boolean },
        private readonly isExplored: boolean
    ) {
        this.simulation = new Simulation(
            startRun(model, { ...options, random: scheduler.random }),
            scheduler,
            options.behaviour,
            options.checkCancelled
        );
        this.simulation.clockStep = options.clockStep ?? 0;
        if (wanted.trace === true) {
            this.trace = new Trace(this.simulation.limits.heldEvents);
            scheduler.listener = this.trace.listener(() => this.simulation.now);
            if (wanted.details) {
                this.simulation.listener = actionListener(this.trace, this.simulation);
            }
        }
        if (wanted.moments === true && scheduler.policy.kind !== 'explore') {
            this.moments = this.simulation.moments = new Moments(MOST_MOMENTS);
        }
    }

    /** The records so far. The notes of an explored run are read from the scheduler on request. */
    get records(): RunRecords {
        return {
            notes: this.scheduler.policy.kind === 'explore' ? [] : [...this.scheduler.notes, ...divergenceNotes(this.simulation.run)],
            finalTime: this.simulation.now,
            trace: this.trace?.records ?? [],
            traceDropped: this.trace?.dropped ?? 0,
            moments: this.moments?.all ?? [],
            momentsDropped: this.moments?.dropped ?? 0
        };
    }

    /** Reports a failure to start. @throws NotStarted when the run is part of an exploration */
    notStarted(failure: Failed): Failed {
        if (this.isExplored) {
            throw new NotStarted(failure);
        }
        return failure;
    }
}

/**
 * Runs a behaviour once under its policy, or in every order.
 * @param begin performs a run; throws {@link NotStarted} from one of an exploration
 * @param outcomeOf the part of a result that identifies the outcome
 * @param refused makes the result of a behaviour that did not start
 */
export function underPolicy<R extends { readonly error: string }>(
    { policy, moments }: { readonly policy: Policy; readonly moments?: boolean },
    options: BehaviourOptions,
    begin: (scheduler: Scheduler, options: BoundedOptions, isExplored: boolean) => R,
    outcomeOf: (result: R) => Pick<ExploredRun, 'outputs' | 'finalState' | 'statesVisited'>,
    refused: (failure: Failed) => R
): R & { readonly exploration?: Exploration } {
    const limited = bounded(options);
    if (policy.kind !== 'explore') {
        return once(() => begin(new Scheduler(policy, undefined, undefined, options.chance), limited, false), refused);
    }
    try {
        const exploration = explore(
            policy,
            plan => {
                const scheduler = new Scheduler(policy, plan, undefined, options.chance);
                const result = begin(scheduler, limited, true);
                return {
                    ...outcomeOf(result),
                    ...(result.error !== '' && { error: result.error }),
                    trail: scheduler.trail,
                    notes: notesOfExplored(scheduler, again => begin(again, limited, true)),
                    witness: () => scheduler.witness,
                    choices: () => scheduler.choices
                };
            },
            options.onRun,
            moments
        );
        return { ...refused({ error: '' }), exploration };
    } catch (error) {
        if (error instanceof NotStarted) {
            return refused(error.failure);
        }
        throw error;
    }
}

/** Refuses a replay of choices that the behaviour does not offer: they belong to another model. */
function once<R>(run: () => R, refused: (failure: Failed) => R): R {
    try {
        return run();
    } catch (error) {
        if (error instanceof ReplayError) {
            return refused({ error: `the schedule is not one of this behaviour: ${error.message}` });
        }
        throw error;
    }
}

/**
 * The notes of an explored run. Reading them repeats the first run with this outcome to find the values that depend on its choices.
 * @param repeat performs the run under a scheduler
 */
export function notesOfExplored(scheduler: Scheduler, repeat: (again: Scheduler) => unknown): () => readonly Note[] {
    return () => {
        if (scheduler.trail.picks.length === 0) {
            return scheduler.notes;
        }
        const again = new Scheduler(scheduler.policy, scheduler.trail, true, scheduler.chance);
        repeat(again);
        return again.notes;
    };
}

/** The number of choice points that each answered value of a behaviour and its performer depends on. */
export function dependenceOf(
    frame: Frame,
    own: ReadonlyMap<string, Value>,
    performer: Instance | undefined,
    attributes: ReadonlyMap<string, Value>
): Dependence {
    const found = new Map<string, number>();
    const add = (holder: Frame, name: string, feature: string): void => {
        const index = holder.layout.byName.get(feature);
        const count = index === undefined ? 0 : holder.run.dependence(holder, index);
        if (count > 0) {
            found.set(name, count);
        }
    };
    for (const name of own.keys()) {
        add(frame, name, name);
    }
    for (const name of performer === undefined ? [] : attributes.keys()) {
        add(performer!, name, name.slice('this.'.length));
    }
    return found;
}

/** The attributes of an object that have a value, as `this.<name>`. */
export function attributesOf(object: Instance): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const slot of object.layout.slots) {
        if (slot.isModelled && slot.names.length > 0 && slot.chain.some(isAttribute)) {
            const value = unlessFailing(() => object.read(slot.index));
            if (value !== undefined && !(value instanceof Unset)) {
                found.set(`this.${slot.names[0]}`, value);
            }
        }
    }
    return found;
}
