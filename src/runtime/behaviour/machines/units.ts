/**
 * Units of concurrent regions: behaviours whose order across regions is open (contract behaviour 13.3). A chain keeps its order. Among
 * concurrent chains, each choice takes the next performing unit of one chain; silent units run along. Does not depend on states.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { orderText, type Scheduler } from '../schedules/schedule.js';
import type { OrderLog } from '../simulation/order-log.js';

export interface Unit {
    readonly label: string;
    /** whether it performs a behaviour, so that it is an alternative */
    readonly performs: boolean;
    /** Runs it. @returns the steps that follow in its chain */
    run(): readonly Step[];
    /**
     * The steps that running a silent unit will return, if they are known before: their performing units are alternatives of the choice
     * already.
     */
    foresee?(): readonly Step[];
}

/** Concurrent chains as one step of the enclosing chain. */
export interface Fan {
    readonly chains: readonly (readonly Step[])[];
    /** subject of the choice between them: `exiting work` */
    readonly lead: () => string;
    /** the element at which the choice is reported */
    readonly node: AstNode | undefined;
}

export type Step = Unit | Fan;

/** The part of a machine that chains depend on. */
export interface UnitHost {
    /** the machine */
    readonly node: AstNode;
    readonly simulation: { readonly scheduler: Scheduler; readonly order: OrderLog | undefined };
    /** whether the machine has ended, so that nothing remains to choose */
    readonly hasEnded: boolean;
}

export const NO_STEPS: readonly Step[] = [];

/** A unit without observable effect. */
export function silent(run: () => readonly Step[] | void, foresee?: () => readonly Step[]): Unit {
    return { label: '', performs: false, run: () => run() ?? NO_STEPS, foresee };
}

/** Steps in progress: an open fan keeps the rest of its chains. */
type Chain = (Unit | OpenFan)[];
interface OpenFan extends Fan {
    readonly chains: Chain[];
}

/** Runs a chain; the scheduler orders its concurrent chains. */
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

/** Runs a function as part of a concurrent chain. */
function within(host: UnitHost, chain: Chain, work: () => void): void {
    const { order } = host.simulation;
    if (order === undefined) {
        work();
    } else {
        order.during(chain, work);
    }
}

/** The innermost chain that contains a unit. */
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

/** The labels of the next units of a chain: one, or one for each of the concurrent chains that it has reached. */
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

/** Runs a chain up to and including one of its next units. */
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
    // trailing silent units have no performing unit after them that would run them
    if (chain.length > 0 && labelsOf(chain).length === 0) {
        runWhole(host, chain);
    }
}
