/**
 * Determines the questions about an element: one for a constraint or requirement, one for an object with all assertions on it, and one for
 * each satisfaction assertion.
 */
import type { Failed } from '../../evaluation/limits.js';
import { articledKind, isCalculation, isConstraint, isRequirement } from '../../evaluation/model/kinds.js';
import type { Run } from '../../evaluation/run.js';
import { elementById } from '../../../language/semantics/naming.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { isPackage } from '../../../language/semantics/structure.js';
import { EvaluationError } from '../../values/index.js';
import { aboutCondition, assertionsAbout, hasObjectToValidate, isAnalysisCase, namesOfAssertion } from '../../verification/index.js';
import { type Stated, statedBy, statedByAssertion, statedByObject } from './stated.js';

/** The subject of a question, with its name in an answer. */
export interface QuestionSubject {
    readonly kind: string;
    readonly element: string;
    /** returns the conditions in new frames, because a replayed witness stays in the frames of its question */
    readonly stated: () => Stated;
}

/**
 * Returns the subjects of the questions about an element, or an error for an element that states no condition.
 * @param newRun creates a run for each question
 * @param subjectId path of the object on which a constraint or requirement is judged
 */
export function questionSubjects(newRun: () => Run, symbolId: string, subjectId?: string): readonly QuestionSubject[] | Failed {
    const run = newRun();
    const element = elementById(run.model, symbolId);
    if (element !== undefined && isConstraint(element) && element.$type !== 'SatisfyRequirementUsage') {
        const kind = isRequirement(element) ? 'requirement' : 'constraint';
        const about = aboutCondition(run, { symbolId, subjectId }, kind);
        if (!('element' in about)) {
            return { error: about.error ?? about.verdict?.error ?? '' };
        }
        const stated = (): Stated => {
            const own = newRun();
            const again = aboutCondition(own, { symbolId, subjectId }, kind);
            return statedBy(own, element, 'element' in again ? again.object : undefined);
        };
        return [{ kind, element: about.names.element, stated }];
    }
    const assertions = assertionsAbout(run, symbolId);
    if ('verdicts' in assertions) {
        return element === undefined
            ? { error: assertions.error ?? '', ...(assertions.unknown && { unknown: assertions.unknown }) }
            : nothingToSolve(symbolId, element);
    }
    const satisfactions = assertions.map((assertion): QuestionSubject => {
        const { kind, element: name } = namesOfAssertion(assertion);
        return { kind, element: name, stated: () => statedByAssertion(newRun(), assertion) };
    });
    const object: readonly QuestionSubject[] =
        element !== undefined && isObject(element) && statesSomething(run, element)
            ? [{ kind: 'object', element: symbolId, stated: () => statedByObject(newRun(), element) }]
            : [];
    const subjects = [...object, ...satisfactions];
    return subjects.length === 0 ? nothingToSolve(symbolId, element) : subjects;
}

/**
 * Whether an element has objects with conditions. Calculations and cases have performances, which depend on parameters, and a satisfaction
 * is judged on its subject.
 */
const isObject = (element: AstNode): boolean =>
    !isPackage(element) && !isCalculation(element) && !isConstraint(element) && hasObjectToValidate(element);

/** @param element undefined for the whole model */
function nothingToSolve(symbolId: string, element: AstNode | undefined): Failed {
    const what = element === undefined ? 'the model' : `${symbolId} is ${articledKind(element)}, which`;
    const optimum = element !== undefined && isAnalysisCase(element) ? '; of an analysis case only the optimum can be found' : '';
    return { error: `${what} states nothing to solve: ${EXPECTED} is expected${optimum}` };
}

const EXPECTED = 'a constraint, a requirement, an object that asserts constraints, or an element with satisfaction assertions';

/** Whether objects of an element have conditions. */
function statesSomething(run: Run, element: AstNode): boolean {
    try {
        return statedByObject(run, element).conditions.length > 0;
    } catch (error) {
        if (error instanceof EvaluationError) {
            // The question itself will report this error.
            return true;
        }
        throw error;
    }
}
