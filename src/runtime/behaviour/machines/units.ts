/**
 * Units of concurrent regions: performances whose order across regions is open (contract behaviour 13.3). A chain keeps its order; where
 * chains are concurrent each draw takes the next performing unit of one of them, silent units ride along. Knows no states.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { orderText, type Scheduler } from '../schedules/schedule.js';
import type { OrderLog } from '../simulation/order-log.js';

export interface Unit {
    readonly label: string;
    /** whether it performs something, and so counts as an alternative */
    readonly performs: boolean;
    /** Performs it; answers what comes next in its chain because of it. */
    run(): readonly Step[];
    /** What running a silent one would answer, as far as it is known before: its performing units count as alternatives already. */
    foresee?(): readonly Step[];
}

/** Chains that are concurrent, as one step of the chain around them. */
export interface Fan {
    readonly chains: readonly (readonly Step[])[];
    /** of the choice between them, as in `exiting work` */
    readonly lead: () => string;
    /** where the choice is located */
    readonly node: AstNode | undefined;
}

export type Step = Unit | Fan;

/** What a chain runs under. */
export interface UnitHost {
    /** the machine */
    readonly node: AstNode;
    readonly simulation: { readonly scheduler: Scheduler; readonly order: OrderLog | undefined };
    /** set when nothing is performed any more, so that there is nothing to choose */
    readonly hasEnded: boolean;
}

export const NO_STEPS: readonly Step[] = [];

/** A unit that nobody can tell from those around it. */
export function silent(run: () => readonly Step[] | void, foresee?: () => readonly Step[]): Unit {
    return { label: '', performs: false, run: () => run() ?? NO_STEPS, foresee };
}

/** Steps that go on: a fan that was reached keeps what is left of its chains. */
type Chain = (Unit | OpenFan)[];
interface OpenFan extends Fan {
    readonly chains: Chain[];
}

/** Runs a chain; concurrent chains in it in an order that the scheduler takes. */
export function runChain(host: UnitHost, steps: readonly Step[]): void {
    runWhole(host, opened(steps));
}

function opened(steps: readonly Step[]): Chain {
    return steps.map(step => ('chains' in step ? { ...step, chains: step.chains.map(opened) } : step));
}

function runWhole(host: UnitHost, chain: Chain): void {
    for (let step = chain.shift(); step !== undefined; step = chain.shift()) {
        if ('chains' in step) {
            interleave(host, step);
        } else {
            chain.unshift(...opened(step.run()));
        }
    }
}

function interleave(host: UnitHost, { chains, lead, node }: OpenFan): void {
    const live = chains.filter(chain => chain.length > 0);
    while (live.length > 0) {
        const [first] = live;
        if (live.length === 1 || host.hasEnded || labelsOf(first).length === 0) {
            within(host, first, () => runWhole(host, first));
            live.shift();
            continue;
        }
        const open = live.flatMap(chain => labelsOf(chain).map((label, index) => ({ label, chain, index })));
        const taken =
            open[
                host.simulation.scheduler.pick(
                    open.length,
                    () => orderText(lead(), 'next ', node, () => open.map(h => h.label)),
                    log =>
                        log.unordered(
                            open.map(h => drawnOf(h.chain, h.index)),
                            [host.node]
                        )
                )
            ];
        advance(host, taken.chain, taken.index);
        for (let i = live.length - 1; i >= 0; i--) {
            if (live[i].length === 0) {
                live.splice(i, 1);
            }
        }
    }
    chains.forEach(chain => host.simulation.order?.joins(chain));
}

/** Does something as a part of a chain, which is concurrent with others. */
function within(host: UnitHost, chain: Chain, work: () => void): void {
    const { order } = host.simulation;
    if (order === undefined) {
        work();
    } else {
        order.during(chain, work);
    }
}

/** The innermost chain that a unit is drawn from. */
function drawnOf(chain: Chain, index: number): Chain {
    for (const step of chain) {
        if ('chains' in step) {
            let before = 0;
            for (const inner of step.chains) {
                const count = labelsOf(inner).length;
                if (index < before + count) {
                    return drawnOf(inner, index - before);
                }
                before += count;
            }
            if (before > 0) {
                return chain;
            }
        } else if (step.performs || labelsOf([step]).length > 0) {
            return chain;
        }
    }
    return chain;
}

/** The units of a chain that can be drawn: one, or one of each of the concurrent chains that it has come to. */
export function labelsOf(steps: readonly Step[]): readonly string[] {
    for (const step of steps) {
        const labels =
            'chains' in step
                ? step.chains.flatMap(labelsOf)
                : step.performs
                  ? [step.label]
                  : step.foresee === undefined
                    ? []
                    : labelsOf(step.foresee());
        if (labels.length > 0) {
            return labels;
        }
    }
    return [];
}

/** Runs a chain up to and including one of the units that can be drawn. */
function advance(host: UnitHost, chain: Chain, index: number): void {
    within(host, chain, () => advanceIn(host, chain, index));
}

function advanceIn(host: UnitHost, chain: Chain, index: number): void {
    for (let step = chain[0]; chain.length > 0; step = chain[0]) {
        if ('chains' in step) {
            const before = [0];
            step.chains.forEach(c => before.push(before[before.length - 1] + labelsOf(c).length));
            const at = step.chains.findIndex((_, i) => before[i] <= index && index < before[i + 1]);
            if (at >= 0) {
                advance(host, step.chains[at], index - before[at]);
                if (step.chains.every(c => c.length === 0)) {
                    step.chains.forEach(c => host.simulation.order?.joins(c));
                    chain.shift();
                }
                break;
            }
        }
        chain.shift();
        if ('chains' in step) {
            interleave(host, step);
        } else {
            chain.unshift(...opened(step.run()));
            if (step.performs) {
                break;
            }
        }
    }
    // silent units at the end have no performing unit after them that would run them
    if (chain.length > 0 && labelsOf(chain).length === 0) {
        runWhole(host, chain);
    }
}
