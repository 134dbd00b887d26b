/** The solver of a page, with the default limits of the service for its questions (`SERVICE_SMT_TIMEOUT` …). */
import type { SolverSettings } from '../solver/index.js';

export const PAGE_SOLVER: SolverSettings = {
    place: { name: 'z3', path: 'z3-solver' },
    timeout: 10_000,
    coreBudget: 30_000,
    mostConfigurations: 32
};
