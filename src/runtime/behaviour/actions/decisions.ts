/**
 * Guards and decisions of a flow (contract behaviour 3.3, 15.1): the enabled successions and the branch that a decision takes. Does not
 * depend on tokens.
 */
import { behaviourCodeOf, codeOf } from '../../evaluation/expressions/code.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { EvaluationError, type Value, isRealNumber, scalarOf, toDouble, valueText } from '../../values/index.js';
import { type ActionEdge, type ActionNode, labelOf } from './action-graph.js';
import { booleanOf } from './conditions.js';
import { stepsAfter } from './ways.js';
import { branchText } from '../schedules/schedule.js';
import type { Simulation } from '../simulation/simulation.js';
import { framed } from './statement.js';

export class Decisions {
    /** @param stepNumber number of the flow's current step, for texts */
    constructor(
        private readonly frame: Frame,
        private readonly simulation: Simulation,
        private readonly stepNumber: () => number
    ) {}

    /** Whether a succession's guard holds. @throws EvaluationError type mismatch, and errors of the guard */
    holds(edge: ActionEdge): boolean {
        const { guard, source } = edge;
        if (guard === undefined) {
            return true;
        }
        const { order, surrogate } = this.simulation;
        if (surrogate !== undefined) {
            return surrogate.holds(guard, this.frame);
        }
        let value: Value;
        order?.statement();
        try {
            this.frame.run.step();
            value = behaviourCodeOf(guard)(this.frame);
        } catch (error) {
            throw framed(error, `eval guard of node ${labelOf(source)}`);
        }
        order?.governs(stepsAfter(source));
        return booleanOf(value, `node ${labelOf(source)}: guard`);
    }

    /** The branch of a decision (contract behaviour 3.3). */
    decide(node: ActionNode): ActionEdge {
        const { simulation } = this;
        const branches = node.outgoing.filter(e => e.guard !== undefined);
        const unguarded = node.outgoing.filter(e => e.guard === undefined);
        if (node.outgoing.some(e => e.weight !== undefined)) {
            return this.decideByWeight(node);
        }
        const open = this.openOf(branches, node);
        const fallback = unguarded.find(e => e.isElse) ?? unguarded[0];
        if (open.length === 0) {
            if (fallback === undefined) {
                throw new EvaluationError('no guard holds', `decision ${labelOf(node)} has no branch to take`);
            }
            if (unguarded.filter(e => !e.isElse).length < 2) {
                return fallback;
            }
            open.push(...unguarded.filter(e => !e.isElse));
        }
        const names = (): string[] => open.map(branchName);
        const pick = simulation.scheduler.pick(
            open.length,
            () => branchText(`step ${this.stepNumber()}: decision ${labelOf(node)}`, ' branches', node.node, names, ' hold'),
            log => log.branching(stepsAfter(node))
        );
        return this.taken(open, pick);
    }

    /** The branches whose guard holds, in their order. Guards after the first open branch are evaluated in a preview. */
    private openOf(branches: readonly ActionEdge[], node: ActionNode): ActionEdge[] {
        const open: ActionEdge[] = [];
        for (const edge of branches) {
            if (open.length === 0 || edge.guard === undefined ? this.holds(edge) : this.previewed(edge, node)) {
                open.push(edge);
            }
        }
        return open;
    }

    /** The chosen branch. A guard that was only previewed is evaluated again, with its effects. */
    private taken(open: readonly ActionEdge[], pick: number): ActionEdge {
        const edge = open[pick];
        if (pick > 0 && edge.guard !== undefined) {
            this.holds(edge);
        }
        return edge;
    }

    private previewed(edge: ActionEdge, node: ActionNode): boolean {
        const { simulation } = this;
        try {
            return simulation.preview(() => this.holds(edge));
        } catch (error) {
            if (!(error instanceof EvaluationError)) {
                throw error;
            }
            simulation.scheduler.noteGuard(
                `step ${this.stepNumber()}: decision ${labelOf(node)} branch ${branchName(edge)}: ${error.reason} (not selected)`,
                edge.guard
            );
            return false;
        }
    }

    private decideByWeight(node: ActionNode): ActionEdge {
        const { scheduler } = this.simulation;
        const held = this.openOf(
            node.outgoing.filter(e => !e.isElse),
            node
        );
        const open = held.length > 0 ? held : node.outgoing.filter(e => e.isElse);
        if (open.length === 0) {
            throw new EvaluationError('no guard holds', `decision ${labelOf(node)} has no branch to take`);
        }
        const raw = open.map(e => this.weightOf(e, node));
        const sum = raw.reduce((a, b) => a + b, 0);
        if (!(sum > 0)) {
            throw new EvaluationError('invalid branch weights', `decision ${labelOf(node)} has no branch of positive probability`);
        }
        const weights = raw.map(w => w / sum);
        const likeliest = weights.indexOf(Math.max(...weights));
        let drawn: number | undefined;
        let u: number | undefined;
        if (scheduler.modelGenerator !== undefined && !scheduler.explores && open.length > 1) {
            u = scheduler.modelGenerator.real();
            let cumulated = 0;
            drawn = weights.findIndex(w => (cumulated += w) > u!);
            drawn = drawn < 0 ? weights.length - 1 : drawn;
        }
        const pick = scheduler.pickWeighted(
            open.length,
            likeliest,
            drawn,
            () => {
                const listed = open.map((e, i) => `${branchName(e)} p=${shortNumber(weights[i])}`);
                const lead = `step ${this.stepNumber()}: decision ${labelOf(node)}`;
                const draw = u === undefined ? '' : `drew ${shortNumber(u)}, `;
                return {
                    node: node.node,
                    subject: lead,
                    weights,
                    alternatives: () => listed,
                    text: i => `${lead} branches ${listed.join(', ')} hold (weighted; ${draw}took ${branchName(open[i])})`,
                    witness: i => `${lead} -> ${branchName(open[i])} among ${listed.join(', ')}`
                };
            },
            log => log.branching(stepsAfter(node))
        );
        return this.taken(open, pick);
    }

    private weightOf(edge: ActionEdge, node: ActionNode): number {
        const value = scalarOf(codeOf(edge.weight!)(this.frame));
        const p = isRealNumber(value) ? toDouble(value) : NaN;
        if (!(p >= 0 && p <= 1)) {
            throw new EvaluationError(
                'invalid branch weights',
                `decision ${labelOf(node)}: branch ${branchName(edge)} has the probability ${valueText(value)}`
            );
        }
        return p;
    }
}

/** The name of a branch in texts: its position among the successions of its node and its target. */
function branchName(edge: ActionEdge): string {
    return `${edge.source.outgoing.indexOf(edge) + 1}->${labelOf(edge.target)}`;
}

/** A number in texts: at most four decimal places. */
function shortNumber(value: number): string {
    return String(Math.round(value * 10_000) / 10_000);
}
