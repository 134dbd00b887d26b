// Encodes objects with the values of their features.

import { create } from '@bufbuild/protobuf';
import type { FeatureAnswer, InstanceAnswer } from '../runtime/evaluation/index.js';
import { FeatureValueSchema, InstanceSchema, type FeatureValue, type Instance } from './generated/sysml_pb.js';
import { messageMap } from './map-keys.js';
import { encodeValue } from './value.js';

export function encodeInstance({ id, typeSymbolId, features }: InstanceAnswer): Instance {
    const message = create(InstanceSchema, { id: BigInt(id), typeSymbolId });
    // assigned afterwards, since `create` copies entry by entry and a feature may be named `__proto__`
    message.featureValues = messageMap(features.map(feature => [feature.name, encodeFeatureValue(feature)] as const));
    return message;
}

function encodeFeatureValue({ name, value, values, materialized, error, orderDependent }: FeatureAnswer): FeatureValue {
    return create(FeatureValueSchema, {
        featureName: name,
        ...(value !== undefined && { value: encodeValue(value) }),
        values: values?.map(encodeValue) ?? [],
        materialized: materialized ?? false,
        error: error ?? '',
        orderDependent: orderDependent ?? 0
    });
}
