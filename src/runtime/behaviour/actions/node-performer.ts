/**
 * What a token has to do at its node before it goes on (contract behaviour 3.1, 4, 5): an accept is completed, a step performed, the body
 * of a control node executed, in one piece or, where it waits, in steps. Says how that ends; what it means for the tokens is the flow's.
 */
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Activity } from '../simulation/activity.js';
import { withCursor } from '../simulation/cursors.js';
import type { Wait } from '../simulation/simulation.js';
import { acceptOf, type ActionNode, labelOf } from './action-graph.js';
import { type Acceptance, reachAccept } from './communication.js';
import type { Decisions } from './decisions.js';
import type { Deliveries } from './deliveries.js';
import { performAtOnce, performStep, statementsBehind, stepWaits } from './perform.js';
import { framed, type Statement, stepAll, Terminated } from './statement.js';
import { statementOf } from './statements.js';
import type { Token } from './tokens.js';

/** How performing a node ended: it is over, it goes on in a later step, it was for nothing, or it ends the whole action. */
export type NodeOutcome = 'over' | 'waits' | 'vain' | 'terminates';

export class NodePerformer {
    /** @param activity of the flow whose nodes they are */
    constructor(
        private readonly frame: Frame,
        private readonly activity: Activity,
        private readonly decisions: Decisions,
        private readonly deliveries: Deliveries
    ) {}

    /** Sets up what the accept of a token's node waits for. */
    reach({ node }: Token): Acceptance {
        const accept = acceptOf(node);
        return staged(node, () => reachAccept(accept, this.frame, this.activity, accept));
    }

    /** Performs the node of a token, or goes on with what it is in the middle of. */
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
                if (node.kind === 'merge' && statements.length > 0 && node.outgoing.every(e => e.guard !== undefined)) {
                    return this.traverseMerge(token, statements);
                }
                return statements.length === 0 ? 'over' : this.performBody(token, statements);
            }
            case 'action':
            case 'perform': {
                const usage = node.node!;
                if (!stepWaits(usage)) {
                    return this.performWhole(token, () => performAtOnce(usage, this.frame, this.activity));
                }
                token.body = performStep(usage, this.frame, this.activity);
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
        if (statements.some(s => s.waits)) {
            token.body = stepAll(statements, frame, activity);
            this.beginCursor(token);
            return this.resume(token);
        }
        return this.performWhole(token, () => {
            for (const statement of statements) {
                statement.run(frame, activity);
            }
        });
    }

    /** Performs what does not wait; it may be ended in the middle of it. */
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

    /** Performs the body of a merge. Where no succession out of the merge is open afterwards, what the body did is undone. */
    private traverseMerge(token: Token, statements: readonly Statement[]): NodeOutcome {
        const { node } = token;
        const passes = this.activity.simulation.preview(() => {
            this.performBody(token, statements);
            return node.outgoing.some(e => this.decisions.holds(e));
        });
        return passes ? this.performBody(token, statements) : 'vain';
    }

    /** Goes on with a body until it has to wait or its inner flow has made its step. */
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

/** Whether a failure is the end of the performance that a token is in the middle of. */
function isEndOf(token: Token, error: unknown): boolean {
    return error instanceof Terminated && (error.of === undefined || error.of === token);
}
