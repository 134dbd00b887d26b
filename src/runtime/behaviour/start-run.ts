/** Starts runs whose expressions may read the results of cases: for these the steps of the case must be performed, which is behaviour. */
import type { CasePerformance, RunModel, RunOptions } from '../evaluation/run.js';
import { type Instance, outermost } from '../evaluation/instances/instance.js';
import { objectGraph } from '../evaluation/instances/graph.js';
import { performSteps, type StepOptions } from './actions/cases.js';
import { activate, comesWithBehaviour } from './exhibited.js';
import { policyOf } from './schedules/policy.js';
import { Scheduler } from './schedules/schedule.js';
import { SimulatedRun } from './simulation/simulated-run.js';
import { type BehaviourLimits, DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';

/**
 * A run over a model for any request that evaluates expressions.
 * @param scheduler orders the steps of cases; by default one with the default policy
 */
export function startRun(
    model: RunModel,
    options: RunOptions & { readonly behaviour?: Partial<BehaviourLimits>; readonly clockStep?: number } = {},
    scheduler?: Scheduler
): SimulatedRun {
    return new BehaviourRun(
        model,
        { random: scheduler?.random, ...options },
        {
            scheduler,
            limits: { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour },
            clockStep: options.clockStep,
            tick: options.checkCancelled
        }
    );
}

class BehaviourRun extends SimulatedRun {
    constructor(
        model: RunModel,
        options: RunOptions,
        private readonly stepOptions: StepOptions
    ) {
        super(model, options);
    }

    override performSteps(performance: CasePerformance): void {
        performSteps(this, performance, this.stepOptions);
    }

    override enliven(object: Instance): void {
        const root = outermost(object);
        // The behaviours of an object of another run were started in that run.
        if (root.run === this && !this.isAlive(root)) {
            this.noteAlive(root);
            runBehaviours(this, root, this.stepOptions);
        }
    }
}

/** Runs the behaviours of an object where its type has some. @throws EvaluationError */
function runBehaviours(run: SimulatedRun, root: Instance, { scheduler, limits = DEFAULT_BEHAVIOUR_LIMITS, tick }: StepOptions): void {
    if (root.isOpen || !comesWithBehaviour(root.type)) {
        return;
    }
    // From now on derived values follow the values that they depend on.
    const simulation = new Simulation(run, scheduler ?? new Scheduler(policyOf('')), limits, tick);
    // Build all objects first, so that their ids follow the order of the answer.
    objectGraph(root);
    activate(simulation, root);
}
