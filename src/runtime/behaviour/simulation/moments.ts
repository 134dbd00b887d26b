/**
 * The active states and nodes of a run, moment by moment, as numbers of the exported graphs, for a drawing of the run. (A trace reports a
 * run as text.) Does not depend on executors.
 */
import type { AstNode } from '../../../language/generated/tree.js';

/** A vertex, node, transition or succession of a lowered graph. */
export interface GraphPlace {
    /** its number in the graph */
    readonly id: number;
    /** the declaring element; undefined for an element that the language or the order of a body implies */
    readonly node: AstNode | undefined;
}

/** A state machine or a token flow after one of its steps. */
export interface Moment {
    /** seconds on the run's clock */
    readonly time: number;
    /** the behaviour whose graph it is */
    readonly graph: AstNode;
    /** number of the machine or of the flow's performance, in the order of their starts */
    readonly performance: number;
    /** number of the object that performs it */
    readonly object: number | undefined;
    /** the active states, outer ones first, or the node of each token */
    readonly active: readonly GraphPlace[];
    /** the transitions and successions taken since the moment before */
    readonly taken: readonly GraphPlace[];
    readonly text: string;
}

/** Collects the moments of a run, up to a limit. */
export class Moments {
    private kept: Moment[] = [];
    private performances = 0;
    /** number of moments beyond the limit */
    dropped = 0;

    constructor(private readonly limit: number) {}

    /** Registers a machine or flow. @returns its number */
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

    /** Returns the moments so far and removes them. */
    take(): readonly Moment[] {
        const { kept } = this;
        this.kept = [];
        return kept;
    }
}

/** Limit of the moments of a run; more than a drawing shows. */
export const MOST_MOMENTS = 10_000;
