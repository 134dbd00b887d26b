/**
 * A running state machine as an agent: its steps, its pool and its configuration (contract behaviour 9.2, 9.3, 10.6). dispatcher.ts takes
 * occurrences from the pool.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import type { Value } from '../../values/index.js';
import { AgentEnded } from '../simulation/activity.js';
import { holdsPort, isPort, type Message } from '../simulation/bus.js';
import { scheduleInputs, type TimedInput } from '../simulation/stimuli.js';
import { Configuration } from './configuration.js';
import { Dispatcher } from './dispatcher.js';
import { Firing, type FiringHost } from './firing.js';
import { BodyFrame, takePerformer } from '../simulation/frames.js';
import { initialize } from '../simulation/initial-values.js';
import { bodyLayoutOf } from '../simulation/body-layout.js';
import type { Occurrence } from './occurrences.js';
import { doRoundText } from './do-behaviours.js';
import { EventPool } from './pool.js';
import { orderText } from '../schedules/schedule.js';
import { Selection } from './selection.js';
import { type Agent, type AgentPart, instantText, type Simulation } from '../simulation/simulation.js';
import type { StateGraph, Transition, Vertex } from './state-graph.js';
import type { StateWriter } from '../simulation/state-writer.js';
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
    private readonly pool: EventPool;
    readonly dispatcher: Dispatcher;
    readonly visited: string[] = [];
    trace?: Trace;
    private ended = false;
    private isTerminated = false;
    /** its number among the performances whose moments are recorded */
    private performance: number | undefined;
    hasStarted = false;
    readonly called: Agent['called'];

    /**
     * @param outer the enclosing frame: the object that performs the machine
     * @param exhibitedAs the name under which the object exhibits it
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
        this.pool = new EventPool(simulation.surrogate);
        this.configuration = new Configuration(this);
        this.selection = new Selection(this);
        this.firing = new Firing(this);
        this.dispatcher = new Dispatcher(this, this.pool, this.firing);
        this.called = !this.graph.hasCalls
            ? undefined
            : (operation, values) => {
                  simulation.run.accesses?.behaviour?.(this);
                  if (!this.ended) {
                      this.pool.push(operation, undefined, values);
                      simulation.order?.arrives(this.pool, this.node);
                  }
              };
        // Messages sent before the machine starts wait in its pool.
        simulation.bus.subscribe(message => this.receive(message));
    }

    /** Starts the machine. */
    start(): void {
        this.hasStarted = true;
        if (this.simulation.surrogate === undefined) {
            initialize(this.frame);
        }
        this.asDispatcher(() => this.guarded(() => this.firing.start()));
    }

    // --- Agent ---

    get hasEnded(): boolean {
        return this.ended;
    }

    readonly parts: readonly AgentPart[] = [
        { name: 'life', isReached: true, write: out => out.add(`machine ${this.hasStarted} ${this.ended} ${this.isTerminated}`) },
        {
            name: 'configuration',
            write: out => {
                out.frame(this.frame);
                this.configuration.writeState(out);
                this.pool.writeOwn(out);
            }
        },
        {
            name: 'queue',
            holdsMessages: true,
            isReached: true,
            write: (out, message) => this.pool.writeEvents(out, m => this.writeHeld(out, m, message)),
            line: {
                taken: () => this.pool.taken,
                items: message =>
                    this.pool
                        .eventsInLine(this.simulation.now)
                        ?.map(write => out => write(out, m => this.writeHeld(out, m, x => message(out, x))))
            }
        }
    ];

    private writeHeld(out: StateWriter, message: Message, write: (message: Message) => void): void {
        out.add(this.dispatcher.holdsBack(message));
        write(message);
    }

    /** Its frames by names that are unique within the machine. */
    get frames(): readonly (readonly [string, Frame])[] {
        return [['', this.frame], ...this.configuration.framesOfStates];
    }

    /** The position of a message in its pool; -1 for none. */
    placeOf(message: Message): number {
        return this.holdsBack(message) ? this.pool.placeOf(message) : -1;
    }

    canAct(): boolean {
        const { pool, configuration, simulation } = this;
        if (!this.hasStarted || this.ended) {
            return false;
        }
        return pool.hasDue(simulation.now) || configuration.dos.hasDue() || (pool.changes.hasAny && pool.changes.hasRisen());
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

    /** One step: do behaviours, change conditions and one occurrence; an exploring scheduler picks one of them. */
    act(): void {
        this.guarded(() => {
            if (this.simulation.scheduler.explores) {
                this.exploreStep();
                return;
            }
            this.configuration.dos.round();
            this.asDispatcher(() => {
                if (!this.ended && this.pool.changes.hasAny) {
                    this.dispatcher.pollChanges();
                }
                if (!this.ended) {
                    this.dispatcher.dispatchNext();
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

    /** Runs dispatching or firing as a strand of the order log, separate from the do behaviours. */
    private asDispatcher(work: () => void): void {
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
                const head = this.dispatcher.headName();
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
            this.asDispatcher(() => this.dispatcher.dispatchNext());
        }
        if (!this.ended && this.pool.changes.hasAny) {
            this.asDispatcher(() => this.dispatcher.pollChanges());
        }
    }

    // --- The pool ---

    /** Puts events of the request into the pool. */
    inject(names: readonly string[]): void {
        this.pool.inject(names);
    }

    /** Puts an external event with its payload into the pool. */
    occur(name: string, payload: Value | undefined): void {
        if (!this.ended) {
            this.dispatcher.occur(name, payload);
        }
    }

    /** Schedules writes to features of the machine or of its object. @throws EvaluationError unknown parameter */
    schedule(inputs: readonly TimedInput[]): void {
        scheduleInputs(this.simulation, inputs, this.node, [this.frame, ...(this.object === undefined ? [] : [this.object])]);
    }

    evaluateConditions(): void {
        const { order } = this.simulation;
        if (order !== undefined && !this.ended && this.pool.changes.hasAny) {
            this.pool.changes.look(holds => order.awaits([this.node], holds));
        }
    }

    holdsBack(message: Message): boolean {
        return !this.ended && this.dispatcher.holdsBack(message);
    }

    private receive(message: Message): void {
        if (!this.isAddressed(message)) {
            return;
        }
        this.simulation.run.accesses?.behaviour?.(this);
        if (!this.ended) {
            this.dispatcher.admit(message);
            this.simulation.order?.arrives(this.pool, this.node);
        }
    }

    /**
     * Whether a message is addressed to the machine (contract behaviour 6.1): it arrives at a port of the object, or is sent to the machine
     * or its object.
     */
    private isAddressed({ destination, routed, addressee }: Message): boolean {
        const isRoutedHere = routed && (addressee === undefined || addressee === this || addressee === this.node);
        return (
            (isRoutedHere && this.owns(destination)) ||
            destination === this ||
            destination === this.node ||
            (this.object !== undefined && destination === this.object)
        );
    }

    /** Whether a port belongs to the machine's object, or to the machine itself where no object performs it. */
    private owns(port: unknown): boolean {
        for (let holder = port instanceof Instance ? port.outer : undefined; holder !== undefined; holder = holder.outer) {
            if (holder === this.object || holder === this.frame) {
                return true;
            }
            if (!this.graph.acceptsAtParts && !(holder instanceof Instance && isPort(holder))) {
                break;
            }
        }
        return port instanceof Instance && this.object !== undefined && holdsPort(this.object, port);
    }

    queueCompletion(state: Vertex): void {
        this.simulation.order?.arrives(this.pool, this.node);
        this.pool.queueCompletion(state);
    }

    dropCompletion(state: Vertex): void {
        this.pool.dropCompletion(state);
    }

    arm(state: Vertex): void {
        this.pool.arm(state, this.configuration.frameOf(state), this.simulation);
    }

    disarm(state: Vertex): void {
        this.pool.disarm(state);
    }

    spend(transitions: readonly Transition[]): void {
        this.pool.changes.spend(transitions);
    }

    guardHolds(transition: Transition, occurrence: Occurrence | undefined): boolean {
        return this.selection.guardHolds(transition, occurrence);
    }

    /** The contents of the pool in dispatch order: completions, events, deferred events. */
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

    /** `done`, the active leaves joined by `+`, or an empty text for a terminated machine. */
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
        // A preview records nothing.
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
