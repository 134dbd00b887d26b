/**
 * The exits and entries of a transition as chains of units (contract behaviour 9.5, 10, 13.3), in their order, through pseudostates, forks
 * and histories. configuration.ts enters and leaves single states.
 */
import { EvaluationError } from '../../values/index.js';
import type { Configuration } from './configuration.js';
import type { Occurrence } from './occurrences.js';
import type { Simulation } from '../simulation/simulation.js';
import {
    commonAncestor,
    commonRegions,
    contains,
    parentOf,
    type Region,
    regionTowards,
    ROUTING,
    startOf,
    targetsBehind,
    type Transition,
    TRANSIENT,
    type Vertex
} from './state-graph.js';
import { type Fan, NO_STEPS, silent, type Step, type Unit } from './units.js';

/** The part of a machine that paths depend on. */
export interface PathHost {
    readonly simulation: Simulation;
    readonly configuration: Configuration;
    readonly hasEnded: boolean;
    /** Evaluates the guard of an entry transition. */
    guardHolds(transition: Transition): boolean;
    /** The branch that a routing pseudostate takes; undefined for none. */
    branchOf(vertex: Vertex, occurrence: Occurrence | undefined): Transition | undefined;
    /** The branch of a junction after a selected transition, as fixed by the selection. */
    settledBranchOf(vertex: Vertex): Transition | undefined;
    runEffect(transition: Transition, occurrence: Occurrence | undefined): void;
    /** Ends the machine at a terminate usage. */
    terminatedBy(usage: Vertex): void;
}

/** The state of a transition while it is taken. */
export interface Journey {
    readonly occurrence: Occurrence | undefined;
    /** the state that it leaves, if any */
    readonly source?: Vertex;
    /** the vertex that it has entered */
    end?: Vertex;
    /** the segments taken so far */
    readonly segments: Transition[];
}

/** A vertex to enter, and the entries inside it; by default each region at its start. */
interface Target {
    readonly vertex: Vertex;
    readonly inside?: () => readonly Step[];
}

const NOTHING = (): readonly Step[] => NO_STEPS;

export class Paths {
    private readonly configuration: Configuration;

    constructor(private readonly host: PathHost) {
        this.configuration = host.configuration;
    }

    /** A unit without observable effect, whose position is not a choice. It does nothing once the machine has ended. */
    private silently(run: () => readonly Step[] | void, foresee?: () => readonly Step[]): Unit {
        return silent(() => (this.host.hasEnded ? NO_STEPS : run()), foresee);
    }

    // --- Entering ---

    /** The start of the machine. */
    starting(machine: Vertex): readonly Step[] {
        return [...this.regionSteps(machine, []), this.completing(machine)];
    }

    private completing(state: Vertex): Step {
        return this.silently(() => this.configuration.checkCompletion(state));
    }

    /** The steps of a transition from its exits to its last entry. */
    taking(route: readonly Transition[], journey: Journey): readonly Step[] {
        const end = route[route.length - 1].target;
        const source = journey.source ?? route[0].source;
        journey.segments.push(...route);
        return [
            ...this.leaving(source, end),
            ...route.flatMap(t => this.effectOf(t, journey.occurrence)),
            this.silently(
                () => this.arriving(end, journey),
                () => this.entriesBehind(source, end)
            )
        ];
    }

    /** The entries of a transition, as far as they are known before its exits are executed. */
    private entriesBehind(source: Vertex, end: Vertex): readonly Step[] {
        return TRANSIENT.has(end.kind) || end.kind === 'terminate' || (contains(end, source) && this.configuration.isActive(end))
            ? NO_STEPS
            : this.towards(this.keptAround(source, end), [{ vertex: end }]);
    }

    /** The steps after an effect: states are entered, a branch is chosen, or the machine ends. */
    private arriving(end: Vertex, journey: Journey): readonly Step[] {
        journey.end = end;
        switch (end.kind) {
            case 'choice':
            case 'junction':
            case 'entry':
            case 'exit': {
                const branch = this.branchFrom(end, journey.occurrence);
                return this.taking([branch], journey);
            }
            case 'fork':
                return this.forking(end, journey);
            case 'shallow history':
            case 'deep history':
                return this.resuming(end, journey);
            case 'terminate': {
                const owner = parentOf(end)!;
                return [
                    ...(this.configuration.isActive(owner) ? NO_STEPS : this.entering({ vertex: owner, inside: NOTHING })),
                    this.silently(() => this.host.terminatedBy(end))
                ];
            }
            default:
                // A transition to an enclosing state does not enter it again; the region that it leaves counts as completed.
                return this.configuration.isActive(end) ? [this.completing(end)] : this.entering({ vertex: end });
        }
    }

    /** The entries below the innermost active ancestor of a vertex, down to the vertex. */
    private entering(target: Target): readonly Step[] {
        let ancestor = parentOf(target.vertex)!;
        while (!this.configuration.isActive(ancestor)) {
            ancestor = parentOf(ancestor)!;
        }
        return this.towards(ancestor, [target]);
    }

    /** The entries from an active ancestor down to targets in one of its regions. */
    private towards(ancestor: Vertex, targets: readonly Target[]): readonly Step[] {
        const region = regionTowards(ancestor, targets[0].vertex);
        const child = region.vertices.find(v => targets.some(t => t.vertex === v || contains(v, t.vertex)))!;
        if (TRANSIENT.has(child.kind)) {
            return [this.silently(() => this.arriving(child, { occurrence: undefined, segments: [] }))];
        }
        const own = targets.find(t => t.vertex === child);
        return [
            this.entry(
                child,
                targets.filter(t => t !== own),
                own?.inside
            )
        ];
    }

    /** The entry of a state, then its regions (towards targets, if any) and its completion. */
    private entry(vertex: Vertex, targets: readonly Target[], inside = (): readonly Step[] => this.regionSteps(vertex, targets)): Unit {
        return {
            label: `${vertex.label}(entry)`,
            performs: vertex.entry.length > 0 || vertex.do.length > 0 || completesOnEntry(vertex),
            run: () => {
                if (this.host.hasEnded) {
                    return NO_STEPS;
                }
                this.configuration.enterVertex(vertex);
                return this.host.hasEnded || vertex.kind === 'final' ? NO_STEPS : [...inside(), this.completing(vertex)];
            },
            foresee: inside
        };
    }

    /** The entries of a state's regions: towards the targets in a region, else to the start of the region. */
    private regionSteps(state: Vertex, targets: readonly Target[], regions: readonly Region[] = state.regions): readonly Step[] {
        const chains = regions.map(region => {
            const inside = targets.filter(t => regionTowards(state, t.vertex) === region);
            return inside.length > 0 ? this.towards(state, inside) : this.startSteps(region);
        });
        return this.concurrently(state, chains);
    }

    /** The default entry of a region. */
    private startSteps(region: Region): readonly Step[] {
        const start = startOf(region);
        if (start === undefined) {
            return NO_STEPS;
        }
        if (start !== region.start) {
            return [this.entry(start, [])];
        }
        const only = defaultTarget(region);
        if (only !== undefined && only.region === region && !TRANSIENT.has(only.kind) && only.kind !== 'terminate') {
            return [this.entry(only, [])];
        }
        return [this.silently(() => this.takeEntryTransition(region))];
    }

    /** Takes the first entry transition whose guard holds, in declaration order. */
    private takeEntryTransition(region: Region): readonly Step[] {
        for (const transition of region.start.outgoing) {
            if (this.host.guardHolds(transition)) {
                return this.arriving(transition.target, { occurrence: undefined, segments: [] });
            }
        }
        throw new EvaluationError('no entry transition holds', `of ${region.owner.label || region.owner.name}`);
    }

    // --- Pseudostates ---

    /** The enabled branch of a routing pseudostate. @throws EvaluationError no branch is open */
    private branchFrom(vertex: Vertex, occurrence: Occurrence | undefined): Transition {
        return this.opened(vertex, this.host.branchOf(vertex, occurrence));
    }

    private opened({ kind, name }: Vertex, branch: Transition | undefined): Transition {
        if (branch === undefined) {
            throw new EvaluationError('no branch is open', `${kind === 'choice' ? 'choice' : 'junction'} ${name} has no enabled branch`);
        }
        return branch;
    }

    /**
     * The segments of a transition up to the first vertex that is not a junction. The selection of the transition has fixed the branches.
     */
    routeOf(transition: Transition): readonly Transition[] {
        const route = [transition];
        let end = transition.target;
        while (end.kind !== 'choice' && ROUTING.has(end.kind)) {
            const branch = this.opened(end, this.host.settledBranchOf(end));
            route.push(branch);
            end = branch.target;
        }
        return route;
    }

    effectOf(transition: Transition, occurrence: Occurrence | undefined): readonly Step[] {
        return transition.effects.length === 0
            ? NO_STEPS
            : [
                  {
                      label: effectLabel(transition),
                      performs: true,
                      run: () => {
                          if (!this.host.hasEnded) {
                              this.host.runEffect(transition, occurrence);
                          }
                          return NO_STEPS;
                      }
                  }
              ];
    }

    /**
     * Takes all branches of a fork concurrently. The first unit enters the parallel state; regions without a branch are entered by default
     * at the end.
     */
    private forking(fork: Vertex, { occurrence, segments }: Journey): readonly Step[] {
        segments.push(...fork.outgoing);
        const targets = fork.outgoing.map(t => t.target);
        const owner = parallelAround(targets);
        const opening = (): readonly Step[] =>
            this.configuration.isActive(owner) ? NO_STEPS : this.entering({ vertex: owner, inside: NOTHING });
        const chains = fork.outgoing.map(branch => {
            const within = (): readonly Step[] => this.towards(owner, [{ vertex: branch.target }]);
            return [
                ...this.effectOf(branch, occurrence),
                this.silently(
                    () => [...opening(), ...within()],
                    () => [...opening(), ...within()]
                )
            ];
        });
        const others = owner.regions.filter(r => !targets.some(t => regionTowards(owner, t) === r));
        return [
            ...targets.flatMap(t => this.leaving(fork, t)),
            { chains, lead: () => `fork ${fork.name}`, node: fork.node },
            this.silently(() =>
                this.regionSteps(
                    owner,
                    [],
                    others.filter(r => this.configuration.activeIn(r) === undefined)
                )
            ),
            this.completing(owner)
        ];
    }

    /** Restores the last active states of a history, from its composite state downwards. */
    private resuming(history: Vertex, journey: Journey): readonly Step[] {
        const { owner } = history.region!;
        const [own] = history.outgoing;
        if (own !== undefined && !coveredBy(history).some(r => this.isRemembered(r))) {
            journey.segments.push(own);
            return [...this.effectOf(own, journey.occurrence), this.silently(() => this.arriving(own.target, journey))];
        }
        return this.configuration.isActive(owner)
            ? this.historySteps(history)
            : this.entering({ vertex: owner, inside: () => this.historySteps(history) });
    }

    /**
     * Whether history has a last active state for a region. For a region of a parallel state, that is a state inside the region's one
     * state.
     */
    private isRemembered(region: Region): boolean {
        const remembered = this.configuration.rememberedIn(region);
        return remembered !== undefined && (remembered !== region.root || remembered.regions.some(r => this.isRemembered(r)));
    }

    /** Restores the regions that a history covers; the other regions of its composite state are entered by default. */
    private historySteps(history: Vertex): readonly Step[] {
        const { owner } = history.region!;
        const covered = coveredBy(history);
        if (covered.every(r => !this.isRemembered(r) && startOf(r) === undefined)) {
            throw new EvaluationError(
                'no history',
                `${history.name} of ${owner.label || owner.name} has nothing to restore and no default entry`
            );
        }
        const isDeep = history.kind === 'deep history';
        return this.concurrently(
            owner,
            owner.regions.map(r => (covered.includes(r) ? this.restoringIn(r, isDeep) : this.startSteps(r)))
        );
    }

    private restoringIn(region: Region, isDeep: boolean): readonly Step[] {
        const remembered = this.configuration.rememberedIn(region);
        if (remembered === undefined) {
            return this.startSteps(region);
        }
        const isRestored = isDeep || remembered === region.root;
        const { regions } = remembered;
        return [
            this.entry(
                remembered,
                [],
                isRestored
                    ? () =>
                          this.concurrently(
                              remembered,
                              regions.map(r => this.restoringIn(r, isDeep))
                          )
                    : undefined
            )
        ];
    }

    /** Interleaves the chains of one state's regions. */
    private concurrently(state: Vertex, chains: readonly (readonly Step[])[]): readonly Step[] {
        return chains.length < 2 ? (chains[0] ?? NO_STEPS) : [{ chains, lead: () => `entering ${state.label}`, node: state.node }];
    }

    // --- Leaving ---

    /**
     * The exits of a transition, up to but not including the least common ancestor of its ends. Before a choice only the exits that every
     * branch shares.
     */
    leaving(source: Vertex, target: Vertex): readonly Step[] {
        if (ROUTING.has(target.kind)) {
            return commonRegions(targetsBehind(target).map(t => this.regionsLeft(source, t))).flatMap(r => this.exitsOf(r));
        }
        if (contains(target, source) && this.configuration.isActive(target)) {
            const region = regionTowards(target, source);
            return [...this.exitsOf(region), this.silently(() => this.configuration.leaveBehind(region))];
        }
        return this.regionsLeft(source, target).flatMap(r => this.exitsOf(r));
    }

    /** All regions that a transition may leave, whichever branches it takes. */
    regionsLeftBy(source: Vertex, target: Vertex): readonly Region[] {
        return ROUTING.has(target.kind)
            ? targetsBehind(target).flatMap(t => this.regionsLeft(source, t))
            : this.regionsLeft(source, target);
    }

    /** The regions that a transition leaves: the source's, and the one that the target is entered in. */
    regionsLeft(source: Vertex, target: Vertex): readonly Region[] {
        const ancestor = contains(target, source) && this.configuration.isActive(target) ? target : commonAncestor(source, target);
        const left = regionTowards(ancestor, source);
        const taken = ancestor === target ? left : regionTowards(this.keptAround(source, target), target);
        return taken === left ? [left] : [left, taken];
    }

    /** The innermost state that contains a target and stays active during a transition. */
    private keptAround(source: Vertex, target: Vertex): Vertex {
        let above = commonAncestor(source, target);
        if (regionTowards(above, target) === regionTowards(above, source)) {
            return above;
        }
        for (;;) {
            const current = this.configuration.activeIn(regionTowards(above, target));
            if (current === undefined || !contains(current, target)) {
                return above;
            }
            above = current;
        }
    }

    /** The exits of one state without its ancestors. */
    leavingOnly(state: Vertex): readonly Step[] {
        return state.region !== undefined && this.configuration.isActive(state) ? this.exitsOf(state.region) : NO_STEPS;
    }

    private exitsOf(region: Region): readonly Step[] {
        const current = this.configuration.activeIn(region);
        return current === undefined ? NO_STEPS : this.exits(current);
    }

    private exits(state: Vertex): readonly Step[] {
        const chains = state.regions.map(r => this.exitsOf(r)).filter(c => c.length > 0);
        const fan: Fan = { chains, lead: () => `exiting ${state.label}`, node: state.node };
        return [
            ...(chains.length < 2 ? (chains[0] ?? []) : [fan]),
            {
                label: `${state.label}(exit)`,
                performs: state.exit.length > 0 || state.do.length > 0,
                run: () => {
                    if (!this.host.hasEnded && this.configuration.isActive(state)) {
                        this.configuration.exitVertex(state);
                    }
                    return NO_STEPS;
                }
            }
        ];
    }
}

/** The regions that a history restores: its own, or all regions of the state that declares it outside of regions. */
function coveredBy({ region, node }: Vertex): readonly Region[] {
    const isBesideRegions = region!.root !== undefined || node?.$container !== region!.node;
    return isBesideRegions ? region!.owner.regions : [region!];
}

/** The name of a segment's effect in texts. */
export function effectLabel({ source, target }: Transition): string {
    return `${source.label}->${target.label}(effect)`;
}

/** The state whose different regions contain the vertices. */
function parallelAround(vertices: readonly Vertex[]): Vertex {
    let owner = parentOf(vertices[0])!;
    while (vertices.length > 1 ? !vertices.every(v => contains(owner, v)) : owner.regions.length < 2 && owner.kind !== 'machine') {
        owner = parentOf(owner)!;
    }
    return owner;
}

/**
 * Whether a state completes on entry: a leaf without do behaviour that a completion transition leaves. Its completion enters the pool in
 * the order of entries.
 */
function completesOnEntry(vertex: Vertex): boolean {
    return vertex.kind !== 'final' && vertex.regions.length === 0 && vertex.do.length === 0 && vertex.leavesOnCompletion;
}

/** The target of a region's default entry, where it does not depend on a guard. */
function defaultTarget(region: Region): Vertex | undefined {
    const start = startOf(region);
    if (start !== region.start) {
        return start;
    }
    const [first] = region.start.outgoing;
    return first.guard === undefined ? first.target : undefined;
}
