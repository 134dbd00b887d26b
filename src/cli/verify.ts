/**
 * `sysml-workbench verify [ID] PATH…`: verdicts. Without an id it judges all satisfaction assertions and verification cases of the model.
 * Otherwise it judges the element: a constraint, a requirement, a verification case, an assertion, an element that states assertions, or an
 * object with all its parts.
 */
import { existsSync } from 'node:fs';
import { toJson } from '@bufbuild/protobuf';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { isFeature, owningTypeOf } from '../language/semantics/structure.js';
import type { Model } from '../language/workspace/workspace.js';
import { startRun } from '../runtime/behaviour/index.js';
import { isConstraint, symbolNotFound, type Contribution, type Display, type Run } from '../runtime/evaluation/index.js';
import type { Value } from '../runtime/values/index.js';
import {
    isVerificationCase,
    judgeElement,
    runCase,
    verdictLines,
    verificationCasesOf,
    verificationLines,
    type Verdict,
    type VerificationVerdict
} from '../runtime/verification/index.js';
import { ValueSchema, VerdictSchema, VerificationVerdictSchema } from '../wire/generated/sysml_pb.js';
import { encodeVerdict, encodeVerificationVerdicts } from '../service/operations/runs.js';
import { encodeValue } from '../wire/value.js';
import { elementAt } from '../session/questions/element-paths.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import { failuresOf, worstOf, type Answer, type Check, type Status } from '../session/answers/answer.js';

interface VerifyOptions extends QuestionOptions {
    readonly subject?: string;
}

export function verifyCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand(
        'verify',
        'Judges constraints, requirements, satisfaction assertions, or an object with all that it asserts, and runs verification cases. Without an id: all satisfaction assertions and verification cases of the model.'
    )
        .usage('[options] [id] <path...>')
        .argument(
            '<path...>',
            'files (.sysml, .kerml) and folders, - for standard input; before them the qualified name of the element to judge, or a path to it (Spec.massLimit), may be given'
        )
        .option('--subject <id>', 'qualified name, or path, of the object on which a constraint or requirement is judged');
    return Promise.resolve(
        runQuestion<VerifyOptions>(program, args, (positional, { subject }) => {
            const [first, ...rest] = positional;
            const path = rest.length > 0 && isId(first) ? first : '';
            return {
                paths: path === '' ? positional : rest,
                ...(path !== '' && { about: [path, ...(subject === undefined ? [] : [subject])] }),
                answer: (model, limits, display) => verify({ model, run: startRun(model, limits), display }, path, subject)
            };
        })
    );
}

/** Whether a text is a qualified name, a path of names, or a name that is not a file. */
function isId(text: string): boolean {
    return text.includes('::') || (text !== '-' && !/[/\\]|\.(?:sysml|kerml)$/.test(text) && !existsSync(text));
}

interface Checked {
    readonly model: Model;
    readonly run: Run;
    readonly display: Display;
}

function verify(context: Checked, path: string, subject: string | undefined): Answer {
    const { model, run, display } = context;
    const found = path === '' ? undefined : elementAt(model, path);
    if (path !== '' && found === undefined) {
        return { checks: [], errors: [symbolNotFound(path)] };
    }
    const holder = found !== undefined && isConstraint(found.element) ? found.holder : undefined;
    const outcome = judgeElement(run, found?.id ?? '', subject ?? holder);
    const { verdicts, verificationVerdicts: cases = [] } = outcome;
    if (found !== undefined && isVerificationCase(found.element) && outcome.error === undefined) {
        return { checks: [caseCheck(cases, true, display)] };
    }
    const reported = new Set<string>();
    // Without an id, also run the model's verification cases that no assertion refers to.
    const others = found === undefined ? otherCases(run, cases) : [];
    const checks = [
        ...verdicts.map(verdict => verdictCheck(context, verdict, cases, reported)),
        ...others.map(answers => caseCheck(answers, false, display))
    ];
    const isEmpty = checks.length === 0 && outcome.error === undefined;
    const isOpen = subject === undefined && verdicts.some(v => v.isOpen === true && v.instance === undefined);
    return {
        checks,
        errors: [...failuresOf(outcome), ...(isEmpty ? [nothingToVerify(path)] : [])],
        notices: isOpen ? ['judged without an object: --subject <id> names the one to judge it on'] : []
    };
}

const nothingToVerify = (path: string): string =>
    path === ''
        ? 'the model states no satisfaction assertion to verify: name a constraint, a requirement or an object before the files'
        : `${path} states no satisfaction assertion to verify`;

/**
 * A verdict with the answers of the verification cases of its requirement. These are printed only with the first verdict on that
 * requirement.
 */
function verdictCheck({ run, display }: Checked, verdict: Verdict, cases: readonly VerificationVerdict[], written: Set<string>): Check {
    const requirementId = verdict.requirementId ?? (verdict.kind === 'requirement' ? verdict.elementId : undefined);
    const own = requirementId === undefined || written.has(requirementId) ? [] : cases.filter(v => v.requirementId === requirementId);
    written.add(requirementId ?? '');
    return {
        subject: verdict.element,
        status: worstOf([statusOf(verdict), ...own.filter(v => v.subcase !== true).map(contributedStatus)]),
        lines: [...verdictLines(verdict, display), ...own.flatMap(v => verificationLines(v, display))],
        values: valuesOf(verdict),
        results: [toJson(VerdictSchema, encodeVerdict(verdict, run))],
        ...(own.length > 0 && { verifications: encodeVerificationVerdicts(own).map(v => toJson(VerificationVerdictSchema, v)) })
    };
}

const statusOf = ({ error, holds }: Verdict): Status => (error !== undefined ? 'unresolved' : holds === true ? 'holds' : 'fails');

/**
 * The status that a verification case contributes to a verdict. It contributes nothing if it is inconclusive or has no subject to run on.
 */
function contributedStatus({ kind, isUnbound }: VerificationVerdict): Status {
    if (kind === 'fail') {
        return 'fails';
    }
    return kind === 'error' && isUnbound !== true ? 'unresolved' : 'holds';
}

/** The values that made a verdict false, by their text. */
function valuesOf({ explain }: Pick<Verdict, 'explain'>): NonNullable<Check['values']> {
    const texts = new Map<string, Value>();
    const add = ({ text, value, isLiteral, parts }: Contribution): void => {
        if (!isLiteral || parts.length > 0) {
            texts.set(text, value);
        }
        parts.forEach(add);
    };
    for (const { left, right } of explain?.() ?? []) {
        [left, ...(right === undefined ? [] : [right])].forEach(add);
    }
    return [...texts].map(([name, value]) => ({ name, value: toJson(ValueSchema, encodeValue(value)) }));
}

/** The verdicts of a case that was run directly, and of the cases that it performed, which do not affect its status. */
function caseCheck(answers: readonly VerificationVerdict[], isRequested: boolean, display: Display): Check {
    const [answer] = answers;
    const { caseId, kind } = answer;
    return {
        subject: caseId,
        status: isRequested ? (kind === 'pass' ? 'holds' : kind === 'fail' ? 'fails' : 'unresolved') : contributedStatus(answer),
        lines: answers.flatMap(v => verificationLines(v, display)),
        values: answers.flatMap(valuesOf),
        verifications: encodeVerificationVerdicts(answers).map(v => toJson(VerificationVerdictSchema, v))
    };
}

/** The verdicts of the model's verification case usages that were not run for a requirement, each with the cases that it performs. */
function otherCases(run: Run, known: readonly VerificationVerdict[]): readonly (readonly VerificationVerdict[])[] {
    const judged = new Set(known.map(v => v.caseId));
    return verificationCasesOf(run)
        .filter(c => isFeature(c) && owningTypeOf(c) === undefined && !judged.has(qualifiedNameOf(c) ?? ''))
        .map(c => runCase(run, c));
}
