// ListEngines: the analysis engines of this build, in name order (contract sheet 11.3). Engines of the
// environment come with their manifests.

import { create } from '@bufbuild/protobuf';
import { EngineInfoSchema, ListEnginesResponseSchema } from '../../wire/generated/sysml_pb.js';
import type { Operation } from './operation.js';
import { ENGINES } from './standing.js';

export const listEngines: Operation<'ListEngines'> = {
    provides: ['engines'],
    run: () =>
        create(ListEnginesResponseSchema, {
            engines: ENGINES.map(({ name, authority, answers, bounds }) =>
                create(EngineInfoSchema, {
                    name,
                    authority,
                    answers: [...answers],
                    bounds: [...bounds],
                    ready: true,
                    kind: 'built-in',
                    protocol: '-',
                    served: true
                })
            )
        })
};
