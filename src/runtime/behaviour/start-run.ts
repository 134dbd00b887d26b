/** Starts runs whose expressions may read cases: what a case answers follows from performing its steps, which is behaviour. */
import type { Performance } from '../calculations/performance.js';
import { Run, type RunModel, type RunOptions } from '../run.js';
import { performSteps } from './actions/cases.js';

/** A run over a model, for every question that evaluates something. */
export function startRun(model: RunModel, options: RunOptions = {}): Run {
    const run = new Run(model, options);
    // named first: V8 counts a function that is written right into a property among the old objects, and every run would survive with it
    const performs = (performance: Performance): void => performSteps(performance, options.checkCancelled);
    run.performSteps = performs;
    return run;
}
