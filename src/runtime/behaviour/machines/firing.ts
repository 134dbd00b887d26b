/**
 * Fires the transitions that an occurrence has selected (contract behaviour 9.4 to 9.6, 10): one by one or, in concurrent regions, unit by
 * unit; fires joins and records transitions. paths.ts computes exits and entries, selection.ts selects transitions.
 */
import { EvaluationError } from '../../values/index.js';
import type { Configuration } from './configuration.js';
import type { MachineHost } from './machine-host.js';
import { branchName, type Candidate, type Occurrence, occurrenceName } from './occurrences.js';
import { type Journey, Paths } from './paths.js';
import { branchText, orderText } from '../schedules/schedule.js';
import type { Selection } from './selection.js';
import { parentOf, type Region, type Transition, type Vertex } from './state-graph.js';
import { framed } from '../actions/statement.js';
import { labelsOf, NO_STEPS, runChain, silent, type Step, type Unit } from './units.js';

/** The part of a machine that firing depends on. */
export interface FiringHost extends MachineHost {
    readonly configuration: Configuration;
    readonly selection: Selection;
    /** Marks the change conditions of transitions as used by a firing. */
    spend(transitions: readonly Transition[]): void;
    /** Ends the machine at a terminate usage. */
    terminatedBy(usage: Vertex): void;
    /** Called after transitions were taken. @param how the action of the machine, as a text of the trace */
    arrived(segments: readonly Transition[], how: string): void;
}

export class Firing {
    private readonly paths: Paths;

    constructor(private readonly host: FiringHost) {
        this.paths = new Paths({
            simulation: host.simulation,
            configuration: host.configuration,
            get hasEnded() {
                return host.hasEnded;
            },
            guardHolds: t => host.guardHolds(t, undefined),
            runEffect: (t, o) => this.runEffect(t, o),
            branchOf: (v, o) => this.branchAmong(v, host.selection.branchesOf(v, o)),
            settledBranchOf: v => this.branchAmong(v, host.selection.settledBranchesOf(v)),
            terminatedBy: v => host.terminatedBy(v)
        });
    }

    /** Enters the machine and its initial states. */
    start(): void {
        this.host.configuration.enterMachine();
        runChain(this.host, this.paths.starting(this.host.graph.machine));
        this.host.arrived([], 'starts');
    }

    /** Fires the selected transitions: a single one directly, several unit by unit. */
    fireAll(candidates: readonly Candidate[], occurrence: Occurrence): void {
        if (candidates.length === 1) {
            this.fire(candidates[0]);
            return;
        }
        if (
            candidates.every(c => c.open.length === 1 && c.transition.isPlain) &&
            candidates.filter(c => c.transition.performs).length < 2
        ) {
            // Their order cannot be observed: fire in declaration order.
            for (const candidate of candidates) {
                if (this.wouldFire(candidate)) {
                    this.fire(candidate);
                }
            }
            return;
        }
        const areIndependent = candidates.every(c => !this.disturbs(c, candidates));
        const chains: (readonly Step[])[] = [];
        for (const candidate of candidates) {
            const { target } = candidate.transition;
            const segments = target.kind === 'join' ? candidates.filter(c => c.transition.target === target) : [];
            if (segments.length < 2) {
                chains.push([this.among(candidate, areIndependent)]);
            } else if (segments[0] === candidate) {
                chains.push([this.together(target, segments)]);
            }
        }
        runChain(this.host, [{ chains, lead: () => `on ${occurrenceName(occurrence)}`, node: candidates[0].source.node }]);
    }

    private fire(candidate: Candidate): void {
        const { occurrence } = candidate;
        const transition = this.picked(candidate);
        if (!transition.isPlain) {
            runChain(this.host, this.stepsOf(transition, occurrence));
            return;
        }
        // The frequent case, without units: a transition between two leaves of one region.
        const { source, target } = transition;
        const { configuration } = this.host;
        configuration.exitVertex(source);
        if (transition.effects.length > 0) {
            this.runEffect(transition, occurrence);
        }
        if (!this.host.hasEnded) {
            configuration.enterVertex(target);
            configuration.checkCompletion(target);
        }
        if (this.host.isTraced) {
            this.recordTransition(transition, target, occurrence, transition.alone);
        }
    }

    /** The transition of a candidate; the scheduler picks where several out of its source are enabled. */
    private picked({ open, source, occurrence }: Candidate): Transition {
        if (occurrence.kind === 'change') {
            this.host.spend(open);
        }
        return open.length < 2
            ? open[0]
            : open[
                  this.host.simulation.scheduler.pick(
                      open.length,
                      () =>
                          branchText(
                              `state ${source.label} on ${occurrenceName(occurrence)}`,
                              ': transitions',
                              i => open[i].node,
                              () => open.map(branchName)
                          ),
                      log => log.branching([this.host.node])
                  )
              ];
    }

    /** All steps of one firing. */
    private stepsOf(transition: Transition, occurrence: Occurrence): readonly Step[] {
        const route = this.paths.routeOf(transition);
        const last = route[route.length - 1];
        if (last.target.kind === 'join') {
            return this.joining(route, occurrence);
        }
        const journey: Journey = { occurrence, source: transition.source, segments: [] };
        return [
            ...this.paths.taking(route, journey),
            silent(() => this.recordTransition(transition, journey.end, occurrence, journey.segments))
        ];
    }

    // --- Several of one occurrence ---

    /** Whether firing a candidate leaves the source of another one. */
    private disturbs({ source, open }: Candidate, candidates: readonly Candidate[]): boolean {
        const left = open.flatMap(t => (t.target.kind === 'join' ? [] : this.paths.regionsLeftBy(source, t.target)));
        return candidates.some(other => other.source !== source && left.some(region => isWithin(region, other.source)));
    }

    /** The firing of a candidate among others. One that may disarm others fires without interleaving. */
    private among(candidate: Candidate, areIndependent: boolean): Unit {
        const { transition, occurrence } = candidate;
        return silent(
            () => {
                if (!this.wouldFire(candidate)) {
                    return NO_STEPS;
                }
                const steps = this.stepsOf(this.picked(candidate), occurrence);
                if (areIndependent) {
                    return steps;
                }
                runChain(this.host, steps);
                return NO_STEPS;
            },
            () => {
                const steps = this.isArmed(candidate)
                    ? this.paths.taking([transition], { occurrence, source: transition.source, segments: [] })
                    : NO_STEPS;
                return areIndependent ? steps : firstOf(steps);
            }
        );
    }

    /** Whether a candidate is still enabled: another firing of the same occurrence may have disabled it. */
    private wouldFire({ transition, source, occurrence }: Candidate): boolean {
        return !this.host.hasEnded && this.host.configuration.isActive(source) && this.host.guardHolds(transition, occurrence);
    }

    /** Like {@link wouldFire}, without effects. */
    private isArmed(candidate: Candidate): boolean {
        try {
            return this.host.simulation.preview(() => this.wouldFire(candidate));
        } catch (error) {
            if (error instanceof EvaluationError) {
                return true;
            }
            throw error;
        }
    }

    // --- Joins ---

    /** Fires the segments of one occurrence into one join, one whole segment after the other. */
    private together(join: Vertex, segments: readonly Candidate[]): Unit {
        return silent(
            () => {
                const open = [...segments];
                while (open.length > 0 && !this.host.hasEnded) {
                    const names = open.map(c => c.source.label);
                    const [taken] = open.splice(
                        this.host.simulation.scheduler.pick(
                            open.length,
                            () => orderText(`join ${join.name}`, 'states ', join.node, () => names, { ending: ' react' }),
                            log => log.branching([this.host.node])
                        ),
                        1
                    );
                    if (this.wouldFire(taken)) {
                        runChain(this.host, this.stepsOf(this.picked(taken), taken.occurrence));
                    }
                }
                return NO_STEPS;
            },
            () => {
                const [{ transition, occurrence, source }] = segments;
                return firstOf(this.paths.taking([transition], { occurrence, source, segments: [] }));
            }
        );
    }

    /** Fires a segment into a join. The join continues when all its segments have arrived. */
    private joining(route: readonly Transition[], occurrence: Occurrence): readonly Step[] {
        const { configuration } = this.host;
        const [first] = route;
        const last = route[route.length - 1];
        const join = last.target;
        return [
            ...this.paths.leavingOnly(first.source),
            ...route.flatMap(t => this.paths.effectOf(t, occurrence)),
            silent(() => {
                this.recordTransition(first, join, occurrence, route);
                const out = configuration.arriveAt(join, last)
                    ? join.outgoing.find(t => this.host.selection.isOpen(t, occurrence))
                    : undefined;
                if (out === undefined) {
                    return NO_STEPS;
                }
                const journey: Journey = { occurrence, source: first.source, segments: [] };
                return [
                    ...this.paths.taking(this.paths.routeOf(out), journey),
                    silent(() => {
                        configuration.forgetArrivals(segment => segment.target === join);
                        this.recordTransition(out, journey.end, undefined, journey.segments);
                    })
                ];
            })
        ];
    }

    // --- Guards and effects of segments ---

    /** Picks one of the enabled branches of a pseudostate; undefined for none. */
    private branchAmong(vertex: Vertex, open: readonly Transition[]): Transition | undefined {
        return open[
            this.host.simulation.scheduler.pick(
                open.length,
                () =>
                    branchText(
                        `${vertex.kind === 'choice' ? 'choice' : 'junction'} ${vertex.name}`,
                        ': transitions',
                        i => open[i].node,
                        () => open.map(branchName)
                    ),
                log => log.branching([this.host.node])
            )
        ];
    }

    private runEffect(transition: Transition, occurrence: Occurrence | undefined): void {
        try {
            const frame = this.host.selection.frameOfTransition(transition, occurrence);
            for (const effect of transition.effects) {
                this.host.configuration.perform(effect, frame);
            }
        } catch (error) {
            throw framed(error, 'transition effect');
        }
    }

    // --- Records ---

    /**
     * @param end the vertex that it has entered; undefined when it did not reach one
     * @param segments the transitions that it took
     */
    private recordTransition(
        transition: Transition,
        end: Vertex | undefined,
        occurrence: Occurrence | undefined,
        segments: readonly Transition[]
    ): void {
        if (!this.host.isTraced || end === undefined) {
            return;
        }
        const { source } = transition;
        const event =
            occurrence === undefined || occurrence.kind === 'completion'
                ? ''
                : occurrence.kind === 'event'
                  ? `accept ${occurrence.name}`
                  : occurrence.kind;
        const to = end.label || end.name;
        const summary = `${source.label} -> ${to}${event === '' ? '' : ` (event: ${event})`}`;
        this.host.record({
            kind: 'transition',
            from: source.label,
            to,
            text: `transition: ${summary}`,
            ...(event !== '' && { event: occurrence!.kind === 'event' ? occurrence!.name : event })
        });
        this.host.arrived(segments, summary);
    }
}

/** A firing without interleaving has the label of its first unit. */
function firstOf(steps: readonly Step[]): readonly Step[] {
    const label = labelsOf(steps).at(0);
    return label === undefined ? NO_STEPS : [{ label, performs: true, run: () => NO_STEPS }];
}

function isWithin(region: Region, vertex: Vertex): boolean {
    for (let v: Vertex | undefined = vertex; v !== undefined; v = parentOf(v)) {
        if (v.region === region) {
            return true;
        }
    }
    return false;
}
