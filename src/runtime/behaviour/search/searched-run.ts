/**
 * A run of an action or a machine that a search over every schedule moves: one move at a time by a plan, to states that can be told apart.
 * It moves by the rules of whole runs, so that a path is a plan that `executeAction` and `executeState` follow. Knows no search.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { AccessLog, Frame } from '../../evaluation/expressions/frame.js';
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
import { createPerformer } from '../performer.js';
import type { Plan } from '../schedules/explore.js';
import { Scheduler, type Trail } from '../schedules/schedule.js';
import { answersOf } from '../simulation/answered-features.js';
import { type Agent, Simulation } from '../simulation/simulation.js';
import { StateWriter } from '../simulation/state-writer.js';
import { Trace, actionListener, type TraceRecord } from '../simulation/trace.js';
import { startRun } from '../start-run.js';
import { readsClock } from './clock-readers.js';
import { type Components, Reading } from './components.js';
import { isPlainFlow } from './plain-flows.js';

export interface SearchedBehaviour {
    readonly node: AstNode;
    /** empty for none */
    readonly performer: string;
    /** what an action is given */
    readonly inputs?: (run: Run) => ReadonlyMap<string, Value>;
}

/** `open`: it can go on; `over`: it has ended, or nothing will happen by itself any more; `deadlock`: an action that can never end. */
export type Standing = 'open' | 'over' | 'deadlock';

/** The tokens of an action over its graph. */
export type PlainFlow = Pick<FlowRun, 'graph' | 'tokens'>;

const NO_PLAN: Plan = { picks: [], counts: [] };

export class SearchedRun {
    readonly main: ActionAgent | Machine;
    readonly performer: Instance | undefined;
    private readonly simulation: Simulation;
    private readonly scheduler: Scheduler;
    private readonly trace: Trace | undefined;

    /**
     * Makes the run and begins the behaviour.
     * @param plan the choices to follow before first alternatives are taken
     * @param isTraced whether what it does is recorded
     * @throws EvaluationError for what cannot begin
     */
    constructor(
        private readonly model: RunModel,
        { node, performer, inputs }: SearchedBehaviour,
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
        if (isTraced) {
            this.trace = new Trace(this.simulation.limits.heldEvents);
            this.scheduler.listener = this.trace.listener(() => this.simulation.now);
            this.simulation.listener = actionListener(this.trace, this.simulation);
        }
        this.performer = createPerformer(this.simulation, performer, agent => this.traced(agent));
        this.main = isA(node, 'StateUsage') || isA(node, 'StateDefinition') ? this.enter(node) : this.begin(node, inputs?.(run));
    }

    private traced(agent: Agent): void {
        agent.trace = this.trace;
    }

    private enter(node: AstNode): Machine {
        const { simulation, performer } = this;
        let machine = exhibitedMachine(simulation, node, performer);
        if (machine === undefined) {
            machine = new Machine(simulation, node, performer, performer);
            this.traced(machine);
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
        while (!main.hasEnded && !simulation.canMove) {
            const { due } = simulation;
            if (due === undefined) {
                return main instanceof Machine ? 'over' : 'deadlock';
            }
            simulation.passTo(simulation.steppedTo(due));
        }
        return main.hasEnded ? 'over' : 'open';
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
        const out = new StateWriter(this.simulation.now, readsClock(this.model));
        out.add(this.main.hasEnded);
        out.frame(this.performer);
        this.simulation.writeState(out);
        return out.finish();
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
        return new Reading(components, { main: this.frame, objects: this.simulation.run.madeObjects });
    }

    /** Does something of which it is told what is read and written meanwhile. */
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
