/**
 * The active configuration of a machine: which states are active, how they are entered and left, their behaviours and what history
 * remembers (contract behaviour 9.5, 9.6, 9.7, 10.5). Which transition fires is machine.ts'.
 */
import type * as ast from '../../language/generated/ast.js';
import type { Frame } from '../expressions/frame.js';
import type { Instance } from '../instances/instance.js';
import { EvaluationError } from '../values/index.js';
import { Activity } from './activity.js';
import { DoBehaviours } from './do-behaviours.js';
import { drain, performsCalls, performStep } from './perform.js';
import { BodyFrame, bodyLayoutOf } from './frames.js';
import { isStatementType } from './members.js';
import type { Agent, Simulation } from './simulation.js';
import { commonAncestor, contains, parentOf, type Region, regionTowards, startOf, type StateGraph, type Transition, TRANSIENT, type Vertex } from './state-graph.js';
import { framed, statementOf, Terminated } from './statements.js';
import type { TraceRecord } from './trace.js';
import { interleave, type Unit } from './units.js';

/** What a configuration needs of its machine. */
export interface MachineHost extends Agent {
    readonly simulation: Simulation;
    readonly graph: StateGraph;
    readonly frame: BodyFrame;
    readonly visited: string[];
    readonly object: Instance | undefined;
    arm(state: Vertex): void;
    disarm(state: Vertex): void;
    queueCompletion(state: Vertex): void;
    dropCompletion(state: Vertex): void;
    forgetArrivals(state: Vertex): void;
    guardHolds(transition: Transition, occurrence: undefined): boolean;
    branchOf(vertex: Vertex, occurrence: undefined, word: 'choice' | 'junction'): Transition | undefined;
    regionsEnded(): void;
    /** whether records are kept */
    readonly isTraced: boolean;
    record(record: Omit<TraceRecord, 'time' | 'object' | 'machine'>): void;
}

const NO_UNITS: readonly Unit[] = [];

export class Configuration {
    private readonly active = new Map<Region, Vertex>();
    private readonly frames = new Map<Vertex, BodyFrame>();
    readonly dos: DoBehaviours;
    private readonly completed = new Set<Vertex>();
    /** regions that a transition to an enclosing state has completed */
    private readonly leftBehind = new Set<Region>();
    /** what history remembers: the last active vertex of each region */
    private readonly remembered = new Map<Region, Vertex>();
    private readonly activity: Activity;

    constructor(private readonly host: MachineHost) {
        this.activity = new Activity(host.simulation, host, undefined);
        this.activity.refusesClock = true;
        this.dos = new DoBehaviours(host, state => this.checkCompletion(state));
        performsCalls(this.activity);
    }

    // --- Reading ---

    isActive(vertex: Vertex): boolean {
        return vertex.kind === 'machine' || this.active.get(vertex.region!) === vertex;
    }

    /** The innermost active states, by region in declaration order. */
    leaves(): Vertex[] {
        const found: Vertex[] = [];
        this.collectLeaves(this.host.graph.machine, found);
        return found;
    }

    /** The one active leaf where no regions are concurrent; undefined when there are several, or none. */
    onlyLeaf(): Vertex | undefined {
        let leaf: Vertex | undefined;
        for (let state: Vertex | undefined = this.host.graph.machine; state !== undefined && state.regions.length > 0;) {
            if (state.regions.length > 1) {
                return undefined;
            }
            state = this.active.get(state.regions[0]);
            leaf = state ?? leaf;
        }
        return leaf;
    }

    private collectLeaves(state: Vertex, found: Vertex[]): void {
        for (const region of state.regions) {
            const current = this.active.get(region);
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
        return [...this.active.values()];
    }

    frameOf(vertex: Vertex): BodyFrame {
        for (let v: Vertex | undefined = vertex; v !== undefined; v = parentOf(v)) {
            const frame = this.frames.get(v);
            if (frame !== undefined) {
                return frame;
            }
        }
        return this.host.frame;
    }

    // --- Behaviours ---

    /** Performs an entry, exit or effect whole. @throws state behavior waits for the clock */
    perform(usage: ast.Usage, frame: Frame): void {
        try {
            if (isStatementType(usage)) {
                const statement = statementOf(usage)!;
                if (statement.waits) {
                    drain(statement.steps(frame, this.activity));
                } else {
                    statement.run(frame, this.activity);
                }
            } else {
                drain(performStep(usage, frame, this.activity));
            }
        } catch (error) {
            if (!(error instanceof Terminated)) {
                throw error;
            }
        }
    }

    // --- Entering ---

    enterMachine(): void {
        const { host } = this;
        const { machine } = host.graph;
        this.frames.set(machine, host.frame);
        this.enterBehaviours(machine);
        host.arm(machine);
        this.startDos(machine);
        this.runChain(this.regionUnits(machine, []));
        this.checkCompletion(machine);
    }

    private runChain(units: readonly Unit[]): void {
        const chain = [...units];
        for (let unit = chain.shift(); unit !== undefined; unit = chain.shift()) {
            chain.unshift(...unit.run());
        }
    }

    /**
     * Enters vertices from below their active ancestors.
     * @param lead of the choice between regions, where not the state that is entered gives it
     */
    enter(targets: readonly Vertex[], lead: string | undefined): void {
        const [target] = targets;
        let ancestor = parentOf(target)!;
        while (!this.isActive(ancestor)) {
            ancestor = parentOf(ancestor)!;
        }
        if (this.isActive(target) && target.kind !== 'machine') {
            // The state around is not entered again; what was left in it counts as completed.
            this.checkCompletion(target);
            return;
        }
        if (targets.length > 1 && targets.some(t => regionTowards(ancestor, t) !== regionTowards(ancestor, target))) {
            const chains = targets.map(t => [...this.pathUnits(ancestor, [t])]);
            interleave(this.host.simulation.scheduler, () => lead ?? `entering ${ancestor.label}`, ancestor.node, chains);
            return;
        }
        const owner = target.region!.owner;
        if (owner === ancestor && target.regions.length === 0 && targets.length === 1 && !TRANSIENT.has(target.kind)) {
            // The frequent case, without units: one leaf of an active state.
            this.enterVertex(target);
            this.checkCompletion(target);
            return;
        }
        this.runChain(this.pathUnits(ancestor, targets));
    }

    /** Enters the states around a vertex that is none itself. */
    enterAround(vertex: Vertex): void {
        const owner = parentOf(vertex)!;
        if (!this.isActive(owner)) {
            this.enter([owner], undefined);
        }
    }

    /** The units that lead from an active ancestor down to targets in one of its regions. */
    private pathUnits(ancestor: Vertex, targets: readonly Vertex[]): readonly Unit[] {
        const region = regionTowards(ancestor, targets[0]);
        const child = region.vertices.find(v => targets.some(t => t === v || contains(v, t)))!;
        if (TRANSIENT.has(child.kind)) {
            return [{ label: '', performs: false, run: () => this.entryTo(child, region) }];
        }
        return [this.entryUnit(child, targets.filter(t => t !== child))];
    }

    /** The entry of a state, and what follows from it. */
    private entryUnit(vertex: Vertex, targets: readonly Vertex[]): Unit {
        const performs = vertex.entry.length > 0 || vertex.do.length > 0 || completesAtOnce(vertex);
        return {
            label: `${vertex.label}(entry)`, performs,
            run: () => {
                this.enterVertex(vertex);
                if (this.host.hasEnded) {
                    return NO_UNITS;
                }
                const units = this.regionUnits(vertex, targets);
                return [...units, { label: '', performs: false, run: () => {
                    this.checkCompletion(vertex);
                    return NO_UNITS;
                } }];
            },
            peek: () => {
                const [region] = vertex.regions;
                if (region === undefined || vertex.regions.length > 1) {
                    return undefined;
                }
                const [target] = targets;
                const next = target === undefined ? defaultTarget(region) : region.vertices.find(v => v === target || contains(v, target));
                return next === undefined || TRANSIENT.has(next.kind) ? undefined : this.entryLabel(next, targets.filter(t => t !== next));
            },
        };
    }

    /** The first performing entry that entering a vertex would give, as far as it is known before. */
    entryLabel(vertex: Vertex, targets: readonly Vertex[] = []): string | undefined {
        const unit = this.entryUnit(vertex, targets);
        return unit.performs ? unit.label : unit.peek?.();
    }

    /** The entries of a state's regions: towards targets where there are some in a region, else to its start. */
    private regionUnits(state: Vertex, targets: readonly Vertex[]): readonly Unit[] {
        if (state.regions.length === 0) {
            return NO_UNITS;
        }
        const chains = state.regions.map(region => {
            const inside = targets.filter(t => t.region === region || state.regions.length === 1 || regionTowards(state, t) === region);
            return inside.length > 0 ? [...this.pathUnits(state, inside)] : [...this.startUnits(region)];
        });
        if (chains.length === 1) {
            return chains[0];
        }
        return [{
            label: '', performs: false,
            run: () => {
                interleave(this.host.simulation.scheduler, () => `entering ${state.label}`, state.node, chains);
                return NO_UNITS;
            },
        }];
    }

    /** The default entry of a region. */
    private startUnits(region: Region): readonly Unit[] {
        const start = startOf(region);
        if (start === undefined) {
            return NO_UNITS;
        }
        if (start !== region.start) {
            return [this.entryUnit(start, [])];
        }
        const only = defaultTarget(region);
        if (only !== undefined && only.region === region && !TRANSIENT.has(only.kind)) {
            return [this.entryUnit(only, [])];
        }
        return [{ label: '', performs: false, run: () => this.takeEntryTransition(region) }];
    }

    /** Entry transitions are tried in written order; the first that holds is taken. */
    private takeEntryTransition(region: Region): readonly Unit[] {
        for (const transition of region.start.outgoing) {
            if (this.host.guardHolds(transition, undefined)) {
                return this.entryTo(transition.target, region);
            }
        }
        throw new EvaluationError('no entry transition holds', `of ${region.owner.label || region.owner.name}`);
    }

    private entryTo(target: Vertex, region: Region): readonly Unit[] {
        switch (target.kind) {
            case 'choice': case 'junction': case 'entry': case 'exit': {
                const word = target.kind === 'choice' ? 'choice' : 'junction';
                const branch = this.host.branchOf(target, undefined, word);
                if (branch === undefined) {
                    throw new EvaluationError('no branch is open', `${word} ${target.name}`);
                }
                if (branch.effect !== undefined) {
                    this.perform(branch.effect, this.frameOf(region.owner));
                }
                return this.entryTo(branch.target, region);
            }
            case 'fork':
                return this.pathUnits(region.owner, target.outgoing.map(t => t.target));
            case 'shallow history': case 'deep history':
                return this.historyUnits(target);
            default:
                return target.region === region ? [this.entryUnit(target, [])] : this.pathUnits(region.owner, [target]);
        }
    }

    /** Makes a vertex active: its frame, its entry behaviours, its do behaviours, its timers. */
    private enterVertex(vertex: Vertex): void {
        const { host } = this;
        const region = vertex.region!;
        this.active.set(region, vertex);
        this.leftBehind.delete(region);
        this.completed.delete(vertex);
        host.visited.push(vertex.label);
        if (vertex.hasFeatures) {
            const outer = this.frameOf(parentOf(vertex)!);
            this.frames.set(vertex, new BodyFrame(outer.run, bodyLayoutOf(vertex.node!), outer, host.simulation));
        }
        if (vertex.kind === 'final') {
            if (host.isTraced) {
                host.record({ kind: 'entry', state: vertex.label, text: `enter: ${vertex.label}` });
            }
            this.checkCompletion(region.owner);
            return;
        }
        this.enterBehaviours(vertex);
        if (host.hasEnded) {
            return;
        }
        if (vertex.outgoing.length > 0) {
            host.arm(vertex);
        }
        this.startDos(vertex);
    }

    private enterBehaviours(vertex: Vertex): void {
        for (const usage of vertex.entry) {
            try {
                this.perform(usage, this.frameOf(vertex));
            } catch (error) {
                throw framed(framed(error, 'entry action'), 'enter state');
            }
        }
        if (vertex.kind !== 'machine') {
            if (this.host.isTraced) {
                this.host.record({ kind: 'entry', state: vertex.label, text: `enter: ${vertex.label}${vertex.entry.length > 0 ? ' (entry action)' : ''}` });
            }
        }
    }

    private startDos(vertex: Vertex): void {
        if (vertex.do.length > 0) {
            this.dos.start(vertex, this.frameOf(vertex));
        }
    }

    // --- Completion ---

    /** Queues the completion of a state whose entry, do behaviour and regions are over; ends the machine when that is complete. */
    checkCompletion(state: Vertex): void {
        if (this.host.hasEnded || this.completed.has(state) || !this.isActive(state) || this.dos.goesOnIn(state)) {
            return;
        }
        if (!state.regions.every(r => this.isAtEnd(r))) {
            return;
        }
        if (state.kind === 'machine') {
            if (state.regions.length > 0) {
                this.host.regionsEnded();
            }
            return;
        }
        if (state.kind === 'final') {
            return;
        }
        this.completed.add(state);
        if (state.outgoing.some(t => t.trigger === undefined && this.host.guardHolds(t, undefined))) {
            this.host.queueCompletion(state);
        }
        const owner = parentOf(state)!;
        if ((state.region!.root === state && state.regions.length > 0) || (state.region!.node as ast.Usage).kind === 'region') {
            this.checkCompletion(owner);
        }
    }

    private isAtEnd(region: Region): boolean {
        const current = this.active.get(region);
        if (current === undefined) {
            return this.leftBehind.has(region);
        }
        if ((region.node as ast.Usage).kind === 'region' && region.owner.kind !== 'machine' && current.outgoing.length === 0 && this.completed.has(current)) {
            // A `region` of the extension notation needs no end state: it is over in a completed state that nothing leaves.
            return true;
        }
        return current.kind === 'final' || (region.root === current && current.regions.length > 0 && current.regions.every(r => this.isAtEnd(r)));
    }

    // --- Leaving ---

    /** Leaves what a transition from a vertex to a target leaves: up to, not including, their least common ancestor. */
    leave(source: Vertex, target: Vertex): void {
        if (contains(target, source) && this.isActive(target)) {
            const region = regionTowards(target, source);
            this.exitRegion(region);
            this.leftBehind.add(region);
            return;
        }
        const ancestor = commonAncestor(source, target);
        if (source.region !== undefined) {
            this.exitRegion(regionTowards(ancestor, source));
        }
        // In a sibling region the target takes over from what is active there.
        let above = ancestor;
        for (;;) {
            const region = regionTowards(above, target);
            const current = this.active.get(region);
            if (current === undefined) {
                return;
            }
            if (current !== target && contains(current, target)) {
                above = current;
                continue;
            }
            this.exitRegion(region);
            return;
        }
    }

    /** Leaves one state, and nothing around it. */
    exitOnly(state: Vertex): void {
        if (state.region !== undefined && this.isActive(state)) {
            this.exitRegion(state.region);
        }
    }

    private exitRegion(region: Region): void {
        const current = this.active.get(region);
        if (current === undefined) {
            return;
        }
        if (current.regions.length === 0) {
            this.exitVertex(current);
        } else {
            this.runChain(this.exitUnits(current));
        }
    }

    /** The labels of the exits that leaving a state performs, in order. */
    exitLabels(state: Vertex): string[] {
        const found: string[] = [];
        for (const region of state.regions) {
            const current = this.active.get(region);
            if (current !== undefined) {
                found.push(...this.exitLabels(current));
            }
        }
        if (state.exit.length > 0 || state.do.length > 0) {
            found.push(`${state.label}(exit)`);
        }
        return found;
    }

    private exitUnits(state: Vertex): Unit[] {
        const chains = state.regions.map(r => this.active.get(r)).filter(v => v !== undefined).map(v => this.exitUnits(v));
        const inner: Unit[] = chains.length < 2 ? chains[0] ?? [] : [{
            label: '', performs: false, peek: () => chains.flat().find(u => u.performs)?.label,
            run: () => {
                interleave(this.host.simulation.scheduler, () => `exiting ${state.label}`, state.node, chains);
                return NO_UNITS;
            },
        }];
        return [...inner, {
            label: `${state.label}(exit)`, performs: state.exit.length > 0 || state.do.length > 0,
            run: () => {
                this.exitVertex(state);
                return NO_UNITS;
            },
        }];
    }

    private exitVertex(state: Vertex): void {
        const { host } = this;
        const region = state.region!;
        host.disarm(state);
        this.dos.abandon(state);
        host.dropCompletion(state);
        host.forgetArrivals(state);
        if (state.kind === 'final') {
            this.remembered.delete(region);
            this.active.delete(region);
            return;
        }
        for (const usage of state.exit) {
            try {
                this.perform(usage, this.frameOf(state));
            } catch (error) {
                throw framed(framed(error, 'exit action'), 'exit state');
            }
        }
        if (host.isTraced) {
            host.record({ kind: 'exit', state: state.label, text: `exit: ${state.label}${state.exit.length > 0 ? ' (exit action)' : ''}` });
        }
        this.remembered.set(region, state);
        this.active.delete(region);
        this.completed.delete(state);
        if (state.hasFeatures) {
            this.frames.delete(state);
        }
    }

    // --- History ---

    /** Restores what a history remembers, from its composite downwards. */
    enterHistory(history: Vertex, follow: (transition: Transition) => void): void {
        const owner = parentOf(history)!;
        const region = history.region!;
        if (!this.remembered.has(region)) {
            const [own] = history.outgoing;
            if (own !== undefined) {
                follow(own);
                return;
            }
        }
        if (this.isActive(owner)) {
            this.runChain(this.historyUnits(history));
            return;
        }
        this.enter([history], undefined);
    }

    private historyUnits(history: Vertex): readonly Unit[] {
        const region = history.region!;
        const remembered = this.remembered.get(region);
        if (remembered === undefined) {
            const [own] = history.outgoing;
            if (own !== undefined) {
                return this.entryTo(own.target, region);
            }
            if (startOf(region) === undefined) {
                throw new EvaluationError('no history', `${history.name} of ${region.owner.label || region.owner.name} has nothing to restore and no default entry`);
            }
            return this.startUnits(region);
        }
        return [this.restoring(remembered, history.kind === 'deep history')];
    }

    private restoring(vertex: Vertex, isDeep: boolean): Unit {
        const unit = this.entryUnit(vertex, []);
        if (!isDeep || vertex.regions.length === 0) {
            return unit;
        }
        const below = vertex.regions.map(r => ({ region: r, remembered: this.remembered.get(r) }));
        return {
            ...unit,
            run: () => {
                this.enterVertex(vertex);
                return below.flatMap(({ region, remembered }) => remembered === undefined ? [...this.startUnits(region)] : [this.restoring(remembered, true)]);
            },
        };
    }
}

/** A leaf without do behaviour, left by a transition without trigger: its completion enters the pool in the order of entries. */
function completesAtOnce(vertex: Vertex): boolean {
    return vertex.kind !== 'final' && vertex.regions.length === 0 && vertex.do.length === 0 && vertex.outgoing.some(t => t.trigger === undefined);
}

/** Where a region's default entry leads, when no guard decides. */
function defaultTarget(region: Region): Vertex | undefined {
    const start = startOf(region);
    if (start !== region.start) {
        return start;
    }
    const [first] = region.start.outgoing;
    return first.guard === undefined ? first.target : undefined;
}
