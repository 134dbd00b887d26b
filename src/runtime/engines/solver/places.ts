/** Finds solvers on a machine: the packaged one, and programs. (Contract: verification-and-engines 14.) */
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { programAt } from '../programs.js';
import type { SolverMissing, SolverPlace } from './solver.js';

/**
 * Returns the solver that the environment names. Otherwise returns the packaged solver, else `z3`, else `cvc5` on the search path.
 * @param named `SERVICE_SMT`: a name or a path. If it does not denote a program, no other solver is tried.
 */
export function findSolver(named: string, path: string): SolverPlace | SolverMissing {
    if (named !== '') {
        const program = programAt(named, path);
        return program === undefined
            ? { missing: `no SMT solver found: SERVICE_SMT names ${named}, which is no program that can be run` }
            : { name: basename(program), path: program, program };
    }
    try {
        return { name: 'z3', path: createRequire(import.meta.url).resolve('z3-solver') };
    } catch {
        // The package is optional.
    }
    for (const name of ['z3', 'cvc5']) {
        const program = programAt(name, path);
        if (program !== undefined) {
            return { name, path: program, program };
        }
    }
    return { missing: 'no SMT solver found: the package z3-solver is not installed, SERVICE_SMT is unset, looked for [z3 cvc5] on PATH' };
}
