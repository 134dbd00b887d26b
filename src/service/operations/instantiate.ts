// Instantiate: creates an object of a definition or usage with all its parts and runs its behaviours until they wait. The service holds the
// object for the model.

import { create } from '@bufbuild/protobuf';
import { HeldObjects, instantiate as makeObject } from '../../runtime/behaviour/index.js';
import { InstantiateResponseSchema } from '../../wire/generated/sysml_pb.js';
import { Code, Refusal } from '../../wire/status.js';
import type { Operation } from './operation.js';
import { encodeInstance } from '../../wire/instances.js';
import { runOptions } from './runs.js';

export const instantiate: Operation<'Instantiate'> = {
    provides: ['feature_values'],
    population: 'writes',
    run(services, { symbolId }, context) {
        const { instances = [], population, error = '' } = makeObject(context.model, symbolId, runOptions(services, context));
        if (population !== undefined) {
            const held = services.held.of(context.model, () => new HeldObjects());
            const limit = services.environment.counts.SERVICE_MAX_HELD_OBJECTS;
            if (!held.keep(population, limit)) {
                throw new Refusal(
                    Code.resourceExhausted,
                    `more than ${limit} objects are held for this model (raise SERVICE_MAX_HELD_OBJECTS to allow more)`
                );
            }
            context.populationChanged();
        }
        const encoded = instances.map(encodeInstance);
        return create(InstantiateResponseSchema, { ...(encoded.length > 0 && { instance: encoded[0] }), instances: encoded, error });
    }
};
