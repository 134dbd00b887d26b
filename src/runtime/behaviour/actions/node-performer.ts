/**
 * Performs the node of a token before the token moves on (contract behaviour 3.1, 4, 5): completes an accept, performs a step, or executes
 * the body of a control node, step by step where it has to wait. Returns how that ended; the flow moves the tokens accordingly.
 */
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Activity } from '../simulation/activity.js';
import { withCursor } from '../simulation/cursors.js';
import { beginStep } from '../simulation/frames.js';
import type { Wait } from '../simulation/simulation.js';
import type { Send } from '../simulation/surrogate.js';
import { acceptOf, type ActionNode, labelOf } from './action-graph.js';
import { type Acceptance, reachAccept } from './communication.js';
import type { Decisions } from './decisions.js';
import type { Deliveries } from './deliveries.js';
import { performAtOnce, performStep, statementsBehind, stepWaits } from './perform.js';
import { Body, framed, runAll, type Statement, stepAll, Terminated } from './statement.js';
import { statementOf } from './statements.js';
import type { Token } from './tokens.js';

/**
 * The outcome of performing a node: over, continued in a later step (`waits`), undone (`vain`), or end of the whole action (`terminates`).
 */
export type NodeOutcome = 'over' | 'waits' | 'vain' | 'terminates';

export class NodePerformer {
    /** @param activity the activity of the flow that owns the nodes */
    constructor(
        private readonly frame: Frame,
        private readonly activity: Activity,
        private readonly decisions: Decisions,
        private readonly deliveries: Deliveries
    ) {}

    /** Sets up the wait of the accept at a token's node. */
    reach({ node }: Token): Acceptance {
        const accept = acceptOf(node);
        return staged(node, () => reachAccept(accept, this.frame, this.activity, accept));
    }

    /** Performs the node of a token, or resumes its body. */
    perform(token: Token): NodeOutcome {
        const { node } = token;
        if (token.body !== undefined) {
            return this.resume(token);
        }
        switch (node.kind) {
            case 'start':
            case 'done':
                return 'over';
            case 'accept':
                staged(node, () => token.acceptance!.complete());
                token.acceptance = undefined;
                return this.performBody(token, statementsBehind(node.node!));
            case 'terminate': {
                const target = node.node?.$type === 'TerminateActionUsage' ? node.node.target : undefined;
                if (target === undefined) {
                    this.performBody(token, statementsBehind(node.node!));
                    return 'terminates';
                }
                return this.performBody(token, [statementOf(node.node!)!]);
            }
            case 'fork':
            case 'join':
            case 'merge':
            case 'decide': {
                const statements = statementsBehind(node.node!);
                if (node.hasPins) {
                    beginStep(node.node!, this.frame, this.activity.simulation);
                    this.activity.simulation.surrogate?.begins(node.node!, this.frame);
                }
                if (node.kind === 'merge' && statements.length > 0 && node.outgoing.every(e => e.guard !== undefined)) {
                    return this.traverseMerge(token, statements);
                }
                return statements.length === 0 && !node.hasPins ? 'over' : this.performBody(token, statements);
            }
            case 'action':
            case 'perform': {
                const usage = node.node!;
                if (this.activity.simulation.surrogate !== undefined) {
                    return this.performBody(token, [statementOf(usage)!]);
                }
                if (!stepWaits(usage)) {
                    return this.performWhole(token, () => performAtOnce(usage, this.frame, this.activity));
                }
                token.body = new Body(performStep(usage, this.frame, this.activity));
                this.beginCursor(token);
                return this.resume(token);
            }
            default:
                return this.performBody(token, [statementOf(node.node!)!]);
        }
    }

    private beginCursor(token: Token): void {
        token.cursor = this.activity.simulation.cursor === undefined ? undefined : [];
    }

    private performBody(token: Token, statements: readonly Statement[]): NodeOutcome {
        const { frame, activity } = this;
        const { surrogate } = activity.simulation;
        if (surrogate !== undefined) {
            const send: Send = node => statementOf(node)!.run(frame, activity);
            return this.performWhole(token, () => statements.forEach(s => surrogate.perform(s.node, frame, send)));
        }
        if (statements.some(s => s.waits)) {
            token.body = new Body(stepAll(statements, frame, activity, token.node.node));
            this.beginCursor(token);
            return this.resume(token);
        }
        const [first] = statements;
        const isNode = statements.length === 1 && first.node === token.node.node;
        return this.performWhole(token, () => (isNode ? first.run(frame, activity) : runAll(statements, frame, activity)));
    }

    /** Performs a body that does not wait; a terminate may end it. */
    private performWhole(token: Token, work: () => void): NodeOutcome {
        const { node } = token;
        staged(node, () => {
            try {
                work();
            } catch (error) {
                if (!isEndOf(token, error)) {
                    throw error;
                }
            }
        });
        this.deliveries.deliver(node);
        return 'over';
    }

    /** Performs the body of a merge. Undoes it where no succession out of the merge is enabled afterwards. */
    private traverseMerge(token: Token, statements: readonly Statement[]): NodeOutcome {
        const { node } = token;
        const passes = this.activity.simulation.preview(() => {
            this.performBody(token, statements);
            return node.outgoing.some(e => this.decisions.holds(e));
        });
        return passes ? this.performBody(token, statements) : 'vain';
    }

    /** Resumes a body until it has to wait or its inner flow has made a step. */
    private resume(token: Token): NodeOutcome {
        const { node } = token;
        const body = token.body!;
        return staged(node, () => {
            for (;;) {
                let next: IteratorResult<Wait | undefined, void>;
                try {
                    next = withCursor(this.activity.simulation, token.cursor, () => body.next());
                } catch (error) {
                    if (isEndOf(token, error)) {
                        next = { done: true, value: undefined };
                    } else {
                        throw error;
                    }
                }
                if (next.done === true) {
                    token.body = undefined;
                    token.wait = undefined;
                    this.deliveries.deliver(node);
                    return 'over';
                }
                if (next.value !== undefined) {
                    token.wait = next.value;
                    return 'waits';
                }
            }
        });
    }
}

function staged<T>(node: ActionNode, work: () => T): T {
    try {
        return work();
    } catch (error) {
        throw framed(error, `action node ${labelOf(node)}`);
    }
}

/** Whether an error ends the performance that a token is in. */
function isEndOf(token: Token, error: unknown): boolean {
    return error instanceof Terminated && (error.of === undefined || error.of === token);
}
