// VerifyConstraint, VerifyRequirement, VerifySatisfaction, ValidateInstance: verdicts of the evaluator, or of the solver (solve.ts).

import { type EngineManifest, engineRefusal } from '../../runtime/engines/index.js';
import { create } from '@bufbuild/protobuf';
import { type Run } from '../../runtime/evaluation/index.js';
import {
    validateInstance as validate,
    verifyConstraint as judgeConstraint,
    verifyRequirement as judgeRequirement,
    verifySatisfaction as judgeSatisfaction,
    type Verdict,
    type VerdictAnswer
} from '../../runtime/verification/index.js';
import {
    ValidateInstanceResponseSchema,
    VerifyConstraintResponseSchema,
    VerifyRequirementResponseSchema,
    VerifySatisfactionResponseSchema,
    type Verdict as WireVerdict,
    type VerifyConstraintRequest
} from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import { ValueFault } from '../../wire/value-decoding.js';
import { decodeArguments } from './case-answers.js';
import type { CallContext, Operation, Services } from './operation.js';
import { encodeReason, encodeVerdict, encodeInstances, encodeVerificationVerdicts, newRun } from './runs.js';
import { unconfirmedAnswers, evaluateExternally, firstAnswer, externalEngines, evaluateSatisfactions } from './external.js';
import { solveCondition } from './solve.js';

const QUESTIONS = ['evaluate', 'holds', 'satisfiable'] as const;
type Question = (typeof QUESTIONS)[number];

/** The question of a request; `evaluate` by default. @throws Refusal invalid_argument */
function questionOf(question: string): Question {
    const known = QUESTIONS.find(q => q === (question || 'evaluate'));
    if (known === undefined) {
        throw invalidArgument(`unknown question "${question}": it is ${QUESTIONS.join(', ')}`);
    }
    return known;
}

/** Encodes the verdicts of one call: with the evaluator's standing, or as refused by the selected engine. */
function verdictEncoder(engine: string, run: Run, question: Question = 'evaluate'): (verdict: Verdict) => WireVerdict {
    const refusal = engineRefusal(engine, question);
    const failureReason = question === 'evaluate' ? 'evaluation' : 'undecided';
    return verdict => {
        if (refusal === undefined || !verdict.wasRun) {
            return Object.assign(encodeVerdict(verdict, run), { question });
        }
        const undecided = { ...verdict, error: refusal, failureReason, holds: undefined, condition: undefined, wasRun: false } as const;
        return Object.assign(encodeVerdict(undecided, run), { question, strength: 'not covered' });
    };
}

/** The external engines for a question about a condition; empty if the evaluator suffices. */
function externalFor(services: Services, engine: string, question: Question): readonly EngineManifest[] {
    const external = externalEngines(services, engine, question);
    return question === 'evaluate' ? external.filter(({ name, answers }) => name === engine && answers.includes(question)) : external;
}

type Judge = typeof judgeConstraint;
type QuestionRequest = Pick<
    VerifyConstraintRequest,
    'symbolId' | 'subjectSymbolId' | 'engine' | 'question' | 'arguments' | 'namedArguments'
>;

function answerOf(judge: Judge, services: Services, request: QuestionRequest, context: CallContext) {
    const question = questionOf(request.question);
    const kind = judge === judgeConstraint ? 'constraint' : 'requirement';
    const external = externalFor(services, request.engine, question);
    if (question === 'evaluate' && external.length > 0) {
        return { ...evaluateExternally(services, context, { question, kind, external }, request), verificationVerdicts: [] };
    }
    if (question !== 'evaluate' && (external.length > 0 || engineRefusal(request.engine, question) === undefined)) {
        const evaluate = (engines: readonly EngineManifest[]): ReturnType<typeof evaluateExternally> =>
            evaluateExternally(services, context, { question, kind, external: engines }, request);
        if (external.length > 0) {
            return { ...evaluate(external), verificationVerdicts: [] };
        }
        const answer = solveCondition(services, context, question, kind, request);
        const isAuto = request.engine === '' || request.engine === 'auto';
        const verdict =
            isAuto && answer.verdict !== undefined
                ? firstAnswer(services, question, answer.verdict, manifest => evaluate([manifest]).verdict!)
                : answer.verdict;
        return { ...answer, verdict, verificationVerdicts: [] };
    }
    const run = newRun(services, context);
    const encode = verdictEncoder(request.engine, run, question);
    const answer = answered(judge, run, request);
    return {
        ...(answer.verdict && { verdict: encode(answer.verdict) }),
        instances: encodeInstances(answer.instances, answer.verificationVerdicts),
        error: answer.error ?? '',
        verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts)
    };
}

function answered(judge: Judge, run: Run, request: QuestionRequest): VerdictAnswer {
    try {
        const { symbolId, subjectSymbolId } = request;
        return judge(run, { symbolId, subjectId: subjectSymbolId, arguments: decodeArguments(request, run) });
    } catch (error) {
        if (error instanceof ValueFault) {
            return { error: `argument could not be read: ${error.message}`, instances: [] };
        }
        throw error;
    }
}

export const verifyConstraint: Operation<'VerifyConstraint'> = {
    provides: ['verification', 'engines', 'verification_arguments', 'verification_questions'],
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
        const kind = questionOf(question);
        const external = externalFor(services, engine, kind);
        if (external.length > 0 || (kind !== 'evaluate' && engineRefusal(engine, kind) === undefined)) {
            return create(
                VerifySatisfactionResponseSchema,
                evaluateSatisfactions(services, context, { question: kind, external, engine }, symbolId)
            );
        }
        const run = newRun(services, context);
        const encode = verdictEncoder(engine, run, kind);
        const answer = judgeSatisfaction(run, symbolId);
        return create(VerifySatisfactionResponseSchema, {
            verdicts: answer.verdicts.map(encode),
            instances: encodeInstances(answer.instances, answer.verificationVerdicts),
            verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts),
            error: answer.error ?? '',
            failureReason: encodeReason(answer.failureReason)
        });
    }
};

export const validateInstance: Operation<'ValidateInstance'> = {
    provides: ['verification', 'engines'],
    run(services, { symbolId, engine }, context) {
        const run = newRun(services, context);
        const encode = verdictEncoder(engine, run);
        const answer = validate(run, symbolId);
        const verdicts = answer.verdicts.map(encode);
        const questions = verdicts.map(({ elementId, requirementId, element }) => ({
            question: 'evaluate' as const,
            subject: elementId || requirementId || element
        }));
        unconfirmedAnswers(services, context, engine, questions)?.forEach((refusal, i) => Object.assign(verdicts[i], refusal));
        return create(ValidateInstanceResponseSchema, {
            verdicts,
            ...(answer.summary && { summary: encode(answer.summary) }),
            instances: encodeInstances(answer.instances, answer.verificationVerdicts),
            bounded: answer.bounded,
            verificationVerdicts: encodeVerificationVerdicts(answer.verificationVerdicts),
            error: answer.error ?? '',
            failureReason: encodeReason(answer.failureReason)
        });
    }
};
