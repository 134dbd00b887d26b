// Options of runs (budgets from the environment, cancellation from the call), and encoding of their results.

import { create } from '@bufbuild/protobuf';
import type { BehaviourOptions } from '../../runtime/behaviour/index.js';
import { startRun } from '../../runtime/behaviour/index.js';
import {
    type Instance,
    type InstanceAnswer,
    objectGraph,
    typeSymbolIdOf,
    type FailureReason as Reason,
    type Run
} from '../../runtime/evaluation/index.js';
import { type Verdict, type VerificationVerdict } from '../../runtime/verification/index.js';
import {
    FailureReason,
    VerdictSchema,
    VerificationVerdictSchema,
    type Instance as WireInstance,
    type Verdict as WireVerdict,
    type VerificationVerdict as WireVerificationVerdict
} from '../../wire/generated/sysml_pb.js';
import { encodeInstance } from '../../wire/instances.js';
import { Tools, type ToolSettings } from '../../runtime/engines/index.js';
import { budgetsOf } from '../config/budgets.js';
import type { Environment } from '../config/environment.js';
import type { CallContext, Services } from './operation.js';
import { runStanding } from './standing.js';

export function runOptions({ environment, registrations, attendant }: Services, context: CallContext): BehaviourOptions {
    const { counts } = environment;
    const checkCancelled = (): void => context.checkCancelled();
    const { limits, behaviour } = budgetsOf(counts);
    return {
        limits,
        behaviour,
        checkCancelled,
        tools: new Tools(registrations.tools, toolSettings(environment), attendant, checkCancelled)
    };
}

/** The settings of tools, from the environment. */
export function toolSettings({ texts, durations, toolMaxOutput, toolPassthrough, keepToolDirectories }: Environment): ToolSettings {
    return {
        fmiRunner: texts.SERVICE_FMI_RUNNER,
        timeout: durations.SERVICE_TOOL_TIMEOUT,
        mostOutput: toolMaxOutput,
        passthrough: toolPassthrough,
        keepsFolders: keepToolDirectories,
        environment: process.env
    };
}

/** Starts a run over the call's model. */
export function newRun(services: Services, context: CallContext): Run {
    return startRun(context.model, runOptions(services, context));
}

const REASONS: Readonly<Record<Reason, FailureReason>> = {
    evaluation: FailureReason.EVALUATION,
    wrongKind: FailureReason.WRONG_KIND,
    ambiguousSubject: FailureReason.AMBIGUOUS_SUBJECT,
    undecided: FailureReason.UNDECIDED
};

/** Encodes the reason of a failure; unspecified if there is none. */
export function encodeReason(reason: Reason | undefined): FailureReason {
    return reason === undefined ? FailureReason.UNSPECIFIED : REASONS[reason];
}

/** Encodes a verdict, with the evaluator's standing if the evaluator produced it. */
export function encodeVerdict(verdict: Verdict, run: Pick<Run, 'limits'>): WireVerdict {
    const { kind, element, elementId, holds, condition, instance, instancePath, error, failureReason, requirementId, exhausted, wasRun } =
        verdict;
    return create(VerdictSchema, {
        kind,
        element,
        elementId: elementId ?? '',
        holds: holds ?? false,
        condition: condition ?? '',
        instancePath: instancePath ?? '',
        error: error ?? '',
        failureReason: encodeReason(failureReason),
        requirementId: requirementId ?? '',
        question: 'evaluate',
        status: error !== undefined ? 'undecided' : holds === true ? 'holds' : 'violated',
        ...(instance && { instanceId: BigInt(instance.id), instanceTypeId: typeSymbolIdOf(instance) }),
        ...(wasRun && runStanding(run, error !== undefined ? 'not covered' : holds ? 'observed' : 'witnessed', exhausted))
    });
}

/** Encodes the verdicts of verification cases. */
export function encodeVerificationVerdicts(verdicts: readonly VerificationVerdict[] | undefined): WireVerificationVerdict[] {
    return (verdicts ?? []).map(verdict => {
        const { caseId, kind, detail, subcase, requirementId } = verdict;
        const subject = subjectOf(verdict);
        return create(VerificationVerdictSchema, {
            caseId,
            kind,
            detail: detail ?? '',
            subcase: subcase ?? false,
            requirementId: requirementId ?? '',
            ...(subject && { instanceId: BigInt(subject.id), instanceTypeId: typeSymbolIdOf(subject) })
        });
    });
}

/** The only subject of a verification case; undefined if there are none or several. */
function subjectOf({ subjects = [] }: VerificationVerdict): Instance | undefined {
    const [subject] = subjects;
    return subjects.length === 1 && !subject.isOpen ? subject : undefined;
}

/** Encodes the objects of an answer, including the subjects of its verification cases. */
export function encodeInstances(instances: readonly InstanceAnswer[], verdicts: readonly VerificationVerdict[] = []): WireInstance[] {
    const found = new Map(instances.map(instance => [instance.id, instance]));
    for (const subject of verdicts.map(subjectOf)) {
        if (subject !== undefined && !found.has(subject.id)) {
            objectGraph(subject).forEach(answer => void (found.has(answer.id) || found.set(answer.id, answer)));
        }
    }
    return [...found.values()].map(encodeInstance);
}
