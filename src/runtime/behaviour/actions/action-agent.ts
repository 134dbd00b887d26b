/** An action as an agent of a run: its performance, its tokens and its end (contract behaviour 1, 3, 8). */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { isOutput } from '../../evaluation/model/kinds.js';
import { toolExecutionOf } from '../../evaluation/model/tool-annotations.js';
import { performByTool } from '../../evaluation/tools.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { labelOf } from './action-graph.js';
import { actionGraphOf, checkedGraph } from './action-lowering.js';
import { Activity, AgentEnded } from '../simulation/activity.js';
import type { Message } from '../simulation/bus.js';
import { FlowRun } from './flow.js';
import { performsCalls } from './perform.js';
import { BodyFrame, performanceFor } from '../simulation/frames.js';
import { answeredSlots, answersOf, isAwaited } from '../simulation/answered-features.js';
import { bodyLayoutOf } from '../simulation/body-layout.js';
import { initializeFeature } from '../simulation/initial-values.js';
import { type Agent, type AgentPart, Simulation } from '../simulation/simulation.js';
import { scheduleInputs, type TimedInput } from '../simulation/stimuli.js';
import { Terminated } from './statement.js';
import { acceptRecord, sendRecords, type Happening, type Trace } from '../simulation/trace.js';

/** An action performed as an agent, concurrently with the other behaviours of a run. */
export class ActionAgent implements Agent {
    readonly label: string;
    private flow: FlowRun | undefined;
    readonly frame: BodyFrame;
    private given: ReadonlyMap<string, Value> = new Map();
    private terminated = false;
    /** whether the action has begun without a failure */
    hasBegun = false;
    /** a tool has performed the action instead of its body, or the body has no nodes */
    private isPerformedAtOnce = false;
    /** whether the action may be one without nodes, which only computes its outputs (an operation of an object) */
    mayHaveNoNodes = false;
    trace?: Trace;

    constructor(
        readonly simulation: Simulation,
        readonly node: AstNode,
        readonly object: Instance | undefined,
        outer: Frame | undefined
    ) {
        this.label = `action ${nameOf(node) ?? ''}${object === undefined ? '' : ` of object #${object.id}`}`;
        this.frame =
            outer === undefined
                ? new BodyFrame(simulation.run, bodyLayoutOf(node), outer, simulation)
                : performanceFor(node, outer, simulation);
        const index = object?.layout.indexOf.get(node);
        if (object === undefined || index === undefined) {
            return;
        }
        object.performed(index, this.frame);
        const { bindings, slots } = object.layout;
        if (bindings.some(b => b.ends.some(end => end.length > 1 && slots[index].names.includes(end[0])))) {
            // Bindings of the object to the action's parameters apply to this performance.
            this.frame.step = node;
        }
    }

    /** Sets the inputs of an action that begins with its object. */
    give(inputs: ReadonlyMap<string, Value>): void {
        this.given = inputs;
    }

    /** Lowers the action, writes its inputs and places its first token. @throws EvaluationError */
    begin(inputs: ReadonlyMap<string, Value> = this.given): void {
        this.beginWith(inputs);
        this.hasBegun = true;
    }

    private beginWith(inputs: ReadonlyMap<string, Value>): void {
        const tool = toolExecutionOf(this.node);
        // A tool performs the action without its body.
        const hasFlow = tool === undefined && !(this.mayHaveNoNodes && actionGraphOf(this.node).nodes.length === 0);
        const graph = hasFlow ? checkedGraph(this.node) : undefined;
        for (const [name, value] of inputs) {
            const index = this.frame.layout.byName.get(name);
            const slot = index === undefined ? undefined : this.frame.layout.slots[index];
            if (slot === undefined || !answeredSlots(this.frame.layout).includes(slot)) {
                throw new EvaluationError('unknown parameter', `${name} of ${graph?.name ?? nameOf(this.node) ?? 'an action'}`);
            }
            this.frame.write(slot.index, conform(value, slot, this.frame));
        }
        for (const slot of this.simulation.surrogate === undefined ? answeredSlots(this.frame.layout) : []) {
            // A tool computes the outputs, whatever they are bound to.
            const isOfTool = tool !== undefined && isOutput(slot.feature);
            if (slot.chain.some(f => f.value !== undefined) && !isOfTool && !isAwaited(this.frame, slot)) {
                initializeFeature(this.frame, slot);
            }
        }
        this.frame.hasBegun = true;
        if (tool !== undefined) {
            performByTool(tool, this.frame);
        }
        if (graph === undefined) {
            this.isPerformedAtOnce = true;
            return;
        }
        const activity = new Activity(this.simulation, this, undefined);
        performsCalls(activity);
        this.flow = new FlowRun(graph, this.frame, activity);
        this.simulation.flows?.add(this.flow);
        this.flow.begin();
    }

    /** Schedules writes to features of the action or of its performer. @throws EvaluationError unknown parameter */
    schedule(inputs: readonly TimedInput[]): void {
        scheduleInputs(this.simulation, inputs, this.node, [this.frame, ...(this.object === undefined ? [] : [this.object])]);
    }

    /** The flow of its tokens; undefined for an action that a tool performs. */
    get tokenFlow(): FlowRun | undefined {
        return this.flow;
    }

    /** The tokens as `token@node`, for example `2@a`. */
    tokens(): readonly string[] {
        return (this.flow?.tokens ?? []).map(({ id, node }) => `${id}@${labelOf(node)}`);
    }

    /** The labels of the nodes that hold tokens. */
    places(): readonly string[] {
        return (this.flow?.tokens ?? []).map(({ node }) => labelOf(node));
    }

    get wasTerminated(): boolean {
        return this.terminated;
    }

    get hasEnded(): boolean {
        return this.terminated || this.isPerformedAtOnce || this.flow?.hasEnded === true;
    }

    onSend(name: string, messages: readonly Message[]): void {
        if (this.trace !== undefined) {
            sendRecords(name, messages).forEach(happening => this.record(happening));
        }
    }

    onAccept(message: Message): void {
        if (this.trace !== undefined) {
            this.record(acceptRecord(message.name, message));
        }
    }

    /** Adds a record to the trace, except during a preview. */
    private record(happening: Happening): void {
        if (this.simulation.run.journal === undefined) {
            this.trace?.add({ ...happening, time: this.simulation.now, ...(this.object !== undefined && { object: this.object }) });
        }
    }

    readonly parts: readonly AgentPart[] = [
        {
            name: 'flow',
            write: out => {
                out.add(this.terminated);
                out.frame(this.frame);
                this.flow?.writeState(out);
            }
        }
    ];

    get frames(): readonly (readonly [string, Frame])[] {
        return [['', this.frame]];
    }

    canAct(): boolean {
        return !this.hasEnded && this.flow?.canAct() === true;
    }

    act(): void {
        try {
            this.flow!.step();
        } catch (error) {
            if (error instanceof Terminated) {
                this.terminate();
            } else if (!(error instanceof AgentEnded)) {
                throw error;
            }
        }
    }

    evaluateConditions(): void {
        this.flow?.evaluateConditions();
    }

    nextDue(): number | undefined {
        return this.flow?.nextDue();
    }

    terminate(): void {
        this.terminated = true;
        this.flow?.terminate();
    }

    /** @throws EvaluationError deadlock, when the remaining tokens can never move */
    checkEnded(): void {
        if (!this.hasEnded) {
            throw new EvaluationError(this.flow!.deadlock());
        }
    }

    /** The features of the action that hold a value. */
    outputs(): ReadonlyMap<string, Value> {
        return answersOf(this.frame);
    }
}
