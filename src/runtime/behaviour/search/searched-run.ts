/**
 * A run of an action or a machine for a search over every schedule: it makes one move at a time by a plan, between comparable states. It
 * follows the rules of whole runs, so that a path is a plan for `executeAction` and `executeState`. Does not depend on the search.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { AccessLog, Frame } from '../../evaluation/expressions/frame.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { isA } from '../../evaluation/model/kinds.js';
import type { Run, RunModel } from '../../evaluation/run.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { ActionAgent } from '../actions/action-agent.js';
import type { FlowRun } from '../actions/flow.js';
import { exhibitedMachine, isOwnBehaviour, performedAction } from '../exhibited.js';
import { Machine } from '../machines/machine.js';
import { attributesOf, type BehaviourOptions, bounded, NO_VALUES } from '../one-run.js';
import { beginAction, withInputs } from '../performances.js';
import { type OnAgent, startPerformer } from '../performer.js';
import type { Plan } from '../schedules/explore.js';
import { Scheduler, type Trail } from '../schedules/schedule.js';
import { presentValuesOf } from '../simulation/answered-features.js';
import { type Agent, Simulation } from '../simulation/simulation.js';
import type { Surrogate } from '../simulation/surrogate.js';
import { secondsBetween, StateWriter } from '../simulation/state-writer.js';
import { Trace, actionListener, recordParts, type TraceRecord } from '../simulation/trace.js';
import { startRun } from '../start-run.js';
import { readsClock } from './clock-readers.js';
import { type Components, NotApart, Reading } from './components.js';
import { partsOf, type StatePart } from './parts.js';
import { isPlainFlow } from './plain-flows.js';

export interface SearchedBehaviour {
    readonly node: AstNode;
    /** empty for none */
    readonly performer: string;
    /** the values of its inputs at its start */
    readonly inputs?: (run: Run) => ReadonlyMap<string, Value>;
    /** whether states are equal that differ only in the order of messages of which no accept takes both */
    readonly dividesMessages?: boolean;
    /** replaces decisions on values that are unknown */
    readonly surrogate?: Surrogate;
}

/** `open`: it can move; `over`: it has ended, or nothing can move without external events; `deadlock`: an action that can never end. */
export type SearchStatus = 'open' | 'over' | 'deadlock';

/** The tokens of an action over its graph. */
export type PlainFlow = Pick<FlowRun, 'graph' | 'tokens'>;

/** Writes the inputs of a machine before it starts. @throws EvaluationError for an unknown feature */
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
    private readonly dividesMessages: boolean;
    /** starts the behaviours that begin once nothing can move for the first time; returns whether there were any */
    private readonly startNext: () => boolean = () => false;
    /** whether all behaviours that begin without a request have begun and come to rest */
    private hasRested = false;

    /**
     * Creates the run and starts the behaviour.
     * @param plan the choices to follow before first alternatives are taken
     * @param isTraced whether the run is traced
     * @throws EvaluationError for a behaviour that cannot start
     */
    constructor(
        private readonly model: RunModel,
        { node, performer, inputs, surrogate, dividesMessages = false }: SearchedBehaviour,
        options: BehaviourOptions,
        plan: Plan = NO_PLAN,
        isTraced = false
    ) {
        const limits = bounded(options);
        this.dividesMessages = dividesMessages;
        this.scheduler = new Scheduler({ kind: 'explore', runs: 1, depth: 1 }, plan, isTraced, options.chance);
        const run = startRun(model, { ...limits, random: this.scheduler.random });
        this.simulation = new Simulation(run, this.scheduler, limits.behaviour, limits.checkCancelled);
        this.simulation.clockStep = options.clockStep ?? 0;
        this.simulation.cursor = [];
        this.simulation.surrogate = surrogate;
        surrogate?.follows(this.scheduler.trail);
        const given = inputs?.(run) ?? NO_VALUES;
        if (isTraced) {
            this.trace = new Trace(this.simulation.limits.heldEvents);
            this.scheduler.listener = this.trace.listener(() => this.simulation.now);
            this.simulation.listener = actionListener(this.trace, this.simulation);
            recordParts(this.trace, run, this.simulation);
        }
        const { simulation } = this;
        const isMachine = isA(node, 'StateUsage') || isA(node, 'StateDefinition');
        if (performer === '') {
            this.main = this.begin(node, isMachine, given);
            this.hasRested = true;
            return;
        }
        // Moves before an object's own behaviour has come to rest are part of the search.
        const onAgent: OnAgent = (agent, its) => {
            this.traced(agent);
            if (agent instanceof Machine && isOwnBehaviour(agent, node, its)) {
                give(agent, given);
            }
        };
        const inputsOfOwn = withInputs(node, () => given, onAgent);
        const { object, startNext } = startPerformer(simulation, performer, inputsOfOwn);
        this.performer = object;
        const main = isMachine ? exhibitedMachine(simulation, node, object) : performedAction(simulation, node, object);
        if (main === undefined) {
            do {
                simulation.settleNow();
            } while (startNext());
            this.hasRested = true;
        } else {
            this.startNext = startNext;
        }
        this.main = main ?? this.begin(node, isMachine, given);
    }

    private begin(node: AstNode, isMachine: boolean, given: ReadonlyMap<string, Value>): Machine | ActionAgent {
        return isMachine ? this.enter(node, given) : beginAction(this.simulation, node, this.performer, given, this.trace);
    }

    private traced(agent: Agent): void {
        agent.trace = this.trace;
    }

    private enter(node: AstNode, given: ReadonlyMap<string, Value>): Machine {
        const { simulation, performer } = this;
        const machine = new Machine(simulation, node, performer, performer);
        this.traced(machine);
        give(machine, given);
        simulation.agents.push(machine);
        machine.start();
        return machine;
    }

    get run(): Run {
        return this.simulation.run;
    }

    /** The frame of the behaviour. */
    get frame(): Frame {
        return this.main.frame;
    }

    /** Clock time in seconds. */
    get now(): number {
        return this.simulation.now;
    }

    /** The choices made so far. */
    get trail(): Trail {
        return this.scheduler.trail;
    }

    /** The texts of the choices made so far. */
    get choices(): readonly string[] {
        return this.scheduler.witness;
    }

    get records(): readonly TraceRecord[] {
        return this.trace?.records ?? [];
    }

    /** Whether the run can move. Advances the clock to the next due instant if nothing can. */
    status(): SearchStatus {
        const { main, simulation } = this;
        while (!this.isOver && !simulation.canMove) {
            if (!this.passes()) {
                return main instanceof Machine ? 'over' : 'deadlock';
            }
        }
        return this.isOver ? 'over' : 'open';
    }

    /** Whether the behaviour has ended and all behaviours that begin without a request have come to rest. */
    get isOver(): boolean {
        return this.hasRested && this.main.hasEnded;
    }

    /**
     * If nothing can move, starts the next behaviours or advances the clock to the next due instant.
     * @returns whether it did either
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

    /** Seconds until the next due instant; undefined for none. */
    get secondsToDue(): number | undefined {
        const { due, now } = this.simulation;
        return due === undefined ? undefined : secondsBetween(now, due);
    }

    /** Seconds until the next due instant of one behaviour; undefined for none. */
    secondsTo(behaviour: Agent): number | undefined {
        const due = behaviour.hasEnded ? undefined : behaviour.nextDue();
        return due === undefined ? undefined : secondsBetween(this.simulation.now, due);
    }

    /** Whether all behaviours that begin without a request have begun and come to rest. */
    get isAtRest(): boolean {
        return this.hasRested;
    }

    // --- Single behaviours ---

    /** The behaviours of the run in the order in which they began. */
    get behaviours(): readonly Agent[] {
        return this.simulation.agents;
    }

    /** The behaviour that makes the next move. */
    choose(): Agent {
        return this.simulation.choose()!;
    }

    /** Makes the move of the chosen behaviour. @throws EvaluationError when the model fails */
    act(behaviour: Agent): void {
        this.simulation.act(behaviour);
    }

    /** Whether the state consists only of the contents of frames and behaviours. */
    get isApart(): boolean {
        const { simulation } = this;
        return simulation.scheduledInstants.length === 0 && !simulation.run.hasEndedLives && simulation.clockStep === 0;
    }

    /**
     * The contents of the state's frames and behaviours.
     * @param hasLines whether queues are identified by their items
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
            { now: simulation.now, hasLines, ...(this.dividesMessages && { owners: simulation }) }
        );
    }

    /** The tokens of an action as `token@node`; undefined for a machine. */
    tokens(): readonly string[] | undefined {
        return this.main instanceof ActionAgent ? this.main.tokens() : undefined;
    }

    /** The text of an action's deadlock; empty for none. */
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

    /** Makes one move if the run is open. @throws EvaluationError when the model fails */
    move(): void {
        this.simulation.moveOnce();
    }

    /** A text that is equal for states with the same possible continuations. @throws NotApart where messages cannot be divided */
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
        const { simulation, model, hasRested, dividesMessages } = this;
        const parts = partsOf(simulation, { isTimed: readsClock(model), isAtRest: hasRested, dividesMessages });
        if (parts === undefined) {
            throw new NotApart();
        }
        return parts;
    }

    /** Whether it is an action whose moves each involve only one token and the features that it reads. */
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

    /** The token flow of an action; undefined for a machine. */
    get tokenFlow(): PlainFlow | undefined {
        return this.main instanceof ActionAgent ? this.main.tokenFlow : undefined;
    }

    /** Whether no other behaviour runs and no message waits. */
    get isAlone(): boolean {
        return this.simulation.isAlone;
    }

    /** The contents of the state's frames. @throws NotApart */
    reading(components: Components): Reading {
        return new Reading(components, { frames: [['m', this.frame]], objects: this.simulation.run.madeObjects });
    }

    /** Runs a function and records its reads and writes. */
    followed<T>(accesses: AccessLog, work: () => T): T {
        const { run } = this;
        run.accesses = accesses;
        try {
            return work();
        } finally {
            run.accesses = undefined;
        }
    }

    /** Runs a function and undoes its changes to the state. */
    previewed<T>(look: () => T): T {
        return this.simulation.preview(look);
    }

    /** The resulting values: features of the behaviour, and attributes of its performer as `this.<name>`. */
    values(): ReadonlyMap<string, Value> {
        const own = presentValuesOf(this.main.frame);
        return this.performer === undefined ? own : new Map([...own, ...attributesOf(this.performer)]);
    }

    /** The leaves of a machine's configuration or `done`, and the states that it has entered; undefined for an action. */
    machineState(): { readonly finalState: string; readonly visited: readonly string[] } | undefined {
        return this.main instanceof Machine ? { finalState: this.main.finalState(), visited: this.main.visited } : undefined;
    }
}
