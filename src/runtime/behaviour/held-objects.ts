/**
 * Objects that `Instantiate` keeps for later requests on the model, with their behaviours and the trace of these (contract: operations,
 * RunDocumentQuery 4; sheet 3.7 rule 5). They are dropped with the model.
 */
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { type Instance, outermost } from '../evaluation/instances/instance.js';
import { ActionAgent } from './actions/action-agent.js';
import { Machine } from './machines/machine.js';
import type { Scheduler } from './schedules/schedule.js';
import type { Agent, Simulation } from './simulation/simulation.js';
import type { Trace } from './simulation/trace.js';

/** Checks whether a call is cancelled; throws to end it. */
export type Leave = () => void;

/** The simulation of held objects. Objects that are made in the same simulation share its clock and reach each other by messages. */
export interface HeldSimulation {
    readonly simulation: Simulation;
    /** the cancellation check of the call that uses it */
    leave: Leave;
}

/** The objects of one call: the root, the objects below it, and their trace. */
export class Population {
    /** qualified name of the instantiated element */
    readonly name: string;

    constructor(
        readonly root: Instance,
        /** number of answered objects, including the root */
        readonly count: number,
        readonly within: HeldSimulation,
        readonly trace: Trace
    ) {
        this.name = qualifiedNameOf(root.type) ?? '';
    }

    get simulation(): Simulation {
        return this.within.simulation;
    }

    /** The state machines of its objects that have not ended. */
    get machines(): readonly Machine[] {
        return this.agents.filter((a): a is Machine => a instanceof Machine && !a.hasEnded);
    }

    /** The behaviours of its objects, ended or not. */
    get agents(): readonly Agent[] {
        return this.simulation.agents.filter(a => a.object !== undefined && outermost(a.object) === this.root);
    }

    /** The behaviours that an object exhibits or performs and that have not ended. */
    behaviorsOf(object: Instance): readonly (Machine | ActionAgent)[] {
        return this.simulation.agents.filter(
            (a): a is Machine | ActionAgent => a.object === object && !a.hasEnded && (a instanceof Machine || a instanceof ActionAgent)
        );
    }

    /** The last performance of each action that an object has begun to perform, in the order of the first performances. */
    performancesOf(object: Instance): readonly ActionAgent[] {
        const own = this.simulation.agents.filter((a): a is ActionAgent => a instanceof ActionAgent && a.object === object);
        return [...new Map(own.map(agent => [agent.node, agent])).values()];
    }

    /** Uses another policy for all further moves of the objects. */
    follow(scheduler: Scheduler): void {
        const { simulation, trace } = this;
        scheduler.listener = trace.listener(() => simulation.now);
        simulation.follow(scheduler);
    }

    /** Prepares the objects for a call: resets the budgets and sets the call's cancellation check. */
    lend(leave: Leave): void {
        this.within.leave = leave;
        this.simulation.run.restart();
    }
}

export class HeldObjects {
    private readonly held: Population[] = [];
    private total = 0;

    /** The held populations in order of creation. */
    get populations(): readonly Population[] {
        return this.held;
    }

    /** Keeps the objects of a call. @returns false, without keeping them, when the total exceeds the limit */
    keep(population: Population, limit: number): boolean {
        if (this.total + population.count > limit) {
            return false;
        }
        this.held.push(population);
        this.total += population.count;
        return true;
    }
}
