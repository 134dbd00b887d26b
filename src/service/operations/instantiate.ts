// Instantiate: an object of a definition or usage with everything below it.

import { create } from '@bufbuild/protobuf';
import { instantiate as makeObject } from '../../runtime/index.js';
import { InstantiateResponseSchema } from '../generated/sysml_pb.js';
import type { Operation } from './operation.js';
import { encodeInstance, runOptions } from './runs.js';

export const instantiate: Operation<'Instantiate'> = {
    provides: ['feature_values'],
    run(services, { symbolId }, context) {
        const answer = makeObject(context.model, symbolId, runOptions(services, context));
        const instances = (answer.instances ?? []).map(encodeInstance);
        return create(InstantiateResponseSchema, { ...instances.length > 0 && { instance: instances[0] }, instances, error: answer.error ?? '' });
    }
};
