/** Checks actions with the solver of this machine. */
import { checkBySolver, findSolver, Solver } from '../runtime/engines/index.js';
import { readEnvironment } from '../service/config/environment.js';
import type { SolverCheckOfHost } from '../session/host.js';

/** @param checkCancelled throws if the answer is no longer needed, which ends the solver */
export function solverCheck(checkCancelled: () => void): SolverCheckOfHost {
    return (model, request, ends, options) => {
        const { counts, durations, texts } = readEnvironment(process.env);
        const place = findSolver(texts.SERVICE_SMT, process.env.PATH ?? '');
        if ('missing' in place) {
            return { error: place.missing };
        }
        const solver = new Solver(place, counts.SERVICE_SMT_MEMORY);
        try {
            return checkBySolver(solver, { timeout: durations.SERVICE_SMT_TIMEOUT, ends, checkCancelled }, model, request, options);
        } finally {
            solver.close();
        }
    };
}
