/**
 * The token flow over an action's graph (contract behaviour 3): one performance of an action that orders its steps. node-performer.ts
 * performs the node at which a token is.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { EvaluationError, type Value } from '../../values/index.js';
import { type ActionEdge, type ActionGraph, type ActionNode, labelOf } from './action-graph.js';
import { Activity, type EnclosingFlow } from '../simulation/activity.js';
import { Decisions } from './decisions.js';
import { Deliveries } from './deliveries.js';
import type { Message } from '../simulation/bus.js';
import { performanceIn } from '../simulation/frames.js';
import { FlowRecording } from './flow-recording.js';
import { earlier, FlowChain, FlowWait, type Mover, type NestedFlow, type StepFailure, type Stillness } from './nested-flows.js';
import { NodePerformer } from './node-performer.js';
import { type ChoiceText, orderText } from '../schedules/schedule.js';
import { writeBody } from '../simulation/cursors.js';
import { hasConditionAccepts } from '../simulation/accepts.js';
import { isStep } from '../simulation/members.js';
import type { Agent } from '../simulation/simulation.js';
import { byShared, type StateWriter } from '../simulation/state-writer.js';
import { Terminated } from './statement.js';
import { StepWrites } from './step-writes.js';
import { onlyMoverOf, stillnessOf } from './stillness.js';
import { deadlockOf, isGathered, Token, Tokens, tokensFor } from './tokens.js';

/** Tokens that have not begun the body of their node precede those that are inside it. */
const orderOfBodies = (a: Token, b: Token): number => Number(a.body !== undefined) - Number(b.body !== undefined);

/** One performance of an action with a flow. */
export class FlowRun implements EnclosingFlow, NestedFlow {
    private readonly present = new Tokens();
    /** number of the current step; between two steps, of the next one */
    stepNumber = 1;
    private lastToken = 0;
    private readonly activity: Activity;
    private acting: Token | undefined;
    private writes: StepWrites | undefined;
    private ended = false;
    nested: FlowChain | undefined;
    /** the result of a step that was made for the body which performs the flow */
    private result: { readonly failure: StepFailure | undefined } | undefined;
    /** records the moments of the performance, if the run keeps them */
    private recording: FlowRecording | undefined;
    private readonly decisions: Decisions;
    private readonly deliveries: Deliveries;
    private readonly performer: NodePerformer;

    constructor(
        readonly graph: ActionGraph,
        readonly frame: Frame,
        parent: Activity
    ) {
        this.outer = parent.flow;
        this.activity = parent.within(graph.action, this);
        this.decisions = new Decisions(frame, parent.simulation, () => this.stepNumber);
        this.deliveries = new Deliveries(graph, frame, this.activity);
        this.performer = new NodePerformer(frame, this.activity, this.decisions, this.deliveries);
    }

    readonly outer: EnclosingFlow | undefined;

    get agent(): Agent {
        return this.activity.agent;
    }

    /** Places the first tokens. */
    begin(): void {
        this.deliveries.deliver(undefined);
        for (const node of this.graph.initial) {
            this.spawnAll(node.count, node, undefined);
        }
        this.recording = FlowRecording.of(this.graph.action, this.activity);
        this.recording?.record('starts', this.tokens);
    }

    /** In the order in which they began. */
    get tokens(): readonly Token[] {
        return this.present.all;
    }

    get hasEnded(): boolean {
        return this.ended || this.tokens.length === 0;
    }

    get notesWrites(): boolean {
        return this.writes !== undefined;
    }

    private spawn(node: ActionNode, edge: ActionEdge | undefined): Token {
        const token = new Token(++this.lastToken, node, edge);
        this.present.add(token);
        this.activity.simulation.order?.begins(token);
        if (edge !== undefined) {
            this.recording?.takes(edge);
        }
        return token;
    }

    private spawnAll(count: number, node: ActionNode, edge: ActionEdge | undefined): void {
        this.activity.simulation.checkActionSteps(count);
        for (let i = 0; i < count; i++) {
            this.spawn(node, edge);
        }
    }

    // --- Steps ---

    /** Whether a token can move now. */
    canAct(): boolean {
        this.firstAble = -1;
        const nested = this.validChain();
        if (nested !== undefined) {
            return nested.canAct();
        }
        this.firstAble = this.tokens.findIndex(t => this.isAble(t));
        return this.firstAble >= 0;
    }

    /** The flows that are stepped directly; none after a change by which another token may move. */
    private validChain(): FlowChain | undefined {
        const { nested } = this;
        const { now, order } = this.activity.simulation;
        if (nested?.isValid(now, order) === false) {
            nested.dissolve();
            this.nested = undefined;
        }
        return this.nested;
    }

    /** Evaluates the conditions that tokens wait for. */
    evaluateConditions(): void {
        for (const { acceptance, wait } of this.tokens) {
            (acceptance ?? wait)?.look?.();
        }
    }

    nextDue(): number | undefined {
        const nested = this.validChain();
        if (nested !== undefined) {
            return nested.nextDue();
        }
        let earliest: number | undefined;
        for (const token of this.tokens) {
            earliest = earlier(earliest, token.acceptance?.due() ?? token.wait?.due());
        }
        return earliest;
    }

    writeState(out: StateWriter): void {
        out.add(`flow ${this.hasEnded}`);
        out.frame(this.frame);
        const inOrder = byShared<Token>(t => t.node);
        const alike = byShared<Token>(t => t.edge);
        const unordered = (): Token[] => [...this.tokens].sort((a, b) => inOrder(a, b) || alike(a, b) || orderOfBodies(a, b));
        for (const token of out.isOrdered ? this.tokens : unordered()) {
            out.shared(token.node);
            // The succession that a token took matters only if the node gathers tokens.
            out.shared(token.node.gathers ? token.edge : undefined);
            token.acceptance?.writeState(out);
            if (token.body !== undefined) {
                writeBody(out, token.wait, token.cursor);
            }
        }
        this.deliveries.writeState(out);
    }

    /**
     * Whether the enclosing flow, which is moving this one, has found that a token can move: nested flows are then searched once instead of
     * at each level.
     */
    private isKnownAble = false;
    /** index of the token that was found, unless a chain was searched; the tokens before it cannot move */
    private firstAble = -1;

    foundReady(): void {
        this.isKnownAble = true;
    }

    /** The wait of the enclosing performance. */
    readonly wait = new FlowWait(this);

    /** Makes one step: every token is offered a move; an exploring scheduler moves one token only. */
    step(): void {
        const { result } = this;
        if (result !== undefined) {
            this.result = undefined;
            if (result.failure !== undefined) {
                throw result.failure.error;
            }
            return;
        }
        const nested = this.validChain();
        this.nested = undefined;
        if (nested === undefined) {
            this.stepAlone();
        } else {
            const { isKnownAble } = this;
            this.isKnownAble = false;
            nested.step(isKnownAble);
        }
        const { order, run } = this.activity.simulation;
        // The order log notes where the conditions of accepts are evaluated, and within which moves.
        if (order === undefined || !hasConditionAccepts(run.model)) {
            this.nested = FlowChain.within(this, order, nested);
        } else {
            nested?.dissolve();
        }
    }

    get endedSteps(): number {
        return this.activity.simulation.endedSteps;
    }

    get arrivals(): number {
        return this.activity.simulation.bus.arrivals;
    }

    onlyMover(): Mover | undefined {
        return this.recording === undefined ? onlyMoverOf(this.present) : undefined;
    }

    stillUntil(): Stillness | undefined {
        const nested = this.validChain();
        if (nested !== undefined) {
            return nested.stillUntil();
        }
        return stillnessOf(this.tokens, this.present);
    }

    made(failure: StepFailure | undefined): void {
        this.result = { failure };
    }

    stepAlone(): void {
        this.makeStep();
        this.recording?.recordStep(this.stepNumber, this.ended ? [] : this.tokens);
        this.stepNumber++;
    }

    private makeStep(): void {
        const isKnownAble = this.isKnownAble;
        this.isKnownAble = false;
        if (this.tokens.length === 1) {
            const [token] = this.tokens;
            if (isKnownAble || this.isAble(token)) {
                this.move(token);
            }
            return;
        }
        const known = isKnownAble ? this.firstAble : -1;
        const able = this.tokens.filter((t, i) => i === known || (i > known && this.isAble(t)));
        const { scheduler } = this.activity.simulation;
        if (scheduler.explores) {
            const pick = scheduler.pick(
                able.length,
                () => {
                    const nodes = able.map(t => t.node);
                    return this.orderOf(() => able.map(({ id }, i) => `${id}@${labelOf(nodes[i])}`));
                },
                log => log.unordered(able, [this.graph.action])
            );
            if (able.length > 0) {
                this.move(able[pick]);
            }
            return;
        }
        const names = able.map(t => `${t.id}@${labelOf(t.node)}`);
        const ordinary = able.filter(t => t.body === undefined);
        const ordered = [
            ...(ordinary.length > 0 ? scheduler.order(ordinary) : []),
            ...scheduler.order(able.filter(t => t.body !== undefined))
        ];
        const concurrent = able.length > 1;
        const mark = concurrent ? scheduler.opens(log => log.unordered(able, [this.graph.action])) : undefined;
        if (concurrent) {
            this.writes = new StepWrites(this.stepNumber);
        }
        for (const [i, token] of ordered.entries()) {
            // Since the first able token was found, nothing has moved.
            if (i > 0 && (this.ended || !this.present.has(token) || !this.isAble(token))) {
                continue;
            }
            this.move(token);
        }
        if (concurrent) {
            this.writes!.noteConflicts(scheduler, this.activity.simulation.order);
            this.writes = undefined;
            scheduler.noteOrder(
                this.orderOf(() => names),
                able.indexOf(ordered[0]),
                mark
            );
        }
    }

    private orderOf(names: () => readonly string[]): ChoiceText {
        return orderText(`step ${this.stepNumber}`, 'tokens ', this.graph.action, names);
    }

    noteWrite(frame: Frame, index: number, value: Value): void {
        if (this.acting !== undefined) {
            this.writes?.add(this.acting.id, frame, index, value);
        }
    }

    // --- One token ---

    /** Whether a token can move: it neither waits for other tokens nor for a message, a condition or the clock. */
    private isAble(token: Token): boolean {
        if (token.body !== undefined) {
            return token.wait === undefined || token.wait.ready();
        }
        const { node } = token;
        if (node.gathers && !isGathered(token, this.present)) {
            return false;
        }
        if (node.kind === 'accept') {
            token.acceptance ??= this.performer.reach(token);
            return token.acceptance.ready();
        }
        return true;
    }

    private move(token: Token): void {
        const { simulation } = this.activity;
        simulation.countActionStep();
        this.watchStep(token);
        if (simulation.listener !== undefined && token.body === undefined) {
            simulation.listener.step(this.stepNumber, token.id, labelOf(token.node), this.activity.performed);
        }
        this.recording?.moves(labelOf(token.node));
        this.acting = token;
        const { order } = simulation;
        try {
            if (order === undefined) {
                this.moveOver(token);
            } else {
                order.during(token, () => this.moveOver(token));
            }
        } finally {
            this.acting = undefined;
        }
    }

    /** Watches the statements of a flow that is performed within one move of another behaviour. */
    private watchStep({ node: { node }, body }: Token): void {
        const { simulation, refusesClock } = this.activity;
        if (simulation.watch !== undefined && refusesClock && body === undefined && node !== undefined && isStep(node)) {
            simulation.watch(node, this.frame, this.activity.performed);
        }
    }

    passOn(token: Token | undefined): void {
        this.acting = token;
    }

    resume(token: Token): void {
        this.acting = token;
        try {
            this.moveOver(token);
        } finally {
            this.acting = undefined;
        }
        this.stepNumber++;
    }

    private moveOver(start: Token): void {
        let token = start;
        const { node } = token;
        if (token.body === undefined && node.gathers) {
            token = this.gather(token);
        }
        if (token.body !== undefined) {
            token.wait?.foundReady?.();
        }
        const outcome = this.performer.perform(token);
        if (outcome === 'over') {
            if (!this.ended && this.present.has(token)) {
                this.leave(token);
            }
        } else if (outcome === 'vain') {
            this.remove(token);
        } else if (outcome === 'terminates') {
            this.terminate();
        }
    }

    /** Takes the tokens that one performance needs from its inputs. Replaces several tokens by a new one. */
    private gather(token: Token): Token {
        const { node } = token;
        const together = tokensFor(token, this.present);
        if (together.length < 2) {
            return token;
        }
        for (const t of together) {
            this.activity.simulation.order?.joins(t);
            this.remove(t);
        }
        const fresh = this.spawn(node, undefined);
        this.acting = fresh;
        return fresh;
    }

    private remove(token: Token): void {
        if (this.present.remove(token)) {
            this.activity.simulation.order?.leadsTo(this);
        }
    }

    // --- Leaving a node ---

    private leave(token: Token): void {
        const { node } = token;
        const { outgoing, kind } = node;
        if (kind === 'done' || outgoing.length === 0) {
            this.remove(token);
            return;
        }
        if (kind === 'fork') {
            const open = outgoing.filter(edge => this.decisions.holds(edge));
            this.remove(token);
            for (const edge of open) {
                this.spawn(edge.target, edge);
            }
            return;
        }
        if (kind === 'decide') {
            this.follow(token, this.decisions.decide(node));
            return;
        }
        let only: ActionEdge | undefined;
        const beside: ActionEdge[] = [];
        for (const edge of outgoing) {
            if (edge.isElse || !this.decisions.holds(edge)) {
                continue;
            }
            if (edge.isBeside) {
                beside.push(edge);
            } else if (only === undefined) {
                only = edge;
            } else {
                throw new EvaluationError(
                    'more than one succession is enabled',
                    `action node ${labelOf(node)} has multiple successors: ${labelOf(only.target)} and ${labelOf(edge.target)}`
                );
            }
        }
        only ??= outgoing.find(e => e.isElse) ?? beside.shift();
        if (only === undefined) {
            this.remove(token);
        } else {
            this.follow(token, only);
            beside.forEach(edge => this.spawnAll(edge.give, edge.target, edge));
        }
    }

    private follow(token: Token, edge: ActionEdge): void {
        if (edge.flow !== undefined) {
            this.deliveries.transfer(edge.flow);
        }
        if (edge.give === 1) {
            this.present.follow(token, edge);
            this.recording?.takes(edge);
        } else {
            this.remove(token);
            this.spawnAll(edge.give, edge.target, edge);
        }
    }

    // --- Ending ---

    /** Ends the performance and drops its tokens. */
    terminate(): void {
        this.activity.simulation.order?.endsOthers();
        this.ended = true;
        this.nested = undefined;
        this.present.clear();
    }

    has(step: AstNode): boolean {
        return this.graph.nodes.some(n => n.node === step);
    }

    stepNamed(name: string): AstNode | undefined {
        return this.graph.nodes.find(n => n.name === name)?.node;
    }

    rivalsFor(message: Message): readonly object[] {
        return this.tokens.filter(t => t !== this.acting && (t.acceptance ?? t.wait)?.takes?.(message) === true);
    }

    addressOf(step: AstNode): object {
        return step;
    }

    /** @throws EvaluationError performance already ended, when the step has been performed and holds no token */
    terminateStep(step: AstNode): void {
        const own = this.acting;
        const present = this.tokens.filter(t => t.node.node === step);
        if (present.length === 0 && this.hasPerformed(step)) {
            throw new EvaluationError('performance already ended', nameOf(step) ?? '');
        }
        this.activity.simulation.endedSteps++;
        for (const token of present) {
            if (token !== own) {
                token.body = undefined;
                token.wait = undefined;
                token.acceptance = undefined;
                this.leave(token);
            }
        }
        if (own?.node.node === step) {
            throw new Terminated(own);
        }
    }

    private hasPerformed(step: AstNode): boolean {
        const index = this.frame.layout.indexOf.get(step);
        const performance = index !== undefined && this.frame.isSet(index) ? performanceIn(this.frame.read(index)) : undefined;
        return performance?.hasBegun === true;
    }

    /** The text of a deadlock: why no token can move. */
    deadlock(): string {
        return deadlockOf(this.graph, this.tokens);
    }
}
