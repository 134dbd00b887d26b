/**
 * Objects with their behaviours: an object is built with everything below it, then what its parts exhibit and perform is started and runs
 * until nothing can happen at the first instant; the values answered are those after that (contract sheet 3.7 rule 4).
 */
import { elementById } from '../language/semantics/naming.js';
import { objectOfSymbol } from '../evaluation/instances/subjects.js';
import { type InstanceAnswer, objectGraph } from '../evaluation/instances/graph.js';
import type { Instance } from '../evaluation/instances/instance.js';
import { type Failed, failed, symbolNotFound } from '../evaluation/limits.js';
import type { RunModel } from '../evaluation/run.js';
import type { BehaviourOptions } from './one-run.js';
import { activate } from './exhibited.js';
import { policyOf } from './schedules/policy.js';
import { Scheduler } from './schedules/schedule.js';
import { DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';
import { startRun } from './start-run.js';

export interface InstantiateAnswer extends Partial<Failed> {
    readonly instances?: readonly InstanceAnswer[];
    readonly root?: Instance;
}

/** Makes an object of a definition or usage and everything below it, and runs its behaviours (contract sheet 3). */
export function instantiate(model: RunModel, symbolId: string, options: BehaviourOptions = {}): InstantiateAnswer {
    const element = elementById(model, symbolId);
    if (element === undefined) {
        return symbolNotFound(symbolId);
    }
    const run = startRun(model, options);
    try {
        const simulation = new Simulation(
            run,
            new Scheduler(policyOf('')),
            { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour },
            options.checkCancelled
        );
        const root = objectOfSymbol(run, element);
        // Values first: objects get their ids in the order of the answer.
        const built = objectGraph(root);
        return { instances: activate(simulation, root) ? objectGraph(root) : built, root };
    } catch (error) {
        return failed(error, 'instantiation failed: ');
    }
}
