/**
 * What is active in a run and how it came there, moment by moment, in the numbers of the graphs that are exported: what a picture of a run
 * is made of. A trace tells a run in words; this tells it in places. Knows no executor.
 */
import type { AstNode } from '../../../language/generated/tree.js';

/** A vertex, node, transition or succession of a lowered graph. */
export interface GraphPlace {
    /** its number in the graph */
    readonly id: number;
    /** what declares it; undefined for what the language or the order of a body states */
    readonly node: AstNode | undefined;
}

/** A state machine or a flow of tokens after one of its steps. */
export interface Moment {
    /** seconds on the run's clock */
    readonly time: number;
    /** the behaviour whose graph it is */
    readonly graph: AstNode;
    /** number of the machine or of the performance of the flow, in the order in which they began */
    readonly performance: number;
    /** number of the object that performs it */
    readonly object: number | undefined;
    /** the active states, outer ones first; the nodes at which tokens are, one for each token */
    readonly active: readonly GraphPlace[];
    /** the transitions and successions over which it came here from the moment before */
    readonly taken: readonly GraphPlace[];
    readonly text: string;
}

/** Is notified of the moments of a run; keeps the first ones. */
export class Moments {
    private kept: Moment[] = [];
    private performances = 0;
    /** how many came when no more were kept */
    dropped = 0;

    constructor(private readonly limit: number) {}

    /** A machine or flow begins. @returns its number */
    begin(): number {
        return this.performances++;
    }

    add(moment: Moment): void {
        if (this.kept.length < this.limit) {
            this.kept.push(moment);
        } else {
            this.dropped++;
        }
    }

    get all(): readonly Moment[] {
        return this.kept;
    }

    /** The moments so far, once: only those that come later are kept from then on. */
    take(): readonly Moment[] {
        const { kept } = this;
        this.kept = [];
        return kept;
    }
}

/** More than a picture shows. */
export const MOST_MOMENTS = 10_000;
