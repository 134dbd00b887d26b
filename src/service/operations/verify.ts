// VerifyConstraint, VerifyRequirement, VerifySatisfaction, ValidateInstance: verdicts of the evaluator.

import { create } from '@bufbuild/protobuf';
import {
    validateInstance as validate, verifyConstraint as judgeConstraint, verifyRequirement as judgeRequirement, verifySatisfaction as judgeSatisfaction,
    type Run, type Verdict, type VerdictAnswer
} from '../../runtime/index.js';
import {
    ValidateInstanceResponseSchema, VerifyConstraintResponseSchema, VerifyRequirementResponseSchema, VerifySatisfactionResponseSchema,
    type Verdict as WireVerdict, type VerifyConstraintRequest
} from '../generated/sysml_pb.js';
import { invalidArgument } from '../wire/status.js';
import type { CallContext, Operation, Services } from './operation.js';
import { encodeInstance, encodeReason, encodeVerdict, encodeVerificationVerdicts, newRun } from './runs.js';
import { evaluateRefusal } from './standing.js';

/** Questions other than the normal one belong to a capability of their own. @throws Refusal invalid_argument */
function checkQuestion(question: string): void {
    if (question !== '' && question !== 'evaluate') {
        throw invalidArgument(`unknown question "${question}"`);
    }
}

/** How verdicts of one call are written: with the evaluator's standing, or as refused by the engine that the call names. */
function verdictEncoder(engine: string, run: Run): (verdict: Verdict) => WireVerdict {
    const refusal = evaluateRefusal(engine);
    return verdict => refusal === undefined || !verdict.wasRun ? encodeVerdict(verdict, run)
        : { ...encodeVerdict({ ...verdict, error: refusal, failureReason: 'evaluation', holds: undefined, condition: undefined, wasRun: false }, run), strength: 'not covered' };
}

type Judge = (run: Run, request: { symbolId: string; subjectId: string }) => VerdictAnswer;

function answerOf(judge: Judge, services: Services, { symbolId, subjectSymbolId, engine, question }: Pick<VerifyConstraintRequest, 'symbolId' | 'subjectSymbolId' | 'engine' | 'question'>, context: CallContext) {
    checkQuestion(question);
    const run = newRun(services, context);
    const encode = verdictEncoder(engine, run);
    const answer = judge(run, { symbolId, subjectId: subjectSymbolId });
    return {
        ...answer.verdict && { verdict: encode(answer.verdict) }, instances: answer.instances.map(encodeInstance), error: answer.error ?? '',
        verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts)
    };
}

export const verifyConstraint: Operation<'VerifyConstraint'> = {
    provides: ['verification', 'engines'],
    run(services, request, context) {
        const { verdict, instances, error } = answerOf(judgeConstraint, services, request, context);
        return create(VerifyConstraintResponseSchema, { verdict, instances, error });
    }
};

export const verifyRequirement: Operation<'VerifyRequirement'> = {
    provides: ['verification', 'engines', 'verification_verdicts'],
    run: (services, request, context) => create(VerifyRequirementResponseSchema, answerOf(judgeRequirement, services, request, context))
};

export const verifySatisfaction: Operation<'VerifySatisfaction'> = {
    provides: ['verification', 'engines'],
    run(services, { symbolId, engine, question }, context) {
        checkQuestion(question);
        const run = newRun(services, context);
        const encode = verdictEncoder(engine, run);
        const answer = judgeSatisfaction(run, symbolId);
        return create(VerifySatisfactionResponseSchema, {
            verdicts: answer.verdicts.map(encode), instances: answer.instances.map(encodeInstance),
            verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts), error: answer.error ?? '', failureReason: encodeReason(answer.failureReason)
        });
    }
};

export const validateInstance: Operation<'ValidateInstance'> = {
    provides: ['verification', 'engines'],
    run(services, { symbolId, engine }, context) {
        const run = newRun(services, context);
        const encode = verdictEncoder(engine, run);
        const answer = validate(run, symbolId);
        return create(ValidateInstanceResponseSchema, {
            verdicts: answer.verdicts.map(encode), ...answer.summary && { summary: encode(answer.summary) },
            instances: answer.instances.map(encodeInstance), bounded: answer.bounded, verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts),
            error: answer.error ?? '', failureReason: encodeReason(answer.failureReason)
        });
    }
};
