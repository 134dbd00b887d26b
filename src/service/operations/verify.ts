// VerifyConstraint, VerifyRequirement, VerifySatisfaction, ValidateInstance: verdicts of the evaluator.

import { create } from '@bufbuild/protobuf';
import {
    validateInstance as validate, verifyConstraint as judgeConstraint, verifyRequirement as judgeRequirement, verifySatisfaction as judgeSatisfaction,
    type Run, type VerdictAnswer
} from '../../runtime/index.js';
import {
    ValidateInstanceResponseSchema, VerdictSchema, VerifyConstraintResponseSchema, VerifyRequirementResponseSchema, VerifySatisfactionResponseSchema,
    type VerifyConstraintRequest
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

type Judge = (run: Run, request: { symbolId: string; subjectId: string }) => VerdictAnswer;

function verdictOf(kind: 'constraint' | 'requirement', judge: Judge, services: Services, request: Pick<VerifyConstraintRequest, 'symbolId' | 'subjectSymbolId' | 'engine' | 'question'>, context: CallContext) {
    checkQuestion(request.question);
    const refusal = evaluateRefusal(request.engine);
    const run = newRun(services, context);
    const { symbolId, subjectSymbolId: subjectId } = request;
    if (refusal !== undefined) {
        const verdict = create(VerdictSchema, { kind, elementId: symbolId, element: symbolId, error: refusal, failureReason: encodeReason('evaluation'), strength: 'not covered' });
        return { verdict, instances: [], error: '' };
    }
    const answer = judge(run, { symbolId, subjectId });
    return {
        ...answer.verdict && { verdict: encodeVerdict(answer.verdict, run) }, instances: answer.instances.map(encodeInstance), error: answer.error ?? '',
        ...kind === 'requirement' && { verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts) }
    };
}

export const verifyConstraint: Operation<'VerifyConstraint'> = {
    provides: ['verification', 'engines'],
    run: (services, request, context) => create(VerifyConstraintResponseSchema, verdictOf('constraint', judgeConstraint, services, request, context))
};

export const verifyRequirement: Operation<'VerifyRequirement'> = {
    provides: ['verification', 'engines', 'verification_verdicts'],
    run: (services, request, context) => create(VerifyRequirementResponseSchema, verdictOf('requirement', judgeRequirement, services, request, context))
};

export const verifySatisfaction: Operation<'VerifySatisfaction'> = {
    provides: ['verification', 'engines'],
    run(services, { symbolId, engine, question }, context) {
        checkQuestion(question);
        const refusal = evaluateRefusal(engine);
        const run = newRun(services, context);
        const answer = judgeSatisfaction(run, symbolId);
        const refused = refusal === undefined ? {} : { error: refusal, holds: undefined, condition: undefined, failureReason: 'evaluation' as const, wasRun: false };
        return create(VerifySatisfactionResponseSchema, {
            verdicts: answer.verdicts.map(verdict => encodeVerdict({ ...verdict, ...refused }, run)), instances: answer.instances.map(encodeInstance),
            verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts), error: answer.error ?? '', failureReason: encodeReason(answer.failureReason)
        });
    }
};

export const validateInstance: Operation<'ValidateInstance'> = {
    provides: ['verification', 'engines'],
    run(services, { symbolId, engine }, context) {
        const refusal = evaluateRefusal(engine);
        const run = newRun(services, context);
        if (refusal !== undefined) {
            return create(ValidateInstanceResponseSchema, { error: refusal, failureReason: encodeReason('evaluation') });
        }
        const answer = validate(run, symbolId);
        return create(ValidateInstanceResponseSchema, {
            verdicts: answer.verdicts.map(verdict => encodeVerdict(verdict, run)), ...answer.summary && { summary: encodeVerdict(answer.summary, run) },
            instances: answer.instances.map(encodeInstance), bounded: answer.bounded, verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts), error: answer.error ?? '', failureReason: encodeReason(answer.failureReason)
        });
    }
};
