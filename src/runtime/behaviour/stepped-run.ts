/**
 * A run of an action or a state machine that moves one step at a time and shows its current state, for a debugger or a live drawing
 * (contract: edits-and-diagnostics 3.3). It follows the rules of whole runs: all steps together give the result of `executeAction` or
 * `executeState`. States and steps are identified by their numbers in the exported graphs. Does not depend on clients or drawings.
 */
import { messageOf } from '../evaluation/limits.js';
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf } from '../../language/semantics/naming.js';
import { type Instance, outermost } from '../evaluation/instances/instance.js';
import { isBehavior, isMachine } from '../evaluation/model/kinds.js';
import type { RunModel } from '../evaluation/run.js';
import { evaluate, type EvaluateAnswer } from '../evaluation/evaluate.js';
import { EvaluationError, type Value } from '../values/index.js';
import { activeStates, type ActivePlace, awaitedNames, keyOf, type PlacedToken, placedTokens } from './active-places.js';
import { ActionAgent } from './actions/action-agent.js';
import { callStacks, type CallStack, type StackedPerformance } from './call-stacks.js';
import { exhibitedMachine, isOwnBehaviour, performedAction } from './exhibited.js';
import { awaitedEvents, eventsOfStates } from './machines/awaited-events.js';
import { Machine } from './machines/machine.js';
import { attributesOf, type BehaviourOptions, type BoundedOptions, bounded } from './one-run.js';
import { beginAction, withInputs } from './performances.js';
import { createPerformer, startPerformer } from './performer.js';
import type { Plan } from './schedules/explore.js';
import type { Policy } from './schedules/policy.js';
import { type Note, Scheduler } from './schedules/schedule.js';
import { type EventReceiver, sendEvent } from './sent-events.js';
import { presentValuesOf } from './simulation/answered-features.js';
import { isStep } from './simulation/members.js';
import { Moments, MOST_MOMENTS } from './simulation/moments.js';
import { type Agent, Simulation } from './simulation/simulation.js';
import type { TimedEvent, TimedInput } from './simulation/stimuli.js';
import { actionListener, Trace, type TraceRecord } from './simulation/trace.js';
import { startRun } from './start-run.js';
import { type StatementStop, type StatementStops, Stopped, watchOf } from './statement-stops.js';

export interface SteppedRequest {
    /** qualified name of an action or state machine */
    readonly element: string;
    /** empty for none */
    readonly performer?: string;
    /** existing objects in whose simulation it runs; one of them performs it, unless the run creates the performer or has none */
    readonly held?: { readonly simulation: Simulation; readonly object: Instance | undefined };
    /** values of parameters and features; those of an action at time 0 are its arguments */
    readonly inputs?: readonly TimedInput[];
    readonly policy: Policy;
    /** the picks of the explored run to repeat; the policy is then `explore` */
    readonly plan?: Plan;
}

/** `waiting`: nothing can move before an event occurs or time passes. */
export type RunningState = 'ready' | 'running' | 'waiting' | 'suspended' | 'completed' | 'terminated' | 'failed';

export interface SteppedSnapshot {
    readonly state: RunningState;
    /** the reason of the state, for people; for a failed run the text of the failure */
    readonly reason: string;
    /** seconds on the run's clock */
    readonly time: number;
    /** the next instant at which a time trigger or input is due; undefined for none */
    readonly due: number | undefined;
    readonly active: readonly ActivePlace[];
    readonly tokens: readonly PlacedToken[];
    /** transitions and successions that were taken since the last snapshot, by behaviour and number */
    readonly taken: readonly { readonly behaviour: AstNode; readonly transition: number }[];
    /** names of the occurrences in the pool of the machine */
    readonly queue: readonly string[];
    /** names of the events that can trigger it */
    readonly events: readonly string[];
    /** names of the events that it reacts to now; for a machine, those that its active states accept */
    readonly reactions: readonly string[];
    readonly values: ReadonlyMap<string, Value>;
    readonly visited: readonly string[];
    /** what was recorded since the last snapshot */
    readonly trace: readonly TraceRecord[];
    readonly notes: readonly Note[];
    /** the leaves of the machine's configuration, `done`, or empty */
    readonly finalState: string;
}

/** Limit of the moves of one {@link SteppedRun.goOn}. */
const MOST_MOVES = 100_000;

/** Creates a new simulation for the run. */
function simulationOf(model: RunModel, { policy, plan }: SteppedRequest, limits: BoundedOptions): Simulation {
    const scheduler = new Scheduler(policy, plan, undefined, limits.chance);
    const run = startRun(model, { ...limits, random: scheduler.random });
    return new Simulation(run, scheduler, limits.behaviour, limits.checkCancelled);
}

export class SteppedRun {
    private readonly simulation: Simulation;
    private readonly scheduler: Scheduler;
    private readonly trace: Trace;
    private readonly moments = new Moments(MOST_MOMENTS);
    private main: Machine | ActionAgent | undefined;
    private performer: Instance | undefined;
    /** starts the behaviours that begin once nothing can move; returns whether there were any */
    private startNext: () => boolean = () => false;
    private last: Agent | undefined;
    private failure: string | undefined;
    private hasMoved = false;
    private suspension = '';
    /** number of trace records that snapshots have shown */
    shown = 0;
    /** elements at which the run stops: states, steps, transitions and successions */
    breakpoints: ReadonlySet<AstNode> = new Set();
    /** the breakpoint at which it stopped last */
    stopped: AstNode | undefined;
    /** the stop within a move at which the run was left; it cannot move any more */
    stop: (StatementStop & { readonly moves: number }) | undefined;

    /**
     * Creates the run and enters the behaviour. The snapshot reports errors of the model.
     * @param stops where it stops while the behaviour is entered
     * @throws EvaluationError for an element that is not a behaviour
     */
    constructor(
        private readonly model: RunModel,
        readonly request: SteppedRequest,
        options: BehaviourOptions = {},
        stops?: StatementStops
    ) {
        const node = elementById(model, request.element);
        if (node === undefined) {
            throw new EvaluationError(`symbol not found: ${request.element}`);
        }
        if (!isBehavior(node)) {
            throw new EvaluationError(`${request.element} is neither an action nor a state machine`);
        }
        const limits = bounded(options);
        this.simulation = request.held?.simulation ?? simulationOf(model, request, limits);
        if (request.held !== undefined) {
            this.simulation.follow(new Scheduler(request.policy, request.plan, undefined, limits.chance));
        }
        this.scheduler = this.simulation.scheduler;
        this.simulation.flows = new Set();
        this.simulation.moments = this.moments;
        this.trace = new Trace(this.simulation.limits.heldEvents);
        this.scheduler.listener = this.trace.listener(() => this.simulation.now);
        this.simulation.listener = actionListener(this.trace, this.simulation);
        this.guarded(() =>
            this.watched(0, stops, () => {
                this.performer = request.held?.object ?? this.createPerformer(node);
                this.simulation.agents.forEach(agent => this.traced(agent));
                this.main = isMachine(node) ? this.enterMachine(node) : this.beginAction(node);
                return true;
            })
        );
    }

    /** Creates the performer. An action that it performs itself gets the inputs of the request, and is not moved yet. */
    private createPerformer(node: AstNode): Instance | undefined {
        const { simulation, request } = this;
        const onAgent = withInputs(
            node,
            () => this.inputsAtStart(),
            (agent, object) => {
                this.traced(agent);
                if (agent instanceof Machine && isOwnBehaviour(agent, node, object)) {
                    [this.main, this.performer] = [agent, object];
                }
            }
        );
        if (isMachine(node) || request.performer === undefined || request.performer === '') {
            return createPerformer(simulation, request.performer ?? '', onAgent);
        }
        const { object, startNext } = startPerformer(simulation, request.performer, onAgent);
        if (performedAction(simulation, node, object) === undefined) {
            do {
                simulation.settleNow();
            } while (startNext());
        } else {
            this.startNext = startNext;
        }
        return object;
    }

    private inputsAtStart(): ReadonlyMap<string, Value> {
        const { inputs = [] } = this.request;
        return new Map(inputs.filter(i => i.at === 0).map(i => [i.name, i.value(this.simulation.run)]));
    }

    private traced(agent: Agent): void {
        agent.trace = this.trace;
    }

    private enterMachine(node: AstNode): Machine {
        const { simulation, performer } = this;
        let machine = exhibitedMachine(simulation, node, performer);
        if (machine === undefined) {
            machine = new Machine(simulation, node, performer, performer);
            this.traced(machine);
            simulation.agents.push(machine);
        }
        this.main = machine;
        if (!machine.hasStarted) {
            machine.start();
        }
        machine.schedule(this.request.inputs ?? []);
        return machine;
    }

    private beginAction(node: AstNode): ActionAgent {
        const { simulation, performer } = this;
        const agent =
            performedAction(simulation, node, performer) ?? beginAction(simulation, node, performer, this.inputsAtStart(), this.trace);
        agent.schedule((this.request.inputs ?? []).filter(i => i.at > 0));
        return agent;
    }

    // --- Moving ---

    get isOver(): boolean {
        return this.failure !== undefined || this.main === undefined || this.main.hasEnded;
    }

    /**
     * Makes one move; where nothing can move, advances the clock to the next due instant.
     * @param stops where it stops within the move
     * @returns whether it moved
     */
    step(stops?: StatementStops): boolean {
        if (this.stop !== undefined) {
            return false;
        }
        this.suspension = '';
        this.stopped = undefined;
        return this.guarded(() => this.moveOrWait(Infinity, 0, stops));
    }

    /**
     * Moves until nothing can move, a breakpoint is reached or the behaviour has ended.
     * @param horizon clock time in seconds up to which time passes; by default the present
     * @param stops where it stops within the moves
     * @param fromStart whether a breakpoint counts as reached at a place where the run is now
     */
    goOn(horizon = this.simulation.now, stops?: StatementStops, fromStart = false): void {
        if (this.stop !== undefined) {
            this.stopsAtBreakpoint(this.stop);
            return;
        }
        this.suspension = '';
        this.stopped = undefined;
        this.guarded(() => {
            const begun = fromStart ? this.reachedBreakpoint([], 0) : undefined;
            if (begun !== undefined) {
                this.suspension = `breakpoint at ${begun}`;
                return true;
            }
            for (let moves = 0; !this.isOver; moves++) {
                const before = this.places();
                const { length: moments } = this.moments.all;
                if (!this.moveOrWait(horizon, moves, stops)) {
                    break;
                }
                if (this.stop !== undefined) {
                    this.stopsAtBreakpoint(this.stop);
                    break;
                }
                const reached = this.reachedBreakpoint(before, moments);
                if (reached !== undefined) {
                    this.suspension = `breakpoint at ${reached}`;
                    break;
                }
                if (moves >= MOST_MOVES) {
                    this.suspension = `stopped after ${MOST_MOVES} moves: go on for more`;
                    break;
                }
            }
            if (!this.isOver && this.suspension === '' && Number.isFinite(horizon) && horizon > this.simulation.now) {
                this.simulation.passTo(horizon);
            }
            return true;
        });
    }

    private stopsAtBreakpoint({ element, label }: StatementStop): void {
        this.stopped = element;
        this.suspension = `breakpoint at ${label}`;
    }

    /** Advances the clock by a number of seconds and makes all moves due meanwhile. */
    advance(seconds: number): void {
        this.goOn(this.simulation.now + seconds);
    }

    /** Sends the behaviour an event, which waits in the pool until the next move. @param event its `at` is ignored */
    send(event: string | TimedEvent): void {
        this.guarded(() => {
            if (this.main !== undefined) {
                sendEvent(this.main, event);
            }
            return true;
        });
    }

    /** The behaviour that runs; undefined where it could not begin. */
    get receiver(): EventReceiver | undefined {
        return this.main;
    }

    /**
     * Makes one move, or advances the clock if nothing can move.
     * @param moves number of moves of the client's command before it
     */
    private moveOrWait(horizon: number, moves: number, stops: StatementStops | undefined): boolean {
        return this.watched(moves, stops, () => this.move() || this.passTime(horizon));
    }

    /** Runs a function that may stop at a statement of a body. @param moves as for {@link moveOrWait} */
    private watched(moves: number, stops: StatementStops | undefined, work: () => boolean): boolean {
        const { simulation } = this;
        if (stops !== undefined) {
            const { after, isStop } = stops;
            simulation.watch = watchOf({ after: moves === 0 ? after : 0, isStop }, () => this.stacks());
        }
        try {
            return work();
        } catch (error) {
            if (!(error instanceof Stopped)) {
                throw error;
            }
            this.stop = { ...error.at, moves };
            this.suspension = `before ${error.at.label}`;
            return true;
        } finally {
            simulation.watch = undefined;
        }
    }

    private move(): boolean {
        if (this.isOver) {
            return false;
        }
        const moved = this.simulation.moveOnce(this.last);
        this.last = moved;
        this.hasMoved ||= moved !== undefined;
        return moved !== undefined;
    }

    /** If nothing can move, starts the behaviours of the next connected object, or advances the clock. @returns whether it did either */
    private passTime(horizon: number): boolean {
        if (!this.isOver && this.startNext()) {
            return true;
        }
        const { due } = this.simulation;
        if (this.isOver || due === undefined || due > horizon) {
            return false;
        }
        this.simulation.passTo(due);
        return true;
    }

    private guarded(work: () => boolean): boolean {
        if (this.failure !== undefined) {
            return false;
        }
        try {
            return work();
        } catch (error) {
            this.failure = messageOf(error);
            return false;
        }
    }

    /** @returns the label of the breakpoint that was reached, if any */
    private reachedBreakpoint(before: readonly ActivePlace[], moments: number): string | undefined {
        if (this.breakpoints.size === 0) {
            return undefined;
        }
        const isMarked = (element: AstNode | undefined): boolean => element !== undefined && this.breakpoints.has(element);
        const was = new Set(before.map(keyOf));
        const reached = this.places().find(p => isMarked(p.element) && !was.has(keyOf(p)));
        // A step that a succession declares (`then action a;`) is a place, or the watch has recorded it.
        const taken = this.moments.all.slice(moments).flatMap(m => m.taken.filter(t => t.node !== undefined && !isStep(t.node)));
        this.stopped = reached?.element ?? taken.find(t => isMarked(t.node))?.node;
        return reached?.label ?? (this.stopped === undefined ? undefined : (nameOf(this.stopped) ?? 'a transition'));
    }

    /** Ends the run at its current state: a behaviour without a performer does not continue in the simulation of its objects. */
    abandon(): void {
        const { main, simulation } = this;
        if (main !== undefined && main.object === undefined) {
            simulation.remove(main);
        }
    }

    // --- Current state ---

    private places(): readonly ActivePlace[] {
        return [...this.activeStates(), ...placedTokens(this.simulation)];
    }

    private activeStates(): readonly ActivePlace[] {
        const { simulation, main, performer, request } = this;
        const root = performer === undefined ? undefined : outermost(performer);
        const isOfPerformer = ({ object }: Machine): boolean => object !== undefined && outermost(object) === root;
        return activeStates(simulation, main, request.held && (machine => machine === main || isOfPerformer(machine)));
    }

    /** The call stacks of all concurrent strands; none for a run that could not start. */
    stacks(): readonly CallStack[] {
        if (this.stop !== undefined) {
            return this.stop.stacks;
        }
        return this.main === undefined ? [] : callStacks(this.simulation, this.main);
    }

    /** The object that performs the behaviour. */
    get performedBy(): Instance | undefined {
        return this.performer;
    }

    /** Evaluates an expression in the scope of a performance. */
    evaluate(expression: string, { behaviour, frame }: StackedPerformance): EvaluateAnswer {
        return evaluate(this.simulation.run, { expression, scope: behaviour, frame });
    }

    /** The current state of the run, with the records since the last snapshot. */
    snapshot(): SteppedSnapshot {
        const { simulation, main, trace } = this;
        const records = trace.records.slice(Math.max(0, this.shown - trace.dropped));
        this.shown = Math.max(this.shown, trace.dropped + trace.records.length);
        const { state, reason } = this.stateAndReason();
        const tokens = placedTokens(simulation);
        const events = main instanceof Machine ? awaitedEvents(this.model, this.request.element) : awaitedNames(tokens);
        return {
            state,
            reason,
            time: simulation.now,
            due: this.isOver ? undefined : simulation.due,
            active: this.activeStates(),
            tokens,
            taken: this.moments.take().flatMap(({ graph, taken }) => taken.map(({ id }) => ({ behaviour: graph, transition: id }))),
            queue: main instanceof Machine ? main.waiting : [],
            events,
            reactions: main instanceof Machine ? eventsOfStates(main.configuration.activeStates()) : events,
            values: this.values(),
            visited: main instanceof Machine ? main.visited : [],
            trace: records,
            notes: this.scheduler.notes,
            finalState: main instanceof Machine ? main.finalState() : ''
        };
    }

    private stateAndReason(): { readonly state: RunningState; readonly reason: string } {
        const { main, failure, simulation } = this;
        if (this.stop !== undefined) {
            return { state: 'suspended', reason: this.suspension };
        }
        if (failure !== undefined || main === undefined) {
            return { state: 'failed', reason: failure ?? '' };
        }
        if (main.hasEnded) {
            return main.wasTerminated ? { state: 'terminated', reason: 'terminated' } : { state: 'completed', reason: '' };
        }
        if (this.suspension !== '') {
            return { state: 'suspended', reason: this.suspension };
        }
        if (!simulation.canMove) {
            return { state: 'waiting', reason: simulation.due === undefined ? this.waitText() : `until t=${simulation.due} s` };
        }
        return { state: this.hasMoved ? 'running' : 'ready', reason: '' };
    }

    private waitText(): string {
        if (this.main instanceof Machine) {
            return 'waits for an event';
        }
        const awaited = placedTokens(this.simulation).flatMap(t => t.awaits);
        return awaited.length === 0 ? 'no token can move' : awaited.join(', ');
    }

    private values(): ReadonlyMap<string, Value> {
        if (this.main === undefined) {
            return new Map();
        }
        try {
            return new Map([...presentValuesOf(this.main.frame), ...(this.performer === undefined ? [] : attributesOf(this.performer))]);
        } catch (error) {
            messageOf(error); // a run whose features cannot be read yet shows no values
            return new Map();
        }
    }
}
