/** Starts runs whose expressions may read cases: what a case answers follows from performing its steps, which is behaviour. */
import type { CasePerformance, RunModel, RunOptions } from '../evaluation/run.js';
import { Instance } from '../evaluation/instances/instance.js';
import { objectGraph } from '../evaluation/instances/graph.js';
import { performSteps, type StepOptions } from './actions/cases.js';
import { activate, comesWithBehaviour } from './exhibited.js';
import { policyOf } from './schedules/policy.js';
import { Scheduler } from './schedules/schedule.js';
import { SimulatedRun } from './simulation/simulated-run.js';
import { type BehaviourLimits, DEFAULT_BEHAVIOUR_LIMITS, Simulation } from './simulation/simulation.js';

/**
 * A run over a model, for every question that evaluates something.
 * @param scheduler decides the order of the steps of cases; the default policy without one
 */
export function startRun(
    model: RunModel,
    options: RunOptions & { readonly behaviour?: Partial<BehaviourLimits> } = {},
    scheduler?: Scheduler
): SimulatedRun {
    return new BehaviourRun(
        model,
        { random: scheduler?.random, ...options },
        {
            scheduler,
            limits: { ...DEFAULT_BEHAVIOUR_LIMITS, ...options.behaviour },
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
        if (!this.isAlive(root)) {
            this.noteAlive(root);
            live(this, root, this.stepOptions);
        }
    }
}

function outermost(object: Instance): Instance {
    let root = object;
    while (root.outer instanceof Instance) {
        root = root.outer;
    }
    return root;
}

/** Lets the behaviours of an object run, where its type comes with some: most do not, and cost nothing. @throws EvaluationError */
function live(run: SimulatedRun, root: Instance, { scheduler, limits = DEFAULT_BEHAVIOUR_LIMITS, tick }: StepOptions): void {
    if (root.isOpen || !comesWithBehaviour(root.type)) {
        return;
    }
    // From now on what is derived follows what it was derived from.
    const simulation = new Simulation(run, scheduler ?? new Scheduler(policyOf('')), limits, tick);
    // Values first: objects get their ids in the order in which they are answered.
    objectGraph(root);
    activate(simulation, root);
}
