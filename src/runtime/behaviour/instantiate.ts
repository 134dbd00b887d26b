/**
 * Objects with their behaviours: builds an object and the objects below it, starts their exhibited and performed behaviours, and runs these
 * until none can move at the first instant. Answers the values after that (contract sheet 3.7 rule 4).
 */
import { elementById } from '../../language/semantics/naming.js';
import { objectOfSymbol } from '../evaluation/instances/subjects.js';
import { type InstanceAnswer, objectGraph } from '../evaluation/instances/graph.js';
import { type Failed, failed, symbolNotFound } from '../evaluation/limits.js';
import type { RunModel } from '../evaluation/run.js';
import type { BehaviourOptions } from './one-run.js';
import { activate } from './exhibited.js';
import { Population } from './held-objects.js';
import { type Policy, policyOf } from './schedules/policy.js';
import { Scheduler } from './schedules/schedule.js';
import { DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';
import { Trace } from './simulation/trace.js';
import { startRun } from './start-run.js';

export interface InstantiateAnswer extends Partial<Failed> {
    readonly instances?: readonly InstanceAnswer[];
    /** the created objects, for later requests */
    readonly population?: Population;
}

/** Creates an object of a definition or usage with the objects below it, and runs its behaviours under a policy (contract sheet 3). */
export function instantiate(
    model: RunModel,
    symbolId: string,
    options: BehaviourOptions = {},
    policy: Policy = policyOf('')
): InstantiateAnswer {
    const element = elementById(model, symbolId);
    if (element === undefined) {
        return symbolNotFound(symbolId);
    }
    // Later requests continue with the objects; their own cancellation check applies then.
    let population: Population | undefined;
    const checkCancelled = (): void => (population === undefined ? options.checkCancelled?.() : population.checkLeave());
    const scheduler = new Scheduler(policy, undefined, undefined, options.chance);
    const run = startRun(model, { ...options, checkCancelled, random: scheduler.random });
    try {
        const simulation = new Simulation(run, scheduler, { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour }, checkCancelled);
        const trace = new Trace(simulation.limits.heldEvents);
        scheduler.listener = trace.listener(() => simulation.now);
        const root = objectOfSymbol(run, element);
        // Build all objects first, so that their ids follow the order of the answer.
        const built = objectGraph(root);
        run.noteAlive(root);
        const lives = activate(simulation, root, agent => {
            agent.trace = trace;
        });
        const instances = lives ? objectGraph(root) : built;
        population = new Population(root, instances.length, simulation, trace);
        return { instances, population };
    } catch (error) {
        return failed(error, 'instantiation failed: ');
    }
}
