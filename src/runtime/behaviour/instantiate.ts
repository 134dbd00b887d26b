/**
 * Objects with their behaviours: an object is built with everything below it, then what its parts exhibit and perform is started and runs
 * until nothing can happen at the first instant; the values answered are those after that (contract sheet 3.7 rule 4).
 */
import { elementById } from '../../language/semantics/naming.js';
import { objectOfSymbol } from '../instances/subjects.js';
import { type InstanceAnswer, objectGraph } from '../instances/graph.js';
import type { Instance } from '../instances/instance.js';
import { messageOf } from '../limits.js';
import type { RunModel } from '../run.js';
import type { BehaviourOptions } from './execute-action.js';
import { activate } from './exhibited.js';
import { policyOf } from './schedules/policy.js';
import { Scheduler } from './schedules/schedule.js';
import { DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';
import { startRun } from './start-run.js';

export interface InstantiateAnswer { readonly instances?: readonly InstanceAnswer[]; readonly root?: Instance; readonly error?: string }

/** Makes an object of a definition or usage and everything below it, and runs its behaviours (contract sheet 3). */
export function instantiate(model: RunModel, symbolId: string, options: BehaviourOptions = {}): InstantiateAnswer {
    const element = elementById(model, symbolId);
    if (element === undefined) {
        return { error: `symbol not found: ${symbolId}` };
    }
    const run = startRun(model, options);
    try {
        const root = objectOfSymbol(run, element);
        // Values first: objects get their ids in the order of the answer.
        const built = objectGraph(root);
        const simulation = new Simulation(run, new Scheduler(policyOf('')), { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour }, options.checkCancelled);
        return { instances: activate(simulation, root) ? objectGraph(root) : built, root };
    } catch (error) {
        return { error: `instantiation failed: ${messageOf(error)}` };
    }
}
