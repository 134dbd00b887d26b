/**
 * Objects that `Instantiate` leaves behind for later questions about the model, with the behaviours that came with them and the record of
 * what those did (contract: operations, RunDocumentQuery 4; sheet 3.7 rule 5). They go with the model.
 */
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import type { Instance } from '../evaluation/instances/instance.js';
import { Machine } from './machines/machine.js';
import type { Simulation } from './simulation/simulation.js';
import type { Trace } from './simulation/trace.js';

/** Asks whether a call goes on; may throw to end it. */
export type Leave = () => void;

/** The objects of one call: the root with everything below it, and what they did. */
export class Population {
    private leave: Leave = () => undefined;
    /** the qualified name that it was instantiated as */
    readonly name: string;

    constructor(
        readonly root: Instance,
        /** how many objects were answered with the root, itself included */
        readonly count: number,
        readonly simulation: Simulation,
        readonly trace: Trace
    ) {
        this.name = qualifiedNameOf(root.type) ?? '';
    }

    /** The state machines of its objects that have not ended. */
    get machines(): readonly Machine[] {
        return this.simulation.agents.filter((a): a is Machine => a instanceof Machine && !a.hasEnded);
    }

    /** To be called by what computes with the objects, from time to time. */
    checkLeave(): void {
        this.leave();
    }

    /** Gives a call the objects: whole budgets, and its own cancellation. */
    lend(leave: Leave): void {
        this.leave = leave;
        this.simulation.run.restart();
    }
}

export class HeldObjects {
    private readonly held: Population[] = [];
    private total = 0;

    /** What is held, in the order in which it was made. */
    get populations(): readonly Population[] {
        return this.held;
    }

    /** Keeps the objects of a call; false, and nothing is kept, when that is more than the limit allows. */
    keep(population: Population, limit: number): boolean {
        if (this.total + population.count > limit) {
            return false;
        }
        this.held.push(population);
        this.total += population.count;
        return true;
    }
}
