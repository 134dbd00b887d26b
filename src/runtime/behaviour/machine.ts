/**
 * A state machine that runs: its active configuration, its event pool, and how an occurrence is run to completion (contract behaviour 9,
 * 10). Entering and leaving states is configuration.ts'; orders across regions are units.ts'.
 */
import type { AstNode } from 'langium';
import { nameOf } from '../../language/semantics/naming.js';
import type { Frame } from '../expressions/frame.js';
import { Instance } from '../instances/instance.js';
import { EvaluationError } from '../values/index.js';
import { AgentEnded } from './activity.js';
import type { Message } from './bus.js';
import { instantOf } from './communication.js';
import { Configuration, type MachineHost } from './configuration.js';
import { BodyFrame, bodyLayoutOf } from './frames.js';
import { branchName, type Candidate, type EventOccurrence, EventQueue, type Occurrence, occurrenceName, payloadTexts, type Timer, timerName, type Watch } from './occurrences.js';
import { branchText, orderText } from './schedule.js';
import { Selection } from './selection.js';
import { type Agent, instantText, type Simulation } from './simulation.js';
import { checkedStateGraph, type StateGraph, type Transition, type Vertex } from './state-graph.js';
import { conditionOf, framed } from './statements.js';
import type { Trace, TraceRecord } from './trace.js';
import { interleave, type Unit } from './units.js';

const NO_UNITS: readonly Unit[] = [];

export class Machine implements Agent, MachineHost {
    readonly graph: StateGraph;
    readonly label: string;
    readonly name: string;
    readonly frame: BodyFrame;
    readonly configuration: Configuration;
    private readonly selection: Selection;
    readonly visited: string[] = [];
    trace: Trace | undefined;
    private ended = false;
    private isTerminated = false;
    hasStarted = false;
    private readonly completions: Vertex[] = [];
    private readonly events = new EventQueue();
    private deferred: EventOccurrence[] = [];
    /** messages of the pool that were not dispatched yet */
    private readonly pending = new Set<Message>();
    private timers: Timer[] = [];
    private watches: Watch[] = [];
    private lastOrder = 0;
    private dispatched = 0;
    private readonly arrived = new Map<Vertex, Set<Transition>>();
    /** the transition whose effect or entries are going on, with its payload */
    private current: Occurrence | undefined;

    constructor(readonly simulation: Simulation, readonly node: AstNode, readonly object: Instance | undefined, outer: Frame | undefined, exhibitedAs?: string) {
        this.graph = checkedStateGraph(node);
        this.name = exhibitedAs ?? nameOf(node) ?? '';
        this.label = `state machine ${this.name}${object === undefined ? '' : ` of object #${object.id}`}`;
        this.frame = new BodyFrame(simulation.run, bodyLayoutOf(node), outer, simulation);
        this.configuration = new Configuration(this);
        this.selection = new Selection(this);
        // What is sent before the machine starts waits in its pool.
        simulation.bus.subscribe(message => this.receive(message));
    }

    /** Enters the machine. */
    start(): void {
        this.hasStarted = true;
        this.guarded(() => this.configuration.enterMachine());
    }

    // --- Agent ---

    get hasEnded(): boolean {
        return this.ended;
    }

    canAct(): boolean {
        return this.hasStarted && !this.ended && (this.completions.length > 0 || this.events.head !== undefined || this.dueTimers().length > 0
            || this.configuration.dos.hasDue() || (this.watches.length > 0 && this.hasRisen()));
    }

    /** Whether a condition has risen; those that are false again may rise again. */
    private hasRisen(): boolean {
        for (const watch of this.watches) {
            const holds = watch.holds();
            if (holds && !watch.wasTrue) {
                return true;
            }
            watch.wasTrue &&= holds;
        }
        return false;
    }

    nextDue(): number | undefined {
        let earliest = this.configuration.dos.nextDue();
        for (const { due } of this.timers) {
            if (earliest === undefined || due < earliest) {
                earliest = due;
            }
        }
        return earliest;
    }

    terminate(): void {
        this.ended = true;
        this.isTerminated = true;
        this.timers = [];
        this.watches = [];
        this.configuration.dos.abandon();
    }

    /** One step: do behaviours, change conditions, one occurrence; exploring, one of them. */
    act(): void {
        this.guarded(() => {
            if (this.simulation.scheduler.explores) {
                this.exploreStep();
                return;
            }
            this.configuration.dos.round();
            if (!this.ended && this.watches.length > 0) {
                this.pollChanges();
            }
            if (!this.ended) {
                this.dispatchNext();
            }
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

    private exploreStep(): void {
        const dos = this.configuration.dos.due();
        const hasEvent = this.completions.length > 0 || this.events.head !== undefined || this.dueTimers().length > 0;
        const count = dos.length + (hasEvent ? 1 : 0);
        const pick = this.simulation.scheduler.pick(count, () => {
            const head = hasEvent ? [`dispatch ${this.headName()}`] : [];
            return orderText(`at t=${instantText(this.simulation.now)}`, 'next ', this.node, () => [...dos.map(d => `do ${d.label}`), ...head], { verb: 'ran' });
        });
        if (pick < dos.length) {
            this.configuration.dos.step(dos[pick]);
        } else if (hasEvent) {
            this.dispatchNext();
        }
        if (!this.ended && this.watches.length > 0) {
            this.pollChanges();
        }
    }

    private headName(): string {
        if (this.completions.length > 0) {
            return `completion ${this.completions[0].label}`;
        }
        const [timer] = this.dueTimers();
        return timer !== undefined && (this.events.head === undefined || timer.order < this.events.head.order) ? timerName(timer) : `accept ${this.events.head!.name}`;
    }

    // --- The pool ---

    /** Puts an event of the request into the pool. */
    inject(name: string): void {
        this.events.push({ kind: 'event', name, message: undefined, order: ++this.lastOrder });
    }

    holdsBack(message: Message): boolean {
        return this.pending.has(message);
    }

    private receive(message: Message): void {
        if (this.ended) {
            return;
        }
        const { destination, routed } = message;
        if ((routed && this.owns(destination)) || destination === this || destination === this.node || (this.object !== undefined && destination === this.object)) {
            this.pending.add(message);
            this.events.push({ kind: 'event', name: message.name, message, order: ++this.lastOrder });
        }
    }

    /** Whether a port is one of the machine's object, or of the machine itself where no object runs it. */
    private owns(port: unknown): boolean {
        for (let holder = port instanceof Instance ? port.outer : undefined; holder !== undefined; holder = holder.outer) {
            if (holder === this.object || holder === this.frame) {
                return true;
            }
        }
        return false;
    }

    queueCompletion(state: Vertex): void {
        this.completions.push(state);
    }

    dropCompletion(state: Vertex): void {
        const index = this.completions.indexOf(state);
        if (index >= 0) {
            this.completions.splice(index, 1);
        }
    }

    private dueTimers(): readonly Timer[] {
        return this.timers.length === 0 ? this.timers : this.timers.filter(t => t.due <= this.simulation.now);
    }

    /** Arms the timers and change conditions of a state that was entered. */
    arm(state: Vertex): void {
        for (const transition of state.outgoing) {
            const { trigger } = transition;
            if (trigger === undefined || trigger.kind === 'accept' || trigger.kind === 'call') {
                continue;
            }
            const frame = this.configuration.frameOf(state);
            if (trigger.kind === 'when') {
                const holds = conditionOf(trigger.expression.argument, "'when' condition");
                this.watches.push({ transition, wasTrue: false, holds: () => holds(frame) });
            } else {
                this.timers.push({ transition, due: instantOf(trigger.expression, frame, this.simulation.now), order: ++this.lastOrder });
            }
        }
    }

    disarm(state: Vertex): void {
        if (this.timers.length > 0) {
            this.timers = this.timers.filter(t => t.transition.source !== state);
        }
        if (this.watches.length > 0) {
            this.watches = this.watches.filter(w => w.transition.source !== state);
        }
    }

    private pollChanges(): void {
        const risen = new Set<Transition>();
        for (const watch of this.watches) {
            const holds = watch.holds();
            if (holds && !watch.wasTrue) {
                risen.add(watch.transition);
            }
            watch.wasTrue = holds;
        }
        if (risen.size > 0) {
            this.count();
            this.dispatch({ kind: 'change', risen });
        }
    }

    private count(): void {
        if (++this.dispatched > this.simulation.limits.events) {
            throw new EvaluationError(
                `state machine exceeded max events (${this.simulation.limits.events} events; raise SERVICE_MAX_EVENTS to allow more), possible infinite loop`);
        }
        if ((this.dispatched & 255) === 0) {
            this.simulation.tick();
        }
    }

    /** Takes one occurrence from the pool and runs it to completion. */
    private dispatchNext(): void {
        const completion = this.completions.shift();
        if (completion !== undefined) {
            this.count();
            this.dispatchCompletion(completion);
            return;
        }
        const due = this.dueTimers();
        const { head } = this.events;
        if (due.length === 0) {
            if (head !== undefined) {
                this.events.shift();
                this.count();
                this.dispatch(head);
            }
            return;
        }
        const together: (Timer | NonNullable<typeof head>)[] = [...due, ...head === undefined ? [] : [head]].sort((a, b) => a.order - b.order);
        const names = (): string[] => together.map(o => 'due' in o && 'transition' in o ? timerName(o) : `accept ${(o as { name: string }).name}`);
        const taken = together[this.simulation.scheduler.pick(together.length,
            () => orderText(`events at t=${instantText(this.simulation.now)}`, '', this.node, names, { verb: 'dispatched' }))];
        this.count();
        if (taken === head) {
            this.events.shift();
            this.dispatch(head);
        } else {
            const timer = taken as Timer;
            this.timers = this.timers.filter(t => t !== timer);
            this.dispatch({ kind: 'time', ...timer });
        }
    }

    // --- Selection ---

    private dispatchCompletion(state: Vertex): void {
        if (!this.configuration.isActive(state)) {
            return;
        }
        const occurrence: Occurrence = { kind: 'completion', state };
        const open = this.selection.enabledOf(state, occurrence);
        if (open.length > 0) {
            this.fireAll([{ transition: open[0], open, source: state, occurrence }], occurrence);
        }
    }

    private dispatch(occurrence: Occurrence): void {
        if (occurrence.kind === 'event') {
            this.dispatchEvent(occurrence);
            return;
        }
        const candidates = this.selection.candidatesFor(occurrence);
        if (candidates.length > 0) {
            this.fireAll(candidates, occurrence);
        }
    }

    /** A do behaviour that waits for the event gets it too, unless a transition leaves its state; it takes it ahead of a deferral. */
    private dispatchEvent(occurrence: EventOccurrence): void {
        const { bus } = this.simulation;
        const { message } = occurrence;
        if (message !== undefined) {
            this.pending.delete(message);
            if (!bus.isInFlight(message)) {
                return;
            }
        }
        const { dos } = this.configuration;
        const candidates = this.selection.candidatesFor(occurrence);
        const offered: Message = message ?? { types: [], name: occurrence.name, payload: null, destination: this, routed: false, sender: undefined };
        if (!dos.await(offered) && this.selection.isDeferred(occurrence, candidates)) {
            if (message !== undefined) {
                this.pending.add(message);
            }
            this.deferred.push(occurrence);
            return;
        }
        if (candidates.length > 0) {
            if (this.isTraced) {
                this.recordAccept(occurrence);
            }
            this.fireAll(candidates, occurrence);
        }
        const isAwaited = !this.ended && dos.await(offered);
        if (message === undefined && isAwaited) {
            bus.place(offered);
        } else if (message !== undefined && candidates.length > 0 && !isAwaited) {
            bus.take(message);
        }
    }

    /** Events that no active state defers any more return, before later arrivals. */
    private recallDeferred(): void {
        if (this.deferred.length === 0) {
            return;
        }
        const states = this.configuration.activeStates();
        const recalled = this.deferred.filter(e => !states.some(s => s.defers.includes(e.name)));
        if (recalled.length > 0) {
            this.deferred = this.deferred.filter(e => !recalled.includes(e));
            this.events.recall(recalled);
        }
    }

    // --- Firing ---

    private fireAll(candidates: readonly Candidate[], occurrence: Occurrence): void {
        this.current = occurrence;
        try {
            if (candidates.length === 1) {
                this.fire(candidates[0]);
            } else {
                const chains = candidates.map(c => [this.firing(c)]);
                interleave(this.simulation.scheduler, () => `on ${occurrenceName(occurrence)}`, candidates[0].source.node, chains);
            }
        } finally {
            this.current = undefined;
        }
        this.recallDeferred();
    }

    /** The firing of a candidate among others: its first unit is its first exit that performs something. */
    private firing(candidate: Candidate): Unit {
        const { transition } = candidate;
        const exits = this.configuration.exitLabels(transition.source);
        const label = exits[0] ?? (transition.effect !== undefined ? `${transition.source.label}->${transition.target.label}(effect)`
            : this.configuration.entryLabel(transition.target));
        return {
            label: label ?? '', performs: label !== undefined,
            run: () => {
                // Another firing of the same occurrence may have disarmed it.
                if (!this.ended && this.configuration.isActive(candidate.source) && this.guardHolds(transition, candidate.occurrence)) {
                    this.fire(candidate);
                }
                return NO_UNITS;
            },
        };
    }

    private fire({ open, source, occurrence }: Candidate): void {
        const { scheduler } = this.simulation;
        const pick = open.length < 2 ? 0 : scheduler.pick(open.length,
            () => branchText(`state ${source.label} on ${occurrenceName(occurrence)}`, ': transitions', i => open[i].node, () => open.map(branchName)));
        this.follow(open[pick], occurrence);
    }

    /** Takes a transition, through pseudostates, to where it comes to rest. */
    private follow(transition: Transition, occurrence: Occurrence | undefined): void {
        const { source, target } = transition;
        const route = [transition];
        let end = target;
        const seen = new Set<Vertex>();
        while (end.kind === 'junction' || end.kind === 'entry' || end.kind === 'exit') {
            if (seen.has(end)) {
                throw new EvaluationError('cycle of pseudostates', `at ${end.name}`);
            }
            seen.add(end);
            const branch = this.branchOf(end, occurrence, 'junction');
            if (branch === undefined) {
                throw new EvaluationError('no branch is open', `junction ${end.name}`);
            }
            route.push(branch);
            end = branch.target;
        }
        const { configuration } = this;
        if (end.kind === 'join') {
            this.arriveAtJoin(end, route, occurrence);
            return;
        }
        configuration.leave(source, end);
        this.runEffects(route, occurrence);
        this.arrive(end, occurrence);
        this.recordTransition(transition, end, occurrence);
    }

    /** What happens at the end of a route: states are entered, a choice is made, the machine ends. */
    private arrive(end: Vertex, occurrence: Occurrence | undefined): void {
        if (this.ended) {
            return;
        }
        const { configuration } = this;
        switch (end.kind) {
            case 'choice': case 'junction': case 'entry': case 'exit': {
                const word = end.kind === 'choice' ? 'choice' : 'junction';
                const branch = this.branchOf(end, occurrence, word);
                if (branch === undefined) {
                    throw new EvaluationError('no branch is open', `${word} ${end.name} has no enabled branch`);
                }
                configuration.leave(end, branch.target);
                this.runEffects([branch], occurrence);
                this.arrive(branch.target, occurrence);
                return;
            }
            case 'fork': {
                const targets = end.outgoing.map(t => t.target);
                for (const t of targets) {
                    configuration.leave(end, t);
                }
                const units = end.outgoing.map(t => [this.effectUnit(t, occurrence)].filter(u => u !== undefined));
                interleave(this.simulation.scheduler, () => `fork ${end.name}`, end.node, units);
                configuration.enter(targets, `fork ${end.name}`);
                return;
            }
            case 'shallow history': case 'deep history':
                configuration.enterHistory(end, t => this.follow(t, occurrence));
                return;
            case 'terminate':
                configuration.enterAround(end);
                this.record({ kind: 'terminate', text: `terminate ${end.name || 'terminate'}` });
                this.terminate();
                return;
            default:
                configuration.enter([end], undefined);
        }
    }

    private effectUnit(transition: Transition, occurrence: Occurrence | undefined): Unit | undefined {
        return transition.effect === undefined ? undefined : {
            label: `${transition.source.label}->${transition.target.label}(effect)`, performs: true,
            run: () => {
                this.runEffects([transition], occurrence);
                return NO_UNITS;
            },
        };
    }

    /** The branch that a pseudostate takes: among those whose guard holds, unguarded ones being the default. */
    branchOf(vertex: Vertex, occurrence: Occurrence | undefined, word: 'choice' | 'junction'): Transition | undefined {
        const guarded = vertex.outgoing.filter(t => t.guard !== undefined && this.guardHolds(t, occurrence));
        const open = guarded.length > 0 ? guarded : vertex.outgoing.filter(t => t.guard === undefined);
        const names = (): string[] => open.map(branchName);
        return open[this.simulation.scheduler.pick(open.length, () => branchText(`${word} ${vertex.name}`, ': transitions', i => open[i].node, names))];
    }

    guardHolds(transition: Transition, occurrence: Occurrence | undefined): boolean {
        return this.selection.guardHolds(transition, occurrence);
    }

    private runEffects(route: readonly Transition[], occurrence: Occurrence | undefined): void {
        for (const transition of route) {
            if (transition.effect !== undefined && !this.ended) {
                try {
                    this.configuration.perform(transition.effect, this.selection.frameOfTransition(transition, occurrence));
                } catch (error) {
                    throw framed(error, 'transition effect');
                }
            }
        }
    }

    /** A segment into a join fires on its own; the join goes on when all segments have arrived. */
    private arriveAtJoin(join: Vertex, route: readonly Transition[], occurrence: Occurrence | undefined): void {
        const { configuration } = this;
        const [first] = route;
        const last = route[route.length - 1];
        configuration.exitOnly(first.source);
        this.runEffects(route, occurrence);
        this.recordTransition(first, join, occurrence);
        const arrived = this.arrived.get(join) ?? new Set<Transition>();
        this.arrived.set(join, arrived);
        arrived.add(last);
        if (join.incoming.every(t => arrived.has(t))) {
            const out = join.outgoing.find(t => this.guardHolds(t, occurrence));
            if (out !== undefined) {
                arrived.clear();
                configuration.leave(first.source, out.target);
                this.runEffects([out], occurrence);
                this.arrive(out.target, occurrence);
                this.recordTransition(out, out.target, undefined);
            }
        }
    }

    /** A region that is entered again, or whose owner is left, has arrived at no join. */
    forgetArrivals(state: Vertex): void {
        for (const [, arrived] of this.arrived) {
            for (const transition of arrived) {
                if (transition.source === state) {
                    arrived.delete(transition);
                }
            }
        }
    }

    // --- Ends ---

    /** The region of the machine itself came to its end. */
    regionsEnded(): void {
        this.ended = true;
        this.timers = [];
        this.watches = [];
        this.configuration.dos.abandon();
    }

    /** `done`, the active leaves, or nothing when it was terminated. */
    finalState(): string {
        if (this.isTerminated) {
            return '';
        }
        return this.ended ? 'done' : this.configuration.leaves().map(v => v.label).join('+');
    }

    // --- Records ---

    onSend(name: string, messages: readonly Message[]): void {
        if (!this.isTraced) {
            return;
        }
        for (const { destination } of messages) {
            const target = destination instanceof Instance ? destination : undefined;
            this.record({ kind: 'send', event: name, text: `send: ${name}${target === undefined ? '' : ` to object #${target.id}`}`, ...target !== undefined && { target } });
        }
    }

    get isTraced(): boolean {
        return this.trace !== undefined;
    }

    record(record: Omit<TraceRecord, 'time' | 'object' | 'machine'>): void {
        this.trace?.add({ ...record, time: this.simulation.now, machine: this.name, ...this.object !== undefined && { object: this.object } });
    }

    private recordAccept({ name, message }: EventOccurrence): void {
        const payload = message === undefined ? [] : payloadTexts(message.payload);
        this.record({ kind: 'accept', event: name, payload, text: `accept: ${name}${payload.length === 0 ? '' : ` (${payload.join(', ')})`}` });
    }

    private recordTransition(transition: Transition, end: Vertex, occurrence: Occurrence | undefined): void {
        if (this.trace === undefined) {
            return;
        }
        const { source } = transition;
        const event = occurrence === undefined || occurrence.kind === 'completion' ? '' : occurrence.kind === 'event' ? `accept ${occurrence.name}` : occurrence.kind;
        const to = end.label || end.name;
        this.record({
            kind: 'transition', from: source.label, to, text: `transition: ${source.label} -> ${to}${event === '' ? '' : ` (event: ${event})`}`,
            ...event !== '' && { event: occurrence!.kind === 'event' ? occurrence!.name : event },
        });
    }

    get occurrence(): Occurrence | undefined {
        return this.current;
    }
}
