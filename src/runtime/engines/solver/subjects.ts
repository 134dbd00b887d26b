/**
 * Which questions there are about an element: one for a constraint or requirement, one for an object with all that it asserts, one
 * for each satisfaction assertion that it states.
 */
import type { Failed } from '../../evaluation/limits.js';
import { isConstraint, isRequirement } from '../../evaluation/model/kinds.js';
import type { Run } from '../../evaluation/run.js';
import { elementById } from '../../../language/semantics/naming.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { isPackage } from '../../../language/semantics/structure.js';
import { EvaluationError } from '../../values/index.js';
import { aboutCondition, assertionsAbout, hasObjectToValidate, namesOfAssertion } from '../../verification/index.js';
import { type Stated, statedBy, statedByAssertion, statedByObject } from './stated.js';

/** What a question is about, by how an answer names it. */
export interface QuestionSubject {
    readonly kind: string;
    readonly element: string;
    /** the conditions in new frames: a witness that was replayed stays in those of its question */
    readonly stated: () => Stated;
}

/**
 * What the questions about an element are about.
 * @param newRun each question has a run of its own
 * @param subjectId path of the object that a constraint or requirement is judged on
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
        return { error: assertions.error ?? '', ...(assertions.unknown && { unknown: assertions.unknown }) };
    }
    const satisfactions = assertions.map((assertion): QuestionSubject => {
        const { kind, element: name } = namesOfAssertion(assertion);
        return { kind, element: name, stated: () => statedByAssertion(newRun(), assertion) };
    });
    const isObject = element !== undefined && !isPackage(element) && hasObjectToValidate(element);
    return isObject && statesSomething(run, element)
        ? [{ kind: 'object', element: symbolId, stated: () => statedByObject(newRun(), element) }, ...satisfactions]
        : satisfactions;
}

/** Whether objects of an element have conditions. */
function statesSomething(run: Run, element: AstNode): boolean {
    try {
        return statedByObject(run, element).conditions.length > 0;
    } catch (error) {
        if (error instanceof EvaluationError) {
            // The question itself will report the error.
            return true;
        }
        throw error;
    }
}
