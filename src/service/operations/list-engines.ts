// ListEngines: the analysis engines of this build, in name order (contract sheet 11.3). Engines of the
// environment come with their manifests.

import { create } from '@bufbuild/protobuf';
import { EngineInfoSchema, ListEnginesResponseSchema } from '../../wire/generated/sysml_pb.js';
import type { Operation, Services } from './operation.js';
import { ENGINES } from './standing.js';

export const listEngines: Operation<'ListEngines'> = {
    provides: ['engines'],
    run: ({ solver }) =>
        create(ListEnginesResponseSchema, {
            engines: ENGINES.map(({ name, authority, answers, bounds, process }) =>
                create(EngineInfoSchema, {
                    name,
                    authority,
                    answers: [...answers],
                    bounds: [...bounds],
                    ready: true,
                    kind: 'built-in',
                    protocol: '-',
                    served: true,
                    ...(process === 'solver' && solverFacts(solver))
                })
            )
        })
};

/** Which program the solver is, or why there is none. */
function solverFacts(solver: Services['solver']): { process?: string; processFound?: string; ready: boolean; unavailable?: string } {
    return 'missing' in solver
        ? { ready: false, unavailable: solver.missing }
        : { process: solver.place.name, processFound: solver.place.path, ready: true };
}
