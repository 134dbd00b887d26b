/** Tokens over an action's graph (contract behaviour 3): one performance of an action that orders its steps. */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import type { Frame } from '../expressions/frame.js';
import { EvaluationError, type Value, valueText } from '../values/index.js';
import { type ActionEdge, type ActionGraph, type ActionNode, labelOf } from './action-graph.js';
import { Activity, type EnclosingFlow } from './activity.js';
import { reachAccept, type Acceptance } from './communication.js';
import { Decisions } from './decisions.js';
import { Deliveries } from './deliveries.js';
import { performAtOnce, performStep, statementsBehind, stepWaits } from './perform.js';
import { type ChoiceText, orderText } from './schedule.js';
import type { Wait } from './simulation.js';
import { framed, type Statement, statementOf, type Steps, stepAll, Terminated } from './statements.js';

class Token {
    node: ActionNode;
    edge: ActionEdge | undefined;
    /** the body that it is in the middle of */
    body: Steps | undefined;
    wait: Wait | undefined;
    /** the accept that it has reached */
    acceptance: Acceptance | undefined;

    constructor(readonly id: number, node: ActionNode, edge: ActionEdge | undefined) {
        this.node = node;
        this.edge = edge;
    }
}

interface Write { readonly token: number; readonly frame: Frame; readonly index: number; value: Value }

/** One performance of an action with a flow. */
export class FlowRun implements EnclosingFlow {
    readonly tokens: Token[] = [];
    stepNumber = 0;
    private lastToken = 0;
    private readonly activity: Activity;
    private acting: Token | undefined;
    private writes: Write[] | undefined;
    private ended = false;
    private readonly decisions: Decisions;
    private readonly deliveries: Deliveries;

    constructor(readonly graph: ActionGraph, readonly frame: Frame, parent: Activity) {
        this.outer = parent.flow;
        this.activity = parent.within(graph.action, this);
        this.decisions = new Decisions(frame, parent.simulation, () => this.stepNumber);
        this.deliveries = new Deliveries(graph, frame, this.activity);
    }

    readonly outer: EnclosingFlow | undefined;

    /** Places the first tokens. */
    begin(): void {
        for (const node of this.graph.initial) {
            this.spawn(node, undefined);
        }
    }

    get hasEnded(): boolean {
        return this.ended || this.tokens.length === 0;
    }

    get notesWrites(): boolean {
        return this.writes !== undefined;
    }

    private spawn(node: ActionNode, edge: ActionEdge | undefined): Token {
        const token = new Token(++this.lastToken, node, edge);
        this.tokens.push(token);
        return token;
    }

    // --- Steps ---

    /** Whether a token can act now. */
    canAct(): boolean {
        if (this.tokens.length === 1) {
            return this.isAble(this.tokens[0]);
        }
        return this.tokens.some(t => this.isAble(t));
    }

    nextDue(): number | undefined {
        let earliest: number | undefined;
        for (const token of this.tokens) {
            const due = token.acceptance?.due() ?? token.wait?.due();
            if (due !== undefined && (earliest === undefined || due < earliest)) {
                earliest = due;
            }
        }
        return earliest;
    }

    /** What a performance around this one waits for. */
    readonly wait: Wait = {
        kind: 'flow',
        ready: () => this.canAct(),
        due: () => this.nextDue(),
        takes: message => this.tokens.some(t => (t.acceptance ?? t.wait)?.takes?.(message) === true),
        describe: () => this.tokens.flatMap(t => t.acceptance?.describe() ?? t.wait?.describe() ?? []),
    };

    /** One step: every token is offered a move, or, exploring, one of them makes one. */
    step(): void {
        this.stepNumber++;
        if (this.tokens.length === 1) {
            const [token] = this.tokens;
            if (this.isAble(token)) {
                this.move(token);
            }
            return;
        }
        const able = this.tokens.filter(t => this.isAble(t));
        const { scheduler } = this.activity.simulation;
        if (scheduler.explores) {
            const pick = scheduler.pick(able.length, () => {
                const nodes = able.map(t => t.node);
                return this.orderOf(() => able.map(({ id }, i) => `${id}@${labelOf(nodes[i])}`));
            });
            if (able.length > 0) {
                this.move(able[pick]);
            }
            return;
        }
        const names = able.map(t => `${t.id}@${labelOf(t.node)}`);
        const ordinary = able.filter(t => t.body === undefined);
        const ordered = [...ordinary.length > 0 ? scheduler.order(ordinary) : [], ...scheduler.order(able.filter(t => t.body !== undefined))];
        const concurrent = able.length > 1;
        if (concurrent) {
            this.writes = [];
        }
        for (const token of ordered) {
            if (this.ended || !this.tokens.includes(token) || !this.isAble(token)) {
                continue;
            }
            this.move(token);
        }
        if (concurrent) {
            this.noteConflicts(this.writes!);
            this.writes = undefined;
            scheduler.noteOrder(this.orderOf(() => names), able.indexOf(ordered[0]));
        }
    }

    private orderOf(names: () => readonly string[]): ChoiceText {
        return orderText(`step ${this.stepNumber}`, 'tokens ', this.graph.action, names);
    }

    noteWrite(frame: Frame, index: number, value: Value): void {
        const token = this.acting?.id;
        if (this.writes === undefined || token === undefined) {
            return;
        }
        const present = this.writes.findIndex(w => w.token === token && w.frame === frame && w.index === index);
        if (present >= 0) {
            this.writes.splice(present, 1);
        }
        this.writes.push({ token, frame, index, value });
    }

    /** Two tokens that write one feature in one step are a choice, whatever they write. */
    private noteConflicts(writes: readonly Write[]): void {
        const seen = new Set<Write>();
        for (const write of writes) {
            const same = writes.filter(w => w.frame === write.frame && w.index === write.index);
            if (same.length < 2 || seen.has(write)) {
                continue;
            }
            same.forEach(w => seen.add(w));
            const slot = write.frame.layout.slots[write.index];
            const texts = (list: readonly Write[]): string[] => list.map(w => `${slot.names[0] ?? ''} := ${valueText(w.value)} by token ${w.token}`);
            const listed = [...same].sort((a, b) => a.token - b.token);
            const stood = texts([same[same.length - 1]])[0];
            const written = texts(listed);
            const lead = `step ${this.stepNumber}`;
            this.activity.simulation.scheduler.noteOrder({
                node: slot.feature, alternatives: () => written, witness: () => '',
                text: () => `${lead}: writes ${written.join(', ')} (unordered; ${stood} stood)`,
            }, listed.indexOf(same[same.length - 1]));
        }
    }

    // --- One token ---

    /** Whether a token can make a move: not held at a join, not parked, not waiting for the clock. */
    private isAble(token: Token): boolean {
        if (token.body !== undefined) {
            return token.wait === undefined || token.wait.ready();
        }
        const { node } = token;
        if (node.incoming.length > 1 && node.kind !== 'merge' && node.kind !== 'done' && !this.isGathered(token)) {
            return false;
        }
        if (node.kind === 'accept') {
            token.acceptance ??= this.reach(token);
            return token.acceptance.ready();
        }
        return true;
    }

    private reach(token: Token): Acceptance {
        const { node } = token;
        return this.staged(node, () => reachAccept(node.node as ast.AcceptActionUsage, this.frame, this.activity, node.node));
    }

    /** Whether a node with several inputs has what it waits for, and this token is the one that goes on for all. */
    private isGathered(token: Token): boolean {
        const { node } = token;
        const waiting = this.tokens.filter(t => t.node === node && t.body === undefined);
        if (waiting.find(t => t.edge === token.edge) !== token || waiting[0] !== token) {
            return false;
        }
        for (const edge of node.incoming) {
            if (!waiting.some(t => t.edge === edge) && (node.kind === 'join' || this.canDeliver(edge))) {
                return false;
            }
        }
        return true;
    }

    /** Whether some token can still come over a succession without passing the node that it leads to. */
    private canDeliver(edge: ActionEdge): boolean {
        const sources = sourcesOf(edge);
        return this.tokens.some(t => t.node !== edge.target && sources.has(t.node));
    }

    private move(token: Token): void {
        const { simulation, performed } = this.activity;
        simulation.countActionStep();
        if (simulation.listener !== undefined && token.body === undefined) {
            simulation.listener.step(this.stepNumber, token.id, labelOf(token.node), performed);
        }
        this.acting = token;
        try {
            this.moveOver(token);
        } finally {
            this.acting = undefined;
        }
    }

    private moveOver(start: Token): void {
        let token = start;
        const { node } = token;
        if (token.body === undefined && node.incoming.length > 1 && node.kind !== 'merge' && node.kind !== 'done') {
            token = this.gather(token);
        }
        if (!this.perform(token)) {
            return;
        }
        if (this.ended || !this.tokens.includes(token)) {
            return;
        }
        this.leave(token);
    }

    /** Takes one token of every input and goes on with a fresh one, unless there is only one. */
    private gather(token: Token): Token {
        const { node } = token;
        const taken = node.incoming.map(edge => this.tokens.find(t => t.node === node && t.edge === edge && t.body === undefined)).filter(t => t !== undefined);
        const together = taken.includes(token) ? taken : [token, ...taken];
        if (together.length < 2) {
            return token;
        }
        for (const t of together) {
            this.remove(t);
        }
        const fresh = this.spawn(node, undefined);
        this.acting = fresh;
        return fresh;
    }

    private remove(token: Token): void {
        const index = this.tokens.indexOf(token);
        if (index >= 0) {
            this.tokens.splice(index, 1);
        }
    }

    /** Performs the body of a token's node; false while it is not over. */
    private perform(token: Token): boolean {
        const { node } = token;
        if (token.body !== undefined) {
            return this.resume(token);
        }
        switch (node.kind) {
            case 'start': return true;
            case 'done': return true;
            case 'accept':
                this.staged(node, () => token.acceptance!.complete());
                token.acceptance = undefined;
                return this.performBody(token, statementsBehind(node.node!));
            case 'terminate': {
                const { target } = node.node as ast.TerminateActionUsage;
                if (target === undefined) {
                    this.performBody(token, statementsBehind(node.node!));
                    this.terminate();
                    return false;
                }
                return this.performBody(token, [statementOf(node.node!)!]);
            }
            case 'fork': case 'join': case 'merge': case 'decide': {
                const statements = statementsBehind(node.node!);
                if (node.kind === 'merge' && statements.length > 0 && node.outgoing.every(e => e.guard !== undefined)) {
                    return this.traverseMerge(token, statements);
                }
                return statements.length === 0 || this.performBody(token, statements);
            }
            case 'action': case 'perform': {
                const usage = node.node!;
                if (!stepWaits(usage)) {
                    this.staged(node, () => performAtOnce(usage, this.frame, this.activity));
                    this.deliveries.deliver(node);
                    return true;
                }
                token.body = performStep(usage, this.frame, this.activity);
                return this.resume(token);
            }
            default: return this.performBody(token, [statementOf(node.node!)!]);
        }
    }

    private performBody(token: Token, statements: readonly Statement[]): boolean {
        const { node, frame, activity } = this.of(token);
        if (!statements.some(s => s.waits)) {
            this.staged(node, () => {
                try {
                    for (const statement of statements) {
                        statement.run(frame, activity);
                    }
                } catch (error) {
                    if (!(error instanceof Terminated) || error.of !== undefined) {
                        throw error;
                    }
                }
            });
            this.deliveries.deliver(node);
            return true;
        }
        token.body = stepAll(statements, frame, activity);
        return this.resume(token);
    }

    /** The body of a merge belongs to a traversal: an arrival that no succession takes on leaves nothing behind. */
    private traverseMerge(token: Token, statements: readonly Statement[]): boolean {
        const { node } = token;
        const passes = this.activity.simulation.preview(() => {
            this.performBody(token, statements);
            return node.outgoing.some(e => this.decisions.holds(e));
        });
        if (!passes) {
            this.remove(token);
            return false;
        }
        return this.performBody(token, statements);
    }

    private of(token: Token): { node: ActionNode; frame: Frame; activity: Activity } {
        return { node: token.node, frame: this.frame, activity: this.activity };
    }

    /** Goes on with a body until it has to wait or its inner flow has made its step. */
    private resume(token: Token): boolean {
        const { node } = token;
        const body = token.body!;
        return this.staged(node, () => {
            for (;;) {
                let next: IteratorResult<Wait | undefined, void>;
                try {
                    next = body.next();
                } catch (error) {
                    if (error instanceof Terminated && error.of === undefined) {
                        next = { done: true, value: undefined };
                    } else {
                        throw error;
                    }
                }
                if (next.done === true) {
                    token.body = undefined;
                    token.wait = undefined;
                    this.deliveries.deliver(node);
                    return true;
                }
                if (next.value !== undefined) {
                    token.wait = next.value;
                    return false;
                }
            }
        });
    }

    private staged<T>(node: ActionNode, work: () => T): T {
        try {
            return work();
        } catch (error) {
            throw framed(error, `action node ${labelOf(node)}`);
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
        for (const edge of outgoing) {
            if (!edge.isElse && this.decisions.holds(edge)) {
                if (only !== undefined) {
                    throw new EvaluationError('more than one succession is enabled', `action node ${labelOf(node)} has multiple successors`);
                }
                only = edge;
            }
        }
        only ??= outgoing.find(e => e.isElse);
        if (only === undefined) {
            this.remove(token);
        } else {
            this.follow(token, only);
        }
    }

    private follow(token: Token, edge: ActionEdge): void {
        token.node = edge.target;
        token.edge = edge;
    }

    // --- Ending ---

    /** Ends the performance: its other tokens are dropped. */
    terminate(): void {
        this.ended = true;
        this.tokens.length = 0;
    }

    has(step: AstNode): boolean {
        return this.graph.nodes.some(n => n.node === step);
    }

    stepNamed(name: string): AstNode | undefined {
        return this.graph.nodes.find(n => n.name === name)?.node;
    }

    addressOf(step: AstNode): object {
        return step;
    }

    terminateStep(step: AstNode): void {
        const own = this.acting;
        for (const token of [...this.tokens]) {
            if (token.node.node !== step || token === own) {
                continue;
            }
            token.body = undefined;
            token.wait = undefined;
            token.acceptance = undefined;
            this.leave(token);
        }
        if (own?.node.node === step) {
            throw new Terminated(undefined);
        }
    }

    /** Why no token can move, for the report of a deadlock. */
    deadlock(): string {
        const accepts: string[] = [];
        let others = 0;
        for (const token of this.tokens) {
            const waits = token.acceptance?.describe() ?? token.wait?.describe() ?? [];
            accepts.push(...waits);
            others += waits.length === 0 ? 1 : 0;
        }
        if (accepts.length > 0) {
            return `accept deadlock in action ${this.graph.name}: nothing can post the awaited message (${accepts.join(', ')})`
                + (others > 0 ? `; ${others} token(s) blocked for another reason` : '');
        }
        const held = this.tokens[0];
        const missing = held.node.incoming.filter(e => !this.tokens.some(t => t.edge === e)).map(e => labelOf(e.source));
        return `action deadlock in action ${this.graph.name}: ${held.node.kind} ${labelOf(held.node)} waits for ${missing.join(', ')}`;
    }
}

const SOURCES = Symbol('nodes that can deliver over a succession');

/** The nodes from which a token can come over a succession without passing its target. */
function sourcesOf(edge: ActionEdge): ReadonlySet<ActionNode> {
    const known = (edge as unknown as { [SOURCES]?: ReadonlySet<ActionNode> });
    return (known[SOURCES] ??= computeSources(edge));
}

function computeSources(edge: ActionEdge): ReadonlySet<ActionNode> {
    const found = new Set<ActionNode>();
    const work = edge.source === edge.target ? [] : [edge.source];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        if (found.has(node)) {
            continue;
        }
        found.add(node);
        for (const { source } of node.incoming) {
            if (source !== edge.target) {
                work.push(source);
            }
        }
    }
    return found;
}
