/** The verdicts about an element, whatever it is: its kind decides which question is asked. */
import { elementById } from '../../language/semantics/naming.js';
import { isPackage } from '../../language/semantics/structure.js';
import { isConstraint, isRequirement, type Failed, type Run } from '../evaluation/index.js';
import { isVerificationCase, runCase, type VerificationVerdict } from './cases.js';
import { assertionsIn, verifySatisfaction } from './satisfaction.js';
import { validateInstance } from './validate.js';
import type { Verdict, VerdictAnswer } from './verdict.js';
import { verifyConstraint, verifyRequirement } from './verify.js';

/** Verdicts; an error when nothing was judged. */
export interface Judged extends Partial<Failed> {
    readonly verdicts: readonly Verdict[];
    /** of verification cases: the asked one first, or those about the judged requirements */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
}

/**
 * Judges a constraint or requirement, runs a verification case, judges the satisfaction assertions that an element states (of the whole
 * model for an empty id), or validates an object with everything below it and judges the satisfactions of others that it states.
 * @param symbolId qualified name
 * @param subjectId path of the object that a constraint or requirement is judged on
 */
export function judgeElement(run: Run, symbolId: string, subjectId?: string): Judged {
    const element = symbolId === '' ? undefined : elementById(run.model, symbolId);
    if (element !== undefined && subjectId === undefined && isVerificationCase(element)) {
        return { verdicts: [], verificationVerdicts: runCase(run, element) };
    }
    const isCondition =
        element !== undefined && element.$type !== 'SatisfyRequirementUsage' && (isRequirement(element) || isConstraint(element));
    if (isCondition) {
        return one(
            isRequirement(element) ? verifyRequirement(run, { symbolId, subjectId }) : verifyConstraint(run, { symbolId, subjectId })
        );
    }
    if (subjectId !== undefined) {
        const about = symbolId === '' ? '' : `: ${symbolId} is neither`;
        return { verdicts: [], error: `a subject is for a constraint or a requirement${about}` };
    }
    if (element === undefined || element.$type === 'SatisfyRequirementUsage' || isPackage(element)) {
        return verifySatisfaction(run, symbolId);
    }
    const { verdicts, summary, ...rest } = validateInstance(run, symbolId);
    const own = { ...rest, verdicts: summary === undefined ? verdicts : [...verdicts, summary] };
    const known = new Set(verdicts.map(({ assertion }) => assertion));
    return assertionsIn(element).every(assertion => known.has(assertion)) ? own : withStated(own, verifySatisfaction(run, symbolId));
}

/** What an element asserts of itself, and the satisfactions that it states of others; the latter alone where it asserts nothing. */
function withStated(own: Judged, stated: Judged): Judged {
    if (own.verdicts.every(({ wasRun }) => !wasRun)) {
        return stated;
    }
    const known = new Set(own.verdicts.map(({ assertion }) => assertion));
    const cases = new Map(
        [...(own.verificationVerdicts ?? []), ...(stated.verificationVerdicts ?? [])].map(verdict => [verdict.caseId, verdict] as const)
    );
    return {
        ...own,
        verdicts: [...own.verdicts, ...stated.verdicts.filter(({ assertion }) => !known.has(assertion))],
        verificationVerdicts: [...cases.values()]
    };
}

function one({ verdict, ...rest }: VerdictAnswer): Judged {
    return { ...rest, verdicts: verdict === undefined ? [] : [verdict] };
}
