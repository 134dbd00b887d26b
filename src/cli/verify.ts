/**
 * `sysml-workbench verify [ID] PATH…`: verdicts. Without an id all satisfaction assertions of the model; else what the id is: a constraint, a
 * requirement, a verification case, an assertion, what states assertions, or an object that is validated with everything below it.
 */
import { existsSync } from 'node:fs';
import { toJson } from '@bufbuild/protobuf';
import { elementById } from '../language/semantics/naming.js';
import { isPackage } from '../language/semantics/structure.js';
import type { Model } from '../language/workspace/workspace.js';
import {
    isConstraint, isRequirement, isVerificationCase, runCase, startRun, validateInstance, verifyConstraint, verifyRequirement, verifySatisfaction, type Run, type RunOptions, type Verdict, type VerdictAnswer,
    type VerificationVerdict
} from '../runtime/index.js';
import { VerdictSchema, VerificationVerdictSchema } from '../service/generated/sysml_pb.js';
import { encodeVerdict, encodeVerificationVerdicts } from '../service/operations/runs.js';
import { verdictText, verificationText } from './display.js';
import { questionCommand, runQuestion, type Answer, type Check, type QuestionOptions } from './model.js';

interface VerifyOptions extends QuestionOptions {
    readonly subject?: string;
}

interface Outcome {
    readonly verdicts: readonly Verdict[];
    readonly verificationVerdicts?: readonly VerificationVerdict[];
    readonly error?: string;
}

export function verifyCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand('verify', 'Judges constraints, requirements, satisfaction assertions, or an object with all that it asserts, and runs verification cases.')
        .usage('[options] [id] <path...>')
        .argument('<path...>', 'files (.sysml, .kerml) and folders, - for standard input; the first one may be the qualified name of what to judge')
        .option('--subject <id>', 'qualified name, or path, of the object that a constraint or requirement is judged on');
    return Promise.resolve(runQuestion<VerifyOptions>(program, args, (positional, { subject }) => {
        const [first, ...rest] = positional;
        const symbolId = rest.length > 0 && isId(first) ? first : '';
        return { paths: symbolId === '' ? positional : rest, ask: (model, limits) => verify(model, symbolId, subject, limits) };
    }));
}

/** A qualified name, or a name that no file has. */
function isId(text: string): boolean {
    return text.includes('::') || (text !== '-' && !/[./\\]/.test(text) && !existsSync(text));
}

function verify(model: Model, symbolId: string, subject: string | undefined, limits: RunOptions): Answer {
    const run = startRun(model, limits);
    const element = symbolId === '' ? undefined : elementById(model, symbolId);
    if (element !== undefined && subject === undefined && isVerificationCase(element)) {
        return { checks: [caseCheck(runCase(run, element))] };
    }
    const { verdicts, verificationVerdicts = [], error } = judge(run, symbolId, subject);
    const told = new Set<string>();
    const checks = verdicts.map((verdict): Check => {
        const requirementId = verdict.requirementId ?? (verdict.kind === 'requirement' ? verdict.elementId : undefined);
        // Cases are about a requirement, not about one verdict on it: told with the first.
        const cases = requirementId === undefined || told.has(requirementId) ? [] : verificationVerdicts.filter(v => v.requirementId === requirementId);
        told.add(requirementId ?? '');
        return {
            subject: verdict.element,
            status: verdict.error !== undefined ? 'unresolved' : verdict.holds === true ? 'holds' : 'fails',
            lines: [verdictText(verdict), ...cases.map(verificationText)],
            results: [toJson(VerdictSchema, encodeVerdict(verdict, run))],
            ...cases.length > 0 && { verifications: encodeVerificationVerdicts(cases).map(v => toJson(VerificationVerdictSchema, v)) }
        };
    });
    const nothing = verdicts.length === 0 && error === undefined ? [`${symbolId === '' ? 'the model' : symbolId} states no satisfaction assertion to verify`] : [];
    const isOpen = subject === undefined && verdicts.some(v => v.instance === undefined && v.error?.includes(' is undetermined: ') === true);
    return {
        checks, errors: error === undefined ? nothing : [error],
        notices: isOpen ? ['judged without an object: --subject <id> names the one to judge it on'] : []
    };
}

/** The answer of a verification case that was asked itself; the cases that it performed are told and decide nothing about it. */
function caseCheck(answers: readonly VerificationVerdict[]): Check {
    const [{ caseId, kind }] = answers;
    return {
        subject: caseId, status: kind === 'pass' ? 'holds' : kind === 'fail' ? 'fails' : 'unresolved', lines: answers.map(verificationText),
        verifications: encodeVerificationVerdicts(answers).map(v => toJson(VerificationVerdictSchema, v))
    };
}

/** What an id is decides the question. */
function judge(run: Run, symbolId: string, subjectId: string | undefined): Outcome {
    const element = symbolId === '' ? undefined : elementById(run.model, symbolId);
    const isCondition = element !== undefined && element.$type !== 'SatisfyRequirementUsage' && (isRequirement(element) || isConstraint(element));
    if (isCondition) {
        return one(isRequirement(element) ? verifyRequirement(run, { symbolId, subjectId }) : verifyConstraint(run, { symbolId, subjectId }));
    }
    if (subjectId !== undefined) {
        return { verdicts: [], error: `--subject is for a constraint or a requirement${symbolId === '' ? '' : `: ${symbolId} is neither`}` };
    }
    if (element === undefined || element.$type === 'SatisfyRequirementUsage' || isPackage(element)) {
        return verifySatisfaction(run, symbolId);
    }
    const { verdicts, summary, verificationVerdicts, error } = validateInstance(run, symbolId);
    return { verdicts: summary === undefined ? verdicts : [...verdicts, summary], verificationVerdicts, error };
}

function one({ verdict, verificationVerdicts, error }: VerdictAnswer): Outcome {
    return { verdicts: verdict === undefined ? [] : [verdict], verificationVerdicts, error };
}
