/** Verdicts as plain answers (contract operations.md "Verdict", sheet 6.3), and how a judgement becomes one. */
import type { AstNode } from '../../language/generated/tree.js';
import type { Budget, Failed, FailureReason } from '../evaluation/limits.js';
import type { InstanceAnswer } from '../evaluation/instances/graph.js';
import type { Instance } from '../evaluation/instances/instance.js';
import type { VerificationVerdict } from './cases.js';
import type { Judgement } from '../evaluation/calculations/conditions.js';
import { type Explanation, explanationsOf } from '../evaluation/calculations/explanation.js';

export interface Verdict {
    readonly kind: 'constraint' | 'requirement' | 'satisfy' | 'object' | 'objective' | 'assertion';
    readonly elementId?: string;
    readonly element: string;
    /** the declaration that was judged, of what stands on an object */
    readonly assertion?: AstNode;
    readonly holds?: boolean;
    /** the required condition that is false, as written */
    readonly condition?: string;
    /** the nested requirements that state that condition, from the outside in */
    readonly conditionPath?: readonly string[];
    /** which values made it false; asked after the run, while its objects are as they were */
    readonly explain?: () => readonly Explanation[];
    /** the object that was judged */
    readonly instance?: Instance;
    readonly instancePath?: string;
    readonly error?: string;
    /** the error without the element that it is about, where it begins with that */
    readonly cause?: string;
    readonly failureReason?: FailureReason;
    /** undecided because the model leaves a value open that some object would give; nothing failed */
    readonly isOpen?: boolean;
    /** open because what it speaks of is neither stated by the model nor named by the question: nothing was judged */
    readonly isUnbound?: boolean;
    readonly requirementId?: string;
    /** budgets that the judgement ended at */
    readonly exhausted?: readonly Budget[];
    /** whether the evaluator was asked, so that the verdict has a standing */
    readonly wasRun: boolean;
}

/** Verdict of one element with the objects it is about; an error is a request that failed before anything was judged. */
export interface VerdictAnswer extends Partial<Failed> {
    readonly verdict?: Verdict;
    readonly instances: readonly InstanceAnswer[];
    /** what the verification cases of a judged requirement answered */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
}

type Outcome = Pick<
    Verdict,
    'holds' | 'condition' | 'conditionPath' | 'explain' | 'error' | 'cause' | 'failureReason' | 'isOpen' | 'exhausted' | 'wasRun'
>;

/** What a judgement adds to a verdict. */
export function judged(judgement: Judgement): Outcome {
    switch (judgement.outcome) {
        case 'holds':
            return { holds: true, wasRun: true };
        case 'violated': {
            const { condition, path, grounds } = judgement;
            return { condition, ...(path.length > 0 && { conditionPath: path }), explain: () => explanationsOf(grounds), wasRun: true };
        }
        case 'undecided': {
            const { error, cause, isOpen, exhausted } = judgement;
            return { error, cause, failureReason: 'evaluation', ...(isOpen && { isOpen }), exhausted, wasRun: true };
        }
    }
}
