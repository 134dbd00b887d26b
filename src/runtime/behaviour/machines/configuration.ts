/**
 * The active configuration of a machine: its active states with their frames and behaviours, completion, and history (contract behaviour
 * 9.5, 9.6, 9.7, 10.5). paths.ts orders exits and entries, selection.ts selects transitions.
 */
import type * as ast from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { EvaluationError, OpaqueValue } from '../../values/index.js';
import { Activity } from '../simulation/activity.js';
import { DoBehaviours } from './do-behaviours.js';
import { BodyFrame } from '../simulation/frames.js';
import { initialize } from '../simulation/initial-values.js';
import { bodyLayoutOf } from '../simulation/body-layout.js';
import { drain, performBehaviour, performsCalls } from '../actions/perform.js';
import type { StateWriter } from '../simulation/state-writer.js';
import type { MachineHost } from './machine-host.js';
import { contains, parentOf, type Region, type Transition, type Vertex } from './state-graph.js';
import { statementOf } from '../actions/statements.js';
import { framed, Terminated } from '../actions/statement.js';
import { isStatementType } from '../../../language/semantics/structure.js';

export class Configuration {
    /** the active vertex of each region, by region number */
    private readonly active: (Vertex | undefined)[];
    private readonly frames = new Map<Vertex, BodyFrame>();
    readonly dos: DoBehaviours;
    private readonly completed = new Set<Vertex>();
    /** regions that a transition to an enclosing state has completed */
    private readonly leftBehind = new Set<Region>();
    /** history: the last active vertex of each region, by region number */
    private readonly remembered: (Vertex | undefined)[];
    /** segments that have reached joins */
    private readonly arrived = new Set<Transition>();
    private readonly activity: Activity;

    constructor(private readonly host: MachineHost) {
        this.active = host.graph.regions.map(() => undefined);
        this.remembered = host.graph.regions.map(() => undefined);
        this.activity = new Activity(host.simulation, host, undefined);
        this.activity.refusesClock = true;
        this.dos = new DoBehaviours(host, state => this.checkCompletion(state));
        performsCalls(this.activity);
    }

    writeState(out: StateWriter): void {
        const { graph } = this.host;
        this.active.forEach(vertex => out.add(vertex?.id ?? '-'));
        out.sharedSet(this.completed);
        out.sharedSet(this.leftBehind);
        out.sharedSet(this.arrived);
        if (graph.regions.some(r => r.vertices.some(v => v.kind === 'shallow history' || v.kind === 'deep history'))) {
            this.remembered.forEach(vertex => out.add(vertex?.id ?? '-'));
        }
        for (const [vertex, frame] of [...this.frames].sort(([a], [b]) => a.id - b.id)) {
            out.add(vertex.id);
            out.frame(frame);
        }
        this.dos.writeState(out);
    }

    /** The frames of active states that declare features. */
    get framesOfStates(): readonly (readonly [string, BodyFrame])[] {
        const { machine } = this.host.graph;
        return [...this.frames].filter(([vertex]) => vertex !== machine).map(([vertex, frame]) => [`v${vertex.id}`, frame] as const);
    }

    // --- Reading ---

    isActive(vertex: Vertex): boolean {
        return vertex.kind === 'machine' || this.active[vertex.region!.id] === vertex;
    }

    /** The active vertex of a region. */
    activeIn(region: Region): Vertex | undefined {
        return this.active[region.id];
    }

    /** The innermost active states, by region in declaration order. */
    leaves(): Vertex[] {
        const found: Vertex[] = [];
        this.collectLeaves(this.host.graph.machine, found);
        return found;
    }

    /** The active leaf where no regions are concurrent; undefined for several leaves or none. */
    onlyLeaf(): Vertex | undefined {
        let leaf: Vertex | undefined;
        for (let state: Vertex | undefined = this.host.graph.machine; state !== undefined && state.regions.length > 0;) {
            if (state.regions.length > 1) {
                return undefined;
            }
            state = this.active[state.regions[0].id];
            leaf = state ?? leaf;
        }
        return leaf;
    }

    private collectLeaves(state: Vertex, found: Vertex[]): void {
        for (const region of state.regions) {
            const current = this.active[region.id];
            if (current === undefined) {
                continue;
            }
            const before = found.length;
            this.collectLeaves(current, found);
            if (found.length === before) {
                found.push(current);
            }
        }
    }

    activeStates(): Vertex[] {
        return this.active.filter(v => v !== undefined);
    }

    frameOf(vertex: Vertex): BodyFrame {
        for (let v: Vertex | undefined = vertex; v !== undefined; v = parentOf(v)) {
            const frame = v.hasFeatures || v.kind === 'machine' ? this.frames.get(v) : undefined;
            if (frame !== undefined) {
                return frame;
            }
        }
        return this.host.frame;
    }

    /** The last active vertex of a region, for history. */
    rememberedIn(region: Region): Vertex | undefined {
        return this.remembered[region.id];
    }

    // --- Behaviours ---

    /** Performs an entry, exit or effect behaviour without pausing. @throws EvaluationError when it has to wait */
    perform(usage: ast.Usage, frame: Frame): void {
        const { surrogate } = this.host.simulation;
        if (surrogate !== undefined) {
            surrogate.perform(usage, frame, node => statementOf(node)!.run(frame, this.activity));
            return;
        }
        try {
            if (isStatementType(usage) || assignedFeatureOf(usage) !== undefined) {
                const statement = statementOf(usage)!;
                if (statement.waits) {
                    drain(statement.steps(frame, this.activity));
                } else {
                    statement.run(frame, this.activity);
                }
            } else {
                drain(performBehaviour(usage, frame, this.activity));
            }
        } catch (error) {
            if (!(error instanceof Terminated)) {
                throw error;
            }
        }
    }

    // --- Entering and leaving one vertex ---

    /** Activates the machine: its entry behaviours, timers and do behaviours. */
    enterMachine(): void {
        const { machine } = this.host.graph;
        this.frames.set(machine, this.host.frame);
        this.enterBehaviours(machine);
        this.beginIn(machine);
    }

    /** Activates a vertex: its frame, entry behaviours, timers and do behaviours. The caller enters its regions after that. */
    enterVertex(vertex: Vertex): void {
        const { host } = this;
        const region = vertex.region!;
        if (vertex.containsItself) {
            throw framed(new EvaluationError(`state ${vertex.label} contains itself: entering it has no end`), 'enter state');
        }
        this.active[region.id] = vertex;
        if (this.leftBehind.size > 0) {
            this.leftBehind.delete(region);
        }
        this.completed.delete(vertex);
        this.forgetArrivals(segment => segment.source.region === region);
        host.visited.push(vertex.label);
        if (vertex.hasFeatures) {
            const outer = this.frameOf(parentOf(vertex)!);
            const frame = new BodyFrame(outer.run, bodyLayoutOf(vertex.node!), outer, host.simulation);
            this.frames.set(vertex, frame);
            if (host.simulation.surrogate === undefined) {
                initialize(frame);
            } else {
                host.simulation.surrogate.enter(frame, vertex.node!);
            }
            const index = outer.layout.indexOf.get(vertex.node!);
            if (index !== undefined) {
                outer.write(index, new OpaqueValue('a performance', frame));
            }
        }
        if (vertex.kind === 'final') {
            if (host.isTraced) {
                host.record({ kind: 'entry', state: vertex.label, text: `enter: ${vertex.label}` });
            }
            this.checkCompletion(region.owner);
            return;
        }
        this.enterBehaviours(vertex);
        if (host.isTraced) {
            host.record({
                kind: 'entry',
                state: vertex.label,
                text: `enter: ${vertex.label}${vertex.entry.length > 0 ? ' (entry action)' : ''}`
            });
        }
        this.beginIn(vertex);
    }

    private enterBehaviours(vertex: Vertex): void {
        for (const usage of vertex.entry) {
            try {
                this.perform(usage, this.frameOf(vertex));
            } catch (error) {
                throw framed(framed(error, 'entry action'), 'enter state');
            }
        }
    }

    private beginIn(vertex: Vertex): void {
        if (this.host.hasEnded) {
            return;
        }
        if (vertex.timed.length > 0) {
            this.host.arm(vertex);
        }
        if (vertex.do.length > 0) {
            this.dos.start(vertex, this.frameOf(vertex));
        }
    }

    /** Leaves a vertex whose regions have been left: ends timers and do behaviours, performs exit behaviours, updates history. */
    exitVertex(vertex: Vertex): void {
        const { host } = this;
        const region = vertex.region!;
        if (vertex.timed.length > 0) {
            host.disarm(vertex);
        }
        this.dos.abandon(vertex);
        if (vertex.leavesOnCompletion) {
            host.dropCompletion(vertex);
        }
        if (vertex.regions.length > 0) {
            this.forgetArrivals(segment => contains(vertex, segment.source));
        }
        if (vertex.kind === 'final') {
            this.remembered[region.id] = undefined;
            this.active[region.id] = undefined;
            return;
        }
        for (const usage of vertex.exit) {
            try {
                this.perform(usage, this.frameOf(vertex));
            } catch (error) {
                throw framed(framed(error, 'exit action'), 'exit state');
            }
        }
        if (host.isTraced) {
            host.record({
                kind: 'exit',
                state: vertex.label,
                text: `exit: ${vertex.label}${vertex.exit.length > 0 ? ' (exit action)' : ''}`
            });
        }
        this.remembered[region.id] = vertex;
        this.active[region.id] = undefined;
        this.completed.delete(vertex);
        if (vertex.hasFeatures) {
            this.frames.delete(vertex);
        }
    }

    /** Marks a region as completed that a transition to the enclosing state has left. */
    leaveBehind(region: Region): void {
        this.leftBehind.add(region);
    }

    // --- Joins ---

    /** Notes that a segment has reached its join. @returns whether all segments of the join have */
    arriveAt(join: Vertex, segment: Transition): boolean {
        this.arrived.add(segment);
        return join.incoming.every(t => this.arrived.has(t));
    }

    hasArrived(segment: Transition): boolean {
        return this.arrived.has(segment);
    }

    /** Removes arrived segments, for regions that are entered again or whose owner is left. */
    forgetArrivals(isForgotten: (segment: Transition) => boolean): void {
        for (const segment of this.arrived) {
            if (isForgotten(segment)) {
                this.arrived.delete(segment);
            }
        }
    }

    // --- Completion ---

    /** Queues the completion of a state whose entry, do behaviour and regions have ended; ends a machine that is complete. */
    checkCompletion(state: Vertex): void {
        const { host } = this;
        if (host.hasEnded || this.completed.has(state) || !this.isActive(state) || this.dos.goesOnIn(state) || state.kind === 'final') {
            return;
        }
        for (const region of state.regions) {
            if (!this.isAtEnd(region)) {
                return;
            }
        }
        if (state.kind === 'machine') {
            if (state.regions.length > 0) {
                host.regionsEnded();
            }
            return;
        }
        this.completed.add(state);
        if (state.leavesOnCompletion && state.outgoing.some(t => t.trigger === undefined && host.guardHolds(t, undefined))) {
            host.queueCompletion(state);
        }
        const region = state.region!;
        if ((region.root === state && state.regions.length > 0) || region.node.kind === 'region') {
            this.checkCompletion(region.owner);
        }
    }

    private isAtEnd(region: Region): boolean {
        const current = this.active[region.id];
        if (current === undefined) {
            return this.leftBehind.has(region);
        }
        if (
            region.node.kind === 'region' &&
            region.owner.kind !== 'machine' &&
            current.outgoing.length === 0 &&
            this.completed.has(current)
        ) {
            // A `region` of the extension notation needs no end state: it ends in a completed state without outgoing transitions.
            return true;
        }
        return (
            current.kind === 'final' ||
            (region.root === current && current.regions.length > 0 && current.regions.every(r => this.isAtEnd(r)))
        );
    }
}
