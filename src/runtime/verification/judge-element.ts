/** Judges an element by its kind. */
import { elementById } from '../../language/semantics/naming.js';
import { isPackage } from '../../language/semantics/structure.js';
import { isConstraint, isRequirement, type Failed, type Run } from '../evaluation/index.js';
import { isVerificationCase, runCase, type VerificationVerdict } from './cases.js';
import { assertionsIn, verifySatisfaction } from './satisfaction.js';
import { validateInstance } from './validate.js';
import type { Verdict, VerdictAnswer } from './verdict.js';
import { verifyConstraint, verifyRequirement } from './verify.js';

/** Verdicts; `error` when nothing was judged. */
export interface Judged extends Partial<Failed> {
    readonly verdicts: readonly Verdict[];
    /** verdicts of verification cases: of the requested case first, or of those that verify the judged requirements */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
}

/**
 * Judges a constraint or requirement, runs a verification case, judges the satisfaction assertions in an element (in the whole model for an
 * empty id), or validates an object with the objects below it and judges the satisfaction assertions about other objects.
 * @param symbolId qualified name
 * @param subjectId path of the object on which a constraint or requirement is judged
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

/**
 * Combines the verdicts on an element's own assertions with those on satisfaction assertions about other objects; only the latter where it
 * has no own assertions.
 */
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
