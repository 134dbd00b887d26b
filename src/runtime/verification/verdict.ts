/** Verdicts as plain values (contract operations.md "Verdict", sheet 6.3), and their construction from judgements. */
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
    /** the judged declaration, for an assertion on an object */
    readonly assertion?: AstNode;
    readonly holds?: boolean;
    /** the required condition that is false, as written */
    readonly condition?: string;
    /** the nested requirements that declare the condition, outermost first */
    readonly conditionPath?: readonly string[];
    /** explains which values made it false; called after the run, while its objects are unchanged */
    readonly explain?: () => readonly Explanation[];
    /** the judged object */
    readonly instance?: Instance;
    readonly instancePath?: string;
    readonly error?: string;
    /** the error without the leading name of the element */
    readonly cause?: string;
    readonly failureReason?: FailureReason;
    /** undecided because the model leaves a value open that an object would provide; nothing failed */
    readonly isOpen?: boolean;
    /** undecided because neither the model nor the request states the subject: nothing was judged */
    readonly isUnbound?: boolean;
    readonly requirementId?: string;
    /** budgets that the judgement exhausted */
    readonly exhausted?: readonly Budget[];
    /** whether the evaluator ran */
    readonly wasRun: boolean;
}

/** The verdict on one element with its objects; `error` when the request failed before anything was judged. */
export interface VerdictAnswer extends Partial<Failed> {
    readonly verdict?: Verdict;
    readonly instances: readonly InstanceAnswer[];
    /** the verdicts of the verification cases of a judged requirement */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
}

type Outcome = Pick<
    Verdict,
    'holds' | 'condition' | 'conditionPath' | 'explain' | 'error' | 'cause' | 'failureReason' | 'isOpen' | 'exhausted' | 'wasRun'
>;

/** The fields of a verdict that a judgement determines. */
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
