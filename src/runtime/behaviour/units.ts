/**
 * Units of concurrent regions: performances whose order across regions is open (contract behaviour 13.3). A chain keeps its order; each
 * draw takes the next performing unit of one chain, silent units ride along.
 */
import type { AstNode } from 'langium';
import { orderText, type Scheduler } from './schedule.js';

export interface Unit {
    readonly label: string;
    /** whether it performs something, and so counts as an alternative */
    readonly performs: boolean;
    /** Performs it; answers the units that come next in its chain because of it. */
    run(): readonly Unit[];
    /** The first performing unit that would follow a silent one; undefined when that is not known before. */
    peek?(): string | undefined;
    /** Whether the rest of the chain has been disarmed. */
    isDead?(): boolean;
}

/** Runs chains of units in an order that the scheduler takes. */
export function interleave(scheduler: Scheduler, lead: () => string, node: AstNode | undefined, chains: readonly Unit[][]): void {
    if (chains.length === 1) {
        runWhole(chains[0]);
        return;
    }
    const live = chains.filter(chain => chain.length > 0);
    while (live.length > 0) {
        const [first] = live;
        if (nextLabel(first) === undefined) {
            runWhole(first);
            live.shift();
            continue;
        }
        const open = live.filter(chain => nextLabel(chain) !== undefined);
        const names = open.map(chain => nextLabel(chain)!);
        const chain = open[scheduler.pick(open.length, () => orderText(lead(), 'next ', node, () => names))];
        runNext(chain);
        if (chain.length === 0) {
            live.splice(live.indexOf(chain), 1);
        }
    }
}

function nextLabel(chain: readonly Unit[]): string | undefined {
    for (const unit of chain) {
        if (unit.performs) {
            return unit.label;
        }
        const behind = unit.peek?.();
        if (behind !== undefined) {
            return behind;
        }
    }
    return undefined;
}

/** Runs a chain up to and including its next performing unit. */
function runNext(chain: Unit[]): void {
    for (let unit = chain.shift(); unit !== undefined; unit = chain.shift()) {
        chain.unshift(...unit.run());
        if (unit.performs) {
            break;
        }
    }
    // Silent units at the end have nothing left to ride along with.
    while (chain.length > 0 && nextLabel(chain) === undefined) {
        chain.unshift(...chain.shift()!.run());
    }
}

function runWhole(chain: Unit[]): void {
    for (let unit = chain.shift(); unit !== undefined; unit = chain.shift()) {
        chain.unshift(...unit.run());
    }
}
