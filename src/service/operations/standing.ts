// The engine that a request selects, and the standing of its answer (contract sheet 11.2, 11.4, 11.6).

import { create } from '@bufbuild/protobuf';
import type { Budget, Limits } from '../../runtime/evaluation/index.js';
import type { Exploration } from '../../runtime/behaviour/index.js';
import { BoundSchema, type Bound } from '../../wire/generated/sysml_pb.js';
import { ENGINES, type Registrations } from '../../runtime/engines/index.js';
import type { MethodName } from '../../wire/methods.js';
import { failedPrecondition, invalidArgument } from '../../wire/status.js';

const ENGINE_NAMES: readonly string[] = ENGINES.map(e => e.name);

/** The sources of engine names other than the built-in ones. */
export interface ListedEngines {
    readonly registrations: Registrations;
    /** names of the external engines that the service may run; `all` for every listed one */
    readonly servedEngines: readonly string[];
}

/** Whether the service may run an external engine. */
export const isServed = (name: string, servedEngines: readonly string[]): boolean =>
    servedEngines.includes(name) || servedEngines.includes('all');

/** Operations of the newest compatible release; its text for unknown engines differs from the contract's. */
const NEWEST: ReadonlySet<MethodName | undefined> = new Set(['CheckBehavior', 'RunRuns', 'RecordRun', 'CompareResults']);

const unknownEngine = (engine: string, known: readonly string[], method: MethodName | undefined): string =>
    NEWEST.has(method)
        ? `no engine named "${engine}"; the engines are ${known.join(', ')}, or auto, or all`
        : `unknown engine "${engine}": known engines are ${known.join(', ')}`;

/** @throws Refusal invalid_argument for an unknown engine, failed_precondition for one that the service may not run */
export function checkEngine(engine: string, listed: ListedEngines, method?: MethodName): void {
    const { registrations, servedEngines } = listed;
    if (engine === '' || engine === 'auto' || engine === 'all') {
        return;
    }
    const { tools, engines } = registrations;
    const known = [...ENGINE_NAMES, 'tool:fmi', ...tools.map(t => t.name), ...engines.map(e => e.name)].sort();
    if (!known.includes(engine)) {
        throw invalidArgument(unknownEngine(engine, known, method));
    }
    if (engines.some(e => e.name === engine) && !isServed(engine, servedEngines)) {
        throw failedPrecondition(`engine '${engine}' is not served by this service`);
    }
}

export interface Standing {
    engine: string;
    strength: string;
    bounds: Bound[];
}

/** The standing of an answer of the evaluator. @param exhausted the exhausted budgets */
export function runStanding(
    { limits }: { readonly limits: Pick<Limits, Budget> },
    outcome: 'observed' | 'witnessed' | 'not covered',
    exhausted: readonly Budget[] = []
): Standing {
    return {
        engine: 'run',
        strength: outcome,
        bounds: (['steps', 'elements'] as const).map((name): Bound =>
            create(BoundSchema, { name, limit: BigInt(limits[name]), reached: exhausted.includes(name) })
        )
    };
}

/** The standing of a solver's answer. @param timeout of one solver query, in milliseconds */
export function solverStanding(strength: string, timeout: number, isTimeout: boolean): Standing {
    return { engine: 'solve', strength, bounds: [create(BoundSchema, { name: 'solver', limit: BigInt(timeout), reached: isTimeout })] };
}

/** The standing of an exploration: `proved` if it covered every schedule. */
export function exploreStanding({ status }: Exploration): Standing {
    const { complete, budgetsHit, runsBudget, depthBudget } = status;
    const bound = (name: string, limit: number): Bound =>
        create(BoundSchema, { name, limit: BigInt(limit), reached: budgetsHit.includes(name) });
    return {
        engine: 'explore',
        strength: complete ? 'proved' : 'observed',
        bounds: [bound('runs', runsBudget), bound('depth', depthBudget)]
    };
}

/** The standing of a table of runs and of its cells. @param limit maximum number of runs */
export function sweepStanding(limit: number): Standing {
    return { engine: 'sweep', strength: 'observed', bounds: [create(BoundSchema, { name: 'runs', limit: BigInt(limit) })] };
}
