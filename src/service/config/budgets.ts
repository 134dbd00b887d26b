// The budgets of runs, from the counts of the environment: which variable bounds what. Knows no request.

import type { BehaviourLimits } from '../../runtime/behaviour/index.js';
import { MOST_ELEMENTS, type Limits } from '../../runtime/evaluation/index.js';
import type { Environment } from './environment.js';

export interface Budgets {
    readonly limits: Limits;
    readonly behaviour: BehaviourLimits;
}

/** By counts: they are those of a whole service, and a run is started for each small question. */
const known = new WeakMap<Environment['counts'], Budgets>();

/** The bounds of evaluation and of behaviour that one run has (contract sheet 2). */
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
