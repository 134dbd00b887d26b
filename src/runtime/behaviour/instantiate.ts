/**
 * Objects with their behaviours: builds an object and the objects below it, starts their exhibited and performed behaviours, and runs these
 * until none can move at the first instant. Answers the values after that (contract sheet 3.7 rule 4).
 */
import { elementById } from '../../language/semantics/naming.js';
import { checkHasObjects } from '../evaluation/instances/subjects.js';
import { type InstanceAnswer, objectGraph } from '../evaluation/instances/graph.js';
import { Instance, outermost } from '../evaluation/instances/instance.js';
import { type Failed, failed, symbolNotFound } from '../evaluation/limits.js';
import type { RunModel } from '../evaluation/run.js';
import type { BehaviourOptions } from './one-run.js';
import { activate } from './exhibited.js';
import { type HeldSimulation, Population } from './held-objects.js';
import { type Policy, policyOf } from './schedules/policy.js';
import { Scheduler } from './schedules/schedule.js';
import { type Agent, DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';
import { Trace } from './simulation/trace.js';
import { startRun } from './start-run.js';

export interface InstantiateAnswer extends Partial<Failed> {
    readonly instances?: readonly InstanceAnswer[];
    /** the created objects, for later requests */
    readonly population?: Population;
}

/**
 * Creates an object of a definition or usage with the objects below it, and runs its behaviours under a policy (contract sheet 3).
 * @param beside objects of the same model whose simulation the new object shares; by default it has its own
 */
export function instantiate(
    model: RunModel,
    symbolId: string,
    options: BehaviourOptions = {},
    policy: Policy = policyOf(''),
    beside?: Population
): InstantiateAnswer {
    const element = elementById(model, symbolId);
    if (element === undefined) {
        return symbolNotFound(symbolId);
    }
    const scheduler = new Scheduler(policy, undefined, undefined, options.chance);
    const before = new Set(beside?.simulation.agents);
    try {
        const within = beside === undefined ? newSimulation(model, options, scheduler) : lentSimulation(beside, options, scheduler);
        const { simulation } = within;
        const { run } = simulation;
        const trace = new Trace(simulation.limits.heldEvents);
        scheduler.listener = trace.listener(() => simulation.now);
        checkHasObjects(element);
        const root = run.hasStarted(element) ? run.freshObjectOf(element) : run.objectOf(element);
        // Build all objects first, so that their ids follow the order of the answer.
        const built = objectGraph(root);
        run.noteAlive(root);
        const lives = activate(simulation, root, agent => {
            agent.trace = trace;
        });
        const instances = lives ? objectGraph(root) : built;
        return { instances, population: new Population(root, instances.length, within, trace) };
    } catch (error) {
        if (beside !== undefined) {
            removeStarted(beside.simulation, before);
        }
        return failed(error, 'instantiation failed: ');
    }
}

/** Removes the behaviours that a failed call started, and their messages: later calls do not continue with them. */
function removeStarted(simulation: Simulation, before: ReadonlySet<Agent>): void {
    const started = new Set(simulation.agents.filter(a => !before.has(a)));
    const roots = new Set(Array.from(started, a => a.object && outermost(a.object)));
    const isOfStarted = (end: unknown): boolean =>
        end instanceof Instance ? roots.has(outermost(end)) : [...started].some(a => a === end || a.node === end);
    started.forEach(agent => simulation.remove(agent));
    for (const message of simulation.bus.undelivered.filter(m => isOfStarted(m.destination) || isOfStarted(m.sender))) {
        simulation.bus.take(message);
    }
}

/** A simulation for objects. Later calls continue with them; their own cancellation checks apply then. */
function newSimulation(model: RunModel, options: BehaviourOptions, scheduler: Scheduler): HeldSimulation {
    const checkCancelled = (): void => within.leave();
    const run = startRun(model, { ...options, checkCancelled, random: scheduler.random });
    const simulation = new Simulation(run, scheduler, { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour }, checkCancelled);
    const within: HeldSimulation = { simulation, leave: () => options.checkCancelled?.() };
    return within;
}

function lentSimulation(beside: Population, options: BehaviourOptions, scheduler: Scheduler): HeldSimulation {
    beside.lend(() => options.checkCancelled?.());
    beside.simulation.follow(scheduler);
    beside.simulation.run.numberAfter(options.lastObjectId ?? 0);
    return beside.within;
}
