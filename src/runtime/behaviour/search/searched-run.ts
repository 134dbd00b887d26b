/**
 * A run of an action or a machine that a search over every schedule moves: one move at a time by a plan, to states that can be told apart.
 * It moves by the rules of whole runs, so that a path is a plan that `executeAction` and `executeState` follow. Knows no search.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { AccessLog, Frame } from '../../evaluation/expressions/frame.js';
import { conformsTo } from '../../../language/semantics/specialization.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { isA } from '../../evaluation/model/kinds.js';
import type { Run, RunModel } from '../../evaluation/run.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { ActionAgent } from '../actions/action-agent.js';
import type { FlowRun } from '../actions/flow.js';
import { ownerOf } from '../execute-action.js';
import { exhibitedMachine } from '../execute-state.js';
import { Machine } from '../machines/machine.js';
import { attributesOf, type BehaviourOptions, bounded } from '../one-run.js';
import { createPerformer, startPerformer } from '../performer.js';
import type { Plan } from '../schedules/explore.js';
import { Scheduler, type Trail } from '../schedules/schedule.js';
import { answersOf } from '../simulation/answered-features.js';
import { type Agent, Simulation } from '../simulation/simulation.js';
import type { Surrogate } from '../simulation/surrogate.js';
import { secondsBetween, StateWriter } from '../simulation/state-writer.js';
import { Trace, actionListener, recordParts, type TraceRecord } from '../simulation/trace.js';
import { startRun } from '../start-run.js';
import { readsClock } from './clock-readers.js';
import { type Components, Reading } from './components.js';
import { partsOf, type StatePart } from './parts.js';
import { isPlainFlow } from './plain-flows.js';

export interface SearchedBehaviour {
    readonly node: AstNode;
    /** empty for none */
    readonly performer: string;
    /** what it is given as it begins */
    readonly inputs?: (run: Run) => ReadonlyMap<string, Value>;
    /** decides what values decide, where those are not known */
    readonly surrogate?: Surrogate;
}

/** `open`: it can go on; `over`: it has ended, or nothing will happen by itself any more; `deadlock`: an action that can never end. */
export type Standing = 'open' | 'over' | 'deadlock';

/** The tokens of an action over its graph. */
export type PlainFlow = Pick<FlowRun, 'graph' | 'tokens'>;

/** Writes what a machine is given before it begins. @throws EvaluationError for what it has no feature of */
function give({ frame, name }: Machine, given: ReadonlyMap<string, Value>): void {
    for (const [input, value] of given) {
        const index = frame.layout.byName.get(input);
        if (index === undefined) {
            throw new EvaluationError('unknown parameter', `${input} of ${name}`);
        }
        frame.write(index, conform(value, frame.layout.slots[index], frame));
    }
}

const NO_PLAN: Plan = { picks: [], counts: [] };

export class SearchedRun {
    readonly main: ActionAgent | Machine;
    readonly performer: Instance | undefined;
    private readonly simulation: Simulation;
    private readonly scheduler: Scheduler;
    private readonly trace: Trace | undefined;
    /** starts what begins when nothing can move any more for the first time; answers whether there was something */
    private readonly startNext: () => boolean = () => false;
    /** whether everything that begins by itself has begun and come to rest */
    private hasRested = false;

    /**
     * Makes the run and begins the behaviour.
     * @param plan the choices to follow before first alternatives are taken
     * @param isTraced whether what it does is recorded
     * @throws EvaluationError for what cannot begin
     */
    constructor(
        private readonly model: RunModel,
        { node, performer, inputs, surrogate }: SearchedBehaviour,
        options: BehaviourOptions,
        plan: Plan = NO_PLAN,
        isTraced = false
    ) {
        const limits = bounded(options);
        this.scheduler = new Scheduler({ kind: 'explore', runs: 1, depth: 1 }, plan, isTraced, options.chance);
        const run = startRun(model, { ...limits, random: this.scheduler.random });
        this.simulation = new Simulation(run, this.scheduler, limits.behaviour, limits.checkCancelled);
        this.simulation.clockStep = options.clockStep ?? 0;
        this.simulation.cursor = [];
        this.simulation.surrogate = surrogate;
        surrogate?.follows(this.scheduler.trail);
        const given = inputs?.(run);
        if (isTraced) {
            this.trace = new Trace(this.simulation.limits.heldEvents);
            this.scheduler.listener = this.trace.listener(() => this.simulation.now);
            this.simulation.listener = actionListener(this.trace, this.simulation);
            recordParts(this.trace, run, this.simulation);
        }
        const { simulation } = this;
        const isMachine = isA(node, 'StateUsage') || isA(node, 'StateDefinition');
        if (performer === '' || !isMachine) {
            this.performer = createPerformer(simulation, performer, agent => this.traced(agent));
            this.main = isMachine ? this.enter(node, given) : this.begin(node, given);
            this.hasRested = true;
            return;
        }
        // What moves before a machine that comes with its object is at rest belongs to the search.
        const { object, startNext } = startPerformer(simulation, performer, agent => {
            this.traced(agent);
            if (agent instanceof Machine && given !== undefined && (agent.node === node || conformsTo(agent.node, node))) {
                give(agent, given);
            }
        });
        this.performer = object;
        const main = exhibitedMachine(simulation, node, object);
        if (main === undefined) {
            do {
                simulation.settleNow();
            } while (startNext());
            this.hasRested = true;
        } else {
            this.startNext = startNext;
        }
        this.main = main ?? this.enter(node, given);
    }

    private traced(agent: Agent): void {
        agent.trace = this.trace;
    }

    private enter(node: AstNode, given: ReadonlyMap<string, Value> = new Map()): Machine {
        const { simulation, performer } = this;
        const machine = exhibitedMachine(simulation, node, performer) ?? new Machine(simulation, node, performer, performer);
        if (!simulation.agents.includes(machine)) {
            this.traced(machine);
            give(machine, given);
            simulation.agents.push(machine);
        }
        if (!machine.hasStarted) {
            machine.start();
        }
        return machine;
    }

    private begin(node: AstNode, inputs: ReadonlyMap<string, Value> = new Map()): ActionAgent {
        const { simulation, performer } = this;
        const agent = new ActionAgent(simulation, node, performer, performer ?? ownerOf(node, simulation.run));
        this.traced(agent);
        agent.begin(inputs);
        simulation.agents.push(agent);
        return agent;
    }

    get run(): Run {
        return this.simulation.run;
    }

    /** What the behaviour reads names in. */
    get frame(): Frame {
        return this.main.frame;
    }

    /** Seconds on the run's clock. */
    get now(): number {
        return this.simulation.now;
    }

    /** The choices that were made so far. */
    get trail(): Trail {
        return this.scheduler.trail;
    }

    /** The choices that were made so far, as they are written. */
    get choices(): readonly string[] {
        return this.scheduler.witness;
    }

    get records(): readonly TraceRecord[] {
        return this.trace?.records ?? [];
    }

    /** Whether it can go on; time passes to where something happens by itself. */
    standing(): Standing {
        const { main, simulation } = this;
        while (!this.isOver && !simulation.canMove) {
            if (!this.passes()) {
                return main instanceof Machine ? 'over' : 'deadlock';
            }
        }
        return this.isOver ? 'over' : 'open';
    }

    /** Whether the behaviour has ended; what has begun with it comes to rest first. */
    get isOver(): boolean {
        return this.hasRested && this.main.hasEnded;
    }

    /**
     * Where nothing can move: what begins then does, or time passes to where something happens by itself.
     * @returns whether there is such a thing
     */
    passes(): boolean {
        const { simulation } = this;
        if (!this.hasRested) {
            this.hasRested = !this.startNext();
            return true;
        }
        const { due } = simulation;
        if (due !== undefined) {
            simulation.passTo(simulation.steppedTo(due));
        }
        return due !== undefined;
    }

    /** The seconds until something happens by itself. */
    get secondsToDue(): number | undefined {
        const { due, now } = this.simulation;
        return due === undefined ? undefined : secondsBetween(now, due);
    }

    /** Likewise, of one behaviour. */
    secondsTo(behaviour: Agent): number | undefined {
        const due = behaviour.hasEnded ? undefined : behaviour.nextDue();
        return due === undefined ? undefined : secondsBetween(this.simulation.now, due);
    }

    /** Whether everything that begins by itself has begun and come to rest. */
    get isAtRest(): boolean {
        return this.hasRested;
    }

    // --- Behaviours apart ---

    /** The behaviours that take part, in the order in which they have begun. */
    get behaviours(): readonly Agent[] {
        return this.simulation.agents;
    }

    /** The behaviour that makes the next move. */
    choose(): Agent {
        return this.simulation.choose()!;
    }

    /** Has the behaviour that was chosen make its move. @throws EvaluationError when the model fails */
    act(behaviour: Agent): void {
        this.simulation.act(behaviour);
    }

    /** Whether the state is the sum of what frames and behaviours hold. */
    get isApart(): boolean {
        const { simulation } = this;
        return simulation.scheduledInstants.length === 0 && !simulation.run.hasEndedLives && simulation.clockStep === 0;
    }

    /**
     * What the frames and the behaviours of the state hold.
     * @param hasLines whether queues are identified by what is in them
     * @throws NotApart
     */
    readingOfAll(components: Components, hasLines: boolean): Reading {
        const { simulation } = this;
        return new Reading(
            components,
            {
                frames: simulation.agents.flatMap((a, i) => (a.frames ?? []).map(([name, frame]) => [`b${i}${name}`, frame] as const)),
                objects: simulation.run.madeObjects
            },
            this.parts,
            simulation.now,
            hasLines
        );
    }

    /** Of an action, where its tokens are: `2@a`. */
    tokens(): readonly string[] | undefined {
        return this.main instanceof ActionAgent ? this.main.tokens() : undefined;
    }

    /** Why an action can never end. */
    deadlock(): string {
        try {
            if (this.main instanceof ActionAgent) {
                this.main.checkEnded();
            }
        } catch (error) {
            if (error instanceof EvaluationError) {
                return error.message;
            }
            throw error;
        }
        return '';
    }

    /** Makes one move, where it is open. @throws EvaluationError when the model fails */
    move(): void {
        this.simulation.moveOnce();
    }

    /** A text that is the same for states from which the same can happen. */
    state(): string {
        const { simulation } = this;
        const out = new StateWriter(simulation.now);
        out.add(this.main.hasEnded);
        out.frame(this.performer);
        for (const behaviour of simulation.agents) {
            out.reference(behaviour);
            out.add(behaviour.hasEnded);
        }
        this.parts.forEach(part => part.write(out));
        simulation.scheduledInstants.forEach(at => out.instant(at));
        simulation.run.writeState(out);
        return out.finish();
    }

    private get parts(): readonly StatePart[] {
        return partsOf(this.simulation, { isTimed: readsClock(this.model), isAtRest: this.hasRested });
    }

    /** Whether it is an action whose moves each concern one token and what that reads. */
    get isPlain(): boolean {
        const { main, model, scheduler } = this;
        const flow = main instanceof ActionAgent ? main.tokenFlow : undefined;
        return (
            flow !== undefined &&
            this.isAlone &&
            scheduler.modelGenerator === undefined &&
            isPlainFlow(flow.graph.action, flow.graph) &&
            !readsClock(model)
        );
    }

    /** Of an action, its tokens and where they are. */
    get tokenFlow(): PlainFlow | undefined {
        return this.main instanceof ActionAgent ? this.main.tokenFlow : undefined;
    }

    /** Whether nothing goes on beside the behaviour: no other one, no message. */
    get isAlone(): boolean {
        return this.simulation.isAlone;
    }

    /** What the frames of the state hold. @throws NotApart */
    reading(components: Components): Reading {
        return new Reading(components, { frames: [['m', this.frame]], objects: this.simulation.run.madeObjects });
    }

    /** Does something, recording what is read and written meanwhile. */
    followed<T>(accesses: AccessLog, work: () => T): T {
        const { run } = this;
        run.accesses = accesses;
        try {
            return work();
        } finally {
            run.accesses = undefined;
        }
    }

    /** Reads something of the state without changing it. */
    looked<T>(look: () => T): T {
        return this.simulation.preview(look);
    }

    /** What it ends with: the features of the behaviour, and the attributes of its performer as `this.<name>`. */
    values(): ReadonlyMap<string, Value> {
        const own = answersOf(this.main.frame);
        return this.performer === undefined ? own : new Map([...own, ...attributesOf(this.performer)]);
    }

    /** Of a machine, the leaves of its configuration or `done`, and the states that it has entered. */
    machineState(): { readonly finalState: string; readonly visited: readonly string[] } | undefined {
        return this.main instanceof Machine ? { finalState: this.main.finalState(), visited: this.main.visited } : undefined;
    }
}
