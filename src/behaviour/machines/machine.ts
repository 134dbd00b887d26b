/**
 * A state machine that runs: one behaviour among others, its steps and what it dispatches (contract behaviour 9.2, 9.3, 10.6). What waits
 * is in its pool, what is active in its configuration; selection.ts says what an occurrence enables, firing.ts what happens then.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf } from '../../language/semantics/naming.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { EvaluationError, type Value } from '../../evaluation/values/index.js';
import { AgentEnded } from '../simulation/activity.js';
import { isPort, type Message, messageOf } from '../simulation/bus.js';
import { scheduleInputs, type TimedInput } from '../simulation/stimuli.js';
import { Configuration } from './configuration.js';
import { Firing, type FiringHost } from './firing.js';
import { BodyFrame, bodyLayoutOf, fixInitialValues, takePerformer } from '../simulation/frames.js';
import { type EventOccurrence, type Occurrence, type Timer, timerName } from './occurrences.js';
import { doRoundText } from './do-behaviours.js';
import { EventPool } from './pool.js';
import { orderText } from '../schedules/schedule.js';
import { Selection } from './selection.js';
import { type Agent, instantText, type Simulation } from '../simulation/simulation.js';
import type { StateGraph, Transition, Vertex } from './state-graph.js';
import { checkedStateGraph } from './state-lowering.js';
import { acceptRecord, sendRecords, type Happening, type Trace } from '../simulation/trace.js';

export class Machine implements Agent, FiringHost {
    readonly graph: StateGraph;
    readonly label: string;
    readonly name: string;
    readonly frame: BodyFrame;
    readonly configuration: Configuration;
    readonly selection: Selection;
    private readonly firing: Firing;
    private readonly pool = new EventPool();
    readonly visited: string[] = [];
    trace?: Trace;
    private ended = false;
    private isTerminated = false;
    /** its number among those whose moments are told */
    private performance: number | undefined;
    hasStarted = false;
    /** messages of the pool that were not dispatched yet */
    private readonly pending = new Set<Message>();
    private dispatched = 0;
    readonly called: Agent['called'];

    /**
     * @param outer frame around the machine's own: the object that performs it
     * @param exhibitedAs name under which the object exhibits it
     * @throws EvaluationError for a machine that cannot be lowered
     */
    constructor(
        readonly simulation: Simulation,
        readonly node: AstNode,
        readonly object: Instance | undefined,
        outer: Frame | undefined,
        exhibitedAs?: string
    ) {
        this.graph = checkedStateGraph(node);
        this.name = exhibitedAs ?? nameOf(node) ?? '';
        this.label = `state machine ${this.name}${object === undefined ? '' : ` of object #${object.id}`}`;
        this.frame = new BodyFrame(simulation.run, bodyLayoutOf(node), outer, simulation);
        if (object !== undefined) {
            takePerformer(this.frame, object);
            const index = object.layout.indexOf.get(node);
            if (index !== undefined) {
                object.performed(index, this.frame);
            }
        }
        this.configuration = new Configuration(this);
        this.selection = new Selection(this);
        this.firing = new Firing(this);
        this.called = !this.graph.hasCalls
            ? undefined
            : (operation, values) => {
                  if (!this.ended) {
                      this.pool.push(operation, undefined, values);
                      simulation.order?.arrives(this.pool, this.node);
                  }
              };
        // What is sent before the machine starts waits in its pool.
        simulation.bus.subscribe(message => this.receive(message));
    }

    /** Enters the machine. */
    start(): void {
        this.hasStarted = true;
        fixInitialValues(this.frame);
        this.dispatching(() => this.guarded(() => this.firing.start()));
    }

    // --- Agent ---

    get hasEnded(): boolean {
        return this.ended;
    }

    canAct(): boolean {
        return (
            this.hasStarted &&
            !this.ended &&
            (this.pool.hasDue(this.simulation.now) || this.configuration.dos.hasDue() || (this.pool.hasWatches && this.pool.hasRisen()))
        );
    }

    nextDue(): number | undefined {
        const timer = this.pool.nextDue();
        const behaviour = this.configuration.dos.nextDue();
        return timer === undefined || behaviour === undefined ? (timer ?? behaviour) : Math.min(timer, behaviour);
    }

    terminate(): void {
        this.end();
        this.isTerminated = true;
    }

    /** One step: do behaviours, change conditions, one occurrence; exploring, one of them. */
    act(): void {
        this.guarded(() => {
            if (this.simulation.scheduler.explores) {
                this.exploreStep();
                return;
            }
            this.configuration.dos.round();
            this.dispatching(() => {
                if (!this.ended && this.pool.hasWatches) {
                    this.pollChanges();
                }
                if (!this.ended) {
                    this.dispatchNext();
                }
            });
        });
    }

    private guarded(work: () => void): void {
        try {
            work();
        } catch (error) {
            if (!(error instanceof AgentEnded)) {
                throw error;
            }
        }
    }

    get dispatcher(): object {
        return this.pool;
    }

    /** Does what the machine does itself, in its own line beside the do behaviours. */
    private dispatching(work: () => void): void {
        const { order } = this.simulation;
        if (order === undefined) {
            work();
        } else {
            order.during(this.dispatcher, work);
        }
    }

    private exploreStep(): void {
        const dos = this.configuration.dos.inOrder();
        const hasEvent = this.pool.hasDue(this.simulation.now);
        const pick = this.simulation.scheduler.pick(
            dos.length + (hasEvent ? 1 : 0),
            () => {
                const names = dos.map(d => d.label);
                if (!hasEvent) {
                    return doRoundText(this.simulation.now, this.node, names);
                }
                const head = this.headName();
                return orderText(
                    `at t=${instantText(this.simulation.now)}`,
                    'next ',
                    this.node,
                    () => [...names.map(n => `do ${n}`), `dispatch ${head}`],
                    { verb: 'ran' }
                );
            },
            log => log.unordered([...dos, ...(hasEvent ? [this.dispatcher] : [])], [this.node])
        );
        if (pick < dos.length) {
            this.configuration.dos.step(dos[pick]);
        } else if (hasEvent) {
            this.dispatching(() => this.dispatchNext());
        }
        if (!this.ended && this.pool.hasWatches) {
            this.dispatching(() => this.pollChanges());
        }
    }

    private headName(): string {
        const { firstCompletion, head } = this.pool;
        if (firstCompletion !== undefined) {
            return `completion ${firstCompletion.label}`;
        }
        const [timer] = this.pool.dueTimers(this.simulation.now) as readonly (Timer | undefined)[];
        return timer !== undefined && (head === undefined || timer.order < head.order) ? timerName(timer) : `accept ${head!.name}`;
    }

    // --- The pool ---

    /** Puts events of the request into the pool. */
    inject(names: readonly string[]): void {
        this.pool.inject(names);
    }

    /** An event that comes from outside, with what it carries. */
    occur(name: string, payload: Value | undefined): void {
        if (this.ended) {
            return;
        }
        if (payload === undefined) {
            this.pool.push(name, undefined);
            return;
        }
        const message: Message = {
            ...messageOf(payload, this.node),
            destination: this,
            routed: false,
            sender: undefined,
            addressee: undefined,
            isInjected: true
        };
        this.simulation.bus.place(message);
        this.pending.add(message);
        this.pool.push(message.name, message);
    }

    /** Has features of the machine or its object written when their time comes. @throws unknown parameter */
    schedule(inputs: readonly TimedInput[]): void {
        scheduleInputs(this.simulation, inputs, this.node, [this.frame, ...(this.object === undefined ? [] : [this.object])]);
    }

    lookAround(): void {
        const { order } = this.simulation;
        if (order !== undefined && !this.ended && this.pool.hasWatches) {
            this.pool.look(holds => order.awaits([this.node], holds));
        }
    }

    holdsBack(message: Message): boolean {
        return this.pending.has(message);
    }

    private receive(message: Message): void {
        if (this.ended) {
            return;
        }
        const { destination, routed, addressee } = message;
        if (
            (routed && this.owns(destination) && (addressee === undefined || addressee === this || addressee === this.node)) ||
            destination === this ||
            destination === this.node ||
            (this.object !== undefined && destination === this.object)
        ) {
            this.pending.add(message);
            this.pool.push(message.name, message);
            this.simulation.order?.arrives(this.pool, this.node);
        }
    }

    /** Whether a port is one of the machine's object, or of the machine itself where no object runs it. */
    private owns(port: unknown): boolean {
        for (let holder = port instanceof Instance ? port.outer : undefined; holder !== undefined; holder = holder.outer) {
            if (holder === this.object || holder === this.frame) {
                return true;
            }
            if (!this.graph.acceptsAtParts && !(holder instanceof Instance && isPort(holder))) {
                return false;
            }
        }
        return false;
    }

    queueCompletion(state: Vertex): void {
        this.simulation.order?.arrives(this.pool, this.node);
        this.pool.queueCompletion(state);
    }

    dropCompletion(state: Vertex): void {
        this.pool.dropCompletion(state);
    }

    arm(state: Vertex): void {
        this.pool.arm(state, this.configuration.frameOf(state), this.simulation.now);
    }

    disarm(state: Vertex): void {
        this.pool.disarm(state);
    }

    spend(transitions: readonly Transition[]): void {
        this.pool.spend(transitions);
    }

    private count(): void {
        if (++this.dispatched > this.simulation.limits.events) {
            throw new EvaluationError(
                `state machine exceeded max events (${this.simulation.limits.events} events; raise SERVICE_MAX_EVENTS to allow more), possible infinite loop`
            );
        }
        if ((this.dispatched & 255) === 0) {
            this.simulation.tick();
        }
    }

    // --- Dispatch ---

    private pollChanges(): void {
        const { order } = this.simulation;
        const risen = this.pool.takeRisen(order === undefined ? undefined : holds => order.awaits([this.node], holds));
        if (risen.size > 0) {
            this.count();
            this.dispatch({ kind: 'change', risen });
        }
    }

    /** Takes one occurrence from the pool and runs it to completion. */
    private dispatchNext(): void {
        const { order } = this.simulation;
        order?.statement();
        if (order !== undefined) {
            order.takesFrom(this.pool);
            order.governs([this.node]);
        }
        const completion = this.pool.shiftCompletion();
        if (completion !== undefined) {
            this.count();
            if (this.configuration.isActive(completion)) {
                const occurrence: Occurrence = { kind: 'completion', state: completion };
                this.fire(this.selection.candidateOf(completion, occurrence), occurrence);
            }
            return;
        }
        const due = this.pool.dueTimers(this.simulation.now);
        const { head } = this.pool;
        const taken = due.length === 0 ? head : this.firstOf(due, head);
        if (taken === undefined) {
            return;
        }
        this.count();
        if ('transition' in taken) {
            this.pool.takeTimer(taken);
            this.dispatch({ kind: 'time', ...taken });
        } else {
            this.pool.shiftEvent();
            this.dispatchEvent(taken);
        }
    }

    /** Timers that are due are not ordered among each other, nor against an event of that instant. */
    private firstOf(due: readonly Timer[], head: EventOccurrence | undefined): Timer | EventOccurrence {
        const together: (Timer | EventOccurrence)[] = [...due, ...(head === undefined ? [] : [head])].sort((a, b) => a.order - b.order);
        const names = (): string[] => together.map(o => ('transition' in o ? timerName(o) : `accept ${o.name}`));
        return together[
            this.simulation.scheduler.pick(
                together.length,
                () => orderText(`events at t=${instantText(this.simulation.now)}`, '', this.node, names, { verb: 'dispatched' }),
                log => log.branching([this.node])
            )
        ];
    }

    private dispatch(occurrence: Occurrence): void {
        this.fire(this.selection.candidatesFor(occurrence), occurrence);
    }

    /** A do behaviour that waits for the event gets it too, unless a transition leaves its state; it takes it ahead of a deferral. */
    private dispatchEvent(occurrence: EventOccurrence): void {
        const { bus } = this.simulation;
        const { message } = occurrence;
        if (message !== undefined) {
            this.pending.delete(message);
            this.simulation.order?.follows(message);
            if (!bus.isInFlight(message)) {
                return;
            }
        }
        const { dos } = this.configuration;
        const candidates = this.selection.candidatesFor(occurrence);
        const offered: Message | undefined = !dos.hasAny
            ? undefined
            : (message ?? {
                  types: [],
                  features: [],
                  name: occurrence.name,
                  payload: null,
                  destination: this,
                  routed: false,
                  sender: undefined,
                  addressee: undefined
              });
        const isAwaited = (): boolean => offered !== undefined && dos.await(offered);
        if (this.graph.hasDeferral && !isAwaited() && this.selection.isDeferred(occurrence, candidates)) {
            if (message !== undefined) {
                this.pending.add(message);
            }
            this.pool.defer(occurrence);
            return;
        }
        if (candidates.length > 0) {
            if (this.isTraced) {
                this.record(acceptRecord(occurrence.name, occurrence.message));
            }
            this.fire(candidates, occurrence);
        }
        if (message === undefined) {
            if (!this.ended && isAwaited()) {
                bus.place(offered!);
            }
        } else if ((candidates.length > 0 || message.isInjected === true) && (this.ended || !isAwaited())) {
            bus.take(message);
        }
    }

    private fire(candidates: ReturnType<Selection['candidatesFor']>, occurrence: Occurrence): void {
        if (candidates.length === 0) {
            return;
        }
        this.firing.fireAll(candidates, occurrence);
        if (this.pool.hasDeferred) {
            this.pool.recall(this.configuration.activeStates());
        }
    }

    guardHolds(transition: Transition, occurrence: Occurrence | undefined): boolean {
        return this.selection.guardHolds(transition, occurrence);
    }

    /** What waits in the pool, in the order in which it would be dispatched: completions, events, those that a state defers. */
    get waiting(): readonly string[] {
        return this.pool.waiting;
    }

    get wasTerminated(): boolean {
        return this.isTerminated;
    }

    // --- Ends ---

    regionsEnded(): void {
        this.end();
    }

    terminatedBy(usage: Vertex): void {
        this.record({ kind: 'terminate', text: `terminate ${usage.name || 'terminate'}` });
        for (const { label } of this.configuration.dos.states) {
            this.record({ kind: 'terminate', state: label, text: `terminate do ${label}` });
        }
        this.terminate();
    }

    private end(): void {
        this.ended = true;
        this.pool.clear();
        this.configuration.dos.abandon();
    }

    /** `done`, the active leaves, or nothing when it was terminated. */
    finalState(): string {
        if (this.isTerminated) {
            return '';
        }
        return this.ended
            ? 'done'
            : this.configuration
                  .leaves()
                  .map(v => v.label)
                  .join('+');
    }

    // --- Records ---

    onSend(name: string, messages: readonly Message[]): void {
        if (this.isTraced) {
            sendRecords(name, messages).forEach(happening => this.record(happening));
        }
    }

    onAccept(message: Message): void {
        if (this.isTraced) {
            this.record(acceptRecord(message.name, message));
        }
    }

    get isTraced(): boolean {
        return this.trace !== undefined || this.simulation.moments !== undefined;
    }

    arrived(segments: readonly Transition[], how: string): void {
        const { moments } = this.simulation;
        if (moments === undefined) {
            return;
        }
        this.performance ??= moments.begin();
        moments.add({
            time: this.simulation.now,
            graph: this.node,
            performance: this.performance,
            object: this.object?.id,
            active: this.isTerminated ? [] : this.configuration.activeStates(),
            taken: segments,
            text: how
        });
    }

    record(happening: Happening): void {
        // Nothing is recorded of what a preview does.
        if (this.simulation.run.journal !== undefined) {
            return;
        }
        this.trace?.add({
            ...happening,
            time: this.simulation.now,
            machine: this.name,
            ...(this.object !== undefined && { object: this.object })
        });
    }
}
