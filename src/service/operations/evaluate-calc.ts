// EvaluateCalc: invokes a calculation, or evaluates the outputs of a calculation usage.

import { engineRefusal } from '../../runtime/engines/index.js';
import { create } from '@bufbuild/protobuf';
import { calcRefusal, evaluateCalc as callCalc } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import { CalcOutputSchema, EvaluateCalcResponseSchema } from '../../wire/generated/sysml_pb.js';
import { decodeValue, ValueFault } from '../../wire/value-decoding.js';
import { encodeValue } from '../../wire/value.js';
import { unconfirmedAnswers } from './external.js';
import type { Operation } from './operation.js';
import { encodeReason, newRun } from './runs.js';
import { runStanding } from './standing.js';
import { valueNames } from './value-names.js';

export const evaluateCalc: Operation<'EvaluateCalc'> = {
    provides: ['verification', 'engines'],
    run(services, request, context) {
        const { symbolId } = request;
        const refusal = engineRefusal(request.engine, 'evaluate');
        const run = newRun(services, context);
        const problem = calcRefusal(context.model, symbolId);
        if (problem !== undefined) {
            return create(EvaluateCalcResponseSchema, { error: problem.error, failureReason: encodeReason(problem.failureReason) });
        }
        let args: Value[];
        try {
            const names = valueNames(run);
            args = request.arguments.map(argument => decodeValue(argument, names));
        } catch (error) {
            if (error instanceof ValueFault) {
                return create(EvaluateCalcResponseSchema, {
                    error: `calc argument could not be read: ${error.message}`,
                    failureReason: encodeReason('evaluation')
                });
            }
            throw error;
        }
        if (refusal !== undefined) {
            return create(EvaluateCalcResponseSchema, {
                error: refusal,
                failureReason: encodeReason('evaluation'),
                strength: 'not covered',
                ...unconfirmedAnswers(services, context, request.engine, [{ question: 'evaluate', subject: symbolId }])?.[0]
            });
        }
        const answer = callCalc(run, { symbolId, arguments: args });
        return create(EvaluateCalcResponseSchema, {
            ...(answer.result !== undefined && { result: encodeValue(answer.result) }),
            outputs: (answer.outputs ?? []).map(({ name, value }) => create(CalcOutputSchema, { name, value: encodeValue(value) })),
            error: answer.error ?? '',
            failureReason: encodeReason(answer.failureReason),
            ...(answer.wasRun &&
                runStanding(run, answer.error === undefined ? 'observed' : 'not covered', answer.error === undefined ? [] : run.exhausted))
        });
    }
};
