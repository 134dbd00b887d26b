/** Records the moments of one flow: its active nodes, and the successions taken since the moment before. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Activity } from '../simulation/activity.js';
import type { Moments } from '../simulation/moments.js';
import type { ActionEdge } from './action-graph.js';
import type { Token } from './tokens.js';

export class FlowRecording {
    private readonly performance: number;
    private taken: ActionEdge[] = [];
    private moved: string[] = [];

    private constructor(
        private readonly action: AstNode,
        private readonly activity: Activity,
        private readonly moments: Moments
    ) {
        this.performance = moments.begin();
    }

    /** The recording of a flow that begins; undefined if the run keeps no moments. */
    static of(action: AstNode, activity: Activity): FlowRecording | undefined {
        const { moments } = activity.simulation;
        return moments && new FlowRecording(action, activity, moments);
    }

    takes(edge: ActionEdge): void {
        this.taken.push(edge);
    }

    /** @param label the label of the node that is performed */
    moves(label: string): void {
        this.moved.push(label);
    }

    /** Records the moment after a step. @param active the tokens that the flow has then */
    recordStep(number: number, active: readonly Token[]): void {
        this.record(`step ${number}: ${this.moved.join(', ')}`, active);
    }

    record(text: string, active: readonly Token[]): void {
        const { action, activity, moments, performance, taken } = this;
        const { simulation, agent } = activity;
        moments.add({
            time: simulation.now,
            graph: action,
            performance,
            object: agent.object?.id,
            active: active.map(t => t.node),
            taken: taken.map(({ id, decl }) => ({ id, node: decl })),
            text
        });
        this.taken = [];
        this.moved = [];
    }
}
