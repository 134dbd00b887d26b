// Encodes results of case runs and decodes their arguments.

import { create } from '@bufbuild/protobuf';
import type { Run } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import { NO_ARGUMENTS, type Arguments, type CaseEvaluation } from '../../runtime/verification/index.js';
import {
    CaseEvaluationSchema,
    type CalcOutput as WireOutput,
    type CaseEvaluation as WireEvaluation,
    type Value as WireValue
} from '../../wire/generated/sysml_pb.js';
import { mapEntries } from '../../wire/map-keys.js';
import { decodeValue, ValueFault } from '../../wire/value-decoding.js';
import { encodeValue } from '../../wire/value.js';
import { valueNames } from './value-names.js';

/** The arguments of a request. */
export interface SentArguments {
    readonly arguments: readonly WireValue[];
    readonly namedArguments: Readonly<Record<string, WireValue>>;
}

/** Decodes arguments for a run. @throws ValueFault with the name of the argument */
export function decodeArguments(sent: SentArguments, run: Run): Arguments {
    const named = mapEntries(sent.namedArguments);
    if (sent.arguments.length === 0 && named.length === 0) {
        return NO_ARGUMENTS;
    }
    const names = valueNames(run);
    const read = (argument: string, value: WireValue): Value => {
        try {
            return decodeValue(value, names);
        } catch (error) {
            throw error instanceof ValueFault ? new ValueFault(`${error.message} (argument ${argument})`) : error;
        }
    };
    return {
        positional: sent.arguments.map((value, i) => read(String(i + 1), value)),
        named: new Map(named.map(([name, value]) => [name, read(name, value)]))
    };
}

export function encodeOutputs(outputs: readonly { readonly name: string; readonly value: Value }[]): WireOutput[] {
    return outputs.map(({ name, value }) => ({ $typeName: 'sysml.CalcOutput', name, value: encodeValue(value) }));
}

export function encodeEvaluations(evaluations: readonly CaseEvaluation[]): WireEvaluation[] {
    return evaluations.map(({ functionId, arguments: args, result, error, selected, tied }) =>
        create(CaseEvaluationSchema, {
            functionId,
            arguments: args.map(encodeValue),
            ...(result !== undefined && { result: encodeValue(result) }),
            error: error ?? '',
            selected: selected ?? false,
            tied: tied ?? false
        })
    );
}
