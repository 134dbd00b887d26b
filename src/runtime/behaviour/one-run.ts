/**
 * What a run of an action and one of a state machine have in common: their options, what is recorded of them beside their result, their
 * exploration. Knows neither actions nor machines.
 */
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
    /** notified of explored runs */
    readonly onRun?: (runs: number) => void;
    /** the modelled randomness, apart from the schedule's seed */
    readonly chance?: Chance;
    /** seconds by which the clock steps; 0 for a continuous one */
    readonly clockStep?: number;
}

/** With every limit of behaviour. */
export type BoundedOptions = BehaviourOptions & { readonly behaviour: BehaviourLimits };

/** The options that all runs of a call share. */
export function bounded(options: BehaviourOptions): BoundedOptions {
    return { ...options, behaviour: { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour } };
}

export const NO_VALUES: ReadonlyMap<string, Value> = new Map();

/** A behaviour that cannot be built or started: the call's own error, explored or not. */
export class NotStarted extends Error {
    constructor(readonly failure: Failed) {
        super(failure.error);
    }
}

/** Of values by name, on how many choice points they depend; what depends on none is absent. */
export type Dependence = ReadonlyMap<string, number>;

export const INDEPENDENT: Dependence = new Map();

/** What is recorded of a run beside its result. */
export interface RunRecords {
    readonly notes: readonly Note[];
    readonly finalTime: number;
    readonly trace: readonly TraceRecord[];
    readonly traceDropped: number;
    /** what was active when */
    readonly moments: readonly Moment[];
    readonly momentsDropped: number;
}

export const NO_RECORDS: RunRecords = { notes: [], finalTime: 0, trace: [], traceDropped: 0, moments: [], momentsDropped: 0 };

/** What a request wants recorded. */
export interface Wanted {
    /** steps of tokens, writes, sends and choices */
    readonly trace?: boolean;
    /** its moments, or the choices of an exploration, for a picture */
    readonly moments?: boolean;
}

/** What every request to run a behaviour by itself states. */
export interface BehaviourRequest extends Wanted {
    readonly policy: Policy;
    /** the object that performs it; empty for none */
    readonly performer?: string;
    /** values that features of the behaviour or its performer take at instants after the beginning */
    readonly timedInputs?: readonly TimedInput[];
    /** seconds on the clock after which nothing happens any more */
    readonly until?: number;
}

/** What every such run answers. */
export interface BehaviourResult extends RunRecords {
    readonly dependence: Dependence;
    /** empty when it succeeded */
    readonly error: string;
    /** the name that the error does not know, where that is why */
    readonly unknown?: UnknownName;
    /** of all orders, where they were asked for */
    readonly exploration?: Exploration;
}

/** A run about to begin, and what it will tell. */
export class OneRun {
    readonly simulation: Simulation;
    /** undefined when nobody asks for one */
    readonly trace: Trace | undefined;
    private readonly moments: Moments | undefined;

    /**
     * @param wanted `details`: whether the trace also tells the steps and assignments of actions
     * @param isExplored whether what cannot start is thrown
     */
    constructor(
        model: RunModel,
        private readonly scheduler: Scheduler,
        options: BoundedOptions,
        wanted: Wanted & { readonly details: boolean },
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

    /** What there is to tell so far. An explored run's notes are asked of the scheduler, when they are wanted. */
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

    /** The failure of a start. @throws NotStarted when the run is one of an exploration */
    notStarted(failure: Failed): Failed {
        if (this.isExplored) {
            throw new NotStarted(failure);
        }
        return failure;
    }
}

/**
 * Runs a behaviour once by its policy, or in every order.
 * @param begin makes a run; one of an exploration throws {@link NotStarted}
 * @param outcomeOf what identifies the outcome of a run
 * @param refused the result of what did not start
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

/** A replay of choices that the behaviour does not meet is refused: they are those of another model. */
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
 * The notes of an explored run. When they are requested, the first run with this outcome is repeated, to find what depends on its
 * choices.
 * @param repeat does the run under a scheduler
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

/** On how many choice points the answered values of a behaviour and of its performer depend. */
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

/** Every attribute of an object that holds a value, as `this.<name>`. */
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
