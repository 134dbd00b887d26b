/**
 * Cases as behaviour: the steps of a case run like those of an action (contract behaviour 2.1, sheet 9.2), and a case may be a step of the
 * case that declares or performs it (sheet 8). Does not depend on verdicts.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { Performance } from '../../evaluation/calculations/performance.js';
import { shapeOf } from '../../evaluation/calculations/shape.js';
import { type Frame, frameWithName } from '../../evaluation/expressions/frame.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import type { CasePerformance } from '../../evaluation/run.js';
import { isA, isUseCase } from '../../evaluation/model/kinds.js';
import { EvaluationError, OpaqueValue, Unset } from '../../values/index.js';
import { checkedGraph } from './action-lowering.js';
import { Activity } from '../simulation/activity.js';
import { initialize } from '../simulation/initial-values.js';
import { FlowRun } from './flow.js';
import { Scheduler } from '../schedules/schedule.js';
import type { SimulatedRun } from '../simulation/simulated-run.js';
import { type Agent, type BehaviourLimits, DEFAULT_BEHAVIOUR_LIMITS, Simulation } from '../simulation/simulation.js';
import { Terminated } from './statement.js';

/** The case that a step performs: the step itself or the case that it refers to; undefined for other steps, use cases among them. */
export function caseOf(step: AstNode): AstNode | undefined {
    const { kind, reference } = step;
    const target = kind === 'perform' && reference !== undefined ? resolve(reference) : step;
    return target !== undefined && isA(target, 'CaseUsage') && !isUseCase(target) ? target : undefined;
}

/** Performs a step that is a case. Inputs without an argument take the caller's values of the same names. @returns false for other steps */
export function performCase(step: ast.Usage, caller: Frame): boolean {
    const performed = caseOf(step);
    if (performed === undefined) {
        return false;
    }
    const { run } = caller;
    const shape = shapeOf(step);
    const performance = new Performance(run, shape, caller);
    for (const parameter of shape.parameters.filter(p => p.isNeeded)) {
        const found = frameWithName(caller, parameter.name);
        const value = found?.frame.read(found.index);
        if (value !== undefined && !(value instanceof Unset)) {
            performance.give(parameter, value);
        }
    }
    const index = caller.layout.indexOf.get(step);
    if (index !== undefined) {
        caller.write(index, new OpaqueValue(`the case ${shape.name} has no single result`, performance));
    }
    run.subcase(performed, performance);
    return true;
}

/** Settings of a run for performing the steps of cases. */
export interface StepOptions {
    /** the scheduler of the run; by default one with the default policy */
    readonly scheduler?: Scheduler;
    readonly limits?: BehaviourLimits;
    /** step of the clock in seconds; 0 for a continuous clock */
    readonly clockStep?: number;
    /** called regularly; throws to end the run */
    readonly tick?: () => void;
}

/**
 * Performs the steps of a case in the frame of its run.
 * @throws EvaluationError of a step, or deadlock when the remaining tokens can never move
 */
export function performSteps(
    run: SimulatedRun,
    performance: CasePerformance,
    { scheduler = new Scheduler({ kind: 'reverse' }), limits = DEFAULT_BEHAVIOUR_LIMITS, clockStep = 0, tick }: StepOptions
): void {
    performance.hasSteps = true;
    const simulation = new Simulation(run, scheduler, limits, tick);
    simulation.clockStep = clockStep;
    const agent = new CaseAgent(simulation, performance);
    simulation.agents.push(agent);
    simulation.runToCompletion(() => agent.hasEnded);
    agent.checkEnded();
}

/** The agent that performs the steps of a case. */
class CaseAgent implements Agent {
    readonly label: string;
    readonly node: AstNode;
    readonly object: Instance | undefined = undefined;
    private readonly flow: FlowRun;

    constructor(simulation: Simulation, performance: CasePerformance) {
        this.label = performance.shape.label;
        this.node = performance.shape.calc;
        initialize(performance);
        this.flow = new FlowRun(checkedGraph(this.node), performance, new Activity(simulation, this, undefined));
        this.flow.begin();
    }

    get hasEnded(): boolean {
        return this.flow.hasEnded;
    }

    canAct(): boolean {
        return !this.hasEnded && this.flow.canAct();
    }

    act(): void {
        try {
            this.flow.step();
        } catch (error) {
            if (!(error instanceof Terminated)) {
                throw error;
            }
            this.terminate();
        }
    }

    nextDue(): number | undefined {
        return this.flow.nextDue();
    }

    terminate(): void {
        this.flow.terminate();
    }

    /** @throws EvaluationError deadlock, when the remaining tokens can never move */
    checkEnded(): void {
        if (!this.hasEnded) {
            throw new EvaluationError(this.flow.deadlock());
        }
    }
}
