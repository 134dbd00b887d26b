// The budgets of runs, from the environment variables that define them.

import type { BehaviourLimits } from '../../runtime/behaviour/index.js';
import { MOST_ELEMENTS, type Limits } from '../../runtime/evaluation/index.js';
import type { Environment } from './environment.js';

export interface Budgets {
    readonly limits: Limits;
    readonly behaviour: BehaviourLimits;
}

/** Budgets are cached per service, because even small evaluations start a run. */
const known = new WeakMap<Environment['counts'], Budgets>();

/** The budgets of evaluation and behaviour for one run (contract sheet 2). */
export function budgetsOf(counts: Environment['counts']): Budgets {
    let budgets = known.get(counts);
    if (budgets === undefined) {
        budgets = budgetsFrom(counts);
        known.set(counts, budgets);
    }
    return budgets;
}

function budgetsFrom(counts: Environment['counts']): Budgets {
    return {
        limits: {
            steps: counts.SERVICE_MAX_STEPS,
            elements: Math.min(counts.SERVICE_MAX_ELEMENTS, MOST_ELEMENTS),
            calcDepth: counts.SERVICE_MAX_CALC_DEPTH
        },
        behaviour: {
            actionSteps: counts.SERVICE_MAX_ACTION_STEPS,
            events: counts.SERVICE_MAX_EVENTS,
            doSteps: counts.SERVICE_MAX_DO_STEPS,
            heldEvents: counts.SERVICE_MAX_HELD_EVENTS
        }
    };
}
